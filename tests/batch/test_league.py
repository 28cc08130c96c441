"""A league of the dice race: every pair in both seats, win shares against chances that are known exactly."""

from itertools import combinations

import numpy as np
import polars as pl
import pytest

from simkit.analysis import load
from simkit.analysis.league import BEATS, LOSES, OPEN, analyse, pace
from simkit.batch import plan, run, spec
from simkit.core.game import Unknown
from tests.batch import exact

PLAYERS = ["single", "double", "switch"]


def league(**changes):
    raw = {"name": "cup", "kind": "league", "game": "dice_race", "seed": 7, "blocks": 60, "strategies": PLAYERS}
    return plan.resolve(spec.parse(raw | changes))


def found_in(what, place, **options):
    run.run(what, place, progress=False, **options)
    return load(place)


def row(table, **where):
    return table.row(by_predicate=pl.all_horizontal(pl.col(name) == value for name, value in where.items()), named=True)


def test_every_pair_meets_in_both_seats():
    what = league()
    assert [arm.lineup for arm in what.arms] == list(combinations(range(3), 2))
    assert {(arm.players, arm.rotations) for arm in what.arms} == {(2, 2)}
    assert what.arms[0].label == "single against double"
    assert what.games == 6


def test_win_shares_are_those_of_the_exact_chances(tmp_path, size):
    blocks = size(20_000, 400)
    found = analyse(found_in(league(), tmp_path / "run", blocks=blocks))
    for one, other in combinations(PLAYERS, 2):
        expected = (exact.win_shares([one, other])[0] + exact.win_shares([other, one])[1]) / 2
        mine, theirs = (row(found["matchups"], strategy=a, other=b) for a, b in ((one, other), (other, one)))
        assert mine["low"] < expected < mine["high"]
        assert mine["share"] + theirs["share"] == pytest.approx(1)
        assert mine["low"] == pytest.approx(1 - theirs["high"])
        assert {mine["verdict"], theirs["verdict"]} in ({BEATS, LOSES}, {OPEN})


def test_standings_average_over_opponents_and_keep_the_luck_of_a_deal_together(tmp_path):
    study = found_in(league(), tmp_path / "run")
    found = analyse(study)
    for standing in found["standings"].iter_rows(named=True):
        own = found["matchups"].filter(pl.col("strategy") == standing["strategy"])
        assert standing["share"] == pytest.approx(own["share"].mean())
        assert standing["points"] == pytest.approx(own["points"].mean())
        assert standing["beats"] + standing["loses_to"] + standing["undecided"] == 2
        number = study.strategies.index(standing["strategy"])
        rows = study.rows.filter(pl.col("strategy") == number).group_by("block").agg(pl.col("share").cast(pl.Float64).mean() / 60).collect()
        error = rows["share"].std() / np.sqrt(rows.height)
        assert (standing["high"] - standing["low"]) / 2 == pytest.approx(2.43 * error, rel=0.03)  # t of 59, three together
    assert found["standings"]["share"].is_sorted(descending=True)
    assert found["games"]["games"].to_list() == [120] * 3
    assert set(found["lines"]["strategy"]) == set(PLAYERS)


def test_faults_and_few_deals_leave_all_undecided(tmp_path):
    few = analyse(found_in(league(strategies=["single", "double"]), tmp_path / "few", blocks=20))
    assert set(few["matchups"]["verdict"]) == {OPEN}
    faulty = analyse(found_in(league(strategies=["single", "broken"]), tmp_path / "faulty"))
    assert faulty["games"]["faults"].sum() > 0
    assert set(faulty["matchups"]["verdict"]) == {OPEN}


def test_the_pace_of_each_player_follows_from_those_of_the_pairs(tmp_path):
    study = found_in(league(), tmp_path / "run")
    assert len(pace(study)) == 3
    log = study.folder / "log.jsonl"
    # a game of each with itself takes 1, 2 and 4 ms; a block has two games of a pair
    log.write_text('{"event": "start", "blocks": 60, "seconds_per_block": [0.003, 0.005, 0.006]}\n', encoding="utf-8")
    assert pace(study) == pytest.approx({0: 1000, 1: 500, 2: 250})
    log.unlink()
    assert pace(study) == {}
    assert analyse(study)["standings"]["games_per_second"].null_count() == 3


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"strategies": ["single"]}, "strategies: "),
        ({"strategies": ["single", "single"]}, "single is named more than once"),
        ({"strategies": ["single", "doubel"]}, "did you mean 'double'"),
        ({"players": [2]}, "players: there is no such key"),
        ({"rules": {"challenge": "sprint"}}, "challenge is for one player"),
    ],
)
def test_what_does_not_fit_is_refused(changes, words):
    with pytest.raises(Unknown, match=words):
        league(**changes)
