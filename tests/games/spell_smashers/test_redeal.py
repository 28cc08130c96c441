"""A redeal depends on what a seat sees alone: two positions that differ in hidden cards and luck give the same."""

import numpy as np
import pytest

from simkit.core.jit import make_records
from simkit.games.spell_smashers import GAME, names
from simkit.games.spell_smashers.names import EMPTY
from tests.games.playing import positions
from tests.games.spell_smashers.position import machine


def shown(s, seat):
    """Return the letter and wound places of a hand whose cards lie in a revealed word."""
    if s["stage"] != names.BATTLE_STAGE or s["word"][seat] == 0:
        return set(), set()
    cards = int(s["word"][seat]) >> 4 & (1 << 40) - 1
    letters = int(s["hand_size"][seat])
    first = letters + bin(int(s["trophies"][seat])).count("1")
    return {i for i in range(letters) if cards >> i & 1}, {i for i in range(int(s["wound_count"][seat])) if cards >> first + i & 1}


def exchange(s, random, places):
    """Deal the cards at these places (field, index...) among each other."""
    cards = [s[field][index] for field, index in places]
    for (field, index), card in zip(places, random.permutation(cards), strict=True):
        s[field][index] = card


def hide(config, s, seat, random):
    """Exchange all that a seat cannot see: decks, others' hands, quests and words, gear face down, the keys of luck."""
    others = [other for other in range(int(s["players"])) if other != seat]
    for deck in range(2):
        places = [("deck", (deck, i)) for i in range(int(s["deck_size"][deck]))]
        places += [
            ("hand", (other, i))
            for other in others
            for i in range(int(s["hand_size"][other]))
            if config["letter_deck"][s["hand"][other, i]] == deck and i not in shown(s, other)[0]
        ]
        exchange(s, random, places)
    places = [("wound_deck", i) for i in range(int(s["wound_size"]))]
    places += [("wound_hand", (other, i)) for other in others for i in range(int(s["wound_count"][other])) if i not in shown(s, other)[1]]
    exchange(s, random, places)
    exchange(s, random, [("modifier_deck", i) for i in range(int(s["modifier_size"]))])
    unseen = int(s["stack_size"]) - int(s["known_top"])
    exchange(s, random, [("stack", i) for i in range(unseen - (s["players"] == 1 and s["known_top"] == 0))])
    looks = s["seat"] != seat
    for kind, cap, phase in (("gear", names.GEAR_CAP, names.KEEP_GEAR), ("quest", names.QUEST_CAP, names.KEEP_QUEST)):
        ring = [(int(s[f"{kind}_head"]) + i) % cap for i in range(int(s[f"{kind}_size"]))]
        places = [(f"{kind}_deck", place) for place in ring if not int(s[f"{kind}_known"][place]) >> seat & 1]
        if kind == "gear":
            places += [("gear_on", place) for place in range(8) if s["gear_on"][place] != EMPTY]
        else:
            places += [("quest", (other, i)) for other in others for i in range(int(s["quest_count"][other]))]
        if looks and s["phase"] == phase:
            places += [("drawn", i) for i in range(int(s["drawn_count"]))]
        exchange(s, random, places)
    own = len(s["luck"]) - 5 + seat
    for source in range(len(s["luck"])):
        if source != own:
            s["luck"][source] = random.integers(0, 2**63)
    if s["stage"] == names.WORD_STAGE:
        for other in others:
            if int(s["ready"]) >> other & 1 and not int(s["skips"]) >> other & 1:
                s["word"][other] = names.WORD | 1 << 4  # any word


@pytest.mark.parametrize("players", [1, 2, 3, 5])
def test_redeal_depends_on_what_is_seen(players, size):
    random = np.random.default_rng(players)
    games = size(150, 1)
    config = GAME.config({"more_coins": 12, "dictionary": size(60, 10)})[0]
    redeal, audit = machine().kernels[5], machine().kernels[6]
    twins = make_records(2, GAME.kernels.STATE)
    for s in positions(GAME, config, players, games, 51, random.integers(0, size(50 * players, 8), games)):
        for seat in range(players):
            twins[0], twins[1] = s, s
            hide(config, twins[1], seat, random)
            redeal(config, twins[0], seat, 5)
            redeal(config, twins[1], seat, 5)
            assert audit(config, twins[0]) == 0
            assert twins[0].tobytes() == twins[1].tobytes()


def test_redeal_keeps_what_others_are_known_to_hold(size):
    """How many consonants, vowels and wounds the others hold stays; which they are does not."""
    config = GAME.config({"dictionary": size(60, 10)})[0]
    (s,) = positions(GAME, config, 3, 1, 52, np.array([size(60, 8)]))
    redeal = machine().kernels[5]
    copies = make_records(1, GAME.kernels.STATE)
    hands = set()
    for salt in range(size(30, 5)):
        copies[0] = s
        redeal(config, copies[0], 1, salt)
        assert copies["hand"][0, 1].tolist() == s["hand"][1].tolist()
        for other in (0, 2):
            held = copies["hand"][0, other][: s["hand_size"][other]]
            assert config["letter_deck"][held].tolist() == config["letter_deck"][s["hand"][other][: s["hand_size"][other]]].tolist()
        hands.add(copies["hand"][0, 0].tobytes())
    assert len(hands) > size(25, 3)


def test_a_redealt_tile_keeps_the_zone_on_its_back(size):
    config = GAME.config({"dictionary": size(60, 10)})[0]
    (s,) = positions(GAME, config, 1, 1, 53, np.array([0]))
    zone = config["zone"][s["stack"][int(s["stack_size"]) - 1]]
    copies = make_records(1, GAME.kernels.STATE)
    tops = set()
    for salt in range(20):
        copies[0] = s
        machine().kernels[5](config, copies[0], 0, salt)
        top = int(copies["stack"][0, int(s["stack_size"]) - 1])
        assert config["zone"][top] == zone
        tops.add(top)
    assert len(tops) > 2
