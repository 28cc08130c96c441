"""Studies of luck: the dice race, whose sources and players are known exactly."""

import numpy as np
import polars as pl
import pytest

from simkit.analysis import load, luck
from simkit.analysis.intervals import unseen_share
from simkit.analysis.luck import ALL, FIRST, POINTS, TOTAL
from simkit.batch import plan, run, spec
from simkit.core.game import Unknown
from tests.analysis.synthetic import no_nan
from tests.batch import exact

ERRORS = 5  # standard errors


def chance(**changes):
    raw = {
        "name": "luck", "kind": "luck", "game": "dice_race", "seed": 7, "blocks": 60, "players": [2],
        "tables": {"mixed": ["single", "double"], "mirror": ["single"]}, "levels": ["single", "random"],
    }  # fmt: skip
    return plan.resolve(spec.parse(raw | changes))


def found_in(what, place, blocks):
    return luck.analyse(load(run.run(what, place, blocks, progress=False).folder))


@pytest.fixture(scope="module")
def found(tmp_path_factory, size):
    return found_in(chance(), tmp_path_factory.mktemp("luck") / "run", size(3_000, 120))


def share(found, arm, group, order, outcome=POINTS):
    where = {"arm": arm, "outcome": outcome, "group": group, "order": order}
    return found["shares"].filter(*(pl.col(name) == value for name, value in where.items())).row(0, named=True)


def bonus_share(seats):
    """Return the share of the variance of a seat's points that the bonus die makes, all seats together."""
    ends = exact.finals(seats)
    chances, places = np.array(list(ends.values())), np.array(list(ends))
    steps = (chances @ places**2 - (chances @ places) ** 2).sum()
    return 2 / 3 * len(seats) / (2 / 3 * len(seats) + steps)


def test_the_bonus_die_decides_what_it_should_and_the_dice_the_rest(found):
    truth = bonus_share(["single", "single"])
    mirror = found["spread"]["arm"].to_list()[1]
    for group, part in (("bonus dice", truth), ("dice", 1 - truth)):
        for order in (FIRST, TOTAL):
            row = share(found, mirror, group, order)
            assert abs(row["estimate"] - part) < ERRORS * (row["high"] - row["low"]) / 2 / 1.96, (group, order)


def test_coins_that_nobody_tosses_change_exactly_nothing(found):
    for arm in found["spread"]["arm"]:
        row = share(found, arm, "coins", TOTAL)
        assert (row["estimate"], row["low"]) == (0, 0)
        assert row["high"] == pytest.approx(2 * unseen_share(row["deals"]))  # all that these deals can say


def test_shares_sum_as_they_must(found):
    sums = found["shares"].filter(pl.col("group") == ALL)
    assert (sums.filter(pl.col("order") == FIRST)["low"] <= 1).all()
    assert (sums.filter(pl.col("order") == TOTAL)["high"] >= 1).all()
    parts = found["shares"].filter(pl.col("group") != ALL).group_by("arm", "outcome", "order").agg(pl.col("estimate").sum())
    both = sums.join(parts, on=["arm", "outcome", "order"])
    np.testing.assert_allclose(both["estimate"], both["estimate_right"], atol=1e-9)
    assert (found["shares"]["share"] >= 0).all()
    negative = found["shares"].filter(pl.col("estimate") < 0)
    assert (negative["share"] == 0).all()
    assert (negative["low"] < 0).all()


def test_the_better_player_wins_as_often_as_it_should(found):
    """Single and double change seats; the exact chances are known."""
    first, second = exact.win_shares(["double", "single"])[0], exact.win_shares(["single", "double"])[1]
    row = found["better"].row(0, named=True)
    assert row["strategy"] == "double"
    assert abs(row["share"] - (first + second) / 2) < ERRORS * (row["high"] - row["low"]) / 2 / 1.96


def test_of_two_sources_one_kept_is_the_other_drawn_anew_and_played_once():
    what = chance(groups={"all dice": ["bonus dice", "dice"]}, tables={"mixed": ["single", "double"]}, levels=[])
    assert [arm.fresh for arm in what.arms] == [(), (4, 5), (0, 1, 2)]


def test_sources_of_seats_that_are_not_there_are_not_drawn(tmp_path):
    for players, count in ((2, 5), (3, 7)):
        arms = chance(players=[players], levels=[]).arms
        assert {source for arm in arms for source in arm.fresh} == set(range(count)) if players == 3 else {0, 1, 2, 4, 5}


@pytest.mark.parametrize(
    ("groups", "message"),
    [
        ({"x": ["dise"]}, r"groups\.x: no source 'dise' \(did you mean 'dice'\?\); known are"),
        ({"x": ["dice"], "y": ["dice"]}, r"groups\.y: 'dice' is named in x, too"),
    ],
)
def test_groups_that_will_not_do_are_refused(groups, message):
    with pytest.raises(Unknown, match=message):
        chance(groups=groups)


@pytest.mark.parametrize("blocks", [1, 2])
def test_few_deals_are_told_of_without_pretence(tmp_path, blocks):
    found = found_in(chance(), tmp_path / "run", blocks)
    for table in found.values():
        no_nan(table)
    if blocks == 1:
        assert found["shares"]["low"].null_count() == found["shares"].height > 0
        assert found["components"].height == 0
