"""What the fields of a game's state are called: the comment behind each field where the game's source defines it."""

from __future__ import annotations

import ast
import io
import sys
import tokenize
from pathlib import Path
from typing import Any

from simkit.core import table
from simkit.core.game import Game


def field_words(game: Game) -> dict[str, str]:
    """Return all fields of a game's state in order, with the comment that stands behind each; its name in words where there is none."""
    names = game.kernels.STATE.names
    said: dict[str, str] = _comments(Path(table.__file__ or ""), None)
    for module in list(sys.modules.values()):
        inside = module is not None and getattr(module, "__name__", "").startswith(game.package)
        if inside and getattr(module, "STATE", None) is game.kernels.STATE and module.__file__:
            said |= _comments(Path(module.__file__), "STATE")
    return {name: said.get(name, name.replace("_", " ")) for name in names}


def _comments(file: Path, inside: str | None) -> dict[str, str]:
    """Return the comments behind tuples that begin with a name, in a whole file or in one assignment of it."""
    source = file.read_text(encoding="utf-8")
    tokens = tokenize.generate_tokens(io.StringIO(source).readline)
    behind = {token.start[0]: token.string.lstrip("# ") for token in tokens if token.type == tokenize.COMMENT}
    found = {}
    for place in ast.parse(source).body:
        if inside is not None and not _assigns(place, inside):
            continue
        for node in ast.walk(place):
            if isinstance(node, ast.Tuple) and node.elts and isinstance(node.elts[0], ast.Constant):
                comment = behind.get(node.end_lineno or 0, "")
                if comment and not comment.startswith(("noqa", "fmt:", "type:")):
                    found[str(node.elts[0].value)] = comment
    return found


def _assigns(place: ast.stmt, name: str) -> bool:
    return isinstance(place, ast.Assign) and any(isinstance(target, ast.Name) and target.id == name for target in place.targets)


def place_words(game: Game, field: str, index: tuple[int, ...], words: dict[str, str]) -> str:
    """Say what one place of a state is: its field, the comment behind it, whose it is."""
    name = f"{field}{list(index)}" if index else field
    if field == "luck" and index:
        return f"{name}, the coming luck of the {game.sources[index[0]]}"
    shape: tuple[Any, ...] = game.kernels.STATE[field].shape
    whose = f", of seat {index[0] + 1}" if index and shape[0] == game.seats[1] and shape[0] > 1 else ""
    return f"{name}{whose} ({words[field]})"
