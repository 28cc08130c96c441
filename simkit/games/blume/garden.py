"""The flower bed: where tiles lie, and which flowers a tile completes. The hot kernel.

A meeting point has the number of the place up and to the right of it, so a tile touches the point of its own place, of the place above, of
the one to the right and of the one between these. Its four corners are kept in one word (see patterns.py), so laying or lifting a tile is
an exclusive or at each of the four, and which flower four corners make is one look into a table. Fields are kept otherwise: see field.py.
"""

import numpy as np

from simkit.core.bits import lowest
from simkit.core.jit import kernel
from simkit.games.blume.names import EMPTY, WIDTH

FIRST_HYBRID = 7  # kinds from here are hybrids
# From a place to the others it meets. Unsigned, as a signed index that may be negative costs numba a comparison.
_RIGHT, _ABOVE, _ACROSS = np.uint64(1), np.uint64(WIDTH), np.uint64(WIDTH + 1)
SQUARES = (0x070707, 0x0F0F0F0F, 0x1F1F1F1F1F)  # 3 x 3, 4 x 4 and 5 x 5, eight bits a row


@kernel
def is_field(c, s):
    """Whether the Field of Flowers is played; alone it is not (ruling BL-R39)."""
    return c.variant != 0 and s.players > 1


@kernel
def turned(corners, rotation):
    """Turn a tile's corners clockwise by so many quarters."""
    shift = 3 * rotation
    return ((corners << shift) | (corners >> (12 - shift))) & 4095


@kernel
def petal(corners, corner):
    """Return what a tile's corner changes in the word of its meeting point: there the tile lies on the opposite side."""
    return (7 ^ ((corners >> (3 * corner)) & 7)) << ((3 * corner + 6) % 12)


@kernel
def touched(place, corner):
    """Return the meeting point at a corner of a place: 0 top left, 1 top right, 2 bottom right, 3 bottom left."""
    if corner == 0:
        return place + WIDTH
    if corner == 1:
        return place + WIDTH + 1
    return place + 1 if corner == 2 else place


@kernel
def words_with(points, place, corners):
    """Return the words at the four corners of an empty place if a tile lay there."""
    at = np.uint64(place)
    return (
        int(points[at + _ABOVE]) ^ petal(corners, 0),
        int(points[at + _ACROSS]) ^ petal(corners, 1),
        int(points[at + _RIGHT]) ^ petal(corners, 2),
        int(points[at]) ^ petal(corners, 3),
    )


@kernel
def flowers_with(kinds, points, place, corners):
    """Return the kinds of flower a tile would complete at the four corners of an empty place, five bits each."""
    a, b, c, d = words_with(points, place, corners)
    return int(kinds[a & 4095]) | (int(kinds[b & 4095]) << 5) | (int(kinds[c & 4095]) << 10) | (int(kinds[d & 4095]) << 15)


@kernel
def switch(points, place, corners):
    """Lay a tile's corners on an empty place, or lift those that lie there."""
    at = np.uint64(place)
    points[at + _ABOVE] ^= petal(corners, 0)
    points[at + _ACROSS] ^= petal(corners, 1)
    points[at + _RIGHT] ^= petal(corners, 2)
    points[at] ^= petal(corners, 3)


@kernel
def corners_at(c, s, seat, place):
    """Return the corners of the tile on a place, as it is turned."""
    lies = int(s.garden[seat, place])
    return turned(int(c.corners[lies >> 2]), lies & 3)


@kernel
def lay(c, s, seat, place, tile, rotation):
    """Lay a tile on an empty place."""
    s.garden[seat, place] = 4 * tile + rotation
    switch(s.points[seat], place, turned(int(c.corners[tile]), rotation))
    s.occupied[seat] |= 1 << place


@kernel
def lift(c, s, seat, place):
    """Lift the tile from a place, with the hybrids it was part of; return its number."""
    tile = int(s.garden[seat, place]) >> 2
    switch(s.points[seat], place, corners_at(c, s, seat, place))
    s.garden[seat, place] = EMPTY
    s.occupied[seat] &= ~(1 << place)
    for corner in range(4):
        s.standing[seat] &= ~spot(touched(place, corner))
    return tile


@kernel
def spot(point):
    """Return an inner meeting point as a bit of `standing`, 0 for the others."""
    row, column = point // WIDTH - 1, point % WIDTH - 1
    return 1 << (4 * row + column) if 0 <= row < 4 and 0 <= column < 4 else 0


@kernel
def spot_point(index):
    """Return the meeting point of a bit's index in `standing`."""
    return WIDTH * (index // 4 + 1) + index % 4 + 1


@kernel
def standing_pairs(c, s, seat):
    """Return the pairs of the hybrids that count in a garden, as a set."""
    rest = int(s.standing[seat])
    pairs = 0
    while rest:
        pairs |= 1 << (int(c.kind[s.points[seat, spot_point(lowest(np.uint64(rest)))]]) - FIRST_HYBRID)
        rest &= rest - 1
    return pairs


@kernel
def square(s):
    """Return this round's square as bits of `occupied`."""
    if s.stage == 0:
        return SQUARES[0]
    return SQUARES[1] if s.stage == 1 else SQUARES[2]


@kernel
def beside(s, seat):
    """Return the empty places of the square where a tile may lie, as bits: beside an own tile, anywhere in an empty garden."""
    own = int(s.occupied[seat])
    return neighbours(s, own) if own else square(s)


@kernel
def neighbours(s, own):
    """Return the empty places of the square beside those of a set."""
    return ((own << 1) | (own >> 1) | (own << WIDTH) | (own >> WIDTH)) & square(s) & ~own


@kernel
def words_at(points, place):
    """Return the words at the four corners of a place, twelve bits each."""
    packed = 0
    for corner in range(4):
        packed |= int(points[touched(place, corner)]) << (12 * corner)
    return packed


@kernel
def is_full(s, seat):
    """Whether a garden's square is full."""
    return square(s) & ~int(s.occupied[seat]) == 0
