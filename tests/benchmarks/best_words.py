"""Spell Smashers' word search over random hands of four shapes, compiled by numba and by a C compiler: one algorithm, written twice."""

from __future__ import annotations

import ctypes
import shutil
import subprocess
import tempfile
import time
from functools import cache, partial
from pathlib import Path
from statistics import median
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from simkit.core.jit import kernel
from simkit.games.spell_smashers import GAME
from simkit.games.spell_smashers.words.graph import LETTERS
from simkit.games.spell_smashers.words.search import ROOM, best_word
from tests.benchmarks.timing import Ratio, paired, timed

# letters, wounds, trophies: a fresh hand, mid-game, many trophies, and both
SHAPES = {"7 cards": (7, 0, 0), "9 cards": (5, 2, 2), "10 cards": (7, 0, 3), "12 cards": (7, 2, 3)}
WIDTH, KNOWN = 16, 15
HANDS = 4_000  # fresh ones, or the branch predictor learns them
OF, KERNEL = "spell_smashers", "the best word of 7 cards"


class Hands(NamedTuple):
    """Hands as rows: symbols, weights, number of cards, worth by length."""

    symbols: NDArray[np.int64]
    weights: NDArray[np.int64]
    counts: NDArray[np.int64]
    by_length: NDArray[np.int64]


@cache
def config() -> Any:
    """Return our own table."""
    return GAME.config()


def random_hands(shape: str, count: int, seed: int = 3) -> Hands:
    """Deal hands from our decks; damage as against a random trait, a little for letters and wounds used, half with a bonus for length."""
    random, c = np.random.default_rng(seed), config()[0]
    letters, wounds, trophies = SHAPES[shape]
    decks = [np.flatnonzero(c["letter_deck"][: c["letters"]] == deck) for deck in range(2)]
    hands = Hands(*(np.zeros((count, n), np.int64) for n in (WIDTH, WIDTH)), np.zeros(count, np.int64), np.zeros((count, 16), np.int64))
    for i in range(count):
        cards = [
            *random.choice(decks[0], letters - 3 * letters // 7, replace=False),
            *random.choice(decks[1], 3 * letters // 7, replace=False),
        ]
        tiles = random.choice(26, trophies, replace=False)
        scars = random.choice(np.flatnonzero(c["wound_symbol"][: c["wounds"]] >= LETTERS), wounds, replace=False)
        symbols = [*c["letter_symbol"][cards], *c["monster_symbol"][tiles], *c["wound_symbol"][scars]]
        damage = [*c["letter_damage"][cards], *c["monster_damage"][tiles], *c["wound_damage"][scars]]
        times = random.choice([0, 1, 1, 1, 2], len(symbols))
        n = len(symbols)
        hands.counts[i] = n
        hands.symbols[i, :n] = symbols
        hands.weights[i, :n] = 8 * np.array(damage) * times + 1 + 7 * (np.array(symbols) >= LETTERS)
        hands.by_length[i, 5:] = 8 * random.integers(2)
    return hands


@kernel
def best_words(c, symbols, weights, counts, by_length, known, room, out):
    """Write the best word of every hand."""
    for i in range(len(counts)):
        out[i] = best_word(c, symbols[i], weights[i], counts[i], by_length[i], known, room)


def in_numba(hands: Hands) -> NDArray[np.int64]:
    """Search all hands by the kernel."""
    out = np.zeros(len(hands.counts), np.int64)
    best_words(config()[0], *hands, KNOWN, np.zeros(ROOM, np.int64), out)
    return out


def compile_c() -> Any:
    """Compile the twin and return it, to be called with hands; None where there is no gcc."""
    gcc = shutil.which("gcc")
    if gcc is None:
        return None
    with tempfile.TemporaryDirectory() as folder:
        library = Path(folder) / "best_word.so"
        source = Path(__file__).with_name("best_word.c")
        subprocess.run([gcc, "-O3", "-march=native", "-shared", "-fPIC", source, "-o", library], check=True)
        twin = ctypes.CDLL(str(library)).best_words
    words, small = np.ctypeslib.ndpointer(np.int64, flags="C"), np.ctypeslib.ndpointer(np.int8, flags="C")
    integer = ctypes.c_int64
    twin.argtypes = [words, small, words, words, words, small, integer, words, words, words, words, integer, integer, words]
    twin.restype = None
    fields = ("edges", "easiest", "branch_wounds", "branch_child", "branch_root", "wound_length")
    structure = [np.ascontiguousarray(config()[0][name]) for name in fields]

    def search(hands: Hands) -> NDArray[np.int64]:
        out = np.zeros(len(hands.counts), np.int64)
        twin(*structure, KNOWN, *hands, WIDTH, len(hands.counts), out)
        return out

    return search


def queries_per_second(shape: str, count: int, repeats: int) -> float:
    """Return how many best words one core finds a second."""
    hands = random_hands(shape, count)
    in_numba(hands)
    return count / median(timed(partial(in_numba, hands), time.process_time) for _ in range(repeats))


def search_against_c(shape: str, count: int, pairs: int) -> Ratio | None:
    """Return the search's speed as a multiple of the twin's over fresh hands, or None where there is no gcc."""
    twin = compile_c()
    if twin is None:
        return None
    hands = random_hands(shape, count)
    if not np.array_equal(twin(hands), in_numba(hands)):
        raise RuntimeError("the word search and its twin in C differ")
    return paired(partial(twin, hands), partial(in_numba, hands), pairs, time.process_time)


def against_c(repeats: int, pairs: int) -> Ratio | None:
    """Return the speed for fresh hands of seven cards as a multiple of the twin's, or None where there is no gcc."""
    return search_against_c("7 cards", max(1, min(HANDS, 100 * repeats)), pairs)


def notes(seconds: float) -> list[str]:
    """Say how many best words of each shape are found a second, and how that compares with C."""
    count, said = max(1, min(HANDS, int(8_000 * seconds))), []
    for shape in SHAPES:
        ratio = search_against_c(shape, count, 5)
        compared = f", {ratio.value:.2f} of C" if ratio else ""
        said.append(f"Best words of {shape}: {queries_per_second(shape, count, 5):,.0f} a second{compared}.")
    return said
