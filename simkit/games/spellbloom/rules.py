"""Rule parameters of Spellbloom: rulings with another plausible reading, and house rules. RULES.md has the reasons."""

from simkit.core.game import Rule
from simkit.games.spellbloom.names import SCENARIOS

TARGETS = {"placement": 85, "spells": 90, "mana": 80, "guides": 75, "bonuses": 85, "sigils": 80, "dice": 85, "tasks": 80}

RULES = (
    Rule("scenario", 0, "solo scenario", "Scenarios", choices=SCENARIOS),
    *(
        Rule(f"target_{name}", target, f"score that completes the scenario '{name}'", "Scenarios", low=0, high=500)
        for name, target in TARGETS.items()
    ),
    Rule(
        "start_mana",
        2,
        "mana each player starts with, in seat order as far as the general supply reaches",
        "Setup",
        low=0,
        high=20,
        per_seat=True,
    ),
    Rule("start_points", 0, "points each player starts with", "Setup", low=-100, high=100, per_seat=True),
    Rule("start_tasks", 2, "task cards dealt to each player", "Setup", low=0, high=3),
    Rule("total_mana", 35, "mana tokens in the game", "Contents", "SP-R1", low=0, high=200),
    Rule("two_dice_mana", 2, "mana for exactly two provision dice", "Learn", low=0, high=10),
    Rule("three_dice_points", 3, "points for three or more provision dice", "Learn", low=0, high=20),
    Rule("placement_points", 2, "points for a spell that matches its slot", "Placement bonuses", "SP-R17", low=0, high=20),
    Rule("sigil_points", 2, "points for each completed sigil", "Sigils", low=0, high=20),
    Rule("mana_per_point", 2, "mana in the personal supply for one point at the end", "Scoring", low=1, high=50),
    Rule("rest_mana", 1, "mana taken from the general supply when resting", "Rest", low=0, high=10),
    Rule("guide_cost", 1, "mana for using a guide die", "Use a Guide die", low=0, high=10),
    Rule("discard_cost", 1, "mana for discarding a row or column", "Discard Spells from the Island board", low=0, high=10),
    Rule("last_spell", 10, "spells in one spellbook that end the game", "End of the Game", low=1, high=10),
    Rule("timer", 12, "discards that make a solo turn the last", "Solo Mode", "SP-R19", low=1, high=40),
    Rule("discard_after_learning", 1, "a row or column may also be discarded after learning", "Bonus actions", "SP-R7"),
    Rule("idle_activation", 1, "a spell may be activated although its effect does nothing", "Activate Spells", "SP-R36"),
    Rule("provision_must_change", 1, "the provision-value effect needs a die changed this turn", "Spell Descriptions", "SP-R10"),
    Rule("provision_each", 0, "the provision-value effect scores for each fitting die", "Spell Descriptions", "SP-R34"),
    Rule("guide_matches_itself", 1, "The Guides: a guide die used as difficulty die matches itself", "Scenarios", "SP-R32"),
    Rule("goal_needs_both", 0, "The Tasks: both counts must reach four, not one of them", "Scenarios", "SP-R24"),
)
