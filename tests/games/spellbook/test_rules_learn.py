"""Rulebook, "Soir" and "Les sorts": payments, wilds, the token on the card, each spell once."""

import pytest

from simkit.games.spellbook.names import LEARN
from tests.games.spellbook.position import Position, read


def payments(p):
    return [action for action in p.legal() if action & 15 == LEARN]


@pytest.mark.parametrize("level", [3, 4, 5])
def test_the_level_is_the_number_of_tokens(level):
    p = Position().pool("red:t*2 red:s*2 red:c").at("evening")
    assert ("sacrifice", level) in p.learnable()
    p.learn("Sacrifice", level, " ".join(["red:t", "red:t", "red:s", "red:s", "red:c"][:level]), "triangle")
    assert p.level("Sacrifice") == level
    assert p["discards_size"] == level - 1
    assert p["pool_size"][0] == 5 - level


def test_two_tokens_are_not_enough():
    assert not Position().pool("red:t*2 green:c*2").at("evening").learnable()


def test_equal_tokens_are_one_payment():
    p = Position().pool("red:t*5").at("evening")
    assert len(payments(p)) == 3  # one for each level


def test_the_token_on_the_card_is_chosen_among_those_paid():
    p = Position().pool("red:t red:s red:c").at("evening")
    assert len(payments(p)) == 3
    for rune in ("triangle", "square", "circle"):
        assert p.can_learn("Sacrifice", 3, "red:t red:s red:c", rune)


def test_what_is_kept_is_a_choice():
    p = Position().pool("red:t*2 red:s*2").at("evening")
    assert len(payments(p)) == 2 + 2 + 2  # two sets of three tokens, and all four, each with two runes for the card


def test_a_spell_is_learned_once():
    p = Position().spell("Sacrifice", 3, "circle").pool("red:t*5").at("evening")
    assert not p.learnable()


def test_one_spell_an_evening():
    p = Position().pool("red:t*3 green:t*3").at("evening").learn("Sacrifice", 3, "red:t*3")
    assert p["seat"] == 1


def test_a_wild_may_repeat_colours():
    p = Position().pool("red:t*2 green:c*2 black:c").at("evening")
    assert p.can_learn("Sacrifice", 3, "red:t*2 green:c*2 black:c")
    assert not Position(wild_colours_differ=True).pool("red:t*2 green:c*2 black:c").at("evening").learnable()
    assert Position(wild_colours_differ=True).pool("red:t*2 green:c blue:c black:c").at("evening").learnable()


def test_a_wild_is_of_one_rune():
    assert not Position().pool("red:t*2 green:c blue:c black:t").at("evening").learnable()


def test_a_wild_holds_no_token_of_the_spells_colour():
    pool = "red:t*2 red:c green:c blue:c"
    assert Position().pool(pool).at("evening").learnable() == {("sacrifice", 3)}  # three red tokens, no wild
    p = Position(wild_own_colour=True).pool(pool).at("evening")
    assert p.can_learn("Sacrifice", 3, pool)
    assert not Position().pool(pool).at("evening").can_learn("Sacrifice", 3, pool)


def test_two_wilds_and_one_token_of_the_colour():
    p = Position().pool("red:t green:c*3 blue:s*3").at("evening")
    assert p.can_learn("Sacrifice", 3, "red:t green:c*3 blue:s*3")
    p.learn("Sacrifice", 3, "red:t green:c*3 blue:s*3")
    assert p.tokens("discards") == read("green:c*3 blue:s*3")


def test_wilds_alone_do_not_learn():
    p = Position().pool("green:c*2 black:c blue:s*2 white:s yellow:t*2 violet:t").at("evening")
    assert "sacrifice" not in {spell for spell, _ in p.learnable()}  # three wilds, but no red token


def test_no_surplus_tokens():
    pool = "red:t*2 green:c*2 black:c*2"
    assert not Position().pool(pool).at("evening").can_learn("Sacrifice", 3, pool)
    assert Position(surplus_tokens=True).pool(pool).at("evening").can_learn("Sacrifice", 3, pool)


def test_a_learned_phase_spell_may_be_used_at_a_lower_level():
    p = Position().spell("Sacrifice", 5).pool("green:c green:t green:s")
    assert p.levels("Sacrifice") == {3, 4, 5}
    p = Position().spell("Sacrifice", 4).pool("green:c green:t green:s")
    assert p.levels("Sacrifice") == {3, 4}


def test_a_phase_spell_is_used_in_its_phase_alone():
    p = Position().spell("Sacrifice", 3).pool("green:c*2").at("midday")
    assert not p.uses("Sacrifice")
    assert not p.at("evening").uses("Sacrifice")
