"""Card tables as one XLSX workbook: a sheet a table to edit, and sheets that explain columns and codes."""

from __future__ import annotations

import warnings
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from textwrap import shorten
from typing import Any
from xml.etree.ElementTree import ParseError
from zipfile import BadZipFile

from openpyxl import Workbook, load_workbook
from openpyxl.cell.cell import Cell
from openpyxl.styles import Alignment, Font, PatternFill
from openpyxl.utils import get_column_letter
from openpyxl.utils.exceptions import InvalidFileException
from openpyxl.worksheet.datavalidation import DataValidation
from openpyxl.worksheet.worksheet import Worksheet

from simkit.core.game import Unknown
from simkit.core.grid import Grid, Other, header_of, trimmed
from simkit.core.parsing import NOTES
from simkit.core.sheets import Field, Sheet, Tables
from simkit.core.wording import WORDS

WRITTEN = "XLSX"
EFFECTS, COLUMNS, LISTS = "effects", "columns", "lists"  # sheets that explain; `lists` holds allowed words for the drop-downs, hidden
_LAST_ROW = 2000  # drop-downs reach so far, for cards to be added
_WIDEST = 60  # of a column, in letters
_LONGEST_ERROR = 225  # letters that a spreadsheet shows beside a cell
_GREY = PatternFill("solid", fgColor="E8E8E8")
_BOLD, _PALE = Font(bold=True), Font(italic=True, color="606060")


def read_workbook(path: Path, known: Mapping[str, Sequence[str]]) -> tuple[dict[str, Grid], list[Other]]:
    """Read the known sheets of a workbook, whatever capital letters their names have; see `simkit.core.grid.read_grids`."""
    book = _load(path, as_values=False)
    has_formulas = any(cell.data_type == "f" for sheet in book.worksheets for cells in sheet.iter_rows() for cell in cells)
    values = _load(path, as_values=True) if has_formulas else book
    grids: dict[str, Grid] = {}
    others = []
    wanted = {name.casefold(): name for name in known}
    for sheet in book.worksheets:
        name = wanted.get(sheet.title.strip().casefold())
        if name is not None:
            grids[name] = _grid(sheet, values[sheet.title], f"{path}, sheet {sheet.title.strip()}")
        elif sheet.title not in (EFFECTS, COLUMNS, LISTS):
            title = f"sheet {sheet.title}"
            others.append(Other(title, header_of(_grid(sheet, values[sheet.title], title))))
    return grids, others


def _load(path: Path, *, as_values: bool) -> Workbook:
    """Open a workbook with its formulas, or with the values they had when it was saved."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # of styles and extensions that openpyxl does not keep: only cells are read
            return load_workbook(path, data_only=as_values)
    except PermissionError as error:
        raise Unknown(f"{path}: cannot be read ({error.strerror})") from None
    except (BadZipFile, InvalidFileException, KeyError, ValueError, TypeError, OSError, ParseError):
        raise Unknown(f"{path}: not an XLSX workbook, or a damaged one") from None


def _grid(sheet: Worksheet, values: Worksheet, place: str) -> Grid:
    lines, faults = [], []
    for number, (cells, shown) in enumerate(zip(sheet.iter_rows(), values.iter_rows(values_only=True), strict=True), start=1):
        if line := trimmed([_text(value) for value in shown]):
            lines.append((number, line))
        faults += [
            f"{place}, row {number}: cell {cell.coordinate} is a formula without a value; open the file in a spreadsheet and save it"
            for cell, value in zip(cells, shown, strict=True)
            if cell.data_type == "f" and value is None
        ]
    return Grid(place, lines, WRITTEN, faults)


def _text(value: Any) -> str:
    """Return a cell as a CSV file would have it."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return str(value).upper()
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    return str(value)


def write_workbook(path: Path, tables: Tables) -> None:
    """Write tables as a workbook that `read_workbook` reads back."""
    book = Workbook()
    book.remove(book.active)
    words = _lists(tables)
    for sheet in tables.sheets:
        _table(book.create_sheet(sheet.name), sheet, tables.rows[sheet.name], words)
    taken = {sheet.name.casefold() for sheet in tables.sheets}
    for name, head, rows in (
        (EFFECTS, ("sheet", "column", "code", "what it does", "columns it uses"), _effects(tables)),
        (COLUMNS, ("sheet", "column", "what it is", "what a cell may hold", "may be empty", "used by"), _columns(tables)),
    ):
        if name not in taken:
            _guide(book.create_sheet(name), head, list(rows))
    if words:
        lists = book.create_sheet(LISTS)
        lists.sheet_state = "hidden"
        for column, choices in enumerate(words, start=1):
            for row, word in enumerate(choices, start=1):
                _put(lists.cell(row, column), word)
    book.save(path)


def _table(page: Worksheet, sheet: Sheet, rows: Sequence[Mapping[str, Any]], words: Sequence[tuple[str, ...]]) -> None:
    """Write a table: values, then its words in grey, then the designer's notes."""
    _head(page, sheet.columns)
    beside = sum(name == column for name, column in zip(sheet.columns, sheet.identity, strict=False))
    page.freeze_panes = page.cell(2, 1 + beside).coordinate  # header and id stay in sight
    for number, row in enumerate(rows, start=2):
        filled = {**row, WORDS: sheet.say(row), NOTES: getattr(row, NOTES, "")}
        for column, name in enumerate(sheet.columns, start=1):
            cell = page.cell(number, column)
            _put(cell, filled[name])
            if name == WORDS:
                cell.font, cell.fill = _PALE, _GREY
    _fit(page)
    page.auto_filter.ref = page.dimensions
    for column, field in enumerate(sheet.fields, start=1):
        if check := _validation(field, words):
            page.add_data_validation(check)
            check.add(f"{get_column_letter(column)}2:{get_column_letter(column)}{_LAST_ROW}")


def _validation(field: Field, words: Sequence[tuple[str, ...]]) -> DataValidation | None:
    """Return what the spreadsheet itself allows in a column."""
    if field.choices:
        letter = get_column_letter(words.index(field.choices) + 1)
        check = DataValidation("list", formula1=f"{LISTS}!${letter}$1:${letter}${len(field.choices)}", allow_blank=field.may_be_empty)
    elif field.is_number:
        check = DataValidation("whole", str(field.low), str(field.high), operator="between", allow_blank=field.may_be_empty)
    else:
        return None
    check.showErrorMessage = True
    check.errorTitle, check.error = (
        field.name,
        shorten(f"Expected {field.expected}", _LONGEST_ERROR, placeholder=f" ...: see the sheet {COLUMNS}"),
    )
    return check


def _lists(tables: Tables) -> list[tuple[str, ...]]:
    """Return the different sets of allowed words."""
    return list(dict.fromkeys(field.choices for sheet in tables.sheets for field in sheet.fields if field.choices))


def _effects(tables: Tables) -> Iterator[tuple[str, ...]]:
    """Explain every code: its words with columns in brackets, and the columns it uses."""
    for sheet in tables.sheets:
        for column, meanings in sheet.codes.items():
            for code, effect in meanings.items():
                used = [*effect.needed, *(f"{name} (or empty)" for name in effect.may)]
                yield sheet.name, column, code, effect.explained, ", ".join(used)


def _columns(tables: Tables) -> Iterator[tuple[str, ...]]:
    """Explain every column."""
    for sheet in tables.sheets:
        for field in sheet.fields:
            users = [code for meanings in sheet.codes.values() for code, effect in meanings.items() if field.name in effect.columns]
            governed = field.name in sheet.governed
            empty = f"yes: it is then {field.meaning_of_empty}" if field.may_be_empty else "no"
            if governed:
                empty = "where the code does not need it"
            yield sheet.name, field.name, field.text, field.expected, empty, ", ".join(users) if governed else "every row"
        yield sheet.name, WORDS, "what the row does, in words; written anew at each export and not read", "text", "yes", ""
        yield sheet.name, NOTES, "your own; not read", "text", "yes", ""


def _guide(page: Worksheet, head: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
    _head(page, head)
    for number, row in enumerate(rows, start=2):
        for column, value in enumerate(row, start=1):
            _put(page.cell(number, column), value)
            page.cell(number, column).alignment = Alignment(wrap_text=True, vertical="top")
    _fit(page)


def _head(page: Worksheet, names: Sequence[str]) -> None:
    for column, name in enumerate(names, start=1):
        _put(page.cell(1, column), name)
        page.cell(1, column).font = _BOLD
    page.freeze_panes = "A2"


def _put(cell: Cell, value: Any) -> None:
    """Write a number as a number, and text as text, also where it looks like a number or a formula."""
    if value is None or value == "":
        return
    cell.value = value
    if isinstance(value, str):
        cell.data_type = "s"
        cell.number_format = "@"


def _fit(page: Worksheet) -> None:
    """Make columns as wide as what they hold."""
    for column, cells in enumerate(page.columns, start=1):
        longest = max(len(str(cell.value)) for cell in cells if cell.value is not None)
        page.column_dimensions[get_column_letter(column)].width = min(longest, _WIDEST) + 2
