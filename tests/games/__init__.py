"""Tests of the games, a folder each; what the tests of the engine ask of a game stands in its `settings`."""

import importlib
from typing import Any

from simkit.core.game import Game
from simkit.core.jit import INTERPRETED


def variants(game: Game) -> dict[str, tuple[int, dict[str, Any]]]:
    """Return the variants and modules of a game beside its solo modes, by name: players and rules. Each has a playthrough."""
    return _settings(game, "VARIANTS", {})


def house_rules(game: Game) -> list[dict[str, Any]]:
    """Return rule settings that reach what the default does not."""
    return _settings(game, "HOUSE_RULES", [])


def short(game: Game) -> dict[str, Any]:
    """Return rules that make a game short where kernels are interpreted and a whole one may take a minute; none otherwise."""
    return _settings(game, "SHORT", {}) if INTERPRETED else {}


def _settings(game: Game, name: str, absent: Any) -> Any:
    """Look into the tests of a game of this project; a plug-in has none here."""
    if not game.package.startswith("simkit.games."):
        return absent
    return getattr(importlib.import_module(f"tests.games.{game.name}.settings"), name, absent)
