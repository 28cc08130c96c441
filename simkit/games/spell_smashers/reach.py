"""The cards in reach of a seat's word, numbered: letter cards of the hand, then trophies, then wounds."""

import numpy as np

from simkit.core.bits import NONE, bit
from simkit.core.jit import kernel
from simkit.games.spell_smashers.names import EMPTY
from simkit.games.spell_smashers.supply import members
from simkit.games.spell_smashers.words.cards import (
    COUNT,
    DAMAGE,
    KIND,
    LETTER,
    LETTER_SET,
    SAME,
    SYMBOL,
    TEXT,
    TROPHY,
    TWICE,
    TYPE,
    VOWEL,
    VOWEL_SET,
    WOUND,
)
from simkit.games.spell_smashers.words.search import MOST_CARDS


@kernel
def usable_trophies(s, seat):
    """Return the trophies a word may use, as a set: alone each only once."""
    return s.trophies[seat] & ~s.flipped if s.players == 1 else s.trophies[seat]


@kernel
def num_cards(s, seat):
    """Return how many cards are in reach; beyond forty the last wounds are not looked at (ruling SS-R43)."""
    return min(int(s.hand_size[seat]) + members(usable_trophies(s, seat)) + int(s.wound_count[seat]), MOST_CARDS)


@kernel
def nth(bits, n):
    """Return the n-th member of a set of 64, counted from 0."""
    rest = np.uint64(bits)
    found = 0
    while True:
        if rest & np.uint64(1) != NONE:
            if n == 0:
                return found
            n -= 1
        rest >>= np.uint64(1)
        found += 1


@kernel
def card_at(s, seat, card):
    """Return of a card in reach its kind, and its number among letters, tiles or wounds."""
    letters = int(s.hand_size[seat])
    if card < letters:
        return LETTER, int(s.hand[seat, card])
    trophies = members(usable_trophies(s, seat))
    if card < letters + trophies:
        return TROPHY, nth(usable_trophies(s, seat), card - letters)
    return WOUND, int(s.wound_hand[seat, card - letters - trophies])


@kernel
def damage_of(c, kind, number):
    """Return the damage of a card."""
    if kind == LETTER:
        return int(c.letter_damage[number])
    return int(c.monster_damage[number]) if kind == TROPHY else int(c.wound_damage[number])


@kernel
def type_of(c, kind, number):
    """Return the printed damage type of a card."""
    if kind == LETTER:
        return int(c.letter_type[number])
    return int(c.monster_type[number]) if kind == TROPHY else int(c.wound_type[number])


@kernel
def symbol_of(c, kind, number):
    """Return what the word searches know a card by."""
    if kind == LETTER:
        return int(c.letter_symbol[number])
    return int(c.monster_symbol[number]) if kind == TROPHY else int(c.wound_symbol[number])


@kernel
def count_of(c, kind, number):
    """Return how many letters a card has."""
    return int(c.wound_count[number]) if kind == WOUND else 1


@kernel
def word_length(c, s, seat, cards):
    """Return the letters of a set of cards in reach."""
    total, card, rest = 0, 0, cards
    while rest:
        if rest & 1:
            kind, number = card_at(s, seat, card)
            total += count_of(c, kind, number)
        rest >>= 1
        card += 1
    return total


@kernel
def num_kind(s, seat, cards, kind):
    """Count the cards of a kind in a set of cards in reach."""
    letters = int(s.hand_size[seat])
    trophies = letters + members(usable_trophies(s, seat))
    low, high = (0, letters) if kind == LETTER else (letters, trophies) if kind == TROPHY else (trophies, MOST_CARDS)
    total = 0
    for card in range(low, high):
        total += (cards >> card) & 1
    return total


@kernel
def describe_cards(c, s, seat, room):
    """Write the cards in reach as word searches see them, a letter changed by a tonic with them; return how many."""
    n = num_cards(s, seat)
    for card in range(n):
        kind, number = card_at(s, seat, card)
        symbol, count = symbol_of(c, kind, number), count_of(c, kind, number)
        text = int(c.wound_text[number]) if kind == WOUND else symbol
        damage, typed = damage_of(c, kind, number), type_of(c, kind, number)
        same = kind << 24 | damage << 8 | typed << 4
        if kind == LETTER:
            same |= int(c.letter_deck[number])
        if kind == TROPHY:
            same |= number << 16
        if s.tonic_card[seat] == card:
            at = 8 * int(s.tonic_at[seat])
            text = (text & ~(255 << at)) | int(s.tonic_letter[seat]) << at
            symbol = text if count == 1 else -1
            same |= 1 << 30
        letters, vowels, twice = 0, 0, 0
        for i in range(count):
            letter = (text >> (8 * i)) & 255
            twice |= (letters >> letter) & 1
            letters |= 1 << letter
            vowels += (VOWEL_SET >> letter) & 1
        room[SYMBOL + card], room[SAME + card], room[LETTER_SET + card], room[COUNT + card] = symbol, same, letters, count
        room[VOWEL + card], room[TWICE + card], room[DAMAGE + card], room[TYPE + card] = vowels, twice, damage, typed
        room[KIND + card], room[TEXT + card] = kind, text
    return n


@kernel
def discard_word(c, s, seat, cards):
    """Discard the letter cards and wounds of a word; alone, its trophies are flipped. The tile won with it is not in reach yet."""
    letters = int(s.hand_size[seat])
    usable = usable_trophies(s, seat)
    trophies = members(usable)
    if s.players == 1:
        for i in range(trophies):
            if (cards >> (letters + i)) & 1:
                s.flipped |= bit(nth(usable, i))
    kept = 0
    for i in range(s.wound_count[seat]):
        card = int(s.wound_hand[seat, i])
        place = letters + trophies + i
        if place < MOST_CARDS and (cards >> place) & 1:
            s.wound_discard |= bit(card)
        else:
            s.wound_hand[seat, kept] = card
            kept += 1
    for i in range(kept, int(s.wound_count[seat])):
        s.wound_hand[seat, i] = EMPTY
    s.wound_count[seat] = kept
    kept = 0
    for i in range(letters):
        card = int(s.hand[seat, i])
        if (cards >> i) & 1:
            s.letter_discard[card // 64] |= bit(card % 64)
        else:
            s.hand[seat, kept] = card
            kept += 1
    for i in range(kept, letters):
        s.hand[seat, i] = EMPTY
    s.hand_size[seat] = kept
