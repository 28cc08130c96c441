"""A study folder: what was played (the manifest) and its rows, part by part.

Parts hold whole blocks, so a table grouped by block can be made one part at a time and
put together afterwards: memory stays flat and the order of threads cannot matter.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import polars as pl
import polars.selectors as cs
from numpy.typing import NDArray

if TYPE_CHECKING:
    import pandas as pd

FORMAT = "simkit-run"
VERSION = 1
RUNG = "rung"  # the kind of table at which skill levels duel
ENSEMBLE, AS_IT_IS = "ensemble", "as it is"  # folder of what was played with other sets of cards; its first version
REPLAY = "replay"  # folder inside a study's own: what it played again on fresh deals
STEP = 0.6  # of the games: by so much a skill level must beat the one below to have a say, unless the study says otherwise
SHARE_UNITS = 60  # a whole win in the column `share`
COLUMNS = (
    *("block", "arm", "rotation", "seat", "strategy", "total", "rank", "share", "shared_win"),
    *("turns", "decisions", "options", "ended", "cut_off", "fault"),
)
# Small integers wrap when added or subtracted; sets of cards (UInt64) are left alone.
SMALL = cs.by_dtype(pl.UInt8, pl.UInt16, pl.UInt32, pl.Int8, pl.Int16, pl.Int32)


class StudyError(ValueError):
    """A study folder that cannot be read; the message says which file and why."""


@dataclass(frozen=True)
class Arm:
    """One side of a comparison: who plays which rules, and in how many rotations of a block."""

    index: int
    label: str
    players: int
    table: str
    lineup: tuple[int, ...]
    rotations: int
    mode: str | None = None
    mode_title: str | None = None
    target: int | None = None
    version: int = 0

    @property
    def title(self) -> str:
        """The scenario in the rulebook's words, or the arm's label."""
        return self.mode_title or self.mode or self.label

    @property
    def is_mixed(self) -> bool:
        """Whether different strategies sit at the table."""
        return len(set(self.lineup)) > 1

    @property
    def is_rung(self) -> bool:
        """Whether two skill levels duel here, so that the answer does not speak of it."""
        return self.table == RUNG


@dataclass(frozen=True)
class Study:
    """A run on disk.

    Attributes
    ----------
    folder : Path
        Where it lies.
    manifest : dict
        What was played.
    parts : tuple of Path
        The parts found, in order.
    part_blocks : tuple of ndarray of int64
        Numbers of the blocks in each part, rising.
    """

    folder: Path
    manifest: dict[str, Any]
    parts: tuple[Path, ...]
    part_blocks: tuple[NDArray[np.int64], ...]

    @cached_property
    def blocks(self) -> NDArray[np.int64]:
        """Numbers of all blocks found, rising."""
        return np.sort(np.concatenate(self.part_blocks))

    @property
    def identity(self) -> str:
        """SHA-256 of what was played; a folder that was not named by hand is called after it."""
        return hashlib.sha256((self.folder / "manifest.json").read_bytes()).hexdigest()

    @property
    def planned(self) -> int | None:
        """Blocks that whoever played last asked for, by the log; None if there is no log."""
        return next((int(entry["blocks"]) for entry in reversed(self.log) if entry.get("event") == "start"), None)

    @property
    def pace(self) -> float | None:
        """Seconds that a block took, by the log; None if it does not say."""
        ended = [e for e in self.log if e.get("event") == "part" and e.get("games") and "seconds" in e]
        blocks = sum(int(e["games"]) for e in ended) / sum(arm.rotations for arm in self.arms)
        return sum(float(e["seconds"]) for e in ended) / blocks if blocks else None

    @property
    def log(self) -> list[dict[str, Any]]:
        """Lines of the log, oldest first; none if there is no log."""
        path = self.folder / "log.jsonl"
        return list(map(_entry, path.read_text(encoding="utf-8").splitlines())) if path.is_file() else []

    @property
    def asked(self) -> dict[str, Any]:
        """What whoever played last asked for and what decides nothing that is played: `note`, `metrics`, `goals`, `medals`, ..."""
        return next((entry for entry in reversed(self.log) if entry.get("event") == "asked"), {})

    @property
    def step(self) -> float:
        """Share of the games by which a skill level must beat the one below to have a say in verdicts."""
        return float(self.asked.get("step") or self.spec.get("step", STEP))

    def estimate(
        self,
        expression: str | pl.Expr,
        by: str | Sequence[str] = ("arm",),
        versus: Mapping[str, Any] | None = None,
        where: str | pl.Expr | None = None,
    ) -> pl.DataFrame:
        """Estimate the mean of any column or expression over the rows of each cell, with intervals from blocks.

        Parameters
        ----------
        expression : str or polars expression
            SQL over the columns that columns.md of the study's folder lists: ``"share / 60"`` (wins), ``"tasks + sigils"``,
            ``"total >= 80"``. True counts 1; rows where it is unknown (null) are left out. It is the value of one row (a seat of a game):
            sums and means are what the estimate makes of it. A polars expression may use windows inside a game.
        by : str or sequence of str
            Columns that make the cells: arm, seat, strategy, rotation, ...; none for one mean over all rows.
        versus : mapping
            ``{"arm": 0}``: compare each cell with the one where `arm` is 0 and the other columns of `by` are its own. Arms and strategies
            may be given by their labels.
        where : str or polars expression
            Rows to keep: ``"cut_off = false"``.

        Returns
        -------
        DataFrame, one row a cell
            Columns of `by`; rows and blocks behind the cell; mean, error, low, high (95 %, Student's t on blocks; exact where a share is
            0 or 1); with `versus` also difference, difference_error, difference_low, difference_high (null for the base). Limits are null
            where fewer than two blocks have rows.

        Raises
        ------
        StudyError
            If the expression cannot be read, names a column there is not, is no number or not finite; if `by`, `versus` or `where` does
            not fit.

        Examples
        --------
        >>> study.estimate("share / 60", by=["arm", "strategy"], versus={"strategy": "greedy"})  # doctest: +SKIP
        """
        from simkit.analysis.estimate import estimate  # there: imports this module

        return estimate(self, expression, by, versus, where)

    def __repr__(self) -> str:
        """Say in a line what was played: a manifest has hundreds."""
        return f"<Study {self.name} ({self.kind}) of {self.game}: {len(self.blocks):,} blocks, {len(self.arms)} arms, in {self.folder}>"

    @property
    def spec(self) -> dict[str, Any]:
        """The study as it was asked for."""
        return dict(self.manifest["study"])

    @property
    def kind(self) -> str:
        """The kind of study: seats, solo."""
        return str(self.spec.get("kind", ""))

    @property
    def name(self) -> str:
        """The study's short name."""
        return str(self.spec.get("name", self.kind))

    @property
    def game(self) -> str:
        """The game's title."""
        game = self.manifest["game"]
        return str(game.get("title", game["name"]))

    @cached_property
    def arms(self) -> tuple[Arm, ...]:
        """The arms, in the order of the column `arm`."""
        return tuple(_arm(index, entry) for index, entry in enumerate(self.manifest["arms"]))

    @property
    def tables(self) -> tuple[Arm, ...]:
        """The arms that the answer may speak of: all but the duels of skill levels."""
        return tuple(arm for arm in self.arms if not arm.is_rung)

    @property
    def strategies(self) -> tuple[str, ...]:
        """Names of the strategies, in the order of the column `strategy`."""
        return tuple(self.manifest["strategies"])

    @property
    def rows(self) -> pl.LazyFrame:
        """All rows, not yet read."""
        return pl.scan_parquet(list(self.parts))

    def reduce(self, query: Callable[[pl.LazyFrame], pl.LazyFrame]) -> pl.DataFrame:
        """Apply a query to each part, its integers widened to 64 bits, and stack the answers.

        Exact when the query treats blocks separately, or when its counts are summed afterwards.
        """
        wide = (pl.scan_parquet(part).with_columns(SMALL.cast(pl.Int64)) for part in self.parts)
        return pl.concat([query(rows).collect() for rows in wide])

    def game_rows(self, arm: int, block: int, rotation: int) -> pl.DataFrame:
        """Return the rows of one game, by seat."""
        game = (pl.col("arm") == arm) & (pl.col("block") == block) & (pl.col("rotation") == rotation)
        return self.reduce(lambda rows: rows.filter(game)).sort("seat")

    def pieces(self) -> Iterator[Study]:
        """Yield a study for each part."""
        for part, blocks in zip(self.parts, self.part_blocks, strict=True):
            yield Study(self.folder, self.manifest, (part,), (blocks,))

    def frame(self) -> pl.DataFrame:
        """Return all rows with names in place of numbers: the label of each arm, the name of each strategy."""
        arms = {arm.index: arm.label for arm in self.arms}
        return self.rows.collect().with_columns(
            pl.col("arm").replace_strict(arms, return_dtype=pl.String),
            pl.col("strategy").replace_strict(dict(enumerate(self.strategies)), return_dtype=pl.String),
        )

    def to_pandas(self, *, labels: bool = False) -> pd.DataFrame:
        """Return all rows as a pandas frame, with `labels` as `frame` names them; does not need pyarrow."""
        import pandas as pd

        rows = self.frame() if labels else self.rows.collect()
        return pd.DataFrame({c.name: c.to_list() if c.dtype == pl.String else c.to_numpy() for c in rows.iter_columns()})


def load(folder: Path | str) -> Study:
    """Open a study folder.

    A run that was interrupted loads with the parts it has; half-written files are not parts.

    Parameters
    ----------
    folder : Path or str
        Folder with `manifest.json` and `parts/`.

    Returns
    -------
    Study

    Raises
    ------
    StudyError
        If the manifest is missing, is no run of ours or has another version; if there are no
        parts; if a part cannot be read, lacks a column, breaks off inside a block, or repeats
        a block of another part.
    """
    folder = Path(folder)
    manifest = _manifest(folder)
    parts = tuple(sorted((folder / "parts").glob("part-*.parquet")))
    if not parts:
        raise StudyError(f"{folder}: no parts yet, nothing has been played to the end of a part")
    schema = _schema(parts[0])
    for part in parts[1:]:
        if _schema(part) != schema:
            raise StudyError(f"{part}: its columns differ from those of {parts[0].name}")
    rows_per_block = sum(a["players"] * a["rotations"] for a in manifest["arms"])
    part_blocks = tuple(_whole_blocks(part, rows_per_block) for part in parts)
    study = Study(folder, manifest, parts, part_blocks)
    if (repeated := study.blocks[1:][np.diff(study.blocks) == 0]).size:
        raise StudyError(f"{folder}: block {repeated[0]} is in two parts")
    return study


def _manifest(folder: Path) -> dict[str, Any]:
    path = folder / "manifest.json"
    if not path.is_file():
        raise StudyError(f"{folder}: no manifest.json, so this is not a study folder")
    try:
        manifest = json.loads(path.read_text(encoding="utf-8"))
    except ValueError as error:
        raise StudyError(f"{path}: not readable as JSON ({error})") from error
    if not isinstance(manifest, dict) or manifest.get("format") != FORMAT:
        raise StudyError(f"{path}: not a {FORMAT} manifest")
    if manifest.get("version") != VERSION:
        raise StudyError(f"{path}: version {manifest.get('version')} of the rows; this program reads {VERSION}")
    if absent := [k for k in ("study", "game", "strategies", "arms") if not manifest.get(k)]:
        raise StudyError(f"{path}: lacks {', '.join(absent)}")
    return manifest


def _entry(line: str) -> dict[str, Any]:
    try:
        return dict(json.loads(line))
    except ValueError:  # a line that was being written when the run was stopped
        return {}


def _schema(part: Path) -> pl.Schema:
    try:
        schema = pl.read_parquet_schema(part)
    except (pl.exceptions.PolarsError, OSError) as error:
        raise StudyError(f"{part}: not readable as Parquet ({error})") from error
    if absent := [c for c in COLUMNS if c not in schema]:
        raise StudyError(f"{part}: lacks the columns {', '.join(absent)}")
    return pl.Schema(schema)


def _whole_blocks(part: Path, rows: int) -> NDArray[np.int64]:
    lengths = pl.scan_parquet(part).group_by("block").len().sort("block").collect()
    if (broken := lengths.filter(pl.col("len") != rows)).height:
        block, length = broken.row(0)
        raise StudyError(f"{part}: block {block} has {length} rows, not {rows}")
    return lengths["block"].to_numpy().astype(np.int64)


def _arm(index: int, entry: dict[str, Any]) -> Arm:
    return Arm(
        index=index,
        label=str(entry["label"]),
        players=int(entry["players"]),
        table=str(entry.get("table", "")),
        lineup=tuple(entry["lineup"]),
        rotations=int(entry["rotations"]),
        mode=entry.get("mode"),
        mode_title=entry.get("mode_title"),
        target=entry.get("target"),
        version=int(entry.get("version", 0)),
    )
