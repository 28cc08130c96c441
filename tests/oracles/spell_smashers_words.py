"""What cards can spell, by trying every word of the list letter by letter; knows nothing of graphs and sorted letters."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

VOWELS = "aeiou"


@dataclass(frozen=True)
class Card:
    """A card of a hand: its letters, what it is worth, and all that tells it from other cards of these letters."""

    text: str
    worth: int = 0
    sort: str = ""


class Words:
    """A word list, with the letters of every word counted."""

    def __init__(self, words: list[str]) -> None:
        self.words = words
        self.counts = np.zeros((len(words), 26), np.int8)
        for i, word in enumerate(words):
            for letter in word:
                self.counts[i, ord(letter) - 97] += 1

    def candidates(self, cards: list[Card]) -> Iterator[str]:
        """Yield the words whose letters are on the cards."""
        there = np.zeros(26, int)
        for letter in "".join(card.text for card in cards):
            there[ord(letter) - 97] += 1
        for i in np.flatnonzero((self.counts <= there).all(axis=1)):
            yield self.words[i]

    def uses(self, cards: list[Card]) -> Iterator[tuple[str, frozenset[int]]]:
        """Yield every word with every set of cards that spells it."""
        for word in self.candidates(cards):
            yield from ((word, used) for used in set(lay(word, cards, frozenset())))

    def best(self, cards: list[Card], by_length: list[int]) -> int | None:
        """Return the worth of the best word, or None if there is no word."""
        worths = [sum(cards[i].worth for i in used) + by_length[len(word)] for word, used in self.uses(cards)]
        return max(worths, default=None)

    def plays(self, cards: list[Card]) -> set[tuple[tuple[str, ...], str]]:
        """Return the different plays: what cards are used (equal ones not told apart), and how the word looks."""
        return {(kinds(cards, used), look(word)) for word, used in self.uses(cards)}


def lay(word: str, cards: list[Card], used: frozenset[int]) -> Iterator[frozenset[int]]:
    """Yield the sets of cards that spell a word."""
    if not word:
        yield used
    for i, card in enumerate(cards):
        if i not in used and word.startswith(card.text):
            yield from lay(word[len(card.text) :], cards, used | {i})


def kinds(cards: list[Card], used: frozenset[int]) -> tuple[str, ...]:
    """Return what cards are used, equal ones not told apart."""
    return tuple(sorted(f"{cards[i].text}{cards[i].sort}" for i in used))


def look(word: str) -> str:
    """Say all that a quest or gear may look at in a word."""
    return " ".join(
        (
            f"vowels {sum(letter in VOWELS for letter in word)}",
            f"starts {word[0] in VOWELS}",
            f"ends {word[-1] in VOWELS}",
            f"same {word[0] == word[-1]}",
            f"doubled {any(word[i] == word[i + 1] for i in range(len(word) - 1))}",
            f"differ {len(set(word)) == len(word)}",
        )
    )
