"""Spellbook in the rulebook's words: tokens, cards, positions, actions, events."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from simkit.core.events import OFFERED, POINTS, TAKEN, USED
from simkit.core.sheets import Tables
from simkit.games.spellbook import names
from simkit.games.spellbook.components import card_ids, spell_number
from simkit.games.spellbook.encoding import BY_CLONE, BY_RUNE, CHOICE, COLOUR, LEVEL, NO_RUNE, NO_TOKEN, PAID, RUNE, TOKEN
from simkit.games.spellbook.names import COLOURS, KINDS, NUM_COLOURS, PHASES, RUNES
from simkit.games.spellbook.sheets import EFFECT_SHEET

TURN = names.BEGAN  # the event that begins a turn

_SHAPES = {"triangle": "△", "square": "□", "circle": "○"}

_REASONS = {
    names.L_SPELLS: "printed on {card}",
    names.L_EFFECTS: "end-of-game effect of {card}",
    names.L_FAMILIAR: "the Familiar",
    names.L_START: "starting points",
}
_PICKS = {
    names.TAKING: "take {token} from the altar",
    names.ACCEPTING: "take {token} from the altar",
    names.DISCARDING: "discard {token}",
    names.STORING: "store {token}",
    names.STORING_ALTAR: "store {token} from the altar",
    names.STORING_SPENT: "store {token} of the tokens spent",
    names.REPLACING: "replace {token}",
    names.SWAP_GET: "swap for {token}",
    names.SWAP_GIVE: "give {token}",
    names.GIVING: "move {token} from the altar to the opponent's board",
}
# How a spell's use begins, by the phase of its first token.
_FIRST = {
    "discard_and_draw": names.DISCARDING,
    "discard_and_raise": names.DISCARDING,
    "copy_morning": names.DISCARDING,
    "take_rune": names.TAKING,
    "take_and_share": names.TAKING,
    "take_stored_colour": names.TAKING,
    "swap_with_altar": names.SWAP_GET,
    "swap_with_familiar": names.SWAP_GET,
    "store_colour": names.STORING,
    "replace_and_take": names.REPLACING,
    "store_from_altar": names.STORING_ALTAR,
}  # fmt: skip; store_or_take_marker_rune begins as its choice says


def points(number: int) -> str:
    """Write a number of points."""
    return f"{number} point" if abs(number) == 1 else f"{number} points"


def token(kind: int) -> str:
    """Name a kind of Materia: "red △"."""
    return f"{COLOURS[kind // 3]} {_SHAPES[RUNES[kind % 3]]}"


def tokens(counts: Iterable[Any]) -> str:
    """Name the tokens of a place."""
    held = [(kind, int(number)) for kind, number in enumerate(counts) if number]
    return ", ".join(token(kind) + (f" x{number}" if number > 1 else "") for kind, number in held) or "none"


def spell_name(tables: Tables, number: int) -> str:
    """Return the name of a spell."""
    return next(str(row["id"]) for row in tables.rows["spells"] if spell_number(row) == number)


def name(tables: Tables, number: int) -> str:
    """Return the name of a card: the spell and its level."""
    return card_ids(tables)[number]


def effect_of(tables: Tables, number: int) -> dict[str, Any]:
    """Return the row of a card's effect."""
    spell, level = spell_name(tables, number // 3), number % 3 + 3
    return next(row for row in tables.rows["effects"] if (row["spell"], row["level"]) == (spell, level))


def card(tables: Tables, number: int) -> str:
    """Say what a card is: "Levitation 3, violet, morning: take 2 circle tokens from the altar (3 points)"."""
    row = effect_of(tables, number)
    spell = next(spell for spell in tables.rows["spells"] if spell["id"] == row["spell"])
    phase = f", {spell['phase']}" if spell["phase"] else ""
    does = EFFECT_SHEET.say(row)
    worth = points(spell[f"points_{row['level']}"])
    return f"{name(tables, number)}, {spell['colour']}{phase}: {does} ({worth})"


def describe_state(config: Any, tables: Tables, state: Any) -> list[str]:
    """Describe the position: the spells of this game, the altar, bag and discards, every seat."""
    lines = [f"Spells: {', '.join(spell_name(tables, int(spell)) for spell in state['spell'])}", *_middle(state)]
    for seat in range(state["players"]):
        lines += _seat(config, tables, state, seat)
    if state["players"] == 1:
        lines.append(f"Opponent: {int(state['stored'][1])} tokens on the board, {int(state['reserve'])} in reserve")
    return lines


def describe_turn(config: Any, tables: Tables, state: Any) -> list[str]:
    """Describe what the seat to act sees: the altar, its pool, its Familiar, its spells."""
    return [*_middle(state), *_seat(config, tables, state, int(state["seat"]))]


def describe_action(config: Any, tables: Tables, state: Any, action: int) -> str:
    """Describe a legal action as what the player does."""
    kind, colour, phase = action & 15, (action >> COLOUR) & 7, int(state["phase"])
    held = (action >> TOKEN) & 31
    copied = "by Clone " if (action >> BY_CLONE) & 1 else ""
    if kind == names.PASS:
        return f"skip the {PHASES[phase]}" if phase < len(PHASES) else "do without the morning action"
    if kind == names.TAKE:
        return f"{copied}take {token(held)} from the altar"
    if kind == names.DRAW_TOKENS:
        return f"{copied}draw {int(config['draw_tokens'])} tokens"
    if kind == names.STORE:
        return f"store {token(held)}"
    if kind == names.LEARN:
        return copied + _learn(tables, state, action)
    if kind == names.USE:
        return copied + _use(tables, state, action)
    if kind == names.DONE:
        return "that is all"
    if kind == names.RAISE:
        return f"raise {_card_name(tables, state, colour, int(state['level'][state['seat']][colour]))}"
    return _PICKS[phase].format(token=token(held))


def describe_event(tables: Tables, row: Sequence[int]) -> str:
    """Say what happened; nothing where the position or another event says it already."""
    event, seat, what, amount, detail = row
    if event == OFFERED:  # what is not learned is offered every day
        return ""
    return f"Seat {seat + 1} {_happened(tables, event, what, amount, detail)}"


def _happened(tables: Tables, event: int, what: int, amount: int, detail: int) -> str:
    if event == POINTS:
        reason = _REASONS[detail].format(card=name(tables, what) if what >= 0 else "")
        return f"scores {points(amount)}: {reason}"
    if event in _OF_TOKENS:
        return _OF_TOKENS[event].format(token=token(what), amount=amount)
    if event == USED:
        return f"uses {name(tables, what)}" + (f" as {name(tables, detail)}" if detail not in (what, names.EMPTY) else "")
    if event in (TAKEN, names.RAISED, names.LOWERED, names.COPIED):
        verb = {TAKEN: "learns", names.RAISED: "raises a spell to", names.LOWERED: "has a spell drop to", names.COPIED: "copies"}[event]
        return f"{verb} {card(tables, what) if event == TAKEN else name(tables, what)}"
    if event == names.LAST_ROUND:
        why = "has learned the last spell" if amount == names.SEVEN_SPELLS else "has a full Familiar"
        return f"{why}: the round is played to its end"
    return {
        names.BEGAN: f"begins day {amount}",
        names.PASSED: f"skips the {PHASES[amount]}" if amount < len(PHASES) else "does without the morning action",
        names.ALTAR_CLEARED: "clears the altar",
        names.BAG_REFILLED: f"puts {amount} discards back into the bag",
        names.RESERVE: f"gives to the opponent, whose reserve is {amount}",
    }[event]


_OF_TOKENS = {
    names.TOOK: "takes {token} from the altar",
    names.DREW: "draws {token}",
    names.STORED: "stores {token} as number {amount}",
    names.STORED_ALTAR: "stores {token} from the altar as number {amount}",
    names.STORED_SPENT: "stores {token} of the tokens spent as number {amount}",
    names.DISCARDED: "discards {token}",
    names.PAID: "pays {token}",
    names.MARKED: "leaves {token} on the card",
    names.ADDED: "lays {token} on the altar",
    names.REPLACED: "takes {token} away from the altar",
    names.GOT: "swaps for {token}",
    names.PUT_BACK: "lays {token} on the Familiar",
    names.BOARD: "moves {token} to the opponent's board as number {amount}",
    names.OLDEST: "takes the oldest token away: {token}",
}


def _card_name(tables: Tables, state: Any, colour: int, level: int) -> str:
    return name(tables, 3 * int(state["spell"][colour]) + level - 3)


def _learn(tables: Tables, state: Any, action: int) -> str:
    """Describe a payment: the spell and its level, the tokens paid, the one that stays on the card."""
    colour, level, rune = (action >> COLOUR) & 7, (action >> LEVEL) & 3, (action >> RUNE) & 3
    pool = state["pool"][state["seat"]]
    places = [kind for kind in range(KINDS) for _ in range(int(pool[kind]))]
    paid = [0] * KINDS
    for place, kind in enumerate(places):
        paid[kind] += action >> (PAID + place) & 1
    wilds = " with runes as wilds" if (action >> BY_RUNE) & 1 else ""
    return f"learn {_card_name(tables, state, colour, level + 3)}{wilds}: pay {tokens(paid)}; {token(3 * colour + rune)} stays on the card"


def _use(tables: Tables, state: Any, action: int) -> str:
    """Describe the use of a spell with its first token."""
    colour, level, held, rune = (action >> COLOUR) & 7, (action >> LEVEL) & 3, (action >> TOKEN) & 31, (action >> RUNE) & 3
    used = 3 * int(state["spell"][colour]) + level
    said = f"use {name(tables, used)}" + (f" with {RUNES[rune]}s" if rune != NO_RUNE else "")
    if held == NO_TOKEN:
        return said
    effect = effect_of(tables, used)["effect"]
    phase = _FIRST.get(effect, names.TAKING if (action >> CHOICE) & 1 else names.STORING)
    return f"{said}: {_PICKS[phase].format(token=token(held))}"


def _middle(state: Any) -> list[str]:
    return [
        f"Altar: {tokens(state['altar'])}",
        f"Bag: {int(state['bag_size'])} tokens; discards: {int(state['discards_size'])}",
    ]


def _seat(config: Any, tables: Tables, state: Any, seat: int) -> list[str]:
    stored = int(state["stored"][seat])
    spells = [
        f"{_card_name(tables, state, colour, int(state['level'][seat][colour]))} ({token(3 * colour + int(state['marker'][seat][colour]))})"
        for colour in range(NUM_COLOURS)
        if state["level"][seat][colour]
    ]
    return [
        f"Seat {seat + 1}: pool {tokens(state['pool'][seat])}",
        f"  Familiar: {stored} tokens, {points(int(config['track'][stored]))} ({tokens(state['familiar'][seat])})",
        f"  Spells: {', '.join(spells) or 'none'}",
    ]
