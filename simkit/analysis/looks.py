"""Looks at a run that was then extended on the same deals, and how much wider they make its intervals.

Whoever adds deals until a verdict pleases is wrong more often than the interval says: six looks, doubling, call an effect on the very
margin balanced in about 12 of 100 studies instead of 2. The advice is therefore a fresh run of the planned size. Where a run was extended
all the same, its k-th look has the error 5 % / 2**(k - 1), so that all of them together err as often as one 95 % interval may on both of
its sides: a false "balanced" stays below 5 of 100 however often a run is extended. `counted` gives that level to everything that is
told of a study, whatever its kind; false discoveries are allowed as much less often.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from simkit.analysis.intervals import LEVEL, at_level
from simkit.analysis.study import Study


def earlier(study: Study) -> list[int]:
    """Return the numbers of deals at which this run was looked at before it had its present size: reports, and a decision's own looks."""
    logged = {int(entry["blocks"]) for entry in study.log if entry.get("event") == "look" and "blocks" in entry}
    return sorted(deals for deals in logged if deals < len(study.blocks))


def level(study: Study) -> float:
    """Return the level of the intervals that verdicts read: 0.95, more after earlier looks.

    Returns
    -------
    float
        1 - 0.05 / 2**k after k earlier looks.
    """
    return after(len(earlier(study)))


@contextmanager
def counted(study: Study) -> Iterator[None]:
    """Widen all intervals of a study that are computed inside by the looks taken."""
    with at_level(level(study)):
        yield


def after(looks: int) -> float:
    """Return the level of an interval after so many earlier looks at other numbers of deals.

    >>> after(0), after(2)
    (0.95, 0.9875)
    """
    return float(1 - (1 - LEVEL) / 2**looks)
