"""Spellbloom in the rulebook's words: cards, positions, actions, events."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache
from typing import Any

from simkit.core.events import LOST, OFFERED, POINTS, TAKEN, USED
from simkit.core.session import machine
from simkit.core.sheets import Sheet, Tables, copies_of
from simkit.core.wording import counted
from simkit.games.spellbloom import GAME, names
from simkit.games.spellbloom.encoding import (
    ANY_SLOT,
    BY_GUIDE,
    CHANGE_SLOTS,
    DIFFICULTY,
    GUIDE_DIE,
    NO_GUIDE,
    NO_SLOT,
    PROVISION,
    REGION,
)
from simkit.games.spellbloom.names import COLOURS, DICE, ELEMENTS, EMPTY, ISLAND_LINES, REGIONS, ROW, SIGILS, SLOTS, SPELL_CAP
from simkit.games.spellbloom.sheets import SPELLS, TASK_SHEET

TURN = names.BEGAN  # the event that begins a turn

_SHAPES = {"circle": "○", "triangle": "△", "square": "□"}
_GUIDE = 6  # place of the guide die in a payment's faces

_REASONS = {
    names.L_SPELLS: "printed on {card}",
    names.L_PLACEMENT: "placement bonus for {card}",
    names.L_PROVISION: "3 or more Provision dice",
    names.L_EFFECTS: "effect of {card}",
    names.L_END: "end-of-game effect of {card}",
    names.L_TASKS: "task {card}",
    names.L_SIGILS: "completed sigils",
    names.L_MANA: "Mana tokens left",
    names.L_START: "starting points",
}


def row_of(tables: Tables, number: int) -> tuple[Sheet, dict[str, Any]]:
    """Return the sheet and row of a card number: spells from 0, tasks from SPELL_CAP, the copies of a card one after the other."""
    sheet, place = (SPELLS, number) if number < SPELL_CAP else (TASK_SHEET, number - SPELL_CAP)
    for row in tables.rows[sheet.name]:
        place -= copies_of(row)
        if place < 0:
            return sheet, row
    raise IndexError(f"no card {number}")


def name(tables: Tables, number: int) -> str:
    """Return a card's id, with colour and element for a spell."""
    sheet, row = row_of(tables, number)
    return sheet.name_of(row)


def card(tables: Tables, number: int) -> str:
    """Say what a card is: "S12 pink Wind spell: reroll your yellow die (2 points)"."""
    sheet, row = row_of(tables, number)
    return f"{row['id']} {sheet.say(row)}"


def slot_name(slot: int) -> str:
    """Say where a slot of the spellbook lies."""
    return f"the {'top' if slot < ROW else 'bottom'} row, slot {slot % ROW + 1}"


def describe_state(config: Any, tables: Tables, state: Any) -> list[str]:
    """Describe the position: the island, the dice, every seat's supply, tasks and spellbook."""
    lines = _island(tables, state)
    lines.append(f"General supply: {int(state['supply'])} Mana")
    if state["players"] == 1:
        lines.append(f"Timer: {int(state['grid'])} of {int(config['timer'])} spells beside the island{_grid(tables, state)}")
    for seat in range(state["players"]):
        lines.append(_seat(config, state, seat))
        lines += [f"  {card(tables, SPELL_CAP + int(task))}" for task in state["hand"][seat][: state["hand_size"][seat]]]
        lines += [f"  {_book_row(config, tables, state, seat, row)}" for row in range(2)]
    return lines


def describe_turn(config: Any, tables: Tables, state: Any) -> list[str]:
    """Describe what the seat to act sees: the island, the guide dice, its dice, Mana and spellbook."""
    seat = int(state["seat"])
    rows = [_book_row(config, tables, state, seat, row) for row in range(2)]
    return [*_island(tables, state), _seat(config, state, seat), *(f"  {row}" for row in rows)]


def describe_action(config: Any, tables: Tables, state: Any, action: int) -> str:
    """Describe a legal action as what the player does."""
    kind, detail = action & 15, (action >> 4) & 15
    seat = int(state["seat"])
    if kind == names.LEARN:
        return _learn(config, tables, state, action)
    if kind == names.ACTIVATE:
        die = (action >> 8) & 7
        which = f" on the {DICE[die]} die ({int(state['die'][seat][die])})" if die < len(DICE) else ""
        return f"activate {card(tables, int(state['book'][seat][detail]))}{which}"
    if kind == names.DISCARD:
        return f"discard the {ISLAND_LINES[detail & 7]} of the island"
    if kind == names.PLACE_SPELL:
        return f"place {name(tables, int(state['card']))} in {slot_name(detail)}{_bonus(config, detail)}"
    if kind == names.DISCARD_TASK:
        return f"put back {card(tables, SPELL_CAP + int(state['hand'][seat][detail]))}"
    if kind == names.TAKE_MANA:
        return f"move the Mana from {name(tables, int(state['book'][seat][detail]))} to the Personal Supply"
    if kind == names.MOVE_GUIDE:
        return f"move the {DICE[detail]} Guide die ({int(state['guide'][detail])}) to the used Guide dice"
    if kind == names.SET_GOAL:
        goal = (action >> 4) & 31
        return f"choose {ELEMENTS[goal // 5]} and {COLOURS[goal % 5]}"
    return {names.REST: "rest", names.REROLL_GUIDES: "reroll all Guide dice", names.END_TURN: "end the turn"}[kind]


def describe_event(tables: Tables, row: Sequence[int]) -> str:
    """Say what happened; nothing where the position or another event says it already."""
    event, seat, what, amount, detail = row
    said = _happened(tables, event, what, amount, detail)
    return f"Seat {seat + 1} {said}" if said else ""


def _happened(tables: Tables, event: int, what: int, amount: int, detail: int) -> str:
    if event == OFFERED or (event == names.FREED_MANA and amount == 0):  # the turn begins with the island as it lies
        return ""
    if event == POINTS:
        reason = _REASONS[detail].format(card=name(tables, what) if what >= 0 else "")
        return f"scores {counted(amount, 'points')}: {reason if detail != names.L_TASKS else card(tables, what)}"
    if event in (TAKEN, USED, LOST, *_OF_CARDS):
        return _card_happened(tables, event, what, amount, detail)
    if event in _OF_DICE:
        return _die_happened(event, DICE[what], amount, detail)
    if event == names.CHOSE_GOAL:
        return f"chose {ELEMENTS[amount]} and {COLOURS[detail]}"
    if event == names.GAINED:
        short = "" if amount == detail else f" of {detail}: the General Supply holds no more"
        return f"takes {amount} Mana{short}" + (f": effect of {name(tables, what)}" if what >= 0 else "")
    if event == names.FREED_MANA:
        return f"takes {amount} Mana from " + (name(tables, what) if what >= 0 else "the spells")
    return {
        names.BEGAN: f"begins turn {amount}",
        names.SPENT: f"spends {amount} Mana",
        names.RESTED: "rests",
        names.LAST_ROUND: "has a full Spellbook: the last turns are played",
        names.TIMER: f"has {amount} of {detail} spells beside the island",
        names.GUIDES_BACK: "rerolled all Guide dice, as none was available",
    }[event]


_OF_CARDS = (names.REFILLED, names.DISCARDED, names.CLOSED_SIGIL, names.DREW_TASK, names.FLIPPED, names.PLACED)
_OF_DICE = (
    names.ROLLED, names.ROLLED_GUIDE, names.TURNED, names.TURNED_GUIDE, names.USED_DIE, names.USED_GUIDE, names.MOVED_GUIDE,
)  # fmt: skip


def _card_happened(tables: Tables, event: int, what: int, amount: int, detail: int) -> str:
    if event == TAKEN:
        return f"takes {card(tables, what)} from the {REGIONS[detail]}"
    if event == USED:
        return f"puts a Mana token on {name(tables, what)}"
    if event == LOST:
        return f"puts {name(tables, what)} under the task deck"
    if event == names.REFILLED:
        return f"draws {card(tables, what)} for the {REGIONS[amount]}"
    if event == names.DISCARDED:
        return f"discards {name(tables, what)} from the {REGIONS[amount]}"
    if event == names.CLOSED_SIGIL:
        closed = [kind for place, kind in enumerate((*SIGILS, "any")) if (amount >> place) & 1]
        return f"completes sigils with {name(tables, what)}: {', '.join(closed)}"
    if event == names.DREW_TASK:
        return f"draws {card(tables, what)}"
    if event == names.FLIPPED:
        return f"turns {name(tables, what)} face down: it does not match its neighbours"
    return f"places {name(tables, what)} in {slot_name(amount)}"


def _die_happened(event: int, die: str, amount: int, detail: int) -> str:
    use = "Difficulty die" if detail else "Provision die"
    return {
        names.ROLLED: f"rolls the {die} die: {amount}",
        names.ROLLED_GUIDE: f"rolls the {die} Guide die: {amount}",
        names.TURNED: f"turns the {die} die from {detail} to {amount}",
        names.TURNED_GUIDE: f"turns the {die} Guide die from {detail} to {amount}",
        names.USED_DIE: f"uses the {die} {amount} as {use}",
        names.USED_GUIDE: f"uses the {die} Guide {amount} as {use}",
        names.MOVED_GUIDE: f"moves the {die} Guide die ({amount}) to the used Guide dice",
    }[event]


def _learn(config: Any, tables: Tables, state: Any, action: int) -> str:
    """Describe a payment: the spell, the dice with the values they are turned to, the spells activated, the Mana."""
    region, difficulty, guide = (action >> REGION) & 7, (action >> DIFFICULTY) & 7, (action >> GUIDE_DIE) & 7
    faces = int(_query("payment_faces")(config, state, action))
    mana = int(_query("payment_mana")(config, state, action))
    seat = int(state["seat"])

    def own(die: int) -> str:
        return f"{DICE[die]} {_turned(int(state['die'][seat][die]), (faces >> (3 * die)) & 7)}"

    guides = "" if guide == NO_GUIDE else f"{DICE[guide]} Guide {_turned(int(state['guide'][guide]), (faces >> (3 * _GUIDE)) & 7)}"
    provision = [own(die) for die in range(len(DICE)) if (action >> (PROVISION + die)) & 1]
    if guides and difficulty != BY_GUIDE:
        provision.append(guides)
    slots = [slot for slot in range(SLOTS) if (action >> (CHANGE_SLOTS + slot)) & 1]
    if (any_slot := (action >> ANY_SLOT) & 15) != NO_SLOT:
        slots.append(any_slot)
    dice = f"{guides if difficulty == BY_GUIDE else own(difficulty)} as Difficulty die, {' + '.join(provision)} as Provision"
    activated = "".join(f", activating {name(tables, int(state['book'][seat][slot]))}" for slot in slots)
    spell = name(tables, int(state["island"][region]))
    return f"learn {spell} from the {REGIONS[region]}: {dice}{activated}{f', for {mana} Mana' if mana else ''}"


@cache
def _query(question: str) -> Any:
    """Return a compiled question about an action; loading it takes milliseconds, and a list of actions asks thousands of times."""
    return machine(GAME).query(question)


def _turned(before: int, final: int) -> str:
    return str(before) if before == final else f"{before}→{final}"


def _island(tables: Tables, state: Any) -> list[str]:
    spells = (f"{region} {_spell(tables, int(number))}" for region, number in zip(REGIONS, state["island"], strict=True))
    return [f"Island: {', '.join(spells)}", f"Guide dice: {_dice(state['guide'], int(state['guide_free']))}"]


def _spell(tables: Tables, number: int) -> str:
    return "empty" if number == EMPTY else name(tables, number)


def _grid(tables: Tables, state: Any) -> str:
    low, high = map(int, state["grid_cards"])
    cards = [number for number in range(SPELL_CAP) if ((low | high << 64) >> number) & 1]
    return ": " + ", ".join(name(tables, number) for number in cards) if cards else ""


def _seat(config: Any, state: Any, seat: int) -> str:
    scored = int(state["scored"][seat].sum() + config["start_points"][state["players"]][seat])
    dice = _dice(state["die"][seat], int(state["free"][seat]))
    return f"Seat {seat + 1}: {counted(scored, 'points')}, {int(state['mana'][seat])} Mana, dice {dice}"


def _dice(values: Iterable[Any], free: int) -> str:
    shown = list(enumerate(values))
    ready = [f"{DICE[die]} {value}" for die, value in shown if (free >> die) & 1]
    used = [f"{DICE[die]} {value}" for die, value in shown if not (free >> die) & 1]
    return (", ".join(ready) or "none") + (f" (used: {', '.join(used)})" if used else "")


def _book_row(config: Any, tables: Tables, state: Any, seat: int, row: int) -> str:
    """Draw a row of a spellbook with its half sigils: * a Mana token, ### face down, brackets an empty slot's bonus."""
    ends = [_SHAPES[SIGILS[int(half)]] for half in config["printed"][row]]
    cells = [_cell(config, tables, state, seat, slot) for slot in range(row * ROW, row * ROW + ROW)]
    return f"{ends[0]}| {' '.join(cells)} |{ends[1]}"


def _cell(config: Any, tables: Tables, state: Any, seat: int, slot: int) -> str:
    number = int(state["book"][seat][slot])
    if number == EMPTY:
        return f"[{_wanted(config, slot)}]"
    if (int(state["face_down"]) >> slot) & 1:
        return "###"
    _, row = row_of(tables, number)
    mana = "*" if (int(state["bottled"][seat]) >> slot) & 1 else ""
    return f"{_SHAPES[row['left']]}{name(tables, number)}{mana}{_SHAPES[row['right']]}"


def _wanted(config: Any, slot: int) -> str:
    kind, what = int(config["bonus_kind"][slot]), int(config["bonus_what"][slot])
    return "" if kind == 0 else COLOURS[what] if kind == 1 else ELEMENTS[what]


def _bonus(config: Any, slot: int) -> str:
    wanted = _wanted(config, slot)
    return f" (bonus for {wanted})" if wanted else ""
