"""The worked examples of the rulebook (A to E) and further small cases, by their ids."""

import pytest

from simkit.games.spell_smashers import names
from tests.games.spell_smashers.position import Position, numbers, tables, tile

SPIRE = ("S earth", "P fire", "I earth", "R earth", "E earth")


def test_ss_a_initiative():
    """Example A: LANTERN, SPIRE, BLUE, CHARM; the marker is with the fourth; ties go clockwise from the marker."""
    p = Position(4)
    p.row("Centaur", "Golem", "Ogre", "Troll")
    for seat, word in enumerate(("LANTERN", "SPIRE", "BLUE", "CHARM")):
        p.hand(seat, *word)
    p.s["marker"] = p.s["seat"] = 3
    for seat, word in ((3, "charm"), (0, "lantern"), (1, "spire"), (2, "blue")):
        assert p["seat"] == seat
        p.spell(word)
    assert p["order"][:4].tolist() == [0, 3, 1, 2]
    for seat, place in ((0, 0), (3, 1), (1, 2), (2, 3)):
        assert p["seat"] == seat
        p.fight(place)
    assert p["marker"] == 2


def battle(modifier, *, stick=1):
    p = Position(2, stick_damage=stick)
    p.row(("Centaur", modifier), "Golem").hand(0, *SPIRE).hand(1, "A", "T")
    p.s["coins_on"][0] = 11
    p.s["bank"] = -11 - int(p["coins_on"][1]) - int(p["coins"].sum())
    return p.spell("spire").spell("at")


def test_ss_b_battle():
    """Example B: the Rash Centaur, weak to fire, against SPIRE with the Starting Stick: exactly 11."""
    p = battle("m-rash-star")
    coins = int(p["coins"][0])
    p.fight(0)
    assert p["coins"][0] == coins + 11
    assert p.trophies_of(0) == ["Centaur"]
    assert p["wound_count"][0] == 1


def test_ss_b_the_rash_centaur_has_11_health():
    (centaur,) = (row for row in tables().rows["monsters"] if row["name"] == "Centaur")
    (rash,) = (row for row in tables().rows["modifiers"] if row["name"] == "Rash" and row["starred"] == "yes")
    assert centaur["health"] + rash["health"] == 11
    assert (centaur["attack"], rash["weakness"]) == (1, "fire")


def test_ss_b2_without_the_stick():
    p = battle("m-rash-star", stick=0)
    coins = int(p["coins"][0])
    p.fight(0)
    assert (int(p["coins"][0]) - coins, int(p["coins_on"][0]), p.trophies_of(0), int(p["wound_count"][0])) == (10, 1, [], 1)


def test_ss_b3_against_resistance():
    p = battle("m-scorched-star")
    p.fight(0)
    assert p["coins_on"][0] == 11 - 5


def test_ss_c1_forced_shaman():
    p = Position(2).trophies(0, "Ogre", "Troll").wound(0, "CH", "CK", "GH", "KN", "LY").town()
    assert p.texts() == ["visit the Shaman, giving up the Ogre", "visit the Shaman, giving up the Troll"]
    p.play("visit the Shaman, giving up the Ogre")
    assert p["wound_count"][0] == 0
    assert p.trophies_of(0) == ["Troll"]


def test_ss_c2_alchemist():
    p = Position(2).coins(0, 9).town()
    p.play("visit the Alchemist for elixir and tonic")
    assert (int(p["coins"][0]), int(p["potions"][0])) == (2, 0b101)
    p.coins(0, 20).town()
    assert "visit the Alchemist for antidote" in p.texts()
    assert not any("elixir" in words for words in p.texts())


def test_ss_c3_armory():
    p = Position(2).coins(0, 7).town()
    before = int(p["gear_size"])
    p.play("visit the Armory")
    first, second = (int(card) for card in p["drawn"])
    p.apply(p.legal()[0])
    assert p["coins"][0] == 2
    assert int(p["gear_held"][0]) == 1 << first
    assert p["gear_size"] == before - 1
    assert p["gear_deck"][(int(p["gear_head"]) + before - 2) % names.GEAR_CAP] == second


def test_ss_c4_tavern():
    p = Position(2).coins(0, 5).wound(0, "CH", "CK", "GH").town()
    p.play("visit the Tavern")
    assert (int(p["coins"][0]), int(p["ale"][0]), int(p["wound_count"][0])) == (2, 3, 3)


def test_ss_d_final_scoring():
    """Example D: 4 trophies, 3 gear cards, 4 quests of 7 VP, 5 ale, $31, 2 wounds make 29."""
    p = Position(2).trophies(0, "Ogre", "Troll", "Imp", "Yeti").gear(0, "Long Sword", "Leather Vest", "Ale Mug").ale(0, 5).coins(0, 31)
    p.completed(0, "Q01", "Q02", "Q04", "Q03").wound(0, "CH", "CK")  # 1 + 2 + 1 + 3
    sheet = p.score()[0]
    lines = [sheet[name] for name in ("trophies", "gear", "quests", "ale", "coins", "wounds")]
    assert lines == [12, 1, 7, 5, 6, -2]
    assert sheet["total"] == 29


def test_ss_e_adding_monsters():
    """Example E: the Wyvern comes to zone 3; the Revenant comes to zone 2, where the Minotaur moves inside, onto the Armory."""
    p = Position(1).monster(2, "Minotaur")
    arriving(p, "Wyvern", "Revenant")
    assert p.row_names() == ["", "", "Revenant", "Minotaur", "Wyvern", "", "", ""]
    assert names.BUILDINGS[int(p.config["building"][1])] == "Armory"
    p.coins(0, 20).town()
    assert not any("Armory" in words for words in p.texts())


def arriving(p, *monsters, phase=names.NOTHING_ASKED):
    """Let these monsters arrive at the end of a round, in this order."""
    for name in monsters:
        there = p.s["stack"][: p.s["stack_size"]].tolist()
        there.remove(tile(name))
        p.s["stack"][: len(there)] = there
        p.s["stack"][len(there)] = names.EMPTY
        p.s["stack_size"] -= 1
    for name in reversed(monsters):
        p.s["stack"][p.s["stack_size"]] = tile(name)
        p.s["stack_size"] += 1
    p.hand(0, "A", "T", "E", "S", "R", "I", "N").town().play("visit nothing")


def test_ss_f_overkill():
    p = Position(2).row("Centaur", "Golem").hand(0, *SPIRE, "S", "Z").hand(1, "A", "T")
    set_coins(p, 0, 6)
    p.spell("prizes").spell("at")
    damage = 3 + 1 + 1 + 4 + 1 + 1 + 1  # and the Stick
    coins = int(p["coins"][0])
    p.fight(0)
    assert damage > 6
    assert p["coins"][0] == coins + 6
    assert p.trophies_of(0) == ["Centaur"]


def set_coins(p, place, coins):
    p.s["bank"] += int(p["coins_on"][place]) - coins
    p.s["coins_on"][place] = coins


def test_ss_g_words_deals_6():
    p = Position(2, stick_damage=0).row("Centaur", "Golem").hand(0, "W", "O", "R", "D", "S").hand(1, "A", "T")
    p.spell("words").spell("at").fight(0)
    assert p["coins_on"][0] == 8 - 6


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_ss_h_starting_coins(players):
    p = Position(players, deal=True)
    assert p["coins"][:players].tolist() == [0, 1, 2, 3, 4][:players]


def test_ss_i_refill():
    p = Position(2).wound(0, "CH", "CK", "GH", "KN", "LY").town()
    p.s["forced"] = 0
    refill(p)
    assert p.hand_of(0) == (2, 5)
    p = Position(2).wound(0, "CH", "CK", "GH", "KN", "LY", "MB", "ND").town()
    refill(p)
    assert p.hand_of(0) == (0, 7)


def refill(p):
    """Let the hands be refilled, seat 2's first card ending seat 1's turn."""
    p.s["stage"], p.s["step"], p.s["phase"], p.s["seat"] = names.REFILL_STAGE, -1, names.NOTHING_ASKED, 1
    p.s["phase"] = names.DROP_QUEST  # any decision that goes on with the stage
    p.quests(1, "Q01", "Q02", "Q04").apply(p.legal()[0])
    while p["seat"] == 0 and p["stage"] == names.REFILL_STAGE and p["phase"] == names.DRAW:
        p.apply(p.legal()[0])


def test_ss_j_third_monster():
    p = Position(1).monster(2, "Minotaur", coins=5).monster(3, "Vampire", coins=4)
    bank = int(p["bank"])
    arriving(p, "Revenant", "Wyvern")
    assert p.row_names()[2:5] == ["Revenant", "Minotaur", "Wyvern"]
    assert p["ruin"][1] != names.EMPTY
    assert int(p["gone_tiles"]) >> tile("Vampire") & 1
    assert int(p["bank"]) == bank + 4 - 9 - 8  # the Vampire's coins came back, two new monsters took theirs
    assert len(numbers("wounds")) == 24
