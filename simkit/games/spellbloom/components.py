"""Spellbloom's card tables: spells, tasks and the spellbook, as sheets and as a config record."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Any

from simkit.core.decks import identity
from simkit.core.game import Unknown
from simkit.core.sheets import PROVENANCE, Field, Sheet, Tables, read_tables
from simkit.games.spellbloom.names import (
    COLOURS,
    DICE,
    EFFECTS,
    ELEMENTS,
    EMPTY,
    REGIONS,
    ROW,
    SEATS,
    SIGILS,
    SLOTS,
    SPELL_CAP,
    TASK_CAP,
    TASKS,
)

DEFAULT = Path(__file__).parent / "components"

_COPIES = Field("copies", "how many of this card there are", low=0, high=40, optional=True)
_PROVENANCE = Field("provenance", "where the numbers come from", PROVENANCE)

SPELLS = Sheet(
    "spells",
    (
        Field("id", "identity of the card: keeps its luck when the sheet is sorted or other cards change"),
        Field("element", "element of the spell", ELEMENTS),
        Field("colour", "colour of the spell", COLOURS),
        Field("left", "half sigil on the left", SIGILS),
        Field("right", "half sigil on the right", SIGILS),
        Field("points", "knowledge points when learned", low=-99, high=99),
        Field("effect", "what it does", EFFECTS),
        Field("die", "die colour of change_die, reroll_colour, any_region", DICE, optional=True),
        Field("region", "region of region_points", REGIONS, optional=True),
        Field("sigil", "sigil type of sigil_mana", SIGILS, optional=True),
        Field("value", "die value of difficulty_points, provision_points, reroll_value", low=1, high=6, optional=True),
        Field("effect_element", "element of adjacent_points, element_total; the larger of element_majority; one of a pair", ELEMENTS,
              optional=True),
        Field("other_element", "the smaller of element_majority; the other of element_pairs", ELEMENTS, optional=True),
        Field("effect_colour", "colour of the colour effects", COLOURS, optional=True),
        Field("amount", "points, mana or steps of the effect", low=0, high=99, optional=True),
        _COPIES,
        _PROVENANCE,
    ),
    "id",
)  # fmt: skip
TASK_SHEET = Sheet(
    "tasks",
    (
        Field("id", "identity of the card"),
        Field("task", "what it asks for", TASKS),
        Field("element", "element it speaks of", ELEMENTS, optional=True),
        Field("colour", "colour it speaks of", COLOURS, optional=True),
        Field("sigil", "sigil type it speaks of", SIGILS, optional=True),
        Field("points", "points when fulfilled, or to begin with", low=-99, high=99, optional=True),
        Field("count", "how many it takes", low=0, high=12, optional=True),
        Field("each", "points for each one (each set)", low=-99, high=99, optional=True),
        _COPIES,
        _PROVENANCE,
    ),
    "id",
)
SPELLBOOK = Sheet(
    "spellbook",
    (
        Field("row", "row of the slot, from the top", low=1, high=2),
        Field("column", "column of the slot, from the left", low=1, high=ROW),
        Field("bonus_colour", "colour its placement bonus asks for", COLOURS, optional=True),
        Field("bonus_element", "element its placement bonus asks for", ELEMENTS, optional=True),
        Field("half_sigil", "half sigil printed beside the first and last slot of a row", SIGILS, optional=True),
        _PROVENANCE,
    ),
)
SHEETS = (SPELLS, TASK_SHEET, SPELLBOOK)

# The column each effect needs for its subject, and the words that number it.
_SUBJECT = {
    "change_die": ("die", DICE), "region_points": ("region", REGIONS), "sigil_mana": ("sigil", SIGILS), "reroll_colour": ("die", DICE),
    "difficulty_points": ("value", range(7)), "any_region": ("die", DICE), "provision_points": ("value", range(7)),
    "adjacent_points": ("effect_element", ELEMENTS), "reroll_value": ("value", range(7)), "colour_points": ("effect_colour", COLOURS),
    "row_colour_total": ("effect_colour", COLOURS), "colour_total": ("effect_colour", COLOURS),
    "colour_majority": ("effect_colour", COLOURS), "element_majority": ("effect_element", ELEMENTS),
    "element_total": ("effect_element", ELEMENTS), "element_pairs": ("effect_element", ELEMENTS),
}  # fmt: skip
_TASK_SUBJECT = {
    "isolated_elements": ("element", ELEMENTS), "enough_of_colour": ("colour", COLOURS), "most_of_colour": ("colour", COLOURS),
    "enough_of_element": ("element", ELEMENTS), "few_of_element": ("element", ELEMENTS), "enough_sigils": ("sigil", SIGILS),
}  # fmt: skip
_TASK_NUMBERS = {
    "isolated_elements": ("each",), "enough_of_colour": ("points", "count"), "most_of_colour": ("points",), "element_sets": ("each",),
    "enough_of_element": ("points", "count"), "few_of_element": ("points", "each"), "colour_sets": ("each",),
    "enough_sigils": ("points", "count"),
}  # fmt: skip
_WITHOUT_AMOUNT = ("none", "reroll_colour", "any_region", "reroll_value")


def read(folder: Path | None = None) -> Tables:
    """Read and check the sheets of a folder, or our own."""
    return read_tables(DEFAULT, SHEETS, check, folder)


def copies(row: dict[str, Any]) -> int:
    """Return how many of a card there are."""
    return 1 if row["copies"] is None else int(row["copies"])


def check(rows: dict[str, list[dict[str, Any]]], folder: Path) -> list[str]:
    """Refuse what cannot be set up; name printed counts that changed."""
    for row in rows["spells"]:
        where = f"{folder / 'spells.csv'}, spell {row['id']}"
        _need(row, _SUBJECT, row["effect"], where)
        if row["effect"] in ("element_majority", "element_pairs") and row["other_element"] is None:
            raise Unknown(f"{where}, column other_element: empty; {row['effect']} needs a second element")
        if row["effect"] not in _WITHOUT_AMOUNT and row["amount"] is None:
            raise Unknown(f"{where}, column amount: empty; {row['effect']} needs its points, mana or steps")
    for row in rows["tasks"]:
        where = f"{folder / 'tasks.csv'}, task {row['id']}"
        _need(row, _TASK_SUBJECT, row["task"], where)
        for column in _TASK_NUMBERS[row["task"]]:
            if row[column] is None:
                raise Unknown(f"{where}, column {column}: empty; {row['task']} needs it")
    spells, tasks = sum(map(copies, rows["spells"])), sum(map(copies, rows["tasks"]))
    for number, low, high, what in ((spells, 7, SPELL_CAP - 3, "spells"), (tasks, 0, TASK_CAP - 4, "tasks")):
        if not low <= number <= high:
            raise Unknown(f"{folder / what}.csv: {number} {what}; a game can be set up with {low} to {high}")
    slots = Counter((row["row"], row["column"]) for row in rows["spellbook"])
    if len(slots) != SLOTS or max(slots.values()) > 1:
        raise Unknown(f"{folder / 'spellbook.csv'}: expected each of the 2 x {ROW} slots once")
    for row in rows["spellbook"]:
        at_end = row["column"] in (1, ROW)
        if at_end and row["half_sigil"] is None:
            where = f"{folder / 'spellbook.csv'}, row {row['row']} column {row['column']}"
            raise Unknown(f"{where}: half_sigil is empty; the first and last slot need one")
    return _changed_counts(rows, spells, tasks)


def _need(row: dict[str, Any], subjects: dict[str, Any], code: str, where: str) -> None:
    column, _ = subjects.get(code, ("", ()))
    if column and row[column] is None:
        raise Unknown(f"{where}, column {column}: empty; {code} needs it")


def _changed_counts(rows: dict[str, list[dict[str, Any]]], spells: int, tasks: int) -> list[str]:
    """Compare with the counts the rulebook prints."""
    notes = []

    def expect(what: str, number: int, printed: int) -> None:
        if number != printed:
            notes.append(f"{what}: {number}, the rulebook has {printed}")

    expect("spells", spells, 75)
    if spells < SLOTS * SEATS + len(REGIONS):
        enough = (spells - len(REGIONS)) // SLOTS
        notes.append(f"spells: {spells} are enough for {enough} full spellbooks and the island; a game that runs out of them is cut off")
    expect("tasks", tasks, 30)
    for column, words, printed in (("element", ELEMENTS, 15), ("colour", COLOURS, 15), ("left", SIGILS, 25), ("right", SIGILS, 25)):
        counts: Counter[str] = Counter()
        for row in rows["spells"]:
            counts[row[column]] += copies(row)
        for word in words:
            expect(f"spells with {column} {word}", counts[word], printed)
    pairs: Counter[tuple[str, str]] = Counter()
    for row in rows["spells"]:
        pairs[row["colour"], row["element"]] += copies(row)
    for colour in COLOURS:
        for element in ELEMENTS:
            expect(f"{colour} {element} spells", pairs[colour, element], 3)
    return notes


def card_ids(tables: Tables) -> list[str]:
    """Return the id of every card number: spells from 0, tasks from 128; the copies of one card have numbers in a row."""
    spells = [row["id"] for row in tables.rows["spells"] for _ in range(copies(row))]
    tasks = [row["id"] for row in tables.rows["tasks"] for _ in range(copies(row))]
    return spells + [""] * (SPELL_CAP - len(spells)) + tasks


def fill(config: Any, tables: Tables) -> None:
    """Write the tables into a config record."""
    number = 0
    for row in tables.rows["spells"]:
        column, words = _SUBJECT.get(row["effect"], ("", ()))
        for copy in range(copies(row)):
            config["identity"][number] = identity(row["id"], copy)
            config["element"][number] = ELEMENTS.index(row["element"])
            config["colour"][number] = COLOURS.index(row["colour"])
            config["left"][number] = SIGILS.index(row["left"])
            config["right"][number] = SIGILS.index(row["right"])
            config["points"][number] = row["points"]
            config["effect"][number] = EFFECTS.index(row["effect"])
            config["what"][number] = words.index(row[column]) if column else 0
            config["other"][number] = ELEMENTS.index(row["other_element"]) if row["other_element"] else 0
            config["amount"][number] = row["amount"] or 0
            number += 1
    config["spells"] = number
    number = 0
    for row in tables.rows["tasks"]:
        column, words = _TASK_SUBJECT.get(row["task"], ("", ()))
        for copy in range(copies(row)):
            config["task_identity"][number] = identity(row["id"], copy)
            config["task"][number] = TASKS.index(row["task"])
            config["task_what"][number] = words.index(row[column]) if column else 0
            config["task_points"][number] = row["points"] or 0
            config["task_count"][number] = row["count"] or 0
            config["task_each"][number] = row["each"] or 0
            number += 1
    config["tasks"] = number
    for row in tables.rows["spellbook"]:
        slot = (row["row"] - 1) * ROW + row["column"] - 1
        if row["bonus_colour"]:
            config["bonus_kind"][slot], config["bonus_what"][slot] = 1, COLOURS.index(row["bonus_colour"])
        elif row["bonus_element"]:
            config["bonus_kind"][slot], config["bonus_what"][slot] = 2, ELEMENTS.index(row["bonus_element"])
        if row["column"] in (1, ROW):
            config["printed"][row["row"] - 1, 0 if row["column"] == 1 else 1] = SIGILS.index(row["half_sigil"])
    identities = [int(i) for i in config["identity"][: config["spells"]]]
    if len(set(identities)) < len(identities):
        raise Unknown("spells: two ids hash to the same 32 bits; rename one of them")
    config["granted_spell"][:] = EMPTY
    config["granted_task"][:] = EMPTY
