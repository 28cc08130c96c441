"""How fast Spellbook's actions are listed, where they are few and where payments are many, and how long its kernels take to compile."""

import subprocess
import sys
import tempfile
import time
from functools import cache, partial
from pathlib import Path
from typing import Any

import numpy as np

from simkit.core import table
from simkit.core.cache import Layer
from simkit.core.jit import compiled, int64, int64s, record, records
from simkit.core.table import Machine
from simkit.games.spellbook import GAME
from tests.benchmarks.timing import timed
from tests.games.playing import positions

OF = "spellbook"
COMPILE = "from simkit.core.table import Machine; from simkit.games.spellbook import GAME; Machine(GAME).kernels"


def list_all(config, states, actions, repeats, kernels):
    """List the actions of every position; return how many there were."""
    reset, legal, apply, score, features, redeal, audit = kernels
    total = 0
    for _ in range(repeats):
        for g in range(len(states)):
            if states[g].over == 0:
                total += legal(config, states[g], actions)
    return total


@cache
def _listing() -> Any:
    machine = Machine(GAME)
    signature = int64(record(GAME.kernels.CONFIG), records(GAME.kernels.STATE), int64s, int64, machine.signatures.kernels)
    layer = Layer("spellbook.listing", (Path(__file__), Path(table.__file__ or ""), *machine.layer.files))
    function, config, actions = compiled(list_all, signature, layer), GAME.config(), np.zeros(GAME.most_actions, np.int64)
    return lambda states, repeats: int(function(config[0], states, actions, repeats, machine.kernels))


def rate(states: Any, seconds: float) -> tuple[float, float]:
    """Return options listed in a second of CPU, and options a decision."""
    list_of = _listing()
    each = list_of(states, 1)
    decisions = int((states["over"] == 0).sum())
    repeats = 1
    while (took := timed(partial(list_of, states, repeats), time.process_time)) < seconds:
        repeats *= 2
    return repeats * each / took, each / decisions


def evenings(number: int, seed: int = 1) -> Any:
    """Return evenings with full pools of few colours and runes: where payments are many."""
    random = np.random.default_rng(seed)
    states = positions(GAME, GAME.config()[0], 2, number, seed, np.zeros(number, np.int64), often_last=True)
    for s in states:
        kinds = random.permutation(21)[: random.integers(3, 7)]
        bag = [kind for kind in kinds for _ in range(int(s["bag"][kind]))]
        pool = np.bincount(random.permutation(bag)[:9], minlength=21)
        s["bag"] += s["pool"][0] - pool
        s["pool"][0] = pool
        s["bag_size"], s["pool_size"][0] = s["bag"].sum(), pool.sum()
        s["phase"] = s["part_of_day"] = 2
    return states


def cold_compile() -> float:
    """Return the seconds of CPU that compiling all kernels takes with an empty cache."""
    with tempfile.TemporaryDirectory() as folder:
        script = f"import os, time\nos.environ['SIMKIT_CACHE'] = {folder!r}\n{COMPILE}\nprint(time.process_time())"
        return float(subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True).stdout)


def notes(seconds: float) -> list[str]:
    """Say what was measured."""
    random = np.random.default_rng(2)
    play = positions(GAME, GAME.config()[0], 2, 2_000, 2, random.integers(0, 80, 2_000), often_last=True)
    found = [("positions of play", rate(play, seconds)), ("evenings with full pools of few kinds", rate(evenings(500), seconds))]
    said = [f"{what}: {speed / 1e6:.0f} million options listed a second, {mean:.1f} a decision" for what, (speed, mean) in found]
    return [*said, f"compiling all kernels with an empty cache takes {cold_compile():.0f} s of CPU"]
