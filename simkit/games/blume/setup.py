"""Setting up a game."""

import numpy as np

from simkit.core.decks import order
from simkit.core.events import WIDTH
from simkit.core.jit import kernel
from simkit.games.blume.botanist import draw_botanist
from simkit.games.blume.field import grow_field
from simkit.games.blume.flowers import has_botanists
from simkit.games.blume.garden import is_field
from simkit.games.blume.names import (
    BAG,
    BOTANIST_CAP,
    BOTANISTS,
    BOTANISTS_SHOWN,
    CAN_CAP,
    CANS,
    EMPTY,
    FIELD_START,
    HYBRID_CAP,
    HYBRIDS,
    MOST_PENDING,
    NEXT_TURN,
    PLACES,
    ROUNDS,
    ROW_CAP,
    SEATS,
    TILE_CAP,
    TOOL_CAP,
    TOOLS,
    TOOLS_SHOWN,
)
from simkit.games.blume.patterns import BARE
from simkit.games.blume.rounds import show_next_can, show_next_hybrid
from simkit.games.blume.tertill import has_tertill
from simkit.games.blume.tiles import draw_tile
from simkit.games.blume.tools import has_tools, show_tool
from simkit.games.blume.turn import move_on


@kernel
def clear(s):
    """Empty every place."""
    for seat in range(SEATS):
        s.hidden[seat] = EMPTY
        for place in range(PLACES):
            s.garden[seat, place] = EMPTY
            s.points[seat, place] = BARE
    for place in range(ROW_CAP):
        s.row[place] = EMPTY
        s.drawn[place] = EMPTY
    for place in range(MOST_PENDING):
        s.pending[place] = EMPTY
    for slot in range(TOOLS_SHOWN):
        s.shown[slot] = EMPTY
    for slot in range(BOTANISTS_SHOWN):
        s.revealed[slot] = EMPTY
    s.hybrid, s.can, s.last, s.closer, s.location = EMPTY, EMPTY, EMPTY, EMPTY, EMPTY


@kernel
def fill_bag(c, s):
    """Put all tiles into the bag."""
    for tile in range(TILE_CAP):
        s.bag[tile] = tile if tile < c.tiles else EMPTY
    s.bag_end = c.tiles
    order(s.bag, 0, int(c.tiles), c.identity, s.luck[BAG], s.game, BAG, 0)


@kernel
def stack_hybrids(c, s):
    """Shuffle the hybrid tiles, unless botanist cards stand for them."""
    used = not is_field(c, s) and not has_botanists(c, s)
    for card in range(HYBRID_CAP):
        s.hybrid_deck[card] = card if used and card < c.hybrids else EMPTY
    if used:
        order(s.hybrid_deck, 0, int(c.hybrids), c.hybrid_identity, s.luck[HYBRIDS], s.game, HYBRIDS, 0)


@kernel
def draw_can(c, s, deck):
    """Draw a card from one of the three decks of watering cans: the lowest by its draw."""
    size = 0
    for card in range(c.cans):
        if c.can_deck[card] == deck:
            s.can_stack[deck + size] = card
            size += 1
    order(s.can_stack, deck, deck + size, c.can_identity, s.luck[CANS], s.game, CANS, deck)
    for place in range(deck + 1, deck + size):
        s.can_stack[place] = EMPTY


@kernel
def stack_cans(c, s):
    """Draw a watering can a round; alone, all make one stack."""
    for place in range(CAN_CAP):
        s.can_stack[place] = EMPTY
    if has_tertill(c, s):
        for card in range(c.cans):
            s.can_stack[card] = card
        s.can_end = c.cans
        order(s.can_stack, 0, int(c.cans), c.can_identity, s.luck[CANS], s.game, CANS, 0)
        return
    for deck in range(ROUNDS):
        draw_can(c, s, deck)
    s.can_end = ROUNDS


@kernel
def deal_tools(c, s, log):
    """Shuffle the tools, show three, give out gloves."""
    for card in range(TOOL_CAP):
        s.tool_deck[card] = card if card < c.tool_count else EMPTY
    order(s.tool_deck, 0, int(c.tool_count), c.tool_identity, s.luck[TOOLS], s.game, TOOLS, 0)
    for slot in range(TOOLS_SHOWN):
        show_tool(c, s, slot, log)
    for seat in range(s.players):
        s.gloves[seat] = c.start_gloves[s.players, seat]


@kernel
def deal_botanists(c, s, log):
    """Shuffle the botanist cards and deal each player one."""
    for card in range(BOTANIST_CAP):
        s.botanist_deck[card] = EMPTY
    for card in range(c.botanists):
        if not is_granted(c, s, card):
            s.botanist_deck[s.botanist_end] = card
            s.botanist_end += 1
    order(s.botanist_deck, 0, int(s.botanist_end), c.botanist_identity, s.luck[BOTANISTS], s.game, BOTANISTS, 0)
    for seat in range(s.players):
        if c.granted_botanist[seat] == EMPTY:
            draw_botanist(s, seat, log)
        else:
            s.hidden[seat] = c.granted_botanist[seat]
    s.drops_left = c.water_drops


@kernel
def is_granted(c, s, card):
    """Whether an experiment grants a botanist card to a seat."""
    for seat in range(s.players):
        if c.granted_botanist[seat] == card:
            return True
    return False


def reset(c, s):
    """Set up game number `s.game` for `s.players`; the header is set.

    Notes
    -----
    blume.md, "Setup" of the base game, of each module and of each variant.
    """
    log = np.zeros((0, WIDTH), np.int64)
    clear(s)
    fill_bag(c, s)
    stack_hybrids(c, s)
    if is_field(c, s):
        for seat in range(s.players):
            grow_field(c, s, seat, FIELD_START, draw_tile(c, s, log), 0, log)
    else:
        stack_cans(c, s)
        if has_tertill(c, s):
            s.hybrid_due = 1
        else:
            show_next_can(c, s, log)
            if not has_botanists(c, s):
                show_next_hybrid(c, s, log)
    if has_tools(c, s):
        deal_tools(c, s, log)
    if has_botanists(c, s):
        deal_botanists(c, s, log)
    s.seat = s.players - 1
    s.phase = NEXT_TURN
    move_on(c, s, log)
