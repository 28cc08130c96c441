"""Versions of a game side by side: the dice race with other dice or rules, where the answers are known."""

import hashlib

import polars as pl
import pytest

from simkit.analysis import load
from simkit.analysis.variant import HARDLY_SEEN, HIGHER, IDENTICAL, LOWER, Comparison, analyse
from simkit.batch import folder, plan, run, spec
from simkit.core.game import Unknown

SIX = "id,sides,provenance\npair,6,printed\nsingle,6,printed\n"


def cards(place, text):
    place.mkdir(exist_ok=True)
    (place / "dice.csv").write_text(text, encoding="utf-8")
    return str(place)


def variant(versions, **changes):
    raw = {
        "name": "change", "kind": "variant", "game": "dice_race", "seed": 7, "blocks": 60, "players": [2], "versions": versions,
        "tables": {"mixed": ["single", "double"]},
    }  # fmt: skip
    return plan.resolve(spec.parse(raw | changes))


def played(what, place, **options):
    run.run(what, place, progress=False, **options)
    return Comparison(load(place))


def rows(found, **where):
    return found.filter(*(pl.col(name) == value for name, value in where.items()))


def test_identical_versions_differ_by_exactly_nothing(tmp_path):
    found = played(variant([{"name": "a"}, {"name": "b", "components": cards(tmp_path / "six", SIX)}]), tmp_path / "run")
    assert found.changes == []
    for column in ("difference", "low", "high"):
        assert set(found.measures[column]) == {0.0}
        assert set(found.cards[column]) == {0.0}
    assert set(found.measures["verdict"]) == {IDENTICAL}
    assert set(found.cards["verdict"]) <= {IDENTICAL, HARDLY_SEEN}


def test_a_sorted_sheet_gives_the_same_bytes(tmp_path):
    (tmp_path / "deep").mkdir()
    other = cards(tmp_path / "deep" / "cards", "id,sides,provenance\nsingle,6,printed\npair,6,printed\n")  # the folder's name is told
    hashes = []
    for number, place in enumerate((cards(tmp_path / "cards", SIX), other)):
        into = tmp_path / f"run{number}"
        run.run(variant([{"name": "a"}, {"name": "b", "components": place}]), into, progress=False)
        files = sorted(file for file in into.rglob("*") if file.is_file() and file.suffix in (".parquet", ".json", ".md"))
        hashes.append([hashlib.sha256(file.read_bytes()).hexdigest() for file in files])
    assert hashes[0] == hashes[1]
    assert len(hashes[0]) == 4


def test_bigger_dice_shorten_the_race_and_are_told_in_words(tmp_path):
    bigger = cards(tmp_path / "big", "id,sides,provenance\npair,6,printed\nsingle,12,own\n")
    found = played(variant([{"name": "old"}, {"name": "new", "components": bigger}]), tmp_path / "run")
    turns = rows(found.measures, measure="turns").row(0, named=True)
    assert turns["verdict"] == LOWER
    assert turns["low"] <= turns["difference"] <= turns["high"] < 0
    said = [change["text"] for change in found.changes]
    assert len(said) == 1
    assert "6 -> 12" in said[0]
    changed = found.cards.filter(pl.col("changed"))
    assert changed["card"].to_list() == ["single"]
    assert changed["seen_before"][0] == 1.0


def test_a_head_start_is_found_at_its_seat_and_the_gap_grows(tmp_path):
    rule = {"head_start": {2: [0, 6]}}
    what = variant([{"name": "old"}, {"name": "new", "rules": rule}], tables={"mirror": ["double"]}, blocks=200)
    found = played(what, tmp_path / "run")
    seats = {m: rows(found.measures, measure=m).row(0, named=True) for m in ("seat_1", "seat_2")}
    assert seats["seat_2"]["verdict"] == HIGHER
    assert seats["seat_1"]["verdict"] == LOWER
    assert seats["seat_1"]["difference"] == pytest.approx(-seats["seat_2"]["difference"])
    gaps = found.gaps.sort("arm")
    assert gaps["low"][1] > gaps["high"][0] or gaps["gap"][1] > gaps["gap"][0]
    assert all(low <= gap <= high for _, gap, low, high in gaps.iter_rows())
    assert found.changes[0]["text"].endswith(": 0 -> 0, 6 by seat with 2 players (rule head_start)")


def test_goals_and_metrics_come_from_the_last_call_and_change_no_identity(tmp_path):
    versions = [{"name": "old"}, {"name": "new"}]
    goals = ["turns 0..1000", "turns > 1000", "seat_gap < 99%"]
    first, second = variant(versions), variant(versions, goals=goals, metrics={"far": "total >= 3"})
    assert folder.default_folder(first) == folder.default_folder(second)
    assert played(first, tmp_path / "run").goals.height == 0
    found = played(second, tmp_path / "run")
    assert found.goals["verdict"].to_list() == ["met", "missed", "met"]
    assert "goals" in analyse(found.study)
    assert found.study.asked["metrics"] == {"far": "total >= 3"}


def test_solo_and_several_tables_are_paired(tmp_path):
    what = variant([{"name": "old"}, {"name": "new"}], players=[1, 2])
    found = played(what, tmp_path / "run")
    assert {pair.after.players for pair in found.pairs} == {1, 2}
    assert all(pair.before.version == 0 and pair.after.version == 1 for pair in found.pairs)
    assert {"success", "turns"} <= set(rows(found.measures, players=1)["measure"])


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"versions": [{"name": "a"}]}, "versions"),
        ({"versions": [{"name": "a"}, {"name": "a"}]}, "more than once"),
        ({"versions": [{"name": "a"}, {"name": "b", "rules": {"head_strat": 3}}]}, "head_start"),
        ({"versions": [{"name": "a"}, {"name": "b", "components": "nowhere"}]}, "versions.b"),
        ({"versions": [{"name": "a"}, {"name": "b", "component": "x"}]}, "components"),
        ({"scenarios": ["sprint"]}, "1 player"),
        ({"tables": {}}, "nobody plays"),
    ],
)
def test_what_cannot_be_compared_is_said(changes, message):
    with pytest.raises(Unknown, match=message):
        variant(**{"versions": [{"name": "a"}, {"name": "b"}]} | changes)
