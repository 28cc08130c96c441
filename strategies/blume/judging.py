"""How Blume's players judge an action, once an idea has said what flowers and market moves are worth to it.

An idea fills a row of numbers: what stocking each colour is worth, what moving each peg is, what a completed flower of each kind is,
how much of that a meeting point is worth that lacks one, two or three tiles, and a few tastes. The rest is the same for all: a placement
is worth the flowers it completes and what it opens and closes at its four meeting points, pruning the same the other way round. Nothing
is played out and nothing unseen is looked at.
"""

import numpy as np

from simkit.core.bits import NONE, ONE, lowest
from simkit.core.jit import kernel
from simkit.games.blume.botanist import FIRST_DROP, OWN_CARD, bonus_of
from simkit.games.blume.encoding import (
    colour_of,
    direction_of,
    other_place,
    place_at,
    rotation_of,
    which,
)
from simkit.games.blume.field import field_words
from simkit.games.blume.flowers import colours_of, has_botanists, has_market_too, kinds_for
from simkit.games.blume.garden import (
    FIRST_HYBRID,
    beside,
    corners_at,
    is_field,
    petal,
    spot,
    switch,
    touched,
    turned,
)
from simkit.games.blume.market import DOWN, UP, next_space
from simkit.games.blume.names import (
    CARD_TILE,
    CHOOSE_LOCATION,
    DISCARD_TILE,
    DRAW,
    DRAW_AND_KEEP,
    EMPTY,
    GROW,
    KEEP_TILE,
    LOWER,
    MARKET,
    MOVE_PEG,
    MOVE_TILE,
    PLACE,
    PRUNE,
    PRUNE_TILE,
    REPLACE_ROW,
    ROTATE_TILE,
    STEP,
    STOCK,
    STOP,
    TAKE,
    TOOL,
)
from simkit.games.blume.tools import has_tools

# where the numbers of an idea stand
STOCKS, MOVES, KINDS = 0, 6, 18  # by colour; by 2 colour + direction; by kind
SHORT = 40  # SHORT + 1, 2, 3: share of a flower's worth for a meeting point that lacks so many tiles
ON_LOCATION, BLIND, GLOVE, MORE = 44, 45, 46, 47  # extra worth of the location; a blind draw; a glove; prune much (1) or little (0)
UNSEEN, FRESH = 48, 49  # the best of three unseen tiles, worked out once a decision, from a few tiles
SAMPLE = 8
SINGLES = 0b1111110
NEVER = -1e9


@kernel
def scorings_left(s):
    """Return how often greenhouse times market is still scored."""
    return 3 - int(s.stage)


@kernel
def held_by_others(s, seat, colour):
    """Return the flowers of a colour in an average other greenhouse."""
    total = 0.0
    for other in range(s.players):
        if other != seat:
            total += s.greenhouse[other, colour]
    return total / max(1, int(s.players) - 1)


@kernel
def value_stocks(c, s, seat, hope, numbers):
    """Say what stocking a colour is worth: its market value, and the rise one may hope for, at each scoring to come."""
    for colour in range(6):
        if is_field(c, s):
            new = not (int(s.field_pegs[seat]) >> colour) & 1
            numbers[STOCKS + colour] = c.peg_points + 1.0 if new else float(c.flower_points)
        else:
            numbers[STOCKS + colour] = scorings_left(s) * (s.market[colour] + hope)


@kernel
def value_moves(c, s, seat, own, others, numbers):
    """Say what moving a peg is worth: `own` for each own flower of the colour, minus `others` for each of the others."""
    for colour in range(6):
        worth = scorings_left(s) * (own * s.greenhouse[seat, colour] - others * held_by_others(s, seat, colour))
        for direction in (DOWN, UP):
            space = next_space(c, s, colour, direction)
            steps = 0 if space == EMPTY else space - int(s.market[colour])
            numbers[MOVES + 2 * colour + direction] = worth * steps


@kernel
def best_move(numbers):
    """Return the worth of the best market move."""
    best = 0.0
    for move in range(12):
        best = max(best, numbers[MOVES + move])
    return best


@kernel
def card_points(c, s, seat, kind):
    """Return the points a botanist card or its drop brings beside the flower."""
    if kind < FIRST_HYBRID or not has_botanists(c, s):
        return 0
    bonus = bonus_of(c, s, seat, kind)
    if bonus == 0:
        return 0
    if bonus == OWN_CARD:
        return int(c.botanist_points[s.hidden[seat]])
    return int(c.botanist_drop[s.revealed[bonus - FIRST_DROP]])


@kernel
def value_kinds(c, s, seat, single, hybrid, prefers_moves, numbers):
    """Say what completed flowers are worth: their stocks, weighed by kind; a single flower may move the market instead."""
    move = best_move(numbers)
    for kind in range(1, FIRST_HYBRID + 15):
        worth = 0.0
        colours = colours_of(kind)
        for colour in range(6):
            if (colours >> colour) & 1:
                worth += numbers[STOCKS + colour]
        if kind < FIRST_HYBRID:
            numbers[KINDS + kind] = single * max(worth, prefers_moves * move)
        else:
            numbers[KINDS + kind] = hybrid * worth + card_points(c, s, seat, kind)


@kernel
def tastes(numbers, ready, half, bare, location, blind, glove, more):
    """Set what is left of an idea's numbers."""
    numbers[SHORT + 1] = ready
    numbers[SHORT + 2] = half
    numbers[SHORT + 3] = bare
    numbers[ON_LOCATION] = location
    numbers[BLIND] = blind
    numbers[GLOVE] = glove
    numbers[MORE] = more


@kernel
def missing(word):
    """Return how many of the four corners at a meeting point lack a tile."""
    gaps = word & (word >> 1) & (word >> 2) & 0o1111
    return (gaps & 1) + ((gaps >> 3) & 1) + ((gaps >> 6) & 1) + (gaps >> 9)


@kernel
def point_worth(c, s, kinds, point, word, fresh, numbers):
    """Return what a meeting point with these corners is worth; a complete flower only if it is fresh."""
    if not is_field(c, s) and spot(point) == 0:
        return 0.0  # the edge of the flower bed
    lacking = missing(word)
    if lacking == 4 or (lacking == 0 and not fresh):
        return 0.0
    reached = int(c.reach[word]) & kinds
    rest = np.uint64(reached)
    best = 0.0
    while rest != NONE:
        best = max(best, numbers[KINDS + lowest(rest)])
        rest &= rest - ONE
    if reached != 0 and point == s.location:
        best += numbers[ON_LOCATION]
    return best if lacking == 0 else best * numbers[SHORT + lacking]


@kernel
def words_around(c, s, points, place):
    """Return the words at the four corners of a place."""
    if is_field(c, s):
        return field_words(s, int(s.seat), place)
    return int(points[touched(place, 0)]), int(points[touched(place, 1)]), int(points[touched(place, 2)]), int(points[place])


@kernel
def change_worth(c, s, points, kinds, place, corners, laid, numbers):
    """Return what a tile's corners change at the four meeting points of a place, where they are laid or lifted (ruling BL-R5)."""
    worth = 0.0
    words = words_around(c, s, points, place)
    for corner in range(4):
        worth -= point_worth(c, s, kinds, touched(place, corner), words[corner], False, numbers)
    for corner in range(4):
        worth += point_worth(c, s, kinds, touched(place, corner), words[corner] ^ petal(corners, corner), laid, numbers)
    return worth


@kernel
def place_worth(c, s, points, kinds, place, corners, numbers):
    """Return what laying a tile's corners on an empty place is worth, by its four meeting points before and after."""
    return change_worth(c, s, points, kinds, place, corners, True, numbers)


@kernel
def lift_worth(c, s, points, kinds, place, corners, numbers):
    """Return what lifting a tile is worth: flowers that were complete can be completed again."""
    return change_worth(c, s, points, kinds, place, corners, False, numbers)


@kernel
def best_place(c, s, points, kinds, tile, numbers):
    """Return what a tile is worth in its best place (base game)."""
    best = NEVER
    seat = int(s.seat)
    for rotation in range(c.turns[tile] if c.rotation else 1):
        corners = turned(int(c.corners[tile]), rotation)
        rest = beside(s, seat)
        for index in range(37):
            if (rest >> index) & 1:
                best = max(best, place_worth(c, s, points, kinds, index, corners, numbers))
    return best


@kernel
def fresh_worth(c, s, points, kinds, numbers):
    """Return what the best of three unseen tiles is worth: over all threes of a few tiles of the sheet."""
    for i in range(SAMPLE):
        numbers[FRESH + i] = best_place(c, s, points, kinds, i * int(c.tiles) // SAMPLE, numbers)
    worth = 0.0
    for i in range(SAMPLE):
        lower = 0
        for j in range(SAMPLE):
            lower += 1 if numbers[FRESH + j] < numbers[FRESH + i] or (numbers[FRESH + j] == numbers[FRESH + i] and j < i) else 0
        worth += numbers[FRESH + i] * (lower * (lower - 1) // 2)  # threes of which it is the best
    return worth / (SAMPLE * (SAMPLE - 1) * (SAMPLE - 2) // 6)


@kernel
def note_there(c, points, kinds, place, corners, worth, there):
    """Note the best worth of a face-up tile by each meeting point where it completes a flower."""
    for corner in range(4):
        point = touched(place, corner)
        if spot(point) and (kinds >> int(c.kind[int(points[point]) ^ petal(corners, corner)])) & 1:
            index = lowest(np.uint64(spot(point)))
            there[index] = max(there[index], worth)


@kernel
def use_worth(c, s, points, kinds, action, numbers, there, take):
    """Return what using a tool and then taking a tile is worth, before the price in gloves; `take` is the best tile without."""
    op = c.tool_op[s.shown[which(action)]]
    if op == DRAW_AND_KEEP or op == REPLACE_ROW:
        if numbers[UNSEEN] == NEVER:
            numbers[UNSEEN] = fresh_worth(c, s, points, kinds, numbers)
        return numbers[UNSEEN]
    if op == CHOOSE_LOCATION:
        return there[lowest(np.uint64(spot(place_at(action))))] + numbers[ON_LOCATION]
    return take + tool_worth(c, s, points, kinds, action, numbers)


@kernel
def tool_worth(c, s, points, kinds, action, numbers):
    """Return what a move of a peg or a change of the garden by a tool is worth."""
    seat = int(s.seat)
    op = c.tool_op[s.shown[which(action)]]
    place, other = place_at(action), other_place(action)
    if op == MOVE_PEG:
        return numbers[MOVES + 2 * colour_of(action) + direction_of(action)]
    corners = corners_at(c, s, seat, place)
    worth = lift_worth(c, s, points, kinds, place, corners, numbers)
    if op == DISCARD_TILE:
        return worth
    tile = int(s.garden[seat, place]) >> 2
    switch(points, place, corners)
    if op == ROTATE_TILE:
        worth += place_worth(c, s, points, kinds, place, turned(int(c.corners[tile]), rotation_of(action)), numbers)
    elif op == MOVE_TILE:
        worth += place_worth(c, s, points, kinds, other, turned(int(c.corners[tile]), rotation_of(action)), numbers)
    else:
        second = corners_at(c, s, seat, other)
        worth += lift_worth(c, s, points, kinds, other, second, numbers)
        switch(points, other, second)
        worth += place_worth(c, s, points, kinds, other, corners, numbers)
        switch(points, other, corners)
        worth += place_worth(c, s, points, kinds, place, second, numbers)
        switch(points, other, corners)
        switch(points, other, second)
    switch(points, place, corners)
    return worth


@kernel
def flower_worth(c, s, action, numbers):
    """Return what an action for a completed flower is worth."""
    kind = action & 15
    if kind == STOCK and s.phase == STEP:
        return numbers[STOCKS + colour_of(action)]
    if kind == MARKET and s.phase == STEP:
        return numbers[MOVES + 2 * colour_of(action) + direction_of(action)]
    if kind == LOWER:
        return -numbers[STOCKS + colour_of(action)]
    flower = int(s.pending[which(action)])
    worth = 0.0
    if kind == MARKET:
        worth = numbers[MOVES + 2 * colour_of(action) + direction_of(action)]
        if not has_market_too(c, s, int(s.seat), flower):
            return worth
    for colour in range(6):
        if (colours_of(flower & 31) >> colour) & 1:
            worth += numbers[STOCKS + colour]
    return worth


@kernel
def pick_pruned(c, s, actions, n, points, kinds, numbers, worths):
    """Return the tile to prune next: as many as wanted, those whose absence is worth most, in rising order."""
    seat = int(s.seat)
    total = 0
    for number in range(31):
        if (int(s.prune_totals) >> number) & 1 and number >= s.pruned and (total < s.pruned or total == 0 or numbers[MORE] > 0):
            total = number
    left = total - int(s.pruned)
    if left <= 0:
        return 0  # the first action is to stop
    for i in range(n):
        worths[i] = NEVER
        if actions[i] & 15 == PRUNE_TILE:
            place = place_at(actions[i])
            worths[i] = lift_worth(c, s, points, kinds, place, corners_at(c, s, seat, place), numbers)
    for i in range(n):  # the lowest place among the best
        better = 0
        for j in range(n):
            better += 1 if worths[j] > worths[i] or (worths[j] == worths[i] and j < i) else 0
        if better < left and actions[i] & 15 == PRUNE_TILE:
            return i
    return n - 1


@kernel
def decide(c, s, actions, n, look, numbers, worths):
    """Return the action worth most by an idea's numbers, the first of equals; `look` is a record to try tiles in."""
    seat = int(s.seat)
    kinds = SINGLES if is_field(c, s) else kinds_for(c, s, seat)
    points = look.points[seat]
    for point in range(len(points)):
        points[point] = s.points[seat, point]
    if s.phase == PRUNE:
        return pick_pruned(c, s, actions, n, points, kinds, numbers, worths)
    best, best_worth, take = 0, NEVER, NEVER
    numbers[UNSEEN] = NEVER
    for index in range(16):
        worths[index] = NEVER
    for i in range(n):
        action = actions[i]
        kind = action & 15
        if kind == TAKE or kind == PLACE:
            tile = int(s.row[which(action)]) if kind == TAKE else int(s.drawn[0])
            corners = turned(int(c.corners[tile]), rotation_of(action))
            worth = place_worth(c, s, points, kinds, place_at(action), corners, numbers) + c.extra_points[seat, CARD_TILE + tile]
        elif kind == DRAW:
            worth = numbers[BLIND]
        elif kind == TOOL:
            worth = numbers[GLOVE] + use_worth(c, s, points, kinds, action, numbers, worths, take)
        elif kind == KEEP_TILE:
            worth = best_place(c, s, points, kinds, int(s.drawn[which(action)]), numbers)
        elif kind == STOCK or kind == MARKET or kind == LOWER or kind == GROW:
            worth = flower_worth(c, s, action, numbers)
        else:
            worth = 0.0 if kind == STOP else NEVER
        if kind == TAKE or kind == DRAW:
            take = max(take, worth)
        if kind == TAKE and has_tools(c, s):
            note_there(c, points, kinds, place_at(action), turned(int(c.corners[s.row[which(action)]]), rotation_of(action)), worth, worths)
        if worth > best_worth:
            best, best_worth = i, worth
    return best
