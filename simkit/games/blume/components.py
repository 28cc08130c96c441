"""Blume's component tables: tiles, hybrids, watering cans, tools, botanist cards, as sheets and as a config record."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Any

from simkit.core.counts import changed_counts
from simkit.core.decks import identity
from simkit.core.game import Unknown
from simkit.core.sheets import Tables, copies_of, read_tables, where_of
from simkit.games.blume import patterns
from simkit.games.blume.names import (
    BOTANIST_CAP,
    CAN_CAP,
    CARD_BOTANIST,
    CARD_CAN,
    CARD_HYBRID,
    CARD_TILE,
    CARD_TOOL,
    CARDS,
    COLOURS,
    CORNERS,
    EMPTY,
    HYBRID_CAP,
    OPS,
    PAIRS,
    ROUNDS,
    TILE_CAP,
    TOOL_CAP,
    WIDTH,
)
from simkit.games.blume.sheets import SHEETS

DEFAULT = Path(__file__).parent / "components"

# Fewest and most that can be set up, and what the rulebook counts. A set of cards leaves its last bits free: they are signs.
_COUNTS = {
    "tiles": (20, TILE_CAP, 129),
    "hybrids": (ROUNDS, HYBRID_CAP, 15),
    "cans": (ROUNDS, CAN_CAP - 2, 23),
    "tools": (0, TOOL_CAP, 8),
    "botanists": (0, BOTANIST_CAP - 2, 15),
}
ENOUGH_TILES = 5 * 25 + 3  # five full gardens and the row


def read(folder: Path | None = None) -> Tables:
    """Read and check the sheets of a folder, or our own."""
    return read_tables(DEFAULT, SHEETS, check, folder)


def expanded(tables: Tables, sheet: str) -> list[dict[str, Any]]:
    """List the rows of a sheet by card number: the copies of one card have numbers in a row."""
    return [row for row in tables.rows[sheet] for _ in range(copies_of(row))]


def check(rows: dict[str, list[dict[str, Any]]], folder: Path) -> list[str]:
    """Refuse what cannot be set up; name printed counts that changed."""
    problems = [
        f"{where_of(row)}, column {second}: {row[second]!r} again; a hybrid has two colours"
        for sheet, first, second in (("hybrids", "top_left", "top_right"), ("botanists", "first", "second"))
        for row in rows[sheet]
        if row[first] == row[second]
    ]
    numbers = {sheet: sum(map(copies_of, rows[sheet])) for sheet in _COUNTS}
    problems += [
        f"{folder}: {numbers[sheet]} {sheet}; a game can be set up with {low} to {high}"
        for sheet, (low, high, _) in _COUNTS.items()
        if not low <= numbers[sheet] <= high
    ]
    decks = {row["deck"] for row in rows["cans"] if copies_of(row)}
    problems += [f"{folder}: no watering can of deck {deck}; each round draws one" for deck in range(1, ROUNDS + 1) if deck not in decks]
    if problems:
        raise Unknown("\n".join(problems))
    return _changed_counts(rows, numbers)


def _changed_counts(rows: dict[str, list[dict[str, Any]]], numbers: dict[str, int]) -> list[str]:
    """Compare with the counts the rulebook prints, and with the balance of the colours."""
    notes = {sheet: changed_counts(sheet, numbers[sheet], printed, []) for sheet, (_, _, printed) in _COUNTS.items()}
    corners: Counter[str] = Counter()
    for row in rows["tiles"]:
        for corner in CORNERS:
            corners[row[corner]] += copies_of(row)
    if len({corners[colour] for colour in COLOURS}) > 1:
        said = ", ".join(f"{colour} {corners[colour]}" for colour in COLOURS)
        uneven = f"the colours have different numbers of corners ({said})"
        notes["tiles"] = [f"{begin}; {uneven}" for begin in notes["tiles"]] or [f"tiles: {uneven}"]
    if numbers["tiles"] < ENOUGH_TILES:
        notes["tiles"].append(
            f"tiles: {numbers['tiles']} do not fill five gardens and the row; a round that runs out of tiles ends as it stands"
        )
    return [note for said in notes.values() for note in said]


def card_ids(tables: Tables) -> list[str]:
    """Return the id of every card number: hybrids, botanist cards, tools, watering cans, tiles."""
    ids = [""] * CARDS
    firsts = (("hybrids", CARD_HYBRID), ("botanists", CARD_BOTANIST), ("tools", CARD_TOOL), ("cans", CARD_CAN), ("tiles", CARD_TILE))
    for sheet, first in firsts:
        for number, row in enumerate(expanded(tables, sheet)):
            ids[first + number] = row["id"]
    return ids


def pair(a: str, b: str) -> int:
    """Return the number of a pair of colours."""
    first, second = sorted((COLOURS.index(a), COLOURS.index(b)))
    return PAIRS.index((first, second))


def packed(colours: list[int]) -> int:
    """Return four corners as a tile's word."""
    return sum(colour << 3 * place for place, colour in enumerate(colours))


def fill(config: Any, tables: Tables) -> None:
    """Write the tables into a config record."""
    config["kind"], config["reach"] = patterns.tables(int(config["hybrid_pattern"]))
    names = {"identity": "tiles", "hybrid_identity": "hybrids", "can_identity": "cans", "tool_identity": "tools",
             "botanist_identity": "botanists"}  # fmt: skip
    for field, sheet in names.items():
        _fill_identities(config, field, tables.rows[sheet], sheet)
    for number, row in enumerate(expanded(tables, "tiles")):
        colours = [COLOURS.index(row[corner]) for corner in CORNERS]
        rotations = [packed(colours[-k:] + colours[:-k]) for k in range(4)]
        config["corners"][number] = rotations[0]
        config["turns"][number] = len(set(rotations))
        config["look"][number] = min(rotations)
    config["tiles"] = len(expanded(tables, "tiles"))
    for number, row in enumerate(expanded(tables, "hybrids")):
        config["hybrid_left"][number] = COLOURS.index(row["top_left"])
        config["hybrid_right"][number] = COLOURS.index(row["top_right"])
        config["hybrid_pair"][number] = pair(row["top_left"], row["top_right"])
    config["hybrids"] = len(expanded(tables, "hybrids"))
    for number, row in enumerate(expanded(tables, "cans")):
        config["can_deck"][number] = row["deck"] - 1
        config["can_place"][number] = WIDTH * (row["row"] + 1) + row["column"] + 1
        config["can_number"][number] = row["number"]
    config["cans"] = len(expanded(tables, "cans"))
    for number, row in enumerate(expanded(tables, "tools")):
        config["tool_op"][number] = OPS.index(row["op"])
        config["tool_amount"][number] = row["amount"] or 0
        config["tool_first"][number] = row["first_gloves"]
        config["tool_again"][number] = row["again_gloves"]
    config["tool_count"] = len(expanded(tables, "tools"))
    for number, row in enumerate(expanded(tables, "botanists")):
        config["botanist_pair"][number] = pair(row["first"], row["second"])
        config["botanist_points"][number] = row["points"]
        config["botanist_drop"][number] = row["drop_points"]
    config["botanists"] = len(expanded(tables, "botanists"))
    config["granted_botanist"][:] = EMPTY


def _fill_identities(config: Any, field: str, rows: list[dict[str, Any]], sheet: str) -> None:
    identities = [identity(row["id"], copy) for row in rows for copy in range(copies_of(row))]
    if len(set(identities)) < len(identities):
        raise Unknown(f"{sheet}: two ids hash to the same 32 bits; rename one of them")
    config[field][: len(identities)] = identities
