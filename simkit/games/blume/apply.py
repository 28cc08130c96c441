"""Playing one action and moving on to the next decision."""

from simkit.core.jit import kernel
from simkit.core.table import GAME_FAULT
from simkit.games.blume.encoding import colour_of, direction_of, place_at, rotation_of, which
from simkit.games.blume.flowers import begin_flower, finish_flower, flower_moves_peg, grow, stock_single, take_steps
from simkit.games.blume.market import lower, move_peg, stock
from simkit.games.blume.names import (
    DRAW,
    DRAWN,
    EMPTY,
    GROW,
    KEEP_TILE,
    LOWER,
    MARKET,
    PLACE,
    PRUNE_TILE,
    STEP,
    STOCK,
    STOP,
    TAKE,
    TOOL,
)
from simkit.games.blume.rounds import prune, stop_pruning
from simkit.games.blume.tiles import draw_aside
from simkit.games.blume.tools import use_tool
from simkit.games.blume.turn import go_on, keep_drawn, move_on, offer, place_tile


@kernel
def take_step(c, s, action, log):
    """Do one step of a flower that meets a full colour."""
    seat, kind, colour = int(s.seat), action & 15, colour_of(action)
    if kind == STOCK:
        stock(s, seat, colour, log)
        s.to_stock &= ~(1 << colour)
    else:
        if kind == MARKET:
            s.moves[seat] += 1
            move_peg(c, s, seat, colour, direction_of(action), log)
        else:
            lower(s, seat, colour, log)
        if s.instead != 0:
            s.instead &= ~(1 << which(action))
        else:
            s.to_move = 0
    take_steps(c, s, log)


@kernel
def act_on_flower(c, s, action, log):
    """Begin the action of a pending flower, in most cases doing all of it."""
    kind = action & 15
    if kind == GROW:
        grow(c, s, which(action), log)
    elif kind == STOCK:
        stock_single(c, s, which(action), log)
    elif kind == MARKET:
        flower_moves_peg(c, s, which(action), colour_of(action), direction_of(action), log)
    else:
        begin_flower(c, s, which(action), log)
        lower(s, int(s.seat), colour_of(action), log)
        finish_flower(c, s, log)


def apply(c, s, action, log):
    """Play one action of the list and move on to the next decision, saying in the log what happened and why."""
    kind = action & 15
    if kind == TAKE:
        offer(s, log)
        place = which(action)
        tile = int(s.row[place])
        s.row[place] = EMPTY
        place_tile(c, s, tile, place_at(action), rotation_of(action), log)
    elif kind == DRAW:
        offer(s, log)
        s.blind[s.seat] += 1
        draw_aside(c, s, 0, log)
        s.phase = DRAWN
    elif kind == PLACE:
        tile = int(s.drawn[0])
        s.drawn[0] = EMPTY
        place_tile(c, s, tile, place_at(action), rotation_of(action), log)
    elif kind == TOOL:
        use_tool(c, s, action, log)
        if s.waiting > 0:
            go_on(c, s, log)
        else:
            s.by_tool = 0
    elif kind == KEEP_TILE:
        keep_drawn(s, which(action))
        s.phase = DRAWN
    elif kind == PRUNE_TILE:
        prune(c, s, place_at(action), log)
        move_on(c, s, log)
    elif kind == STOP:
        stop_pruning(s)
        move_on(c, s, log)
    elif kind == STOCK or kind == MARKET or kind == LOWER or kind == GROW:
        if s.phase == STEP:
            take_step(c, s, action, log)
        else:
            act_on_flower(c, s, action, log)
        if s.phase != STEP:
            go_on(c, s, log)
    else:
        s.fault = GAME_FAULT
