"""Is a game tense, decided early, or run away with: its length, its margins, who comes back, and how many pieces it takes.

What is said of points looks at the points as they stand when a round begins; where much is scored at the end they mislead. What is said of
the chance to win comes from a model that must prove itself first (`simkit.analysis.chance_to_win`), and is withheld if it does not.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
import polars as pl
from numpy.typing import NDArray
from scipy import special

from simkit.analysis import chance_to_win
from simkit.analysis.better import better
from simkit.analysis.chance_to_win import CALIBRATED, OPEN
from simkit.analysis.courses import Courses, Estimate, Games, beside, courses
from simkit.analysis.intervals import quantile_ranks
from simkit.analysis.seats import games as counts
from simkit.analysis.study import Arm, Study

Floats = NDArray[np.float64]
PARTS = (0.25, 0.5, 0.75)
CLOSE = (1, 3, 5)  # points
DECIDED = 0.9  # chance to win from which on a game counts as decided
QUANTILES = (0.5, 0.95, 0.99, 0.999)
NUMBER, SHARE, POINTS, PART = "number", "share", "points", "part"  # units
MEASURES: dict[str, Any] = {
    "arm": pl.Int64,
    "label": pl.String,
    "players": pl.Int64,
    "table": pl.String,
    "topic": pl.String,
    "measure": pl.String,
    "text": pl.String,
    "unit": pl.String,
    "value": pl.Float64,
    "low": pl.Float64,
    "high": pl.Float64,
    "p5": pl.Float64,
    "p50": pl.Float64,
    "p95": pl.Float64,
    "games": pl.Int64,
}
PIECES: dict[str, Any] = {
    "arm": pl.Int64,
    "label": pl.String,
    "players": pl.Int64,
    "table": pl.String,
    "piece": pl.String,
    "text": pl.String,
    "quantile": pl.Float64,
    "pieces": pl.Int64,
    "low": pl.Int64,
    "high": pl.Int64,
    "coverage": pl.Float64,
    "supply": pl.Int64,
    "rule": pl.String,
    "used_up": pl.Float64,
    "games": pl.Int64,
}
MODEL: dict[str, Any] = {
    "arm": pl.Int64,
    "label": pl.String,
    "players": pl.Int64,
    "table": pl.String,
    "verdict": pl.String,
    "explained": pl.Float64,
    "largest_gap": pl.Float64,
    "games": pl.Int64,
}


@dataclass(frozen=True)
class Measure:
    """A number of a table of players: what it is, and how it came out."""

    topic: str
    name: str
    text: str
    unit: str
    estimate: Estimate
    games: int
    spread: tuple[float | None, float | None, float | None] = (None, None, None)

    def row(self, arm: Arm) -> tuple[Any, ...]:
        """Return it as a row of the table of measures."""
        said = (arm.index, arm.label, arm.players, arm.table)
        return (*said, self.topic, self.name, self.text, self.unit, *self.estimate, *self.spread, self.games)


def analyse(study: Study) -> dict[str, pl.DataFrame]:
    """Return every table of a study of dynamics by name."""
    measures: list[tuple[Any, ...]] = []
    pieces: list[tuple[Any, ...]] = []
    models: list[tuple[Any, ...]] = []
    calibrations = []
    main = tuple(arm for arm in study.arms if arm.table != "league")
    for arm in main:
        course = courses(study, arm)
        if not len(course.games):
            continue
        measures += [m.row(arm) for m in (*length(course.games), *closeness(course.games), *turns_of_fortune(course))]
        pieces += demand(study, arm)
        verdict, found, calibrated, drama = believed(course)
        measures += [m.row(arm) for m in drama]
        models.append((arm.index, arm.label, arm.players, arm.table, verdict, *found, len(course.games)))
        if calibrated is not None:
            calibrations.append(calibrated.select(pl.lit(arm.index).alias("arm"), pl.lit(arm.label).alias("label"), pl.all()))
    empty = pl.DataFrame(schema={"arm": pl.Int32, "label": pl.String} | chance_to_win.CALIBRATION)
    return {
        "measures": pl.DataFrame(measures, MEASURES, orient="row"),
        "better": better(study, study.arms),
        "pieces": pl.DataFrame(pieces, PIECES, orient="row"),
        "models": pl.DataFrame(models, MODEL, orient="row"),
        "calibration": pl.concat([empty, *calibrations]),
        "tables": tables(study, main),
    }


def tables(study: Study, arms: tuple[Arm, ...]) -> pl.DataFrame:
    """Return one row a table: arm, label, players, table; games, and how many were shared wins, cut off, faulty, or longer than is kept."""
    kept = int(study.spec["rounds"])
    played = [courses(study, arm).games for arm in arms]
    said = pl.DataFrame(
        {
            "arm": [arm.index for arm in arms],
            "label": [arm.label for arm in arms],
            "players": [arm.players for arm in arms],
            "table": [arm.table for arm in arms],
            "longer": [int((games.rounds > kept).sum()) for games in played],
        },
        schema_overrides={"arm": pl.Int64, "players": pl.Int64, "longer": pl.Int64},
    )
    return said.join(counts(study), on="arm", how="left", maintain_order="left")


def length(games: Games) -> Iterator[Measure]:
    """Yield how long games are, and how much is decided in them."""
    decisions, options, forced = (games[name].sum(axis=1) for name in ("decisions", "options", "forced"))
    turns = games["turns"].sum(axis=1)
    for name, text, values in (
        ("turns", "turns of a player", turns / games.players),
        ("decisions", "decisions of all players", decisions),
    ):
        p5, p50, p95 = (float(np.quantile(values, q, method="inverted_cdf")) for q in (0.05, 0.5, 0.95))
        yield Measure("length", name, text, NUMBER, games.ratio(values), len(games), (p5, p50, p95))
    yield Measure(
        "length", "cut_off", "games stopped at the limit of turns or decisions", SHARE, games.share(games["cut_off"][:, 0]), len(games)
    )
    yield Measure("length", "decisions_a_turn", "decisions a turn", NUMBER, games.ratio(decisions, turns), len(games))
    yield Measure("length", "options", "options a decision", NUMBER, games.ratio(options, decisions), len(games))
    yield Measure("length", "options_a_turn", "options a turn", NUMBER, games.ratio(options, turns), len(games))
    yield Measure("length", "forced", "decisions with a single option", SHARE, games.share(forced, decisions), len(games))


def closeness(games: Games) -> Iterator[Measure]:
    """Yield by how much games are won."""
    ordered = np.sort(games["total"], axis=1)
    margin = ordered[:, -1] - ordered[:, -2]
    p5, p50, p95 = (float(np.quantile(margin, q, method="inverted_cdf")) for q in (0.05, 0.5, 0.95))
    yield Measure("margin", "margin", "points between the first and the second", POINTS, games.ratio(margin), len(games), (p5, p50, p95))
    for points in CLOSE:
        text = f"games won by {points} point{'s' if points > 1 else ''} or less"
        yield Measure("margin", f"within_{points}", text, SHARE, games.share(margin <= points), len(games))


def turns_of_fortune(course: Courses) -> Iterator[Measure]:
    """Yield what the points of the others say of the end: who leads, who is last, how margins grow."""
    for part in PARTS:
        there, points = course.at(part)
        games, most = course.games.of(there), points.max(axis=1, keepdims=True)
        text = f"wins of who leads on points when {100 * part:.0f} % of the rounds are over"
        yield Measure("fortune", f"lead_{100 * part:.0f}", text, SHARE, *_standing(games, points, most))
    there, points = course.at(0.5)
    games = course.games.of(there)
    least = points.min(axis=1, keepdims=True)
    yield Measure("fortune", "last_50", "wins of who is last on points at half-time", SHARE, *_standing(games, points, least))
    half, final = (values - values.mean(axis=1, keepdims=True) for values in (points, games["total"]))
    text = "points ahead at the end for each point ahead at half-time"
    yield Measure("fortune", "slope", text, NUMBER, games.ratio((half * final).sum(axis=1), (half**2).sum(axis=1)), len(games))
    whole = course.of(~course.is_cut)
    early = whole.games.share(settled(whole) <= whole.games.rounds // 2)
    yield Measure("fortune", "settled", "games whose first on points led alone from half-time on", SHARE, early, len(whole.games))


def settled(course: Courses) -> NDArray[np.int64]:
    """Return the last round at whose beginning whoever ends with most points did not lead alone; the number of rounds if nobody ends so."""
    totals, rounds = course.games["total"], course.games.rounds
    first = totals.argmax(axis=1)
    alone = (totals == totals.max(axis=1, keepdims=True)).sum(axis=1) == 1
    own = np.take_along_axis(course.points, first[:, None, None], axis=2)[..., 0]
    others = np.where(np.arange(totals.shape[1]) == first[:, None, None], -np.inf, course.points).max(axis=2)
    with np.errstate(invalid="ignore"):
        leads = own > others
    numbers = np.arange(course.points.shape[1])
    behind = (numbers < rounds[:, None]) & ~leads
    return np.where(alone, np.where(behind, numbers, 0).max(axis=1, initial=0), rounds)


def _standing(games: Games, points: Floats, where: Floats) -> tuple[Estimate, int]:
    """Return the wins of who stands at a number of points, several sharing them evenly; games where all stand level are left out."""
    standing = points == where
    number = standing.sum(axis=1)
    counted = (number < points.shape[1]).astype(np.float64)
    wins = (games["share"] * standing).sum(axis=1) / number
    return games.share(wins * counted, counted), int(counted.sum())


def believed(course: Courses) -> tuple[str, tuple[float | None, float | None], pl.DataFrame | None, list[Measure]]:
    """Return whether the chances to win can be believed, what they explain and by how much they fail, and what they say if they can."""
    whole = course.of(~course.is_cut)
    chance = chance_to_win.chances(whole) if len(whole.games) else None
    if chance is None:
        return OPEN, (None, None), None, []
    table, verdict = chance_to_win.calibration(whole, chance)
    gap = table.select(pl.col("gap").abs().max()).item()
    known = (chance_to_win.explained(whole, chance), gap)
    return verdict, known, table, list(drama(whole, chance)) if verdict == CALIBRATED else []


def drama(course: Courses, chance: Floats) -> Iterator[Measure]:
    """Yield what chances to win tell of a game: how often the favourite changes, how far winners were behind, when it was decided."""
    games, rounds = course.games, course.kept
    numbers = np.arange(chance.shape[1])
    began = numbers < rounds[:, None]
    ahead = np.where(began, np.nan_to_num(chance, nan=-1.0).argmax(axis=2), -1)
    changes = ((ahead[:, 1:] != ahead[:, :-1]) & began[:, 1:]).sum(axis=1)
    yield Measure(
        "chance", "lead_changes", "times the favourite changes from one round to the next", NUMBER, games.ratio(changes), len(games)
    )
    winners = games["share"] > 0
    own = np.where(began, (chance * winners[:, None]).sum(axis=2), np.nan)
    best_other = np.where(began, np.where(winners[:, None], -1.0, chance).max(axis=2), np.nan)
    own_best = np.where(began, np.where(winners[:, None], chance, -1.0).max(axis=2), np.nan)
    trails = began & (best_other > own_best)
    behind = np.where(trails, best_other - own_best, 0.0).sum(axis=1)
    text = "how far the winner's chance lies behind the favourite's, while it does"
    yield Measure("chance", "drama", text, PART, games.ratio(behind, trails.sum(axis=1)), int(trails.any(axis=1).sum()))
    yield from _suspense(games, chance, began)
    text = "games whose winner was not the favourite at half-time"
    middle = np.minimum(games.rounds // 2, rounds - 1)
    upset = trails[np.arange(len(games)), middle]
    yield Measure("chance", "upset", text, SHARE, games.share(upset), len(games))
    left = decided(own, games.rounds)
    p5, p50, p95 = (float(np.quantile(left, q, method="inverted_cdf")) for q in (0.05, 0.5, 0.95))
    text = f"part of the game left when the winner's chance has passed {100 * DECIDED:.0f} % for good"
    yield Measure("chance", "decided", text, PART, games.ratio(left), len(games), (p5, p50, p95))


def _suspense(games: Games, chance: Floats, began: NDArray[np.bool_]) -> Iterator[Measure]:
    """Yield how open games are (entropy of the chances, 1 where all seats have the same), and how far chances move from round to round."""
    known = np.where(began[..., None], np.nan_to_num(chance), 0.0)
    entropy = special.entr(known).sum(axis=2) / np.log(games.players)
    found = games.ratio(entropy.sum(axis=1), began.sum(axis=1))
    yield Measure("chance", "uncertainty", "how open a game is, 1 being even chances", PART, found, len(games))
    both = began[:, 1:] & began[:, :-1]
    steps = np.where(both[..., None], known[:, 1:] - known[:, :-1], 0.0)
    moved = np.abs(steps).sum(axis=2) / 2
    found = games.ratio(moved.sum(axis=1), both.sum(axis=1))
    yield Measure("chance", "surprise", "chance that changes hands in a round", PART, found, int(both.any(axis=1).sum()))
    largest = steps.max(axis=(1, 2), initial=0.0)
    p5, p50, p95 = (float(np.quantile(largest, q, method="inverted_cdf")) for q in (0.05, 0.5, 0.95))
    text = "largest gain of chance in one round of a game"
    yield Measure("chance", "killer_move", text, PART, games.ratio(largest), len(games), (p5, p50, p95))


def decided(own: Floats, rounds: NDArray[np.int64]) -> Floats:
    """Return the part of each game that was left after the winner's chance last stood below `DECIDED`: shape (games,)."""
    numbers = np.arange(own.shape[1])
    with np.errstate(invalid="ignore"):
        below = (numbers < rounds[:, None]) & (own < DECIDED)
    until = np.where(below, numbers + 1, 0).max(axis=1, initial=0)
    return np.asarray((rounds - until) / rounds)


def demand(study: Study, arm: Arm) -> list[tuple[Any, ...]]:
    """Return how many pieces of each kind games take, at most at once: quantiles over games with order statistics around them.

    Games of one deal are not independent. The ranks of the interval are those of as many games as there are deals, carried over to all
    games: right if the games of a deal are all alike, and wide if they are not.
    """
    kinds = list(study.manifest["pieces"])
    if not kinds:
        return []
    frame = beside(study, "pieces", arm)
    deals = frame["block"].n_unique()
    records = []
    for kind in kinds:
        ordered = np.sort(frame[kind["name"]].to_numpy())
        supply = int(kind["supply"]) or None
        used_up = None if supply is None else float((ordered >= supply).mean())
        for quantile in QUANTILES:
            value, low, high, coverage = order_statistics(ordered, quantile, deals)
            said = (arm.index, arm.label, arm.players, arm.table, kind["name"], kind["text"])
            records.append((*said, quantile, value, low, high, coverage, supply, kind["rule"], used_up, len(ordered)))
    return records


def order_statistics(ordered: NDArray[Any], quantile: float, deals: int) -> tuple[int, int, int | None, float]:
    """Return a quantile of sorted whole numbers, order statistics around it, and their coverage; no upper one if the largest is too small.

    Examples
    --------
    >>> order_statistics(np.arange(1, 101), 0.5, 100)[:3]
    (50, 40, 61)
    >>> order_statistics(np.arange(1, 101), 0.999, 100)[:3]
    (100, 99, None)
    """
    games = len(ordered)
    each = games / deals
    lower, upper, coverage = quantile_ranks(deals, quantile)
    value = int(np.quantile(ordered, quantile, method="inverted_cdf"))
    low = int(ordered[int((max(lower, 1) - 1) * each)])
    high = None if upper > deals else int(ordered[min(int(np.ceil(upper * each)), games) - 1])
    return value, low, high, coverage
