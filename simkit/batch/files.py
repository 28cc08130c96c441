"""Files that are either whole or not there."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

TEMPORARY = ".tmp"


@contextmanager
def written(path: Path) -> Iterator[IO[bytes]]:
    """Open a file that takes its name once it is complete and on disk; a writer that fails or is killed leaves the name as it was."""
    temporary = path.with_name(f".{path.name}{TEMPORARY}")
    try:
        with temporary.open("wb") as file:
            yield file
            file.flush()
            os.fsync(file.fileno())
        temporary.replace(path)
    except BaseException:
        temporary.unlink(missing_ok=True)
        raise
    folder = os.open(path.parent, os.O_RDONLY)
    try:
        os.fsync(folder)  # the new name, too
    finally:
        os.close(folder)


def write_text(path: Path, text: str) -> None:
    """Write a text file so."""
    with written(path) as file:
        file.write(text.encode())
