"""Subset sums of six dice as sets: the hot kernel of every game that pays with dice.

`sums[v]` is the set of all subsets of the available dice with sum v, a bit for each of the 64 subsets. Adding die i with face f takes
``sums[v + f] |= sums[v] << 2**i``, as die i alone is subset 2**i; so all subsets for all sums come out of one pass of shifts. Everything
within reach of a target is then a union of a few words, and a subset costs about 1.5 ns to list.

Indices are unsigned where it is hot: numba checks signed ones for counting from the end, which costs this kernel a quarter of
its speed; so written it runs at 0.78 of the same in C (gcc -O3 -march=native; `make bench` measures it), and at 0.84 where it is
optimised before it becomes a part of what calls it. That was given up for a shorter compile; games then were as fast (timed in turn:
random 1.05, sage 0.96).
"""

import numpy as np

from simkit.core.bits import NONE, ONE
from simkit.core.jit import kernel

DICE, SUBSETS, MOST = 6, 64, 47  # dice, their subsets, the largest sum kept

# subsets that leave out a die, and those of at most so many dice
WITHOUT = np.array([sum(1 << mask for mask in range(SUBSETS) if not mask >> die & 1) for die in range(DICE)], np.uint64)
AT_MOST = np.array([sum(1 << mask for mask in range(SUBSETS) if mask.bit_count() <= dice) for dice in range(DICE + 1)], np.uint64)


@kernel
def face(faces, die):
    """Return one of the values packed three bits each."""
    return (faces >> (3 * die)) & 7


@kernel
def pack(values):
    """Pack six faces, three bits each."""
    return int(values[0]) | int(values[1]) << 3 | int(values[2]) << 6 | int(values[3]) << 9 | int(values[4]) << 12 | int(values[5]) << 15


@kernel
def subset_sums(faces, free, limit, sums):
    """Write the set of subsets of the available dice for every sum up to `limit`.

    Parameters
    ----------
    faces : int64
        Six faces, packed.
    free : int64
        Mask of available dice.
    limit : int64
        Largest sum of interest, at most MOST.
    sums : (MOST + 1,) uint64
        Written from 0 to `limit`: by sum, bit m set when the dice of mask m have that sum.
    """
    for v in range(1, limit + 1):
        sums[np.uint64(v)] = NONE
    sums[0] = ONE
    top = 0
    for die in range(DICE):
        if (free >> die) & 1:
            f = face(faces, die)
            shift = np.uint64(1 << die)
            top = min(top + f, limit)
            step = np.uint64(f)
            for k in range(top - f + 1):  # from the top down, so that each die counts once
                v = np.uint64(top - f - k)
                sums[v + step] |= sums[v] << shift


@kernel
def list_sums(faces, sum_of):
    """Write the sum of each of the 64 subsets, available or not."""
    sum_of[0] = 0
    for die in range(DICE):
        f = face(faces, die)
        for mask in range(1 << die):
            sum_of[(1 << die) | mask] = sum_of[mask] + f


@kernel
def within(sums, limit, low, high):
    """Return the union of the sets for sums low to high."""
    found = NONE
    first = np.uint64(max(low, 0))
    for k in range(min(high, limit) - max(low, 0) + 1):
        found |= sums[first + np.uint64(k)]
    return found
