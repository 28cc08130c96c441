"""Spellbook's sheets: what a designer may write into them, and what each effect means in words."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from simkit.core.sheets import PROVENANCE, Effect, Field, Sheet
from simkit.core.wording import say
from simkit.games.spellbook.names import COLOURS, EFFECT_KINDS, EFFECTS, LEVELS, PHASES, RUNES, SETS, SPACE_CAP

# What an effect does, and so which columns it needs.
MEANINGS = {
    "none": Effect("no effect"),
    "discard_and_draw": Effect("discard {pay} {rune}, then draw {draw}"),
    "take_rune": Effect("take {takes} {rune} tokens from the altar"),
    "swap_with_altar": Effect("swap up to {swap:tokens} with the altar", may=("drop",)),
    "store_colour": Effect("store {store:tokens} of one colour", may=("drop",)),
    "discard_and_raise": Effect("discard {pay} {rune}, then raise another spell by {rise:levels}"),
    "rune_wilds": Effect("learn a spell; up to {wilds:tokens} of this card's rune count as a wild each"),
    "draw": Effect("draw {draw:tokens}"),
    "draw_until": Effect("draw until the pool holds {draw:tokens}"),
    "take_and_share": Effect(
        "take {takes} from the altar, draw {draw:tokens}; every other player draws {gift:tokens}", may=("draw", "gift")
    ),
    "draw_and_discard": Effect("draw {draw:tokens}, then discard {discard}"),
    "store_or_take_marker_rune": Effect(
        "store {store:tokens} of this card's rune, or take {takes:tokens} of it from the altar", may=("takes",)
    ),
    "replace_and_take": Effect("replace up to {replace} altar tokens, take {takes}; this card drops {drop:levels}", may=("drop",)),
    "morning_action": Effect("one morning action more"),
    "points_per_spell": Effect("at the end {high:points} for each other spell from level {high_from} on, {each:points} for each below"),
    "draw_and_offer": Effect("draw {draw:tokens}; every other player takes {gift:tokens} from the altar", may=("gift",)),
    "add_and_take": Effect("draw {add:tokens} for the altar, take {takes}, discard {discard:tokens}", may=("discard",)),
    "add_and_take_colour": Effect("draw {add:tokens} for the altar, take up to {takes} of one colour"),
    "swap_with_familiar": Effect("swap up to {swap:tokens} with the Familiar", may=("drop",)),
    "store_from_altar": Effect("store {store:tokens} from the altar; this card drops {drop:levels}", may=("drop",)),
    "take_stored_colour": Effect("take {takes:tokens} from the altar of colours on the Familiar"),
    "points_per_colour": Effect("at the end {each:points} for each colour on the Familiar"),
    "copy_midday": Effect("use another player's midday spell"),
    "copy_evening": Effect("use another player's evening spell, or learn"),
    "copy_morning": Effect("discard {pay} of this card's rune, then use another player's morning spell, or take or draw"),
    "draw_on_taking": Effect("draw {draw:tokens} for each token of this card's rune taken from the altar"),
    "points_per_marker_rune": Effect("at the end {each:points} for each token of this card's rune on the Familiar"),
    "store_spent": Effect("when learning, store {store:tokens} of those spent"),
}

_PROVENANCE = Field("provenance", "where the numbers come from", PROVENANCE)
_MOST = 9  # of a number of tokens


def _effect_words(row: Mapping[str, Any]) -> str:
    """Say what an effect does, without the clauses whose number is 0."""
    return re.sub(r"[;,] [^;,]*\b0 (tokens|levels)[^;,]*", "", say(MEANINGS[row["effect"]].text, row))


def _number(name: str, text: str, high: int = _MOST) -> Field:
    return Field(name, text, low=0, high=high, optional=True, blank="0")


SPELLS = Sheet(
    "spells",
    (
        Field("id", "the spell's name"),
        Field("set", "the set it belongs to", low=1, high=len(SETS)),
        Field("colour", "colour of the Materia that pay for it", COLOURS),
        Field("phase", "the phase it is used in", PHASES, optional=True),
        Field("points_3", "points at level 3", low=-99, high=99),
        Field("points_4", "points at level 4", low=-99, high=99),
        Field("points_5", "points at level 5", low=-99, high=99),
        _PROVENANCE,
    ),
    key="id",
    words="{colour} spell of set {set}: {points_3}, {points_4}, {points_5} points",
)
EFFECT_SHEET = Sheet(
    "effects",
    (
        Field("id", "the spell's name and its level"),
        Field("spell", "the spell"),
        Field("level", "the level", low=LEVELS[0], high=LEVELS[-1]),
        Field("cost", "Materia it takes to learn it at this level", low=1, high=_MOST),
        Field("kind", "action of a phase, instant, permanent, or scored at the end", EFFECT_KINDS),
        Field("effect", "what it does", EFFECTS),
        Field("rune", "the rune it speaks of", RUNES, optional=True),
        _number("pay", "tokens discarded first"),
        _number("add", "tokens drawn for the altar"),
        _number("replace", "altar tokens replaced at most", 20),
        _number("swap", "tokens swapped at most"),
        _number("takes", "tokens taken from the altar"),
        _number("draw", "tokens drawn, or what the pool is filled to"),
        _number("discard", "tokens discarded afterwards"),
        _number("store", "tokens stored"),
        _number("rise", "levels another spell rises", 2),
        _number("drop", "levels this card drops", 2),
        _number("gift", "tokens every other player draws or takes"),
        _number("wilds", "tokens of the marker's rune that are wilds"),
        Field("each", "points for each at the end", low=-99, high=99, optional=True),
        Field("high", "points for each spell of a high level", low=-99, high=99, optional=True),
        Field("high_from", "the level from which it is high", low=LEVELS[0], high=LEVELS[-1], optional=True),
        _PROVENANCE,
    ),
    key="id",
    words=_effect_words,
    codes={"effect": MEANINGS},
)
TOKENS = Sheet(
    "tokens",
    (
        Field("colour", "colour of the Materia", COLOURS),
        Field("rune", "rune on it", RUNES),
        Field("copies", "how many there are", low=0, high=15),
        _PROVENANCE,
    ),
    place=("colour", "rune"),
    title="{colour} {rune} tokens",
)
FAMILIAR = Sheet(
    "familiar",
    (
        Field("stored", "tokens stored", low=0, high=SPACE_CAP),
        Field("points", "points they are worth together", low=-99, high=99),
        _PROVENANCE,
    ),
    place=("stored",),
    title="Familiar with {stored:tokens}",
)
SHEETS = (SPELLS, EFFECT_SHEET, TOKENS, FAMILIAR)

NUMBERS = (
    "pay", "add", "replace", "swap", "takes", "draw", "discard", "store", "rise", "drop", "gift", "wilds", "each", "high", "high_from",
)  # fmt: skip
