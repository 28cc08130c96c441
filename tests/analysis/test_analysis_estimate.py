"""Estimates of any column or expression, with intervals from blocks."""

import json
import math

import numpy as np
import polars as pl
import pytest

from simkit.analysis import StudyError, load
from simkit.analysis.blocks import means, paired
from simkit.analysis.estimate import check_metrics, estimate, metrics
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
        ("totl", "did you mean 'total'"),
        ("total >", "not an SQL expression"),
        ("AVG(total)", "not the value of one row"),
        ("total - AVG(total)", "not the value of one row"),
        ("'a'", "not the value of one row"),
        ("mana / 0", "not finite"),
        (3, "neither SQL nor"),
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


def test_what_is_unknown_is_left_out(study):
    found = study.estimate("case when mana > 3 then total end", by="seat")
    rows = study.rows.collect().filter(pl.col("mana") > 3)
    for row in found.iter_rows(named=True):
        own = rows.filter(pl.col("seat") == row["seat"])
        assert row["rows"] == own.height
        assert math.isclose(row["mean"], float(own["total"].mean()))


def test_few_blocks_say_little(study):
    """Ten rows of three blocks: Student's t has two degrees of freedom, whatever else was played."""
    found = study.estimate("total", by=[], where="block < 3 and arm = 0").row(0, named=True)
    assert found["blocks"] == 3
    assert found["high"] - found["mean"] == pytest.approx(4.302653 * found["error"], rel=1e-5)


def test_a_share_that_never_happened_is_not_certain(study):
    found = study.estimate("total > 100000", by=[]).row(0, named=True)
    assert (found["mean"], found["low"]) == (0, 0)
    assert found["high"] == pytest.approx(1 - 0.025 ** (1 / 300), rel=1e-6)
    assert study.estimate("total < 100000", by=[]).row(0, named=True)["low"] < 1


def test_labels_name_what_is_compared_with(study):
    name = study.strategies[1]
    by_label, by_number = (study.estimate("total", by="strategy", versus={"strategy": value}) for value in (name, 1))
    assert by_label.equals(by_number)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"by": "seet"}, "did you mean 'seat'"),
        ({"versus": {"arm": 99}}, "no row has arm = 99; there are 0"),
        ({"versus": 0}, "no mapping"),
        ({"where": "total"}, "neither true nor false"),
        ({"where": "total > AVG(total)"}, "where: .* not the value of one row"),
    ],
)
def test_what_does_not_fit_is_said(study, options, message):
    with pytest.raises(StudyError, match=message):
        study.estimate("total", **options)


def test_metrics_are_checked_before_anything_is_played():
    columns = {"total": pl.Int32, "mana": pl.Int16}
    check_metrics({"tall": "total >= 60"}, columns)
    for metric, message in (({"x": "nope > 1"}, "metrics.x: .*nope"), ({"x": "total >"}, "metrics.x"), ({" ": "total"}, "has no name")):
        with pytest.raises(StudyError, match=message):
            check_metrics(metric, columns)


def test_a_metric_that_is_true_or_false_is_a_share_and_stays_one(tmp_path):
    study = load(write_seats(tmp_path / "run", blocks=4, players=[2], mirrors=()))
    asked = {"high": "total >= 70", "points": "spells + mana", "rate": "spells / 2", "mixed": "total + turns"}
    with (study.folder / "log.jsonl").open("a") as file:
        file.write(json.dumps({"event": "asked", "metrics": asked}) + "\n")
    found = metrics(study)
    assert dict(found.select("metric", "unit").iter_rows()) == {"high": "share", "points": "points", "rate": "", "mixed": ""}
    limits = study.estimate("total >= 60", by=["arm", "seat", "strategy"]).filter(pl.col("error") > 0)
    assert limits.height
    assert limits["low"].min() >= 0
    assert limits["high"].max() <= 1
    assert (limits["mean"] + 3 * limits["error"] > 1).any() or (limits["mean"] - 3 * limits["error"] < 0).any()
