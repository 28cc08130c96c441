"""Decks keep the order of their cards when others are added, removed or sorted."""

from collections import Counter

import numpy as np
import pytest
from numba import njit

from simkit.core.chance import word
from simkit.core.decks import identity, order, order_few, take_out

NAMES = [f"S{i:02}" for i in range(1, 76)]


@njit
def call_order(cards, first, last, identities, key, game, source, shuffle):
    order(cards, first, last, identities, key, game, source, shuffle)


@njit
def call_order_few(cards, first, last, identities, key, game, source, shuffle):
    order_few(cards, first, last, identities, key, game, source, shuffle)


@njit
def call_word(key, game, source, draw):
    return word(key, game, source, draw)


def shuffled(names, *, key=7, game=3, source=0, shuffle=0, start=None, copies=None):
    """Return the names in the order of a shuffle."""
    copies = copies or [0] * len(names)
    identities = np.zeros(128, np.uint64)
    identities[: len(names)] = [identity(name, copy) for name, copy in zip(names, copies, strict=True)]
    cards = np.arange(len(names), dtype=np.int8) if start is None else np.array(start, np.int8)
    call_order(cards, 0, len(cards), identities, np.uint64(key), game, source, np.int64(shuffle))
    return [names[card] for card in cards]


def test_order_is_that_of_one_draw_a_card():
    names = NAMES[:20]
    ranks = {name: int(call_word(np.uint64(7), 3, 0, np.uint64(identity(name) | 2 << 40))) for name in names}
    assert shuffled(names, shuffle=2) == sorted(names, key=ranks.__getitem__)


def test_order_is_a_permutation():
    assert sorted(shuffled(NAMES)) == NAMES


@pytest.mark.parametrize("gone", [0, 1, 37, 74])
def test_removing_a_card_leaves_the_others_in_order(gone):
    rest = NAMES[:gone] + NAMES[gone + 1 :]
    assert shuffled(rest) == [name for name in shuffled(NAMES) if name != NAMES[gone]]


def test_adding_cards_leaves_the_others_in_order():
    more = ["new card", *NAMES, "another"]
    assert [name for name in shuffled(more) if name in NAMES] == shuffled(NAMES)


def test_sorting_the_sheet_changes_nothing():
    random = np.random.default_rng(2)
    for _ in range(5):
        assert shuffled(list(random.permutation(NAMES))) == shuffled(NAMES)
    assert shuffled(NAMES, start=random.permutation(75)) == shuffled(NAMES)


def test_copies_of_one_card_are_told_apart():
    names, copies = ["A"] * 5 + ["B"], [0, 1, 2, 3, 4, 0]
    assert Counter(shuffled(names, copies=copies)) == {"A": 5, "B": 1}
    assert len({identity("A", copy) for copy in range(5)}) == 5
    assert len({identity(name) for name in NAMES}) == 75
    assert all(0 <= identity(name, 255) < 1 << 40 for name in NAMES)


def test_shuffles_games_sources_and_keys_differ():
    orders = {
        tuple(shuffled(NAMES, key=key, game=game, source=source, shuffle=shuffle))
        for key in (1, 2)
        for game in (0, 1)
        for source in (0, 1)
        for shuffle in (0, 1)
    }
    assert len(orders) == 16


def test_only_the_named_part_is_ordered():
    identities = np.zeros(128, np.uint64)
    identities[:10] = [identity(name) for name in NAMES[:10]]
    cards = np.arange(10, dtype=np.int8)
    call_order(cards, 3, 8, identities, np.uint64(1), 0, 0, 0)
    assert cards[:3].tolist() == [0, 1, 2]
    assert cards[8:].tolist() == [8, 9]
    assert sorted(cards[3:8].tolist()) == [3, 4, 5, 6, 7]


@pytest.mark.parametrize("n", range(7))
def test_order_few_equals_order(n):
    identities = np.zeros(128, np.uint64)
    identities[:75] = [identity(name) for name in NAMES]
    random = np.random.default_rng(n)
    for shuffle in range(20):
        a = random.permutation(75)[:n].astype(np.int8)
        b = a.copy()
        call_order(a, 0, n, identities, np.uint64(5), 1, 2, np.int64(shuffle))
        call_order_few(b, 0, n, identities, np.uint64(5), 1, 2, np.int64(shuffle))
        assert a.tolist() == b.tolist()


def test_every_card_is_equally_often_on_top(size):
    games, names = size(6_000, 120), NAMES[:6]
    counts = Counter(shuffled(names, game=game)[0] for game in range(games))
    expected = games / 6
    assert all(abs(counts[name] - expected) < 5 * np.sqrt(expected * 5 / 6) for name in names)


def test_every_order_of_three_is_equally_frequent(size):
    games, names = size(6_000, 120), NAMES[:3]
    counts = Counter(tuple(shuffled(names, game=game)) for game in range(games))
    expected = games / 6
    assert len(counts) == 6
    assert all(abs(number - expected) < 5 * np.sqrt(expected * 5 / 6) for number in counts.values())


def test_what_is_taken_out_leaves_no_gap():
    cards = np.array([4, 7, 9, 3, -1], np.int8)
    assert take_out(cards, 1, 4) == 7
    assert cards.tolist() == [4, 9, 3, -1, -1]
    assert take_out(cards, 2, 3) == 3
    assert take_out(cards, 0, 2) == 4
    assert cards.tolist() == [9, -1, -1, -1, -1]
