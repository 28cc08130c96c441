"""Rulebook, "Fin de la partie", "Le décompte": triggers, equal turns, points at the marker's level."""

import pytest

from simkit.games.spellbook.names import FULL_FAMILIAR, SEVEN_SPELLS
from tests.games.spellbook.position import Position

SIX = ("Levitation", "Purification", "Offering", "Time Travel", "Transmutation", "Abundance")


def six_spells(p, seat=0):
    for name in SIX:
        p.spell(name, 3, seat=seat)
    return p


def test_the_seventh_spell_ends_the_game():
    p = six_spells(Position(players=2)).pool("red:t*3").at("evening").learn("Sacrifice", 3, "red:t*3")
    assert (p["last_round"], p["over"], p["seat"]) == (SEVEN_SPELLS, 0, 1)
    p.end_day()
    assert p["over"] == SEVEN_SPELLS


def test_the_last_seat_ends_it_at_once():
    p = six_spells(Position(players=2), seat=1).pool("red:t*3", seat=1).end_day().at("evening").learn("Sacrifice", 3, "red:t*3")
    assert p["over"] == SEVEN_SPELLS
    assert p["turns"][:2].tolist() == [1, 1]


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("trigger", [0, 1])
def test_all_have_had_equally_many_turns(players, trigger):
    p = Position(players=players)
    for _ in range(trigger):
        p.end_day()
    p.fill_familiar(13, seat=trigger).pool("red:t", seat=trigger).at("midday").store("red:t").end_day()
    while not p["over"]:
        p.end_day()
    assert p["over"] == FULL_FAMILIAR
    assert p["turns"][:players].tolist() == [1] * players


def test_the_day_goes_on_when_the_familiar_is_full():
    p = Position().fill_familiar(13).pool("red:t*4").at("midday").store("red:t")
    assert ("sacrifice", 3) in p.learnable()


def test_the_altar_is_refilled_before_the_end_is_noted():
    p = Position(players=2).fill_familiar(14, seat=1).end_day().end_day()
    assert p["over"] == FULL_FAMILIAR
    assert p["on_altar"] == 6


def test_two_triggers_in_one_round_are_fine():
    p = Position(players=2).fill_familiar(14).fill_familiar(14, seat=1).end_day().end_day()
    assert p["over"] == FULL_FAMILIAR


def test_a_dropped_level_loses_its_points():
    p = Position("Storm").spell("Storm", 5)
    assert p.score()[0]["spells"] == 8
    p.altar("red:t").at("evening").use("Storm", 4, "red:t").apply(p.legal()[0])
    while p["seat"] == 0:
        p.apply(p.legal()[0])
    assert p.score()[0]["spells"] == 6


def test_a_house_rule_for_the_last_spell():
    p = Position(last_spell=1).pool("red:t*3").at("evening").learn("Sacrifice", 3, "red:t*3")
    assert p["last_round"] == SEVEN_SPELLS


def test_a_game_that_nobody_ends_is_cut_off():
    from simkit.core.session import open_session, play_out
    from simkit.games.spellbook import GAME

    session = play_out(open_session(GAME, seed=1), lambda session: 0)  # everybody skips everything
    assert session.ending == "cut off at the turn limit"
    assert session.turn == GAME.turn_cap
