"""Play a plan: parts one after another, tasks inside a part in any order; stops and goes on at the edge of a part."""

from __future__ import annotations

import json
import platform
import shutil
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from itertools import chain
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from joblib import delayed
from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

from simkit.batch import INTERRUPTED
from simkit.batch.backends import check, default_workers, pool
from simkit.batch.chunk import Chunk, play_chunk, playable
from simkit.batch.folder import PARTS, Folder, default_folder
from simkit.batch.plan import Plan
from simkit.batch.rows import Part
from simkit.batch.stop import Overdue, Stop
from simkit.batch.warm import ahead, cache_lock, is_warm
from simkit.core.chance import MAX_GAME
from simkit.core.game import Unknown
from simkit.core.table import CARD_WIDTH, FAULTS

CHUNK_SECONDS, LEAST_SECONDS = 1.0, 0.05  # of a task; below, handing it over shows
CHUNK_ROWS, CHUNK_LONG_BYTES = 50_000, 32 << 20  # bounds of a task's memory
TASKS_PER_WORKER = 8  # at least so many a part, so that workers end together
TRIAL_SECONDS = 0.03  # blocks that take so long tell the pace of an arm
MINUTES_TRIAL = 2.0  # seconds of play that decide how many blocks fit into some minutes
ROW_BYTES, CARD_ROW_BYTES, TRACK_ROUND_BYTES = 20, 4, 20  # on disk, as measured; of a round of a seat
STOP = ".stop"
# keys of a study that decide nothing that is played, but what the report says of it
ASKED = ("metrics", "goals", "wanted", "precision", "medals", "step", "minutes_per_game", "minutes_per_turn", "playtested")


class Interrupted(Exception):
    """Ctrl-C: the run stopped at the edge of a part, and the same call goes on from there."""

    exit_code = INTERRUPTED


@dataclass(frozen=True)
class Outcome:
    """What a run did.

    Attributes
    ----------
    blocks, games, rows : int
        All that now lie in the folder, up to the number asked for.
    played : int
        Games played by this call; the others were there.
    seconds : float
        From the first game to the last file, without compilation.
    faults : dict of int
        Faulty games by reason.
    """

    folder: Path
    blocks: int
    games: int
    rows: int
    played: int
    seconds: float
    faults: dict[str, int]

    @property
    def rate(self) -> float:
        """Games a second."""
        return self.played / self.seconds if self.seconds else 0.0

    @property
    def warning(self) -> str:
        """What is wrong with the rows; empty if nothing is."""
        if not self.faults:
            return ""
        reasons = "; ".join(f"{games} games: {reason}" for reason, games in self.faults.items())
        total = sum(self.faults.values())
        return f"WARNING: {total} of {self.games} games ended with a fault and count for nobody ({reasons}). Do not trust this study."


def run(  # noqa: PLR0913 - all but the plan have defaults
    plan: Plan,
    folder: Path | str | None = None,
    blocks: int | None = None,
    workers: int | None = None,
    backend: str = "threading",
    progress: bool | None = None,
    *,
    console: Console | None = None,
    chunk_blocks: int | None = None,
    asked: Mapping[str, Any] | None = None,
) -> Outcome:
    """Play a plan's blocks that are not yet in a folder.

    Parameters
    ----------
    plan : Plan
    folder : Path
        Study folder; chosen by name and identity if left out.
    blocks : int
        Blocks there shall be in all; the study's own number if left out. Nothing else about the rows depends on it.
    workers : int
        Threads or processes; all cores by default.
    backend : str
        threading, loky or dask.
    progress : bool or None
        Show bar and messages: always, never, or the bar on a terminal only.
    console : Console
        Where to say it; standard error by default.
    chunk_blocks : int
        Blocks of a task, instead of about a second's; changes no byte of the rows.
    asked : mapping
        What else belongs into the log: `note`, a remark for the history of runs; `command`, what plays the same again.

    Returns
    -------
    Outcome

    Raises
    ------
    Unknown
        If the folder holds another run, or belongs to a process that is playing, or there is not enough disk.
    Interrupted
        After Ctrl-C, within two seconds; complete parts stay.
    """
    workers = default_workers() if workers is None else workers
    blocks = plan.study.blocks if blocks is None else blocks
    check(backend, workers)
    if not 1 <= blocks <= MAX_GAME + 1:
        raise Unknown(f"blocks: {blocks} is not 1 to {MAX_GAME + 1}")
    told = console or Console(stderr=True, quiet=progress is False)
    at = Folder(default_folder(plan) if folder is None else Path(folder))
    absent = [place for place in (at.path, *at.path.parents) if not place.exists()]
    with at.locked(), _no_trace_of_failure(at, absent):
        at.prepare(plan)
        players = json.loads(plan.job)["strategies"]  # with their files, which the manifest does not name
        wanted = (
            {"components": at.kept(plan), "strategies": players}
            | {key: getattr(plan.study, key, None) for key in ASKED}
            | dict(asked or {})
        )
        at.log("asked", blocks=blocks, **{key: value for key, value in wanted.items() if value})
        missing = [part for part in _parts(plan, blocks) if at.blocks(plan, part.number) < part.blocks]
        runner = _Runner(plan, at, workers, backend, told, told.is_terminal if progress is None else progress)
        if missing:
            runner.play(missing, blocks, chunk_blocks)
        faults = {FAULTS[code]: games for code, games in at.faults(plan, blocks).items()}
    outcome = Outcome(at.path, blocks, blocks * plan.games, blocks * plan.rows, runner.played, runner.seconds, faults)
    if outcome.warning:
        told.print(outcome.warning, style="bold red")
    return outcome


@contextmanager
def _no_trace_of_failure(at: Folder, absent: Sequence[Path]) -> Iterator[None]:
    """Remove a folder that this run made if it fails before its first part is whole, and the empty ones above it that it made."""
    try:
        yield
    except Exception as error:
        if at.path in absent and not isinstance(error, Interrupted) and not any(at.path.glob(PARTS)):
            shutil.rmtree(at.path, ignore_errors=True)
            with suppress(OSError):  # somebody else's run lies there by now
                for place in absent[1:]:
                    place.rmdir()
        raise


def blocks_in(plan: Plan, minutes: float, workers: int | None = None) -> int:
    """Return how many blocks of a plan can be played in so many minutes on this machine, by playing some; two digits, rounded down.

    Raises
    ------
    Unknown
        If the minutes are not above 0.
    Interrupted
        After Ctrl-C.
    """
    if not minutes > 0:
        raise Unknown(f"--minutes {minutes:g}: expected a number above 0, such as 5")
    workers = default_workers() if workers is None else workers
    with TemporaryDirectory() as place:
        runner = _Runner(plan, Folder(Path(place)), workers, "threading", Console(stderr=True), False)
        runner.compile()
        stop, pace = Stop(Path(place) / STOP), [1.0]
        with suppress(Overdue), stop:
            pace, _ = runner.calibrate(0, MAX_GAME + 1, stop, MINUTES_TRIAL / runner.sorts)
        if stop.raised:
            raise Interrupted("stopped while measuring how fast games are played; nothing is kept, the same command starts again")
    found = int(60 * minutes * workers / sum(pace))
    unit: int = 10 ** max(len(str(found)) - 2, 0)
    return max(1, min(found // unit * unit, MAX_GAME + 1))


@dataclass(frozen=True)
class _PartOf:
    """Number, first block and blocks of a part."""

    number: int
    first: int
    blocks: int


def _parts(plan: Plan, blocks: int) -> Iterator[_PartOf]:
    for first in range(0, blocks, plan.part_blocks):
        yield _PartOf(first // plan.part_blocks, first, min(plan.part_blocks, blocks - first))


class _Runner:
    """One call of `run`: what it works with, and what it has done so far."""

    def __init__(self, plan: Plan, folder: Folder, workers: int, backend: str, console: Console, shown: bool) -> None:
        self.plan, self.folder, self.workers, self.backend = plan, folder, workers, backend
        self.console, self.shown = console, shown
        self.played, self.seconds, self.complete, self.began = 0, 0.0, 0, 0.0

    def play(self, missing: list[_PartOf], blocks: int, chunk_blocks: int | None) -> None:
        """Play the missing parts."""
        self.compile()
        stop = Stop(self.folder.path / STOP)
        try:
            with stop:
                self.began = time.perf_counter()
                have = self.folder.blocks(self.plan, missing[0].number)
                pace, trials = self.calibrate(missing[0].first + have, missing[0].blocks - have, stop, TRIAL_SECONDS)
                self._announce(missing, blocks, pace)
                self._play_parts(missing, pace, trials, chunk_blocks, stop)
                self.seconds = time.perf_counter() - self.began
        except Overdue:  # games under way are abandoned; their threads end with the process
            pass
        except Exception:  # Ctrl-C reaches the workers of a terminal, too, and may break one that just starts
            if stop.failed:
                raise
        if stop.raised:
            self.folder.log("interrupted", parts=self.complete)
            raise Interrupted(self._how_to_resume(blocks))
        self.folder.log("end", games=self.played, seconds=round(self.seconds, 3))

    def compile(self) -> None:
        """Compile or load everything in this process, before any worker starts; workers of other processes then load it."""
        try:
            if not is_warm(self.plan.game, self.plan.players):
                self.console.print(f"compiling {self.plan.game.title} (once; about half a minute)")
                ahead(self.plan.game, self.plan.players)
            with cache_lock():
                playable(self.plan.job)
        except KeyboardInterrupt:
            raise Interrupted(f"stopped while compiling; nothing was played into {self.folder.path}") from None

    def calibrate(self, first: int, blocks: int, stop: Stop, trial: float) -> tuple[list[float], list[Chunk]]:
        """Return the seconds one block of each arm takes, and what was played of the blocks to come to measure it."""
        kinds = self._kinds
        lead = {kind: arm for arm, kind in reversed(list(enumerate(kinds)))}  # hundreds of arms may differ in one card only
        flag, pace, chunks = str(stop.path), [1.0] * len(kinds), []
        with pool("threading", self.workers) as parallel:
            tasks = (delayed(_trial)(self.plan.job, arm, first, blocks, flag, trial) for arm in lead.values() if not stop.raised)
            for played in parallel(tasks):
                if played:
                    chunks += played
                    pace[played[-1].arm] = played[-1].seconds / played[-1].blocks
        return [pace[lead[kind]] for kind in kinds], chunks

    @property
    def sorts(self) -> int:
        """How many sorts of arms a calibration plays."""
        return len(set(self._kinds))

    @property
    def _kinds(self) -> list[str]:
        """What decides how long a game of each arm takes: who plays which rules, and whether by cards of his own."""
        asked = ((arm.seated(0), arm.rotations, arm.rules, len({arm.version, *arm.versions}), arm.watch == ()) for arm in self.plan.arms)
        return [json.dumps(kind) for kind in asked]

    def _announce(self, missing: list[_PartOf], blocks: int, pace: list[float]) -> None:
        """Say how many games, how long, how much disk; refuse what does not fit."""
        new = sum(part.blocks - self.folder.blocks(self.plan, part.number) for part in missing)
        watched = sum(arm.rows * (self.plan.game.cards if arm.watch is None else len(arm.watch)) for arm in self.plan.arms)
        size = new * self.plan.rows * (ROW_BYTES + TRACK_ROUND_BYTES * self.plan.rounds)
        size += new * watched * CARD_ROW_BYTES if self.plan.study.cards else 0
        free = shutil.disk_usage(self.folder.path).free
        if size > free:
            raise Unknown(f"{self.folder.path}: about {_bytes(size)} are needed, {_bytes(free)} are free")
        seconds = new * sum(pace) / self.workers
        there = f" ({blocks - new} of {blocks} deals are there)" if new < blocks else ""
        self.console.print(
            f"{self.plan.study.name}: {new * self.plan.games:,} games{there}, about {_duration(seconds)} with {self.workers} "
            f"{'threads' if self.backend == 'threading' else 'processes'}, about {_bytes(size)} in {self.folder.path}",
            highlight=False,
            soft_wrap=True,
        )
        self.folder.log(
            "start",
            blocks=blocks,
            new_blocks=new,
            backend=self.backend,
            workers=self.workers,
            seconds_per_block=[float(f"{seconds:.3g}") for seconds in pace],
            machine=platform.machine(),
            python=platform.python_version(),
        )

    def _play_parts(self, missing: list[_PartOf], pace: list[float], trials: list[Chunk], chunk_blocks: int | None, stop: Stop) -> None:
        """Play parts; of the first, some blocks of some arms were played as trials."""
        columns = (
            TextColumn("{task.description}"),
            BarColumn(),
            TextColumn("{task.completed:,.0f} of {task.total:,.0f} games"),
            TextColumn("{task.fields[rate]}"),
            TimeRemainingColumn(),
        )
        with pool(self.backend, self.workers) as parallel, Progress(*columns, console=self.console, disable=not self.shown) as bar:
            total = sum(part.blocks - self.folder.blocks(self.plan, part.number) for part in missing) * self.plan.games
            line = bar.add_task(self.plan.study.name, total=total, rate="")
            start = self.began
            for part in missing:
                have = self.folder.blocks(self.plan, part.number)
                rows = Part(self.plan, part.first, part.blocks)
                if have:
                    rows.keep(self.folder.rows(part.number), self.folder.long(self.plan, part.number), have)
                starts = dict.fromkeys(range(len(self.plan.arms)), part.first + have)
                starts |= {chunk.arm: chunk.first + chunk.blocks for chunk in trials}
                tasks = self._tasks(starts, part.first + part.blocks, pace, chunk_blocks)
                flag = str(stop.path)
                rest = parallel(delayed(play_chunk)(self.plan.job, *task, flag) for task in tasks if not stop.raised)
                for chunk in chain(trials, rest):
                    if chunk is not None:
                        rows.place(chunk)
                        done = self._games(chunk)
                        self.played += done
                        bar.update(line, advance=done, rate=f"{self.played / (time.perf_counter() - self.began):,.0f} games/s")
                trials = []
                if stop.raised:
                    stop.calm()
                    if rows.whole > have:  # the next call goes on from there
                        rows.cut(rows.whole).write(self.folder.rows(part.number), self.folder.long(self.plan, part.number))
                    return
                rows.write(self.folder.rows(part.number), self.folder.long(self.plan, part.number))
                self.complete += 1
                now = time.perf_counter()
                seconds, start = now - start, now
                games = (part.blocks - have) * self.plan.games
                self.folder.log("part", part=part.number, blocks=part.blocks, games=games, seconds=round(seconds, 3))

    def _games(self, chunk: Chunk) -> int:
        return chunk.blocks * self.plan.arms[chunk.arm].rotations

    def _tasks(self, starts: Mapping[int, int], end: int, pace: list[float], chunk_blocks: int | None) -> list[tuple[int, int, int]]:
        """Cut what is missing of a part, from a block on in each arm, into tasks (arm, first block, blocks)."""
        whole = sum((end - starts[arm]) * took for arm, took in enumerate(pace))
        seconds = min(CHUNK_SECONDS, max(LEAST_SECONDS, whole / (TASKS_PER_WORKER * self.workers)))
        tasks = []
        for number, arm in enumerate(self.plan.arms):
            most = CHUNK_ROWS // arm.rows
            game = self.plan.game
            seat_bytes = (4 * CARD_WIDTH * game.cards if self.plan.study.cards else 0) + 8 * (len(game.features) + 1) * self.plan.rounds
            if seat_bytes:
                most = max(1, min(most, CHUNK_LONG_BYTES // (seat_bytes * arm.players)))
            size = chunk_blocks or max(1, min(most, int(seconds / max(pace[number], 1e-9))))
            tasks += [(number, start, min(size, end - start)) for start in range(starts[number], end, size)]
        return sorted(tasks, key=lambda task: task[1])  # block by block, so that a run that is stopped has whole ones

    def _how_to_resume(self, blocks: int) -> str:
        there = sum(self.folder.blocks(self.plan, part) for part in range(-(-blocks // self.plan.part_blocks)))
        return f"stopped; {there:,} of {blocks:,} deals are kept in {self.folder.path}. The same command goes on from there."


def _trial(job: str, arm: int, first: int, blocks: int, flag: str, least: float) -> list[Chunk]:
    """Play blocks of an arm, ever more at once, until some took long enough to tell the pace; none if the run was stopped."""
    played: list[Chunk] = []
    size = 1
    while blocks:
        chunk = play_chunk(job, arm, first, min(size, blocks), flag)
        if chunk is None:
            return []
        size = 2 * size if played else 1  # the first call of a kernel takes long
        played.append(chunk)
        if len(played) > 1 and chunk.seconds >= least:
            break
        first, blocks = first + chunk.blocks, blocks - chunk.blocks
    return played


def _duration(seconds: float) -> str:
    for unit, length, enough in (("s", 1, 90), ("min", 60, 90 * 60)):
        if seconds < enough:
            return f"{max(1, round(seconds / length))} {unit}"
    return f"{seconds / 3600:.1f} h"


def _bytes(size: float) -> str:
    for unit, length in (("kB", 1e3), ("MB", 1e6)):
        if size < 1000 * length:
            return f"{size / length:.0f} {unit}"
    return f"{size / 1e9:.1f} GB"
