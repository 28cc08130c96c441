"""The rulebook's words and the numbers that stand for them; no numba here."""

ELEMENTS = ("Water", "Fire", "Wind", "Mountain", "Forest")
COLOURS = ("orange", "pink", "purple", "teal", "brown")
SIGILS = ("circle", "triangle", "square")
DICE = ("blue", "white", "green", "yellow", "red", "black")
# A region has the number of the die whose colour borders it. Two rows of three: Reefs Snowlands Grove / Desert Volcano Gorge.
REGIONS = ("Reefs", "Snowlands", "Grove", "Desert", "Volcano", "Gorge")
ISLAND_LINES = ("top row", "bottom row", "left column", "middle column", "right column")
LINE_REGIONS = (0b000111, 0b111000, 0b001001, 0b010010, 0b100100)

SCENARIOS = (
    "none", "placement", "spells", "mana", "guides", "bonuses", "sigils", "dice", "tasks",
)  # fmt: skip
SCENARIO_TITLES = (
    "no scenario", "The Placement", "The Spells", "The Mana", "The Guides", "The Bonuses", "The Sigils", "The Dice", "The Tasks",
)  # fmt: skip
NO_SCENARIO, PLACEMENT, SPELLS, MANA, GUIDES, BONUSES, SIGILS_SCENARIO, DICE_SCENARIO, TASKS_SCENARIO = range(9)

# Spell effects: ten that are activated (bottle icon), six that score at the end (brown background).
EFFECTS = (
    "none",
    "change_die",
    "region_points",
    "sigil_mana",
    "reroll_colour",
    "difficulty_points",
    "any_region",
    "provision_points",
    "adjacent_points",
    "reroll_value",
    "colour_points",
    "row_colour_total",
    "colour_total",
    "colour_majority",
    "element_majority",
    "element_total",
    "element_pairs",
)
(
    NO_EFFECT, CHANGE_DIE, REGION_POINTS, SIGIL_MANA, REROLL_COLOUR, DIFFICULTY_POINTS, ANY_REGION, PROVISION_POINTS, ADJACENT_POINTS,
    REROLL_VALUE, COLOUR_POINTS, ROW_COLOUR_TOTAL, COLOUR_TOTAL, COLOUR_MAJORITY, ELEMENT_MAJORITY, ELEMENT_TOTAL, ELEMENT_PAIRS,
) = range(17)  # fmt: skip
LAST_BOTTLE = COLOUR_POINTS

TASKS = (
    "isolated_elements", "enough_of_colour", "most_of_colour", "element_sets", "enough_of_element", "few_of_element", "colour_sets",
    "enough_sigils",
)  # fmt: skip
(
    ISOLATED_ELEMENTS, ENOUGH_OF_COLOUR, MOST_OF_COLOUR, ELEMENT_SETS, ENOUGH_OF_ELEMENT, FEW_OF_ELEMENT, COLOUR_SETS, ENOUGH_SIGILS,
) = range(8)  # fmt: skip

SEATS, SLOTS, ROW, SPELL_CAP, TASK_CAP = 4, 10, 5, 128, 64
HAND = 5  # task cards held at most: three to start with under a house rule, two drawn
EMPTY = -1  # no card here

# lines of the score sheet
LINES = ("spells", "placement", "provision", "effects", "end_effects", "tasks", "sigils", "mana", "start")
L_SPELLS, L_PLACEMENT, L_PROVISION, L_EFFECTS, L_END, L_TASKS, L_SIGILS, L_MANA, L_START = range(9)
TRACK_LINES = 4  # the first lines are scored during the game

# phases
GOAL, GUIDE, CHOOSE, PLACE, TASK, FREE_MANA, AFTER = range(7)

# kinds of action
REST, LEARN, DISCARD, REROLL_GUIDES, ACTIVATE, PLACE_SPELL, END_TURN, DISCARD_TASK, MOVE_GUIDE, TAKE_MANA, SET_GOAL = range(11)

# sources of luck
(DECK, TASK_DECK, GUIDE_DICE) = range(3)
SEAT_DICE = 3  # and one for each seat
SOURCES = ("spell deck", "task deck", "guide dice", *(f"dice of seat {i + 1}" for i in range(SEATS)),
           *(f"coins of seat {i + 1}" for i in range(SEATS)))  # fmt: skip

# the game's own events, from simkit.core.events.OWN
(
    ROLLED, ROLLED_GUIDE, SPENT, GAINED, TURNED, TURNED_GUIDE, USED_DIE, USED_GUIDE, REFILLED, DISCARDED, CLOSED_SIGIL, DREW_TASK,
    FLIPPED, RESTED, LAST_ROUND, TIMER, MOVED_GUIDE, GUIDES_BACK, FREED_MANA, CHOSE_GOAL, PLACED, BEGAN,
) = range(16, 38)  # fmt: skip
