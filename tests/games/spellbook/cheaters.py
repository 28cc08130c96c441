"""Strategies that cheat at Spellbook, to see that they are found out."""

from simkit.core.chance import below
from simkit.core.jit import copy_record
from simkit.core.strategy import strategy
from simkit.games.spellbook.names import BAG


@strategy("knows which token leaves the bag next", game="spellbook")
def bag_reader(kernels, config, s, actions, n, weights, scratch):
    """Choose by the bag's luck."""
    return below(s.luck[BAG], s.game, BAG, s.drawn, n)


@strategy("tries actions on the real record, so it sees what will be drawn", game="spellbook")
def seer(kernels, config, s, actions, n, weights, scratch):
    """Choose the action after which the pool's tokens are of the highest kinds."""
    _, _, apply, _, _, _, _ = kernels
    trial = scratch[0][0]
    best, best_worth = 0, -1
    for i in range(n):
        copy_record(trial, s)
        apply(config, trial, actions[i], scratch[3])
        worth = 0
        for kind in range(21):
            worth += kind * int(trial.pool[s.seat, kind])
        if worth > best_worth:
            best, best_worth = i, worth
    return best
