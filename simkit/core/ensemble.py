"""Alternative sets of cards: the numbers that nobody printed, moved by a stated rule, to see what hangs on them.

In each named column every number of a card that is not printed moves by a whole number from -d to d, each as likely as the others, where d
is `spread` times the number, rounded, at least 1; it stays inside the bounds of its column. A card's draw depends on nothing but seed,
set, sheet, card and column. This is our generator, not a distribution of what a publisher would print: what comes out is a range.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from hashlib import sha256
from typing import Any

from simkit.core.fields import COPIES, PROVENANCE, Field
from simkit.core.game import Unknown, near_miss
from simkit.core.parsing import Row
from simkit.core.sheets import Sheet, Tables, where_of


@dataclass(frozen=True)
class Generator:
    """How alternative sets are made.

    Parameters
    ----------
    columns : sequence of str
        What moves: ``spells.points``.
    spread : float
        Share of a number that it moves by at most.
    seed : int
    provenance : sequence of str
        Where the numbers come from that may move.
    """

    columns: Sequence[str]
    spread: float
    seed: int
    provenance: Sequence[str] = ("invented",)

    def check(self, tables: Tables) -> int:
        """Return how many numbers move, or say what is wrong.

        Raises
        ------
        Unknown
            If a column is not known or holds no numbers that may move, or there is no such provenance.
        """
        for kind in self.provenance:
            if kind not in PROVENANCE:
                raise Unknown(f"provenance: {kind!r} is not known{near_miss(kind, PROVENANCE)}; known are {', '.join(PROVENANCE)}")
        known = {name: column for sheet in tables.sheets for name, column in _numbers(sheet)}
        total = 0
        for name in self.columns:
            if name not in known:
                raise Unknown(f"columns: {name!r} is no column of numbers{near_miss(name, known)}; there are {', '.join(known)}")
            sheet, _, column = name.partition(".")
            filled = [row for row in tables.rows[sheet] if row[column] is not None]
            moving = sum(map(self._moves, filled))
            if not moving:
                kinds = sorted({str(row.get("provenance")) for row in filled})
                there = f", all are {' or '.join(kinds)}; leave it out, or say provenance = {kinds}" if kinds else "; leave it out"
                raise Unknown(f"columns: {name} has no number that is {' or '.join(self.provenance)}{there}")
            total += moving
        return total

    def alternative(self, tables: Tables, number: int) -> Tables:
        """Return tables with the numbers of set `number`, from 1."""
        rows: dict[str, list[dict[str, Any]]] = {}
        for sheet in tables.sheets:
            fields = [field for name, field in _numbers(sheet) if name in self.columns]
            rows[sheet.name] = [self._moved(sheet, row, number, fields) for row in tables.rows[sheet.name]]
        return replace(tables, rows=rows)

    def _moved(self, sheet: Sheet, row: dict[str, Any], number: int, fields: Sequence[Field]) -> Row:
        values = dict(row)
        for field in fields:
            value = row[field.name]
            if self._moves(row) and isinstance(value, int) and field.low is not None and field.high is not None:
                most = max(1, round(self.spread * abs(value)))
                key = f"{self.seed} {number} {sheet.name} {sheet.key_of(row)} {field.name}"
                step = int(sha256(key.encode()).hexdigest(), 16) % (2 * most + 1) - most
                values[field.name] = min(max(value + step, field.low), field.high)
        return Row(values, where_of(row), getattr(row, "notes", ""))

    def _moves(self, row: dict[str, Any]) -> bool:
        return row.get("provenance") in self.provenance


def _numbers(sheet: Sheet) -> list[tuple[str, Field]]:
    """Return the columns of numbers that may move: not what identifies a row, nor how many there are of it."""
    fixed = {*sheet.identity, COPIES}
    return [(f"{sheet.name}.{field.name}", field) for field in sheet.fields if field.is_number and field.name not in fixed]
