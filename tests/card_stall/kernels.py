"""The stall's records and kernels."""

import numpy as np

from simkit.core.bits import NONE, bit, signed_bit
from simkit.core.chance import redealt_key
from simkit.core.decks import order
from simkit.core.events import OFFERED, POINTS, TAKEN, note
from simkit.core.jit import kernel
from simkit.core.ranking import rank_seats
from simkit.core.table import FAULT, GAME_FAULT, coins, state_dtype

from . import CARD_CAP, DECK, GAME, LEFT, RIGHT, SEATS

FEATURE_WEIGHTS = (1.0,)
LINE, HELD, TOTAL = range(3)

CONFIG = np.dtype(
    [
        *GAME.rules_dtype(),
        ("count", "i4"),
        ("identity", "u8", (CARD_CAP,)),
        ("points", "i4", (CARD_CAP,)),
        ("boxed", "i1", (CARD_CAP,)),
        ("extra_points", "i4", (SEATS, CARD_CAP)),
        ("granted", "i1", (SEATS,)),
    ],
    align=True,
)
STATE = state_dtype(
    GAME,
    [
        ("held", "u8", (SEATS,)),
        ("scored", "i4", (SEATS,)),
        ("deck", "i1", (CARD_CAP,)),
        ("top", "i4"),
        ("end", "i4"),
        ("stall", "i1", (2,)),
    ],
)


@kernel
def draw(s):
    """Take the top card of the deck; -1 if it is empty."""
    if s.top == s.end:
        return -1
    s.top += 1
    return int(s.deck[s.top - 1])


@kernel
def take(c, s, seat, card):
    """Give a card to a seat and score it; return its points."""
    points = int(c.points[card]) + int(c.extra_points[seat, card])
    s.held[seat] |= bit(card)
    s.scored[seat] += points
    return points


def reset(c, s):
    """Set up a game; granted cards are not in the deck."""
    granted = NONE
    for seat in range(s.players):
        if c.granted[seat] >= 0:
            take(c, s, seat, int(c.granted[seat]))
            granted |= bit(c.granted[seat])
    for card in range(c.count):
        if not c.boxed[card] and granted & bit(card) == NONE:
            s.deck[s.end] = card
            s.end += 1
    order(s.deck, 0, s.end, c.identity, s.luck[DECK], s.game, DECK, 0)
    for place in range(2):
        s.stall[place] = draw(s)
    s.turn = 1
    s.turns[0] = 1


def legal(c, s, actions):
    """List the cards of the stall."""
    n = 0
    for place in range(2):
        if s.stall[place] >= 0:
            actions[n] = place
            n += 1
    return np.int64(n)


def apply(c, s, action, log):
    """Take a card; the next of the deck lies in its place."""
    seat = int(s.seat)
    if not LEFT <= action <= RIGHT or s.stall[action] < 0:
        s.over = FAULT
        s.fault = GAME_FAULT
        return
    for place in range(2):
        if s.stall[place] >= 0:
            note(log, OFFERED, seat, int(s.stall[place]), 0, 0)
    card = int(s.stall[action])
    note(log, TAKEN, seat, card, int(s.turns[seat]), 0)
    note(log, POINTS, seat, card, take(c, s, seat, card), LINE)
    s.stall[action] = draw(s)
    if s.turn >= c.takes * s.players or (s.stall[LEFT] < 0 and s.stall[RIGHT] < 0):
        s.over = 1
    else:
        s.seat = (seat + 1) % s.players
        s.turn += 1
        s.turns[s.seat] += 1


def score(c, s, result, log):
    """Write the score sheet."""
    for seat in range(s.players):
        result[seat, LINE] = s.scored[seat]
        held = 0
        for card in range(c.count):
            if s.held[seat] & bit(card) != NONE:
                held |= signed_bit(card)
        result[seat, HELD] = held
        result[seat, TOTAL] = s.scored[seat]
    _rank(c, s, result)


def rank(c, s, result):
    """Rank the seats by points."""
    rank_seats(result, s.players, TOTAL, TOTAL, TOTAL)


_rank = kernel(rank)


def features(c, s, seat, out):
    """Write what there is to see."""
    out[0] = s.scored[seat]


def redeal(c, s, seat, salt):
    """New keys for all luck but the seat's own coins, and a new order of the deck."""
    own = coins(s, seat)
    for source in range(len(s.luck)):
        if source != own:
            s.luck[source] = redealt_key(salt, source)
    order(s.deck, int(s.top), int(s.end), c.identity, s.luck[DECK], s.game, DECK, 1)


def audit(c, s):
    """Return 1 if a card is held by two."""
    seen = NONE
    for seat in range(s.players):
        if seen & s.held[seat] != NONE:
            return 1
        seen |= s.held[seat]
    return 0
