"""Swapping leads to every result the brute-force oracle knows, by one sequence of picks each."""

import numpy as np
import pytest

from simkit.core.jit import make_records
from simkit.games.spellbook import GAME
from simkit.games.spellbook.names import DONE, KINDS, PICK, SWAP_GET, SWAP_GIVE
from tests.games.spellbook.position import Position, counted, machine
from tests.oracles import spellbook_swaps as oracle


def spread(place):
    """Return the tokens of a place by name, sorted."""
    return tuple(sorted(name for name, number in counted(place).items() for _ in range(number)))


def results(p, first, place):
    """Return what the actions in `first` can end in: pool and other place, one entry a sequence of picks."""
    found = []
    stack = []
    for action in first:
        states = make_records(1, GAME.kernels.STATE)
        states[0] = p.s
        machine().kernels[2](p.config, states[0], action, p.log)
        stack.append(states)
    while stack:
        states = stack.pop()
        s = states[0]
        if s["phase"] not in (SWAP_GET, SWAP_GIVE):
            found.append((spread(s["pool"][0]), spread(s["altar"] if place == "altar" else s["familiar"][0])))
            continue
        n = machine().kernels[1](p.config, s, p.buffer)
        assert n > 0
        for action in p.buffer[:n].copy():
            assert action & 15 in (PICK, DONE)
            after = make_records(1, GAME.kernels.STATE)
            after[0] = s
            p.log[0] = 0
            machine().kernels[2](p.config, after[0], int(action), p.log)
            stack.append(after)
    return found


def name(token):
    colours = ("red", "violet", "green", "black", "white", "blue", "yellow")
    return f"{colours[token // 3]}:{'tsc'[token % 3]}"


@pytest.mark.parametrize("level", [3, 4, 5])
def test_swaps_with_the_altar_equal_the_oracle(level, size):
    random = np.random.default_rng(level)
    for _ in range(size(12, 2)):
        kinds = random.permutation(KINDS - 2)[: random.integers(2, 7)]
        kinds = [k for k in kinds if k // 3 != 2]
        p = Position().spell("Purification", level)
        pool = [name(k) for k in random.choice(kinds, random.integers(1, 6))]
        altar = [name(k) for k in random.choice(kinds, random.integers(1, 6))]
        pool, altar = [[token for token in set(place) for _ in range(min(2, place.count(token)))] for place in (pool, altar)]
        p.pool(" ".join(pool)).altar(" ".join(altar)).at("midday")
        found = results(p, p.uses("Purification"), "altar")
        assert len(found) == len(set(found))
        assert set(found) == oracle.results(pool, altar, level - 2)


def test_swaps_with_the_familiar_equal_the_oracle():
    pool, familiar = ["red:c", "red:c", "blue:t", "white:s"], ["red:c", "black:t", "black:t", "blue:t"]
    p = Position("Growth").spell("Growth", 3).pool(" ".join(pool)).familiar(" ".join(familiar)).at("evening")
    end = results(p, p.uses("Growth", 3), "familiar")
    assert len(end) == len(set(end))
    assert set(end) == oracle.results(pool, familiar, 1)


def test_ten_tokens_for_nine_at_level_5_in_a_few_hundred_sequences():
    """Listed one by one there would be 10,080 swaps of three among nine and ten."""
    p = Position().spell("Purification", 5)
    p.pool("red:t red:s red:c black:t black:s black:c white:t white:s white:c")
    p.altar("blue:t blue:s blue:c yellow:t yellow:s yellow:c violet:t violet:s violet:c blue:t").at("midday")
    assert len(p.uses("Purification")) == 9
    assert len(p.legal()) == 1 + 9 + 9
