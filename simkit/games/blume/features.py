"""What a position is worth looking at, in numbers: the columns of `GAME.features`."""

from simkit.core.bits import count
from simkit.core.jit import kernel
from simkit.games.blume.field import SLOTS, word_in
from simkit.games.blume.flowers import kinds_for
from simkit.games.blume.garden import FIRST_HYBRID, is_field, spot_point
from simkit.games.blume.market import worth
from simkit.games.blume.names import ROUNDS
from simkit.games.blume.scoring import greenhouse_flowers, open_points

# What `greedy` gives for each unless told otherwise: points count in full, a flower for what it will still score.
FEATURE_WEIGHTS = (1.0, 0.6, 2.0, 3.0, 0.7, 0.15, 0.2, 0.5, -0.5)


@kernel
def empty_corners(word):
    """Return how many of the four corners at a meeting point have no tile."""
    empty = 0
    for corner in range(4):
        empty += 1 if (word >> (3 * corner)) & 7 == 7 else 0
    return empty


@kernel
def scorings_left(s):
    """Return how often greenhouse times market is still scored."""
    return 0 if s.over else ROUNDS - int(s.stage)


@kernel
def open_worth(c, s, seat):
    """Return a seat's points as they would be if nothing changed."""
    return open_points(c, s, seat) + scorings_left(s) * worth(s, seat)


def features(c, s, seat, out):
    """Write the features of a position for one seat."""
    ready, half = 0, 0
    kinds = 0b1111110 if is_field(c, s) else kinds_for(c, s, seat)
    slots = int(SLOTS[s.players])
    for index in range(slots if is_field(c, s) else 16):
        word = word_in(s, seat * slots + index) if is_field(c, s) else int(s.points[seat, spot_point(index)])
        if (int(c.reach[word]) & kinds) != 0:
            empty = empty_corners(word)
            ready += 1 if empty == 1 else 0
            half += 1 if empty == 2 else 0
    pending = 0
    if s.seat == seat:
        for i in range(s.waiting):
            pending += 1 if int(s.pending[i]) & 31 < FIRST_HYBRID else 2
    best_other = 0
    for other in range(s.players):
        if other != seat:
            best_other = max(best_other, open_worth(c, s, other))
    out[0] = open_points(c, s, seat)
    out[1] = scorings_left(s) * worth(s, seat)
    out[2] = greenhouse_flowers(s, seat)
    out[3] = pending
    out[4] = ready
    out[5] = half
    out[6] = count(s.standing[seat])
    out[7] = s.gloves[seat]
    out[8] = best_other
