"""What four corners at a meeting point are, and what they can still become: tables over all 4096 words.

A word holds the four corners around a meeting point clockwise from the upper left tile, three bits each: a colour, or 7 where no tile lies.
Kinds are 0 for no flower, 1 to 6 for a single flower by colour, 7 to 21 for a hybrid by pair. No numba here.
"""

from __future__ import annotations

from functools import cache

import numpy as np
from numpy.typing import NDArray

from simkit.games.blume.names import ALTERNATING, ANY, HALVES, MIXED, PAIRS

NO_TILE = 7
BARE = 0o7777  # a meeting point without tiles
FIRST_PAIR = 7  # kind of the first hybrid


def is_hybrid(corners: list[int], pattern: int) -> bool:
    """Whether four corners of two colours make a hybrid flower (rulings BL-R1, R2)."""
    first = corners.count(corners[0])
    if len(set(corners)) != 2 or (first != 2 and pattern != MIXED):
        return False
    alternates = corners[0] == corners[2] and corners[1] == corners[3]
    return {ANY: True, ALTERNATING: alternates, HALVES: not alternates, MIXED: True}[pattern]


@cache
def tables(pattern: int) -> tuple[NDArray[np.int8], NDArray[np.int32]]:
    """Return `kind` and `reach` by word; `reach` is the set of kinds that tiles on the empty places can still make."""
    kind, reach = np.zeros(4096, np.int8), np.zeros(4096, np.int32)
    words = [(word, [word >> 3 * k & 7 for k in range(4)]) for word in range(4096)]
    full = [(word, corners) for word, corners in words if max(corners) < 6]
    for word, corners in full:
        colours = sorted(set(corners))
        if len(colours) == 1:
            kind[word] = 1 + colours[0]
        elif is_hybrid(corners, pattern):
            kind[word] = FIRST_PAIR + PAIRS.index((colours[0], colours[1]))
        reach[word] = 1 << int(kind[word]) if kind[word] else 0
    for empty in range(1, 5):
        for word, corners in words:
            if corners.count(NO_TILE) == empty and 6 not in corners:
                gap = corners.index(NO_TILE)
                for colour in range(6):
                    reach[word] |= reach[word ^ (NO_TILE ^ colour) << 3 * gap]
    return kind, reach
