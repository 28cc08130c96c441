"""Block sums, the jackknife, paired differences."""

import numpy as np
import polars as pl
import pytest

from simkit.analysis import StudyError, load
from simkit.analysis.blocks import (
    Sums,
    block_sums,
    cell_sums,
    difference,
    group_sums,
    jackknife,
    means,
    paired,
    ratio,
    sufficient,
)
from simkit.analysis.intervals import critical_t
from tests.analysis.synthetic import write_seats

EIGHT = np.arange(1, 9)


@pytest.fixture(scope="module")
def study(tmp_path_factory):
    return load(write_seats(tmp_path_factory.mktemp("blocks") / "run", blocks=300, part_blocks=64))


def pair(arm, base):
    return difference(sufficient(np.stack([arm, base], axis=1)))


def mean_of(sums):
    return sums[..., 0] / sums[..., 1]


@pytest.mark.parametrize(
    ("groups", "error"),
    [
        ([[k] for k in EIGHT], 0.866025),
        ([[1, 2], [3, 4], [5, 6], [7, 8]], 1.290994),
        ([[1, 5], [2, 6], [3, 7], [4, 8]], 0.645497),
    ],
)
def test_jackknife_known(groups, error):
    sums = np.array([[sum(g), len(g)] for g in groups])
    value, found, dof = jackknife(sums, mean_of)
    assert (value, found, dof) == (4.5, pytest.approx(error, abs=1e-6), len(groups) - 1)


def test_jackknife_of_one_group_is_refused():
    with pytest.raises(ValueError, match="two groups"):
        jackknife(np.array([[1, 1]]), mean_of)


def test_many_blocks_are_dealt_into_groups(tmp_path):
    study = load(write_seats(tmp_path / "run", blocks=5000, players=[2], mirrors=()))
    groups, blocks = group_sums(study, "total"), block_sums(study, "total")
    assert groups.totals.shape == (256, 1)
    assert blocks.totals.shape == (5000, 1)
    for field in ("totals", "counts"):
        dealt = [getattr(blocks, field)[k::256].sum() for k in range(256)]
        assert getattr(groups, field)[:, 0].tolist() == dealt


def test_cell_sums_do_not_depend_on_parts(study):
    whole = block_sums(study, "share", ("arm", "seat"))
    cells = cell_sums(study, "share", ("arm", "seat"))
    assert cells.keys.equals(whole.keys)
    assert cells.sums.n == 300
    assert (cells.sums.total == whole.totals.sum(axis=0)).all()
    assert (cells.sums.cross == whole.totals.T @ whole.totals).all()
    assert cells.rows.tolist() == whole.counts[0].tolist()


def test_uneven_cells_are_refused(study):
    with pytest.raises(StudyError, match="differ in their rows by arm, rank"):
        cell_sums(study, "total", ("arm", "rank"))


def test_ratio_is_unknown_from_one_block_or_an_empty_side():
    assert ratio(np.array([[3, 1]]), mean_of) is None
    assert ratio(np.array([[3, 1], [0, 0]]), mean_of) is None


def test_sums_merge_and_equal_numpy():
    rng = np.random.default_rng(3)
    values = rng.integers(0, 240, (500, 4))
    whole = sufficient(values)
    merged = sufficient(values[:123]) + sufficient(values[123:])
    assert isinstance(merged, Sums)
    assert merged.n == whole.n
    assert (merged.cross == whole.cross).all()
    assert whole.mean() == pytest.approx(values.mean(axis=0))
    assert whole.covariance() == pytest.approx(np.cov(values.T))
    assert whole.errors() == pytest.approx(values.std(axis=0, ddof=1) / np.sqrt(500))


def test_covariance_of_large_sums_does_not_overflow():
    values = np.full((1000, 1), 50_000_000)
    values[::2] += 1
    assert sufficient(values).covariance()[0, 0] == pytest.approx(0.25 * 1000 / 999)


def test_few_blocks_have_no_spread_and_no_nan():
    assert sufficient(np.array([[7]])).errors().tolist() == [0]
    assert pair([7], [5]).low is None


def test_block_sums_equal_polars(study):
    sums = block_sums(study, "total", by=("arm", "seat"))
    rows = study.rows.collect()
    cell = sums.keys.row(3, named=True)
    mine = rows.filter((pl.col("arm") == cell["arm"]) & (pl.col("seat") == cell["seat"]))
    by_block = mine.group_by("block").agg(pl.col("total").sum()).sort("block")["total"]
    assert sums.totals[:, 3].tolist() == by_block.to_list()


def test_means_of_expression_may_be_negative(study):
    # Columns are unsigned and small on disk: a difference must not wrap.
    table = means(study, pl.col("turns") - pl.col("decisions"))
    assert table["mean"].to_list() == [-29.0] * len(study.arms)
    assert table["error"].to_list() == [0.0] * len(study.arms)


def test_means_of_rotated_games_use_blocks_not_games(study):
    table = means(study, "total", by=("arm",))
    rows = study.rows.filter(pl.col("arm") == 8).collect()
    by_block = rows.group_by("block").agg(pl.col("total").mean())["total"].to_numpy()
    error = by_block.std(ddof=1) / np.sqrt(len(by_block))
    found = table.row(8, named=True)
    assert found["error"] == pytest.approx(error)
    assert found["high"] - found["mean"] == pytest.approx(critical_t(299) * error)


def test_means_with_uneven_counts_are_ratios(study):
    table = means(study, "total", where=pl.col("share") > 0)
    rows = study.rows.filter((pl.col("arm") == 0) & (pl.col("share") > 0)).collect()
    assert table["mean"][0] == pytest.approx(rows["total"].mean())
    assert table["rows"][0] == rows.height
    assert table["error"].is_not_null().all()


def test_only_whole_numbers_are_summed(study):
    with pytest.raises(StudyError, match="whole numbers"):
        block_sums(study, pl.col("total") / 2)


def test_identical_values_differ_by_exactly_nothing():
    found = pair(EIGHT, EIGHT)
    assert (found.mean, found.error, found.low, found.high) == (0, 0, 0, 0)
    assert found.gain is None


def test_identical_arms_differ_by_exactly_nothing(study):
    found = paired(study, "share", 1, 1)
    assert (found.mean, found.error, found.low, found.high) == (0, 0, 0, 0)


def test_paired_difference_equals_plain_arithmetic(study):
    found = paired(study, "total", 2, 1)
    rows = study.rows.collect()
    by = {arm: rows.filter(pl.col("arm") == arm).group_by("block").agg(pl.col("total").mean()) for arm in (1, 2)}
    one, two = (by[a].sort("block")["total"].to_numpy() for a in (1, 2))
    d = two - one
    assert found.mean == pytest.approx(d.mean())
    assert found.error == pytest.approx(d.std(ddof=1) / np.sqrt(len(d)))
    assert found.gain == pytest.approx((one.var(ddof=1) + two.var(ddof=1)) / d.var(ddof=1))


def test_missing_arm_is_named(study):
    with pytest.raises(StudyError, match="arm 99"):
        paired(study, "total", 99, 0)


def test_common_luck_sharpens_a_difference():
    rng = np.random.default_rng(4)
    luck = rng.integers(0, 100, 2000)
    found = pair(luck + rng.integers(0, 3, 2000), luck)
    assert found.gain > 100


def test_coverage_of_block_means_and_ratios():
    rng = np.random.default_rng(5)
    studies, blocks = 1000, 60
    mean_hits = ratio_hits = 0
    for _ in range(studies):
        common = rng.integers(0, 7, blocks)
        totals = 4 * common + rng.integers(0, 7, (blocks, 4)).sum(axis=1)
        sums = sufficient(totals[:, None])
        half = critical_t(blocks - 1) * sums.errors()[0]
        mean_hits += abs(sums.mean()[0] - 24) <= half
        counts = rng.integers(1, 5, blocks)
        parts = np.stack([counts * common, counts], axis=1)
        _, _, low, high = ratio(parts, mean_of)
        ratio_hits += low <= 3 <= high
    assert 0.9365 <= mean_hits / studies <= 0.9635
    assert 0.9365 <= ratio_hits / studies <= 0.9635


def test_games_as_units_would_be_wrong():
    """Four games that share their luck are not four observations."""
    rng = np.random.default_rng(6)
    hits = 0
    for _ in range(1000):
        games = rng.integers(0, 2, 100).repeat(4)
        error = games.std(ddof=1) / np.sqrt(400)
        hits += abs(games.mean() - 0.5) <= 1.96 * error
    assert hits / 1000 < 0.75  # 67.3 % in the limit


def test_sets_of_cards_are_not_summed(study):
    with pytest.raises(StudyError, match="not sets of cards"):
        means(study, "held")
