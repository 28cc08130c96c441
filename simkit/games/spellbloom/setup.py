"""Setting up a game."""

import numpy as np

from simkit.core.decks import order
from simkit.core.events import WIDTH
from simkit.core.jit import kernel
from simkit.games.spellbloom.learn import place_card
from simkit.games.spellbloom.names import (
    DECK,
    EMPTY,
    GOAL,
    HAND,
    L_SPELLS,
    SEATS,
    SLOTS,
    TASK_DECK,
    TASKS_SCENARIO,
)
from simkit.games.spellbloom.spellbook import scenario
from simkit.games.spellbloom.supply import draw_spell, roll_die, roll_guides, score_points
from simkit.games.spellbloom.turn import begin_turn

GRANTED_SLOT = SLOTS - 1  # a granted spell lies in the last slot, which has no bonus


@kernel
def fill_deck(deck, cards, identities, granted, seats, key, game, source):
    """Fill a deck with all cards but those granted to the first `seats` seats, in the order of shuffle 0; return how many."""
    size = 0
    for card in range(len(deck)):
        deck[card] = EMPTY
    for card in range(cards):
        free = True
        for seat in range(seats):
            free = free and granted[seat] != card
        if free:
            deck[size] = card
            size += 1
    order(deck, 0, size, identities, key, game, source, 0)
    return size


@kernel
def draw_task(s):
    """Take the top task card, or return EMPTY."""
    if s.task_top == s.task_end:
        return EMPTY
    task = int(s.task_deck[s.task_top])
    s.task_top += 1
    return task


def reset(c, s):
    """Set up game number `s.game` for `s.players`; the header is set.

    Notes
    -----
    spellbloom.md, "Setup" and "Solo Mode"; starting resources per player count and seat, and granted cards, are rule parameters.
    """
    log = np.zeros((0, WIDTH), np.int64)
    for seat in range(SEATS):
        s.returned_task[seat] = EMPTY
        for slot in range(SLOTS):
            s.book[seat, slot] = EMPTY
        for i in range(HAND):
            s.hand[seat, i] = EMPTY
    no_tasks = scenario(c, s) == TASKS_SCENARIO
    holders = 0 if no_tasks else int(s.players)
    s.card = EMPTY
    s.supply = c.total_mana
    roll_guides(s, log)
    s.deck_end = fill_deck(s.deck, c.spells, c.identity, c.granted_spell, s.players, s.luck[DECK], s.game, DECK)
    s.task_end = fill_deck(s.task_deck, c.tasks, c.task_identity, c.granted_task, holders, s.luck[TASK_DECK], s.game, TASK_DECK)
    for region in range(6):
        s.island[region] = draw_spell(s)
    for seat in range(s.players):
        for die in range(6):
            roll_die(s, seat, die, log)
        s.free[seat] = 63
        mana = min(int(c.start_mana[s.players, seat]), int(s.supply))
        s.mana[seat] = mana
        s.supply -= mana
        if c.granted_spell[seat] != EMPTY:
            place_card(c, s, seat, GRANTED_SLOT, int(c.granted_spell[seat]))
            granted = int(c.granted_spell[seat])
            s.last_round = 1 if s.learned[seat] >= c.last_spell else 0
            score_points(s, seat, L_SPELLS, int(c.points[granted]) + int(c.extra_points[seat, granted]), granted, log)
        if no_tasks:
            continue
        if c.granted_task[seat] != EMPTY:
            s.hand[seat, 0] = c.granted_task[seat]
            s.hand_size[seat] = 1
        while s.hand_size[seat] < c.start_tasks:
            task = draw_task(s)
            if task == EMPTY:
                break
            s.hand[seat, s.hand_size[seat]] = task
            s.hand_size[seat] += 1
    s.seat = 0
    if no_tasks:
        s.phase = GOAL
    else:
        begin_turn(c, s, log)
