"""Card tables as a designer keeps them: CSV files with a header, read and checked with errors that name file, row and column."""

from __future__ import annotations

import csv
import hashlib
import io
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from simkit.core.game import Unknown, near_miss

PROVENANCE = ("printed", "derived", "external", "invented", "own")


@dataclass(frozen=True)
class Field:
    """A column of a sheet.

    Parameters
    ----------
    name, text : str
    choices : tuple of str
        Allowed words; empty for free text or numbers.
    low, high : int or None
        Makes it a column of whole numbers.
    optional : bool
        A cell may be empty.
    """

    name: str
    text: str
    choices: tuple[str, ...] = ()
    low: int | None = None
    high: int | None = None
    optional: bool = False

    def read(self, cell: str, where: str) -> Any:
        """Return the value of a cell: text, a whole number, or None where it is empty."""
        cell = cell.strip()
        if not cell:
            if self.optional:
                return None
            raise Unknown(f"{where}, column {self.name}: empty; expected {self.expected}")
        if self.choices:
            if cell not in self.choices:
                raise Unknown(f"{where}, column {self.name}: {cell!r} is not {self.expected}{near_miss(cell, self.choices)}")
            return cell
        if self.low is None or self.high is None:
            return cell
        try:
            number = int(cell)
        except ValueError:
            raise Unknown(f"{where}, column {self.name}: {cell!r} is not {self.expected}") from None
        if not self.low <= number <= self.high:
            raise Unknown(f"{where}, column {self.name}: {number} is not {self.expected}")
        return number

    @property
    def expected(self) -> str:
        """Say what a cell may hold."""
        if self.choices:
            return "one of " + ", ".join(self.choices)
        return "text" if self.low is None else f"a whole number from {self.low} to {self.high}"


@dataclass(frozen=True)
class Sheet:
    """A table of components: its file name, its columns, and the column that names a row."""

    name: str
    fields: tuple[Field, ...]
    key: str = ""

    def read(self, folder: Path) -> list[dict[str, Any]]:
        """Read and check the sheet's CSV file; rows come sorted by key, since ids carry identity and row order means nothing.

        Raises
        ------
        Unknown
            With file, row and column, and what would be right.
        """
        path = folder / f"{self.name}.csv"
        try:
            data = path.read_bytes()
        except OSError as error:
            raise Unknown(f"{path}: cannot be read ({error.strerror})") from None
        reader = csv.reader(io.StringIO(decode(data)), delimiter=delimiter(data))
        # numbered as an editor numbers them, blank lines included
        lines = [(reader.line_num, line) for line in reader if any(cell.strip() for cell in line)]
        if not lines:
            raise Unknown(f"{path}: empty; expected a header with {', '.join(f.name for f in self.fields)}")
        header = [cell.strip() for cell in lines[0][1]]
        self._check_header(header, path)
        rows = {}
        for number, line in lines[1:]:
            where = f"{path}, row {number}"
            if len(line) > len(header):
                raise Unknown(f"{where}: {len(line)} cells, but the header has {len(header)}; put text with a separator into quotes")
            cells = dict(zip(header, line, strict=False))
            rows[number] = {field.name: field.read(cells.get(field.name, ""), where) for field in self.fields}
        if not self.key:
            return list(rows.values())
        self._check_keys(rows, path)
        return sorted(rows.values(), key=lambda row: str(row[self.key]))

    def _check_header(self, header: list[str], path: Path) -> None:
        known = [field.name for field in self.fields]
        for name in header:
            if name not in known:
                raise Unknown(f"{path}: unknown column {name!r}{near_miss(name, known)}; known are {', '.join(known)}")
            if header.count(name) > 1:
                raise Unknown(f"{path}: column {name!r} stands {header.count(name)} times in the header")
        for field in self.fields:
            if field.name not in header and not field.optional:
                raise Unknown(f"{path}: column {field.name!r} is missing ({field.text})")

    def _check_keys(self, rows: Mapping[int, dict[str, Any]], path: Path) -> None:
        seen: dict[str, int] = {}
        for number, row in rows.items():
            key = row[self.key]
            if key in seen:
                raise Unknown(f"{path}, row {number}, column {self.key}: {key!r} stands in row {seen[key]} already")
            seen[key] = number


def decode(data: bytes) -> str:
    """Decode a sheet: UTF-8 with or without a byte order mark, else Windows-1252."""
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        return data.decode("cp1252", errors="replace")


def delimiter(data: bytes) -> str:
    """Return the separator of a sheet, comma or semicolon, by its first line."""
    first = data.split(b"\n", 1)[0]
    return ";" if first.count(b";") > first.count(b",") else ","


@dataclass(frozen=True)
class Tables:
    """The component tables of a game, read and checked."""

    source: str  # "default", or the folder's name
    folder: Path
    rows: dict[str, list[dict[str, Any]]]
    warnings: tuple[str, ...]
    sha256: str
    cards: tuple[str, ...]  # the sheets whose rows are cards: those with a key

    @property
    def provenance(self) -> dict[str, int]:
        """Count cards by where their numbers come from; a row without a number of copies is one card."""
        counts: dict[str, int] = {}
        for row in (row for sheet in self.cards for row in self.rows[sheet]):
            copies = 1 if row.get("copies") is None else row["copies"]
            if copies:
                counts[row["provenance"]] = counts.get(row["provenance"], 0) + copies
        return dict(sorted(counts.items()))


def read_tables(
    default: Path,
    sheets: tuple[Sheet, ...],
    check: Callable[[dict[str, list[dict[str, Any]]], Path], list[str]],
    folder: Path | None = None,
) -> Tables:
    """Read all sheets of a game from a folder; a file that is missing there is taken from the defaults.

    Parameters
    ----------
    check : function
        Raises Unknown for what cannot be set up; returns warnings for printed counts that changed.
    """
    base = folder or default
    if folder and not folder.is_dir():
        raise Unknown(f"components: there is no folder {folder}")
    if folder and not any((folder / f"{sheet.name}.csv").exists() for sheet in sheets):
        raise Unknown(f"components: {folder} holds none of {', '.join(f'{s.name}.csv' for s in sheets)}")
    rows, notes = {}, []
    result = hashlib.sha256()
    for sheet in sheets:
        here = base if (base / f"{sheet.name}.csv").exists() else default
        if here is not base:
            notes.append(f"{base.name}/{sheet.name}.csv is not there: our own {sheet.name} are used")
        rows[sheet.name] = sheet.read(here)
        result.update(repr((sheet.name, [sorted(row.items()) for row in rows[sheet.name]])).encode())
    notes += check(rows, base)
    cards = tuple(sheet.name for sheet in sheets if sheet.key)
    return Tables(folder.name if folder else "default", base, rows, tuple(notes), result.hexdigest(), cards)
