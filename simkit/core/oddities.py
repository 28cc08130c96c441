"""What goes wrong with a whole sheet rather than with a cell: rows that do not fit the header, totals, ids to fill in, misnamed sheets."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from simkit.core.fields import Field
    from simkit.core.grid import Other
    from simkit.core.sheets import Sheet

Lines = Sequence[tuple[int, list[str]]]
_TOTALS = ("total", "totals", "sum", "summe", "gesamt", "average")
_NUMBERED = re.compile(r"(.*?)([0-9]+)")
_ROWS_NAMED = 3  # of many with the same mistake


class FreeIds:
    """Ids to suggest: the next number after those that are there."""

    def __init__(self, used: Iterable[str]) -> None:
        self.used = set(filter(None, used))

    def advice(self) -> str:
        """Say what an id may be; what was suggested is not suggested again."""
        numbered = [match.groups() for match in map(_NUMBERED.fullmatch, self.used) if match]
        start = min(Counter(start for start, _ in numbered).items(), key=lambda item: (-item[1], item[0]))[0] if numbered else "new"
        digits = [number for begin, number in numbered if begin == start]
        free = f"{start}{max(map(int, digits), default=0) + 1:0{max(map(len, digits), default=1)}d}"
        self.used.add(free)
        return f"any text not used yet, such as {free}"


def crooked_rows(
    titles: Sequence[str], lines: Lines, place: str, head: str, missing: Sequence[str]
) -> tuple[dict[int, list[str]], list[str]]:
    """Find rows that do not fit the header, by number with what to say of them (once, in the first), and what is wrong with the header."""
    long = {number: len(line) for number, line in lines if len(line) > len(titles)}
    loose: dict[int, dict[int, str]] = {}
    for number, line in lines:
        for column, (title, cell) in enumerate(zip(titles, line, strict=False), start=1):
            if cell and not title and number not in long:
                loose.setdefault(column, {})[number] = cell
    crooked: dict[int, list[str]] = {number: [] for number in (*long, *(number for found in loose.values() for number in found))}
    if len(long) == len(lines) > 1:
        lost = f": {'; '.join(missing)}" if missing else ""
        return crooked, [f"{head}: a column title is missing{lost}; every row has more cells (row {lines[0][0]}: {len(lines[0][1])})"
                         f" than the header ({len(titles)})"]  # fmt: skip
    for number, cells in list(long.items())[:1]:
        advice = "put text with a separator into quotes" + (", or give the last column a title" if len(long) > 1 else "")
        crooked[number].append(f"{place}, row {number}: {cells} cells, but the header has {len(titles)}{_also(long)}; {advice}")
    for found in loose.values():
        number, cell = next(iter(found.items()))
        crooked[number].append(f"{place}, row {number}: {cell!r} stands in a column without a name{_also(found)}")
    return crooked, [f"{head}: {lack}" for lack in missing]


def titles_completed(sheet: Sheet, titles: Sequence[str]) -> Iterator[tuple[Field, list[str]]]:
    """Complete a header by one column that it lacks: where a title is empty, or between its neighbours of the sheet."""
    there = [title.casefold() for title in titles]
    names = [field.name.casefold() for field in sheet.fields]
    for number, field in enumerate(sheet.fields):
        if names[number] not in there:
            yield from ((field, [*titles[:place], field.name, *titles[place + 1 :]]) for place, title in enumerate(titles) if not title)
            before = next((there.index(name) + 1 for name in reversed(names[:number]) if name in there), 0)
            yield field, [*titles[:before], field.name, *titles[before:]]


def _also(rows: Iterable[int]) -> str:
    """Name further rows with the same mistake."""
    _, *others = rows
    if not others:
        return ""
    more = len(others) - _ROWS_NAMED
    said = ", ".join(map(str, others[:_ROWS_NAMED])) + (f" and {more} more" if more > 0 else "")
    return f" (so {'do rows' if len(others) > 1 else 'does row'} {said})"


def no_card(sheet: Sheet, places: Mapping[str, int], lines: Lines, place: str, ids: FreeIds) -> str:
    """Say that the last line is no card, if it is a total or a row that was hardly begun; else nothing."""
    if len(lines) < 2 or sheet.key not in places:
        return ""
    number, line = lines[-1]

    def cell(name: str, cells: Sequence[str] = line) -> str:
        return cells[places[name]] if places[name] < len(cells) else ""

    needed = [field.name for field in sheet.fields if not field.may_be_empty and field.name != sheet.key and field.name in places]
    empty = [name for name in needed if not cell(name)]
    if not empty or (cell(sheet.key) and not _is_total(cell(sheet.key))):
        return ""
    numbers = [field.name for field in sheet.fields if field.is_number and field.name in places and cell(field.name).isdecimal()]
    sums = {name: sum(int(above) for _, row in lines[:-1] if (above := cell(name, row)).isdecimal()) for name in numbers}
    adds_up = len(lines) > 2 and any(int(cell(name)) == number > 1 for name, number in sums.items())
    if adds_up or any(_is_total(cell(field.name)) for field in sheet.fields if field.name in places):
        return f"{place}, row {number}: a total is no card; leave the row out, or keep it in a column notes"
    if 2 * len(empty) <= len(needed):
        return ""
    lacking = ", ".join([sheet.key, *empty])
    return f"{place}, row {number}: no card: {lacking} are empty; leave the row out, or fill it in ({sheet.key}: {ids.advice()})"


def _is_total(cell: str) -> bool:
    return cell.casefold().rstrip(":").partition(" ")[0] in _TOTALS


def misnamed(others: Iterable[Other], sheets: Sequence[Sheet], there: Iterable[str], base: str) -> dict[str, str]:
    """Find sheets that are none of the game's by name, but by their columns; by name with what to say of them."""
    found = {}
    there = set(there)
    for other in others:
        header = {name.casefold() for name in other.header if name}
        alike = [(share, sheet.name) for sheet in sheets if (share := _share(header, sheet))]
        if alike:
            share, name = max(alike, key=lambda pair: pair[0])
            is_file = other.name.casefold().endswith(".csv")
            said = repr(other.name) if is_file else f"sheet {other.name.removeprefix('sheet ')!r}"
            advice = f"{name} is there too: keep one of them here" if name in there else f"rename it {name}{'.csv' if is_file else ''}"
            found[other.name] = f"{base}: {said} looks like {name}: {advice}"
    return found


def _share(header: set[str], sheet: Sheet) -> float:
    """Return which share of a sheet's columns a header has; 0 unless it has more than half of the needed ones, and of either half."""
    fields = {field.name.casefold() for field in sheet.fields}
    needed = {field.name.casefold() for field in sheet.fields if not field.may_be_empty}
    shared = header & fields
    enough = 2 * len(shared) >= min(len(header - {"words", "notes"}), len(fields))
    return len(shared) / len(fields) if enough and 2 * len(header & needed) > len(needed) else 0.0
