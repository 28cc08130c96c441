"""What is promised of the scripted players: they beat random play, no two are one, there are rungs between them, and one is strongest."""

import itertools
from pathlib import Path

import numpy as np
import pytest

from simkit import registry
from simkit.core import table
from simkit.core.cache import Layer
from simkit.core.jit import INTERPRETED, compiled, float64s_2d, int64, int64s_2d, kernel, record, records, uint64, void
from simkit.core.table import EXTRA, FAULT_CODE, Workspace, begin
from simkit.games.spellbook import GAME
from tests.games.spellbook.position import machine

pytestmark = pytest.mark.skipif(INTERPRETED, reason="thousands of games")

SCRIPTED = ("storer", "racer", "builder", "drawer", "picker", "denier", "sage")
STRONGEST = "sage"
LADDER = ("random", "builder", "storer", "sage")
_begin = kernel(begin)
SEATS = GAME.seats[1]


def play(names, games, seed):
    """Play games of the setups that the seed draws; return the score sheets."""
    players = [registry.player(name, GAME) for name in names]
    space, columns = Workspace(GAME), len(GAME.columns)
    weights = np.zeros((SEATS, max(1, *(len(player.weights) for player in players))))
    for seat, player in enumerate(players):
        weights[seat, : len(player.weights)] = player.weights
    choose = tuple(machine().choose(players[seat % len(players)]) for seat in range(SEATS))
    results = np.zeros((games, len(names), columns + EXTRA), np.int64)
    machine().play(
        GAME.config()[0], space.states, space.actions, space.scratch, results, np.zeros(64, np.int64), np.zeros((0, 0, 0, 0), np.int32),
        space.no_log, np.zeros(1, np.int64), np.uint64(seed), 0, games, len(names), np.array([GAME.turn_cap, GAME.decision_cap]),
        machine().kernels, choose, weights,
    )  # fmt: skip
    assert not results[:, :, columns + FAULT_CODE].any()
    return results[:, :, :columns]


def blocks_won(first, second, blocks, seed):
    """Return the share of blocks that the first of two wins: one deal from both seats, an even block counts half."""
    share = [column.name for column in GAME.columns].index("share")
    one, other = play([first, second], blocks, seed), play([second, first], blocks, seed)
    won = one[:, 0, share] + other[:, 1, share]
    return float((won > 60).mean() + 0.5 * (won == 60).mean())


@pytest.mark.parametrize("name", SCRIPTED)
def test_beats_random_in_nine_blocks_of_ten(name):
    assert blocks_won(name, "random", 300, 41) >= 0.9


def test_there_are_three_rungs():
    for lower, higher in itertools.pairwise(LADDER):
        assert blocks_won(higher, lower, 300, 42) >= 0.6, (lower, higher)


@pytest.mark.parametrize("name", ["random", "greedy", *(name for name in SCRIPTED if name != STRONGEST)])
def test_the_strongest_beats_every_other(name):
    assert blocks_won(STRONGEST, name, 400, 43) > 0.55


def agree(config, states, lists, scratch, counts, seed, games, players, kernels, choose, weights, leader):
    """Play games of one strategy at every seat and ask all others what they would do; count who chooses alike."""
    reset, legal, apply, score, features, redeal, audit = kernels
    s = states[0]
    for g in range(games):
        _begin(s, states[1], seed, g, players)
        reset(config, s)
        while s.over == 0 and s.turn < 400:
            k = legal(config, s, lists[0])
            taken = choose[leader](kernels, config, s, lists[0], k, weights[leader], scratch)
            if k > 1:
                for i in range(len(choose)):
                    lists[1, i] = choose[i](kernels, config, s, lists[0], k, weights[i], scratch)
                for i in range(len(choose)):
                    for j in range(len(choose)):
                        counts[i, j] += 1 if lists[1, i] == lists[1, j] else 0
            s.decisions[s.seat] += 1
            apply(config, s, lists[0, taken], scratch[3])


def agreement(names, games, seed):
    """Return the share of decisions in which each two choose alike, over games that each of them leads."""
    players = [registry.player(name, GAME) for name in names]
    m = machine()
    weights = np.zeros((len(players), max(len(player.weights) for player in players)))
    for i, player in enumerate(players):
        weights[i, : len(player.weights)] = player.weights
    choose = tuple(m.choose(player) for player in players)
    kind = table.types.UniTuple(table.value(m.signatures.choose), len(players))
    config, states = record(GAME.kernels.CONFIG), records(GAME.kernels.STATE)
    signature = void(
        config, states, int64s_2d, m.signatures.scratch, int64s_2d, uint64, int64, int64, m.signatures.kernels, kind, float64s_2d, int64
    )
    layer = Layer("spellbook.agreement", (Path(__file__), Path(table.__file__ or ""), *m.layer.files))
    ask = compiled(agree, signature, layer)
    space, counts = Workspace(GAME), np.zeros((len(players), len(players)), np.int64)
    lists = np.zeros((2, GAME.most_actions), np.int64)
    for leader in range(len(players)):
        ask(GAME.config()[0], space.states, lists, space.scratch, counts, np.uint64(seed), games, 2, m.kernels, choose, weights, leader)
    return counts / counts[0, 0]


def test_no_two_choose_alike():
    names = ("random", "greedy", *SCRIPTED)
    shares = agreement(names, 12, 44)
    for i, j in itertools.combinations(range(len(names)), 2):
        assert shares[i, j] <= 0.9, (names[i], names[j], shares[i, j])


def test_a_changed_card_changes_what_is_chosen():
    """Where Sacrifice draws seven tokens instead of four, the strongest uses it more."""
    from simkit.core.session import Session, open_session, play_out

    used = []
    for drawn in (4, 7):
        total = 0
        for number in range(12):
            session: Session = open_session(GAME, seed=5, number=number, rules={"setup": "set_1"})
            session.config["draw"][0, :3] = drawn
            session = play_out(session, registry.player(STRONGEST, GAME))
            total += int((session.record["level"][0, :2, 0] > 0).sum())
        used.append(total)
    assert used[1] > used[0]
