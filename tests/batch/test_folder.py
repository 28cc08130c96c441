"""Folders of runs: other people's files in them, and which of them are the latest."""

import json
import os

import pytest

from simkit.batch import run
from simkit.batch.folder import default_folder, find_run, holds_run, latest
from simkit.core.game import Unknown

OURS = ("parts/.part-00007.parquet.tmp", "cards/.cards-00007.parquet.tmp", ".manifest.json.tmp", ".columns.md.tmp")
FOREIGN = (".notes.tmp", ".part-00007.parquet.tmp", "parts/.other.tmp", "drafts/.part-00001.parquet.tmp", "drafts/deep/.x.tmp")


def put(folder, names):
    for name in names:
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(b"precious")


def there(folder, names):
    return [name for name in names if (folder / name).exists()]


def test_only_what_a_killed_writer_of_ours_left_is_removed(study, tmp_path):
    what = study(cards=True)
    foreign = [name for name in FOREIGN if not name.startswith("parts/")]
    put(tmp_path, foreign)
    run.run(what, tmp_path, 20, progress=False)
    assert there(tmp_path, foreign) == foreign
    put(tmp_path, (*OURS, *FOREIGN))
    run.run(what, tmp_path, progress=False)
    assert there(tmp_path, FOREIGN) == list(FOREIGN)
    assert there(tmp_path, OURS) == []


def test_nothing_is_removed_from_another_run(study, tmp_path):
    run.run(study(cards=True), tmp_path, 20, progress=False)
    put(tmp_path, (*OURS, *FOREIGN))
    with pytest.raises(Unknown, match="holds another run"):
        run.run(study(cards=True, seed=8), tmp_path, 20, progress=False)
    assert there(tmp_path, (*OURS, *FOREIGN)) == [*OURS, *FOREIGN]


@pytest.mark.parametrize(
    ("name", "message"), [("manifest.json", "not the manifest of a run"), ("columns.md", r"has a columns\.md but no manifest")]
)
def test_files_of_our_names_are_left_alone(study, tmp_path, name, message):
    file = tmp_path / name
    file.write_text(json.dumps({"name": "a web page"}), encoding="utf-8")
    before = file.read_bytes()
    with pytest.raises(Unknown, match=message):
        run.run(study(), tmp_path, progress=False)
    assert file.read_bytes() == before
    assert not holds_run(tmp_path)


def test_worth_a_report_are_the_largest_run_and_the_latest(study, tmp_path):
    """Of each study: a small run of one's own does not hide the large one."""
    plans = [study(seed=1), study(seed=2), study(seed=3), study(seed=4), study(seed=5, name="zebra")]
    first, second, third, empty, other = folders = [default_folder(what, tmp_path) for what in plans]
    for what, folder, blocks in zip(plans, folders, (20, 20, 10, 0, 10), strict=True):
        if blocks:
            run.run(what, folder, blocks, progress=False)
    empty.joinpath("parts").mkdir(parents=True)
    (empty / "manifest.json").write_text((first / "manifest.json").read_text())
    for age, folder in enumerate((third, second, first, other)):
        os.utime(folder / "parts" / "part-00000.parquet", (1000 - age, 1000 - age))
    (first / "log.jsonl").touch()  # written last, but nothing was played
    assert latest(tmp_path) == ([second, third, other], [empty])
    os.utime(third / "parts" / "part-00000.parquet", (1, 1))
    assert latest(tmp_path)[0] == [second, other]
    assert latest(tmp_path / "nowhere") == ([], [])


def test_a_study_is_called_as_it_is_run_and_its_largest_run_is_meant(study, tmp_path):
    small, large = study(seed=1), study(seed=2)
    for what, blocks in ((small, 10), (large, 20)):
        run.run(what, default_folder(what, tmp_path), blocks, progress=False)
    called = f"{small.game.name}/{small.study.name}"
    assert find_run(called, tmp_path) == default_folder(large, tmp_path)
    with pytest.raises(Unknown, match=f"did you mean '{called}'"):
        find_run(called[:-1], tmp_path)
    with pytest.raises(Unknown, match="there are several runs"):
        find_run(small.study.name, tmp_path)
