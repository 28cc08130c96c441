"""Rulebook, "End of the Game" (SP-15) and "Scoring" (SP-10, SP-12)."""

import pytest

from tests.games.spellbloom.position import Position, find_spell


def tenth_spell(players, seat):
    """Let a seat place its tenth spell; the earlier seats rest."""
    p = Position(players).fill(9, seat=seat)
    p.s["row_done"][seat] = 1
    for _ in range(seat):
        p.rest()
    p.dice(white=3, blue=3, seat=seat).learn("Snowlands", "white", "blue", slot=9).end_turn()
    return p


def test_sp15_player_2_of_4_places_the_tenth_spell():
    p = tenth_spell(4, 1)
    assert p["over"] == 0
    assert p["seat"] == 2
    p.rest()
    assert p["seat"] == 3
    assert p["over"] == 0
    p.rest()
    assert p["over"] == 1
    assert p["turns"].tolist() == [1, 1, 1, 1]


@pytest.mark.parametrize("players", [2, 3, 4])
def test_all_have_had_equally_many_turns(players):
    for seat in range(players):
        p = tenth_spell(players, seat)
        while not p["over"]:
            p.rest()
        assert len(set(p["turns"][:players].tolist())) == 1


def test_the_player_with_the_tenth_spell_finishes_the_turn():
    p = Position(2).fill(9).dice(white=3, blue=3).mana(2)
    p.s["row_done"][0] = 1
    p.learn("Snowlands", "white", "blue", slot=9)
    assert {"end turn", "discard"} <= p.kinds()


def test_others_may_learn_in_the_last_round():
    p = tenth_spell(2, 0)
    p.dice(white=3, blue=3, seat=1).learn("Snowlands", "white", "blue", slot=0).end_turn()
    assert p["over"] == 1
    assert p["learned"].tolist()[:2] == [10, 1]


def test_nine_spells_end_nothing():
    p = Position(2).fill(8).dice(white=3, blue=3)
    p.s["row_done"][0] = 1
    p.learn("Snowlands", "white", "blue", slot=9).end_turn().rest()
    assert p["over"] == 0


def test_house_rule_for_the_last_spell():
    p = Position(2, last_spell=3).fill(2).dice(white=3, blue=3).learn("Snowlands", "white", "blue", slot=9).end_turn().rest()
    assert p["over"] == 1


@pytest.mark.parametrize(("mana", "points"), [(0, 0), (1, 0), (2, 1), (5, 2), (9, 4)])
def test_sp12_mana_in_the_personal_supply(mana, points):
    assert Position().mana(mana).score()[0]["mana"] == points


def test_mana_on_spells_is_worth_nothing():
    name = find_spell(effect="reroll_colour", die="red")
    p, q = Position().mana(0).book(1, name), Position().mana(0).book(1, name, mana=True)
    assert p.score()[0]["total"] == q.score()[0]["total"]


def test_sp10_points_beyond_the_track_are_kept():
    """Crossing zero: 48 + 5 points are 53 (marker on 3 with the token 50); ruling SP-R23 for more than 249."""
    for points in (53, 249, 300):
        p = Position().mana(0)
        p.s["scored"][0, 0] = points
        assert p.score()[0]["total"] == points


def test_the_total_is_the_sum_of_its_lines():
    p = Position().hand(0, "T22").mana(5).fill(4)
    p.s["scored"][0] = (7, 2, 3, 4)
    row = p.score()[0]
    lines = ("spells", "placement", "provision", "effects", "end_effects", "tasks", "sigils", "mana", "start")
    assert row["total"] == sum(row[line] for line in lines)
