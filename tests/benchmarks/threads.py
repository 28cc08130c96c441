"""What a second thread brings: the same games on one thread and on two, by the clock on the wall."""

import time

from joblib import Parallel, delayed

from simkit.batch.backends import default_workers
from simkit.core.strategy import Player
from simkit.core.table import Machine
from tests.benchmarks.rates import Table
from tests.benchmarks.timing import Ratio, paired

ONE_CORE = "Only one core may be used here: two threads are not compared with one."
CHUNKS = 8


def two_to_one(player: Player, machine: Machine, players: int, games: int, pairs: int) -> Ratio | None:
    """Return the speed of two threads as a multiple of one's over eight chunks of games; None where there is but one core."""
    if default_workers() < 2:
        return None
    tables = [Table(player, machine, players) for _ in range(CHUNKS)]

    def play_all(pool: Parallel) -> None:
        pool(delayed(table.play)(games, chunk * games) for chunk, table in enumerate(tables))

    with Parallel(1, backend="threading", batch_size=1) as one, Parallel(2, backend="threading", batch_size=1) as two:
        return paired(lambda: play_all(one), lambda: play_all(two), pairs, time.perf_counter)
