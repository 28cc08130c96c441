"""A fast Familiar: store every day, as much as possible; spells that store are learned first, the others with what is left."""

from simkit.core.strategy import strategy
from strategies.spellbook.outlook import ENGINE, NEAR, STORE, TOKEN, best_action, even_taste


@strategy("stores every day to fill the Familiar first", game="spellbook", store=1.5, near=0.05)
def storer(kernels, config, s, actions, n, weights, scratch):
    """Return the action after which most is stored; `store` is what a stored token is worth beyond its points."""
    taste = scratch[2][0]
    even_taste(taste)
    taste[STORE] = weights[0]
    taste[NEAR] = weights[1]
    taste[TOKEN] = 0.6
    taste[ENGINE] = 0.1
    return best_action(kernels, config, s, actions, n, taste, scratch)
