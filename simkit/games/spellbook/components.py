"""Spellbook's card tables: spells, their effects by level, the Materia and the Familiar, as sheets and as a config record."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Any

from simkit.core.counts import changed_counts
from simkit.core.game import Unknown
from simkit.core.sheets import Tables, read_tables, table_of, where_of
from simkit.games.spellbook.names import (
    COLOURS,
    EFFECT_KINDS,
    EFFECTS,
    EMPTY,
    KINDS,
    LEVELS,
    NUM_COLOURS,
    NUM_SPELLS,
    PHASES,
    RUNES,
    SEATS,
    SETS,
)
from simkit.games.spellbook.sheets import MEANINGS, NUMBERS, SHEETS

DEFAULT = Path(__file__).parent / "components"

_NOT_ZERO = ("pay", "add", "replace", "swap", "takes", "draw", "discard", "store", "rise", "wilds")  # where an effect needs them
_KINDS = {  # what other than a phase's action an effect can be
    "none": ("none",),
    "draw": ("action", "instant"),
    "draw_until": ("action", "instant"),
    "store_from_altar": ("action", "instant"),
    "morning_action": ("instant", "permanent"),
    "draw_on_taking": ("permanent",),
    "store_spent": ("permanent",),
    "points_per_spell": ("endgame",),
    "points_per_colour": ("endgame",),
    "points_per_marker_rune": ("endgame",),
}


def read(folder: Path | None = None) -> Tables:
    """Read and check the sheets of a folder, or our own."""
    return read_tables(DEFAULT, SHEETS, check, folder)


def spell_number(row: dict[str, Any]) -> int:
    """Return the number of a spell's row: by set, then by colour."""
    return (int(row["set"]) - 1) * NUM_COLOURS + COLOURS.index(row["colour"])


def check(rows: dict[str, list[dict[str, Any]]], folder: Path) -> list[str]:
    """Refuse what cannot be set up; name printed counts that changed."""
    spells = {row["id"]: row for row in rows["spells"]}
    places = Counter((row["set"], row["colour"]) for row in rows["spells"])
    for number in SETS:
        for colour in COLOURS:
            if places[number, colour] != 1:
                raise Unknown(f"{table_of(folder, 'spells')}: {places[number, colour]} {colour} spells of set {number}; expected one")
    for row in rows["effects"]:
        _check_effect(row, spells, where_of(row))
    levels = Counter((row["spell"], row["level"]) for row in rows["effects"])
    for name in spells:
        for level in LEVELS:
            if levels[name, level] != 1:
                raise Unknown(f"{table_of(folder, 'effects')}: {levels[name, level]} rows for {name} at level {level}; expected one")
    kinds = Counter((row["colour"], row["rune"]) for row in rows["tokens"])
    if len(kinds) != KINDS or max(kinds.values()) > 1:
        raise Unknown(f"{table_of(folder, 'tokens')}: expected each of the {KINDS} kinds of Materia once")
    track = [row["stored"] for row in sorted(rows["familiar"], key=lambda row: int(row["stored"]))]
    if track != list(range(len(track))) or len(track) < 2:
        raise Unknown(f"{table_of(folder, 'familiar')}, column stored: expected 0, 1, 2 and so on, each once, at least to 1")
    return _changed_counts(rows, len(track) - 1)


def _check_effect(row: dict[str, Any], spells: dict[str, dict[str, Any]], where: str) -> None:
    if row["spell"] not in spells:
        raise Unknown(f"{where}, column spell: {row['spell']!r} is no spell of spells.csv")
    effect, kind = row["effect"], row["kind"]
    for column in MEANINGS[effect].needed:
        if column in _NOT_ZERO and row[column] == 0:
            raise Unknown(f"{where}, column {column}: 0; {effect} needs one or more")
    allowed = _KINDS.get(effect, ("action",))
    if kind not in allowed:
        raise Unknown(f"{where}, column kind: {kind}; {effect} can be {' or '.join(allowed)}")
    if kind == "action" and spells[row["spell"]]["phase"] is None:
        raise Unknown(f"{where}, column kind: action, but {row['spell']} has no phase")
    if kind == "action" and effect == "rune_wilds" and spells[row["spell"]]["phase"] != "evening":
        raise Unknown(f"{where}, column effect: rune_wilds is for learning, in the evening")


def _changed_counts(rows: dict[str, list[dict[str, Any]]], spaces: int) -> list[str]:
    """Compare with the counts the rulebook prints."""
    kinds = [(f"{row['colour']} {row['rune']}", row["copies"], 5) for row in rows["tokens"]]
    notes = changed_counts("tokens", sum(row["copies"] for row in rows["tokens"]), 105, kinds, cards="tokens", source="game")
    counts = [("spaces of a Familiar", spaces, 14), *((f"cost of {row['id']}", row["cost"], row["level"]) for row in rows["effects"])]
    for what, number, printed in counts:
        if number != printed:
            notes.append(f"{what}: {number}, the game has {printed}")
    return notes


def card_ids(tables: Tables) -> list[str]:
    """Return the id of every card number: three levels of a spell, by set and colour."""
    names = {spell_number(row): row["id"] for row in tables.rows["spells"]}
    return [f"{names[spell]} {level}" for spell in range(NUM_SPELLS) for level in LEVELS]


def fill(config: Any, tables: Tables) -> None:
    """Write the tables into a config record."""
    numbers = {row["id"]: spell_number(row) for row in tables.rows["spells"]}
    config["same_as"][:] = EMPTY
    for row in tables.rows["spells"]:
        spell = numbers[row["id"]]
        config["spell_phase"][spell] = PHASES.index(row["phase"]) if row["phase"] else EMPTY
        for i, level in enumerate(LEVELS):
            config["points"][3 * spell + i] = row[f"points_{level}"]
    effects = {}
    for row in tables.rows["effects"]:
        card = 3 * numbers[row["spell"]] + row["level"] - LEVELS[0]
        config["cost"][card] = row["cost"]
        config["effect_kind"][card] = EFFECT_KINDS.index(row["kind"])
        config["effect"][card] = EFFECTS.index(row["effect"])
        config["rune"][card] = RUNES.index(row["rune"]) if row["rune"] else EMPTY
        used = MEANINGS[row["effect"]].columns
        for column in NUMBERS:
            config[column][card] = (row[column] or 0) if column in used else 0
        effects[card] = tuple(row[column] or 0 for column in ("kind", "effect", *used))
    for card, effect in effects.items():
        for lower in range(card - card % 3, card):
            if effects[lower] == effect and config["same_as"][card] == EMPTY:
                config["same_as"][card] = lower
    for row in tables.rows["tokens"]:
        config["copies"][3 * COLOURS.index(row["colour"]) + RUNES.index(row["rune"])] = row["copies"]
    config["tokens"] = config["copies"].sum()
    for row in tables.rows["familiar"]:
        config["track"][row["stored"]] = row["points"]
    config["spaces"] = len(tables.rows["familiar"]) - 1
    config["granted_card"][:SEATS] = EMPTY
