"""A study folder as its writer sees it: locked for one process, with one manifest and whole parts."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import polars as pl
from filelock import FileLock, Timeout

from simkit.batch import RUNS
from simkit.batch.columns import dictionary
from simkit.batch.files import TEMPORARY, write_text
from simkit.batch.identity import FORMAT, canonical, difference, identity, manifest
from simkit.batch.plan import Plan
from simkit.core.export import export
from simkit.core.game import Unknown, near_miss

MANIFEST, COLUMNS, LOG, LOCK = "manifest.json", "columns.md", "log.jsonl", ".lock"
LOOK = "look"  # an entry of the log: verdicts were read
KEPT = "components"  # the card tables of one's own that were played, a folder for each version
PARTS = "parts/part-*.parquet"
LONG = ("cards", "tracks", "pieces")  # folders of long tables
_PARTS = (PARTS, *(f"{kept}/{kept}-*.parquet" for kept in LONG))
LEFT = tuple(f"{name}{TEMPORARY}" for name in (*(path.replace("/", "/.") for path in _PARTS), f".{MANIFEST}", f".{COLUMNS}"))


@dataclass(frozen=True, order=True)
class Played:
    """A run with rows: how many deals, when the last of them was played (in nanoseconds), and where."""

    blocks: int
    at: int
    folder: Path


def played(runs: Path = RUNS) -> tuple[dict[tuple[str, str, str], list[Played]], list[Path]]:
    """Return the runs of every study under `runs`, by game, name and question, and the folders without a part."""
    studies: dict[tuple[str, str, str], list[Played]] = {}
    empty = []
    for folder in sorted(file.parent for file in runs.glob(f"*/*/{MANIFEST}")):
        if not holds_run(folder):
            continue
        if parts := list(folder.glob(PARTS)):
            found = json.loads((folder / MANIFEST).read_text(encoding="utf-8"))
            rows = int(pl.scan_parquet(parts).select(pl.len()).collect().item())
            blocks = rows // sum(arm["players"] * arm["rotations"] for arm in found["arms"])
            at = max(part.stat().st_mtime_ns for part in parts)
            what = found["game"]["name"], found["study"]["name"], str(found["study"].get("question", ""))  # comparisons share a name
            studies.setdefault(what, []).append(Played(blocks, at, folder))
        else:
            empty.append(folder)
    return studies, empty


def latest(runs: Path = RUNS) -> tuple[list[Path], list[Path]]:
    """Return what is worth a report of every study under `runs`, and the folders without a part.

    Of a study that is the run with most deals, the last played among equals, and after it the run last played if that is another one.
    """
    studies, empty = played(runs)
    chosen = ((max(found), max(found, key=lambda run: run.at)) for _, found in sorted(studies.items()))
    return [run.folder for pair in chosen for run in dict.fromkeys(pair)], empty


def find_run(text: str, runs: Path = RUNS) -> Path:
    """Return the folder of a run by path, by its id or the beginning of it, by name, if one run alone has it, or by its study.

    Parameters
    ----------
    text : str
        GAME/STUDY is of all runs of that study the one with most deals, the last played among equals. What a study played after its own
        games lies in a folder inside its own: ID/replay, ID/ensemble.

    Raises
    ------
    Unknown
        If there is none, or more than one; the message names them.
    """
    if Path(text).is_dir():
        return Path(text)
    called, _, inside = text.partition("/")
    studies = played(runs)[0] if inside else {}
    if of_study := [run for (game, name, _), of_one in studies.items() if (game, name) == (called, inside) for run in of_one]:
        return max(of_study).folder
    known = sorted(file.parent for file in runs.glob(f"*/*/{MANIFEST}"))
    found = [folder for folder in known if called and (called == folder.parent.name or folder.name.startswith(called))]
    if len(found) == 1 and (not inside or holds_run(found[0] / inside)):
        return found[0] / inside
    if len(found) == 1:
        raise Unknown(f"{text}: there is no {inside} in {found[0]}")
    if found:
        raise Unknown(f"{text}: there are several runs: {', '.join(map(str, found))}; give the end of one, its id, or a folder")
    hint = near_miss(text, {folder.parent.name for folder in known} | {f"{game}/{name}" for game, name, _ in studies})
    raise Unknown(f"{text}: no run is called so and there is no such folder{hint}; `simkit history` lists the runs")


def holds_run(folder: Path) -> bool:
    """Say whether a folder's manifest is one of ours: other programs have files of that name, too."""
    try:
        return is_manifest(json.loads((folder / MANIFEST).read_text(encoding="utf-8")))
    except (OSError, ValueError):
        return False


def is_manifest(content: Any) -> bool:
    """Say whether what was read is a manifest of a run."""
    return isinstance(content, dict) and content.get("format") == FORMAT


def default_folder(plan: Plan, runs: Path = RUNS) -> Path:
    """Return where a plan's rows lie unless somebody says otherwise: by the study's name and the run's identity."""
    return runs / plan.study.name / identity(manifest(plan))[:12]


class Folder:
    """The files of one run."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def rows(self, part: int) -> Path:
        """Return the file of a part's rows."""
        return self.path / "parts" / f"part-{part:05d}.parquet"

    def long(self, plan: Plan, part: int) -> dict[str, Path]:
        """Return the files of a part's long tables by name."""
        return {kept.name: self.path / kept.name / f"{kept.name}-{part:05d}.parquet" for kept in plan.long}

    @contextmanager
    def locked(self) -> Iterator[None]:
        """Keep every other process out."""
        self.path.mkdir(parents=True, exist_ok=True)
        lock = FileLock(self.path / LOCK, timeout=0)
        try:
            lock.acquire()
        except Timeout:
            raise Unknown(f"{self.path}: another process is playing into this folder; wait for it, or choose another with --into") from None
        try:
            yield
        finally:
            lock.release()

    def prepare(self, plan: Plan) -> None:
        """Write the manifest, or check that the one that is there says the same.

        Raises
        ------
        Unknown
            If the folder holds another run, or files of somebody else; the message names what changed.
        """
        new = json.loads(canonical(manifest(plan)))
        path = self.path / MANIFEST
        if path.exists():
            try:
                old = json.loads(path.read_text(encoding="utf-8"))
            except ValueError as error:
                raise Unknown(f"{path}: not readable ({error})") from None
            if not is_manifest(old):
                raise Unknown(f"{path}: not the manifest of a run; choose another folder")
            if changed := difference(old, new):
                raise Unknown(f"{self.path} holds another run, which cannot be continued:\n{changed}\nChoose another folder, or remove it.")
            for pattern in LEFT:  # by a writer that was killed
                for left in self.path.glob(pattern):
                    left.unlink(missing_ok=True)
        elif any(self.path.glob("parts/*")):
            raise Unknown(f"{self.path}: has parts but no {MANIFEST}; choose another folder")
        elif (self.path / COLUMNS).exists():
            raise Unknown(f"{self.path}: has a {COLUMNS} but no {MANIFEST}; choose another folder")
        (self.path / "parts").mkdir(exist_ok=True)
        for kept in plan.long:
            (self.path / kept.name).mkdir(exist_ok=True)
        if not path.exists():
            write_text(path, canonical(new))
        write_text(self.path / COLUMNS, dictionary(plan.game, plan.long, plan.tables, [arm.label for arm in plan.arms], plan.labels))
        for number, version in enumerate(plan.versions):
            if version.components and not version.is_changed and not (self.path / KEPT / str(number)).is_dir():
                export(version.tables, self.path / KEPT / str(number))

    def kept(self, plan: Plan) -> list[str | None]:
        """Return by version where the folder keeps its card tables, seen from the folder, None for the game's own; empty if all are."""
        own = [version.components and not version.is_changed for version in plan.versions]
        return [f"{KEPT}/{number}" if kept else None for number, kept in enumerate(own)] if any(own) else []

    def blocks(self, plan: Plan, part: int) -> int:
        """Return how many blocks of a part are there.

        Raises
        ------
        Unknown
            If the file is damaged.
        """
        path = self.rows(part)
        if not path.exists():
            return 0
        try:
            rows = int(pl.scan_parquet(path).select(pl.len()).collect().item())
        except (pl.exceptions.PolarsError, OSError) as error:
            raise Unknown(f"{path}: damaged ({str(error).splitlines()[0]}); remove it, and it is played again") from None
        if rows % plan.rows:
            raise Unknown(f"{path}: damaged ({rows} rows, not a multiple of {plan.rows}); remove it, and it is played again")
        return rows // plan.rows

    def log(self, event: str, **what: Any) -> None:
        """Add a line to the log, which is not part of a run's identity."""
        with (self.path / LOG).open("a", encoding="utf-8") as file:
            file.write(json.dumps({"event": event, "time": time.strftime("%Y-%m-%dT%H:%M:%S%z"), **what}) + "\n")

    def looked(self, blocks: int) -> None:
        """Add to the log that somebody has seen verdicts after so many blocks, once; a folder that cannot be written is left alone."""
        path = self.path / LOG
        with suppress(OSError, ValueError):
            seen = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()] if path.is_file() else []
            if not any(entry.get("event") == LOOK and entry.get("blocks") == blocks for entry in seen):
                self.log(LOOK, blocks=blocks)

    def faults(self, plan: Plan, blocks: int) -> dict[int, int]:
        """Count faulty games by reason, part by part."""
        counts: dict[int, int] = {}
        for part in range(-(-blocks // plan.part_blocks)):
            # every seat of a faulty game has its reason: count seat 0
            faulty = pl.scan_parquet(self.rows(part)).filter((pl.col("seat") == 0) & (pl.col("fault") > 0) & (pl.col("block") < blocks))
            for code, games in faulty.group_by("fault").len().collect().iter_rows():
                counts[code] = counts.get(code, 0) + games
        return dict(sorted(counts.items()))
