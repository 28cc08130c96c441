"""Final scoring equals the oracle's, on the last positions of random games and on positions in between."""

from fractions import Fraction

import numpy as np
import pytest

from simkit.games.spellbook import GAME, components
from simkit.games.spellbook.names import COLOURS, KINDS, RUNES
from tests.games.playing import positions
from tests.games.spellbook.position import machine, tables
from tests.oracles import spellbook_scoring as oracle

SETTINGS = [(players, {"setup": setup}) for players in (2, 3, 4) for setup in ("classic", "set_2", "set_3")]
SPELLS = {components.spell_number(row): row for row in tables().rows["spells"]}
EFFECTS = {(row["spell"], row["level"]): row for row in tables().rows["effects"]}


def as_players(s):
    """Say a record in the oracle's words."""
    players = []
    for seat in range(int(s["players"])):
        learned = []
        for colour in range(7):
            level = int(s["level"][seat, colour])
            if level:
                spell = SPELLS[int(s["spell"][colour])]
                rune = RUNES[int(s["marker"][seat, colour])]
                learned.append(oracle.Learned(spell, EFFECTS[spell["id"], level], level, rune))
        familiar = [(COLOURS[k // 3], RUNES[k % 3]) for k in range(KINDS) for _ in range(int(s["familiar"][seat, k]))]
        players.append(oracle.Player(learned, familiar, int(s["pool"][seat].sum())))
    return players


def compare(config, states):
    """Compare every position's sheet; return how many of each thing were seen."""
    names = [column.name for column in GAME.columns]
    seen = {"effects": 0, "shared": 0, "full": 0}
    for s in states:
        result = np.zeros((int(s["players"]), len(names)), np.int64)
        machine().kernels[3](config, s, result, np.zeros((0, 5), np.int64))
        for row, expected in zip(result, oracle.sheet(as_players(s)), strict=True):
            got = dict(zip(names, map(int, row), strict=True))
            got["share"] = Fraction(got["share"], 60)
            assert {key: got[key] for key in expected} == expected, f"game {s['game']}"
            seen["effects"] += expected["effects"] != 0
            seen["shared"] += 0 < expected["share"] < 1
            seen["full"] += expected["stored"] == 14
    return seen


def run(players, rules, games, seed):
    config = GAME.config(rules)[0]
    seen = compare(config, positions(GAME, config, players, games, seed, often_last=True))
    stops = np.random.default_rng(seed).integers(0, 40 * players, games)
    compare(config, positions(GAME, config, players, games, seed + 1, stops, often_last=True))
    return seen


@pytest.mark.parametrize(("players", "rules"), SETTINGS, ids=lambda value: str(value))
def test_scoring_equals_the_oracle(players, rules, size):
    games = size(200, 2)
    seen = run(players, rules, games, 31)
    if games > 100:
        assert seen["full"]
        assert seen["effects"]


@pytest.mark.slow
@pytest.mark.parametrize(("players", "rules"), SETTINGS, ids=lambda value: str(value))
def test_scoring_equals_the_oracle_at_full_size(players, rules, size):
    run(players, rules, size(5_000, 20), 32)


def test_random_spellbooks_equal_the_oracle(size):
    """Spells at all levels on all Familiars, ties among them."""
    random = np.random.default_rng(34)
    config = GAME.config({"setup": "classic"})[0]
    shared = 0
    for players in (2, 3, 4):
        states = positions(GAME, config, players, size(300, 10), 35, np.zeros(size(300, 10), np.int64), often_last=True)
        for s in states:
            for seat in range(players):
                s["level"][seat] = random.choice([0, 3, 4, 5], 7) if random.random() < 0.8 else 0
                s["marker"][seat] = np.where(s["level"][seat] > 0, random.integers(0, 3, 7), -1)
                s["learned"][seat] = (s["level"][seat] > 0).sum()
                s["familiar"][seat] = np.bincount(random.integers(0, KINDS, random.integers(0, 15)), minlength=KINDS)
                s["stored"][seat] = s["familiar"][seat].sum()
                s["pool"][seat] = np.bincount(random.integers(0, KINDS, random.integers(0, 3)), minlength=KINDS)
                s["pool_size"][seat] = s["pool"][seat].sum()
            if random.random() < 0.2:
                for field in ("level", "marker", "learned", "familiar", "stored", "pool", "pool_size"):
                    s[field][1] = s[field][0]
        shared += compare(config, states)["shared"]
    assert shared
