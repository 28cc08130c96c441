"""How a game changes over a range of rule parameters: every point against the default, on the same deals.

All differences of a table (every point, every measure) are one family: their intervals hold together (Šidák). A screening of many
parameters (Morris) looks at elementary effects instead: what a measure changes when one parameter takes a step, as if it went through
its whole range. Deals are the units of every error; what they leave uncertain of each effect is told as a share of noise.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np
import polars as pl

from simkit.analysis import families, seats
from simkit.analysis.blocks import Floats, left_out
from simkit.analysis.estimate import estimate, group_values
from simkit.analysis.intervals import critical_t
from simkit.analysis.study import Arm, Study
from simkit.analysis.variant import SEAT_GAP, SHARE, Comparison, Measure, change_verdict, measures
from simkit.analysis.verdict import FAULTY, FEWEST_BLOCKS, UNDECIDED

MORRIS = "morris"
DEFAULT = "default"
PLACE: dict[str, Any] = {"title": pl.String, "players": pl.Int64}
POINTS: dict[str, Any] = {
    **PLACE, "arm": pl.Int64, "x": pl.String, "y": pl.String, "measure": pl.String, "text": pl.String, "unit": pl.String,
    "main": pl.Boolean, "before": pl.Float64, "value": pl.Float64, "difference": pl.Float64, "low": pl.Float64, "high": pl.Float64,
    "margin": pl.Float64, "verdict": pl.String,
}  # fmt: skip
EFFECTS: dict[str, Any] = {
    **PLACE, "arm": pl.Int64, "measure": pl.String, "text": pl.String, "unit": pl.String, "main": pl.Boolean, "parameter": pl.String,
    "what": pl.String, "before": pl.Float64, "mu": pl.Float64, "mu_star": pl.Float64, "low": pl.Float64, "high": pl.Float64,
    "sigma": pl.Float64, "noise": pl.Float64, "margin": pl.Float64, "verdict": pl.String,
}  # fmt: skip
MATTERS, LITTLE = "matters", "matters little"


def analyse(study: Study) -> dict[str, pl.DataFrame]:
    """Return the tables of a study of kind `sweep`: parameters, and points of a grid or effects of a screening."""
    found = Sweep(study)
    named = [{"name": p["name"], "text": p["text"], "default": p["default"], "values": ", ".join(p["values"])} for p in found.parameters]
    tables = {"parameters": pl.DataFrame(named, dict.fromkeys(("name", "text", "default", "values"), pl.String))}
    return tables | ({"effects": found.effects} if found.is_screening else {"points": found.points})


@dataclass(frozen=True)
class Sweep:
    """A study of kind `sweep`, analysed when it is asked."""

    study: Study

    @property
    def told(self) -> dict[str, Any]:
        """What the manifest says of the design."""
        return dict(self.study.manifest["sweep"])

    @property
    def parameters(self) -> list[dict[str, Any]]:
        """The parameters: name, text, values, default, places."""
        return list(self.told["parameters"])

    @property
    def is_screening(self) -> bool:
        """Whether many parameters are screened."""
        return str(self.told["method"]) == MORRIS

    @cached_property
    def tables(self) -> list[tuple[Arm, ...]]:
        """The arms of each table, one a version, the default first."""
        arms, size = self.study.arms, len(self.told["points"])
        return [arms[start : start + size] for start in range(0, len(arms), size)]

    @cached_property
    def faults(self) -> int:
        """Number of faulty games."""
        return seats.faults(self.study)

    def measured(self, arm: Arm) -> list[Measure]:
        """Return what is measured at a table: as in a study of a change, then the study's own metrics."""
        asked: dict[str, str] = self.study.asked.get("metrics", {})
        own = [Measure(name, name, self._unit(text), pl.sql_expr(text), is_main=True) for name, text in asked.items()]
        return [*measures(self.study, arm), *own]

    def name(self, table: tuple[Arm, ...]) -> str:
        """Return what a table is called, without the version."""
        return table[0].label.removesuffix(f", {DEFAULT}")

    def values(self, version: int) -> list[str]:
        """Return the parameters' values of a version, as they are shown."""
        point = self.told["points"][version]
        return [p["default"] if at < 0 else p["values"][at] for p, at in zip(self.parameters, point, strict=True)]

    @cached_property
    def points(self) -> pl.DataFrame:
        """Return every measure at every point of the grid: its value, the paired difference to the default, a joint interval, a verdict.

        x, y: values of the first and second parameter (y null where there is one). The measure `seat_gap` has the interval of its value
        and no difference: the largest of several differences has no paired one.
        """
        own = [({"table": at}, (len(table) - 1) * len(self.measured(table[0]))) for at, table in enumerate(self.tables)]
        held = families.sizes(self.study, own)
        rows = [row for table, many in zip(self.tables, held, strict=True) for row in (*self._paired(table, many), *self._gaps(table))]
        return pl.DataFrame(rows, POINTS, orient="row")

    @cached_property
    def effects(self) -> pl.DataFrame:
        """Return what each parameter does to each main measure, by elementary effects over paths of the design.

        mu: mean effect of going through the whole range; mu_star: mean of its size, with its 95 % interval from deals; sigma: spread of
        the effect between paths, which says that it depends on the other parameters, or that it is no line; noise: the share of the mean
        squared effect that is the luck of these deals; verdict: whether mu_star reaches the margin; arm: the first of the design in which
        the parameter was just changed.
        """
        rows = [row for table in self.tables for row in self._screened(table)]
        return pl.DataFrame(rows, EFFECTS, orient="row")

    def _unit(self, text: str) -> str:
        kind = self.study.rows.select(value=pl.sql_expr(text)).collect_schema()["value"]
        return SHARE if kind == pl.Boolean else ""

    @cached_property
    def _all_gaps(self) -> pl.DataFrame:
        return Comparison(self.study).gaps

    def _xy(self, arm: Arm) -> tuple[str, str | None]:
        values = self.values(arm.version)
        return values[0], values[1] if len(values) > 1 else None

    def _paired(self, table: tuple[Arm, ...], held: int) -> Iterator[tuple[Any, ...]]:
        base, blocks, wanted = table[0], len(self.study.blocks), self.measured(table[0])
        inside = pl.col("arm").is_in([arm.index for arm in table])
        for m in wanted:
            where = inside if m.where is None else inside & m.where
            found = estimate(self.study, m.value, ("arm",), {"arm": base.index}, where, max(held, 1))
            by_arm = {row["arm"]: row for row in found.iter_rows(named=True)}
            before = by_arm[base.index]["mean"] / m.scale
            margin = self._margin(m, base, before)
            for arm in table:
                row = by_arm[arm.index]
                place = (self.name(table), arm.players, arm.index, *self._xy(arm), m.name, m.text, m.unit, m.is_main)
                value = row["mean"] / m.scale
                if arm is base:
                    yield (*place, before, value, 0.0, 0.0, 0.0, margin, DEFAULT)
                    continue
                apart = row["difference"] / m.scale
                low, high = (None if row[end] is None else row[end] / m.scale for end in ("difference_low", "difference_high"))
                verdict = FAULTY if self.faults else change_verdict(apart, low, high, margin, blocks)
                yield (*place, before, value, apart, low, high, margin, verdict)

    def _gaps(self, table: tuple[Arm, ...]) -> Iterator[tuple[Any, ...]]:
        if table[0].players < 2:
            return
        by_arm = {row["arm"]: row for row in self._all_gaps.iter_rows(named=True)}
        before, margin = by_arm[table[0].index]["gap"], seats.margin(self.study) / table[0].players
        for arm in table:
            gap = by_arm[arm.index]
            place = (self.name(table), arm.players, arm.index, *self._xy(arm), SEAT_GAP, "gap between two seats", SHARE, True)
            yield (*place, before, gap["gap"], None, gap["low"], gap["high"], margin, DEFAULT if arm is table[0] else "")

    def _screened(self, table: tuple[Arm, ...]) -> Iterator[tuple[Any, ...]]:
        base, design = table[0], self._design()
        changed = _first_changed(design)
        inside = [arm.index for arm in table]
        for m in self.measured(base):
            if not m.is_main:
                continue
            keep = pl.col("arm").is_in(inside)
            keys, sums, _, _ = group_values(self.study, m.value, ["arm"], keep if m.where is None else keep & m.where)
            order = [keys["arm"].to_list().index(table[version].index) for version in self.told["paths"]]
            at = keys["arm"].to_list().index(base.index)
            whole = sums.sum(axis=0)
            before = float(whole[0, at] / whole[1, at]) / m.scale
            margin = self._margin(m, base, before)
            found = screen(sums[:, :, order] / np.array([m.scale, 1.0])[:, None], design)
            for number, parameter in enumerate(self.parameters):
                mu, star, sigma = (float(v[number]) for v in (found.mu, found.star, found.sigma))
                half = None if found.half is None else float(found.half[number])
                noise = None if found.noise is None else float(found.noise[number])
                low, high = (None, None) if half is None else (max(star - half, 0.0), star + half)
                verdict = FAULTY if self.faults else _matters(low, high, margin, len(self.study.blocks))
                arm = table[self.told["paths"][changed[number]]].index
                told = (m.name, m.text, m.unit, m.is_main, parameter["name"], parameter["text"])
                place = (self.name(table), base.players, arm, *told)
                yield (*place, before, mu, star, low, high, sigma, noise, margin, verdict)

    def _design(self) -> Floats:
        """Return the design in the order of its rows: places between 0 and 1, shape (paths, points of a path, parameters)."""
        points = self.told["points"]
        rows = [[p["places"][at] for p, at in zip(self.parameters, points[v], strict=True)] for v in self.told["paths"]]
        return np.array(rows, dtype=np.float64).reshape(-1, len(self.parameters) + 1, len(self.parameters))

    def _margin(self, measure: Measure, arm: Arm, before: float) -> float:
        """Return the smallest difference that matters: the study's margin of a fair share, of success, or of the value before."""
        share = seats.margin(self.study)
        return share / arm.players if measure.unit == SHARE else share * abs(before)


class Screened(NamedTuple):
    """Effects of a screening, a number a parameter: mu, mu*, half of its 95 % interval, sigma, share of noise."""

    mu: Floats
    star: Floats
    half: Floats | None
    sigma: Floats
    noise: Floats | None


def _matters(low: float | None, high: float | None, margin: float, blocks: int) -> str:
    """Judge the size of an effect by its interval."""
    if low is None or high is None or blocks < FEWEST_BLOCKS:
        return UNDECIDED
    return MATTERS if low > margin else LITTLE if high < margin else UNDECIDED


def screen(sums: Floats, design: Floats) -> Screened:
    """Return the elementary effects of a screening.

    Parameters
    ----------
    sums : ndarray, shape (groups, 2, rows)
        Sums of a measure and numbers of rows behind them, by group of deals and row of the design.
    design : ndarray, shape (paths, parameters + 1, parameters)
        Each row differs from the one before in one parameter.

    Notes
    -----
    Interval and noise come from leaving out one group of deals at a time; with under two groups there are none. The interval says what
    other deals would do, not what other paths would: more paths, not more deals, make a screening finer.
    """
    whole = sums.sum(axis=0)
    effects = _elementary(whole[0] / whole[1], design)
    mu, star = effects.mean(axis=0), np.abs(effects).mean(axis=0)
    sigma = effects.std(axis=0, ddof=1)
    groups = len(sums)
    if groups < 2:
        return Screened(mu, star, None, sigma, None)
    rest = whole - sums
    without = _elementary(rest[:, 0] / rest[:, 1], design)  # groups, paths, parameters
    stars = np.abs(without).mean(axis=1)
    half = critical_t(groups - 1) * left_out(stars)
    luck = left_out(without) ** 2
    size = (effects**2).mean(axis=0)
    noise = np.divide(luck.mean(axis=0), size, out=np.zeros_like(size), where=size > 0)
    return Screened(mu, star, half, sigma, np.minimum(noise, 1.0))


def _first_changed(design: Floats) -> list[int]:
    """Return for each parameter the first row of a design, over all its paths, that differs from the one before in it."""
    paths, points, parameters = design.shape
    which = np.abs(np.diff(design, axis=1)).argmax(axis=2)
    rows = np.arange(paths)[:, None] * points + np.arange(1, points)
    return [int(rows[which == parameter].min()) for parameter in range(parameters)]


def _elementary(values: Floats, design: Floats) -> Floats:
    """Return the effect of each parameter on each path, as if it went through its whole range: shape (..., paths, parameters)."""
    paths, points, parameters = design.shape
    steps = np.diff(design, axis=1)  # paths, steps, parameters
    which = np.abs(steps).argmax(axis=2)  # the parameter that a step changes
    length = np.take_along_axis(steps, which[..., None], axis=2)[..., 0]
    apart = np.diff(values.reshape(*values.shape[:-1], paths, points), axis=-1) / length
    found = np.zeros((*values.shape[:-1], paths, parameters))
    np.put_along_axis(found, np.broadcast_to(which, apart.shape), apart, axis=-1)
    return found
