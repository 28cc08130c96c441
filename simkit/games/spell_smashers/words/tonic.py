"""Words with one changed letter: which letters a tonic may turn a card's letter into, and the words with a changed wound.

A changed letter card is an ordinary card of another letter, so the graph finds its words. A changed wound holds letters together that no
wound of the table holds; its words are looked for in the list, word by word (0.1 to 0.3 ms; a tonic is rare).
"""

import numpy as np

from simkit.core.bits import lowest
from simkit.core.jit import kernel
from simkit.games.spell_smashers.encoding import CARDS, DIFFERENT, RARITY, SHAPE, VOWEL_COUNT
from simkit.games.spell_smashers.words.bits import ones
from simkit.games.spell_smashers.words.cards import (
    AHEAD,
    BIT,
    CARDS_ROOM,
    COUNT,
    LETTER_SET,
    NEXT,
    ROOTS,
    S_BLANK,
    S_CARDS,
    S_EDGE,
    S_PLACE,
    SAME,
    SYMBOL,
    TEXT,
    VOWEL_SET,
    letters_of,
    open_roots,
    order_cards,
)
from simkit.games.spell_smashers.words.graph import CHILD, DOUBLED, ENDS_VOWEL, LETTERS, SAME_ENDS, SPELLING, STARTS_VOWEL
from simkit.games.spell_smashers.words.lists import LONGEST

_LETTERS, _SPELLINGS, _VOWELS = (1 << LETTERS) - 1, 0xFFFF, VOWEL_SET

TILINGS = CARDS_ROOM  # sets of cards that spell one word
MOST_TILINGS, MOST_PAIRS = 1024, 128
PAIRS = TILINGS + MOST_TILINGS  # letters of wounds that may change, and into what
PAIR_LETTERS = PAIRS + MOST_PAIRS
TONIC_ROOM = PAIR_LETTERS + MOST_PAIRS


@kernel
def letters_for(c, card, cards, room):
    """Return the set of letters that would make a letter card or trophy part of a word, its own among them.

    The graph is walked with the other cards and one blank, which may be any letter.
    """
    edges = c.edges
    symbol = room[SYMBOL + card]
    room[SYMBOL + card] = -1  # the blank is not among the cards
    _, wounds = order_cards(cards, room)
    roots = open_roots(c, wounds, room)
    room[SYMBOL + card] = symbol
    found = 0
    for root in range(max(roots, 0)):
        edge = room[ROOTS + 3 * root]
        place, begin, blank, depth = 0, 0, -1, 0
        todo = edge & _LETTERS  # letters the blank has still to try here
        while True:
            if edge & room[AHEAD + place]:
                bit = room[BIT + place]
                if edge & bit:
                    room[S_EDGE + depth] = edge
                    room[S_PLACE + depth] = room[NEXT + place] << 8 | begin
                    room[S_BLANK + depth] = blank
                    room[S_CARDS + depth] = todo
                    depth += 1
                    edge = edges[np.uint64((edge >> CHILD) + ones(edge & (bit - 1)))]
                    if blank >= 0 and (edge >> SPELLING) & _SPELLINGS:
                        found |= 1 << blank
                    place += 1
                    begin = place
                    todo = edge & _LETTERS if blank < 0 else 0
                else:
                    place = room[NEXT + place]
            elif todo & ~found:
                bit = (todo & ~found) & -(todo & ~found)
                room[S_EDGE + depth] = edge
                room[S_PLACE + depth] = place << 8 | begin
                room[S_BLANK + depth] = blank
                room[S_CARDS + depth] = todo & ~bit
                depth += 1
                edge = edges[np.uint64((edge >> CHILD) + ones(edge & (bit - 1)))]
                blank = lowest(bit)
                if (edge >> SPELLING) & _SPELLINGS:
                    found |= bit
                place = begin
                todo = 0
            elif depth == 0:
                break
            else:
                depth -= 1
                edge = room[S_EDGE + depth]
                place = room[S_PLACE + depth] >> 8
                begin = room[S_PLACE + depth] & 255
                blank = room[S_BLANK + depth]
                todo = room[S_CARDS + depth]
    return found


@kernel
def _stands_at(spelled, place, text, count, free):
    """Whether the letters of a text stand at a place of a word; the letter at `free` may be any (-1: none)."""
    for i in range(count):
        if i != free and spelled[place + i] != (text >> (8 * i)) & 255:
            return False
    return True


@kernel
def tilings(spelled, card, first, cards, room, most):
    """Write the sets of cards that spell a word in which one wound card stands at a place; return how many, at most `most`."""
    length = int(spelled[LONGEST])
    behind = first + room[COUNT + card]
    found, depth, place, used, candidate = 0, 0, 0, 1 << card, 0
    while True:
        if place == first:
            place = behind
        if place == length:
            known = False
            for i in range(found):
                known = known or room[TILINGS + i] == used
            if not known:
                room[TILINGS + found] = used
                found += 1
                if found == most:
                    return found
            candidate = cards
        ends = first if place < first else length
        while candidate < cards and not _may_stand(spelled, place, ends, candidate, used, room):
            candidate += 1
        if candidate < cards:
            room[S_PLACE + depth] = place
            room[S_CARDS + depth] = used
            room[S_EDGE + depth] = candidate + 1
            depth += 1
            used |= 1 << candidate
            place += room[COUNT + candidate]
            candidate = 0
        elif depth == 0:
            return found
        else:
            depth -= 1
            place = room[S_PLACE + depth]
            used = room[S_CARDS + depth]
            candidate = room[S_EDGE + depth]


@kernel
def _may_stand(spelled, place, ends, card, used, room):
    """Whether an unused card fits at a place of a word and no equal card before it is unused."""
    if (used >> card) & 1 or place + room[COUNT + card] > ends:
        return False
    if not _stands_at(spelled, place, room[TEXT + card], room[COUNT + card], -1):
        return False
    for other in range(card):
        if not (used >> other) & 1 and room[SYMBOL + other] == room[SYMBOL + card] and room[SAME + other] == room[SAME + card]:
            return False
    return True


@kernel
def letters_for_wounds(c, cards, room):
    """Find for every letter of every different wound the letters that would make the wound part of a word in its place.

    Written as pairs: the card and which letter of it, ``card | at << 8 | letters it keeps << 16``, and the set of letters. One pass over
    the word list serves all of them: only words that lack one letter at most are looked at, and only for wounds whose other letters they
    have.

    Returns
    -------
    int64
        How many pairs there are.
    """
    have, longest, pairs = 0, 0, 0
    for card in range(cards):
        have |= room[LETTER_SET + card]
        longest += room[COUNT + card]
        new = room[COUNT + card] > 1
        for other in range(card):
            new = new and (room[SAME + other] != room[SAME + card] or room[TEXT + other] != room[TEXT + card])
        for at in range(room[COUNT + card] if new else 0):
            kept = 0
            for i in range(room[COUNT + card]):
                kept |= 1 << ((room[TEXT + card] >> (8 * i)) & 255) if i != at else 0
            if pairs < MOST_PAIRS:
                room[PAIRS + pairs] = card | at << 8 | kept << 16
                room[PAIR_LETTERS + pairs] = 0
                pairs += 1
    for word in range(c.words if pairs > 0 else 0):
        letters = int(c.word_letters[word])
        missing = letters & ~have
        if missing & (missing - 1) or c.spelled[word, LONGEST] > longest:
            continue
        spelled = c.spelled[word]
        for pair in range(pairs):
            if (room[PAIRS + pair] >> 16) & ~letters:
                continue
            card, at = room[PAIRS + pair] & 255, (room[PAIRS + pair] >> 8) & 255
            for first in range(int(spelled[LONGEST]) - room[COUNT + card] + 1):
                letter = 1 << int(spelled[first + at])
                if not room[PAIR_LETTERS + pair] & letter and missing & ~letter == 0:
                    if _stands_at(spelled, first, room[TEXT + card], room[COUNT + card], at) and tilings(
                        spelled, card, first, cards, room, 1
                    ):
                        room[PAIR_LETTERS + pair] |= letter
    return pairs


@kernel
def list_with_wound(c, kind, card, cards, room, actions, n, full):
    """Append every word in which a changed wound stands; return how many actions there are then, or -1 if they do not fit."""
    have, begin = 0, n
    for i in range(cards):
        have |= room[LETTER_SET + i]
    for word in range(c.words):
        if int(c.word_letters[word]) & ~have:
            continue
        spelled = c.spelled[word]
        for first in range(int(spelled[LONGEST]) - room[COUNT + card] + 1):
            if not _stands_at(spelled, first, room[TEXT + card], room[COUNT + card], -1):
                continue
            for i in range(tilings(spelled, card, first, cards, room, MOST_TILINGS)):
                used = room[TILINGS + i]
                _, vowels, differ = letters_of(used, room)
                action = kind | used << CARDS | differ << DIFFERENT | vowels << VOWEL_COUNT | shape(spelled) << SHAPE
                n = _add_easiest(action, int(c.word_rarity[word]), actions, begin, n, full)
    return n if n <= full else -1


@kernel
def _add_easiest(action, rarity, actions, begin, n, full):
    """Append a word, or note that an equal one is easier than was known."""
    below = (1 << RARITY) - 1
    for i in range(begin, min(n, full)):
        if actions[i] & below == action:
            actions[i] = action | min(rarity, (actions[i] >> RARITY) & 15) << RARITY
            return n
    if n < full:
        actions[n] = action | rarity << RARITY
    return n + 1


@kernel
def shape(spelled):
    """Return the spelling class of a word of the list."""
    length = int(spelled[LONGEST])
    first, last = int(spelled[0]), int(spelled[length - 1])
    found = (STARTS_VOWEL if (_VOWELS >> first) & 1 else 0) | (ENDS_VOWEL if (_VOWELS >> last) & 1 else 0)
    found |= SAME_ENDS if first == last else 0
    for i in range(1, length):
        if spelled[i] == spelled[i - 1]:
            found |= DOUBLED
    return found
