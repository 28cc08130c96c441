"""Spells early: learn at level 3 as soon as three tokens are there, and race for the seventh."""

from simkit.core.strategy import strategy
from strategies.spellbook.outlook import ENGINE, LEVEL, NEAR, SPELL, STORE, TOKEN, best_action, even_taste


@strategy("learns spells early at level 3 and races for the seventh", game="spellbook", spell=3.0, level=-2.0)
def racer(kernels, config, s, actions, n, weights, scratch):
    """Return the action that brings the next spell nearer; `spell` is the worth of a spell beyond points, `level` of each level."""
    taste = scratch[2][0]
    even_taste(taste)
    taste[SPELL] = weights[0]
    taste[LEVEL] = weights[1]
    taste[STORE] = -0.2
    taste[TOKEN] = 0.5
    taste[NEAR] = 0.6
    taste[ENGINE] = 0.3
    return best_action(kernels, config, s, actions, n, taste, scratch)
