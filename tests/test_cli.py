"""The command line: what it prints, how it fails, and how little it imports."""

import json
import os
import re
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from simkit.batch import backends
from simkit.cli import playing, quick, reporting
from simkit.core.jit import INTERPRETED
from simkit.registry import game, load_plugin
from tests.analysis import synthetic as syn
from tests.batch.waiting import until

GAME = game("spellbloom")
ROOT = Path(__file__).parents[1]
COMMANDS = ("games", "strategies", "rules", "play", "compare", "history", "run", "report", "open", "trace", "warm", "new", "check")
FAST = ["--games", "20", "--strategy", "random"]


def test_games(simkit) -> None:
    code, out, err = simkit("games")
    assert (code, err) == (0, "")
    assert "Spellbloom" in out
    (found,) = (g for g in json.loads(simkit("games", "--json")[1]) if g["name"] == "spellbloom")
    assert found["players"] == [1, 4]
    assert found["modes"] == list(GAME.modes)


def test_strategies(simkit) -> None:
    assert re.search(r"spellbloom +greedy .*points=1", simkit("strategies")[1])
    names = [entry["name"] for entry in json.loads(simkit("strategies", "spellbloom", "--json")[1])]
    assert {"random", "greedy"} <= set(names)


def test_rules_lists_every_parameter(simkit) -> None:
    out = simkit("rules", "spellbloom")[1]
    for rule in GAME.rules:
        assert re.search(rf"^ *{rule.name} ", out, re.MULTILINE), rule.name
    for word in ("Placement bonuses", "SP-R17", "0 to 20, per player count", "true", "one of none, placement"):
        assert word in out
    assert len(json.loads(simkit("rules", "spellbloom", "--json")[1])) == len(GAME.rules)


def test_play_shows_seats_intervals_endings_and_rate(simkit) -> None:
    code, out, _ = simkit("play", "spellbloom", *FAST, "--players", "3")
    assert code == 0
    assert "Spellbloom, 3 players: 20 games of seed 7" in out
    assert len(re.findall(r"^ *[123] +random +\d+\.\d % +\d+\.\d % to \d+\.\d % ", out, re.MULTILINE)) == 3
    assert "ended: a spellbook was full" in out
    assert "games/s" in out


def test_play_is_reproducible_and_follows_rules(simkit) -> None:
    def seats(*arguments: object) -> object:
        code, out, _ = simkit("play", "spellbloom", *FAST, "--json", *arguments)
        assert code == 0
        return json.loads(out)["seats"]

    assert seats() == seats()
    assert seats() != seats("--seed", 8)
    assert seats() != seats("--number", 20)
    assert seats()[0]["points"] < seats("--rule", "start_points=50")[0]["points"] - 45
    assert seats("--rule", "start_points={2 = [100, -100]}")[0]["share"] == 1
    assert sum(seat["share"] for seat in seats()) == pytest.approx(1)


def test_play_alone_counts_successes(simkit) -> None:
    found = json.loads(simkit("play", "spellbloom", *FAST, "--scenario", "mana", "--rule", "target_mana=1", "--json")[1])
    assert found["players"] == 1
    assert found["rules"] == {"scenario": "mana", "target_mana": 1}
    assert [seat["share"] for seat in found["seats"]] == [1.0]
    assert "success" in simkit("play", "spellbloom", *FAST, "--scenario", "mana")[1]


def test_play_takes_own_cards(simkit, tmp_path: Path) -> None:
    spells = (ROOT / "simkit/games/spellbloom/components/spells.csv").read_text(encoding="utf-8")
    (tmp_path / "spells.csv").write_text(spells.replace(",S01,", ",").replace("circle,circle,3,", "circle,circle,90,"), encoding="utf-8")
    own = json.loads(simkit("play", "spellbloom", *FAST, "--components", tmp_path, "--json")[1])
    assert own["components"] == tmp_path.name
    assert own["seats"][0]["points"] > 70


def test_trace_prints_a_game_and_replays_its_lines(simkit, tmp_path: Path) -> None:
    wanted = ["trace", "spellbloom", "--seed", 7, "--number", 2, "--players", 2, "--strategy", "random"]
    code, out, _ = simkit(*wanted)
    assert code == 0
    assert out.startswith("Spellbloom: game 2 of seed 7, 2 players\n")
    file = tmp_path / "game.jsonl"
    code, out, err = simkit(*wanted, "--json", file)
    assert (code, out) == (0, "")
    assert f"simkit trace --replay {file}" in err
    assert simkit(*wanted, "--json", "-")[1] == file.read_text(encoding="utf-8")
    code, out, _ = simkit("trace", "--replay", file)
    assert code == 0
    assert "agrees" in out
    file.write_text(re.sub(r'"supply": (\d+)', r'"supply": 99', file.read_text(encoding="utf-8"), count=1), encoding="utf-8")
    code, out, _ = simkit("trace", "--replay", file)
    assert code == 1
    assert "decision 1: state.supply is 99 in the trace" in out


STUDY = """
name = "tiny"
kind = "seats"
game = "spellbloom"
seed = 3
blocks = 4
part_blocks = 2
players = [2]
tables.mirror = ["random"]
quick.blocks = 2
"""


def test_run_extends_resumes_and_reports(simkit, tmp_path: Path) -> None:
    study, runs = tmp_path / "tiny.toml", tmp_path / "runs"
    study.write_text(STUDY, encoding="utf-8")
    code, out, _ = simkit("run", study, "--quick", "--into", runs)
    assert code == 0
    assert f"{runs}: 2 deals, 2 games; 2 of them played now" in out
    assert f"next: simkit report {runs}" in out
    assert "4 deals, 4 games; 2 of them played now" in simkit("run", study, "--into", runs)[1]
    assert "4 deals, 4 games; 0 of them played now" in simkit("run", study, "--into", runs)[1]
    assert "4 deals, 4 games; 4 of them played now" in simkit("run", study, "--into", runs, "--fresh")[1]
    code, _, err = simkit("run", study, "--into", runs, "--rule", "three_dice_points=4")
    assert code == 2
    assert "holds another run" in err
    code, out, _ = simkit("report", runs, "--out", tmp_path / "out")
    assert code == 0
    assert "seed 3" in out
    assert (tmp_path / "out" / "index.html").is_file()
    (place,) = (tmp_path / "out").glob("spellbloom-tiny-*")
    assert f"wrote {place / 'index.html'}; beside it 5 tables as CSV, Parquet and XLSX, 2 charts as PNG" in out
    assert f"look at it with: simkit open --out {tmp_path / 'out'}" in out
    assert {file.suffix for file in place.iterdir()} == {".html", ".csv", ".parquet", ".xlsx", ".png", ".json"}
    assert (place / "index.html").read_text(encoding="utf-8").count('<details class="example">') == 3


@pytest.mark.parametrize("name", ["tiny.toml", "manifest.json"])
def test_fresh_removes_nothing_but_a_run(simkit, tmp_path: Path, name: str) -> None:
    study, into = tmp_path / "tiny.toml", tmp_path / "page"
    study.write_text(STUDY, encoding="utf-8")
    into.mkdir()
    (into / name).write_text("{}", encoding="utf-8")
    code, _, err = simkit("run", study, "--into", into, "--fresh")
    assert code == 2
    assert "holds no run" in err
    assert (into / name).is_file()


def test_report_is_the_same_on_two_cores_as_on_one(simkit, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folders = [syn.write_seats(tmp_path / "seats", blocks=30, mirrors=()), syn.write_solo(tmp_path / "solo", blocks=30)]
    monkeypatch.setattr(reporting, "LEAST", 1)
    said, written = [], []
    for cores in (1, 2):
        monkeypatch.setattr(backends, "default_workers", lambda cores=cores: cores)
        code, out, _ = simkit("report", *folders, "--no-games", "--out", tmp_path / "out")
        assert code == 0
        said.append(out)
        written.append({file.relative_to(tmp_path): file.read_bytes() for file in (tmp_path / "out").rglob("*.*") if file.is_file()})
        shutil.rmtree(tmp_path / "out")
    assert said[0] == said[1]
    assert written[0] == written[1]
    assert "wrote " in said[0]


def test_report_leaves_out_what_was_not_played(simkit, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("tiny.toml").write_text(STUDY, encoding="utf-8")
    assert simkit("run", "tiny.toml", "--quick")[0] == 0
    (played,) = (tmp_path / "out/runs/tiny").iterdir()
    other = tmp_path / "out/runs/other/0123456789ab"
    (other / "parts").mkdir(parents=True)
    (other / "manifest.json").write_bytes((played / "manifest.json").read_bytes())
    code, out, err = simkit("report")
    assert code == 0
    assert err == "simkit: out/runs/other/0123456789ab is left out: nothing was played into it yet\n"
    assert "seed 3" in out


def test_report_leaves_out_studies_of_a_kind_without_a_report(simkit, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("tiny.toml").write_text(STUDY, encoding="utf-8")
    assert simkit("run", "tiny.toml", "--quick")[0] == 0
    (played,) = (tmp_path / "out/runs/tiny").iterdir()
    other = tmp_path / "out/runs/other" / played.name
    shutil.copytree(played, other)
    manifest = (other / "manifest.json").read_text(encoding="utf-8")
    (other / "manifest.json").write_text(
        manifest.replace('"kind": "seats"', '"kind": "riddle"').replace('"tiny"', '"other"'), encoding="utf-8"
    )
    code, out, err = simkit("report", "--no-games")
    assert code == 0
    assert "out/runs/other/" in err
    assert "no report for a study of kind 'riddle'" in err
    assert "seed 3" in out
    assert simkit("report", other)[0] == 2


def test_open_shows_the_page_or_says_what_to_run(simkit, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    opened: list[str] = []
    monkeypatch.setattr("typer.launch", lambda url: opened.append(url) or int(len(opened) > 2))
    monkeypatch.chdir(tmp_path)
    code, _, err = simkit("open")
    assert code == 2
    assert "there is no out/index.html; `simkit run spellbloom/seats --quick` and then `simkit report` write it" in err
    Path("tiny.toml").write_text(STUDY, encoding="utf-8")
    assert simkit("run", "tiny.toml", "--quick")[0] == 0
    assert simkit("report", "--no-games")[0] == 0
    (place,) = (tmp_path / "out").glob("spellbloom-tiny-*")
    assert simkit("open") == (0, "out/index.html\n", "")
    assert simkit("open", "tiny")[1] == f"out/{place.name}/index.html\n"
    assert opened == [(tmp_path / "out/index.html").as_uri(), (place / "index.html").as_uri()]
    code, out, err = simkit("open")
    assert (code, out) == (0, "out/index.html\n")
    assert "open the file by hand" in err
    code, _, err = simkit("open", "tinny")
    assert code == 2
    assert "no page of a study 'tinny'; known are spellbloom/tiny" in err


def test_a_batch_keeps_the_rows_of_one_step_only(monkeypatch: pytest.MonkeyPatch) -> None:
    load_plugin("tests.dice_race")
    session, choosers = playing.open_game("dice_race", 2, "single,double", 7, None, None, None, 0)
    whole = quick.play_games(session, choosers, 40)
    kept, add = [], quick._Sums.add

    def watched(sums: quick._Sums, rows: np.ndarray) -> None:
        kept.append((len(rows), rows.base is None))  # no view of a larger array
        add(sums, rows)

    monkeypatch.setattr(quick._Sums, "add", watched)
    monkeypatch.setattr(quick, "STEP_SECONDS", 0)  # game by game
    steps = quick.play_games(session, choosers, 40)
    assert kept == [(1, True)] * 40
    assert steps["seats"] == whole["seats"]
    assert steps["ended"] == whole["ended"]
    assert sum(steps["ended"].values()) == steps["games"] == 40


def test_sums_give_the_means_and_errors_of_the_rows() -> None:
    values = np.random.default_rng(5).integers(-20, 100, 1000)
    moments = quick._Moments()
    for piece in np.split(values, [1, 10, 10, 700]):
        moments.add(piece)
    assert moments.mean == pytest.approx(values.mean(), rel=1e-12)
    assert moments.error == pytest.approx(values.std(ddof=1) / 1000**0.5, rel=1e-12)
    assert (quick._Moments().mean, quick._Moments().error, quick._Moments(1, 5, 25).error) == (0, 0, 0)


@pytest.mark.parametrize("error", [OverflowError("column steps holds 0 to 9"), RuntimeError("more events than the log holds")])
def test_a_game_that_fails_gives_one_message_and_exit_code_1(simkit, monkeypatch: pytest.MonkeyPatch, error: Exception) -> None:
    def fail() -> None:
        raise error

    monkeypatch.setattr("simkit.registry.games", fail)
    assert simkit("games") == (1, "", f"simkit: {error}\n")


@pytest.mark.skipif(INTERPRETED, reason="nothing is compiled")
def test_what_does_not_compile_is_said_in_few_lines(simkit, tmp_path: Path) -> None:
    file = tmp_path / "idea.py"
    file.write_text(
        "from simkit.core.strategy import strategy\n\n\n@strategy('Adds a word.')\n"
        "def rush(kernels, config, s, actions, n, weights, scratch):\n    return n + 'x'\n",
        encoding="utf-8",
    )
    code, out, err = simkit("play", "spellbloom", "--strategy", f"{file}:rush")
    assert (code, out) == (2, "")
    begun, _, told = err.partition("\n")
    note, _, error = told.partition("\nsimkit: ")
    assert begun == "simkit: compiling strategy rush (once for each change; some seconds)"
    assert note.startswith("note: strategy idea.py:rush plays in plain Python")
    assert note.count(f"{file}, line 6: return n + 'x'") == 1
    assert error.startswith(f"{file}, line 6: TypeError: unsupported operand")
    assert error.endswith("\n      return n + 'x'\n")
    assert len(told.splitlines()) == 4


def test_version(simkit) -> None:
    code, out, err = simkit("--version")
    assert (code, err) == (0, "")
    assert re.fullmatch(r"simkit \d+\.\d+\.\d+\n", out)


def test_warm(simkit) -> None:
    assert "spellbloom: ready" in simkit("warm", "spellbloom")[1]


BAD = [
    (["play", "spelbloom"], "no game 'spelbloom' (did you mean 'spellbloom'?)"),
    (["rules", "spelbloom"], "did you mean 'spellbloom'"),
    (["strategies", "spelbloom"], "did you mean 'spellbloom'"),
    (["warm", "spelbloom"], "did you mean 'spellbloom'"),
    (["play", "spellbloom", "--players", "5"], "Spellbloom is for 1 to 4 players, not 5"),
    (["play", "spellbloom", "--players", "0"], "Spellbloom is for 1 to 4 players, not 0"),
    (["play", "spellbloom", "--games", "0"], "Invalid value for '--games'"),
    (["play", "spellbloom", "--seed", "-1"], "seed -1 is not a whole number from 0 to 18446744073709551615"),
    (["play", "spellbloom", "--seed", str(2**64)], "is not a whole number from 0 to"),
    (["play", "spellbloom", "--seed", "x"], "Invalid value for '--seed'"),
    (["play", "spellbloom", "--number", "-1"], "game number -1"),
    (["play", "spellbloom", "--number", str(2**32 - 1), "--games", "2"], "game numbers end at 4294967295"),
    (["play", "spellbloom", "--strategy", "gredy"], "no strategy 'gredy' for Spellbloom (did you mean 'greedy'?)"),
    (["play", "spellbloom", "--strategy", "greedy(pionts=2)"], "did you mean 'points'"),
    (["play", "spellbloom", "--strategy", ""], "--strategy: empty"),
    (["play", "spellbloom", "--strategy", "greedy,random,random", "--players", "2"], "3 strategies for 2 players"),
    (["play", "spellbloom", "--rule", "three_dice_point=4"], "did you mean 'three_dice_points'"),
    (["play", "spellbloom", "--rule", "three_dice_points"], "expected name=value"),
    (["play", "spellbloom", "--rule", "three_dice_points=400"], "400 is not 0 to 20"),
    (["play", "spellbloom", "--rule", "three_dice_points=true"], "True is not 0 to 20"),
    (["play", "spellbloom", "--rule", "scenario=true"], "True is not one of none"),
    (["play", "spellbloom", "--rule", "start_mana={x=[2,3]}"], "rule start_mana: 'x' is not a number of players"),
    (["play", "spellbloom", "--rule", "start_mana={-2=[2,3]}"], "rule start_mana: '-2' is not a number of players"),
    (["play", "spellbloom", "--strategy", "greedy(points=nan)"], "points='nan' is not a finite number"),
    (["play", "spellbloom", "--strategy", "greedy(points=-inf)"], "points='-inf' is not a finite number"),
    (["play", "spellbloom", "--scenario", "manna"], "did you mean 'mana'"),
    (["play", "spellbloom", "--scenario", "mana", "--players", "2"], "solo scenarios are for 1 player, not 2"),
    (["play", "spellbloom", "--scenario", "mana", "--rule", "scenario=dice"], "say the same; give one of them"),
    (["play", "spellbloom", "--components", "nowhere"], "there is no folder nowhere"),
    (["play"], "Missing argument 'GAME'"),
    (["play", "spellbloom", "--sede", "3"], "--seed"),
    (["plai"], "plai"),
    (["play", "spellbloom", "--strategy", "nowhere.py:rush"], "there is no file nowhere.py"),
    (["play", "spellbloom", "--strategy", "pyproject.py:"], "there is no file pyproject.py"),
    (["trace", "spelbloom"], "did you mean 'spellbloom'"),
    (["trace", "spellbloom", "--players", "7"], "Spellbloom is for 1 to 4 players, not 7"),
    (["trace", "spellbloom", "--seed", "-1"], "seed -1 is not a whole number"),
    (["trace", "spellbloom", "--number", "-1"], "game number -1"),
    (["trace", "spellbloom", "--scenario", "manna"], "did you mean 'mana'"),
    (["trace", "spellbloom", "--strategy", "scolar"], "did you mean 'scholar'"),
    (["trace", "spellbloom", "--rule", "three_dice_points=x"], "'x' is not 0 to 20"),
    (["trace", "spellbloom", "--components", "nowhere"], "there is no folder nowhere"),
    (["run", "spellbloom/seats", "--rule", "three_dice_point=4", "--blocks", "1"], "did you mean 'three_dice_points'"),
    (["run", "spellbloom/seats", "--components", "nowhere", "--blocks", "1"], "there is no folder"),
    (["run", "nowhere.toml"], "nowhere.toml"),
    (["trace"], "trace needs a game, a run, or --replay FILE"),
    (["trace", "spellbloom", "--strategy", "random", "--json", "nowhere/x.jsonl"], "nowhere/x.jsonl: No such file or directory"),
    (["trace", "--replay", "nowhere.jsonl"], "nowhere.jsonl: No such file or directory"),
    (["run", "seatz"], "no study 'seatz' (did you mean 'seats'?)"),
    (["run", "spellbloom/seats", "--quick", "--blocks", "3"], "all say how many deals"),
    (["run", "spellbloom/seats", "--blocks", "0"], "blocks: 0"),
    (["run", "spellbloom/seats", "--seed", "-3"], "seed: -3 will not do"),
    (["run", "spellbloom/seats", "--blocks", "1", "--workers", "0"], "workers: 0 is not 1 or more"),
    (["run", "spellbloom/seats", "--blocks", "1", "--backend", "thread"], "did you mean 'threading'"),
    (["report", "nowhere"], "nowhere: no run is called so"),
    (["--plugin", "nowhere.py", "games"], "there is no file nowhere.py"),
]


@pytest.mark.parametrize(("arguments", "message"), BAD, ids=lambda value: " ".join(value) if isinstance(value, list) else "")
def test_bad_input_gives_one_message_and_exit_code_2(simkit, arguments: list[str], message: str) -> None:
    code, out, err = simkit(*arguments)
    assert code == 2
    assert out == ""
    assert err.startswith("simkit: ")
    assert message in err
    assert "Traceback" not in err
    assert err.count("simkit: ") == 1


def test_an_unwritable_folder_is_named(simkit, tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.write_text("", encoding="utf-8")
    code, _, err = simkit("run", "spellbloom/seats", "--blocks", 1, "--into", file / "run")
    assert code == 2
    assert str(file / "run") in err


@pytest.mark.parametrize(
    "arguments",
    [
        ("report", "{run}", "--out", "{file}/page"),
        ("trace", "spellbloom", "--strategy", "random", "--json", "{file}/game.jsonl"),
        ("new", "strategy", "spellbloom", "{file}/mine.py"),
    ],
    ids=lambda arguments: arguments[0],
)
def test_a_place_that_cannot_be_written_is_named(simkit, tmp_path: Path, arguments: tuple[str, ...]) -> None:
    file, study, runs = tmp_path / "file", tmp_path / "tiny.toml", tmp_path / "runs"
    file.write_text("", encoding="utf-8")
    study.write_text(STUDY, encoding="utf-8")
    if arguments[0] == "report":
        simkit("run", study, "--quick", "--into", runs)
    code, _, err = simkit(*(word.format(file=file, run=runs) for word in arguments))
    assert code == 2
    assert err.startswith(f"simkit: {file}/")
    assert len(err.splitlines()) == 1


def test_what_is_no_trace_is_named(simkit, tmp_path: Path) -> None:
    file = tmp_path / "x.jsonl"
    file.write_bytes(b"\xff\xfe")
    assert simkit("trace", "--replay", file)[2] == f"simkit: {file}: not a text file\n"
    file.write_text("{}", encoding="utf-8")
    code, _, err = simkit("trace", "--replay", file)
    assert code == 2
    assert err.startswith(f"simkit: {file}: line 1: not a trace")


@pytest.mark.parametrize("command", COMMANDS)
def test_help_has_examples(simkit, command: str) -> None:
    code, out, _ = simkit(command, "--help")
    assert code == 0
    assert "Examples" in out
    assert f"simkit {command}" in out


def test_help_lists_the_commands(simkit) -> None:
    for arguments in ((), ("--help",)):
        code, out, _ = simkit(*arguments)
        assert code == 0
        assert all(re.search(rf"^. {command} ", out, re.MULTILINE) for command in COMMANDS)


def test_a_plug_in_is_a_game_like_the_others(simkit) -> None:
    plugin = ("--plugin", "tests.dice_race")
    assert "Dice Race" in simkit(*plugin, "games")[1]
    code, out, _ = simkit(*plugin, "play", "dice_race", "--games", 50, "--strategy", "single,double")
    assert code == 0
    assert "Dice Race, 2 players: 50 games of seed 7" in out


def run_process(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, *arguments], cwd=ROOT, capture_output=True, text=True, check=False)


@pytest.mark.parametrize("command", ["games", "--help", "rules spellbloom"])
def test_light_commands_import_nothing_heavy(command: str) -> None:
    script = (
        "import sys; from simkit.cli import main\n"
        "try: main(sys.argv[1:])\n"
        "except SystemExit: print(sorted({'numba', 'pandas', 'polars', 'matplotlib', 'numpy', 'scipy'} & set(sys.modules)))"
    )
    done = run_process("-c", script, *command.split())
    assert done.stdout.splitlines()[-1] == "[]", done.stderr


def test_a_small_play_imports_neither_polars_nor_statistics() -> None:
    script = (
        "import sys; from simkit.cli import main\n"
        "try: main(sys.argv[1:])\n"
        "except SystemExit: print(sorted({'pandas', 'polars', 'matplotlib', 'scipy.stats'} & set(sys.modules)))"
    )
    done = run_process("-c", script, "play", "spellbloom", *FAST)
    assert done.stdout.splitlines()[-1] == "[]", done.stderr


def test_python_m_simkit() -> None:
    done = run_process("-m", "simkit", "games")
    assert done.returncode == 0
    assert "spellbloom" in done.stdout


def test_a_closed_pipe_is_no_error() -> None:
    command = f"{sys.executable} -m simkit trace spellbloom --strategy random | head -1"
    done = subprocess.run(command, shell=True, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.stdout.startswith("Spellbloom: game 0")
    assert done.stderr == ""


def interrupt(folder: Path, *arguments: object, when: Callable[[str], bool]) -> tuple[int, str]:
    """Press Ctrl-C in a command on a terminal once what it said, or left on disk, shows that it plays."""
    said = folder / "said"
    with said.open("wb") as err:
        process = subprocess.Popen(
            [sys.executable, "-m", "simkit", *map(str, arguments)],
            cwd=ROOT,
            env=os.environ | {"FORCE_COLOR": "1"},  # so that progress is shown
            stdout=subprocess.DEVNULL,
            stderr=err,
        )
        try:
            until(lambda: process.poll() is not None or when(said.read_text(encoding="utf-8", errors="replace")), 120)
            process.send_signal(signal.SIGINT)
            process.wait(timeout=60)
        finally:
            process.kill()
    return process.returncode, said.read_text(encoding="utf-8", errors="replace")


def test_ctrl_c_ends_play_with_130(tmp_path: Path) -> None:
    code, err = interrupt(tmp_path, "play", "spellbloom", "--games", 10**7, when=lambda said: f"/{10**7}" in said)
    assert code == 130
    assert "simkit: interrupted" in err.splitlines()[-1]


def test_ctrl_c_ends_a_run_with_130_and_says_how_to_go_on(tmp_path: Path) -> None:
    flag = tmp_path / "run" / ".stop"
    code, err = interrupt(tmp_path, "run", "spellbloom/seats", "--blocks", 10**7, "--into", flag.parent, when=lambda _: flag.exists())
    assert code == 130
    assert "The same command goes on from there." in " ".join(err.split())
