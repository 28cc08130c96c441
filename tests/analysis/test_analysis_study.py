"""Opening study folders, whole and broken."""

import json

import polars as pl
import pytest

from simkit.analysis import StudyError, load
from tests.analysis.synthetic import write_seats, write_solo


@pytest.fixture
def folder(tmp_path):
    return write_seats(tmp_path / "run", blocks=1200, players=[2], mirrors=(1,))


def test_what_a_study_knows(folder):
    study = load(folder)
    assert (study.kind, study.name, study.game) == ("seats", "seats", "Spellbloom")
    assert study.blocks.tolist() == list(range(1200))
    assert [arm.is_mixed for arm in study.arms] == [True, False]
    assert [arm.rotations for arm in study.arms] == [2, 1]
    assert len(study.parts) == 3
    assert study.rows.select(pl.len()).collect().item() == 1200 * 6


def test_to_pandas_needs_no_pyarrow(folder):
    frame = load(folder).to_pandas()
    assert len(frame) == 1200 * 6
    assert frame["share"].sum() == 60 * 1200 * 3
    assert frame["cut_off"].dtype == bool


def test_interrupted_run_loads_with_what_it_has(folder):
    (folder / "parts" / "part-00001.parquet").unlink()
    (folder / "parts" / "part-00003.parquet.tmp").write_bytes(b"half")
    study = load(folder)
    assert len(study.blocks) == 700
    assert study.reduce(lambda rows: rows.select(pl.len()))["len"].sum() == 700 * 6


def test_missing_folder(tmp_path):
    with pytest.raises(StudyError, match=r"no manifest\.json"):
        load(tmp_path / "nowhere")


def test_no_parts(folder):
    for part in (folder / "parts").iterdir():
        part.unlink()
    with pytest.raises(StudyError, match="no parts"):
        load(folder)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"version": 2}, "version 2"),
        ({"format": "other"}, "simkit-run"),
        ({"arms": []}, "lacks arms"),
        ({"strategies": None}, "lacks strategies"),
    ],
)
def test_manifest_that_cannot_be_read(folder, change, message):
    path = folder / "manifest.json"
    path.write_text(json.dumps(json.loads(path.read_text()) | change))
    with pytest.raises(StudyError, match=message):
        load(folder)


def test_manifest_that_is_no_json(folder):
    (folder / "manifest.json").write_text("{")
    with pytest.raises(StudyError, match="JSON"):
        load(folder)


def test_truncated_part_is_named(folder):
    part = folder / "parts" / "part-00001.parquet"
    part.write_bytes(part.read_bytes()[:100])
    with pytest.raises(StudyError, match=r"part-00001\.parquet: not readable"):
        load(folder)


def test_missing_column_is_named(folder):
    part = folder / "parts" / "part-00000.parquet"
    pl.read_parquet(part).drop("share").write_parquet(part)
    with pytest.raises(StudyError, match="lacks the columns share"):
        load(folder)


def test_parts_of_two_schemas(folder):
    part = folder / "parts" / "part-00002.parquet"
    pl.read_parquet(part).with_columns(pl.col("total").cast(pl.Int64)).write_parquet(part)
    with pytest.raises(StudyError, match="columns differ"):
        load(folder)


def test_broken_block_is_named(folder):
    part = folder / "parts" / "part-00000.parquet"
    pl.read_parquet(part).head(-1).write_parquet(part)
    with pytest.raises(StudyError, match="block 499 has 5 rows, not 6"):
        load(folder)


def test_repeated_block_is_named(folder):
    parts = folder / "parts"
    (parts / "part-00003.parquet").write_bytes((parts / "part-00001.parquet").read_bytes())
    with pytest.raises(StudyError, match="block 500 is in two parts"):
        load(folder)


def test_optional_keys_may_be_absent(tmp_path):
    folder = write_solo(tmp_path / "run", blocks=10)
    path = folder / "manifest.json"
    manifest = json.loads(path.read_text())
    manifest["study"] = {"kind": "solo"}
    manifest["game"] = {"name": "spellbloom"}
    path.write_text(json.dumps(manifest))
    study = load(folder)
    assert (study.name, study.game) == ("solo", "spellbloom")


def test_pace_is_seconds_a_block_by_the_log(tmp_path):
    folder = write_seats(tmp_path / "run", 20, players=[2], mirrors=(1,))  # 3 games a block
    assert load(folder).pace is None
    lines = [{"event": "part", "games": 30, "seconds": 1.5}, {"event": "part", "games": 30, "seconds": 2.5}, {"event": "end", "games": 60}]
    with (folder / "log.jsonl").open("a") as file:
        file.writelines(json.dumps(line) + "\n" for line in lines)
    assert load(folder).pace == pytest.approx(4.0 / 20)
    (folder / "log.jsonl").unlink()
    assert load(folder).pace is None
