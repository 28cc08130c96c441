"""How turns begin and end, resting, and the solo steps before a turn."""

from simkit.core.bits import count
from simkit.core.events import note
from simkit.core.jit import kernel
from simkit.games.spellbloom.names import (
    BEGAN,
    CHOOSE,
    DISCARDED,
    EMPTY,
    FREED_MANA,
    GUIDE,
    GUIDES_BACK,
    LAST_ROUND,
    MANA,
    MOVED_GUIDE,
    RESTED,
    TIMER,
)
from simkit.games.spellbloom.spellbook import scenario
from simkit.games.spellbloom.supply import gain, offer, refill, roll_die, roll_guides, to_grid

FULL_BOOK, TIMER_OVER = 1, 2  # `over`


@kernel
def lowest_guides(s):
    """Return the mask of available guide dice that show the lowest value."""
    lowest = 7
    dice = 0
    for die in range(6):
        if (int(s.guide_free) >> die) & 1:
            if s.guide[die] < lowest:
                lowest = int(s.guide[die])
                dice = 0
            if s.guide[die] == lowest:
                dice |= 1 << die
    return dice


@kernel
def begin_turn(c, s, log):
    """Begin the turn of `s.seat`; alone, the steps before it come first."""
    seat = int(s.seat)
    s.turn += 1
    s.turns[seat] += 1
    s.acted = 0
    s.discarded = 0
    s.armed = 0
    s.last_silent = -1
    s.card = EMPTY
    s.region = EMPTY
    s.slot = EMPTY
    s.difficulty = 0
    s.closed = 0
    s.changed_provision = 0
    note(log, BEGAN, seat, -1, int(s.turns[seat]), 0)
    if s.players > 1:
        choose(s)
        return
    if s.guide_free == 0:
        roll_guides(s, log)
        note(log, GUIDES_BACK, seat, -1, 0, 0)
    dice = lowest_guides(s)
    if count(dice) > 1:
        s.phase = GUIDE
        return
    for die in range(6):
        if (dice >> die) & 1:
            move_guide(c, s, die, log)


@kernel
def move_guide(c, s, die, log):
    """Move a guide die to the used area, discard its region's spell to the timer grid and replace it.

    Notes
    -----
    spellbloom.md, "Solo Mode", 2 to 5; rulings SP-R19, R20, R35.
    """
    s.guide_free &= ~(1 << die) & 63
    note(log, MOVED_GUIDE, 0, die, int(s.guide[die]), 0)
    card = s.island[die]
    if card != EMPTY:
        to_grid(c, s, card)
        note(log, DISCARDED, 0, int(card), die, 0)
        s.island[die] = EMPTY
    refill(s, die, log)
    note(log, TIMER, 0, -1, int(s.grid), int(c.timer))
    choose(s)


@kernel
def choose(s):
    """Come to the decision what to do this turn."""
    s.phase = CHOOSE


@kernel
def end_turn(c, s, log):
    """End the turn: the next seat begins, or the game is over (spellbloom.md, "End of the Game"; ruling SP-R18)."""
    if s.players == 1:
        if s.last_round:
            s.over = FULL_BOOK
        elif s.grid >= c.timer:
            s.over = TIMER_OVER
        else:
            begin_turn(c, s, log)
    elif s.last_round and s.seat == s.players - 1:
        s.over = FULL_BOOK
    else:
        s.seat = (s.seat + 1) % s.players
        begin_turn(c, s, log)


@kernel
def finish_book(c, s, log):
    """Note that a spellbook is full: the round is played to its end."""
    if s.learned[s.seat] >= c.last_spell and not s.last_round:
        s.last_round = 1
        note(log, LAST_ROUND, int(s.seat), -1, 0, 0)


@kernel
def rest(c, s, log):
    """Reroll all dice, take the mana from own spells and one more (spellbloom.md, "Rest"; scenario The Mana leaves it there)."""
    seat = int(s.seat)
    offer(s, log)
    note(log, RESTED, seat, -1, 0, 0)
    s.rests[seat] += 1
    for die in range(6):
        roll_die(s, seat, die, log)
    s.free[seat] = 63
    if scenario(c, s) != MANA:
        held = count(s.bottled[seat])
        s.mana[seat] += held
        s.bottled[seat] = 0
        note(log, FREED_MANA, seat, -1, held, 0)
    gain(s, seat, int(c.rest_mana), -1, log)
    end_turn(c, s, log)
