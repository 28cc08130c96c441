"""Players of the race in pairs: one that numba takes, and its twin in plain Python; and some that fail."""

import numpy as np

from simkit.core.bits import lowest
from simkit.core.chance import below
from simkit.core.jit import copy_record, kernel
from simkit.core.strategy import strategy
from simkit.core.table import coins

FAR = {"ahead": 90_000}


class Memory:
    """Something numba knows nothing of."""

    def __init__(self, worth):
        self.worth = worth


@kernel
def lead(s, seat):
    """Return how far a seat is ahead, in parts too small for two bytes."""
    best = 0
    for other in range(s.players):
        if other != seat:
            best = max(best, int(s.place[other]))
    return s.place[seat] * 30_000 - best * 30_000


@kernel
def is_far(s, seat):
    """Whether a seat is far ahead, by a table that numba cannot read."""
    return lead(s, seat) > FAR["ahead"]


@strategy("looks ahead, compiled", game="dice_race", boldness=0.5)
def fast(kernels, config, s, actions, n, weights, scratch):
    """Take the furthest walk on a possible deal; far ahead roll a coin."""
    reset, legal, apply, score, features, redeal, audit = kernels
    states, lists, floats, no_log = scratch
    seat = int(s.seat)
    source = coins(s, seat)
    copy_record(states[0], s)
    redeal(config, states[0], seat, below(s.luck[source], s.game, source, s.decisions[seat], 1 << 30))
    lists[0, 0] = 8
    best, best_worth = 0, -1e300
    for i in range(n):
        copy_record(states[1], states[0])
        states[1].bonus[seat] = 2
        apply(config, states[1], actions[i], no_log)
        features(config, states[1], seat, floats[0])
        worth = floats[0, 0] + weights[0] * floats[0][2] + lowest(np.uint64(lists[0, 0])) * i
        if worth > best_worth:
            best, best_worth = i, worth
    if lead(s, seat) > 90_000:
        return below(s.luck[source], s.game, source, s.decisions[seat] + (1 << 20), n)
    return best


@strategy("looks ahead, in plain Python", game="dice_race", boldness=0.5)
def slow(kernels, config, s, actions, n, weights, scratch):
    """Do what `fast` does with a class, a dict and a function for `max`."""
    reset, legal, apply, score, features, redeal, audit = kernels
    states, lists, floats, no_log = scratch
    seat = s["seat"]
    source = coins(s, seat)
    copy_record(states[0], s)
    redeal(config, states[0], seat, below(s.luck[source], s.game, source, s.decisions[seat], 1 << 30))
    lists[0, 0] = 8
    tried = {}
    for i, action in enumerate(actions[:n]):
        copy_record(states[1], states[0])
        states[1].bonus[seat] = 2
        apply(config, states[1], action, no_log)
        features(config, states[1], seat, floats[0])
        tried[i] = Memory(floats[0, 0] + weights[0] * floats[0][2] + lowest(np.uint64(lists[0, 0])) * i)
    if is_far(s, seat):
        return below(s.luck[source], s.game, source, s.decisions[seat] + (1 << 20), n)
    return max(tried, key=lambda i: (tried[i].worth, -i))


@strategy("divides by zero in the third game", game="dice_race")
def failing(kernels, config, s, actions, n, weights, scratch):
    """Fail at one decision of one game."""
    memory = Memory(s.turn)
    return 0 if s.game != 3 or s.turn != 2 else 1 // (memory.worth - 2)


@strategy("returns an index outside the list", game="dice_race")
def outside(kernels, config, s, actions, n, weights, scratch):
    """Do what `broken` does, in plain Python."""
    return Memory(n).worth if s.game % 10 == 3 else 0


@strategy("returns no whole number", game="dice_race")
def halves(kernels, config, s, actions, n, weights, scratch):
    """Return the middle of the list, which may lie between two places."""
    return Memory(n / 4).worth


@strategy("reads a field that is not there", game="dice_race")
def misspelt(kernels, config, s, actions, n, weights, scratch):
    """Read a field in a way that numba cannot check."""
    return getattr(s, "plase" + Memory("").worth)[0]


@strategy("knows the other's bonus", game="dice_race")
def spy(kernels, config, s, actions, n, weights, scratch):
    """Choose by the secret die of the next seat."""
    return 1 if s.bonus[(s.seat + 1) % s.players] == 2 else 0


@strategy("knows how its dice will fall", game="dice_race")
def prophet(kernels, config, s, actions, n, weights, scratch):
    """Try both ways on the real table."""
    states, no_log = scratch[0], scratch[3]
    best, best_place = 0, -1
    for i in range(n):
        copy_record(states[0], s)
        kernels[2](config, states[0], actions[i], no_log)
        if states[0].place[s.seat] > best_place:
            best, best_place = i, int(states[0].place[s.seat])
    return best


@strategy("remembers what it did", game="dice_race")
def diary(kernels, config, s, actions, n, weights, scratch):
    """Choose by what the last call left in scratch memory."""
    scratch[1][0, 0] = (scratch[1][0, 0] + 1) % 1000
    return scratch[1][0, 0] % n


@strategy("moves its piece while thinking", game="dice_race")
def cheat(kernels, config, s, actions, n, weights, scratch):
    """Write into the table."""
    s.place[s.seat] += 1
    return 0


@strategy("reads past the end of an array", game="dice_race")
def beyond(kernels, config, s, actions, n, weights, scratch):
    """Read the place of a seat that does not exist."""
    return 1 if s.place[7] == 77 else 0  # here beyond


@strategy("divides by zero in turn 3", game="dice_race")
def shares(kernels, config, s, actions, n, weights, scratch):
    """Share something among nobody; compiled, that is 0 or any number."""
    return 1 if share_out(s.turn - 3) == 77 else 0


@kernel
def share_out(people):
    """Return everybody's part."""
    return 12 // people  # here shares


@strategy("gives up in turn 3", game="dice_race")
def giver(kernels, config, s, actions, n, weights, scratch):
    """Raise an error, compiled."""
    if s.turn == 3:
        raise ValueError("no idea")  # here giver
    return 0
