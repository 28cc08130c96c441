"""The index: main runs first, smaller and later ones named, nothing replaced silently."""

import json
import os
import re

import pytest

from reports import index, kinds, shelf
from reports import text as terminal
from simkit.analysis import StudyError, load
from tests.analysis import synthetic as syn

pytestmark = pytest.mark.usefixtures("no_pictures")


def played(folder, when, blocks, **spec):
    syn.write_seats(folder, blocks, players=[2], mirrors=(), **spec)
    for part in (folder / "parts").iterdir():
        os.utime(part, (when, when))
    return folder


def report(folder, out):
    path, (written,) = index.write(index.find([load(folder)], out), out)
    return path.read_text(encoding="utf-8"), written


def contents(page):
    return re.findall(r'<li class="\w+"><a href="#([^"]+)"', page)


def test_a_tiny_run_does_not_take_the_place_of_the_large_one(tmp_path):
    out = tmp_path / "out"
    page, written = report(played(tmp_path / "large", 1000, 400), out)
    assert written.is_main
    label = written.page.parent.name
    before = written.page.read_bytes()
    # Same seed, so same identity: the deals of the large run, only fewer.
    page, written = report(played(tmp_path / "tiny", 2000, 20), out)
    assert not written.is_main
    assert written.page.parent.name == f"{label}-20"
    assert (out / label / "index.html").read_bytes() == before
    assert contents(page) == [label]
    assert "A later, smaller run of this study exists" in page
    assert f'href="{label}-20/index.html"' in page
    assert page.count("<article") == 1


def test_a_tiny_run_reported_beside_the_large_one_has_its_own_page(tmp_path):
    folders = [played(tmp_path / name, 1000, blocks) for name, blocks in (("large", 60), ("tiny", 20))]
    for order in (folders, folders[::-1]):
        out = tmp_path / order[0].name / "out"
        _, written = index.write(index.find([load(folder) for folder in order], out), out)
        assert sorted(done.is_main for done in written) == [False, True]
        (main,) = (done.page.parent.name for done in written if done.is_main)
        assert {done.page.parent.name for done in written} == {main, f"{main}-20"}


def test_more_deals_of_a_run_replace_its_page(tmp_path):
    out = tmp_path / "out"
    report(played(tmp_path / "few", 1000, 40), out)
    page, written = report(played(tmp_path / "more", 2000, 60), out)
    assert written.is_main
    assert len(list(out.glob("*/index.html"))) == 1
    assert "60 deals" in page


def test_an_earlier_smaller_run_is_not_mentioned_but_one_of_other_rules_is(tmp_path):
    out = tmp_path / "out"
    report(played(tmp_path / "early", 1000, 30, seed=5), out)
    report(played(tmp_path / "rules", 1100, 30, rules={"three_dice_points": 4}), out)
    page, _ = report(played(tmp_path / "large", 2000, 60), out)
    assert "A later, smaller run" not in page
    assert "Study seats: 30 deals, seed 1; rules changed: three_dice_points = 4." in page
    assert "seed 5" not in page


def test_every_study_is_listed_by_game(tmp_path):
    out = tmp_path / "out"
    report(played(tmp_path / "a", 1000, 40), out)
    solo = syn.write_solo(tmp_path / "b", 40)
    page, _ = report(solo, out)
    assert [label.rsplit("-", 1)[0] for label in contents(page)] == ["spellbloom-seats", "spellbloom-solo"]
    assert page.count("<article") == 2


def test_notes_of_others_and_of_other_versions_are_passed_over(tmp_path):
    out = tmp_path / "out"
    _, written = report(played(tmp_path / "a", 1000, 40), out)
    for name, text in (("x", "{}"), ("y", "[1]"), ("z", "half a f"), ("v", '{"version": 0}')):
        (out / name).mkdir()
        (out / name / shelf.NOTE).write_text(text)
    assert [study.main.label for study in shelf.shelves(out)] == [written.page.parent.name]


def test_a_page_is_found_by_name(tmp_path):
    out = tmp_path / "out"
    _, written = report(played(tmp_path / "a", 1000, 40), out)
    label = written.page.parent.name
    assert [shelf.page_of(name, out) for name in ("seats", "spellbloom/seats", label)] == [label] * 3
    with pytest.raises(StudyError, match="no page of a study 'seat'; known are spellbloom/seats"):
        shelf.page_of("seat", out)


def test_files_of_a_former_report_do_not_stay(tmp_path):
    out = tmp_path / "out"
    _, written = report(played(tmp_path / "a", 1000, 40), out)
    old = written.page.parent / "old.csv"
    old.write_text("x")
    report(tmp_path / "a", out)
    assert not old.exists()


def test_further_measures_have_their_place(tmp_path):
    folder = played(tmp_path / "a", 1000, 40)
    with (folder / "log.jsonl").open("a") as file:
        file.write(json.dumps({"event": "asked", "metrics": {"NA": "turns", "long": "total > 60"}}) + "\n")
    found = kinds.find(load(folder), "x")
    passages = kinds.section(found).passages
    assert [passage.title for passage in passages].index("Further measures") == len(passages) - 1
    (table,) = passages[-1].tables
    assert table.rows[0] == ("NA", "2 players, mixed table", "11.0", "11.0 to 11.0", "turns")
    assert (table.rows[1][0], table.rows[1][-1]) == ("long", "share of seats")
    assert table.rows[1][2].endswith("%")
    assert "long is total > 60" in passages[-1].sentences[0]
    assert "share of seats" in terminal.render(found)
    assert "metrics" in found.tables


def test_a_long_answer_is_short_on_the_index():
    assert index._brief("one.\ntwo.\nthree.") == "one. two. three."
    assert index._brief("\n".join("abcde")) == "a b c The page says more."
