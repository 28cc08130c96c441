"""Seats that play by cards of their own, luck drawn anew, and how the seats stand from round to round: the dice race by hand."""

import numpy as np
import pytest

from simkit.core.game import Game
from simkit.core.session import machine
from simkit.core.sitting import Sitting, Workspace
from simkit.core.table import DECISIONS, EXTRA, FORCED, TURNS
from simkit.registry import game, load_plugin, player
from tests import dice_race

STEPS, BONUS, DICE, TOTAL, RANK, SHARE = range(6)


@pytest.fixture(scope="module")
def race() -> Game:
    load_plugin("tests.dice_race")
    return game("dice_race")


def sitting(race: Game, *versions: int, sides: tuple[int, ...] = (6, 6), fresh: tuple[int, ...] = ()) -> Sitting:
    configs = []
    for number in sides:
        config = race.config()
        config["sides"][0] = number
        configs.append(config)
    return Sitting(machine(race), [player("single", race), player("double", race)], 5, configs, versions, fresh)


def test_seats_scored_one_by_one_are_ranked_as_together(race: Game) -> None:
    together = sitting(race, 0, 0).play(Workspace(race), 0, 50, cards=True)
    apart = sitting(race, 0, 1).play(Workspace(race), 0, 50, cards=True)
    np.testing.assert_array_equal(apart.results, together.results)
    np.testing.assert_array_equal(apart.cards, together.cards)
    assert len(np.unique(together.results[:, 0, SHARE])) > 1


def test_a_seat_with_dice_of_its_own_rolls_them_and_nobody_else_does(race: Game) -> None:
    usual = sitting(race, 0, 0).play(Workspace(race), 0, 300).results
    small = sitting(race, 0, 1, sides=(6, 1)).play(Workspace(race), 0, 300).results
    turns = small[:, 1, TURNS - EXTRA]
    assert (small[:, 1, STEPS] == 0).all()  # two dice of one side are always equal: `double` stands still
    assert (turns > 0).all()
    assert (small[:, 0, STEPS] >= 10).all()
    first = usual[:, 0, TURNS - EXTRA] == small[:, 0, TURNS - EXTRA]
    np.testing.assert_array_equal(usual[first, 0, STEPS], small[first, 0, STEPS])  # the other seat's luck is what it was


def test_the_table_is_set_up_by_the_first_version(race: Game) -> None:
    starts = [race.config({"head_start": steps}) for steps in (3, 0)]
    seats = [player("single", race)] * 2
    found = Sitting(machine(race), seats, 5, starts, (1, 1)).play(Workspace(race), 0, 20, rounds=1)
    assert (found.tracks[:, 0, :, 0] == 3).all()


def test_a_source_drawn_anew_changes_what_hangs_on_it_alone(race: Game) -> None:
    usual = sitting(race).play(Workspace(race), 0, 200).results
    other = sitting(race, fresh=(dice_race.BONUS,)).play(Workspace(race), 0, 200).results
    np.testing.assert_array_equal(other[..., STEPS], usual[..., STEPS])
    assert 0.2 < (other[..., BONUS] == usual[..., BONUS]).mean() < 0.5  # a third by chance
    dice = sitting(race, fresh=(dice_race.SEAT_DICE,)).play(Workspace(race), 0, 200).results
    np.testing.assert_array_equal(dice[..., BONUS], usual[..., BONUS])
    assert (dice[:, 0, STEPS] != usual[:, 0, STEPS]).mean() > 0.5


def test_a_track_says_how_each_seat_stands_when_a_round_begins(race: Game) -> None:
    found = sitting(race).play(Workspace(race), 0, 100, rounds=30)
    plain = sitting(race).play(Workspace(race), 0, 100)
    np.testing.assert_array_equal(found.results, plain.results)
    place, best_other, points = found.tracks[..., 0], found.tracks[..., 1], found.tracks[..., 3]
    assert (place[:, 0] == 0).all()
    np.testing.assert_array_equal(best_other[:, :, 0], place[:, :, 1])
    began = ~np.isnan(place[:, :, 0])
    np.testing.assert_array_equal(began.sum(axis=1), found.results[:, 0, TURNS - EXTRA])  # seat 0 has a turn in every round begun
    bonus = np.broadcast_to(found.results[:, None, :, BONUS], points.shape)
    np.testing.assert_array_equal((points - place)[began], bonus[began])
    assert (np.diff(place[:, :, 0], axis=1)[began[:, 1:]] >= 0).all()


def test_a_decision_without_a_choice_is_forced(race: Game) -> None:
    assert (sitting(race).play(Workspace(race), 0, 10).results[..., FORCED - EXTRA] == 0).all()
    blume = game("blume")
    rows = Sitting(machine(blume), [player("random", blume)] * 2, 5).play(Workspace(blume), 0, 3).results
    assert 0 < rows[..., FORCED - EXTRA].sum() < rows[..., DECISIONS - EXTRA].sum()
