"""Rulebook, "Adding Spells to your Spellbook": placement bonuses and sigils (SP-6, SP-7)."""

import pytest

from simkit.games.spellbloom.names import COLOURS, ELEMENTS
from tests.games.spellbloom.position import Position, find_spell, find_spells, tables

BONUSES = {
    (row["row"] - 1) * 5 + row["column"] - 1: row["bonus_colour"] or row["bonus_element"]
    for row in tables().rows["spellbook"]
    if row["bonus_colour"] or row["bonus_element"]
}


def placed(name, slot, **rules):
    """Learn a spell from the Snowlands into a slot."""
    return Position(**rules).dice(white=3, blue=3).mana(0).island("Snowlands", name).learn("Snowlands", "white", "blue", slot=slot)


def test_sp6_harry_places_an_orange_spell_on_the_orange_slot():
    p = placed(find_spell(colour="orange", element="Fire"), 1)
    assert p.points()["placement"] == 2


def test_sp7_nicolas_places_a_purple_water_spell_on_the_teal_slot():
    (teal,) = (slot for slot, asks in BONUSES.items() if asks == "teal")
    spells = [row for row in tables().rows["spells"] if row["colour"] == "purple" and row["element"] == "Water"]
    rows = tables().rows["spells"]
    done = 0
    for spell in spells:
        left = next(r for r in rows if r["right"] == spell["left"] and r["id"] != spell["id"] and "_total" not in r["effect"])
        printed = tables().rows["spellbook"][4]["half_sigil"]
        p = Position().dice(white=3, blue=3).mana(0).book(teal - 1, left["id"])
        before = p.score()[0]
        p.island("Snowlands", spell["id"]).learn("Snowlands", "white", "blue", slot=teal)
        assert p.points()["placement"] == 0
        after = p.score()[0]
        assert after["sigils"] == before["sigils"] + 2
        assert printed == "triangle"
        done += 1
    assert done == 3


def test_two_sigils_of_one_spell_are_four_points():
    spell = find_spell(left="triangle", right="circle")
    left = next(n for n in find_spells(right="triangle") if n != spell)
    right = next(n for n in find_spells(left="circle") if n not in (spell, left))
    p = Position().dice(white=3, blue=3).mana(0).book(7, left).book(9, right)
    p.island("Snowlands", spell)
    before = p.score()[0]["sigils"]
    p.learn("Snowlands", "white", "blue", slot=8)
    assert p.score()[0]["sigils"] == before + 4
    assert sum(p.points().values()) == p.points()["spells"] + p.points()["placement"]  # nothing now


@pytest.mark.parametrize("slot", range(10))
@pytest.mark.parametrize("colour", COLOURS)
def test_placement_bonuses(slot, colour):
    """Ruling SP-R17: each of the six central slots asks for one colour or one element."""
    for element in ELEMENTS:
        p = placed(find_spell(colour=colour, element=element), slot)
        assert p.points()["placement"] == (2 if BONUSES.get(slot) in (colour, element) else 0)


def test_placement_house_rule():
    assert placed(find_spell(colour="orange"), 1, placement_points=5).points()["placement"] == 5
    assert placed(find_spell(colour="orange"), 1, placement_points=0).points()["placement"] == 0


def test_printed_points_are_scored_when_learned():
    for row in tables().rows["spells"][::7]:
        assert placed(row["id"], 0).points()["spells"] == row["points"]


def test_sigils_with_the_printed_halves():
    ends = {0: ("left", "circle"), 4: ("right", "triangle"), 5: ("left", "square"), 9: ("right", "circle")}
    for slot, (side, printed) in ends.items():
        for row in tables().rows["spells"][::5]:
            assert Position().book(slot, row["id"]).score()[0]["sigil_count"] == (row[side] == printed)


def test_no_sigil_between_rows_or_across_their_ends():
    rows = tables().rows["spells"]
    upper = next(r for r in rows if r["right"] == "square")
    lower = next(r for r in rows if r["left"] == "square" and r["id"] != upper["id"])
    p = Position().book(4, upper["id"]).book(6, lower["id"])
    assert p.score()[0]["sigil_count"] == 0
    above = next(r for r in rows if r["left"] == "triangle")
    below = next(r for r in rows if r["right"] == "triangle" and r["id"] != above["id"])
    assert Position().book(2, above["id"]).book(7, below["id"]).score()[0]["sigil_count"] == 0


def test_at_most_twelve_sigils():
    chain = find_spells(left="circle", right="circle")
    p = Position()
    p.book(0, chain[0]).book(1, chain[1])
    assert p.score()[0]["sigil_count"] == 2
    p.book(2, chain[2])
    assert p.score()[0]["sigil_count"] == 3
