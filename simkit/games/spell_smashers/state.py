"""The two records of Spell Smashers: CONFIG (rule parameters, card tables, words) and STATE (everything at one moment)."""

import numpy as np

from simkit.core.table import state_dtype
from simkit.games.spell_smashers import GAME
from simkit.games.spell_smashers.names import (
    BOSS_CAP,
    GEAR_CAP,
    LETTER_CAP,
    LETTER_HAND,
    MODIFIER_CAP,
    MONSTER_CAP,
    OPEN_QUESTS,
    PLACES,
    QUEST_CAP,
    SEATS,
    WOUND_CAP,
    ZONES,
)
from simkit.games.spell_smashers.words.graph import MOST_BRANCHES, MOST_EDGES, MOST_SPELLINGS
from simkit.games.spell_smashers.words.lexicon import ROW
from simkit.games.spell_smashers.words.lists import MOST_WORDS

FOES, TRAITS = MONSTER_CAP + BOSS_CAP, MODIFIER_CAP + BOSS_CAP  # bosses stand behind the monsters, their traits behind the modifiers
STEPS = 16  # rarities of words

# The words take most of a config's 15 MB; memory that is never written is never taken, so a table costs what its words need (about
# 3 MB). There is one config for each arm of a study, not for each game.
CONFIG = np.dtype(
    [
        *GAME.rules_dtype(),
        ("letters", "i4"),  # cards of both letter decks
        ("letter_identity", "u8", (LETTER_CAP,)),
        ("letter_symbol", "i1", (LETTER_CAP,)),
        ("letter_deck", "i1", (LETTER_CAP,)),
        ("letter_damage", "i2", (LETTER_CAP,)),
        ("letter_type", "i1", (LETTER_CAP,)),
        ("wounds", "i4"),
        ("wound_identity", "u8", (WOUND_CAP,)),
        ("wound_symbol", "i1", (WOUND_CAP,)),  # LETTERS + number of its text; a single letter is one
        ("wound_text", "i8", (WOUND_CAP,)),  # letters, eight bits each
        ("wound_count", "i1", (WOUND_CAP,)),
        ("wound_damage", "i2", (WOUND_CAP,)),
        ("wound_type", "i1", (WOUND_CAP,)),
        ("wound_length", "i1", (WOUND_CAP,)),  # by number of the text
        ("modifiers", "i4"),
        ("modifier_identity", "u8", (MODIFIER_CAP,)),
        ("starred", "i1", (MODIFIER_CAP,)),
        ("modifier_health", "i2", (MODIFIER_CAP,)),
        # traits of modifiers, and of bosses behind them; types are EMPTY where there is none
        ("resistance", "i1", (TRAITS,)),
        ("weakness", "i1", (TRAITS,)),
        ("bite_back", "i1", (TRAITS,)),
        ("vicious", "i2", (TRAITS,)),
        ("entry_ale", "i2", (TRAITS,)),
        ("entry_gear", "i1", (TRAITS,)),
        ("disarm", "i1", (TRAITS,)),
        ("aura", "i2", (TRAITS,)),
        ("last_gasp", "i2", (TRAITS,)),
        ("wound_heal", "i2", (TRAITS,)),  # coins added for each wound it deals
        ("halves_below", "i1", (TRAITS,)),  # words of fewer letters deal half
        ("monsters", "i4"),
        ("bosses", "i4"),
        ("monster_identity", "u8", (FOES,)),
        ("monster_symbol", "i1", (FOES,)),
        ("health", "i2", (FOES,)),
        ("attack", "i2", (FOES,)),
        ("monster_damage", "i2", (FOES,)),
        ("monster_type", "i1", (FOES,)),
        ("zone", "i1", (FOES,)),
        ("gear", "i4"),
        ("gear_identity", "u8", (GEAR_CAP,)),
        ("gear_slot", "i1", (GEAR_CAP,)),
        ("gear_damage", "i2", (GEAR_CAP,)),
        ("gear_per", "i1", (GEAR_CAP,)),
        ("gear_after", "i1", (GEAR_CAP,)),
        ("gear_limit", "i2", (GEAR_CAP,)),
        ("gear_letters_min", "i1", (GEAR_CAP,)),
        ("gear_letters_max", "i1", (GEAR_CAP,)),
        ("gear_doubled", "i1", (GEAR_CAP,)),
        ("gear_wild", "i1", (GEAR_CAP,)),
        ("gear_coins_kill", "i2", (GEAR_CAP,)),
        ("gear_coins", "i2", (GEAR_CAP,)),
        ("gear_wounds", "i2", (GEAR_CAP,)),
        ("gear_initiative", "i2", (GEAR_CAP,)),
        ("gear_ties", "i1", (GEAR_CAP,)),
        ("gear_ward", "i1", (GEAR_CAP,)),
        ("gear_hand", "i1", (GEAR_CAP,)),
        ("gear_heals", "i1", (GEAR_CAP,)),
        ("gear_ale", "i2", (GEAR_CAP,)),
        ("gear_discount", "i2", (GEAR_CAP,)),
        ("gear_multiplayer", "i1", (GEAR_CAP,)),
        ("quests", "i4"),
        ("quest_identity", "u8", (QUEST_CAP,)),
        ("quest_points", "i2", (QUEST_CAP,)),
        ("quest_letters_min", "i1", (QUEST_CAP,)),
        ("quest_letters_max", "i1", (QUEST_CAP,)),
        ("quest_vowels_min", "i1", (QUEST_CAP,)),
        ("quest_vowels_max", "i1", (QUEST_CAP,)),
        ("quest_shape", "i1", (QUEST_CAP,)),  # spelling class it needs
        ("quest_different", "i1", (QUEST_CAP,)),
        ("quest_wounds", "i1", (QUEST_CAP,)),
        ("quest_trophies_min", "i1", (QUEST_CAP,)),
        ("quest_types", "i1", (QUEST_CAP, 3)),
        ("quest_damage", "i2", (QUEST_CAP,)),
        ("quest_attack", "i2", (QUEST_CAP,)),
        ("quest_kill", "i1", (QUEST_CAP,)),
        ("quest_exact", "i1", (QUEST_CAP,)),
        ("quest_first", "i1", (QUEST_CAP,)),
        ("quest_alone", "i1", (QUEST_CAP,)),
        ("seat_coins", "i2", (SEATS,)),
        ("building", "i1", (ZONES,)),
        # words
        ("words", "i4"),
        ("steps", "i4", (STEPS,)),  # what each rarity reaches to: a SCOWL level, or a number of most frequent words
        ("edges", "i8", (MOST_EDGES,)),
        ("spellings", "u8", (MOST_SPELLINGS,)),
        ("easiest", "i1", (MOST_SPELLINGS,)),  # rarity of the easiest word
        ("branch_wounds", "i8", (MOST_BRANCHES,)),
        ("branch_child", "i8", (MOST_BRANCHES,)),
        ("branch_root", "i8", (MOST_BRANCHES,)),
        ("spelled", "i1", (MOST_WORDS, ROW)),
        ("word_letters", "i4", (MOST_WORDS,)),  # as a set
        ("word_rarity", "i1", (MOST_WORDS,)),
        # experiments: extra points per seat and card, gear and a quest granted at the start (EMPTY: none)
        ("extra_points", "i2", (SEATS, GEAR_CAP + QUEST_CAP)),
        ("granted_gear", "i1", (SEATS,)),
        ("granted_quest", "i1", (SEATS,)),
    ],
    align=True,
)

STATE = state_dtype(
    GAME,
    [
        ("word", "i8", (SEATS,)),  # committed this round, as its action; 0: none
        ("letter_discard", "u8", (2,)),  # as a set
        ("wound_discard", "u8"),
        ("modifier_discard", "u8"),
        ("gone_tiles", "u8"),  # tiles out of the game
        ("gone_modifiers", "u8"),  # starting modifiers returned to the box, all modifiers where none are used
        ("gone_gear", "u8"),  # gear that is not used alone
        ("trophies", "u8", (SEATS,)),
        ("flipped", "u8"),  # trophies used already (solo)
        ("gear_held", "u8", (SEATS,)),
        ("done", "u8", (SEATS,)),  # completed quests
        ("bank", "i4"),  # coins that came out of the supply, as a negative number
        ("ale_bank", "i4"),
        ("round_no", "i2"),
        ("coins", "i2", (SEATS,)),
        ("ale", "i2", (SEATS,)),
        ("shuffles", "i2", (6,)),  # by source of luck: consonants, vowels, wounds, modifiers, tiles
        ("deck_size", "i2", (2,)),
        ("coins_on", "i2", (PLACES,)),
        ("ale_on", "i2", (PLACES,)),
        ("damage_dealt", "i2", (SEATS,)),
        ("letters_spelled", "i2", (SEATS,)),
        ("battles", "i2", (SEATS,)),
        ("without_word", "i2", (SEATS,)),
        ("wounds_taken", "i2", (SEATS,)),
        ("deck", "i1", (2, LETTER_CAP)),  # letter decks, the top last
        ("wound_deck", "i1", (WOUND_CAP,)),
        ("wound_size", "i1"),
        ("modifier_deck", "i1", (MODIFIER_CAP,)),
        ("modifier_size", "i1"),
        ("stack", "i1", (MONSTER_CAP,)),  # monster tiles, the top last
        ("stack_size", "i1"),
        ("known_top", "i1"),  # tiles on top whose order the solo player knows
        # decks whose rejects go to the bottom: a ring from `head`; who knows the card at each place, a bit a seat
        ("gear_deck", "i1", (GEAR_CAP,)),
        ("gear_known", "i1", (GEAR_CAP,)),
        ("gear_head", "i1"),
        ("gear_size", "i1"),
        ("quest_deck", "i1", (QUEST_CAP,)),
        ("quest_known", "i1", (QUEST_CAP,)),
        ("quest_head", "i1"),
        ("quest_size", "i1"),
        ("hand", "i1", (SEATS, LETTER_HAND)),  # letter cards
        ("hand_size", "i1", (SEATS,)),
        ("wound_hand", "i1", (SEATS, WOUND_CAP)),
        ("wound_count", "i1", (SEATS,)),
        # the monster row, or alone zone by zone outside and inside
        ("tile", "i1", (PLACES,)),
        ("modifier", "i1", (PLACES,)),
        ("gear_on", "i1", (PLACES,)),
        ("hit", "i1", (PLACES,)),  # who damaged it this round, a bit a seat
        ("ruin", "i1", (4,)),  # wound card on each building (EMPTY: intact), by zone
        ("potions", "i1", (SEATS,)),  # a bit each
        ("weapon", "i1", (SEATS,)),  # active gear
        ("armor", "i1", (SEATS,)),
        ("quest", "i1", (SEATS, OPEN_QUESTS)),
        ("quest_count", "i1", (SEATS,)),
        ("drawn", "i1", (2,)),  # cards looked at, of the gear or quest deck
        ("drawn_count", "i1"),
        ("tonic_card", "i1", (SEATS,)),  # card in reach whose letter a tonic changed (EMPTY: none), which letter of it, into what
        ("tonic_at", "i1", (SEATS,)),
        ("tonic_letter", "i1", (SEATS,)),
        ("retyped", "i1", (2,)),  # card of this battle's word changed by elixir and by gear (EMPTY: none)
        ("retyped_to", "i1", (2,)),
        ("marker", "i1"),
        ("stage", "i1"),
        ("asked_stage", "i1"),  # stage of the last question
        ("step", "i1"),  # seats that are through with this stage
        ("order", "i1", (SEATS,)),  # seats by initiative
        ("ready", "i1"),  # seats with a committed word, or without any, as a set
        ("skips", "i1"),  # seats that could spell no word
        ("redrawn", "i1"),  # seats that had their hand redrawn this round
        ("forced", "i1"),  # seats with five wounds after their battle
        ("boss", "i1"),  # number of the boss among the monsters (EMPTY: none)
        ("boss_out", "i1"),  # 1 while it is in play
        ("to_come", "i1"),  # monsters still to be added this round end
        ("arriving", "i1"),  # tile that waits for a building to be chosen, and its modifier
        ("arriving_modifier", "i1"),
    ],
)
