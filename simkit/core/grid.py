"""Sheets as they stand in files: rows of cells as text, whatever spreadsheet wrote them, and how they were written."""

from __future__ import annotations

import codecs
import csv
import io
import re
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from pathlib import Path

from simkit.core.game import Unknown

SEPARATORS = {",": "comma", ";": "semicolon", "\t": "tab"}
WORKBOOKS = (".xlsx", ".xlsm")
OTHERS = (".csv", ".xls", ".ods", ".tsv", ".txt")  # files that are neither a folder nor such a workbook
_DECLARED = "sep="  # a first line by which some spreadsheets name their separator


@dataclass(frozen=True)
class Grid:
    """One sheet.

    Parameters
    ----------
    place : str
        File, and sheet in a workbook, as errors name it.
    lines : sequence of (int, list of str)
        Row numbers as a spreadsheet shows them, and cleaned cells; blank rows are left out, empty cells at the end of a row too.
    written : str
        How: encoding and separator, or XLSX.
    faults : sequence of str
        What could not be read at all.
    """

    place: str
    lines: Sequence[tuple[int, list[str]]]
    written: str
    faults: Sequence[str] = ()


@dataclass(frozen=True)
class Other:
    """A sheet or CSV file that is none of the game's: its name as messages give it ("sheet Spells v2"), and its first row."""

    name: str
    header: Sequence[str]


def is_workbook(path: Path) -> bool:
    """Say whether a path names a workbook rather than a folder."""
    return path.suffix.casefold() in WORKBOOKS


def read_grids(base: Path, known: Mapping[str, Sequence[str]]) -> tuple[dict[str, Grid], list[Other]]:
    """Read sheets from a folder of CSV files or a workbook.

    Parameters
    ----------
    known : mapping
        Names of sheets, and the columns each may have.

    Returns
    -------
    dict of Grid
        By name; those that are not there are left out.
    list of Other
        Further sheets or CSV files, which are not read.
    """
    if is_workbook(base):
        if not base.is_file():
            raise Unknown(f"components: there is no workbook {base}")
        from simkit.core.workbook import read_workbook  # here: most commands need no workbook

        return read_workbook(base, known)
    if base.suffix.casefold() == ".csv" and base.is_file():
        raise Unknown(f"components: {base} is one table; give the folder it is in: {base.parent}")
    if base.suffix.casefold() in OTHERS and base.is_file():
        raise Unknown(f"components: {base} is neither a folder of CSV files nor an .xlsx workbook")
    if not base.is_dir():
        raise Unknown(f"components: there is no folder {base}")
    files = {file.stem.casefold(): file for file in sorted(base.iterdir()) if file.suffix.casefold() == ".csv"}
    grids = {name: read_csv(files[name.casefold()], columns) for name, columns in known.items() if name.casefold() in files}
    read = {name.casefold() for name in grids}
    every = [column for columns in known.values() for column in columns]
    return grids, [Other(file.name, header_of(read_csv(file, every))) for stem, file in files.items() if stem not in read]


def header_of(grid: Grid) -> Sequence[str]:
    """Return the first row of a sheet that is not blank."""
    return grid.lines[0][1] if grid.lines else ()


def meant(name: str, known: Iterable[str]) -> str:
    """Ask for the file or sheet that a name holds as a word, or else resembles.

    >>> meant("prototype of my cards - spells.csv", ["spells.csv", "tasks.csv"])
    " (did you mean 'spells.csv'?)"
    """
    bare = {_bare(word): word for word in known}
    held = [word for word in re.findall(r"[^\W_]+", _bare(name)) if word in bare] or get_close_matches(_bare(name), bare, 1)
    return f" (did you mean {bare[held[0]]!r}?)" if held else ""


def _bare(name: str) -> str:
    """Return the name of a file or sheet without what such names have in common."""
    return name.casefold().removeprefix("sheet ").removesuffix(".csv")


def read_csv(path: Path, columns: Sequence[str]) -> Grid:
    """Read a CSV file: UTF-8 or UTF-16, else Windows-1252; of the separators the one by which its header has the most known columns."""
    try:
        data = path.read_bytes()
    except OSError as error:
        raise Unknown(f"{path}: cannot be read ({error.strerror})") from None
    text, encoding = decode(data)
    declared = text[: len(_DECLARED)].casefold() == _DECLARED
    separator = text[len(_DECLARED) : len(_DECLARED) + 1] if declared else ""
    if declared:
        text = text.partition("\n")[2]
    if separator not in SEPARATORS:
        separator = _separator(text, columns)
    lines, faults = [], []
    number = 0
    try:
        for number, cells in enumerate(csv.reader(io.StringIO(text, newline=""), delimiter=separator, strict=True), start=1):
            if line := trimmed(cells):
                lines.append((number, line))
    except csv.Error as error:
        faults.append(f'{path}, row {number + 1}: quotes that do not match ({error}); write "" for a quote inside quotes')
    return Grid(str(path), lines, f"{encoding}, {SEPARATORS[separator]}", faults)


def decode(data: bytes) -> tuple[str, str]:
    """Return a file's text, and the name of its encoding.

    >>> decode("é".encode("cp1252")), decode("é".encode("utf-8-sig"))
    (('é', 'Windows-1252'), ('é', 'UTF-8 with a byte order mark'))
    """
    if data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        return data.decode("utf-16", errors="replace"), "UTF-16"
    marked = data.startswith(codecs.BOM_UTF8)
    try:
        return data.decode("utf-8-sig"), "UTF-8 with a byte order mark" if marked else "UTF-8"
    except UnicodeDecodeError:
        return data.decode("cp1252", errors="replace"), "Windows-1252"


def _separator(text: str, columns: Sequence[str]) -> str:
    known = {name.casefold() for name in columns}
    lines = text.splitlines()
    first = next((line for line in lines if line.strip(" \t,;")), "")

    def fitting(separator: str) -> tuple[int, int]:
        names = trimmed(next(csv.reader([first], delimiter=separator), []))
        return sum(name.casefold() in known for name in names), len(names)

    return max(SEPARATORS, key=fitting)


def trimmed(cells: Sequence[str]) -> list[str]:
    """Clean the cells of a row and leave out empty ones at its end."""
    line = [clean(cell) for cell in cells]
    while line and not line[-1]:
        line.pop()
    return line


def clean(cell: str) -> str:
    r"""Return a cell without what cannot be seen: blanks around it, runs of blanks, line breaks, marks of no width, composed letters.

    >>> clean("  Water\u00a0 spell\u200b\r\n")
    'Water spell'
    """
    shown = "".join(c if c.isprintable() else " " if c.isspace() else "" for c in unicodedata.normalize("NFC", cell))
    return " ".join(shown.split())
