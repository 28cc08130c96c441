"""What a swap of tokens can lead to, by brute force; written from the card's text, shares nothing with the kernels."""

from __future__ import annotations

from collections import Counter
from itertools import combinations

Result = tuple[tuple[str, ...], tuple[str, ...]]


def results(pool: list[str], other: list[str], most: int) -> set[Result]:
    """Return the different pools and other places after swapping 1 to `most` tokens, those that change nothing left out."""
    found = set()
    for number in range(1, most + 1):
        for given in set(combinations(sorted(pool), number)):
            for got in set(combinations(sorted(other), number)):
                new_pool = Counter(pool) - Counter(given) + Counter(got)
                new_other = Counter(other) - Counter(got) + Counter(given)
                found.add((tuple(sorted(new_pool.elements())), tuple(sorted(new_other.elements()))))
    return found - {(tuple(sorted(pool)), tuple(sorted(other)))}
