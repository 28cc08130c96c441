"""The Field of Flowers: where its tiles lie, pegs on the first flower of each colour, one last turn for the others.

Source: blume.md, "Field of Flowers"; rulings BL-R18, R29, R31.

A field may reach as far as its tiles do, 64 places in a game of two, so its meeting points are kept in a hash table: an entry is the
point's place and its word, 0 where nothing was met, and is looked for from the slot its place is scattered to. A tile meets at most two new
points, the first four, so 192 tiles, the most a sheet can hold, meet no more than 194 of the 210 slots that each of two players has, 80 of
84 with five. With our 129 random fields of two players meet about 100 points, those of other players about 30.
"""

import numpy as np

from simkit.core.bits import count
from simkit.core.events import note
from simkit.core.jit import kernel
from simkit.games.blume.garden import FIRST_HYBRID, petal, turned
from simkit.games.blume.names import BAG_OUT, EMPTY, FIELD_SLOTS, FIELD_WIDTH, LAST_TURNS, PEGGED, SEATS, UNPEGGED
from simkit.games.blume.patterns import BARE
from simkit.games.blume.tiles import in_bag

LAST_PEG, NO_TILES = 2, 3  # `over`
SLOTS = np.array([0] + [FIELD_SLOTS // players for players in range(1, SEATS + 1)])  # of a seat, by players
AROUND = (-1, -FIELD_WIDTH, 1, FIELD_WIDTH)  # left, below, right, above
TOUCHED = (FIELD_WIDTH, FIELD_WIDTH + 1, 1, 0)  # from a place to the meeting points at its corners, clockwise from the upper left


@kernel
def slot_of(s, seat, point):
    """Return where a meeting point of a field is kept, or would be."""
    slots = int(SLOTS[s.players])
    slot = (((point * 40503) & 0xFFFF) * slots) >> 16  # the golden ratio scatters neighbours
    while True:
        entry = int(s.field[seat * slots + slot])
        if entry == 0 or entry >> 12 == point:
            return seat * slots + slot
        slot = slot + 1 if slot + 1 < slots else 0


@kernel
def word_in(s, slot):
    """Return the word kept in a slot; of an empty one that of a point without tiles."""
    entry = int(s.field[slot])
    return entry & BARE if entry else BARE


@kernel
def field_word(s, seat, point):
    """Return the word at a meeting point of a field."""
    return word_in(s, slot_of(s, seat, point))


@kernel
def field_touched(place, corner):
    """Return the meeting point at a corner of a place, as `touched` does in a garden."""
    return place + TOUCHED[corner]


@kernel
def field_words(s, seat, place):
    """Return the words at the four corners of a place."""
    a, b = field_word(s, seat, field_touched(place, 0)), field_word(s, seat, field_touched(place, 1))
    return a, b, field_word(s, seat, field_touched(place, 2)), field_word(s, seat, place)


@kernel
def lies(word, slot):
    """Return 1 if a tile lies at a meeting point, clockwise from the upper left, else 0."""
    return 1 if (word >> (3 * slot)) & 7 != 7 else 0


@kernel
def sides(s, seat, place):
    """Return the sides of a place of a field where tiles lie, as a set: 1 left, 2 below, 4 right, 8 above."""
    low, high = field_word(s, seat, place), field_word(s, seat, place + FIELD_WIDTH + 1)
    return lies(low, 0) | (lies(low, 2) << 1) | (lies(high, 2) << 2) | (lies(high, 0) << 3)


@kernel
def opens(s, seat, place, side, taken):
    """Return the place on a side of a tile, EMPTY if it is among those taken or the tile is not the first of those beside it."""
    beside = place + AROUND[side]
    if (taken >> side) & 1:
        return EMPTY
    around = sides(s, seat, beside)
    return beside if around & -around == 1 << (side ^ 2) else EMPTY


@kernel
def owner(laid):
    """Return whose tile an entry of `field_tiles` is."""
    return laid >> 26


@kernel
def place_of_laid(laid):
    """Return where the tile of an entry lies."""
    return (laid >> 10) & 0xFFFF


@kernel
def lies_of(laid):
    """Return 4 tile + rotation of an entry."""
    return laid & 1023


@kernel
def grow_field(c, s, seat, place, tile, rotation, log):
    """Lay a tile in a field; completed single flowers get their peg at once."""
    s.field_tiles[s.field_size] = (seat << 26) | (place << 10) | (4 * tile + rotation)
    s.field_size += 1
    corners = turned(int(c.corners[tile]), rotation)
    for corner in range(4):
        point = field_touched(place, corner)
        slot = slot_of(s, seat, point)
        word = word_in(s, slot) ^ petal(corners, corner)
        s.field[slot] = (point << 12) | word
        kind = int(c.kind[word])
        if 0 < kind < FIRST_HYBRID:
            s.singles_done[seat, 0] += 1
            if (int(s.field_pegs[seat]) >> (kind - 1)) & 1:
                s.field_flowers[seat] += 1
                note(log, UNPEGGED, seat, -1, kind - 1, 0)
            else:
                s.field_pegs[seat] |= 1 << (kind - 1)
                note(log, PEGGED, seat, -1, kind - 1, count(s.field_pegs[seat]))


@kernel
def end_field_turn(c, s, log):
    """End a turn: the game ends when all others had their last turn, or when the bag has run out."""
    seat = int(s.seat)
    if s.closer == EMPTY and count(s.field_pegs[seat]) >= c.last_peg:
        s.closer = seat
        note(log, LAST_TURNS, seat, -1, 0, 0)
    following = (seat + 1) % int(s.players)
    if s.closer == following:
        s.over = LAST_PEG
    elif in_bag(s) == 0:
        s.over = NO_TILES
        note(log, BAG_OUT, seat, -1, 0, 0)
