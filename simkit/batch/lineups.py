"""Who sits at which table of a league: line-ups that let every strategy play as often as any other, and meet every other alike.

Each line-up is played from every seat (its cyclic rotations), so every strategy sits in every seat equally often, whatever the line-ups.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations, pairwise, permutations
from math import comb

import numpy as np

from simkit.core.game import Unknown

LineUps = list[tuple[int, ...]]


def line_ups(strategies: int, players: int, most: int) -> LineUps:
    """Return the line-ups of a league at one number of players.

    Every choice of different strategies while there are no more than `most` (at two players: every pair, always); beyond, as many as a
    cyclic design has; with fewer strategies than chairs everybody sits once or more, and the places left over go round. A single line-up
    is played in two orders.

    Parameters
    ----------
    strategies, players : int
    most : int
        Line-ups at three players and more.

    Raises
    ------
    Unknown
        If so few line-ups cannot be balanced.

    Examples
    --------
    >>> line_ups(3, 2, 36)
    [(0, 1), (0, 2), (1, 2)]
    >>> len(line_ups(9, 4, 36)), len(line_ups(5, 3, 36)), len(line_ups(2, 3, 36))
    (36, 10, 2)
    """
    if players == 2:
        return list(combinations(range(strategies), 2))
    rounds, left = divmod(players, strategies) if strategies < players else (0, players)
    if comb(strategies, left) <= most:
        chosen = [(*tuple(range(strategies)) * rounds, *more) for more in combinations(range(strategies), left)]
        return seated_in_turn(chosen * 2 if len(chosen) == 1 else chosen)
    if most < strategies or rounds:
        raise Unknown(
            f"{most} line-ups are too few for {strategies} strategies: tables of {players} are balanced from "
            f"{comb(strategies, left) if rounds else strategies} line-ups on"
        )
    return seated_in_turn([_shifted(base, by, strategies) for base in _bases(strategies, players, most) for by in range(strategies)])


def seated_in_turn(chosen: Sequence[tuple[int, ...]]) -> LineUps:
    """Order the chairs of each line-up so that everybody sits next after everybody else about equally often.

    Examples
    --------
    >>> seated_in_turn([(0, 1, 2), (0, 1, 3)])
    [(0, 1, 2), (0, 3, 1)]
    """
    after: dict[tuple[int, int], int] = {}
    found = []
    for first, *others in chosen:
        orders = [(first, *order) for order in permutations(others)]
        best = min(orders, key=lambda order: sum(2 * after.get(pair, 0) + (pair[0] == pair[1]) for pair in pairwise((*order, order[0]))))
        for pair in pairwise((*best, best[0])):
            after[pair] = after.get(pair, 0) + 1
        found.append(best)
    return found


def _shifted(base: Sequence[int], by: int, strategies: int) -> tuple[int, ...]:
    return tuple((member + by) % strategies for member in base)


def _bases(strategies: int, players: int, most: int) -> LineUps:
    """Choose line-ups whose shifts round the circle of strategies let all pairs meet as evenly as can be.

    All shifts of a line-up give every strategy as many seats as any other. Two strategies meet as often as the distance between them
    occurs in the line-ups chosen: these are picked one by one, and then exchanged as long as that makes the distances more even.
    """
    bases = [
        (0, *rest)
        for rest in combinations(range(1, strategies), players - 1)
        if min(sorted(_shifted((0, *rest), -member, strategies)) for member in (0, *rest)) == [0, *rest]
        and all(sorted(_shifted((0, *rest), by, strategies)) != [0, *rest] for by in range(1, strategies))
    ]
    meets = np.array([_distances(base, strategies) for base in bases])
    pairs = np.full(meets.shape[1], strategies)
    if strategies % 2 == 0:
        pairs[-1] //= 2  # two strategies opposite each other are one pair and meet twice
        meets[:, -1] *= 2
    wanted = min(most // strategies, len(bases))
    chosen: list[int] = []
    for _ in range(wanted):
        chosen.append(_best(meets, pairs, chosen, len(bases)))
    is_better = True
    while is_better:
        before = _unevenness(meets[chosen].sum(axis=0), pairs)
        for place in range(wanted):
            kept = chosen[:place] + chosen[place + 1 :]
            chosen[place] = _best(meets, pairs, kept, len(bases))
        is_better = bool(_unevenness(meets[chosen].sum(axis=0), pairs) < before)
    return [bases[k] for k in sorted(chosen)]


def _best(meets: np.ndarray, pairs: np.ndarray, chosen: list[int], bases: int) -> int:
    """Return the line-up, not chosen yet, that leaves the meetings most even; the first of equals."""
    left = [k for k in range(bases) if k not in chosen]
    return left[int(np.argmin(_unevenness(meets[chosen].sum(axis=0) + meets[left], pairs)))]


def _unevenness(meets: np.ndarray, pairs: np.ndarray) -> np.ndarray:
    return np.asarray((meets**2 * pairs).sum(axis=-1))


def _distances(base: Sequence[int], strategies: int) -> list[int]:
    """Count how often two members stand 1, 2, ... apart on the circle of strategies."""
    apart = [min(b - a, strategies - b + a) for a, b in combinations(base, 2)]
    return [apart.count(distance) for distance in range(1, strategies // 2 + 1)]
