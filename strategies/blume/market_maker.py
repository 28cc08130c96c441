"""The market: raise the pegs of what lies in the own greenhouse, however that serves others."""

from simkit.core.strategy import strategy
from strategies.blume.judging import best_move, decide, tastes, value_kinds, value_moves, value_stocks


@strategy("raises the market of what it holds, stocks when that is little", game="blume", hope=0.7, hold=1.5, ready=0.4, half=0.1)
def market_maker(kernels, config, s, actions, n, weights, scratch):
    """`hold` weighs own flowers when a peg may rise; `hope` is the rise counted on when stocking."""
    states, _, floats, _ = scratch
    numbers = floats[0]
    value_stocks(config, s, int(s.seat), weights[0], numbers)
    value_moves(config, s, int(s.seat), weights[1], 0.0, numbers)
    value_kinds(config, s, int(s.seat), 1.0, 1.0, 1.0, numbers)
    tastes(numbers, weights[2], weights[3], 0.0, best_move(numbers), -1.0, -1.5, 1.0)
    return decide(config, s, actions, n, states[0], numbers, floats[1])
