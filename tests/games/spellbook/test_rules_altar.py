"""Rulebook, "L'autel": the refill and the bag."""

import pytest

from tests.games.spellbook.position import Position, read

TEN = "red:t red:s red:c green:t green:s green:c blue:t blue:s blue:c white:t"


def tokens(number):
    return " ".join(TEN.split()[:number])


def test_the_altar_is_refilled_after_the_evening_of_every_player():
    p = Position(players=2).altar(tokens(5)).take("red:t").skip()
    assert p["on_altar"] == 4
    p.skip()
    assert p["on_altar"] == 5
    p.end_day()
    assert p["on_altar"] == 6


@pytest.mark.parametrize(("reading", "after"), [("grows", 6), ("stays", 5)])
def test_an_altar_of_five_grows_or_stays(reading, after):
    assert Position(altar_at_five=reading).altar(tokens(5)).end_day()["on_altar"] == after


def test_an_altar_of_nine_becomes_ten_and_is_cleared_at_the_next_refill():
    p = Position().altar(tokens(9)).end_day()
    assert (p["on_altar"], p["discards_size"]) == (10, 0)
    p.end_day()
    assert (p["on_altar"], p["discards_size"]) == (5, 10)


def test_a_short_bag_takes_the_discards_back_before_the_draw():
    p = Position().discards("blue:c*5")
    p.s["familiar"][1] += p.s["bag"]
    p.s["stored"][1] = p.s["bag_size"]
    p.s["bag"][:] = 0
    p.s["bag_size"] = 0
    p.config["spaces"] = 120
    p.s["familiar"][1, 0] -= 1  # one red triangle in the bag
    p.s["stored"][1] -= 1
    p.s["bag"][0], p.s["bag_size"] = 1, 1
    drawn = set()
    before = p._states.copy()
    for number in range(40):
        p._states[:] = before
        p.s["drawn"] = number
        p.draw()
        drawn.add(tuple(sorted(p.tokens("pool", 0).items())))
        assert p["discards_size"] == 0
    assert (("blue:c", 2),) in drawn  # the red token is not always among them: all were mixed


def test_a_short_bag_read_otherwise_is_emptied_first():
    for number in range(10):
        p = Position(bag_refill="empty").bag("red:t")
        p.s["drawn"] = number
        p.draw()
        assert p.tokens("pool", 0)["red:t"] == 1
        assert p["discards_size"] == 0


def test_tokens_on_cards_and_familiars_do_not_come_back():
    p = Position().spell("Sacrifice", 3, "triangle").familiar("blue:c").bag("red:s").draw()
    assert p["bag"].sum() == 105 - 2 - p["pool_size"][0]
    assert p.tokens("familiar", 0) == read("blue:c")
    assert p["marker"][0, 0] == 0
