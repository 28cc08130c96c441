"""Spellbloom: learn spells with dice whose sum matches, place them in a spellbook of ten, 1 to 4 players."""

from simkit.core.game import SET, Column, Game, Piece
from simkit.games.spellbloom.names import SCENARIO_TITLES, SOURCES, SPELL_CAP, TASK_CAP
from simkit.games.spellbloom.rules import RULES

GAME = Game(
    name="spellbloom",
    title="Spellbloom",
    summary="Match dice sums to learn spells, place ten of them in a spellbook; 1 to 4 players, 8 solo scenarios",
    seats=(1, 4),
    package="simkit.games.spellbloom",
    sources=SOURCES,
    lines=(
        Column("spells", "points printed on learned spells"),
        Column("placement", "placement bonuses"),
        Column("provision", "points for three or more provision dice"),
        Column("effects", "points from activated spell effects"),
        Column("end_effects", "points from end-of-game spell effects"),
        Column("tasks", "points for task cards"),
        Column("sigils", "points for completed sigils"),
        Column("mana", "points for mana left in the personal supply"),
        Column("start", "starting points and handicaps"),
    ),
    facts=(
        Column("learned", "spells in the spellbook", "spells"),
        Column("sigil_count", "completed sigils (first tie-break)", "sigils"),
        Column("mana_left", "mana left in the personal supply (second tie-break)", "mana"),
        Column("rests", "turns spent resting", "turns"),
        Column("discards", "spells in the timer grid (solo)", "spells"),
        Column("goal_missed", "games lost by the second condition of The Tasks (solo)", "games"),
        Column("cards_low", "spells held at the end, bit b for card b", SET),
        Column("cards_high", "spells held at the end, bit b for card 64 + b", SET),
        Column("task_cards", "task cards held at the end, bit b for card 128 + b", SET),
    ),
    endings=("a spellbook was full", "the timer ran out"),
    rules=RULES,
    features=(
        Column("points", "points scored so far"),
        Column("end_effects", "points of end effects as things stand"),
        Column("tasks", "points of own tasks as things stand"),
        Column("sigils", "points of completed sigils"),
        Column("mana", "mana in the personal supply", "mana"),
        Column("resting_mana", "mana on own spells", "mana"),
        Column("dice", "available own dice", "dice"),
        Column("spells", "spells in the spellbook", "spells"),
        Column("bottles", "spells that can be activated", "spells"),
        Column("best_other", "best open score among the others"),
    ),
    pieces=(
        Piece("mana_out", "mana out of the general supply", rule="total_mana"),
        Piece("spells_out", "spell cards out of their deck", 75),
        Piece("tasks_out", "task cards in hands", 30),
    ),
    most_actions=1 << 18,
    most_events=96,
    turn_cap=400,
    decision_cap=10_000,
    mode_rule="scenario",
    mode_titles=SCENARIO_TITLES[1:],
    cards=SPELL_CAP + TASK_CAP,
    provenance=(
        "The rulebook prints the counts, the kinds of effect and the task deck, but not the 75 spells: which spell carries which"
        " effect and points is a placeholder of ours, and so are four of the six placement bonuses and the half sigils of the spellbook."
    ),
)
