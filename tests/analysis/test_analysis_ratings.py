"""Ratings of leagues: errors against the truth, how far they describe a league, skill levels, players that always win."""

import numpy as np
import polars as pl
import pytest

from simkit.analysis import StudyError, cycles, groups, league, load
from simkit.analysis.intervals import critical_t
from simkit.analysis.logit import POINTS
from simkit.analysis.ratings import AT_LEAST, AT_MOST, ladder, rate
from tests.analysis import leagues
from tests.analysis import synthetic as syn

NAMES = tuple("abcdefgh")
FOURS = [(0, 1, 2, 3), (1, 2, 3, 4), (2, 3, 4, 0), (3, 4, 0, 1), (4, 0, 1, 2)]
DESIGNS = {
    "pairs that share the luck of a deal": (leagues.pairs(4), [0.5, 0.1, -0.2, -0.4], [0.15, -0.15], 0.0),
    "pairs with luck of their own": (leagues.pairs(4), [0.5, 0.1, -0.2, -0.4], [0.15, -0.15], 1.0),
    "tables of four": (FOURS, [0.6, 0.3, 0.0, -0.3, -0.6], [0.2, 0.0, 0.0, -0.2], 0.0),
}


def simulated(design, reps, blocks=60, seed=20261130):
    lineups, skill, seats, own = DESIGNS[design]
    rng = np.random.default_rng(seed)
    truth = np.array(skill) - np.mean(skill)
    return truth, seats, [rate(leagues.counted(lineups, skill, seats, blocks, rng, own), NAMES) for _ in range(reps)]


def covered(design, reps):
    """Return how often the intervals of ratings, of seats, of a gap and of all ratings together hold the truth, and misfit is claimed."""
    truth, seats, found = simulated(design, reps)
    held = []
    for r in found:
        off, error = np.abs(r.values - truth), np.array(r.errors())
        seat = np.sqrt((r.seat_deviations**2).sum(axis=0))
        gap, gap_error = r.gap(0, 2)
        t = critical_t(r.dof)
        joint = (off <= critical_t(r.dof, len(truth)) * error).all()
        held.append(
            [
                (off <= t * error).mean(),
                (np.abs(r.seats - seats) <= t * seat).mean(),
                abs(gap - truth[0] + truth[2]) <= t * gap_error,
                joint,
                r.miss.chance < 0.05,
            ]
        )
    return np.mean(held, axis=0)


@pytest.mark.parametrize("design", DESIGNS)
def test_intervals_cover_and_ratings_that_hold_are_not_doubted(design):
    *single, joint, doubted = covered(design, 80)
    assert all(0.88 <= part <= 1 for part in single)  # of 80 studies; 1,000 below
    assert joint >= 0.88
    assert doubted <= 0.13


@pytest.mark.slow
@pytest.mark.parametrize("design", DESIGNS)
def test_intervals_cover_in_a_thousand_studies(design):
    *single, joint, doubted = covered(design, 1000)
    assert all(0.927 <= part <= 0.973 for part in single)
    assert joint >= 0.927
    assert doubted <= 0.073


def test_errors_are_the_spread_of_ratings_where_those_of_single_games_are_not():
    _, _, found = simulated("pairs that share the luck of a deal", 100)
    spread = np.std([r.values for r in found], axis=0)
    told = np.mean([r.errors() for r in found], axis=0)
    assert told / spread == pytest.approx(np.ones(4), abs=0.2)
    games = 3 * 2 * 60  # of each player, were they independent: a game tells p(1 - p) < 1/4
    assert spread.max() < np.sqrt(4 / games)
    assert spread.min() < 0.4 * np.sqrt(4 / games)


@pytest.mark.parametrize("blocks", [30, 100])
def test_groups_of_unequal_size_estimate_the_same_error(blocks):
    rng = np.random.default_rng(blocks)
    found = []
    for _ in range(300):
        values = rng.normal(size=blocks)
        group, size = groups.group_of(blocks), groups.sizes(blocks)
        sums = np.bincount(group, values)
        without = (values.sum() - sums) / (blocks - size)
        found.append((groups.deviations(values.mean(), without[:, None], size) ** 2).sum())
    assert np.mean(found) == pytest.approx(1 / blocks, rel=0.06)


def test_a_planted_circle_is_doubted_and_found():
    found = leagues.counted(leagues.pairs(3), [0, 0, 0], [0, 0], 200, np.random.default_rng(2), own_luck=1.0)
    assert rate(found, NAMES).miss.chance > 0.05
    # give every second win of the last over the first to the first: now 0 beats 1 beats 2 beats 0, by hand
    wins = np.zeros_like(found.wins)
    for table, (one, other) in enumerate(found.seated.tolist()):
        favoured = one if (other - one) % 3 == 1 else other
        many = found.wins[:, table].sum(axis=1)
        wins[:, table, 0 if favoured == one else 1] = (0.7 * many).astype(np.int64)
        wins[:, table, 1 if favoured == one else 0] = many - (0.7 * many).astype(np.int64)
    wins += np.random.default_rng(1).integers(0, 2, wins.shape)
    rated = rate(type(found)(**(vars(found) | {"wins": wins})), NAMES)
    assert rated.miss.chance < 1e-6
    assert rated.miss.typical == pytest.approx(0.2, abs=0.01)
    assert rated.values == pytest.approx([0, 0, 0], abs=0.02)


def test_noise_alone_shows_a_circle_in_few_leagues():
    rng, shown = np.random.default_rng(11), 0
    for _ in range(300):
        found = leagues.counted(leagues.pairs(5), np.zeros(5), [0, 0], 40, rng, own_luck=1.0)
        share, limits = league.pair_shares(found)
        beats, strength = np.zeros((5, 5), bool), np.zeros((5, 5))
        for (a, b), mean, (low, _) in zip(found.pairs, share, limits, strict=True):
            beats[a, b], strength[a, b] = low > 0.5, mean
        shown += bool(cycles.cycles(beats, strength))
    assert shown <= 0.05 * 300


def test_equal_players_are_one_level_and_clear_steps_are_levels():
    rng = np.random.default_rng(4)
    equal = rate(leagues.counted(leagues.pairs(4), np.zeros(4), [0, 0], 200, rng, own_luck=1.0), NAMES)
    assert len(ladder(equal, 0.6, 200)) == 1
    steps = rate(leagues.counted(leagues.pairs(4), [0.8, 0, 0.1, -0.8], [0, 0], 600, rng, own_luck=1.0), NAMES)
    levels = ladder(steps, 0.6, 600)
    assert (levels[0], levels[-1]) == (3, 0)
    assert len(levels) == 3
    assert ladder(steps, 0.6, 20) == [0]  # too few deals to tell
    assert ladder(steps, 0.95, 600) == [0]
    assert steps.gap(0, 3)[0] == pytest.approx(1.6, abs=0.2)


def test_who_always_wins_or_loses_is_marked_and_the_others_keep_their_ratings(tmp_path):
    names = ["king", "one", "two", "pawn"]
    play = leagues.by_skill([500, 1, 0, -500])
    found = league.analyse(load(leagues.write(tmp_path / "run", names, leagues.pairs(4), play)))
    for table in found.values():
        syn.no_nan(table)
    rows = {r["strategy"]: r for r in found["standings"].iter_rows(named=True)}
    assert found["standings"]["strategy"][0] == "king"
    assert found["standings"]["strategy"][3] == "pawn"
    assert (rows["king"]["bound"], rows["pawn"]["bound"]) == (AT_LEAST, AT_MOST)
    assert rows["king"]["rating_low"] is None
    assert rows["one"]["bound"] == rows["two"]["bound"] == ""
    assert rows["one"]["rating_high"] - rows["one"]["rating_low"] < 200
    assert rows["king"]["share"] == 1
    assert found["sizes"]["padded"][0]
    assert found["ladder"]["strategy"].to_list()[-1] == "king"


def test_a_single_upset_needs_no_marks_in_the_whole_but_in_what_is_left_without_it(tmp_path):
    def play(rng, who, blocks):
        total = np.rint(60 + 300.0 * (who == 0)) * np.ones((blocks, len(who)))
        total[0] = 400 - total[0]  # one deal is turned round
        return total

    found = league.analyse(load(leagues.write(tmp_path / "run", ["king", "pawn"], [(0, 1)], play, blocks=40)))
    assert found["sizes"]["padded"][0]  # leaving the upset out leaves no finite rating
    assert found["standings"]["bound"].to_list() == ["", ""]
    assert found["standings"]["rating_low"].null_count() == 0
    syn.no_nan(found["standings"])


def test_a_league_in_two_parts_is_refused_in_words(tmp_path):
    folder = leagues.write(tmp_path / "run", list("abcd"), [(0, 1), (2, 3)], leagues.by_skill([0, 1, 2, 3]), blocks=40)
    with pytest.raises(StudyError, match=r"tables of 2: \{a, b\} and \{c, d\} never sat at a common table"):
        league.analyse(load(folder))


def test_a_single_deal_has_ratings_without_errors(tmp_path):
    folder = leagues.write(tmp_path / "run", list("abc"), [*leagues.pairs(3), (0, 1, 2)], leagues.by_skill([0, 1, 2]), blocks=1)
    found = league.analyse(load(folder))
    for table in found.values():
        syn.no_nan(table)
    assert found["standings"]["rating"].null_count() == 0
    assert found["standings"]["rating_low"].null_count() == 6
    assert set(found["matchups"]["verdict"]) == {league.OPEN}
    assert found["sizes"]["effective_low"].null_count() == 2
    assert found["ladder"].height == 2


def test_sums_do_not_depend_on_the_parts(tmp_path):
    found = []
    for part_blocks in (500, 7):
        folder = leagues.write(tmp_path / str(part_blocks), list("abcd"), [(0, 1, 2), (1, 2, 3)], leagues.by_skill([0, 1, 2, 3]), blocks=30)
        part = folder / "parts" / "part-00000.parquet"
        rows = pl.read_parquet(part)
        part.unlink()
        for k, first in enumerate(range(0, 30, part_blocks)):
            rows.filter(pl.col("block").is_between(first, first + part_blocks - 1)).write_parquet(
                folder / "parts" / f"part-{k:05d}.parquet"
            )
        found.append(league.analyse(load(folder)))
    assert all(found[0][name].equals(found[1][name]) for name in found[0])


def test_seats_are_told_apart_from_players(tmp_path):
    def play(rng, who, blocks):
        return np.rint(rng.normal(60 + 2 * who + [3, 0, -3], 6, (blocks, 3)))

    found = league.analyse(load(leagues.write(tmp_path / "run", list("abc"), [(0, 1, 2), (0, 2, 1)], play)))
    seats = found["seats"]
    assert seats["rating"].is_sorted(descending=True)
    assert seats["rating_low"][0] > 0 > seats["rating_high"][2]
    assert found["standings"]["strategy"].to_list() == ["c", "b", "a"]
    assert abs(seats["rating"].sum()) < 1e-6 * POINTS
