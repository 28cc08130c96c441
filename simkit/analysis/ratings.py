"""Ratings of a league with their errors, how well they describe it, and the skill ladder that follows from them."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy import special

from simkit.analysis import groups, logit
from simkit.analysis.intervals import critical_t
from simkit.analysis.study import SHARE_UNITS, StudyError
from simkit.analysis.tally import Tally
from simkit.analysis.verdict import FEWEST_BLOCKS

Integers = NDArray[np.int64]
Floats = NDArray[np.float64]
AT_LEAST, AT_MOST = "at least", "at most"
SURE = 0.05  # ratings are said to miss what pairs do if luck alone would miss as much less often


@dataclass(frozen=True)
class Miss:
    """How far the fitted chances miss what line-ups did.

    Attributes
    ----------
    deviance : float
        Of the wins by line-up and chair, over all its seatings.
    dof : int
        Its degrees of freedom; 0 if ratings describe any result.
    typical : float or None
        Root mean square of what is missed, in share of wins, luck taken off; None if it cannot be told.
    chance : float or None
        Of luck alone missing as much.
    """

    deviance: float
    dof: int
    typical: float | None
    chance: float | None


@dataclass(frozen=True)
class Ratings:
    """Ratings in logits, centred at 0.

    Attributes
    ----------
    values : ndarray, shape (members,)
    seats : ndarray, shape (seats,)
    deviations, seat_deviations : ndarray, shape (groups, ...)
        Of the jackknife; their products add up to covariances. No groups where one deal leaves errors unknown.
    bounds : tuple of str
        "at least" or "at most" for a member that always won, or always lost, against those in the middle; else "".
    padded : bool
        Whether a shared game was added to each line-up, because without it no finite ratings fit.
    miss : Miss
    """

    values: Floats
    seats: Floats
    deviations: Floats
    seat_deviations: Floats
    bounds: tuple[str, ...]
    padded: bool
    miss: Miss

    @property
    def dof(self) -> int:
        """Degrees of freedom of the errors; 0 if there are none."""
        return max(len(self.deviations) - 1, 0)

    def gap(self, one: int, other: int) -> tuple[float, float | None]:
        """Return how far a member is above another, and the error."""
        apart = float(self.values[one] - self.values[other])
        return apart, _error(self.deviations[:, one] - self.deviations[:, other]) if self.dof else None

    def errors(self) -> list[float | None]:
        """Return the standard error of each rating."""
        return [_error(self.deviations[:, k]) if self.dof else None for k in range(len(self.values))]


def rate(found: Tally, names: tuple[str, ...]) -> Ratings:
    """Fit the ratings of a league's tables of one size.

    Raises
    ------
    StudyError
        If the league falls into parts that never met: their ratings cannot be compared.
    """
    players = len(found.members)
    parts = logit.apart(found.seated, players)
    if len(parts) > 1:
        told = " and ".join(f"{{{', '.join(names[k] for k in part)}}}" for part in parts)
        raise StudyError(
            f"tables of {found.players}: {told} never sat at a common table, so their ratings cannot be compared; "
            "add line-ups in which they meet, or make a league of each"
        )
    by_group = found.wins / SHARE_UNITS
    whole = by_group.sum(axis=0)
    sets = np.concatenate([whole[None], whole - by_group]) if len(by_group) > 1 else whole[None]
    fitted = logit.fit(found.seated, sets, players)
    if padded := not fitted.is_finite.all():
        extra = 1 / (np.bincount(found.arm_of)[found.arm_of] * found.players)
        sets = sets + extra[:, None]
        fitted = logit.fit(found.seated, sets, players)
    ratings = fitted.ratings
    missed = _missed(found, sets, fitted.chances)
    if len(sets) == 1:
        spread, seat_spread, loose = np.zeros((0, players)), np.zeros((0, found.players)), np.zeros((0, missed.shape[1]))
    else:
        spread, seat_spread, loose = (groups.deviations(x[0], x[1:], found.size) for x in (ratings, fitted.seats, missed))
    bounds = _bounds(found, whole, players) if padded else ("",) * players
    return Ratings(
        ratings[0], fitted.seats[0], spread, seat_spread, bounds, padded, _miss(found, sets[0], fitted.chances[0], missed[0], loose)
    )


def ladder(rated: Ratings, step: float, blocks: int, sizes: int = 1) -> list[int]:
    """Return the skill levels, the lowest first.

    From the strongest player down: the next level is the highest rated player that the level above beats at a table of two by the step
    for certain, that is with an interval (joint for all pairs) above it. With under 30 deals the strongest alone is left.

    Parameters
    ----------
    step : float
        Share of wins, above 1/2.
    sizes : int
        Numbers of players whose pairs hold together.
    """
    order = np.argsort(-rated.values, kind="stable").tolist()
    chosen = [order[0]]
    if not rated.dof or blocks < FEWEST_BLOCKS:
        return chosen
    wanted, reach = float(special.logit(step)), critical_t(rated.dof, sizes * pairs(len(order)))
    for member in order[1:]:
        apart, error = rated.gap(chosen[-1], member)
        if apart - reach * (error or 0.0) > wanted:
            chosen.append(member)
    return chosen[::-1]


def pairs(members: int) -> int:
    """Return the number of pairs."""
    return members * (members - 1) // 2


def _missed(found: Tally, sets: Floats, chances: Floats) -> Floats:
    """Return the share of wins of each chair of each line-up less the fitted one, shape (sets, chairs)."""
    wins, expected, games = _by_chair(found, sets, chances)
    return np.asarray(((wins - expected) / np.maximum(games, 1e-300)).reshape(len(sets), -1))


def _by_chair(found: Tally, sets: Floats, chances: Floats) -> tuple[Floats, Floats, Floats]:
    """Return wins, expected wins and games by line-up and chair, over the seatings."""
    played = sets.sum(axis=-1, keepdims=True)
    shape = (*sets.shape[:-2], len(found.arms), found.players)
    wins, expected, games = np.zeros(shape), np.zeros(shape), np.zeros((*shape[:-1], 1))
    rotation = np.concatenate([np.arange(arm.rotations) for arm in found.arms])
    for table, arm in enumerate(found.arm_of.tolist()):
        chairs = (np.arange(found.players) - rotation[table]) % found.players
        wins[..., arm, chairs] += sets[..., table, :]
        expected[..., arm, chairs] += (played * chances)[..., table, :]
        games[..., arm, :] += played[..., table, :]
    return wins, expected, games


def _miss(found: Tally, wins: Floats, chances: Floats, missed: Floats, loose: Floats) -> Miss:
    """Judge what is missed by its spread over deals: games of one deal are not independent, so the deviance has no known scale.

    The sum of squares is compared with its expectation under luck, the trace of the jackknife covariance V of what is missed, by an F
    with (tr V)^2 / tr(V^2) degrees of freedom (Satterthwaite), the trace of the square corrected for V being an estimate.
    """
    own, expected, _ = _by_chair(found, wins, chances)
    deviance = logit.deviance(own, expected)
    dof = len(found.arms) * (found.players - 1) - (len(found.members) - 1)
    n, luck = len(loose) - 1, float((loose**2).sum())
    if dof <= 0 or n < 2 or luck <= 0:
        return Miss(deviance, max(dof, 0), None, None)
    square = float(((loose @ loose.T) ** 2).sum())
    square = max(n * n / ((n + 2) * (n - 1)) * (square - luck**2 / n), luck**2 / dof)
    seen = float((missed**2).sum())
    typical = float(np.sqrt(max(seen - luck, 0.0) / len(missed)))
    return Miss(deviance, dof, typical, float(special.fdtrc(luck**2 / square, n, seen / luck)))


def _bounds(found: Tally, wins: Floats, players: int) -> tuple[str, ...]:
    """Mark those above and below the largest group whose ratings are finite among themselves."""
    parts = logit.unbeaten(found.seated, wins, players)
    middle = max(range(len(parts)), key=lambda k: len(parts[k]))
    marks = [""] * players
    for k, part in enumerate(parts):
        for member in part if k != middle else []:
            marks[member] = AT_LEAST if k < middle else AT_MOST
    return tuple(marks)


def _error(deviations: Floats) -> float:
    return float(np.sqrt((deviations**2).sum()))
