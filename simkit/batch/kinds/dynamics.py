"""Dynamics: is the game tense, decided early, or run away with."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import Field

from simkit.batch.arms import Arm, Layout, LineUp, with_own_cards
from simkit.batch.kinds import league, seats
from simkit.batch.kinds.league import League
from simkit.batch.kinds.seats import Seats
from simkit.batch.study import Study, Tables, Words, made
from simkit.core.game import Game, Unknown

ROUNDS = 60  # kept of a game, where the study does not say: more than nearly every game has


class Dynamics(Study):
    """How long is a game, how close, and when is it decided? Tables of several players, looked at whenever a round begins.

    Parameters
    ----------
    levels : list of str
        Strategies of which every two also play at a table of two: does the better one win?
    rounds : int
        Rounds of which it is kept how the seats stand when they begin; the report says how many games had more.
    """

    kind: Literal["dynamics"]
    players: list[Annotated[int, Field(ge=2, strict=True)]] = Field(default=[])
    tables: Tables = Tables()
    levels: Words = Field(default=[])
    rounds: Annotated[int, Field(ge=1, le=1000, strict=True)] = ROUNDS


def lay_out(study: Dynamics, game: Game, line_up: LineUp) -> Layout:
    """Lay the study out."""
    found = seats.arms(made(Seats, study, players=study.players, tables=study.tables), game, line_up)
    return with_own_cards(study, game, [*found, *levels(study, study.levels, game, line_up)], _told(study, game))


def levels(study: Study, strategies: Words, game: Game, line_up: LineUp) -> list[Arm]:
    """Make the arms of levels of skill: every two of them at a table of two, in both seatings."""
    if len(strategies) == 1:
        raise Unknown(f"{study.at('levels')}: one level alone has nobody to play with; name two or more, or none")
    return league.arms(made(League, study, strategies=strategies), game, line_up) if strategies else []


def _told(study: Dynamics, game: Game) -> dict[str, Any]:
    """Return what the report has to know of the game: what positions are looked at for, and the pieces in its box."""
    rules = {rule.name: rule.default for rule in game.rules} | game.check_rules(study.rules)
    return {
        "features": [{"name": column.name, "text": column.text, "unit": column.unit} for column in game.features],
        "pieces": [
            {"name": piece.name, "text": piece.text, "supply": rules[piece.rule] if piece.rule else piece.supply, "rule": piece.rule}
            for piece in game.pieces
        ],
    }
