"""Points now: learn the spell that scores most at once, place it where it scores most, use every effect, rest when nothing pays."""

from simkit.core.strategy import strategy
from strategies.spellbloom.choosing import choose
from strategies.spellbloom.taste import BOTTLE, DIE, MANA, SPELL, plain


@strategy("takes the points within reach now, rests when nothing pays", game="spellbloom", mana=0.7, dice=0.35, spell=2.0, bottle=0.6)
def scholar(kernels, config, s, actions, n, weights, scratch):
    """Return the action worth most in points; `mana`, `dice`, `spell` and `bottle` are what one of each is worth."""
    taste = plain(scratch)
    taste[MANA], taste[DIE], taste[SPELL], taste[BOTTLE] = weights[0], weights[1], weights[2], weights[3]
    return choose(config, s, actions, n, taste, scratch)
