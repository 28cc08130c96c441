"""Which choices of a drawn setup matter: main effects of each factor's levels, what they explain, and the setups that stand out.

Every deal draws a setup: one level of each factor. A deal's value (its mean length, its points, its balance) is one observation; deals are
independent. Main effects come from least squares with sum-to-zero contrasts and errors that allow for unequal spread (HC2). What main
effects leave of the spread between setups is interaction; what remains inside setups is the luck of the deal.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
import polars as pl
from numpy.typing import NDArray
from scipy import special

from simkit.analysis import families
from simkit.analysis.blocks import left_out
from simkit.analysis.intervals import critical_t
from simkit.analysis.multiplicity import allowed, bh
from simkit.analysis.squares import square
from simkit.analysis.study import REPLAY, SHARE_UNITS, Study, StudyError, load
from simkit.analysis.verdict import FEWEST_BLOCKS

Floats = NDArray[np.float64]
NAMED = 2  # setups at each end of each response that are played again
VAGUE = 1.0  # width of an interval of a share that says nothing
JACKKNIFE = 40  # groups of deals left out in turn for the shares of variance
RESPONSES = {
    "turns": ("length of the game", "turns a player"),
    "points": ("points", "points a player"),
    "first": ("edge of the first seat", "its share of the wins, less a fair share"),
    "lead": ("lead of the first over the second", "points"),
}
EFFECTS: dict[str, Any] = {
    "response": pl.String, "factor": pl.String, "level": pl.String, "deals": pl.Int64, "effect": pl.Float64, "low": pl.Float64,
    "high": pl.Float64, "p": pl.Float64, "found": pl.Boolean, "deal": pl.Int64,
}  # fmt: skip
VARIANCE: dict[str, Any] = {
    "response": pl.String, "source": pl.String, "variance": pl.Float64, "share": pl.Float64, "low": pl.Float64, "high": pl.Float64,
}  # fmt: skip
STANDING_OUT: dict[str, Any] = {
    "response": pl.String, "end": pl.String, "setup": pl.Int64, "name": pl.String, "deals": pl.Int64, "expected": pl.Float64,
    "again": pl.Float64, "again_low": pl.Float64, "again_high": pl.Float64, "drawn": pl.Float64, "difference": pl.Float64,
    "low": pl.Float64, "high": pl.Float64, "verdict": pl.String,
}  # fmt: skip
CONFIRMED, GONE, OPEN = "stands out again", "does not stand out again", "not played again"


@dataclass(frozen=True)
class Factor:
    """A choice of the setup: its name and its levels in the order of their numbers."""

    name: str
    levels: tuple[str, ...]


@dataclass(frozen=True)
class Deals:
    """What each deal drew and came to.

    Attributes
    ----------
    factors : tuple of Factor
    setup : ndarray of int64, shape (deals,)
    values : mapping of str to ndarray of float64, shape (deals,)
    numbers : ndarray of int64, shape (deals,)
        Of the deals, if they are known.
    """

    factors: tuple[Factor, ...]
    setup: NDArray[np.int64]
    values: Mapping[str, Floats]
    numbers: NDArray[np.int64] | None = None

    @cached_property
    def digits(self) -> NDArray[np.int64]:
        """Level of each factor: shape (deals, factors)."""
        return self.digits_of(self.setup)

    def digits_of(self, setups: NDArray[np.int64]) -> NDArray[np.int64]:
        """Return the level of each factor in setups: shape (setups, factors)."""
        rest, found = setups, []
        for factor in reversed(self.factors):
            found.append(rest % len(factor.levels))
            rest = rest // len(factor.levels)
        return np.stack(found[::-1], axis=1)

    @cached_property
    def seen(self) -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.int64]]:
        """Setups that were drawn, in order; the place of each deal's among them; and how many deals drew each."""
        setups, place, counts = np.unique(self.setup, return_inverse=True, return_counts=True)
        return setups, place, counts

    @cached_property
    def design(self) -> Floats:
        """Intercept and sum-to-zero contrasts of each setup that was drawn: shape (setups, 1 + sum of levels - 1)."""
        setups = self.seen[0]
        columns = [np.ones(len(setups))]
        for digit, factor in zip(self.digits_of(setups).T, self.factors, strict=True):
            last = len(factor.levels) - 1
            columns += [(digit == level).astype(float) - (digit == last) for level in range(last)]
        return np.stack(columns, axis=1)

    def name(self, setup: int) -> str:
        """Return a setup as its levels, one for each factor."""
        return ", ".join(level for _, level in self.chosen(setup))

    def chosen(self, setup: int) -> list[tuple[str, str]]:
        """Return a setup as pairs of factor and level."""
        rest, found = setup, []
        for factor in reversed(self.factors):
            found.append((factor.name, factor.levels[rest % len(factor.levels)]))
            rest //= len(factor.levels)
        return found[::-1]


@dataclass(frozen=True)
class Fit:
    """Main effects of one response: one coefficient a column of the design, and their covariance.

    Deals with one setup have one row of the design, so all follows from each setup's number of deals, sum and squares; axes before that of
    the setups are as many fits, each of its own deals. Of 200,000 deals of 2,187 setups the shares of variance with their 40 refits take
    1 s rather than 58.

    Attributes
    ----------
    deals : Deals
    counts, sums, squares : ndarray, shape (..., setups)
        Deals with each setup, the sum of their values and that of the squares.
    """

    deals: Deals
    counts: Floats
    sums: Floats
    squares: Floats

    @classmethod
    def of(cls, deals: Deals, values: Floats) -> Fit:
        """Fit all deals."""
        return cls(deals, *(table.sum(axis=0) for table in by_group(deals, values, 1)))

    @cached_property
    def _solved(self) -> tuple[Floats, Floats]:
        design = self.deals.design
        inverse = np.linalg.pinv(design.T @ (design * self.counts[..., None]))
        beta = (inverse @ (design.T @ self.sums[..., None]))[..., 0]
        fitted = beta @ design.T
        squares = self.squares - 2 * fitted * self.sums + fitted**2 * self.counts
        leverage = ((design @ inverse) * design).sum(axis=-1)
        weight = squares / np.clip(1 - leverage, 1e-9, None)  # HC2
        return beta, inverse @ (design.T * weight[..., None, :]) @ design @ inverse

    @property
    def dof(self) -> int:
        """Degrees of freedom that are left."""
        return max(1, int(self.counts.sum()) - int(self.deals.design.shape[1]))

    def levels(self, place: int) -> tuple[Floats, Floats]:
        """Return the effects of a factor's levels, which add up to zero, and their covariance."""
        beta, covariance = self._solved
        start = 1 + sum(len(factor.levels) - 1 for factor in self.deals.factors[:place])
        size = len(self.deals.factors[place].levels)
        spread = np.vstack([np.eye(size - 1), -np.ones((1, size - 1))])
        own = slice(start, start + size - 1)
        return beta[..., own] @ spread.T, spread @ covariance[..., own, own] @ spread.T

    def effects(self, place: int) -> tuple[Floats, Floats]:
        """Return the effects of a factor's levels, which add up to zero, and their errors."""
        effect, covariance = self.levels(place)
        return effect, np.sqrt(np.clip(np.diagonal(covariance, axis1=-2, axis2=-1), 0, None))

    @property
    def predicted(self) -> Floats:
        """What main effects make of each setup: shape (..., setups)."""
        return np.asarray(self._solved[0] @ self.deals.design.T)


def by_group(deals: Deals, values: Floats, groups: int) -> tuple[Floats, Floats, Floats]:
    """Return number, sum and squares of the values of each setup's deals, by group of deals: shape (groups, setups)."""
    setups, place, _ = deals.seen
    shape = (groups, len(setups))
    at = np.ravel_multi_index((np.arange(len(values)) % groups, place), shape)
    counts, sums, squares = (
        np.bincount(at, weight, groups * len(setups)).astype(np.float64).reshape(shape)
        for weight in (np.ones(len(values)), values, values**2)
    )
    return counts, sums, squares


def analyse(study: Study) -> dict[str, pl.DataFrame]:
    """Return the tables of a study of kind `setups`: effects, variance, standing_out."""
    deals = observed(study)
    return {"effects": effects(deals, study), "variance": variance(deals), "standing_out": replayed(study, deals)}


def observed(study: Study) -> Deals:
    """Return what each deal drew and came to; faulty games are left out.

    Raises
    ------
    StudyError
        If the study names no factors.
    """
    named = study.manifest.get("setups") or []
    if not named:
        raise StudyError(f"{study.folder}: the game draws no setups")
    factors = tuple(Factor(entry["name"], tuple(entry["levels"])) for entry in named)
    table = _by_deal(study)
    values = {name: table[name].to_numpy().astype(np.float64) for name in RESPONSES}
    return Deals(factors, table["setup"].to_numpy().astype(np.int64), values, table["block"].to_numpy().astype(np.int64))


def _by_deal(study: Study) -> pl.DataFrame:
    """Return a row a deal and arm: its setup, and the mean over its games of every response."""
    ahead = pl.col("total").top_k(2)
    return study.reduce(
        lambda rows: (
            rows.filter(pl.col("fault") == 0)
            .group_by("arm", "block", "rotation")
            .agg(
                pl.col("setup").first(),
                pl.col("turns").mean(),
                pl.col("total").mean().alias("points"),
                (pl.col("share").filter(pl.col("seat") == 0).first() / SHARE_UNITS - 1 / pl.len()).alias("first"),
                (ahead.max() - ahead.min()).alias("lead"),
            )
            .group_by("arm", "block")
            .agg(pl.col("setup").first(), pl.col(*RESPONSES).mean())
        )
    ).sort("arm", "block")


def effects(deals: Deals, study: Study | None = None) -> pl.DataFrame:
    """Return the main effect of every level on every response.

    Returns
    -------
    DataFrame, one row a response and level
        response, factor, level; deals in which it was drawn; effect = difference from the mean of the factor's levels with its 95 %
        interval; p of no effect; found: the effect is real, at a false-discovery rate of 5 % (Benjamini-Hochberg) over the rows of a family
        that the study declares, all if it is not given;
        deal: the first in which it was drawn.
    """
    rows: list[list[Any]] = []
    examples: list[int | None] = []
    for response, values in deals.values.items():
        fit = Fit.of(deals, values)
        for place, factor in enumerate(deals.factors):
            effect, error = fit.effects(place)
            half = critical_t(fit.dof) * error
            for level, name in enumerate(factor.levels):
                statistic = abs(effect[level] / error[level]) if error[level] else 0.0
                p = float(2 * special.stdtr(fit.dof, -statistic)) if error[level] else 1.0
                drawn = np.flatnonzero(deals.digits[:, place] == level)
                examples.append(int(deals.numbers[drawn[0]]) if deals.numbers is not None and drawn.size else None)
                count = len(drawn)
                limits = effect[level] - half[level], effect[level] + half[level]
                rows.append([response, factor.name, name, count, effect[level], *limits, p])
    enough = len(deals.setup) >= FEWEST_BLOCKS
    every = [row[-1] for row in rows]
    adjusted = bh(every) if study is None else families.adjusted(study, every, [{"measure": row[0]} for row in rows])
    found = [enough and q is not None and q <= allowed() for q in adjusted]
    return pl.DataFrame([(*row, *more) for row, *more in zip(rows, found, examples, strict=True)], EFFECTS, orient="row")


def variance(deals: Deals) -> pl.DataFrame:
    """Split the spread of deals: each factor's main effect, what setups do beyond main effects, and the luck of the deal.

    Shares are parts of a variance, so small ones have the interval of a square: by a plain jackknife a share of 0.5 % is missed in 15 of
    100 studies of 600 deals, one of 0 in up to 18. These hold at shares from 0 to 40 % in 93 to 97, with levels drawn evenly or not.

    Returns
    -------
    DataFrame, one row a response and source
        source: a factor, "interactions" or "luck"; variance (method of moments, may be slightly negative); share of the whole (a negative
        estimate is shown as 0) with its 95 % interval.
    """
    rows = []
    sources = [*(factor.name for factor in deals.factors), "interactions", "luck"]
    enough = len(deals.setup) >= 4 * JACKKNIFE
    for response, values in deals.values.items():
        groups = by_group(deals, values, JACKKNIFE)
        whole = _components(Fit(deals, *(table.sum(axis=0) for table in groups)))
        shares = whole.shares
        low: list[float | None] = [None] * len(sources)
        high = list(low)
        if enough:
            errors = left_out(_components(Fit(deals, *(table.sum(axis=0) - table for table in groups))).shares)
            total = float(whole.variances.sum()) or 1.0
            for at, (noise, dof) in enumerate(zip(whole.noise / total, whole.dof, strict=True)):
                is_luck = at == len(sources) - 1  # what is not a square: all that the setups leave
                share = 1 - shares[at] if is_luck else shares[at]
                limits = square(float(share), float(errors[at]), float(noise), float(dof), JACKKNIFE)
                low[at], high[at] = (1 - limits[1], 1 - limits[0]) if is_luck else limits
        rows += list(zip([response] * len(sources), sources, whole.variances, np.clip(shares, 0, 1), low, high, strict=True))
    return pl.DataFrame(rows, VARIANCE, orient="row")


@dataclass(frozen=True)
class Components:
    """Variances of the factors' main effects, of interactions and of luck, axes of several fits first.

    Attributes
    ----------
    variances : ndarray, shape (..., sources)
    noise, dof : ndarray, shape (..., sources)
        What errors added to the squares and is subtracted, and the degrees of freedom of the squares; of luck those of all setups together.
    """

    variances: Floats
    noise: Floats
    dof: Floats

    @property
    def shares(self) -> Floats:
        """Parts of the whole."""
        whole = self.variances.sum(axis=-1, keepdims=True)
        return np.where(whole > 0, self.variances, 0) / np.where(whole > 0, whole, 1)


def _components(fit: Fit) -> Components:
    """Return the variances of the factors' main effects, of interactions (what setups are beyond main effects) and of luck."""
    counts = fit.counts
    deals, setups = counts.sum(axis=-1), (counts > 0).sum(axis=-1)
    means = fit.sums / np.maximum(counts, 1)
    inside = np.clip((fit.squares - counts * means**2).sum(axis=-1), 0, None) / np.maximum(deals - setups, 1)
    squares, noise, dof = [], [], []
    for place in range(len(fit.deals.factors)):
        effect, covariance = fit.levels(place)
        trace, twice = np.trace(covariance, axis1=-2, axis2=-1), (covariance**2).sum(axis=(-1, -2))
        squares.append((effect**2).mean(axis=-1))
        noise.append(trace / effect.shape[-1])
        dof.append(trace**2 / np.where(twice > 0, twice, 1))  # Satterthwaite
    beyond, left = np.maximum(setups - fit.deals.design.shape[-1], 0), np.maximum(deals - setups, 1)
    squares.append((counts * (means - fit.predicted) ** 2).sum(axis=-1) / deals)
    noise.append(beyond * inside / deals)
    dof.append(beyond)
    of_setups = beyond + sum(dof[:-1])
    dof[-1] = beyond * left / (beyond + left)  # where few setups were drawn twice, what is subtracted is uncertain itself
    parts = [own - error for own, error in zip(squares, noise, strict=True)]
    is_told = deals > setups  # where no setup was drawn twice luck is what main effects leave
    spread = fit.squares.sum(axis=-1) / deals - (fit.sums.sum(axis=-1) / deals) ** 2
    parts[-1] = np.where(is_told, parts[-1], 0.0)
    luck = np.where(is_told, inside, np.clip(spread - sum(parts), 0, None))
    every = ((*parts, luck), (*noise, sum(noise)), (*dof, of_setups * left / (of_setups + left)))
    return Components(*(np.stack(np.broadcast_arrays(*rows), axis=-1) for rows in every))


def standing_out(deals: Deals) -> list[tuple[str, str, int, int, float]]:
    """Return the setups expected to be most extreme: response, end, setup, deals seen, expected value.

    Expected is what main effects say, plus the setup's own mean distance from it, shrunken by how much of that is luck.
    """
    found = []
    for response, values in deals.values.items():
        fit = Fit.of(deals, values)
        parts = _components(fit).variances
        setups, _, counts = deals.seen
        own = fit.sums / counts - fit.predicted
        interaction, luck = max(float(parts[-2]), 0.0), max(float(parts[-1]), 1e-12)
        shrink = interaction / (interaction + luck / counts)
        expected = fit.predicted + shrink * own
        order = np.argsort(expected, kind="stable")
        for end, chosen in (("highest", order[::-1][:NAMED]), ("lowest", order[:NAMED])):
            found += [(response, end, int(setups[at]), int(counts[at]), float(expected[at])) for at in chosen]
    return found


def extreme_rules(study: Study) -> dict[str, dict[str, str]]:
    """Return the setups that stand out as rules by name of setup, for a replay on fresh deals."""
    deals = observed(study)
    chosen = dict.fromkeys(setup for _, _, setup, _, _ in standing_out(deals))
    return {deals.name(setup): dict(deals.chosen(setup)) for setup in chosen}


def replayed(study: Study, deals: Deals) -> pl.DataFrame:
    """Return the setups that stand out, and what they came to on fresh deals, if they were played again.

    Returns
    -------
    DataFrame, one row a response, end and setup
        expected from the study; again = mean on fresh deals with its 95 % interval; drawn = mean of drawn setups on the same deals;
        difference of both, paired, with interval; verdict.
    """
    again = _again(study)
    rows: list[tuple[Any, ...]] = []
    for response, end, setup, count, expected in standing_out(deals):
        name = deals.name(setup)
        values = again.get(name)
        if values is None or len(values[response]) != len(again[""][response]):  # not played, or a game had a fault
            rows.append((response, end, setup, name, count, expected, *(None,) * 7, OPEN))
            continue
        own, drawn = values[response], again[""][response]
        apart = own - drawn
        mean, low, high = _interval(apart)
        wanted = low > 0 if end == "highest" else high < 0
        rows.append(
            (
                response,
                end,
                setup,
                name,
                count,
                expected,
                *_interval(own),
                float(drawn.mean()),
                mean,
                low,
                high,
                CONFIRMED if wanted else GONE,
            )
        )
    return pl.DataFrame(rows, STANDING_OUT, orient="row")


def _interval(values: Floats) -> tuple[float, float, float]:
    mean = float(values.mean())
    if len(values) < 2:
        return mean, -np.inf, np.inf
    half = critical_t(len(values) - 1) * float(values.std(ddof=1)) / np.sqrt(len(values))
    return mean, mean - half, mean + half


def _again(study: Study) -> dict[str, dict[str, Floats]]:
    """Return values by deal of the replay, by name of setup; "" is the drawn one."""
    folder = study.folder / REPLAY
    if not (folder / "manifest.json").is_file():
        return {}
    replay = load(folder)
    names = [str(version["name"]) for version in replay.manifest["variants"]]
    table = _by_deal(replay)
    found = {}
    for arm in replay.arms:
        own = table.filter(pl.col("arm") == arm.index)
        name = "" if arm.version == 0 else names[arm.version]
        found[name] = {response: own[response].to_numpy().astype(np.float64) for response in RESPONSES}
    return found
