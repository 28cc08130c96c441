"""Sigils first: a spell is good where its halves meet others of their type, and a slot is not given away to one that breaks a seam."""

from simkit.core.strategy import strategy
from strategies.spellbloom.choosing import choose
from strategies.spellbloom.taste import AHEAD, CLOSING, SIGIL, plain


@strategy("closes sigils and keeps open seams for spells that fit", game="spellbloom", sigil=3.0, closing=0.45, ahead=1.0)
def sigil_builder(kernels, config, s, actions, n, weights, scratch):
    """Return the action worth most; a sigil's points count `sigil` times, an open seam is closed with the chance `closing`."""
    taste = plain(scratch)
    taste[SIGIL], taste[CLOSING], taste[AHEAD] = weights[0], weights[1], weights[2]
    return choose(config, s, actions, n, taste, scratch)
