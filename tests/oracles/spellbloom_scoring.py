"""Final scoring of Spellbloom in slow, obvious Python, written from the rulebook's text; shares nothing with the kernels.

A spell is a row of spells.csv (a dict), a spellbook two lists of five, a finished game a `Table`.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction
from itertools import pairwise
from typing import Any

ELEMENTS = ("Water", "Fire", "Wind", "Mountain", "Forest")
COLOURS = ("orange", "pink", "purple", "teal", "brown")
SIGILS = ("circle", "triangle", "square")
Spell = dict[str, Any]


@dataclass
class Place:
    """A spell in a slot."""

    spell: Spell
    face_down: bool = False


@dataclass
class Book:
    """What one player has at the end."""

    rows: list[list[Place | None]]
    tasks: list[dict[str, Any]]
    mana: int
    track: int  # points scored during the game

    def spells(self) -> list[Spell]:
        """List the spells that count: those face up."""
        return [place.spell for row in self.rows for place in row if place and not place.face_down]

    def with_colour(self, colour: str) -> int:
        """Count spells of a colour."""
        return sum(spell["colour"] == colour for spell in self.spells())

    def with_element(self, element: str) -> int:
        """Count spells of an element."""
        return sum(spell["element"] == element for spell in self.spells())

    def neighbours(self, row: int, column: int) -> list[Spell]:
        """List the face-up spells orthogonally next to a slot."""
        beside = [(row, column - 1), (row, column + 1), (row - 1, column), (row + 1, column)]
        places = [self.rows[r][c] for r, c in beside if r in (0, 1) and c in range(5)]
        return [place.spell for place in places if place and not place.face_down]


@dataclass
class Rules:
    """House rules that scoring looks at; the printed values."""

    sigil_points: int = 2
    mana_per_point: int = 2
    scenario: str = "none"
    target: int = 0
    goal: tuple[str, str] = ("", "")
    goal_needs_both: bool = False


@dataclass
class Table:
    """A finished game."""

    books: list[Book]
    printed: list[tuple[str, str]]  # half sigils at the left and right end of each row
    discards: list[Spell] = field(default_factory=list)  # beside the island, alone
    rules: Rules = field(default_factory=Rules)


def sigils(book: Book, printed: list[tuple[str, str]]) -> list[list[str]]:
    """Return every way to name the completed sigils: a seam between face-down spells may be any type.

    Rulebook, "Sigils": "2 adjacent cards or a card and a half sigil printed on the Spellbook with the same type of sigil on their touching
    sides"; The Sigils: "Face-down Spells count as having 2 halves of any 2 sigils of your choice".
    """
    ways: list[list[str]] = [[]]
    for row, (first, last) in zip(book.rows, printed, strict=True):
        halves: list[tuple[set[str], set[str]]] = [(set(), {first})]
        for place in row:
            if place is None:
                halves.append((set(), set()))
            elif place.face_down:
                halves.append((set(SIGILS), set(SIGILS)))
            else:
                halves.append(({place.spell["left"]}, {place.spell["right"]}))
        halves.append(({last}, set()))
        for a, b in pairwise(halves):
            common = a[1] & b[0]
            if common:
                ways = [[*way, kind] for way in ways for kind in sorted(common)]
    return ways


def end_effect(table: Table, book: Book, row: int, spell: Spell) -> int:
    """Score one end-of-game spell effect (rulebook, "Spell Descriptions")."""
    kind, amount, colour, element = spell["effect"], spell["amount"], spell["effect_colour"], spell["effect_element"]
    if kind == "row_colour_total":
        here = [place.spell for place in book.rows[row] if place and not place.face_down]
        return amount * sum(other["colour"] == colour for other in here)
    if kind == "colour_total":
        return amount * book.with_colour(colour)
    if kind == "colour_majority":
        others = [other.with_colour(colour) for other in table.books if other is not book]
        if len(table.books) == 1:
            others = [sum(discarded["colour"] == colour for discarded in table.discards)]
        return amount if all(book.with_colour(colour) > number for number in others) else 0
    if kind == "element_majority":
        return amount if book.with_element(element) > book.with_element(spell["other_element"]) else 0
    if kind == "element_total":
        return amount * book.with_element(element)
    if kind == "element_pairs":
        first, second = book.with_element(element), book.with_element(spell["other_element"])
        pairs = 0
        while first and second:
            first, second, pairs = first - 1, second - 1, pairs + 1
        return amount * pairs
    return 0


def task_points(book: Book, task: dict[str, Any], named: list[str]) -> int:
    """Score one task card (rulebook, "Task Descriptions"); `named` are the completed sigils."""
    kind, element, colour = task["task"], task["element"], task["colour"]
    if kind == "isolated_elements":
        points = 0
        for r, row in enumerate(book.rows):
            for c, place in enumerate(row):
                if place and not place.face_down and place.spell["element"] == element:
                    points += 0 if any(other["element"] == element for other in book.neighbours(r, c)) else 3
        return points
    if kind == "enough_of_colour":
        return 7 if book.with_colour(colour) >= 3 else 0
    if kind == "most_of_colour":
        return 7 if all(book.with_colour(colour) > book.with_colour(other) for other in COLOURS if other != colour) else 0
    if kind == "element_sets":
        return 6 * min(book.with_element(other) for other in ELEMENTS)
    if kind == "enough_of_element":
        return 7 if book.with_element(element) >= 3 else 0
    if kind == "few_of_element":
        return 10 - 2 * book.with_element(element)
    if kind == "colour_sets":
        return 6 * min(book.with_colour(other) for other in COLOURS)
    if kind == "enough_sigils":
        return 6 if named.count(task["sigil"]) >= 3 else 0
    raise AssertionError(kind)


def sheet(table: Table) -> list[dict[str, Any]]:
    """Return each player's score lines, total, rank and share of the win."""
    rows: list[dict[str, Any]] = []
    for book in table.books:
        ways = sigils(book, table.printed)
        ends = sum(end_effect(table, book, r, p.spell) for r, row in enumerate(book.rows) for p in row if p and not p.face_down)
        line = {
            "track": book.track,
            "end_effects": ends,
            "tasks": max(sum(task_points(book, task, way) for task in book.tasks) for way in ways),
            "sigils": table.rules.sigil_points * len(ways[0]),
            "mana": book.mana // table.rules.mana_per_point,
        }
        rows.append({**line, "total": sum(line.values()), "sigil_count": len(ways[0]), "mana_left": book.mana})
    if len(rows) == 1:
        won = rows[0]["total"] >= table.rules.target
        if table.rules.scenario == "tasks":
            element, colour = table.rules.goal
            reached = [table.books[0].with_element(element) >= 4, table.books[0].with_colour(colour) >= 4]
            won = won and (all(reached) if table.rules.goal_needs_both else any(reached))
        rows[0] |= {"rank": 1 if won else 2, "share": Fraction(1 if won else 0)}
        return rows
    # "The player with the most Knowledge points wins": then most completed sigils, then most mana, then shared
    keys = [(row["total"], row["sigil_count"], row["mana_left"]) for row in rows]
    for row, key in zip(rows, keys, strict=True):
        row["rank"] = 1 + sum(other > key for other in keys)
        row["share"] = Fraction(1, keys.count(key)) if row["rank"] == 1 else Fraction(0)
    return rows
