"""Tokens from the bag: draw rather than choose, learn what draws more, and use the many tokens as they come."""

from simkit.core.jit import kernel
from simkit.core.strategy import strategy
from simkit.games.spellbook.names import DRAW_TOKENS, MORNING, TAKE
from strategies.spellbook.outlook import CROWD, ENGINE, NEAR, SPELL, TOKEN, best_action, even_taste


@kernel
def without_taking(actions, n, kept):
    """Write the actions that take no token from the altar by the basic action; return how many."""
    left = 0
    for i in range(n):
        if actions[i] & 15 != TAKE:
            kept[left] = actions[i]
            left += 1
    return left


@kernel
def can_draw(actions, n):
    """Whether the basic draw is among the actions."""
    for i in range(n):
        if actions[i] & 15 == DRAW_TOKENS:
            return True
    return False


@strategy("draws from the bag rather than take from the altar, and learns what draws more", game="spellbook", engine=1.5, spell=0.5)
def drawer(kernels, config, s, actions, n, weights, scratch):
    """Return the action that brings most tokens; `engine` is what a point that a spell will bring is worth."""
    taste = scratch[2][0]
    even_taste(taste)
    taste[ENGINE] = weights[0]
    taste[SPELL] = weights[1]
    taste[TOKEN] = 1.0
    taste[CROWD] = 0.08
    taste[NEAR] = 0.2
    if s.phase != MORNING or not can_draw(actions, n):
        return best_action(kernels, config, s, actions, n, taste, scratch)
    kept = scratch[1][0]
    chosen = kept[best_action(kernels, config, s, kept, without_taking(actions, n, kept), taste, scratch)]
    index = 0
    while actions[index] != chosen:
        index += 1
    return index
