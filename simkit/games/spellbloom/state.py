"""Spellbloom's two records: CONFIG (rule parameters and card tables) and STATE (everything at one moment)."""

import numpy as np

from simkit.core.table import state_dtype
from simkit.games.spellbloom import GAME
from simkit.games.spellbloom.names import HAND, SEATS, SLOTS, SPELL_CAP, TASK_CAP

CONFIG = np.dtype(
    [
        *GAME.rules_dtype(),
        # spells by card number
        ("spells", "i4"),  # how many there are
        ("identity", "u8", (SPELL_CAP,)),
        ("element", "i1", (SPELL_CAP,)),
        ("colour", "i1", (SPELL_CAP,)),
        ("left", "i1", (SPELL_CAP,)),  # half sigils
        ("right", "i1", (SPELL_CAP,)),
        ("points", "i2", (SPELL_CAP,)),
        ("effect", "i1", (SPELL_CAP,)),
        ("what", "i1", (SPELL_CAP,)),  # the die, region, sigil, value, element or colour of the effect
        ("other", "i1", (SPELL_CAP,)),  # its second element
        ("amount", "i2", (SPELL_CAP,)),  # points, mana or steps of the effect
        # tasks by number
        ("tasks", "i4"),
        ("task_identity", "u8", (TASK_CAP,)),
        ("task", "i1", (TASK_CAP,)),  # kind
        ("task_what", "i1", (TASK_CAP,)),
        ("task_points", "i2", (TASK_CAP,)),
        ("task_count", "i2", (TASK_CAP,)),  # how many it takes
        ("task_each", "i2", (TASK_CAP,)),  # points for each one
        # the spellbook, the same for all
        ("bonus_kind", "i1", (SLOTS,)),  # 0 none, 1 colour, 2 element
        ("bonus_what", "i1", (SLOTS,)),
        ("printed", "i1", (2, 2)),  # half sigils at the ends of each row: row, side
        # experiments: extra points per seat and card, cards granted at the start (EMPTY: none)
        ("extra_points", "i2", (SEATS, SPELL_CAP + TASK_CAP)),
        ("granted_spell", "i1", (SEATS,)),
        ("granted_task", "i1", (SEATS,)),
    ],
    align=True,
)

STATE = state_dtype(
    GAME,
    [
        ("deck_top", "i2"),  # spell deck: deck[top:end]; the last `under` were put under it in the open
        ("deck_end", "i2"),  # end of the spell deck in `deck`
        ("under", "i2"),  # spells put under the deck in the open
        ("batches", "u8", (2,)),  # places in the deck where cards put under it at one moment begin, as a set
        ("shuffles", "i2"),  # of the spell deck
        ("supply", "i2"),  # mana in the general supply
        ("mana", "i2", (SEATS,)),  # in personal supplies
        ("bottled", "i2", (SEATS,)),  # slots whose spell holds a mana
        ("rolls", "i2", (SEATS, 6)),  # how often each die was rolled
        ("guide_rolls", "i2", (6,)),  # how often each guide die was rolled
        ("scored", "i2", (SEATS, 4)),  # points during the game, by score line
        ("rests", "i2", (SEATS,)),  # turns spent resting
        # the last learning of this turn, for effects activated afterwards
        ("changed_provision", "i4"),  # three bits a value: provision dice changed to it (or showing it), counted
        ("armed", "i2"),  # slots activated before learning whose effect waits for it
        ("deck", "i1", (SPELL_CAP,)),  # spells of the deck, face down
        ("task_deck", "i1", (TASK_CAP,)),  # tasks of the deck, face down: task_deck[top:end]
        ("task_top", "i1"),  # where the task deck begins
        ("task_end", "i1"),  # where it ends
        ("hand", "i1", (SEATS, HAND)),  # task cards in hand
        ("hand_size", "i1", (SEATS,)),  # how many
        ("returned_task", "i1", (SEATS,)),  # the task a seat put under the deck (EMPTY: none)
        ("row_done", "i1", (SEATS,)),  # whether a row of the spellbook was filled
        ("island", "i1", (6,)),  # spell in each region
        ("guide", "i1", (6,)),  # faces of the guide dice
        ("guide_free", "i1"),  # available guide dice, a bit each
        ("die", "i1", (SEATS, 6)),  # faces of the own dice
        ("free", "i1", (SEATS,)),  # available dice, a bit each
        ("book", "i1", (SEATS, SLOTS)),  # spells in the spellbook by slot
        ("face_down", "i2"),  # slots whose spell is turned over (solo)
        ("learned", "i1", (SEATS,)),  # spells in the spellbook
        ("last_round", "i1"),  # whether it is the last round
        ("acted", "i1"),  # a bonus action was taken this turn
        ("discarded", "i1"),  # a row or column was discarded this turn
        ("last_silent", "i1"),  # last slot activated this turn whose effect asks nothing of luck
        ("card", "i1"),  # learned this turn (EMPTY: none yet)
        ("region", "i1"),  # where it lay
        ("slot", "i1"),  # where it was placed
        ("difficulty", "i1"),  # value of the Difficulty die after changes
        ("closed", "i1"),  # sigils closed by the placement: bit 0 to 2 by type, bit 3 of any type
        ("grid", "i2"),  # timer (solo): cards discarded
        ("grid_colour", "i1", (5,)),  # how many of each colour
        ("grid_cards", "u8", (2,)),  # which, as a set
        ("goal_element", "i1"),  # element of the goal (The Tasks)
        ("goal_colour", "i1"),  # its colour
    ],
)
