"""What a designer wants of a version: ``turns 18..24``, ``seat_gap < 2pp``; met, missed or undecided by the printed interval."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from difflib import get_close_matches

from simkit.analysis.study import StudyError
from simkit.analysis.verdict import FEWEST_BLOCKS

MET, MISSED, UNDECIDED = "met", "missed", "undecided"
_GOAL = re.compile(
    r"""\s*(?P<name>[\w.:()= ,-]+?)\s*
        (?: (?P<sign><=?|>=?)\s*(?P<limit>-?\d+(?:\.\d+)?)
          | \s(?:in\s+)?(?P<low>-?\d+(?:\.\d+)?)\s*\.\.\s*(?P<high>-?\d+(?:\.\d+)?) )
        \s*(?P<unit>pp|%)?\s*""",
    re.VERBOSE,
)
EXAMPLES = "'turns 18..24', 'seat_gap < 2pp', 'success > 30%'"


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


def parse(text: str, known: Iterable[str] | None = None) -> Goal:
    """Read a goal; `known` are the names of the measures there are.

    Raises
    ------
    StudyError
        If it cannot be read, its range is empty, or there is no such measure.
    """
    found = _GOAL.fullmatch(text)
    if not found:
        raise StudyError(f"goal {text!r}: expected a measure and its range, such as {EXAMPLES}")
    name, names = found["name"], None if known is None else list(known)
    if names is not None and name not in names:
        close = get_close_matches(name, names, n=1, cutoff=0.5)
        hint = f" (did you mean {close[0]!r}?)" if close else ""
        raise StudyError(f"goal {text!r}: there is no measure {name!r}{hint}; there are {', '.join(names)}")
    scale = 100.0 if found["unit"] else 1.0
    low, high = float("-inf"), float("inf")
    if found["sign"]:
        limit = float(found["limit"]) / scale
        low, high = (limit, high) if found["sign"].startswith(">") else (low, limit)
    else:
        low, high = float(found["low"]) / scale, float(found["high"]) / scale
        if low > high:
            raise StudyError(f"goal {text!r}: {found['low']} is above {found['high']}")
    return Goal(text, name, low, high)
