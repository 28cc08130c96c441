"""Rulebook, "Solo Mode" and "Scenarios" (SP-13)."""

import pytest

from simkit.games.spellbloom import GAME
from simkit.games.spellbloom.names import DICE, REGIONS
from tests.games.spellbloom.position import Position, describe, find_spell, find_spells, goal, tables

ROWS = {row["id"]: row for row in tables().rows["spells"]}
TARGETS = {"placement": 85, "spells": 90, "mana": 80, "guides": 75, "bonuses": 85, "sigils": 80, "dice": 85, "tasks": 80}
MOVE = {colour: 8 | i << 4 for i, colour in enumerate(DICE)}


def next_turn(p, **guides):
    """Rest with these guide dice available."""
    return p.guides(**guides).rest()


# before a turn


def test_the_lowest_guide_die_is_moved_and_its_spell_discarded():
    p = Position(1)
    old, top, number = p.spell_at("Volcano"), p.deck()[0], int(p["grid"])
    next_turn(p, red=2, blue=3, black=5)
    assert p.guide_free() == {"blue", "black"}
    assert p.spell_at("Volcano") == top
    assert p["grid"] == number + 1
    assert old not in p.deck()  # beside the island, not under the deck
    assert p["phase"] == 2


def test_among_equals_the_player_chooses():
    p = Position(1)
    next_turn(p, red=2, blue=2, black=5)
    assert sorted(p.legal()) == sorted([MOVE["blue"], MOVE["red"]])
    p.apply(MOVE["blue"])
    assert p.guide_free() == {"red", "black"}


def test_without_available_guide_dice_all_are_rerolled_first():
    p = Position(1)
    rolls = p["guide_rolls"].tolist()
    next_turn(p)
    assert p["guide_rolls"].tolist() == [n + 1 for n in rolls]
    assert len(p.guide_free()) == (5 if p["phase"] == 2 else 6)


def test_one_available_guide_die_is_not_rerolled_but_moved():
    p = Position(1)
    rolls = p["guide_rolls"].tolist()
    next_turn(p, green=4)
    assert p["guide_rolls"].tolist() == rolls
    assert p.guide_free() == set()


def test_the_first_turn_has_these_steps_too():
    p = Position(1, deal=True)
    while p["phase"] == 1:
        p.apply(p.legal()[0])
    assert p["grid"] == 1
    assert len(p.guide_free()) == 5
    assert len(p.tasks()) == 2


def test_setup_for_one():
    p = Position(1, deal=True)
    assert p["mana"][0] == 2
    assert p["supply"] == 33


# the timer


@pytest.mark.parametrize(("line", "number"), [("top row", 3), ("bottom row", 3), ("left column", 2), ("right column", 2)])
def test_row_and_column_discards_count(line, number):
    """Rulings SP-R19, R35."""
    p = Position(1).dice(blue=3, yellow=3).mana(1)
    before, deck = int(p["grid"]), p.deck()
    p.discard(line)
    assert p["grid"] == before + number
    assert p.deck() == deck[number:]


def test_the_turn_with_twelve_discards_is_the_last():
    p = Position(1)
    turns = 1
    while not p["over"]:
        p.guides(red=2, blue=3).rest()
        turns += 1
        while p["phase"] == 1:
            p.apply(p.legal()[0])
    assert p["over"] == 2
    assert p["grid"] == 12
    assert p["turns"][0] == 12


def test_a_twelfth_discard_of_ones_own_makes_the_turn_the_last():
    p = Position(1).dice(blue=3, yellow=3).mana(2)
    p.discards(*[n for n in ROWS if n in p.deck()][: 10 - int(p["grid"])])
    assert p["grid"] == 10
    p.discard("top row")
    assert p["grid"] == 13
    p.learn("Reefs", "blue", "yellow", slot=0).end_turn()
    assert p["over"] == 2


def test_a_full_spellbook_ends_the_game_with_the_turn():
    p = Position(1).fill(9).dice(white=3, blue=3)
    p.s["row_done"][0] = 1
    p.learn("Snowlands", "white", "blue", slot=9)
    assert p["over"] == 0
    p.end_turn()
    assert p["over"] == 1


# discards are another player's spells


@pytest.mark.parametrize(("discarded", "points"), [(3, 0), (2, 6), (4, 0), (0, 6)])
def test_sp13_purple_majority_against_the_discards(discarded, points):
    name = next(n for n in find_spells(effect="colour_majority") if ROWS[n]["effect_colour"] == "purple")
    p = Position(1)
    p.s["grid"], p.s["grid_colour"][:], p.s["grid_cards"][:] = 0, 0, 0
    p.config["total_mana"] = 35
    purple = [n for n in find_spells(colour="purple") if n != name and ROWS[n]["effect"] not in ("colour_total", "row_colour_total")]
    purple = [n for n in purple if n in p.deck()]
    own = 3 - (ROWS[name]["colour"] == "purple")
    assert name in p.deck() or name in [p.spell_at(r) for r in REGIONS]
    p.book(0, name)
    for slot, n in enumerate(purple[:own]):
        p.book(slot + 1, n)
    p.discards(*purple[own : own + discarded])
    assert p.score()[0]["end_effects"] - others(p, name) == points


def others(p, name):
    """Return what end effects other than the named spell's score: none of the spells used has one for purple alone."""
    q = Position(1)
    q.s["book"][0] = p["book"][0]
    q.s["book"][0, 0] = -1
    q.s["grid_colour"][:] = p["grid_colour"]
    return q.score()[0]["end_effects"]


# targets


@pytest.mark.parametrize("mode", GAME.modes)
def test_targets(mode):
    for points, won in ((TARGETS[mode] - 1, False), (TARGETS[mode], True)):
        p = Position(1, scenario=mode).mana(0)
        if mode == "tasks":  # four of the goal's element, without points
            element = ["Water", "Fire", "Wind", "Mountain", "Forest"][int(p["goal_element"])]
            names = [
                n
                for n in find_spells(element=element)
                if "_points" in ROWS[n]["effect"] or ROWS[n]["effect"].startswith(("re", "any", "ch"))
            ]
            for slot, n in zip((1, 3, 6, 8), [n for n in names if n in p.deck()], strict=False):
                p.book(slot, n)
        p.s["scored"][0] = 0
        p.s["scored"][0, 0] = points - p.score()[0]["total"]
        row = p.score()[0]
        assert row["total"] == points
        assert (row["share"], row["rank"]) == ((60, 1) if won else (0, 2)), row


# The Placement


def test_placement_leftmost_empty_slot_first_row_first():
    for filled in range(10):
        p = Position(1, scenario="placement").dice(white=3, blue=3)
        p.s["row_done"][0] = 1
        p.fill(filled).learn("Snowlands", "white", "blue")
        assert [action >> 4 & 15 for action in p.legal()] == [filled]


# The Spells


COLOURS = ["orange", "pink", "purple", "teal", "brown"]


@pytest.mark.parametrize("barred", [False, True])
def test_spells_of_discarded_colours_cannot_be_activated(barred):
    p = Position(1, scenario="spells").dice(white=3, blue=3)
    name = next(n for n in find_spells(effect="region_points") if n in p.deck())
    colour = COLOURS.index(ROWS[name]["colour"])
    p.book(0, name).learn("Snowlands", "white", "blue", slot=1)
    p.s["grid_colour"][:] = [(c == colour) == barred for c in range(5)]
    assert p.can_activate(0) == (not barred)


def test_spells_of_discarded_colours_do_not_help_to_pay():
    name = find_spell(effect="any_region", die="red")
    p = Position(1, scenario="spells").dice(red=3, blue=3).mana(0)
    p.s["book"][0, 0] = int(name[1:]) - 1
    p.s["grid_colour"][:] = 0
    assert any(x.any_slot == 0 for x in p.payments())
    p.s["grid_colour"][:] = 1
    assert not any(x.any_slot == 0 for x in p.payments())


# The Mana


def mana_scenario(held, learned_effect="region_points"):
    """Learn a Water bottle spell while two Water spells hold mana or not."""
    water = [n for n in find_spells(element="Water") if not ROWS[n]["effect"].endswith(("_total", "_majority", "_pairs"))]
    learned = next(n for n in water if ROWS[n]["effect"] == learned_effect)
    rest = [n for n in water if n != learned]
    fire = next(n for n in find_spells(element="Fire") if not ROWS[n]["effect"].endswith(("_total", "_majority", "_pairs")))
    p = Position(1, scenario="mana").dice(white=3, blue=3).mana(0)
    grid = [n for n in (*rest[:2], fire, learned) if n not in p.deck() and n not in [p.spell_at(r) for r in REGIONS]]
    assert not grid
    p.book(0, rest[0], mana=held > 0).book(1, rest[1], mana=held > 1).book(2, fire, mana=True).island("Snowlands", learned)
    return p.learn("Snowlands", "white", "blue", slot=5)


def test_mana_nothing_to_move():
    p = mana_scenario(0)
    assert p["bottled"][0] == (1 << 5 | 1 << 2)
    assert p["mana"][0] == 0
    assert "end turn" in p.kinds()


def test_mana_one_moves_from_another_spell_of_the_element():
    p = mana_scenario(1)
    assert p["bottled"][0] == (1 << 5 | 1 << 2)
    assert p["mana"][0] == 1


def test_mana_the_player_chooses_among_several():
    p = mana_scenario(2)
    assert p.kinds() == {"take mana"}
    assert [a >> 4 & 15 for a in p.legal()] == [0, 1]
    p.apply(p.legal()[1])
    assert p["bottled"][0] == (1 << 5 | 1 << 2 | 1)
    assert p["mana"][0] == 1


def test_mana_a_spell_without_bottle_brings_nothing():
    p = Position(1, scenario="mana").dice(white=3, blue=3).mana(0)
    name = next(n for n in find_spells(effect="colour_total") if n in p.deck())
    p.island("Snowlands", name).learn("Snowlands", "white", "blue", slot=5)
    assert p["bottled"][0] == 0


def test_mana_the_learned_spell_is_occupied_and_the_freed_one_may_be_activated():
    """Ruling SP-R33."""
    p = mana_scenario(1)
    assert not any(p.can_activate(5, colour) for colour in (None, *DICE))
    assert any(p.can_activate(0, colour) for colour in (None, *DICE))


def test_mana_with_an_empty_supply_the_spell_arrives_free():
    water = [n for n in find_spells(element="Water") if ROWS[n]["effect"] in ("region_points", "change_die")]
    p = Position(1, scenario="mana").dice(white=3, blue=3).mana(0).book(0, water[1], mana=True).island("Snowlands", water[0]).supply(0)
    p.learn("Snowlands", "white", "blue", slot=5)
    assert p["bottled"][0] == 0
    assert p["mana"][0] == 1


def test_mana_stays_on_spells_when_resting():
    p = Position(1, scenario="mana").mana(0)
    name = next(n for n in find_spells(effect="region_points") if n in p.deck())
    p.book(0, name, mana=True).guides(red=2, blue=3).rest()
    assert p["bottled"][0] == 1
    assert p["mana"][0] == 1


# The Guides


def test_guides_the_difficulty_die_must_match_an_available_guide_die():
    p = Position(1, scenario="guides").dice(white=3, blue=3).mana(0)
    assert p.guides(red=3).payments() != []
    assert p.guides(red=4).payments() == []
    assert p.guides().payments() == []


def test_guides_compare_the_value_before_modification():
    p = Position(1, scenario="guides").dice(white=3, blue=4).mana(1).guides(red=3)
    assert {x.difficulty for x in p.payments() if not x.guide} == {"white"}


def test_guides_a_guide_die_as_difficulty_matches_itself_by_ruling():
    """Ruling SP-R32."""
    for itself in (True, False):
        p = Position(1, scenario="guides", guide_matches_itself=itself).dice(blue=3).mana(1).guides(white=3)
        assert bool(p.payments(difficulty="guide")) == itself
        assert p.guides(white=3, red=3).payments(difficulty="guide")


# The Bonuses


@pytest.mark.parametrize("name", ["S01", "S09", "S22", "S33", "S47", "S64"])
def test_bonuses_centre_slots_take_matching_spells_only(name):
    p = Position(1, scenario="bonuses").dice(white=3, blue=3)
    assert name in p.deck() or name in [p.spell_at(r) for r in REGIONS]
    p.island("Snowlands", name).learn("Snowlands", "white", "blue")
    asks = {(r["row"] - 1) * 5 + r["column"] - 1: r["bonus_colour"] or r["bonus_element"] for r in tables().rows["spellbook"]}
    expected = [s for s in range(10) if s % 5 in (0, 4) or asks[s] in (ROWS[name]["colour"], ROWS[name]["element"])]
    assert [a >> 4 & 15 for a in p.legal()] == expected


def bonuses_without_room(mana):
    """All slots at the ends are full and no spell on the island fits a central slot."""
    p = Position(1, scenario="bonuses").dice(white=3, blue=3).guides().mana(mana)
    fitting = {"orange", "teal", "purple", "Water", "Fire", "Forest"}
    misfits = [n for n in ROWS if not {ROWS[n]["colour"], ROWS[n]["element"]} & fitting and n in p.deck()]
    p.fill(4, slots=[0, 4, 5, 9])
    for region, n in zip(REGIONS, [n for n in misfits if n in p.deck()], strict=False):
        p.island(region, n)
    return p


def test_bonuses_a_spell_that_fits_nowhere_cannot_be_learned():
    p = bonuses_without_room(0)
    assert "learn" not in p.kinds()
    assert p.kinds() == {"rest"}


@pytest.mark.parametrize("mana", [1, 2])
def test_bonuses_discarding_may_bring_a_spell_that_fits(mana):
    """Ruling SP-R29: white 3 by blue 3 needs no mana, so one mana for the discard is enough."""
    p = bonuses_without_room(mana)
    assert "learn" not in p.kinds()
    assert "discard" in p.kinds()


# The Sigils


def sigils(name, slot, **books):
    p = Position(1, scenario="sigils").dice(white=3, blue=3).mana(0)
    for where, n in books.items():
        p.book(int(where[1:]), n)
    return p.island("Snowlands", name).learn("Snowlands", "white", "blue", slot=slot)


def test_sigils_a_spell_that_does_not_match_is_flipped_without_points():
    """Rulings SP-R22, R31."""
    name = next(n for n in find_spells(colour="orange") if ROWS[n]["left"] != "circle")
    p = sigils(name, 0)
    assert p["face_down"] == 1
    assert p.points() == {"spells": 0, "placement": 0, "provision": 0, "effects": 0}
    assert p["learned"][0] == 1
    # as any sigil it completes one with the printed half
    assert p.score()[0]["sigil_count"] == 1


def test_sigils_a_matching_spell_stays_face_up():
    name = next(n for n in ROWS if ROWS[n]["left"] == "circle")
    p = sigils(name, 0)
    assert p["face_down"] == 0
    assert p.points()["spells"] == ROWS[name]["points"]


def test_sigils_one_wrong_neighbour_flips():
    name = next(n for n in ROWS if ROWS[n]["left"] == "circle" and ROWS[n]["right"] == "square")
    beside = next(n for n in ROWS if ROWS[n]["left"] == "triangle" and n != name)
    good = next(n for n in ROWS if ROWS[n]["left"] == "square" and n != name)
    assert sigils(name, 0, s1=beside)["face_down"] == 1
    assert sigils(name, 0, s1=good)["face_down"] == 0


def test_sigils_without_neighbours_nothing_is_flipped():
    assert sigils("S60", 2)["face_down"] == 0


def test_sigils_a_face_down_spell_counts_for_nothing():
    name = next(
        n for n in find_spells(effect="colour_total") if ROWS[n]["left"] != "circle" and ROWS[n]["colour"] == ROWS[n]["effect_colour"]
    )
    p = sigils(name, 0)
    assert p.score()[0]["end_effects"] == 0
    bottle = next(n for n in find_spells(effect="region_points", region="Snowlands") if n)
    q = (
        Position(1, scenario="sigils")
        .dice(white=3, blue=3)
        .mana(0)
        .book(0, bottle, face_down=True)
        .learn("Snowlands", "white", "blue", slot=7)
    )
    assert not q.can_activate(0)


def test_sigils_face_down_spells_match_every_neighbour():
    a, b = "S60", "S61"
    p = Position(1, scenario="sigils").dice(white=3, blue=3).mana(0).book(1, a, face_down=True)
    name = next(n for n in ROWS if ROWS[n]["right"] == "square" and ROWS[n]["left"] == "circle" and n not in (a, b))
    p.island("Snowlands", name).learn("Snowlands", "white", "blue", slot=0)
    assert p["face_down"] == 1 << 1


def test_sigils_between_two_face_down_spells_goes_to_the_best_type():
    """Ruling SP-R31: two squares and a free seam make three."""
    p = Position(1, scenario="sigils").hand(0, "T30")
    p.book(6, "S60", face_down=True).book(7, "S61", face_down=True)
    left = next(n for n in ROWS if ROWS[n]["right"] == "square" and ROWS[n]["left"] == "square")
    p.book(5, left)
    row = p.score()[0]
    assert row["sigil_count"] == 3  # printed square, square to face down, face down to face down
    assert row["tasks"] == 6


# The Dice


def test_dice_at_least_two_provision_dice():
    p = Position(1, scenario="dice").dice(white=3, blue=3, red=1, green=2).mana(0).guides()
    assert {x.provision for x in p.payments(region="Snowlands")} == {frozenset(["red", "green"])}
    p = Position(1, scenario="dice").dice(white=3, red=2).mana(1).guides(green=1)
    assert [(x.guide, x.provision) for x in p.payments(region="Snowlands")] == [("green", frozenset(["red"]))]


# The Tasks


def test_tasks_no_cards_and_a_goal_is_chosen_after_setup():
    p = Position(1, scenario="tasks", deal=True)
    assert p.tasks() == []
    assert len(p.legal()) == 25
    assert all("set goal" in describe(a) for a in p.legal())
    p.apply(goal("Wind", "teal"))
    assert (int(p["goal_element"]), int(p["goal_colour"])) == (2, 3)
    assert p["grid"] in (0, 1)


def test_tasks_a_full_row_draws_nothing():
    p = Position(1, scenario="tasks").fill(4, slots=[0, 1, 2, 3]).dice(white=3, blue=3).learn("Snowlands", "white", "blue", slot=4)
    assert "discard task" not in p.kinds()
    assert p.tasks() == []


@pytest.mark.parametrize("needs_both", [False, True])
@pytest.mark.parametrize(("elements", "colours"), [(4, 0), (0, 4), (3, 3), (4, 4), (4, 3)])
def test_tasks_lost_if_both_counts_are_below_four(elements, colours, needs_both):
    """Ruling SP-R24: "less than 4 ... element and less than 4 ... color"."""
    p = Position(1, scenario="tasks", goal_needs_both=needs_both)
    p.s["goal_element"], p.s["goal_colour"] = 1, 3  # Fire, teal
    fire = [n for n in find_spells(element="Fire") if ROWS[n]["colour"] != "teal"][:elements]
    teal = [n for n in find_spells(colour="teal") if ROWS[n]["element"] != "Fire"][:colours]
    for slot, n in enumerate(fire + teal):
        p.s["book"][0, slot] = int(n[1:]) - 1
    p.s["scored"][0, 0] = 100
    kept = (elements >= 4 and colours >= 4) if needs_both else (elements >= 4 or colours >= 4)
    row = p.score()[0]
    assert row["share"] == (60 if kept else 0)
    assert row["goal_missed"] == (0 if kept else 1)
