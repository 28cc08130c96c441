"""Rulebook, "Rest" (SP-9)."""

import pytest

from tests.games.spellbloom.position import Position, find_spell

A, B = find_spell(effect="reroll_colour", die="red"), find_spell(effect="region_points", region="Gorge")


def test_sp9_alina_rests():
    p = Position().dice(yellow=3).guides(red=3).mana(0).book(0, A, mana=True).book(7, B, mana=True)
    rolls = p["rolls"][0].tolist()
    supply = int(p["supply"])
    assert p.kinds() == {"rest"}
    p.rest()
    assert len(p.free()) == 6
    assert p["rolls"][0].tolist() == [n + 1 for n in rolls]
    assert p["mana"][0] == 3
    assert p["bottled"][0] == 0
    assert p["supply"] == supply - 1
    assert p["seat"] == 1  # the turn ends


def test_resting_rolls_all_six_dice_anew():
    faces = set()
    for game in range(10):
        p = Position(game=game).rest()
        faces.add(tuple(p["die"][0].tolist()))
    assert len(faces) > 8


def test_others_dice_and_mana_stay():
    p = Position(2).dice(blue=2, red=2, seat=1).book(0, A, seat=1, mana=True)
    before = (p["die"][1].tolist(), int(p["free"][1]), int(p["mana"][1]), int(p["bottled"][1]))
    p.rest()
    assert (p["die"][1].tolist(), int(p["free"][1]), int(p["mana"][1]), int(p["bottled"][1])) == before


@pytest.mark.parametrize(("supply", "got"), [(0, 0), (1, 1), (5, 1)])
def test_resting_with_a_short_supply(supply, got):
    """Ruling SP-R1."""
    p = Position(2).mana(2).supply(supply).rest()
    assert p["mana"][0] == 2 + got


@pytest.mark.parametrize("amount", [0, 1, 4])
def test_house_rule_for_resting(amount):
    p = Position(rest_mana=amount).mana(2).rest()
    assert p["mana"][0] == 2 + amount


def test_rests_are_counted():
    p = Position(2).rest().rest()
    assert [row["rests"] for row in p.score()] == [1, 1]
