"""Blume's hot kernel over gardens of random play, compiled by numba and by a C compiler: all tiles, rotations and places of a turn."""

import ctypes
import shutil
import subprocess
import tempfile
import time
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from simkit.core.bits import NONE, lowest
from simkit.core.jit import kernel
from simkit.games.blume import GAME
from simkit.games.blume.garden import SQUARES, flowers_with, turned
from tests.benchmarks.timing import Ratio, paired
from tests.games.playing import positions

OF, KERNEL = "blume", "the flower kernel"
SEVEN, REST = np.uint64(7), np.uint64(57)


class Gardens(NamedTuple):
    """What the loops score: gardens, and three tiles each."""

    kinds: NDArray[np.int8]
    points: NDArray[np.int16]
    occupied: NDArray[np.int64]
    tiles: NDArray[np.int64]


def gardens(number: int, seed: int = 1) -> Gardens:
    """Return gardens of random play in the third round, each with three tiles to place."""
    random = np.random.default_rng(seed)
    config = GAME.config()[0]
    found = positions(GAME, config, 2, number, seed, random.integers(65, 78, number))
    tiles = random.choice(config["corners"][: int(config["tiles"])], 3 * number).astype(np.int64)
    points, occupied = (np.ascontiguousarray(found[name][:, 0]) for name in ("points", "occupied"))
    return Gardens(np.ascontiguousarray(config["kind"]), points, occupied.astype(np.int64), tiles)


@kernel
def every_placement(kinds, points, occupied, tiles, gardens, repeats, digests):
    """Write a digest of the flowers of each garden's placements; return how many placements that were."""
    placements = 0
    square = SQUARES[2]
    for _ in range(repeats):
        for g in range(gardens):
            own = occupied[g]
            free = ((own << 1) | (own >> 1) | (own << 8) | (own >> 8)) & square & ~own
            digest = NONE
            for t in range(3):
                for rotation in range(4):
                    corners = turned(tiles[3 * g + t], rotation)
                    rest = free
                    while rest:
                        place = lowest(np.uint64(rest))
                        rest &= rest - 1
                        found = flowers_with(kinds, points[g], place, corners)
                        digest = ((digest << SEVEN) | (digest >> REST)) ^ np.uint64(found)
                        placements += 1
            digests[g] = digest
    return placements


def compile_c() -> Any:
    """Compile the twin and return it, to be called like `every_placement`; None where there is no gcc."""
    gcc = shutil.which("gcc")
    if gcc is None:
        return None
    with tempfile.TemporaryDirectory() as folder:
        library = Path(folder) / "flowers.so"
        source = Path(__file__).with_suffix(".c")
        subprocess.run([gcc, "-O3", "-march=native", "-shared", "-fPIC", source, "-o", library], check=True)
        twin = ctypes.CDLL(str(library)).every_placement
    kinds, shorts, words, sums = (np.ctypeslib.ndpointer(kind, flags="C") for kind in (np.int8, np.int16, np.int64, np.uint64))
    twin.argtypes = [kinds, shorts, words, words, ctypes.c_int64, ctypes.c_int64, sums]
    twin.restype = ctypes.c_int64
    return twin


def digests(loop: Any, over: Gardens, repeats: int = 1) -> NDArray[np.uint64]:
    """Return the digests one of the two loops writes."""
    found = np.zeros(len(over.occupied), np.uint64)
    loop(*over, len(over.occupied), repeats, found)
    return found


def placements(over: Gardens) -> int:
    """Return how many placements the loops score."""
    return int(every_placement(*over, len(over.occupied), 1, np.zeros(len(over.occupied), np.uint64)))


def notes(seconds: float) -> list[str]:
    """Say how many placements a second one core scores: all tiles, rotations and places of a turn, as a greedy player does."""
    over, repeats = gardens(2_000), max(1, int(200 * seconds))
    digests(every_placement, over)
    began = time.process_time()
    digests(every_placement, over, repeats)
    speed = repeats * placements(over) / (time.process_time() - began)
    return [f"The flower kernel scores {speed / 1e6:,.0f} million placements a second, {placements(over) / 2_000:.0f} a turn."]


def against_c(repeats: int, pairs: int) -> Ratio | None:
    """Return the kernel's speed as a multiple of the twin's, or None where there is no gcc."""
    twin = compile_c()
    if twin is None:
        return None
    over = gardens(2_000)
    in_c, ours = (partial(digests, loop, over, repeats) for loop in (twin, every_placement))
    if not np.array_equal(in_c(), ours()):
        raise RuntimeError("the kernel and its twin in C differ")
    return paired(in_c, ours, pairs, time.process_time)
