"""Each seat's chance to win whenever a round begins, learnt from the games themselves, and whether it may be believed.

A conditional logit: the chance of a seat is proportional to the exponential of what its position is worth, a sum over the features that the
game looks at and a constant for the seat. The weights are fitted for each phase of the game apart, by Newton's method with some ridge,
since some features are sums of others. No game is judged by weights that its own deal helped to fit: the deals are dealt into folds, and
those of a fold are judged by the fit to all others.

A model whose chances do not come true makes every number built on it wrong, so it is tested first: of all positions given about the same
chance, the share that was won must agree with it within `TOLERANCE`, interval and all.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import polars as pl
from numpy.typing import NDArray

from simkit.analysis.blocks import ratio
from simkit.analysis.courses import Courses
from simkit.analysis.intervals import critical_t

Floats = NDArray[np.float64]
FOLDS, PHASES = 5, 4
TOLERANCE = 0.05  # chances that come true within so much, in every bin, may be believed
BINS, FEW_BINS, MANY_BLOCKS = 10, 5, 1000
FEWEST = 50  # blocks, to fit anything, and to fit a phase apart
RIDGE = 1e-3  # of a position, in units of standardised features
STEPS, ENOUGH = 50, 1e-9
CALIBRATED, NOT_CALIBRATED, OPEN = "calibrated", "not calibrated", "too few deals to tell"
CALIBRATION: dict[str, Any] = {
    "bin": pl.Int64,
    "positions": pl.Int64,
    "predicted": pl.Float64,
    "won": pl.Float64,
    "gap": pl.Float64,
    "low": pl.Float64,
    "high": pl.Float64,
}


@dataclass(frozen=True)
class Fit:
    """Weights of a phase.

    Attributes
    ----------
    weights : ndarray, shape (features,)
        Of standardised features.
    scale : ndarray, shape (features,)
        What features are divided by.
    """

    weights: Floats
    scale: Floats

    def chances(self, positions: Floats) -> Floats:
        """Return the chance of each seat, shape (n, seats, features) -> (n, seats)."""
        return softmax(positions / self.scale @ self.weights)


def softmax(worth: Floats) -> Floats:
    """Return chances in proportion to the exponentials, over the last axis."""
    raised = np.exp(worth - worth.max(axis=-1, keepdims=True))
    return np.asarray(raised / raised.sum(axis=-1, keepdims=True))


def fit(positions: Floats, won: Floats) -> Fit:
    """Fit a conditional logit.

    Parameters
    ----------
    positions : ndarray, shape (n, seats, features)
    won : ndarray, shape (n, seats)
        Share of the win.
    """
    spread = np.sqrt(((positions - positions.mean(axis=1, keepdims=True)) ** 2).mean(axis=(0, 1)))
    scale = np.where(spread > 1e-9, spread, 1.0)
    x = positions / scale
    n, seats, size = x.shape
    ridge = RIDGE * n
    weights = np.zeros(size)

    def loss(at: Floats) -> float:
        worth = x @ at
        most = worth.max(axis=1)
        total = most + np.log(np.exp(worth - most[:, None]).sum(axis=1))
        return float((total * won.sum(axis=1)).sum() - (won * worth).sum() + 0.5 * ridge * at @ at)

    now = loss(weights)
    for _ in range(STEPS):
        p = softmax(x @ weights)
        slope = np.einsum("ns,nsf->f", won - p * won.sum(axis=1, keepdims=True), x) - ridge * weights
        around = (x - np.einsum("ns,nsf->nf", p, x)[:, None]).reshape(n * seats, size)
        bend = around.T @ (around * p.reshape(-1, 1)) + ridge * np.eye(size)
        step, length = np.linalg.solve(bend, slope), 1.0
        while (after := loss(weights + length * step)) > now and length > 1e-6:
            length /= 2
        weights = weights + length * step
        if now - after < ENOUGH * n:
            break
        now = after
    return Fit(weights, scale)


def chances(course: Courses) -> Floats | None:
    """Return the chance to win of every seat at the beginning of every round that is kept, shape (games, rounds, seats); else nan.

    None where there are too few deals to fit anything.
    """
    blocks = np.unique(course.games.block)
    if len(blocks) < FEWEST:
        return None
    games, rounds, seats = course.points.shape
    began = ~np.isnan(course.points[..., 0])
    fold = np.searchsorted(blocks, course.games.block) % FOLDS
    game, number = np.nonzero(began)
    phase = reached(phases(number, rounds), course.games.block[game])
    constants = np.broadcast_to(np.eye(seats)[:, 1:], (len(game), seats, seats - 1))
    positions = np.concatenate([course.features[game, number], course.points[game, number][..., None], constants], axis=2).astype(
        np.float64
    )
    won = course.games["share"][game]
    found = np.full((games, rounds, seats), np.nan)
    for this in range(int(phase.max()) + 1):
        for left in range(FOLDS):
            inside = phase == this
            held = inside & (fold[game] == left)
            others = inside & (fold[game] != left)
            if held.any():
                model = fit(positions[others], won[others])
                found[game[held], number[held]] = model.chances(positions[held])
    return found


def phases(number: NDArray[np.int64], rounds: int) -> NDArray[np.int64]:
    """Return the phase of each position by its round: phases of about as many positions, the first round alone in one."""
    later = number[number > 0]
    if not len(later):
        return np.zeros(len(number), np.int64)
    edges = np.unique(np.quantile(later, np.arange(1, PHASES) / PHASES, method="higher"))
    of_round = np.concatenate([[0], 1 + np.searchsorted(edges, np.arange(1, rounds), side="left")])
    return np.asarray(np.unique(of_round[number], return_inverse=True)[1], np.int64)


def reached(phase: NDArray[np.int64], block: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return the phases with those that too few deals reach made one with the phase before."""
    found = phase.copy()
    for last in range(int(phase.max()), 0, -1):
        if len(np.unique(block[found == last])) < FEWEST:
            found[found == last] = last - 1
    return np.asarray(np.unique(found, return_inverse=True)[1], np.int64)


def calibration(course: Courses, chance: Floats) -> tuple[pl.DataFrame, str]:
    """Compare chances with what came of them, in bins of about as many positions; the intervals of all bins hold together.

    Returns
    -------
    DataFrame, one row a bin
        bin, positions (of one seat); predicted chance and won share (means); gap = won - predicted with its interval, from blocks.
    str
        "calibrated" if every interval is inside the tolerance, "not calibrated" if one is outside of it, else "too few deals to tell".
    """
    game, number, seat = np.nonzero(~np.isnan(chance))
    given, won = chance[game, number, seat], course.games["share"][game, seat]
    wanted = BINS if len(np.unique(course.games.block)) >= MANY_BLOCKS else FEW_BINS
    edges = np.unique(np.quantile(given, np.arange(1, wanted) / wanted))
    place = np.searchsorted(edges, given, side="right")
    groups = course.games.groups[game]
    most = int(groups.max()) + 1
    used = np.unique(place)
    records = []
    for bin_ in used:
        mine = place == bin_
        sums = np.zeros((most, 2))
        np.add.at(sums, groups[mine], np.stack([won[mine] - given[mine], np.ones(mine.sum())], axis=1))
        found = ratio(sums, lambda s: s[..., 0] / s[..., 1])
        gap = float((won[mine] - given[mine]).mean())
        half = critical_t(most - 1, len(used)) * found[1] if found else None
        limits = (None, None) if half is None else (gap - half, gap + half)
        records.append((int(bin_) + 1, int(mine.sum()), float(given[mine].mean()), float(won[mine].mean()), gap, *limits))
    table = pl.DataFrame(records, CALIBRATION, orient="row")
    return table, judge(table)


def judge(table: pl.DataFrame) -> str:
    """Judge a calibration by its printed intervals."""
    if table["low"].null_count():
        return OPEN
    low, high = table["low"].to_numpy(), table["high"].to_numpy()
    if ((low > TOLERANCE) | (high < -TOLERANCE)).any():
        return NOT_CALIBRATED
    return CALIBRATED if ((low > -TOLERANCE) & (high < TOLERANCE)).all() else OPEN


def explained(course: Courses, chance: Floats) -> float:
    """Return how much of the uncertainty about the winner the chances take away, over all rounds: 0 if they know nothing, 1 if all.

    Measured by squared errors, against the chance of a seat over all games.
    """
    game, number, seat = np.nonzero(~np.isnan(chance))
    won = course.games["share"][game, seat]
    usual = course.games["share"].mean(axis=0)[seat]
    spread = float(((won - usual) ** 2).sum())
    return 1 - float(((won - chance[game, number, seat]) ** 2).sum()) / spread if spread else 0.0
