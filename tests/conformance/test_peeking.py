"""No strategy looks at what its seat cannot see; cheaters are found out."""

import importlib
import pkgutil

import pytest

import strategies
from simkit.core.conformance import peeks
from simkit.core.strategy import REGISTERED, Player
from simkit.core.table import Machine
from simkit.games.spellbloom import GAME as SPELLBLOOM
from simkit.registry import games
from tests.conformance import cheaters
from tests.games import short, variants

GAMES = tuple(games().values())
for _found in pkgutil.walk_packages(strategies.__path__, "strategies."):
    importlib.import_module(_found.name)
HONEST = [
    pytest.param(game, strategy, id=f"{game.name}-{strategy.name}")
    for game in GAMES
    for module, listed in REGISTERED.items()
    if module.startswith("strategies.")
    for strategy in listed
    if strategy.game in ("", game.name)
]
CHEATERS = REGISTERED[cheaters.__name__]


@pytest.fixture(scope="module")
def machines():
    return {game.name: Machine(game) for game in GAMES}


@pytest.mark.parametrize(("game", "strategy"), HONEST)
def test_no_strategy_peeks(game, strategy, machines, size):
    machine = machines[game.name]
    for players in range(game.seats[0], game.seats[1] + 1) if size(1, 0) else [game.seats[1]]:
        report = peeks(machine, Player(strategy, game), game.config(short(game))[0], players, size(20, 1), seed=21, sample=size(5, 200))
        assert not report.breach, report.breach
    for mode in game.modes if size(1, 0) else ():
        report = peeks(machine, Player(strategy, game), game.config(short(game) | {game.mode_rule: mode})[0], 1, 10, seed=22, sample=5)
        assert not report.breach, report.breach
    for players, rules in variants(game).values() if size(1, 0) else ():
        report = peeks(machine, Player(strategy, game), game.config(short(game) | rules)[0], players, 10, seed=25, sample=5)
        assert not report.breach, report.breach


@pytest.mark.slow
@pytest.mark.parametrize(("game", "strategy"), HONEST)
def test_no_strategy_peeks_at_full_size(game, strategy, machines, size):
    for players in range(game.seats[0], game.seats[1] + 1):
        machine = machines[game.name]
        report = peeks(machine, Player(strategy, game), game.config(short(game))[0], players, size(1_000, 1), seed=23, sample=size(5, 50))
        assert not report.breach, report.breach


@pytest.mark.parametrize(
    ("cheater", "words"),
    [
        ("deck_reader", "once its unseen cards and dice are dealt anew"),
        ("seer", "once its unseen cards and dice are dealt anew"),
        ("notebook", "asked again, it chooses"),
    ],
)
def test_cheaters_are_found_out(cheater, words, machines, size):
    (strategy,) = (found for found in CHEATERS if found.name == cheater)
    report = peeks(machines["spellbloom"], Player(strategy, SPELLBLOOM), SPELLBLOOM.config()[0], 2, size(50, 1), seed=24, sample=2)
    assert cheater in report.breach
    assert words in report.breach
    assert "seat" in report.breach
