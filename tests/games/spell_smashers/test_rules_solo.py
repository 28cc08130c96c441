"""Defend the Town: zones, damage split, buildings, the boss, three ways to end, scoring, difficulties."""

import pytest

from simkit.games.spell_smashers import GAME, names
from tests.games.spell_smashers.position import BUILDINGS, Position, tables, tile
from tests.games.spell_smashers.test_worked_examples import arriving


def alone(**rules):
    return Position(1, **{"stick_damage": 0, **rules})


def strikes(p):
    """Return the splits that are open: (zone, coins outside, coins inside)."""
    return {(a >> 4 & 15, a >> 18 & 1023, a >> 28 & 1023) for a in p.legal() if a & 15 == names.STRIKE}


def strike(p, zone, outside, inside):
    wanted = (zone, outside, inside)
    (action,) = (a for a in p.legal() if a & 15 == names.STRIKE and (a >> 4 & 15, a >> 18 & 1023, a >> 28 & 1023) == wanted)
    return p.apply(action)


@pytest.mark.parametrize("number", range(12))
def test_setup(number):
    p = Position(1, game=number, deal=True)
    zones = [place // 2 for place in range(8) if p["tile"][place] != names.EMPTY]
    assert len(zones) == len(set(zones)) == 2
    assert all(place % 2 == 0 for place in range(8) if p["tile"][place] != names.EMPTY)
    assert (int(p["coins"][0]), int(p["quest_size"]), int(p["modifier_size"])) == (0, 0, 0)
    assert int(p["gear_size"]) == 20
    assert p.hand_of(0) == (7, 0)


def test_extreme_starts_with_four_zones():
    for number in range(6):
        p = Position(1, game=number, deal=True, scenario="queen_extreme")
        assert [p["tile"][2 * zone] != names.EMPTY for zone in range(4)] == [True] * 4
        assert p["modifier_size"] == 36


def test_the_scenario_names_the_boss_and_without_one_it_is_drawn():
    titles = []
    for name in ("vulture_standard", "dragon_advanced", "titan_extreme", "queen_standard"):
        p = Position(1, deal=True, scenario=name)
        titles.append(int(p["boss"]) - names.MONSTER_CAP)
    assert titles == [0, 1, 2, 3]
    assert len({int(Position(1, game=g, deal=True)["boss"]) for g in range(20)}) == 4


def test_damage_is_split_freely_and_all_of_it_assigned():
    p = alone().monster(0, "Ettin", coins=2).monster(1, "Imp", coins=9).hand(0, *"TEAS").spell("teas")
    assert strikes(p) == {(0, 0, 4), (0, 1, 3), (0, 2, 2)}
    strike(p, 0, 2, 2)
    assert p.trophies_of(0) == ["Ettin"]
    assert p["coins"][0] == 4
    assert p["coins_on"][1] == 7


def test_wounds_come_from_damaged_monsters_only():
    p = alone().monster(0, "Ettin", coins=5).monster(1, "Imp", coins=9).hand(0, *"TEAS").spell("teas")
    strike(p, 0, 4, 0)
    assert p["wound_count"][0] == 2
    p = alone().monster(0, "Ettin", coins=5).monster(1, "Imp", coins=9).hand(0, *"TEAS").spell("teas")
    strike(p, 0, 1, 3)
    assert p["wound_count"][0] == 4


def test_a_card_that_counts_differently_goes_to_one_monster():
    """Against a resistant monster the fire card deals nothing; it goes to the other one whole."""
    p = alone().monster(0, "Ettin", "m-scorched", coins=9).monster(1, "Imp", coins=9).hand(0, "P fire", "A earth", "N earth")
    p.spell("pan")
    assert strikes(p) == {(0, 2, 3), (0, 1, 4), (0, 0, 5)}


def test_weakness_doubles_for_its_own_monster():
    p = alone().monster(0, "Ettin", "m-rash", coins=9).monster(1, "Imp", coins=9).hand(0, "P fire", "A earth", "N earth").spell("pan")
    # P gives 6 outside or 3 inside; A and N go where they like
    assert strikes(p) == {(0, 8, 0), (0, 7, 1), (0, 6, 2), (0, 2, 3), (0, 1, 4), (0, 0, 5)}


def test_a_trophy_is_used_once_and_still_counts():
    p = alone().trophies(0, "Minotaur").monster(2, "Basilisk").hand(0, "A", "T").spell("mat")
    strike(p, 1, 4, 0)
    assert int(p["flipped"]) == 1 << tile("Minotaur")
    assert p["hand_size"][0] == 0
    p.town().play("visit nothing")
    while p["phase"] == names.DRAW:
        p.play("draw a consonant")
    assert not any("M2" in p.say(a) and "Minotaur" in p.say(a) for a in p.words())


def test_every_word_is_listed_with_two_dozen_trophies(size):
    monsters = [row["name"] for row in tables().rows["monsters"]]
    p = alone(dictionary=size(60, 10)).trophies(0, *monsters[: size(24, 8)]).hand(0, *"TRSNEAI")
    assert len(p.words()) > size(400_000, 100)


def test_a_flipped_trophy_stays_flipped_under_a_tonic():
    p = alone().trophies(0, "Minotaur").monster(2, "Basilisk").hand(0, "A", "T").potions(0, "tonic")
    p.apply(next(a for a in p.legal() if p.say(a).endswith("Minotaur M2 fire becomes C")))
    p.spell("cat")
    strike(p, 1, 4, 0)
    assert int(p["flipped"]) == 1 << tile("Minotaur")


def test_without_monsters_the_word_is_discarded():
    p = alone().hand(0, "A", "T").spell("at")
    assert p["stage"] == names.TOWN_STAGE
    assert p["hand_size"][0] == 0


def test_five_wounds_force_nothing():
    p = alone().wound(0, "CH", "CK", "GH", "KN", "LY").town()
    assert "visit nothing" in p.texts()
    assert not any("Shaman" in words for words in p.texts())


# town


def building(p, name):
    return next(zone for zone in range(4) if BUILDINGS[int(p.config["building"][zone])] == name)


@pytest.mark.parametrize("state", ["free", "occupied", "ruined"])
def test_occupied_and_destroyed_buildings_are_closed(state):
    p = alone().coins(0, 30)
    zone = building(p, "Armory")
    if state == "occupied":
        p.monster(2 * zone + 1, "Basilisk")
    elif state == "ruined":
        ruin(p, zone)
    assert ("visit the Armory" in p.town().texts()) == (state == "free")


def ruin(p, *zones):
    for zone in zones:
        p.s["wound_size"] -= 1
        p.s["ruin"][zone] = p.s["wound_deck"][p.s["wound_size"]]
        p.s["wound_deck"][p.s["wound_size"]] = names.EMPTY
    return p


def test_the_carpenter_repairs_and_chases_both_at_once():
    p = ruin(alone().coins(0, 16).monster(0, "Ettin", coins=5), 0)
    p.town().play("visit the Carpenter's Guild: repair the Alchemist and discard the Ettin")
    assert p["coins"][0] == 0
    assert p["ruin"][0] == names.EMPTY
    assert bin(int(p["wound_discard"])).count("1") == 1
    assert int(p["gone_tiles"]) >> tile("Ettin") & 1
    assert p.trophies_of(0) == []


def test_the_boss_cannot_be_chased():
    p = alone(scenario="queen_standard").coins(0, 20).monster(6, "boss").town()
    assert not any("discard the Storm Queen" in words for words in p.texts())


def test_the_wizard_shows_four_tiles_to_be_put_back_in_any_order():
    p = alone()
    seen = p["stack"][: p["stack_size"]].tolist()[-4:]
    p.town().play("visit the Wizard's Shop")
    assert len(p.legal()) == 24
    orders = set()
    for action in p.legal():
        copy = p.s.copy()
        p._apply(p.config, p.s, action, p.log)
        left = p.s["stack"][: p.s["stack_size"]].tolist()
        orders.add(tuple(left[-4:]) if p["phase"] == names.DRAW else ())
        p._states[0] = copy
    assert len(orders) == 24
    assert all(sorted(order) == sorted(seen) for order in orders)


def test_known_tiles_survive_a_redeal():
    p = alone()
    p.town().play("visit the Wizard's Shop").apply(p.legal()[5])
    top = p["stack"][: p["stack_size"]].tolist()[-4:]
    p._redeal(p.config, p.s, 0, 77)
    assert p["stack"][: p["stack_size"]].tolist()[-4:] == top


# monsters


def test_a_lone_monster_inside_stays_there():
    p = alone().monster(3, "Minotaur")
    arriving(p, "Revenant", "Wyvern")
    assert p.row_names()[2:4] == ["Revenant", "Minotaur"]
    assert p["ruin"][1] == names.EMPTY


def test_a_ruin_is_not_attacked_again_another_building_is_chosen():
    p = ruin(alone().monster(2, "Minotaur").monster(3, "Vampire"), 1)
    arriving(p, "Revenant", "Wyvern")
    assert p["phase"] == names.REDIRECT
    assert sorted(p.texts()) == [f"let the {name} be destroyed" for name in ("Alchemist", "Carpenter's Guild", "Wizard's Shop")]
    p.play("let the Wizard's Shop be destroyed")
    assert p["ruin"][3] != names.EMPTY
    assert p.row_names()[2:5] == ["Revenant", "Minotaur", "Wyvern"]


def test_an_antidote_may_be_used_before_the_building_is_chosen():
    p = ruin(alone().monster(2, "Minotaur").monster(3, "Vampire"), 1).potions(0, "antidote")
    arriving(p, "Revenant", "Wyvern")
    assert p["phase"] == names.REDIRECT
    p.apply(next(action for action in p.legal() if "antidote" in p.say(action)))
    assert (p["phase"], int(p["potions"][0])) == (names.REDIRECT, 0)
    p.play("let the Wizard's Shop be destroyed")


def test_the_town_falls_with_its_last_building():
    p = ruin(alone().monster(2, "Minotaur").monster(3, "Vampire"), 0, 2, 3)
    arriving(p, "Revenant", "Wyvern")
    assert p["over"] == 3
    assert p.score()[0]["total"] == 0
    assert p.score()[0]["share"] == 0


def test_a_redirected_attack_on_the_last_building_needs_no_choice():
    p = ruin(alone().monster(2, "Minotaur").monster(3, "Vampire"), 0, 1, 3)
    arriving(p, "Revenant", "Wyvern")
    assert p["over"] == 3


def test_the_boss_arrives_for_round_seven_and_pushes():
    p = alone(scenario="dragon_standard").monster(2, "Minotaur")
    p.s["round_no"] = 6
    arriving(p)
    assert p.row_names()[2:4] == ["Ancient Dragon", "Minotaur"]
    assert p["coins_on"][2] == 36
    assert sum(name != "" for name in p.row_names()) == 2
    arriving(p)
    assert sum(name != "" for name in p.row_names()) >= 3  # two monsters again, one may have pushed


def test_a_boss_that_destroys_a_building_levels_the_town():
    p = alone(scenario="dragon_standard").monster(2, "Minotaur").monster(3, "boss")
    p.s["round_no"] = 8
    arriving(p, "Revenant", "Wyvern")
    assert p["over"] == 4


def test_defeating_the_boss_wins():
    p = (
        alone(scenario="dragon_extreme")
        .monster(2, "boss", coins=3)
        .trophies(0, "Ogre", "Troll")
        .coins(0, 22)
        .gear(0, "Long Sword", "Leather Vest")
    )
    ruin(p, 3).hand(0, "T earth", "A earth", "N earth").spell("tan")
    strike(p, 1, 3, 0)
    assert p["over"] == 2
    sheet = p.score()[0]
    parts = {name: sheet[name] for name in ("trophies", "buildings", "gear", "coins", "difficulty", "wounds")}
    assert parts == {"trophies": 6, "buildings": 15, "gear": 1, "coins": 5, "difficulty": 12, "wounds": 0}
    assert (sheet["total"], sheet["share"], sheet["rank"]) == (39, 60, 1)


@pytest.mark.parametrize(("scenario", "bonus"), [("dragon_standard", 0), ("dragon_advanced", 6), ("dragon_extreme", 12)])
def test_difficulty_bonus_and_boss_trophy(scenario, bonus):
    for trophy in (False, True):
        p = alone(scenario=scenario, boss_trophy=trophy).monster(2, "boss", coins=2).hand(0, "A earth", "T earth").spell("at")
        strike(p, 1, 2, 0)
        assert p.score()[0]["difficulty"] == bonus
        assert p.score()[0]["trophies"] == 3 * trophy


@pytest.mark.parametrize(("round_no", "modifiers"), [(1, 1), (2, 0), (3, 1), (4, 0), (5, 1), (7, 0)])
def test_modifiers_come_with_the_waves_of_even_rounds(round_no, modifiers):
    p = alone(scenario="vulture_advanced")
    p.s["round_no"] = round_no
    arriving(p)
    entered = [place for place in range(8) if p["tile"][place] != names.EMPTY]
    assert sum(p["modifier"][place] != names.EMPTY for place in entered) == modifiers


# traits of bosses


def test_the_vulture_heals_with_wounds():
    p = alone(scenario="vulture_standard").monster(0, "boss").hand(0, *"TEAS").spell("teas")
    strike(p, 0, 4, 0)
    assert p["wound_count"][0] == 3
    assert p["coins_on"][0] == 30 - 4 + 3


def test_the_titan_halves_short_words_its_own_share_only():
    p = alone(scenario="titan_standard").monster(4, "boss").monster(5, "Skeleton").hand(0, *"TEAS").spell("teas")
    assert (2, 2, 0) in strikes(p)
    assert (2, 0, 4) in strikes(p)
    assert (2, 1, 2) in strikes(p)
    p = alone(scenario="titan_standard").monster(4, "boss").hand(0, *"TEASE").spell("tease")
    assert strikes(p) == {(2, 5, 0)}


def test_the_dragon_resists_fire_and_the_queen_bites_back_at_water():
    p = alone(scenario="dragon_standard").monster(2, "boss").hand(0, "T fire", "A earth").spell("at")
    assert strikes(p) == {(1, 1, 0)}
    for kind, wounds in (("water", 5), ("fire", 4)):
        p = alone(scenario="queen_standard").monster(6, "boss").hand(0, f"T {kind}", "A earth").spell("at")
        strike(p, 3, 2, 0)
        assert p["wound_count"][0] == wounds


@pytest.mark.parametrize(("reading", "arriving_now"), [("never", 0), ("setup", 0), ("empty", 2)])
def test_when_the_stack_is_empty_discarded_tiles_come_back_only_by_another_reading(reading, arriving_now):
    p = alone(tiles_return=reading).trophies(0, "Ogre")
    p.s["gone_tiles"] = sum(1 << t for t in p["stack"][: p["stack_size"]].tolist())
    p.s["stack"][:], p.s["stack_size"] = names.EMPTY, 0
    arriving(p)
    assert sum(name != "" for name in p.row_names()) == arriving_now
    assert int(p["stack_size"]) == (23 if arriving_now else 0)
    assert p.trophies_of(0) == ["Ogre"]
    assert p["round_no"] == 2


@pytest.mark.parametrize("scenario", ["titan_standard", "titan_extreme"])
def test_tiles_discarded_at_setup_are_shuffled_back_unless_they_stay_out(scenario):
    """Of 26 tiles those in the zones are missing from the stack; by the other reading those of occupied zones, too."""
    start = 4 if scenario == "titan_extreme" else 2
    discarded = 0
    for number in range(12):
        back, out = (Position(1, game=number, deal=True, scenario=scenario, tiles_return=r) for r in ("setup", "never"))
        assert (int(back["stack_size"]), int(back["gone_tiles"])) == (26 - start, 0)
        gone = int(out["gone_tiles"]).bit_count()
        assert int(out["stack_size"]) == 26 - start - gone
        assert back.row_names() == out.row_names()
        kept = sorted(back["stack"][: int(back["stack_size"])].tolist())
        left = [t for t in range(26) if int(out["gone_tiles"]) >> t & 1] + out["stack"][: int(out["stack_size"])].tolist()
        assert kept == sorted(left)
        discarded += gone
    assert discarded > 0


@pytest.mark.parametrize(
    ("over", "words"),
    [(2, "the boss was defeated"), (3, "all buildings were destroyed"), (4, "the boss destroyed a building")],
)
def test_the_three_ways_to_end_have_names(over, words):
    assert GAME.endings[over - 1] == words
