"""How cards are judged: ratios with their intervals, families, flags, levels, proposed values."""

import numpy as np
import pytest

from simkit.analysis.card_flags import DEPENDS, FINE, HARDLY_SEEN, OVER, UNDER, agreed, flag_of, proposed
from simkit.analysis.cards import against_others
from simkit.analysis.ratios import Estimate, beyond, jackknifed, ratios, unseen
from simkit.analysis.verdict import UNDECIDED

BAND = (0.927, 0.973)  # of 1,000 studies, in which the coverage of a nominal 95 % interval lies with 99.9 %


def test_a_ratio_is_that_of_the_sums_and_leaves_out_each_group():
    upper, lower = np.array([[3.0], [7.0], [11.0], [15.0]]), np.full((4, 1), 2.0)
    whole, without = ratios(upper, lower)
    assert whole.tolist() == [4.5]
    assert without[:, 0].tolist() == pytest.approx([33 / 6, 29 / 6, 25 / 6, 21 / 6])
    assert jackknifed(whole, without)[0].error == pytest.approx(1.290994, abs=1e-6)


def test_what_was_never_held_has_no_worth_and_one_holder_no_error():
    whole, without = ratios(np.array([[0.0, 3.0], [0.0, 0.0]]), np.array([[0.0, 1.0], [0.0, 0.0]]))
    never, once = jackknifed(whole, without)
    assert never == Estimate(None)
    assert once == Estimate(3.0)


def test_a_card_is_measured_against_the_others_of_its_family():
    worth = against_others(np.array([5.0, 2.0, 2.0, np.nan]), [0, 1, 2, 3])
    assert worth[:3].tolist() == [3.0, -1.5, -1.5]
    assert np.isnan(worth[3])
    assert np.isnan(against_others(np.array([5.0]), [0])).all()


@pytest.mark.parametrize(("blocks", "often"), [(40, 0.5), (200, 0.12)])
def test_intervals_of_points_per_time_held_cover_as_they_say(blocks, often):
    """1,000 studies: a card held at random by two seats of a deal, worth 3 points with a spread, and what it changes elsewhere."""
    rng = np.random.default_rng(20241207)
    held = rng.binomial(2, often, (blocks, 1000)).astype(float)
    gained = 3.0 * held + rng.normal(0, 4, held.shape) * np.sqrt(held) + rng.normal(0, 0.5, held.shape)
    found = jackknifed(*ratios(gained, held))
    covered = np.mean([e.low <= 3.0 <= e.high for e in found])
    assert BAND[0] <= covered <= BAND[1]


def test_intervals_against_the_family_cover_as_they_say():
    """1,000 studies of six cards on the same luck: what a deal does to all cards cancels."""
    rng = np.random.default_rng(20241208)
    true = np.array([3.0, 0.0, 1.0, -1.0, 0.5, 0.5])
    covered = np.zeros(6)
    for _ in range(1000):
        deal = rng.normal(0, 10, (60, 1))
        points = 2 * true + deal + rng.normal(0, 6, (60, 6))
        whole, without = ratios(points, np.full((60, 6), 2.0))
        found = jackknifed(*(against_others(part, range(6)) for part in (whole, without)))
        expected = against_others(true, range(6))
        covered += [e.low <= value <= e.high for e, value in zip(found, expected, strict=True)]
    assert (covered / 1000 >= BAND[0]).all()
    assert (covered / 1000 <= BAND[1]).all()


@pytest.mark.parametrize("wins", [0.5, 0.9, 0.97, 1.0])
@pytest.mark.parametrize("deals", [40, 120])
def test_what_is_given_in_a_third_of_the_deals_is_covered_too(deals, wins):
    """Only deals that have the card tell of it: points, and wins that hardly fail; few failures cover in steps, so more than 97.3 % may."""
    rng, covered = np.random.default_rng([20241209, deals, int(100 * wins)]), np.zeros(2)
    for _ in range(400):  # of three cards each, on deals of their own
        given = 2.0 * (rng.random((deals, 3)) < 1 / 3)
        told = (given > 0).sum(axis=0)
        points, won = given * rng.normal(3, 5, given.shape), rng.binomial(2, wins, given.shape) * (given > 0.0)
        each = np.divide(won, given, out=np.zeros_like(given), where=given > 0)
        for at, (value, more) in enumerate(((points, 0.0), (won, unseen(each, given)))):
            both = (against_others(part, range(3)) for part in ratios(value.astype(float), given))
            covered[at] += sum(e.low is not None and e.low <= 0 <= e.high for e in jackknifed(*both, held=told, beside=more))
    assert (covered / 1200 >= BAND[0]).all()
    assert covered[0] / 1200 <= BAND[1]


def test_who_won_all_of_a_few_deals_need_not_win_for_certain():
    few, many = (unseen(np.ones((deals, 1)), np.ones((deals, 1)))[0] ** 0.5 for deals in (13, 4000))
    assert few == pytest.approx(0.0644, abs=0.001)
    assert many < 0.0003
    assert unseen(np.array([[0.0], [1.0]] * 50), np.ones((100, 1)))[0] == pytest.approx(0, abs=1e-12)


def test_p_is_that_of_an_effect_beyond_the_margin():
    assert beyond(Estimate(1.0, 0.5, 0.0, 2.0), 1.0, 30) == pytest.approx(1.0)
    assert beyond(Estimate(2.96, 1.0, 1.0, 5.0), 1.0, 10_000) == pytest.approx(0.05, abs=0.001)
    assert beyond(Estimate(3.0, 0.0, 3.0, 3.0), 1.0, 30) == 0.0
    assert beyond(Estimate(0.0, 0.0, 0.0, 0.0), 1.0, 30) == 1.0
    assert beyond(Estimate(3.0), 1.0, 30) is None


@pytest.mark.parametrize(
    ("low", "high", "shrunken", "q", "blocks", "flag"),
    [
        (-0.9, 0.9, 0.0, 1.0, 30, FINE),
        (1.2, 3.0, 2.0, 0.01, 30, OVER),
        (-3.0, -1.2, -2.0, 0.01, 30, UNDER),
        (1.2, 3.0, 0.9, 0.01, 30, UNDECIDED),  # drawn inside the margin
        (1.2, 3.0, 2.0, 0.20, 30, UNDECIDED),  # one of many
        (0.5, 3.0, 1.7, 0.30, 30, UNDECIDED),
        (1.2, 3.0, 2.0, 0.01, 29, UNDECIDED),  # too few deals
    ],
)
def test_flags(low, high, shrunken, q, blocks, flag):
    estimate = Estimate((low + high) / 2, (high - low) / 4, low, high)
    assert flag_of(estimate, shrunken, q, 1.0, blocks) == flag
    assert flag_of(Estimate(2.0), 2.0, 0.01, 1.0, 30) == UNDECIDED


@pytest.mark.parametrize(
    ("flags", "both"),
    [
        ([OVER], OVER),
        ([OVER, OVER], OVER),
        ([OVER, UNDECIDED], UNDECIDED),
        ([OVER, OVER, UNDECIDED], OVER),
        ([OVER, FINE], DEPENDS),
        ([OVER, UNDER, UNDECIDED], DEPENDS),
        ([FINE, FINE], FINE),
        ([FINE, FINE, UNDECIDED], UNDECIDED),
        ([HARDLY_SEEN, HARDLY_SEEN], HARDLY_SEEN),
        ([HARDLY_SEEN, UNDECIDED], UNDECIDED),
    ],
)
def test_levels_agree_or_not(flags, both):
    assert agreed(flags) == both


def test_a_proposed_value_takes_away_the_excess_in_whole_numbers():
    assert proposed(5, 3.2, 1.0) == 2
    assert proposed(5, 3.0, 1.5) == 3
    assert proposed(2, -2.6, 1.0) == 5
    assert proposed(5, 0.4, 1.0) is None
    assert proposed(5, 3.0, 0.0) is None
