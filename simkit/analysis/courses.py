"""Finished games of an arm as arrays, how the seats stood whenever a round began, and estimates with errors from blocks."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
import polars as pl
from numpy.typing import ArrayLike, NDArray

from simkit.analysis.blocks import GROUPS, MAX_DELETE_ONE, ratio
from simkit.analysis.intervals import ROUNDING, joint
from simkit.analysis.study import SHARE_UNITS, Arm, Study

Integers = NDArray[np.int64]
Floats = NDArray[np.float64]
Estimate = tuple[float | None, float | None, float | None]
ROWS = ("total", "share", "rank", "turns", "decisions", "options", "forced", "cut_off", "strategy")


@dataclass(frozen=True)
class Games:
    """Finished games of an arm; faulty ones are left out.

    Attributes
    ----------
    block, rotation : ndarray of int64, shape (games,)
    columns : dict of ndarray, shape (games, players)
        Columns of the rows by name; `share` from 0 to 1.
    """

    block: Integers
    rotation: Integers
    columns: dict[str, NDArray[Any]]

    def __len__(self) -> int:
        """Return the number of games."""
        return len(self.block)

    def __getitem__(self, name: str) -> NDArray[Any]:
        """Return a column."""
        return self.columns[name]

    @property
    def players(self) -> int:
        """Seats at the table."""
        return int(self.columns["total"].shape[1])

    @property
    def rounds(self) -> Integers:
        """Rounds that began: turns of all seats by seats, rounded up."""
        return np.asarray(-(-self["turns"].sum(axis=1) // self.players), np.int64)

    @cached_property
    def groups(self) -> Integers:
        """Group of each game that a jackknife leaves out together: its block, or one of 256 where there are many."""
        found, at = np.unique(self.block, return_inverse=True)
        return np.asarray(at if len(found) <= MAX_DELETE_ONE else at % GROUPS, np.int64)

    def of(self, kept: NDArray[np.bool_]) -> Games:
        """Return some of the games."""
        return Games(self.block[kept], self.rotation[kept], {name: values[kept] for name, values in self.columns.items()})

    def sums(self, values: ArrayLike) -> Floats:
        """Add up values of games by group, shape (games, ...) -> (groups, ...)."""
        given = np.asarray(values, np.float64)
        found = np.zeros((int(self.groups.max(initial=-1)) + 1, *given.shape[1:]))
        np.add.at(found, self.groups, given)
        return found

    def ratio(self, above: ArrayLike, below: ArrayLike | None = None) -> Estimate:
        """Return the sum of one value by that of another (or by the games) with its interval; limits are None where they are unknown."""
        value, _, low, high = self._ratio(above, below)
        return value, low, high

    def share(self, above: ArrayLike, below: ArrayLike | None = None) -> Estimate:
        """Return a share like `ratio`, with the interval of `intervals.joint`; where all blocks agree, by how many might differ unseen."""
        value, error, *_ = self._ratio(above, below)
        if value is None or error is None:
            return value, None, None
        weight = np.ones(len(self)) if below is None else np.asarray(below)
        is_constant = error < ROUNDING
        blocks = len(np.unique((self.block if is_constant else self.groups)[weight > 0]))
        (limits,) = joint([value], [0.0 if is_constant else error], blocks, comparisons=1)
        return value, float(limits[0]), float(limits[1])

    def _ratio(self, above: ArrayLike, below: ArrayLike | None) -> tuple[float | None, float | None, float | None, float | None]:
        """Return a ratio with its error and limits."""
        whole = np.ones(len(self)) if below is None else np.asarray(below, np.float64)
        if not whole.sum():
            return None, None, None, None
        sums = self.sums(np.stack([np.asarray(above, np.float64), whole], axis=1))
        found = ratio(sums, lambda s: s[..., 0] / s[..., 1])
        return found or (float(sums[:, 0].sum() / sums[:, 1].sum()), None, None, None)


@dataclass(frozen=True)
class Courses:
    """Games and how their seats stood whenever a round began.

    Attributes
    ----------
    games : Games
    points : ndarray of float, shape (games, rounds, players)
        As they stood; nan where no such round began, or it is not kept.
    features : ndarray of float, shape (games, rounds, players, features)
    """

    games: Games
    points: Floats
    features: NDArray[np.float32]

    @property
    def kept(self) -> Integers:
        """Rounds of each game that are kept."""
        return np.minimum(self.games.rounds, self.points.shape[1])

    @property
    def is_cut(self) -> NDArray[np.bool_]:
        """Whether a game had more rounds than are kept."""
        return np.asarray(self.games.rounds > self.points.shape[1])

    def of(self, chosen: NDArray[np.bool_]) -> Courses:
        """Return some of the games."""
        return Courses(self.games.of(chosen), self.points[chosen], self.features[chosen])

    def at(self, part: float) -> tuple[NDArray[np.bool_], Floats]:
        """Return which games have the round kept that begins when about this part of the rounds is over, and the points of those then."""
        number = np.floor(part * self.games.rounds).astype(np.int64)
        there = np.asarray((number < self.kept) & (self.games.rounds > 1))
        return there, self.points[np.flatnonzero(there), number[there]]


def games(study: Study, arm: Arm) -> Games:
    """Return the finished games of an arm."""
    frame = study.reduce(lambda rows: rows.filter(pl.col("arm") == arm.index).select("block", "rotation", "seat", "fault", *ROWS))
    frame = frame.filter(pl.col("fault") == 0).sort("block", "rotation", "seat")
    shaped = {name: frame[name].to_numpy().reshape(-1, arm.players) for name in ("block", "rotation", *ROWS)}
    shaped["share"] = shaped["share"] / SHARE_UNITS
    return Games(shaped["block"][:, 0], shaped["rotation"][:, 0], {name: shaped[name] for name in ROWS})


def courses(study: Study, arm: Arm) -> Courses:
    """Return the finished games of an arm with how the seats stood; a round in which nobody had a decision stands as the one before."""
    played = games(study, arm)
    names = [feature["name"] for feature in study.manifest["features"]]
    rounds = min(int(study.spec["rounds"]), int(played.rounds.max(initial=1)))
    frame = beside(study, "tracks", arm).filter(pl.col("round") < rounds)
    key = np.asarray(played.block * (arm.rotations + 1) + played.rotation)  # rising, as games are in order
    own = frame["block"].to_numpy().astype(np.int64) * (arm.rotations + 1) + frame["rotation"].to_numpy()
    at = np.minimum(np.searchsorted(key, own), max(len(key) - 1, 0))
    inside = key[at] == own if len(key) else np.zeros(len(own), np.bool_)  # not of a faulty game
    where = (at[inside], *(frame[name].to_numpy()[inside].astype(np.int64) for name in ("round", "seat")))
    points = np.full((len(played), rounds, arm.players), np.nan)
    features = np.zeros((*points.shape, len(names)), np.float32)
    points[where] = frame["total"].to_numpy()[inside]
    for number, name in enumerate(names):
        features[(*where, number)] = frame[name].to_numpy()[inside]
    began = np.arange(rounds) < np.minimum(played.rounds, rounds)[:, None]
    for number in range(1, rounds):
        silent = began[:, number] & np.isnan(points[:, number, 0])
        points[silent, number], features[silent, number] = points[silent, number - 1], features[silent, number - 1]
    return Courses(played, points, features)


def beside(study: Study, name: str, arm: Arm) -> pl.DataFrame:
    """Return the rows of a long table that belong to an arm and to blocks that are there."""
    found = []
    for part, blocks in zip(study.parts, study.part_blocks, strict=True):
        path = study.folder / name / part.name.replace("part-", f"{name}-")
        rows = pl.scan_parquet(path).filter((pl.col("arm") == arm.index) & (pl.col("block") <= int(blocks.max(initial=0))))
        found.append(rows.collect())
    return pl.concat(found)
