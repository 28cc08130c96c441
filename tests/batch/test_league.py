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
PLAYERS_OF_EXACT = sorted(PLAYERS)


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
    blocks = size(3000, 400)
    found = analyse(found_in(league(), tmp_path / "run", blocks=blocks))
    for one, other in combinations(PLAYERS, 2):
        expected = (exact.win_shares([one, other])[0] + exact.win_shares([other, one])[1]) / 2
        mine, theirs = (row(found["matchups"], strategy=a, other=b) for a, b in ((one, other), (other, one)))
        assert mine["low"] < expected < mine["high"]
        assert mine["share"] + theirs["share"] == pytest.approx(1)
        assert mine["low"] == pytest.approx(1 - theirs["high"])
        assert {mine["verdict"], theirs["verdict"]} in ({BEATS, LOSES}, {OPEN})


def test_tables_of_three_are_those_of_the_exact_chances(tmp_path, size):
    what = league(strategies=[*PLAYERS, "switch(place=3.0)"], players=[2, 3])
    assert [arm.players for arm in what.arms] == [2] * 6 + [3] * 4
    assert {arm.rotations for arm in what.arms if arm.players == 3} == {3}
    study = found_in(what, tmp_path / "run", blocks=size(300, 100))
    found = analyse(study)
    assert found["sizes"]["players"].to_list() == [2, 3]
    mixed = next(arm for arm in study.arms if sorted(study.strategies[chair] for chair in arm.lineup) == PLAYERS_OF_EXACT)
    seated = [[study.strategies[mixed.lineup[(seat - r) % 3]] for seat in range(3)] for r in range(3)]
    expected = {name: sum(exact.win_shares(who)[who.index(name)] for who in seated) / 3 for name in PLAYERS}
    shares = study.estimate("share / 60", by=["arm", "strategy"])
    for name, share in expected.items():
        got = row(shares, arm=mixed.index, strategy=study.strategies.index(name))
        assert abs(got["mean"] - share) < 5 * got["error"]
    for players in (2, 3):
        own = found["standings"].filter(pl.col("players") == players)
        assert own["strategy"].to_list() == ["double", "switch(place=3.0)", "switch", "single"]
        assert own["share"].sum() == pytest.approx(4 / players)
        assert own["index"].mean() == pytest.approx(1)
        assert own["rating"].sum() == pytest.approx(0, abs=1e-6)
        assert own["dominated_by"].to_list() == [None, "double", "double", "double"]
        assert own["mass"].to_list() == pytest.approx([1, 0, 0, 0])
        assert found["ladder"].filter(pl.col("players") == players)["strategy"].to_list()[-1] == "double"
    assert found["cycles"].is_empty()
    assert found["seats"].filter(pl.col("players") == 3)["rating"].is_sorted(descending=True)  # who starts a race is ahead
    ahead = found["matchups"].filter(pl.col("players") == 3)
    mine, theirs = row(ahead, strategy="double", other="single"), row(ahead, strategy="single", other="double")
    assert mine["share"] + theirs["share"] == pytest.approx(1)
    rank = pl.col("rank").cast(pl.Int64)
    rows = study.rows.filter(pl.col("arm") >= 6).collect()
    both = [rows.filter(pl.col("strategy") == study.strategies.index(name)) for name in ("double", "single")]
    met = both[0].join(both[1], on=["block", "arm", "rotation"], suffix="_other")
    halves = met.select((rank < pl.col("rank_other")).sum() + (rank == pl.col("rank_other")).sum() / 2).item()
    assert mine["share"] == pytest.approx(halves / met.height)


def test_a_clone_shares_the_mass_and_the_rating_of_its_original(tmp_path):
    clone = "switch(place=0.0)"  # rolls two dice from the start, as `double` does
    found = analyse(found_in(league(strategies=[*PLAYERS, clone]), tmp_path / "run"))
    own = {r["strategy"]: r for r in found["standings"].iter_rows(named=True)}
    assert (own["double"]["mass"], own[clone]["mass"]) == pytest.approx((0.5, 0.5))
    assert own["double"]["rating"] == pytest.approx(own[clone]["rating"])
    pair = row(found["matchups"], strategy="double", other=clone)
    assert (pair["share"], pair["verdict"]) == (0.5, OPEN)  # on the same luck they win each other's games
    assert found["sizes"]["effective"][0] == pytest.approx(2)


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
    assert found["standings"]["rating"].is_sorted(descending=True)
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
    assert pace(study, players=3) == {}
    log.unlink()
    assert pace(study) == {}
    assert analyse(study)["standings"]["games_per_second"].null_count() == 3


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"strategies": ["single"]}, "strategies: "),
        ({"strategies": ["single", "single"]}, "single is named more than once"),
        ({"strategies": ["single", "doubel"]}, "did you mean 'double'"),
        ({"players": [2, 2]}, "players: 2 is named more than once"),
        ({"players": [4]}, "players: "),
        ({"players": []}, "players: "),
        ({"strategies": [*PLAYERS, "switch(place=3.0)"], "players": [3], "lineups": 3}, "lineups: 3 line-ups are too few"),
        ({"step": 0.5}, "step: "),
        ({"rules": {"challenge": "sprint"}}, "challenge is for one player"),
    ],
)
def test_what_does_not_fit_is_refused(changes, words):
    with pytest.raises(Unknown, match=words):
        league(**changes)
