"""Every registered game keeps its promises at every number of players and in every solo mode."""

import pytest

from simkit.core.conformance import check
from simkit.core.jit import INTERPRETED
from simkit.core.table import Machine
from simkit.games.spellbloom import GAME as SPELLBLOOM
from simkit.registry import games

GAMES = tuple(games().values())
SETTINGS = [
    pytest.param(game, players, {}, id=f"{game.name}-{players}") for game in GAMES for players in range(game.seats[0], game.seats[1] + 1)
] + [pytest.param(game, 1, {game.mode_rule: mode}, id=f"{game.name}-{mode}") for game in GAMES for mode in game.modes]
HOUSE_RULES = {
    SPELLBLOOM.name: [
        {"total_mana": 8},
        {"total_mana": 0},
        {"start_mana": 12, "total_mana": 60},
        {"idle_activation": False, "discard_after_learning": False},
        {"provision_each": True, "provision_must_change": False},
        {"guide_cost": 0, "discard_cost": 0},
        {"start_tasks": 0},
        {"start_tasks": 3},
        {"last_spell": 5},
        {"rest_mana": 5, "two_dice_mana": 6},
    ],
    "spell_smashers": [
        {"dictionary": 20, "hand": 9, "rounds": 3},
        {"more_coins": 30, "tavern_price": 0, "armory_price": 0, "rounds": 4},
        {"start_vowels": 0, "start_consonants": 7, "rounds": 3},
        {"forced_at_battle_end": True, "zero_damage_wounds": False, "weapon_doubled": True},
        {"shaman_healthy": False, "quest_trophies": False, "open_quests": 1, "marker_to_skipper": False},
    ],
}
CHANGED = [pytest.param(game, rules, id=f"{game.name}-{rules}") for game in GAMES for rules in HOUSE_RULES.get(game.name, [])]
# Interpreted, a whole game may take a minute: shorter ones then.
SHORT = {"spell_smashers": {"dictionary": 10, "rounds": 1, "boss_round": 3}}


def config_of(game, rules):
    """Return a config; of a short game where kernels are interpreted."""
    return game.config({**(SHORT.get(game.name, {}) if INTERPRETED else {}), **rules})[0]


@pytest.fixture(scope="module")
def machines():
    return {game.name: Machine(game) for game in GAMES}


@pytest.mark.parametrize(("game", "players", "rules"), SETTINGS)
def test_promises(game, players, rules, machines, size):
    report = check(machines[game.name], config_of(game, rules), players, size(300, 1), seed=11, sample=size(50, 60))
    assert not report.breach, report.breach
    assert report.games == size(300, 1)


@pytest.mark.parametrize(("game", "rules"), CHANGED)
def test_promises_under_house_rules(game, rules, machines, size):
    for players in (size(1, 2), size(3, 2)):
        report = check(machines[game.name], config_of(game, rules), players, size(100, 1), seed=12, sample=size(50, 100))
        assert not report.breach, report.breach


@pytest.mark.slow
@pytest.mark.parametrize(("game", "players", "rules"), SETTINGS)
def test_promises_at_full_size(game, players, rules, machines, size):
    report = check(machines[game.name], config_of(game, rules), players, size(20_000, 20), seed=13, sample=size(50, 60))
    assert not report.breach, report.breach
