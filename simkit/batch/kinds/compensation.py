"""Compensation: what to give to which seat, so that all are even."""

from __future__ import annotations

from dataclasses import replace
from typing import Annotated, Any, Literal

from pydantic import Field

from simkit.batch.arms import Layout, LineUp
from simkit.batch.kinds.seats import Seats, rungs
from simkit.batch.kinds.variant import Versioned, side_by_side
from simkit.batch.study import Blocks, Part, Tables, Version, Words, located, made
from simkit.core.game import Game, Rule, Unknown

Amounts = list[Annotated[int, Field(strict=True)]]
LONGEST = 120  # of a unit in a sentence


class Option(Part):
    """One way to make up for the seat.

    Parameters
    ----------
    seats : list of int, or such lists by number of players
        What each seat starts with of the study's `resource`, in turn order; with fewer players the first of them.
    rules : dict
        Other rule parameters.
    components : str
        Card tables, such as another seat sheet.
    """

    name: str = Field(min_length=1)
    seats: Amounts | dict[str, Amounts] = Field(default=[])
    rules: dict[str, Any] = Field(default={})
    components: str | None = None


class Compensation(Versioned):
    """Which compensation makes the seats even? Options on the same deals, at every number of players and skill level.

    Parameters
    ----------
    resource : str
        The rule parameter by seat that `seats` of an option sets: starting points, or any resource of the game.
    unit : str
        What one calls several of it; by default the last word of its name.
    options : list of Option
        The first is the game as printed: what the others are compared with, and what a change is measured from.
    players : list of int
        Every number of players if none is named.
    tables : Tables
        `mirror` names players of whom each plays among itself: the verdict holds only if it holds at each of them but `random`. A `mixed`
        table has no say beside them.
    levels : list of str
        A ladder of skill, the weakest first, in place of `mirror`: as in a study of seats each plays among itself, and in duels against
        the one below, by the printed game; only those that beat it have a say.
    step : float
        Share of its duels that a level must win to count.
    again : int
        Fresh deals on which the chosen option is confirmed; by default as many as were played.
    """

    kind: Literal["compensation"]
    family: Literal["table", "players", "study"] = "table"
    resource: str = ""
    unit: str = Field(default="", max_length=LONGEST)
    options: list[Option] = Field(min_length=1)
    players: list[Annotated[int, Field(ge=2, strict=True)]] = Field(default=[])
    levels: Words = Field(default=[])
    step: float = Field(default=0.6, gt=0.5, lt=1)
    again: Blocks | None = None


def lay_out(study: Compensation, game: Game, line_up: LineUp) -> Layout:
    """Lay out every table with every option, the options of one table side by side."""
    sizes = study.players or list(range(2, game.seats[1] + 1))
    resource = _resource(study, game)
    versions = [_version(study, option, resource, sizes) for option in study.options]
    mirror = list(dict.fromkeys([*study.tables.mirror, *study.levels]))
    whole = study.model_copy(update={"players": sizes, "tables": Tables(mixed=study.tables.mixed, mirror=mirror)})
    found = side_by_side(whole, versions, game, line_up, "options")
    return replace(found, arms=[*found.arms, *rungs(made(Seats, study, levels=study.levels), game, line_up)], told=_told(study, game))


def _told(study: Compensation, game: Game) -> dict[str, Any]:
    """Return what every seat is given by each option, and what it is called."""
    resource = _resource(study, game)
    sizes = study.players or list(range(2, game.seats[1] + 1))
    many = study.unit or (resource.name.rpartition("_")[2] if resource else "")
    told: dict[str, Any] = {"unit": many, "usual": resource.default if resource else 0}
    told["options"] = [
        {"name": option.name, "amounts": {str(p): _amounts(study, option, resource, p) for p in sizes}} for option in study.options
    ]
    return {"compensation": told}


def _resource(study: Compensation, game: Game) -> Rule | None:
    """Return the rule that is given by seat, checked; None if the study names none."""
    if not study.resource:
        if named := [option.name for option in study.options if option.seats]:
            raise Unknown(f"{study.at(f'options.{named[0]}.seats')}: of what? Name the rule parameter as `resource`")
        return None
    with located(study.at("resource")):
        rule = game.rule(study.resource)
        if not rule.per_seat:
            known = ", ".join(each.name for each in game.rules if each.per_seat)
            raise Unknown(f"{rule.name} is the same for all seats; by seat are {known}")
    return rule


def _version(study: Compensation, option: Option, resource: Rule | None, sizes: list[int]) -> Version:
    """Return an option as a version of the game."""
    rules = dict(option.rules)
    if resource and option.seats:
        if resource.name in rules:
            raise Unknown(f"{study.at(f'options.{option.name}')}: `seats` and `rules` both set {resource.name}")
        rules[resource.name] = {str(p): _given(study, option, p) for p in sizes}
    return Version(name=option.name, components=option.components, rules=rules)


def _given(study: Compensation, option: Option, players: int) -> list[int]:
    """Return what an option says for a number of players."""
    said = option.seats.get(str(players), []) if isinstance(option.seats, dict) else option.seats[:players]
    if len(said) != players:
        place = study.at(f"options.{option.name}.seats")
        raise Unknown(f"{place}: {players} players need {players} numbers in turn order, not {said}")
    return list(said)


def _amounts(study: Compensation, option: Option, resource: Rule | None, players: int) -> list[int] | None:
    """Return what each seat is given; None if card tables or other rules have a part in it."""
    if resource is None or option.components or option.rules.keys() - {resource.name}:
        return None
    if option.seats:
        return _given(study, option, players)
    with located(study.at(f"options.{option.name}.rules")):
        value = resource.check((study.rules | option.rules).get(resource.name, resource.default))
    row = value.get(players, resource.default) if isinstance(value, dict) else value
    return row if isinstance(row, list) else [row] * players
