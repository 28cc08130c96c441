"""Rulebook, "Setup"."""

import pytest

from tests.games.spellbloom.position import Position


@pytest.mark.parametrize("players", [2, 3, 4])
def test_setup(players):
    p = Position(players, deal=True)
    assert p["seat"] == 0
    assert p["turn"] == 1
    for seat in range(players):
        assert len(p.free(seat)) == 6  # step 3: six rolled dice, all available
        assert all(1 <= int(face) <= 6 for face in p["die"][seat])
        assert len(p.tasks(seat)) == 2  # step 6
        assert p["mana"][seat] == 2  # step 8
        assert (p["book"][seat] == -1).all()
    assert len(p.guide_free()) == 6  # step 4
    assert len(set(p["island"].tolist())) == 6  # step 5
    assert p["supply"] == 35 - 2 * players
    assert len(p.deck()) == 69
    assert len(p.task_deck()) == 30 - 2 * players
    assert not set(p.deck()) & {p.spell_at(r) for r in ("Reefs", "Snowlands", "Grove", "Desert", "Volcano", "Gorge")}
    assert all(line == 0 for line in p.points().values())


def test_games_of_one_seed_differ():
    decks = {tuple(Position(2, game=game, deal=True).deck()) for game in range(20)}
    assert len(decks) == 20


def test_house_rules_for_starting_resources():
    p = Position(3, deal=True, start_mana={3: [2, 3, 4]}, start_points={3: [0, 1, -2]}, start_tasks=1)
    assert p["mana"][:3].tolist() == [2, 3, 4]
    assert [row["start"] for row in p.score()] == [0, 1, -2]
    assert len(p.tasks(1)) == 1


def test_start_mana_comes_from_the_general_supply():
    p = Position(4, deal=True, total_mana=5)
    assert p["mana"].tolist() == [2, 2, 1, 0]
    assert p["supply"] == 0
