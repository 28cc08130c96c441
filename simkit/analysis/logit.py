"""Ratings: the conditional logit of who wins a table, with a term for each seat.

    P(player i wins) = exp(rating_i + seat_i) / sum over the table of exp(rating_j + seat_j)

At tables of two without seat terms this is the model of Bradley and Terry. A shared win counts its fraction. Both sets of terms are
centred at 0. The likelihood is concave; Newton's method finds its top for many sets of counts at once, as a jackknife needs.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Integers = NDArray[np.int64]
Floats = NDArray[np.float64]
Bools = NDArray[np.bool_]

POINTS = 400 / np.log(10)  # rating points of a logit: 400 more are ten times the odds
LARGEST_STEP = 2.0  # in logits; keeps Newton's first steps from overshooting
MOST_STEPS, SETTLED = 60, 1e-11
FARTHEST = 15.0  # logits; a term beyond has no finite best value in any number of games that we play


@dataclass(frozen=True)
class Fit:
    """A fitted logit; leading axes are those of the counts.

    Attributes
    ----------
    ratings : ndarray, shape (..., players)
    seats : ndarray, shape (..., seats)
    chances : ndarray, shape (..., tables, seats)
        Of winning, as fitted.
    is_finite : ndarray of bool, shape (...)
        False where the likelihood has no top at finite terms, or is too flat to find it: somebody always wins, or always loses.
    """

    ratings: Floats
    seats: Floats
    chances: Floats
    is_finite: Bools


def fit(seated: Integers, wins: Floats, players: int, with_seats: bool = True) -> Fit:
    """Fit the logit.

    Parameters
    ----------
    seated : ndarray of int, shape (tables, seats)
        Who sits where; a table is a seating that was played many times.
    wins : ndarray, shape (..., tables, seats)
        Wins of each seat, shared ones by their fraction.
    players : int
        Players are numbered below this.

    Examples
    --------
    >>> found = fit(np.array([[0, 1]]), np.array([[60.0, 40.0]]), 2, with_seats=False)
    >>> round(float(found.ratings[0] - found.ratings[1]), 6)
    0.405465
    """
    design = _design(seated, players, with_seats)
    played = wins.sum(axis=-1, keepdims=True)
    terms = np.zeros((*wins.shape[:-2], design.shape[-1]))
    step = np.full_like(terms, np.inf)
    for _ in range(MOST_STEPS):
        chances = _chances(design, terms)
        slope = np.einsum("...ts,tsk->...k", wins - played * chances, design, optimize=True)
        mean = np.einsum("...ts,tsk->...tk", chances, design, optimize=True)
        weighted = (played * chances)[..., None] * design
        curve = np.einsum("...tsk,tsl->...kl", weighted, design, optimize=True)
        curve -= np.einsum("...tk,...tl->...kl", played * mean, mean, optimize=True)
        # A ridge far below any information of a game: without one, a term that nothing is known of makes the matrix singular.
        curve += 1e-9 * np.eye(design.shape[-1])
        step = np.linalg.solve(curve, slope[..., None])[..., 0]
        largest = np.abs(step).max(axis=-1, keepdims=True)
        terms = terms + step * np.minimum(1.0, LARGEST_STEP / np.maximum(largest, 1e-300))
        if not (largest > SETTLED).any() or (np.abs(terms) > 4 * FARTHEST).any():
            break
    ratings = np.concatenate([np.zeros((*terms.shape[:-1], 1)), terms[..., : players - 1]], axis=-1)
    seats = np.concatenate([np.zeros((*terms.shape[:-1], 1)), terms[..., players - 1 :]], axis=-1)
    if not with_seats:
        seats = np.zeros((*terms.shape[:-1], seated.shape[1]))
    # chances of settled terms agree to rounding whichever of the last two terms they are of
    is_finite = (np.abs(step).max(axis=-1) < 1e-6) & (np.abs(terms).max(axis=-1) < FARTHEST)
    return Fit(
        ratings - ratings.mean(axis=-1, keepdims=True),
        seats - seats.mean(axis=-1, keepdims=True),
        _chances(design, terms),
        is_finite,
    )


def deviance(wins: Floats, expected: Floats) -> float:
    """Return twice the log-likelihood that counts have over what was expected of them."""
    seen = wins > 0
    return float(2 * (wins[seen] * np.log(wins[seen] / expected[seen])).sum())


def apart(seated: Integers, players: int) -> list[list[int]]:
    """Return the groups of players that never met anybody of another group; one if ratings can be compared."""
    together = np.zeros((players, players), dtype=bool)
    for table in seated:
        together[np.ix_(table, table)] = True
    return _classes(_reach(together))


def unbeaten(seated: Integers, wins: Floats, players: int) -> list[list[int]]:
    """Return the groups of players of which nobody in a later one ever took anything from anybody in an earlier one.

    One group if all ratings are finite (Zermelo's condition). Within a group everybody has taken something from everybody, perhaps
    through others.
    """
    took = taken(seated, wins, players)
    reach = _reach(took)
    groups = _classes(reach & reach.T)
    return sorted(groups, key=lambda group: -int(reach[group[0]].sum()))


def taken(seated: Integers, wins: Floats, players: int) -> Bools:
    """Return who took a win, or a part of one, where whom sat at the table: shape (..., players, players)."""
    sits = (seated[:, :, None] == np.arange(players)).astype(np.float64)
    won = np.einsum("...ts,tsk->...tk", (wins > 0).astype(np.float64), sits) > 0
    return np.asarray(np.einsum("...tk,tl->...kl", won.astype(np.float64), sits.sum(axis=1)) > 0)


def _design(seated: Integers, players: int, with_seats: bool) -> Floats:
    """Return the terms of each seat of each table, the first player's and the first seat's left out."""
    sits = seated[:, :, None] == np.arange(1, players)
    if not with_seats:
        return np.asarray(sits, np.float64)
    seats = seated.shape[1]
    places = np.broadcast_to(np.eye(seats)[None, :, 1:], (len(seated), seats, seats - 1))
    return np.concatenate([sits, places], axis=2, dtype=np.float64)


def _chances(design: Floats, terms: Floats) -> Floats:
    worth = np.einsum("tsk,...k->...ts", design, terms)
    odds = np.exp(worth - worth.max(axis=-1, keepdims=True))
    return np.asarray(odds / odds.sum(axis=-1, keepdims=True))


def _reach(steps: Bools) -> Bools:
    """Return what can be reached in any number of steps."""
    reach = steps | np.eye(len(steps), dtype=bool)
    for _ in range(len(steps).bit_length()):
        reach = (reach.astype(np.int64) @ reach.astype(np.int64)) > 0
    return reach


def _classes(alike: Bools) -> list[list[int]]:
    """Return the classes of an equivalence, in the order of their first members."""
    return [np.flatnonzero(row).tolist() for k, row in enumerate(alike) if not row[:k].any()]
