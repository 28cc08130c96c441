"""A Monte Carlo laboratory for tabletop games.

* `play`: deals of a line-up, each from every seat, as a pandas frame.
* `run`, `load`: play a study, open one that was played; a `Study` has `.rows`, `.to_pandas()`, `.estimate()`.
* `start`, `play_out`: one game by hand, decision by decision; `game_of`: the game behind a study's rows.
* `record`, `replay`: a game as a trace, and the check of a trace.
* `all_games`, `game`, `strategies`, `player`, `load_plugin`: what there is, by name.

What is wrong with a name or value is said by `Unknown`, with a study folder by `StudyError`; Ctrl-C in a run raises `Interrupted`.

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
    from simkit.analysis import Study, StudyError, load
    from simkit.batch.run import Interrupted
    from simkit.core.session import Action, Event, Session
    from simkit.core.trace import Replayed, Trace, record
    from simkit.laboratory import play, play_out, run
    from simkit.registry import game, load_plugin, player, strategies
    from simkit.revisit import game_of

# Imported when they are asked for: `simkit games` needs neither numba nor polars.
_HOMES = {
    "simkit.registry": ("game", "load_plugin", "player", "strategies"),
    "simkit.core.session": ("Action", "Event", "Session"),
    "simkit.core.trace": ("Replayed", "Trace", "record"),
    "simkit.analysis": ("Study", "StudyError", "load"),
    "simkit.batch.run": ("Interrupted",),
    "simkit.laboratory": ("play", "play_out", "run"),
    "simkit.revisit": ("game_of",),
}

__all__ = [
    "Action", "Event", "Game", "Interrupted", "Replayed", "Session", "Study", "StudyError", "Trace", "Unknown", "all_games", "game",
    "game_of", "load", "load_plugin", "play", "play_out", "player", "record", "replay", "run", "start", "strategies",
]  # fmt: skip


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})


def __getattr__(name: str) -> Any:
    for home, names in _HOMES.items():
        if name in names:
            return getattr(importlib.import_module(home), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def all_games() -> dict[str, Game]:
    """Return all games by name; not called `games`, which is the package they live in."""
    from simkit import registry

    return registry.games()


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
    from simkit.laboratory import announcing

    with announcing(_game(game)):
        return open_session(_game(game), seed=seed, number=number, players=players, rules=rules, components=components)


def replay(lines: Iterable[str], components: Path | str | None = None) -> Replayed:
    """Verify a trace in JSON lines against the kernels; see `simkit.core.trace.replay`."""
    from simkit import revisit

    return revisit.replay(list(lines), components)


def _game(game: str | Game) -> Game:
    from simkit import registry

    return game if isinstance(game, Game) else registry.game(game)
