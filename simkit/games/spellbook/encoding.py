"""How a play is written into an action.

From the lowest bit: the kind of action, a kind of Materia, the colour of a spell, its level, a rune, what of two is chosen, whether it is
copied by Clone, whether tokens of a marker's rune are wilds, and which tokens of the pool are paid: a bit for each of its tokens in
rising order of kind, of equal ones the first.
"""

import numpy as np

TOKEN, COLOUR, LEVEL, RUNE, CHOICE, BY_CLONE, BY_RUNE, PAID = 4, 9, 12, 14, 16, 17, 18, 19
NO_TOKEN = np.int64(31)
NO_RUNE = np.int64(3)
