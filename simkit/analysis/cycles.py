"""Who beats whom in circles: cycles of pairs, and how much of a league no order can describe."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Bools = NDArray[np.bool_]


def cycles(beats: Bools, strength: Floats) -> list[tuple[int, ...]]:
    """Return the circles of three, A beats B beats C beats A, the firmest first; if there are none, a shortest longer one, if any.

    Parameters
    ----------
    beats : ndarray of bool, shape (players, players)
    strength : ndarray, shape (players, players)
        By how much; a circle is as firm as its weakest link.

    Examples
    --------
    >>> rock = np.array([[False, False, True], [True, False, False], [False, True, False]])
    >>> cycles(rock, rock * 0.7)
    [(0, 2, 1)]
    """
    found = [turn for trio in combinations(range(len(beats)), 3) for turn in _turns(trio, beats)]
    if not found:
        return _shortest(beats)
    return sorted(found, key=lambda turn: -firmness(turn, strength))


def firmness(turn: tuple[int, ...], strength: Floats) -> float:
    """Return the strength of the weakest link of a circle."""
    return min(float(strength[a, b]) for a, b in zip(turn, (*turn[1:], turn[0]), strict=True))


def cyclic_share(logits: Floats, variances: Floats | None = None) -> float | None:
    """Return which part of the differences between pairs no rating explains, 0 to 1.

    Parameters
    ----------
    logits : ndarray, shape (players, players)
        Antisymmetric: log odds of the row against the column.
    variances : ndarray of the same shape, optional
        Of the estimates, whose noise is taken off first.

    Returns
    -------
    float or None
        None where nothing but noise is left to be explained.

    Notes
    -----
    The least-squares ratings are the row means r; what they leave is C = L - (r_i - r_j), and the share is |C|^2 / |L|^2. Noise adds to
    |L|^2 the sum of the variances, and to |C|^2 the part of it that ratings cannot take up, (n - 2) / n for equal variances.

    Examples
    --------
    >>> r = np.array([0.5, 0.1, -0.6])
    >>> turn = 0.3 * np.array([[0, 1, -1], [-1, 0, 1], [1, -1, 0]])
    >>> round(cyclic_share(r[:, None] - r + turn), 6)
    0.126761
    """
    n = len(logits)
    means = logits.mean(axis=1)
    left = logits - (means[:, None] - means)
    noise = 0.0 if variances is None else float(variances.sum())
    whole = float((logits**2).sum()) - noise
    circling = float((left**2).sum()) - noise * (n - 2) / n
    return None if whole <= 1e-12 else float(np.clip(circling / whole, 0.0, 1.0))


def _turns(trio: tuple[int, int, int], beats: Bools) -> Iterator[tuple[int, ...]]:
    a, b, c = trio
    for turn in ((a, b, c), (a, c, b)):
        if beats[turn[0], turn[1]] and beats[turn[1], turn[2]] and beats[turn[2], turn[0]]:
            yield turn


def _shortest(beats: Bools) -> list[tuple[int, ...]]:
    """Return a shortest circle, by a search from every player in turn."""
    best: tuple[int, ...] = ()
    for start in range(len(beats)):
        paths: list[tuple[int, ...]] = [(start,)]
        seen = {start}
        while paths:
            path, *paths = paths
            if beats[path[-1], start]:
                best = path if not best or len(path) < len(best) else best
                break
            for after in np.flatnonzero(beats[path[-1]]).tolist():
                if after not in seen:
                    seen.add(after)
                    paths.append((*path, after))
    return [best] if best else []
