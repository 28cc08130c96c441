"""Whether an effect is inside a margin, outside it, or not yet known.

The margin is a convention, stated before the run: a share of par for seats, a difference of
success for scenarios. The verdict reads the printed interval and nothing else: inside is balanced, outside is not balanced, across is
undecided. The largest minus the smallest of several shares is never compared with a margin:
it is positive under perfect balance.
"""

from __future__ import annotations

import math
from collections.abc import Iterable

from scipy import stats

BALANCED = "balanced"
NOT_BALANCED = "not balanced"
UNDECIDED = "undecided"
DEPENDS = "depends on skill"  # balanced at some skill levels, not at others
FAULTY = "undecided: faults"  # every verdict of a study with a faulty game
FEWEST_BLOCKS = 30  # below, a t interval of win shares is not trusted with a verdict
MOST_BLOCKS = 2_000_000  # a plan beyond this says: the effect sits on the margin
POWER = 0.8


def verdict(low: float, high: float, margin: float, blocks: int = FEWEST_BLOCKS) -> str:
    """Judge the interval of an effect against the margin.

    Parameters
    ----------
    low, high : float
        Printed interval of the effect (0 is par), in the unit of the margin.
    margin : float
        Smallest effect that matters, above 0.
    blocks : int
        Blocks behind the interval; with fewer than 30 the answer is "undecided".

    Returns
    -------
    str
        "balanced", "not balanced" or "undecided".

    Raises
    ------
    ValueError
        If the margin is not above 0.

    Examples
    --------
    >>> verdict(-0.01, 0.02, margin=0.05), verdict(0.02, 0.06, margin=0.05)
    ('balanced', 'undecided')
    """
    if not margin > 0:
        raise ValueError(f"a margin must be above 0, not {margin}")
    if blocks < FEWEST_BLOCKS:
        return UNDECIDED
    if -margin < low and high < margin:
        return BALANCED
    if low >= margin or high <= -margin:
        return NOT_BALANCED
    return UNDECIDED


def overall(verdicts: Iterable[str]) -> str:
    """Join the verdicts of several seats: a fault says all, one outside suffices, balanced needs all inside."""
    found = set(verdicts)
    if FAULTY in found:
        return FAULTY
    if NOT_BALANCED in found:
        return NOT_BALANCED
    return BALANCED if found == {BALANCED} else UNDECIDED


def at_all_levels(verdicts: Iterable[str]) -> str:
    """Join the verdicts of several skill levels: balanced needs all of them, and where some are not it depends on skill.

    >>> at_all_levels(["balanced", "not balanced"]), at_all_levels(["balanced", "undecided"])
    ('depends on skill', 'undecided')
    """
    found = set(verdicts)
    return DEPENDS if {BALANCED, NOT_BALANCED} <= found and FAULTY not in found else overall(found)


def planned_blocks(
    spread: float,
    margin: float,
    effect: float = 0.0,
    critical: float = 1.959964,
    power: float = POWER,
) -> int | None:
    """Return the size of a fresh run that would decide, if the effect is as it looks.

    For a run with a new seed, planned once. Adding to a run until it decides gives wrong
    verdicts more often than the interval says.

    Parameters
    ----------
    spread : float
        Standard deviation of a block's value.
    margin, effect : float
        Margin (0 to tell an effect from nothing), and the assumed effect, in the same unit.
    critical : float
        Critical value of the interval that will be printed.
    power : float
        Wanted chance of a decision.

    Returns
    -------
    int or None
        Blocks; None if the effect lies so near the margin that no run of up to two million
        would do.

    Examples
    --------
    >>> planned_blocks(0.40, 0.01)
    16812
    """
    gap = abs(margin - abs(effect))
    reach = (critical + float(stats.norm.ppf((1 + power) / 2))) * spread
    if gap == 0 or reach > gap * math.sqrt(MOST_BLOCKS):
        return None
    return max(math.ceil((reach / gap) ** 2), FEWEST_BLOCKS)


def planned_games(par: float, effect: float, level: float = 0.95, power: float = POWER) -> int:
    """Return the independent games that show a share `effect` above par, both in fractions.

    Examples
    --------
    >>> planned_games(1 / 4, 0.01)
    14717
    """
    z = float(stats.norm.ppf((1 + level) / 2) + stats.norm.ppf(power))
    return math.ceil(z * z * par * (1 - par) / effect**2)
