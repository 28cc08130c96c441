"""Spellbloom's cards, for studies of cards."""

from simkit.core.card_kinds import SET, CardKind, raised
from simkit.games.spellbloom.names import SPELL_CAP

CARD_KINDS = (
    CardKind(
        name="spell",
        sheet="spells",
        first=0,
        family=lambda row: "end effects" if row["effect"] and row["effect"].endswith(("total", "majority", "pairs")) else "bottle effects",
        step=raised("spells", "points"),
        step_text="one printed point more",
        held_text="learned",
        sets=(("cards_low", 0), ("cards_high", 64)),
        grant="granted_spell",
        grant_text=(
            "the spell lies in the last slot of the spellbook from the start and its printed points are scored: it costs a slot, so one "
            "spell fewer is learned before the book is full, and no dice"
        ),
    ),
    CardKind(
        name="task",
        sheet="tasks",
        first=SPELL_CAP,
        family=lambda row: "tasks",
        step=raised("tasks", "points", "each"),
        step_text="one point more, or one more for each where the task counts",
        held=SET,
        held_text="held at the end",
        sets=(("task_cards", SPELL_CAP),),
        grant="granted_task",
        grant_text="the task is the first of the starting hand: it takes the place of one that would be drawn",
    ),
)
