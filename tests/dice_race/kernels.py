"""The race's records and kernels."""

import numpy as np

from simkit.core.chance import below, redealt_key
from simkit.core.events import OFFERED, OWN, POINTS, TAKEN, USED, note
from simkit.core.jit import kernel
from simkit.core.ranking import rank_alone, rank_seats
from simkit.core.table import FAULT, GAME_FAULT, coins, state_dtype

from . import BONUS, GAME, ONE, SEAT_DICE, SEATS, TWO

FEATURE_WEIGHTS = (1.0, 0.0, 0.0)
ROLLED = OWN
STEPS, BONUS_LINE, DICE, TOTAL, RANK, SHARE = range(6)  # columns of the score sheet
MARATHON = 2

CONFIG = np.dtype([*GAME.rules_dtype(), ("sides", "i4", (2,))], align=True)
STATE = state_dtype(GAME, [("place", "i2", (SEATS,)), ("bonus", "i2", (SEATS,)), ("dice", "i2", (SEATS,))])


@kernel
def roll_bonus(s, seat):
    """Roll a seat's secret die, 0 to 2."""
    s.bonus[seat] = below(s.luck[BONUS], s.game, BONUS, seat, 3)


def reset(c, s):
    """Set up a race."""
    for seat in range(s.players):
        s.place[seat] = c.head_start[s.players, seat]
        roll_bonus(s, seat)
    s.turn = 1
    s.turns[0] = 1


def legal(c, s, actions):
    """List both ways to roll."""
    actions[0], actions[1] = ONE, TWO
    return np.int64(2)  # a bare 2 is a literal to numba, not an int64


@kernel
def roll(c, s, seat, die, kind):
    """Roll one of the dice of this turn."""
    source = SEAT_DICE + seat
    return 1 + below(s.luck[source], s.game, source, 2 * s.turns[seat] + die, c.sides[kind])


@kernel
def turns_allowed(c):
    """Return the length of the solo challenge, 0 without one."""
    return 0 if c.challenge == 0 else (4 if c.challenge == MARATHON else 2)


def apply(c, s, action, log):
    """Roll, walk, and hand on the dice; the first to reach the goal ends the race."""
    seat = int(s.seat)
    if not ONE <= action <= TWO:
        s.over = FAULT
        s.fault = GAME_FAULT
        return
    note(log, OFFERED, seat, ONE, 0, 0)
    note(log, OFFERED, seat, TWO, 0, 0)
    note(log, TAKEN, seat, action, s.turns[seat], 0)
    first = roll(c, s, seat, 0, action)
    steps = first
    note(log, ROLLED, seat, -1, first, 0)
    s.dice[seat] += 1
    if action == TWO:
        second = roll(c, s, seat, 1, action)
        note(log, ROLLED, seat, -1, second, 0)
        s.dice[seat] += 1
        steps = 0 if first == second else first + second
    if steps > 0:
        note(log, USED, seat, action, 0, 0)
        note(log, POINTS, seat, action, steps, STEPS)
    s.place[seat] += steps
    allowed = turns_allowed(c) if s.players == 1 else 0
    if allowed == 0 and s.place[seat] >= c.goal:
        s.over = 1
    elif allowed > 0 and s.turns[seat] >= allowed:
        s.over = 2
    else:
        s.seat = (seat + 1) % s.players
        s.turn += 1
        s.turns[s.seat] += 1


def score(c, s, result, log):
    """Write the score sheet; alone, the challenge's target decides."""
    best = 0
    for seat in range(s.players):
        result[seat, STEPS] = s.place[seat]
        result[seat, BONUS_LINE] = s.bonus[seat]
        result[seat, DICE] = s.dice[seat]
        result[seat, TOTAL] = s.place[seat] + s.bonus[seat]
        best = max(best, result[seat, TOTAL])
    if s.players == 1:
        target = 0 if c.challenge == 0 else (int(c.target_marathon) if c.challenge == MARATHON else int(c.target_sprint))
        rank_alone(result, TOTAL, best >= target)
        return
    _rank(c, s, result)


def rank(c, s, result):
    """Rank the seats by points."""
    rank_seats(result, s.players, TOTAL, TOTAL, TOTAL)


_rank = kernel(rank)


def features(c, s, seat, out):
    """Write what there is to see."""
    best = 0
    for other in range(s.players):
        if other != seat:
            best = max(best, int(s.place[other]))
    out[0], out[1], out[2] = s.place[seat], best, s.bonus[seat]


def redeal(c, s, seat, salt):
    """New keys for all luck but the seat's own coins; the others' secret dice are rolled anew."""
    own = coins(s, seat)
    for source in range(len(s.luck)):
        if source != own:
            s.luck[source] = redealt_key(salt, source)
    for other in range(s.players):
        if other != seat:
            roll_bonus(s, other)


def stock(c, s, counts):
    """Count the spaces behind the seats, and those between the first and the last."""
    behind, least, most = 0, int(s.place[0]), 0
    for seat in range(s.players):
        behind += int(s.place[seat])
        least, most = min(least, int(s.place[seat])), max(most, int(s.place[seat]))
    counts[0], counts[1] = behind, most - least


def audit(c, s):
    """Return 1 if a seat walked further than its dice allow."""
    for seat in range(s.players):
        most = max(c.sides[ONE], c.sides[TWO]) * s.dice[seat] + c.head_start[s.players, seat]
        if s.place[seat] > most or s.bonus[seat] < 0 or s.bonus[seat] > 2:
            return 1
    return 0
