"""Proofs of the players: better than chance, different from each other, a ladder, the strongest; cards and words matter to them."""

from __future__ import annotations

import itertools
from functools import partial

import numpy as np
import pytest

from simkit.core.jit import INTERPRETED
from simkit.core.table import OVER
from simkit.games.spell_smashers import GAME
from simkit.games.spell_smashers.names import BOSSES
from tests.strategies import contests

pytestmark = pytest.mark.skipif(INTERPRETED, reason="thousands of games")
SEVERAL = ("longest", "brawler", "collector", "hunter", "quester", "veteran", "champion")
ALONE = ("defender", "slayer")
COLUMN = contests.columns(GAME)
play = partial(contests.play, GAME, seed=41)
shares, blocks_won = partial(contests.shares, GAME, seed=41), partial(contests.blocks_won, GAME, seed=41)


@pytest.mark.parametrize("name", SEVERAL)
def test_beats_random_in_nine_of_ten_blocks(name, size):
    assert blocks_won(name, "random", size(150, 1)) >= 0.9


def test_a_ladder_of_rungs_of_60_percent():
    for upper, lower in itertools.pairwise(("champion", "quester", "brawler", "collector", "random")):
        assert shares(upper, lower, 150).mean() >= 0.6, (upper, lower)


@pytest.mark.parametrize("name", [name for name in SEVERAL if name != "champion"])
def test_the_champion_is_the_strongest(name):
    found = shares("champion", name, 300)
    assert found.mean() > 0.5 + 2 * found.std() / np.sqrt(len(found))


def test_no_two_choose_alike():
    """On decisions of real play, with more than one option, no pair agrees in more than 90 %."""
    alike, asked = contests.agreement(GAME, SEVERAL, 6, seed=43)
    assert asked > 300
    for a, b in itertools.combinations(range(len(SEVERAL)), 2):
        assert alike[a, b] <= 0.9, (SEVERAL[a], SEVERAL[b])


def test_a_larger_vocabulary_and_better_recall_win():
    assert shares("champion", "champion(vocabulary=20)", 120).mean() > 0.6
    assert shares("champion", "champion(recall=0.4)", 120).mean() > 0.6


def test_words_beyond_a_vocabulary_are_not_spelled_and_letters_fall_with_recall():
    means = [
        play((f"longest{skill}",) * 2, 60)[:, :, COLUMN["letters_spelled"]].mean()
        for skill in ("", "(recall=0.6)", "(vocabulary=10, recall=0.3)")
    ]
    assert means[0] > means[1] + 2 > means[2] + 4


def test_a_changed_card_changes_behaviour():
    """Where ale is worth nothing more than its price the Tavern is visited; at ten times the price it is not."""
    ale = COLUMN["ale"]
    cheap, dear = (play(("veteran",) * 2, 40, config=GAME.config(rules)) for rules in ({}, {"tavern_price": 30}))
    assert cheap[:, :, ale].mean() > dear[:, :, ale].mean() + 3


@pytest.mark.parametrize("name", ALONE)
def test_players_alone_outlast_chance_and_win(name, size):
    rounds = COLUMN["rounds"]
    for mode in ("queen_extreme", "dragon_standard"):
        own, chance = (play((who,), 150, config=GAME.config({"scenario": mode})) for who in (name, "random"))
        assert own[:, 0, rounds].mean() > chance[:, 0, rounds].mean() + 1
        assert (own[:, 0, len(GAME.columns) + OVER] == 2).mean() >= 0.1
        assert not (chance[:, 0, COLUMN["share"]] == 60).any()


def test_the_defender_wins_three_games_in_ten_and_loses_them_without_the_carpenter():
    over = len(GAME.columns) + OVER
    wins = {
        price: np.mean(
            [
                (play(("defender",), 60, config=GAME.config({"scenario": f"{boss}_standard", **price_rule}))[:, 0, over] == 2).mean()
                for boss in BOSSES
            ]
        )
        for price, price_rule in (("printed", {}), ("dear", {"chase_price": 50, "repair_price": 50}))
    }
    assert wins["printed"] >= 0.3
    assert wins["dear"] < wins["printed"] / 2


def test_the_solo_game_ends_in_each_of_three_ways():
    ended = np.concatenate([play(("defender",), 100, config=GAME.config({"scenario": f"{boss}_standard"}))[:, 0] for boss in BOSSES])
    endings = set(ended[:, len(GAME.columns) + OVER].tolist())
    assert endings == {2, 3, 4}
