"""Seats: is one favoured."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from simkit.batch.arms import Arm, Layout, LineUp, distinct_rotations, rules_of, with_own_cards
from simkit.batch.study import Study, Tables, Words, located
from simkit.core.game import Game, Unknown

FLOOR = "random"  # what the lowest skill level must beat
RUNG = "rung"  # the kind of table at which levels duel


class Seats(Study):
    """Is a seat favoured? Tables of several players, in every distinct seating; every number of players if none is named.

    Parameters
    ----------
    levels : list of str
        A ladder of skill, the weakest first: each plays among itself, and in duels on the same deals against the one below, the first
        against `random`. Only those that beat the one below have a say in verdicts.
    step : float
        Share of its duels that a level must win to count.
    """

    kind: Literal["seats"]
    family: Literal["table", "players", "study"] = "table"
    players: list[Annotated[int, Field(ge=2, strict=True)]] = Field(default=[])
    tables: Tables = Tables()
    levels: Words = Field(default=[])
    step: float = Field(default=0.6, gt=0.5, lt=1)


def lay_out(study: Seats, game: Game, line_up: LineUp) -> Layout:
    """Lay the study out."""
    return with_own_cards(study, game, arms(study, game, line_up))


def arms(study: Seats, game: Game, line_up: LineUp) -> list[Arm]:
    """Make the arms: for each number of players a mixed table, and each mirrored strategy among itself."""
    rules = rules_of(study, game)
    if not study.tables.mixed and not study.tables.mirror and not study.levels:
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
        named = line_up.indices(study.tables.mirror, "tables.mirror")
        for alone in dict.fromkeys([*named, *line_up.indices(study.levels, "levels")]):
            label = line_up.labels[alone]
            found.append(Arm(f"{players} players, all {label}", players, label, (alone,) * players, 1, rules))
    return found + rungs(study, game, line_up)


def rungs(study: Seats, game: Game, line_up: LineUp) -> list[Arm]:
    """Make the duels of each skill level with the one below; the lowest meets random players."""
    if not study.levels:
        return []
    if FLOOR in study.levels:
        raise Unknown(f"{study.at('levels')}: {FLOOR} is what the first level is measured against; leave it out")
    with located(study.at("levels")):
        game.check_players(2)
    levels = line_up.indices(study.levels, "levels")
    below = [line_up.index(FLOOR, "levels"), *levels]
    rules, labels = rules_of(study, game), line_up.labels
    pairs = zip(levels, below, strict=False)
    return [Arm(f"duel, {labels[a]} against {labels[b]}", 2, RUNG, (a, b), 2, rules) for a, b in pairs]
