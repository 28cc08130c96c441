"""Listing the legal actions."""

import numpy as np

from simkit.core.bits import lowest
from simkit.core.jit import kernel
from simkit.games.blume.encoding import COLOUR, DIRECTION, PLACE_AT, ROTATION, WHICH
from simkit.games.blume.field import AROUND, opens, owner, place_of_laid, sides
from simkit.games.blume.flowers import barred, can_move, colours_of, has_market_too
from simkit.games.blume.garden import FIRST_HYBRID, beside, is_field
from simkit.games.blume.market import DOWN, UP, full_colours, next_space
from simkit.games.blume.names import (
    DRAW,
    DRAWN,
    EMPTY,
    FLOWER,
    GROW,
    KEEP,
    KEEP_TILE,
    LOWER,
    MARKET,
    PLACE,
    PRUNE,
    PRUNE_TILE,
    ROW_CAP,
    STEP,
    STOCK,
    STOP,
    TAKE,
    TURN,
)
from simkit.games.blume.tiles import can_draw, is_drawn_twin, is_twin
from simkit.games.blume.tools import has_tools, list_tools


@kernel
def list_rotations(c, tile, base, place, actions, n):
    """List the rotations of a tile on a place; those that look the same once."""
    for rotation in range(c.turns[tile] if c.rotation else 1):
        actions[n] = base | (rotation << ROTATION) | (place << PLACE_AT)
        n += 1
    return n


@kernel
def list_places(c, s, base, tile, actions, n):
    """List every place of a garden and rotation for a tile."""
    rest = beside(s, int(s.seat))
    while rest:
        n = list_rotations(c, tile, base, lowest(np.uint64(rest)), actions, n)
        rest &= rest - 1
    return n


@kernel
def list_field(c, s, actions):
    """List every place of a field with every tile for it: those of the row, or the one drawn."""
    seat, n = int(s.seat), 0
    for i in range(s.field_size):
        laid = int(s.field_tiles[i])
        if owner(laid) != seat:
            continue
        taken = sides(s, seat, place_of_laid(laid))
        for side in range(len(AROUND)):
            place = opens(s, seat, place_of_laid(laid), side, taken)
            if place != EMPTY and s.phase == DRAWN:
                n = list_rotations(c, int(s.drawn[0]), PLACE, place, actions, n)
            elif place != EMPTY:
                n = list_row(c, s, place, actions, n)
    return n


@kernel
def list_row(c, s, at, actions, n):
    """List every tile of the row and rotation for a place of a field."""
    for place in range(ROW_CAP):
        if s.row[place] != EMPTY and not is_twin(c, s, place):
            n = list_rotations(c, int(s.row[place]), TAKE | (place << WHICH), at, actions, n)
    return n


@kernel
def legal_turn(c, s, actions):
    """List what a turn may begin with: a tool, a face-up tile with its place, or a blind draw (blume.md, "2. Select Tile")."""
    n = list_field(c, s, actions) if is_field(c, s) else 0
    for place in range(0 if is_field(c, s) else ROW_CAP):
        if s.row[place] != EMPTY and not is_twin(c, s, place):
            n = list_places(c, s, TAKE | (place << WHICH), int(s.row[place]), actions, n)
    if can_draw(s):
        actions[n] = DRAW
        n += 1
    if has_tools(c, s):
        n = list_tools(c, s, actions, n)
    return n


@kernel
def list_moves(c, s, kind, which, full, but, actions, n):
    """List the moves of any peg but one, those of the colours `full` not up (rulings BL-R11, R12)."""
    for colour in range(6):
        if colour != but:
            for direction in (DOWN, UP):
                if next_space(c, s, colour, direction) != EMPTY and not (direction == UP and (full >> colour) & 1):
                    actions[n] = kind | (which << WHICH) | (colour << COLOUR) | (direction << DIRECTION)
                    n += 1
    return n


@kernel
def list_instead(c, s, which, full, actions, n):
    """List what a full colour allows instead of stocking: any other peg, or a flower less (blume.md, "Full Greenhouse")."""
    seat = int(s.seat)
    n = list_moves(c, s, MARKET, which, barred(c, s, seat), full, actions, n)
    for colour in range(6):
        if s.greenhouse[seat, colour] > 0:
            actions[n] = LOWER | (which << WHICH) | (colour << COLOUR)
            n += 1
    return n


@kernel
def legal_flower(c, s, actions):
    """List the pending flowers with what their action may be; of two single ones that are alike the first."""
    seat = int(s.seat)
    n = 0
    for which in range(s.waiting):
        flower = int(s.pending[which])
        kind, both = flower & 31, has_market_too(c, s, seat, flower)
        again = False
        for other in range(which if kind < FIRST_HYBRID else 0):  # which hybrid stands is a choice (ruling BL-R4)
            again = again or (int(s.pending[other]) & 31 == kind and has_market_too(c, s, seat, int(s.pending[other])) == both)
        if again:
            continue
        colours, full = colours_of(kind), full_colours(c, s, seat, 0)
        if colours & full:
            if both or kind >= FIRST_HYBRID:
                actions[n] = GROW | (which << WHICH)
                n += 1
            else:
                n = list_instead(c, s, which, kind - 1, actions, n)
            continue
        if both:
            full = full_colours(c, s, seat, colours)
            if can_move(c, s, full, -1):
                n = list_moves(c, s, MARKET, which, full, -1, actions, n)
                continue
        if both or kind >= FIRST_HYBRID:
            actions[n] = GROW | (which << WHICH)
            n += 1
        else:
            actions[n] = STOCK | (which << WHICH)
            n = list_moves(c, s, MARKET, which, full, -1, actions, n + 1)
    return n


@kernel
def legal_step(c, s, actions):
    """List the steps left of a flower that meets a full colour: stock, the alternative, last the market move (ruling BL-R25)."""
    if s.instead == 0:
        return list_moves(c, s, MARKET, 0, barred(c, s, int(s.seat)), -1, actions, 0)
    n = 0
    for colour in range(6):
        if (int(s.to_stock) >> colour) & 1:
            actions[n] = STOCK | (colour << COLOUR)
            n += 1
        if (int(s.instead) >> colour) & 1:
            n = list_instead(c, s, colour, colour, actions, n)
    return n


@kernel
def legal_prune(s, actions):
    """List the tiles to prune next, in rising order, as far as a number that is allowed can still be reached (ruling BL-R8)."""
    seat = int(s.seat)
    n = 0
    if (int(s.prune_totals) >> int(s.pruned)) & 1:
        actions[n] = STOP
        n += 1
    more = lowest(np.uint64(int(s.prune_totals) >> (int(s.pruned) + 1)))  # tiles after the next one
    rest = int(s.occupied[seat])
    places = 0
    last = rest
    while last:
        places += 1
        last &= last - 1
    while rest:
        place = lowest(np.uint64(rest))
        rest &= rest - 1
        places -= 1
        if place > s.last and places >= more:
            actions[n] = PRUNE_TILE | (place << PLACE_AT)
            n += 1
    return n


def legal(c, s, actions):
    """Write the legal actions of `s.seat`, return how many; -1 when the buffer is full."""
    n = 0
    if s.phase == TURN:
        n = legal_turn(c, s, actions)
    elif s.phase == DRAWN:
        n = list_field(c, s, actions) if is_field(c, s) else list_places(c, s, PLACE, int(s.drawn[0]), actions, 0)
    elif s.phase == KEEP:
        for place in range(ROW_CAP):
            if s.drawn[place] != EMPTY and not is_drawn_twin(c, s, place):
                actions[n] = KEEP_TILE | (place << WHICH)
                n += 1
    elif s.phase == FLOWER:
        n = legal_flower(c, s, actions)
    elif s.phase == STEP:
        n = legal_step(c, s, actions)
    elif s.phase == PRUNE:
        n = legal_prune(s, actions)
    return n
