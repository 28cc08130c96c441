"""Timing: medians of repeats, and two jobs timed in turn, so that what else the machine does meets both."""

from collections.abc import Callable
from statistics import median
from typing import NamedTuple


class Ratio(NamedTuple):
    """How many times as long the first of two jobs takes as the second: ratio of medians, and the range over pairs."""

    value: float
    low: float
    high: float


def timed(job: Callable[[], object], clock: Callable[[], float]) -> float:
    """Return the seconds a job takes by a clock: CPU time for one core, the wall's for threads."""
    began = clock()
    job()
    return clock() - began


def paired(first: Callable[[], object], second: Callable[[], object], pairs: int, clock: Callable[[], float]) -> Ratio:
    """Time two jobs in turn, A B A B, after a warm-up of both."""
    first()
    second()
    seconds = [(timed(first, clock), timed(second, clock)) for _ in range(pairs)]
    ratios = [a / b for a, b in seconds]
    return Ratio(median(a for a, _ in seconds) / median(b for _, b in seconds), min(ratios), max(ratios))
