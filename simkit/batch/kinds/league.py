"""League: who beats whom."""

from __future__ import annotations

from itertools import combinations
from typing import Literal

from pydantic import Field

from simkit.batch.arms import Arm, Layout, LineUp, rules_of, with_own_cards
from simkit.batch.study import Study, Words, located
from simkit.core.game import Game, Unknown


class League(Study):
    """Who beats whom? Every pair of strategies at a table of two, in both seats on the same deals."""

    kind: Literal["league"]
    strategies: Words = Field(min_length=2)


def lay_out(study: League, game: Game, line_up: LineUp) -> Layout:
    """Lay the study out."""
    return with_own_cards(study, game, arms(study, game, line_up))


def arms(study: League, game: Game, line_up: LineUp) -> list[Arm]:
    """Make the arms: every pair of strategies, in both seatings."""
    rules = rules_of(study, game)
    with located(study.at("game")):
        game.check_players(2)
    if not rules.keys().isdisjoint({game.mode_rule} - {""}):
        raise Unknown(f"{study.at('rules')}: {game.mode_rule} is for one player; a league has tables of two")
    labels = {number: line_up.labels[number] for number in line_up.indices(study.strategies, "strategies")}
    return [Arm(f"{labels[a]} against {labels[b]}", 2, "league", (a, b), 2, rules) for a, b in combinations(labels, 2)]
