"""Two players of the solo mode."""

from simkit.core.strategy import strategy
from strategies.spell_smashers.aims import BOSS, GEAR, INSIDE, THINKS, set_aims
from strategies.spell_smashers.decide import decide


@strategy(
    "defends the town: clears monsters out of it before they are pushed on", game="spell_smashers", vocabulary=0, recall=1, threat=0.5
)
def defender(kernels, config, s, actions, n, weights, scratch):
    """Want monsters inside town gone, then any; the boss when nothing presses."""
    aims = scratch[2][0]
    set_aims(aims, 0.4, 1.5, 0.0, 0.0, -0.3, 0.8, 0.5, 0.3)
    aims[INSIDE], aims[BOSS], aims[THINKS], aims[GEAR] = weights[2], 0.6, 1.0, 2.0
    return decide(config, s, actions, n, aims, weights[0], weights[1], scratch)


@strategy("goes for the boss and lets buildings fall meanwhile", game="spell_smashers", vocabulary=0, recall=1, boss=2)
def slayer(kernels, config, s, actions, n, weights, scratch):
    """Want damage on the boss once it is there, kills before."""
    aims = scratch[2][0]
    set_aims(aims, 0.5, 2.0, 0.0, 0.1, -0.15, 0.8, 0.5, 0.3)
    aims[INSIDE], aims[BOSS], aims[THINKS], aims[GEAR] = 0.2, weights[2], 1.0, 3.0
    return decide(config, s, actions, n, aims, weights[0], weights[1], scratch)
