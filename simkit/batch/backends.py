"""Where tasks run: threads of this process, processes of this machine by loky, or a dask cluster of our own on this machine."""

from __future__ import annotations

import logging
import os
import signal
import tempfile
import threading
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from typing import Any

from joblib import Parallel, parallel_config
from joblib.externals.loky import get_reusable_executor

from simkit.core.game import Unknown, near_miss

BACKENDS = ("threading", "loky", "dask")
Task = tuple[Callable[..., Any], tuple[Any, ...], dict[str, Any]]  # what joblib.delayed makes


def default_workers() -> int:
    """Return the number of cores we may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def check(backend: str, workers: int) -> None:
    """Raise Unknown for a backend that is not known or not installed, or a number of workers that makes no sense."""
    if backend not in BACKENDS:
        raise Unknown(f"backend {backend!r} is not known{near_miss(backend, BACKENDS)}; known are {', '.join(BACKENDS)}")
    if workers < 1:
        raise Unknown(f"workers: {workers} is not 1 or more")
    if backend == "dask":
        try:
            import distributed  # noqa: F401
        except ImportError:
            raise Unknown("backend dask needs the packages dask and distributed: pip install 'simkit[dask]'") from None


def aside(function: Callable[..., Any], *arguments: Any) -> Any:
    """Call a function in a thread of its own and wait: the main thread stays free for Ctrl-C, which it could not see inside a kernel."""
    result: list[Any] = []
    failure: list[BaseException] = []

    def work() -> None:
        try:
            result.append(function(*arguments))
        except BaseException as error:
            failure.append(error)

    thread = threading.Thread(target=work, daemon=True)
    thread.start()
    thread.join()
    if failure:
        raise failure[0]
    return result[0]


def _alone(tasks: Iterable[Task]) -> Iterator[Any]:
    """Do tasks one by one; joblib would do them in the main thread."""
    for function, arguments, _ in tasks:
        yield aside(function, *arguments)


@contextmanager
def pool(backend: str, workers: int) -> Iterator[Callable[[Iterable[Task]], Iterator[Any]]]:
    """Open a pool: called with joblib's delayed tasks it yields results as they are ready; on the way out no process of it is left."""
    if workers == 1 and backend != "dask":
        yield _alone
        return
    how: dict[str, Any] = {"n_jobs": workers, "batch_size": 1, "return_as": "generator_unordered", "max_nbytes": None}
    if backend == "dask":
        with _cluster(workers), parallel_config(backend="dask"):
            yield Parallel(**how)
        return
    try:
        with parallel_config(backend=backend):
            yield Parallel(**how)
    finally:
        if backend == "loky":
            get_reusable_executor(reuse=True).shutdown(wait=True, kill_workers=True)


@contextmanager
def _cluster(workers: int) -> Iterator[None]:
    """Start a dask cluster on the loopback interface, without a dashboard."""
    import distributed

    logging.getLogger("distributed").setLevel(logging.CRITICAL)  # it would tell of every connection that closes
    cluster: Any = distributed.LocalCluster
    client: Any = distributed.Client
    with (
        tempfile.TemporaryDirectory(prefix="simkit-dask-", ignore_cleanup_errors=True) as scratch,
        cluster(
            n_workers=workers,
            threads_per_worker=1,
            processes=True,
            host="127.0.0.1",
            dashboard_address=None,
            local_directory=scratch,
            silence_logs=logging.CRITICAL,
        ) as own,
        client(own) as connected,
    ):
        # Ctrl-C goes to every process of a terminal, but only the parent is to act on it.
        connected.run(_ignore_interrupts)
        try:
            yield
        finally:
            # Nothing they do is wanted any more, and dask would wait four seconds for a busy one.
            for nanny in own.workers.values():
                nanny.auto_restart = False
                with suppress(ProcessLookupError, TypeError):  # it may be gone, or just starting
                    os.kill(nanny.pid, signal.SIGKILL)


def _ignore_interrupts() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
