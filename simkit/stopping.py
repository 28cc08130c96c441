"""Play a study until its own stopping rule is met: all its deals, or as many as its `precision` needs.

The rule is looked at after 1000, 2000, 4000 ... deals and nowhere else, whole deals only, so that short games are not favoured; where a
run was interrupted, and with how many threads it was played, cannot matter. It reads the width of intervals, never where they lie.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from rich.console import Console

from simkit.analysis.headline import looks, precise
from simkit.analysis.study import load
from simkit.batch import run as runner
from simkit.batch.plan import Plan
from simkit.batch.run import Outcome


def run(
    plan: Plan,
    folder: Path | str | None = None,
    blocks: int | None = None,
    workers: int | None = None,
    backend: str = "threading",
    *,
    console: Console | None = None,
    asked: Mapping[str, Any] | None = None,
) -> Outcome:
    """Play what is missing of a study, up to its own stopping rule; `blocks` is the most there shall be then.

    Raises
    ------
    Unknown, Interrupted
        As `simkit.batch.run.run` does.
    """
    if plan.study.precision is None:
        return runner.run(plan, folder, blocks, workers, backend, console=console, asked=asked)
    cap = plan.study.blocks if blocks is None else blocks
    played, seconds = 0, 0.0
    for deals in looks(cap):
        done = runner.run(plan, folder, deals, workers, backend, console=console, asked={"cap": cap, **(asked or {})})
        folder, played, seconds = done.folder, played + done.played, seconds + done.seconds
        if precise(load(folder), plan.study.precision, deals):
            break
    return replace(done, played=played, seconds=seconds)
