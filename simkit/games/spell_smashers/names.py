"""The rulebook's words and the numbers that stand for them; no numba here."""

TYPES = ("fire", "earth", "water", "wild")
FIRE, EARTH, WATER, WILD = range(4)
DECKS = ("consonant", "vowel")
CONSONANT, VOWEL = range(2)
SLOTS = ("weapon", "armor")
WEAPON, ARMOR = range(2)
PER = ("battle", "fire card", "earth card", "water card", "vowel", "wound", "trophy")  # what gear damage is counted by
PER_BATTLE, PER_FIRE, PER_EARTH, PER_WATER, PER_VOWEL, PER_WOUND, PER_TROPHY = range(7)
POTIONS = ("elixir", "antidote", "tonic")
ELIXIR_POTION, ANTIDOTE_POTION, TONIC_POTION = range(3)
BUILDINGS = ("Alchemist", "Armory", "Carpenter's Guild", "Wizard's Shop")  # of the solo side
ALCHEMIST, ARMORY, CARPENTER, WIZARD = range(4)

BOSSES = ("vulture", "dragon", "titan", "queen")  # by zone
BOSS_TITLES = ("Insatiable Vulture", "Ancient Dragon", "Stone Titan", "Storm Queen")
DIFFICULTIES = ("standard", "advanced", "extreme")
STANDARD, ADVANCED, EXTREME = range(3)
SCENARIOS = ("none", *(f"{boss}_{difficulty}" for boss in BOSSES for difficulty in DIFFICULTIES))
SCENARIO_TITLES = tuple(f"{boss}, {difficulty}" for boss in BOSS_TITLES for difficulty in DIFFICULTIES)

SEATS, PLACES, ZONES = 5, 8, 4
LETTER_CAP, WOUND_CAP, MODIFIER_CAP, MONSTER_CAP, BOSS_CAP, GEAR_CAP, QUEST_CAP = 128, 32, 64, 32, 8, 64, 64
LETTER_HAND = 16  # letter cards in one hand at most
OPEN_QUESTS = 3  # two, and one more while deciding
SIGHT = 4  # tiles the Wizard's Shop shows
NEVER, FROM_SETUP, WHEN_EMPTY = range(3)  # when discarded tiles return
FREE_WILDS = 4  # wild cards of one word whose types are chosen one by one
EMPTY = -1

# lines of the score sheet
(L_TROPHIES, L_GEAR, L_QUESTS, L_ALE, L_COINS, L_WOUNDS, L_BUILDINGS, L_DIFFICULTY, L_START) = range(9)

# stages of a round
GEAR_STAGE, WORD_STAGE, BATTLE_STAGE, QUEST_STAGE, TOWN_STAGE, REFILL_STAGE, ARRIVAL_STAGE = range(7)
STAGES = ("choosing gear", "preparing words", "battling monsters", "drawing quests", "visiting town", "refilling hands", "monsters arrive")

# phases: what is to be decided
(NOTHING_ASKED, CHOOSE_GEAR, SPELL, DRAW, TARGET_MONSTER, CHOOSE_HEALED, KEEP_QUEST, DROP_QUEST, VISIT, KEEP_GEAR, ORDER_TILES,
 REDIRECT) = range(12)  # fmt: skip

# kinds of action
(WEAR, WORD, REDRAW, SKIP, TONIC, DRAW_FROM, RETYPE, FIGHT, STRIKE, HEAL, KEEP, DROP, SHAMAN, TAVERN, GUILD, SHOP) = range(16)
# those of kind SHOP say which building
(BUY_GEAR, BUY_POTIONS, REPAIR, LOOK, ORDER, RUIN, PASS, ANTIDOTE) = range(8)

# sources of luck
(CONSONANT_DECK, VOWEL_DECK, WOUND_DECK, MODIFIER_DECK, START_MODIFIERS, MONSTER_STACK, GEAR_DECK, QUEST_DECK, BOSS_CARDS) = range(9)
SOURCES = ("consonant deck", "vowel deck", "wound deck", "modifier deck", "starting modifiers", "monster stack", "gear deck", "quest deck",
           "boss cards", *(f"coins of seat {i + 1}" for i in range(SEATS)))  # fmt: skip

# the game's own events, from simkit.core.events.OWN
(
    BEGAN, WORE, SPELLED, NO_WORD, SKIPPED, CHANGED_LETTER, DREW, DREW_WOUND, GAVE_UP_LETTER, DISCARDED, INITIATIVE, CHANGED_TYPE,
    ATTACKED, TOOK_COINS, DEFEATED, TOOK_ALE, DISARMED, PASSED_MARKER, VISITED, GAINED_COINS, PAID, GOT_POTION, USED_POTION,
    GAVE_TROPHY, ENTERED, NEW_ROUND, RUINED, REPAIRED, CHASED, SAW_TILES, MOVED_IN, BOSS_CAME, LEFT, HEALED, GREW, NO_TARGET, TOOK_WOUND,
    ADDED_ALE, SHUFFLED,
) = range(16, 55)  # fmt: skip
