"""The watering can: flowers on its location stock and move the market."""

from simkit.core.strategy import strategy
from strategies.blume.judging import best_move, decide, tastes, value_kinds, value_moves, value_stocks


@strategy("chases the watering can location", game="blume", location=6.0, hope=1.0, ready=0.45, half=0.2)
def waterer(kernels, config, s, actions, n, weights, scratch):
    """`location` is what a flower there is worth beside its stock and its market move."""
    states, _, floats, _ = scratch
    numbers = floats[0]
    value_stocks(config, s, int(s.seat), weights[1], numbers)
    value_moves(config, s, int(s.seat), 1.0, 0.4, numbers)
    value_kinds(config, s, int(s.seat), 1.0, 1.0, 1.0, numbers)
    tastes(numbers, weights[2], weights[3], 0.05, weights[0] + best_move(numbers), -1.0, -1.0, 1.0)
    return decide(config, s, actions, n, states[0], numbers, floats[1])
