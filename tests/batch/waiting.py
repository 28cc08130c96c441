"""Waiting for other processes."""

import time
from collections.abc import Callable
from pathlib import Path


def until(condition: Callable[[], bool], seconds: float = 60.0) -> None:
    """Wait for something to become true."""
    end = time.monotonic() + seconds
    while not condition():
        if time.monotonic() > end:
            raise TimeoutError(f"not within {seconds} seconds")
        time.sleep(0.005)


def in_session(session: int) -> list[str]:
    """List the processes of a session that are alive, by what Linux tells of them."""
    found = []
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            name, _, rest = stat.read_text().rpartition(") ")
        except OSError:
            continue
        state, _, _, its_session = rest.split()[:4]
        if int(its_session) == session and state != "Z":
            found.append(name)
    return found
