"""Main effects of drawn setups, on deals with known effects."""

import numpy as np
import polars as pl
import pytest

from simkit.analysis.setups import RESPONSES, Deals, Factor, effects, standing_out, variance

FACTORS = (Factor("red", ("a", "b", "c")), Factor("blue", ("d", "e")))
RED, BLUE = np.array([2.0, -1.0, -1.0]), np.array([0.5, -0.5])


def planted(deals=4000, spread=3.0, together=0.0, seed=5):
    """Draw setups evenly; the first response has effects RED and BLUE, the others none."""
    chance = np.random.default_rng(seed)
    setup = chance.integers(0, 6, deals)
    red, blue = setup // 2, setup % 2
    noise = chance.normal(0, spread, (len(RESPONSES), deals))
    values = dict(zip(RESPONSES, noise, strict=True))
    pattern = np.array([[1.0, -1.0], [-1.0, 1.0], [0.0, 0.0]])  # sums to zero both ways: nothing but interaction
    values["turns"] = values["turns"] + 20 + RED[red] + BLUE[blue] + together * pattern[red, blue]
    return Deals(FACTORS, setup, values)


def test_planted_effects_are_found_and_nothing_else():
    found = effects(planted())
    own = found.filter(pl.col("response") == "turns")
    for row, true in zip(own.iter_rows(named=True), [*RED, *BLUE], strict=True):
        assert row["found"]
        assert abs(row["effect"] - true) < 4 * (row["high"] - row["low"]) / 4
        assert row["low"] < row["effect"] < row["high"]
    assert not found.filter(pl.col("response") != "turns")["found"].any()
    for _, group in own.group_by("factor"):
        assert group["effect"].sum() == pytest.approx(0, abs=1e-9)


def test_balanced_effects_are_differences_of_means():
    setup = np.tile(np.arange(6), 50)
    values = {name: np.random.default_rng(3).normal(0, 1, 300) for name in RESPONSES}
    deals = Deals(FACTORS, setup, values)
    found = effects(deals).filter((pl.col("response") == "points") & (pl.col("factor") == "red"))["effect"].to_numpy()
    means = [values["points"][setup // 2 == level].mean() for level in range(3)]
    np.testing.assert_allclose(found, means - np.mean(means), atol=1e-12)


def test_intervals_cover_what_is_planted():
    inside = [
        row["low"] <= true <= row["high"]
        for seed in range(200)
        for row, true in zip(
            effects(planted(300, seed=seed)).filter(pl.col("response") == "turns").iter_rows(named=True), [*RED, *BLUE], strict=True
        )
    ]
    assert 0.927 <= np.mean(inside) <= 0.973


def test_the_spread_is_split_into_what_was_planted():
    own = variance(planted(60_000, together=1.5)).filter(pl.col("response") == "turns")
    found = dict(zip(own["source"], own["variance"], strict=True))
    assert found["red"] == pytest.approx((RED**2).mean(), rel=0.08)
    assert found["blue"] == pytest.approx((BLUE**2).mean(), rel=0.25)
    assert found["interactions"] == pytest.approx(1.5**2 * 4 / 6, rel=0.1)
    assert found["luck"] == pytest.approx(9, rel=0.03)
    assert own["share"].sum() == pytest.approx(1)
    assert (own["low"] <= own["share"]).all()
    assert (own["share"] <= own["high"]).all()


def test_no_interaction_is_told_as_none():
    own = variance(planted(20_000)).filter((pl.col("response") == "turns") & (pl.col("source") == "interactions")).row(0, named=True)
    assert own["low"] <= 0 <= own["high"]


def test_the_most_extreme_setups_are_named():
    deals = planted(together=1.5)
    ends = {(response, end): setup for response, end, setup, _, _ in reversed(standing_out(deals))}
    assert deals.name(ends["turns", "highest"]) == "a, d"
    assert deals.name(ends["turns", "lowest"]) == "b, d"
    assert deals.chosen(5) == [("red", "c"), ("blue", "e")]


@pytest.mark.parametrize("deals", [1, 2, 7])
def test_few_deals_say_little_and_nothing_breaks(deals):
    few = planted(deals)
    found = effects(few)
    assert found.height == 5 * len(RESPONSES)
    assert not found["found"].any()
    assert found["low"].null_count() == found["high"].null_count() == found.height * (deals <= 4)  # four numbers are estimated
    assert variance(few)["share"].is_finite().all()
    assert standing_out(few)
