"""Real groups on the ladder of simulated levels, and the targets that follow for them.

Where games are won and lost, a group is placed by its wins on the scale of scenarios and levels (`simkit.analysis.rasch`), with exact
limits: the chance of so many wins in just these scenarios. Where there are scores only, it is placed by its mean score.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np
import polars as pl
from scipy import optimize

from simkit.analysis.blocks import Floats
from simkit.analysis.difficulty import LEVEL, SCENARIO
from simkit.analysis.intervals import LEVEL as COVERAGE
from simkit.analysis.intervals import critical_t
from simkit.analysis.scores import Scores
from simkit.analysis.study import Arm, Study
from simkit.analysis.wins import player

EVERYBODY = "all playtests"
FARTHEST = 40.0  # logits from the scale's middle within which an ability is looked for
BY_WINS, BY_SCORE = "wins", "score"
PEOPLE: dict[str, Any] = {
    "group": pl.String,
    "games": pl.Int64,
    "won": pl.Int64,
    "by": pl.String,
    "value": pl.Float64,
    "low": pl.Float64,
    "high": pl.Float64,
    "rung": pl.Float64,
    "rung_low": pl.Float64,
    "rung_high": pl.Float64,
    "turns": pl.Float64,
    "turns_simulated": pl.Float64,
}
AIMS: dict[str, Any] = {
    "group": pl.String,
    "scenario": pl.String,
    "printed": pl.Int64,
    "wanted": pl.Float64,
    "target": pl.Int64,
    "low": pl.Int64,
    "high": pl.Int64,
    "achieved": pl.Float64,
    "achieved_above": pl.Float64,
}


def win_chance(ability: float, difficulties: Floats) -> Floats:
    """Return the chance of each number of wins, 0 to the number of games.

    Examples
    --------
    >>> win_chance(0.0, np.zeros(2)).tolist()
    [0.25, 0.5, 0.25]
    """
    found = np.ones(1)
    for p in 1 / (1 + np.exp(np.asarray(difficulties) - ability)):
        found = np.convolve(found, [1 - p, p])
    return found


def ability(wins: int, difficulties: Floats, coverage: float = COVERAGE) -> tuple[float, float | None, float | None]:
    """Return the ability behind so many wins, with exact limits; no lower one without a win, no upper one without a loss.

    Where every game went the same way, the value is where that has an even chance.
    """
    games, tail = len(difficulties), (1 - coverage) / 2

    def where(excess: Callable[[float], float]) -> float:
        return float(optimize.brentq(excess, -FARTHEST, FARTHEST))

    if wins == 0:
        value = where(lambda a: 0.5 - win_chance(a, difficulties)[0])
    elif wins == games:
        value = where(lambda a: win_chance(a, difficulties)[-1] - 0.5)
    else:
        value = where(lambda a: float((1 / (1 + np.exp(difficulties - a))).sum()) - wins)
    low = where(lambda a: win_chance(a, difficulties)[wins:].sum() - tail) if wins else None
    high = where(lambda a: tail - win_chance(a, difficulties)[: wins + 1].sum()) if wins < games else None
    return value, low, high


def rung(value: float | None, ladder: Sequence[float]) -> float | None:
    """Return the place of a value on a rising ladder: 0 on or below the lowest level, 1.5 between the second and the third.

    Examples
    --------
    >>> rung(0.5, [0.0, 1.0, 2.0]), rung(9.0, [0.0, 1.0, 2.0])
    (0.5, 2.0)
    """
    return None if value is None else float(np.interp(value, ladder, np.arange(len(ladder))))


def people(study: Study, levels: Sequence[str], scale: pl.DataFrame | None, scores: Mapping[int, Scores]) -> pl.DataFrame:
    """Place the groups of the study's playtests.

    Parameters
    ----------
    levels : sequence of str
        Those that have a say, from the weakest to the strongest.
    scale : DataFrame or None
        Of `simkit.analysis.difficulty.scale`, where games are won and lost.
    scores : mapping
        Scores by arm.

    Returns
    -------
    DataFrame, one row a group; none without playtests
        group; games behind its place, won; by = wins or score; value = ability in logits, or mean score, with limits low to high (null
        without bound); rung = place among the levels, 0 for the weakest and whoever is weaker, with its limits (an end of the ladder
        where there is no bound); turns = their mean, and turns_simulated = the levels' mean in the same scenarios (null if not said).
    """
    titles = {arm.mode: arm.title for arm in study.arms}
    games = [game | {"title": titles[game["scenario"]]} for game in study.asked.get("playtested", [])]
    groups: dict[str, list[dict[str, Any]]] = {EVERYBODY: games} if games else {}
    named = [game for game in games if "group" in game]
    if len({game["group"] for game in named}) > 1 or len(named) not in (0, len(games)):
        for game in named:
            groups.setdefault(str(game["group"]), []).append(game)
    records = []
    for group, played in groups.items():
        found = _by_wins(played, levels, scale) if scale is not None else _by_score(study, played, levels, scores)
        if found is not None:
            records.append((group, *found, *_turns(study, played, levels)))
    return pl.DataFrame(records, PEOPLE, orient="row")


def aims(study: Study, placed: pl.DataFrame, levels: Sequence[str], scores: Mapping[int, Scores], wanted: Sequence[float]) -> pl.DataFrame:
    """Return the targets for the groups of the playtests: those of the two levels about them, mixed by their place between.

    Returns
    -------
    DataFrame
        group, scenario, printed; wanted; target, and low to high = the targets at the limits of the group's place; achieved,
        achieved_above = the chance at the target and at one point more. Null where no score has the wanted chance.
    """
    records = []
    for row in placed.iter_rows(named=True):
        for title, arms in _by_scenario(study, levels).items():
            ladder = [scores[arms[name].index] for name in levels]
            mixed = [_mixed(ladder, row[place]) for place in ("rung", "rung_low", "rung_high")]
            for p in wanted:
                at, low, high = (of.target(p) for of in mixed)
                limits = (low[0] if low else None, high[0] if high else None)
                target = at or (None, None, None)
                records.append((row["group"], title, arms[levels[0]].target, p, target[0], *limits, *target[1:]))
    return pl.DataFrame(records, AIMS, orient="row")


def _by_scenario(study: Study, levels: Sequence[str]) -> dict[str, dict[str, Arm]]:
    found: dict[str, dict[str, Arm]] = {}
    for arm in study.arms:
        if player(study, arm) in levels:
            found.setdefault(arm.title, {})[player(study, arm)] = arm
    return found


def _by_wins(played: Sequence[dict[str, Any]], levels: Sequence[str], scale: pl.DataFrame) -> tuple[Any, ...] | None:
    known = [game for game in played if "won" in game]
    if not known:
        return None
    values = {(kind, name): logit for kind, name, logit in scale.select("kind", "label", "logit").iter_rows()}
    difficulties = np.array([values[SCENARIO, game["title"]] for game in known])
    won = sum(game["won"] for game in known)
    found = ability(won, difficulties)
    ladder = np.maximum.accumulate([values[LEVEL, name] for name in levels])
    low, high = (rung(value, list(ladder)) for value in found[1:])
    places = (rung(found[0], list(ladder)), 0.0 if low is None else low, len(levels) - 1.0 if high is None else high)
    return len(known), won, BY_WINS, *found, *places


def _by_score(
    study: Study, played: Sequence[dict[str, Any]], levels: Sequence[str], scores: Mapping[int, Scores]
) -> tuple[Any, ...] | None:
    known = [game for game in played if "score" in game]
    if not known:
        return None
    arms = _by_scenario(study, levels)
    ladder = [float(np.mean([scores[arms[game["title"]][name].index].mean for game in known])) for name in levels]
    usual = np.array([np.mean([scores[arm.index].mean for arm in arms[game["title"]].values()]) for game in known])
    seen = np.array([float(game["score"]) for game in known])
    mean, many = float(seen.mean()), len(known)
    limits: tuple[float | None, float | None] = (None, None)
    if many > 1:  # about what is usual in each scenario, so that a mix of scenarios is no spread of skill
        half = critical_t(many - 1) * float((seen - usual).std(ddof=1)) / math.sqrt(many)
        limits = (mean - half, mean + half)
    rising = list(np.maximum.accumulate(ladder))
    low, high = (rung(value, rising) for value in limits)
    places = (rung(mean, rising), 0.0 if low is None else low, len(levels) - 1.0 if high is None else high)
    won = sum(game["won"] for game in known) if all("won" in game for game in known) else None
    return many, won, BY_SCORE, mean, *limits, *places


def _turns(study: Study, played: Sequence[dict[str, Any]], levels: Sequence[str]) -> tuple[float | None, float | None]:
    known = [game for game in played if "turns" in game]
    if not known:
        return None, None
    arms = _by_scenario(study, levels)
    rows = study.reduce(lambda frame: frame.group_by("arm").agg(pl.col("turns").sum(), pl.len().cast(pl.Int64).alias("games")))
    mean = {arm: turns / games for arm, turns, games in rows.group_by("arm").sum().select("arm", "turns", "games").iter_rows()}
    simulated = [np.mean([mean[arm.index] for arm in arms[game["title"]].values()]) for game in known]
    return float(np.mean([game["turns"] for game in known])), float(np.mean(simulated))


def _mixed(ladder: Sequence[Scores], place: float) -> Scores:
    below = min(int(place), len(ladder) - 1)
    above = min(below + 1, len(ladder) - 1)
    return ladder[below].mixed(ladder[above], place - below)
