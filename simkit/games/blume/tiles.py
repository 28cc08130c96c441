"""The tile bag, the row of face-up tiles, the discarded tiles."""

import numpy as np

from simkit.core.bits import NONE, bit, lowest
from simkit.core.decks import order
from simkit.core.events import note
from simkit.core.jit import kernel
from simkit.games.blume.garden import is_field
from simkit.games.blume.names import BAG, CARD_TILE, DREW, EMPTY, REFILLED, ROW_CAP, SHOWED_TILE, TILE_CAP

ONE = np.uint64(1)


@kernel
def discard(s, tile):
    """Lay a tile with the discarded ones."""
    s.discards[tile >> 6] |= bit(tile & 63)
    s.discard_size += 1


@kernel
def in_bag(s):
    """Return how many tiles are in the bag."""
    return int(s.bag_end) - int(s.bag_top)


@kernel
def can_draw(s):
    """Whether a tile can be drawn: an empty bag is filled with the discarded tiles (ruling BL-R9)."""
    return in_bag(s) > 0 or s.discard_size > 0


@kernel
def refill_bag(c, s, log):
    """Put all discarded tiles into the empty bag."""
    size = 0
    for part in range(3):
        rest = s.discards[part]
        while rest != NONE:
            s.bag[size] = 64 * part + lowest(rest)
            size += 1
            rest &= rest - ONE
        s.discards[part] = NONE
    for place in range(size, TILE_CAP):
        s.bag[place] = EMPTY
    s.bag_top = 0
    s.bag_end = size
    s.discard_size = 0
    s.refills += 1
    order(s.bag, 0, size, c.identity, s.luck[BAG], s.game, BAG, int(s.refills))
    note(log, REFILLED, int(s.seat), -1, size, 0)


@kernel
def draw_tile(c, s, log):
    """Take a tile from the bag, or return EMPTY."""
    if in_bag(s) == 0:
        if s.discard_size == 0:
            return EMPTY
        refill_bag(c, s, log)
    tile = int(s.bag[s.bag_top])
    s.bag[s.bag_top] = EMPTY
    s.bag_top += 1
    return tile


@kernel
def draw_aside(c, s, place, log):
    """Draw a tile into a place of `drawn`."""
    tile = draw_tile(c, s, log)
    s.drawn[place] = tile
    if tile != EMPTY:
        note(log, DREW, int(s.seat), CARD_TILE + tile, 0, 0)


@kernel
def row_size(c, s):
    """Return how many tiles lie face up at the start of a turn."""
    return int(c.field_row_size) if is_field(c, s) else int(c.row_size)


@kernel
def refresh(c, s, log):
    """Reveal tiles until the row is full; return how many lie there (blume.md, "1. Refresh Tiles")."""
    lying = 0
    for place in range(row_size(c, s)):
        if s.row[place] == EMPTY:
            tile = draw_tile(c, s, log)
            s.row[place] = tile
            if tile != EMPTY:
                note(log, SHOWED_TILE, int(s.seat), CARD_TILE + tile, place, 0)
        if s.row[place] != EMPTY:
            lying += 1
    return lying


@kernel
def is_twin(c, s, place):
    """Whether a tile that looks the same lies in the row before this one; alone the Tertill tells them apart by their place."""
    if s.players == 1:
        return False
    tile = int(s.row[place])
    for other in range(place):
        if s.row[other] != EMPTY:
            if c.rotation and c.look[s.row[other]] == c.look[tile]:
                return True
            if c.corners[s.row[other]] == c.corners[tile]:
                return True
    return False


@kernel
def is_drawn_twin(c, s, place):
    """Whether a tile that looks the same was drawn before this one."""
    for other in range(place):
        if s.drawn[other] != EMPTY and c.look[s.drawn[other]] == c.look[s.drawn[place]]:
            if c.rotation or c.corners[s.drawn[other]] == c.corners[s.drawn[place]]:
                return True
    return False


@kernel
def slide(s):
    """Close the gaps of the row to the left."""
    free = 0
    for place in range(ROW_CAP):
        if s.row[place] != EMPTY:
            tile = s.row[place]
            s.row[place] = EMPTY
            s.row[free] = tile
            free += 1
