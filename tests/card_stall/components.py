"""The stall's cards: points, family, and whether they ever leave the box."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from simkit.core.game import Unknown
from simkit.core.sheets import PROVENANCE, Field, Sheet, Tables, read_tables

from . import CARD_CAP

SHEETS = (
    Sheet(
        "cards",
        (
            Field("id", "identity"),
            Field("family", "what it is compared with"),
            Field("points", "points for taking it", low=-20, high=20),
            Field("boxed", "stays in the box", ("yes", "no")),
            Field("provenance", "where from", PROVENANCE),
        ),
        key="id",
    ),
)


def read(folder: Path | None = None) -> Tables:
    """Read and check the sheet of a folder, or our own."""
    return read_tables(Path(__file__).parent / "components", SHEETS, check, folder)


def check(rows: dict[str, list[dict[str, Any]]], folder: Path) -> list[str]:
    """Refuse more cards than there is room for, and points that add up to too many."""
    if len(rows["cards"]) > CARD_CAP:
        raise Unknown(f"{folder}: {len(rows['cards'])} cards, there is room for {CARD_CAP}")
    if sum(row["points"] for row in rows["cards"]) > 200:
        raise Unknown(f"{folder}: more than 200 points in all")
    return []


def card_ids(tables: Tables) -> list[str]:
    """Return the id of every card number."""
    return [row["id"] for row in tables.rows["cards"]]


def fill(config: Any, tables: Tables) -> None:
    """Write the tables into a config record; luck follows a card's place, so that a card may be called otherwise."""
    for number, row in enumerate(tables.rows["cards"]):
        config["identity"][number] = number
        config["points"][number] = row["points"]
        config["boxed"][number] = row["boxed"] == "yes"
    config["count"] = len(tables.rows["cards"])
    config["granted"][:] = -1
