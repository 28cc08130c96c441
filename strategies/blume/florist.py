"""Flowers, as many as there are: finish them wherever one can, stock every one of them."""

from simkit.core.strategy import strategy
from simkit.games.blume.garden import is_field
from strategies.blume.judging import STOCKS, decide, tastes, value_kinds, value_moves, value_stocks


@strategy("finishes flowers greedily and stocks them", game="blume", ready=0.3, half=0.05)
def florist(kernels, config, s, actions, n, weights, scratch):
    """Every flower is worth the same; `ready` and `half` are what one is worth that lacks one tile, or two."""
    states, _, floats, _ = scratch
    numbers, seat = floats[0], int(s.seat)
    value_stocks(config, s, seat, 1.0, numbers)
    if not is_field(config, s):
        for colour in range(6):
            numbers[STOCKS + colour] = 1.0
    value_moves(config, s, seat, 0.01, 0.0, numbers)
    value_kinds(config, s, seat, 1.0, 0.5, 0.0, numbers)
    tastes(numbers, weights[0], weights[1], 0.0, 0.1, -0.1, -0.5, 0.0)
    return decide(config, s, actions, n, states[0], numbers, floats[1])
