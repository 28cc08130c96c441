"""A part: the rows of some blocks in memory, filled in any order, and on disk."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import numpy as np
import polars as pl
from numpy.typing import NDArray

from simkit.batch.chunk import Chunk
from simkit.batch.columns import SEATING, Long, row_columns
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
        self.long: dict[str, list[pl.DataFrame]] = {kept.name: [] for kept in plan.long}

    def place(self, chunk: Chunk) -> None:
        """Put a chunk where it belongs."""
        low, high = chunk.first - self.first, chunk.first - self.first + chunk.blocks
        for name, values in chunk.columns.items():
            self.columns[name][low:high, self.starts[chunk.arm] : self.starts[chunk.arm + 1]] = values
        self.placed[low:high, chunk.arm] = True
        for name, found in chunk.long.items():
            self.long[name].append(pl.DataFrame(found))

    def keep(self, rows: Path, long: Mapping[str, Path], blocks: int) -> None:
        """Take over the first blocks from disk: the rows, and the long tables by name."""
        frame = pl.read_parquet(rows)
        for name, values in self.columns.items():
            values[:blocks] = frame[name].to_numpy().reshape(blocks, self.plan.rows)
        self.placed[:blocks] = True
        for name, path in long.items():
            # A run killed between its files may have left cards of blocks whose rows are not there.
            self.long[name].append(pl.read_parquet(path).filter(pl.col("block") < self.first + blocks))

    @property
    def whole(self) -> int:
        """How many blocks from the first on are there in every arm."""
        return int(np.argmin(np.append(self.placed.all(axis=1), False)))

    def cut(self, blocks: int) -> Part:
        """Return a part of the first blocks: what is worth keeping when a run is stopped."""
        found = Part(self.plan, self.first, blocks)
        found.columns = {name: values[:blocks] for name, values in self.columns.items()}
        inside = pl.col("block") < self.first + blocks
        found.long = {name: [frame.filter(inside) for frame in frames] for name, frames in self.long.items()}
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

    def long_frame(self, kept: Long) -> pl.DataFrame:
        """Return a long table in its order."""
        empty = pl.DataFrame({column.name: np.zeros(0, column.dtype) for column in kept.columns})
        return pl.concat([empty, *self.long[kept.name]]).sort(kept.order)

    def write(self, rows: Path, long: Mapping[str, Path]) -> None:
        """Write the part. The file of rows comes last: where it is, the part is complete."""
        for kept in self.plan.long:
            write_parquet(self.long_frame(kept), long[kept.name])
        write_parquet(self.frame(), rows)


def write_parquet(frame: pl.DataFrame, path: Path) -> None:
    """Write a frame: zstd, the same bytes for the same rows."""
    with written(path) as file:
        frame.rechunk().write_parquet(file, compression="zstd", compression_level=COMPRESSION_LEVEL, row_group_size=ROW_GROUP)
