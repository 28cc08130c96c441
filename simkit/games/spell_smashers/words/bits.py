"""Counting bits in one instruction."""

import numpy as np
from numba import types
from numba.extending import intrinsic

from simkit.core.jit import INTERPRETED, kernel

if INTERPRETED:

    def ones(bits):
        """Return how many bits of a non-negative number are set."""
        return int(bits).bit_count()

else:

    @intrinsic
    def _population(typing_context, bits):
        def codegen(context, builder, signature, arguments):
            return builder.ctpop(arguments[0])

        return types.uint64(types.uint64), codegen

    @kernel
    def ones(bits):
        """Return how many bits of a non-negative number are set."""
        return np.int64(_population(np.uint64(bits)))
