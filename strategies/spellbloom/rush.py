"""Rush: ten spells before the others, with as few dice and rests as can be, whatever they score."""

from simkit.core.strategy import strategy
from strategies.spellbloom.choosing import choose
from strategies.spellbloom.taste import ANOTHER, DIE, MANA, SPELL, plain


@strategy("hurries to ten spells: few dice for each, seldom rests", game="spellbloom", spell=8.0, another=5.0, die=0.6, mana=0.4)
def rush(kernels, config, s, actions, n, weights, scratch):
    """Return the action worth most; a spell is worth `spell` more, and dice that can pay for another one `another`."""
    taste = plain(scratch)
    taste[SPELL], taste[ANOTHER], taste[DIE], taste[MANA] = weights[0], weights[1], weights[2], weights[3]
    return choose(config, s, actions, n, taste, scratch)
