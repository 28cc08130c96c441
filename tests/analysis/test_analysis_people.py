"""Real groups on the ladder of simulated levels, and targets for them."""

import json

import numpy as np
import polars as pl
import pytest

from simkit.analysis import load, solo
from simkit.analysis.people import EVERYBODY, ability, win_chance
from simkit.analysis.scores import Scores
from tests.analysis import synthetic as syn


def asked(folder, **what):
    with (folder / "log.jsonl").open("a") as log:
        log.write(json.dumps({"event": "asked", **what}) + "\n")
    return load(folder)


def games(n, won, scenario="mana", **more):
    return [{"scenario": scenario, "won": k < won, **more} for k in range(n)]


def test_chances_of_wins_are_those_of_unlike_coins():
    found = win_chance(0.3, np.array([-1.0, 0.3, 2.0]))
    p = 1 / (1 + np.exp(np.array([-1.0, 0.3, 2.0]) - 0.3))
    assert found.sum() == pytest.approx(1)
    assert found[3] == pytest.approx(p.prod())
    assert found @ np.arange(4) == pytest.approx(p.sum())


def test_ability_of_equal_games_is_the_exact_interval():
    """25 of 50 at one difficulty: the limits of Clopper and Pearson, on the logit scale."""
    value, low, high = ability(25, np.full(50, 0.4))
    assert value == pytest.approx(0.4, abs=1e-9)
    assert [1 / (1 + np.exp(0.4 - end)) for end in (low, high)] == pytest.approx([0.355273, 0.644727], abs=1e-6)


def test_ability_without_a_win_or_a_loss_has_one_limit():
    value, low, high = ability(0, np.zeros(50))
    assert low is None
    assert 1 / (1 + np.exp(-high)) == pytest.approx(0.071122, abs=1e-6)
    assert 1 / (1 + np.exp(-value)) == pytest.approx(1 - 0.5 ** (1 / 50), abs=1e-9)
    value, low, high = ability(50, np.zeros(50))
    assert high is None
    assert value > low > 2


def test_exact_limits_of_ability_cover():
    rng = np.random.default_rng(9)
    difficulties = np.tile([-1.0, 0.0, 0.5, 1.5], 4)
    limits = [ability(won, difficulties)[1:] for won in range(17)]
    won = (rng.random((1000, 16)) < 1 / (1 + np.exp(difficulties - 0.7))).sum(axis=1)
    held = sum((low is None or low <= 0.7) and (high is None or high >= 0.7) for low, high in (limits[w] for w in won))
    assert held / 1000 >= 0.95


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    return syn.write_solo(tmp_path_factory.mktemp("people") / "run", blocks=1500, strategies=(0, 1, 3))


def test_groups_are_placed_by_their_wins(folder):
    """As many wins as the weaker level has put a group on it; one without a loss is above the ladder, with no upper limit."""
    cells = {(r["scenario"], r["strategy"]): r["success"] for r in solo.cells(load(folder)).iter_rows(named=True)}
    like = round(400 * cells["The Mana", "greedy"])
    study = asked(folder, playtested=games(400, like, group="one", turns=9) + games(40, 40, "garden", group="two"))
    tables = solo.analyse(study)
    syn.no_nan(tables["people"])
    people = {r["group"]: r for r in tables["people"].iter_rows(named=True)}
    assert list(people) == [EVERYBODY, "one", "two"]
    assert (people["one"]["games"], people["one"]["won"], people["one"]["by"]) == (400, like, "wins")
    assert people["one"]["rung_low"] <= people["one"]["rung"] < 0.25
    assert people["one"]["turns"] == 9
    assert people["one"]["turns_simulated"] == 11
    assert (people["two"]["rung"], people["two"]["rung_high"], people["two"]["high"]) == (1, 1, None)
    aims = tables["people_targets"].filter(pl.col("group") == "two")
    syn.no_nan(aims)
    best = tables["targets"].filter(pl.col("strategy") == "set_builder")
    assert aims["target"].to_list() == best["target"].to_list()  # the strongest level's own
    assert (aims["low"] <= aims["target"]).all()


def test_targets_between_levels_lie_between(folder):
    cells = {(r["scenario"], r["strategy"]): r["success"] for r in solo.cells(load(folder)).iter_rows(named=True)}
    halfway = (cells["The Mana", "greedy"] + cells["The Mana", "set_builder"]) / 2
    tables = solo.analyse(asked(folder, playtested=games(300, round(300 * halfway))))
    (place,) = tables["people"]["rung"].to_list()
    assert 0 < place < 1
    found = tables["people_targets"].filter(pl.col("scenario") == "The Mana")
    for strategy, compare in (("greedy", np.less_equal), ("set_builder", np.greater_equal)):
        own = tables["targets"].filter((pl.col("strategy") == strategy) & (pl.col("scenario") == "The Mana"))
        assert compare(own["target"].to_numpy(), found["target"].to_numpy()).all()


def test_scores_alone_place_by_their_mean(tmp_path):
    folder = syn.write_solo(tmp_path / "run", 900, scenarios=[("solo", "The Garden", None, 0.0)], strategies=(0, 1, 3))
    middle = solo.levels(load(folder)).filter("counts")["points"].to_numpy().mean()
    scores = np.rint(np.random.default_rng(1).normal(middle, 8, 60)).astype(int).tolist()
    tables = solo.analyse(asked(folder, playtested=[{"scenario": "solo", "score": score} for score in scores]))
    row = tables["people"].row(0, named=True)
    assert (row["by"], row["games"], row["won"]) == ("score", 60, None)
    assert row["low"] < middle < row["high"]
    assert 0 < row["rung_low"] < row["rung"] < row["rung_high"] or row["rung_low"] == 0
    one = solo.analyse(asked(folder, playtested=[{"scenario": "solo", "score": 70}]))["people"].row(0, named=True)
    assert (one["low"], one["high"], one["rung_low"], one["rung_high"]) == (None, None, 0, 1)


def test_mixed_scores_mix_their_chances():
    low, high = Scores(np.array([10, 20]), np.array([3, 1])), Scores(np.array([20, 30]), np.array([50, 50]))
    targets, success = low.mixed(high, 0.5).curve()
    at = dict(zip(targets.tolist(), success.tolist(), strict=True))
    assert (at[10], at[11], at[21], at[31]) == (1.0, 0.625, 0.25, 0.0)
    assert low.mixed(high, 0.0).target(0.5) == low.target(0.5)
