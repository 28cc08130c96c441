"""What a position is worth looking at, in numbers: the columns of `GAME.features`."""

from simkit.core.jit import kernel
from simkit.games.spellbook.cards import card_at
from simkit.games.spellbook.names import EMPTY, KINDS, NUM_COLOURS, RAISING, STORING_SPENT, SWAP_GET, SWAP_GIVE
from simkit.games.spellbook.scoring import end_points, familiar_points, printed_points

# What `greedy` gives for each unless told otherwise: points count in full, tokens for the spells they will pay for.
FEATURE_WEIGHTS = (1.0, 0.4, 0.4, 0.1, 0.1, 1.5, 0.25, 0.0)


@kernel
def standing(c, s, seat):
    """Return a seat's points as things stand."""
    points = int(c.start_points[s.players, seat]) + familiar_points(c, s, seat)
    for colour in range(NUM_COLOURS):
        points += printed_points(c, s, seat, colour) + end_points(c, s, seat, colour)
    return points


@kernel
def best_rise(c, s, seat):
    """Return what raising a spell brings at best."""
    best = 0
    for colour in range(NUM_COLOURS):
        level = int(s.level[seat, colour])
        if colour != s.source and 0 < level < 5:
            card = card_at(s, colour, level)
            best = max(best, int(c.points[card + 1]) - int(c.points[card]))
    return best


@kernel
def owned(s, seat, kind):
    """Return how many tokens of a kind a seat has, those that a swap will bring among them."""
    number = int(s.pool[seat, kind])
    if s.active == seat and (s.phase == SWAP_GET or s.phase == SWAP_GIVE):
        number += int(s.held[kind])
    return number


def features(c, s, seat, out):
    """Write the features of a position for one seat.

    What is sure to come of an action under way counts already, so that a player who looks one action ahead sees what it buys.
    """
    points = standing(c, s, seat)
    if s.phase == RAISING and s.active == seat:
        points += best_rise(c, s, seat)
    if s.phase == STORING_SPENT and s.active == seat:
        points += int(s.left)
    pool, progress, levels = 0, 0, 0
    for colour in range(NUM_COLOURS):
        number = 0
        for kind in range(3 * colour, 3 * colour + 3):
            number += owned(s, seat, kind)
        pool += number
        level = int(s.level[seat, colour])
        if level == 0:
            progress += min(number, 5) * min(number, 5)
        elif c.spell_phase[s.spell[colour]] != EMPTY:
            levels += level
    wilds = 0
    for rune in range(3):
        number = 0
        for kind in range(rune, KINDS, 3):
            number += owned(s, seat, kind)
        wilds += number // 3
    best_other = 0
    for other in range(s.players):
        if other != seat:
            best_other = max(best_other, standing(c, s, other))
    out[0] = points
    out[1] = s.stored[seat]
    out[2] = pool
    out[3] = progress
    out[4] = wilds
    out[5] = s.learned[seat]
    out[6] = levels
    out[7] = best_other
