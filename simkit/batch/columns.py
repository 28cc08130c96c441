"""The columns of the rows: names, widths, meaning. Version 1."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from simkit.core.game import SET, Game, Unknown
from simkit.core.sheets import Tables
from simkit.core.table import CARD_WIDTH, CUT_OFF, DECISIONS, EXTRA, FAULT, FAULT_CODE, FAULTS, FORCED, GAME_FAULT, OPTIONS, OVER, TURNS

Columns = dict[str, NDArray[np.generic]]


@dataclass(frozen=True)
class Stored:
    """A column on disk: its name, its numpy dtype, what it says, its unit."""

    name: str
    dtype: str
    text: str
    unit: str = ""


SEATING = (
    Stored("block", "u4", "number of the deal: the same luck in every arm and rotation"),
    Stored("arm", "u2", "place in the manifest's list of arms"),
    Stored("rotation", "u1", "chair k of the line-up sits at seat (k + rotation) % players"),
    Stored("seat", "u1", "from 0; seat 0 plays first"),
    Stored("strategy", "u2", "place in the manifest's list of strategies"),
)
TOTAL = Stored("total", "i4", "points in all", "points")
OUTCOME = (
    Stored("rank", "u1", "1 is first, after every tie-break; alone 1 is success and 2 is not; 0 in a faulty game", "rank"),
    Stored(
        "share",
        "u1",
        "share of the win, in sixtieths: wins are share / 60; adds to 60 over the seats of a game; alone 60 is success; 0 in a faulty game",
        "sixtieths",
    ),
    Stored("shared_win", "?", "this seat shares the win with another"),
    Stored("turns", "u2", "turns of this seat", "turns"),
    Stored("decisions", "u4", "decisions of this seat", "decisions"),
    Stored("options", "u4", "legal actions listed for this seat in the whole game", "actions"),
    Stored("forced", "u4", "decisions of this seat with a single legal action", "decisions"),
    Stored("ended", "u1", "place in the manifest's list of endings, from 1; 0: cut off or faulty"),
    Stored("cut_off", "?", "stopped at the limit of turns or decisions, scored as it stood"),
    Stored("fault", "u1", "0 none; " + "; ".join(f"{code} {text}" for code, text in FAULTS.items() if code)),
)
CARDS = (
    *SEATING[:4],
    Stored("card", "u2", "number of the card"),
    Stored("offered", "u2", "times it lay before this seat on its turn"),
    Stored("taken", "u2", "times this seat took it"),
    Stored("when", "u2", "turn of the seat when it last took it; 0: never"),
    Stored("used", "u2", "times this seat used its effect"),
    Stored("points", "i4", "points this seat had from it", "points"),
)
ROUND = Stored("round", "u2", "round of the game, from 0")
STANDING = Stored("total", "i4", "points as they stand", "points")


@dataclass(frozen=True)
class Long:
    """A long table that is kept beside the rows, with parts of its own.

    Attributes
    ----------
    name : str
        Of its folder and of its files.
    text : str
        What a row is.
    columns : tuple of Stored
    key : int
        The table is in the order of so many of its first columns.
    """

    name: str
    text: str
    columns: tuple[Stored, ...]
    key: int

    @property
    def order(self) -> list[str]:
        """Names of the columns it is sorted by."""
        return [column.name for column in self.columns[: self.key]]


SETS_SAID = (
    "A set is an unsigned 64-bit number; bit b is set when `(value >> b) & 1` is 1. The meaning of its column says which card number bit b",
    "stands for. Spreadsheets such as Excel keep 15 digits only and spoil these columns: read them with polars or pandas.",
)


def lines(game: Game) -> tuple[Stored, ...]:
    """Return the score lines of a game."""
    return tuple(Stored(column.name, "i2", column.text, column.unit) for column in game.lines)


def facts(game: Game) -> tuple[Stored, ...]:
    """Return the further whole numbers kept of each seat."""
    return tuple(Stored(column.name, "u8" if column.unit == SET else "i4", column.text, column.unit) for column in game.facts)


def row_columns(game: Game) -> tuple[Stored, ...]:
    """Return all columns of a row in order."""
    return (*SEATING, *lines(game), TOTAL, *facts(game), *OUTCOME)


def long_cards() -> Long:
    """Return the long table of cards."""
    return Long("cards", "one card and one seat of one game; cards that nothing happened to are left out", CARDS, 5)


def long_tracks(game: Game) -> Long:
    """Return the long table of tracks: how the seats stand when a round begins."""
    features = (Stored(column.name, "f4", column.text, column.unit) for column in game.features)
    columns = (*SEATING[:3], ROUND, SEATING[3], *features, STANDING)
    return Long("tracks", "one seat when a round of a game begins; rounds that did not begin are left out", columns, 5)


def long_pieces(game: Game) -> Long:
    """Return the long table of pieces."""
    kinds = (Stored(piece.name, "i4", f"{piece.text}: most in use at once", "pieces") for piece in game.pieces)
    return Long("pieces", "one game", (*SEATING[:3], *kinds), 3)


def check_names(game: Game) -> None:
    """Refuse a game that names a score line or a fact, a feature or a piece like another column of its table."""
    for what, columns in (("rows", row_columns(game)), ("tracks", long_tracks(game).columns), ("pieces", long_pieces(game).columns)):
        names = [column.name for column in columns]
        if twice := sorted({name for name in names if names.count(name) > 1}):
            raise Unknown(f"{game.title}: two columns of the {what} are called {', '.join(twice)}; rename the game's own")


def compact(results: NDArray[np.int64], game: Game) -> dict[str, NDArray[np.generic]]:
    """Return what the loop wrote as narrow columns.

    Parameters
    ----------
    results : (games, players, columns + EXTRA) int64

    Returns
    -------
    dict of (games, players) arrays
        All columns but those of the seating.

    Raises
    ------
    OverflowError
        If a number does not fit its column.
    """
    place = {column.name: i for i, column in enumerate(game.columns)}
    own = len(game.columns)
    over, fault, share = results[..., own + OVER], results[..., own + FAULT_CODE], results[..., place["share"]]
    wide = {
        **{column.name: results[..., i] for i, column in enumerate(game.columns)},
        "shared_win": (share > 0) & ((share > 0).sum(axis=1, keepdims=True) > 1),
        "turns": results[..., own + TURNS],
        "decisions": results[..., own + DECISIONS],
        "options": results[..., own + OPTIONS],
        "forced": results[..., own + FORCED],
        "ended": np.maximum(over, 0),
        "cut_off": over == CUT_OFF,
        "fault": np.where((over == FAULT) & (fault == 0), GAME_FAULT, fault),
    }
    assert results.shape[2] == own + EXTRA
    return {column.name: narrow(wide[column.name], column, game) for column in row_columns(game)[len(SEATING) :]}


def seen_cards(cards: NDArray[np.int32], watch: NDArray[np.int64] | None, arm: int, rotation: int, first: int, game: Game) -> Columns:
    """Return the rows of the long card table where anything happened to a card that is watched, in order of block, seat and card."""
    happened = cards.any(axis=3)
    if watch is not None:
        happened &= np.isin(np.arange(cards.shape[2]), watch)
    at, seat, card = np.nonzero(happened)
    values = cards[at, seat, card]
    wide = {
        "block": first + at,
        "arm": np.full(len(at), arm),
        "rotation": np.full(len(at), rotation),
        "seat": seat,
        "card": card,
        **{column.name: values[:, i] for i, column in enumerate(CARDS[-CARD_WIDTH:])},
    }
    return {column.name: narrow(wide[column.name], column, game) for column in CARDS}


def track_rows(tracks: NDArray[np.float64], arm: int, rotation: int, first: int, game: Game) -> Columns:
    """Return the rows of the long table of tracks, in order of block, round and seat: of the rounds that began."""
    at, number, seat = np.nonzero(~np.isnan(tracks[..., -1]))
    values = tracks[at, number, seat]
    columns = long_tracks(game).columns
    seating = {"block": first + at, "arm": np.full(len(at), arm), "rotation": np.full(len(at), rotation), "round": number, "seat": seat}
    wide = seating | {column.name: values[:, i] for i, column in enumerate(columns[len(seating) :])}
    return {column.name: narrow(wide[column.name], column, game) for column in columns}


def piece_rows(peaks: NDArray[np.int64], arm: int, rotation: int, first: int, game: Game) -> Columns:
    """Return the rows of the long table of pieces, a row a game."""
    games, columns = len(peaks), long_pieces(game).columns
    wide = {"block": first + np.arange(games), "arm": np.full(games, arm), "rotation": np.full(games, rotation)}
    wide |= {piece.name: peaks[:, i] for i, piece in enumerate(game.pieces)}
    return {column.name: narrow(wide[column.name], column, game) for column in columns}


def narrow(values: NDArray[np.generic], column: Stored, game: Game) -> NDArray[np.generic]:
    """Return values in their column's width, or raise OverflowError."""
    dtype = np.dtype(column.dtype)
    if dtype.kind in "iu" and column.unit != SET and values.size:
        low, high = int(values.min()), int(values.max())
        limits = np.iinfo(dtype)
        if low < limits.min or high > limits.max:
            raise OverflowError(f"{game.title}: column {column.name} holds {limits.min} to {limits.max}, but a game made {low} to {high}")
    return values.astype(dtype)


def dictionary(game: Game, long: Sequence[Long], tables: Tables, arms: Sequence[str] = (), strategies: Sequence[str] = ()) -> str:
    """Return the data dictionary as Markdown.

    Parameters
    ----------
    long : sequence of Long
        The long tables that are kept.
    arms, strategies : sequence of str
        Their labels, in the order of their numbers.
    """
    text = [
        f"# Columns of {game.title}",
        "",
        "One row is one seat of one game. A *block* is all rows with one block number: one deal in every arm and seating. Blocks are",
        "independent of each other, rows of one block are not: compute every error from blocks.",
        "",
        *_table(row_columns(game)),
        *_numbered("Arms", "arm", arms),
        *_numbered("Strategies", "strategy", strategies),
    ]
    has_sets = any(column.unit == SET for column in game.facts)
    if has_sets:
        text += ["", "# Sets", "", *SETS_SAID]
    for kept in long:
        text += ["", f"# {kept.name.capitalize()}", "", f"One row is {kept.text}.", "", *_table(kept.columns)]
        if kept.name == "cards" and game.uses:
            text += ["", game.uses]
    if has_sets or any(kept.name == "cards" for kept in long):
        text += _numbers(game, tables)
    endings = [f"{number}. {ending}" for number, ending in enumerate(game.endings, start=1)]
    return "\n".join([*text, "", "# Endings", "", *endings, ""])


def _numbers(game: Game, tables: Tables) -> list[str]:
    """List the numbers of the cards, where the game tells their ids."""
    card_ids = getattr(game.components, "card_ids", None)
    if card_ids is None:
        return []
    rows = [f"| {number} | {name} |" for number, name in enumerate(card_ids(tables)) if name]
    said = ["", "# Card numbers", "", "The copies of one card have numbers of their own.", ""]
    return [*said, "| card | id |", "| ---: | --- |", *rows]


def _numbered(title: str, column: str, labels: Sequence[str]) -> list[str]:
    """List labels by number; nothing if there are none."""
    rows = [f"| {number} | {label} |" for number, label in enumerate(labels)]
    return ["", f"# {title}", "", f"| {column} | |", "| ---: | --- |", *rows] if rows else []


def _table(columns: tuple[Stored, ...]) -> list[str]:
    rows = [f"| {c.name} | {np.dtype(c.dtype).name} | {c.unit} | {c.text} |" for c in columns]
    return ["| column | type | unit | meaning |", "| --- | --- | --- | --- |", *rows]
