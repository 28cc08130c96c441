"""The flowers of a whole garden in slow, obvious Python, written from the rulebook's text; shares nothing with the kernels.

A garden is a dict from (row, column), counted from the bottom left, to a tile: its four colours, clockwise from the top left.
"""

from __future__ import annotations

from collections.abc import Mapping

Tile = tuple[str, str, str, str]
Garden = Mapping[tuple[int, int], Tile]


def corners_at(garden: Garden, row: int, column: int) -> list[str] | None:
    """List the colours that meet at the lower left corner of a place, clockwise from the upper left; None unless four meet."""
    around = [((row, column - 1), 2), ((row, column), 3), ((row - 1, column), 0), ((row - 1, column - 1), 1)]
    if any(place not in garden for place, _ in around):
        return None
    return [garden[place][corner] for place, corner in around]


def flower(corners: list[str], pattern: str) -> frozenset[str] | None:
    """Return the colours of the flower four corners make: one, two of a hybrid, or None for no flower."""
    colours = sorted(set(corners))
    if len(colours) == 1:
        return frozenset(colours)
    if len(colours) != 2:
        return None
    first = corners.count(colours[0])
    if pattern == "mixed":
        return frozenset(colours)
    if first != 2:
        return None
    opposite = corners[0] == corners[2]
    if pattern == "alternating" and not opposite:
        return None
    if pattern == "halves" and opposite:
        return None
    return frozenset(colours)


def flowers(garden: Garden, pattern: str) -> dict[tuple[int, int], frozenset[str]]:
    """Return all flowers of a garden by their meeting point."""
    found = {}
    for row, column in {(row + r, column + c) for row, column in garden for r in (0, 1) for c in (0, 1)}:
        corners = corners_at(garden, row, column)
        kind = flower(corners, pattern) if corners else None
        if kind:
            found[row, column] = kind
    return found


def acting(
    before: Garden, after: Garden, pattern: str, revealed: set[frozenset[str]], standing: set[frozenset[str]]
) -> dict[tuple[int, int], frozenset[str]]:
    """Return the flowers a change completes that may act: where corners changed, hybrids only if revealed and not standing already."""
    fresh = {point: kind for point, kind in flowers(after, pattern).items() if corners_at(before, *point) != corners_at(after, *point)}
    return {point: kind for point, kind in fresh.items() if len(kind) == 1 or (kind in revealed and kind not in standing)}
