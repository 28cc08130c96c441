"""Variant: what a change does."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Annotated, Any, Literal

from pydantic import Field

from simkit.batch.arms import Arm, Layout, LineUp, named_rules, read_version
from simkit.batch.kinds import seats, solo
from simkit.batch.kinds.seats import Seats
from simkit.batch.kinds.solo import Solo
from simkit.batch.study import Study, Tables, Version, Words, located, made
from simkit.core.game import Game, Unknown


class Versioned(Study):
    """What studies have that play versions of a game at the same tables.

    Parameters
    ----------
    players : list of int
        1 stands for the solo game: `scenarios` say which, and every strategy of the tables plays it.
    """

    players: list[Annotated[int, Field(ge=1, strict=True)]] = Field(default=[2], min_length=1)
    tables: Tables = Tables()
    scenarios: Words = Field(default=[])


class Variant(Versioned):
    """What does a change do? Versions of a game on the same deals; the first is what the others are compared with.

    Parameters
    ----------
    goals : list of str
        What the last version is to reach: ``turns 18..24``, ``seat_gap < 2pp``.
    """

    kind: Literal["variant"]
    family: Literal["table", "versions", "study"] = "table"
    versions: list[Version] = Field(min_length=2)
    goals: Words = Field(default=[])
    cards: bool = True


def lay_out(study: Variant, game: Game, line_up: LineUp) -> Layout:
    """Lay the study out."""
    return side_by_side(study, study.versions, game, line_up, "versions")


def side_by_side(study: Versioned, versions: Sequence[Version], game: Game, line_up: LineUp, key: str) -> Layout:
    """Lay out every table of every version, the versions of one table side by side; `key` is where the study names them."""
    names = [version.name for version in versions]
    if twice := [name for name in names if names.count(name) > 1]:
        raise Unknown(f"{study.at(key)}: {twice[0]!r} is named more than once")
    if not study.tables.mixed and not study.tables.mirror:
        raise Unknown(f"{study.at('tables')}: nobody plays; name strategies as mixed or mirror")
    if study.scenarios and 1 not in study.players:
        raise Unknown(f"{study.at('scenarios')}: scenarios are for 1 player; players are {study.players}")
    per_version: list[list[Arm]] = []
    for number, version in enumerate(versions):
        changed = study.rules | version.rules
        with located(study.at(f"{key}.{version.name}.rules")):
            named_rules(game, changed)
        several = [players for players in study.players if players > 1]
        found: list[Arm] = []
        if several:
            found += seats.arms(made(Seats, study, players=several, tables=study.tables, rules=changed), game, line_up)
        if 1 in study.players:
            found += _alone(study, changed, game, line_up)
        per_version.append([replace(arm, label=f"{arm.label}, {version.name}", version=number) for arm in found])
    arms = [arm for side_by_side in zip(*per_version, strict=True) for arm in side_by_side]
    return Layout(arms, [read_version(study, game, v.name, v.components or study.components, f"{key}.{v.name}") for v in versions])


def _alone(study: Versioned, rules: dict[str, Any], game: Game, line_up: LineUp) -> list[Arm]:
    """Make the arms of the solo game: every strategy of the tables in every scenario."""
    players = list(dict.fromkeys([*study.tables.mixed, *study.tables.mirror]))
    if game.modes and study.scenarios:
        return solo.arms(made(Solo, study, scenarios=study.scenarios, strategies=players, rules=rules), game, line_up)
    with located(study.at("players")):
        game.check_players(1)
    labels = {line_up.labels[i]: i for i in line_up.indices(players, "tables")}
    return [Arm(f"1 player, {label}", 1, label, (i,), 1, named_rules(game, rules)) for label, i in labels.items()]
