"""How many pieces are in use: the columns of `GAME.pieces`."""

from simkit.core.bits import count
from simkit.games.blume.names import TOOLS_SHOWN


def stock(c, s, counts):
    """Count tiles out of the bag, gloves on tools, drops on botanist cards, and the pegs of the seat that placed most in its field."""
    counts[0] = c.tiles - (s.bag_end - s.bag_top)
    gloves, pegs = 0, 0
    for slot in range(TOOLS_SHOWN):
        gloves += int(s.on_tool[slot])
    for seat in range(s.players):
        pegs = max(pegs, count(s.field_pegs[seat]))
    counts[1] = gloves
    counts[2] = count(s.drops)
    counts[3] = pegs
