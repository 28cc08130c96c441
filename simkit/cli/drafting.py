"""The file that `simkit new strategy` writes: a player that runs, with what its author needs to know about the game."""

from __future__ import annotations

import keyword
import re
import textwrap
from pathlib import Path
from typing import Any

from simkit.core.game import Game

KINDS = 14  # of actions shown as examples
LOOKED = 40  # actions of a decision that are put into words
GAMES, SEED = 3, 7  # that are played to find them
WIDEST = 130
TAKEN = ("below", "copy_record", "coins", "strategy", "reset", "legal", "apply", "score", "features", "redeal", "audit", "game", "summary")


def draft(game: Game, file: Path) -> str:
    """Return the text of a new strategy file."""
    import jinja2

    from simkit.core.table import SCRATCH_FLOATS

    name = strategy_name(file)
    environment = jinja2.Environment(
        loader=jinja2.PackageLoader("simkit.cli"),
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
        undefined=jinja2.StrictUndefined,
        autoescape=False,  # it writes Python
    )
    parameters = [
        {"name": _free(column.name), "text": column.text, "weight": float(weight), "double": f"{2 * weight:g}" if weight else "1"}
        for column, weight in zip(game.features, game.kernels.FEATURE_WEIGHTS, strict=True)
    ]
    return environment.get_template("strategy.py.j2").render(
        title=game.title,
        game=game.name,
        file=file.name,
        name=name,
        check_gap=len(f"play {game.name} --strategy :{name},random") - len("check "),
        parameters=parameters,
        floats=SCRATCH_FLOATS,
        source=_source(game),
        examples=_examples(game),
        fields=_fields(game),
    )


def strategy_name(file: Path) -> str:
    """Return the name of the strategy in a file: the file's own, as far as Python takes it."""
    return _free(re.sub(r"\W+", "_", file.stem, flags=re.ASCII).strip("_") or "mine")


def _free(name: str) -> str:
    """Make a name one that can stand in the file."""
    if name[0].isdigit():
        name = f"my_{name}"
    return f"{name}_" if keyword.iskeyword(name) or name in TAKEN else name


def _source(game: Game) -> str:
    """Name the module that knows what an action's number means."""
    folder = Path(game.kernels.__file__ or "").parent
    found = next((name for name in ("encoding", "actions", "legal", "kernels") if (folder / f"{name}.py").is_file()), "kernels")
    return f"{game.package}.{found}"


def _examples(game: Game) -> list[tuple[int, str]]:
    """Play some games by chance and return an action of each kind, told apart by the words that say what it does, the first before all."""
    import simkit
    from simkit.core.session import open_session

    random = simkit.player("random", game)
    kinds: dict[str, tuple[int, str]] = {}
    others: dict[str, tuple[int, str]] = {}
    for number in range(GAMES):
        session = open_session(game, seed=SEED, number=number, players=game.seats[1])
        while not session.over:
            for action in session.actions()[:LOOKED]:
                words = re.split(r"\W+", action.text)
                example = action.code, _fits(action.text)
                if kinds.setdefault(words[0], example) != example:
                    others.setdefault(" ".join(words[:2]), example)
            session.play(session.choice(random))
    return [*kinds.values(), *others.values()][:KINDS]


def _fields(game: Game) -> list[dict[str, Any]]:
    """Return the fields of the state with their shape and a word on each."""
    from simkit.core.state_words import field_words

    words = field_words(game)
    shapes = {name: str(list(game.kernels.STATE[name].shape)) if game.kernels.STATE[name].shape else "" for name in words}
    width = max(len(name + shapes[name]) for name in words)
    return [
        {"name": name, "shape": shapes[name], "gap": " " * (width - len(name + shapes[name])), "words": _fits(said)}
        for name, said in words.items()
    ]


def _fits(text: str) -> str:
    """Keep a text to one line of a docstring."""
    return textwrap.shorten(text, WIDEST - 20, placeholder=" ...").replace("\\", "/").replace('"""', "'''")
