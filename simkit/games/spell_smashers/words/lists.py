"""Lists of words: the one in the package, with how rare each word is, and a user's own.

`words.txt.xz` holds three lines: the words in order, each as how many letters it shares with the one before (A for none) and the rest;
for each word its SCOWL level, a digit; for each word how frequent it is, a letter. LICENCE.txt says where they come from.
"""

from __future__ import annotations

import codecs
import lzma
import re
from collections import Counter
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from simkit.core.game import Unknown

FOLDER = Path(__file__).parent
LEVELS = (10, 20, 35, 40, 50, 55, 60, 70)  # of SCOWL, the most usual words first
RANKS = (1_000, 2_000, 3_000, 5_000, 7_500, 10_000, 15_000, 20_000, 30_000, 40_000, 50_000, 200_000)  # by frequency; the last: the rest
SHORTEST, LONGEST = 2, 15
MOST_WORDS = 300_000  # what the config record has room for


@dataclass(frozen=True)
class WordList:
    """Words in alphabetical order, and how rare each is.

    Parameters
    ----------
    words : tuple of str
        Lower case, a to z.
    levels, ranks : bytes
        For each word its place in `LEVELS`, and in `RANKS`.
    notes : tuple of str
        What was dropped from the list, and why.
    """

    words: tuple[str, ...]
    levels: bytes
    ranks: bytes
    notes: tuple[str, ...] = ()

    def chosen(self, keep: list[bool]) -> WordList:
        """Return the list with some of its words."""
        places = [i for i, kept in enumerate(keep) if kept]
        return WordList(
            tuple(self.words[i] for i in places),
            bytes(self.levels[i] for i in places),
            bytes(self.ranks[i] for i in places),
            self.notes,
        )


@cache
def packaged() -> WordList:
    """Return the list in the package, SCOWL up to level 70, vulgar words included."""
    lines = lzma.decompress((FOLDER / "words.txt.xz").read_bytes()).decode("ascii").splitlines()
    words, last = [], ""
    for shared, rest in re.findall("([A-Z])([a-z]*)", lines[0]):
        last = last[: ord(shared) - ord("A")] + rest
        words.append(last)
    return WordList(tuple(words), bytes(map(int, lines[1])), bytes(ord(letter) - ord("a") for letter in lines[2]))


@cache
def _vulgar() -> re.Pattern[str]:
    """Match the words left out by default. Their list is kept in ROT13, so that nobody has to read it; * stands for any letters."""
    entries = codecs.decode((FOLDER / "vulgar.txt").read_text(encoding="ascii"), "rot13").split()
    return re.compile("|".join(entry.replace("*", "[a-z]*") for entry in entries))


def is_vulgar(word: str) -> bool:
    """Whether a word is a slur or vulgar."""
    return _vulgar().fullmatch(word) is not None


@cache
def dictionary(level: int, vulgar: bool) -> WordList:
    """Return the words of the package up to a SCOWL level."""
    everything = packaged()
    pairs = zip(everything.words, everything.levels, strict=True)
    return everything.chosen([LEVELS[rarity] <= level and (vulgar or not is_vulgar(word)) for word, rarity in pairs])


@cache
def own(file: Path, stamp: int, vulgar: bool) -> WordList:
    """Read a user's own list, one word a line; what cannot be used is counted in the notes.

    Parameters
    ----------
    file : Path
    stamp : int
        Time of the file's last change: a changed file is read again.
    vulgar : bool
        Whether slurs and vulgar words stay in.

    Raises
    ------
    Unknown
        If no word is left, or more than there is room for.
    """
    dropped: Counter[str] = Counter()
    found: set[str] = set()
    try:
        text = file.read_text(encoding="utf-8-sig")
    except OSError as error:
        raise Unknown(f"{file}: cannot be read ({error.strerror})") from None
    except UnicodeDecodeError:
        raise Unknown(f"{file}: not a text file in UTF-8") from None
    for entry in filter(None, map(str.strip, text.splitlines())):
        word = entry.lower()
        if re.search(r"\s", entry):
            dropped["more than one word on a line"] += 1
        elif "'" in entry or "\u2019" in entry or "-" in entry:
            dropped["apostrophe or dash"] += 1
        elif not re.fullmatch("[a-z]+", word):
            dropped["letters other than a to z"] += 1
        elif entry != word and entry != entry.upper():
            dropped["capital letter: a proper noun"] += 1
        elif not SHORTEST <= len(word) <= LONGEST:
            dropped[f"not {SHORTEST} to {LONGEST} letters"] += 1
        elif not vulgar and is_vulgar(word):
            dropped["vulgar"] += 1
        elif word in found:
            dropped["listed twice"] += 1
        else:
            found.add(word)
    if not found:
        why = ", ".join(f"{number} {reason}" for reason, number in dropped.items()) or "it is empty"
        raise Unknown(f"{file}: no word can be used ({why}); expected one word a line")
    if len(found) > MOST_WORDS:
        raise Unknown(f"{file}: {len(found):,} words; there is room for {MOST_WORDS:,}")
    known = packaged()
    places = {word: i for i, word in enumerate(known.words)}
    words = tuple(sorted(found))
    at = [places.get(word) for word in words]
    notes = [f"{file.name}: {len(words):,} words"]
    if dropped:
        notes.append(f"{file.name}: dropped {', '.join(f'{number:,} ({reason})' for reason, number in sorted(dropped.items()))}")
    return WordList(
        words,
        bytes(len(LEVELS) - 1 if i is None else known.levels[i] for i in at),
        bytes(len(RANKS) - 1 if i is None else known.ranks[i] for i in at),
        tuple(notes),
    )
