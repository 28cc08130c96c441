"""Rulebook, "Comment se déroule un tour de jeu ?", "La réserve", "Matin", "Midi": phases, pool limit, basic actions."""

from simkit.games.spellbook import names
from simkit.games.spellbook.names import PASS
from tests.games.spellbook.position import Position, read


def test_three_phases_then_the_next_player():
    p = Position(players=2).altar("red:t").pool("blue:t")
    assert p["phase"] == names.MORNING
    p.take("red:t")
    assert p["phase"] == names.MIDDAY
    p.store("blue:t")
    assert p["phase"] == names.EVENING
    p.skip()
    assert (p["seat"], p["phase"], p["turn"]) == (1, names.MORNING, 2)


def test_every_phase_may_be_skipped():
    p = Position().altar("red:t").pool("red:t*3 red:s*2")
    for _ in range(3):
        assert PASS in p.legal()
        p.skip()
    assert p["seat"] == 1
    assert p.tokens("pool", 0) == read("red:t*3 red:s*2")


def test_turns_go_round():
    p = Position(players=3)
    seats = []
    for _ in range(7):
        seats.append(int(p["seat"]))
        p.end_day()
    assert seats == [0, 1, 2, 0, 1, 2, 0]
    assert p["turns"][:3].tolist() == [3, 3, 2]


def test_equal_tokens_on_the_altar_are_one_action():
    p = Position().altar("red:t*3 blue:c")
    assert len(p.legal()) == 1 + 2 + 1  # skip, two kinds, draw


def test_draw_two():
    p = Position().bag("red:t blue:c").draw()
    assert p.tokens("pool", 0) == read("red:t blue:c")


def test_a_full_pool_takes_and_draws_nothing():
    p = Position().altar("red:t").pool("blue:t*5 green:t*4")
    assert p.legal() == [PASS]


def test_a_pool_of_eight_may_take_one():
    p = Position().altar("red:t").pool("blue:t*4 green:t*4").take("red:t")
    assert p["pool_size"][0] == 9


def test_storing_the_same_kind_is_one_action():
    p = Position().pool("red:t*3 blue:c").at("midday")
    assert len(p.legal()) == 1 + 2


def test_a_full_familiar_stores_nothing():
    p = Position().fill_familiar(14).pool("red:t").at("midday")
    assert p.legal() == [PASS]


def test_one_action_a_phase_with_a_spell_as_well():
    p = Position().spell("Sacrifice", 3).altar("red:t").pool("green:c").use("Sacrifice", 3, "green:c")
    assert p["phase"] == names.MIDDAY


def test_nothing_left_to_draw():
    """Bag and discards empty: the action is not there, the altar stays as it is (ruling SB-R5)."""
    p = Position().altar("red:t").pool("blue:c")
    p.s["familiar"][1] += p.s["bag"]  # more than a Familiar holds, but nowhere to draw from
    p.s["stored"][1] = p.s["bag_size"]
    p.s["bag"][:] = 0
    p.s["bag_size"] = 0
    p.config["spaces"] = 120
    assert len(p.legal()) == 2
    p.skip().skip().skip()
    assert p["on_altar"] == 1
