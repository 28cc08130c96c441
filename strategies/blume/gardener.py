"""The blend: what stocks, market moves and hybrids will score by the end, own flowers against the others'."""

from simkit.core.strategy import strategy
from simkit.games.blume.garden import is_field
from simkit.games.blume.market import UP
from strategies.blume.judging import MOVES, best_move, decide, tastes, value_kinds, value_moves, value_stocks


@strategy(
    "weighs stocks, market moves and hybrids by what they will still score, against what they give the others",
    game="blume", hope=0.5, own=0.8, future=0.8, rivalry=1.0, ready=0.65, half=0.4, bare=0.12, more=1.0, field=0.75,
)  # fmt: skip
def gardener(kernels, config, s, actions, n, weights, scratch):
    """`hope` is the rise one counts on, `future` flowers still to be stocked; `rivalry` weighs what a move gives the others.

    A field may end at any turn, a garden is filled: there each missing tile makes a flower worth less by the factor `field`.
    """
    states, _, floats, _ = scratch
    numbers, seat = floats[0], int(s.seat)
    value_stocks(config, s, seat, weights[0], numbers)
    value_moves(config, s, seat, weights[1], weights[3], numbers)
    for colour in range(6):
        numbers[MOVES + 2 * colour + UP] += weights[2]
    value_kinds(config, s, seat, 1.0, 1.0, 1.0, numbers)
    soon = weights[8] if is_field(config, s) else 1.0
    tastes(numbers, soon * weights[4], soon**2 * weights[5], soon**3 * weights[6], best_move(numbers), -1.0, -1.0, weights[7])
    return decide(config, s, actions, n, states[0], numbers, floats[1])
