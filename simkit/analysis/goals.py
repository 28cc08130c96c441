"""What a designer wants of a version: ``turns 18..24``, ``seat_gap < 2pp``; met, missed or undecided by the printed interval."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from difflib import get_close_matches

from simkit.analysis.study import StudyError
from simkit.analysis.verdict import FEWEST_BLOCKS

MET, MISSED, UNDECIDED = "met", "missed", "undecided"
_NUMBER = r"-?\d+(?:\.\d+)?"
_GOAL = re.compile(
    rf"""\s*(?P<name>[^<>]+?)\s*
        (?: (?P<sign><=?|>=?)\s*(?P<limit>{_NUMBER})
          | \s(?:in\s+)?(?P<low>{_NUMBER})\s*(?:pp|%)?\s*\.\.\s*(?P<high>{_NUMBER}) )
        \s*(?P<unit>pp|%)?\s*""",
    re.VERBOSE,
)
EXAMPLES = "'turns 18..24', 'seat_gap < 2pp', 'success 40..60%'"


@dataclass(frozen=True)
class Goal:
    """A measure and the range it is to lie in, in the measure's own unit: shares are fractions.

    Examples
    --------
    >>> parse("seat_gap < 2pp")
    Goal(text='seat_gap < 2pp', name='seat_gap', low=-inf, high=0.02)
    >>> parse("turns 18..24").judge(18.4, 19.0, blocks=100)
    'met'
    """

    text: str
    name: str
    low: float
    high: float

    def judge(self, low: float | None, high: float | None, blocks: int) -> str:
        """Judge an interval: inside the range is met, outside is missed, across, unknown or from under 30 blocks is undecided."""
        if low is None or high is None or blocks < FEWEST_BLOCKS:
            return UNDECIDED
        if self.low <= low and high <= self.high:
            return MET
        return MISSED if high < self.low or low > self.high else UNDECIDED


def parse(text: str, known: Mapping[str, bool] | None = None, called: Mapping[str, str] | None = None) -> Goal:
    """Read a goal.

    Parameters
    ----------
    known : mapping of str to bool
        The measures there are by name, and whether each is a share of games.
    called : mapping of str to str
        What measures are called on pages, and their names: either will do.

    Raises
    ------
    StudyError
        If it cannot be read, its range is empty or cannot be met by a share, or there is no such measure.
    """
    found = _GOAL.fullmatch(text)
    if not found:
        raise StudyError(f"goal {text!r}: expected a measure and its range, such as {EXAMPLES}")
    name = (called or {}).get(found["name"], found["name"])
    if known is not None and name not in known:
        close = get_close_matches(name, [*known, *(called or {})], n=1, cutoff=0.6)
        hint = f" (did you mean {close[0]!r}?)" if close else ""
        if name == "success":
            hint = "; success is about the solo game (--scenario)"
        raise StudyError(f"goal {text!r}: there is no measure {name!r}{hint}; there are {', '.join(known)}")
    scale = 100.0 if found["unit"] else 1.0
    low, high = float("-inf"), float("inf")
    if found["sign"]:
        limit = float(found["limit"]) / scale
        low, high = (limit, high) if found["sign"].startswith(">") else (low, limit)
    else:
        low, high = float(found["low"]) / scale, float(found["high"]) / scale
        if low > high:
            raise StudyError(f"goal {text!r}: {found['low']} is above {found['high']}")
    if known is not None and known[name] and any(1 < abs(limit) < float("inf") for limit in (low, high)):
        raise StudyError(f"goal {text!r}: {name} is a share of games, at most 1; did you mean {text.strip()}%?")
    return Goal(text, name, low, high)
