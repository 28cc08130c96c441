"""The line-ups of a league are balanced at every number of players."""

from collections import Counter
from itertools import combinations, pairwise
from math import comb

import pytest

from simkit.batch.arms import distinct_rotations
from simkit.batch.lineups import line_ups
from simkit.core.game import Unknown

MOST = 36


def sitting(lineup):
    """Yield strategy and seat of every rotation."""
    for rotation in range(distinct_rotations(lineup)):
        yield from ((strategy, (chair + rotation) % len(lineup)) for chair, strategy in enumerate(lineup))


def meetings(found, strategies):
    met = Counter(frozenset(pair) for lineup in found for pair in combinations(lineup, 2) if pair[0] != pair[1])
    return [met[frozenset(pair)] for pair in combinations(range(strategies), 2)]


@pytest.mark.parametrize("players", [2, 3, 4, 5])
@pytest.mark.parametrize("strategies", range(2, 13))
def test_every_strategy_sits_in_every_seat_equally_often_and_pairs_meet_alike(strategies, players):
    found = line_ups(strategies, players, MOST)
    seats = Counter(place for lineup in found for place in sitting(lineup))
    assert len({seats[strategy, seat] for strategy in range(strategies) for seat in range(players)}) == 1
    met = meetings(found, strategies)
    assert max(met) - min(met) <= (2 if strategies == 10 and players == 3 else 1)
    assert found == line_ups(strategies, players, MOST)
    if players > 2:
        assert len(found) <= MOST
        assert all(len(set(lineup)) == min(strategies, players) for lineup in found)


@pytest.mark.parametrize(("strategies", "players"), [(5, 3), (7, 5), (7, 4), (9, 2)])
def test_all_line_ups_are_played_while_there_are_few(strategies, players):
    found = line_ups(strategies, players, MOST)
    assert {frozenset(lineup) for lineup in found} == set(map(frozenset, combinations(range(strategies), players)))
    assert len(found) == comb(strategies, players)


def test_a_part_of_many_line_ups_lets_all_pairs_meet_equally_often():
    found = line_ups(9, 4, MOST)
    assert len({frozenset(lineup) for lineup in found}) == MOST
    assert set(meetings(found, 9)) == {6}


def test_neighbours_change():
    after = Counter(pair for lineup in line_ups(6, 3, MOST) for pair in pairwise((*lineup, lineup[0])))
    assert set(after.values()) == {2}
    one, other = line_ups(3, 3, MOST)
    assert (one, other) == ((0, 1, 2), (0, 2, 1))


@pytest.mark.parametrize(("strategies", "players", "least"), [(9, 4, 9), (3, 5, 3)])
def test_too_few_line_ups_to_be_balanced_are_refused(strategies, players, least):
    assert len(line_ups(strategies, players, least)) == least
    with pytest.raises(Unknown, match=f"balanced from {least} line-ups on"):
        line_ups(strategies, players, least - 1)
