"""The Tertill, a player's automated neighbour in the Solo Variant.

Source: blume.md, "Solo Variant"; rulings BL-R19 to R22, R26, R27.
"""

from simkit.core.bits import NONE, bit, lowest
from simkit.core.decks import order
from simkit.core.events import note
from simkit.core.jit import kernel
from simkit.games.blume.flowers import note_late
from simkit.games.blume.market import DOWN, UP, move_peg
from simkit.games.blume.names import (
    CANS,
    CARD_CAN,
    CARD_HYBRID,
    CARD_TILE,
    EACH_TURN,
    EMPTY,
    HYBRIDS,
    ON_TRIGGER,
    SHOWED_CAN,
    SHOWED_HYBRID,
    TERTILL_CLEARED,
    TERTILL_TOOK,
)
from simkit.games.blume.tiles import ONE, discard, refresh, slide


@kernel
def has_tertill(c, s):
    """Whether the Tertill plays beside a player alone."""
    return s.players == 1 and c.solo != 0


@kernel
def show_hybrid(c, s, log):
    """Reveal the top hybrid tile; the spent stack is shuffled again."""
    if s.hybrid_top == c.hybrids:
        s.hybrid_shuffles += 1
        order(s.hybrid_deck, 0, int(c.hybrids), c.hybrid_identity, s.luck[HYBRIDS], s.game, HYBRIDS, int(s.hybrid_shuffles))
        s.hybrid_top = 0
    s.hybrid = s.hybrid_deck[s.hybrid_top]
    s.hybrid_top += 1
    pair = 1 << int(c.hybrid_pair[s.hybrid])
    s.open_pairs = s.open_pairs | pair if c.solo_hybrids else pair
    note(log, SHOWED_HYBRID, 0, CARD_HYBRID + int(s.hybrid), 0, 0)
    note_late(c, s)


@kernel
def show_can(c, s, log):
    """Reveal the top watering can; the spent stack is shuffled again."""
    if s.can_top == s.can_end:
        s.can_shuffles += 1
        order(s.can_stack, 0, int(s.can_end), c.can_identity, s.luck[CANS], s.game, CANS, int(s.can_shuffles))
        s.can_top = 0
    s.can = s.can_stack[s.can_top]
    s.can_top += 1
    s.location = c.can_place[s.can]
    note(log, SHOWED_CAN, 0, CARD_CAN + int(s.can), 0, 0)


@kernel
def play_tertill(c, s, log):
    """Play phase 1: reveal, take a tile, influence the market where the hybrid is triggered."""
    if c.solo_reveals == EACH_TURN or s.hybrid_due:
        show_hybrid(c, s, log)
        s.hybrid_due = 0
    show_can(c, s, log)
    take_tile(c, s, log)
    refresh(c, s, log)
    if trigger(c, s, log) and c.solo_reveals == ON_TRIGGER:
        s.hybrid_due = 1


@kernel
def take_tile(c, s, log):
    """Take the tile whose place in the row the can names into the pool; an empty place gives none."""
    place = int(c.can_deck[s.can]) if c.solo_by_deck else int(c.can_number[s.can]) - 1
    tile = int(s.row[place])
    if tile == EMPTY:
        return
    s.row[place] = EMPTY
    if c.solo_row_slides:
        slide(s)
    s.pool[tile >> 6] |= bit(tile & 63)
    s.pool_size += 1
    for corner in range(4):
        s.pool_corners[(int(c.corners[tile]) >> (3 * corner)) & 7] += 1
    note(log, TERTILL_TOOK, 0, CARD_TILE + tile, place, 0)


@kernel
def shows(c, tile, colours):
    """Whether a tile shows one of a set of colours."""
    for corner in range(4):
        if (colours >> ((int(c.corners[tile]) >> (3 * corner)) & 7)) & 1:
            return True
    return False


@kernel
def trigger(c, s, log):
    """Clear the tiles that triggered the hybrid and move its two pegs; say whether it was triggered (rulings BL-R20, R21)."""
    left, right = int(c.hybrid_left[s.hybrid]), int(c.hybrid_right[s.hybrid])
    colours = 0
    if s.pool_corners[left] >= c.solo_trigger:
        colours |= 1 << left
    if s.pool_corners[right] >= c.solo_trigger:
        colours |= 1 << right
    if colours == 0:
        return False
    for part in range(3):
        rest = s.pool[part]
        while rest != NONE:
            tile = 64 * part + lowest(rest)
            rest &= rest - ONE
            if shows(c, tile, colours):
                s.pool[part] &= ~bit(tile & 63)
                s.pool_size -= 1
                for corner in range(4):
                    s.pool_corners[(int(c.corners[tile]) >> (3 * corner)) & 7] -= 1
                discard(s, tile)
                note(log, TERTILL_CLEARED, 0, CARD_TILE + tile, 0, 0)
    move_peg(c, s, 0, left, DOWN, log)
    move_peg(c, s, 0, right, UP, log)
    return True
