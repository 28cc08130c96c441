"""How a play is written into an action.

Four bits say its kind. TAKE holds the tile's place in the row, its rotation and where it is placed; PLACE the last two. Actions
for a flower hold its place among those pending (or, step by step, the full colour whose alternative is taken), a colour and a direction.
TOOL holds the tool's slot and what its effect needs: two places, a rotation, a colour and a direction.
"""

from simkit.core.bits import part
from simkit.core.jit import kernel

WHICH, ROTATION, PLACE_AT = 4, 8, 10  # where parts begin: slot or flower, rotation, place
COLOUR, DIRECTION = 26, 29
OTHER = 30  # second place of a tool


@kernel
def which(action):
    """Return the slot, flower or tool an action speaks of."""
    return part(action, WHICH, 4)


@kernel
def rotation_of(action):
    """Return the quarters a tile is turned."""
    return part(action, ROTATION, 2)


@kernel
def place_at(action):
    """Return the place in the garden or field."""
    return part(action, PLACE_AT, 16)


@kernel
def other_place(action):
    """Return the second place a tool needs."""
    return part(action, OTHER, 8)


@kernel
def colour_of(action):
    """Return the colour."""
    return part(action, COLOUR, 3)


@kernel
def direction_of(action):
    """Return 0 for down, 1 for up."""
    return part(action, DIRECTION, 1)
