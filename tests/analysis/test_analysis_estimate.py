"""Estimates of any column or expression, with intervals from blocks."""

import math

import numpy as np
import polars as pl
import pytest

from simkit.analysis import StudyError, load
from simkit.analysis.blocks import means, paired
from simkit.analysis.estimate import estimate, metrics
from tests.analysis.synthetic import write_seats


@pytest.fixture(scope="module")
def study(tmp_path_factory):
    return load(write_seats(tmp_path_factory.mktemp("estimate") / "run", blocks=300, part_blocks=64))


def test_a_column_is_what_the_block_means_say(study):
    found, known = study.estimate("total"), means(study, "total")
    assert found["rows"].to_list() == known["rows"].to_list()
    for column in ("mean", "error", "low", "high"):
        np.testing.assert_allclose(found[column], known[column], rtol=1e-12)


def test_an_expression_and_a_condition_are_means_over_rows(study):
    rows = study.rows.collect()
    found = study.estimate("total >= 60", by=["arm", "seat"], where="rotation = 0")
    kept = rows.filter(pl.col("rotation") == 0)
    for row in found.iter_rows(named=True):
        cell = kept.filter((pl.col("arm") == row["arm"]) & (pl.col("seat") == row["seat"]))
        assert row["rows"] == cell.height
        assert math.isclose(row["mean"], float((cell["total"] >= 60).mean()), abs_tol=1e-12)
        assert row["low"] <= row["mean"] <= row["high"]


def test_fractions_are_estimated_too(study):
    whole, half = (study.estimate(text)["mean"].to_numpy() for text in ("total", "total * 0.5"))
    np.testing.assert_allclose(half, whole / 2)


def test_versus_is_paired_on_blocks(study):
    first = study.arms[0].index
    found = study.estimate("total", versus={"arm": first})
    assert found.row(0, named=True)["difference"] is None  # the base itself
    row = found.row(1, named=True)
    known = paired(study, "total", row["arm"], first)
    np.testing.assert_allclose([row["difference"], row["difference_error"]], [known.mean, known.error], rtol=1e-9)
    np.testing.assert_allclose([row["difference_low"], row["difference_high"]], [known.low, known.high], rtol=1e-9)


def test_versus_with_several_columns_keeps_the_others(study):
    found = estimate(study, "total", by=["arm", "seat"], versus={"seat": 0})
    for row in found.iter_rows(named=True):
        base = found.row(by_predicate=(pl.col("arm") == row["arm"]) & (pl.col("seat") == 0), named=True)
        if row["seat"]:
            assert math.isclose(row["difference"], row["mean"] - base["mean"], abs_tol=1e-9)
        else:
            assert row["difference"] is None


@pytest.mark.parametrize(
    ("expression", "message"),
    [
        ("totl", "columns.md"),
        ("total >", "not an SQL expression"),
        ("AVG(total)", "the estimate is its mean"),
        ("'a'", "is no number"),
    ],
)
def test_what_cannot_be_estimated_is_said(study, expression, message):
    with pytest.raises(StudyError, match=message):
        study.estimate(expression)


def test_versus_needs_a_column_of_by(study):
    with pytest.raises(StudyError, match="not one of the columns"):
        study.estimate("total", versus={"seat": 0})


def test_one_block_has_a_mean_and_no_interval(tmp_path):
    found = load(write_seats(tmp_path / "run", blocks=1, part_blocks=64)).estimate("total", versus={"arm": 0}).row(1, named=True)
    assert found["mean"] > 0
    assert [found[name] for name in ("error", "low", "high", "difference_low")] == [None] * 4
    assert found["difference"] is not None


def test_a_study_without_metrics_has_none(study):
    assert metrics(study).height == 0
