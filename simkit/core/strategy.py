"""Strategies: pure functions that choose an action, and how they are written down on a command line.

A strategy is ``choose(kernels, config, s, actions, n, weights, scratch) -> index``. It is registered by the decorator
:func:`strategy`, which records and compiles nothing. `weights` holds the seat's own parameters in the order they were declared.
"""

from __future__ import annotations

import inspect
import math
import re
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from simkit.core.game import Game, Unknown, near_miss

FEATURES = "features"  # a strategy with this parameter set takes one weight for each feature of the game


@dataclass(frozen=True)
class Strategy:
    """A way to play: a function, a name, parameters with defaults, a line of summary."""

    name: str
    function: Callable[..., Any]
    summary: str
    parameters: tuple[tuple[str, float], ...]
    weighs_features: bool
    game: str  # empty: plays every game

    @property
    def file(self) -> Path:
        """The source file."""
        return Path(inspect.getfile(self.function))


REGISTERED: dict[str, list[Strategy]] = {}  # by module, in order of definition


def strategy(summary: str, *, game: str = "", features: bool = False, **parameters: float) -> Callable[..., Any]:
    """Register the decorated function as a strategy of its own name.

    Parameters
    ----------
    summary : str
        One line a table of real players would recognise.
    game : str
        The one game it plays; empty for every game.
    features : bool
        Its parameters are one weight for each feature of the game, by the feature's name; the defaults are the game's.
    **parameters : float
        Other parameters with their defaults.
    """

    def register(function: Callable[..., Any]) -> Callable[..., Any]:
        pairs = tuple((name, float(value)) for name, value in parameters.items())
        found = Strategy(function.__name__, function, summary, pairs, features, game)
        REGISTERED.setdefault(function.__module__, []).append(found)
        return function

    return register


@dataclass(frozen=True)
class Player:
    """A strategy with its parameters set for one game."""

    strategy: Strategy
    game: Game
    changed: tuple[tuple[str, float], ...] = ()

    @property
    def parameters(self) -> dict[str, float]:
        """All parameters with their values, in order."""
        values = dict(self.strategy.parameters)
        if self.strategy.weighs_features:
            values.update(default_feature_weights(self.game))
        values.update(self.changed)
        return values

    @property
    def weights(self) -> np.ndarray:
        """Parameters as float64, in order."""
        return np.array(list(self.parameters.values()), np.float64)

    def __repr__(self) -> str:
        """Say in a line who plays what."""
        return f"<Player {self.label} of {self.game.title}>"

    @property
    def label(self) -> str:
        """How it is written on a command line."""
        inside = ", ".join(f"{name}={value:g}" for name, value in self.changed)
        return f"{self.strategy.name}({inside})" if inside else self.strategy.name


def default_feature_weights(game: Game) -> dict[str, float]:
    """Return the game's own weights for its features."""
    return dict(zip((c.name for c in game.features), game.kernels.FEATURE_WEIGHTS, strict=True))


_CALL = re.compile(r"\s*([^()]+?)\s*(?:\((.*)\))?\s*")


def parse_player(text: str, game: Game, known: dict[str, Strategy]) -> Player:
    """Read ``name`` or ``name(parameter=value, ...)``."""
    match = _CALL.fullmatch(text)
    if not match:
        raise Unknown(f"strategy {text!r}: expected a name, or name(parameter=value)")
    name, inside = match.group(1), match.group(2) or ""
    if name not in known:
        raise Unknown(f"no strategy {name!r} for {game.title}{near_miss(name, known)}; `simkit strategies {game.name}` lists them")
    player = Player(known[name], game)
    allowed = player.parameters
    changed = {}
    for pair in filter(None, (p.strip() for p in inside.split(","))):
        parameter, found, number = (p.strip() for p in pair.partition("="))
        if parameter not in allowed:
            takes = ", ".join(allowed) or "none"
            raise Unknown(f"strategy {name} has no parameter {parameter!r}{near_miss(parameter, allowed)}; it takes: {takes}")
        try:
            changed[parameter] = float(number)
        except ValueError:
            raise Unknown(f"strategy {name}: {parameter}={number!r} is not a number") from None
        if not math.isfinite(changed[parameter]):
            raise Unknown(f"strategy {name}: {parameter}={number!r} is not a finite number")
    different = {p: v for p, v in changed.items() if v != allowed[p]}
    return Player(known[name], game, tuple((p, different[p]) for p in allowed if p in different))


def split_players(text: str) -> list[str]:
    """Split a list at the commas outside parentheses."""
    return [part.strip() for part in re.split(r",(?![^()]*\))", text) if part.strip()]
