"""The numbers that a study's answer rests on, how wide their intervals are, and how many deals would narrow them.

For a study of several players these are the win shares by seat (by strategy in a league) of the tables that the answer speaks of, alone
the chances of success, between versions the paired differences of either. Nothing here looks at where an interval lies, only at its
width: a run may stop once it is narrow enough without its intervals covering less (0.946 instead of 0.95, by simulation).
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
import polars as pl

from simkit.analysis.blocks import BlockSums, block_sums, sufficient
from simkit.analysis.intervals import critical_t, unseen_share
from simkit.analysis.seats import comparisons, leading
from simkit.analysis.study import SHARE_UNITS, Arm, Study
from simkit.analysis.variant import Comparison
from simkit.analysis.verdict import FEWEST_BLOCKS, planned_blocks

FIRST_LOOK = 1000  # deals; below, an error estimated from the spread is too unsure to stop by
NO_SHARES = "a study of cards is about points a time held, no win shares; `simkit plan` says how many deals its points_margin needs"
MANY = 10_000  # degrees of freedom of a run yet to be planned


@dataclass(frozen=True)
class Headline:
    """One of the numbers that the answer rests on.

    Attributes
    ----------
    what : str
        In words.
    par : float
        What the study's margin is a share of: a fair share of wins; 1 for success.
    spread : float
        Standard deviation of a deal's value, a fraction of games.
    comparisons : int
        Intervals that hold together with this one.
    blocks : int
        Deals behind the spread.
    gain : float or None
        Realised variance reduction: how many plain games with fresh luck each game of a deal is worth. None without any spread.
    """

    what: str
    par: float
    spread: float
    comparisons: int
    blocks: int
    gain: float | None

    @property
    def half(self) -> float:
        """Half the width of its 95 % interval; of a share to about a thousandth of it, from the first look on."""
        if self.blocks < 2 or self.spread == 0:
            return unseen_share(self.blocks, self.comparisons)
        return critical_t(self.blocks - 1, self.comparisons) * self.spread / math.sqrt(self.blocks)

    def deals(self, half: float) -> int:
        """Return the deals of a run whose interval reaches so far to each side."""
        return max(math.ceil((self._critical * self.spread / half) ** 2), FEWEST_BLOCKS)

    def deciding(self, margin: float) -> int | None:
        """Return the deals that find a game without any effect balanced in four of five runs; None beyond two million."""
        return planned_blocks(self.spread, margin * self.par, 0.0, self._critical)

    @property
    def _critical(self) -> float:
        return critical_t(MANY, self.comparisons)


def headlines(study: Study, blocks: int | None = None) -> list[Headline]:
    """Return the numbers that the answer of a study rests on, judged by its first deals or all of them."""
    first = len(study.blocks) if blocks is None else blocks
    return list(_differences(study, first) if study.kind == "variant" else _shares(study, first))


def widest(found: list[Headline]) -> Headline:
    """Return the number with the widest interval."""
    return max(found, key=lambda headline: headline.half)


def looks(cap: int) -> Iterator[int]:
    """Yield the numbers of deals at which a run that stops by a rule is looked at: 1000, 2000, 4000 and so on, and the cap.

    >>> list(looks(5000)), list(looks(80))
    ([1000, 2000, 4000, 5000], [80])
    """
    deals = FIRST_LOOK
    while deals < cap:
        yield deals
        deals *= 2
    yield cap


def precise(study: Study, precision: float, blocks: int) -> bool:
    """Say whether the widest interval reaches at most `precision` points of a hundred games to each side after so many deals."""
    return 100 * widest(headlines(study, blocks)).half <= precision


def _shares(study: Study, blocks: int) -> Iterator[Headline]:
    key = "strategy" if study.kind == "league" else "seat"
    sums, squares = _both(study, key)
    held = comparisons(study)
    for arm in leading(study):
        for cell in _cells(sums, arm):
            number = int(sums.keys[key][cell])
            called = study.strategies[number] if key == "strategy" else f"seat {number + 1}"
            what = f"success: {arm.label}" if arm.players == 1 else f"wins of {called}: {arm.label}"
            own = (sums.totals[:blocks, cell], sums.counts[:blocks, cell], squares.totals[:blocks, cell])
            yield _headline(what, arm, held[arm.index], *own)


def _headline(what: str, arm: Arm, held: int, totals: np.ndarray, counts: np.ndarray, squares: np.ndarray) -> Headline:
    rows = int(counts[0])
    found = sufficient(totals[:, None])
    spread = float(np.sqrt(found.covariance()[0, 0])) / (SHARE_UNITS * rows)
    single = _variance(totals, counts, squares)
    gain = single / (rows * spread**2) if spread else None
    return Headline(what, 1 / arm.players, spread, held, len(totals), gain)


def _differences(study: Study, blocks: int) -> Iterator[Headline]:
    sums, squares = _both(study, "seat")
    found = Comparison(study)
    for pair, held in zip(found.pairs, found.comparisons, strict=True):
        old, new = (_cells(sums, arm) for arm in (pair.before, pair.after))
        for seat, (a, b) in enumerate(zip(old, new, strict=True)):
            apart = (sums.totals[:blocks, b] - sums.totals[:blocks, a])[:, None]
            rows = int(sums.counts[0, a])
            spread = float(np.sqrt(sufficient(apart).covariance()[0, 0])) / (SHARE_UNITS * rows)
            single = sum(_variance(sums.totals[:blocks, c], sums.counts[:blocks, c], squares.totals[:blocks, c]) for c in (a, b))
            gain = single / (rows * spread**2) if spread else None
            what = f"success: {pair.title}" if pair.after.players == 1 else f"wins of seat {seat + 1}, before and after: {pair.title}"
            yield Headline(what, 1 / pair.after.players, spread, held, len(apart), gain)


def _both(study: Study, key: str) -> tuple[BlockSums, BlockSums]:
    """Return the sums of shares and of their squares by block."""
    return block_sums(study, "share", ("arm", key)), block_sums(study, pl.col("share") * pl.col("share"), ("arm", key))


def _cells(sums: BlockSums, arm: Arm) -> list[int]:
    return (sums.keys["arm"] == arm.index).arg_true().to_list()


def _variance(totals: np.ndarray, counts: np.ndarray, squares: np.ndarray) -> float:
    """Return the variance of the share of one seat of one game."""
    games = int(counts.sum())
    mean = int(totals.sum()) / games
    return float(int(squares.sum()) / games - mean * mean) / SHARE_UNITS**2
