"""A part: the rows of some blocks in memory, filled in any order, and on disk."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import polars as pl
from numpy.typing import NDArray

from simkit.batch.chunk import Chunk
from simkit.batch.columns import CARDS, SEATING, row_columns
from simkit.batch.files import written
from simkit.batch.plan import Plan

ROW_GROUP = 1 << 18
COMPRESSION_LEVEL = 3


class Part:
    """Rows of blocks first .. first + blocks. A row's place follows from block, arm, rotation and seat, never from when it came.

    Parameters
    ----------
    plan : Plan
    first, blocks : int
    """

    def __init__(self, plan: Plan, first: int, blocks: int) -> None:
        self.plan = plan
        self.first = first
        self.blocks = blocks
        self.starts = np.cumsum([0, *(arm.rows for arm in plan.arms)])
        stored = row_columns(plan.game)[len(SEATING) :]
        self.columns = {column.name: np.zeros((blocks, plan.rows), column.dtype) for column in stored}
        self.placed = np.zeros((blocks, len(plan.arms)), np.bool_)  # what is there
        self.cards: list[pl.DataFrame] = []

    def place(self, chunk: Chunk) -> None:
        """Put a chunk where it belongs."""
        low, high = chunk.first - self.first, chunk.first - self.first + chunk.blocks
        for name, values in chunk.columns.items():
            self.columns[name][low:high, self.starts[chunk.arm] : self.starts[chunk.arm + 1]] = values
        self.placed[low:high, chunk.arm] = True
        if chunk.cards:
            self.cards.append(pl.DataFrame(chunk.cards))

    def keep(self, rows: Path, cards: Path, blocks: int) -> None:
        """Take over the first blocks from disk."""
        frame = pl.read_parquet(rows)
        for name, values in self.columns.items():
            values[:blocks] = frame[name].to_numpy().reshape(blocks, self.plan.rows)
        self.placed[:blocks] = True
        if self.plan.study.cards:
            # A run killed between its two files may have left cards of blocks whose rows are not there.
            self.cards.append(pl.read_parquet(cards).filter(pl.col("block") < self.first + blocks))

    @property
    def whole(self) -> int:
        """How many blocks from the first on are there in every arm."""
        return int(np.argmin(np.append(self.placed.all(axis=1), False)))

    def cut(self, blocks: int) -> Part:
        """Return a part of the first blocks: what is worth keeping when a run is stopped."""
        found = Part(self.plan, self.first, blocks)
        found.columns = {name: values[:blocks] for name, values in self.columns.items()}
        found.cards = [cards.filter(pl.col("block") < self.first + blocks) for cards in self.cards]
        return found

    def frame(self) -> pl.DataFrame:
        """Return the rows by block, arm, rotation and seat."""
        arms = [np.full(arm.rows, i) for i, arm in enumerate(self.plan.arms)]
        rotations = [np.repeat(np.arange(arm.rotations), arm.players) for arm in self.plan.arms]
        seats = [np.tile(np.arange(arm.players), arm.rotations) for arm in self.plan.arms]
        strategies = [np.ravel([arm.seated(rotation) for rotation in range(arm.rotations)]) for arm in self.plan.arms]
        seating: list[NDArray[np.int64]] = [
            np.repeat(np.arange(self.first, self.first + self.blocks), self.plan.rows),
            *(np.tile(np.concatenate(column), self.blocks) for column in (arms, rotations, seats, strategies)),
        ]
        columns = {stored.name: values.astype(stored.dtype) for stored, values in zip(SEATING, seating, strict=True)}
        columns |= {name: values.reshape(-1) for name, values in self.columns.items()}
        return pl.DataFrame(columns)

    def card_frame(self) -> pl.DataFrame:
        """Return the long card table by block, arm, rotation, seat and card."""
        empty = pl.DataFrame({column.name: np.zeros(0, column.dtype) for column in CARDS})
        return pl.concat([empty, *self.cards]).sort([column.name for column in CARDS[:5]])

    def write(self, rows: Path, cards: Path) -> None:
        """Write the part. The file of rows comes last: where it is, the part is complete."""
        if self.plan.study.cards:
            write_parquet(self.card_frame(), cards)
        write_parquet(self.frame(), rows)


def write_parquet(frame: pl.DataFrame, path: Path) -> None:
    """Write a frame: zstd, the same bytes for the same rows."""
    with written(path) as file:
        frame.rechunk().write_parquet(file, compression="zstd", compression_level=COMPRESSION_LEVEL, row_group_size=ROW_GROUP)
