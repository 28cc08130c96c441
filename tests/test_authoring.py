"""From nothing to a checked strategy: `simkit new strategy`, `simkit check`, and what the README shows."""

import ast
import json
import re
import shlex
from collections.abc import Callable
from pathlib import Path

import pytest

from simkit import registry
from simkit.cli import main
from simkit.core.jit import INTERPRETED
from simkit.core.table import Machine
from tests.dice_race import GAME, plain

ROOT = Path(__file__).parents[1]
PLUGIN = ("--plugin", "tests.dice_race")
TWINS = Path(plain.__file__)
pytestmark = pytest.mark.skipif(INTERPRETED, reason="speed and compilation are what it is about")

Run = Callable[..., tuple[int, str, str]]


@pytest.fixture
def simkit(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Run:
    """Run a command in this process and in a folder of its own; returns exit code, stdout, stderr."""
    monkeypatch.setenv("COLUMNS", "160")
    monkeypatch.setattr("simkit.cli.checking.PROMISE_SECONDS", 0.5)
    monkeypatch.setattr("simkit.cli.checking.SPEED_SECONDS", 0.02)
    monkeypatch.setattr("simkit.cli.checking.AGAINST_SECONDS", 0.5)
    registry.load_plugin("tests.dice_race")
    monkeypatch.chdir(tmp_path)

    def run(*arguments: object) -> tuple[int, str, str]:
        with pytest.raises(SystemExit) as exit_:
            main([str(argument) for argument in arguments])
        said = capsys.readouterr()
        return int(exit_.value.code or 0), said.out, said.err

    return run


@pytest.mark.parametrize("game", [*registry.games().values(), GAME], ids=lambda game: game.name)
def test_a_new_strategy_runs_and_keeps_its_promises(simkit: Run, game) -> None:
    code, out, _ = simkit("new", "strategy", game.name)
    assert code == 0
    assert f"wrote my_{game.name}.py" in out
    text = Path(f"my_{game.name}.py").read_text(encoding="utf-8")
    said = ast.get_docstring(ast.parse(text)) or ""
    for field in game.kernels.STATE.names:
        assert re.search(rf"^s\.{field}\b", said, re.MULTILINE), field
    assert max(map(len, text.splitlines())) <= 140
    for command in re.findall(r"^      ?simkit (.*)|^next: simkit (.*)", out, re.MULTILINE):
        words = "".join(command).split()
        code, out, err = simkit(*words, *(("--games", 4) if "play" in words or "check" in words else ()))
        assert code == 0, err
    player = registry.player(f"my_{game.name}.py:my_{game.name}", game)
    assert Machine(game).refusal(player) is None
    assert list(player.parameters.values()) == list(game.kernels.FEATURE_WEIGHTS)
    code, out, err = simkit("check", f"my_{game.name}.py", "--games", 6)
    assert (code, err) == (0, "")
    assert "keeps its promises" in out
    assert len(out.splitlines()) <= 24


def test_a_new_strategy_plays_like_greedy(simkit: Run) -> None:
    simkit("new", "strategy", "dice_race", "rush.py")
    seats = [
        json.loads(simkit("play", "dice_race", "--strategy", f"{name},random", "--games", 50, "--json")[1])["seats"]
        for name in ("rush.py:rush", "greedy")
    ]
    assert [seat["points"] for seat in seats[0]] == [seat["points"] for seat in seats[1]]


def test_nothing_is_overwritten_without_force(simkit: Run) -> None:
    Path("mine.py").write_text("x = 1\n", encoding="utf-8")
    code, _, err = simkit("new", "strategy", "dice_race", "mine.py")
    assert (code, err) == (2, "simkit: mine.py is there already; --force overwrites it\n")
    assert Path("mine.py").read_text(encoding="utf-8") == "x = 1\n"
    assert simkit("new", "strategy", "dice_race", "mine.py", "--force")[0] == 0
    assert "def mine(" in Path("mine.py").read_text(encoding="utf-8")


@pytest.mark.parametrize(("file", "name"), [("2-fast.py", "my_2_fast"), ("class.py", "class_"), ("below.py", "below_"), ("é.py", "mine")])
def test_any_file_name_makes_a_strategy(simkit: Run, file: str, name: str) -> None:
    assert f"with the strategy {name}\n" in simkit("new", "strategy", "dice_race", file)[1]
    assert simkit("play", "dice_race", "--strategy", f"{file}:{name}", "--games", 2)[0] == 0


def promises(out: str) -> dict[str, str]:
    """Return yes or NO by promise, of what `check` printed."""
    return dict(re.findall(r"^(legal|steady|hands off|no peeking) +(yes|NO)", out, re.MULTILINE))


@pytest.mark.parametrize(
    ("name", "broken", "words"),
    [
        ("spy", "no peeking", ["if this alone is dealt anew: bonus[", "it chooses: roll ", "but: roll ", "seed 7, game "]),
        ("prophet", "no peeking", ["the coming luck of the dice of seat", "copy it, `redeal` the copy"]),
        ("diary", "steady", ["it remembers something"]),
        ("cheat", "hands off", ["it changes the position it looks at", "seed 7, game 0, turn "]),
        ("outside", "legal", ["it returns 2, outside the list of 2 actions", "game 3, turn 1, seat 1, its decision 1"]),
    ],
)
def test_a_broken_promise_is_named(simkit: Run, name: str, broken: str, words: list[str]) -> None:
    code, out, _ = simkit("check", f"{TWINS}:{name}", "--players", 2)
    assert code == 1
    assert "BREAKS A PROMISE" in out
    assert promises(out)[broken] == "NO"
    flat = " ".join(out.split())
    assert not [word for word in words if word not in flat]


def test_check_says_why_it_is_not_compiled_and_all_in_json(simkit: Run) -> None:
    code, out, _ = simkit("check", f"{TWINS}:slow(boldness=2)", "--games", 5, "--json")
    found = json.loads(out)
    assert code == 0
    assert found["strategy"] == "slow(boldness=2)"
    assert found["refused"]["line"] > 1
    assert [promise["kept"] for promise in found["promises"]] == [True] * 4
    assert [speed["strategy"] for speed in found["speed"]] == ["slow(boldness=2)", "random", "greedy"]
    assert all(speed["decisions_per_second"] > speed["games_per_second"] > 0 for speed in found["speed"])
    assert found["settings"] == ["2 players", "3 players", "1 player", "sprint", "marathon"]
    out = simkit("check", f"{TWINS}:slow", "--games", 5)[1]
    assert re.search(r"^compiled +no: line \d+, ", out, re.MULTILINE)


def test_wins_are_counted_from_every_seat(simkit: Run) -> None:
    found = json.loads(simkit("check", "random", "--game", "dice_race", "--players", 3, "--json")[1])["against_random"]
    assert found["share"] == pytest.approx(1 / 3, abs=1e-9)
    assert found["games"] == 3 * found["blocks"]
    alone = json.loads(simkit("check", "random", "--game", "dice_race", "--scenario", "sprint", "--json")[1])["against_random"]
    assert alone["share"] == alone["random_share"]
    assert alone["interval"][0] < alone["share"] < alone["interval"][1]


def test_an_error_in_a_strategy_is_one_message(simkit: Run) -> None:
    code, out, err = simkit("check", f"{TWINS}:misspelt", "--players", 2)
    assert (code, out) == (2, "")
    assert "AttributeError: there is no field 'plase'" in err


MINE = """
from simkit.core.strategy import strategy


@strategy("takes the first")
def anywhere(kernels, config, s, actions, n, weights, scratch):
    return 0


@strategy("takes the last", game="dice_race")
def racer(kernels, config, s, actions, n, weights, scratch):
    return n - 1
"""
BAD = [
    (["check", "nowhere.py"], "there is no file nowhere.py"),
    (["check", "empty.py"], "empty.py: it defines no strategy"),
    (["check", "mine.py"], "mine.py defines anywhere, racer; name one: simkit check mine.py:anywhere"),
    (["check", "mine.py:racr"], "no strategy 'racr' for Dice Race (did you mean 'racer'?)"),
    (["check", "mine.py:anywhere"], "anywhere plays every game; say one: --game "),
    (["check", "mine.py:racer", "--game", "spellbloom"], "racer plays dice_race, not spellbloom"),
    (["check", "mine.py:anywhere", "--game", "dice_rase"], "did you mean 'dice_race'"),
    (["check", "mine.py:racer(x=1)"], "strategy racer has no parameter 'x'"),
    (["check", "greedy"], "--game says which game"),
    (["check", "gredy", "--game", "dice_race"], "did you mean 'greedy'"),
    (["check", "mine.py:racer", "--players", "4"], "Dice Race is for 1 to 3 players, not 4"),
    (["check", "mine.py:racer", "--scenario", "sprnt"], "did you mean 'sprint'"),
    (["check", "mine.py:racer", "--scenario", "sprint", "--players", "2"], "solo scenarios are for 1 player, not 2"),
    (["check", "mine.py:racer", "--seed", "-1"], "seed -1 is not a whole number"),
    (["check", "mine.py:racer", "--games", "0"], "Invalid value for '--games'"),
    (["new", "strategy", "dice_rase"], "did you mean 'dice_race'"),
    (["new", "strategy", "dice_race", "mine.txt"], "mine.txt: a strategy's file ends in .py"),
    (["new", "strategy", "dice_race", "nowhere/mine.py"], "nowhere/mine.py: No such file or directory"),
    (["new", "strateg"], "strateg"),
    (["new", "strategy"], "Missing argument 'GAME'"),
]


@pytest.mark.parametrize(("arguments", "message"), BAD, ids=lambda value: " ".join(value) if isinstance(value, list) else "")
def test_bad_input_gives_one_message_and_exit_code_2(simkit: Run, arguments: list[str], message: str) -> None:
    Path("mine.py").write_text(MINE, encoding="utf-8")
    Path("empty.py").write_text("", encoding="utf-8")
    code, out, err = simkit(*arguments)
    assert (code, out) == (2, "")
    assert err.startswith("simkit: ")
    assert message in err
    assert err.count("simkit: ") == 1


def test_the_only_fitting_strategy_of_a_file_is_meant(simkit: Run) -> None:
    Path("mine.py").write_text(MINE.replace('"takes the first"', '"takes the first", game="spellbloom"'), encoding="utf-8")
    assert simkit("check", "mine.py", "--game", "dice_race", "--games", 2)[1].startswith("racer at Dice Race")


def test_the_readme_s_strategy_runs_as_it_says(simkit: Run) -> None:
    section = (ROOT / "README.md").read_text(encoding="utf-8").partition("## Your own strategy")[2].partition("\n## ")[0]
    code = re.search(r"```python\n(# (\w+\.py)\n.*?)```", section, re.DOTALL)
    assert code is not None
    Path(code[2]).write_text(code[1], encoding="utf-8")
    commands = [shlex.split(line, comments=True) for line in section.splitlines() if line.startswith("simkit ")]
    assert {words[1] for words in commands} >= {"new", "check", "play", "trace"}
    for _, *words in commands:
        few = ("--games", 6) if words[0] in ("play", "check") else ()
        failed, _, err = simkit(*words, *few)
        assert not failed, (words, err)
