"""Rule parameters of Spell Smashers: rulings with another plausible reading, and house rules. RULES.md has the reasons."""

from simkit.core.game import Rule
from simkit.games.spell_smashers.names import SCENARIOS

RULES = (
    Rule("scenario", 0, "solo: boss and difficulty; none: a boss drawn at random, standard", "Defend the Town", choices=SCENARIOS),
    # words
    Rule("dictionary", 60, "words of the package up to this SCOWL level; a list of your own counts whole", "Prepare Words", "SS-R40",
         low=10, high=70),
    Rule("vulgar_words", 0, "slurs and vulgar words are legal words", "Prepare Words", "SS-R40"),
    Rule("rarity", 0, "what a player's vocabulary is measured by: SCOWL levels, or the most frequent words", "Prepare Words", "SS-R42",
         choices=("level", "frequency")),
    # amounts
    Rule("rounds", 7, "rounds of the game", "How to Play", low=1, high=15),
    Rule("hand", 7, "cards a hand is refilled to", "Round End", low=3, high=12),
    Rule("start_consonants", 4, "consonants of a starting hand", "Player Loadouts", low=0, high=8),
    Rule("start_vowels", 3, "vowels of a starting hand", "Player Loadouts", low=0, high=7),
    Rule("more_coins", 0, "starting coins beside those of the seat sheet", "Player Loadouts", low=0, high=50, per_seat=True),
    Rule("start_points", 0, "points each player starts with", "Player Loadouts", low=-100, high=100, per_seat=True),
    Rule("stick_damage", 1, "damage the Starting Stick adds", "Battle Monsters", "SS-R11", low=0, high=10),
    Rule("stick_letters", 5, "letters a word needs for the Starting Stick", "Battle Monsters", "SS-R11", low=0, high=15),
    Rule("damage_cap", 9, "most damage a letter card or trophy is printed with", "Letter Cards", "SS-R38", low=1, high=9),
    Rule("open_quests", 2, "incomplete quests a player may have", "Quest Cards", low=1, high=2),
    Rule("shaman_wounds", 5, "wounds that force a visit to the Shaman", "Visit Town", low=1, high=30),
    Rule("tavern_price", 3, "coins for boasting at the Tavern", "Visit Town", low=0, high=30),
    Rule("armory_price", 5, "coins for a gear card", "Visit Town", low=0, high=30),
    Rule("elixir_price", 2, "coins for an elixir", "Visit Town", low=0, high=30),
    Rule("antidote_price", 3, "coins for an antidote", "Visit Town", low=0, high=30),
    Rule("tonic_price", 5, "coins for a tonic", "Visit Town", low=0, high=30),
    Rule("repair_price", 10, "coins to remove a wound card from a building (solo)", "Visit Town (solo)", low=0, high=50),
    Rule("chase_price", 6, "coins to discard a monster (solo)", "Visit Town (solo)", low=0, high=50),
    Rule("trophy_points", 3, "points for each trophy", "End of the Game", low=0, high=20),
    Rule("gear_per_point", 2, "gear cards for one point", "End of the Game", low=1, high=10),
    Rule("coins_per_point", 5, "coins for one point", "End of the Game", low=1, high=50),
    Rule("wound_points", -1, "points for each wound left", "End of the Game", low=-10, high=10),
    Rule("building_points", 5, "points for each intact building (solo)", "Scoring System", low=0, high=50),
    Rule("advanced_points", 6, "points for advanced difficulty (solo)", "Difficulty Levels", low=0, high=50),
    Rule("extreme_points", 12, "points for extreme difficulty (solo)", "Difficulty Levels", low=0, high=50),
    Rule("boss_round", 7, "round the boss arrives for (solo)", "Arrival of the Boss Monster", low=2, high=15),
    # readings
    Rule("forced_at_battle_end", 0, "the forced Shaman is decided when the own battle ends, not when buildings are chosen", "Shaman",
         "SS-R15"),
    Rule("shaman_healthy", 1, "the Shaman may be visited without wounds", "Shaman", "SS-R15"),
    Rule("boss_trophy", 0, "a defeated boss counts as a trophy (solo)", "Scoring System", "SS-R32"),
    Rule("tiles_return", 0, "discarded tiles: out of the game, those of setup back into the stack, or all once it is empty (solo)",
         "Add monsters", "SS-R30", choices=("never", "setup", "empty")),
    Rule("zero_damage_wounds", 1, "an attack that deals no damage still brings wounds at a table of several", "Suffer wounds", "SS-R7"),
    Rule("weapon_doubled", 0, "damage that a weapon adds for cards of a type is doubled or cancelled with them", "Resistance", "SS-R1"),
    Rule("quest_trophies", 1, "quests that count cards of a type count trophies, too", "Quest Cards", "SS-R38"),
    Rule("marker_to_skipper", 1, "the marker goes to a player who could spell no word", "Battle Monsters", "SS-R6"),
)  # fmt: skip
