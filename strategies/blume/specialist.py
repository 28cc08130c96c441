"""One colour: grow it, stock it, raise it."""

from simkit.core.jit import kernel
from simkit.core.strategy import strategy
from simkit.games.blume.field import lies_of, owner
from simkit.games.blume.market import UP
from simkit.games.blume.names import EMPTY, PLACES
from strategies.blume.judging import MOVES, STOCKS, best_move, decide, tastes, value_kinds, value_moves, value_stocks


@kernel
def corners_of(c, lies, colour):
    """Return how many corners of a tile have a colour."""
    corners, found = int(c.corners[lies >> 2]), 0
    for corner in range(4):
        found += 1 if (corners >> (3 * corner)) & 7 == colour else 0
    return found


@kernel
def own_colour(c, s, seat):
    """Return the colour a seat goes for: most in its greenhouse, then on its tiles, the first of equals."""
    best, most = 0, -1
    for colour in range(6):
        weight = 100 * min(int(s.greenhouse[seat, colour]), int(c.greenhouse_capacity) - 1)
        if s.greenhouse[seat, colour] >= c.greenhouse_capacity:
            weight = 0  # no more of it fits
        for place in range(PLACES):
            if s.garden[seat, place] != EMPTY:
                weight += corners_of(c, s.garden[seat, place], colour)
        for i in range(s.field_size):
            if owner(int(s.field_tiles[i])) == seat:
                weight += corners_of(c, lies_of(int(s.field_tiles[i])), colour)
        if weight > most:
            best, most = colour, weight
    return best


@strategy("goes for one colour: grows it, stocks it, raises it", game="blume", love=1.5, hope=1.0, ready=0.4, half=0.12)
def specialist(kernels, config, s, actions, n, weights, scratch):
    """`love` is what stocking or raising the own colour is worth beside what it scores."""
    states, _, floats, _ = scratch
    numbers, seat = floats[0], int(s.seat)
    value_stocks(config, s, seat, weights[1], numbers)
    value_moves(config, s, seat, 1.0, 0.2, numbers)
    colour = own_colour(config, s, seat)
    numbers[STOCKS + colour] += 2.0 * weights[0]
    numbers[MOVES + 2 * colour + UP] += weights[0]
    value_kinds(config, s, seat, 1.0, 1.0, 1.0, numbers)
    tastes(numbers, weights[2], weights[3], 0.02, best_move(numbers), -1.0, -1.0, 1.0)
    return decide(config, s, actions, n, states[0], numbers, floats[1])
