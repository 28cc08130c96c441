"""The Field of Flowers: pegs on the first flower of each colour, one last turn for the others.

Source: blume.md, "Field of Flowers"; rulings BL-R18, R29, R31.
"""

from simkit.core.bits import count
from simkit.core.events import note
from simkit.core.jit import kernel
from simkit.games.blume.garden import FIRST_HYBRID, lay, reach_out, touched
from simkit.games.blume.names import BAG_OUT, EMPTY, LAST_TURNS, PEGGED, UNPEGGED
from simkit.games.blume.tiles import in_bag

LAST_PEG, NO_TILES = 2, 3  # `over`


@kernel
def grow_field(c, s, seat, place, tile, rotation, log):
    """Lay a tile in a field; completed single flowers get their peg at once."""
    lay(c, s, seat, place, tile, rotation)
    reach_out(s, seat, place)
    for corner in range(4):
        kind = int(c.kind[s.points[seat, touched(place, corner)]])
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
