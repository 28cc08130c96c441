"""Tasks first: learn what the task cards ask for, and fill a row early for two more of them."""

from simkit.core.strategy import strategy
from strategies.spellbloom.choosing import choose
from strategies.spellbloom.taste import AHEAD, FULL_ROW, TASK, WANTED, plain


@strategy("learns what its task cards ask for and fills a row early", game="spellbloom", task=2.0, row=8.0, wanted=0.33, ahead=1.0)
def task_chaser(kernels, config, s, actions, n, weights, scratch):
    """Return the action worth most; a task's points count `task` times, a spell to come is of a wanted kind with the chance `wanted`."""
    taste = plain(scratch)
    taste[TASK], taste[FULL_ROW], taste[WANTED], taste[AHEAD] = weights[0], weights[1], weights[2], weights[3]
    return choose(config, s, actions, n, taste, scratch)
