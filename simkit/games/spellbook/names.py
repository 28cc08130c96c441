"""The rulebook's words and the numbers that stand for them; no numba here."""

COLOURS = ("red", "violet", "green", "black", "white", "blue", "yellow")
RUNES = ("triangle", "square", "circle")
KINDS = len(COLOURS) * len(RUNES)  # of Materia: kind = 3 * colour + rune
PHASES = ("morning", "midday", "evening")
LEVELS = (3, 4, 5)
SETS = (1, 2, 3)

# Printed names, a row a set, a column a colour: spell number = 7 * (set - 1) + colour
SPELLS = (
    "sacrifice", "levitation", "purification", "offering", "time_travel", "transmutation", "abundance",
    "eruption", "sharing", "cure", "focus", "storm", "swiftness", "knowledge",
    "blaze", "divination", "growth", "feast", "clone", "mirage", "communion",
)  # fmt: skip
NUM_COLOURS, NUM_SPELLS = len(COLOURS), len(SPELLS)
# A card is a spell at a level: card number = 3 * spell + level - 3
CARDS = NUM_SPELLS * len(LEVELS)
SEATS, SPACE_CAP, POOL_CAP = 4, 20, 12
EMPTY = -1
ALTAR_CAP = 32  # kept in order of arrival, alone

# `altar_at_five`
GROWS, STAYS = 0, 1
# `bag_refill`
SHORT, EMPTIED = 0, 1
# setups
SETUPS = ("classic", "set_1", "set_2", "set_3")
CLASSIC = 0
SOLO = ("none", "handicap_0", "handicap_1", "handicap_2", "handicap_3")
SOLO_TITLES = ("no handicap named", "Handicap 0", "Handicap 1", "Handicap 2", "Handicap 3")

# kinds of effect
EFFECT_KINDS = ("none", "action", "instant", "permanent", "endgame")
NOTHING, ACTION, INSTANT, PERMANENT, ENDGAME = range(5)
EFFECTS = (
    "none", "discard_and_draw", "take_rune", "swap_with_altar", "store_colour", "discard_and_raise", "rune_wilds", "draw", "draw_until",
    "take_and_share", "draw_and_discard", "store_or_take_marker_rune", "replace_and_take", "morning_action", "points_per_spell",
    "draw_and_offer", "add_and_take", "add_and_take_colour", "swap_with_familiar", "store_from_altar", "take_stored_colour",
    "points_per_colour", "copy_midday", "copy_evening", "copy_morning", "draw_on_taking", "points_per_marker_rune", "store_spent",
)  # fmt: skip
(
    NO_EFFECT, DISCARD_AND_DRAW, TAKE_RUNE, SWAP_WITH_ALTAR, STORE_COLOUR, DISCARD_AND_RAISE, RUNE_WILDS, DRAW, DRAW_UNTIL,
    TAKE_AND_SHARE, DRAW_AND_DISCARD, STORE_OR_TAKE, REPLACE_AND_TAKE, MORNING_ACTION, POINTS_PER_SPELL,
    DRAW_AND_OFFER, ADD_AND_TAKE, ADD_AND_TAKE_COLOUR, SWAP_WITH_FAMILIAR, STORE_FROM_ALTAR, TAKE_STORED_COLOUR,
    POINTS_PER_COLOUR, COPY_MIDDAY, COPY_EVENING, COPY_MORNING, DRAW_ON_TAKING, POINTS_PER_RUNE, STORE_SPENT,
) = range(28)  # fmt: skip

# lines of the score sheet
LINES = ("spells", "effects", "familiar", "start")
L_SPELLS, L_EFFECTS, L_FAMILIAR, L_START = range(4)

# phases: what is decided
MORNING, MIDDAY, EVENING = range(3)  # an action of this phase
BONUS = 3  # a morning action at once (Swiftness)
COPYING = 4  # a morning action to copy, when a token was discarded for it (Clone)
TAKING = 5  # the next token from the altar
ACCEPTING = 6  # another player's token from the altar (Blaze)
DISCARDING = 7  # the next token of the pool that goes to the discard box
STORING = 8  # the next token of the pool that goes to the Familiar
STORING_ALTAR = 9  # the next token of the altar that goes there
STORING_SPENT = 10  # the next of the tokens paid that goes there (Communion)
REPLACING = 11  # the next token of the altar to be replaced (Storm)
SWAP_GET = 12  # the next token to come into the pool by a swap
SWAP_GIVE = 13  # the next token of the pool to go for it
RAISING = 14  # the spell to raise (Time Travel)
GIVING = 15  # alone: the token of the altar that goes to the opponent's board

# kinds of action
PASS, TAKE, DRAW_TOKENS, STORE, LEARN, USE, PICK, DONE, RAISE = range(9)

# sources of luck
SETUP_SOURCE, BAG = 0, 1
SOURCES = ("setup", "bag", *(f"coins of seat {i + 1}" for i in range(SEATS)))

# how a game ends
SEVEN_SPELLS, FULL_FAMILIAR, FULL_BOARD = 1, 2, 3

# the game's own events, from simkit.core.events.OWN
(
    BEGAN, PASSED, TOOK, DREW, STORED, STORED_ALTAR, STORED_SPENT, DISCARDED, PAID, MARKED, ADDED, REPLACED, GOT, PUT_BACK,
    RAISED, LOWERED, ALTAR_CLEARED, BAG_REFILLED, LAST_ROUND, BOARD, RESERVE, OLDEST, COPIED,
) = range(16, 39)  # fmt: skip
