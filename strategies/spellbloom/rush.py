"""Rush: ten spells before the others, with as few dice and rests as can be, whatever they score."""

from simkit.core.strategy import strategy
from strategies.spellbloom.choosing import choose
from strategies.spellbloom.taste import ANOTHER, DIE, MANA, REST, plain


@strategy("hurries to ten spells: few dice for each, seldom rests", game="spellbloom", another=3.0, die=1.0, mana=0.4, rest=20.0)
def rush(kernels, config, s, actions, n, weights, scratch):
    """Return the action worth most; dice that can pay for another spell are worth `another`, a turn of rest costs `rest`."""
    taste = plain(scratch)
    taste[ANOTHER], taste[DIE], taste[MANA], taste[REST] = weights[0], weights[1], weights[2], weights[3]
    return choose(config, s, actions, n, taste, scratch)
