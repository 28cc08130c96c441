"""Rulebook, "Mise en place": setups by name, by list and drawn; starting tokens; granted cards."""

from collections import Counter
from itertools import product

import pytest

from simkit.core.game import Unknown
from simkit.core.table import seeds
from simkit.games.spellbook import GAME, names
from simkit.games.spellbook.names import COLOURS, SPELLS
from tests.games.spellbook.position import Position, machine, rules_for, tables


def spells_of(p):
    return [SPELLS[int(number)] for number in p["spell"]]


@pytest.mark.parametrize("number", [1, 2, 3])
def test_a_set_by_name(number):
    p = Position(setup=f"set_{number}", deal=True)
    assert spells_of(p) == list(SPELLS[7 * number - 7 : 7 * number])


def test_first_game_is_set_1():
    assert SPELLS[:7] == ("sacrifice", "levitation", "purification", "offering", "time_travel", "transmutation", "abundance")


def test_spells_by_list():
    p = Position("Blaze", "Levitation", "Cure", "Feast", "Storm", "Mirage", "Knowledge", setup="classic", deal=True)
    assert spells_of(p) == ["blaze", "levitation", "cure", "feast", "storm", "mirage", "knowledge"]
    assert p.score()[0]["setup"] == int("2012121", 3)


def test_all_2187_setups_can_be_named(size):
    choices = [GAME.rule(colour).choices[1:] for colour in COLOURS]
    named = list(product(*choices))
    assert len(named) == 2187
    p = Position(deal=True)
    blank = p._states[1].copy()
    for spells in named[:: size(1, 100)]:
        p._states[0] = blank
        p.s["players"] = 2
        p.reset(GAME.config(dict(zip(COLOURS, spells, strict=True)), tables())[0], p.s)
        assert tuple(spells_of(p)) == spells


def test_an_unknown_spell_is_refused_with_a_hint():
    with pytest.raises(Unknown, match="did you mean 'blaze'"):
        GAME.config({"red": "blaxe"})
    with pytest.raises(Unknown, match="rule red: 'levitation' is not one of"):
        GAME.config({"red": "levitation"})  # a violet spell
    assert rules_for("Time Travel") == {"white": "time_travel"}


def test_classic_setups_are_drawn_evenly(size):
    games = size(900, 90)
    counts = Counter()
    for game in range(games):
        counts.update(spells_of(Position(setup="classic", game=game, deal=True)))
    assert all(abs(counts[name] - games / 3) < 5 * (games * 2 / 9) ** 0.5 for name in SPELLS)


def test_all_seats_share_a_setup_and_it_does_not_depend_on_their_number():
    setups = {tuple(spells_of(Position(setup="classic", game=5, players=players, deal=True))) for players in (1, 2, 3, 4)}
    assert len(setups) == 1


def test_one_named_colour_leaves_the_others_as_drawn():
    drawn = spells_of(Position(setup="classic", game=3, deal=True))
    named = spells_of(Position("Sharing", setup="classic", game=3, deal=True))
    assert named[1] == "sharing"
    assert named[:1] + named[2:] == drawn[:1] + drawn[2:]


def test_the_first_day():
    p = Position(players=3, deal=True)
    assert (p["seat"], p["turn"], p["phase"]) == (0, 1, names.MORNING)
    assert p["learned"].tolist() == [0] * 4
    assert p["stored"].tolist() == [0] * 4


def test_games_of_one_seed_differ():
    deals = {(tuple(p["altar"].tolist()), tuple(p["pool"].ravel().tolist())) for p in (Position(game=g, deal=True) for g in range(20))}
    assert len(deals) == 20


def test_house_rules_for_starting_resources():
    p = Position(players=3, deal=True, start_tokens={3: [2, 2, 3]}, start_points={3: [0, 1, -2]})
    assert p["pool_size"][:3].tolist() == [2, 2, 3]
    assert [row["start"] for row in p.score()] == [0, 1, -2]
    assert [row["total"] for row in p.score()] == [0, 1, -2]


def test_granted_cards_and_extra_points():
    p = Position(players=2, deal=True)
    p.config["granted_card"][1] = 3 * SPELLS.index("offering") + 1
    p.config["extra_points"][1, 3 * SPELLS.index("offering") + 1] = 2
    q = Position(players=2, deal=True)
    q.config = p.config
    machine().begin(q.s, q._states[1], seeds(GAME, 1), 0, 2)
    q.reset(q.config, q.s)
    assert q.level("Offering", seat=1) == 4
    assert q["learned"].tolist()[:2] == [0, 1]
    assert q._audit(q.config, q.s) == 0
    assert q.score()[1]["spells"] == 4 + 2
