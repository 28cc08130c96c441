"""What four corners are, under every reading of the hybrid pattern (rulings BL-R1, R2)."""

from itertools import product

import pytest

from simkit.games.blume import patterns
from simkit.games.blume.names import PAIRS, PATTERNS

A, B, C, NONE = 0, 3, 5, 7
AB = patterns.FIRST_PAIR + PAIRS.index((A, B))


def word(corners):
    return sum(corner << 3 * k for k, corner in enumerate(corners))


@pytest.mark.parametrize(("pattern", "arrangements"), [("any", 6), ("alternating", 2), ("halves", 4), ("mixed", 14)])
def test_arrangements_of_two_colours(pattern, arrangements):
    kind, _ = patterns.tables(PATTERNS.index(pattern))
    assert sum(kind[word(corners)] == AB for corners in product((A, B), repeat=4)) == arrangements


@pytest.mark.parametrize("pattern", range(len(PATTERNS)))
def test_single_flowers_do_not_depend_on_the_pattern(pattern):
    kind, _ = patterns.tables(pattern)
    assert [kind[word([colour] * 4)] for colour in range(6)] == [1, 2, 3, 4, 5, 6]
    assert kind[word([A, A, A, NONE])] == 0


@pytest.mark.parametrize("pattern", range(3))
def test_three_and_one_is_no_hybrid(pattern):
    kind, _ = patterns.tables(pattern)
    assert kind[word([A, A, A, B])] == 0
    assert kind[word([A, A, B, C])] == 0


def test_reach_is_what_can_still_be_made():
    """By trying all ways to fill a meeting point."""
    for pattern in range(len(PATTERNS)):
        kind, reach = patterns.tables(pattern)
        for corners in product((A, B, C, NONE), repeat=4):
            ways = product(*[range(6) if corner == NONE else (corner,) for corner in corners])
            kinds = {int(kind[word(way)]) for way in ways} - {0}
            assert {k for k in range(22) if reach[word(corners)] >> k & 1} == kinds
