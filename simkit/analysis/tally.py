"""What the tables of one size of a league come to: wins by seat, who finishes ahead of whom, by group of deals."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import permutations

import numpy as np
import polars as pl
from numpy.typing import NDArray

from simkit.analysis.blocks import Sums, sufficient
from simkit.analysis.groups import group_of, sizes
from simkit.analysis.study import Arm, Study

Integers = NDArray[np.int64]
LEVEL_UNITS = 2  # of who is ahead: 2 ahead, 1 level, 0 behind


@dataclass(frozen=True)
class Tally:
    """Sums over the tables of one size.

    Attributes
    ----------
    arms : tuple of Arm
        The line-ups.
    members : tuple of int
        Numbers of the strategies that sit at them; below they are counted from 0 in this order.
    seated : ndarray of int, shape (tables, seats)
        Members by seat; a table is a rotation of a line-up.
    arm_of : ndarray of int, shape (tables,)
        Place of the line-up in `arms`.
    size : ndarray of int, shape (groups,)
        Deals in each group that a jackknife leaves out.
    wins : ndarray of int, shape (groups, tables, seats)
        In sixtieths.
    ahead : ndarray of int, shape (groups, members, members)
        How often the row finished ahead of the column, in halves; level counts one.
    met : ndarray of int, shape (members, members)
        Meetings in a deal.
    sits : ndarray of int, shape (members,)
        Seats taken in a deal.
    share_sums : Sums
        Of the wins of each member in a deal, in sixtieths.
    ahead_sums : Sums
        Of `ahead` in a deal, pairs in the order of `pairs`.
    """

    arms: tuple[Arm, ...]
    members: tuple[int, ...]
    seated: Integers
    arm_of: Integers
    size: Integers
    wins: Integers
    ahead: Integers
    met: Integers
    sits: Integers
    share_sums: Sums
    ahead_sums: Sums

    @property
    def players(self) -> int:
        """Seats of a table."""
        return int(self.seated.shape[1])

    @property
    def blocks(self) -> int:
        """Deals."""
        return int(self.size.sum())

    @property
    def pairs(self) -> list[tuple[int, int]]:
        """Ordered pairs of different members that meet."""
        return met_pairs(self.met)


def tally(study: Study, players: int) -> Tally:
    """Add up the tables of one size, part by part. A faulty game counts for nobody."""
    arms = tuple(arm for arm in study.arms if arm.players == players)
    members = tuple(sorted({chair for arm in arms for chair in arm.lineup}))
    lineups = [[members.index(chair) for chair in arm.lineup] for arm in arms]
    turns = [(k, rotation) for k, arm in enumerate(arms) for rotation in range(arm.rotations)]
    seated = np.array([[lineups[k][(seat - rotation) % players] for seat in range(players)] for k, rotation in turns])
    group, place = group_of(len(study.blocks)), study.blocks
    size = sizes(len(study.blocks))
    wins = np.zeros((len(size), *seated.shape), np.int64)
    ahead = np.zeros((len(size), len(members), len(members)), np.int64)
    sits = np.bincount(seated.ravel(), minlength=len(members))
    met = np.zeros((len(members), len(members)), np.int64)
    for one, other in permutations(range(players), 2):
        np.add.at(met, (seated[:, one], seated[:, other]), 1)
    pairs = tuple(np.array(met_pairs(met)).T)
    found: list[tuple[Sums, Sums]] = []
    for piece in study.pieces():
        shares, ranks = _games(piece, arms)
        groups = group[np.searchsorted(place, piece.blocks)]
        np.add.at(wins, groups, shares)
        own, counted = by_member(seated, len(members), shares, ranks)
        np.add.at(ahead, groups, counted)
        found.append((sufficient(own), sufficient(counted[:, *pairs])))
    share_sums, ahead_sums = found[0]
    for more in found[1:]:
        share_sums, ahead_sums = share_sums + more[0], ahead_sums + more[1]
    arm_of = np.array([k for k, _ in turns])
    return Tally(arms, members, seated, arm_of, size, wins, ahead, met, sits, share_sums, ahead_sums)


def met_pairs(met: Integers) -> list[tuple[int, int]]:
    """Return the ordered pairs of different members that meet."""
    return [(a, b) for a, b in permutations(range(len(met)), 2) if met[a, b]]


def by_member(seated: Integers, members: int, shares: Integers, ranks: Integers) -> tuple[Integers, Integers]:
    """Return by block the wins of each member, and how often each finished ahead of each other; both count nothing where ranks are 0."""
    own = np.zeros((len(shares), members), np.int64)
    ahead = np.zeros((len(shares), members, members), np.int64)
    for table, chairs in enumerate(seated):
        for seat, chair in enumerate(chairs):
            own[:, chair] += shares[:, table, seat]
        for seat, other in permutations(range(seated.shape[1]), 2):
            mine, theirs = ranks[:, table, seat], ranks[:, table, other]
            halves = (mine < theirs) * LEVEL_UNITS + (mine == theirs)
            ahead[:, chairs[seat], chairs[other]] += np.where(mine > 0, halves, 0)
    return own, ahead


def _games(piece: Study, arms: Sequence[Arm]) -> tuple[Integers, Integers]:
    """Return shares and ranks of all games, shape (blocks, tables, seats); the ranks of a faulty game are 0."""
    order = ["block", "arm", "rotation", "seat"]
    rank = pl.when(pl.col("fault").max().over("block", "arm", "rotation") > 0).then(0).otherwise("rank")
    rows = piece.rows.filter(pl.col("arm").is_in([arm.index for arm in arms])).with_columns(rank=rank).sort(order).collect()
    shape = (len(piece.blocks), -1, arms[0].players)
    found, placed = (rows[name].to_numpy().astype(np.int64).reshape(shape) for name in ("share", "rank"))
    return found, placed
