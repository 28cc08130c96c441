"""Goals: how they are written and judged."""

import pytest

from simkit.analysis import StudyError
from simkit.analysis.goals import MET, MISSED, UNDECIDED, parse

INFINITE = float("inf")


@pytest.mark.parametrize(
    ("text", "name", "low", "high"),
    [
        ("turns 18..24", "turns", 18, 24),
        ("turns in 18 .. 24", "turns", 18, 24),
        ("seat_gap < 2pp", "seat_gap", -INFINITE, 0.02),
        ("seat_gap<=2 pp", "seat_gap", -INFINITE, 0.02),
        ("success > 30%", "success", 0.3, INFINITE),
        ("scholar(spell=5.0) >= 0.4", "scholar(spell=5.0)", 0.4, INFINITE),
        ("lead -3..4.5", "lead", -3, 4.5),
    ],
)
def test_goals_are_read(text, name, low, high):
    goal = parse(text)
    assert (goal.name, goal.low, goal.high) == (name, low, high)


@pytest.mark.parametrize(("low", "high", "found"), [(18.1, 23.9, MET), (24.1, 25, MISSED), (17, 17.9, MISSED), (17, 19, UNDECIDED)])
def test_the_interval_decides(low, high, found):
    assert parse("turns 18..24").judge(low, high, 30) == found


def test_too_few_deals_decide_nothing():
    assert parse("turns 18..24").judge(19, 20, 29) == UNDECIDED
    assert parse("turns 18..24").judge(None, None, 1000) == UNDECIDED


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("turns", "expected a measure and its range"),
        ("turns 24..18", "is above"),
        ("turnz < 3", "did you mean 'turns'"),
        ("< 3", "expected"),
    ],
)
def test_what_is_no_goal_is_said(text, message):
    with pytest.raises(StudyError, match=message):
        parse(text, ["turns", "points"])
