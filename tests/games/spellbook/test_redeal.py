"""A redeal depends on what a seat sees alone: all lies open but what the bag will bring."""

import numpy as np
import pytest

from simkit.core.conformance import peeks
from simkit.core.jit import make_records
from simkit.core.strategy import REGISTERED, Player
from simkit.games.spellbook import GAME
from tests.games.playing import positions
from tests.games.spellbook import cheaters
from tests.games.spellbook.position import Position, counted, machine


@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_redeal_depends_on_what_is_seen(players, size):
    random = np.random.default_rng(players)
    games = size(200, 2)
    config = GAME.config()[0]
    redeal, audit = machine().kernels[5], machine().kernels[6]
    twins = make_records(2, GAME.kernels.STATE)
    for s in positions(GAME, config, players, games, 51, random.integers(0, 40 * players, games), often_last=True):
        for seat in range(players):
            twins[0], twins[1] = s, s
            own = len(s["luck"]) - 4 + seat
            for source in range(len(s["luck"])):
                if source != own:
                    twins["luck"][1, source] = random.integers(0, 2**63)
            for i in range(2):
                redeal(config, twins[i], seat, 5)
            assert audit(config, twins[0]) == 0
            assert twins[0].tobytes() == twins[1].tobytes()


def test_redeal_changes_what_is_drawn_and_nothing_that_lies_open():
    p = Position(players=3, deal=True)
    drawn = set()
    for salt in range(30):
        copies = make_records(1, GAME.kernels.STATE)
        copies[0] = p.s
        machine().kernels[5](p.config, copies[0], 1, salt)
        for field in ("bag", "altar", "pool", "spell", "drawn", "seat"):
            assert np.array_equal(copies[field][0], p[field])
        machine().kernels[2](p.config, copies[0], 2, p.log)  # draw
        drawn.add(tuple(sorted(counted(copies["pool"][0, 0]).items())))
    assert len(drawn) > 15


def test_draws_are_even(size):
    """Each of a bag's tokens is as likely as the others to come first."""
    counts: dict[str, int] = {}
    number = size(2_000, 150)
    for game in range(number):
        p = Position(game=game, draw_tokens=1)
        p.bag("red:t*3 blue:c").draw()
        (name,) = p.tokens("pool", 0)
        counts[name] = counts.get(name, 0) + 1
    assert abs(counts["red:t"] - number * 3 / 4) < 5 * (number * 3 / 16) ** 0.5


def test_the_bag_does_not_care_who_draws():
    """Two tokens drawn by one seat are the same as one drawn by each."""
    both = Position(draw_tokens=2).draw()
    one = Position(draw_tokens=1).draw()
    one.config["altar_size"] = 1
    assert set(one.tokens("pool", 0)) <= set(both.tokens("pool", 0))


@pytest.mark.parametrize("cheater", ["seer", "bag_reader"])
def test_who_knows_the_order_of_the_bag_is_found_out(cheater, size):
    (strategy,) = (found for found in REGISTERED[cheaters.__name__] if found.name == cheater)
    report = peeks(machine(), Player(strategy, GAME), GAME.config()[0], 2, size(50, 1), seed=24, sample=2)
    assert "dealt anew" in report.breach
