"""Final scoring of Spellbook in slow, obvious Python, written from the rulebook's text and the cards; shares nothing with the kernels.

A spell is a row of spells.csv, its effect a row of effects.csv (dicts); a finished game is a list of `Player`.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

TRACK = (0, 1, 2, 3, 4, 5, 7, 8, 9, 11, 12, 13, 15, 16, 18)  # points by tokens stored
Row = dict[str, Any]


@dataclass
class Learned:
    """A learned spell."""

    spell: Row
    effect: Row
    level: int
    marker: str  # rune of the token on it


@dataclass
class Player:
    """What one player has at the end."""

    spells: list[Learned]
    familiar: list[tuple[str, str]]  # colour and rune of each token
    pool: int


def end_effect(player: Player, learned: Learned) -> int:
    """Return the points of an end-of-game effect."""
    effect = learned.effect
    if effect["kind"] != "endgame":
        return 0
    if learned.spell["id"] == "Knowledge":
        others = [other.level for other in player.spells if other is not learned]
        if learned.level == 3:
            return len(others)
        if learned.level == 4:
            return sum(2 if level >= 4 else 1 for level in others)
        return 2 * len(others)
    if learned.spell["id"] == "Feast":
        return len({colour for colour, _ in player.familiar})
    assert learned.spell["id"] == "Communion"
    return sum(rune == learned.marker for _, rune in player.familiar)


def sheet(players: list[Player]) -> list[dict[str, Any]]:
    """Return points, rank and share of the win of each player."""
    rows = []
    for player in players:
        spells = sum(learned.spell[f"points_{learned.level}"] for learned in player.spells)
        effects = sum(end_effect(player, learned) for learned in player.spells)
        familiar = TRACK[len(player.familiar)]
        rows.append({
            "spells": spells, "effects": effects, "familiar": familiar, "total": spells + effects + familiar,
            "learned": len(player.spells), "pool": player.pool, "stored": len(player.familiar),
        })  # fmt: skip
    orders = [(row["total"], row["learned"], row["pool"]) for row in rows]
    for row, order in zip(rows, orders, strict=True):
        row["rank"] = 1 + sum(other > order for other in orders)
    winners = sum(row["rank"] == 1 for row in rows)
    for row in rows:
        row["share"] = Fraction(1, winners) if row["rank"] == 1 else Fraction(0)
    return rows
