"""Solo difficulty and where points come from."""

import numpy as np
import polars as pl
import pytest

from simkit.analysis import load, points, solo
from simkit.analysis.blocks import difference, sufficient
from simkit.analysis.intervals import quantile_interval, wilson
from simkit.analysis.scores import Scores
from tests.analysis import synthetic as syn

HUNDRED = Scores(np.arange(1, 101), np.ones(100, np.int64))


@pytest.fixture(scope="module")
def study(tmp_path_factory):
    return load(syn.write_solo(tmp_path_factory.mktemp("solo") / "run", blocks=1100))


def constant(folder, score, blocks=40, target=80):
    scenarios = [("mana", "The Mana", target, 0.0), ("storm", "Storm", target, 0.0)]
    arms = syn.solo_arms(scenarios, (1,))
    total = np.full((blocks, 1), score)
    won = total >= (target or 0) if target else np.zeros_like(total, dtype=bool)
    frame = pl.concat([syn.rows(k, np.arange(blocks), 0, 1, total, 60 * won, 2 - won) for k in range(2)])
    told = syn.manifest({"kind": "solo", "name": "solo"}, arms)
    if target is None:
        told["game"]["scores_alone"] = True
    return load(syn.write(folder, told, frame))


def test_success_curve_known():
    targets, success = HUNDRED.curve()
    at = dict(zip(targets.tolist(), success.tolist(), strict=True))
    assert (at[1], at[50], at[51], at[52], at[101]) == (1.0, 0.51, 0.50, 0.49, 0.0)


@pytest.mark.parametrize(("wanted", "target"), [(0.5, 51), (0.51, 50), (0.495, 51), (1.0, 1), (0.01, 100), (0.3, 71)])
def test_target_is_the_largest_that_suffices(wanted, target):
    found, achieved, above = HUNDRED.target(wanted)
    assert found == target
    assert achieved >= wanted - 1e-12
    assert above < wanted


def test_target_with_gaps_between_scores():
    scores = Scores(np.array([10, 20, 40]), np.array([5, 3, 2]))
    assert scores.target(0.5) == (20, 0.5, 0.2)
    assert scores.target(0.2) == (40, 0.2, 0.0)


def test_cells_equal_numpy_and_wilson(study):
    cell = solo.cells(study).row(4, named=True)
    rows = study.rows.filter(pl.col("arm") == 4).collect()
    score = rows["total"].to_numpy()
    expected = np.quantile(score, [0.1, 0.5, 0.9])
    assert [cell[c] for c in ("p10", "p50", "p90")] == expected.tolist()
    won = int((rows["share"] == 60).sum())
    assert (cell["successes"], cell["games"]) == (won, 1100)
    assert (cell["low"], cell["high"]) == wilson(won, 1100)
    assert cell["p50_low"] <= cell["p50"] <= cell["p50_high"]


def test_median_of_an_even_number_lies_between(tmp_path):
    study = load(syn.write_solo(tmp_path / "run", blocks=2, strategies=(1,)))
    scores = study.rows.filter(pl.col("arm") == 0).collect()["total"].to_numpy()
    assert solo.cells(study)["p50"][0] == scores.mean()


def test_score_alone_may_not_win(study):
    hourglass = solo.cells(study).filter(pl.col("scenario") == "The Hourglass")
    assert hourglass["reached_but_lost"].to_numpy().max() > 20


def test_pairs_are_made_on_common_deals(study):
    table = solo.pairs(study)
    syn.no_nan(table)
    assert table.height == 3 * 6
    assert (table["difference"] >= 0).all()
    assert table.filter("neighbours").height == 3 * 3
    greedy = table.filter(pl.col("strategy") == "greedy")
    assert greedy["gain"].to_numpy().min() > 1.1


def test_endings_add_up(study):
    table = solo.endings(study)
    totals = table.group_by("arm").agg(pl.col("games").sum())["games"]
    assert set(totals) == {1100}
    assert set(table["ending"]) == {"cut off or fault", "tenth spell", "timer"}


@pytest.mark.parametrize(("score", "rate"), [(70, 0.0), (90, 1.0)])
def test_constant_scores(tmp_path, score, rate):
    study = constant(tmp_path / "run", score)
    cells = solo.cells(study)
    assert cells["success"].to_list() == [rate, rate]
    assert (cells["high"] - cells["low"]).to_numpy().min() > 0.05
    assert cells.select("p10", "p50", "p50_low", "p50_high", "p90").row(0) == (score,) * 5
    pairs = solo.pairs(study).row(0, named=True)
    # Forty deals without a difference: up to 8.8 % of deals may differ either way.
    unseen = 1 - 0.025 ** (1 / 40)
    assert pairs["difference"] == 0
    assert (pairs["low"], pairs["high"]) == pytest.approx((-unseen, unseen))
    assert (pairs["gain"], pairs["told_apart"], pairs["verdict"]) == (None, False, "undecided")
    for table in (cells, solo.targets(study), solo.curves(study), points.points(study)):
        syn.no_nan(table)
    assert points.points(study)["difference"].null_count() == 6


def test_no_target_means_no_success_rate(tmp_path):
    study = constant(tmp_path / "run", 70, target=None)
    cells = solo.cells(study)
    assert cells["success"].null_count() == 2
    assert cells["p50"].to_list() == [70, 70]
    assert solo.pairs(study).height == 0


def test_one_deal(tmp_path):
    study = load(syn.write_solo(tmp_path / "run", blocks=1))
    for table in (solo.cells(study), solo.pairs(study), solo.endings(study), points.points(study)):
        syn.no_nan(table)
    pairs = solo.pairs(study)
    assert set(pairs["verdict"]) == {"undecided"}
    assert pairs["planned"].null_count() == 18
    assert ((pairs["low"] >= -1) & (pairs["high"] <= 1)).all()


def test_a_faulty_game_leaves_no_verdict(tmp_path):
    folder = syn.write_solo(tmp_path / "run", blocks=400, strategies=(1,))
    part = folder / "parts" / "part-00000.parquet"
    spoilt = (pl.col("block") == 0) & (pl.col("arm") == 0)
    frame = pl.read_parquet(part)
    frame.with_columns(pl.when(spoilt).then(3).otherwise(0).cast(pl.UInt8).alias("fault")).write_parquet(part)
    pairs = solo.pairs(load(folder))
    assert set(pairs["verdict"]) == {"undecided: faults"}
    assert not pairs["told_apart"].any()
    assert pairs["planned"].null_count() == pairs.height


def test_points_add_up_to_the_score(study):
    table = points.points(study)
    syn.no_nan(table)
    sums = table.group_by("arm").agg(pl.col("mean", "winners", "others").sum()).sort("arm")
    rows = study.rows.collect()
    for arm in (1, 5):
        mine = rows.filter(pl.col("arm") == arm)
        won = mine.filter(pl.col("share") > 0)
        assert sums["mean"][arm] == pytest.approx(mine["total"].mean())
        assert sums["winners"][arm] == pytest.approx(won["total"].mean())
    assert (table["difference"] - (table["winners"] - table["others"])).abs().max() < 1e-9


def test_coverage_of_paired_success():
    rng = np.random.default_rng(11)
    hits = 0
    for _ in range(1000):
        deal = rng.random(300)
        easy = (deal + 0.5 * rng.random(300) < 0.9).astype(np.int64)
        hard = (deal + 0.5 * rng.random(300) < 0.7).astype(np.int64)
        found = difference(sufficient(np.stack([easy, hard], axis=1)))
        hits += found.low <= 0.2 <= found.high
    assert 0.9365 <= hits / 1000 <= 0.9635


def test_verdicts_on_pairs_follow_the_margin(tmp_path):
    def study(name, margin):
        scenarios = [("a", "A", 80, 0.0), ("b", "B", 80, -1.0), ("c", "C", 80, -14.0)]
        folder = tmp_path / name
        return load(syn.write_solo(folder, 4000, scenarios=scenarios, strategies=(1,), margin=margin))

    narrow, wide = solo.pairs(study("narrow", 0.01)), solo.pairs(study("wide", 0.2))
    assert narrow.select("easier", "harder").rows() == [("A", "B"), ("A", "C"), ("B", "C")]
    assert narrow["verdict"].to_list() == ["harder", "harder", "harder"]
    assert wide["verdict"].to_list() == ["equally hard", "harder", "harder"]
    assert narrow["told_apart"].to_list() == wide["told_apart"].to_list() == [True] * 3


def scored(folder, scores, target=80):
    """A study of one scenario from its scores."""
    total = np.asarray(scores)[:, None]
    won = total >= target
    arms = syn.solo_arms([("mana", "The Mana", target, 0.0)], (1,))
    frame = syn.rows(0, np.arange(len(total)), 0, 1, total, 60 * won, 2 - won)
    told = syn.manifest({"kind": "solo", "name": "solo"}, arms)
    if target is None:
        told["game"]["scores_alone"] = True
    return load(syn.write(folder, told, frame))


def test_intervals_of_targets_are_order_statistics(tmp_path):
    """2,000 different scores: the target for a chance of 30 % is the 1,401st; its interval goes from rank 1,360 to rank 1,441."""
    table = solo.targets(scored(tmp_path / "run", np.random.default_rng(1).permutation(2000) + 1), wanted=(0.3, 0.5))
    assert table.select("wanted", "target", "low", "high").rows() == [(0.3, 1401, 1360, 1441), (0.5, 1001, 956, 1045)]


def test_intervals_of_targets_cover():
    """Scores uniform from 1 to 1,000, 200 games: 501 is reached in half of the games; 1,000 studies."""
    rng = np.random.default_rng(4)
    truth = Scores(np.arange(1, 1001), np.ones(1000, np.int64)).target(0.5)[0]
    held = 0
    for _ in range(1000):
        values, number = np.unique(rng.integers(1, 1001, 200), return_counts=True)
        low, high, _ = quantile_interval(np.repeat(values, number), 0.5)
        held += low <= truth <= high
    assert held / 1000 >= 0.927


def test_targets_of_one_deal_and_of_constant_scores_are_bounded(tmp_path):
    for name, scores in (("one", [77]), ("constant", [77] * 50)):
        study = scored(tmp_path / name, scores)
        for row in solo.targets(study, wanted=(0.01, 0.5, 1.0)).iter_rows(named=True):
            assert (row["low"], row["target"], row["high"]) == (77, 77, 77)
            assert (row["achieved"], row["achieved_above"]) == (1.0, 0.0)


def test_curves_carry_wilson_limits(tmp_path):
    table = solo.curves(scored(tmp_path / "run", [70] * 30 + [80] * 20))
    at = {row["target"]: row for row in table.iter_rows(named=True)}
    assert (at[70]["success"], at[71]["success"], at[81]["success"]) == (1.0, 0.4, 0.0)
    assert (at[71]["low"], at[71]["high"]) == wilson(20, 50)
    assert at[81]["low"] == 0.0
    assert 0 < at[81]["high"] < 0.1
    assert at[70]["high"] == 1.0
