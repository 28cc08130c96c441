"""Seats: is one favoured."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from simkit.batch.arms import Arm, Layout, LineUp, distinct_rotations, rules_of, with_own_cards
from simkit.batch.study import Study, Tables, located
from simkit.core.game import Game, Unknown


class Seats(Study):
    """Is a seat favoured? Tables of several players, in every distinct seating; every number of players if none is named."""

    kind: Literal["seats"]
    players: list[Annotated[int, Field(ge=2, strict=True)]] = Field(default=[])
    tables: Tables = Tables()


def lay_out(study: Seats, game: Game, line_up: LineUp) -> Layout:
    """Lay the study out."""
    return with_own_cards(study, game, arms(study, game, line_up))


def arms(study: Seats, game: Game, line_up: LineUp) -> list[Arm]:
    """Make the arms: for each number of players a mixed table, and each mirrored strategy among itself."""
    rules = rules_of(study, game)
    if not study.tables.mixed and not study.tables.mirror:
        raise Unknown(f"{study.at('tables')}: nobody plays; name strategies as mixed or mirror")
    if not rules.keys().isdisjoint({game.mode_rule} - {""}):
        raise Unknown(f"{study.at('rules')}: {game.mode_rule} is for one player; a study of seats has several")
    found = []
    for players in study.players or range(2, game.seats[1] + 1):
        with located(study.at("players")):
            game.check_players(players)
        if mixed := [line_up.index(text, "tables.mixed") for text in study.tables.mixed]:
            chairs = tuple(mixed[chair % len(mixed)] for chair in range(players))
            found.append(Arm(f"{players} players, mixed table", players, "mixed", chairs, distinct_rotations(chairs), rules))
        for alone in line_up.indices(study.tables.mirror, "tables.mirror"):
            label = line_up.labels[alone]
            found.append(Arm(f"{players} players, all {label}", players, label, (alone,) * players, 1, rules))
    return found
