"""What kinds of cards a game has, for studies of cards: families, what a step up is, how long a card is held, what a grant costs.

A game's package tells them as data in its module `card_kinds`; where a question makes no sense for a kind of card, it says why, and
the page of a study repeats it.
"""

from __future__ import annotations

import importlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from simkit.core.game import Game, Unknown
from simkit.core.sheets import Tables, copies_of

Row = Mapping[str, Any]
TAKEN, USED, SET = "taken", "used", "set"  # what counts a time held: columns of the card table, or the sets of the rows


@dataclass(frozen=True)
class Cell:
    """A cell of a sheet: where a card's number stands."""

    sheet: str
    key: str
    column: str


@dataclass(frozen=True)
class CardKind:
    """A kind of card that can be studied.

    Parameters
    ----------
    name : str
        One of them in a word: "spell".
    sheet : str
        Its rows; each is a card, with its copies.
    first : int
        Number of its first card.
    logged : bool
        Whether the card table counts it; else only the sets do, or nothing does.
    family : function
        Of a row: the name of the cards it is compared with.
    step : function
        Of a row: the cell that a step raises; None where there is none, and the step is `extra`.
    extra : bool
        A card without a number of its own gives a point more each time it scores, by an experiment's own column.
    step_text : str
        What a step is, for who has never seen the sheet.
    tells_use : bool
        Whether the log says that it was used, or what it scored.
    held : str
        What counts a time held: TAKEN, USED, SET, or "" where nothing does.
    held_text : str
        That in a word: "learned".
    sets : tuple of (str, int)
        The facts whose bits say which cards a seat has at the end, and the number of the card that bit 0 stands for.
    grant : str
        Field of the config that holds the card granted to each seat; "" where none can be granted.
    grant_text : str
        What is given, and what it costs the seat.
    not_granted : function
        Of a row: whether it is one of those that cannot be granted, for the reason `no_grant`.
    drawn : bool
        Only some of these cards are in a game; those that are, lie before somebody.
    no_step, no_one, no_grant : str
        Why a question makes no sense for this kind of card.
    """

    name: str
    sheet: str
    first: int
    family: Callable[[Row], str]
    logged: bool = True
    step: Callable[[Row], Cell | None] | None = None
    extra: bool = False
    step_text: str = ""
    tells_use: bool = True
    held: str = TAKEN
    held_text: str = "taken"
    sets: tuple[tuple[str, int], ...] = ()
    grant: str = ""
    grant_text: str = ""
    not_granted: Callable[[Row], bool] = lambda row: False
    drawn: bool = False
    no_step: str = ""
    no_one: str = ""
    no_grant: str = ""


@dataclass(frozen=True)
class Card:
    """A card as a study sees it: row and kind, the numbers of its copies, and the cell that a step raises with its value and limits."""

    id: str
    name: str
    words: str
    kind: CardKind
    family: str
    numbers: tuple[int, ...]
    cell: Cell | None
    value: int | None
    limits: tuple[int, int]
    row: Row

    @property
    def can_grant(self) -> bool:
        """Whether somebody can start with it."""
        return bool(self.kind.grant) and not self.kind.not_granted(self.row)

    @property
    def can_step(self) -> bool:
        """Whether a step can be made at all."""
        return self.cell is not None or (self.kind.extra and self.kind.logged)


def raised(sheet: str, *columns: str) -> Callable[[Row], Cell | None]:
    """Return the step of a sheet: the first of some columns that a row fills."""

    def step(row: Row) -> Cell | None:
        return next((Cell(sheet, str(row["id"]), column) for column in columns if row[column] is not None), None)

    return step


def card_kinds(game: Game) -> tuple[CardKind, ...]:
    """Return a game's kinds of cards, or raise Unknown if it tells none."""
    try:
        found: tuple[CardKind, ...] = importlib.import_module(f"{game.package}.card_kinds").CARD_KINDS
    except ModuleNotFoundError as error:
        if error.name != f"{game.package}.card_kinds":
            raise
        raise Unknown(f"{game.title} does not say what its cards are: its package has no module card_kinds") from None
    return found


def cards_of(game: Game, tables: Tables) -> list[Card]:
    """List the cards of a game by kind and row; those without a copy are left out."""
    ids = list(getattr(game.components, "card_ids", lambda _: [])(tables))
    found = []
    for kind in card_kinds(game):
        number = kind.first
        sheet = tables.sheet(kind.sheet)
        for row in tables.rows[kind.sheet]:
            copies = copies_of(row)
            if not copies:
                continue
            key = sheet.key_of(row)
            if kind.logged:
                at = ids.index(key, kind.first)
                numbers = tuple(range(at, at + copies))
            else:
                numbers = tuple(range(number, number + copies))
            number += copies
            cell = kind.step(row) if kind.step else None
            value = None if cell is None else _value(tables, cell)
            limits = (0, 0) if cell is None else _limits(tables, cell)
            name = sheet.name_of(row)
            name = f"{key} {row['name']}" if name == key and row.get("name") else name
            found.append(Card(key, name, sheet.say(row), kind, kind.family(row), numbers, cell, value, limits, row))
    return found


def _limits(tables: Tables, cell: Cell) -> tuple[int, int]:
    """Return the least and the largest value a cell may hold."""
    field = next(field for field in tables.sheet(cell.sheet).fields if field.name == cell.column)
    return field.low or 0, field.high or 0


def _value(tables: Tables, cell: Cell) -> int:
    row = next(row for row in tables.rows[cell.sheet] if tables.sheet(cell.sheet).key_of(row) == cell.key)
    return int(row[cell.column] or 0)
