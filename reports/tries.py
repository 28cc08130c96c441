"""How long it takes: tries until a scenario is passed, plays until a campaign is through, minutes."""

from __future__ import annotations

from typing import Any

import polars as pl

from reports import words
from reports.parts import Passage, Table, Tables
from reports.traces import arms
from simkit.analysis import Study
from simkit.analysis.levels import counting
from simkit.analysis.tries import PATIENT

MANY = 100  # tries from which on two figures are enough


def passage(study: Study, tables: Tables, best: str) -> Passage:
    """Return the tries until each scenario is passed, and the plays until all are."""
    mine = tables["tries"].filter(pl.col("strategy") == best)
    timed = mine["minutes"].null_count() < mine.height
    rows = [
        (
            r["scenario"],
            f"{_count(r['mean'], 1)}\n{_limits(r['mean_low'], r['mean_high'], 1)}",
            f"{_count(r['median'])}\n{_limits(r['median_low'], r['median_high'])}",
            f"{_count(r['p90'])}\n{_limits(r['p90_low'], r['p90_high'])}",
            words.number(r["turns"], 1),
            *((words.number(r["minutes"]), _count(r["minutes_until_passed"])) if timed else ()),
        )
        for r in mine.iter_rows(named=True)
    ]
    headers = (
        *("scenario", "tries, mean", "half have passed after", f"{words.percent(PATIENT, 0)} have passed after", "turns a game"),
        *(("minutes a game", "minutes until passed") if timed else ()),
    )
    sentences = [
        *_campaign(tables, best),
        "Somebody who plays the same scenario until it is passed, and does not get better meanwhile; people learn, so these are the most.",
        *([] if timed else ["How many minutes that is follows from “minutes_per_turn” and “minutes_per_game” in the study's file."]),
    ]
    shown = [Table(headers, rows, f"Tries of {best}; below, limits that follow from the {words.INTERVAL} of success.", arms=arms(mine))]
    if tables["campaign"].height:
        shown.append(_campaigns(tables, timed))
    return Passage("How long until it is passed", sentences, (), tuple(shown))


def _campaign(tables: Tables, best: str) -> list[str]:
    said = []
    for row in tables["campaign"].filter(pl.col("strategy") == best).iter_rows(named=True):
        what = f"all {row['scenarios']} scenarios" + (f" at {row['campaign']}" if row["campaign"] else "")
        if row["mean"] is None:
            said.append(f"{best} was never seen to pass {what}: {_limits(row['mean_low'], row['mean_high'])} plays.")
            continue
        time = f", {words.duration(60 * row['minutes'])}," if row["minutes"] is not None else ""
        said.append(
            f"To pass {what}, one after another, {best} needs {_count(row['mean'], 1)} plays{time} on the average ({words.INTERVAL} "
            f"{_limits(row['mean_low'], row['mean_high'], 1)}); nine of ten such players are through after {_count(row['p90'])}."
        )
    return said


def _campaigns(tables: Tables, timed: bool) -> Table:
    levels = counting(tables["levels"])
    own = tables["campaign"].filter(pl.col("strategy").is_in(levels))
    has_names = bool(own["campaign"].str.len_chars().sum())
    rows = [
        (
            *((r["campaign"],) if has_names else ()),
            r["strategy"],
            f"{_count(r['mean'], 1)}\n{_limits(r['mean_low'], r['mean_high'], 1)}",
            _count(r["p90"]),
            *((_count(r["minutes"]),) if timed else ()),
        )
        for r in own.iter_rows(named=True)
    ]
    headers = (
        *(("campaign",) if has_names else ()),
        *("player", "plays, mean", f"{words.percent(PATIENT, 0)} are through after"),
        *(("minutes",) if timed else ()),
    )
    return Table(headers, rows, "Plays until every scenario is passed, by skill level.", words=2 if has_names else 1)


def _count(value: float | None, digits: int = 0) -> str:
    """Write a number of tries; one that no bound is known for as a dash."""
    if value is None:
        return words.UNKNOWN
    return words.number(words.two_digits(round(value))) if value >= MANY else words.number(value, digits)


def _limits(low: float | None, high: float | None, digits: int = 0) -> str:
    if low is None:
        return words.UNKNOWN
    return f"more than {_count(low, digits)}" if high is None else f"{_count(low, digits)}{words.DASH}{_count(high, digits)}"


def line(tables: Tables, best: str) -> str:
    """Return the campaign in one line for a terminal; empty if there is none."""
    told: list[dict[str, Any]] = tables["campaign"].filter(pl.col("strategy") == best).rows(named=True)
    parts = [
        f"{row['campaign'] or 'all scenarios'} {_count(row['mean'], 1) if row['mean'] is not None else _limits(row['mean_low'], None)}"
        for row in told
    ]
    return f"Plays until passed one after another, {best}: {'; '.join(parts)}." if parts else ""
