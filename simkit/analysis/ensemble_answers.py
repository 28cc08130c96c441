"""Answers that need a whole study, with every alternative set of cards: what a change does, which option is even, what a card is worth.

For these kinds each set is played as the study itself, on its first deals, and analysed alike; `simkit.analysis.ensemble` is about the
kinds whose answer is a win share or a success rate. The same holds here: a range over the sets of a stated generator, never an interval.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import polars as pl

from simkit.analysis.cards import GIVEN, Power
from simkit.analysis.compensation import Compensation
from simkit.analysis.study import ENSEMBLE, Study, load
from simkit.analysis.variant import SHARE, Comparison

FOLDER = "set-{}"  # of a set, 0 being the cards as they are
ANSWERS: dict[str, Any] = {
    "label": pl.String, "what": pl.String, "unit": pl.String, "own": pl.Float64, "least": pl.Float64, "most": pl.Float64,
    "noise": pl.Float64, "said": pl.String, "sets": pl.Int64, "deals": pl.Int64,
}  # fmt: skip


class Answer(NamedTuple):
    """One number of an answer with half of its interval, and its verdict."""

    label: str
    what: str
    unit: str
    value: float
    half: float | None
    verdict: str


def variant(study: Study) -> Iterator[Answer]:
    """Yield the main differences between versions."""
    for row in Comparison(study).measures.filter("main").iter_rows(named=True):
        yield Answer(row["title"], row["text"], row["unit"], row["difference"], _half(row), row["verdict"])


def compensation(study: Study) -> Iterator[Answer]:
    """Yield how far the farthest seat is from a fair share under each option, as a share of it, and which is chosen."""
    for row in Compensation(study).options.iter_rows(named=True):
        said = "chosen" if row["chosen"] else "not chosen"
        yield Answer(f"{row['players']} players", row["option"], SHARE, abs(row["index"] - 1), _half(row), said)


def cards(study: Study) -> Iterator[Answer]:
    """Yield what a card is worth if given, above its family, at the strongest level that has a say."""
    power = Power(study)
    level = power.counting[-1]
    worth = power.worth.filter((pl.col("question") == GIVEN) & (pl.col("level") == level)).drop_nulls("worth")
    for row in worth.iter_rows(named=True):
        yield Answer(level, f"{row['card']} {row['name']}".strip(), "points", row["worth"], _half(row), row["flag"])


KINDS: dict[str, Callable[[Study], Iterator[Answer]]] = {"variant": variant, "compensation": compensation, "cards": cards}


def sets(folder: Path) -> list[Study]:
    """Return what a study played with its alternative sets of cards, the cards as they are first; nothing before one set is there."""
    places = sorted((folder / ENSEMBLE).glob(FOLDER.format("*")), key=lambda place: int(place.name.rpartition("-")[2]))
    found = [load(place) for place in places if any(place.glob("parts/part-*.parquet"))]
    return found if len(found) > 1 and found[0].folder.name == FOLDER.format(0) else []


def answers(kind: str, played: list[Study]) -> pl.DataFrame:
    """Return the least and the most of each number of an answer over the sets.

    Returns
    -------
    DataFrame
        label, what, unit; own: with the cards as they are, on the same deals; least, most over the sets; noise: half the interval of a
        set, in the middle of the sets; said: the verdicts of the sets, with how many of them; sets, deals.
    """
    first, *others = [{(a.label, a.what): a for a in KINDS[kind](study)} for study in played]
    rows = []
    for key, own in first.items():
        found = [answer[key] for answer in others if key in answer]
        if not found:
            continue
        values, halves = [a.value for a in found], [a.half for a in found if a.half is not None]
        counts = {verdict: [a.verdict for a in found].count(verdict) for verdict in dict.fromkeys(a.verdict for a in found)}
        said = ", ".join(f"{verdict} {n}" for verdict, n in sorted(counts.items(), key=lambda item: -item[1]) if verdict)
        noise = float(np.median(halves)) if halves else None
        rows.append((own.label, own.what, own.unit, own.value, min(values), max(values), noise, said, len(found), len(played[0].blocks)))
    return pl.DataFrame(rows, ANSWERS, orient="row")


def _half(row: dict[str, Any]) -> float | None:
    return None if row["low"] is None or row["high"] is None else (row["high"] - row["low"]) / 2
