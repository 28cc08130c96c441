"""Rows depend on the plan and on nothing else: not on workers, tasks, backends, or how many blocks follow."""

import io

import pytest
from filelock import FileLock
from rich.console import Console

from simkit.batch import backends, run
from simkit.core.game import Unknown
from simkit.core.jit import INTERPRETED

compiled = pytest.mark.skipif(INTERPRETED, reason="starts processes; the interpreted run is for kernels")


def bytes_of(folder):
    """Return the content of manifest, dictionary, parts and cards by name."""
    files = [folder / "manifest.json", folder / "columns.md", *folder.glob("*/*.parquet")]
    return {str(path.relative_to(folder)): path.read_bytes() for path in files}


@pytest.fixture
def base(study, tmp_path):
    return bytes_of(run.run(study(), tmp_path / "base", workers=1, progress=False).folder)


@pytest.mark.parametrize(
    "options",
    [
        {"workers": 1},
        {"workers": 2},
        {"workers": 1, "chunk_blocks": 1},
        {"workers": 2, "chunk_blocks": 7},
        {"workers": 3, "chunk_blocks": 1000},
    ],
)
def test_same_bytes_whatever_plays_them(study, base, tmp_path, options):
    assert bytes_of(run.run(study(), tmp_path / "out", progress=False, **options).folder) == base


@compiled
@pytest.mark.parametrize(("backend", "workers"), [("loky", 1), ("loky", 2), ("dask", 2)])
def test_same_bytes_in_other_processes(study, base, tmp_path, backend, workers):
    if backend == "dask":
        pytest.importorskip("distributed")
    outcome = run.run(study(), tmp_path / "out", progress=False, workers=workers, backend=backend, chunk_blocks=9)
    assert bytes_of(outcome.folder) == base


@pytest.mark.parametrize("blocks", [20, 40, 1])
def test_the_first_blocks_do_not_depend_on_how_many_follow(study, base, tmp_path, blocks):
    fewer = bytes_of(run.run(study(), tmp_path / "out", blocks, progress=False).folder)
    whole = {name: content for name, content in fewer.items() if "part" not in name or int(name[11:16]) < blocks // 20}
    assert whole.items() <= base.items()


def test_other_seeds_play_other_games(study, base, tmp_path):
    other = bytes_of(run.run(study(seed=8), tmp_path / "out", progress=False).folder)
    assert other["parts/part-00000.parquet"] != base["parts/part-00000.parquet"]


def test_nothing_is_left_but_what_belongs_there(study, tmp_path):
    folder = run.run(study(), tmp_path / "out", progress=False).folder
    names = {path.name for path in folder.iterdir()} - {".lock"}
    assert names == {"manifest.json", "columns.md", "log.jsonl", "parts"}
    assert [path.name for path in sorted((folder / "parts").iterdir())] == [f"part-0000{i}.parquet" for i in range(3)]


def test_outcome_counts(study, tmp_path):
    what = study()
    done = run.run(what, tmp_path / "out", progress=False)
    assert (done.blocks, done.games, done.rows) == (60, 60 * (2 + 1 + 3 + 1), 60 * (4 + 2 + 9 + 3))
    assert done.played == done.games
    assert done.warning == ""
    again = run.run(what, tmp_path / "out", progress=False)
    assert again.played == 0
    assert again.games == done.games


def test_faults_are_counted_and_warned_of(study, tmp_path):
    what = study(players=[2], tables={"mirror": ["broken"]})
    said = io.StringIO()
    done = run.run(what, tmp_path / "out", console=Console(file=said, width=200))
    assert done.faults == {"a strategy returned an index outside the list of actions": 6}
    assert done.warning.startswith("WARNING: 6 of 60 games ended with a fault")
    assert "WARNING" in said.getvalue()


def test_it_says_what_it_is_going_to_do(study, tmp_path):
    said = io.StringIO()
    run.run(study(), tmp_path / "out", console=Console(file=said, width=500), workers=2)
    assert "race: 420 games, about 1 s with 2 threads, about 22 kB in" in said.getvalue()
    said = io.StringIO()
    run.run(study(), tmp_path / "bar", console=Console(file=said, width=500), progress=True)
    assert "420 of 420 games" in said.getvalue()


def test_default_folder_is_named_by_identity(study, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    done = run.run(study(), progress=False)
    assert done.folder.parts[:3] == ("out", "runs", "race")
    assert len(done.folder.name) == 12
    assert run.run(study(seed=9), progress=False).folder != done.folder


def test_a_folder_belongs_to_one_process(study, tmp_path):
    (tmp_path / "out").mkdir()
    with FileLock(tmp_path / "out" / ".lock"), pytest.raises(Unknown, match="another process"):
        run.run(study(), tmp_path / "out", progress=False)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"backend": "lokky"}, r"did you mean 'loky'"),
        ({"workers": 0}, "workers: 0"),
        ({"blocks": 0}, "blocks: 0"),
        ({"blocks": 2**32 + 1}, "blocks: "),
    ],
)
def test_wrong_options(study, tmp_path, options, message):
    with pytest.raises(Unknown, match=message):
        run.run(study(), tmp_path / "out", progress=False, **options)


def test_dask_that_is_not_installed(monkeypatch):
    monkeypatch.setitem(__import__("sys").modules, "distributed", None)
    with pytest.raises(Unknown, match=r"pip install 'simkit\[dask\]'"):
        backends.check("dask", 2)
