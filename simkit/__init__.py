"""A Monte Carlo laboratory for tabletop games.

Examples
--------
>>> import simkit
>>> session = simkit.start("spellbloom", seed=7, players=2)
>>> events = session.play(0)
>>> simkit.play_out(session, simkit.player("greedy", session.game)).over
True
"""

from __future__ import annotations

import importlib
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from simkit.core.game import Game, Unknown

if TYPE_CHECKING:
    from simkit.analysis import load
    from simkit.core.session import Action, Event, Session, play_out
    from simkit.core.trace import Replayed, Trace, record
    from simkit.laboratory import play, run
    from simkit.registry import game, games, load_plugin, player, strategies

# Imported when they are asked for: `simkit games` needs neither numba nor polars.
_HOMES = {
    "simkit.registry": ("game", "games", "load_plugin", "player", "strategies"),
    "simkit.core.session": ("Action", "Event", "Session", "play_out"),
    "simkit.core.trace": ("Replayed", "Trace", "record"),
    "simkit.analysis": ("load",),
    "simkit.laboratory": ("play", "run"),
}

__all__ = [
    "Action", "Event", "Game", "Replayed", "Session", "Trace", "Unknown", "game", "games", "load", "load_plugin", "play", "play_out",
    "player", "record", "replay", "run", "start", "strategies",
]  # fmt: skip


def __getattr__(name: str) -> Any:
    for home, names in _HOMES.items():
        if name in names:
            return getattr(importlib.import_module(home), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def start(
    game: str | Game,
    *,
    seed: int,
    number: int = 0,
    players: int = 2,
    rules: Mapping[str, Any] | None = None,
    components: Path | str | None = None,
) -> Session:
    """Set up one game to be played decision by decision, about a thousand times slower than a batch.

    Parameters
    ----------
    game : str or Game
        A game or its name.
    seed, number : int
        Seed of a batch and number of the game in it: 0 to 2**64 - 1, and 0 to 2**32 - 1.
    players : int
    rules : mapping
        Rule parameters by name, ``{"scenario": "mana"}``; the others keep their defaults.
    components : path
        Folder or workbook with card tables of your own.

    Returns
    -------
    Session
        With ``.actions()``, ``.play(index)``, ``.state``, ``.seat``, ``.over``, ``.result()``, ``.copy()`` and ``.describe()``.

    Raises
    ------
    Unknown
        For a name or value that is not known or out of range.
    """
    from simkit.core.session import open_session

    return open_session(_game(game), seed=seed, number=number, players=players, rules=rules, components=components)


def replay(lines: Iterable[str], components: Path | str | None = None) -> Replayed:
    """Verify a trace in JSON lines against the kernels; see `simkit.core.trace.replay`."""
    from simkit.core.trace import header, replay

    rows = list(lines)
    return replay(rows, _game(str(header(rows)["game"])), components)


def _game(game: str | Game) -> Game:
    from simkit import registry

    return game if isinstance(game, Game) else registry.game(game)
