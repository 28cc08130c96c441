"""Exact chances of the dice race, by following every course of it; knows the rules and none of the code."""

from collections import defaultdict
from fractions import Fraction
from itertools import product

ONE_DIE = {steps: Fraction(1, 6) for steps in range(1, 7)}
TWO_DICE = defaultdict(Fraction)
for _a, _b in product(range(1, 7), repeat=2):
    TWO_DICE[0 if _a == _b else _a + _b] += Fraction(1, 36)

WAYS = {"single": lambda place: ONE_DIE, "double": lambda place: TWO_DICE, "switch": lambda place: ONE_DIE if place < 5 else TWO_DICE}
NEGLIGIBLE = 1e-13


def finals(seats, goal=10, starts=()):
    """Return the chance of every final position of a race, given the strategy of each seat and where it starts."""
    courses, ends, seat = {tuple(starts) or (0,) * len(seats): 1.0}, defaultdict(float), 0
    while courses:
        following = defaultdict(float)
        for places, chance in courses.items():
            for steps, share in WAYS[seats[seat]](places[seat]).items():
                after = (*places[:seat], places[seat] + steps, *places[seat + 1 :])
                (ends if after[seat] >= goal else following)[after] += chance * float(share)
        courses = {places: chance for places, chance in following.items() if chance > NEGLIGIBLE}
        seat = (seat + 1) % len(seats)
    return ends


def win_shares(seats, goal=10, starts=()):
    """Return the expected share of the win by seat: steps and a bonus of 0, 1 or 2 decide, equal totals share."""
    shares = [0.0] * len(seats)
    for places, chance in finals(seats, goal, starts).items():
        for bonus in product(range(3), repeat=len(seats)):
            totals = [place + extra for place, extra in zip(places, bonus, strict=True)]
            winners = [seat for seat, total in enumerate(totals) if total == max(totals)]
            for seat in winners:
                shares[seat] += chance / 3 ** len(seats) / len(winners)
    return shares


def success(strategy, turns, target):
    """Return the chance of a solo challenge: at least `target` points in so many turns."""
    places = {0: Fraction(1)}
    for _ in range(turns):
        following = defaultdict(Fraction)
        for place, chance in places.items():
            for steps, share in WAYS[strategy](place).items():
                following[place + steps] += chance * share
        places = following
    return float(sum(chance / 3 for place, chance in places.items() for bonus in range(3) if place + bonus >= target))
