"""Ranks, tie-breaks and shares of the win."""

import numpy as np
import pytest

from simkit.core.ranking import rank_alone, rank_seats

MORE, LESS, TOTAL = 0, 1, 2  # columns; rank and share follow the total


@pytest.mark.parametrize(
    ("rows", "first", "second", "ranks", "shares"),
    [
        ([(0, 0, 9), (0, 0, 12), (0, 0, 7)], TOTAL, TOTAL, [2, 1, 3], [0, 60, 0]),
        ([(3, 0, 9), (5, 0, 9), (1, 0, 9)], MORE, TOTAL, [2, 1, 3], [0, 60, 0]),
        ([(5, 4, 9), (5, 2, 9), (5, 3, 9)], MORE, ~LESS, [3, 1, 2], [0, 60, 0]),
        ([(5, 2, 9), (5, 2, 9), (0, 0, 9), (9, 0, 8)], MORE, ~LESS, [1, 1, 3, 4], [30, 30, 0, 0]),
        ([(0, 0, 1)] * 5, TOTAL, TOTAL, [1] * 5, [12] * 5),
    ],
)
def test_seats_are_ranked(rows, first, second, ranks, shares):
    result = np.zeros((len(rows), 7), np.int64)
    result[:, :3] = rows
    rank_seats(result, len(rows), TOTAL, first, second)
    assert result[:, TOTAL + 1].tolist() == ranks
    assert result[:, TOTAL + 2].tolist() == shares


@pytest.mark.parametrize(("won", "rank", "share"), [(True, 1, 60), (False, 2, 0)])
def test_alone_one_succeeds_or_not(won, rank, share):
    result = np.zeros((1, 5), np.int64)
    rank_alone(result, TOTAL, won)
    assert result[0, 3:].tolist() == [rank, share]
