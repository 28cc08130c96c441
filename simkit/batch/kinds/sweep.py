"""Sweep: one or two rule parameters over a grid, or many of them by screening."""

from __future__ import annotations

from dataclasses import replace
from itertools import product
from typing import Any, Literal, NamedTuple

from pydantic import Field

from simkit.batch.arms import Layout, LineUp
from simkit.batch.kinds.variant import Versioned, side_by_side
from simkit.batch.study import Part, Version, located
from simkit.core.game import Game, Rule, Unknown

GRID, MORRIS = "grid", "morris"
MOST_POINTS = 400  # versions of one study


class Span(Part):
    """Values from one number to another."""

    start: int = Field(alias="from", strict=True)
    stop: int = Field(alias="to", strict=True)
    step: int = Field(default=1, ge=1, strict=True)


class Sweep(Versioned):
    """How does the game change over a range of rule parameters? Each point is compared with the default on the same deals.

    Parameters
    ----------
    values : dict
        By rule parameter: a list of values or choices, or ``{ from = 2, to = 10, step = 2 }``.
    method : str
        ``grid``: every combination of one or two parameters. ``morris``: many parameters, changed one at a time along random paths.
    trajectories, levels : int
        Of a screening: the number of paths, and how many places a parameter may have on them (even; 4 is usual).
    """

    kind: Literal["sweep"]
    family: Literal["table", "study"] = "table"
    values: dict[str, list[Any] | Span] = Field(min_length=1)
    method: Literal["grid", "morris"] = "grid"
    trajectories: int = Field(default=10, ge=2, strict=True)
    levels: int = Field(default=4, ge=2, multiple_of=2, strict=True)


class Axis(NamedTuple):
    """A parameter that is varied: its rule, its values as a study writes them, and which of them is the default (-1: none)."""

    rule: Rule
    values: list[Any]
    usual: Any
    default: int


def lay_out(study: Sweep, game: Game, line_up: LineUp) -> Layout:
    """Lay out every table with every point, the default first."""
    axes = _axes(study, game)
    versions = [Version(name="default", rules={axis.rule.name: axis.usual for axis in axes})]
    for point in _points(study, axes)[1:]:
        chosen = {axis.rule.name: axis.values[at] for axis, at in zip(axes, point, strict=True)}
        name = ", ".join(f"{axis.rule.name}={axis.rule.show(chosen[axis.rule.name])}" for axis in axes)
        versions.append(Version(name=name, rules=chosen))
    return replace(side_by_side(study, versions, game, line_up, "values"), told=_told(study, game))


def _told(study: Sweep, game: Game) -> dict[str, Any]:
    """Return the parameters, and where on them each version lies."""
    axes = _axes(study, game)
    points = _points(study, axes)
    told: dict[str, Any] = {
        "method": study.method,
        "parameters": [
            {
                "name": axis.rule.name,
                "text": axis.rule.text,
                "values": [axis.rule.show(axis.rule.check(value)) for value in axis.values],
                "default": axis.rule.show(axis.rule.check(axis.usual)),
                "places": _places(axis),
            }
            for axis in axes
        ],
        "points": [list(point) for point in points],  # by version; place in the list of values, -1 for a default outside it
    }
    if study.method == MORRIS:
        told["paths"] = [points.index(row, 1) for row in _paths(study, axes)]  # versions in the order of the design
    return {"sweep": told}


def _axes(study: Sweep, game: Game) -> list[Axis]:
    if study.method == GRID and len(study.values) > 2:
        raise Unknown(f"{study.at('values')}: a grid has one or two parameters, not {len(study.values)}; for many: method = 'morris'")
    return [_axis(study, game, name, given) for name, given in study.values.items()]


def _axis(study: Sweep, game: Game, name: str, given: list[Any] | Span) -> Axis:
    """Return a parameter with its values, checked."""
    place = f"values.{name}"
    with located(study.at(place)):
        rule = game.rule(name)
        if name == game.mode_rule:
            raise Unknown(f"{name} is the solo scenario; name scenarios as `scenarios`")
        values = list(range(given.start, given.stop + 1, given.step)) if isinstance(given, Span) else list(given)
        if isinstance(given, Span) and rule.choices:
            raise Unknown(f"{name} is {rule.kind}: list its values")
        checked = [rule.check(value) for value in values]
        usual = rule.check(study.rules.get(name, rule.default))
        if not values:
            raise Unknown("no values")
        numbers, default = [value for value in checked if isinstance(value, int)], usual if isinstance(usual, int) else None
        if len(numbers) < len(checked) or default is None:
            raise Unknown(f"{name}: a sweep takes one number for all seats; what differs by seat is a study of kind compensation")
        if len(set(numbers)) < len(numbers):
            raise Unknown("a value is named more than once")
        if study.method == MORRIS and len(numbers) < 2:
            raise Unknown("a screening needs two values or more of each parameter")
    written = [rule.choices[int(value)] if rule.choices else value for value in (*numbers, default)]
    return Axis(rule, written[:-1], written[-1], numbers.index(default) if default in numbers else -1)


def _places(axis: Axis) -> list[float]:
    """Return where each value lies between the smallest (0) and the largest (1); choices are spread evenly."""
    numbers = list(range(len(axis.values))) if axis.rule.choices else [int(value) for value in axis.values]
    low, high = min(numbers), max(numbers)
    return [(number - low) / max(high - low, 1) for number in numbers]


def _points(study: Sweep, axes: list[Axis]) -> list[tuple[int, ...]]:
    """Return the points of all versions: the default, then every other, once."""
    default = tuple(axis.default for axis in axes)
    if study.method == MORRIS:
        return [default, *dict.fromkeys(_paths(study, axes))]
    grid = list(product(*(range(len(axis.values)) for axis in axes)))
    if len(grid) > MOST_POINTS:
        raise Unknown(f"{study.at('values')}: {len(grid)} combinations; a grid has at most {MOST_POINTS}")
    return [default, *(point for point in grid if point != default)]


def _paths(study: Sweep, axes: list[Axis]) -> list[tuple[int, ...]]:
    """Return the points of a screening in the order of its design: one more than parameters for each path."""
    from SALib.sample import morris  # here: it takes a second to import

    names = [axis.rule.name for axis in axes]
    problem = {"num_vars": len(names), "names": names, "bounds": [[0, 1]] * len(names)}
    design = morris.sample(problem, study.trajectories, num_levels=study.levels, seed=study.seed)
    return [tuple(int(place * (len(axis.values) - 1) + 0.5) for place, axis in zip(row, axes, strict=True)) for row in design]
