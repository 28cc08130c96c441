"""Many answers at once: false discoveries, several contrasts, and estimates drawn towards their mean.

Who looks at 75 cards finds some that stand out by luck. `bh` bounds the share of false ones among what is called found, `holm` the
chance of a single one; both count every test that was planned, also those that gave no p value. `shrink` answers the other half of
the question: the card that looks strongest looks so partly by luck, so its estimate is drawn towards the mean of its family.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

from simkit.analysis.intervals import stated

Values = Sequence[float | None]  # None, or NaN: planned, but without a result
Found = list[float | None]


def allowed() -> float:
    """Return the share of false ones that is allowed among what is called found: 5 %, less where intervals are widened."""
    return 1 - stated()


def bh(p: Values) -> Found:
    """Return p values adjusted after Benjamini and Hochberg: those up to q hold at a false-discovery rate of q.

    Parameters
    ----------
    p : sequence of float or None
        Of the whole family as it was planned; one without a result counts as 1 and stays None.

    Raises
    ------
    ValueError
        If a p value is not 0 to 1.

    Examples
    --------
    >>> [round(q, 5) for q in bh([0.001, 0.008, 0.039, 0.041, 0.27])]
    [0.005, 0.02, 0.05125, 0.05125, 0.27]
    """
    known, planned = _ranked(p), len(p)
    found: Found = [None] * planned
    least = 1.0
    for rank, (value, at) in reversed(list(enumerate(known, start=1))):
        least = min(least, value * planned / rank)
        found[at] = least
    return found


def holm(p: Values) -> Found:
    """Return p values adjusted after Holm: with those up to a, the chance of a single false one is at most a.

    Parameters
    ----------
    p : sequence of float or None
        As for `bh`.

    Raises
    ------
    ValueError
        If a p value is not 0 to 1.

    Examples
    --------
    >>> [round(a, 5) for a in holm([0.001, 0.008, 0.039, 0.041, 0.27])]
    [0.005, 0.032, 0.117, 0.117, 0.27]
    """
    known, planned = _ranked(p), len(p)
    found: Found = [None] * planned
    most = 0.0
    for rank, (value, at) in enumerate(known):
        most = min(max(most, value * (planned - rank)), 1.0)
        found[at] = most
    return found


def shrink(estimates: Values, errors: Values) -> tuple[float, float, Found]:
    """Draw estimates of one family towards their mean, the more the less sure they are (partial pooling).

    The spread of the true effects, tau squared, is that of DerSimonian and Laird: what is left of the spread of the estimates once
    their errors are taken off.

    Parameters
    ----------
    estimates, errors : sequence of float or None
        Effects and their standard errors; where either is missing the result is None. An error of 0 says that the effect is known:
        it stays as it is and tells nothing about the others.

    Returns
    -------
    mu : float
        Mean of the family; 0.0 if no estimate has an error.
    tau2 : float
        Variance of the true effects, 0.0 if the errors explain all of the spread.
    shrunken : list of float or None
        mu + tau2 / (tau2 + error**2) * (estimate - mu).

    Raises
    ------
    ValueError
        If there are not as many errors as estimates, or an error is below 0.

    Examples
    --------
    >>> mu, tau2, shrunken = shrink([3, 1, -0.5, -2, 0.2], [1, 0.5, 0.5, 1, 0.2])
    >>> round(mu, 6), round(tau2, 6), [round(x, 5) for x in shrunken]
    (0.302283, 0.814488, [1.51323, 0.83614, -0.31158, -0.73117, 0.20479])
    """
    if len(estimates) != len(errors):
        raise ValueError(f"{len(estimates)} estimates with {len(errors)} errors: give one error each")
    both = zip(map(_known, estimates), map(_known, errors), strict=True)
    pairs = [None if y is None or e is None else (y, e) for y, e in both]
    if wrong := next((pair for pair in pairs if pair and pair[1] < 0), None):
        raise ValueError(f"the standard error {wrong[1]} is below 0")
    unsure = [(y, 1 / (e * e)) for y, e in filter(None, pairs) if e > 0]
    tau2 = _spread(unsure)
    mu = _mean([(y, 1 / (1 / w + tau2)) for y, w in unsure])
    shrunken: Found = [None if pair is None else pair[0] if pair[1] == 0 else _drawn(*pair, mu, tau2) for pair in pairs]
    return mu, tau2, shrunken


def _drawn(estimate: float, error: float, mu: float, tau2: float) -> float:
    return mu + tau2 / (tau2 + error * error) * (estimate - mu)


def _spread(weighed: list[tuple[float, float]]) -> float:
    """Return DerSimonian and Laird's tau squared of estimates with weights 1 / error squared."""
    if len(weighed) < 2:
        return 0.0
    centre = _mean(weighed)
    total = math.fsum(w for _, w in weighed)
    excess = math.fsum(w * (y - centre) ** 2 for y, w in weighed) - (len(weighed) - 1)
    return max(0.0, excess / (total - math.fsum(w * w for _, w in weighed) / total))


def _mean(weighed: list[tuple[float, float]]) -> float:
    total = math.fsum(w for _, w in weighed)
    return math.fsum(w * y for y, w in weighed) / total if weighed else 0.0


def _ranked(p: Values) -> list[tuple[float, int]]:
    """Return the p values that are there, rising, with their places."""
    known = [(value, at) for at, value in enumerate(map(_known, p)) if value is not None]
    if wrong := [value for value, _ in known if not 0 <= value <= 1]:
        raise ValueError(f"{wrong[0]} is no p value: expected 0 to 1")
    return sorted(known)


def _known(value: float | None) -> float | None:
    return None if value is None or math.isnan(value) else float(value)
