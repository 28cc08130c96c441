"""What a strategy that peeks looks at: the smallest set of hidden places whose change alone changes its choice."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from simkit.core.conformance import CHOICE, REDEALS, Report
from simkit.core.events import WIDTH
from simkit.core.game import Game
from simkit.core.jit import make_records
from simkit.core.plain import raise_failure
from simkit.core.strategy import Player
from simkit.core.table import Machine, Workspace

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
    asker = _Asker(machine, player, config)
    real = asker.play_to(seed, number, players, seat, decision)
    if real is None:
        return None
    chosen = asker.ask(real)
    for salt in range(1, REDEALS + 1):
        dealt = real.copy()
        machine.kernels[5](config, dealt[0], seat, salt)
        if asker.ask(dealt) == chosen:
            continue
        places = asker.fewest(real, dealt, chosen, _fields(machine.game, real, dealt))
        for field, index in [place for place in places if not place[1]]:
            inside = _places(field, real, dealt)
            if 0 < len(inside) <= WIDEST:
                others = [place for place in places if place != (field, index)]
                places = asker.fewest(real, dealt, chosen, [*others, *inside])
        return Peek(number, turn, seat, decision, real, chosen, asker.ask(_mixed(real, dealt, places)), tuple(places))
    return None


class _Asker:
    """Asks one strategy what it would do."""

    def __init__(self, machine: Machine, player: Player, config: Any) -> None:
        self.machine, self.config, self.weights = machine, config, player.weights
        self.space, self.choose = Workspace(machine.game), machine.choose(player)

    def ask(self, state: np.ndarray) -> int:
        """Return the action chosen, by number; -1 for an index outside the list."""
        kernels, actions = self.machine.kernels, self.space.actions
        n = kernels[1](self.config, state[0], actions)
        index = self.choose(kernels, self.config, state[0], actions, n, self.weights, self.space.scratch)
        raise_failure()
        return int(actions[index]) if 0 <= index < n else -1

    def play_to(self, seed: int, number: int, players: int, seat: int, decision: int) -> np.ndarray | None:
        """Return the state before a seat's decision."""
        game, kernels, no_log = self.machine.game, self.machine.kernels, np.zeros((0, WIDTH), np.int64)
        states = make_records(2, game.kernels.STATE)
        s = states[:1]
        self.machine.begin(s[0], states[1], np.uint64(seed), number, players)
        kernels[0](self.config, s[0])
        for _ in range(game.decision_cap):
            if s["over"][0] != 0:
                return None
            if s["seat"][0] == seat and s["decisions"][0, seat] == decision:
                return s.copy()
            action = self.ask(s)
            s["decisions"][0, int(s["seat"][0])] += 1
            kernels[2](self.config, s[0], action, no_log)
        return None

    def fewest(self, real: np.ndarray, dealt: np.ndarray, chosen: int, places: list[Place]) -> list[Place]:
        """Leave out places, whole runs of them first, as long as the others still change the choice."""
        size = max(1, len(places) // 2)
        while size:
            start = 0
            while start < len(places):
                rest = places[:start] + places[start + size :]
                if rest and self.ask(_mixed(real, dealt, rest)) != chosen:
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
