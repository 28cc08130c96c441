"""Final scoring of Blume in slow, obvious Python, written from the rulebook's text; shares nothing with the kernels."""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction


@dataclass
class Player:
    """What one player has at the end."""

    rounds: list[tuple[dict[str, int], dict[str, int]]] = field(default_factory=list)  # greenhouse and market at each scoring
    greenhouse: dict[str, int] = field(default_factory=dict)
    hybrids: int = 0
    bonus: int = 0  # botanist cards and drops
    start: int = 0


def round_points(greenhouse: dict[str, int], market: dict[str, int]) -> int:
    """Return greenhouse times market, colour by colour."""
    return sum(number * market.get(colour, 0) for colour, number in greenhouse.items())


def total(player: Player) -> int:
    """Return all points."""
    return player.start + player.bonus + sum(round_points(*scored) for scored in player.rounds)


def ranking(players: list[Player]) -> list[tuple[int, Fraction]]:
    """Return rank and share of the win: points, then most flowers in the greenhouse, then fewest hybrids, then shared."""
    keys = [(total(p), sum(p.greenhouse.values()), -p.hybrids) for p in players]
    ranks = [1 + sum(other > key for other in keys) for key in keys]
    return [(rank, Fraction(1, ranks.count(1)) if rank == 1 else Fraction(0)) for rank in ranks]


def field_points(flowers: list[str], peg_points: int = 2, flower_points: int = 1) -> tuple[int, int]:
    """Return points and pegs of a Field of Flowers from the colours of its flowers: the first of each colour has a peg."""
    pegs = len(set(flowers))
    return peg_points * pegs + flower_points * (len(flowers) - pegs), pegs
