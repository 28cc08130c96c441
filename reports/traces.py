"""Where a number comes from: the run, the arm behind a row, and the command that shows one of its games."""

from __future__ import annotations

import hashlib
import shlex
from pathlib import Path

import polars as pl

from reports.parts import Tables
from simkit.analysis import Study
from simkit.analysis.behind import behind, played_in
from simkit.analysis.study import ENSEMBLE, REPLAY

MANIFEST, ID = "manifest.json", 12


def run_of(study: Study) -> str:
    """Return what to call a run in a command: its id where its folder is called so, else its folder."""
    folder = study.folder
    return f"{_called(folder.parent)}/{folder.name}" if is_inside(study) else _called(folder)


def is_inside(study: Study) -> bool:
    """Say whether a run was played by another after its own games, into a folder of that."""
    return study.folder.name in (REPLAY, ENSEMBLE) and (study.folder.parent / MANIFEST).is_file()


def _called(folder: Path) -> str:
    file = folder / MANIFEST
    identity = hashlib.sha256(file.read_bytes()).hexdigest()[:ID] if file.is_file() else ""
    return identity if folder.name == identity else str(folder)


def command(run: str, arm: int, block: int | None = None, rotation: int | None = None) -> str:
    """Return the command that shows a game of an arm of a run (`run_of`), whole: a typical one, or that of a deal."""
    asked = [word for name, value in (("block", block), ("rotation", rotation)) if value is not None for word in (f"--{name}", str(value))]
    return shlex.join(["simkit", "trace", run, "--arm", str(arm), *asked])


def traced(study: Study, tables: Tables) -> Tables:
    """Return tables with the arm behind each row, and in `example` the command that shows a game of it."""
    return {name: _with_command(study, name, table) for name, table in behind(study, tables).items()}


def _with_command(study: Study, name: str, table: pl.DataFrame) -> pl.DataFrame:
    played = played_in(study, name)
    if "arm" not in table.columns or played is None:
        return table
    run = run_of(played)
    deals = table["deal"] if "deal" in table.columns else [None] * table.height
    said = [None if arm is None else command(run, arm, deal) for arm, deal in zip(table["arm"], deals, strict=True)]
    return table.with_columns(pl.Series("example", said, pl.String))


def arms(table: pl.DataFrame) -> list[int | None]:
    """Return the arm behind each row of a table, for a page; none if its rows have none."""
    return table["arm"].to_list() if "arm" in table.columns else []
