"""Players of the race: two plain ones, one with a fault, one that takes its time."""

import numpy as np

from simkit.core.chance import below
from simkit.core.strategy import strategy
from simkit.core.table import coins

from . import ONE, TWO


@strategy("always rolls one die", game="dice_race")
def single(kernels, config, s, actions, n, weights, scratch):
    """Roll one die."""
    return np.int64(ONE)


@strategy("always rolls two dice", game="dice_race")
def double(kernels, config, s, actions, n, weights, scratch):
    """Roll two dice."""
    return np.int64(TWO)


@strategy("rolls one die while behind a place, two dice from there on", game="dice_race", place=5.0)
def switch(kernels, config, s, actions, n, weights, scratch):
    """Change over at a place."""
    return ONE if s.place[s.seat] < weights[0] else TWO


@strategy("breaks the rules in every tenth game", game="dice_race")
def broken(kernels, config, s, actions, n, weights, scratch):
    """Return an index outside the list."""
    return n if s.game % 10 == 3 else ONE


@strategy("rolls one die after much thought", game="dice_race", thought=1_000.0)
def dawdler(kernels, config, s, actions, n, weights, scratch):
    """Draw many coins and look at none."""
    source = coins(s, s.seat)
    total = 0
    for i in range(int(weights[0])):
        total += below(s.luck[source], s.game, source, i, 1 << 20)
    return ONE if total >= 0 else TWO
