"""Three strategies that break the promise not to peek; the test of the test."""

from simkit.core.jit import copy_record
from simkit.core.strategy import strategy


@strategy("reads the top card of the deck", game="spellbloom")
def deck_reader(kernels, config, s, actions, n, weights, scratch):
    """Choose by a card that nobody sees."""
    return int(s.deck[s.deck_top]) % n


@strategy("tries actions on the real record, so it sees the real future", game="spellbloom")
def seer(kernels, config, s, actions, n, weights, scratch):
    """Choose by how dice and cards will really fall."""
    reset, legal, apply, score, features, redeal, audit = kernels
    states, lists, floats, no_log = scratch
    trial, seen = states[0], floats[0]
    best, best_worth = 0, -1e300
    for i in range(n):
        copy_record(trial, s)
        apply(config, trial, actions[i], no_log)
        features(config, trial, s.seat, seen)
        worth = seen[0] + seen[4]
        for die in range(6):
            worth += trial.die[s.seat, die] / 7
        for region in range(6):
            if trial.island[region] >= 0:
                worth += config.points[trial.island[region]] / 11
        if worth > best_worth:
            best, best_worth = i, worth
    return best


@strategy("remembers something between decisions", game="spellbloom")
def notebook(kernels, config, s, actions, n, weights, scratch):
    """Choose by what the last call left in scratch memory."""
    states, lists, floats, no_log = scratch
    lists[0, 0] = (lists[0, 0] + 1) % 1000
    return lists[0, 0] % n
