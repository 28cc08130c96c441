"""Rulebook, "Influence The Market" and "Full Greenhouse" (BL-4)."""

import pytest

from simkit.games.blume import names
from tests.games.blume.position import COLOURS, Position

FAR = "c3"


def red(p):
    """Complete a red flower off the location."""
    return p.play("red")


def test_bl4_a_peg_on_the_first_space_does_not_go_down():
    p = red(Position(2).location(FAR).market(red=1, blue=2))
    assert ("red", "down") not in p.moves()
    assert ("red", "up") in p.moves()
    assert ("blue", "down") in p.moves()


def test_a_peg_on_zero_goes_up_to_the_first_space_only():
    """Ruling BL-R11."""
    p = red(Position(2).location(FAR))
    assert p.moves() == {(name, "up") for name in COLOURS}
    assert p.move("yellow", "up").pegs()["yellow"] == 1


@pytest.mark.parametrize("most", [1, 3, 5])
def test_a_peg_at_the_top_does_not_go_up(most):
    p = red(Position(2, market_max=most).location(FAR).market(pink=most))
    assert ("pink", "up") not in p.moves()
    assert (("pink", "down") in p.moves()) == (most > 1)


def test_a_peg_moves_by_one():
    p = red(Position(2).location(FAR).market(pink=3)).move("pink", "down")
    assert p.pegs()["pink"] == 2


def test_shared_holes_are_passed_over():
    """Ruling BL-R35: the next available space."""
    p = red(Position(2, market_holes="shared").location(FAR).market(orange=1, blue=2, yellow=4))
    assert p.move("orange", "up").pegs()["orange"] == 3
    p = red(Position(2, market_holes="shared").location(FAR).market(orange=1, blue=2, yellow=3, red=4, pink=5))
    assert p.moves() == set()  # no hole is free, and purple has none to enter
    assert p.kinds() == {"stock"}


def test_lost_market_action_on_the_location():
    """Ruling BL-R11: if no peg can move the market part is lost."""
    p = Position(2, market_max=1).location("b2").market(**dict.fromkeys(COLOURS, 1)).play("red")
    assert p.stocked() == {"red": 1}
    assert p["seat"] == 1


def test_market_moves_are_counted():
    p = red(Position(2).location(FAR)).move("red", "up")
    assert p.score()[0]["market_moves"] == 1


# full greenhouse


def test_full_colour_neither_stocks_nor_rises():
    p = red(Position(2).location(FAR).greenhouse(red=5, blue=1).market(red=2, pink=2))
    assert p.kinds() == {"market", "lower"}
    assert p.moves() == {(name, "up") for name in COLOURS if name != "red"} | {("pink", "down")}
    assert {a >> 26 & 7 for a in p.of("lower")} == {COLOURS.index("red"), COLOURS.index("blue")}  # ruling BL-R13


def test_the_alternative_is_one_of_both():
    for words in ("pink peg up", "take a red flower", "take a blue flower"):
        p = red(Position(2).location(FAR).greenhouse(red=5, blue=1)).choose(words)
        assert p["seat"] == 1
        assert sum(p.stocked().values()) + sum(p.pegs().values()) == (7 if "peg" in words else 5)


def test_another_colours_flower_may_lower_a_full_colours_peg_but_not_raise_it():
    p = red(Position(2).location(FAR).greenhouse(pink=5).market(pink=3))
    assert ("pink", "up") not in p.moves()
    assert ("pink", "down") in p.moves()
    assert "stock" in p.kinds()


def test_others_may_raise_what_is_full_for_one():
    p = red(Position(2).location(FAR).greenhouse(1, pink=5))
    assert ("pink", "up") in p.moves()


def test_full_colour_on_the_location():
    """Ruling BL-R12: only the stock part is replaced; the market part happens but cannot raise the full colour."""
    p = Position(2).location("b2").greenhouse(red=5).market(red=2).play("red")
    assert p["phase"] == names.STEP
    assert ("red", "down") not in p.moves()  # the alternative: any other peg
    p.choose("blue peg up")
    assert p["phase"] == names.STEP
    assert ("red", "up") not in p.moves()
    assert ("red", "down") in p.moves()
    p.move("pink", "up")
    assert p.stocked() == {"red": 5}
    assert p["seat"] == 1
    assert p.score()[0]["market_moves"] == 2


@pytest.mark.parametrize("again", [False, True])
def test_a_full_colour_may_rise_after_it_was_lowered_only_by_a_rule(again):
    """Ruling BL-R12: its own flower does not raise it, though one was taken out instead of stocking; another flower may."""
    p = Position(2, raise_after_lowering=again).location("b2").greenhouse(red=5, pink=5).market(red=2, pink=2).play("red")
    p.choose("take a red flower")
    assert p.stocked() == {"red": 4, "pink": 5}
    assert ("red", "down") in p.moves()
    assert (("red", "up") in p.moves()) == again
    assert ("pink", "up") not in p.moves()  # full now as before
    p.move("blue", "up")
    assert red(Position(2, raise_after_lowering=again).location(FAR).greenhouse(red=4).market(red=2)).moves() >= {("red", "up")}


@pytest.mark.parametrize("again", [False, True])
def test_another_full_colour_that_was_lowered_may_rise(again):
    """Ruling BL-R12 bars the colour that was not stocked."""
    p = Position(2, raise_after_lowering=again).location("b2").greenhouse(red=5, pink=5).market(red=2, pink=2).play("red")
    p.choose("take a pink flower")
    assert ("pink", "up") in p.moves()
    assert ("red", "up") not in p.moves()


@pytest.mark.parametrize("again", [False, True])
def test_the_second_alternative_of_a_hybrid_does_not_raise_what_the_first_lowered(again):
    """Rulings BL-R12, R25."""
    p = hybrid(Position(2, raise_after_lowering=again).location(FAR).greenhouse(red=5, blue=5).market(red=2))
    p.choose("take a red flower out of the greenhouse instead of stocking red")
    assert (("red", "up") in p.moves()) == again
    assert ("red", "down") in p.moves()


def test_what_was_lowered_is_barred_for_this_flower_alone():
    p = Position(2).location("b2").greenhouse(red=5).market(red=2).play("red").choose("take a red flower").move("blue", "up")
    assert p["replaced"] == 0
    assert p["seat"] == 1


def test_a_colour_just_filled_cannot_be_raised():
    """Ruling BL-R25: stocking comes before the market move."""
    p = Position(2).location("b2").greenhouse(red=4).play("red")
    assert p.moves() == {(name, "up") for name in COLOURS if name != "red"}


def hybrid(p):
    return p.hybrids(("red", "blue")).play("red", "blue", "blue", "red")


def test_hybrid_with_one_full_colour_in_either_order():
    """Rulings BL-R12, R25."""
    p = hybrid(Position(2).location(FAR).greenhouse(red=5, blue=4))
    assert p.kinds() == {"stock", "market", "lower"}
    assert ("blue", "up") in p.moves()
    assert ("red", "up") not in p.moves()
    p.choose("stock a blue flower")
    assert ("blue", "up") not in p.moves()  # it has been filled
    p.choose("take a blue flower")
    assert p.stocked() == {"red": 5, "blue": 4}
    p = hybrid(Position(2).location(FAR).greenhouse(red=5, blue=4)).choose("blue peg up")
    assert p.stocked() == {"red": 5, "blue": 5}  # the other colour is stocked without asking
    assert p["seat"] == 1


def test_hybrid_with_both_colours_full_takes_the_alternative_twice():
    """Ruling BL-R25."""
    p = hybrid(Position(2).location(FAR).greenhouse(red=5, blue=5))
    p.choose("take a red flower out of the greenhouse instead of stocking red")
    assert p["seat"] == 0
    assert {a >> 4 & 15 for a in p.legal()} == {COLOURS.index("blue")}
    p.choose("pink peg up")
    assert p.stocked() == {"red": 4, "blue": 5}
    assert p["seat"] == 1
    assert p.score()[0]["hybrids_1"] == 1


@pytest.mark.parametrize("capacity", [1, 3, 8])
def test_capacity_is_a_rule(capacity):
    p = red(Position(2, greenhouse_capacity=capacity).location(FAR).greenhouse(red=capacity - 1, blue=1))
    assert "stock" in p.kinds()
    p = red(Position(2, greenhouse_capacity=capacity).location(FAR).greenhouse(red=capacity))
    assert "stock" not in p.kinds()
