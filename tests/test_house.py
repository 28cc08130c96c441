"""The house keeps its order: who may import whom, and the README names what there is."""

import ast
import re
from pathlib import Path

import pytest

from simkit import registry
from simkit.batch import spec
from simkit.batch.kinds import KINDS

ROOT = Path(__file__).resolve().parents[1]
README = (ROOT / "README.md").read_text(encoding="utf-8")
PACKAGES = ("simkit", "strategies", "experiments", "reports", "tests")


def has_relative_imports(file: Path) -> bool:
    """Whether a file imports by dots: there are none, so that the names below are whole."""
    return any(isinstance(node, ast.ImportFrom) and node.level for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))))


def imported(file: Path, inside_functions: bool = True) -> set[str]:
    """List the modules of this project that a file imports."""
    tree = ast.parse(file.read_text(encoding="utf-8"))
    nodes = ast.walk(tree) if inside_functions else iter(tree.body)
    found: set[str] = set()
    for node in nodes:
        if isinstance(node, ast.Import):
            found.update(alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            names = [f"{node.module}.{alias.name}" for alias in node.names]
            found.update(names if node.module in PACKAGES else [node.module])
    return {name for name in found if name.split(".")[0] in PACKAGES}


def allowed(file: Path) -> tuple[str, ...]:
    """Say which prefixes a file may import."""
    parts = file.relative_to(ROOT).parts
    if parts[0] == "simkit" and parts[1] == "core":
        return ("simkit.core",)
    if parts[:2] == ("simkit", "games"):
        return ("simkit.core", f"simkit.games.{parts[2]}") if len(parts) > 3 else ()
    if parts[:2] == ("simkit", "analysis"):
        return ("simkit.analysis",)
    if parts[:2] == ("simkit", "batch"):
        return ("simkit.core", "simkit.registry", "simkit.batch")
    if parts[0] == "strategies":
        return ("simkit.core", f"simkit.games.{parts[1]}", f"strategies.{parts[1]}") if len(parts) > 2 else ("simkit.core",)
    if parts[0] == "reports":
        return ("simkit.analysis", "reports")
    return ("simkit",)  # the registry, the public API


def forbidden(file: Path, names: set[str]) -> set[str]:
    """Return what a file may not import."""
    return {name for name in names if not any(name == a or name.startswith(a + ".") for a in allowed(file))}


FILES = sorted(f for p in ("simkit", "strategies", "reports") for f in (ROOT / p).rglob("*.py"))


@pytest.mark.parametrize("file", FILES, ids=lambda f: f.relative_to(ROOT).as_posix())
def test_imports_follow_the_arrows(file: Path) -> None:
    assert not has_relative_imports(file)
    if file.parent.name == "cli":
        light = {"simkit.core.game", "simkit.batch"}
        assert not {name for name in imported(file, inside_functions=False) - light if not name.startswith("simkit.cli")}
        return
    assert not forbidden(file, imported(file))


def test_a_wrong_import_would_be_seen(tmp_path: Path) -> None:
    file = tmp_path / "bad.py"
    file.write_text("def f():\n    from reports import index\n    import strategies.random\n")
    assert imported(file) == {"reports.index", "strategies.random"}


@pytest.mark.parametrize(
    ("file", "name"),
    [
        ("simkit/core/table.py", "simkit.games.spellbloom"),
        ("simkit/core/table.py", "simkit.batch.run"),
        ("simkit/games/spellbloom/legal.py", "simkit.games.blume"),
        ("simkit/games/spellbloom/legal.py", "strategies.greedy"),
        ("simkit/batch/run.py", "simkit.games.spellbloom"),
        ("simkit/batch/run.py", "reports.index"),
        ("simkit/analysis/seats.py", "simkit.core.game"),
        ("strategies/greedy.py", "simkit.games.spellbloom"),
        ("strategies/spellbook/sage.py", "strategies.spellbloom.scholar"),
        ("reports/index.py", "simkit.batch.run"),
        ("simkit/registry.py", "strategies.greedy"),
    ],
)
def test_forbidden_arrows_are_forbidden(file: str, name: str) -> None:
    assert forbidden(ROOT / file, {name}) == {name}


def test_the_readme_names_every_make_target() -> None:
    targets = re.findall(r"^([a-z-]+):.*##", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE)
    assert targets
    missing = [target for target in targets if f"`{target}`" not in README and f"make {target}`" not in README]
    assert not missing


def test_the_readme_shows_every_command() -> None:
    from simkit.cli import app

    commands = [command.name or command.callback.__name__ for command in app.registered_commands if command.callback]
    groups = {str(group.name): group.typer_instance for group in app.registered_groups if group.typer_instance}
    assert len(commands) >= 8
    assert groups
    commands += [
        f"{name} {sub.name or sub.callback.__name__}" for name, group in groups.items() for sub in group.registered_commands if sub.callback
    ]
    assert not [name for name in commands if f"simkit {name}" not in README]


def test_the_readme_runs_every_study() -> None:
    studies = [f"{file.parent.name}/{file.stem}" for file in (ROOT / "experiments").rglob("*.toml")]
    assert studies
    assert not [study for study in studies if study not in README]


def test_the_sample_has_a_study_of_every_kind_and_game() -> None:
    (names,) = re.findall(r"^SAMPLE := (.*\\\n.*)$", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE)
    specs = [spec.load(spec.find(name)) for name in names.replace("\\", "").split()]
    assert {study.kind for study in specs} == set(KINDS)
    assert {study.game for study in specs} == set(GAMES)


GAMES = [game.name for game in registry.games().values() if game.package.startswith("simkit.games.")]


@pytest.mark.parametrize("game", GAMES)
def test_the_readme_names_every_player(game: str) -> None:
    names = list(registry.strategies(game))
    assert len(names) >= 2
    assert not [name for name in names if f"`{name}`" not in README]


@pytest.mark.parametrize("game", GAMES)
def test_every_ruling_of_a_rule_parameter_is_in_rules_md(game: str) -> None:
    folder = ROOT / "simkit/games" / game
    text = (folder / "RULES.md").read_text(encoding="utf-8")
    for rule in registry.game(game).rules:
        assert not rule.ruling or rule.ruling in text
    named = re.findall(r"`(test_\w+\.py)`", text)
    assert named
    assert not [name for name in named if not (ROOT / "tests/games" / game / name).is_file()]
    kernels = {(module, name) for module, name in re.findall(r"`(\w+)\.(\w+)`", text) if name not in ("py", "csv")}
    for module, name in kernels:
        files = [file for file in (folder / f"{module}.py", *folder.glob(f"*/{module}.py")) if file.is_file()]
        assert any(f"def {name}(" in file.read_text(encoding="utf-8") for file in files), f"{module}.{name}"


def test_every_game_has_its_rules_written_down() -> None:
    folders = [f.parent for f in (ROOT / "simkit/games").glob("*/__init__.py")]
    assert folders
    assert not [folder.name for folder in folders if not (folder / "RULES.md").is_file()]
