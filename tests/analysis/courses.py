"""Courses of games made from numpy, with known truths."""

import numpy as np

from simkit.analysis.courses import Courses, Games


def games(totals, share=None, block=None, **columns):
    """Games with these points, one of a block unless said otherwise; all take as many turns as `turns` says."""
    count, players = totals.shape
    wins = totals == totals.max(axis=1, keepdims=True)
    alike = np.ones(totals.shape, np.int64)
    found = {
        "total": totals,
        "share": wins / wins.sum(axis=1, keepdims=True) if share is None else share,
        "rank": 1 + (totals[:, :, None] < totals[:, None, :]).sum(axis=2),
        "strategy": alike * np.arange(players),
        "cut_off": alike < 0,
        **dict.fromkeys(("turns", "decisions", "options", "forced"), alike),
    } | columns
    numbers = np.arange(count) if block is None else block
    return Games(numbers, np.zeros(count, np.int64), found)


def course(walk, share=None, lengths=None, block=None):
    """Games of two, from how far the first is ahead at the beginning of every round and at the end: shape (games, rounds + 1)."""
    count, rounds = walk.shape[0], walk.shape[1] - 1
    lengths = np.full(count, rounds) if lengths is None else lengths
    final = walk[np.arange(count), lengths]
    totals = np.stack([final, np.zeros(count)], axis=1)
    points = np.stack([walk[:, :-1], np.zeros((count, rounds))], axis=2).astype(np.float64)
    points[np.arange(rounds) >= lengths[:, None]] = np.nan
    turns = np.stack([lengths, lengths], axis=1)
    features = np.nan_to_num(points)[..., None].astype(np.float32)
    return Courses(games(totals, share, block, turns=turns), points, features)


def random_walk(count, rounds, rng):
    """Steps of one up or down."""
    steps = rng.choice([-1, 1], (count, rounds))
    return np.concatenate([np.zeros((count, 1)), steps.cumsum(axis=1)], axis=1)
