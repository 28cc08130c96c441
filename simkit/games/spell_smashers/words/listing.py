"""Every word the cards can spell: each set of cards once for each spelling class, cards that are equal taken in order."""

import numpy as np

from simkit.core.bits import lowest
from simkit.core.jit import kernel
from simkit.games.spell_smashers.encoding import CARDS, DIFFERENT, RARITY, SHAPE, VOWEL_COUNT
from simkit.games.spell_smashers.words.bits import ones
from simkit.games.spell_smashers.words.cards import (
    AHEAD,
    BIT,
    NEXT,
    ORDERED,
    ROOTS,
    S_CARDS,
    S_EDGE,
    S_PLACE,
    letters_of,
    open_roots,
    order_cards,
)
from simkit.games.spell_smashers.words.graph import CHILD, SPELLING

_SPELLINGS, _NIBBLE, _NONE = np.int64(0xFFFF), np.uint64(15), np.uint64(0)


@kernel
def _write(c, kind, cards, edge, must, room, actions, n, full):
    """Append the spelling classes that a node spells with a set of cards."""
    spelling = (edge >> SPELLING) & _SPELLINGS
    if spelling == 0 or cards & must != must:
        return n
    _, vowels, differ = letters_of(cards, room)
    same = kind | cards << CARDS | differ << DIFFERENT | vowels << VOWEL_COUNT
    classes = c.spellings[spelling]
    while classes != _NONE:
        shape = lowest(classes) >> 2
        rarity = np.int64((classes >> np.uint64(4 * shape)) & _NIBBLE) - 1
        classes &= ~(_NIBBLE << np.uint64(4 * shape))
        if n < full:
            actions[n] = same | shape << SHAPE | rarity << RARITY
        n += 1
    return n


@kernel
def list_words(c, kind, must, cards, room, actions, n, full):
    """Append every word the cards spell; return how many actions there are then, or -1 if they do not fit.

    Parameters
    ----------
    c : record
    kind : int64
        Kind of action.
    must : int64
        Set of cards a word has to use.
    cards : int64
        How many cards are described in `room`.
    room : int64 array
    actions : int64 array
        Changed from place `n` on, up to place `full`.
    """
    edges = c.edges
    letters, wounds = order_cards(cards, room)
    roots = open_roots(c, wounds, room)
    if roots < 0:
        return -1
    for root in range(roots):
        edge = room[ROOTS + 3 * root]
        used = room[ROOTS + 3 * root + 1]
        n = _write(c, kind, used, edge, must, room, actions, n, full)
        place, depth = 0, 0
        while True:
            if edge & room[AHEAD + place]:
                bit = room[BIT + place]
                if edge & bit:
                    child = edges[np.uint64((edge >> CHILD) + ones(edge & (bit - 1)))]
                    longer = used | (1 << room[ORDERED + place])
                    n = _write(c, kind, longer, child, must, room, actions, n, full)
                    room[S_EDGE + depth] = edge
                    room[S_PLACE + depth] = room[NEXT + place]
                    room[S_CARDS + depth] = used
                    depth += 1
                    edge, used = child, longer
                    place += 1
                else:
                    place = room[NEXT + place]
            elif depth == 0:
                break
            else:
                depth -= 1
                edge = room[S_EDGE + depth]
                place = room[S_PLACE + depth]
                used = room[S_CARDS + depth]
    return n if n <= full else -1
