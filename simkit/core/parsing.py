"""A sheet's grid becomes rows: every cell checked, all that is wrong told at once, and what is not used remarked."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from difflib import get_close_matches
from typing import TYPE_CHECKING, Any

from simkit.core.fields import Field
from simkit.core.game import Unknown
from simkit.core.grid import Grid
from simkit.core.oddities import FreeIds, crooked_rows, no_card, titles_completed

if TYPE_CHECKING:
    from simkit.core.sheets import Sheet

NOTES = "notes"  # a column that any sheet may have
MOST_PROBLEMS = 20  # told at once
_CLOSE = 0.65  # an unknown column so like one that is missing is that one: dye for die


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
        end = [f"... and {more} more: {len(problems)} errors"] if more > 0 else [f"{len(problems)} errors"] if len(problems) > 1 else []
        super().__init__("\n".join([*problems[:MOST_PROBLEMS], *end]))
        self.problems, self.found = tuple(problems), tuple(found)


class Row(dict[str, Any]):
    """Values by column, and where the row stands: "my_cards/spells.csv, row 12 (S11)"; `is_own` where a game's own row has other values."""

    def __init__(self, values: Mapping[str, Any], where: str, notes: str = "") -> None:
        super().__init__(values)
        self.where, self.notes, self.is_own = where, notes, False


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
    parsed = _parse(sheet, grid)
    if parsed.count < 2 or 2 * len(parsed.rows) >= parsed.count:
        return parsed
    # Hardly a row can be read: perhaps because one title is missing, and all cells after it stand below the wrong one.
    (number, titles), *lines = grid.lines
    best, lost = parsed, None
    for field, header in titles_completed(sheet, titles):
        trial = _parse(sheet, Grid(grid.place, [(number, header), *lines], grid.written, grid.faults))
        if len(trial.rows) > max(len(best.rows), parsed.count // 2):
            best, lost = trial, field
    if lost is None:
        return parsed
    said = f"{grid.place}, row {number}: a column title is missing; it seems to be {lost.name} ({lost.text})"
    return replace(best, problems=(said, *best.problems))


def _parse(sheet: Sheet, grid: Grid) -> Parsed:
    if not grid.lines:
        empty = f"{grid.place}: empty; expected a header with {', '.join(f.name for f in sheet.fields)}"
        return Parsed((), (*grid.faults, empty), (), 0)
    (number, titles), *lines = grid.lines
    head = f"{grid.place}, row {number}"
    header = _header(sheet, titles, head)
    # A line with nothing but words, notes and columns that are not read is a remark between cards.
    lines = [(number, line) for number, line in lines if any(cell for place, cell in enumerate(line) if place not in header.unread)]
    ids = FreeIds(_cell(line, header.places.get(sheet.key)) for _, line in lines)
    last = no_card(sheet, header.places, lines, grid.place, ids)
    if last:
        lines.pop()
    crooked, wrong = crooked_rows(titles, lines, grid.place, head, header.missing)
    problems = [*grid.faults, *header.problems, *wrong]
    rows: list[Row] = []
    seen: dict[str, int] = {}
    for number, line in lines:
        where = f"{grid.place}, row {number}"
        if number in crooked:
            problems += crooked[number]
            continue
        name = _cell(line, header.places.get(sheet.key))
        named = f"{where} ({name})" if name else where
        values, wrong = _read_line(sheet, line, header.places, named, ids)
        wrong += [
            f"{named}, column {field.name}: empty; {code} needs it, {field.expected}"
            if field.name in header.places
            else f"{head}: column {field.name!r} is missing, which {code} needs ({field.text})"  # once, not in every row
            for code, field in _lacking(sheet, values)
        ]
        problems += wrong
        if sheet.identity and values.keys() >= set(sheet.identity) and seen.setdefault(sheet.key_of(values), number) != number:
            what = ", ".join(f"column {column}: {values[column]!r}" for column in sheet.identity)
            problems.append(f"{where}, {what} stands in row {seen[sheet.key_of(values)]} already")
        if not wrong and len(values) == len(sheet.fields):
            rows.append(Row(values, named, _cell(line, header.places.get(NOTES))))
    problems += filter(None, [last])
    if sheet.key:
        rows.sort(key=lambda row: str(row[sheet.key]))
    elif sheet.place:
        rows.sort(key=lambda row: [row[column] for column in sheet.place])
    remarks = (*header.remarks, *(remark for row in rows for remark in _unused(sheet, row)))
    return Parsed(tuple(rows), tuple(dict.fromkeys(problems)), remarks, len(lines))


@dataclass(frozen=True)
class _Header:
    """The place of each known column, the places of those that are not read, and what is to be said of it."""

    places: dict[str, int]
    unread: set[int]
    missing: list[str]
    problems: list[str]
    remarks: list[str]


def _header(sheet: Sheet, header: Sequence[str], where: str) -> _Header:
    known = {name.casefold(): name for name in sheet.columns}
    there = {known[written.casefold()] for written in header if written.casefold() in known}
    absent = {field.name.casefold(): field.name for field in sheet.fields if field.name not in there}
    own = {field.name for field in sheet.fields}
    places: dict[str, int] = {}
    unread: dict[int, str] = {}
    problems = []
    for place, written in enumerate(header):
        name = known.get(written.casefold())
        if name in places:
            times = sum(other.casefold() == written.casefold() for other in header)
            problems.append(f"{where}: column {name!r} stands {times} times in the header")
        elif name is not None:
            places[name] = place
        elif written and (close := get_close_matches(written.casefold(), absent, 1, _CLOSE)):
            meant = f"(did you mean {absent[close[0]]!r}?)"
            problems.append(f"{where}: unknown column {written!r} {meant}; known are {', '.join(sheet.columns)}")
            absent.pop(close[0])  # that it is missing is the same mistake
        elif written:
            unread[place] = written
    advice = "call it" if len(unread) == 1 and NOTES not in places else "put it into a column"
    remarks = [f"{where}: column {written!r} is not read; {advice} {NOTES} to silence this" for written in unread.values()]
    missing = [
        f"column {field.name!r} is missing ({field.text})"
        for field in sheet.fields
        if field.name in absent.values() and not field.may_be_empty
    ]
    return _Header(
        places,
        {*unread, *(place for name, place in places.items() if name not in own)},
        missing,
        list(dict.fromkeys(problems)),
        remarks,
    )


def _cell(line: Sequence[str], place: int | None) -> str:
    return line[place] if place is not None and place < len(line) else ""


def _read_line(sheet: Sheet, line: Sequence[str], places: Mapping[str, int], where: str, ids: FreeIds) -> tuple[dict[str, Any], list[str]]:
    """Return the values of a row that can be read, and what is wrong with the others."""
    values: dict[str, Any] = {}
    problems = []
    for field in sheet.fields:
        cell = _cell(line, places.get(field.name))
        if field.name == sheet.key and field.name in places and not cell and not field.choices:
            problems.append(f"{where}, column {field.name}: empty; {ids.advice()}")
        elif field.name in places or field.may_be_empty:  # else the header lacks it, which is said once
            try:
                values[field.name] = field.read(cell, where)
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
