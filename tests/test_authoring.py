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
from simkit.core import cache, refusal
from simkit.core import session as sessions
from simkit.core.game import Unknown
from simkit.core.jit import INTERPRETED
from simkit.core.session import Session, open_session, play_out
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
    monkeypatch.setattr("simkit.cli.checking.PLAIN_SECONDS", 0.5)
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
    assert "your own idea" in "".join(said.splitlines()[:3])
    assert text.count("# Your own idea") == 1
    assert len(said.splitlines()) <= 25
    for field in game.kernels.STATE.names:
        assert re.search(rf"^# s\.{field}\b", text, re.MULTILINE), field
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
    return dict(re.findall(r"^(legal|steady|hands off|no peeking|plain Python) +(yes|NO|not tested: failed before)", out, re.MULTILINE))


@pytest.mark.parametrize(
    ("name", "broken", "words"),
    [
        ("spy", "no peeking", ["if this alone is dealt anew: bonus[", "it chooses: roll ", "but: roll ", "seed 7, game "]),
        ("prophet", "no peeking", ["the coming luck of the dice of seat", "copy it, `redeal` the copy"]),
        ("diary", "steady", ["it remembers something"]),
        ("cheat", "hands off", ["it changes the position it looks at", "seed 7, game 0, turn "]),
        ("outside", "legal", ["it returns 2, outside the list of 2 actions", "game 3, turn 1, seat 1, its decision 1"]),
        (
            "beyond",
            "plain Python",
            ["line {line}: IndexError: index 7 is out of bounds", "(seed 7, game 0, turn 1, seat 1, its decision 1)"],
        ),
        ("shares", "plain Python", ["line {line}: ZeroDivisionError: ", "seat 1, its decision 2)"]),
        ("failing", "legal", ["it fails at 2 players: ", "ZeroDivisionError", "(seed 7, game 3, turn 2, seat 2, its decision 1)"]),
        ("giver", "legal", ["line {line}: ValueError: no idea (seed 7, game 0, turn 3, seat 1, its decision 2)"]),
    ],
)
def test_a_broken_promise_is_named(simkit: Run, name: str, broken: str, words: list[str]) -> None:
    code, out, _ = simkit("check", f"{TWINS}:{name}", "--players", 2)
    assert code == 1
    assert "BREAKS A PROMISE" in out
    assert promises(out)[broken] == "NO"
    flat = " ".join(out.split())
    line = next((n for n, text in enumerate(TWINS.read_text(encoding="utf-8").splitlines(), 1) if f"here {name}" in text), 0)
    assert not [word for word in words if word.format(line=line) not in flat]
    assert len(promises(out)) == 5
    assert "games/s" not in out
    assert "against random" not in out


def test_what_follows_a_failure_is_not_tested(simkit: Run) -> None:
    found = promises(simkit("check", f"{TWINS}:giver", "--players", 2)[1])
    assert found == {"legal": "NO"} | dict.fromkeys(("hands off", "steady", "no peeking", "plain Python"), "not tested: failed before")
    found = promises(simkit("check", f"{TWINS}:spy", "--players", 2)[1])
    assert found == dict.fromkeys(("legal", "hands off", "steady", "plain Python"), "yes") | {"no peeking": "NO"}
    told = json.loads(simkit("check", f"{TWINS}:giver", "--players", 2, "--json")[1])
    assert [promise["kept"] for promise in told["promises"]] == [False, None, None, None, None]
    assert (told["speed"], told["against_random"]) == ([], None)


def test_steady_names_the_first_decision_that_differs(simkit: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("simkit.cli.checking.SPEED_SECONDS", 20)
    Path("moody.py").write_text(MOODY, encoding="utf-8")
    code, out, _ = simkit("check", "moody.py", "--players", 2, "--games", 4)
    flat = " ".join(out.split())
    assert code == 1
    assert promises(out)["steady"] == "NO"
    assert re.search(
        r"first it chooses roll .*, the second time roll .* \(2 players, seed 7, game 0, turn 1, seat 1, its decision 1\)", flat
    )


@pytest.mark.parametrize("command", ["play", "trace", "run"])
def test_an_error_ends_a_command_with_one_message(simkit: Run, command: str) -> None:
    Path("study.toml").write_text(STUDY.format(file=TWINS), encoding="utf-8")
    who = ("study.toml",) if command == "run" else ("dice_race", "--strategy", f"{TWINS}:giver")
    code, out, err = simkit(command, *who)
    line = next(n for n, text in enumerate(TWINS.read_text(encoding="utf-8").splitlines(), 1) if "here giver" in text)
    said = err.split("simkit: ")[-1]
    assert (code, out) == (2, "")
    assert said.splitlines()[0].startswith(f"{TWINS}, line {line}: ValueError: no idea (seed 7, game 0, turn 3, seat 1, ")
    assert "Traceback" not in err
    assert not Path("out").exists()


def test_games_that_stop_are_said_with_whose_turn_it_was(simkit: Run) -> None:
    line_up = ("--strategy", f"random,{TWINS}:outside", "--games", 20)
    code, out, err = simkit("play", "dice_race", *line_up)
    assert code == 1
    assert "Dice Race, 2 players: 20 games" in out
    reason = "a strategy returned an index outside the list of actions"
    assert err.splitlines()[-1] == f"simkit: 2 of 20 games stopped and count for nobody: {reason} ({TWINS}:outside)"
    code, out, _ = simkit("play", "dice_race", *line_up, "--json")
    assert code == 1
    assert json.loads(out)["stopped"] == [{"reason": reason, "strategy": f"{TWINS}:outside", "games": 2}]


def test_a_wrong_index_is_named_where_it_is_returned(simkit: Run) -> None:
    code, out, err = simkit("trace", "dice_race", "--number", 3, "--strategy", f"{TWINS}:outside")
    assert (code, out) == (2, "")
    assert err.endswith(f"{TWINS}:outside returned 2, there are 2 actions: 0 to 1 (seed 7, game 3, turn 1, seat 1, its decision 1)\n")


def test_a_wrong_index_of_a_function_is_named() -> None:
    def astray(session: Session) -> int:
        return 9

    with pytest.raises(Unknown, match=r"^astray returned 9, there are 2 actions: 0 to 1 \(seed 7, game 0, turn 1, seat 1"):
        play_out(open_session(GAME, seed=7), astray)


def test_what_is_compiled_is_said_once(simkit: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SIMKIT_CACHE", str(Path.cwd() / "cache"))
    for cached in (cache.root, refusal.tell_once, sessions.machine):
        getattr(cached, "cache_clear", lambda: None)()
    first, second = (simkit("play", "dice_race", "--games", 2, "--strategy", "single")[2] for _ in range(2))
    sessions.machine.cache_clear()
    assert first.splitlines()[0] == "simkit: compiling Dice Race (once; about half a minute)"
    assert first.count("compiling Dice Race") == 1
    assert second == ""


def test_check_says_why_it_is_not_compiled_and_all_in_json(simkit: Run) -> None:
    code, out, _ = simkit("check", f"{TWINS}:slow(boldness=2)", "--games", 5, "--json")
    found = json.loads(out)
    assert code == 0
    assert found["strategy"] == "slow(boldness=2)"
    assert found["refused"]["line"] > 1
    assert [promise["kept"] for promise in found["promises"]] == [True] * 5
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


MOODY = """
from simkit.core.strategy import strategy

SEEN = []


@strategy("counts the games it plays", game="dice_race")
def moody(kernels, config, s, actions, n, weights, scratch):
    if SEEN[-1:] != [s.game]:
        SEEN.append(s.game)
    return len(SEEN) // 2 % 2
"""
STUDY = """
name = "tiny"
kind = "seats"
game = "dice_race"
seed = 7
blocks = 4
players = [2]
tables.mixed = ["{file}:giver", "random"]
"""
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
    (["play", "dice_race", "--strategy", "mine.py"], "mine.py defines anywhere, racer; name one: write mine.py:anywhere"),
    (["play", "dice_race", "--strategy", "mine"], "for one of the file mine.py write mine.py:anywhere, mine.py:racer"),
    (["check", "mine", "--game", "dice_race"], "for one of the file mine.py write mine.py:anywhere, mine.py:racer"),
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
    assert re.search(r"^ +1 +racer ", simkit("play", "dice_race", "--games", 2, "--strategy", "mine.py,random")[1], re.MULTILINE)


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
