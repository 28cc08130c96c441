"""Spellbloom's players differ, each does what its name says, and they climb from random to the blend."""

from functools import partial
from itertools import pairwise

import numpy as np
import pytest

from simkit import registry
from simkit.analysis.intervals import joint
from simkit.games.spellbloom import GAME
from tests.strategies import contests

COLUMN = contests.columns(GAME)
STRATEGIES = tuple(registry.strategies(GAME))
STYLES = tuple(name for name in STRATEGIES if name not in ("random", "greedy"))
play, play_cards, shares = (partial(ask, GAME) for ask in (contests.play, contests.play_cards, contests.shares))
agreement = partial(contests.agreement, GAME, one_in=5)
STRONGEST = "sage"
LADDER = ("random", "greedy", "three_dice", "task_chaser", STRONGEST)
IDEAS = {
    "sigil_builder": "sigils",
    "task_chaser": "tasks",
    "engine": "effects",
    "three_dice": "provision",
    "bonus_hunter": "placement",
}
full = pytest.mark.slow


def sizes(small, large):
    """Parametrise a test by a size, the large one by `make test-full`."""
    return pytest.mark.parametrize("blocks", [pytest.param(small, id="small"), pytest.param(large, id="full", marks=full)])


def test_there_are_six_styles_and_the_strongest():
    assert {*IDEAS, "rush", "scholar", STRONGEST} == set(STYLES)
    for name in STYLES:
        strategy = registry.strategies(GAME)[name]
        assert strategy.parameters
        assert strategy.summary


@pytest.mark.parametrize("name", [name for name in STRATEGIES if name != "random"])
@sizes(40, 1000)
def test_each_beats_random_in_nine_blocks_of_ten(name, blocks):
    won = shares(name, "random", blocks, seed=31) > 0.5
    assert won.mean() >= 0.9


@pytest.mark.parametrize(("lower", "upper"), list(pairwise(LADDER)))
@sizes(100, 2000)
def test_each_rung_of_the_ladder_is_sixty_per_cent(lower, upper, blocks):
    assert shares(upper, lower, blocks, seed=32).mean() >= 0.6


@pytest.mark.parametrize("name", [name for name in STRATEGIES if name != STRONGEST])
@sizes(100, 2000)
def test_the_strongest_beats_every_other(name, blocks):
    share = shares(STRONGEST, name, blocks, seed=33)
    ((low, _),) = joint([share.mean()], [share.std(ddof=1) / np.sqrt(blocks)], blocks, len(STRATEGIES) - 1)
    assert low > 0.5


@pytest.mark.parametrize("games", [pytest.param(60, id="small"), pytest.param(2000, id="full", marks=full)])
def test_no_two_choose_alike_in_more_than_nine_decisions_of_ten(games):
    alike, asked = agreement(STRATEGIES, games, seed=34)
    assert asked > 10 * games
    assert np.allclose(np.diag(alike), 1)
    for a, b in zip(*np.triu_indices(len(STRATEGIES), 1), strict=True):
        assert alike[a, b] <= 0.9, (STRATEGIES[a], STRATEGIES[b], alike[a, b])


def test_a_strategy_agrees_with_itself():
    alike, asked = agreement(("scholar", "scholar"), 4, seed=34)
    assert asked
    assert alike[0, 1] == 1


@pytest.mark.parametrize(("name", "line"), IDEAS.items())
def test_each_style_scores_more_than_scholar_by_its_own_idea(name, line):
    own = play((name, "scholar"), 100, seed=35)
    other = play(("scholar", "scholar"), 100, seed=35)
    gain = own[:, 0, COLUMN[line]] - other[:, 0, COLUMN[line]]
    assert gain.mean() > 2 * gain.std(ddof=1) / np.sqrt(len(gain))


def test_rush_fills_its_book_in_fewer_turns():
    turns = len(GAME.columns)
    fast, usual = (play((name, name), 60, seed=36)[:, :, turns].mean() for name in ("rush", "scholar"))
    assert fast < usual - 0.5


@pytest.mark.parametrize("name", [name for name in STRATEGIES if name != "random"])
def test_a_card_worth_more_is_taken_more_often(name):
    taken = 1
    config, games = GAME.config(), 40
    card = int(np.argmax(config[0]["points"] == 2))
    before = play_cards((name, name), games, seed=37, config=config)[1][:, :, card, taken].sum()
    config[0]["points"][card] += 8
    after = play_cards((name, name), games, seed=37, config=config)[1][:, :, card, taken].sum()
    assert after > before


@pytest.mark.parametrize("games", [pytest.param(100, id="small"), pytest.param(2000, id="full", marks=full)])
def test_alone_the_strongest_reaches_half_of_the_targets_one_game_in_four(games):
    reached = {
        mode: play((STRONGEST,), games, 38, GAME.config({GAME.mode_rule: mode}))[:, 0, COLUMN["share"]].mean() for mode in GAME.modes
    }
    assert sum(share / 60 >= 0.25 for share in reached.values()) >= 4, reached
