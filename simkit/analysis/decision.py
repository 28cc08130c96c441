"""One decision, declared before the run: a claim about a share of wins, a rule that may be looked at again and again, its error rates.

The table [decision] of a study says of whom at which table the share of wins (of a chair, of a seat, or alone the chance of success), or
between versions its paired difference, is claimed to be above a limit. A run with such a table is looked at after 1000, 2000, 4000 ...
deals and ends once the claim is decided; both rules keep their error rates however often they are looked at.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from typing import Any

import numpy as np
from numpy.typing import NDArray

from simkit.analysis.blocks import block_sums
from simkit.analysis.headline import looks
from simkit.analysis.sequential import Gsprt, beta_binomial, empirical_bernstein
from simkit.analysis.study import SHARE_UNITS, Arm, Study, StudyError
from simkit.analysis.variant import Comparison, Pair

SEQUENCE, GSPRT = "sequence", "gsprt"
HOLDS, FAILS, OPEN = "holds", "does not hold", "open"
SUCCESS = "success"


@dataclass(frozen=True)
class Look:
    """What was known of a claim at a look.

    Attributes
    ----------
    deals : int
    estimate, low, high : float
        The value that the claim is about and its confidence sequence, which holds at all looks at once.
    ratio : float or None
        Log-likelihood ratio of a GSPRT.
    verdict : str
    """

    deals: int
    estimate: float
    low: float
    high: float
    ratio: float | None
    verdict: str


@dataclass(frozen=True)
class Decision:
    """A declared decision, found in its study.

    Attributes
    ----------
    table, of : str
        Label of an arm (without its version), and a strategy, ``seat 1``, or ``success``.
    above : float
        The claim: the share of wins is above it; between versions, the later share less the earlier.
    rule : str
        ``sequence`` or ``gsprt``.
    unless : float
        The other hypothesis of a GSPRT, below `above`.
    error, missed : float
        Chances of a wrong "holds" and, of a GSPRT, of a wrong "does not hold"; a sequence errs either way with `error`.
    """

    study: Study
    table: str
    of: str
    above: float
    rule: str
    unless: float
    error: float
    missed: float

    @property
    def claim(self) -> str:
        """The claim in words."""
        who = "the game is won" if self.of == SUCCESS else f"{self.of} wins"
        if self.is_difference:
            return f"at “{self.table}” {who} more often than before, by more than {_points(self.above)} of 100 games"
        return f"at “{self.table}” {who} more than {_points(self.above)} of 100 games"

    @property
    def is_difference(self) -> bool:
        """Whether it is about a difference of versions."""
        return self.study.kind == "variant"

    def looks(self) -> list[Look]:
        """Return what was known at every look up to the one that decided."""
        cap = int(self.study.asked.get("cap", len(self.study.blocks)))
        found = self._values()
        places = [deals for deals in looks(cap) if deals <= len(found)]
        shift, scale = (1.0, 2.0) if self.is_difference else (0.0, 1.0)  # differences are from -1 to 1
        inside = (found + shift) / scale
        if self.is_binary:
            wins = np.cumsum(np.rint(found).astype(np.int64))
            limits = np.array([beta_binomial(int(wins[n - 1]), n, 1 - self.error) for n in places]).reshape(-1, 2)
        else:
            limits = empirical_bernstein(inside, places, 1 - self.error) * scale - shift if places else np.zeros((0, 2))
        taken: list[Look] = []
        for deals, (low, high) in zip(places, limits, strict=True):
            ratio = self._ratio(inside[:deals], shift, scale) if self.rule == GSPRT else None
            verdict = self._judged(float(low), float(high), ratio)
            taken.append(Look(deals, float(found[:deals].mean()), float(low), float(high), ratio, verdict))
            if verdict != OPEN:
                break
        return taken

    @property
    def is_binary(self) -> bool:
        """Whether a deal says yes or no: alone it is won or not."""
        return self.of == SUCCESS and not self.is_difference

    def _judged(self, low: float, high: float, ratio: float | None) -> str:
        if ratio is None:
            return HOLDS if low > self.above else FAILS if high < self.above else OPEN
        least, most = Gsprt(0, 1, self.error, self.missed).bounds
        return HOLDS if ratio >= most else FAILS if ratio <= least else OPEN

    def _ratio(self, inside: NDArray[np.float64], shift: float, scale: float) -> float:
        scores, counts = np.unique(np.concatenate([inside, [0.0, 1.0]]), return_counts=True)
        counts[[0, -1]] -= 1  # the extremes are possible, seen or not
        test = Gsprt((self.unless + shift) / scale, (self.above + shift) / scale)
        return test.ratio(counts, [float(score) for score in scores])

    def _values(self) -> NDArray[np.float64]:
        """Return the value of every deal."""
        if not self.is_difference:
            return self._shares(_arm(self.study, self.table))
        pair = _pair(self.study, self.table)
        return self._shares(pair.after) - self._shares(pair.before)

    def _shares(self, arm: Arm) -> NDArray[np.float64]:
        key, number = _whose(self.study, arm, self.of)
        sums = block_sums(self.study, "share", ("arm", key))
        [cell] = ((sums.keys["arm"] == arm.index) & (sums.keys[key] == number)).arg_true().to_list()
        return np.asarray(sums.totals[:, cell] / (SHARE_UNITS * sums.counts[:, cell]), dtype=np.float64)


def decision(study: Study, told: Mapping[str, Any] | None = None) -> Decision | None:
    """Return the decision that a study declares; None if it declares none.

    Parameters
    ----------
    told : mapping, optional
        The table [decision]; by default the study's own.

    Raises
    ------
    StudyError
        If it does not fit the study; the message names the key.
    """
    told = study.spec.get("decision") if told is None else told
    if not told:
        return None
    above, rule, unless = float(told["above"]), str(told.get("rule", SEQUENCE)), told.get("unless")
    table, of = str(told["table"]), str(told["of"])
    arm = _pair(study, table).after if study.kind == "variant" else _arm(study, table)
    _whose(study, arm, of)
    least = -1.0 if study.kind == "variant" else 0.0
    if not least < above < 1:
        raise StudyError(f"decision.above: {above:g} is not between {least:g} and 1: a fraction of the games, such as 0.26")
    if (rule == GSPRT) != (unless is not None):
        wanted = "the other hypothesis of a gsprt is missing" if unless is None else "only a gsprt has another hypothesis"
        raise StudyError(f"decision.unless: {wanted}; for example rule = 'gsprt', above = 0.27, unless = 0.25")
    if unless is not None and not least < unless < above:
        raise StudyError(f"decision.unless: {unless:g} is not between {least:g} and above, {above:g}")
    error, missed = float(told.get("error", 0.05)), float(told.get("missed", 0.05))
    return Decision(study, table, of, above, rule, above if unless is None else float(unless), error, missed)


def _arm(study: Study, table: str) -> Arm:
    labels = [arm.label for arm in study.arms]
    if table not in labels:
        raise StudyError(f"decision.table: there is no table {table!r}{_hint(table, labels)}; there are {', '.join(labels)}")
    return study.arms[labels.index(table)]


def _pair(study: Study, table: str) -> Pair:
    pairs = {pair.title: pair for pair in Comparison(study).pairs}
    if table not in pairs:
        raise StudyError(f"decision.table: there is no table {table!r}{_hint(table, list(pairs))}; there are {', '.join(pairs)}")
    return pairs[table]


def _whose(study: Study, arm: Arm, of: str) -> tuple[str, int]:
    """Return the column that makes the cells of a claim, and its value."""
    if arm.players == 1:
        known = {SUCCESS: ("seat", 0)}
    else:
        known = {f"seat {seat + 1}": ("seat", seat) for seat in range(arm.players)}
        if arm.is_mixed:
            known |= {study.strategies[s]: ("strategy", s) for s in arm.lineup}
    if of not in known:
        raise StudyError(f"decision.of: {of!r} does not play at {arm.label}{_hint(of, list(known))}; there are {', '.join(known)}")
    return known[of]


def _hint(text: str, known: list[str]) -> str:
    close = get_close_matches(text, known, n=1, cutoff=0.5)
    return f" (did you mean {close[0]!r}?)" if close else ""


def _points(share: float) -> str:
    return f"{100 * share:.4g}"
