"""Studies of cards at a stall where a card is worth its points, no more and no less, so that every answer is known."""

import csv
import dataclasses
import hashlib

import numpy as np
import openpyxl
import polars as pl
import pytest

from reports import index
from simkit import laboratory, registry
from simkit.analysis import load
from simkit.analysis.card_flags import FINE, HARDLY_SEEN, OVER, UNDER
from simkit.analysis.cards import GIVEN, ONE, UNDECIDED, analyse
from simkit.analysis.ladder import COUNTS, NO_LEVEL
from simkit.batch import chunk, plan, run, spec
from simkit.batch.identity import canonical, manifest
from simkit.core.card_kinds import card_kinds, cards_of
from simkit.core.edits import Edit, edited
from simkit.core.game import Unknown

HEAD = "id,family,points,boxed,provenance"


@pytest.fixture(scope="module", autouse=True)
def _stall():
    registry.load_plugin("tests.card_stall")


@pytest.fixture
def sheet(tmp_path):
    """Write a sheet of cards: points by id, and which stay in the box."""

    def write(points, boxed=()):
        place = tmp_path / f"cards{len(list(tmp_path.iterdir()))}"
        place.mkdir()
        rows = [(key, "plain", value, "yes" if key in boxed else "no", "printed") for key, value in points.items()]
        with (place / "cards.csv").open("w", encoding="utf-8", newline="") as file:
            csv.writer(file, lineterminator="\n").writerows([HEAD.split(","), *rows])
        return str(place)

    return write


def cards(**changes):
    raw = {"name": "power", "kind": "cards", "game": "card_stall", "seed": 7, "blocks": 40, "strategies": ["leftmost"]}
    return plan.resolve(spec.parse(raw | changes))


def found(what, place, **options):
    run.run(what, place, progress=False, **options)
    return analyse(load(place))


def row(table, **where):
    return table.row(by_predicate=pl.all_horizontal(pl.col(name) == value for name, value in where.items()), named=True)


PLAIN = {f"c{number:02d}": 2 for number in range(12)}


def test_a_planted_strong_card_is_found_and_sized_and_its_placebo_twin_is_not(tmp_path, sheet):
    place = sheet(PLAIN | {"c03": 5, "c07": -2})
    tables = found(cards(components=place, strategies=["leftmost", "grabber"]), tmp_path / "run")
    for level in ("leftmost", "grabber"):
        given = tables["worth"].filter((pl.col("question") == GIVEN) & (pl.col("level") == level))
        strong, weak = (row(given, card=card) for card in ("c03", "c07"))
        assert strong["worth"] == pytest.approx(5 - (10 * 2 - 2) / 11, abs=0.2)
        assert weak["worth"] == pytest.approx(-2 - (10 * 2 + 5) / 11, abs=0.2)
        twins = [row(given, card=card) for card in ("c04", "c05")]
        assert all(twin["low"] <= 2 - (9 * 2 + 5 - 2) / 11 <= twin["high"] for twin in twins)
    flags = dict(tables["cards"].select("card", "flag").iter_rows())
    assert (flags["c03"], flags["c07"]) == (OVER, UNDER)
    assert {flag for card, flag in flags.items() if card not in ("c03", "c07")} == {FINE}


@pytest.mark.parametrize("players", [2, 3])
def test_steps_of_one_two_and_three_points_have_slope_one(tmp_path, players):
    tables = found(cards(questions=["one"], steps=[1, 2, 3], players=players, rules={"takes": 3}), tmp_path / "run")
    steps = tables["worth"].filter(pl.col("question") == ONE)
    assert steps["worth"].to_list() == pytest.approx(steps["step"].to_list(), abs=1e-12)
    assert steps["own"].to_list() == pytest.approx(steps["step"].to_list(), abs=1e-12)
    assert steps["error"].max() == pytest.approx(0, abs=1e-9)
    a_game = row(steps, card="c03", step=2)
    assert a_game["a_game"] == pytest.approx(2 * a_game["times"] / (40 * players))


def test_who_looks_for_points_gains_more_than_the_step_and_holds_the_card_more_often(tmp_path, size):
    tables = found(cards(questions=["one"], steps=[1], strategies=["grabber"]), tmp_path / "run", blocks=size(300, 20))
    steps = tables["worth"].filter(pl.col("question") == ONE)
    gained = (steps["worth"] * steps["times"]).sum() / steps["times"].sum()
    assert 1.0 < gained < 1.5


def test_a_step_of_nothing_differs_by_exactly_nothing(tmp_path):
    tables = found(cards(steps=[0], strategies=["grabber"]), tmp_path / "run")
    steps = tables["worth"].filter(pl.col("question") == ONE)
    for name in ("worth", "error", "low", "high", "own", "share", "a_game"):
        assert set(steps[name]) == {0.0}
    assert set(tables["everybody"]["difference"]) == {0.0}
    assert not tables["everybody"]["moved"].any()


def test_if_everybody_had_it_points_move_and_win_shares_do_not(tmp_path):
    tables = found(cards(questions=["all"]), tmp_path / "run")
    moved = tables["everybody"]
    points = moved.filter((pl.col("measure") == "points") & (pl.col("card") == "c03")).row(0, named=True)
    held = row(tables["use"], card="c03")["taken"]
    assert points["difference"] == pytest.approx(held)
    assert points["moved"]
    assert set(moved.filter(pl.col("measure") == "turns")["difference"]) == {0.0}


def test_relabelled_cards_give_relabelled_results(tmp_path, sheet):
    called = {name: name.replace("c", "kept ") for name in PLAIN}
    first = found(cards(components=sheet(PLAIN | {"c03": 5})), tmp_path / "a")
    second = found(cards(components=sheet({called[name]: points for name, points in (PLAIN | {"c03": 5}).items()})), tmp_path / "b")
    for name, table in first.items():
        columns = [column for column in ("card", "name") if column in table.columns]
        changed = table.with_columns(pl.col(columns).replace(called)) if columns else table
        assert changed.equals(second[name].with_columns()), name


def test_a_card_that_never_leaves_the_box_is_hardly_seen_and_dead(tmp_path, sheet):
    tables = found(cards(components=sheet(PLAIN, boxed=["c05"])), tmp_path / "run")
    assert row(tables["cards"], card="c05")["flag"] == HARDLY_SEEN
    assert tables["dead"].select("card", "what").rows() == [("c05", "never offered")]
    assert row(tables["worth"], card="c05", question=ONE)["flag"] == HARDLY_SEEN


def test_names_that_look_like_nothing_survive_every_export(tmp_path, sheet):
    names = ["NA", "nan", "null", "None", "N/A", "true"]
    what = cards(components=sheet(PLAIN | dict.fromkeys(names, 2)), blocks=30)
    run.run(what, tmp_path / "run", progress=False)
    shown = index.find([load(tmp_path / "run")], tmp_path / "out", None)
    _, written = index.write(shown, tmp_path / "out")
    (folder,) = {done.page.parent for done in written}
    with (folder / "use.csv").open(encoding="utf-8", newline="") as file:
        assert set(names) <= {line["card"] for line in csv.DictReader(file)}
    page = (folder / "index.html").read_text(encoding="utf-8")
    assert all(f">{name}<" in page or f">{name}\n" in page for name in names)
    book = openpyxl.load_workbook(next(folder.glob("*.xlsx")))["use"]
    assert set(names) <= {str(line[1]) for line in book.iter_rows(values_only=True)}


def test_a_single_block_and_a_run_cut_short_report_sensibly(tmp_path):
    tables = found(cards(part_blocks=10), tmp_path / "one", blocks=1)
    assert set(tables["cards"]["flag"]) == {UNDECIDED}
    assert tables["worth"]["error"].null_count() == tables["worth"].height
    whole = tmp_path / "whole"
    run.run(cards(part_blocks=10), whole, progress=False)
    (whole / "parts" / "part-00003.parquet").unlink()  # killed between its two files: the cards of its deals are there, its rows are not
    cut, fresh = analyse(load(whole)), found(cards(part_blocks=10), tmp_path / "fresh", blocks=30)
    for name, table in fresh.items():
        assert cut[name].equals(table), name


def test_sums_of_many_blocks_are_taken_in_groups(tmp_path, monkeypatch):
    run.run(cards(), tmp_path / "run", progress=False)
    one_by_one = analyse(load(tmp_path / "run"))["worth"]
    monkeypatch.setattr("simkit.analysis.cards.MAX_DELETE_ONE", 20)
    monkeypatch.setattr("simkit.analysis.cards.GROUPS", 8)
    grouped = analyse(load(tmp_path / "run"))["worth"]
    assert grouped["worth"].to_list() == pytest.approx(one_by_one["worth"].to_list())
    assert grouped["times"].to_list() == one_by_one["times"].to_list()


def test_flagged_cards_and_proposed_values_are_played_again_on_fresh_deals(tmp_path, sheet):
    place = sheet(PLAIN | {"c03": 5})
    levels = ["leftmost", "grabber"]
    raw = {"name": "power", "kind": "cards", "game": "card_stall", "seed": 7, "blocks": 40, "strategies": levels, "again": 30}
    study = laboratory.run(raw | {"components": place}, into=tmp_path / "run")
    strong = row(analyse(study)["cards"], card="c03")
    assert (strong["flag"], strong["value"], strong["proposed"]) == (OVER, 5, 2)
    assert strong["again"] == pytest.approx(3, abs=0.3)
    assert strong["fixed"] == pytest.approx(0, abs=0.3)
    replay = load(tmp_path / "run" / "replay")
    assert len(replay.blocks) == 30
    assert replay.manifest["seed"] == 8
    assert {entry["about"]["question"] for entry in replay.manifest["arms"]} == {"base", "given", "fix", "ladder"}


def test_nothing_is_played_again_where_nothing_is_flagged(tmp_path):
    raw = {"name": "power", "kind": "cards", "game": "card_stall", "seed": 7, "blocks": 40, "strategies": ["leftmost"], "again": 30}
    study = laboratory.run(raw, into=tmp_path / "run")
    assert not (study.folder / "replay").exists()


def test_rows_do_not_depend_on_how_arms_are_kept_or_cut_into_tasks(tmp_path, monkeypatch):
    def digests(place, **options):
        run.run(cards(blocks=12, part_blocks=6), place, progress=False, **options)
        return [hashlib.sha256(file.read_bytes()).hexdigest() for file in sorted(place.rglob("*.parquet"))]

    first = digests(tmp_path / "a", workers=2)
    monkeypatch.setattr(chunk, "SIDES_BYTES", 0)
    chunk.playable.cache_clear()
    assert first == digests(tmp_path / "b", workers=1, chunk_blocks=2)


def test_a_level_that_does_not_beat_the_one_below_has_no_say(tmp_path, sheet, size):
    place = sheet({f"c{number:02d}": number % 3 * 3 for number in range(14)})
    blocks = size(200, 40)
    up = found(cards(components=place, strategies=["leftmost", "grabber"], only=["c03", "c04"]), tmp_path / "up", blocks=blocks)
    down = found(cards(components=place, strategies=["grabber", "leftmost"], only=["c03", "c04"]), tmp_path / "down", blocks=blocks)
    lowest, above = up["ladder"].rows(named=True)
    assert (lowest["counts"], above["counts"], above["verdict"]) == (True, True, COUNTS)
    assert (above["level"], above["below"]) == ("grabber", "leftmost")
    assert 0.6 <= above["low"] < above["share"] < above["high"]
    below = down["ladder"].row(1, named=True)
    assert (below["counts"], below["verdict"]) == (False, NO_LEVEL)
    assert above["share"] + below["share"] == pytest.approx(1)
    few = found(cards(components=place, strategies=["leftmost", "grabber"], only=["c03", "c04"]), tmp_path / "few", blocks=3)
    short = few["ladder"].row(1, named=True)
    assert short["low"] < 0.6 < short["share"]  # by the estimate it would have a say
    assert (short["counts"], short["verdict"]) == (False, UNDECIDED)
    worth = down["worth"].filter((pl.col("question") == GIVEN) & (pl.col("card") == "c03"))
    assert row(down["cards"], card="c03")["worth"] == row(worth, level="grabber")["worth"]


def test_what_is_changed_is_part_of_the_identity():
    one, two, again = (canonical(manifest(cards(steps=[step]))) for step in (1, 2, 1))
    assert one == again
    assert one != two
    changed = manifest(cards(only=["c03"], questions=["one"]))["changed"][1]
    assert changed == {"name": "c03 points 3", "edits": [["cards", "c03", "points", 3]], "extra": []}


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"only": ["c3"]}, "there is no card 'c3'"),
        ({"sheets": ["card"]}, "did you mean 'cards'"),
        ({"steps": [40]}, "42 is not a whole number from -20 to 20"),
        ({"fixes": {"c03": 99}}, "99 is not a whole number from -20 to 20"),
        ({"fixes": {"c99": 1}}, "there is no card 'c99'"),
        ({"players": 1}, "greater than or equal to 2"),
        ({"questions": ["taken"]}, "questions"),
    ],
)
def test_what_cannot_be_asked_is_refused_in_words(changes, said):
    with pytest.raises(Unknown, match=said):
        cards(**changes)


def test_a_game_that_does_not_tell_its_cards_is_told_so():
    with pytest.raises(Unknown, match="no module card_kinds"):
        card_kinds(dataclasses.replace(registry.game("card_stall"), package="tests.analysis"))


def test_an_edit_is_checked_as_a_sheet_is_and_an_equal_value_changes_nothing():
    game = registry.game("card_stall")
    tables = game.components.read()
    card = cards_of(game, tables)[3]
    assert edited(tables, [Edit(card.cell, 2)], game.components.check) is tables
    changed = edited(tables, [Edit(card.cell, 4)], game.components.check)
    assert (changed.rows["cards"][3]["points"], tables.rows["cards"][3]["points"]) == (4, 2)
    assert changed.sha256 != tables.sha256
    with pytest.raises(Unknown, match="more than 200 points"):
        edited(tables, [Edit(each.cell, 20) for each in cards_of(game, tables)], game.components.check)


def test_a_grant_turns_with_its_chair():
    arm = next(arm for arm in cards(only=["c03"], questions=["given"]).arms if arm.about["question"] == GIVEN)
    assert arm.job["grants"] == [[("granted", 3), ("", -1)], [("", -1), ("granted", 3)]]
    game = registry.game("card_stall")
    config = game.config()
    given = chunk.granted(config, arm.job["grants"][1])
    assert given["granted"].tolist() == [[-1, 3, -1]]
    assert config["granted"].tolist() == [[-1, -1, -1]]


@pytest.mark.parametrize("name", ["spellbloom", "blume", "spell_smashers", "spellbook"])
def test_every_game_tells_its_cards(name):
    game = registry.game(name)
    tables = game.components.read()
    told = cards_of(game, tables)
    ids = game.components.card_ids(tables)
    config = game.config(tables=tables)
    sets = {fact.name for fact in game.facts if fact.unit == "set"}
    for card in told:
        assert {ids[number] for number in card.numbers} == {card.id} if card.kind.logged else card.numbers
        assert {fact for fact, _ in card.kind.sets} <= sets
        assert bool(card.kind.step_text) == card.can_step or card.kind.step_text
        assert card.kind.held_text or not card.kind.held
        assert card.can_grant or card.kind.no_grant
        assert not card.can_grant or card.kind.grant_text
        if card.can_grant:
            given = chunk.granted(config, [(card.kind.grant, card.numbers[0] - card.kind.first)])
            assert int(given[card.kind.grant][0, 0]) == card.numbers[0] - card.kind.first
    assert len({(card.kind.sheet, card.id) for card in told}) == len(told)
    assert np.all([card.can_step or card.kind.no_step for card in told])
