"""Studies of dynamics on disk: tracks and pieces beside the rows, however a run came about, and what is made of them."""

import numpy as np
import polars as pl
import pytest

from simkit.analysis import dynamics, load
from simkit.analysis.courses import courses
from simkit.batch import plan, run, spec
from simkit.core.game import Unknown
from tests.analysis.synthetic import no_nan
from tests.batch.test_run import bytes_of

SEAT = ["block", "arm", "rotation", "round", "seat"]


def course(**changes):
    raw = {
        "name": "course", "kind": "dynamics", "game": "dice_race", "seed": 7, "blocks": 60, "part_blocks": 60, "players": [2, 3],
        "tables": {"mixed": ["single", "double"], "mirror": ["switch"]}, "levels": ["single", "double"], "rounds": 6,
    }  # fmt: skip
    return plan.resolve(spec.parse(raw | changes))


def long(folder, name):
    return pl.read_parquet(folder / name / "*.parquet")


@pytest.fixture(scope="module")
def whole(tmp_path_factory):
    return run.run(course(), tmp_path_factory.mktemp("whole") / "run", progress=False, workers=1).folder


def test_tracks_have_a_row_for_every_seat_of_every_round_that_began(whole):
    tracks, rows = long(whole, "tracks"), long(whole, "parts")
    assert tracks.columns == [*SEAT, "place", "best_other", "bonus", "total"]
    assert tracks.equals(tracks.sort(SEAT))
    assert tracks.null_count().sum_horizontal().item() == 0
    no_nan(tracks)
    began = rows.filter(pl.col("seat") == 0).select(pl.min_horizontal(pl.col("turns").cast(pl.Int64), 6)).to_series()
    per_game = tracks.filter(pl.col("seat") == 0).group_by("block", "arm", "rotation").len().sort("block", "arm", "rotation")
    np.testing.assert_array_equal(per_game["len"], began)
    assert (tracks["place"] + tracks["bonus"] == tracks["total"]).all()
    assert (tracks.filter(pl.col("round") == 0)["place"] == 0).all()


def test_pieces_are_the_most_in_use_at_once(whole):
    pieces = long(whole, "pieces")
    steps = long(whole, "parts").group_by("block", "arm", "rotation").agg(pl.col("steps").cast(pl.Int64).sum())
    both = pieces.join(steps, on=["block", "arm", "rotation"], how="full")
    assert both.height == pieces.height == steps.height
    assert (both["spaces"] == both["steps"]).all()  # nobody walks back
    assert (pieces["lead"] > 0).all()


def test_the_dictionary_names_every_column_of_the_long_tables(whole):
    text = (whole / "columns.md").read_text()
    for name in ("tracks", "pieces"):
        assert f"# {name.capitalize()}" in text
        assert all(f"| {column} |" in text for column in long(whole, name).columns)


def test_workers_and_chunks_change_no_byte(whole, tmp_path):
    other = run.run(course(), tmp_path / "run", progress=False, workers=2, chunk_blocks=7)
    assert bytes_of(other.folder) == bytes_of(whole)


def test_an_extended_run_has_the_same_bytes(whole, tmp_path):
    for blocks in (5, 31, 60):
        run.run(course(), tmp_path / "run", blocks, progress=False)
    assert bytes_of(tmp_path / "run") == bytes_of(whole)


def test_an_interrupted_run_can_be_told_of_and_goes_on(whole, tmp_path, monkeypatch):
    played, calls = run.play_chunk, []

    def stopping(job, arm, first, blocks, flag):
        calls.append(arm)
        if len(calls) == 120:
            np.memmap(flag, np.int64, "r+", shape=(1,))[0] = 1
        return played(job, arm, first, blocks, flag)

    monkeypatch.setattr(run, "play_chunk", stopping)
    monkeypatch.setattr(run, "TRIAL_SECONDS", 0)  # two blocks of each arm are played to measure, however slow the machine
    with pytest.raises(run.Interrupted):
        run.run(course(), tmp_path / "run", workers=1, progress=False, chunk_blocks=2)
    monkeypatch.setattr(run, "play_chunk", played)
    kept = load(tmp_path / "run")
    assert 0 < len(kept.blocks) < 60
    found = dynamics.analyse(kept)
    assert found["tables"]["games"].sum() == len(kept.blocks) * sum(arm.rotations for arm in kept.arms if arm.table != "league")
    run.run(course(), tmp_path / "run", progress=False)
    assert bytes_of(tmp_path / "run") == bytes_of(whole)


def test_tracks_of_blocks_without_rows_are_left_alone(whole, tmp_path):
    """A run that was killed between its files has tracks of blocks whose rows are not there."""
    few = run.run(course(), tmp_path / "few", 10, progress=False).folder
    for name in ("tracks", "pieces"):
        (few / name / f"{name}-00000.parquet").write_bytes((whole / name / f"{name}-00000.parquet").read_bytes())
    study, first = load(few), load(whole)
    inside = courses(first, first.arms[0])
    got, wanted = courses(study, study.arms[0]), inside.of(inside.games.block < 10)
    rounds = got.points.shape[1]
    np.testing.assert_array_equal(got.points, wanted.points[:, :rounds])


def test_games_longer_than_what_is_kept_are_counted(tmp_path):
    found = dynamics.analyse(load(run.run(course(rounds=2), tmp_path / "run", progress=False).folder))
    assert 0 < found["tables"]["longer"].min() <= found["tables"]["games"].max()
    late = found["measures"].filter(pl.col("measure") == "lead_75").join(found["tables"], on="arm", suffix="_in_all")
    whole = dynamics.analyse(load(run.run(course(), tmp_path / "whole", progress=False).folder))["measures"]
    assert (late["games"] < whole.filter(pl.col("measure") == "lead_75")["games"]).all()
    assert (late["games"] < late["games_in_all"]).all()


@pytest.mark.parametrize("blocks", [1, 2, 60])
def test_few_deals_are_told_of_without_pretence(whole, tmp_path, blocks):
    folder = whole if blocks == 60 else run.run(course(), tmp_path / "run", blocks, progress=False).folder
    found = dynamics.analyse(load(folder))
    for table in found.values():
        no_nan(table)
    if blocks == 1:
        slope = found["measures"].filter((pl.col("arm") == 1) & (pl.col("measure") == "turns"))
        assert slope["low"].null_count() == 1
        assert found["calibration"].height == 0
        assert found["pieces"].filter(pl.col("quantile") == 0.999)["high"].null_count() > 0
    assert not found["measures"].filter(pl.col("topic") == "chance").height


def test_faulty_games_count_for_nobody(tmp_path):
    what = course(players=[2], tables={"mixed": ["broken", "single"]}, levels=[])
    found = dynamics.analyse(load(run.run(what, tmp_path / "run", progress=False).folder))
    assert found["tables"]["faults"].item() == 12
    assert found["measures"].filter(pl.col("measure") == "turns")["games"].item() == 120 - 12


def test_one_level_is_refused():
    with pytest.raises(Unknown, match="levels: one level alone has nobody to play with"):
        course(levels=["single"])
