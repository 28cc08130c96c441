"""Spellbook's two records: CONFIG (rule parameters and card tables) and STATE (everything at one moment)."""

import numpy as np

from simkit.core.table import state_dtype
from simkit.games.spellbook import GAME
from simkit.games.spellbook.names import ALTAR_CAP, CARDS, KINDS, NUM_COLOURS, NUM_SPELLS, SEATS, SPACE_CAP

CONFIG = np.dtype(
    [
        *GAME.rules_dtype(),
        ("copies", "i2", (KINDS,)),  # tokens of each kind
        ("tokens", "i4"),  # in all
        ("spaces", "i4"),  # of a Familiar
        ("track", "i2", (SPACE_CAP + 1,)),  # points by tokens stored
        ("spell_phase", "i1", (NUM_SPELLS,)),  # EMPTY: none
        # by card: a spell at a level
        ("points", "i2", (CARDS,)),
        ("cost", "i1", (CARDS,)),
        ("effect_kind", "i1", (CARDS,)),
        ("effect", "i1", (CARDS,)),
        ("rune", "i1", (CARDS,)),  # EMPTY: none named
        ("pay", "i1", (CARDS,)),  # tokens discarded first
        ("add", "i1", (CARDS,)),  # tokens drawn for the altar
        ("replace", "i1", (CARDS,)),  # altar tokens replaced at most
        ("swap", "i1", (CARDS,)),  # tokens swapped at most
        ("takes", "i1", (CARDS,)),  # tokens taken from the altar
        ("draw", "i1", (CARDS,)),  # tokens drawn; or what the pool is filled to
        ("discard", "i1", (CARDS,)),  # tokens discarded afterwards
        ("store", "i1", (CARDS,)),  # tokens stored
        ("rise", "i1", (CARDS,)),  # levels another spell rises
        ("drop", "i1", (CARDS,)),  # levels this card drops
        ("gift", "i1", (CARDS,)),  # tokens every other player draws or takes
        ("wilds", "i1", (CARDS,)),  # tokens of the marker's rune that are wilds
        ("each", "i2", (CARDS,)),  # points for each at the end
        ("high", "i2", (CARDS,)),  # points for each spell of a high level
        ("high_from", "i1", (CARDS,)),  # what a high level is
        ("same_as", "i1", (CARDS,)),  # a lower level of the same spell with the same action (EMPTY: none)
        # experiments: extra points per seat and card, a spell granted at the start: its card (EMPTY: none)
        ("extra_points", "i2", (SEATS, CARDS)),
        ("granted_card", "i1", (SEATS,)),
    ],
    align=True,
)

STATE = state_dtype(
    GAME,
    [
        ("drawn", "i4"),  # tokens that have left the bag
        ("spell", "i1", (NUM_COLOURS,)),  # the spell of each colour
        ("bag", "i1", (KINDS,)),  # how many of each kind: everybody can count them, the order alone is unknown
        ("discards", "i1", (KINDS,)),
        ("altar", "i1", (KINDS,)),
        ("held", "i1", (KINDS,)),  # put aside while an action is carried out
        ("bag_size", "i2"),
        ("discards_size", "i2"),
        ("on_altar", "i1"),
        ("held_size", "i1"),
        ("pool", "i1", (SEATS, KINDS)),
        ("pool_size", "i1", (SEATS,)),
        ("familiar", "i1", (SEATS, KINDS)),  # alone, seat 2's holds the opponent's board
        ("stored", "i1", (SEATS,)),
        ("level", "i1", (SEATS, NUM_COLOURS)),  # of the spell of each colour, 0 before it is learned
        ("marker", "i1", (SEATS, NUM_COLOURS)),  # rune of the token on it (EMPTY: none)
        ("learned", "i1", (SEATS,)),
        ("fresh", "i2"),  # colours learned today
        ("active", "i1"),  # the seat whose day it is
        ("part_of_day", "i1"),
        ("mornings", "i1"),  # morning actions left, this one included
        ("bonus", "i1"),  # morning actions to come at once
        ("last_round", "i1"),  # why the game ends after this round
        ("reserve", "i2"),  # the opponent's (solo)
        ("queue", "i1", (ALTAR_CAP,)),  # alone: the altar in order of arrival
        # the effect that is carried out
        ("effect_card", "i1"),  # EMPTY: none
        ("stage", "i1"),
        ("choice", "i1"),
        ("source", "i1"),  # colour of the acting card
        ("rune", "i1"),  # of the marker it looks at
        ("triggers", "i1"),  # tokens taken that Mirage looks for
        ("came", "i1"),  # tokens drawn by this effect
        ("gift_to", "i1"),  # next seat to get something
        # what is picked
        ("left", "i1"),
        ("picked", "i1"),
        ("lowest", "i1"),  # kind: sets are picked in rising order
        ("only_rune", "i1"),  # EMPTY: any
        ("colours", "i2"),  # as a set
        ("one_colour", "i1"),
    ],
)
