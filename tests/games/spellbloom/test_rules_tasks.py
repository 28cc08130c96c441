"""Rulebook, "Completing a row of Spells in a Spellbook" (SP-8) and "Task Descriptions"."""

import pytest

from simkit.games.spellbloom.names import COLOURS, ELEMENTS
from tests.games.spellbloom.position import Position, find_spells, tables

ROWS = {row["id"]: row for row in tables().rows["spells"]}


def tasks(kind):
    """Return (task id, its subject) for each variant."""
    return [(t["id"], t["element"] or t["colour"] or t["sigil"]) for t in tables().rows["tasks"] if t["task"] == kind]


def points(task, *spells, slots=None):
    """Return the points of a task for a spellbook."""
    p = Position().hand(0, task)
    for slot, name in zip(slots or range(10), spells, strict=False):
        p.book(slot, name)
    return p.score()[0]["tasks"]


# Completing a row


def almost(slots, **more):
    p = Position(**more).hand(0, "T01", "T02").dice(white=3, blue=3).mana(0)
    return p.fill(len(slots), slots=slots)


@pytest.mark.parametrize("row", [0, 5])
def test_sp8_shaz_completes_a_row(row):
    p = almost([row, row + 1, row + 2, row + 3])
    drawn = p.task_deck()[:2]
    p.learn("Snowlands", "white", "blue", slot=row + 4)
    assert p.tasks() == ["T01", "T02", *drawn]
    assert len(p.legal()) == 4
    assert p.kinds() == {"discard task"}
    p.apply(p.legal()[1])
    assert p.tasks() == ["T01", *drawn]
    assert p.task_deck()[-1] == "T02"
    assert len(p.task_deck()) == 30 - 3
    assert "end turn" in p.kinds()


@pytest.mark.parametrize("choice", range(4))
def test_any_of_the_four_may_be_discarded(choice):
    p = almost([0, 1, 2, 3]).learn("Snowlands", "white", "blue", slot=4)
    hand = p.tasks()
    p.apply(p.legal()[choice])
    assert p.task_deck()[-1] == hand[choice]
    assert p.tasks() == hand[:choice] + hand[choice + 1 :]


def test_the_second_row_gives_nothing():
    p = almost([0, 1, 2, 3, 5, 6, 7, 8]).learn("Snowlands", "white", "blue", slot=4)
    p.apply(p.legal()[0]).end_turn().rest()
    p.dice(white=3, blue=3).learn("Snowlands", "white", "blue", slot=9)
    assert "discard task" not in p.kinds()
    assert len(p.tasks()) == 3


def test_five_spells_in_both_rows_complete_none():
    p = almost([0, 1, 2, 5]).learn("Snowlands", "white", "blue", slot=6)
    assert "discard task" not in p.kinds()


def test_each_player_completes_a_first_row():
    p = almost([0, 1, 2, 3]).fill(4, seat=1).learn("Snowlands", "white", "blue", slot=4)
    p.apply(p.legal()[0]).end_turn()
    p.hand(1, "T20", "T21").dice(white=3, blue=3, seat=1).learn("Snowlands", "white", "blue", slot=4)
    assert "discard task" in p.kinds()
    assert len(p.tasks(1)) == 4


def test_the_region_is_refilled_after_the_tasks():
    p = almost([0, 1, 2, 3])
    top = p.deck()[0]
    p.learn("Snowlands", "white", "blue", slot=4).apply(p.legal()[0])
    assert p.spell_at("Snowlands") == top


@pytest.mark.parametrize("start", [0, 1, 3])
def test_two_are_drawn_and_one_discarded_whatever_the_hand(start):
    """Rulebook: "you immediately draw 2 Task cards ... You must then discard 1", also under the house rule `start_tasks`."""
    p = almost([0, 1, 2, 3], start_tasks=start).hand(0, *("T01", "T02", "T03")[:start]).learn("Snowlands", "white", "blue", slot=4)
    assert len(p.tasks()) == start + 2
    p.apply(p.legal()[0])
    assert len(p.tasks()) == start + 1


# Task Descriptions


@pytest.mark.parametrize(("task", "element"), tasks("isolated_elements"))
def test_isolated_elements(task, element):
    a, b, c = find_spells(element=element)[:3]
    x = next(n for n in ROWS if ROWS[n]["element"] != element)
    assert points(task) == 0
    assert points(task, a) == 3
    assert points(task, a, b) == 0  # side by side
    assert points(task, a, b, slots=[0, 2]) == 6
    assert points(task, a, b, slots=[2, 7]) == 0  # one above the other
    assert points(task, a, b, slots=[4, 5]) == 6  # ends of different rows
    assert points(task, a, b, slots=[0, 6]) == 6  # diagonally
    assert points(task, a, b, c, slots=[0, 1, 8]) == 3
    assert points(task, a, x, b, slots=[0, 1, 2]) == 6


@pytest.mark.parametrize(("task", "colour"), tasks("enough_of_colour"))
def test_enough_of_colour(task, colour):
    names = find_spells(colour=colour)
    assert [points(task, *names[:n]) for n in range(6)] == [0, 0, 0, 7, 7, 7]


@pytest.mark.parametrize(("task", "element"), tasks("enough_of_element"))
def test_enough_of_element(task, element):
    names = find_spells(element=element)
    assert [points(task, *names[:n]) for n in range(6)] == [0, 0, 0, 7, 7, 7]


@pytest.mark.parametrize(("task", "colour"), tasks("most_of_colour"))
def test_most_of_colour_is_strict_against_each(task, colour):
    names = find_spells(colour=colour)
    for other in COLOURS:
        if other != colour:
            others = find_spells(colour=other)
            assert points(task, *names[:2], *others[:1]) == 7
            assert points(task, *names[:2], *others[:2]) == 0
            assert points(task, *names[:1], *others[:2]) == 0
    assert points(task) == 0  # none of any colour: not more
    assert points(task, names[0]) == 7
    mixed = [find_spells(colour=other)[0] for other in COLOURS if other != colour]
    assert points(task, *names[:2], *mixed) == 7


@pytest.mark.parametrize(("task", "column", "words"), [("T16", "element", ELEMENTS), ("T27", "colour", COLOURS)])
def test_sets(task, column, words):
    first = [find_spells(**{column: word})[0] for word in words]
    second = [find_spells(**{column: word})[1] for word in words]
    assert points(task, *first[:4]) == 0
    assert points(task, *first) == 6
    assert points(task, *first, *second[:4]) == 6
    assert points(task, *first, *second) == 12


@pytest.mark.parametrize(("task", "element"), tasks("few_of_element"))
def test_few_of_element_may_go_below_zero(task, element):
    """Ruling SP-R15."""
    names = find_spells(element=element)
    assert [points(task, *names[:n]) for n in range(8)] == [10, 8, 6, 4, 2, 0, -2, -4]


@pytest.mark.parametrize(("task", "sigil"), tasks("enough_sigils"))
def test_enough_sigils(task, sigil):
    both = find_spells(left=sigil, right=sigil)
    # a chain away from the ends: n spells in a row complete n - 1 sigils of the type
    assert points(task, *both[:3], slots=[1, 2, 3]) == 0
    assert points(task, *both[:4], slots=[1, 2, 3, 6]) == 0
    assert points(task, *both[:4], both[4], slots=[1, 2, 3, 6, 7]) == 6
    other = next(n for n in ROWS if ROWS[n]["left"] != sigil and ROWS[n]["right"] != sigil)
    assert points(task, other) == 0


def test_all_tasks_count_and_only_ones_own():
    p = Position().hand(0, "T22", "T23", "T24").hand(1, "T25")
    assert [row["tasks"] for row in p.score()] == [30, 10]
