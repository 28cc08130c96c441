"""Battle Monsters: damage, gear, traits, rewards, wounds, quests, discards, the marker."""

import pytest

from simkit.games.spell_smashers import names
from tests.games.spell_smashers.position import Position, gear, numbers, quest


def duel(word, *, modifier="", monster="Troll", cards=(), gear_cards=(), seat_quests=(), coins=None, **rules):
    """Seat 1 spells a word from these cards; seat 2 spells AT. The monster stands first, a Golem second."""
    p = Position(2, **{"stick_damage": 0, **rules})
    p.monster(0, monster, modifier, coins).monster(1, "Golem")
    p.hand(0, *(cards or word.upper())).hand(1, "A", "T").gear(0, *gear_cards).quests(0, *seat_quests)
    p.spell(word).spell("at")
    while p["seat"] != 0:
        p.fight(1)
    return p


def dealt(p, action=None):
    before = int(p["damage_dealt"][0])
    p.apply(action if action is not None else p.fights(0)[0])
    return int(p["damage_dealt"][0]) - before


# damage


@pytest.mark.parametrize(
    ("modifier", "damage"),
    [("", 3), ("m-rash", 5), ("m-scorched", 1), ("m-brittle", 4), ("m-armored", 2), ("m-drenched", 3)],
)
def test_resistance_and_weakness_work_by_card(modifier, damage):
    assert dealt(duel("tan", cards=("N fire", "A earth", "T fire"), modifier=modifier)) == damage


def test_a_weapons_damage_has_no_type():
    assert dealt(duel("tan", cards=("N fire", "A fire", "T fire"), modifier="m-rash", gear_cards=("Ember Blade",))) == 6 + 3
    assert dealt(duel("tan", cards=("N fire", "A fire", "T fire"), modifier="m-scorched", gear_cards=("Ember Blade",))) == 0 + 3


def test_a_weapons_damage_may_be_doubled_with_its_cards():
    p = duel("tan", cards=("N fire", "A fire", "T fire"), modifier="m-rash", gear_cards=("Ember Blade",), weapon_doubled=True)
    assert dealt(p) == 6 + 6


def test_wild_cards_take_the_type_their_owner_chooses():
    p = duel("tan", cards=("N wild", "A earth", "T fire"), modifier="m-scorched")
    ways = {p.say(action): action for action in p.fights(0)}
    assert len(ways) == 2  # fire deals nothing; earth and water are alike
    assert {dealt_by(p, action) for action in ways.values()} == {1, 2}


def dealt_by(p, action):
    copy = p.s.copy()
    before = int(copy["damage_dealt"][0])
    p._apply(p.config, p.s, action, p.log)
    after = int(p.s["damage_dealt"][0])
    p._states[0] = copy
    return after - before


@pytest.mark.parametrize(
    ("name", "word", "more"),
    [
        ("Long Sword", "tan", 0), ("Long Sword", "tannin", 2), ("Short Dagger", "tans", 3), ("Short Dagger", "tan", 0),
        ("Twin Blades", "inn", 2), ("Twin Blades", "tan", 0), ("Vowel Bow", "tine", 0), ("Great Sword", "tannin", 0),
    ],
)  # fmt: skip
def test_weapons(name, word, more):
    assert dealt(duel(word, gear_cards=(name,))) == len(word) + more


def test_vowel_bow_counts_vowels_after_the_second():
    assert dealt(duel("eerie", gear_cards=("Vowel Bow",))) == 5 + 2


def test_scar_club_and_trophy_spear_count_cards():
    p = (
        Position(2, stick_damage=0)
        .monster(0, "Ogre")
        .monster(1, "Golem")
        .hand(0, "A", "S", "[TCH]", "[SH]")
        .hand(1, "A", "T")
        .gear(0, "Scar Club")
    )
    p.trophies(0, "Minotaur")
    p.spell("match").spell("at")
    assert dealt(p) == 1 + 2 + 2 + 2  # A, TCH, the Minotaur's M; 2 more for the wound
    p = Position(2, stick_damage=0).monster(0, "Ogre").monster(1, "Golem").hand(0, "A", "T").hand(1, "A", "T").gear(0, "Trophy Spear")
    p.trophies(0, "Minotaur")
    p.spell("mat").spell("at")
    assert dealt(p) == 2 + 1 + 1 + 2


def test_wild_staff_changes_a_type_for_this_battle():
    p = duel("tan", cards=("N fire", "A fire", "T fire"), modifier="m-parched", gear_cards=("Wild Staff",))
    p.apply(next(a for a in p.legal() if "becomes water" in p.say(a)))
    assert not any(action & 15 == names.RETYPE for action in p.legal())
    assert dealt(p) == 4
    assert p["retyped"].tolist() == [-1, -1]


def test_an_elixir_changes_a_type_and_is_spent():
    p = Position(2, stick_damage=0).monster(0, "Ogre", "m-parched").monster(1, "Golem").hand(0, "N fire", "A fire").hand(1, "A", "T")
    p.potions(0, "elixir").spell("an").spell("at")
    assert len([a for a in p.legal() if a & 15 == names.RETYPE]) == 2  # N and A deal alike: once, to earth or water
    p.apply(next(a for a in p.legal() if "becomes water" in p.say(a)))
    assert p["potions"][0] == 0
    assert dealt(p) == 3


# rewards


def test_coins_and_trophy_on_the_last_coin_the_modifier_is_discarded():
    p = duel("tan", modifier="m-rash", coins=3, cards=("N earth", "A earth", "T earth"))
    coins, modifier = int(p["coins"][0]), int(p["modifier"][0])
    p.fight(0)
    assert p["coins"][0] == coins + 3
    assert p.trophies_of(0) == ["Troll"]
    assert int(p["modifier_discard"]) == 1 << modifier
    assert p["tile"][0] == names.EMPTY


def test_ale_goes_whole_to_the_first_who_damages():
    p = duel("tan")
    p.crest_ale(0, 2).fight(0)
    assert (int(p["ale"][0]), int(p["ale_on"][0])) == (2, 0)


def test_zero_damage_takes_nothing_but_wounds():
    p = duel("tan", modifier="m-scorched", cards=("N fire", "A fire", "T fire"))
    p.crest_ale(0, 2).fight(0)
    assert (int(p["ale"][0]), int(p["ale_on"][0]), int(p["wound_count"][0]), int(p["hit"][0])) == (0, 2, 2, 0)
    p = duel("tan", modifier="m-scorched", cards=("N fire", "A fire", "T fire"), zero_damage_wounds=False)
    p.fight(0)
    assert p["wound_count"][0] == 0


def test_well_equipped_gear_goes_to_the_first_who_damages():
    p = duel("tan", modifier="m-well-equipped")
    p._from_ring("gear", gear("Ale Mug"))
    p.s["gear_on"][0] = gear("Ale Mug")
    p.fight(0)
    assert int(p["gear_held"][0]) == 1 << gear("Ale Mug")
    assert p["gear_on"][0] == names.EMPTY


def test_gear_that_pays():
    p = duel("tan", coins=2, gear_cards=("Avaricious Axe", "Coin Purse"))
    coins = int(p["coins"][0])
    p.fight(0)
    assert p["coins"][0] == coins + 2 + 2 + 1
    p = duel("tan", gear_cards=("Ale Mug",))
    p.crest_ale(0, 1).fight(0)
    assert p["ale"][0] == 2


# wounds


@pytest.mark.parametrize(
    ("modifier", "gear_cards", "coins", "wounds"),
    [
        ("", (), None, 2), ("", (), 3, 2), ("m-vicious", (), None, 3), ("m-gasping", (), None, 2), ("m-gasping", (), 3, 4),
        ("m-flame-fanged", (), None, 3), ("m-frost-fanged", (), None, 2), ("", ("Leather Vest",), None, 1), ("", ("Plate Mail",), None, 0),
        ("m-flame-fanged", ("Fire Ward",), None, 2), ("m-gasping", ("Leather Vest",), 3, 3),
    ],
)  # fmt: skip
def test_wounds(modifier, gear_cards, coins, wounds):
    p = duel("tan", modifier=modifier, gear_cards=gear_cards, coins=coins, cards=("N fire", "A fire", "T fire"))
    p.fight(0)
    assert p["wound_count"][0] == wounds


def test_a_ward_ignores_resistance():
    assert dealt(duel("tan", modifier="m-scorched", gear_cards=("Fire Ward",), cards=("N fire", "A fire", "T fire"))) == 3


def test_no_wound_card_left_is_no_wound():
    p = duel("tan")
    hold = [row for row in range(24) if row not in p["wound_hand"].tolist()]
    p.s["wound_hand"][1, : len(hold)] = hold
    p.s["wound_count"][1] = len(hold)
    p.s["wound_deck"][:] = names.EMPTY
    p.s["wound_size"], p.s["wound_discard"] = 0, 0
    mine = int(p["wound_count"][0])
    p.fight(0)
    assert p["wound_count"][0] == mine


def test_healing_charm_discards_a_wound_after_battle():
    p = duel("tan", gear_cards=("Healing Charm",))
    p.fight(0)
    assert p["phase"] == names.CHOOSE_HEALED
    assert p["wound_count"][0] == 2
    p.apply(p.legal()[0])
    assert p["wound_count"][0] == 1


# disarm


def test_disarm_takes_active_gear_before_damage_and_the_stick_comes_in():
    p = duel("tans", modifier="m-disarming", gear_cards=("Short Dagger",), stick_damage=1, stick_letters=4)
    assert dealt(p) == 4 + 1
    assert p["weapon"][0] == names.EMPTY
    assert p["gear_held"][0] == 0
    last = (int(p["gear_head"]) + int(p["gear_size"]) - 1) % names.GEAR_CAP
    assert (int(p["gear_deck"][last]), int(p["gear_known"][last])) == (gear("Short Dagger"), 31)


def test_disarm_lets_the_attacker_choose():
    p = duel("tans", modifier="m-disarming", gear_cards=("Short Dagger", "Leather Vest"))
    assert sorted(p.say(a).rsplit(", ", 1)[1] for a in p.fights(0)) == ["giving Leather Vest to Disarm", "giving Short Dagger to Disarm"]
    p.apply(next(a for a in p.fights(0) if "Leather Vest" in p.say(a)))
    assert (int(p["weapon"][0]), int(p["armor"][0])) == (gear("Short Dagger"), names.EMPTY)
    assert p["wound_count"][0] == 2


def test_without_gear_disarm_does_nothing():
    p = duel("tans", modifier="m-disarming")
    assert len(p.fights(0)) == 1
    assert dealt(p) == 4


# quests


def outcome(p):
    p.apply(p.fights(0)[0])
    return [row["id"] for n, row in enumerate(_quests()) if int(p["done"][0]) >> n & 1]


def _quests():
    from tests.games.spell_smashers.position import tables

    return tables().rows["quests"]


@pytest.mark.parametrize(
    ("card", "word", "more", "met"),
    [
        ("Q01", "tannin", {}, True), ("Q01", "tans", {}, False), ("Q04", "tans", {}, True), ("Q04", "tan", {}, False),
        ("Q05", "tan", {"coins": 3}, True), ("Q05", "tan", {"coins": 4}, False), ("Q06", "ant", {}, True), ("Q06", "tan", {}, False),
        ("Q07", "tea", {}, True), ("Q07", "eat", {}, False), ("Q08", "taint", {}, True), ("Q08", "tan", {}, False),
        ("Q09", "inn", {}, True), ("Q09", "tan", {}, False), ("Q10", "atone", {}, True), ("Q11", "atone", {}, False),
        ("Q12", "trots", {}, True), ("Q12", "tans", {}, False), ("Q12", "atone", {}, False), ("Q13", "tailed", {}, True),
        ("Q13", "tannin", {}, False), ("Q23", "tannin", {}, False), ("Q26", "tan", {"coins": 3}, True), ("Q26", "tan", {"coins": 2}, False),
        ("Q27", "tan", {"coins": 2}, True), ("Q27", "tan", {}, False), ("Q28", "tan", {}, True), ("Q29", "tan", {}, False),
        ("Q29", "tan", {"modifier": "m-vicious"}, True),
    ],
)  # fmt: skip
def test_quests(card, word, more, met):
    p = duel(word, seat_quests=(card,), **more)
    assert outcome(p) == ([card] if met else [])
    assert p["quest_count"][0] == (0 if met else 1)


def test_first_in_initiative_is_asked_for():
    p = Position(2).monster(0, "Troll", coins=2).monster(1, "Golem").hand(0, *"TAN").hand(1, *"TEAS").quests(0, "Q27")
    p.spell("tan").spell("teas").fight(1)
    assert outcome(p) == []


def test_nobody_else_damaged_it_this_round():
    p = Position(2).monster(0, "Ogre").monster(1, "Golem").hand(0, *"TAN").hand(1, *"TEAS").quests(0, "Q28")
    p.spell("tan").spell("teas").fight(0)
    assert outcome(p) == []


def test_type_quests_count_wild_cards_as_chosen_and_trophies():
    p = Position(2).monster(0, "Ogre").monster(1, "Golem").hand(0, "N wild", "A fire").hand(1, "A", "T").trophies(0, "Skeleton")
    p.quests(0, "Q19").spell("an").spell("at")
    assert len(p.fights(0)) == 1  # two fire cards at most: the type changes nothing
    p = Position(2).monster(0, "Ogre").monster(1, "Golem").hand(0, "N wild", "A fire", "P fire").hand(1, "A", "T").quests(0, "Q19")
    p.spell("nap").spell("at")
    assert len(p.fights(0)) == 2
    met = {tuple(outcome_of(p, action)) for action in p.fights(0)}
    assert met == {(), (quest("Q19"),)}


def outcome_of(p, action):
    copy = p.s.copy()
    p._apply(p.config, p.s, action, p.log)
    done = [n for n in range(29) if int(p.s["done"][0]) >> n & 1]
    p._states[0] = copy
    return done


def test_two_quests_at_once():
    p = duel("tannin", seat_quests=("Q01", "Q09"))
    assert outcome(p) == ["Q01", "Q09"]


# after the battle


def test_letters_and_wounds_are_discarded_trophies_and_gear_stay():
    p = Position(2).monster(0, "Ogre").monster(1, "Golem").hand(0, "A", "S", "T", "[TCH]").hand(1, "A", "T").gear(0, "Long Sword")
    p.trophies(0, "Minotaur").spell("match").spell("at")
    a = int(p["hand"][0, 0])
    p.fight(0)
    assert p.hand_of(0) == (2, 2)
    assert int(p["letter_discard"][a // 64]) >> a % 64 & 1
    assert int(p["wound_discard"]) == 1 << numbers("wounds", letters="TCH")[0]
    assert p.trophies_of(0) == ["Minotaur"]
    assert p["weapon"][0] == gear("Long Sword")


def test_a_defeated_monster_is_no_target_and_the_others_are():
    p = Position(2).monster(0, "Troll", coins=1).monster(1, "Golem").hand(0, *"TAN").hand(1, *"AT")
    p.spell("tan").spell("at").fight(0)
    assert not p.fights(0)
    assert p.fights(1)


def test_without_a_monster_nobody_battles_and_the_marker_goes_to_the_last():
    p = Position(2).monster(0, "Troll", coins=1).hand(0, *"TAN").hand(1, *"AT")
    p.spell("tan").spell("at").fight(0)
    assert p["stage"] == names.QUEST_STAGE
    assert p["marker"] == 1
    assert p["wound_count"][1] == 0
    assert p["hand_size"][1] == 0
