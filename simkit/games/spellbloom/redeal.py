"""A possible deal in place of the real one: all that a seat cannot see is dealt anew."""

import numpy as np

from simkit.core.chance import redealt_key
from simkit.core.decks import order
from simkit.core.jit import kernel
from simkit.core.table import coins
from simkit.games.spellbloom.names import DECK, EMPTY, TASK_CAP, TASK_DECK
from simkit.games.spellbloom.supply import begins_batch


@kernel
def redeal_spells(c, s):
    """Order anew what is left of the first shuffle, and what was put under the deck in the open, moment by moment."""
    end = int(s.deck_end)
    middle = end - int(s.under)
    order(s.deck, int(s.deck_top), middle, c.identity, s.luck[DECK], s.game, DECK, 0)
    first = middle
    for place in range(middle + 1, end + 1):
        if place == end or begins_batch(s, place):
            order(s.deck, first, place, c.identity, s.luck[DECK], s.game, DECK, first + 1)
            first = place


@kernel(allocates=True)
def redeal_tasks(c, s, seat):
    """Deal anew the task deck and the other hands; the seat knows the task it put back itself, and where it lies."""
    known = int(s.returned_task[seat])
    unseen = np.empty(TASK_CAP, np.int8)
    size = 0
    for place in range(s.task_top, s.task_end):
        if place != known:
            unseen[size] = s.task_deck[place]
            size += 1
    for other in range(s.players):
        if other != seat:
            for i in range(s.hand_size[other]):
                unseen[size] = s.hand[other, i]
                size += 1
    order(unseen, 0, size, c.task_identity, s.luck[TASK_DECK], s.game, TASK_DECK, 0)
    size = 0
    for place in range(s.task_top, s.task_end):
        if place != known:
            s.task_deck[place] = unseen[size]
            size += 1
    for other in range(s.players):
        if other != seat:
            for i in range(s.hand_size[other]):
                s.hand[other, i] = unseen[size]
                size += 1
    for place in range(s.task_top):  # drawn: where others' cards came from is nobody else's to know
        s.task_deck[place] = EMPTY


def redeal(c, s, seat, salt):
    """Give every source of luck but the seat's own coins a new key, and deal anew all that the seat cannot see.

    The result depends only on what the seat sees and on `salt`.
    """
    own = coins(s, seat)
    for source in range(len(s.luck)):
        if source != own:
            s.luck[source] = redealt_key(salt, source)
    redeal_spells(c, s)
    redeal_tasks(c, s, seat)
