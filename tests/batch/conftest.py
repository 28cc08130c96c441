"""Studies of the dice race, a game from outside the project."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from simkit import registry
from simkit.batch import plan, spec

ROOT = Path(__file__).resolve().parents[2]
RACE = "tests.dice_race"


@pytest.fixture(scope="session", autouse=True)
def _plugin():
    registry.load_plugin(RACE)


@pytest.fixture
def study():
    """Make a plan of a small study of seats; keywords replace keys."""

    def make(**changes):
        raw = {
            "name": "race",
            "kind": "seats",
            "game": "dice_race",
            "seed": 7,
            "blocks": 60,
            "part_blocks": 20,
            "players": [2, 3],
            "tables": {"mixed": ["single", "double"], "mirror": ["switch"]},
        }
        return plan.resolve(spec.parse(raw | changes))

    return make


@pytest.fixture
def solo():
    """Make a plan of a small solo study."""

    def make(**changes):
        raw = {"name": "alone", "kind": "solo", "game": "dice_race", "seed": 7, "blocks": 50, "strategies": ["single", "double"]}
        return plan.resolve(spec.parse(raw | changes))

    return make


@pytest.fixture
def start(tmp_path):
    """Start a process of its own that plays a study file; returns when it runs."""
    running = []

    def begin(toml: Path, folder: Path, *options: str) -> subprocess.Popen:
        environment = os.environ | {"SIMKIT_PLUGINS": RACE, "PYTHONPATH": str(ROOT)}
        command = [sys.executable, "-m", "tests.batch.play_once", str(toml), str(folder), *options]
        process = subprocess.Popen(
            command, cwd=ROOT, env=environment, start_new_session=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
        )
        running.append(process)
        return process

    yield begin
    for process in running:
        if process.poll() is None:
            process.kill()
        process.communicate()
