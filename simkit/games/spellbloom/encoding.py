"""How a way to pay for a spell is written into an action.

A LEARN action holds, from the lowest bit: its kind, the region, the difficulty die, the guide die, the own provision
dice, a face wished for the difficulty die, the slot of an any-region spell, the slots of change-die spells, a
provision die and the face wished for it, and last, where wishes are not enough, the final faces of all dice.
"""

import numpy as np

from simkit.core.bits import count, lowest
from simkit.core.jit import kernel

# where the parts begin
REGION, DIFFICULTY, GUIDE_DIE, PROVISION, VALUE, ANY_SLOT, CHANGE_SLOTS, WISH_DIE, WISH, FACES = 4, 7, 10, 13, 19, 22, 26, 36, 39, 42
BY_GUIDE = np.int64(6)  # as difficulty: the guide die
NO_GUIDE = np.int64(7)
NO_SLOT = np.int64(15)
NO_WISH_DIE = np.int64(7)


@kernel
def low_bit(mask):
    """Return the index of the lowest bit of a small mask."""
    return lowest(np.uint64(mask))


@kernel
def activations(slots, base):
    """Return how many spells a payment activates: each takes a mana from the general supply."""
    return count(slots) + (1 if (base >> ANY_SLOT) & 15 != NO_SLOT else 0)
