"""How a spell can be paid, by brute force over all subsets of the pool; written from the rulebook's text, shares nothing with the kernels.

Rulebook, "Soir", with the rulings on wilds: three tokens of one rune, none of the spell's colour; at least one token is of the spell's
colour, and one such token stays on the card.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from functools import cache
from itertools import combinations
from typing import NamedTuple

Token = tuple[str, str]  # colour, rune


@dataclass(frozen=True)
class Reading:
    """How the rulebook's sentence on wilds is read."""

    size: int = 3
    colours_differ: bool = False
    own_colour: bool = False
    surplus: bool = False


class Way(NamedTuple):
    """What a payment is known by: the spell's colour, its level, what remains in the pool, the rune of the token on the card."""

    colour: str
    level: int
    remains: tuple[Token, ...]
    marker: str


@cache
def numbers_of_wilds(tokens: tuple[Token, ...], reading: Reading) -> frozenset[int]:
    """Return how many wilds a set of tokens can be split into, all of them used."""
    if not tokens:
        return frozenset({0})
    first, *others = tokens
    alike = [i for i, token in enumerate(others) if token[1] == first[1]]
    found: set[int] = set()
    for more in range(reading.size - 1, len(alike) + 1 if reading.surplus else reading.size):
        for chosen in combinations(alike, more):
            wild = [first, *(others[i] for i in chosen)]
            if reading.colours_differ and max(Counter(colour for colour, _ in wild).values()) > 1:
                continue
            rest = tuple(token for i, token in enumerate(others) if i not in chosen)
            found.update(number + 1 for number in numbers_of_wilds(rest, reading))
    return frozenset(found)


def payments_of(paid: tuple[Token, ...], colour: str, costs: tuple[int, int, int], reading: Reading) -> set[tuple[int, str]]:
    """Return the levels these tokens pay for, all of them used, with the rune of the token that stays."""
    own = [token for token in paid if token[0] == colour]
    others = [token for token in paid if token[0] != colour]
    found = set()
    for real in range(1, len(own) + 1):
        if real < len(own) and not reading.own_colour:
            continue
        for kept in set(combinations(own, real)):
            joined = list((Counter(own) - Counter(kept)).elements())
            for wilds in numbers_of_wilds(tuple(sorted([*others, *joined])), reading):
                for level, cost in zip((3, 4, 5), costs, strict=True):
                    if real + wilds == cost:
                        found.update((level, rune) for _, rune in kept)
    return found


def by_runes(paid: tuple[Token, ...], colour: str, costs: tuple[int, int, int], rune: str, most: int) -> set[tuple[int, str]]:
    """Return the same for Transmutation: 1 to `most` tokens of a rune count as a wild each, and no others."""
    own = [token for token in paid if token[0] == colour]
    others = [token for token in paid if token[0] != colour]
    if not own or not 1 <= len(others) <= most or any(token[1] != rune for token in others):
        return set()
    return {(level, mark) for level, cost in zip((3, 4, 5), costs, strict=True) if cost == len(paid) for _, mark in own}


def subsets(pool: list[Token]) -> set[tuple[Token, ...]]:
    """Return all different sets of tokens of a pool."""
    return {tuple(sorted(chosen)) for number in range(1, len(pool) + 1) for chosen in combinations(pool, number)}


def ways(pool: list[Token], costs: dict[str, tuple[int, int, int]], reading: Reading | None = None) -> set[Way]:
    """Return every different way to learn a spell; `costs` holds those by colour that can be learned."""
    found = set()
    for paid in subsets(pool):
        remains = tuple(sorted((Counter(pool) - Counter(paid)).elements()))
        for colour in {token[0] for token in paid} & set(costs):
            for level, marker in payments_of(paid, colour, costs[colour], reading or Reading()):
                found.add(Way(colour, level, remains, marker))
    return found


def transmuted(pool: list[Token], costs: dict[str, tuple[int, int, int]], rune: str, most: int) -> set[Way]:
    """Return every different way to learn a spell by Transmutation."""
    found = set()
    for paid in subsets(pool):
        remains = tuple(sorted((Counter(pool) - Counter(paid)).elements()))
        for colour in {token[0] for token in paid} & set(costs):
            for level, marker in by_runes(paid, colour, costs[colour], rune, most):
                found.add(Way(colour, level, remains, marker))
    return found
