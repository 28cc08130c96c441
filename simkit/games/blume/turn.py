"""How turns begin and end, and how play moves on to the next decision."""

from simkit.core.events import OFFERED, TAKEN, note
from simkit.core.jit import kernel
from simkit.games.blume.experiments import extra
from simkit.games.blume.field import end_field_turn, grow_field
from simkit.games.blume.flowers import kinds_for, settle, wait
from simkit.games.blume.garden import is_field, lay, touched
from simkit.games.blume.names import (
    BEGAN,
    CARD_TILE,
    EMPTY,
    NEXT_PRUNE,
    NEXT_TURN,
    PLACED,
    ROW_CAP,
    TURN,
)
from simkit.games.blume.rounds import end_round, next_open_seat, next_prune
from simkit.games.blume.tertill import has_tertill, play_tertill
from simkit.games.blume.tiles import can_draw, discard, refresh


@kernel
def begin_turn(c, s, seat, log):
    """Begin a seat's turn: refresh, and alone the Tertill's phase; say whether there is any tile to take."""
    s.seat = seat
    if refresh(c, s, log) == 0:
        return False
    s.turn += 1
    s.turns[seat] += 1
    s.phase = TURN
    note(log, BEGAN, seat, -1, int(s.turns[seat]), 0)
    if has_tertill(c, s):
        play_tertill(c, s, log)
    elif not is_field(c, s):
        s.location = c.can_place[s.can]  # what a tool chose held for a turn
    return lies_any(s) or can_draw(s)


@kernel
def lies_any(s):
    """Whether any tile lies face up."""
    for place in range(ROW_CAP):
        if s.row[place] != EMPTY:
            return True
    return False


@kernel
def offer(s, log):
    """Say which tiles lay before a seat that now selects one."""
    for place in range(ROW_CAP):
        if s.row[place] != EMPTY:
            note(log, OFFERED, int(s.seat), CARD_TILE + int(s.row[place]), place, 0)


@kernel
def move_on(c, s, log):
    """Move on to the next decision: the next turn, the next seat that prunes, the next round, or the end."""
    while s.over == 0:
        if s.phase == NEXT_PRUNE:
            next_prune(c, s, log)
        elif s.phase == NEXT_TURN:
            following = (int(s.seat) + 1) % int(s.players) if is_field(c, s) else next_open_seat(s)
            if following == EMPTY or not begin_turn(c, s, following, log):
                end_round(c, s, log)  # without any tile left a round ends as it stands (ruling BL-R9)
        else:
            return


@kernel
def end_turn(c, s, log):
    """End the turn of `s.seat`."""
    s.by_tool = 0
    if is_field(c, s):
        end_field_turn(c, s, log)
    s.phase = NEXT_TURN
    move_on(c, s, log)


@kernel
def place_tile(c, s, tile, place, rotation, log):
    """Place the selected tile; flowers it completes act, then the turn ends (blume.md, "3. Place a Tile")."""
    seat = int(s.seat)
    s.placed[seat] += 1
    note(log, TAKEN, seat, CARD_TILE + tile, int(s.turns[seat]), 0)
    note(log, PLACED, seat, CARD_TILE + tile, place, rotation)
    extra(c, s, seat, CARD_TILE + tile, log)
    s.by_tool = 0
    if is_field(c, s):
        grow_field(c, s, seat, place, tile, rotation, log)
        end_turn(c, s, log)
        return
    lay(c, s, seat, place, tile, rotation)
    kinds = 0
    for corner in range(4):
        kind = int(c.kind[s.points[seat, touched(place, corner)]])
        if kind != 0:
            kinds = kinds_for(c, s, seat) if kinds == 0 else kinds
            if (kinds >> kind) & 1:
                wait(s, touched(place, corner), kind)
    go_on(c, s, log)


@kernel
def go_on(c, s, log):
    """Go on after a placement, a tool or a flower's action."""
    if settle(c, s, log):
        return
    if s.by_tool:
        s.by_tool = 0
        s.phase = TURN
    else:
        end_turn(c, s, log)


@kernel
def keep_drawn(s, place):
    """Keep one of the tiles a tool drew; the others are discarded (ruling BL-R33)."""
    kept = s.drawn[place]
    for other in range(ROW_CAP):
        if other != place and s.drawn[other] != EMPTY:
            discard(s, int(s.drawn[other]))
        s.drawn[other] = EMPTY
    s.drawn[0] = kept
