"""Spellbloom's card tables: spells, tasks and the spellbook, as sheets and as a config record."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Any

from simkit.core.counts import changed_counts
from simkit.core.decks import identity
from simkit.core.game import Unknown
from simkit.core.sheets import Tables, copies_of, read_tables, where_of
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
from simkit.games.spellbloom.sheets import SHEETS, SPELLBOOK

DEFAULT = Path(__file__).parent / "components"

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


def read(folder: Path | None = None) -> Tables:
    """Read and check the sheets of a folder, or our own."""
    return read_tables(DEFAULT, SHEETS, check, folder)


def check(rows: dict[str, list[dict[str, Any]]], folder: Path) -> list[str]:
    """Refuse what cannot be set up; name printed counts that changed."""
    spells, tasks = sum(map(copies_of, rows["spells"])), sum(map(copies_of, rows["tasks"]))
    problems = [
        f"{folder}: {number} {what}; a game can be set up with {low} to {high}"
        for number, low, high, what in ((spells, 7, SPELL_CAP - 3, "spells"), (tasks, 0, TASK_CAP - 4, "tasks"))
        if not low <= number <= high
    ]
    there = {(row["row"], row["column"]) for row in rows["spellbook"]}
    slots = [(row, column) for row in (1, 2) for column in range(1, ROW + 1)]
    problems += [
        f"{folder}: the spellbook lacks its slot in row {row}, column {column}" for row, column in slots if (row, column) not in there
    ]
    for slot in rows["spellbook"]:
        if slot["column"] in (1, ROW) and slot["half_sigil"] is None:
            problems.append(f"{where_of(slot)}, column half_sigil: empty; the first and last slot of a row need one of {', '.join(SIGILS)}")
    if problems:
        raise Unknown("\n".join(problems))
    return [*_changed_counts(rows, spells, tasks), *_unused_of_slots(rows["spellbook"])]


def _unused_of_slots(slots: list[dict[str, Any]]) -> list[str]:
    """Name what a slot has and no rule looks at."""
    notes = []
    for slot in slots:
        if slot["bonus_colour"] and slot["bonus_element"]:
            notes.append(
                f"{SPELLBOOK.name_of(slot)}: asks for {slot['bonus_colour']}, so its bonus_element {slot['bonus_element']} is not used"
            )
        if slot["half_sigil"] and slot["column"] not in (1, ROW):
            notes.append(f"{SPELLBOOK.name_of(slot)}: its half sigil is not used, as it is neither the first nor the last of its row")
    return notes


def _changed_counts(rows: dict[str, list[dict[str, Any]]], spells: int, tasks: int) -> list[str]:
    """Compare with the counts the rulebook prints."""
    counts = []
    for column, words, printed in (("element", ELEMENTS, 15), ("colour", COLOURS, 15), ("left", SIGILS, 25), ("right", SIGILS, 25)):
        found = _count(rows["spells"], column)
        side = f"{column} " if words == SIGILS else ""
        counts += [(f"{side}{word}", found[word], printed) for word in words]
    pairs = _count(rows["spells"], "colour", "element")
    counts += [(f"{colour} {element}", pairs[colour, element], 3) for colour in COLOURS for element in ELEMENTS]
    notes = changed_counts("spells", spells, 75, counts)
    if spells < SLOTS * SEATS + len(REGIONS):
        enough = (spells - len(REGIONS)) // SLOTS
        notes.append(f"spells: {spells} are enough for {enough} full spellbooks and the island; a game that runs out of them is cut off")
    return [*notes, *changed_counts("tasks", tasks, 30, [])]


def _count(rows: list[dict[str, Any]], *columns: str) -> Counter[Any]:
    """Count cards by what stands in one column, or in several."""
    counts: Counter[Any] = Counter()
    for row in rows:
        counts[row[columns[0]] if len(columns) == 1 else tuple(row[column] for column in columns)] += copies_of(row)
    return counts


def card_ids(tables: Tables) -> list[str]:
    """Return the id of every card number: spells from 0, tasks from 128; the copies of one card have numbers in a row."""
    spells = [row["id"] for row in tables.rows["spells"] for _ in range(copies_of(row))]
    tasks = [row["id"] for row in tables.rows["tasks"] for _ in range(copies_of(row))]
    return spells + [""] * (SPELL_CAP - len(spells)) + tasks


def fill(config: Any, tables: Tables) -> None:
    """Write the tables into a config record."""
    number = 0
    for row in tables.rows["spells"]:
        column, words = _SUBJECT.get(row["effect"], ("", ()))
        for copy in range(copies_of(row)):
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
        for copy in range(copies_of(row)):
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
