"""Card tables written for a designer: a folder of CSV files or a workbook, with words for every row."""

from __future__ import annotations

import csv
import io
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from simkit.core.game import Unknown
from simkit.core.grid import OTHERS, is_workbook
from simkit.core.parsing import NOTES
from simkit.core.sheets import Sheet, Tables
from simkit.core.wording import WORDS


def export(tables: Tables, target: Path, *, force: bool = False) -> list[Path]:
    """Write tables into a folder as CSV files, or as a workbook if the name ends in .xlsx.

    Parameters
    ----------
    force : bool
        Replace files that exist.

    Returns
    -------
    list of Path
        What was written.

    Raises
    ------
    Unknown
        If a file is there already, or the name is neither a folder's nor a workbook's.
    """
    as_workbook = is_workbook(target)
    if not as_workbook and (target.is_file() or target.suffix.casefold() in OTHERS):
        raise Unknown(f"{target}: give a folder for CSV files, or a name that ends in .xlsx for a workbook")
    files = [target] if as_workbook else [target / f"{sheet.name}.csv" for sheet in tables.sheets]
    if not force and (there := [str(file) for file in files if file.exists()]):
        raise Unknown(f"{', '.join(there)}: {'is' if len(there) == 1 else 'are'} there already; --force replaces what is there")
    files[0].parent.mkdir(parents=True, exist_ok=True)
    if as_workbook:
        from simkit.core.workbook import write_workbook  # here: CSV files need no workbook

        write_workbook(target, tables)
    else:
        for file, sheet in zip(files, tables.sheets, strict=True):
            _write_csv(file, sheet, tables.rows[sheet.name])
    return files


def _write_csv(file: Path, sheet: Sheet, rows: Sequence[Mapping[str, Any]]) -> None:
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(sheet.columns)
    for row in rows:
        filled = {**row, WORDS: sheet.say(row), NOTES: getattr(row, NOTES, "")}
        writer.writerow(["" if filled[name] is None else filled[name] for name in sheet.columns])
    content = text.getvalue()
    # Spreadsheets take UTF-8 for what it is only by its mark; plain letters need none.
    file.write_text(content, encoding="utf-8" if content.isascii() else "utf-8-sig", newline="")
