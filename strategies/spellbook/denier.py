"""What others need: take from the altar the tokens of colours they gather, and leave little there."""

from simkit.core.strategy import strategy
from strategies.spellbook.outlook import CROWD, DENY, ENGINE, NEAR, STORE, TOKEN, best_action, even_taste


@strategy("takes from the altar what others need", game="spellbook", deny=0.5)
def denier(kernels, config, s, actions, n, weights, scratch):
    """Return the action after which others find least; `deny` is what a token that another player needs is worth."""
    taste = scratch[2][0]
    even_taste(taste)
    taste[DENY] = weights[0]
    taste[TOKEN] = 0.5
    taste[CROWD] = 0.02
    taste[NEAR] = 0.3
    taste[STORE] = 0.2
    taste[ENGINE] = 0.3
    return best_action(kernels, config, s, actions, n, taste, scratch)
