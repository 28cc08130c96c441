"""What is promised of the scripted players: they beat random play, no two are one, there are rungs between them, and one is strongest."""

import itertools
from functools import partial

import pytest

from simkit import registry
from simkit.core.jit import INTERPRETED
from simkit.games.spellbook import GAME
from tests.strategies import contests

pytestmark = pytest.mark.skipif(INTERPRETED, reason="thousands of games")

SCRIPTED = ("storer", "racer", "builder", "drawer", "picker", "denier", "sage")
STRONGEST = "sage"
LADDER = ("random", "builder", "storer", "sage")
blocks_won = partial(contests.blocks_won, GAME)


@pytest.mark.parametrize("name", SCRIPTED)
def test_beats_random_in_nine_blocks_of_ten(name):
    assert blocks_won(name, "random", 300, 41) >= 0.9


def test_there_are_three_rungs():
    for lower, higher in itertools.pairwise(LADDER):
        assert blocks_won(higher, lower, 300, 42) >= 0.6, (lower, higher)


@pytest.mark.parametrize("name", ["random", "greedy", *(name for name in SCRIPTED if name != STRONGEST)])
def test_the_strongest_beats_every_other(name):
    assert blocks_won(STRONGEST, name, 400, 43) > 0.55


def test_no_two_choose_alike():
    names = ("random", "greedy", *SCRIPTED)
    alike, asked = contests.agreement(GAME, names, 12 * len(names), seed=44)
    assert asked > 12 * len(names)
    for i, j in itertools.combinations(range(len(names)), 2):
        assert alike[i, j] <= 0.9, (names[i], names[j], alike[i, j])


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
