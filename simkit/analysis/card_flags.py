"""The verdicts on cards: over, under or fine, at one skill level and over all, and the value that would make one fine."""

from __future__ import annotations

from collections.abc import Sequence

from simkit.analysis.multiplicity import allowed
from simkit.analysis.ratios import Estimate
from simkit.analysis.verdict import FEWEST_BLOCKS, UNDECIDED

OVER, UNDER, FINE, HARDLY_SEEN, NOT_JUDGED, DEPENDS = "over", "under", "fine", "hardly seen", "not judged", "depends on skill"


def flag_of(estimate: Estimate, shrunken: float | None, q: float | None, margin: float, blocks: int) -> str:
    """Judge an effect: over or under beyond the margin for certain, fine with its interval inside it, else undecided."""
    if blocks < FEWEST_BLOCKS or estimate.low is None or estimate.high is None or estimate.value is None:
        return UNDECIDED
    if -margin < estimate.low and estimate.high < margin:
        return FINE
    if q is not None and q <= allowed() and shrunken is not None and abs(shrunken) > margin:
        return OVER if shrunken > 0 else UNDER
    return UNDECIDED


def agreed(flags: Sequence[str]) -> str:
    """Join the flags of several levels: all must say the same, or none may contradict and two say so."""
    found = set(flags)
    told = found - {UNDECIDED, HARDLY_SEEN}
    if len(found) == 1:
        return found.pop()
    if len(told) > 1:
        return DEPENDS
    if told & {OVER, UNDER} and sum(flag in told for flag in flags) >= 2:
        return told.pop()
    return HARDLY_SEEN if found == {HARDLY_SEEN} else UNDECIDED


def proposed(value: int, excess: float, slope: float) -> int | None:
    """Return the whole number at which a card's excess would be gone; None if the value it has is as near as any.

    Examples
    --------
    >>> proposed(5, 2.3, 1.0), proposed(5, 0.4, 1.0), proposed(2, -2.6, 0.9)
    (3, None, 5)
    """
    if slope <= 0:
        return None
    change = round(excess / slope)
    return value - change if change else None
