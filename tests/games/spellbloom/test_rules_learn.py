"""Rulebook, "Learn", steps 1 to 4: worked examples SP-1 and SP-16, and what they rest on."""

import pytest

from simkit.games.spellbloom.names import DICE, REGIONS
from tests.games.spellbloom.position import Position, find_spells

TWO_POINTS = find_spells(points=2, effect="any_region")[0]


def test_sp1_jadis_learns_with_two_provision_dice():
    p = Position().dice(white=5, red=2, green=3, blue=6).mana(0).island("Snowlands", TWO_POINTS)
    top = p.deck()[0]
    p.learn("Snowlands", "white", "red", "green")
    assert p["mana"][0] == 2  # exactly two provision dice
    p.place(0)
    assert p.points() == {"spells": 2, "placement": 0, "provision": 0, "effects": 0}
    assert p.free() == {"blue"}
    assert p.spell_at("Snowlands") == top  # step 4
    assert p["supply"] == 35 - 2 - 2


@pytest.mark.parametrize(
    ("provision", "mana", "points"),
    [(["green"], 0, 0), (["white", "black"], 2, 0), (["white", "yellow", "blue"], 0, 3)],
)
def test_sp16_one_two_or_three_provision_dice(provision, mana, points):
    p = Position().dice(red=5, green=5, white=1, black=4, yellow=2, blue=2).mana(0)
    p.learn("Volcano", "red", *provision, slot=0)
    assert p["mana"][0] == mana
    assert p.points()["provision"] == points


def test_four_provision_dice_score_three_points_too():
    p = Position().dice(red=6, green=1, white=1, black=2, yellow=2).mana(0)
    p.learn("Volcano", "red", "green", "white", "black", "yellow", slot=0)
    assert p.points()["provision"] == 3
    assert p["mana"][0] == 0


@pytest.mark.parametrize(("colour", "region"), list(zip(DICE, REGIONS, strict=True)))
def test_the_difficulty_die_names_the_region(colour, region):
    other = "white" if colour != "white" else "blue"
    p = Position().dice(**{colour: 4, other: 4}).mana(0)
    from_dice = {(x.region, x.difficulty, x.provision) for x in p.payments()}
    assert from_dice == {(region, colour, frozenset([other])), (REGIONS[DICE.index(other)], other, frozenset([colour]))}


def test_the_sum_must_match_exactly():
    p = Position().dice(white=5, red=2, green=2).mana(0)
    assert p.payments(region="Snowlands") == []
    assert {x.provision for x in p.payments()} == {frozenset(["red"]), frozenset(["green"])}


def test_used_dice_take_no_part():
    p = Position().dice(white=5, red=2).die("green", 3, used=True).mana(0)
    assert p.payments() == []


def test_provision_mana_cannot_pay_for_its_own_match():
    """Ruling SP-R5."""
    p = Position().dice(white=5, red=2, green=1).guides().mana(1)
    assert "learn" in p.kinds()  # red 2 by green 1
    assert p.payments(region="Snowlands") == []  # two dice of 3 would bring the two mana that are missing
    p.mana(0)
    assert "learn" not in p.kinds()


def test_any_empty_slot_may_be_chosen():
    p = Position().dice(white=5, red=5).mana(0).book(3, "S60").learn("Snowlands", "white", "red")
    assert len(p.legal()) == 9
    assert p.kinds() == {"place"}


def test_only_one_spell_in_a_turn():
    p = Position().dice(white=5, red=5, blue=1, green=1).learn("Snowlands", "white", "red", slot=0)
    assert "learn" not in p.kinds()
    assert "rest" not in p.kinds()


def test_without_any_match_one_rests():
    p = Position().dice(yellow=3).guides().mana(0)
    assert p.kinds() == {"rest"}


def test_resting_is_always_allowed_instead_of_learning():
    p = Position().dice(white=5, red=5)
    assert {"rest", "learn"} <= p.kinds()


def test_the_supply_limits_the_bonus():
    """Ruling SP-R1."""
    p = Position(2).dice(white=5, red=2, green=3).mana(0).supply(1)
    p.learn("Snowlands", "white", "red", "green")
    assert p["mana"][0] == 1
    assert p["supply"] == 0


@pytest.mark.parametrize("points", [0, 4])
def test_house_rules_for_provision(points):
    p = Position(three_dice_points=points, two_dice_mana=5).dice(red=5, green=1, white=1, black=3).mana(0)
    p.learn("Volcano", "red", "green", "white", "black", slot=0)
    assert p.points()["provision"] == points
    p = Position(two_dice_mana=5).dice(red=5, white=2, black=3).mana(0).learn("Volcano", "red", "white", "black")
    assert p["mana"][0] == 5
