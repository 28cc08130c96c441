"""Games and strategies by name."""

import subprocess
import sys
from pathlib import Path

import pytest

from simkit import registry
from simkit.core.game import Unknown

FAULT = '''
from simkit.core.strategy import strategy
from neighbour import NUMBER


@strategy("does something", game="{game}", weight=1.0)
def {name}(kernels, config, s, actions, n, weights, scratch):
    """Choose."""
    return n - 1
'''


@pytest.fixture
def ideas(tmp_path):
    """A user's own file, beside a module it imports."""
    (tmp_path / "neighbour.py").write_text("NUMBER = 1\n")
    path = tmp_path / "my_ideas.py"
    path.write_text(FAULT.format(game="", name="rush"))
    return path


def python(*lines, **environment):
    """Run lines in a new process and return what they print."""
    import os

    root = str(Path(__file__).resolve().parents[2])
    result = subprocess.run(
        [sys.executable, "-c", "\n".join(lines)],
        env=os.environ | {"PYTHONPATH": root} | environment,
        cwd=root,
        capture_output=True,
        text=True,
        check=False,
    )
    return result.stdout + result.stderr


def test_games_are_found_without_numba():
    said = python("import sys; from simkit import registry; print(*registry.games()); print('numba' in sys.modules)", SIMKIT_PLUGINS="")
    assert said.splitlines()[1] == "False"
    assert "spellbloom" in said.splitlines()[0].split()


@pytest.mark.parametrize("plugin", ["tests.dice_race", "tests/dice_race"])
def test_plugins_of_the_environment(plugin):
    lines = "from simkit import registry; print(*registry.games()); print(*registry.strategies('dice_race'))"
    games, strategies = python(lines, SIMKIT_PLUGINS=plugin).splitlines()
    assert "dice_race" in games.split()
    assert strategies.split() == ["greedy", "random", "single", "double", "switch", "broken", "dawdler"]


def test_a_plugin_that_is_not_there():
    said = python("from simkit import registry; registry.games()", SIMKIT_PLUGINS="tests.dice_rase")
    assert "SIMKIT_PLUGINS: tests.dice_rase: cannot be imported (ModuleNotFoundError" in said
    with pytest.raises(Unknown, match=r"there is no file .*nothing\.py"):
        registry.load_plugin("/tmp/nothing.py")


def test_unknown_game():
    with pytest.raises(Unknown, match=r"no game 'spelbloom' \(did you mean 'spellbloom'\?\); known are .*dice_race"):
        registry.game("spelbloom")


def test_strategies_are_those_of_the_game():
    assert {"random", "greedy"} <= registry.strategies("spellbloom").keys()
    assert "single" not in registry.strategies("spellbloom")
    assert "single" in registry.strategies("dice_race")


def test_a_player_with_parameters():
    player = registry.player("switch(place=7)", "dice_race")
    assert player.parameters == {"place": 7.0}
    with pytest.raises(Unknown, match="did you mean 'place'"):
        registry.player("switch(plaice=7)", "dice_race")
    with pytest.raises(Unknown, match="did you mean 'switch'"):
        registry.player("swich", "dice_race")


def test_a_users_own_file(ideas, monkeypatch):
    player = registry.player(f"{ideas}:rush(weight=2)", "dice_race")
    assert player.parameters == {"weight": 2.0}
    assert player.strategy.file == ideas
    assert "rush" not in registry.strategies("dice_race")
    monkeypatch.chdir(ideas.parent)
    assert registry.player("my_ideas.py:rush", "dice_race").strategy is player.strategy
    monkeypatch.chdir("/")
    assert registry.player("my_ideas.py:rush", "dice_race", ideas.parent).strategy is player.strategy


def test_wrong_names_in_a_users_own_file(ideas):
    with pytest.raises(Unknown, match=r"my_ideas\.py: no strategy 'rusch' for Dice Race \(did you mean 'rush'\?\); it defines rush"):
        registry.player(f"{ideas}:rusch", "dice_race")
    with pytest.raises(Unknown, match=r"there is no file .*my_idea\.py \(did you mean 'my_ideas\.py'\?\)"):
        registry.player(f"{ideas.parent}/my_idea.py:rush", "dice_race")
    (ideas.parent / "empty.py").write_text("")
    with pytest.raises(Unknown, match="it defines none; decorate a function"):
        registry.player(f"{ideas.parent}/empty.py:rush", "dice_race")
    (ideas.parent / "wrong.py").write_text("1 / 0\n")
    with pytest.raises(Unknown, match=r"wrong\.py: cannot be imported \(ZeroDivisionError"):
        registry.player(f"{ideas.parent}/wrong.py:rush", "dice_race")


def test_a_strategy_of_another_game(tmp_path):
    (tmp_path / "neighbour.py").write_text("NUMBER = 1\n")
    (tmp_path / "other.py").write_text(FAULT.format(game="spellbloom", name="rush"))
    with pytest.raises(Unknown, match="no strategy 'rush' for Dice Race"):
        registry.player(f"{tmp_path}/other.py:rush", "dice_race")


def test_two_of_one_name(tmp_path, monkeypatch):
    monkeypatch.setattr(registry, "_loaded", dict(registry._loaded))
    (tmp_path / "neighbour.py").write_text("NUMBER = 1\n")
    (tmp_path / "double.py").write_text(FAULT.format(game="", name="greedy"))
    registry.load_plugin(tmp_path / "double.py")
    with pytest.raises(Unknown, match=r"two strategies for Dice Race are called 'greedy': .*greedy\.py and .*double\.py"):
        registry.strategies("dice_race")
    twin = "from dataclasses import replace\nfrom tests.dice_race import GAME as G\nGAME = replace(G, title='x')\n"
    (tmp_path / "game.py").write_text(twin)
    registry.load_plugin(tmp_path / "game.py")
    with pytest.raises(Unknown, match="two games are called 'dice_race'"):
        registry.games()
