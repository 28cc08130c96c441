"""A game's sheets with something changed in one of them."""

from pathlib import Path

from simkit.core.game import Game
from simkit.core.sheets import Tables


def changed(game: Game, folder: Path, name: str, *changes: tuple[str, str], most: int = -1) -> Tables:
    """Read a folder with one of a game's sheets in which other texts stand in place of some, each at most so often; the rest are ours."""
    content = (game.components.DEFAULT / f"{name}.csv").read_text(encoding="utf-8")
    for old, new in changes:
        assert old in content
        content = content.replace(old, new, most)
    (folder / f"{name}.csv").write_text(content, encoding="utf-8")
    found: Tables = game.components.read(folder)
    return found


def warnings(found: Tables) -> list[str]:
    """Return the warnings without those of sheets that are not there."""
    return [note for note in found.warnings if "our own" not in note]
