"""Who beats whom: wins, ratings and matches of the strategies of a league, at each number of players.

A block is one deal played by every line-up in every seating, so nobody has a better seat or better luck. At a table of two a pair is
judged by who wins; at larger tables by who finishes ahead of whom where both sit. All intervals come from blocks; those of the pairs of
one table size hold together, and so do those of its strategies.
"""

from __future__ import annotations

from itertools import combinations
from math import comb
from typing import Any

import numpy as np
import polars as pl
from scipy import special

from simkit.analysis import cycles, families, groups, nash
from simkit.analysis.blocks import means, unfair
from simkit.analysis.intervals import critical_t, joint
from simkit.analysis.logit import POINTS
from simkit.analysis.ratings import Floats, Ratings, ladder, pairs, rate
from simkit.analysis.seats import games
from simkit.analysis.study import SHARE_UNITS, Study
from simkit.analysis.tally import LEVEL_UNITS, Tally, tally
from simkit.analysis.verdict import FEWEST_BLOCKS

BEATS, LOSES, OPEN = "beats", "loses to", "undecided"
FAIR = 0.5
DEFAULT_MARGIN = 0.05
COARSE = 16  # groups of deals left out in turn where each costs an equilibrium
SPAN = ("low", "high")
MATCHUPS: dict[str, Any] = {
    "players": pl.Int64,
    "strategy": pl.String,
    "other": pl.String,
    "share": pl.Float64,
    "low": pl.Float64,
    "high": pl.Float64,
    "verdict": pl.String,
    "points": pl.Float64,
    "other_points": pl.Float64,
}
STANDINGS: dict[str, Any] = {
    "players": pl.Int64,
    "strategy": pl.String,
    "share": pl.Float64,
    "low": pl.Float64,
    "high": pl.Float64,
    "index": pl.Float64,
    "rating": pl.Float64,
    "rating_low": pl.Float64,
    "rating_high": pl.Float64,
    "bound": pl.String,
    "over_next": pl.Float64,
    "above_next": pl.Float64,
    "beats": pl.Int64,
    "loses_to": pl.Int64,
    "undecided": pl.Int64,
    "dominated_by": pl.String,
    "mass": pl.Float64,
    "shared_wins": pl.Float64,
    "points": pl.Float64,
    "games_per_second": pl.Float64,
}
SIZES: dict[str, Any] = {
    "players": pl.Int64,
    "strategies": pl.Int64,
    "line_ups": pl.Int64,
    "possible": pl.Int64,
    "least_seats": pl.Int64,
    "most_seats": pl.Int64,
    "least_met": pl.Int64,
    "most_met": pl.Int64,
    "padded": pl.Boolean,
    "deviance": pl.Float64,
    "dof": pl.Int64,
    "typical_miss": pl.Float64,
    "miss_by_luck": pl.Float64,
    "cyclic_share": pl.Float64,
    "effective": pl.Float64,
    "effective_low": pl.Float64,
    "effective_high": pl.Float64,
    "depth": pl.Float64,
    "depth_low": pl.Float64,
    "depth_high": pl.Float64,
}
CYCLES: dict[str, Any] = {"players": pl.Int64, "text": pl.String, "weakest": pl.Float64, "low": pl.Float64}
LADDER: dict[str, Any] = {
    "players": pl.Int64,
    "level": pl.Int64,
    "strategy": pl.String,
    "other": pl.String,
    "chance": pl.Float64,
    "low": pl.Float64,
    "high": pl.Float64,
    "step": pl.Float64,
    "counts": pl.Boolean,
}
SEAT_TERMS: dict[str, Any] = {
    "players": pl.Int64,
    "seat": pl.Int64,
    "share": pl.Float64,
    "rating": pl.Float64,
    "rating_low": pl.Float64,
    "rating_high": pl.Float64,
}


def analyse(study: Study) -> dict[str, pl.DataFrame]:
    """Return every table of a league by name."""
    sizes = list(dict.fromkeys(arm.players for arm in study.arms))
    spoilt = games(study)["faults"].sum() > 0
    found: dict[str, list[pl.DataFrame]] = {}
    for players in sizes:
        counted = tally(study, players)
        rated = rate(counted, tuple(study.strategies[member] for member in counted.members))
        judged = len(study.blocks) >= FEWEST_BLOCKS and not spoilt
        for name, table in _tables(study, counted, rated, judged).items():
            found.setdefault(name, []).append(table)
    return {name: pl.concat(tables) for name, tables in found.items()} | {"games": by_line_up(study)}


def margin(study: Study) -> float:
    """Return the study's margin, as a share of par."""
    return float(study.spec.get("margin", DEFAULT_MARGIN))


def _tables(study: Study, counted: Tally, rated: Ratings, judged: bool) -> dict[str, pl.DataFrame]:
    found = matchups(study, counted, judged)
    mass, spread = equilibrium(counted)
    circles = cycle_table(study, counted, found)
    levels = ladder_table(study, counted, rated)
    table = standings(study, counted, rated, found, mass)
    return {
        "standings": table,
        "matchups": found,
        "sizes": size_table(study, counted, rated, mass, spread),
        "cycles": circles,
        "ladder": levels,
        "seats": seat_table(counted, rated),
        "lines": lines(study, counted),
    }


def matchups(study: Study, counted: Tally, judged: bool = True) -> pl.DataFrame:
    """Return how often every strategy finishes ahead of every other at their common tables; at tables of two that is who wins.

    Returns
    -------
    DataFrame, one row a strategy and opponent, each pair from both sides
        players, strategy, other; share (0 to 1) with the interval (all pairs of a family hold together in 95 of 100 runs), level finishes
        counting one half; verdict: "beats" or "loses to" if the interval lies on one side of 1/2, else "undecided", also below 30 deals
        or after a fault; mean points of both at their common tables.
    """
    names, points = _names(study, counted), _points(study, counted)
    share, limits = pair_shares(counted, _sizes(study))
    records = []
    for (a, b), mean, (low, high) in zip(counted.pairs, share, limits, strict=True):
        verdict = OPEN if not judged else BEATS if low > FAIR else LOSES if high < FAIR else OPEN
        records.append((counted.players, names[a], names[b], mean, low, high, verdict, points[a, b], points[b, a]))
    return pl.DataFrame(records, MATCHUPS, orient="row")


def pair_shares(counted: Tally, sizes: int = 1) -> tuple[Floats, Floats]:
    """Return how often the first of each of the tally's pairs finishes ahead, with intervals that hold together for so many sizes."""
    unit = LEVEL_UNITS * np.array([counted.met[a, b] for a, b in counted.pairs])
    share, error = counted.ahead_sums.mean() / unit, counted.ahead_sums.errors() / unit
    ahead = np.stack([counted.ahead[:, a, b] for a, b in counted.pairs], axis=1)
    held = sizes * pairs(len(counted.members))
    return share, joint(share, error, counted.blocks, held, unfair=unfair(ahead, counted.size, unit, 2))


def standings(study: Study, counted: Tally, rated: Ratings, found: pl.DataFrame, mass: Floats) -> pl.DataFrame:
    """Return the strategies, the best rated first.

    Parameters
    ----------
    found : DataFrame
        The result of `matchups`.
    mass : ndarray
        Of the equilibrium.

    Returns
    -------
    DataFrame, one row a strategy
        players, strategy; share of the wins at its tables with an interval (all strategies hold together), index = share / par; rating in
        points (400 are ten times the odds, 0 is the middle of the league) with such an interval, and `bound`: "at least" or "at most"
        where it rests on added games; over_next = chance to win against the next of the list at a table of two, by the ratings;
        above_next = how sure it is that its rating is higher; how many it beats, loses to, and cannot be told from; dominated_by; mass
        in the equilibrium; shared_wins = part of its games in which it shared the win; mean points; games a second with it in all seats,
        on one core (null if the run left no log).
    """
    names, speeds = _names(study, counted), pace(study, counted.players)
    share, limits = won(study, counted)
    many = _sizes(study) * len(names)
    points, shared = (_by_strategy(study, counted, what) for what in ("total", "shared_win"))
    order = places(rated, share)
    above = dominated(found, names)
    records = []
    for place, k in enumerate(order):
        own = found.filter(pl.col("strategy") == names[k])
        verdicts = [int((own["verdict"] == verdict).sum()) for verdict in (BEATS, LOSES, OPEN)]
        better = _over(rated, k, order[place + 1]) if place + 1 < len(order) else (None, None)
        number = counted.members[k]
        wins = (share[k], *limits[k], share[k] * counted.players)
        rating = _in_points(rated.values[k], rated.errors()[k], rated.dof, many, rated.bounds[k])
        told = (above.get(names[k]), mass[k], shared[number], points[number], speeds.get(number))
        records.append((counted.players, names[k], *wins, *rating, rated.bounds[k], *better, *verdicts, *told))
    return pl.DataFrame(records, STANDINGS, orient="row")


def won(study: Study, counted: Tally) -> tuple[Floats, Floats]:
    """Return the share of the wins of each strategy of a tally at its tables, with intervals that hold for all of them together."""
    unit, sums = SHARE_UNITS * counted.sits, counted.share_sums
    share, members = sums.mean() / unit, len(counted.members)
    games = np.stack([counted.wins[:, counted.seated == k].sum(axis=1) for k in range(members)], axis=1)
    unlike = unfair(games, counted.size, unit, counted.players)
    return share, joint(share, sums.errors() / unit, sums.n, _sizes(study) * members, unfair=unlike)


def places(rated: Ratings, share: Floats) -> list[int]:
    """Return the strategies of a tally by their places in the standings: the best rated first, of equal ones who wins more."""
    return [int(k) for k in np.lexsort((-share, -rated.values))]


def dominated(found: pl.DataFrame, names: tuple[str, ...]) -> dict[str, str]:
    """Return by whom a strategy is dominated, the strongest such: it beats it, and does at least as well against every other it met."""
    share = {(a, b): s for a, b, s in found.select("strategy", "other", "share").iter_rows()}
    beaten = {(a, b) for a, b, v in found.select("strategy", "other", "verdict").iter_rows() if v == BEATS}
    result = {}
    for low in names:
        above = [
            high for high in names if (high, low) in beaten and all(share[high, k] >= share[low, k] for k in names if k not in (low, high))
        ]
        if above:
            result[low] = max(above, key=lambda high: sum(share[high, k] for k in names if k != high))
    return result


def size_table(study: Study, counted: Tally, rated: Ratings, mass: Floats, spread: float | None) -> pl.DataFrame:
    """Return what is true of a table size as a whole: one row.

    Returns
    -------
    DataFrame
        players, strategies, line_ups of so many possible ones; least and most seats of a strategy, and meetings of a pair, in a deal;
        padded: whether a shared game was added to each line-up, as somebody always wins or loses; deviance of the ratings with its
        degrees of freedom, typical_miss (share of wins, luck taken off) and miss_by_luck (chance of luck missing as much); cyclic_share
        of the differences; effective number of strategies with its range; depth = logits from the lowest skill level to the highest.
    """
    strategies = len(counted.members)
    apart = ~np.eye(strategies, dtype=bool)
    met, miss = counted.met[apart], rated.miss
    many = nash.effective(mass)
    reach = critical_t(min(counted.blocks, COARSE) - 1) * spread if spread is not None else None
    levels = ladder(rated, study.step, counted.blocks, _sizes(study))
    deep, error = rated.gap(levels[-1], levels[0])
    half = None if error is None else critical_t(rated.dof) * error
    record = (
        *(counted.players, strategies, len(counted.arms), possible(strategies, counted.players)),
        *(int(counted.sits.min()), int(counted.sits.max()), int(met.min()), int(met.max()), rated.padded),
        *(miss.deviance, miss.dof, miss.typical, miss.chance, cyclic(counted)),
        *(many, None if reach is None else max(many - reach, 1.0), None if reach is None else min(many + reach, strategies)),
        *(deep, None if half is None else deep - half, None if half is None else deep + half),
    )
    return pl.DataFrame([record], SIZES, orient="row")


def possible(strategies: int, players: int) -> int:
    """Return the number of line-ups of different strategies, or of those with everybody at the table where there are too few."""
    return comb(strategies, players if strategies >= players else players % strategies)


def cycle_table(study: Study, counted: Tally, found: pl.DataFrame) -> pl.DataFrame:
    """Return the circles in which every link holds by the joint intervals of all pairs: a circle by luck is rarer than 5 in 100 leagues."""
    names = _names(study, counted)
    rows = {(r["strategy"], r["other"]): r for r in found.iter_rows(named=True)}
    beats, strength = np.zeros((2, len(names), len(names)))
    for a, b in counted.pairs:
        row = rows[names[a], names[b]]
        beats[a, b], strength[a, b] = row["verdict"] == BEATS, row["share"]
    records = []
    for turn in cycles.cycles(beats > 0, strength):
        links = [rows[names[a], names[b]] for a, b in zip(turn, (*turn[1:], turn[0]), strict=True)]
        weakest = min(links, key=lambda row: float(row["share"]))
        text = " beats ".join(names[k] for k in (*turn, turn[0]))
        records.append((counted.players, text, weakest["share"], weakest["low"]))
    return pl.DataFrame(records, CYCLES, orient="row")


def ladder_table(study: Study, counted: Tally, rated: Ratings) -> pl.DataFrame:
    """Return the skill levels, the lowest first.

    Returns
    -------
    DataFrame, one row a level
        players, level, strategy; other = the level below, chance to win against it at a table of two by the ratings with its interval
        (joint for all pairs), the step in logits (null for the lowest); counts: whether the level has a say in verdicts, as all but
        random play have.
    """
    names = _names(study, counted)
    reach = critical_t(rated.dof, _sizes(study) * pairs(len(names))) if rated.dof else 0.0
    records = []
    chosen = ladder(rated, study.step, counted.blocks, _sizes(study))
    for level, member in enumerate(chosen):
        told: tuple[Any, ...] = (None,) * 5
        if level:
            apart, error = rated.gap(member, chosen[level - 1])
            limits = special.expit([apart, apart - reach * (error or 0.0), apart + reach * (error or 0.0)])
            told = (names[chosen[level - 1]], *map(float, limits), apart)
        records.append((counted.players, level + 1, names[member], *told, names[member].split("(")[0] != "random"))
    return pl.DataFrame(records, LADDER, orient="row")


def seat_table(counted: Tally, rated: Ratings) -> pl.DataFrame:
    """Return by seat the share of wins of whoever sits there, and its rating points apart from who sits there (joint intervals)."""
    won = counted.wins.sum(axis=0).sum(axis=0)
    share = won / max(int(won.sum()), 1)
    spread = np.sqrt((rated.seat_deviations**2).sum(axis=0)) if rated.dof else [None] * counted.players
    records = [
        (counted.players, seat + 1, share[seat], *_in_points(rated.seats[seat], spread[seat], rated.dof, counted.players, ""))
        for seat in range(counted.players)
    ]
    return pl.DataFrame(records, SEAT_TERMS, orient="row")


def equilibrium(counted: Tally) -> tuple[Floats, float | None]:
    """Return the equilibrium of the shares of finishing ahead, and the jackknife error of its effective number of strategies."""
    by_group = groups.fewer(counted.ahead, COARSE)
    whole = by_group.sum(axis=0)
    mass = nash.masses(_payoffs(whole))
    if len(by_group) < 2:
        return mass, None
    without = np.array([[nash.effective(nash.masses(_payoffs(whole - group)))] for group in by_group])
    size = groups.fewer(counted.size, COARSE)
    return mass, float(np.sqrt((groups.deviations(nash.effective(mass), without, size) ** 2).sum()))


def cyclic(counted: Tally) -> float | None:
    """Return the cyclic share of the log odds of finishing ahead, the noise taken off; null where nothing else is left.

    Half a meeting is added to each side, so that always has a logarithm.
    """
    whole = counted.ahead.sum(axis=0)
    logits = _log_odds(whole)
    if len(counted.ahead) < 2:
        return None
    without = np.array([_log_odds(whole - group).ravel() for group in counted.ahead])
    variances = (groups.deviations(logits.ravel(), without, counted.size) ** 2).sum(axis=0).reshape(logits.shape)
    return cycles.cyclic_share(logits, variances)


def lines(study: Study, counted: Tally) -> pl.DataFrame:
    """Return the mean points of every strategy by score line, over all its games: players, strategy, line, text, mean."""
    tables = []
    for line in study.manifest["lines"]:
        found = _by_strategy(study, counted, line["name"])
        text = line.get("text") or line["name"]
        tables += [(counted.players, study.strategies[number], line["name"], text, found[number]) for number in counted.members]
    schema = {"players": pl.Int64, "strategy": pl.String, "line": pl.String, "text": pl.String, "mean": pl.Float64}
    return pl.DataFrame(tables, schema, orient="row")


def by_line_up(study: Study) -> pl.DataFrame:
    """Return by line-up the number of games, and how many had a shared win, were cut off, or were faulty: arm, label, players, ..."""
    records = [(arm.index, arm.label, arm.players) for arm in study.arms]
    labels = pl.DataFrame(records, ["arm", "label", "players"], orient="row")
    return labels.join(games(study), on="arm", how="left", maintain_order="left")


def pace(study: Study, players: int = 2) -> dict[int, float]:
    """Return the games a second of one core with a strategy in all seats, by its number; empty if there is no log of the run.

    The log has the seconds that a block of each line-up took in a short trial at the start of the run. A game takes what its players
    take, so the times of all line-ups give those of the players by least squares of the relative errors. Where the line-ups do not tell
    them apart (two strategies at a table of two) all get the mean.
    """
    measured: list[float] = next((entry["seconds_per_block"] for entry in reversed(study.log) if "seconds_per_block" in entry), [])
    arms = [arm for arm in study.arms if arm.players == players]
    if len(measured) != len(study.arms):
        return {}
    took = np.array([measured[arm.index] for arm in arms])
    part = np.array([[arm.rotations * arm.lineup.count(k) / players for k in range(len(study.strategies))] for arm in arms])
    seconds = np.linalg.lstsq(part / took[:, None], np.ones(len(arms)), rcond=None)[0]
    return {number: float(1 / each) for number, each in enumerate(seconds) if each > 0}


def _sizes(study: Study) -> int:
    """Return how many numbers of players hold together."""
    return families.groups(study, len({arm.players for arm in study.arms}))


def _names(study: Study, counted: Tally) -> tuple[str, ...]:
    return tuple(study.strategies[member] for member in counted.members)


def _payoffs(ahead: Any) -> Floats:
    """Return what the row wins more than half of against the column; nothing where they never met."""
    both = ahead + ahead.T
    shares = np.where(both > 0, ahead / np.maximum(both, 1), FAIR) - FAIR
    return np.asarray(shares - np.diag(np.diag(shares)))


def _log_odds(ahead: Any) -> Floats:
    half = LEVEL_UNITS / 2
    found = np.log((ahead + half) / (ahead.T + half))
    return np.asarray(found - np.diag(np.diag(found)))


def _over(rated: Ratings, one: int, other: int) -> tuple[float, float | None]:
    """Return the chance of one to win against the other by the ratings, and how sure it is that it is rated higher."""
    apart, error = rated.gap(one, other)
    sure = None if not error else float(special.stdtr(rated.dof, apart / error))
    return float(special.expit(apart)), sure


def _in_points(value: float, error: float | None, dof: int, comparisons: int, bound: str) -> tuple[float | None, ...]:
    """Return a term in rating points with its interval; none where it rests on added games."""
    if error is None or bound:
        return value * POINTS, None, None
    half = critical_t(dof, comparisons) * error
    return value * POINTS, (value - half) * POINTS, (value + half) * POINTS


def _by_strategy(study: Study, counted: Tally, column: str) -> dict[int, float]:
    found = means(study, column, by=("strategy",), where=pl.col("arm").is_in([arm.index for arm in counted.arms]))
    return dict(found.select("strategy", "mean").iter_rows())


def _points(study: Study, counted: Tally) -> Floats:
    """Return the mean points of the row at tables where the column sits."""
    found = means(study, "total", by=("arm", "strategy"))
    mean = {(arm, strategy): value for arm, strategy, value in found.select("arm", "strategy", "mean").iter_rows()}
    total, weight = np.zeros((2, len(counted.members), len(counted.members)))
    for arm in counted.arms:
        for own, other in combinations(dict.fromkeys(arm.lineup), 2):
            for a, b in ((own, other), (other, own)):
                at = counted.members.index(a), counted.members.index(b)
                total[at] += arm.rotations * mean[arm.index, a]
                weight[at] += arm.rotations
    return np.asarray(total / np.maximum(weight, 1))
