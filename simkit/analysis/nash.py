"""Which strategies are worth playing when everybody may choose: the equilibrium of a table of payoffs that spreads most evenly.

The matrix says what each strategy gains against each other (antisymmetric: what one gains the other loses). A mixture that no strategy
beats is an equilibrium; of several the one of largest entropy is unique, and a copy of a strategy shares the copy's mass and changes no
other (Balduzzi and others 2018, Nash averaging).
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from scipy import optimize

Floats = NDArray[np.float64]
NOTHING = 1e-9  # payoffs below are none


def masses(payoffs: Floats) -> Floats:
    """Return the share of each strategy in the equilibrium of largest entropy.

    Parameters
    ----------
    payoffs : ndarray, shape (strategies, strategies)
        Antisymmetric.

    Examples
    --------
    >>> masses(np.array([[0, 1, -1], [-1, 0, 1], [1, -1, 0]])).round(6).tolist()
    [0.333333, 0.333333, 0.333333]
    """
    scale = np.abs(payoffs).max()
    gains = payoffs / scale if scale > NOTHING else np.zeros_like(payoffs)
    found = _widest(gains)
    used = np.flatnonzero(found > 0)
    # Whatever has mass in one equilibrium gains exactly nothing against any other.
    inside = gains[np.ix_(used, used)]
    _, sizes, directions = np.linalg.svd(inside)
    free = int((sizes < 1e-7).sum())
    outside = np.delete(gains, used, axis=0)[:, used]
    chosen = np.abs(directions[-1]) if free == 1 else _most_even(inside, outside, found[used] / found.sum())
    result = np.zeros(len(payoffs))
    result[used] = chosen / chosen.sum()
    return result


def effective(mass: Floats) -> float:
    """Return the effective number of strategies: as many equal ones have the same entropy.

    Examples
    --------
    >>> round(effective(np.array([0.5, 0.25, 0.25])), 4)
    2.8284
    """
    some = mass[mass > 0]
    return float(np.exp(-(some * np.log(some)).sum()))


def _widest(gains: Floats) -> Floats:
    """Return an equilibrium, not yet adding up to 1, in which every strategy has mass that has any in some equilibrium.

    Mixtures that nobody gains against are a cone, and so is their sum: the one with most members of mass 1 or more is a linear program.
    """
    n = len(gains)
    cost = np.concatenate([np.zeros(n), -np.ones(n)])
    above = np.block([[gains, np.zeros((n, n))], [-np.eye(n), np.eye(n)]])  # nobody gains; counted members have mass
    solved = optimize.linprog(cost, A_ub=above, b_ub=np.zeros(2 * n), bounds=[(0, None)] * n + [(0, 1)] * n, method="highs")
    assert solved.status == 0, solved.message  # every such matrix has an equilibrium
    return np.asarray(np.where(solved.x[n:] > 0.5, solved.x[:n], 0.0))


def _most_even(inside: Floats, outside: Floats, start: Floats) -> Floats:
    """Return the equilibrium of largest entropy where there are many."""
    n = len(start)
    rules = [{"type": "eq", "fun": lambda p: p.sum() - 1, "jac": lambda p: np.ones(n)}]
    if rows := _independent(inside):
        kept = inside[rows]
        rules.append({"type": "eq", "fun": lambda p: kept @ p, "jac": lambda p: kept})
    if len(outside):
        rules.append({"type": "ineq", "fun": lambda p: -outside @ p, "jac": lambda p: -outside})
    solved = optimize.minimize(
        lambda p: float((p * np.log(p)).sum()),
        start,
        jac=lambda p: np.log(p) + 1,
        bounds=[(1e-12, 1)] * n,
        constraints=rules,
        method="SLSQP",
        options={"ftol": 1e-15, "maxiter": 500},
    )
    return np.asarray(np.clip(solved.x, 0, 1))


def _independent(matrix: Floats) -> list[int]:
    """Return rows that say all that the others say."""
    kept: list[int] = []
    for k in range(len(matrix)):
        if np.linalg.matrix_rank(matrix[[*kept, k]], tol=1e-7) > len(kept):
            kept.append(k)
    return kept
