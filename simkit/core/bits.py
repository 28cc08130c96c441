"""Bit sets in 64-bit integers, the same compiled and interpreted.

Sets are ``np.uint64`` throughout: mixed with a signed integer numba would make them signed (or float).
"""

import numpy as np
from numba import types
from numba.core import config as numba_config
from numba.extending import intrinsic

from simkit.core.jit import kernel

ONE = np.uint64(1)
NONE = np.uint64(0)

if numba_config.DISABLE_JIT:

    def lowest(bits):
        """Return the index of the lowest bit set (bits must not be 0)."""
        value = int(bits)
        return (value & -value).bit_length() - 1

else:

    @intrinsic
    def _trailing_zeros(typing_context, bits):
        def codegen(context, builder, signature, arguments):
            undefined_at_zero = context.get_constant(types.boolean, True)
            return builder.cttz(arguments[0], undefined_at_zero)

        return types.uint64(types.uint64), codegen

    @kernel
    def lowest(bits):
        """Return the index of the lowest bit set (bits must not be 0)."""
        return np.int64(_trailing_zeros(np.uint64(bits)))


@kernel
def bit(index):
    """Return the set that holds `index` alone, 0 to 63."""
    return ONE << np.uint64(index)


@kernel
def signed_bit(index):
    """Return bit 0 to 63 as a signed number, for sets in rows of int64: bit 63 is the sign."""
    return -(2**62) * 2 if index == 63 else 1 << index


@kernel
def count(bits):
    """Return how many bits of a small non-negative integer are set."""
    total = 0
    rest = int(bits)
    while rest:
        rest &= rest - 1
        total += 1
    return total


@kernel
def part(word, shift, width):
    """Return the `width` bits of a word from bit `shift` on: how actions hold their parts."""
    return (word >> shift) & ((1 << width) - 1)
