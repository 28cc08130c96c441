"""The rulebook's words and the numbers that stand for them; no numba here."""

COLOURS = ("orange", "blue", "yellow", "red", "pink", "purple")
PAIRS = tuple((a, b) for a in range(6) for b in range(a + 1, 6))
CORNERS = ("top_left", "top_right", "bottom_right", "bottom_left")  # clockwise

PATTERNS = ("any", "alternating", "halves", "mixed")
ANY, ALTERNATING, HALVES, MIXED = range(4)
VARIANTS = ("base", "field")
SOLO = ("none", "tertill")
REVEALS = ("turn", "round", "trigger")
EACH_TURN, EACH_ROUND, ON_TRIGGER = range(3)

# Tool effects.
OPS = (
    "rotate_tile", "move_tile", "discard_tile", "swap_tiles", "replace_row", "choose_location", "draw_and_keep", "move_peg",
)  # fmt: skip
ROTATE_TILE, MOVE_TILE, DISCARD_TILE, SWAP_TILES, REPLACE_ROW, CHOOSE_LOCATION, DRAW_AND_KEEP, MOVE_PEG = range(8)

SEATS, ROUNDS = 5, 3
TILE_CAP, HYBRID_CAP, BOTANIST_CAP, TOOL_CAP, CAN_CAP = 192, 32, 32, 16, 48
ROW_CAP = 5  # face-up tiles, and tiles drawn by a tool
TOOLS_SHOWN, BOTANISTS_SHOWN = 3, 3
MOST_PENDING = 8  # flowers one action can complete: a tool may change two tiles
EMPTY = -1  # nothing here

# Card numbers: hybrids, botanist cards, tools, watering cans, tiles. Sets of 64 begin at multiples of 64.
CARD_HYBRID, CARD_BOTANIST, CARD_TOOL, CARD_CAN, CARD_TILE = 0, 32, 64, 80, 128
CARDS = CARD_TILE + TILE_CAP

# Rows of a garden are counted from the bottom; place = 8 row + column, so it is also the index of a bit in sets of places. Meeting points
# have the number of the place up and to the right of them: those around 5 x 5 places need 6 rows.
WIDTH = 8
PLACES = 6 * WIDTH
# A place in the Field of Flowers is 256 row + column, both counted from 128, where the first tile lies: no field reaches the ends.
FIELD_WIDTH = 256
FIELD_START = 128 * FIELD_WIDTH + 128
FIELD_SLOTS = 420  # meeting points of all fields: see field.py

# lines of the score sheet
LINES = ("round_1", "round_2", "round_3", "botanist", "drops", "pegs", "flowers", "extra", "start")
L_ROUND_1, L_ROUND_2, L_ROUND_3, L_BOTANIST, L_DROPS, L_PEGS, L_FLOWERS, L_EXTRA, L_START = range(9)

# phases; the last two are passed through, never decided in
TURN, DRAWN, KEEP, FLOWER, STEP, PRUNE, NEXT_TURN, NEXT_PRUNE = range(8)

# kinds of action
TAKE, DRAW, PLACE, TOOL, KEEP_TILE, STOCK, MARKET, LOWER, GROW, PRUNE_TILE, STOP = range(11)

# sources of luck
BAG, HYBRIDS, CANS, TOOLS, BOTANISTS = range(5)
SOURCES = ("tile bag", "hybrid tiles", "watering cans", "tool deck", "botanist deck", *(f"coins of seat {i + 1}" for i in range(SEATS)))

# the game's own events, from simkit.core.events.OWN
(
    BEGAN, SHOWED_TILE, DREW, PLACED, COMPLETED, GREW, STOCKED, MOVED, LOWERED, NO_MOVE, PRUNED, REFILLED, SHOWED_HYBRID, SHOWED_CAN,
    ROUND_OVER, SHOWED_TOOL, GLOVES_SPENT, GLOVE_BACK, SHOWED_BOTANIST, DREW_BOTANIST, DROP_BACK, PEGGED, UNPEGGED, LAST_TURNS,
    TERTILL_TOOK, TERTILL_CLEARED, LOCATION, DISCARDED, LIFTED, TO_PRUNE, BAG_OUT,
) = range(16, 47)  # fmt: skip
