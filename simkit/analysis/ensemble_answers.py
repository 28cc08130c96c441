"""Answers that need a whole study, with every alternative set of cards: what a change does, who wins a league, how long a game is.

For these kinds each set is played as the study itself, on its first deals, and analysed alike; `simkit.analysis.ensemble` is about the
kinds whose answer is a win share or a success rate. The same holds here: a range over the sets of a stated generator, never an interval.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import polars as pl

from simkit.analysis import dynamics as course
from simkit.analysis import luck as chance
from simkit.analysis.better import better
from simkit.analysis.cards import GIVEN, Power
from simkit.analysis.compensation import Compensation
from simkit.analysis.courses import courses
from simkit.analysis.league import places, won
from simkit.analysis.ratings import rate
from simkit.analysis.setups import RESPONSES, VAGUE, observed, variance
from simkit.analysis.study import ENSEMBLE, Arm, Study, load
from simkit.analysis.sweep import Sweep
from simkit.analysis.tally import tally
from simkit.analysis.variant import SHARE, Comparison

FOLDER = "set-{}"  # of a set, 0 being the cards as they are
COURSE = ("turns", "margin", "lead_50", "last_50")  # of the measures of a study of dynamics, what its answer speaks of
SEAT = r"^seat_\d+$"  # measures of a single seat
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


def league(study: Study) -> Iterator[Answer]:
    """Yield what each strategy wins as a share of a fair share, the best rated first, and its place."""
    for players in dict.fromkeys(arm.players for arm in study.arms):
        counted = tally(study, players)
        names = tuple(study.strategies[member] for member in counted.members)
        share, limits = won(study, counted)
        halves = players * (limits[:, 1] - limits[:, 0]) / 2
        for place, k in enumerate(places(rate(counted, names), share), 1):
            yield Answer(f"{players} players", names[k], SHARE, float(players * share[k]), float(halves[k]), f"place {place}")


def setups(study: Study) -> Iterator[Answer]:
    """Yield for each response what the setup makes of the spread between deals: all in all, if these deals can tell, and by each choice."""
    table = variance(observed(study))
    for own in table.partition_by("response", maintain_order=True):
        title, luck_ = RESPONSES[own["response"][0]][0], own.row(-1, named=True)
        choices = own[:-2]  # the last two are what choices do together, and luck
        most = choices.sort("share", descending=True, maintain_order=True)["source"][0]
        half = _half(luck_)
        if half is not None and 2 * half <= VAGUE:
            yield Answer(title, "the whole setup", SHARE, 1 - luck_["share"], half, "")
        for row in choices.iter_rows(named=True):
            yield Answer(title, row["source"], SHARE, row["share"], _half(row), "largest" if row["source"] == most else "")


def dynamics(study: Study) -> Iterator[Answer]:
    """Yield how long games are, by how much they are won, how often who leads or is last at half-time wins, and the better player."""
    for arm in (arm for arm in study.arms if arm.table != "league"):
        found = courses(study, arm)
        if not len(found.games):
            continue
        told = {m.name: m for m in (*course.length(found.games), *course.closeness(found.games), *course.turns_of_fortune(found))}
        for m in (told[name] for name in COURSE):
            value, low, high = m.estimate
            if value is not None:
                yield Answer(arm.label, m.text, m.unit, value, _half({"low": low, "high": high}), "")
    yield from _better(study, study.arms)


def luck(study: Study) -> Iterator[Answer]:
    """Yield how often the better player wins, and what each source of luck alone decides of who wins."""
    found = chance.freezes(study)
    bases = tuple(one.base for one in found)
    yield from _better(study, (*bases, *(arm for arm in study.arms if arm.table == "league")))
    table = chance.shares(study, found)
    alone = (pl.col("outcome") == chance.WIN) & (pl.col("order") == chance.FIRST) & (pl.col("group") != chance.ALL)
    for own in table.filter(alone).drop_nulls("share").partition_by("arm", maintain_order=True):
        most = own.sort("share", descending=True, maintain_order=True)["group"][0]
        for row in own.iter_rows(named=True):
            said = "decides most" if row["group"] == most and row["share"] > 0 else ""
            yield Answer(row["label"], f"who wins, by {row['group']} alone", SHARE, row["share"], _half(row), said)


def sweep(study: Study) -> Iterator[Answer]:
    """Yield the paired difference of each main measure at each point of a grid; of a screening the size of each parameter's effect."""
    found = Sweep(study)
    if found.is_screening:
        for row in found.effects.filter(~pl.col("measure").str.contains(SEAT)).iter_rows(named=True):
            by = row["parameter"].replace("_", " ")
            yield Answer(row["title"], f"{row['text']}, by {by}", row["unit"], row["mu_star"], _half(row), row["verdict"])
        return
    is_default = pl.col("arm").is_in([table[0].index for table in found.tables])
    main = found.points.filter("main", ~is_default, ~pl.col("measure").str.contains(SEAT)).drop_nulls("difference")  # a gap has none
    for row in main.iter_rows(named=True):
        at = " and ".join(filter(None, (row["x"], row["y"])))
        yield Answer(row["title"], f"{row['text']} at {at}", row["unit"], row["difference"], _half(row), row["verdict"])


def _better(study: Study, arms: tuple[Arm, ...]) -> Iterator[Answer]:
    """Yield for each table how often the better of two players finishes ahead: over all pairs, or its one pair and who that is."""
    for row in better(study, arms).unique("arm", keep="first", maintain_order=True).drop_nulls("share").iter_rows(named=True):
        yield Answer(row["label"], "the better player finishes ahead", SHARE, row["share"], _half(row), row["strategy"])


KINDS: dict[str, Callable[[Study], Iterator[Answer]]] = {
    "variant": variant, "compensation": compensation, "cards": cards, "league": league, "setups": setups, "dynamics": dynamics,
    "luck": luck, "sweep": sweep,
}  # fmt: skip


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
        set, in the middle of the sets; said: how many of the sets have which verdict; sets, deals.
    """
    first, *others = [{(a.label, a.what): a for a in KINDS[kind](study)} for study in played]
    rows = []
    for key, own in first.items():
        found = [answer[key] for answer in others if key in answer]
        if not found:
            continue
        values, halves = [a.value for a in found], [a.half for a in found if a.half is not None]
        counts = {verdict: [a.verdict for a in found].count(verdict) for verdict in dict.fromkeys(a.verdict for a in found)}
        said = ", ".join(f"{verdict} in {n}" for verdict, n in sorted(counts.items(), key=lambda item: -item[1]) if verdict)
        noise = float(np.median(halves)) if halves else None
        rows.append((own.label, own.what, own.unit, own.value, min(values), max(values), noise, said, len(found), len(played[0].blocks)))
    return pl.DataFrame(rows, ANSWERS, orient="row")


def _half(row: dict[str, Any]) -> float | None:
    return None if row["low"] is None or row["high"] is None else (row["high"] - row["low"]) / 2
