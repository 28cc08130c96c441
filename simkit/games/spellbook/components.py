"""Spellbook's card tables: spells, their effects by level, the Materia and the Familiar, as sheets and as a config record."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Any

from simkit.core.counts import changed_counts
from simkit.core.game import Unknown
from simkit.core.sheets import PROVENANCE, Field, Sheet, Tables, read_tables, table_of, where_of
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
    SPACE_CAP,
)

DEFAULT = Path(__file__).parent / "components"

_PROVENANCE = Field("provenance", "where the numbers come from", PROVENANCE)
_MOST = 9  # of a number of tokens


def _number(name: str, text: str, high: int = _MOST) -> Field:
    return Field(name, text, low=0, high=high, optional=True, blank="0")


SPELLS = Sheet(
    "spells",
    (
        Field("id", "the spell's name"),
        Field("set", "the set it belongs to", low=1, high=len(SETS)),
        Field("colour", "colour of the Materia that pay for it", COLOURS),
        Field("phase", "the phase it is used in", PHASES, optional=True),
        Field("points_3", "points at level 3", low=-99, high=99),
        Field("points_4", "points at level 4", low=-99, high=99),
        Field("points_5", "points at level 5", low=-99, high=99),
        _PROVENANCE,
    ),
    "id",
)
EFFECT_SHEET = Sheet(
    "effects",
    (
        Field("id", "the spell's name and its level"),
        Field("spell", "the spell"),
        Field("level", "the level", low=LEVELS[0], high=LEVELS[-1]),
        Field("cost", "Materia it takes to learn it at this level", low=1, high=_MOST),
        Field("kind", "action of a phase, instant, permanent, or scored at the end", EFFECT_KINDS),
        Field("effect", "what it does", EFFECTS),
        Field("rune", "the rune it speaks of", RUNES, optional=True),
        _number("pay", "tokens discarded first"),
        _number("add", "tokens drawn for the altar"),
        _number("replace", "altar tokens replaced at most", 20),
        _number("swap", "tokens swapped at most"),
        _number("takes", "tokens taken from the altar"),
        _number("draw", "tokens drawn, or what the pool is filled to"),
        _number("discard", "tokens discarded afterwards"),
        _number("store", "tokens stored"),
        _number("rise", "levels another spell rises", 2),
        _number("drop", "levels this card drops", 2),
        _number("gift", "tokens every other player draws or takes"),
        _number("wilds", "tokens of the marker's rune that are wilds"),
        Field("each", "points for each at the end", low=-99, high=99, optional=True),
        Field("high", "points for each spell of a high level", low=-99, high=99, optional=True),
        Field("high_from", "the level from which it is high", low=LEVELS[0], high=LEVELS[-1], optional=True),
        _PROVENANCE,
    ),
    "id",
)
TOKENS = Sheet(
    "tokens",
    (
        Field("colour", "colour of the Materia", COLOURS),
        Field("rune", "rune on it", RUNES),
        Field("copies", "how many there are", low=0, high=15),
        _PROVENANCE,
    ),
    place=("colour", "rune"),
    title="{colour} {rune}",
)
FAMILIAR = Sheet(
    "familiar",
    (
        Field("stored", "tokens stored", low=0, high=SPACE_CAP),
        Field("points", "points they are worth together", low=-99, high=99),
        _PROVENANCE,
    ),
    place=("stored",),
)
SHEETS = (SPELLS, EFFECT_SHEET, TOKENS, FAMILIAR)

NUMBERS = (
    "pay", "add", "replace", "swap", "takes", "draw", "discard", "store", "rise", "drop", "gift", "wilds", "each", "high", "high_from",
)  # fmt: skip
# The numbers an effect needs, and those it may have besides.
_NEEDS: dict[str, tuple[tuple[str, ...], tuple[str, ...]]] = {
    "none": ((), ()),
    "discard_and_draw": (("pay", "draw"), ()),
    "take_rune": (("takes",), ()),
    "swap_with_altar": (("swap",), ("drop",)),
    "store_colour": (("store",), ("drop",)),
    "discard_and_raise": (("pay", "rise"), ()),
    "rune_wilds": (("wilds",), ()),
    "draw": (("draw",), ()),
    "draw_until": (("draw",), ()),
    "take_and_share": (("takes",), ("draw", "gift")),
    "draw_and_discard": (("draw", "discard"), ()),
    "store_or_take_marker_rune": (("store",), ("takes",)),
    "replace_and_take": (("replace", "takes"), ("drop",)),
    "morning_action": ((), ()),
    "points_per_spell": (("each", "high", "high_from"), ()),
    "draw_and_offer": (("draw",), ("gift",)),
    "add_and_take": (("add", "takes"), ("discard",)),
    "add_and_take_colour": (("add", "takes"), ()),
    "swap_with_familiar": (("swap",), ("drop",)),
    "store_from_altar": (("store",), ("drop",)),
    "take_stored_colour": (("takes",), ()),
    "points_per_colour": (("each",), ()),
    "copy_midday": ((), ()),
    "copy_evening": ((), ()),
    "copy_morning": (("pay",), ()),
    "draw_on_taking": (("draw",), ()),
    "points_per_marker_rune": (("each",), ()),
    "store_spent": (("store",), ()),
}
_POINTS = ("each", "high", "high_from")  # may be zero
_WITH_RUNE = ("discard_and_draw", "take_rune", "discard_and_raise")
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
    needs, may = _NEEDS[effect]
    for column in NUMBERS:
        if column in needs and (row[column] is None or (column not in _POINTS and row[column] == 0)):
            raise Unknown(f"{where}, column {column}: {'empty' if row[column] is None else 0}; {effect} needs it")
        if column not in (*needs, *may) and row[column]:
            raise Unknown(f"{where}, column {column}: {row[column]}, but {effect} has no use for it")
    if effect in _WITH_RUNE and row["rune"] is None:
        raise Unknown(f"{where}, column rune: empty; {effect} needs it")
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
        for column in NUMBERS:
            config[column][card] = row[column] or 0
        effects[card] = tuple(row[column] or 0 for column in ("kind", "effect", "rune", *NUMBERS))
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
