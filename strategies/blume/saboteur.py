"""The others' market: lower the pegs of what they hold."""

from simkit.core.strategy import strategy
from strategies.blume.judging import best_move, decide, tastes, value_kinds, value_moves, value_stocks


@strategy("lowers the market of what others hold", game="blume", hope=1.0, spite=1.6, own=0.8, ready=0.35, half=0.1)
def saboteur(kernels, config, s, actions, n, weights, scratch):
    """`spite` weighs the others' flowers when a peg may move, `own` the own ones."""
    states, _, floats, _ = scratch
    numbers = floats[0]
    value_stocks(config, s, int(s.seat), weights[0], numbers)
    value_moves(config, s, int(s.seat), weights[2], weights[1], numbers)
    value_kinds(config, s, int(s.seat), 1.0, 0.9, 1.0, numbers)
    tastes(numbers, weights[3], weights[4], 0.0, best_move(numbers), -1.0, -1.5, 0.0)
    return decide(config, s, actions, n, states[0], numbers, floats[1])
