"""The fifth game keeps the promises of every game, from outside the project."""

import pytest

from simkit import registry
from simkit.core.conformance import check, peeks
from simkit.core.table import Machine


@pytest.fixture(scope="module")
def machine():
    return Machine(registry.game("dice_race"))


@pytest.mark.parametrize("players", [1, 2, 3])
def test_it_keeps_its_promises(machine, players, size):
    assert not check(machine, machine.game.config()[0], players, size(200, 5), 1).breach


@pytest.mark.parametrize("name", ["single", "double", "switch", "random", "greedy"])
def test_its_players_do_not_peek(machine, name, size):
    player = registry.player(name, machine.game)
    assert not peeks(machine, player, machine.game.config()[0], 3, size(100, 5), 1).breach
