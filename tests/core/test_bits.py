"""Bit sets equal Python's own integers."""

import numpy as np
from numba import njit

from simkit.core.bits import NONE, ONE, bit, count, lowest


@njit
def call_lowest(bits):
    return lowest(bits)


@njit
def call_bit(index):
    return bit(index)


@njit
def call_count(bits):
    return count(bits)


@njit
def members(bits, out):
    """Take a set apart, lowest first, as kernels do."""
    n = 0
    while bits:
        out[n] = lowest(bits)
        n += 1
        bits &= bits - ONE
    return n


def test_single_bits():
    for index in range(64):
        alone = call_bit(np.int64(index))
        assert int(alone) == 1 << index
        assert int(call_lowest(np.uint64(1 << index))) == index
    assert int(NONE) == 0
    assert int(ONE) == 1


def test_lowest_ignores_what_is_above():
    for index in range(64):
        bits = (2**64 - 1) << index & 2**64 - 1
        assert int(call_lowest(np.uint64(bits))) == index


def test_count(size):
    for value in [*range(1025), 2**15 - 1, 2**31, 2**62, 2**63 - 1]:
        assert call_count(np.int64(value)) == value.bit_count()
    assert call_count(np.int16(1023)) == 10
    assert call_count(np.int8(63)) == 6


def test_sets_are_taken_apart_in_rising_order(size):
    random = np.random.default_rng(1)
    out = np.zeros(64, np.int64)
    for value in random.integers(0, 2**64, size(1_000, 20), np.uint64, endpoint=False):
        n = members(value, out)
        assert out[:n].tolist() == [i for i in range(64) if int(value) >> i & 1]
    assert members(np.uint64(0), out) == 0
    assert members(np.uint64(2**64 - 1), out) == 64
