"""What Spellbloom's sheets hold: columns, and what every code of an effect or task says and needs."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from simkit.core.sheets import PROVENANCE, Effect, Field, Sheet
from simkit.games.spellbloom.names import COLOURS, DICE, EFFECTS, ELEMENTS, REGIONS, ROW, SIGILS, TASKS

_COPIES = Field("copies", "how many of this card there are", low=0, high=40, optional=True)
_PROVENANCE = Field("provenance", "where the numbers come from", PROVENANCE)

# What a spell does, by the name of its effect.
SPELL_EFFECTS = {
    "none": Effect("no effect"),
    "change_die": Effect("change your {die} Difficulty or Provision die by up to {amount}"),
    "region_points": Effect("{amount:points} after learning from the {region}"),
    "sigil_mana": Effect("{amount} Mana when you complete a {sigil} sigil"),
    "reroll_colour": Effect("reroll your {die} die"),
    "difficulty_points": Effect("{amount:points} after learning with a Difficulty die of {value}"),
    "any_region": Effect("use your {die} die as Difficulty die for any region"),
    "provision_points": Effect("{amount:points} after changing a Provision die to {value}"),
    "adjacent_points": Effect("{amount:points} for placing a {effect_element} spell next to another {effect_element} spell"),
    "reroll_value": Effect("reroll one of your dice showing {value}"),
    "colour_points": Effect("{amount:points} for each {effect_colour} spell"),
    "row_colour_total": Effect("at the end {amount:points} for each {effect_colour} spell in its row"),
    "colour_total": Effect("at the end {amount:points} for each {effect_colour} spell"),
    "colour_majority": Effect("at the end {amount:points} for more {effect_colour} spells than any other player"),
    "element_majority": Effect("at the end {amount:points} for more {effect_element} than {other_element} spells"),
    "element_total": Effect("at the end {amount:points} for each {effect_element} spell"),
    "element_pairs": Effect("at the end {amount:points} for each pair of a {effect_element} and a {other_element} spell"),
}
# What a task asks for.
TASK_EFFECTS = {
    "isolated_elements": Effect("{each:points} for each {element} spell not next to another {element} spell"),
    "enough_of_colour": Effect("{points:points} for at least {count} {colour} spells"),
    "most_of_colour": Effect("{points:points} for more {colour} spells than of any other colour"),
    "element_sets": Effect("{each:points} for each set of all 5 elements"),
    "enough_of_element": Effect("{points:points} for at least {count} {element} spells"),
    "few_of_element": Effect("{points:points}, and {each:points} for each {element} spell"),
    "colour_sets": Effect("{each:points} for each set of all 5 colours"),
    "enough_sigils": Effect("{points:points} for at least {count} completed {sigil} sigils"),
}


def _slot_words(slot: Mapping[str, Any]) -> str:
    wanted = slot["bonus_colour"] or slot["bonus_element"]
    said = [f"bonus for {wanted} spells"] if wanted else []
    if slot["half_sigil"] and slot["column"] in (1, ROW):
        said.append(f"half a {slot['half_sigil']} printed on the {'left' if slot['column'] == 1 else 'right'}")
    return ", ".join(said) or "no bonus"


SPELLS = Sheet(
    "spells",
    (
        Field("id", "identity of the card: keeps its luck when the sheet is sorted or other cards change"),
        Field("element", "element of the spell", ELEMENTS),
        Field("colour", "colour of the spell", COLOURS),
        Field("left", "half sigil on the left", SIGILS),
        Field("right", "half sigil on the right", SIGILS),
        Field("points", "knowledge points when learned", low=-99, high=99),
        Field("effect", "what it does", EFFECTS),
        Field("die", "colour of the die that the effect speaks of", DICE, optional=True),
        Field("region", "region that the effect speaks of", REGIONS, optional=True),
        Field("sigil", "sigil type that the effect speaks of", SIGILS, optional=True),
        Field("value", "die value that the effect speaks of", low=1, high=6, optional=True),
        Field("effect_element", "element that the effect speaks of; the larger of a majority", ELEMENTS, optional=True),
        Field("other_element", "second element: the smaller of a majority, the other of a pair", ELEMENTS, optional=True),
        Field("effect_colour", "colour that the effect speaks of", COLOURS, optional=True),
        Field("amount", "points, mana or steps of the effect", low=0, high=99, optional=True),
        _COPIES,
        _PROVENANCE,
    ),
    key="id",
    title="{id} {colour} {element}",
    words="{colour} {element} spell: {effect:words} ({points:points})",
    codes={"effect": SPELL_EFFECTS},
)
TASK_SHEET = Sheet(
    "tasks",
    (
        Field("id", "identity of the card"),
        Field("task", "what it asks for", TASKS),
        Field("element", "element it speaks of", ELEMENTS, optional=True),
        Field("colour", "colour it speaks of", COLOURS, optional=True),
        Field("sigil", "sigil type it speaks of", SIGILS, optional=True),
        Field("points", "points when fulfilled, or to begin with", low=-99, high=99, optional=True),
        Field("count", "how many it takes", low=0, high=12, optional=True),
        Field("each", "points for each one (each set)", low=-99, high=99, optional=True),
        _COPIES,
        _PROVENANCE,
    ),
    key="id",
    words="task: {task:words}",
    codes={"task": TASK_EFFECTS},
)
SPELLBOOK = Sheet(
    "spellbook",
    (
        Field("row", "row of the slot, from the top", low=1, high=2),
        Field("column", "column of the slot, from the left", low=1, high=ROW),
        Field("bonus_colour", "colour its placement bonus asks for", COLOURS, optional=True),
        Field("bonus_element", "element its placement bonus asks for", ELEMENTS, optional=True),
        Field("half_sigil", "half sigil printed beside the first and last slot of a row", SIGILS, optional=True),
        _PROVENANCE,
    ),
    place=("row", "column"),
    title="slot in row {row}, column {column}",
    words=_slot_words,
)
SHEETS = (SPELLS, TASK_SHEET, SPELLBOOK)
