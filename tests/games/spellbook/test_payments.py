"""The payments that `legal` lists are those of the brute-force oracle: every different one, once."""

import numpy as np
import pytest

from simkit.games.spellbook.encoding import BY_RUNE, COLOUR, LEVEL, PAID, RUNE
from simkit.games.spellbook.names import COLOURS, KINDS, LEARN, RUNES
from tests.games.spellbook.position import Position
from tests.oracles import spellbook_payments as oracle

COSTS = dict.fromkeys(COLOURS, (3, 4, 5))
TOKENS = [(colour, rune) for colour in COLOURS for rune in RUNES]


def listed(p, by_rune=False):
    """Return the listed payments in the oracle's words; none may be there twice."""
    pool = [TOKENS[k] for k in range(KINDS) for _ in range(int(p["pool"][0, k]))]
    found = []
    for action in p.legal():
        if action & 15 == LEARN and bool(action >> BY_RUNE & 1) == by_rune:
            remains = tuple(sorted(token for place, token in enumerate(pool) if not action >> (PAID + place) & 1))
            colour, level, rune = action >> COLOUR & 7, (action >> LEVEL & 3) + 3, RUNES[action >> RUNE & 3]
            found.append(oracle.Way(COLOURS[colour], level, remains, rune))
    assert len(set(found)) == len(found)
    return set(found)


def deal(p, random, limit=9):
    """Give seat 0 a random pool: of all kinds, or of few colours or runes, as are gathered in play."""
    colours = random.permutation(7)[: random.integers(2, 8)]
    runes = random.permutation(3)[: random.integers(1, 4)]
    bag = [3 * int(c) + int(r) for c in colours for r in runes for _ in range(5)]
    size = min(int(random.integers(1, limit + 1)), len(bag))
    pool = np.bincount(random.permutation(bag)[:size], minlength=KINDS)
    p.s["bag"] += p.s["pool"][0] - pool
    p.s["bag_size"] += int(p.s["pool_size"][0]) - size
    p.s["pool"][0] = pool
    p.s["pool_size"][0] = size
    return [TOKENS[k] for k in range(KINDS) for _ in range(pool[k])]


def compare(pools, seed, reading=None, **rules):
    p = Position(**rules).at("evening")
    random = np.random.default_rng(seed)
    seen = 0
    for _ in range(pools):
        pool = deal(p, random)
        expected = oracle.ways(pool, COSTS, reading)
        assert listed(p) == expected, pool
        seen += len(expected)
    assert seen > pools or pools < 50
    return seen


def compare_transmuted(pools, seed):
    random = np.random.default_rng(seed)
    for _ in range(pools):
        level, rune = int(random.integers(4, 6)), RUNES[random.integers(3)]
        p = Position().spell("Transmutation", level, rune).at("evening")
        pool = deal(p, random)
        costs = {colour: cost for colour, cost in COSTS.items() if colour != "blue"}
        assert listed(p) == oracle.ways(pool, costs)
        assert listed(p, by_rune=True) == oracle.transmuted(pool, costs, rune, level - 3), pool


def test_payments_equal_the_oracle(size):
    compare(size(400, 12), 1)


@pytest.mark.slow
def test_payments_equal_the_oracle_at_full_size(size):
    compare(size(20_000, 20), 2)


READINGS = {
    "wild_colours_differ": oracle.Reading(colours_differ=True),
    "wild_own_colour": oracle.Reading(own_colour=True),
    "surplus_tokens": oracle.Reading(surplus=True),
    "wild_size": oracle.Reading(size=2),
}


@pytest.mark.parametrize("rule", READINGS)
def test_other_readings_equal_the_oracle(rule, size):
    compare(size(80, 3), 3, READINGS[rule], **{rule: 2 if rule == "wild_size" else True})


def test_readings_together_equal_the_oracle(size):
    reading = oracle.Reading(colours_differ=True, own_colour=True, surplus=True)
    compare(size(60, 2), 4, reading, wild_colours_differ=True, wild_own_colour=True, surplus_tokens=True)


def test_a_pool_of_twelve_under_the_widest_reading_fits_the_buffer():
    p = Position(pool_limit=12, wild_size=2, wild_own_colour=True, surplus_tokens=True).at("evening")
    p.pool("black:t blue:t green:t red:t violet:t white:t black:c blue:c green:c red:c violet:c white:c")
    assert p._legal(p.config, p.s, p.buffer) == 34_225


def test_a_full_buffer_is_reported_and_nothing_is_written_behind_it():
    p = Position().spell("Time Travel", 5).spell("Sacrifice", 3).pool("green:t green:s green:c black:t black:s black:c").at("evening")
    listed = len(p.legal())
    for length in range(1, listed):
        p.buffer[:] = -7
        assert p._legal(p.config, p.s, p.buffer[:length]) == -1
        assert (p.buffer[length:] == -7).all()


def test_transmuted_payments_equal_the_oracle(size):
    compare_transmuted(size(200, 8), 5)


@pytest.mark.slow
def test_transmuted_payments_equal_the_oracle_at_full_size(size):
    compare_transmuted(size(5_000, 20), 6)
