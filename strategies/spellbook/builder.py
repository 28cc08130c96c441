"""High levels: gather five of a colour and learn at level 5, rarely below."""

from simkit.core.strategy import strategy
from strategies.spellbook.outlook import CROWD, ENGINE, LEVEL, NEAR, SPELL, STORE, TARGET, TOKEN, best_action, even_taste


@strategy("gathers for level 5 and learns little below", game="spellbook", level=1.5, below=-3.0)
def builder(kernels, config, s, actions, n, weights, scratch):
    """Return the action that brings a spell of level 5 nearer; `level` is what each level above 3 is worth, `below` a spell of level 3."""
    taste = scratch[2][0]
    even_taste(taste)
    taste[LEVEL] = weights[0]
    taste[SPELL] = weights[1]
    taste[TARGET] = 5.0
    taste[STORE] = -0.3
    taste[TOKEN] = 0.5
    taste[CROWD] = 0.04
    taste[NEAR] = 0.5
    taste[ENGINE] = 0.3
    return best_action(kernels, config, s, actions, n, taste, scratch)
