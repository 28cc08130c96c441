"""The Tools module: gloves, the tools in play, what they do.

Source: blume.md, "Tools Module"; rulings BL-R15, R30, R32, R33. The effects are ours, but for the Garden Fork's name.
"""

import numpy as np

from simkit.core.bits import bit, lowest
from simkit.core.events import USED, note
from simkit.core.jit import kernel
from simkit.games.blume.encoding import (
    COLOUR,
    DIRECTION,
    OTHER,
    PLACE_AT,
    ROTATION,
    WHICH,
    colour_of,
    direction_of,
    other_place,
    place_at,
    rotation_of,
    which,
)
from simkit.games.blume.experiments import extra
from simkit.games.blume.flowers import kinds_for, wait
from simkit.games.blume.garden import corners_at, lay, lift, neighbours, spot, spot_point, touched, words_at
from simkit.games.blume.market import DOWN, UP, full_colours, move_peg, next_space
from simkit.games.blume.names import (
    CARD_TILE,
    CARD_TOOL,
    CHOOSE_LOCATION,
    DISCARD_TILE,
    DISCARDED,
    DRAW_AND_KEEP,
    EMPTY,
    GLOVE_BACK,
    GLOVES_SPENT,
    KEEP,
    LIFTED,
    LOCATION,
    MOVE_PEG,
    MOVE_TILE,
    PLACED,
    REPLACE_ROW,
    ROTATE_TILE,
    SHOWED_TOOL,
    SWAP_TILES,
    TOOL,
    TOOLS_SHOWN,
    TURN,
)
from simkit.games.blume.tiles import can_draw, discard, draw_aside, refresh, row_size


@kernel
def has_tools(c, s):
    """Whether the Tools module is played; a field has no gardens or market to use them on (ruling BL-R39)."""
    return c.tools != 0 and (c.variant == 0 or s.players == 1)


@kernel
def show_tool(c, s, slot, log):
    """Reveal the top tool card in a slot, if there is one."""
    s.shown[slot] = EMPTY
    if s.tool_top < c.tool_count:
        s.shown[slot] = s.tool_deck[s.tool_top]
        s.tool_top += 1
        note(log, SHOWED_TOOL, int(s.seat), CARD_TOOL + int(s.shown[slot]), slot, 0)


@kernel
def cost(c, s, slot):
    """Return the gloves the seat to act pays for a tool: fewer the first time (ruling BL-R15)."""
    tool = s.shown[slot]
    return int(c.tool_again[tool]) if (int(s.users[slot]) >> int(s.seat)) & 1 else int(c.tool_first[tool])


@kernel
def pay_gloves(c, s, slot, log):
    """Put gloves on a tool; when all players have used it each gets one back, the others leave and a new tool is shown."""
    seat = int(s.seat)
    gloves = cost(c, s, slot)
    s.gloves[seat] -= gloves
    s.on_tool[slot] += gloves
    s.users[slot] |= 1 << seat
    note(log, GLOVES_SPENT, seat, CARD_TOOL + int(s.shown[slot]), gloves, int(s.gloves[seat]))
    if s.users[slot] == (1 << int(s.players)) - 1:
        for other in range(s.players):
            if s.on_tool[slot] > 0:
                s.on_tool[slot] -= 1
                s.gloves[other] += 1
                note(log, GLOVE_BACK, other, CARD_TOOL + int(s.shown[slot]), int(s.gloves[other]), 0)
        s.gloves_out += s.on_tool[slot]
        s.on_tool[slot] = 0
        s.users[slot] = 0
        show_tool(c, s, slot, log)


@kernel
def list_tools(c, s, actions, n):
    """List every use of every tool the seat can pay for."""
    for slot in range(TOOLS_SHOWN):
        if s.shown[slot] != EMPTY and s.gloves[s.seat] >= cost(c, s, slot):
            n = list_tool(c, s, slot, actions, n)
    return n


@kernel
def list_tool(c, s, slot, actions, n):
    """List every use of one tool."""
    seat = int(s.seat)
    base = TOOL | (slot << WHICH)
    op = c.tool_op[s.shown[slot]]
    if op == ROTATE_TILE or op == MOVE_TILE or op == DISCARD_TILE or op == SWAP_TILES:
        rest = int(s.occupied[seat])
        while rest:
            place = lowest(np.uint64(rest))
            rest &= rest - 1
            at = base | (place << PLACE_AT)
            if op == ROTATE_TILE:
                n = list_rotations(c, s, place, at, actions, n)
            elif op == MOVE_TILE:
                n = list_moves(c, s, place, at, actions, n)
            elif op == DISCARD_TILE:
                actions[n] = at
                n += 1
            else:
                n = list_swaps(c, s, place, at, rest, actions, n)
    elif op == REPLACE_ROW or op == DRAW_AND_KEEP:
        if can_draw(s):
            actions[n] = base
            n += 1
    elif op == CHOOSE_LOCATION:
        for index in range(16):
            if index // 4 <= s.stage + 1 and index % 4 <= s.stage + 1 and spot_point(index) != s.location:
                actions[n] = base | (spot_point(index) << PLACE_AT)
                n += 1
    elif op == MOVE_PEG:
        barred = full_colours(c, s, seat, 0)
        for colour in range(6):
            for direction in (DOWN, UP):
                if next_space(c, s, colour, direction) != EMPTY and not (direction == UP and (barred >> colour) & 1):
                    actions[n] = base | (colour << COLOUR) | (direction << DIRECTION)
                    n += 1
    return n


@kernel
def list_rotations(c, s, place, base, actions, n):
    """List the rotations in which a tile would look different."""
    lies = int(s.garden[s.seat, place])
    for rotation in range(c.turns[lies >> 2]):
        if rotation != lies & 3:
            actions[n] = base | (rotation << ROTATION)
            n += 1
    return n


@kernel
def list_moves(c, s, place, base, actions, n):
    """List the other places where a tile may lie beside another own one."""
    seat = int(s.seat)
    lies = int(s.garden[seat, place])
    own = int(s.occupied[seat])
    open_places = neighbours(s, own & ~(1 << place)) & ~own
    while open_places:
        other = lowest(np.uint64(open_places))
        open_places &= open_places - 1
        for rotation in range(c.turns[lies >> 2]):
            if c.rotation or rotation == lies & 3:
                actions[n] = base | (other << OTHER) | (rotation << ROTATION)
                n += 1
    return n


@kernel
def list_swaps(c, s, place, base, others, actions, n):
    """List the tiles further on that look different: the two change places."""
    while others:
        other = lowest(np.uint64(others))
        others &= others - 1
        if corners_at(c, s, int(s.seat), place) != corners_at(c, s, int(s.seat), other):
            actions[n] = base | (other << OTHER)
            n += 1
    return n


@kernel
def use_tool(c, s, action, log):
    """Use a tool: its action goes into effect at once."""
    seat, slot = int(s.seat), which(action)
    tool = int(s.shown[slot])
    op = c.tool_op[tool]
    note(log, USED, seat, CARD_TOOL + tool, 0, 0)
    pay_gloves(c, s, slot, log)
    s.tools_used[seat] += 1
    s.used[seat] |= bit(CARD_TOOL - 64 + tool)
    extra(c, s, seat, CARD_TOOL + tool, log)
    s.phase = TURN
    s.by_tool = 1
    if op == REPLACE_ROW:
        replace_row(c, s, log)
    elif op == DRAW_AND_KEEP:
        for place in range(c.tool_amount[tool]):
            draw_aside(c, s, place, log)
        s.phase = KEEP
    elif op == CHOOSE_LOCATION:
        s.location = place_at(action)
        note(log, LOCATION, seat, -1, place_at(action), 0)
    elif op == MOVE_PEG:
        for _ in range(c.tool_amount[tool]):
            move_peg(c, s, seat, colour_of(action), direction_of(action), log)
    else:
        change_garden(c, s, op, action, log)


@kernel
def replace_row(c, s, log):
    """Discard the face-up tiles and reveal others."""
    for place in range(row_size(c, s)):
        if s.row[place] != EMPTY:
            discard(s, int(s.row[place]))
            note(log, DISCARDED, int(s.seat), CARD_TILE + int(s.row[place]), 0, 0)
            s.row[place] = EMPTY
    refresh(c, s, log)


@kernel
def change_garden(c, s, op, action, log):
    """Turn, move, discard or swap tiles; a flower at a meeting point whose corners changed is completed by it (ruling BL-R32)."""
    seat, place, other = int(s.seat), place_at(action), other_place(action)
    first, second = words_at(s.points[seat], place), words_at(s.points[seat], other)
    rotation = int(s.garden[seat, place]) & 3
    standing = int(s.standing[seat])
    tile = lift(c, s, seat, place)
    note(log, LIFTED, seat, CARD_TILE + tile, place, 0)
    if op == ROTATE_TILE:
        put(c, s, place, tile, rotation_of(action), log)
    elif op == MOVE_TILE:
        put(c, s, other, tile, rotation_of(action), log)
    elif op == SWAP_TILES:
        other_rotation = int(s.garden[seat, other]) & 3
        swapped = lift(c, s, seat, other)
        note(log, LIFTED, seat, CARD_TILE + swapped, other, 0)
        put(c, s, other, tile, rotation, log)
        put(c, s, place, swapped, other_rotation, log)
    else:
        discard(s, tile)
        note(log, DISCARDED, seat, CARD_TILE + tile, 0, 0)
    corners = 8 if op == MOVE_TILE or op == SWAP_TILES else 4
    for i in range(corners):  # hybrids whose meeting point looks as before stand as before
        point = touched(place if i < 4 else other, i & 3)
        if s.points[seat, point] == word_before(first, second, i):
            s.standing[seat] |= standing & spot(point)
    kinds = kinds_for(c, s, seat)
    for i in range(corners):
        point = touched(place if i < 4 else other, i & 3)
        again = False  # the two places may share meeting points
        for j in range(4 if i >= 4 else 0):
            again = again or touched(place, j) == point
        kind = int(c.kind[s.points[seat, point]])
        if not again and s.points[seat, point] != word_before(first, second, i) and (kinds >> kind) & 1:
            wait(s, point, kind)


@kernel
def word_before(first, second, i):
    """Return the word that lay at one of the eight corners of two places."""
    return ((first if i < 4 else second) >> (12 * (i & 3))) & 4095


@kernel
def put(c, s, place, tile, rotation, log):
    """Lay a lifted tile."""
    lay(c, s, int(s.seat), place, tile, rotation)
    note(log, PLACED, int(s.seat), CARD_TILE + tile, place, rotation)
