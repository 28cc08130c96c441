"""Card tables as a designer keeps them: a folder of CSV files or one workbook, read and checked with errors that name file, row and column.

A game's `components` module declares its sheets and reads them through `read_tables`::

    TOOLS = Sheet(
        "tools",
        (
            Field("id", "identity of the card"),
            Field("effect", "what it does", EFFECTS),
            Field("die", "die it speaks of", DICE, optional=True),
            Field("amount", "points or steps", low=0, high=9, optional=True),
            Field("copies", "how many of this card there are", low=0, high=40, optional=True),
            Field("provenance", "where the numbers come from", PROVENANCE),
        ),
        key="id",
        title="{id}",
        words="a tool: {effect:words}",
        codes={"effect": {"turn": Effect("turn your {die} die by {amount:steps}"), "gain": Effect("{amount:points}")}},
    )

* `key` is the column whose value is a card's identity; `place` names the columns that do so together in a sheet without ids (row and
  column of a slot). Rows are sorted by them: the order of a sheet means nothing. A sheet with neither keeps its order.
* `codes` says, for each column of codes, what a code means and so which columns it needs (`simkit.core.wording`): a needed cell that is
  empty is an error, a filled one that the row's codes do not use a remark. Columns that no code uses belong to every row.
* `title` names a row ("S12 pink Wind"), `words` says what it does: templates of `simkit.core.wording`, or a function of the row. The column
  `words` of exported sheets, `simkit components show` and `diff` are made of them; `Sheet.say` and `Sheet.name_of` give a game's own text.
* The game's `check` refuses what cannot be set up and returns warnings for printed counts that changed
  (`simkit.core.counts` makes one of them all). Warnings belong to what is played:
  they name cards by `Sheet.name_of`, never by file or row. Errors may name `where_of(row)`; a message
  of several lines is several errors.

A column `notes` may stand in any sheet and is the designer's own; `words` is written anew and not read.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any

from simkit.core.fields import COPIES, OWN, PROVENANCE, Field
from simkit.core.game import Unknown, near_miss
from simkit.core.grid import Grid, is_workbook, meant, read_grids
from simkit.core.oddities import misnamed
from simkit.core.parsing import NOTES, Found, Problems, Row, parse, where_of
from simkit.core.wording import WORDS, Codes, Effect, say, words_in

__all__ = [
    "OWN", "PROVENANCE", "Effect", "Field", "Found", "Problems", "Row", "Sheet", "Tables",
    "copies_of", "origin_of", "played", "read_tables", "table_of", "where_of",
]  # fmt: skip


_SOURCE = "provenance"  # the column


@dataclass(frozen=True)
class Sheet:
    """A table of components; the module's docstring has an example.

    Parameters
    ----------
    name : str
        Of its file, without ".csv", and of its sheet in a workbook.
    fields : tuple of Field
    key : str
        The column that is a card's identity; rows of such a sheet are cards.
    place : tuple of str
        Columns that together name a row of a sheet without ids.
    title : str
        Template that names a row; its key or place if empty.
    words : str or function
        Template, or function of a row, that says what it does. If empty, what its codes say; without codes, its cells.
    codes : mapping
        Column, then code: its `Effect`.
    """

    name: str
    fields: tuple[Field, ...]
    key: str = ""
    place: tuple[str, ...] = ()
    title: str = ""
    words: str | Callable[[Mapping[str, Any]], str] = ""
    codes: Codes = field(default_factory=dict)

    def __post_init__(self) -> None:
        """Refuse codes and columns that the sheet does not have."""
        known = {field.name: field.choices for field in self.fields}
        for column, meanings in self.codes.items():
            for code, effect in meanings.items():
                if code not in known.get(column, ()):
                    raise ValueError(f"sheet {self.name}: {code} is not a choice of column {column}")
                if strange := set(effect.columns) - known.keys():
                    raise ValueError(f"sheet {self.name}: {code} uses {', '.join(sorted(strange))}, which is no column")

    def read(self, folder: Path) -> list[dict[str, Any]]:
        """Read and check this sheet of a folder or workbook; rows come sorted by key or place.

        Raises
        ------
        Problems
            With file, row and column of all that is wrong, and what would be right.
        """
        grid = read_grids(folder, {self.name: self.columns})[0].get(self.name)
        if grid is None:
            raise Unknown(f"{folder}: has no {_file(folder, self.name)}")
        parsed = parse(self, grid)
        if parsed.problems:
            raise Problems(parsed.problems)
        return list(parsed.rows)

    @property
    def columns(self) -> tuple[str, ...]:
        """Names a header may hold."""
        return tuple(dict.fromkeys([*(field.name for field in self.fields), WORDS, NOTES]))

    def say(self, row: Mapping[str, Any]) -> str:
        """Say in words what a row does."""
        if callable(self.words):
            return self.words(row)
        if self.words:
            return say(self.words, row, self.codes)
        if self.codes:
            return "; ".join(words for column in self.codes if (words := self.words_of(column, row)))
        left_out = (*self.identity, COPIES, _SOURCE)
        filled = (field.name for field in self.fields if row[field.name] is not None and field.name not in left_out)
        return ", ".join(f"{name} {row[name]}" for name in filled)

    def words_of(self, column: str, row: Mapping[str, Any]) -> str:
        """Say what the code in a column does; nothing where it has no words."""
        return say(f"{{{column}:{WORDS}}}", row, self.codes)

    def name_of(self, row: Mapping[str, Any]) -> str:
        """Name a row: "S12 pink Wind"."""
        if self.title:
            return say(self.title, row, self.codes)
        return str(row[self.key]) if self.key else ", ".join(f"{column} {row[column]}" for column in self.place)

    def card_of(self, row: Mapping[str, Any]) -> str:
        """Name a row beside its words: by its id alone where the words say the rest of its name."""
        name = self.name_of(row)
        return str(row[self.key]) if self.key and words_in(name) - words_in(str(row[self.key])) <= words_in(self.say(row)) else name

    def key_of(self, row: Mapping[str, Any]) -> str:
        """Return what identifies a row within its sheet; empty where rows have no identity."""
        return ",".join(str(row[column]) for column in self.identity)

    @property
    def identity(self) -> tuple[str, ...]:
        """The columns that identify a row."""
        return (self.key,) if self.key else self.place

    @cached_property
    def governed(self) -> frozenset[str]:
        """Columns that belong to codes: a row may fill them only if its codes use them."""
        used = {name for meanings in self.codes.values() for effect in meanings.values() for name in effect.columns}
        return frozenset(field.name for field in self.fields if field.optional and field.name in used)

    def effects_of(self, row: Mapping[str, Any]) -> list[tuple[str, Effect]]:
        """Return the codes of a row that have an effect, and these."""
        found = [(row.get(column), meanings.get(row.get(column, ""))) for column, meanings in self.codes.items()]
        return [(code, effect) for code, effect in found if code and effect]


@dataclass(frozen=True)
class Tables:
    """The component tables of a game, read and checked.

    Parameters
    ----------
    source : str
        "default", or the name of the folder or workbook.
    folder : Path
        The folder or workbook.
    rows : dict
        Rows by sheet.
    warnings : tuple of str
        Printed counts that changed, tables taken from our own: a property of what is played.
    sha256 : str
        Of what is played: the rows as sorted, without where their numbers come from. It does not depend on columns that are not read,
        or on how a file is written.
    cards : tuple of str
        The sheets whose rows are cards: those with a key.
    remarks : tuple of str
        About cells and files that are not used; they change nothing that is played.
    found : tuple of Found
        A sheet each, in the game's order.
    """

    source: str
    folder: Path
    rows: dict[str, list[dict[str, Any]]]
    warnings: tuple[str, ...]
    sha256: str
    cards: tuple[str, ...]
    remarks: tuple[str, ...] = ()
    found: tuple[Found, ...] = ()
    sheets: tuple[Sheet, ...] = ()

    @property
    def provenance(self) -> dict[str, int]:
        """Count cards by where their numbers come from; a row without a number of copies is one card."""
        counts: dict[str, int] = {}
        for row in (row for sheet in self.cards for row in self.rows[sheet]):
            if number := copies_of(row):
                counts[origin_of(row)] = counts.get(origin_of(row), 0) + number
        return dict(sorted(counts.items()))

    @property
    def notes(self) -> tuple[str, ...]:
        """All that is to be said of them to who edits them."""
        return (*self.warnings, *self.remarks)

    def sheet(self, name: str) -> Sheet:
        """Return a sheet by name, or raise Unknown."""
        names = [sheet.name for sheet in self.sheets]
        if name not in names:
            raise Unknown(f"no sheet {name!r}{near_miss(name, names)}; there are {', '.join(names)}")
        return self.sheets[names.index(name)]


def copies_of(row: Mapping[str, Any]) -> int:
    """Return how many of a card there are: one where the sheet does not say."""
    return 1 if row.get(COPIES) is None else int(row[COPIES])


def played(row: Mapping[str, Any]) -> dict[str, Any]:
    """Return the values of a row that are played: all but where they come from; an empty number of copies is 1."""
    values = {column: value for column, value in row.items() if column != _SOURCE}
    return values | ({COPIES: copies_of(row)} if COPIES in row else {})


def origin_of(row: Mapping[str, Any]) -> str:
    """Return where the numbers of a row come from: `own` for values that are not the game's, whatever its cell says."""
    return OWN if getattr(row, "is_own", False) else str(row.get(_SOURCE) or "")


def read_tables(
    default: Path,
    sheets: tuple[Sheet, ...],
    check: Callable[[dict[str, list[dict[str, Any]]], Path], list[str]],
    folder: Path | None = None,
) -> Tables:
    """Read all sheets of a game from a folder or workbook; a table that is missing there is taken from the defaults.

    Parameters
    ----------
    check : function
        Raises Unknown for what cannot be set up; returns warnings for printed counts that changed.

    Raises
    ------
    Problems
        With all that is wrong with the sheets.
    """
    known = {sheet.name: sheet.columns for sheet in sheets}
    base = folder or default
    grids, others = read_grids(base, known)
    warnings, remarks = [], []
    problems: list[str] = []
    ours: dict[str, Grid] = {}
    if folder:
        files = [_file(folder, sheet.name) for sheet in sheets]
        strangers = misnamed(others, sheets, grids, str(folder))
        problems += strangers.values()
        if not grids and not strangers:
            hints = [f"; there is {other.name}{hint}" for other in others if (hint := meant(other.name, files))]
            raise Unknown(f"components: {folder} holds none of {', '.join(files)}{''.join(hints)}")
        left = [other.name for other in others if other.name not in strangers]
        remarks += [f"{folder.name}: {name} is not read{meant(name, files)}" for name in left]
        absent = [sheet.name for sheet in sheets if sheet.name not in grids]
        warnings += [f"{folder.name} has no {_file(folder, name)}: our own {name} are used" for name in absent]
        ours = read_grids(default, known)[0]
        grids = ours | grids
    rows: dict[str, list[dict[str, Any]]] = {}
    found = []
    result = hashlib.sha256()
    for sheet in sheets:
        grid = grids[sheet.name]
        parsed = parse(sheet, grid)
        rows[sheet.name] = list(parsed.rows)
        if folder:
            _mark_own(sheet, parsed.rows, parse(sheet, ours[sheet.name]).rows if sheet.name in ours else ())
        problems += parsed.problems
        remarks += parsed.remarks
        cards = sum(map(copies_of, parsed.rows)) if sheet.key and not parsed.problems else 0
        found.append(Found(grid.place, grid.written, parsed.count, cards))
        result.update(repr((sheet.name, [sorted(played(row).items()) for row in parsed.rows])).encode())
    if problems:
        raise Problems(problems, found)
    try:
        warnings += check(rows, base)
    except Unknown as error:
        raise Problems(str(error).splitlines(), found) from None
    keyed = tuple(sheet.name for sheet in sheets if sheet.key)
    source = folder.name if folder else "default"
    return Tables(source, base, rows, tuple(warnings), result.hexdigest(), keyed, tuple(remarks), tuple(found), sheets)


def _mark_own(sheet: Sheet, rows: Sequence[Row], ours: Sequence[Row]) -> None:
    """Mark the rows whose values the game's own row does not have; a cell copied with a card says nothing of changed numbers."""
    known = {sheet.key_of(row) or str(number): played(row) for number, row in enumerate(ours, start=1)}
    for number, row in enumerate(rows, start=1):
        row.is_own = known.get(sheet.key_of(row) or str(number)) != played(row)


def table_of(base: Path, name: str) -> str:
    """Name a table as errors do, with its folder or workbook."""
    return f"{base}, sheet {name}" if is_workbook(base) else str(base / f"{name}.csv")


def _file(base: Path, name: str) -> str:
    """Name a table of a folder or workbook."""
    return f"sheet {name}" if is_workbook(base) else f"{name}.csv"
