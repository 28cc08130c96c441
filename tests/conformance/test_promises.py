"""Every registered game keeps its promises at every number of players, in every solo mode, variant and module."""

from collections.abc import Iterator
from typing import Any

import pytest

from simkit.core.conformance import check
from simkit.core.game import Game
from simkit.core.jit import BOUNDS_CHECKED, INTERPRETED
from simkit.core.table import Machine
from simkit.registry import games
from tests.games import house_rules, short, variants

GAMES = tuple(games().values())
FEW = 1 if INTERPRETED else None  # of numbers of players, modes and house rules: a game takes seconds then
GAMES_EACH, GAMES_CHANGED = (300, 100) if BOUNDS_CHECKED else (60, 20)  # `make test` plays the many bounds-checked, which finds more


def settings(game: Game) -> Iterator[tuple[str, int, dict[str, Any]]]:
    """Yield name, players and rules: numbers of players, largest first; solo modes; variants and modules."""
    yield from ((str(players), players, {}) for players in range(game.seats[1], game.seats[0] - 1, -1)[:FEW])
    yield from ((mode, 1, {game.mode_rule: mode}) for mode in game.modes[:FEW])
    yield from ((name, *how) for name, how in variants(game).items())


# game by game, so that two workers do not compile the same kernels at once
SETTINGS = [pytest.param(game, *how, id=f"{game.name}-{name}") for game in GAMES for name, *how in settings(game)]
CHANGED = [pytest.param(game, rules, id=f"{game.name}-{rules}") for game in GAMES for rules in house_rules(game)[:FEW]]


@pytest.fixture(scope="module")
def machines():
    return {game.name: Machine(game) for game in GAMES}


@pytest.mark.parametrize(("game", "players", "rules"), SETTINGS)
def test_promises(game, players, rules, machines, size):
    report = check(machines[game.name], game.config(short(game) | rules)[0], players, size(GAMES_EACH, 1), seed=11, sample=size(50, 60))
    assert not report.breach, report.breach
    assert report.games == size(GAMES_EACH, 1)


@pytest.mark.parametrize(("game", "rules"), CHANGED)
def test_promises_under_house_rules(game, rules, machines, size):
    count = size(GAMES_CHANGED, 1)
    for players in {size(1, 2), size(3, 2)}:
        report = check(machines[game.name], game.config(short(game) | rules)[0], players, count, seed=12, sample=size(50, 100))
        assert not report.breach, report.breach


@pytest.mark.slow
@pytest.mark.parametrize(("game", "players", "rules"), SETTINGS)
def test_promises_at_full_size(game, players, rules, machines, size):
    report = check(machines[game.name], game.config(short(game) | rules)[0], players, size(20_000, 20), seed=13, sample=size(50, 60))
    assert not report.breach, report.breach
