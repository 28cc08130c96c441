"""All tables of a study as one XLSX workbook: numbers as numbers, words as words, the same bytes for the same rows."""

from __future__ import annotations

import io
import re
import zipfile
from collections.abc import Iterable, Sequence
from typing import Any

from openpyxl import Workbook
from openpyxl.cell import WriteOnlyCell
from openpyxl.styles import Alignment, Font
from openpyxl.utils import get_column_letter

from reports.parts import Tables

SHEET_NAME = 31  # characters that Excel allows
WIDEST = 60
EPOCH = (1980, 1, 1, 0, 0, 0)  # the earliest a zip file knows
STAMP = b"1980-01-01T00:00:00Z"
BOLD = Font(bold=True)


def workbook(tables: Tables, front: Sequence[tuple[str, str]]) -> bytes:
    """Return the workbook.

    Parameters
    ----------
    tables : dict of DataFrame
        A sheet each, in this order.
    front : sequence of (str, str)
        The first sheet: what is in the workbook, line by line.
    """
    book = Workbook(write_only=True)
    _sheet(book, "study", ("what", "is"), front)
    for name, table in tables.items():
        _sheet(book, name, table.columns, table.iter_rows())
    buffer = io.BytesIO()
    book.save(buffer)
    return _without_clock(buffer.getvalue())


def _sheet(book: Workbook, name: str, headers: Sequence[str], rows: Iterable[Sequence[Any]]) -> None:
    told = list(rows)
    sheet = book.create_sheet(re.sub(r"[\[\]:*?/\\]", "_", name)[:SHEET_NAME])
    sheet.freeze_panes = "A2"
    for k, header in enumerate(headers):
        longest = max((len(_shown(row[k])) for row in told), default=0)
        sheet.column_dimensions[get_column_letter(k + 1)].width = min(max(longest, len(header)) + 2, WIDEST)
    sheet.append([_cell(sheet, header, is_head=True) for header in headers])
    for row in told:
        sheet.append([_cell(sheet, value) for value in row])
    if told:
        sheet.auto_filter.ref = f"A1:{get_column_letter(len(headers))}{len(told) + 1}"


def _cell(sheet: Any, value: Any, is_head: bool = False) -> Any:
    """Return a cell; None stays empty."""
    if not isinstance(value, str):
        return WriteOnlyCell(sheet, value)
    cell = WriteOnlyCell(sheet)
    # As it stands: a name such as =SUM or #N/A is no formula and no error.
    cell._value, cell.data_type = value, "s"
    if is_head:
        cell.font = BOLD
    elif len(value) > WIDEST:
        cell.alignment = Alignment(wrap_text=True, vertical="top")
    return cell


def _shown(value: Any) -> str:
    return f"{value:.6g}" if isinstance(value, float) else "" if value is None else str(value)


def _without_clock(data: bytes) -> bytes:
    """Return the file with every date set to one and the same."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(data)) as old, zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as new:
        for name in old.namelist():
            content = old.read(name)
            if name == "docProps/core.xml":
                content = re.sub(rb"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ", STAMP, content)
            new.writestr(zipfile.ZipInfo(name, EPOCH), content, zipfile.ZIP_DEFLATED)
    return buffer.getvalue()
