"""The race's dice: how many sides they have."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from simkit.core.game import Unknown
from simkit.core.sheets import PROVENANCE, Field, Sheet, Tables, read_tables

IDS = ("single", "pair")  # by card number
SHEETS = (
    Sheet(
        "dice",
        (Field("id", "which dice", IDS), Field("sides", "sides of each", low=1, high=20), Field("provenance", "where from", PROVENANCE)),
        key="id",
    ),
)


def read(folder: Path | None = None) -> Tables:
    """Read and check the sheet of a folder, or our own."""
    return read_tables(Path(__file__).parent / "components", SHEETS, check, folder)


def check(rows: dict[str, list[dict[str, Any]]], folder: Path) -> list[str]:
    """Refuse a table without both kinds of dice."""
    missing = set(IDS) - {row["id"] for row in rows["dice"]}
    if missing:
        raise Unknown(f"{folder / 'dice.csv'}: {', '.join(sorted(missing))} is missing")
    return []


def card_ids(tables: Tables) -> list[str]:
    """Return the id of every card number."""
    return list(IDS)


def fill(config: Any, tables: Tables) -> None:
    """Write the tables into a config record."""
    for row in tables.rows["dice"]:
        config["sides"][IDS.index(row["id"])] = row["sides"]
