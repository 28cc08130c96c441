"""What an experiment adds to a game: extra points per seat and card."""

from simkit.core.events import POINTS, note
from simkit.core.jit import kernel
from simkit.games.blume.names import L_EXTRA


@kernel
def score_points(s, seat, line, points, card, log):
    """Score points on a line."""
    s.scored[seat, line] += points
    note(log, POINTS, seat, card, points, line)


@kernel
def extra(c, s, seat, card, log):
    """Score an experiment's extra points for a card, if there are any."""
    points = int(c.extra_points[seat, card])
    if points != 0:
        score_points(s, seat, L_EXTRA, points, card, log)
