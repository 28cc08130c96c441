"""A redeal depends on what a seat sees alone: two positions that differ in hidden cards and luck give the same."""

import itertools

import numpy as np
import pytest

from simkit.core.jit import make_records
from simkit.games.spellbloom import GAME
from simkit.games.spellbloom.names import EMPTY
from tests.games.playing import positions
from tests.games.spellbloom.position import machine


def hide(s, seat, random):
    """Exchange all that a seat cannot see: the unknown parts of both decks, the others' tasks and the keys of luck."""
    top, end, under = int(s["deck_top"]), int(s["deck_end"]), int(s["under"])
    s["deck"][top : end - under] = random.permutation(s["deck"][top : end - under])
    begins = [place for place in range(end - under + 1, end) if int(s["batches"][place // 64]) >> place % 64 & 1]
    for first, last in itertools.pairwise([end - under, *begins, end]):
        s["deck"][first:last] = random.permutation(s["deck"][first:last])
    players = int(s["players"])
    places = [place for place in range(int(s["task_top"]), int(s["task_end"])) if place != int(s["returned_task"][seat])]
    others = [(other, i) for other in range(players) if other != seat for i in range(int(s["hand_size"][other]))]
    cards = [int(s["task_deck"][place]) for place in places] + [int(s["hand"][other, i]) for other, i in others]
    cards = list(random.permutation(cards))
    for place in places:
        s["task_deck"][place] = cards.pop()
    for other, i in others:
        s["hand"][other, i] = cards.pop()
    s["task_deck"][: s["task_top"]] = EMPTY
    own = len(s["luck"]) - 4 + seat
    for source in range(len(s["luck"])):
        if source != own:
            s["luck"][source] = random.integers(0, 2**63)


@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_redeal_depends_on_what_is_seen(players, size):
    random = np.random.default_rng(players)
    games = size(200, 2)
    config = GAME.config({"start_mana": 6, "total_mana": 60})[0]
    redeal, audit = machine().kernels[5], machine().kernels[6]
    twins = make_records(3, GAME.kernels.STATE)
    for s in positions(GAME, config, players, games, 51, random.integers(0, 40 * players, games)):
        for seat in range(players):
            twins[0], twins[1] = s, s
            hide(twins[1], seat, random)
            redeal(config, twins[0], seat, 5)
            redeal(config, twins[1], seat, 5)
            assert audit(config, twins[0]) == 0
            assert twins[0].tobytes() == twins[1].tobytes()


def test_redeal_deals_every_unseen_card_anew():
    config = GAME.config()[0]
    (s,) = positions(GAME, config, 3, 1, 52, np.array([10]))
    redeal = machine().kernels[5]
    decks, hands, luck = set(), set(), set()
    copies = make_records(1, GAME.kernels.STATE)
    for salt in range(40):
        copies[0] = s
        redeal(config, copies[0], 1, salt)
        decks.add(tuple(copies["deck"][0].tolist()))
        hands.add(tuple(copies["hand"][0, [0, 2]].ravel().tolist()))
        luck.add(tuple(copies["luck"][0].tolist()))
        assert copies["hand"][0, 1].tolist() == s["hand"][1].tolist()
        assert copies["island"][0].tolist() == s["island"].tolist()
        assert copies["book"][0].tolist() == s["book"].tolist()
        assert copies["die"][0].tolist() == s["die"].tolist()
    assert len(decks) == len(hands) == len(luck) == 40


def test_redealt_tasks_are_dealt_evenly(size):
    """Every unseen task is equally often in the other's hand."""
    config = GAME.config()[0]
    (s,) = positions(GAME, config, 2, 1, 53, np.array([0]))
    redeal = machine().kernels[5]
    counts = np.zeros(30, np.int64)
    copies = make_records(1, GAME.kernels.STATE)
    number = size(8_000, 200)
    for salt in range(number):
        copies[0] = s
        redeal(config, copies[0], 0, salt)
        for i in range(2):
            counts[copies["hand"][0, 1, i]] += 1
    own = s["hand"][0, :2].tolist()
    assert counts[own].tolist() == [0, 0]
    rest = np.delete(counts, own)
    expected = number * 2 / 28
    assert np.abs(rest - expected).max() < 5 * np.sqrt(expected)


def test_discards_of_two_moments_stay_apart():
    """What was put under the deck earlier lies above what was put there later: a seat sees that, and a redeal must keep it."""
    from tests.games.spellbloom.position import Position

    p = Position(2).dice(blue=3, yellow=3).mana(3).discard("top row")
    first = set(p.deck()[-3:])
    p.learn("Reefs", "blue", "yellow", slot=0).end_turn().dice(blue=3, yellow=3, seat=1).discard("bottom row")
    for salt in range(20):
        copies = make_records(1, GAME.kernels.STATE)
        copies[0] = p.s
        machine().kernels[5](p.config, copies[0], 0, salt)
        p_deck = copies["deck"][0][int(p["deck_top"]) : int(p["deck_end"])].tolist()
        assert {f"S{card + 1:02}" for card in p_deck[-6:-3]} == first
