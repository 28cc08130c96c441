"""Play a study until its own stopping rule is met: all its deals, or as many as its `precision` or its declared decision needs.

The rule is looked at after 1000, 2000, 4000 ... deals and nowhere else, whole deals only, so that short games are not favoured; where a
run was interrupted, and with how many threads it was played, cannot matter. A precision reads the width of intervals, never where they
lie; a decision is looked at by a rule whose error rates hold at all looks, and the log counts its looks, so that all other intervals widen.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from rich.console import Console

from simkit.analysis.decision import OPEN, decision
from simkit.analysis.headline import looks, precise
from simkit.analysis.study import Study, load
from simkit.batch import run as runner
from simkit.batch.folder import Folder
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
    if plan.study.precision is None and plan.study.decision is None:
        return runner.run(plan, folder, blocks, workers, backend, console=console, asked=asked)
    cap = plan.study.blocks if blocks is None else blocks
    played, seconds = 0, 0.0
    for deals in looks(cap):
        done = runner.run(plan, folder, deals, workers, backend, console=console, asked={"cap": cap, **(asked or {})})
        folder, played, seconds = done.folder, played + done.played, seconds + done.seconds
        if _met(plan, load(folder), deals):
            break
    return replace(done, played=played, seconds=seconds)


def _met(plan: Plan, played: Study, deals: int) -> bool:
    """Say whether a study's rule ends it after so many deals."""
    if plan.study.precision is not None:
        return precise(played, plan.study.precision, deals)
    declared = decision(played)
    assert declared is not None
    Folder(played.folder).looked(deals)
    return any(look.deals <= deals and look.verdict != OPEN for look in declared.looks())
