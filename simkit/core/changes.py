"""In what two sets of card tables differ, row by row, in card words."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from simkit.core.game import Game
from simkit.core.sheets import Sheet, Tables, played

ADDED, REMOVED, CHANGED, SOURCE = "added", "removed", "changed", "provenance"


@dataclass(frozen=True)
class Change:
    """One row that differs.

    Parameters
    ----------
    sheet, key : str
        The table, and what identifies the row in it: a card's id, or its place ("1,2"); in a table without either its number.
    kind : str
        "added", "removed", "changed", or "provenance" where nothing that is played changed.
    text : str
        "S12 orange Fire: points 3 -> 6".
    """

    sheet: str
    key: str
    kind: str
    text: str


def changes(game: Game, old: Tables | Path | str | None = None, new: Tables | Path | str | None = None) -> list[Change]:
    """Compare card tables, in the order of sheets and keys.

    Parameters
    ----------
    old, new : Tables or path
        A folder, a workbook, or what `components.read` returned; the game's own if None.
    """
    before, after = (side if isinstance(side, Tables) else game.components.read(Path(side) if side else None) for side in (old, new))
    return [change for sheet in after.sheets for change in _changes(sheet, before.rows[sheet.name], after.rows[sheet.name])]


def _changes(sheet: Sheet, before: list[dict[str, Any]], after: list[dict[str, Any]]) -> Iterator[Change]:
    old, new = _by_key(sheet, before), _by_key(sheet, after)
    for key in sorted(old | new, key=lambda key: [(old | new)[key][column] for column in sheet.identity]):
        if key not in new:
            yield Change(sheet.name, key, REMOVED, f"{_name(sheet, old[key], key)} removed")
        elif key not in old:
            yield Change(
                sheet.name,
                key,
                ADDED,
                f"{key if sheet.key else _name(sheet, new[key], key)} added: {sheet.say(new[key])}",
            )
        elif differing := list(_columns(sheet, old[key], new[key])):
            kind = SOURCE if played(old[key]) == played(new[key]) else CHANGED
            yield Change(sheet.name, key, kind, f"{_name(sheet, old[key], key)}: {', '.join(differing)}")


def _by_key(sheet: Sheet, rows: list[dict[str, Any]]) -> dict[str, dict[str, Any]]:
    return {sheet.key_of(row) or str(number): row for number, row in enumerate(rows, start=1)}


def _name(sheet: Sheet, row: Mapping[str, Any], key: str) -> str:
    return sheet.name_of(row) or f"{sheet.name}, row {key}"


def _columns(sheet: Sheet, old: Mapping[str, Any], new: Mapping[str, Any]) -> Iterator[str]:
    """Say which columns differ; where a code does, its words say what its columns do."""
    old, new = ({**row, **played(row)} for row in (old, new))  # an empty number of copies is 1
    said: set[str] = set()
    for column, meanings in sheet.codes.items():
        effects = meanings.get(old[column]), meanings.get(new[column])
        if old[column] != new[column] and all(effects):
            said |= {column, *(name for effect in effects if effect for name in effect.columns if name in sheet.governed)}
            words = [sheet.words_of(column, row) for row in (old, new)]
            yield f'{column} "{words[0]}" -> "{words[1]}"'
    for field in sheet.fields:
        if field.name not in said and old[field.name] != new[field.name]:
            yield f"{field.name} {_shown(old[field.name])} -> {_shown(new[field.name])}"


def _shown(value: Any) -> str:
    return "empty" if value is None else str(value)
