"""Proofs of the players: better than chance, different from each other, a ladder, the strongest; cards and words matter to them."""

from __future__ import annotations

import itertools
from functools import cache
from typing import Any

import numpy as np
import pytest

from simkit import registry
from simkit.core.jit import INTERPRETED
from simkit.core.session import open_session
from simkit.core.table import EXTRA, OVER, Workspace
from simkit.games.spell_smashers import GAME
from tests.games.spell_smashers.position import machine

pytestmark = pytest.mark.skipif(INTERPRETED, reason="thousands of games")
SEVERAL = ("longest", "brawler", "collector", "hunter", "quester", "veteran", "champion")
ALONE = ("defender", "slayer")
SHARE = [column.name for column in GAME.columns].index("share")


@cache
def workspace() -> Workspace:
    return Workspace(GAME)


def play(specs: tuple[str, ...], games: int, rules: dict[str, Any] | None = None, seed: int = 41) -> np.ndarray:
    """Play games of strategies by seat and return the loop's results."""
    players = [registry.player(spec, GAME) for spec in specs]
    choose = [machine().choose(player) for player in players]
    weights = np.zeros((5, max(1, *(len(player.weights) for player in players))))
    for seat, player in enumerate(players):
        weights[seat, : len(player.weights)] = player.weights
    results = np.zeros((games, len(specs), len(GAME.columns) + EXTRA), np.int64)
    space = workspace()
    machine().play(
        GAME.config(rules or {})[0], space.states, space.actions, space.scratch, results, np.zeros(2, np.int64),
        np.zeros((0, 0, 0, 0), np.int32), space.no_log, np.zeros(1, np.int64), np.uint64(seed), 0, games, len(specs),
        np.array([GAME.turn_cap, GAME.decision_cap]), machine().kernels, tuple((choose * 5)[:5]), weights,
    )  # fmt: skip
    return results


def block_shares(a: str, b: str, blocks: int) -> np.ndarray:
    """Return a's share of the win in each block: one deal played from both seats."""
    first, second = play((a, b), blocks), play((b, a), blocks)
    shares: np.ndarray = (first[:, 0, SHARE] + second[:, 1, SHARE]) / 120
    return shares


@pytest.mark.parametrize("name", SEVERAL)
def test_beats_random_in_nine_of_ten_blocks(name, size):
    shares = block_shares(name, "random", size(150, 1))
    assert (shares > 0.5).mean() + (shares == 0.5).mean() / 2 >= 0.9


def test_a_ladder_of_rungs_of_60_percent():
    for upper, lower in itertools.pairwise(("champion", "quester", "brawler", "collector", "random")):
        assert block_shares(upper, lower, 150).mean() >= 0.6, (upper, lower)


@pytest.mark.parametrize("name", [name for name in SEVERAL if name != "champion"])
def test_the_champion_is_the_strongest(name):
    shares = block_shares("champion", name, 300)
    assert shares.mean() > 0.5 + 2 * shares.std() / np.sqrt(len(shares))


def test_no_two_choose_alike():
    """On decisions of real play, with more than one option, no pair agrees in more than 90 %."""
    players = [registry.player(name, GAME) for name in SEVERAL]
    choices = []
    for number in range(6):
        session = open_session(GAME, seed=43, number=number, players=2)
        while not session.over:
            found = [session.choice(player) for player in players]
            if len(session.codes()) > 1:
                choices.append(found)
            session.play(found[number % len(players)])
    asked = np.array(choices)
    assert len(asked) > 300
    for a, b in itertools.combinations(range(len(players)), 2):
        assert (asked[:, a] == asked[:, b]).mean() <= 0.9, (SEVERAL[a], SEVERAL[b])


def test_a_larger_vocabulary_and_better_recall_win():
    assert block_shares("champion", "champion(vocabulary=20)", 120).mean() > 0.6
    assert block_shares("champion", "champion(recall=0.4)", 120).mean() > 0.6


def test_words_beyond_a_vocabulary_are_not_spelled_and_letters_fall_with_recall():
    letters = [column.name for column in GAME.columns].index("letters_spelled")
    means = [play((f"longest{skill}",) * 2, 60)[:, :, letters].mean() for skill in ("", "(recall=0.6)", "(vocabulary=10, recall=0.3)")]
    assert means[0] > means[1] + 2 > means[2] + 4


def test_a_changed_card_changes_behaviour():
    """Where ale is worth nothing more than its price the Tavern is visited; at ten times the price it is not."""
    ale = [column.name for column in GAME.columns].index("ale")
    cheap, dear = play(("veteran",) * 2, 40), play(("veteran",) * 2, 40, {"tavern_price": 30})
    assert cheap[:, :, ale].mean() > dear[:, :, ale].mean() + 3


@pytest.mark.parametrize("name", ALONE)
def test_players_alone_outlast_chance_and_sometimes_win(name, size):
    rounds = [column.name for column in GAME.columns].index("rounds")
    wins = 0
    for mode in ("queen_extreme", "titan_standard"):
        own, chance = play((name,), 150, {"scenario": mode}), play(("random",), 150, {"scenario": mode})
        assert own[:, 0, rounds].mean() > chance[:, 0, rounds].mean() + 1
        wins += int((own[:, 0, len(GAME.columns) + OVER] == 2).sum())
        assert not (chance[:, 0, SHARE] == 60).any()
    assert wins > 0
