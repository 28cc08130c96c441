"""Three dice: the spell matters less than paying for it with three provision dice, which score at once."""

from simkit.core.strategy import strategy
from strategies.spellbloom.choosing import choose
from strategies.spellbloom.taste import AHEAD, DIE, MANA, THREE, plain


@strategy("pays with three dice for the points, and turns dice for it", game="spellbloom", three=4.0, die=0.0, mana=0.35, ahead=1.0)
def three_dice(kernels, config, s, actions, n, weights, scratch):
    """Return the action worth most; the points for three provision dice count `three` times, mana is there to turn dice."""
    taste = plain(scratch)
    taste[THREE], taste[DIE], taste[MANA], taste[AHEAD] = weights[0], weights[1], weights[2], weights[3]
    return choose(config, s, actions, n, taste, scratch)
