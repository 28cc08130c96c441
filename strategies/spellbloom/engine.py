"""The engine first: spells with a bottle while there is time to use them, mana from every payment."""

from simkit.core.strategy import strategy
from strategies.spellbloom.choosing import choose
from strategies.spellbloom.taste import AHEAD, BOTTLE, EFFECT, MANA, plain


@strategy("collects bottle spells early and mana always", game="spellbloom", bottle=2.0, effect=1.5, mana=0.8, ahead=1.0)
def engine(kernels, config, s, actions, n, weights, scratch):
    """Return the action worth most; a bottle spell is worth `bottle` more and its uses to come count `effect` times."""
    taste = plain(scratch)
    taste[BOTTLE], taste[EFFECT], taste[MANA], taste[AHEAD] = weights[0], weights[1], weights[2], weights[3]
    return choose(config, s, actions, n, taste, scratch)
