"""A sheet's grid becomes rows: every cell checked, all that is wrong told at once, and what is not used remarked."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from simkit.core.fields import Field
from simkit.core.game import Unknown, near_miss
from simkit.core.grid import Grid

if TYPE_CHECKING:
    from simkit.core.sheets import Sheet

NOTES = "notes"  # a column that any sheet may have
MOST_PROBLEMS = 20  # told at once


@dataclass(frozen=True)
class Found:
    """What was found in a file or sheet: how it is written, rows, cards with all their copies (0 where rows are no cards or faulty)."""

    place: str
    written: str
    rows: int
    cards: int


class Problems(Unknown):
    """Sheets that cannot be used: all that is wrong with them, a line each, and what was found all the same."""

    def __init__(self, problems: Sequence[str], found: Sequence[Found] = ()) -> None:
        more = len(problems) - MOST_PROBLEMS
        super().__init__("\n".join([*problems[:MOST_PROBLEMS], *([f"... and {more} more"] if more > 0 else [])]))
        self.problems, self.found = tuple(problems), tuple(found)


class Row(dict[str, Any]):
    """Values by column, and where the row stands: "my_cards/spells.csv, row 12"."""

    def __init__(self, values: Mapping[str, Any], where: str, notes: str = "") -> None:
        super().__init__(values)
        self.where, self.notes = where, notes


def where_of(row: Mapping[str, Any]) -> str:
    """Say where a row stands in its file."""
    return str(getattr(row, "where", ""))


@dataclass(frozen=True)
class Parsed:
    """A sheet as rows, and what is to be said of it; `count` includes rows that cannot be read."""

    rows: tuple[Row, ...]
    problems: tuple[str, ...]
    remarks: tuple[str, ...]
    count: int


def parse(sheet: Sheet, grid: Grid) -> Parsed:
    """Check a grid and turn it into rows."""
    problems = list(grid.faults)
    if not grid.lines:
        problems.append(f"{grid.place}: empty; expected a header with {', '.join(f.name for f in sheet.fields)}")
        return Parsed((), tuple(problems), (), 0)
    (number, header), *lines = grid.lines
    head = f"{grid.place}, row {number}"
    places, wrong = _header(sheet, header, head)
    problems += wrong
    own = {field.name for field in sheet.fields}
    unread = {place for name, place in places.items() if name not in own}
    rows: list[Row] = []
    count = 0
    seen: dict[str, int] = {}
    for number, line in lines:
        if not any(cell for place, cell in enumerate(line) if place not in unread):
            continue  # only words or notes: a remark between cards
        count += 1
        where = f"{grid.place}, row {number}"
        values, wrong = _read_line(sheet, line, header, places, where)
        wrong += [
            f"{where}, column {field.name}: empty; {code} needs it, {field.expected}"
            if field.name in places
            else f"{head}: column {field.name!r} is missing, which {code} needs ({field.text})"  # once, not in every row
            for code, field in _lacking(sheet, values)
        ]
        problems += wrong
        if sheet.identity and values.keys() >= set(sheet.identity) and seen.setdefault(sheet.key_of(values), number) != number:
            what = ", ".join(f"column {column}: {values[column]!r}" for column in sheet.identity)
            problems.append(f"{where}, {what} stands in row {seen[sheet.key_of(values)]} already")
        if not wrong and len(values) == len(sheet.fields):
            notes = places.get(NOTES, len(line))
            rows.append(Row(values, where, "".join(line[notes : notes + 1])))
    if sheet.key:
        rows.sort(key=lambda row: str(row[sheet.key]))
    elif sheet.place:
        rows.sort(key=lambda row: [row[column] for column in sheet.place])
    return Parsed(tuple(rows), tuple(dict.fromkeys(problems)), tuple(remark for row in rows for remark in _unused(sheet, row)), count)


def _header(sheet: Sheet, header: Sequence[str], where: str) -> tuple[dict[str, int], list[str]]:
    """Return the place of each known column, and what is wrong with the header."""
    known = {name.casefold(): name for name in sheet.columns}
    places: dict[str, int] = {}
    problems = []
    for place, written in enumerate(header):
        name = known.get(written.casefold())
        if name in places:
            times = sum(other.casefold() == written.casefold() for other in header)
            problems.append(f"{where}: column {name!r} stands {times} times in the header")
        elif name is not None:
            places[name] = place
        elif written:
            problems.append(
                f"{where}: unknown column {written!r}{near_miss(written.casefold(), known)}; known are {', '.join(sheet.columns)}"
            )
    problems += [
        f"{where}: column {field.name!r} is missing ({field.text})"
        for field in sheet.fields
        if field.name not in places and not field.may_be_empty
    ]
    return places, list(dict.fromkeys(problems))


def _read_line(sheet: Sheet, line: list[str], header: list[str], places: Mapping[str, int], where: str) -> tuple[dict[str, Any], list[str]]:
    """Return the values of a row that can be read, and what is wrong with the others."""
    if len(line) > len(header):
        return {}, [f"{where}: {len(line)} cells, but the header has {len(header)}; put text with a separator into quotes"]
    if loose := [cell for name, cell in zip(header, line, strict=False) if cell and not name]:
        return {}, [f"{where}: {loose[0]!r} stands in a column without a name"]
    cells = {name: line[place] if place < len(line) else "" for name, place in places.items()}
    values: dict[str, Any] = {}
    problems = []
    for field in sheet.fields:
        if field.name in cells or field.may_be_empty:  # else the header lacks it, which is said once
            try:
                values[field.name] = field.read(cells.get(field.name, ""), where)
            except Unknown as error:
                problems.append(str(error))
    return values, problems


def _lacking(sheet: Sheet, values: Mapping[str, Any]) -> Iterator[tuple[str, Field]]:
    """Find the empty cells that a row's codes need."""
    for code, effect in sheet.effects_of(values):
        yield from ((code, field) for field in sheet.fields if field.name in effect.needed and values.get(field.name, "") is None)


def _unused(sheet: Sheet, row: Row) -> Iterator[str]:
    """Name filled cells that no code of the row looks at."""
    effects = sheet.effects_of(row)
    if len(effects) < sum(row[column] is not None for column in sheet.codes):
        return  # a code whose columns are not declared may use any
    used = {name for _, effect in effects for name in effect.columns} & sheet.governed
    theirs = ", ".join(field.name for field in sheet.fields if field.name in used) or "none of these columns"
    for field in sheet.fields:
        if field.name in sheet.governed - used and row[field.name] is not None:
            said = f"{' and '.join(code for code, _ in effects)} uses {theirs}" if effects else "the row has no code that uses it"
            yield f"{row.where}, column {field.name}: {row[field.name]!r} is not used; {said}"
