"""Analyse studies and write their pages, on all cores where there are several."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from simkit.analysis import Study

LEAST = 3  # studies that a process must have to do: it takes as long to start


def written(studies: Sequence[Study], out: Path, games: bool) -> Iterator[tuple[str, str]]:
    """Write the page, tables and pictures of each study; yield the name of its page, and what a terminal shows of it.

    Parameters
    ----------
    studies : sequence of Study
    out : Path
    games : bool
        Play the example games again.

    Raises
    ------
    StudyError
        For a study that cannot be analysed.
    """
    from joblib import delayed

    from reports import shelf
    from simkit import registry
    from simkit.batch.backends import default_workers, pool

    labels = shelf.labels(studies, out)
    workers = min(default_workers(), len(studies) // LEAST)
    if workers < 2:
        for study, label in zip(studies, labels, strict=True):
            yield label, _write(study, label, out, games)
        return
    plugins, waiting, told = tuple(registry.plugins()), dict[int, str](), 0
    tasks = [delayed(_in_worker)(plugins, number, study, labels[number], out, games) for number, study in enumerate(studies)]
    with pool("loky", workers) as parallel:
        for number, screen in parallel(tasks):
            waiting[number] = screen
            while told in waiting:  # in the order of the studies
                yield labels[told], waiting.pop(told)
                told += 1


def _write(study: Study, label: str, out: Path, games: bool) -> str:
    from reports import index, kinds, text
    from simkit.cli.examples import record

    found = kinds.find(study, label, record if games else None)
    index.write_study(found, out)
    return text.render(found)


def _in_worker(plugins: Sequence[str], number: int, study: Study, label: str, out: Path, games: bool) -> tuple[int, str]:
    """Write a study in a process that knows nothing; return its number and what a terminal shows of it."""
    from simkit import registry
    from simkit.batch.chunk import leave_interrupts_to_parent

    leave_interrupts_to_parent()
    for name in plugins:
        registry.load_plugin(name)
    return number, _write(study, label, out, games)
