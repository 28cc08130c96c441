"""Example games: chosen by the stated rules, played again, cut, and checked against the rows."""

import json
import re
import shutil

import numpy as np
import polars as pl
import pytest

from reports import index, kinds
from reports.examples import cut, examples
from reports.parts import Replay, Turn
from simkit.analysis import load
from simkit.analysis.examples import examples as chosen
from simkit.batch import plan, run, spec
from simkit.cli.examples import record
from simkit.registry import load_plugin
from tests.analysis import synthetic as syn


def played_arm(folder, totals, **ends):
    """A study of one table from points given by block and seat."""
    blocks, players = totals.shape
    wins = totals == totals.max(axis=1, keepdims=True)
    share = 60 * wins // wins.sum(axis=1, keepdims=True)
    rank = 1 + (totals[:, :, None] < totals[:, None, :]).sum(axis=2)
    frame = syn.rows(0, np.arange(blocks), 0, np.zeros(players, int), totals, share, rank, **ends)
    arm = syn.table_arm("the table", players, [0] * players, 1, "mirror")
    return load(syn.write(folder, syn.manifest({"kind": "seats", "name": "s", "margin": 0.05}, [arm]), frame))


def test_games_of_several_are_typical_close_and_lopsided(tmp_path):
    totals = np.array([[50, 40], [70, 69], [90, 20], [71, 70], [60, 52], [55, 45], [58, 48]])
    found = chosen(played_arm(tmp_path / "run", totals), 0)
    assert [example.title for example in found] == ["A typical game", "A close game", "A lopsided game"]
    # of the two with a lead of 1 the one with more points; of leads and points both in the middle, 60 to 52 and 58 to 48 come nearest
    assert [example.block for example in found][1:] == [3, 2]
    assert found[0].block in (4, 6)
    assert found[2].rows["total"].to_list() == [90, 20]


def test_faulty_and_cut_off_games_are_no_examples(tmp_path):
    totals = np.array([[90, 20], [70, 69], [50, 40], [51, 40]])
    cut_off = np.array([[True, True], [False, False], [False, False], [False, False]])
    fault = np.array([[0, 0], [2, 2], [0, 0], [0, 0]])
    found = chosen(played_arm(tmp_path / "run", totals, cut_off=cut_off, fault=fault), 0)
    assert sorted(example.block for example in found) == [2, 3]


def test_games_alone_are_typical_close_and_record(tmp_path):
    study = load(syn.write_solo(tmp_path / "run", 301, scenarios=[("mana", "The Mana", 80, 0.0)], strategies=(1,)))
    typical, close, record_game = chosen(study, 0)
    rows = study.rows.filter(~pl.col("cut_off")).collect()
    assert abs(typical.rows["total"][0] - rows["total"].median()) <= 1
    assert abs(close.rows["total"][0] - 80) == (rows["total"].cast(int) - 80).abs().min()
    assert record_game.rows["total"][0] == rows["total"].max()
    assert len({typical.block, close.block, record_game.block}) == 3


def test_long_games_are_cut_in_the_middle():
    turns = [Turn(f"Turn {k}", [("go", ["2 points"]), ("stay", [])]) for k in range(1, 41)]
    kept = cut(turns, opening=9, closing=4)
    titles = [turn.title for turn in kept]
    assert titles == ["Turn 1", "Turn 2", "37 turns left out", "Turn 40"]
    assert cut(turns[:3], 100, 100) == turns[:3]
    assert [turn.title for turn in cut(turns[:3], 1, 1)] == ["Turn 1", "Turn 2", "Turn 3"]  # one turn is not worth leaving out
    assert len(cut(turns[:9], 1, 1)) == 3  # at least one at each end


def section(study, recorder):
    return kinds.section(kinds.find(study, "x", recorder))


def test_a_game_that_ends_otherwise_now_is_not_shown(tmp_path):
    study = load(syn.write_seats(tmp_path / "run", 60, players=[2], mirrors=()))
    found = section(study, lambda *game: Replay([Turn("Turn 1", [("go", [])])], [1, 2])).examples
    assert len(found) == 3
    assert all(not example.turns and "Played again it ends otherwise" in example.problem for example in found)
    (first, *_) = section(study, lambda *game: "no strategy 'rush'").examples
    assert first.problem == "It cannot be played again here: no strategy 'rush'."
    assert section(study, None).examples == []


@pytest.fixture(scope="module")
def race(tmp_path_factory):
    """A study that a run of 40 deals wrote."""
    load_plugin("tests.dice_race")
    raw = {"name": "race", "kind": "seats", "game": "dice_race", "seed": 7, "blocks": 40, "players": [2]}
    asked = plan.resolve(spec.parse(raw | {"tables": {"mixed": ["single", "double"]}}))
    return load(run.run(asked, tmp_path_factory.mktemp("race") / "run", workers=1, progress=False).folder)


def test_games_are_played_again_as_the_rows_say(race, tmp_path):
    found = kinds.find(race, "race", record)
    shown = examples(found, 0)
    assert [example.problem for example in shown] == ["", "", ""]
    for example, game in zip(shown, chosen(race, 0), strict=True):
        assert example.turns[0].title.startswith("Turn ")
        assert example.command == f"simkit trace {race.folder} --arm 0 --block {game.block} --rotation {game.rotation}"
        assert example.points.rows[-1] == ("total", *map(str, game.rows["total"].to_list()))
        first_seat = "single" if game.rotation == 0 else "double"
        assert f"seat 1 ({first_seat})" in example.turns[0].title
    page = index.write([found], tmp_path)[0].read_text(encoding="utf-8")
    assert page.count('<details class="example">') == 3
    assert "Three example games" in page
    assert page.index("Where points come from") < page.index("Three example games") < page.index("What to do next")


def test_what_cannot_be_played_again_is_said_in_words(race, tmp_path):
    cards = {**race.manifest, "components": {**race.manifest["components"], "sha256": "0" * 64}}
    changed = record(type(race)(race.folder, cards, race.parts, race.part_blocks), 0, 0, 0)
    assert changed == "the card tables have changed since"
    folder = shutil.copytree(race.folder, tmp_path / "run")
    for asked, said in (({"components": ["nowhere"]}, "nowhere"), ({"strategies": ["gone", "gone"]}, "no strategy 'gone'")):
        with (folder / "log.jsonl").open("a") as file:
            file.write(json.dumps({"event": "asked", **asked}) + "\n")
        assert said in record(load(folder), 0, 0, 0)


def test_commands_of_examples_are_whole(tmp_path):
    study = load(syn.write_solo(tmp_path / "run", 60))
    commands = [example.command for example in section(study, lambda *game: "no").examples]
    assert len(set(commands)) == 3
    assert all(re.fullmatch(r"simkit trace \S+/run --arm \d+ --block \d+ --rotation 0", c) for c in commands)
