"""What a player may care for: one number each, so that every style is a different valuation of the same parts.

A taste is a row of the scratch numbers. :func:`plain` writes one that values points as they stand; a style then changes what it cares for.
"""

from simkit.core.jit import kernel

# points of each kind, as a multiple of what they count at the end
PRINTED, BONUS, SIGIL, END, TASK, EFFECT, THREE = 0, 1, 2, 3, 4, 5, 6
# in points: any spell, one with a bottle, a mana, an own die, another spell the dice left over can pay for, a full row, a turn of rest
SPELL, BOTTLE, MANA, DIE, ANOTHER, FULL_ROW, REST = 7, 8, 9, 10, 11, 12, 13
# how far ahead prospects count: 0 not at all, 1 to the end of the game
AHEAD = 14
# chances, as players guess them: that a coming spell has a wanted colour or element, that an open half sigil will be closed, that a slot
# will get a spell that matches it
WANTED, CLOSING, MATCHING = 15, 16, 17
TASTES = 18


@kernel
def plain(scratch):
    """Return the taste of a player who counts points as they stand, and knows what dice, mana and bottles are good for."""
    taste = scratch[2][1]
    for i in range(TASTES):
        taste[i] = 0.0
    taste[PRINTED], taste[BONUS], taste[SIGIL], taste[END], taste[EFFECT], taste[THREE] = 1.0, 1.0, 1.0, 1.0, 1.0, 1.0
    taste[SPELL], taste[BOTTLE], taste[MANA], taste[DIE] = 2.0, 0.6, 0.7, 0.35
    taste[WANTED], taste[CLOSING], taste[MATCHING] = 0.33, 0.45, 0.6
    return taste
