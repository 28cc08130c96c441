"""A word list compiled for the wounds of a table, kept on disk by a hash of all it was made from."""

from __future__ import annotations

import contextlib
import hashlib
import os
import zipfile
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from simkit.core.cache import root
from simkit.games.spell_smashers.words import graph, lists
from simkit.games.spell_smashers.words.graph import LETTERS, ORDER, RANK, Graph
from simkit.games.spell_smashers.words.lists import LEVELS, LONGEST, RANKS, WordList

ROW = LONGEST + 1  # a spelled word: its letters by rank, then EMPTY, and last its length
BY_LEVEL, BY_RANK = 0, 1  # what the rarity of a word is measured by
_STEPS = {BY_LEVEL: LEVELS, BY_RANK: RANKS}


@dataclass(frozen=True)
class Source:
    """Where words come from: the package's list up to a level, or a file; with or without vulgar words; how rarity is measured."""

    level: int
    vulgar: bool
    measure: int
    file: Path | None = None

    def read(self) -> WordList:
        """Return the words."""
        if self.file is None:
            return lists.dictionary(self.level, self.vulgar)
        return lists.own(self.file, self.file.stat().st_mtime_ns, self.vulgar)

    @property
    def fingerprint(self) -> bytes:
        """Hash what the words are made from, without reading them."""
        file = self.file or lists.FOLDER / "words.txt.xz"
        parts = [file, *(lists.FOLDER / name for name in ("vulgar.txt", "lists.py", "graph.py", "lexicon.py"))]
        # a list of one's own takes its rarities from the package's
        parts.append(lists.FOLDER / "words.txt.xz")
        told = repr((0 if self.file else self.level, self.vulgar, self.measure)).encode()
        return told + b"".join(hashlib.sha256(part.read_bytes()).digest() for part in parts)


@dataclass(frozen=True, eq=False)
class Lexicon:
    """A compiled word list.

    Parameters
    ----------
    graph : Graph
    spelled : (words, ROW) int8
    rarity : int8
        Of each word.
    steps : tuple of int
        What each rarity reaches to: a SCOWL level, or a number of most frequent words.
    """

    graph: Graph
    spelled: NDArray[np.int8]
    rarity: NDArray[np.int8]
    steps: tuple[int, ...]

    def word(self, number: int) -> str:
        """Return a word by its number."""
        row = self.spelled[number]
        return "".join(ORDER[letter] for letter in row[: row[LONGEST]])


@lru_cache(maxsize=8)
def lexicon(source: Source, wounds: tuple[str, ...]) -> Lexicon:
    """Return a compiled word list, from the cache folder if it is there and whole.

    Parameters
    ----------
    source : Source
    wounds : tuple of str
        The different texts of two letters or more on wound cards, in lower case.
    """
    key = hashlib.sha256(source.fingerprint + repr(wounds).encode()).hexdigest()[:32]
    file = root() / "words" / f"{key}.npz"
    with contextlib.suppress(OSError, ValueError, KeyError, EOFError, zipfile.BadZipFile):  # not there, or damaged: made anew
        return _load(file, source.measure)
    made = compile_words(source.read(), source.measure, wounds)
    with contextlib.suppress(OSError):  # a cache that cannot be written costs half a second a start
        _save(made, file)
    return made


def compile_words(words: WordList, measure: int, wounds: tuple[str, ...]) -> Lexicon:
    """Compile a word list."""
    rarities = words.ranks if measure == BY_RANK else words.levels
    spelled = np.full((len(words.words), ROW), -1, np.int8)
    lengths = np.array([len(word) for word in words.words])
    to_rank = np.zeros(128, np.int8)
    to_rank[[ord(letter) for letter in ORDER]] = range(LETTERS)
    spelled[:, :LONGEST][np.arange(LONGEST) < lengths[:, None]] = to_rank[np.frombuffer("".join(words.words).encode(), np.uint8)]
    spelled[:, LONGEST] = lengths
    return Lexicon(graph.build(words.words, rarities, wounds), spelled, np.frombuffer(rarities, np.int8), _STEPS[measure])


def rank_of(letter: str) -> int:
    """Return the number of a letter, as searches know it."""
    return RANK[letter.lower()]


def _save(made: Lexicon, file: Path) -> None:
    file.parent.mkdir(parents=True, exist_ok=True)
    part = file.with_suffix(f".{os.getpid()}.part")
    with part.open("wb") as out:
        np.savez(out, spelled=made.spelled, rarity=made.rarity, **vars(made.graph))
    part.replace(file)


def _load(file: Path, measure: int) -> Lexicon:
    """Read a compiled list; a damaged file raises, as every array in it carries a checksum."""
    with file.open("rb") as opened, np.load(opened, allow_pickle=False) as kept:
        arrays = {name: kept[name] for name in (*Graph.__dataclass_fields__, "spelled", "rarity")}
    return Lexicon(
        Graph(**{name: arrays[name] for name in Graph.__dataclass_fields__}), arrays["spelled"], arrays["rarity"], _STEPS[measure]
    )
