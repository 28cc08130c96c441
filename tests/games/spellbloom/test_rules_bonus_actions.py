"""Rulebook, "Bonus actions": worked examples SP-2 to SP-5 and SP-11."""

import pytest

from simkit.games.spellbloom.names import ISLAND_LINES
from tests.games.spellbloom.position import Position, find_spell, find_spells

REROLL_BLACK = find_spell(effect="reroll_colour", die="black")
REROLL_RED = find_spell(effect="reroll_colour", die="red")
GORGE = find_spell(effect="region_points", region="Gorge")


# Change die value


def test_sp2_mal_lowers_a_provision_die():
    p = Position().dice(green=3, yellow=4).guides().mana(1)
    p.learn("Grove", "green", "yellow")
    assert p["mana"][0] == 0
    assert p["supply"] == 34 - 1
    assert (p.face("yellow"), p.face("green")) in {(3, 3), (4, 4)}
    assert p.face("yellow") == 3 or p.face("green") == 4
    assert p.points()["provision"] == 0
    p.place(0)
    assert p.free() == set()


@pytest.mark.parametrize(("difficulty", "provision"), [(6, 1), (1, 6)])
def test_sp11_dice_do_not_wrap(difficulty, provision):
    p = Position().dice(green=difficulty, yellow=provision).guides()
    assert p.mana(4).payments(region="Grove") == []
    assert p.mana(5).costs(region="Grove") == [5]


def test_each_step_costs_a_mana():
    p = Position().dice(green=6, yellow=4, red=1).guides().mana(6)
    assert p.costs(region="Grove", provision=frozenset(["yellow"])) == [2]
    assert p.costs(region="Grove", provision=frozenset(["yellow", "red"])) == [1]
    assert p.costs(region="Desert", provision=frozenset(["red"])) == [3]


def test_change_is_limited_by_the_personal_supply_not_by_mana_on_spells():
    p = Position().dice(green=6, yellow=4).guides().mana(1).book(0, REROLL_RED, mana=True)
    assert p.payments() == []


# Use a Guide die


def test_sp3_chandra_uses_a_guide_die_as_difficulty():
    p = Position().dice(black=2, white=2).guides(red=5).mana(2)
    p.learn("Volcano", "guide", "black", "white", guide="red")
    assert p["mana"][0] == 2  # two spent, two gained
    assert "red" not in p.guide_free()
    p.place(0)
    assert p.free() == set()
    assert p.face("white") + p.face("black") == int(p["guide"][4])
    assert p["supply"] == 31 + 2 - 2


def test_a_guide_die_as_provision_die():
    p = Position().dice(white=5, blue=2).guides(red=3).mana(1)
    p.learn("Snowlands", "white", "blue", guide="red")
    assert p["mana"][0] == 2  # two provision dice
    assert p.guide_free() == set()


def test_a_guide_die_alone_may_provide():
    p = Position().dice(white=5).guides(red=5).mana(1)
    assert [x.guide for x in p.payments(region="Snowlands")] == ["red"]
    p.learn("Snowlands", "white", guide="red", slot=0)
    assert p["mana"][0] == 0


def test_a_guide_die_may_not_be_both_and_only_one_is_used():
    p = Position().dice(white=5).guides(white=5, red=5).mana(9)
    assert all(x.guide and (x.difficulty != "guide" or x.provision) for x in p.payments())
    assert {(x.difficulty, x.guide) for x in p.payments(region="Snowlands")} == {
        ("white", "white"),
        ("white", "red"),
        ("guide", "white"),
    }


def test_a_guide_die_costs_a_mana():
    p = Position().dice(white=5).guides(red=5)
    assert p.mana(0).payments() == []
    assert p.mana(1).costs(region="Snowlands") == [1]


def test_a_used_guide_die_is_not_available():
    p = Position().dice(white=5).guides(blue=2).mana(3)
    assert {x.guide for x in p.payments(region="Snowlands")} == set()


def test_a_guide_dice_can_be_turned_and_keeps_its_face():
    p = Position().dice(white=1).guides(red=2).mana(2)
    p.learn("Snowlands", "white", guide="red", slot=0)
    assert p["mana"][0] == 0
    assert int(p["guide"][4]) == p.face("white")


@pytest.mark.parametrize("free", [0, 1])
def test_guide_dice_may_be_rerolled_when_one_or_none_is_available(free):
    p = Position().dice(white=5, red=5).guides(**({"blue": 2} if free else {}))
    before = p["guide_rolls"].tolist()
    p.reroll_guides()
    assert len(p.guide_free()) == 6
    assert p["guide_rolls"].tolist() == [n + 1 for n in before]
    assert p["seat"] == 0


def test_guide_dice_may_not_be_rerolled_when_two_are_available():
    p = Position().dice(white=5, red=5).guides(blue=2, red=1)
    assert "reroll guides" not in p.kinds()


def test_guide_dice_may_be_rerolled_after_returning_the_last():
    """Ruling SP-R6."""
    p = Position().dice(white=5).guides(red=5, blue=1).mana(1).learn("Snowlands", "white", guide="red", slot=0)
    assert "reroll guides" in p.kinds()


# Discard Spells from the Island board


def test_sp4_stephen_discards_the_left_column():
    p = Position().dice(blue=3, yellow=3).mana(1)
    old = {p.spell_at("Reefs"), p.spell_at("Desert")}
    first, second = p.deck()[:2]
    p.discard("left column")
    assert p["mana"][0] == 0
    assert p.spell_at("Reefs") == first
    assert p.spell_at("Desert") == second
    assert set(p.deck()[-2:]) == old
    assert len(p.deck()) == 69


@pytest.mark.parametrize(
    ("line", "regions"),
    [
        ("top row", ["Reefs", "Snowlands", "Grove"]),
        ("bottom row", ["Desert", "Volcano", "Gorge"]),
        ("left column", ["Reefs", "Desert"]),
        ("middle column", ["Snowlands", "Volcano"]),
        ("right column", ["Grove", "Gorge"]),
    ],
)
def test_rows_and_columns_are_refilled_in_order(line, regions):
    assert line in ISLAND_LINES
    p = Position().dice(blue=3, yellow=3).mana(1)
    old, new = {p.spell_at(r) for r in regions}, p.deck()[: len(regions)]
    p.discard(line)
    assert [p.spell_at(r) for r in regions] == new
    assert set(p.deck()[-len(regions) :]) == old


def test_discards_go_under_the_deck_in_random_order():
    orders = set()
    for game in range(40):
        p = Position(game=game).dice(blue=3, yellow=3).mana(1)
        old = [p.spell_at(r) for r in ("Reefs", "Snowlands", "Grove")]
        p.discard("top row")
        orders.add(tuple(old.index(name) for name in p.deck()[-3:]))
    assert len(orders) == 6


def test_discarding_once_a_turn_and_only_with_mana():
    p = Position().dice(blue=3, yellow=3).mana(5).discard("top row")
    assert "discard" not in p.kinds()
    assert "discard" not in Position().dice(blue=3, yellow=3).mana(0).kinds()


def test_discarding_after_learning_is_a_ruling():
    """Ruling SP-R7."""
    for allowed in (True, False):
        p = Position(discard_after_learning=allowed).dice(blue=3, yellow=3).mana(2).learn("Reefs", "blue", "yellow", slot=0)
        assert ("discard" in p.kinds()) == allowed


def test_discarding_twice_in_two_turns_lies_below_the_earlier_discards():
    p = Position().dice(blue=3, yellow=3).mana(3).discard("top row")
    below = p.deck()[-3:]
    p.learn("Reefs", "blue", "yellow", slot=0).end_turn().dice(blue=3, yellow=3, seat=1).discard("left column")
    assert p.deck()[-5:-2] == below


def test_after_a_bonus_action_one_must_learn_if_one_can():
    """Rulebook, "Rest": no bonus actions when resting."""
    p = Position().dice(blue=3, yellow=3).mana(2)
    assert "rest" in p.kinds()
    p.discard("top row")
    assert "rest" not in p.kinds()
    assert "learn" in p.kinds()


# Activate Spells


def test_sp5_vivienne_activates_two_spells():
    p = Position().dice(black=2, white=2).book(0, GORGE).book(1, REROLL_BLACK).island("Gorge", find_spell(effect="colour_total"))
    supply, mana = int(p["supply"]), int(p["mana"][0])
    p.learn("Gorge", "black", "white", slot=5)
    assert p.free() == set()
    p.activate(0)
    assert p.points()["effects"] == 2
    p.activate(1, "black")
    assert p.free() == {"black"}
    assert p["mana"][0] == mana
    assert p["supply"] == supply - 2
    assert p["bottled"][0] == 0b11
    assert p.points()["provision"] == 0


def test_a_spell_with_mana_on_it_cannot_be_activated():
    p = Position().dice(black=2, white=2).book(0, GORGE, mana=True).learn("Gorge", "black", "white", slot=5)
    assert not p.can_activate(0)


def test_activating_once_in_a_turn():
    p = Position().dice(black=2, white=2).book(0, GORGE).learn("Gorge", "black", "white", slot=5).activate(0)
    assert not p.can_activate(0)
    p.end_turn()
    assert p["bottled"][0] == 1


def test_activating_needs_a_mana_in_the_general_supply():
    """Ruling SP-R1."""
    p = Position().dice(black=2, white=2).book(0, GORGE).supply(0).learn("Gorge", "black", "white", slot=5)
    assert "activate" not in p.kinds()


def test_the_spell_learned_this_turn_may_be_activated():
    p = Position().dice(black=2, white=2).island("Gorge", GORGE).learn("Gorge", "black", "white", slot=5).activate(5)
    assert p.points()["effects"] == 2


def test_end_of_game_effects_are_not_activated():
    p = Position().dice(black=2, white=2).book(0, find_spell(effect="colour_total"))
    p.island("Gorge", find_spells(effect="element_total")[0]).learn("Gorge", "black", "white", slot=5)
    assert "activate" not in p.kinds()


def test_activated_effects_last_for_the_turn_alone():
    p = Position(2).dice(black=2, white=2, blue=1, red=1).book(0, GORGE).learn("Volcano", "red", "blue", slot=5).activate(0)
    assert p.points()["effects"] == 0
    p.end_turn().rest()
    p.learn("Gorge", "black", "white", slot=6)
    assert p.points()["effects"] == 0


def test_an_activation_without_effect_is_a_ruling():
    """Ruling SP-R36."""
    for allowed in (True, False):
        p = Position(idle_activation=allowed).dice(red=2, white=2).book(0, GORGE).learn("Volcano", "red", "white", slot=5)
        assert p.can_activate(0) == allowed


def test_a_reroll_before_learning_may_bring_the_match():
    """Ruling SP-R29: the only available die, and a spell that brings another."""
    p = Position().dice(white=3).guides().mana(0).book(0, REROLL_RED)
    assert p.kinds() == {"rest", "activate"}
    p.activate(0, "red")
    assert p.free() == {"white", "red"}
    assert ("learn" in p.kinds()) == (p.face("red") == 3)
    assert ("rest" in p.kinds()) == (p.face("red") != 3)


def test_two_rerolls_before_learning_may_bring_the_match():
    """Ruling SP-R29: no die is available, yet two spells bring two of them; each alone brings no match."""
    p = Position().dice().guides().mana(0).book(0, REROLL_RED).book(1, REROLL_BLACK)
    assert "activate" in p.kinds()


def test_a_reroll_and_the_guide_dice_may_bring_the_match():
    """Ruling SP-R29: no die is available and no guide die; a reroll and the free reroll of the guide dice bring two."""
    p = Position().dice().guides().mana(1).book(0, REROLL_RED)
    assert {"activate", "reroll guides"} & p.kinds()
