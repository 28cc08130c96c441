"""The strongest of them: weighs points, what tokens may still become, what spells will still bring, and who is ahead when the end comes."""

from simkit.core.strategy import strategy
from strategies.spellbook.outlook import CROWD, DEALS, DENY, ENGINE, LEAD, LEVEL, NEAR, RUNES, SPELL, STORE, TOKEN, best_action, even_taste


@strategy(
    "weighs points now against what tokens and spells will still bring, and ends the game when ahead",
    game="spellbook",
    token=0.6,
    crowd=0.017,
    near=0.3,
    store=0.4,
    spell=-0.8,
    level=0.3,
    engine=0.4,
    runes=0.0,
    deny=0.01,
    lead=0.5,
    deals=2,
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
    taste[RUNES] = weights[7]
    taste[DENY] = weights[8]
    taste[LEAD] = weights[9]
    taste[DEALS] = weights[10]
    return best_action(kernels, config, s, actions, n, taste, scratch)
