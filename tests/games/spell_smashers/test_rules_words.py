"""Prepare Words: gear, words of letters, wounds and trophies, no legal word, initiative."""

import pytest

from simkit.games.spell_smashers import names
from tests.games.spell_smashers.position import Position, gear, tile

CALM = ("Centaur", "Golem", "Ogre", "Troll", "Imp")


def table(*hands, players=None, **rules):
    p = Position(players or len(hands), **rules)
    p.row(*CALM[: players or len(hands)])
    for seat, hand in enumerate(hands):
        p.hand(seat, *hand)
    return p


def test_one_weapon_and_one_armor_are_worn_at_most():
    p = Position(2, seed=3).gear(0, "Long Sword", "Ember Blade", "Leather Vest", active=False)
    p.s["stage"], p.s["phase"], p.s["seat"] = names.GEAR_STAGE, names.CHOOSE_GEAR, 0
    assert sorted(p.texts()) == sorted(
        [
            "wear no gear", "wear Leather Vest", "wear Long Sword", "wear Ember Blade", "wear Long Sword and Leather Vest",
            "wear Ember Blade and Leather Vest",
        ]
    )  # fmt: skip
    p.play("wear Ember Blade and Leather Vest")
    assert (int(p["weapon"][0]), int(p["armor"][0])) == (gear("Ember Blade"), gear("Leather Vest"))


def test_gear_is_chosen_anew_each_round_and_only_where_there_is_any():
    p = table("AT", "AT").gear(0, "Long Sword")
    p.spell("at").spell("at").fight(0).fight(0)
    while p["round_no"] == 1:
        p.apply(p.legal()[0])
    assert (p["seat"], p["phase"]) == (0, names.CHOOSE_GEAR)
    p.apply(p.legal()[0])
    assert p["phase"] == names.SPELL


def test_words_use_letters_wounds_as_blocks_and_trophies():
    p = table(("A", "E", "[TCH]"), "AT").trophies(0, "Minotaur")
    assert p.word_action("match") is not None
    assert p.word_action("etch") is not None
    assert p.word_action("chat") is None  # the letters of a wound stay together in their order
    assert p.word_action("team") is None


def test_a_word_has_two_letters_at_least():
    p = table("AT", "AT")
    assert [p.say(action).split()[1] for action in p.words()] == ["AT", "TA"]


def test_equal_cards_are_listed_once_and_different_ones_apart():
    p = table(("S fire", "S fire", "A"), "AT")
    assert sum(p.say(a).startswith("spell AS ") for a in p.words()) == 1
    p = table(("S fire", "S water", "A"), "AT")
    assert sum(p.say(a).startswith("spell AS ") for a in p.words()) == 2


def test_words_of_the_same_cards_that_look_alike_are_one_action():
    p = table("TEA", "AT")
    spelled = [p.say(a).split()[1] for a in p.words() if "T1" in p.say(a) and "E1" in p.say(a) and "A1" in p.say(a)]
    # EAT starts with a vowel, TEA ends with one, ATE does both
    assert sorted(spelled) == ["ATE", "EAT", "TEA"]


def test_no_legal_word_discards_the_letters_and_a_wound_of_choice_and_refills():
    p = table(("C", "V", "[KN]", "[MB]"), "AT")
    assert len(p.texts()) == 2
    p.play("no legal word: discard all letter cards and [MB]")
    discarded = int(p["wound_discard"])
    assert bin(discarded).count("1") == 1
    while p["phase"] == names.DRAW:
        p.play("draw a consonant")
    assert p.hand_of(0) == (6, 1)
    assert p["without_word"][0] == 1


def test_without_a_word_after_the_redraw_the_battle_is_skipped_and_the_marker_comes():
    p = table("CV", "AT")
    p.s["redrawn"] = 1
    p.play("still no legal word")
    assert p["seat"] == 1
    p.spell("at").fight(0)
    assert p["marker"] == 0
    assert p["wound_count"][0] == 0


def test_the_marker_may_stay_out_of_a_skippers_hands():
    p = table("CV", "AT", marker_to_skipper=False)
    p.s["redrawn"] = 1
    p.play("still no legal word").spell("at").fight(0)
    assert p["marker"] == 1


def test_of_several_who_skip_the_last_clockwise_from_the_marker_takes_it():
    p = table("CV", "CV", "AT")
    p.s["redrawn"] = 3
    p.s["marker"] = p.s["seat"] = 1
    p.play("still no legal word").spell("at").play("still no legal word").fight(0)
    assert p["marker"] == 0


def test_initiative_counts_letters_not_cards():
    p = table(("A", "[TCH]", "E", "H"), "TEAS")
    p.spell("hatch").spell("teas")
    assert p["order"][:2].tolist() == [0, 1]


@pytest.mark.parametrize(
    ("cards", "order"),
    [(("Swift Boots",), [1, 0]), (("Lucky Cloak",), [1, 0]), ((), [0, 1]), (("Plate Mail",), [0, 1])],
)
def test_gear_changes_initiative(cards, order):
    p = table("TEA", "TEN").gear(1, *cards)
    p.spell("tea").spell("ten")
    assert p["order"][:2].tolist() == order


def test_words_stay_secret_until_all_are_ready():
    p = table("TEA", "TEN")
    p.spell("tea")
    assert p["word"][0] != 0
    p._redeal(p.config, p.s, 1, 9)  # what seat 2 knows
    assert p["word"][0] == 0
    assert p["seat"] == 1


# tonics


def test_a_tonic_changes_one_letter_for_the_word_and_is_spent_when_words_are_revealed():
    p = table(("C fire", "V", "T"), "AT").potions(0, "tonic")
    assert not p.words()
    p.apply(next(a for a in p.legal() if p.say(a).endswith("becomes A")))
    words = {p.say(action).split()[1] for action in p.words()}
    assert words
    assert all("A" in word for word in words)
    assert p["potions"][0] == 4
    p.apply(p.words()[0])
    assert p["potions"][0] == 4
    p.spell("at")
    assert p["potions"][0] == 0


def test_a_tonic_keeps_damage_and_type_and_counts_for_vowels():
    p = table(("C fire", "T"), "AT", stick_damage=0).potions(0, "tonic")
    p.apply(next(a for a in p.legal() if p.say(a) == "use a tonic: letter 1 of C2 fire becomes A"))
    p.spell("at")
    assert int(p["word"][0]) >> 49 & 15 == 1
    p.spell("at")
    coins = int(p["coins_on"][0])
    p.fight(0)
    assert coins - int(p["coins_on"][0]) == 3


def test_a_tonic_changes_a_letter_of_a_wound():
    p = table(("A", "[CH]"), "AT").potions(0, "tonic")
    p.apply(next(a for a in p.legal() if p.say(a) == "use a tonic: letter 1 of [CH]1 fire becomes S"))
    assert {p.say(action).split()[1] for action in p.words()} == {"SH", "ASH"}


def test_a_tonic_changes_a_trophy():
    p = table(("A",), "AT").trophies(0, "Zombie").potions(0, "tonic")
    p.apply(next(a for a in p.legal() if p.say(a).endswith("Zombie Z4 earth becomes T")))
    p.spell("at")
    assert int(p["trophies"][0]) >> tile("Zombie") & 1
