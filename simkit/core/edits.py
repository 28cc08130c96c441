"""Card tables with single cells changed in memory, checked as a sheet is: what studies of cards play beside the tables as they are."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, TypeVar

from simkit.core.card_kinds import Cell
from simkit.core.game import Unknown
from simkit.core.parsing import Row, where_of
from simkit.core.sheets import Tables

AnyTables = TypeVar("AnyTables", bound=Tables)
Check = Callable[[dict[str, list[dict[str, Any]]], Path], list[str]]


@dataclass(frozen=True)
class Edit:
    """A cell and its new value."""

    cell: Cell
    value: int

    @property
    def told(self) -> list[Any]:
        """Itself as JSON holds it: sheet, key, column, value."""
        return [self.cell.sheet, self.cell.key, self.cell.column, self.value]


def told_edit(told: Sequence[Any]) -> Edit:
    """Return the edit that JSON holds."""
    sheet, key, column, value = told
    return Edit(Cell(sheet, key, column), value)


def edited(tables: AnyTables, edits: Sequence[Edit], check: Check) -> AnyTables:
    """Return tables with cells changed; cells that hold the value already change nothing.

    Raises
    ------
    Unknown
        If there is no such cell, or its new value is not one that a sheet may hold, or the game cannot be set up with it.
    """
    rows = dict(tables.rows)
    done = []
    for edit in edits:
        sheet = tables.sheet(edit.cell.sheet)
        field = next((field for field in sheet.fields if field.name == edit.cell.column), None)
        place = next((i for i, row in enumerate(rows[sheet.name]) if sheet.key_of(row) == edit.cell.key), None)
        if field is None or place is None:
            raise Unknown(f"sheet {sheet.name}: there is no {edit.cell.column} of {edit.cell.key!r}")
        old = rows[sheet.name][place]
        value = field.read(str(edit.value), where_of(old))
        if value == old[field.name]:
            continue
        rows[sheet.name] = list(rows[sheet.name])
        rows[sheet.name][place] = Row({**old, field.name: value}, where_of(old))
        done.append(edit.told)
    if not done:
        return tables
    warnings = tuple(check(rows, tables.folder))
    digest = hashlib.sha256(f"{tables.sha256}{done!r}".encode()).hexdigest()
    return replace(tables, rows=rows, warnings=warnings, sha256=digest)
