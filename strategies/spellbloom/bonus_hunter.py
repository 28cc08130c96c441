"""Placement bonuses first: learn what the slots ask for and keep each slot for a spell that matches it."""

from simkit.core.strategy import strategy
from strategies.spellbloom.choosing import choose
from strategies.spellbloom.taste import AHEAD, BONUS, MATCHING, plain


@strategy("learns what the slots of its spellbook ask for", game="spellbloom", bonus=3.0, matching=0.6, ahead=1.0)
def bonus_hunter(kernels, config, s, actions, n, weights, scratch):
    """Return the action worth most; a bonus counts `bonus` times, an empty slot gets a match with the chance `matching`."""
    taste = plain(scratch)
    taste[BONUS], taste[MATCHING], taste[AHEAD] = weights[0], weights[1], weights[2]
    return choose(config, s, actions, n, taste, scratch)
