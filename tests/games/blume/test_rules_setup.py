"""Rulebook, "Setup", "Components"."""

import pytest

from simkit.core.jit import make_records
from simkit.core.table import seeds
from simkit.games.blume import GAME
from simkit.games.blume.names import EMPTY
from tests.games.blume.position import Position, machine


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_setup(players):
    p = Position(players)
    assert p["seat"] == 0
    assert p["turn"] == 1
    assert p["stage"] == 0
    assert (p["market"] == 0).all()  # step 2: pegs on 0
    assert (p["greenhouse"] == 0).all()  # step 1
    assert p["can"] == p["can_stack"][0]  # steps 3 and 4: one card of each deck, the first shown
    assert [int(p.config["can_deck"][card]) for card in p["can_stack"][:3]] == [0, 1, 2]
    assert p["can_top"] == 1
    assert p["hybrid_top"] == 1  # steps 5 and 6
    assert p["open_pairs"] == 1 << int(p.config["hybrid_pair"][p["hybrid_deck"][0]])
    assert sorted(p.in_bag() + [int(tile) for tile in p["row"][:3]]) == list(range(129))  # steps 7 and 8
    assert all(p.places(seat) == set() for seat in range(players))
    assert all(row["total"] == 0 for row in p.score())


def test_games_of_one_seed_differ():
    assert len({tuple(Position(game=game).in_bag()) for game in range(20)}) == 20


def test_every_can_and_hybrid_comes_up():
    cans, hybrids, p = set(), set(), Position()
    for game in range(300):
        machine().begin(p.s, p.blank, seeds(GAME, 1), game, 2)
        p.reset(p.config, p.s)
        cans.add(tuple(int(card) for card in p["can_stack"][:2]))
        hybrids.add(int(p["hybrid_deck"][0]))
    assert {first for first, _ in cans} == set(range(4))
    assert {second for _, second in cans} == set(range(4, 13))
    assert len(hybrids) == 15


def test_house_rules_for_starting_points():
    p = Position(3, start_points={3: [0, 1, -2]})
    assert [row["start"] for row in p.score()] == [0, 1, -2]
    assert [row["total"] for row in p.score()] == [0, 1, -2]


def test_extra_points_of_an_experiment_come_with_their_card():
    p = Position(2)
    p.config["extra_points"][0, 128:] = 3  # every tile
    tile, rotation = p.find(tl="red")
    p.place(tile, "a1", rotation)
    assert p.score()[0]["extra"] == 3
    assert p.score()[1]["extra"] == 0


def test_granted_botanist_card():
    config = GAME.config({"botanist": True})[0]
    config["granted_botanist"][1] = 7
    states = make_records(2, GAME.kernels.STATE)
    machine().begin(states[0], states[1], seeds(GAME, 1), 0, 3)
    machine().kernels[0](config, states[0])
    assert states[0]["hidden"][1] == 7
    assert states[0]["hidden"][0] not in (7, EMPTY)
    assert machine().kernels[6](config, states[0]) == 0
