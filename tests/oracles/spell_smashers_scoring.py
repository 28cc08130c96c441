"""Final scoring and battle damage of Spell Smashers, written a second time in plain words; knows no kernels."""

from __future__ import annotations

import itertools
from dataclasses import dataclass, field
from typing import Any


@dataclass
class Player:
    """What a player has at the end: rows of the sheets and numbers."""

    trophies: int = 0
    gear: int = 0
    quests: list[dict[str, Any]] = field(default_factory=list)
    ale: int = 0
    coins: int = 0
    wounds: int = 0


def lines(player: Player) -> dict[str, int]:
    """Return the six lines of a table of several."""
    return {
        "trophies": 3 * player.trophies,
        "gear": player.gear // 2,
        "quests": sum(quest["points"] for quest in player.quests),
        "ale": player.ale,
        "coins": player.coins // 5,
        "wounds": -player.wounds,
    }


def standings(players: list[Player]) -> list[tuple[int, int, float]]:
    """Return for each player total, rank and share of the win: most points, then most wounds, then shared."""
    keys = [(sum(lines(player).values()), player.wounds) for player in players]
    ranks = [1 + sum(other > key for other in keys) for key in keys]
    return [(key[0], rank, (rank == 1) / ranks.count(1)) for key, rank in zip(keys, ranks, strict=True)]


def solo_lines(player: Player, intact: int, difficulty: str, won: bool) -> dict[str, int]:
    """Return the lines of a solo game; a loss goes unscored."""
    if not won:
        return dict.fromkeys(("trophies", "gear", "coins", "buildings", "difficulty"), 0)
    return {
        "trophies": 3 * player.trophies,
        "gear": player.gear // 2,
        "coins": player.coins // 5,
        "buildings": 5 * intact,
        "difficulty": {"standard": 0, "advanced": 6, "extreme": 12}[difficulty],
    }


@dataclass
class Used:
    """A card of a word: damage, type and what it is (letter, wound or trophy)."""

    damage: int
    type: str
    kind: str


Row = dict[str, Any]


def damage(cards: list[Used], word: str, modifier: Row | None, weapon: Row | None, armor: Row | None) -> int:
    """Return the damage of a word; wild cards have taken their types already."""
    ward = armor["ward"] if armor else None
    total = 0
    for card in cards:
        times = 1
        if modifier and modifier["resistance"] == card.type != ward:
            times = 0
        if modifier and modifier["weakness"] == card.type:
            times = 2
        total += times * card.damage
    if weapon is None:
        return total + (1 if len(word) >= 5 else 0)
    if not weapon["damage"] or not (weapon["letters_min"] or 0) <= len(word) <= (weapon["letters_max"] or 99):
        return total
    if weapon["doubled"] == "yes" and not any(a == b for a, b in itertools.pairwise(word)):
        return total
    counted = {
        "battle": 1,
        "fire card": sum(card.type == "fire" for card in cards),
        "earth card": sum(card.type == "earth" for card in cards),
        "water card": sum(card.type == "water" for card in cards),
        "vowel": sum(letter in "aeiou" for letter in word),
        "wound": sum(card.kind == "wound" for card in cards),
        "trophy": sum(card.kind == "trophy" for card in cards),
    }[weapon["per"]]
    bonus = weapon["damage"] * max(counted - (weapon["after"] or 0), 0)
    return total + min(bonus, weapon["limit"] or 99)
