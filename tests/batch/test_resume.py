"""Runs that are killed, stopped, extended, or asked to go on as something else."""

import os
import shutil
import signal
import subprocess
import time
from pathlib import Path

import numpy as np
import polars as pl
import pytest

from simkit.batch import plan, run, spec
from simkit.core.game import Unknown
from simkit.core.jit import INTERPRETED
from tests.batch.test_run import bytes_of
from tests.batch.waiting import in_session, until

pytestmark = pytest.mark.skipif(INTERPRETED, reason="about processes, not kernels")

STUDY = """
name = "long"
kind = "seats"
game = "dice_race"
seed = 3
blocks = {blocks}
part_blocks = 200
players = [2]
cards = true
[tables]
mixed = ["single", "dawdler(thought={thought})"]
"""
STOPS_WITHIN = 10.0  # seconds; two on an idle machine, and a run that does not stop takes minutes
EVERYWHERE = pytest.mark.parametrize(
    "options", [("workers=1",), ("workers=2",), ("workers=2", "backend=loky"), ("workers=2", "backend=dask")]
)


def write(folder: Path, blocks: int, thought: int) -> Path:
    path = folder / "long.toml"
    path.write_text(STUDY.format(blocks=blocks, thought=thought))
    return path


def parts(folder: Path) -> int:
    return len(list(folder.glob("parts/part-*.parquet")))


def test_killed_runs_go_on_to_the_same_bytes(start, tmp_path):
    toml, out = write(tmp_path, 1600, 4_000), tmp_path / "out"
    for wanted in (1, 3, 6):
        process = start(toml, out)
        until(lambda least=wanted: parts(out) >= least)
        process.kill()
        process.wait()
        assert parts(out) < 8
    (out / "parts" / ".part-00007.parquet.tmp").write_bytes(b"half a file")
    (out / "cards" / "cards-00007.parquet").write_bytes(b"cards of a part whose rows were not written")
    what = plan.resolve(spec.load(toml))
    resumed = run.run(what, out, progress=False)
    whole = run.run(what, tmp_path / "whole", progress=False)
    assert 0 < resumed.played < whole.played
    assert bytes_of(out) == bytes_of(whole.folder)
    assert not list(out.glob("*/.*"))


def interrupt(process: subprocess.Popen, out: Path, after: int, times: int = 1) -> tuple[float, str]:
    """Send Ctrl-C to a process and its children, as a terminal does; return the seconds it took to end, and what it said."""
    until(lambda: parts(out) >= after and (out / ".stop").exists())
    began = time.monotonic()
    for _ in range(times):
        os.killpg(process.pid, signal.SIGINT)
        time.sleep(0.02)
    said, _ = process.communicate(timeout=20)
    return time.monotonic() - began, said


@EVERYWHERE
def test_ctrl_c(start, tmp_path, options):
    if "backend=dask" in options:
        pytest.importorskip("distributed")
    out = tmp_path / "out"
    process = start(write(tmp_path, 1_000_000, 2_000), out, *options)
    took, said = interrupt(process, out, 1)
    assert process.returncode == 130, said
    assert took < STOPS_WITHIN
    assert "The same command goes on from there." in said
    assert "Traceback" not in said
    until(lambda: not in_session(process.pid), 1)
    assert not list(out.glob("*/.*"))
    assert not (out / ".stop").exists()
    assert (parts(out) - 1) * 200 * 4 <= pl.read_parquet(out / "parts" / "*.parquet").height <= parts(out) * 200 * 4


def test_what_was_played_of_a_part_is_kept(study, tmp_path, monkeypatch):
    what = study(cards=True, blocks=60, part_blocks=60)
    whole = run.run(what, tmp_path / "whole", progress=False)
    played = run.play_chunk
    calls = []

    def stopping(job, arm, first, blocks, flag):
        calls.append((arm, first))
        if len(calls) == 100:
            np.memmap(flag, np.int64, "r+", shape=(1,))[0] = 1
        return played(job, arm, first, blocks, flag)

    monkeypatch.setattr(run, "play_chunk", stopping)
    monkeypatch.setattr(run, "TRIAL_SECONDS", 0)  # two blocks of each arm are played to measure, and count
    with pytest.raises(run.Interrupted, match=r"stopped; \d+ of 60 deals are kept"):
        run.run(what, tmp_path / "cut", workers=1, progress=False, chunk_blocks=2)
    monkeypatch.setattr(run, "play_chunk", played)
    rows = pl.read_parquet(tmp_path / "cut" / "parts" / "*.parquet")
    assert 0 < rows["block"].n_unique() < 60
    assert rows.height == rows["block"].n_unique() * what.rows
    resumed = run.run(what, tmp_path / "cut", progress=False)
    assert 0 < resumed.played < whole.played
    assert bytes_of(tmp_path / "cut") == bytes_of(whole.folder)


@EVERYWHERE
def test_ctrl_c_in_a_game_that_takes_minutes(start, tmp_path, options):
    if "backend=dask" in options:
        pytest.importorskip("distributed")
    out = tmp_path / "out"
    process = start(write(tmp_path, 100, 1_000_000_000_000), out, *options)
    until((out / ".stop").exists)
    time.sleep(0.5)
    took, said = interrupt(process, out, 0)
    assert process.returncode == 130, said
    assert took < STOPS_WITHIN
    assert "Traceback" not in said
    until(lambda: not in_session(process.pid), 1)


def test_ctrl_c_twice(start, tmp_path):
    out = tmp_path / "out"
    process = start(write(tmp_path, 1_000_000, 2_000), out)
    took, said = interrupt(process, out, 1, times=3)
    assert process.returncode == 130, said
    assert took < STOPS_WITHIN
    assert "Traceback" not in said


def test_ctrl_c_is_given_back(study, tmp_path):
    before = signal.getsignal(signal.SIGINT)
    run.run(study(), tmp_path / "out", progress=False)
    assert signal.getsignal(signal.SIGINT) is before


@pytest.mark.parametrize("steps", [(5, 60), (20, 60), (30, 40, 41, 60)])
def test_extended_runs_have_the_same_bytes(study, tmp_path, steps):
    what = study(cards=True)
    for blocks in steps:
        done = run.run(what, tmp_path / "grown", blocks, progress=False)
        assert done.blocks == blocks
        assert pl.read_parquet(done.folder / "parts" / "*.parquet")["block"].n_unique() == blocks
    assert bytes_of(done.folder) == bytes_of(run.run(what, tmp_path / "whole", progress=False).folder)


def test_fewer_blocks_than_there_are_change_nothing(study, tmp_path):
    folder = run.run(study(), tmp_path / "out", progress=False).folder
    before = bytes_of(folder)
    assert run.run(study(), folder, 10, progress=False).played == 0
    assert bytes_of(folder) == before


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"seed": 8}, "seed 7 -> 8"),
        ({"part_blocks": 10}, "part_blocks 20 -> 10"),
        ({"rules": {"goal": 12}}, r"study.rules.goal none -> 12"),
        ({"margin": 0.1}, r"study.margin 0.05 -> 0.1"),
        ({"tables": {"mixed": ["single", "greedy"], "mirror": ["switch"]}}, r'strategies\[1\] "double" -> "greedy"'),
    ],
)
def test_another_run_is_refused(study, tmp_path, changes, message):
    folder = run.run(study(), tmp_path / "out", progress=False).folder
    before = bytes_of(folder)
    with pytest.raises(Unknown, match=message):
        run.run(study(**changes), folder, progress=False)
    assert bytes_of(folder) == before


def test_an_edited_source_is_refused(study, tmp_path):
    idea = tmp_path / "idea.py"
    source = Path(__file__).parent / "idea.py.txt"
    shutil.copy(source, idea)
    tables = {"mixed": [f"{idea}:rush"]}
    folder = run.run(study(players=[2], tables=tables), tmp_path / "out", progress=False).folder
    idea.write_text(source.read_text() + "\n# another thought\n")
    with pytest.raises(Unknown, match=r"source idea\.py changed"):
        run.run(study(players=[2], tables=tables), folder, progress=False)


def test_a_damaged_part_is_named(study, tmp_path):
    folder = run.run(study(), tmp_path / "out", progress=False).folder
    before = bytes_of(folder)
    part = folder / "parts" / "part-00001.parquet"
    part.write_bytes(part.read_bytes()[:500])
    with pytest.raises(Unknown, match=r"part-00001\.parquet: damaged"):
        run.run(study(), folder, progress=False)
    part.unlink()
    run.run(study(), folder, progress=False)
    assert bytes_of(folder) == before


def test_parts_without_a_manifest_are_left_alone(study, tmp_path):
    folder = run.run(study(), tmp_path / "out", progress=False).folder
    (folder / "manifest.json").unlink()
    with pytest.raises(Unknown, match=r"has parts but no manifest\.json"):
        run.run(study(), folder, progress=False)
