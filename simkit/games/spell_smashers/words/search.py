"""The best word for given cards: a value for each card and a value by length, of any sign.

Letters are sorted by rank, equal ones by falling value, and the graph is walked depth first in that order, so that a letter held twice
is always taken by its better card first. What the remaining cards could add at best is a suffix sum; where even that does not beat the
best word so far, the rest of a level is left out, as bounds only fall along the order. Wounds are chosen first, along their tree, and
each set of them opens its own root.

A sum and its cards travel as one number, ``value << MASK_BITS | cards``: one addition updates both.
"""

import numpy as np

from simkit.core.bits import lowest
from simkit.core.jit import kernel
from simkit.games.spell_smashers.words.bits import ones
from simkit.games.spell_smashers.words.graph import CHILD, LETTERS, SPELLING
from simkit.games.spell_smashers.words.lists import LONGEST

MASK_BITS = np.int64(40)  # cards in reach of one word at most
MOST_CARDS = 40
MOST_WEIGHT = 1 << 17  # of one card, and of a length
NOTHING = np.int64(-(1 << 62))  # no word
SPELLINGS = np.int64(0xFFFF)

# Sections of the room a search works in. Indices are unsigned where it is hot: numba checks signed ones for counting from the end,
# which costs 40 % here.
_WIDE = 48
(KEY, SORTED, VALUE, SUFFIX, AVAILABLE, FIRST, EDGE, MASK, SUM, PLACE, LENGTH, W_SYMBOL, W_VALUE, W_NEXT, W_BRANCH, W_PLACE, W_SUM,
 W_LETTERS) = range(0, 18 * _WIDE, _WIDE)  # fmt: skip
ROOM = 18 * _WIDE

_KEY_VALUE, _KEY_SYMBOL, _OFFSET = 8, 44, 1 << 30  # a sort key: symbol, falling value, card


@kernel
def _sort(symbols, weights, n, room):
    """Write sort keys of all cards in order; return how many are letters. Ranks by counting: no branch to mispredict."""
    letters = 0
    for i in range(n):
        room[np.uint64(KEY + i)] = symbols[np.uint64(i)] << _KEY_SYMBOL | (_OFFSET - weights[np.uint64(i)]) << _KEY_VALUE | i
        letters += 1 if symbols[np.uint64(i)] < LETTERS else 0
    for i in range(n):
        key = room[np.uint64(KEY + i)]
        rank = 0
        for j in range(n):
            rank += 1 if room[np.uint64(KEY + j)] < key else 0
        room[np.uint64(SORTED + rank)] = key
    return letters


@kernel
def _prepare_letters(letters, room):
    """Write for each letter its packed value, and for each place what is available from there on and could add at best."""
    suffix, available = 0, 0
    room[np.uint64(SUFFIX + letters)] = 0
    room[np.uint64(AVAILABLE + letters)] = 0
    for i in range(letters - 1, -1, -1):
        key = room[np.uint64(SORTED + i)]
        symbol = key >> _KEY_SYMBOL
        weight = _OFFSET - ((key >> _KEY_VALUE) & 0xFFFFFFFFF)
        available |= 1 << symbol
        suffix += max(weight, 0) << MASK_BITS
        room[np.uint64(FIRST + symbol)] = i
        room[np.uint64(AVAILABLE + i)] = available
        room[np.uint64(SUFFIX + i)] = suffix
        room[np.uint64(VALUE + i)] = (weight << MASK_BITS) + (1 << (key & 255))


@kernel
def _prepare_wounds(c, letters, wounds, room):
    """Write for each wound its number, packed value and the place of the next different one; return how many letters they have."""
    total, following = 0, wounds
    for i in range(wounds - 1, -1, -1):
        key = room[np.uint64(SORTED + letters + i)]
        number = (key >> _KEY_SYMBOL) - LETTERS
        weight = _OFFSET - ((key >> _KEY_VALUE) & 0xFFFFFFFFF)
        if i + 1 < wounds and room[np.uint64(W_SYMBOL + i + 1)] != number:
            following = i + 1
        room[np.uint64(W_SYMBOL + i)] = number
        room[np.uint64(W_VALUE + i)] = (weight << MASK_BITS) + (1 << (key & 255))
        room[np.uint64(W_NEXT + i)] = following
        total += int(c.wound_length[number])
    return total


@kernel
def _search_letters(edges, easiest, root, value, spelled, most_length, known, best, room):
    """Walk the letters from a root and return the better of `best` and the best word there."""
    limit = ((best >> MASK_BITS) + 1) << MASK_BITS
    edge, place, depth = root, 0, 0
    mask = edge & room[np.uint64(AVAILABLE)]
    while True:
        if mask != 0:
            at = room[np.uint64(FIRST + lowest(mask))]
            at = max(at, place)
            if value + room[np.uint64(SUFFIX + at)] + most_length >= limit:
                letter = mask & -mask
                mask ^= letter
                child = edges[np.uint64((edge >> CHILD) + ones(edge & (letter - 1)))]
                longer = value + room[np.uint64(VALUE + at)]
                spelling = (child >> SPELLING) & SPELLINGS
                if spelling != 0 and easiest[np.uint64(spelling)] <= known:
                    worth = longer + room[np.uint64(LENGTH + spelled + depth + 1)]
                    if worth >= limit:
                        best = worth
                        limit = ((worth >> MASK_BITS) + 1) << MASK_BITS
                deeper = child & room[np.uint64(AVAILABLE + at + 1)]
                if deeper != 0:
                    room[np.uint64(EDGE + depth)] = edge
                    room[np.uint64(MASK + depth)] = mask
                    room[np.uint64(SUM + depth)] = value
                    room[np.uint64(PLACE + depth)] = place
                    depth += 1
                    edge, value, place, mask = child, longer, at + 1, deeper
                continue
        if depth == 0:
            return best
        depth -= 1
        edge = room[np.uint64(EDGE + depth)]
        mask = room[np.uint64(MASK + depth)]
        value = room[np.uint64(SUM + depth)]
        place = room[np.uint64(PLACE + depth)]


@kernel
def best_word(c, symbols, weights, n, by_length, known, room):
    """Return the best word's value and cards, ``value << MASK_BITS | cards``; NOTHING if none can be spelled.

    Parameters
    ----------
    c : record
        Holds the search structure.
    symbols, weights : int64 arrays
        Of each card: the rank of its letter, or LETTERS + the number of its wound text; what using it is worth,
        at most MOST_WEIGHT in size.
    n : int64
        Cards, at most MOST_CARDS.
    by_length : (LONGEST + 1,) int64
        What a word of each length is worth, at most MOST_WEIGHT in size.
    known : int64
        Rarest word the player knows.
    room : int64 array
        ROOM numbers, undefined on entry.

    Notes
    -----
    Of equal words the first found wins: the order is that of the letters' ranks, the same for the same cards in the same order.
    """
    edges, easiest = c.edges, c.easiest
    letters = _sort(symbols, weights, n, room)
    wounds = n - letters
    _prepare_letters(letters, room)
    longest = min(letters + (_prepare_wounds(c, letters, wounds, room) if wounds > 0 else 0), LONGEST)
    most_length = by_length[0] << MASK_BITS
    for length in range(LONGEST + 1):
        worth = by_length[np.uint64(length)] << MASK_BITS
        room[np.uint64(LENGTH + length)] = worth
        if length <= longest and worth > most_length:
            most_length = worth
    best = _search_letters(edges, easiest, c.branch_root[0], 0, 0, most_length, known, NOTHING, room)
    place, branch, value, spelled, depth = 0, 0, 0, 0, 0
    while wounds > 0:
        if place < wounds:
            number = room[np.uint64(W_SYMBOL + place)]
            follow = c.branch_wounds[np.uint64(branch)]
            if (follow >> number) & 1:
                room[np.uint64(W_BRANCH + depth)] = branch
                room[np.uint64(W_PLACE + depth)] = room[np.uint64(W_NEXT + place)]
                room[np.uint64(W_SUM + depth)] = value
                room[np.uint64(W_LETTERS + depth)] = spelled
                depth += 1
                branch = c.branch_child[np.uint64(branch)] + ones(follow & ((1 << number) - 1))
                value += room[np.uint64(W_VALUE + place)]
                spelled += int(c.wound_length[number])
                root = c.branch_root[np.uint64(branch)]
                limit = ((best >> MASK_BITS) + 1) << MASK_BITS
                spelling = (root >> SPELLING) & SPELLINGS
                if spelling != 0 and easiest[np.uint64(spelling)] <= known:
                    worth = value + room[np.uint64(LENGTH + spelled)]
                    if worth >= limit:
                        best = worth
                        limit = ((best >> MASK_BITS) + 1) << MASK_BITS
                if value + room[np.uint64(SUFFIX)] + most_length >= limit:
                    best = _search_letters(edges, easiest, root, value, spelled, most_length, known, best, room)
                place += 1
            else:
                place = room[np.uint64(W_NEXT + place)]
        elif depth == 0:
            break
        else:
            depth -= 1
            branch = room[np.uint64(W_BRANCH + depth)]
            place = room[np.uint64(W_PLACE + depth)]
            value = room[np.uint64(W_SUM + depth)]
            spelled = room[np.uint64(W_LETTERS + depth)]
    return best
