"""Spellbloom's hot kernel over all rolls, compiled by numba and by a C compiler: one loop, written twice."""

import ctypes
import itertools
import shutil
import subprocess
import tempfile
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from simkit.core.bits import NONE
from simkit.core.jit import kernel
from simkit.core.subsets import subset_sums, within
from tests.benchmarks.timing import Ratio, paired

OF, KERNEL = "spellbloom", "the subset-sum kernel"
FREE, MANA = 63, 5  # all six dice, and about the mana a player holds in mid-game
SEVEN, REST = np.uint64(7), np.uint64(57)


def all_rolls() -> NDArray[np.int64]:
    """Return the 46,656 rolls of six dice, three bits a face."""
    return np.array(list(itertools.product(range(1, 7), repeat=6)), np.int64) @ (1 << 3 * np.arange(6))


@kernel
def every_payment(rolls, count, free, mana, repeats, sums, digests):
    """Write each roll's digest of the provision sets for every difficulty value, without a guide die (0) and with every face of one."""
    for _ in range(repeats):
        for roll in range(count):
            subset_sums(rolls[roll], free, 6 + mana, sums)
            digest = NONE
            for difficulty in range(1, 7):
                for guide in range(7):
                    target = difficulty - guide
                    digest = ((digest << SEVEN) | (digest >> REST)) ^ within(sums, 6 + mana, target - mana, target + mana)
            digests[roll] = digest


def compile_c() -> Any:
    """Compile the twin and return it, to be called like `every_payment`; None where there is no gcc."""
    gcc = shutil.which("gcc")
    if gcc is None:
        return None
    with tempfile.TemporaryDirectory() as folder:
        library = Path(folder) / "subset_sums.so"
        source = Path(__file__).with_suffix(".c")
        subprocess.run([gcc, "-O3", "-march=native", "-shared", "-fPIC", source, "-o", library], check=True)
        twin = ctypes.CDLL(str(library)).every_payment
    words = np.ctypeslib.ndpointer(np.uint64, flags="C")
    twin.argtypes = [np.ctypeslib.ndpointer(np.int64, flags="C"), *[ctypes.c_int64] * 4, words, words]
    twin.restype = None
    return twin


def digests(loop: Callable[..., None], rolls: NDArray[np.int64], free: int, mana: int, repeats: int = 1) -> NDArray[np.uint64]:
    """Return the digests one of the two loops writes."""
    found = np.zeros(len(rolls), np.uint64)
    loop(np.ascontiguousarray(rolls), len(rolls), free, mana, repeats, np.zeros(48, np.uint64), found)
    return found


def against_c(repeats: int, pairs: int) -> Ratio | None:
    """Return the kernel's speed as a multiple of the twin's, or None where there is no gcc."""
    twin = compile_c()
    if twin is None:
        return None
    in_c, ours = (partial(digests, loop, all_rolls(), FREE, MANA, repeats) for loop in (twin, every_payment))
    if not np.array_equal(in_c(), ours()):
        raise RuntimeError("the kernel and its twin in C differ")
    return paired(in_c, ours, pairs, time.process_time)
