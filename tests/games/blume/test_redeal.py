"""A redeal depends on what a seat sees alone: two positions that differ in hidden cards and luck give the same."""

import numpy as np
import pytest

from simkit.core.jit import make_records
from simkit.games.blume import GAME
from simkit.games.blume.names import EMPTY
from tests.games.blume.position import machine
from tests.games.playing import positions

SETTINGS = [
    (2, {}), (5, {}), (1, {}), (3, {"tools": True}), (3, {"botanist": True}), (4, {"botanist": True, "tools": True}),
    (3, {"variant": "field"}),
]  # fmt: skip


def hide(config, s, seat, random):
    """Exchange all that a seat cannot see: the bag, what lies face down, the others' botanist cards, the keys of luck."""
    top, end = int(s["bag_top"]), int(s["bag_end"])
    s["bag"][top:end] = random.permutation(s["bag"][top:end])
    players = int(s["players"])
    if config["variant"] and players > 1:
        return change_luck(s, seat, random)
    if not (config["botanist"] and players > 1):
        deck = s["hybrid_deck"][int(s["hybrid_top"]) : int(config["hybrids"])]
        deck[:] = random.permutation(deck)
    if players == 1:
        cans = s["can_stack"][int(s["can_top"]) : int(s["can_end"])]
        cans[:] = random.permutation(cans)
    else:
        for stage in range(int(s["can_top"]), 3):
            s["can_stack"][stage] = random.choice(np.flatnonzero(config["can_deck"][: int(config["cans"])] == stage))
    if config["tools"]:
        deck = s["tool_deck"][int(s["tool_top"]) : int(config["tool_count"])]
        deck[:] = random.permutation(deck)
    if config["botanist"] and players > 1:
        places = list(range(int(s["botanist_top"]), int(s["botanist_end"])))
        others = [other for other in range(players) if other != seat and s["hidden"][other] != EMPTY]
        cards = list(random.permutation([int(s["botanist_deck"][i]) for i in places] + [int(s["hidden"][i]) for i in others]))
        for i in places:
            s["botanist_deck"][i] = cards.pop()
        for i in others:
            s["hidden"][i] = cards.pop()
    return change_luck(s, seat, random)


def change_luck(s, seat, random):
    own = len(s["luck"]) - 5 + seat
    for source in range(len(s["luck"])):
        if source != own:
            s["luck"][source] = random.integers(0, 2**63)


@pytest.mark.parametrize(("players", "rules"), SETTINGS)
def test_redeal_depends_on_what_is_seen(players, rules, size):
    random = np.random.default_rng(players)
    games = size(100, 2)
    config = GAME.config(rules)[0]
    redeal, audit = machine().kernels[5], machine().kernels[6]
    twins = make_records(3, GAME.kernels.STATE)
    for s in positions(GAME, config, players, games, 51, random.integers(0, 40 * players, games)):
        for seat in range(players):
            twins[0], twins[1] = s, s
            hide(config, twins[1], seat, random)
            redeal(config, twins[0], seat, 5)
            redeal(config, twins[1], seat, 5)
            assert audit(config, twins[0]) == 0
            assert twins[0].tobytes() == twins[1].tobytes()


def test_redeal_deals_every_unseen_card_anew():
    config = GAME.config({"tools": True, "botanist": True})[0]
    (s,) = positions(GAME, config, 3, 1, 52, np.array([10]))
    redeal = machine().kernels[5]
    seen = {"bag": set(), "hidden": set(), "can_stack": set(), "tool_deck": set(), "luck": set()}
    copies = make_records(1, GAME.kernels.STATE)
    for salt in range(40):
        copies[0] = s
        redeal(config, copies[0], 1, salt)
        for name, values in seen.items():
            values.add(tuple(copies[name][0].tolist()))
        assert copies["hidden"][0, 1] == s["hidden"][1]
        assert copies["can_stack"][0, 0] == s["can_stack"][0]
        assert copies["garden"][0].tolist() == s["garden"].tolist()
        assert copies["row"][0].tolist() == s["row"].tolist()
    assert {name: len(values) > 25 for name, values in seen.items()} == dict.fromkeys(seen, True)


def test_redealt_cards_are_dealt_evenly(size):
    """Every unseen botanist card is equally often in the other's hand."""
    config = GAME.config({"botanist": True})[0]
    (s,) = positions(GAME, config, 2, 1, 53, np.array([0]))
    redeal = machine().kernels[5]
    counts = np.zeros(15, np.int64)
    copies = make_records(1, GAME.kernels.STATE)
    number = size(5_000, 200)
    for salt in range(number):
        copies[0] = s
        redeal(config, copies[0], 0, salt)
        counts[copies["hidden"][0, 1]] += 1
    own = int(s["hidden"][0])
    assert counts[own] == 0
    expected = number / 14
    assert np.abs(np.delete(counts, own) - expected).max() < 5 * np.sqrt(expected)
