"""What a strategy that peeks looks at: the smallest set of hidden places whose change alone changes its choice."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from simkit.core.asking import Asker
from simkit.core.conformance import CHOICE, REDEALS, Report
from simkit.core.game import Game
from simkit.core.strategy import Player
from simkit.core.table import Machine

LUCK = "luck"
WIDEST = 400  # places of one field that are tried one by one

Place = tuple[str, tuple[int, ...]]  # a field and an index in it, empty for all of it


@dataclass(frozen=True)
class Peek:
    """A decision that depends on what its seat cannot see.

    Attributes
    ----------
    game, turn, seat, decision : int
        Where: seat and decision counted from 0.
    state : array of one state record
        As it was.
    chosen, otherwise : int
        The action chosen, and the one chosen when `places` are dealt anew and nothing else is.
    places : tuple of (field, index)
    """

    game: int
    turn: int
    seat: int
    decision: int
    state: np.ndarray
    chosen: int
    otherwise: int
    places: tuple[Place, ...]


def find_peek(machine: Machine, player: Player, config: Any, players: int, seed: int, report: Report) -> Peek | None:
    """Play again to the decision a report names, and find what the choice depends on.

    Returns
    -------
    Peek or None
        None if the report names no such decision, or the strategy is not steady enough to come there again.
    """
    if not report.found or report.found[0] != CHOICE:
        return None
    _, number, seat, turn, decision, *_ = report.found
    asker = Asker(machine, player, config, seed)
    games = asker.game(number, players)
    real = next((s.copy() for s, _ in games if (s["seat"][0], s["decisions"][0, seat]) == (seat, decision)), None)
    if real is None:
        return None
    chosen = asker.action(real)
    for salt in range(1, REDEALS + 1):
        dealt = real.copy()
        machine.kernels[5](config, dealt[0], seat, salt)
        if asker.action(dealt) == chosen:
            continue
        places = _fewest(asker, real, dealt, chosen, _fields(machine.game, real, dealt))
        for field, index in [place for place in places if not place[1]]:
            inside = _places(field, real, dealt)
            if 0 < len(inside) <= WIDEST:
                others = [place for place in places if place != (field, index)]
                places = _fewest(asker, real, dealt, chosen, [*others, *inside])
        return Peek(number, turn, seat, decision, real, chosen, asker.action(_mixed(real, dealt, places)), tuple(places))
    return None


def _fewest(asker: Asker, real: np.ndarray, dealt: np.ndarray, chosen: int, places: list[Place]) -> list[Place]:
    """Leave out places, whole runs of them first, as long as the others still change the choice."""
    size = max(1, len(places) // 2)
    while size:
        start = 0
        while start < len(places):
            rest = places[:start] + places[start + size :]
            if rest and asker.action(_mixed(real, dealt, rest)) != chosen:
                places = rest
            else:
                start += size
        size //= 2
    return places


def _fields(game: Game, real: np.ndarray, dealt: np.ndarray) -> list[Place]:
    """List the fields in which two states differ; every source of luck for itself."""
    found: list[Place] = []
    for field in game.kernels.STATE.names:
        if field == LUCK:
            found += _places(field, real, dealt)
        elif not np.array_equal(real[field], dealt[field]):
            found.append((field, ()))
    return found


def _places(field: str, real: np.ndarray, dealt: np.ndarray) -> list[Place]:
    """List the places of a field in which two states differ."""
    if not real[field][0].shape:
        return []
    return [(field, tuple(map(int, place))) for place in np.argwhere(real[field][0] != dealt[field][0])]


def _mixed(real: np.ndarray, dealt: np.ndarray, places: list[Place]) -> np.ndarray:
    """Return the real state with some places as dealt anew."""
    state = real.copy()
    for field, index in places:
        state[field][(0, *index)] = dealt[field][(0, *index)]
    return state
