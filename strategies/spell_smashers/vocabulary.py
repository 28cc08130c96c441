"""Which words a player thinks of: those it knows, and of these those it sees.

`vocabulary` is the rarest word known: a SCOWL level, or with rarity measured by frequency the number of most frequent words; 0 knows all.
`recall` is the chance to see a word of five usual letters. It falls with length and rarity as
``recall ** ((letters - 1) / 4 * (1 + rarity / 8))``.
This is a modelling choice of ours: people fail to see words more than they fail to know them, but nobody has measured this curve.
What is seen is drawn from the seat's own coins, once a round for all words of the same letters.
"""

import numpy as np

from simkit.core.chance import word as random_word
from simkit.core.jit import kernel
from simkit.core.table import coins
from simkit.games.spell_smashers.encoding import cards_of, rarity_of
from simkit.games.spell_smashers.names import EMPTY
from simkit.games.spell_smashers.reach import card_at, symbol_of, word_length
from simkit.games.spell_smashers.words.cards import WOUND

_WHOLE = 2.0**64


@kernel
def letters_key(c, s, seat, cards):
    """Return a number for the letters of some cards, two bits a letter; more than three of one letter run over, which harms nothing."""
    key, card, rest = 0, 0, cards
    while rest:
        if rest & 1:
            kind, number = card_at(s, seat, card)
            if s.tonic_card[seat] == card and s.tonic_card[seat] != EMPTY:
                key += 1 << (2 * int(s.tonic_letter[seat]))
            elif kind == WOUND:
                for i in range(c.wound_count[number]):
                    key += 1 << (2 * ((int(c.wound_text[number]) >> (8 * i)) & 255))
            else:
                key += 1 << (2 * symbol_of(c, kind, number))
        rest >>= 1
        card += 1
    return key


@kernel
def knows(c, word, vocabulary):
    """Whether a word, or one that is like it, belongs to a vocabulary."""
    return vocabulary == 0 or c.steps[rarity_of(word)] <= vocabulary


@kernel
def sees(c, s, word, vocabulary, recall):
    """Whether the seat to act thinks of a word."""
    if not knows(c, word, vocabulary):
        return False
    if recall >= 1.0:
        return True
    seat = int(s.seat)
    length = word_length(c, s, seat, cards_of(word))
    chance = recall ** ((length - 1) / 4 * (1 + rarity_of(word) / 8))
    source = coins(s, seat)
    draw = 1 << 62 | (int(s.round_no) & 255) << 53 | letters_key(c, s, seat, cards_of(word)) & ((1 << 53) - 1)
    return float(random_word(s.luck[source], s.game, source, np.uint64(draw))) < chance * _WHOLE
