"""Players of the stall: one that looks at no card, and one that takes the better."""

import numpy as np

from simkit.core.strategy import strategy


@strategy("takes the left card", game="card_stall")
def leftmost(kernels, config, s, actions, n, weights, scratch):
    """Take the left card, whatever it is."""
    return np.int64(0)


@strategy("takes the card with more points", game="card_stall")
def grabber(kernels, config, s, actions, n, weights, scratch):
    """Take the card that scores more; the left one of equals."""
    best = np.int64(0)
    for i in range(1, n):
        mine, other = s.stall[actions[i]], s.stall[actions[best]]
        seat = s.seat
        if config.points[mine] + config.extra_points[seat, mine] > config.points[other] + config.extra_points[seat, other]:
            best = np.int64(i)
    return best
