"""The solo mode, known from outside the rulebook (ruling SB-R29)."""

import pytest

from simkit.games.spellbook import GAME, names
from simkit.games.spellbook.names import FULL_BOARD, FULL_FAMILIAR
from tests.games.spellbook.position import Position, read

TEN = ["red:t", "red:s", "red:c", "green:t", "green:s", "green:c", "blue:t", "blue:s", "blue:c", "white:t"]


def alone(*spells, **rules):
    return Position(*spells, players=1, **rules)


def board(p, number):
    p.fill_familiar(number, seat=1)
    return p


def test_setup_alone():
    p = Position(players=1, deal=True)
    assert p["on_altar"] == 7
    assert p["pool_size"][0] == 2
    assert p["bag_size"] == 105 - 7 - 2


@pytest.mark.parametrize("handicap", [0, 1, 2, 3])
def test_the_reserve_starts_at_the_handicap(handicap):
    assert Position(players=1, deal=True, solo=f"handicap_{handicap}")["reserve"] == handicap
    assert GAME.modes[handicap] == f"handicap_{handicap}"


def test_a_token_of_the_altar_goes_to_the_opponents_board_after_the_day():
    p = alone().altar(" ".join(TEN[:7])).skip().skip().skip()
    assert p["phase"] == names.GIVING
    assert p.picks() == set(TEN[:7])
    p.pick("green:t")
    assert p.tokens("familiar", 1) == read("green:t")
    assert p["on_altar"] == 7
    assert (p["turn"], p["phase"]) == (2, names.MORNING)


def test_the_oldest_tokens_go_when_there_are_too_many():
    p = alone("Divination").spell("Divination", 4).altar(" ".join(TEN[:7])).use("Divination", 4).done()
    assert p["on_altar"] == 9
    p.skip().skip().pick("red:s")
    assert p["on_altar"] == 7
    assert p.tokens("discards") == read("red:t")


@pytest.mark.parametrize("reached", [4, 9, 14])
def test_the_altar_is_replaced_at_4_9_and_14(reached):
    p = board(alone(), reached - 1).altar(" ".join(TEN[:7])).skip().skip().skip().pick("red:t")
    assert p.tokens("discards") == read(" ".join(TEN[1:7]))
    assert p["on_altar"] == 7


def test_the_game_ends_with_17_on_the_board():
    p = board(alone(), 16).altar("red:t").skip().skip().skip().pick("red:t")
    assert p["over"] == FULL_BOARD
    assert p.score()[0]["opponent"] == 14 + 2 * 13


def test_the_game_ends_with_a_full_familiar_at_once():
    p = alone().fill_familiar(13).pool("red:t").altar("blue:t").at("midday").store("red:t").skip().pick("blue:t")
    assert p["over"] == FULL_FAMILIAR


@pytest.mark.parametrize(("tokens", "points"), [(0, 0), (3, 0), (4, 14), (5, 16), (10, 26)])
def test_the_opponents_points(tokens, points):
    p = board(alone(solo="handicap_2"), tokens)
    assert p.score()[0]["opponent"] == points + 2


def test_the_player_must_have_more():
    p = board(alone(), 4).fill_familiar(11)  # 13 points to 14
    assert p.score()[0]["share"] == 0
    p.spell("Sacrifice", 3)  # 14 to 14
    assert p.score()[0]["share"] == 0
    p.spell("Levitation", 3)
    assert (p.score()[0]["share"], p.score()[0]["rank"]) == (60, 1)


@pytest.mark.parametrize("spell", ["Sharing", "Blaze"])
def test_gifts_go_to_the_reserve(spell):
    p = alone(spell).spell(spell, 3).altar(" ".join(TEN[:7]))
    p.use(spell, 3, "red:t" if spell == "Sharing" else "")
    assert p["reserve"] == 1
    assert p["seat"] == 0


def test_an_empty_altar_gives_nothing():
    p = alone().skip().skip().skip()
    assert p["turn"] == 2
    assert p["stored"][1] == 0
    assert p["on_altar"] == 7
