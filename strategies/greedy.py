"""The action whose next position is worth most by weighted features, judged on a possible deal."""

from simkit.core.chance import below
from simkit.core.jit import copy_record
from simkit.core.strategy import strategy
from simkit.core.table import coins

NO_LIMIT = -1e300


@strategy("looks one action ahead and takes the position with the best weighted features", features=True)
def greedy(kernels, config, s, actions, n, weights, scratch):
    """Try every action on a copy whose unseen cards and dice are dealt anew; the first of equals wins."""
    _, _, apply, _, features, redeal, _ = kernels
    states, _, floats, no_log = scratch
    seat = int(s.seat)
    guess, trial, seen = states[0], states[1], floats[0]
    source = coins(s, seat)
    copy_record(guess, s)
    redeal(config, guess, seat, below(s.luck[source], s.game, source, s.decisions[seat], 1 << 30))
    for j in range(len(weights)):
        seen[j] = 0.0  # a line-up's weights are as long as its longest; what is beyond the features weighs nothing
    best, best_worth = 0, NO_LIMIT
    for i in range(n):
        copy_record(trial, guess)
        apply(config, trial, actions[i], no_log)
        features(config, trial, seat, seen)
        worth = 0.0
        for j in range(len(weights)):
            worth += weights[j] * seen[j]
        if worth > best_worth:
            best, best_worth = i, worth
    return best
