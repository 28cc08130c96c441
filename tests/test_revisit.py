"""Every game of every kind of study can be begun again, and ends as its rows say."""

import json
import re
import shlex
import shutil
from pathlib import Path

import polars as pl
import pytest

import simkit as api
from reports import kinds, traces, words
from simkit import laboratory
from simkit.analysis import behind
from simkit.analysis.study import ENSEMBLE, REPLAY, load
from simkit.batch.folder import find_run
from simkit.core.game import Unknown
from simkit.core.jit import INTERPRETED
from simkit.core.session import play_out
from tests import tiny

pytestmark = pytest.mark.skipif(INTERPRETED, reason="about runs, not kernels")
KINDS = (
    *("seats", "own", "solo", "league", "variant", "compensation", "sweep", "screening", "dynamics", "luck", "cards", "extra", "setups"),
)
INSIDE = {"seats": ENSEMBLE, "solo": ENSEMBLE, "cards": REPLAY, "compensation": REPLAY, "setups": REPLAY}


@pytest.fixture(scope="module")
def played(tmp_path_factory):
    """Play a tiny study by its name, once."""
    place = tmp_path_factory.mktemp("tiny")
    for plugin in ("tests.dice_race", "tests.card_stall"):
        api.load_plugin(plugin)
    raw, found = tiny.studies(place), {}

    def play(name):
        if name not in found:
            found[name] = laboratory.run(raw[name], into=place / name)
        return found[name]

    return play


def ends_as_its_rows_say(study):
    """Play the last deal of every arm in every rotation; return how many games that were."""
    games = 0
    columns = [column["name"] for column in study.manifest["lines"]] + ["total", "rank", "share"]
    rows = study.rows.collect()
    for arm in study.arms:
        for rotation in range(arm.rotations):
            block = int(study.blocks[-1])
            told = rows.filter(arm=arm.index, rotation=rotation, block=block).sort("seat")
            session, players = api.game_of(study, block, arm.index, rotation)
            ended = play_out(session, players)
            result = ended.result()
            for column in columns:
                assert result[column].to_list() == told[column].to_list(), (study.name, arm.label, rotation, column)
            assert ended.state["turns"][: arm.players].tolist() == told["turns"].to_list()
            games += 1
    return games


@pytest.mark.parametrize("name", KINDS)
def test_every_arm_of_every_kind_ends_as_its_rows_say(played, name):
    study = played(name)
    assert ends_as_its_rows_say(study) == sum(arm.rotations for arm in study.arms)
    inside = [load(study.folder / folder) for folder in (ENSEMBLE, REPLAY) if (study.folder / folder).is_dir()]
    assert [study.folder.name for study in inside] == ([INSIDE[name]] if name in INSIDE else [])
    for other in inside:
        assert ends_as_its_rows_say(other) >= 2


@pytest.mark.parametrize("name", KINDS)
def test_rows_lead_to_games_of_what_they_are_about(played, simkit, name):
    study = played(name)
    called = set()
    for title, table in kinds.find(study, "x").tables.items():
        if "example" not in table.columns:
            continue
        inside = behind.played_in(study, title)
        for row in table.drop_nulls("arm").iter_rows(named=True):
            arm = inside.arms[row["arm"]]
            assert row["example"].startswith(f"simkit trace {inside.folder} --arm {arm.index}")
            assert row.get("players") in (None, arm.players)
            assert row.get("card") is None or study.kind != "cards" or title in ("use", "dead") or f": {row['card']} " in arm.label
            assert title != "matchups" or {row["strategy"], row["other"]} <= {study.strategies[chair] for chair in arm.lineup}
            assert title not in ("options", "again") or arm.label.endswith(f", {row['option']}")
            assert row.get("version") is None or arm.label.endswith(f", {row['version']}")
        called |= set(table.drop_nulls("example")["example"].tail(1))
    assert called
    shown = sorted(called)[-1]
    code, out, _ = simkit(*shlex.split(shown)[1:])
    assert code == 0
    assert "The game is over" in out


def test_a_trace_says_what_sets_the_game_apart_and_can_be_verified(played, simkit, tmp_path):
    study = played("cards")
    labels = [arm.label for arm in study.arms]
    told = {
        "leftmost: c03 given": "Seat 2 starts with c03",
        "leftmost: c03 +1 for one": "Seat 2 plays with c03 changed: points 10",
        "leftmost: c03 +1 for all": "All seats play with c03 changed: points 10",
    }
    for label, said in told.items():
        where = [study.folder, "--arm", labels.index(label), *([] if "all" in label else ["--rotation", 1]), "--block", 2]
        assert said in simkit("trace", *where)[1]
        file = tmp_path / "game.jsonl"
        assert simkit("trace", *where, "--json", file)[0] == 0
        assert json.loads(file.read_text().splitlines()[0])["version"] == 2
        assert "agrees" in simkit("trace", "--replay", file, "--components", study.folder / "components" / "0")[1]
    fresh = played("luck")
    arm = next(arm.index for arm in fresh.arms if "drawn anew" in arm.label)
    assert "Drawn anew, apart from the luck of the deal: " in simkit("trace", fresh.folder, "--arm", arm)[1]


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        (["{run}", "--arm", "99"], "--arm 99: .* has the arms 0 to"),
        (["{run}", "--block", "0", "--rotation", "9"], "has no such game"),
        (["{run}", "--seed", "3"], "--seed: a run says that itself"),
        (["dice_race", "--arm", "0"], "--arm: is for a run"),
        (["{run}x"], "no run is called so(?s:.)*no game"),
    ],
)
def test_what_no_run_has_is_refused(played, simkit, asked, said):
    run = str(played("seats").folder)
    code, _, err = simkit("trace", *(word.format(run=run) for word in asked))
    assert code == 2
    assert re.search(said, err.replace("\n", " "))


def test_a_run_is_called_by_its_id_and_so_is_what_lies_inside(played, simkit, tmp_path, monkeypatch):
    study = played("seats")
    folder = tmp_path / "out" / "runs" / "seats" / study.identity[:12]
    shutil.copytree(study.folder, folder)
    monkeypatch.chdir(tmp_path)
    runs = [load(folder.relative_to(tmp_path)), load(folder.relative_to(tmp_path) / ENSEMBLE)]
    assert [traces.run_of(run) for run in runs] == [folder.name, f"{folder.name}/{ENSEMBLE}"]
    for run in runs:
        assert find_run(traces.run_of(run)) == run.folder
        assert simkit(*shlex.split(traces.command(traces.run_of(run), 1))[1:])[0] == 0
    with pytest.raises(Unknown, match="there is no replay in"):
        find_run(f"seats/{REPLAY}")
    assert words.command(runs[1]) == words.command(runs[0])  # it is played again by the study's own command


def test_a_game_that_ends_otherwise_than_its_rows_is_said_to(played, simkit, tmp_path):
    folder = shutil.copytree(played("league").folder, tmp_path / "run")
    for part in folder.glob("parts/*.parquet"):
        pl.read_parquet(part).with_columns(pl.col("total") + 1).write_parquet(part)
    assert "does not end as the rows of the run say" in simkit("trace", folder)[2]


@pytest.mark.parametrize(
    ("study", "options"),
    [
        ("dice_race/seats", ["--players", "3", "--name", "evening", "--rule", "goal=8"]),
        ("dice_race/solo", ["--scenario", "sprint"]),
    ],
)
def test_the_command_of_a_page_plays_the_same_run_again(played, simkit, tmp_path, monkeypatch, study, options):
    played("seats")  # loads the plug-ins
    monkeypatch.chdir(tmp_path)
    tables = '[tables]\nmixed = ["single", "double"]\n' if study.endswith("seats") else 'strategies = ["single"]\n'
    kind = study.partition("/")[2]
    Path("mine.toml").write_text(f'name = "mine"\nkind = "{kind}"\ngame = "dice_race"\nseed = 3\nblocks = 4\n{tables}', encoding="utf-8")
    assert simkit("run", "mine.toml", "--blocks", "3", *options)[0] == 0
    (first,) = Path("out/runs").glob("*/*")
    assert simkit(*shlex.split(words.command(load(first)))[1:], "--into", "again")[0] == 0
    assert load("again").identity == load(first).identity
    assert len(load("again").blocks) == 3
