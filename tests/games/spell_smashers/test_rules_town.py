"""Visit Town, Round End and potions at a table of several; setup."""

import pytest

from simkit.games.spell_smashers import names
from tests.games.spell_smashers.position import GAME, Position, gear, numbers, quest, tables


def at_quests(p, seat=0):
    """Come to the moment where quests are drawn, the seat first: any decision that goes on with the stage."""
    p.s["stage"], p.s["step"], p.s["seat"], p.s["marker"] = names.QUEST_STAGE, -1, seat, seat
    p.s["phase"] = names.CHOOSE_HEALED
    return p.wound(seat, "WR").play("discard [WR]")


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_setup(players):
    p = Position(players, deal=True)
    assert all(p.hand_of(seat) == (7, 0) for seat in range(players))
    for seat in range(players):
        vowels = sum(int(p.config["letter_deck"][card]) for card in p["hand"][seat, :7])
        assert vowels == 3
    assert sum(name != "" for name in p.row_names()) == players
    stars = [int(p["modifier"][place]) for place in range(players)]
    assert all(p.config["starred"][card] for card in stars)
    for place in range(players):
        tile, modifier = int(p["tile"][place]), int(p["modifier"][place])
        health = int(p.config["health"][tile] + p.config["modifier_health"][modifier])
        assert p["coins_on"][place] == health
    assert not any(p.config["starred"][card] for card in p["modifier_deck"][: p["modifier_size"]])
    assert (int(p["gear_size"]), int(p["quest_size"])) == (24, 29)
    assert p["quest_count"].sum() == 0  # no quest before the first visit to town


def test_each_round_two_quests_one_kept_the_other_under_the_deck():
    p = at_quests(Position(2))
    first, second = (int(card) for card in p["drawn"])
    assert p["phase"] == names.KEEP_QUEST
    p.apply(p.legal()[0])
    assert p["quest"][0, 0] == first
    place = (int(p["quest_head"]) + int(p["quest_size"]) - 1) % names.QUEST_CAP
    assert (int(p["quest_deck"][place]), int(p["quest_known"][place])) == (second, 1)
    assert p["seat"] == 1


def test_more_than_two_incomplete_quests_one_of_them_is_put_back():
    p = at_quests(Position(2).quests(0, "Q01", "Q02"))
    p.apply(p.legal()[0])
    assert p["phase"] == names.DROP_QUEST
    assert len(p.legal()) == 3
    p.play("put back quest Q02")
    assert p["quest_count"][0] == 2
    assert quest("Q02") not in p["quest"][0].tolist()


def test_with_one_quest_left_it_is_kept_and_without_any_nothing_happens():
    p = Position(2)
    p.s["quest_deck"][:] = names.EMPTY
    p.s["done"][1] = sum(1 << q for q in range(28))
    p.s["quest_deck"][0], p.s["quest_head"], p.s["quest_size"] = 28, 0, 1
    at_quests(p)
    assert p["quest"][0, 0] == 28
    assert p["quest_count"][1] == 0
    assert p["stage"] == names.TOWN_STAGE


def test_shaman_without_trophies_costs_nothing():
    p = Position(2).wound(0, "CH", "CK", "GH", "KN", "LY").town()
    assert p.texts() == ["visit the Shaman"]


def test_the_shaman_may_be_visited_in_health():
    assert "visit the Shaman" in Position(2).town().texts()
    assert "visit the Shaman" not in Position(2, shaman_healthy=False).town().texts()


def test_an_antidote_before_can_avoid_the_shaman():
    p = Position(2).wound(0, "CH", "CK", "GH", "KN", "LY").potions(0, "antidote").town()
    p.play("use an antidote: discard [KN]2 fire, draw a vowel")
    assert p.hand_of(0) == (1, 4)
    assert p["potions"][0] == 0
    assert "visit the Guild" in p.texts()


def test_five_wounds_may_be_counted_when_the_battle_ends():
    p = Position(2, forced_at_battle_end=True).wound(0, "CH", "CK", "GH", "KN").potions(0, "antidote").town()
    p.s["forced"] = 1
    assert {words.split(",")[0] for words in p.texts() if "antidote" not in words} == {"visit the Shaman"}


def test_guild_gives_a_quest():
    p = Position(2).town()
    p.play("visit the Guild")
    p.apply(p.legal()[0])
    assert p["quest_count"][0] == 1
    assert p["seat"] == 1


@pytest.mark.parametrize(("coins", "open_to"), [(0, 0), (2, 1), (3, 3), (5, 6), (10, 9)])
def test_what_can_be_paid_is_offered(coins, open_to):
    """Tavern $3, Armory $5, potions $2, $3, $5 in any set."""
    p = Position(2).coins(0, coins).town()
    free = {"visit the Shaman", "visit the Guild"}
    assert len([words for words in p.texts() if words not in free]) == open_to


def test_a_belt_makes_visits_cheaper_once():
    p = Position(2).gear(0, "Merchant Belt").coins(0, 4).town()
    p.play("visit the Alchemist for elixir and antidote")
    assert p["coins"][0] == 0


def test_armory_with_one_card_left_keeps_it():
    p = Position(2).coins(0, 5)
    p.s["gear_held"][1] = sum(1 << g for g in range(23))
    p.s["gear_deck"][:] = names.EMPTY
    p.s["gear_deck"][0], p.s["gear_head"], p.s["gear_size"] = 23, 0, 1
    p.town().play("visit the Armory")
    assert int(p["gear_held"][0]) == 1 << 23
    p.coins(1, 20)
    assert "visit the Armory" not in p.texts()


def test_bought_gear_can_be_worn_next_round():
    p = Position(2).coins(0, 5).town()
    p.play("visit the Armory").apply(p.legal()[0])
    assert (int(p["weapon"][0]), int(p["armor"][0])) == (-1, -1)


def test_an_antidote_changes_a_letter_card_while_a_word_is_prepared():
    p = Position(2).row("Ogre", "Golem").hand(0, "C", "V").hand(1, "A", "T").potions(0, "antidote")
    p.play("use an antidote: discard V3 earth, draw a vowel")
    assert p.hand_of(0) == (2, 0)
    assert p["phase"] == names.SPELL


def test_no_antidote_swells_a_hand_beyond_its_room():
    p = Position(2).row("Ogre", "Golem").hand(0, *"TTTTTRRRRRSSSSAA", "[CH]").hand(1, "A", "T").potions(0, "antidote")
    antidotes = [words for words in p.texts() if "antidote" in words]
    assert antidotes
    assert not any("[CH]" in words for words in antidotes)


# round end


def end_round(p):
    """Let the last seat leave town and hands be refilled with consonants; return the position in the next round."""
    p.town(int(p["players"]) - 1).play("visit the Guild")
    before = int(p["round_no"])
    while p["round_no"] == before:
        p.apply(p.legal()[0])
    return p


def test_hands_are_refilled_to_seven_counting_wounds_from_either_deck():
    p = Position(2).row("Ogre", "Golem").hand(0, "A", "[CH]").hand(1, *"ABCDEIO", "[CK]", "[GH]")
    p.town(1).play("visit the Guild").apply(p.legal()[0])
    assert (p["seat"], p["phase"]) == (0, names.DRAW)
    for deck in ("vowel", "consonant", "vowel", "vowel", "consonant"):
        p.play(f"draw a {deck}")
    assert p.hand_of(0) == (6, 1)
    assert p.hand_of(1) == (7, 2)
    assert p["round_no"] == 2


def test_a_deck_whose_last_card_an_antidote_took_is_not_offered():
    """Every vowel but one is in the hands of the others; the antidote draws it while the hand is being refilled."""
    p = Position(3).hand(0, "C fire").hand(1, *"AAAAAAEEEEEEEE").hand(2, *"IIIIIOOOOOUU").potions(0, "antidote")
    p.s["stage"], p.s["step"], p.s["phase"] = names.REFILL_STAGE, 0, names.DRAW
    assert p.texts()[:2] == ["draw a consonant", "draw a vowel"]
    p.play("use an antidote: discard C2 fire, draw a vowel")
    assert p["deck_size"][1] == 0
    assert p.texts() == ["draw a consonant"]


def test_a_hand_is_refilled_no_further_than_there_is_room():
    p = Position(2, hand=12).row("Ogre", "Golem").gear(0, "Scholar Robe", "Long Sword")
    p.config = p.config.copy()
    p.config["gear_hand"][p["weapon"][0]] = 9
    assert end_round(p).hand_of(0) == (names.LETTER_HAND, 0)


def test_scholar_robe_holds_one_more():
    p = end_round(Position(2).row("Ogre", "Golem").gear(0, "Scholar Robe"))
    assert p.hand_of(0) == (8, 0)


def test_an_empty_deck_takes_its_discards():
    p = Position(2).row("Ogre", "Golem")
    vowels = numbers("letters", deck="vowel")
    p.s["deck"][1], p.s["deck_size"][1] = names.EMPTY, 0
    for card in vowels:
        p.s["letter_discard"][card // 64] |= 1 << card % 64
    p.town(1).play("visit the Guild").apply(p.legal()[0])
    p.play("draw a vowel")
    assert p["deck_size"][1] == 26
    assert p["shuffles"][1] == 1


def test_surviving_monsters_get_ale_and_defeated_ones_are_replaced():
    p = Position(2).monster(1, "Golem")
    modifier = int(p["modifier_deck"][p["modifier_size"] - 1])
    end_round(p)
    assert p["ale_on"][1] == 1
    assert p["tile"][0] != names.EMPTY
    assert p["modifier"][0] == modifier
    assert p["round_no"] == 2
    assert p["hit"].sum() == 0


@pytest.mark.parametrize(
    ("card", "ale", "has_gear", "aura"), [("m-legendary", 1, False, 0), ("m-well-equipped", 0, True, 0), ("m-aura", 0, False, 2)]
)
def test_what_happens_when_a_monster_enters(card, ale, has_gear, aura):
    p = Position(2).monster(1, "Golem")
    number = numbers("modifiers", id=card)[0]
    there = [m for m in p["modifier_deck"][: p["modifier_size"]].tolist() if m != number]
    p.s["modifier_deck"][: p.s["modifier_size"]] = [*there, number]
    coins = int(p["coins_on"][1])
    end_round(p)
    assert p["ale_on"][0] == ale
    assert (p["gear_on"][0] != names.EMPTY) == has_gear
    assert p["coins_on"][1] == coins + aura


def test_tiles_run_out():
    p = Position(2).monster(1, "Golem")
    left = p["stack"][: p["stack_size"]].tolist()
    p.s["gone_tiles"] = sum(1 << t for t in left)
    p.s["stack"][:], p.s["stack_size"] = names.EMPTY, 0
    size = int(p["modifier_size"])
    end_round(p)
    assert p["tile"][0] == names.EMPTY
    assert p["modifier_size"] == size


def test_the_last_round_has_no_town():
    p = Position(2).row("Ogre", "Golem").hand(0, *"AT").hand(1, *"TEA")
    p.s["round_no"] = 7
    p.spell("at").spell("tea").fight(0).fight(0)
    assert p["over"] == 1
    assert p.hand_of(0)[0] == 0
    assert GAME.endings[0] == "the last round was played"


def test_a_tie_goes_to_most_wounds_then_is_shared():
    p = Position(3).coins(0, 0).coins(1, 0).coins(2, 0)
    assert [row["share"] for row in p.score()] == [20, 20, 20]
    p.wound(1, "CH").ale(1, 1)
    sheet = p.score()
    assert [row["total"] for row in sheet] == [0, 0, 0]
    assert [row["share"] for row in sheet] == [0, 60, 0]
    assert [row["rank"] for row in sheet] == [2, 1, 2]


def test_quest_points_are_those_of_the_sheet():
    assert sum(row["points"] for row in tables().rows["quests"]) == 50
    p = Position(2).completed(0, "Q03").gear(0, "Long Sword", "Ale Mug")
    assert (p.score()[0]["quests"], p.score()[0]["gear"]) == (3, 1)
    assert gear("Long Sword") != gear("Ale Mug")
