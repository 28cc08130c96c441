"""The stop flag: eight bytes of a file that the loop of every thread and process reads before each game; Ctrl-C raises it."""

from __future__ import annotations

import signal
import threading
from pathlib import Path
from types import FrameType, TracebackType
from typing import Any

import numpy as np
from numpy.typing import NDArray

PATIENCE = 0.5  # seconds for games under way to end after Ctrl-C; then they are abandoned


class Overdue(BaseException):
    """Raised in the main thread when games under way do not end in time; derived so that no handler of errors catches it."""


def open_flag(path: str) -> NDArray[np.int64] | None:
    """Map the flag; None if the run that made it is gone. A plain array, because a memmap is another type to numba."""
    try:
        return np.memmap(path, np.int64, "r+", shape=(1,)).view(np.ndarray)
    except (FileNotFoundError, ValueError):
        return None


class Stop:
    """The flag of one run. Inside ``with``, Ctrl-C raises it instead of raising KeyboardInterrupt wherever that may be."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._flag = np.zeros(1, np.int64)
        self._before: list[tuple[int, Any]] = []
        self.failed = False  # whether an error ended the run before anybody asked it to stop

    @property
    def raised(self) -> bool:
        """Whether the run is to end."""
        return bool(self._flag[0])

    def raise_(self) -> None:
        """Ask every worker to stop before its next game."""
        self._flag[0] = 1

    def calm(self) -> None:
        """Nobody plays any more: what follows is cleaning up, which takes as long as it takes."""
        if self._before:
            signal.setitimer(signal.ITIMER_REAL, 0)

    def __enter__(self) -> Stop:
        """Take over Ctrl-C, where Python lets us: in the main thread; only then is the file there for others to see."""
        if threading.current_thread() is threading.main_thread():
            for number, handler in ((signal.SIGINT, self._interrupted), (signal.SIGALRM, self._overdue)):
                self._before.append((number, signal.signal(number, handler)))
        self.path.write_bytes(bytes(8))
        flag = open_flag(str(self.path))
        assert flag is not None
        flag |= self._flag  # Ctrl-C may have come meanwhile
        self._flag = flag
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        """Give Ctrl-C back and remove the file; workers that still play keep seeing a raised flag."""
        if error is not None:
            self.failed = not self.raised
            self.raise_()
        self.calm()
        for number, handler in self._before:
            signal.signal(number, handler)
        self.path.unlink(missing_ok=True)

    def _interrupted(self, number: int, frame: FrameType | None) -> None:
        if not self.raised:
            signal.setitimer(signal.ITIMER_REAL, PATIENCE)
        self.raise_()

    def _overdue(self, number: int, frame: FrameType | None) -> None:
        raise Overdue
