"""The flower market and the greenhouses: where pegs may move, what may be stocked."""

from simkit.core.events import note
from simkit.core.jit import kernel
from simkit.games.blume.names import EMPTY, LOWERED, MOVED, STOCKED

DOWN, UP = 0, 1


@kernel
def is_free(c, s, space):
    """Whether a space of the track has room for a peg (ruling BL-R35)."""
    if c.market_holes:
        for colour in range(6):
            if s.market[colour] == space:
                return False
    return True


@kernel
def next_space(c, s, colour, direction):
    """Return the next available space for a peg, or EMPTY: never back to 0, never beyond the ends (ruling BL-R11)."""
    step = 1 if direction == UP else -1
    space = int(s.market[colour]) + step
    while 1 <= space <= c.market_max:
        if is_free(c, s, space):
            return space
        space += step
    return EMPTY


@kernel
def is_greenhouse_full(c, s, seat, colour):
    """Whether a seat's greenhouse holds no more flowers of a colour."""
    return s.greenhouse[seat, colour] >= c.greenhouse_capacity


@kernel
def full_colours(c, s, seat, more):
    """Return the colours a seat may not raise, as a set, once `more` (a set) is stocked (rulings BL-R12, R25, R30)."""
    full = 0
    for colour in range(6):
        if int(s.greenhouse[seat, colour]) + ((more >> colour) & 1) >= c.greenhouse_capacity:
            full |= 1 << colour
    return full


@kernel
def move_peg(c, s, seat, colour, direction, log):
    """Move a peg to its next available space; say whether it could move."""
    space = next_space(c, s, colour, direction)
    if space == EMPTY:
        return False
    note(log, MOVED, seat, -1, colour, int(s.market[colour]) * 16 + space)
    s.market[colour] = space
    return True


@kernel
def stock(s, seat, colour, log):
    """Add a flower to a greenhouse."""
    s.greenhouse[seat, colour] += 1
    note(log, STOCKED, seat, -1, colour, int(s.greenhouse[seat, colour]))


@kernel
def lower(s, seat, colour, log):
    """Take a flower out of a greenhouse."""
    s.greenhouse[seat, colour] -= 1
    note(log, LOWERED, seat, -1, colour, int(s.greenhouse[seat, colour]))


@kernel
def worth(s, seat):
    """Return greenhouse times market, colour by colour (blume.md, "End of Round Scoring")."""
    total = 0
    for colour in range(6):
        total += int(s.greenhouse[seat, colour]) * int(s.market[colour])
    return total
