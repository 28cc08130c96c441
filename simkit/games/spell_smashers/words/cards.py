"""The cards in reach of one word, as searches see them: rows of a room, one column a card.

The room is a row of int64 in sections; every kernel that lists words shares it.
"""

import numpy as np

from simkit.core.jit import kernel
from simkit.games.spell_smashers.words.graph import LETTERS, RANK, VOWELS

WIDE = 48
# of each card: symbol (letter rank, or LETTERS + number of the wound text; -1: a wound whose letter a tonic changed), identity (equal
# cards have equal ones), letters as a set and as a count, vowels, whether a letter stands in it twice, damage, type, kind
(SYMBOL, SAME, LETTER_SET, COUNT, VOWEL, TWICE, DAMAGE, TYPE, KIND) = range(0, 9 * WIDE, WIDE)
# of the letter and trophy cards in order of rank: card, place of the next one that is not equal, letter as a set, sets from there on
(ORDERED, NEXT, BIT, AHEAD) = range(9 * WIDE, 13 * WIDE, WIDE)
# stacks
(S_EDGE, S_PLACE, S_CARDS, S_BLANK) = range(13 * WIDE, 17 * WIDE, WIDE)
# of the wound cards in order of text
W_ORDERED, W_NEXT = 17 * WIDE, 18 * WIDE
# texts of wounds as letter ranks, eight bits each (cards of one letter, too)
TEXT = 19 * WIDE
ROOTS = 20 * WIDE  # triples: root edge, wound cards, their letters
MOST_ROOTS = 2000
CARDS_ROOM = ROOTS + 3 * MOST_ROOTS

VOWEL_SET = sum(1 << RANK[letter] for letter in VOWELS)
LETTER, TROPHY, WOUND = 0, 1, 2  # kinds


@kernel
def order_cards(n, room):
    """Sort letter cards and trophies by rank and wounds by text, equal cards together; return how many of each.

    A wound of a single letter is a letter to the graph. A wound with a changed letter is in neither row: it is looked for by spelling.
    """
    letters, wounds = 0, 0
    for i in range(n):
        if room[SYMBOL + i] < 0:
            continue
        wound = room[SYMBOL + i] >= LETTERS
        first = W_ORDERED if wound else ORDERED
        j = (wounds if wound else letters) - 1
        key = room[SYMBOL + i] << 32 | room[SAME + i]
        while j >= 0 and room[SYMBOL + room[first + j]] << 32 | room[SAME + room[first + j]] > key:
            room[first + j + 1] = room[first + j]
            j -= 1
        room[first + j + 1] = i
        if wound:
            wounds += 1
        else:
            letters += 1
    ahead = 0
    room[AHEAD + letters] = 0
    for j in range(letters - 1, -1, -1):
        room[BIT + j] = 1 << room[SYMBOL + room[ORDERED + j]]
        ahead |= room[BIT + j]
        room[AHEAD + j] = ahead
    _link(ORDERED, NEXT, letters, room)
    _link(W_ORDERED, W_NEXT, wounds, room)
    return letters, wounds


@kernel
def _link(ordered, following, n, room):
    """Write for each place of an ordered row the next one whose card is not equal."""
    for j in range(n - 1, -1, -1):
        here, behind = room[ordered + j], room[ordered + j + 1]
        equal = j + 1 < n and room[SYMBOL + here] == room[SYMBOL + behind] and room[SAME + here] == room[SAME + behind]
        room[following + j] = room[following + j + 1] if equal else j + 1


@kernel
def open_roots(c, wounds, room):
    """Write every set of wound cards that words hold, the empty one first; return how many, or -1 if there are too many."""
    room[ROOTS], room[ROOTS + 1], room[ROOTS + 2] = c.branch_root[0], 0, 0
    found = 1
    branch, place, cards, spelled, depth = 0, 0, 0, 0, 0
    while True:
        if place < wounds:
            card = room[W_ORDERED + place]
            number = room[SYMBOL + card] - LETTERS
            follow = int(c.branch_wounds[branch])
            if (follow >> number) & 1:
                if found == MOST_ROOTS:
                    return -1
                room[S_EDGE + depth] = branch
                room[S_PLACE + depth] = room[W_NEXT + place]
                room[S_CARDS + depth] = cards
                room[S_BLANK + depth] = spelled
                depth += 1
                branch = int(c.branch_child[branch]) + _below(follow, number)
                cards |= 1 << card
                spelled += room[COUNT + card]
                at = ROOTS + 3 * found
                room[at], room[at + 1], room[at + 2] = c.branch_root[branch], cards, spelled
                found += 1
                place += 1
            else:
                place = room[W_NEXT + place]
        elif depth == 0:
            return found
        else:
            depth -= 1
            branch = room[S_EDGE + depth]
            place = room[S_PLACE + depth]
            cards = room[S_CARDS + depth]
            spelled = room[S_BLANK + depth]


@kernel
def _below(bits, number):
    """Count the bits below one."""
    total = 0
    rest = bits & ((1 << number) - 1)
    while rest:
        rest &= rest - 1
        total += 1
    return total


@kernel
def letters_of(cards, room):
    """Return the letters of a set of cards: how many, how many vowels, and 1 if all differ."""
    count, vowels, seen, differ = 0, 0, 0, 1
    rest = np.uint64(cards)
    card = 0
    while rest != np.uint64(0):
        if rest & np.uint64(1):
            count += room[COUNT + card]
            vowels += room[VOWEL + card]
            if room[TWICE + card] or (seen & room[LETTER_SET + card]):
                differ = 0
            seen |= room[LETTER_SET + card]
        rest >>= np.uint64(1)
        card += 1
    return count, vowels, differ
