"""The kernel cache never serves stale code, and never costs a run: seen from processes of their own, over a tiny tree of sources."""

import os
import shutil
import subprocess
import sys
import time
from pathlib import Path

import pytest

from simkit.core.cache import KEPT, UNUSED_DAYS, Layer, closure, fingerprints
from simkit.core.jit import INTERPRETED

pytestmark = pytest.mark.skipif(INTERPRETED, reason="nothing is compiled")
HOME = Path(__file__).parents[2]
FILES = {
    "rules.py": """
        from simkit.core.jit import kernel
        @kernel
        def worth(x):
            return 10 * x
        """,
    "tiny.py": """
        from simkit.core.jit import kernel
        import rules
        @kernel
        def shift(x):
            return rules.worth(x) + 1
        def play(x):
            return shift(x)
        """,
    "idea.py": """
        import tiny
        def choose(x):
            return tiny.shift(x) * 1000
        """,
    "run.py": """
        import sys
        from pathlib import Path
        from simkit.core.cache import Layer
        from simkit.core.jit import compiled, int64
        import idea, tiny
        here = Path(__file__).parent
        play = compiled(tiny.play, int64(int64), Layer("tiny", (here / "tiny.py",)))
        choose = compiled(idea.choose, int64(int64), Layer("tiny.idea", (here / "idea.py", here / "tiny.py")))
        hits = [sum(f.stats.cache_hits.values()) for f in (play, choose)]
        print(play(2), choose(2), *hits)
        """,
}


class Tree:
    """A few source files and a cache folder."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.cache = folder / "tree", folder / "cache"
        self.folder.mkdir()
        for name in FILES:
            self.write(name, FILES[name])

    def write(self, name: str, text: str) -> None:
        """Write a source file, without its indent."""
        (self.folder / name).write_text("\n".join(line[8:] for line in text.splitlines()), encoding="utf-8")

    def edit(self, name: str, old: str, new: str) -> None:
        """Change a piece of a source file."""
        path = self.folder / name
        text = path.read_text(encoding="utf-8")
        assert old in text
        path.write_text(text.replace(old, new), encoding="utf-8")

    def start(self) -> subprocess.Popen[str]:
        """Start a process that compiles or loads and calls both kernels."""
        path = os.pathsep.join([str(HOME), str(self.folder)])
        environment = {**os.environ, "SIMKIT_CACHE": str(self.cache), "PYTHONPATH": path, "PYTHONWARNINGS": "always::RuntimeWarning"}
        return subprocess.Popen(
            [sys.executable, str(self.folder / "run.py")], env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
        )

    def run(self) -> tuple[list[int], str]:
        """Return the two results and whether each kernel was loaded, and what was said."""
        return finish(self.start())

    def files(self, label: str) -> dict[Path, int]:
        """Return the cache files of a layer and when they were written."""
        return {file: file.stat().st_mtime_ns for folder in self.layers(label) for file in folder.iterdir()}

    def layers(self, label: str) -> list[Path]:
        """Return the directories of a layer."""
        return sorted(self.cache.glob(f"{label}-*"))


def finish(process: subprocess.Popen[str]) -> tuple[list[int], str]:
    out, said = process.communicate(timeout=120)
    assert process.returncode == 0, said
    return [int(word) for word in out.split()], said


@pytest.fixture
def tree(tmp_path):
    return Tree(tmp_path)


@pytest.fixture(scope="module")
def compiled_tree(tmp_path_factory):
    tree = Tree(tmp_path_factory.mktemp("compiled"))
    assert tree.run() == ([21, 21_000, 0, 0], "")
    return tree


@pytest.fixture
def warm_tree(tree, compiled_tree):
    """A tree whose two kernels lie in the cache."""
    shutil.copytree(compiled_tree.cache, tree.cache)
    return tree


def test_second_process_loads_what_the_first_compiled(warm_tree):
    assert warm_tree.run() == ([21, 21_000, 1, 1], "")


def test_edited_callee_in_another_file_gives_new_results(warm_tree):
    warm_tree.edit("rules.py", "10 * x", "20 * x")
    assert warm_tree.run()[0] == [41, 41_000, 0, 0]
    warm_tree.edit("rules.py", "20 * x", "10 * x")
    assert warm_tree.run()[0] == [21, 21_000, 1, 1]  # the first directory is still there


def test_edited_strategy_recompiles_no_game_kernel(warm_tree):
    before = warm_tree.files("tiny")
    warm_tree.edit("idea.py", "1000", "100")
    assert warm_tree.run()[0] == [21, 2_100, 1, 0]
    assert warm_tree.files("tiny") == before


@pytest.mark.parametrize("content", [b"", b"half", b"\x80\x04garbage that is no pickle"])
@pytest.mark.parametrize("ending", [".nbi", ".nbc"])
def test_damaged_files_are_rebuilt_with_one_warning(warm_tree, content, ending):
    (layer,) = warm_tree.layers("tiny")
    damaged = [file for file in layer.iterdir() if file.suffix == ending]
    assert damaged
    for file in damaged:
        file.write_bytes(file.read_bytes()[: file.stat().st_size // 2] if content == b"half" else content)
    results, said = warm_tree.run()
    assert results == [21, 21_000, 0, 1]
    assert said.count("RuntimeWarning") == 1
    assert "damaged kernel cache file" in said
    assert warm_tree.run() == ([21, 21_000, 1, 1], "")


def test_missing_machine_code_is_compiled_again(warm_tree):
    for file in warm_tree.files("tiny"):
        if file.suffix == ".nbc":
            file.unlink()
    assert warm_tree.run()[0] == [21, 21_000, 0, 1]
    assert warm_tree.run()[0] == [21, 21_000, 1, 1]


def test_unwritable_cache_works_without(tree):
    tree.cache.write_text("a file where the folder should be")
    for _ in range(2):
        results, said = tree.run()
        assert results == [21, 21_000, 0, 0]
        assert "no kernel cache" in said


def test_two_processes_warm_at_once(tree):
    runs = [tree.start() for _ in range(2)]
    for process in runs:
        results, said = finish(process)
        assert results[:2] == [21, 21_000]
        assert "damaged" not in said
    assert tree.run() == ([21, 21_000, 1, 1], "")


def age(folder: Path, seconds: float) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "something").write_text("x")
    os.utime(folder, (time.time() - seconds,) * 2)
    return folder


def test_old_directories_are_cleaned_up(tree, monkeypatch):
    monkeypatch.setenv("SIMKIT_CACHE", str(tree.cache))
    day = 86_400
    ancient = age(tree.cache / f"tiny-{'0' * 16}", (UNUSED_DAYS + 1) * day)
    recent = [age(tree.cache / f"tiny-{str(i) * 16}", i * day) for i in range(1, 6)]
    running = [age(tree.cache / f"tiny-{letter * 16}", i) for i, letter in enumerate("abcde")]
    other = age(tree.cache / f"tiny.idea-{'1' * 16}", 3 * day)
    foreign = age(tree.cache / "tiny-notes", (UNUSED_DAYS + 1) * day)
    current = Layer("tiny", (tree.folder / "tiny.py",)).directory
    assert current is not None
    assert current.is_dir()
    assert not ancient.exists()
    assert all(folder.exists() for folder in running)  # used within the hour: may belong to a running process
    assert not any(folder.exists() for folder in recent)  # more than are kept
    assert other.exists()
    assert foreign.exists()


def test_the_newest_directories_stay(tree, monkeypatch):
    monkeypatch.setenv("SIMKIT_CACHE", str(tree.cache))
    recent = [age(tree.cache / f"tiny-{str(i) * 16}", i * 86_400) for i in range(1, 6)]
    assert Layer("tiny", (tree.folder / "tiny.py",)).directory is not None
    assert [folder.exists() for folder in recent] == [True] * (KEPT - 1) + [False] * (5 - (KEPT - 1))


def test_closure_follows_every_form_of_import(tree):
    package = tree.folder / "plugin"
    (package / "deep").mkdir(parents=True)
    texts = {
        "__init__.py": "",
        "a.py": "from . import b\nfrom .deep.c import thing\nimport numpy\n",
        "b.py": "def late():\n    import rules\n",
        "deep/__init__.py": "from plugin.d import x\n",
        "deep/c.py": "from ..e import *\n",
        "d.py": "x = 1\n",
        "e.py": "import plugin.b as short\n",
        "unused.py": "",
    }
    for name, text in texts.items():
        (package / name).write_text(text)
    found = {file.relative_to(tree.folder).as_posix() for file in closure(package / "a.py") if tree.folder in file.parents}
    assert {"plugin/a.py", "plugin/b.py", "plugin/deep/c.py", "plugin/e.py"} <= found
    assert "plugin/unused.py" not in found


def test_sources_of_our_own_are_found_and_named_without_this_machine():
    files = closure(HOME / "simkit" / "games" / "spellbloom" / "kernels.py")
    names = set(fingerprints(files))
    for needed in ("legal", "payments", "learn", "effects", "scoring", "supply", "turn", "state", "names", "redeal", "setup"):
        assert f"simkit/games/spellbloom/{needed}.py" in names
    for needed in ("jit", "chance", "decks", "bits", "events", "cache"):
        assert f"simkit/core/{needed}.py" in names
    assert not any(name.startswith(("/", "strategies", "tests")) for name in names)


def test_fingerprint_changes_with_flags_and_sources(tree, monkeypatch):
    def mark() -> str:
        return Layer("tiny", (tree.folder / "tiny.py",)).fingerprint

    monkeypatch.delenv("NUMBA_BOUNDSCHECK", raising=False)
    first = mark()
    assert mark() == first
    monkeypatch.setenv("NUMBA_BOUNDSCHECK", "1")
    checked = mark()
    assert checked != first
    monkeypatch.delenv("NUMBA_BOUNDSCHECK")
    tree.edit("rules.py", "10", "11")
    assert mark() not in (first, checked)
