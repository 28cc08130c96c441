"""Kernels of Spellbloom with one fault each, to see that conformance finds it."""

import numpy as np

from simkit.core.jit import kernel
from simkit.games.spellbloom import kernels as right

legal, apply, redeal, score = (kernel(getattr(right, name)) for name in ("legal", "apply", "redeal", "score"))
LEARN, REST, END_TURN = 1, 0, 6


def legal_repeats(c, s, actions):
    """List the first action twice."""
    n = legal(c, s, actions)
    actions[n] = actions[0]
    return n + 1


def legal_stops(c, s, actions):
    """Know nothing to do from the third turn on."""
    return 0 if s.turn > 3 else legal(c, s, actions)


def legal_sees_the_deck(c, s, actions):
    """Leave out the last action when the next card has an odd number."""
    n = legal(c, s, actions)
    return n - 1 if n > 1 and s.deck[s.deck_top] % 2 else n


def legal_notes(c, s, actions):
    """Write into the record while listing."""
    s.region = 5 - s.region
    return legal(c, s, actions)


def apply_loses_mana(c, s, action, log):
    """Lose a mana in every fifth turn."""
    apply(c, s, action, log)
    if s.turn % 5 == 4 and s.mana[s.seat] > 0:
        s.mana[s.seat] -= 1


def apply_ignores_rest(c, s, action, log):
    """Do nothing when a player rests."""
    if action & 15 != REST:
        apply(c, s, action, log)


def apply_refuses_rest(c, s, action, log):
    """Report a fault when a player rests."""
    apply(c, s, action, log)
    if action & 15 == REST:
        s.fault = 5


def redeal_forgets_dice(c, s, seat, salt):
    """Leave the luck of the dice as it is."""
    kept = np.empty(len(s.luck), np.uint64)
    for i in range(len(s.luck)):
        kept[i] = s.luck[i]
    redeal(c, s, seat, salt)
    s.luck[3] = kept[3]


def redeal_by_deck(c, s, seat, salt):
    """Let the card on top decide which of two cards comes first."""
    top = int(s.deck_top)
    odd = s.deck[top] % 2
    redeal(c, s, seat, salt)
    if odd:
        card = s.deck[top]
        s.deck[top] = s.deck[top + 1]
        s.deck[top + 1] = card


def redeal_loses_a_card(c, s, seat, salt):
    """Copy one card over another."""
    redeal(c, s, seat, salt)
    s.deck[s.deck_top] = s.deck[s.deck_top + 1]


def redeal_touches_coins(c, s, seat, salt):
    """Deal the seat's own coins anew."""
    redeal(c, s, seat, salt)
    s.luck[len(s.luck) - len(s.decisions) + seat] = s.luck[0]


def redeal_deals_own_hand(c, s, seat, salt):
    """Deal the seat's own tasks anew."""
    redeal(c, s, seat, salt)
    task = s.hand[seat, 0]
    s.hand[seat, 0] = s.task_deck[s.task_top]
    s.task_deck[s.task_top] = task


def score_adds_one(c, s, result, log):
    """Add a point to the total alone."""
    score(c, s, result, log)
    result[0, result.shape[1] - 3] += 1


def score_shares_nothing(c, s, result, log):
    """Give nobody a share of the win."""
    score(c, s, result, log)
    for seat in range(s.players):
        result[seat, result.shape[1] - 1] = 0
