"""Play a plan from the command line: what run and compare share."""

from __future__ import annotations

import signal
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn

from simkit.cli.screen import say, screen
from simkit.core.game import Game, Unknown

if TYPE_CHECKING:
    from simkit.batch.plan import Plan
    from simkit.batch.run import Interrupted
    from simkit.planning import Forecast


def play(plan: Plan, target: Path, blocks: int | None, workers: int | None, asked: dict[str, Any], backend: str = "threading") -> Any:
    """Play a plan into a folder and return the outcome; Ctrl-C ends the program with what can be done next."""
    from simkit import stopping
    from simkit.batch import run as runner
    from simkit.laboratory import play_again

    try:
        done = stopping.run(plan, target, blocks, workers, backend, console=screen(error=True), asked=asked)
        play_again(plan, target, workers, screen(error=True))
        return done
    except runner.Interrupted as stopped:
        _stopped(stopped)


def affordable(plan: Plan, minutes: float, workers: int | None) -> int:
    """Return how many deals take so many minutes; Ctrl-C ends the program."""
    from simkit.batch import run as runner

    try:
        return runner.blocks_in(plan, minutes, workers)
    except runner.Interrupted as stopped:
        _stopped(stopped)


def piloted(plan: Plan, margin: float | None, precision: float | None, pilot: int | None, workers: int | None) -> Forecast:
    """Return what a pilot says of a study; Ctrl-C ends the program."""
    from simkit.batch import run as runner
    from simkit.planning import forecast

    try:
        return forecast(plan, margin, precision, pilot, workers)
    except runner.Interrupted as stopped:
        _stopped(stopped)


def read_sizes(game: Game, players: str) -> list[int]:
    """Read numbers of players: 2 or 2,3,4."""
    try:
        return [game.check_players(int(part)) for part in players.split(",")]
    except ValueError as error:
        raise error if isinstance(error, Unknown) else Unknown(f"--players {players!r}: expected numbers such as 2 or 2,3,4") from None


def _stopped(stopped: Interrupted) -> NoReturn:
    """End the program after Ctrl-C."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # one more is no news
    say(f"simkit: {stopped}")
    sys.exit(stopped.exit_code)
