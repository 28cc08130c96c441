"""Find games and strategies by name: those in the tree, those of installed packages, plug-ins, and a user's own files.

Looking a name up imports what is needed to answer and no more: games come from the `__init__` of their package, which does not
import numba; strategies are imported when somebody asks for those of a game.
"""

from __future__ import annotations

import hashlib
import importlib
import importlib.util
import os
import pkgutil
import re
import sys
from functools import cache
from importlib.metadata import entry_points
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING

from simkit.core.game import Game, Unknown, near_miss

if TYPE_CHECKING:
    from simkit.core.strategy import Player, Strategy

GAMES, STRATEGIES = "simkit.games", "strategies"  # packages that are scanned
ENTRY_GAMES, ENTRY_STRATEGIES = "simkit.games", "simkit.strategies"  # entry points of installed packages
PLUGINS = "SIMKIT_PLUGINS"  # dotted names and paths, separated like PATH

_loaded: dict[str, ModuleType] = {}  # plug-ins by the name or path they were asked for, in order
_FILE = re.compile(r"\s*(.+?\.py):(.*)", re.DOTALL)


def games() -> dict[str, Game]:
    """Return all games by name, sorted; imports no numba.

    Raises
    ------
    Unknown
        If a plug-in cannot be loaded, or two games have one name.
    """
    found: dict[str, Game] = {}
    modules = [*_packages(GAMES), *_entries(ENTRY_GAMES), *plugins().values()]
    for module in dict.fromkeys(modules):
        candidate = getattr(module, "GAME", None)
        if not isinstance(candidate, Game):
            continue
        if found.get(candidate.name, candidate) is not candidate:
            raise Unknown(f"two games are called {candidate.name!r}: {found[candidate.name].package} and {candidate.package}")
        found[candidate.name] = candidate
    return dict(sorted(found.items()))


def game(name: str) -> Game:
    """Return a game by name, or raise Unknown with the closest name and the list."""
    known = games()
    if name not in known:
        raise Unknown(f"no game {name!r}{near_miss(name, known)}; known are {', '.join(known) or 'none'}")
    return known[name]


def strategies(of: Game | str) -> dict[str, Strategy]:
    """Return the strategies that play a game, by name: general ones first.

    Raises
    ------
    Unknown
        If a module cannot be loaded, or two strategies have one name.
    """
    from simkit.core.strategy import REGISTERED  # here: imports numpy

    chosen = game(of) if isinstance(of, str) else of
    found: dict[str, Strategy] = {}
    for module in _strategy_modules(chosen):
        for strategy in REGISTERED.get(module.__name__, []):
            if strategy.game not in ("", chosen.name):
                continue
            other = found.setdefault(strategy.name, strategy)
            if other is not strategy:
                raise Unknown(f"two strategies for {chosen.title} are called {strategy.name!r}: {other.file} and {strategy.file}")
    return found


def player(spec: str, of: Game | str, near: Path | None = None) -> Player:
    """Return a strategy with its parameters set.

    Parameters
    ----------
    spec : str
        ``greedy``, ``greedy(points=2)``, ``my_ideas.py:rush(weight=2)`` for a file of one's own, or the file alone if it has only one.
    of : Game or str
    near : Path, optional
        Folder where a relative file is looked for first; then the current one.

    Raises
    ------
    Unknown
        If there is no such strategy, parameter or file; the message names the closest.
    """
    from simkit.core.strategy import REGISTERED, parse_player

    chosen = game(of) if isinstance(of, str) else of
    path, call = split_file(spec)
    if not path:
        known = strategies(chosen)
        name = call.partition("(")[0].strip()
        if name not in known and (file := _file_called(name, near)):
            inside = ", ".join(f"{name}.py:{s.name}" for s in REGISTERED.get(load_file(file).__name__, []) if s.game in ("", chosen.name))
            raise Unknown(f"no strategy {name!r} for {chosen.title}; for one of the file {name}.py write {inside or f'{name}.py:NAME'}")
        return parse_player(spec, chosen, known)
    file = _find(path, near)
    module = load_file(file)
    known = {s.name: s for s in REGISTERED.get(module.__name__, []) if s.game in ("", chosen.name)}
    if not call and len(known) == 1:
        (call,) = known
    name = call.partition("(")[0].strip()
    if not name and len(known) > 1:
        raise Unknown(f"{path} defines {', '.join(known)}; name one: write {path}:{next(iter(known))}")
    if name not in known:
        defined = f"it defines {', '.join(known)}" if known else "it defines none; decorate a function with simkit.core.strategy.strategy"
        missing = f"no strategy{f' {name!r}' if name else ''} for {chosen.title}{near_miss(name, known)}"
        raise Unknown(f"{file}: {missing}; {defined}")
    return parse_player(call, chosen, known)


def _file_called(name: str, near: Path | None) -> Path | None:
    """Return the file that a name without its .py may stand for."""
    places = [Path(f"{name}.py"), *([near / f"{name}.py"] if near else [])]
    return next((place for place in places if name and place.is_file()), None)


def is_file(spec: str) -> bool:
    """Say whether a strategy is written as one of a user's own file."""
    return bool(split_file(spec)[0])


def split_file(spec: str) -> tuple[str, str]:
    """Split ``my.py:name(weight=2)`` into file and strategy; a file alone has no strategy, a known strategy no file."""
    if match := _FILE.fullmatch(spec):
        return match.group(1), match.group(2).strip()
    return (spec.strip(), "") if spec.strip().endswith(".py") else ("", spec)


def defined_in(file: str) -> list[Strategy]:
    """Return the strategies that a user's own file defines."""
    from simkit.core.strategy import REGISTERED

    return list(REGISTERED.get(load_file(_find(file, None)).__name__, []))


def plugins() -> dict[str, ModuleType]:
    """Return the plug-ins by the name or path they were asked for, those of the environment variable SIMKIT_PLUGINS among them."""
    for name in filter(None, os.environ.get(PLUGINS, "").split(os.pathsep)):
        if name not in _loaded:
            try:
                load_plugin(name)
            except Unknown as error:
                raise Unknown(f"{PLUGINS}: {error}") from None
    return dict(_loaded)


def load_plugin(name: str | Path) -> ModuleType:
    """Load a module by dotted name, a .py file or a package's folder; its GAME and its strategies are known from then on.

    A package's strategies may also stand in a module or package `strategies` of its own, which is imported when they are asked for.
    """
    text = str(name)
    if text not in _loaded:
        path = Path(text)
        if path.suffix == ".py" or os.sep in text or path.is_dir():
            _loaded[text] = load_file(_find(text, None))
        else:
            _loaded[text] = _import(text)
    return _loaded[text]


def load_file(path: Path) -> ModuleType:
    """Import a .py file, or the package in a folder; the same path is imported once."""
    path = path.resolve()
    if path.is_dir() or path.name == "__init__.py":
        folder = path if path.is_dir() else path.parent
        _open_folder(folder.parent)
        return _import(folder.name, folder)
    _open_folder(path.parent)  # a file may import its neighbours
    # Machine code is kept by module name, so two files of one name must differ in it.
    name = f"{path.stem}_{hashlib.sha256(str(path).encode()).hexdigest()[:8]}"
    if name in sys.modules:
        return sys.modules[name]
    found = importlib.util.spec_from_file_location(name, path)
    if found is None or found.loader is None:
        raise Unknown(f"{path}: cannot be imported")
    module = importlib.util.module_from_spec(found)
    sys.modules[name] = module
    try:
        found.loader.exec_module(module)
    except Exception as error:
        del sys.modules[name]
        raise Unknown(f"{path}: cannot be imported ({type(error).__name__}: {error})") from error
    return module


def _open_folder(folder: Path) -> None:
    """Let modules beside a plug-in be imported; last in line, so that they hide nothing."""
    if str(folder) not in sys.path:
        sys.path.append(str(folder))


def _find(text: str, near: Path | None) -> Path:
    """Return an existing path, or raise Unknown with the closest neighbour."""
    path = Path(text).expanduser()
    places = [path] if path.is_absolute() or near is None else [near / path, path]
    for place in places:
        if place.is_dir() and not (place / "__init__.py").is_file():
            raise Unknown(f"{text}: a folder without an __init__.py is not a package")
        if place.exists():
            return place
    folder = places[0].parent
    neighbours = [p.name for p in folder.glob("*.py")] if folder.is_dir() else []
    raise Unknown(f"there is no file {text}{near_miss(path.name, neighbours)}; looked in {folder.resolve()}")


def _import(name: str, folder: Path | None = None) -> ModuleType:
    try:
        module = importlib.import_module(name)
    except Exception as error:  # a plug-in may raise anything
        raise Unknown(f"{folder or name}: cannot be imported ({type(error).__name__}: {error})") from error
    where = Path(module.__file__ or "").resolve().parent
    if folder and where != folder:
        raise Unknown(f"{folder}: another module is called {name!r} ({where}); rename the folder")
    return module


def _packages(name: str) -> list[ModuleType]:
    """Import the sub-packages of a package."""
    package = importlib.import_module(name)
    return [_import(f"{name}.{entry.name}") for entry in pkgutil.iter_modules(package.__path__) if entry.ispkg]


def _modules(name: str) -> list[ModuleType]:
    """Import a module and, if it is a package, its modules but not its sub-packages; nothing where there is no such module."""
    try:
        if importlib.util.find_spec(name) is None:
            return []
    except ModuleNotFoundError:
        return []
    module = _import(name)
    inside = pkgutil.iter_modules(getattr(module, "__path__", ()))
    return [module, *(_import(f"{name}.{entry.name}") for entry in inside if not entry.ispkg)]


def _strategy_modules(chosen: Game) -> list[ModuleType]:
    found = [*_modules(STRATEGIES), *_modules(f"{STRATEGIES}.{chosen.name}"), *_entries(ENTRY_STRATEGIES)]
    for module in plugins().values():
        found.append(module)
        if hasattr(module, "__path__"):
            found += _modules(f"{module.__name__}.{STRATEGIES}")
    return list(dict.fromkeys(found))


@cache
def _entries(group: str) -> tuple[ModuleType, ...]:
    """Import the modules that installed packages name as entry points."""
    return tuple(_import(entry.module) for entry in entry_points(group=group))
