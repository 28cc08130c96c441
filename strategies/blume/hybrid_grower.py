"""Hybrids: two flowers at once, and more tiles to prune, so more to place."""

from simkit.core.strategy import strategy
from strategies.blume.judging import decide, tastes, value_kinds, value_moves, value_stocks


@strategy("grows hybrids first, and prunes much to grow them again", game="blume", hybrid=2.5, hope=1.2, ready=0.4, half=0.15)
def hybrid_grower(kernels, config, s, actions, n, weights, scratch):
    """`hybrid` is what the flowers of a hybrid are worth more than single ones."""
    states, _, floats, _ = scratch
    numbers = floats[0]
    value_stocks(config, s, int(s.seat), weights[1], numbers)
    value_moves(config, s, int(s.seat), 0.8, 0.3, numbers)
    value_kinds(config, s, int(s.seat), 1.0, weights[0], 1.0, numbers)
    tastes(numbers, weights[2], weights[3], 0.03, 0.5, -1.0, -1.0, 1.0)
    return decide(config, s, actions, n, states[0], numbers, floats[1])
