"""The whole pipeline, from a study to win shares, against chances that are known exactly."""

from dataclasses import replace

import numpy as np
import polars as pl
import pytest

from simkit.batch import run
from tests.batch import exact

ERRORS = 5  # standard errors


def rows_of(outcome):
    return pl.read_parquet(outcome.folder / "parts" / "*.parquet")


def test_win_shares_of_every_seat(study, tmp_path, size):
    blocks = size(40_000, 400)
    what = study(tables={"mixed": ["single", "double", "switch"], "mirror": ["single", "double"]}, part_blocks=7_000)
    frame = rows_of(run.run(what, tmp_path / "out", blocks, progress=False))
    for number, arm in enumerate(what.arms):
        for rotation in range(arm.rotations):
            seats = [what.labels[i] for i in arm.seated(rotation)]
            game = frame.filter((pl.col("arm") == number) & (pl.col("rotation") == rotation))
            for seat, expected in enumerate(exact.win_shares(seats)):
                share = game.filter(pl.col("seat") == seat)["share"].to_numpy() / 60
                assert len(share) == blocks
                assert abs(share.mean() - expected) < ERRORS * share.std() / np.sqrt(blocks), (seats, seat, share.mean(), expected)


def test_luck_is_the_same_in_arms_with_the_same_seating(study, tmp_path):
    what = study(players=[2], tables={"mixed": ["single", "single"], "mirror": ["single"]})
    frame = rows_of(run.run(what, tmp_path / "out", progress=False)).drop("arm")
    half = len(what.arms)
    assert half == 2
    one, two = (rows_of_arm for rows_of_arm in (frame[::1].filter(pl.int_range(pl.len()) // 2 % 2 == k) for k in range(2)))
    assert one.equals(two)


@pytest.mark.parametrize(("target", "turns", "mode"), [("target_sprint", 2, "sprint"), ("target_marathon", 4, "marathon")])
def test_success_alone(solo, tmp_path, size, target, turns, mode):
    blocks = size(40_000, 400)
    what = solo(scenarios=[mode], strategies=["single", "double", "switch"], rules={target: 13})
    frame = rows_of(run.run(what, tmp_path / "out", blocks, progress=False))
    for number, arm in enumerate(what.arms):
        assert arm.target == 13
        success = frame.filter(pl.col("arm") == number)["share"].to_numpy() / 60
        expected = exact.success(what.labels[arm.lineup[0]], turns, 13)
        assert abs(success.mean() - expected) < ERRORS * np.sqrt(expected * (1 - expected) / blocks) + 1e-12, (arm.label, expected)


def test_the_exact_chances_add_up():
    for seats in (["single", "double"], ["switch", "double", "single"]):
        assert sum(exact.win_shares(seats)) == pytest.approx(1, abs=1e-9)


def test_a_wrong_player_would_be_noticed(study, tmp_path, size):
    """The test of the test: rows of a race to another goal do not agree."""
    what = study(players=[2], tables={"mixed": ["single", "double"]}, rules={"goal": 6}, part_blocks=5_000)
    assert replace(what).arms[0].rules == {"goal": 6}
    frame = rows_of(run.run(what, tmp_path / "out", size(20_000, 3_000), progress=False))
    share = frame.filter((pl.col("rotation") == 0) & (pl.col("seat") == 0))["share"].to_numpy() / 60
    assert abs(share.mean() - exact.win_shares(["single", "double"])[0]) > ERRORS * share.std() / np.sqrt(len(share))
    assert abs(share.mean() - exact.win_shares(["single", "double"], 6)[0]) < ERRORS * share.std() / np.sqrt(len(share))
