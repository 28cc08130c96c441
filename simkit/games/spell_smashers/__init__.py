"""Spell Smashers: spell words with cards, wounds and trophies to smash monsters, 1 to 5 players."""

from simkit.core.game import SET, Column, Game, Piece
from simkit.games.spell_smashers.names import GEAR_CAP, QUEST_CAP, SCENARIO_TITLES, SOURCES
from simkit.games.spell_smashers.rules import RULES

GAME = Game(
    name="spell_smashers",
    title="Spell Smashers",
    summary="Spell words to battle monsters and grow rich; 2 to 5 players, alone against 4 bosses at 3 difficulties",
    seats=(1, 5),
    package="simkit.games.spell_smashers",
    sources=SOURCES,
    lines=(
        Column("trophies", "points for monster trophies"),
        Column("gear", "points for gear cards"),
        Column("quests", "points for completed quests"),
        Column("ale", "points for ale tokens"),
        Column("coins", "points for coins left over"),
        Column("wounds", "points lost by remaining wounds"),
        Column("buildings", "points for intact buildings (solo)"),
        Column("difficulty", "difficulty bonus (solo)"),
        Column("start", "starting points and handicaps"),
    ),
    facts=(
        Column("trophy_count", "monster trophies", "tiles"),
        Column("gear_count", "gear cards", "cards"),
        Column("quest_count", "completed quests", "cards"),
        Column("coins_left", "coins at the end", "coins"),
        Column("wounds_left", "wounds in hand at the end (tie-break: most)", "cards"),
        Column("wounds_taken", "wounds suffered", "cards"),
        Column("damage_dealt", "damage of all battles, overkill included (solo: coins taken)", "damage"),
        Column("letters_spelled", "letters of all words", "letters"),
        Column("battles", "battles fought", "battles"),
        Column("without_word", "turns in which no word could be spelled", "turns"),
        Column("rounds", "rounds played", "rounds"),
        Column("ruins", "buildings destroyed (solo)", "buildings"),
        Column("trophy_set", "trophies held at the end, bit b for monster b in the order of its sheet", SET),
        Column("gear_set", "gear held at the end, bit b for card b", SET),
        Column("quest_set", "quests completed, bit b for card 64 + b", SET),
    ),
    endings=(
        "the last round was played",
        "the boss was defeated",
        "all buildings were destroyed",
        "the boss destroyed a building",
    ),
    rules=RULES,
    features=(
        Column("points", "points as things stand"),
        Column("coins", "coins", "coins"),
        Column("trophies", "trophies", "tiles"),
        Column("ale", "ale tokens", "ale"),
        Column("wounds", "wounds in hand", "wounds"),
        Column("gear", "gear cards", "cards"),
        Column("quests", "points of incomplete quests"),
        Column("potions", "potions", "potions"),
        Column("damage", "damage of the committed word to the monster it hurts most", "damage"),
        Column("kill", "1 if the committed word defeats a monster as things stand", "flag"),
        Column("letters", "letters of the committed word", "letters"),
        Column("spent_wounds", "wounds the committed word uses", "wounds"),
        Column("vowel_balance", "vowels in hand beside three of seven, counted as a loss", "cards"),
        Column("intact", "intact buildings (solo)", "buildings"),
        Column("monsters", "coins on monsters in play (solo)", "coins"),
        Column("boss_coins", "coins left on the boss (solo)", "coins"),
    ),
    pieces=(
        Piece("coins_out", "coins out of the supply, by value"),
        Piece("ale_out", "ale out of the supply, by value"),
        Piece("wounds_out", "wound cards with players and on buildings", 24),
        Piece("potions_out", "potions with players", 15),
        Piece("gear_out", "gear cards with players and monsters", 24),
        Piece("quests_out", "quest cards with players", 29),
    ),
    most_actions=1 << 20,  # alone, with two dozen trophies in reach, 400,000 words can be spelled
    most_events=256,
    turn_cap=2_000,
    decision_cap=20_000,
    mode_rule="scenario",
    mode_titles=SCENARIO_TITLES,
    cards=GEAR_CAP + QUEST_CAP,
    provenance=(
        "The rulebook prints how many cards of each kind there are, the nine traits, what five letters deal, and a few names. Which"
        " letters, wounds, monsters, bosses, gear and quests there are beyond that is a placeholder of ours; the words are SCOWL's."
    ),
)
