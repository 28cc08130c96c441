"""The standings of a league: ratings as dots, and the table of who wins how often."""

from __future__ import annotations

from typing import Any

import polars as pl

from reports import words
from reports.drawing import GRID, MUTED, Chart, beside, dot, drawn, heading, interval, new_figure, set_rows, styled
from reports.parts import Grid, Table
from reports.traces import arms
from simkit.analysis.league import BEATS, LOSES, OPEN

NEXT = "against the next"
HUNDRED_POINTS = "100 points more win 64 of 100 games at a table of two"


def by_size(table: pl.DataFrame) -> list[pl.DataFrame]:
    """Return the rows of each number of players, in their order."""
    return table.partition_by("players", maintain_order=True) if table.height else []


def ratings(standings: pl.DataFrame, name: str) -> Chart:
    """Draw the ratings with their intervals, the best on top, a heading for each number of players if there are several.

    Parameters
    ----------
    standings : DataFrame
        Rows of `simkit.analysis.league.standings`.
    name : str
        Makes the ids of the picture its own.
    """
    sizes = by_size(standings)
    rows = standings.height + (1.5 * len(sizes) if len(sizes) > 1 else 0)
    with styled(name):
        figure, axes = new_figure(0.25 * rows + 0.62, left=0.29, right=0.72)
        axes.axvline(0, color=MUTED, lw=0.8, zorder=0)
        y, ticks = 0.0, []
        for k, size in enumerate(sizes):
            if len(sizes) > 1:
                heading(axes, y, f"{size['players'][0]} players")
                y += 1.0
            for row in size.iter_rows(named=True):
                _mark(axes, y, row, k)
                ticks.append((y, words.clipped(row["strategy"], 16)))
                y += 1.0
            y += 0.5
        set_rows(axes, ticks, y - 0.8)
        axes.grid(axis="x", color=GRID, lw=0.6)
        axes.set_axisbelow(True)
        axes.xaxis.set_major_formatter(lambda value, _: words.signed(value, 0))
        axes.set_xlabel("rating, points above the middle of the league", fontsize=8.5)
        picture = drawn(figure)
    told = "; ".join(
        f"{_size(r, len(sizes))}{r['strategy']}: {rating(r)}{_around(r)}, wins {words.percent(r['share'])}"
        for r in standings.iter_rows(named=True)
    )
    return Chart(
        "ratings",
        picture,
        f"Dots with 95 % intervals: rating of each player. {told}.",
        f"Dot: rating by all games; {HUNDRED_POINTS}. Line: 95 % interval, joint for the players of a table size. At the right: the rating "
        "and the share of wins.",
    )


def rating(row: dict[str, Any]) -> str:
    """Write a rating; one that rests on added games with its side."""
    return f"{row['bound']} {words.signed(row['rating'], 0)}".strip()


def table(standings: pl.DataFrame) -> Table:
    """Return the standings, numbers above their intervals."""
    rows = [
        (
            *((f"{r['players']} players",) if standings["players"].n_unique() > 1 else ()),
            r["strategy"],
            f"{words.percent(r['share'])}\n{words.span(r['low'], r['high'])}",
            words.percent(r["index"], 0),
            f"{rating(r)}\n{_limits(r)}",
            words.percent(r["over_next"], 0),
            _sure(r["above_next"]),
            str(r["beats"]),
            str(r["loses_to"]),
            str(r["undecided"]),
        )
        for r in standings.iter_rows(named=True)
    ]
    several = standings["players"].n_unique() > 1
    first = ("table",) if several else ()
    small = f"\n{words.INTERVAL}"
    headers = (*first, "player", f"wins{small}", "of a fair share", f"rating{small}", NEXT, "rated above it", BEATS, LOSES, OPEN)
    caption = (
        "Best rating first. Intervals hold for all players of a table size together. “Against the next”: chance to win against the next "
        "in the list at a table of two, by the ratings; “rated above it”: how sure it is that its rating is truly higher. Beats, loses to, "
        "undecided: against how many of the others."
    )
    return Table(headers, rows, caption, words=2 if several else 1, arms=arms(standings))


def grid(standings: pl.DataFrame) -> Grid:
    """Return the standings of one table size for a terminal."""
    players = standings["players"][0]
    rows: list[tuple[str, ...]] = [
        (f"{players} players", "wins", words.INTERVAL, "of fair", "rating", words.INTERVAL, "beats", "loses", "open", "points")
    ]
    rows += [
        (
            r["strategy"],
            words.percent(r["share"]),
            words.span(r["low"], r["high"]),
            words.percent(r["index"], 0),
            rating(r),
            _limits(r),
            *(str(r[name]) for name in ("beats", "loses_to", "undecided")),
            words.number(r["points"], 1),
        )
        for r in standings.iter_rows(named=True)
    ]
    return rows


def details(standings: pl.DataFrame) -> Table:
    """Return what else is known of each player."""
    several = standings["players"].n_unique() > 1
    is_timed = standings["games_per_second"].null_count() < standings.height
    rows = [
        (
            *((f"{r['players']} players",) if several else ()),
            r["strategy"],
            words.number(r["points"], 1),
            words.percent(r["shared_wins"]),
            words.percent(r["mass"], 0),
            r["dominated_by"] or words.UNKNOWN,
            *((words.number(r["games_per_second"]),) if is_timed else ()),
        )
        for r in standings.iter_rows(named=True)
    ]
    headers = (
        *(("table",) if several else ()),
        *("player", "mean points", "shared wins", "in the mixture", "dominated by"),
        *(("games a second",) if is_timed else ()),
    )
    caption = "Shared wins: part of its games in which it shared the win. In the mixture: see below."
    timed = " Games a second: on one core, with this player in all seats, from a short trial at the start of the run." if is_timed else ""
    return Table(headers, rows, caption + timed, words=2 if several else 1, arms=arms(standings))


def _mark(axes: Any, y: float, row: dict[str, Any], k: int) -> None:
    if row["rating_low"] is None:
        dot(axes, row["rating"], y, k, 6.5)
    else:
        interval(axes, y, row["rating_low"], row["rating"], row["rating_high"], k)
    beside(axes, y, f"{words.signed(row['rating'], 0)}", row["bound"] or words.percent(row["share"]), 34)


def _size(row: dict[str, Any], sizes: int) -> str:
    return f"{row['players']} players, " if sizes > 1 else ""


def _limits(row: dict[str, Any]) -> str:
    if row["rating_low"] is None:
        return words.UNKNOWN
    return f"{words.signed(row['rating_low'], 0)} to {words.signed(row['rating_high'], 0)}"


def _around(row: dict[str, Any]) -> str:
    return "" if row["rating_low"] is None else f" ({_limits(row)})"


def _sure(chance: float | None) -> str:
    """Write a confidence; never as certainty."""
    return words.UNKNOWN if chance is None else f"over 99{words.THIN}%" if chance > 0.99 else words.percent(chance, 0)
