"""The strongest of them: weighs points, what tokens may still become, what spells will still bring, and who is ahead when the end comes."""

from simkit.core.strategy import strategy
from strategies.spellbook.outlook import (
    CROWD,
    DEALS,
    DENY,
    EACH,
    ENGINE,
    HORIZON,
    LEAD,
    LEVEL,
    NEAR,
    SECOND,
    SPELL,
    STORE,
    SUPPORT,
    TOKEN,
    best_action,
    even_taste,
)


@strategy(
    "weighs points now against what tokens and spells will still bring, and ends the game when ahead",
    game="spellbook",
    token=0.72,
    crowd=0.005,
    near=0.3,
    store=0.4,
    spell=-0.8,
    level=0.32,
    engine=0.15,
    deny=0.01,
    lead=0.3,
    deals=2,
    each=0.46,
    second=0.74,
    support=0.0,
    horizon=4.5,
)
def sage(kernels, config, s, actions, n, weights, scratch):
    """Return the action with the best outlook."""
    taste = scratch[2][0]
    even_taste(taste)
    taste[TOKEN] = weights[0]
    taste[CROWD] = weights[1]
    taste[NEAR] = weights[2]
    taste[STORE] = weights[3]
    taste[SPELL] = weights[4]
    taste[LEVEL] = weights[5]
    taste[ENGINE] = weights[6]
    taste[DENY] = weights[7]
    taste[LEAD] = weights[8]
    taste[DEALS] = weights[9]
    taste[EACH] = weights[10]
    taste[SECOND] = weights[11]
    taste[SUPPORT] = weights[12]
    taste[HORIZON] = weights[13]
    return best_action(kernels, config, s, actions, n, taste, scratch)
