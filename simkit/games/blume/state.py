"""Blume's two records: CONFIG (rule parameters and component tables) and STATE (everything at one moment)."""

import numpy as np

from simkit.core.table import state_dtype
from simkit.games.blume import GAME
from simkit.games.blume.names import (
    BOTANIST_CAP,
    BOTANISTS_SHOWN,
    CAN_CAP,
    CARDS,
    FIELD_SLOTS,
    HYBRID_CAP,
    LINES,
    MOST_PENDING,
    PLACES,
    ROUNDS,
    ROW_CAP,
    SEATS,
    TILE_CAP,
    TOOL_CAP,
    TOOLS_SHOWN,
)

CONFIG = np.dtype(
    [
        *GAME.rules_dtype(),
        # what four corners at a meeting point are: see garden.py
        ("kind", "i1", (4096,)),
        ("reach", "i4", (4096,)),
        # tiles by number
        ("tiles", "i4"),  # how many there are
        ("identity", "u8", (TILE_CAP,)),
        ("corners", "i2", (TILE_CAP,)),  # three bits a corner, clockwise from the top left
        ("turns", "i1", (TILE_CAP,)),  # 1, 2 or 4: how many rotations look different
        ("look", "i2", (TILE_CAP,)),  # the same for tiles that look alike in some rotation
        # hybrid tiles by number
        ("hybrids", "i4"),
        ("hybrid_identity", "u8", (HYBRID_CAP,)),
        ("hybrid_left", "i1", (HYBRID_CAP,)),  # colour at the top left, and at the top right
        ("hybrid_right", "i1", (HYBRID_CAP,)),
        ("hybrid_pair", "i1", (HYBRID_CAP,)),
        # watering cans by number
        ("cans", "i4"),
        ("can_identity", "u8", (CAN_CAP,)),
        ("can_deck", "i1", (CAN_CAP,)),  # 0, 1, 2
        ("can_place", "i2", (CAN_CAP,)),  # of the meeting point
        ("can_number", "i1", (CAN_CAP,)),  # which tile the Tertill takes, from 1
        # tools by number
        ("tool_count", "i4"),
        ("tool_identity", "u8", (TOOL_CAP,)),
        ("tool_op", "i1", (TOOL_CAP,)),
        ("tool_amount", "i1", (TOOL_CAP,)),  # tiles drawn, or steps of a peg
        ("tool_first", "i1", (TOOL_CAP,)),  # gloves for the first use, and for later ones
        ("tool_again", "i1", (TOOL_CAP,)),
        # botanist cards by number
        ("botanists", "i4"),
        ("botanist_identity", "u8", (BOTANIST_CAP,)),
        ("botanist_pair", "i1", (BOTANIST_CAP,)),
        ("botanist_points", "i2", (BOTANIST_CAP,)),
        ("botanist_drop", "i2", (BOTANIST_CAP,)),
        # experiments: extra points per seat and card, a botanist card granted at the start (EMPTY: none)
        ("extra_points", "i2", (SEATS, CARDS)),
        ("granted_botanist", "i1", (SEATS,)),
    ],
    align=True,
)

STATE = state_dtype(
    GAME,
    [
        ("occupied", "i8", (SEATS,)),  # gardens as sets of bits, eight a row (base game)
        ("standing", "i4", (SEATS,)),  # meeting points with a hybrid that counts, as a set: see garden.spot
        ("pool", "u8", (3,)),  # the Tertill's tiles, and the discarded tiles, as sets
        ("discards", "u8", (3,)),
        ("grown", "u8", (SEATS,)),  # hybrids and botanist cards grown during the game, as a set of cards 0 to 63
        ("used", "u8", (SEATS,)),  # tools used, cans met: cards 64 to 127
        ("garden", "i2", (SEATS, PLACES)),  # 4 tile + rotation, EMPTY without a tile
        ("points", "i2", (SEATS, PLACES)),  # the four corners at each meeting point: see garden.py
        ("field", "i4", (FIELD_SLOTS,)),  # meeting points of fields by where they lie: see field.py
        ("field_tiles", "i4", (TILE_CAP,)),  # tiles of fields in the order they were laid: seat, place, 4 tile + rotation
        ("field_size", "i2"),  # how many
        ("bag", "i2", (TILE_CAP,)),  # bag[top:end]
        ("bag_top", "i2"),
        ("bag_end", "i2"),
        ("refills", "i2"),
        ("row", "i2", (ROW_CAP,)),  # face-up tiles
        ("drawn", "i2", (ROW_CAP,)),  # drawn blindly or by a tool, waiting to be kept or placed
        ("location", "i2"),  # place of the meeting point that counts now
        ("scored", "i2", (SEATS, len(LINES))),
        ("pending", "i2", (MOST_PENDING,)),  # flowers completed whose action is to come: 32 place + kind
        ("last", "i2"),  # place of the last tile pruned
        ("placed", "i2", (SEATS,)),
        ("blind", "i2", (SEATS,)),
        ("moves", "i2", (SEATS,)),
        ("on_location", "i2", (SEATS,)),
        ("tools_used", "i2", (SEATS,)),
        ("singles_done", "i2", (SEATS, ROUNDS)),
        ("hybrids_done", "i2", (SEATS, ROUNDS)),
        ("field_flowers", "i2", (SEATS,)),  # without a peg
        ("field_pegs", "i1", (SEATS,)),  # colours with a peg, as a set
        ("pool_corners", "i2", (6,)),
        ("pool_size", "i2"),
        ("discard_size", "i2"),
        ("open_pairs", "i4"),  # hybrids that can be grown by everybody, as a set of pairs
        ("hybrid_deck", "i1", (HYBRID_CAP,)),
        ("hybrid_top", "i1"),  # those before it were shown
        ("hybrid", "i1"),  # shown last
        ("hybrid_due", "i1"),  # alone: the next Tertill turn reveals one
        ("hybrid_shuffles", "i2"),
        ("can_stack", "i1", (CAN_CAP,)),  # base game: a card a round; alone: all
        ("can_top", "i1"),
        ("can_end", "i1"),
        ("can", "i1"),  # shown last
        ("can_shuffles", "i2"),
        ("market", "i1", (6,)),
        ("greenhouse", "i1", (SEATS, 6)),
        ("stage", "i1"),  # the round, from 0
        ("closer", "i1"),  # seat that placed the last peg (EMPTY: none)
        ("waiting", "i1"),  # flowers in `pending`
        ("by_tool", "i1"),  # they come from a tool: a tile is still to be selected
        ("flower", "i1"),  # kind whose steps are being taken
        ("flower_bonus", "i1"),  # botanist bonus of it: see botanist.py
        ("to_stock", "i1"),  # colours still to be stocked, as a set
        ("instead", "i1"),  # full colours whose alternative is still to be taken
        ("replaced", "i1"),  # full colours of the flower, which were not stocked, as a set
        ("to_move", "i1"),  # the market move is still to be taken
        ("pruned", "i1"),  # tiles pruned by the seat
        ("prune_totals", "i4"),  # numbers of tiles it may prune, as a set
        # tools
        ("tool_deck", "i1", (TOOL_CAP,)),
        ("tool_top", "i1"),
        ("shown", "i1", (TOOLS_SHOWN,)),
        ("users", "i1", (TOOLS_SHOWN,)),  # seats that have used it, as a set
        ("on_tool", "i1", (TOOLS_SHOWN,)),  # gloves lying on it
        ("gloves", "i1", (SEATS,)),
        ("gloves_out", "i1"),  # back in the box
        # botanist cards
        ("botanist_deck", "i1", (BOTANIST_CAP,)),
        ("botanist_top", "i1"),
        ("botanist_end", "i1"),
        ("hidden", "i1", (SEATS,)),
        ("revealed", "i1", (BOTANISTS_SHOWN,)),
        ("drops", "i1"),  # slots of `revealed` with a drop, as a set
        ("drops_left", "i1"),
        ("covers", "i1"),  # slot the next revealed card takes
        ("covered", "i4"),  # cards lying under others, as a set
    ],
)
