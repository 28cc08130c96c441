"""Setups: which choices of a drawn setup matter."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import Field

from simkit.batch.arms import Arm, Layout, LineUp, with_own_cards
from simkit.batch.kinds import seats
from simkit.batch.kinds.seats import Seats
from simkit.batch.study import Blocks, Study, Tables, made
from simkit.core.game import Game, Unknown


class Setups(Study):
    """Which choices of a drawn setup matter? One table, a setup drawn for every deal; the most extreme are played again on fresh deals.

    Parameters
    ----------
    again : int
        Fresh deals for each of the setups that stand out.
    """

    kind: Literal["setups"]
    family: Literal["study", "measure"] = "study"
    players: Annotated[int, Field(ge=2, strict=True)] = 2
    tables: Tables = Tables()
    again: Blocks = 500


def lay_out(study: Setups, game: Game, line_up: LineUp) -> Layout:
    """Lay the study out."""
    return with_own_cards(study, game, arms(study, game, line_up), _told(study, game))


def arms(study: Setups, game: Game, line_up: LineUp) -> list[Arm]:
    """Make the one arm: a table whose setup is drawn anew for every deal."""
    if not game.setup_rules:
        raise Unknown(f"{study.at('game')}: {game.title} draws no setups")
    if fixed := [name for name in game.setup_rules if name in study.rules]:
        raise Unknown(f"{study.at('rules')}: {fixed[0]} is what a study of setups draws; leave it out")
    return seats.arms(made(Seats, study, players=[study.players], tables=study.tables), game, line_up)


def _told(study: Setups, game: Game) -> dict[str, Any]:
    """Return the choices that are drawn, by name."""
    return {"setups": [{"name": name, "levels": list(game.rule(name).choices[1:])} for name in game.setup_rules]}
