"""Blume in the rulebook's words: cards, positions, actions, events."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from simkit.core.events import LOST, OFFERED, POINTS, TAKEN, USED
from simkit.core.sheets import Sheet, Tables
from simkit.core.wording import counted
from simkit.games.blume import names
from simkit.games.blume.components import expanded
from simkit.games.blume.names import (
    CARD_BOTANIST,
    CARD_CAN,
    CARD_HYBRID,
    CARD_TILE,
    CARD_TOOL,
    COLOURS,
    CORNERS,
    EMPTY,
    FIELD_START,
    FIELD_WIDTH,
    PAIRS,
    PLACES,
    WIDTH,
)
from simkit.games.blume.patterns import FIRST_PAIR
from simkit.games.blume.sheets import BOTANISTS, CANS, HYBRIDS, TILES, TOOLS

TURN = names.BEGAN  # the event that begins a turn

_LETTERS = "OBYRKU"  # a petal by its colour: pinK, pUrple
_ROTATIONS = ("", " turned right", " turned round", " turned left")
_REASONS = {
    names.L_ROUND_1: "greenhouse times market, round 1",
    names.L_ROUND_2: "greenhouse times market, round 2",
    names.L_ROUND_3: "greenhouse times market, round 3",
    names.L_BOTANIST: "completed botanist card {card}",
    names.L_DROPS: "water drop on {card}",
    names.L_PEGS: "flowers with a peg",
    names.L_FLOWERS: "flowers without a peg",
    names.L_EXTRA: "extra points for {card}",
    names.L_START: "starting points",
}


def row_of(tables: Tables, number: int) -> tuple[Sheet, dict[str, Any]]:
    """Return the sheet and row of a card number."""
    firsts = ((TILES, CARD_TILE), (CANS, CARD_CAN), (TOOLS, CARD_TOOL), (BOTANISTS, CARD_BOTANIST), (HYBRIDS, CARD_HYBRID))
    sheet, first = next((sheet, first) for sheet, first in firsts if number >= first)
    return sheet, expanded(tables, sheet.name)[number - first]


def card(tables: Tables, number: int) -> str:
    """Say what a card is: "P012 orange blue / pink purple" (above, below), "Garden Fork: turn a tile of your garden"."""
    sheet, row = row_of(tables, number)
    if sheet is TOOLS:
        return sheet.say(row)
    if sheet is CANS:
        return f"{sheet.name_of(row)}: {meeting(row['row'], row['column'])}, number {row['number']}"
    return sheet.name_of(row)


def meeting(row: int, column: int) -> str:
    """Say where a meeting point lies, counted from the bottom left."""
    return f"meeting point {column + 1} from the left, {row + 1} from the bottom"


def place_name(place: int) -> str:
    """Say where a place of a garden lies: column letter and row from the bottom."""
    return f"{chr(ord('a') + place % WIDTH)}{place // WIDTH + 1}"


def _on(place: int) -> str:
    if place < PLACES:
        return f"on {place_name(place)}"
    rows, columns = place // FIELD_WIDTH - FIELD_START // FIELD_WIDTH, place % FIELD_WIDTH - FIELD_START % FIELD_WIDTH
    beside = f"{abs(columns)} {'right' if columns > 0 else 'left'} of" if columns else ""
    over = f"{abs(rows)} {'above' if rows > 0 else 'below'}" if rows else ""
    return f"{' and '.join(part for part in (beside, over) if part)} the first tile"


def _point(place: int) -> str:
    return meeting(place // WIDTH - 1, place % WIDTH - 1)


def _pair(number: int) -> str:
    first, second = PAIRS[number]
    return f"{COLOURS[first]} and {COLOURS[second]}"


def is_field(config: Any, state: Any) -> bool:
    """Whether the Field of Flowers is played."""
    return bool(config["variant"]) and int(state["players"]) > 1


def describe_state(config: Any, tables: Tables, state: Any) -> list[str]:
    """Describe the position: what lies in the middle, every seat's greenhouse and garden."""
    lines = _middle(config, tables, state)
    if state["players"] == 1 and config["solo"]:
        left, right = (COLOURS[int(config[side][int(state["hybrid"])])] for side in ("hybrid_left", "hybrid_right"))
        lines.append(f"The Tertill's hybrid: {left} goes down, {right} up")
        lines.append(f"The Tertill's pool: {_pool(tables, state) or 'empty'}")
    for seat in range(state["players"]):
        lines += _seat(config, tables, state, seat)
    return lines


def describe_turn(config: Any, tables: Tables, state: Any) -> list[str]:
    """Describe what the seat to act sees: the middle, its greenhouse and garden."""
    return [*_middle(config, tables, state), *_seat(config, tables, state, int(state["seat"]))]


def _middle(config: Any, tables: Tables, state: Any) -> list[str]:
    row = [card(tables, CARD_TILE + int(tile)) for tile in state["row"] if tile != EMPTY]
    lines = [f"Tiles: {'; '.join(row) or 'none'}; {int(state['bag_end']) - int(state['bag_top'])} in the bag"]
    if is_field(config, state):
        return lines
    market = ", ".join(f"{colour} {int(space)}" for colour, space in zip(COLOURS, state["market"], strict=True))
    location = int(state["location"])
    hybrids = [_pair(number) for number in range(len(PAIRS)) if int(state["open_pairs"]) >> number & 1]
    lines.insert(0, f"Round {int(state['stage']) + 1}; market: {market}")
    lines.append(f"Watering can location: {_point(location) if location != EMPTY else 'not revealed'}")
    lines.append(f"Hybrids: {'; '.join(hybrids) or 'none'}")
    if any(slot != EMPTY for slot in state["shown"]):
        shown = [(int(tool), int(gloves)) for tool, gloves in zip(state["shown"], state["on_tool"], strict=True) if tool != EMPTY]
        named = [(TOOLS.name_of(expanded(tables, "tools")[tool]), gloves) for tool, gloves in shown]
        said = (f"{tool} ({counted(gloves, 'gloves')} on it)" if gloves else tool for tool, gloves in named)
        lines.append(f"Tools: {', '.join(said)}")
    for slot, number in enumerate(state["revealed"]):
        if number != EMPTY:
            drop = " with a water drop" if int(state["drops"]) >> slot & 1 else ""
            lines.append(f"Revealed: {card(tables, CARD_BOTANIST + int(number))}{drop}")
    return lines


def _pool(tables: Tables, state: Any) -> str:
    held = [64 * part + bit for part in range(3) for bit in range(64) if int(state["pool"][part]) >> bit & 1]
    return "; ".join(card(tables, CARD_TILE + tile) for tile in held)


def _seat(config: Any, tables: Tables, state: Any, seat: int) -> list[str]:
    garden = [f"  {line}" for line in draw_garden(tables, state, seat)]
    scored = int(state["scored"][seat].sum() + config["start_points"][state["players"]][seat])
    if is_field(config, state):
        pegs = [colour for number, colour in enumerate(COLOURS) if int(state["field_pegs"][seat]) >> number & 1]
        flowers = int(state["field_flowers"][seat])
        return [f"Seat {seat + 1}: pegs {', '.join(pegs) or 'none'}; flowers without a peg: {flowers}", *garden]
    held = ", ".join(f"{colour} {int(n)}" for colour, n in zip(COLOURS, state["greenhouse"][seat], strict=True) if n) or "empty"
    gloves = f", {counted(int(state['gloves'][seat]), 'gloves')}" if any(slot != EMPTY for slot in state["shown"]) else ""
    hidden = int(state["hidden"][seat])
    secret = f", hidden: {card(tables, CARD_BOTANIST + hidden)}" if hidden != EMPTY else ""
    return [f"Seat {seat + 1}: {counted(scored, 'points')}, greenhouse {held}{gloves}{secret}", *garden]


def tile_corners(tables: Tables, lies: int) -> list[str]:
    """Return the colours of a tile as it lies, clockwise from the top left."""
    row = expanded(tables, "tiles")[lies >> 2]
    colours = [row[corner] for corner in CORNERS]
    turn = lies & 3
    return colours[-turn:] + colours[:-turn]


def field(state: Any, seat: int) -> dict[tuple[int, int], int]:
    """Return the tiles of a field, as 4 tile + rotation, by row and column."""
    laid = [int(laid) for laid in state["field_tiles"][: int(state["field_size"])]]
    return {divmod(laid >> 10 & 0xFFFF, FIELD_WIDTH): laid & 1023 for laid in laid if laid >> 26 == seat}


def draw_garden(tables: Tables, state: Any, seat: int) -> list[str]:
    """Draw a garden: two letters by two a tile, rows from the top."""
    lying = {divmod(place, WIDTH): int(lies) for place, lies in enumerate(state["garden"][seat]) if lies != EMPTY} | field(state, seat)
    if not lying:
        return []
    rows, columns = zip(*lying, strict=True)
    drawn = []
    for row in range(max(rows), min(rows) - 1, -1):
        upper, lower = [], []
        for column in range(min(columns), max(columns) + 1):
            if (row, column) in lying:
                a, b, c, d = (_LETTERS[COLOURS.index(colour)] for colour in tile_corners(tables, lying[row, column]))
                upper.append(a + b)
                lower.append(d + c)
            else:
                upper.append("..")
                lower.append("..")
        drawn += [" ".join(upper), " ".join(lower)]
    return drawn


def describe_action(config: Any, tables: Tables, state: Any, action: int) -> str:
    """Describe a legal action as what the player does."""
    kind, which = action & 15, action >> 4 & 15
    place, rotation = action >> 10 & 0xFFFF, action >> 8 & 3
    if kind == names.TAKE:
        return f"take {card(tables, CARD_TILE + int(state['row'][which]))} and place it {_on(place)}{_ROTATIONS[rotation]}"
    if kind == names.PLACE:
        return f"place {card(tables, CARD_TILE + int(state['drawn'][0]))} {_on(place)}{_ROTATIONS[rotation]}"
    if kind == names.KEEP_TILE:
        return f"keep {card(tables, CARD_TILE + int(state['drawn'][which]))}"
    if kind == names.TOOL:
        return _tool(tables, state, action)
    if kind == names.PRUNE_TILE:
        return f"prune {_lying(tables, state, place)} from {place_name(place)}"
    if kind in (names.STOCK, names.MARKET, names.LOWER, names.GROW):
        return _flower(state, action)
    return {names.DRAW: "draw blindly from the bag", names.STOP: "prune no more"}[kind]


def _lying(tables: Tables, state: Any, place: int) -> str:
    return card(tables, CARD_TILE + (int(state["garden"][int(state["seat"])][place]) >> 2))


def _moves(action: int) -> str:
    return f"move the {COLOURS[action >> 26 & 7]} peg {'up' if action >> 29 & 1 else 'down'}"


def _tool(tables: Tables, state: Any, action: int) -> str:
    tool = int(state["shown"][action >> 4 & 15])
    row = expanded(tables, "tools")[tool]
    place, other, rotation = action >> 10 & 0xFFFF, action >> 30 & 0xFFFF, action >> 8 & 3
    what = {
        "rotate_tile": lambda: f"turn {_lying(tables, state, place)} on {place_name(place)}, now{_ROTATIONS[rotation] or ' upright'}",
        "move_tile": lambda: f"move {_lying(tables, state, place)} from {place_name(place)} to {place_name(other)}{_ROTATIONS[rotation]}",
        "discard_tile": lambda: f"remove {_lying(tables, state, place)} from {place_name(place)}",
        "swap_tiles": lambda: f"swap the tiles on {place_name(place)} and {place_name(other)}",
        "choose_location": lambda: f"the location is {_point(place)}",
        "move_peg": lambda: _moves(action),
    }.get(row["op"], lambda: TOOLS.words_of("op", row))
    return f"use the {row['name']}: {what()}"


def kind_name(kind: int) -> str:
    """Name a flower by its kind."""
    return f"{COLOURS[kind - 1]} flower" if kind < 7 else f"{_pair(kind - 7)} hybrid"


def _flower(state: Any, action: int) -> str:
    kind, which = action & 15, action >> 4 & 15
    does = {
        names.STOCK: "stock it",
        names.GROW: "stock it",
        names.MARKET: _moves(action),
        names.LOWER: f"take a {COLOURS[action >> 26 & 7]} flower out of the greenhouse",
    }[kind]
    if state["phase"] == names.STEP:
        if kind == names.STOCK:
            return f"stock a {COLOURS[action >> 26 & 7]} flower"
        return f"{does} instead of stocking {COLOURS[which]}" if int(state["instead"]) else does
    point, number = divmod(int(state["pending"][which]), 32)
    is_hybrid = number >= FIRST_PAIR
    if kind == names.MARKET and (is_hybrid or point == int(state["location"])):
        does = f"stock it and {does}"
    alike = [flower for flower in state["pending"][: int(state["waiting"])] if int(flower) % 32 == number]
    at = f" at {_point(point)}" if is_hybrid and len(alike) > 1 else ""  # only one of them counts
    return f"{kind_name(number)}{at}: {does}"


def describe_event(tables: Tables, row: Sequence[int]) -> str:
    """Say what happened; nothing where the position or another event says it already."""
    event, seat, what, amount, detail = row
    if event in (names.TERTILL_TOOK, names.TERTILL_CLEARED):
        does = f"takes tile {amount + 1}" if event == names.TERTILL_TOOK else "gives up"
        return f"The Tertill {does}: {card(tables, what)}"
    if event in (names.SHOWED_TILE, names.SHOWED_HYBRID, names.SHOWED_CAN, names.SHOWED_TOOL):
        return f"Revealed: {card(tables, what)}"
    if event == names.ROUND_OVER:
        return f"Round {amount} is over"
    if event == names.REFILLED:
        return f"{amount} discarded tiles go back into the bag"
    if event == names.MOVED:
        return f"The {COLOURS[amount]} peg moves from {detail // 16} to {detail % 16}"
    said = _happened(tables, event, what, amount, detail)
    return f"Seat {seat + 1} {said}" if said else ""


def _happened(tables: Tables, event: int, what: int, amount: int, detail: int) -> str:
    if event in (OFFERED, TAKEN, LOST, USED):  # the turn begins with the row as it lies; the other events say what was done
        return ""
    if event == POINTS:
        return f"scores {counted(amount, 'points')}: {_REASONS[detail].format(card=card(tables, what) if what >= 0 else '')}"
    if what >= 0:
        return _card_happened(event, card(tables, what), amount, detail)
    location = " on the watering can location" if detail else ""
    return {
        names.BEGAN: lambda: f"begins turn {amount}",
        names.COMPLETED: lambda: f"completes a {COLOURS[amount]} flower{location}",
        names.GREW: lambda: f"completes a {_pair(amount)} hybrid{location}",
        names.STOCKED: lambda: f"stocks {COLOURS[amount]}: {detail} in the greenhouse",
        names.LOWERED: lambda: f"takes {COLOURS[amount]} out of the greenhouse: {detail} left",
        names.NO_MOVE: lambda: "cannot move any peg",
        names.TO_PRUNE: lambda: f"may prune {' or '.join(str(n) for n in range(31) if amount >> n & 1)} tiles",
        names.PEGGED: lambda: f"completes a {COLOURS[amount]} flower and places its peg: {detail} in the field",
        names.UNPEGGED: lambda: f"completes another {COLOURS[amount]} flower",
        names.LAST_TURNS: lambda: "has placed the last peg: the others have one turn more",
        names.BAG_OUT: lambda: "leaves the bag empty",
        names.LOCATION: lambda: f"chooses the location {_point(amount)}",
    }[event]()


def _card_happened(event: int, said: str, amount: int, detail: int) -> str:
    return {
        names.DREW: f"draws {said}",
        names.PLACED: f"places {said} {_on(amount)}{_ROTATIONS[detail & 3]}",
        names.PRUNED: f"prunes {said} from {place_name(amount)}",
        names.LIFTED: f"lifts {said} from {place_name(amount)}",
        names.DISCARDED: f"discards {said}",
        names.GLOVES_SPENT: f"puts {counted(amount, 'gloves')} on {said} ({detail} left)",
        names.GLOVE_BACK: f"takes a glove back from {said}: {amount} now",
        names.SHOWED_BOTANIST: f"reveals {said}{', with a water drop' if detail else ''}",
        names.DREW_BOTANIST: f"draws {said}",
        names.DROP_BACK: f"covers {said}: its drop returns to the supply",
    }[event]
