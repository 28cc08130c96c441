"""League: who beats whom."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from simkit.batch.arms import Arm, Layout, LineUp, distinct_rotations, rules_of, with_own_cards
from simkit.batch.lineups import line_ups
from simkit.batch.study import Study, Words, located
from simkit.core.game import Game, Unknown


class League(Study):
    """Who beats whom? Strategies at tables of two and more, in balanced line-ups, each from every seat on the same deals.

    Parameters
    ----------
    lineups : int
        Most line-ups at each number of players above two: all if there are no more, else a balanced part. At two all pairs meet.
    step : float
        Share of wins at a table of two by which a level of the skill ladder must beat the next below.
    """

    kind: Literal["league"]
    family: Literal["players", "study"] = "players"
    strategies: Words = Field(min_length=2)
    players: list[Annotated[int, Field(ge=2, strict=True)]] = Field(default=[2], min_length=1)
    lineups: Annotated[int, Field(ge=1, strict=True)] = 36
    step: float = Field(default=0.6, gt=0.5, lt=1)


def lay_out(study: League, game: Game, line_up: LineUp) -> Layout:
    """Lay the study out."""
    return with_own_cards(study, game, arms(study, game, line_up))


def arms(study: League, game: Game, line_up: LineUp) -> list[Arm]:
    """Make the arms: for each number of players the balanced line-ups, each in every distinct seating."""
    rules = rules_of(study, game)
    if not rules.keys().isdisjoint({game.mode_rule} - {""}):
        raise Unknown(f"{study.at('rules')}: {game.mode_rule} is for one player; a league has tables of two and more")
    if twice := [players for players in study.players if study.players.count(players) > 1]:
        raise Unknown(f"{study.at('players')}: {twice[0]} is named more than once")
    labels = {number: line_up.labels[number] for number in line_up.indices(study.strategies, "strategies")}
    numbers = list(labels)
    found = []
    for players in study.players:
        with located(study.at("players")):
            game.check_players(players)
        with located(study.at("lineups")):
            chosen = line_ups(len(numbers), players, study.lineups)
        for places in chosen:
            chairs = tuple(numbers[place] for place in places)
            label = " against ".join(labels[chair] for chair in chairs) if players == 2 else ", ".join(labels[chair] for chair in chairs)
            found.append(Arm(label, players, "league", chairs, distinct_rotations(chairs), rules))
    return found
