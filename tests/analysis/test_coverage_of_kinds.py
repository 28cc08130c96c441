"""Intervals that a single kind of study prints cover what they say, too: 1,000 simulated studies each, seeds fixed before looking.

`INTERVALS` lists what the pages print an interval for, and the test that proves it; `test_coverage` has the band. What stands in no list
(points ahead, metrics, lengths, lines of scores) is a mean or a ratio of sums over deals: `test_ratios_by_jackknife`.
"""

import importlib
import math

import numpy as np
import pytest
from scipy import special

from simkit.analysis import chance_to_win, dynamics, league, luck, nash
from simkit.analysis import setups as of_setups
from simkit.analysis.better import finishes_ahead, share_of_better
from simkit.analysis.blocks import ratio, sufficient, unfair
from simkit.analysis.cards import _association as association
from simkit.analysis.courses import Games
from simkit.analysis.intervals import critical_t, joint
from simkit.analysis.points import _difference as apart
from simkit.analysis.ratios import jackknifed, ratios
from simkit.analysis.squares import square
from tests.analysis.courses import course, games
from tests.analysis.leagues import counted
from tests.analysis.test_analysis_luck import components, outcomes
from tests.analysis.test_analysis_setups import BLUE, FACTORS, RED
from tests.analysis.test_coverage import BAND, band

STUDIES = 1000
MORE_OF_THEM = pytest.param(1000, marks=pytest.mark.slow)
INTERVALS = {
    "wins of a seat, of a strategy; duels of levels": "test_coverage.test_seat_shares_with_shared_wins",
    "wins of strategies that change seats": "test_coverage_of_kinds.test_wins_of_strategies_that_change_seats",
    "differences between versions, options, points of a sweep": "test_coverage.test_paired_differences",
    "such differences in few deals": "test_coverage.test_rare_differences",
    "what seldom happens, or seldom fails to": "test_coverage.test_rare_shares_and_rare_exceptions",
    "all measures of a family": "test_coverage.test_all_measures_of_a_comparison_together",
    "gap between seats": "test_analysis_seat_gap.test_gaps_are_covered",
    "change of the gap between seats": "test_analysis_seat_gap.test_changes_of_the_gap_are_covered",
    "metrics, means, lengths; points a time held": "test_coverage.test_ratios_by_jackknife",
    "points of winners less those of others": "test_coverage_of_kinds.test_winners_less_others",
    "a card against its family": "test_analysis_cards.test_intervals_against_the_family_cover_as_they_say",
    "association of a card with winning": "test_coverage_of_kinds.test_association_of_a_card",
    "share of wins that a point is worth": "test_coverage_of_kinds.test_price_of_a_point",
    "what was never seen": "test_coverage.test_what_was_never_seen",
    "the dose at which seats are even": "test_analysis_dose.test_the_interval_of_the_even_dose_covers_it",
    "success rates, endings": "test_coverage.test_proportions",
    "medians, targets, medals": "test_coverage.test_quantiles",
    "differences of success": "test_coverage.test_paired_successes_of_scenarios",
    "how often a level does better": "test_analysis_levels.test_the_share_of_a_level_covers",
    "difficulty of scenarios": "test_analysis_rasch.test_the_jackknife_covers",
    "plays until a campaign is passed": "test_analysis_tries.test_the_interval_of_a_campaign_covers",
    "the fair bonus": "test_analysis_levels.test_the_fair_bonus_covers",
    "ability of real players": "test_analysis_people.test_exact_limits_of_ability_cover",
    "who finishes ahead of whom": "test_coverage_of_kinds.test_pairs_of_a_league_together",
    "ratings, seat terms, depth": "test_analysis_ratings.test_intervals_cover_in_a_thousand_studies",
    "effective number of strategies": "test_coverage_of_kinds.test_effective_number_of_strategies",
    "effects of choices": "test_analysis_setups.test_intervals_cover_what_is_planted",
    "parts of the spread between setups": "test_coverage_of_kinds.test_parts_of_the_spread_between_setups",
    "parts of a variance, also of none": "test_coverage_of_kinds.test_squares_of_estimates",
    "effects of a screening": "test_sweep.test_noise_is_told_and_the_interval_covers",
    "wins of the better player": "test_coverage_of_kinds.test_wins_of_the_better_player",
    "wins of the better player over all pairs": "test_coverage_of_kinds.test_wins_of_the_better_of_all_pairs",
    "what a source of luck decides": "test_coverage_of_kinds.test_what_a_source_of_luck_decides",
    "what a source decides now and then, or nearly always": "test_coverage_of_kinds.test_what_decides_now_and_then_or_nearly_always",
    "components of variance": "test_coverage_of_kinds.test_components_of_variance",
    "components near nothing or all": "test_coverage_of_kinds.test_components_that_are_hardly_any_or_nearly_all",
    "points at the end for one at half-time, wins of who leads": "test_coverage_of_kinds.test_turns_of_fortune",
    "cut off, close, forced, upsets: shares of games": "test_coverage_of_kinds.test_shares_of_games",
    "calibration of chances to win": "test_coverage_of_kinds.test_gaps_of_a_calibration_together",
    "pieces that a game needs": "test_analysis_dynamics.test_the_interval_of_demand_covers_the_truth",
    "declared decisions": "test_analysis_sequential.test_beta_binomial_holds_at_all_looks",
    "declared decisions on deals": "test_analysis_sequential.test_empirical_bernstein_holds_at_all_looks",
}


@pytest.mark.parametrize("name", INTERVALS.values(), ids=list(INTERVALS))
def test_every_interval_has_its_proof(name):
    file, test = name.split(".")
    place = "batch" if file == "test_sweep" else "analysis"
    assert callable(getattr(importlib.import_module(f"tests.{place}.{file}"), test))


def within(found, true):
    """Return how often intervals (low, high) hold the truth."""
    low, high = np.array(found, dtype=np.float64).T
    return float(((low <= true) & (true <= high)).mean())


@pytest.mark.parametrize("deals", [60, 200])
def test_wins_of_strategies_that_change_seats(deals):
    """Three strategies in all three seatings of a deal with the luck of the seat: the deal is the unit.

    Hardly any deal tells them apart (all of them win once in nearly every deal): of 60 about 15 do, for the two weaker ones fewer.
    """
    rng, skill = np.random.default_rng(9401), np.array([0.0, 2.0, 5.0])
    seating = np.array([[(seat - r) % 3 for seat in range(3)] for r in range(3)])

    def shares(deals):
        score = rng.normal(0, 8, (deals, 1, 3)) + skill[seating]
        won = score == score.max(axis=2, keepdims=True)
        return np.stack([(won * (seating == k)).sum(axis=(1, 2)) for k in range(3)], axis=1)

    truth, alone, together = shares(300_000).mean(axis=0) / 3, [], []
    for _ in range(STUDIES):
        played = shares(deals)
        sums, apart = sufficient(played), unfair(played, np.ones(deals, np.int64), 3, 3)
        for found, comparisons in ((alone, 1), (together, 3)):
            limits = joint(sums.mean() / 3, sums.errors() / 3, sums.n, comparisons, unfair=apart)
            found.append((limits[:, 0] <= truth) & (truth <= limits[:, 1]))
    assert ((np.mean(alone, axis=0) >= BAND[0]) & (np.mean(alone, axis=0) <= BAND[1])).all()
    assert np.all(together, axis=1).mean() >= BAND[0]


def test_winners_less_others():
    rng, found = np.random.default_rng(9402), []
    for _ in range(STUDIES):
        deal = rng.normal(0, 3, (60, 1))
        points = deal + rng.normal(0, 3, (60, 2))
        won = np.argmax(rng.normal(0, 3, (60, 2)), axis=1)[:, None] == [0, 1]  # whose points tell nothing of it
        both = rng.random((60, 1)) < 0.1  # a shared win, so the numbers of winners vary
        won |= both
        found.append(ratio(np.stack([(points * won).sum(1), won.sum(1), (points * ~won).sum(1), (~won).sum(1)], axis=1), apart)[2:])
    assert BAND[0] <= within(found, 0.0) <= BAND[1]


def test_association_of_a_card():
    rng = np.random.default_rng(9403)
    held = rng.random((80, STUDIES, 2)) < 0.3
    won = rng.random((80, STUDIES, 2)) < np.where(held, 0.6, 0.45)
    sums = np.stack([(won & held).sum(2), held.sum(2), (won & ~held).sum(2), (~held).sum(2)]).astype(float)
    found = [(e.low, e.high) for e in jackknifed(*association(sums))]
    assert BAND[0] <= within(found, 0.15) <= BAND[1]


def test_price_of_a_point():
    """Wins by points, both summed over all that was changed: a ratio of two sums that vary together."""
    rng = np.random.default_rng(9404)
    points = rng.normal(8, 10, (100, STUDIES))
    share = 0.02 * points + rng.normal(0, 0.3, points.shape)
    found = [(e.low, e.high) for e in jackknifed(*ratios(share, points))]
    assert BAND[0] <= within(found, 0.02) <= BAND[1]


def test_pairs_of_a_league_together():
    """All pairs of four equal players at tables of three; a circle by luck is rarer than 5 in 100 leagues."""
    rng, lineups, held = np.random.default_rng(9405), [(0, 1, 2), (0, 1, 3), (0, 2, 3), (1, 2, 3)], []
    for _ in range(STUDIES):
        _, limits = league.pair_shares(counted(lineups, [0.0] * 4, [0.2, 0.0, -0.2], 50, rng))
        held.append(bool(((limits[:, 0] <= 0.5) & (limits[:, 1] >= 0.5)).all()))
    assert np.mean(held) >= BAND[0]


@pytest.mark.parametrize("studies", [60, MORE_OF_THEM])
@pytest.mark.parametrize(("skill", "truth"), [((0.0, 0.1, 0.2), 1.0), ((0.0, 0.0, 0.0), 3.0)])
def test_effective_number_of_strategies(skill, truth, studies):
    """Of an equilibrium, which jumps where another strategy enters: its intervals may cover more."""
    rng, held = np.random.default_rng([9406, int(truth)]), []
    for _ in range(studies):
        mass, spread = league.equilibrium(counted([(0, 1), (0, 2), (1, 2)], list(skill), [0.0, 0.0], 100, rng))
        held.append(abs(nash.effective(mass) - truth) <= critical_t(league.COARSE - 1) * spread + 1e-6)
    assert np.mean(held) >= band(studies)[0]


EVEN, UNEVEN = np.full(6, 1 / 6), np.outer([0.5, 0.3, 0.2], [0.7, 0.3]).ravel()
SETUPS = [(0.02, 0.005, 0.05, EVEN), (0.0, 0.1, 0.0, UNEVEN)]
MORE_SETUPS = [(0.4, 0.0, 0.0, EVEN), (0.005, 0.1, 0.02, EVEN), (0.02, 0.4, 0.0, UNEVEN), (0.4, 0.02, 0.0, UNEVEN)]


@pytest.mark.parametrize(
    ("red", "blue", "together", "drawn"), [*SETUPS, *(pytest.param(*case, marks=pytest.mark.slow) for case in MORE_SETUPS)]
)
def test_parts_of_the_spread_between_setups(red, blue, together, drawn):
    """Of 600 deals of three levels by two, drawn evenly or not: shares from 0 to 40 %."""
    rng = np.random.default_rng([9407, int(1000 * red), int(1000 * blue)])
    parts = {"red": red, "blue": blue, "interactions": together, "luck": 1 - red - blue - together}
    of_red, of_blue = (np.sqrt(part / (effects**2).mean()) * effects for part, effects in ((red, RED), (blue, BLUE)))
    pattern = np.sqrt(1.5 * together) * np.array([[1.0, -1.0], [-1.0, 1.0], [0.0, 0.0]])
    means = (of_red[:, None] + of_blue + pattern).ravel()
    found = {name: [] for name in parts}
    for _ in range(STUDIES):
        setup = rng.choice(6, 600, p=drawn)
        values = {"turns": means[setup] + rng.normal(0, np.sqrt(parts["luck"]), 600)}
        for row in of_setups.variance(of_setups.Deals(FACTORS, setup, values)).iter_rows(named=True):
            found[row["source"]].append((row["low"], row["high"]))
            assert row["low"] <= row["share"] <= row["high"]
    for name, limits in found.items():
        assert BAND[0] <= within(limits, parts[name]) <= BAND[1], name


@pytest.mark.parametrize("dof", [1, 2, 9.5])
def test_squares_of_estimates(dof):
    """Whatever the noncentrality, also 0: the sum of squares of normal estimates whose errors are known."""
    for true in (0.0, 1.0, 3.0, 10.0, 100.0):
        rng = np.random.default_rng([9413, int(10 * dof), int(true)])
        squares = rng.noncentral_chisquare(dof, true, STUDIES) if true else rng.chisquare(dof, STUDIES)
        found = [square(q - dof, 2 * math.sqrt(q), dof, dof, 100_000) for q in squares]
        assert BAND[0] <= within(found, true) <= BAND[1]


def share_of(played, pairs):
    return share_of_better(played, np.stack([finishes_ahead(played, *pair) for pair in pairs], axis=1))


@pytest.mark.parametrize("ahead", [0.0, 0.1, 0.3, 1.0])
def test_wins_of_the_better_player(ahead):
    """Exactly, over all that 200 deals may come to: where these leave open who is better, a share can be missed on one side alone."""
    deals, truth = 200, 0.5 + 0.5 * math.erf(ahead / 2)
    won = np.arange(deals + 1)
    found = [share_of(games((np.arange(deals)[:, None] < [k, 0]).astype(float) * [1, 0] + [0, 0.5]), [(0, 1)])[1:] for k in won]
    low, high = np.array(found).T
    covered = binomial(won, deals, truth)[(low <= truth) & (truth <= high)].sum()
    assert covered >= BAND[0]
    if ahead == 1.0:
        assert covered <= BAND[1]


def binomial(k, n, p):
    return np.exp(
        special.gammaln(n + 1) - special.gammaln(k + 1) - special.gammaln(n - k + 1) + special.xlogy(k, p) + special.xlog1py(n - k, -p)
    )


@pytest.mark.parametrize("skill", [(0.0, 0.0, 0.0), (0.1, 0.0, 0.0), (0.3, 0.1, 0.0), (2.0, 1.0, 0.0)])
def test_wins_of_the_better_of_all_pairs(skill):
    """Also where two of three are alike; each pair that is left open makes it wider."""
    rng, found = np.random.default_rng([9414, int(10 * sum(skill))]), []
    pairs = [(0, 1), (0, 2), (1, 2)]
    truth = np.mean([0.5 + 0.5 * math.erf((skill[a] - skill[b]) / 2) for a, b in pairs])
    for _ in range(STUDIES):
        found.append(share_of(games(rng.normal(skill, size=(200, 3))), pairs)[1:])
    covered = within(found, truth)
    assert covered >= BAND[0]
    if skill[1] == 1.0:
        assert covered <= BAND[1]


@pytest.mark.parametrize(("is_total", "truth"), [(False, 1 / 3), (True, 2 / 3)])
def test_what_a_source_of_luck_decides(is_total, truth):
    rng, found = np.random.default_rng([9409, int(10 * truth)]), []
    for _ in range(STUDIES):
        a, b, other_a, other_b = rng.normal(size=(4, 200, 2))
        base, kept = a + b + a * b, a + other_b + a * other_b
        found.append(luck.of_source(luck.pick_freeze(base, kept), is_total)[1:3])  # of two sources, one kept is the other drawn anew
    assert BAND[0] <= within(found, truth) <= BAND[1]


@pytest.mark.parametrize("changed", [0.0, 0.01, 0.03, 0.97, 0.99, 1.0])
@pytest.mark.parametrize("deals", [60, 200])
def test_what_decides_now_and_then_or_nearly_always(changed, deals):
    """Two seats in two seatings; a source that is drawn anew tosses for so many of the games again. What is rare is seen in steps."""
    rng, found = np.random.default_rng([9415, int(100 * changed), deals]), []
    for _ in range(STUDIES):
        first = rng.random((deals, 2)) < 0.5
        again = np.where(rng.random((deals, 2)) < changed, rng.random((deals, 2)) < 0.5, first)
        base, other = (np.stack([won, ~won], axis=2).reshape(deals, 4).astype(float) for won in (first, again))
        found.append(luck.of_source(luck.pick_freeze(base, other), True)[1:3])
    covered = within(found, changed)
    assert covered >= BAND[0]
    if changed > 0.1:
        assert covered <= BAND[1]


ODD_PARTS = [(luck.STRATEGY, 0.0), (luck.STRATEGY, 0.01), (luck.SEAT, 0.03), (luck.BOTH, 0.01), (luck.DEAL, 0.97)]
MORE_PARTS = [(name, part) for name in (luck.STRATEGY, luck.SEAT, luck.BOTH, luck.DEAL) for part in (0.0, 0.01, 0.03, 0.2, 0.97)]


@pytest.mark.parametrize(
    ("of", "part"), [*ODD_PARTS, *(pytest.param(*case, marks=pytest.mark.slow) for case in MORE_PARTS if case not in ODD_PARTS)]
)
def test_components_that_are_hardly_any_or_nearly_all(of, part):
    rng, names = np.random.default_rng([9416, len(of), int(100 * part)]), (luck.STRATEGY, luck.SEAT, luck.BOTH, luck.DEAL, luck.REST)
    parts = dict.fromkeys(names, 0.0) | {luck.REST: 0.6 * (1 - part), luck.DEAL: 0.4 * (1 - part)}
    parts |= {of: part} if of != luck.DEAL else {of: part, luck.REST: 1 - part}
    covered = within([components(outcomes(150, parts, rng))[of][7:9] for _ in range(STUDIES)], part)
    assert covered >= BAND[0]
    if of != luck.DEAL:  # moved about 1 by all other parts, and may hold more often
        assert covered <= BAND[1]


def test_components_of_variance():
    parts = {luck.STRATEGY: 1.0, luck.SEAT: 0.25, luck.BOTH: 0.5, luck.DEAL: 2.0, luck.REST: 3.0}
    rng, found = np.random.default_rng(9410), {name: [] for name in parts}
    for _ in range(STUDIES):
        for name, row in components(outcomes(150, parts, rng)).items():
            found[name].append(row[7:9])
    whole = sum(parts.values())
    covered = {name: within(limits, parts[name] / whole) for name, limits in found.items()}
    assert all(BAND[0] <= c <= BAND[1] for c in covered.values())


def test_turns_of_fortune():
    """Random walks of 20 rounds: a point at half-time is one at the end; who leads at half-time wins three of four."""
    rng, slope, lead = np.random.default_rng(9411), [], []
    for _ in range(STUDIES):
        walk = np.concatenate([np.zeros((100, 1)), rng.normal(size=(100, 20)).cumsum(axis=1)], axis=1)
        found = {m.name: m.estimate for m in dynamics.turns_of_fortune(course(walk))}
        slope.append(found["slope"][1:])
        lead.append(found["lead_50"][1:])
    assert BAND[0] <= within(slope, 1.0) <= BAND[1]
    assert BAND[0] <= within(lead, 0.75) <= BAND[1]


@pytest.mark.parametrize(("share", "deals"), [(0.5, 60), (0.08, 60), (0.03, 200), (0.95, 100)])
def test_shares_of_games(share, deals):
    """What happens in some of the games, two a deal that often go alike."""
    rng = np.random.default_rng([9413, int(100 * share), deals])
    held = []
    for _ in range(STUDIES):
        one = rng.random((deals, 1)) < share
        happens = np.where(rng.random((deals, 2)) < 0.5, one, rng.random((deals, 2)) < share)
        played = Games(np.repeat(np.arange(deals), 2), np.tile([0, 1], deals), {"total": np.zeros((2 * deals, 1))})
        held.append(played.share(happens.ravel())[1:])
    assert BAND[0] <= within(held, share) <= BAND[1]


def test_gaps_of_a_calibration_together():
    """Chances that are true: of all bins together none is told to be off; a bin that mirrors itself is off by nothing but rounding."""
    rng, held = np.random.default_rng(9412), []
    left = np.sqrt(10 - np.arange(10))
    for _ in range(STUDIES):
        walk = np.concatenate([np.zeros((200, 1)), rng.normal(size=(200, 10)).cumsum(axis=1)], axis=1)
        first = special.ndtr(walk[:, :10] / left)
        table, _ = chance_to_win.calibration(course(walk), np.stack([first, 1 - first], axis=2))
        held.append(bool(((table["low"] <= 1e-9) & (table["high"] >= -1e-9)).all()))
    assert np.mean(held) >= BAND[0]
