"""What goes wrong inside a strategy, told to its author: file, line, error, and the decision at which it happened."""

from __future__ import annotations

import threading
import traceback
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from simkit.core.game import Unknown

HOUSE = Path(__file__).resolve().parents[1]  # an error inside is told by the line of the strategy that led there

_kept = threading.local()  # `.failure`: what a strategy raised in this thread and nobody has heard of yet


@dataclass(frozen=True)
class Failure:
    """An error of a strategy: what, in which line, where in a game."""

    what: str
    source: str
    where: str

    def told(self, seed: int) -> Unknown:
        """Return it as the message a user sees."""
        source = f"\n      {self.source}" if self.source else ""
        return Unknown(f"{self.what} (seed {seed}, {self.where}){source}")


def shown(file: Path | str) -> str:
    """Write a file as a user would: from here, if it lies below."""
    path, here = Path(file).resolve(), Path.cwd()
    return str(path.relative_to(here)) if here in path.parents else str(path)


def where(s: Any) -> str:
    """Name the decision at which a state stands."""
    seat = int(s["seat"])
    return f"game {s['game']}, turn {s['turn']}, seat {seat + 1}, its decision {int(s['decisions'][seat]) + 1}"


def failure(error: Exception, s: Any) -> Failure | None:
    """Find the innermost line of the strategy, or of its helpers; None if nothing but our own code took part."""
    frames = [frame for frame in traceback.extract_tb(error.__traceback__) if _is_outside(Path(frame.filename).resolve())]
    if not frames:
        return None
    frame = frames[-1]
    return Failure(f"{shown(frame.filename)}, line {frame.lineno}: {type(error).__name__}: {error}", frame.line or "", where(s))


def _is_outside(file: Path) -> bool:
    return HOUSE not in file.parents and not {"numpy", "numba"} & set(file.parts)


def keep(found: Failure | BaseException) -> None:
    """Remember in this thread what ends the game under way."""
    _kept.failure = found


def has_failed() -> bool:
    """Say whether something is kept."""
    return getattr(_kept, "failure", None) is not None


@contextmanager
def telling(s: Any, seed: Any) -> Iterator[None]:
    """Raise what a strategy raises meanwhile, compiled or in plain Python, as Unknown; `s` is the record that is played on."""
    try:
        yield
    except Exception as error:  # compiled code raises what it was written to raise
        found = failure(error, s)
        if found is None:
            raise
        raise found.told(int(seed)) from None
    left, _kept.failure = getattr(_kept, "failure", None), None
    if isinstance(left, Failure):
        raise left.told(int(seed))
    if left is not None:  # Ctrl-C
        raise left
