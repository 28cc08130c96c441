"""Questions to the word engine, compiled once: the best word, all words, what a tonic may change."""

from __future__ import annotations

import dataclasses
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from simkit.core.cache import Layer
from simkit.core.jit import compiled, int64, int64s, int64s_2d, record, void
from simkit.games.spell_smashers import GAME, components
from simkit.games.spell_smashers.words import listing, search, tonic
from simkit.games.spell_smashers.words.cards import COUNT, LETTER_SET, SAME, SYMBOL, TEXT, TWICE, VOWEL
from simkit.games.spell_smashers.words.graph import LETTERS, VOWELS
from simkit.games.spell_smashers.words.lexicon import rank_of

LAYER = Layer(
    "spell_smashers.words.tests",
    (Path(__file__), *(Path(m.__file__ or "") for m in (search, listing, tonic)), Path(GAME.kernels.__file__ or "")),
)
WIDE = 24
LOOKS = ("vowels", "starts", "ends", "same", "doubled", "differ")


def best_words(config, symbols, weights, counts, by_length, known, out):
    """Write the best word of each hand."""
    room = np.empty(search.ROOM, np.int64)
    for i in range(len(counts)):
        out[i] = search.best_word(config, symbols[i], weights[i], counts[i], by_length[i], known, room)


def list_hand(config, must, cards, room, actions):
    """List the words of one hand."""
    return listing.list_words(config, 1, must, cards, room, actions, 0, len(actions))


def list_changed_wound(config, card, cards, room, actions):
    """List the words that hold a changed wound."""
    return tonic.list_with_wound(config, 1, card, cards, room, actions, 0, len(actions))


def tonic_letters(config, card, at, cards, room):
    """Return the letters a tonic may change one to."""
    if room[COUNT + card] == 1:
        return tonic.letters_for(config, card, cards, room)
    for pair in range(tonic.letters_for_wounds(config, cards, room)):
        if room[tonic.PAIRS + pair] & 0xFFFF == card | at << 8:
            return room[tonic.PAIR_LETTERS + pair]
    return -1


@cache
def compiled_query(name: str) -> Any:
    """Return one of the functions above, compiled."""
    config = record(GAME.kernels.CONFIG)
    signatures = {
        "best_words": void(config, int64s_2d, int64s_2d, int64s, int64s_2d, int64, int64s),
        "list_hand": int64(config, int64, int64, int64s, int64s),
        "list_changed_wound": int64(config, int64, int64, int64s, int64s),
        "tonic_letters": int64(config, int64, int64, int64, int64s),
    }
    return compiled(globals()[name], signatures[name], LAYER)


@cache
def tables_with(wounds: tuple[str, ...] | None) -> Any:
    """Return our own tables, with other wounds."""
    tables = components.read()
    if wounds is None:
        return tables
    own = [{"id": f"W{i}", "letters": text.upper(), "damage": 1, "type": "fire", "copies": 1} for i, text in enumerate(wounds)]
    return dataclasses.replace(tables, rows={**tables.rows, "wounds": own})


@cache
def config_with(wounds: tuple[str, ...] | None, dictionary: int) -> Any:
    """Return a config with other wounds."""
    return GAME.config({"dictionary": dictionary}, tables_with(wounds))


def symbol(text: str, wounds: tuple[str, ...] | None) -> int:
    """Return what the engine knows a card's letters by; -1 for letters no wound of the table holds."""
    if len(text) == 1:
        return rank_of(text)
    texts = components.wound_texts(tables_with(wounds))
    return LETTERS + texts.index(text) if text in texts else -1


def room_with(hand: list[Any], wounds: tuple[str, ...] | None, changed: int = -1) -> np.ndarray:
    """Describe a hand as the listing kernels want it."""
    room = np.zeros(tonic.TONIC_ROOM, np.int64)
    sorts = sorted({(card.sort, card.text) for card in hand})
    for i, card in enumerate(hand):
        room[SYMBOL + i] = symbol(card.text, wounds)
        if i == changed and len(card.text) > 1:
            room[SYMBOL + i] = -1
        room[SAME + i] = sorts.index((card.sort, card.text))
        room[COUNT + i] = len(card.text)
        room[LETTER_SET + i] = sum(1 << rank_of(letter) for letter in set(card.text))
        room[VOWEL + i] = sum(letter in VOWELS for letter in card.text)
        room[TWICE + i] = len(set(card.text)) < len(card.text)
        room[TEXT + i] = sum(rank_of(letter) << (8 * k) for k, letter in enumerate(card.text))
    return room


def read_play(action: int) -> tuple[frozenset[int], str]:
    """Read a word action: the cards it uses, and how the word looks."""
    used = frozenset(i for i in range(40) if action >> 4 >> i & 1)
    shape, differ, vowels = action >> 44 & 15, action >> 48 & 1, action >> 49 & 15
    look = " ".join(
        (
            f"vowels {vowels}", f"starts {bool(shape & 1)}", f"ends {bool(shape & 2)}", f"same {bool(shape & 4)}",
            f"doubled {bool(shape & 8)}", f"differ {bool(differ)}",
        )
    )  # fmt: skip
    return used, look
