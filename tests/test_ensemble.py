"""Alternative sets of cards: what moves, by how much, and the range that a page tells."""

import html
import re
from dataclasses import replace

import polars as pl
import pytest

import simkit
from reports import kinds, page
from reports import text as text_screen
from simkit import again, laboratory, registry
from simkit.analysis import ensemble, ensemble_answers, load
from simkit.analysis.study import ENSEMBLE
from simkit.batch import kinds as batch_kinds
from simkit.batch import plan, spec
from simkit.core.ensemble import Generator
from simkit.core.export import export
from simkit.core.game import Unknown
from simkit.core.jit import INTERPRETED
from simkit.core.parsing import Row
from tests.batch.test_run import bytes_of

pytestmark = pytest.mark.skipif(INTERPRETED, reason="about runs, not kernels")
WISH = {"columns": ["dice.sides"], "sets": 4, "blocks": 60, "provenance": ["printed"]}
RACE = {
    "name": "race", "kind": "seats", "game": "dice_race", "seed": 7, "blocks": 80, "players": [2],
    "tables": {"mixed": ["single", "double"], "mirror": ["single"]}, "ensemble": WISH,
}  # fmt: skip
ALONE = {
    "name": "alone", "kind": "solo", "game": "dice_race", "seed": 7, "blocks": 80, "strategies": ["single", "double"],
    "scenarios": ["sprint"], "ensemble": WISH,
}  # fmt: skip


@pytest.fixture(scope="module", autouse=True)
def _plugin():
    simkit.load_plugin("tests.dice_race")


@pytest.fixture(scope="module")
def run(tmp_path_factory):
    return laboratory.run(RACE, into=tmp_path_factory.mktemp("run") / "out")


def spellbloom():
    return registry.game("spellbloom").components.read(None)


def test_numbers_move_by_the_stated_rule_and_nothing_else_does():
    tables = spellbloom()
    made = Generator(["spells.points"], 0.5, 3)
    other = made.alternative(tables, 1)
    moved = [(a, b) for a, b in zip(tables.rows["spells"], other.rows["spells"], strict=True) if a != b]
    assert 20 < len(moved) < 75
    for a, b in moved:
        assert {name for name in a if a[name] != b[name]} == {"points"}
        assert abs(a["points"] - b["points"]) <= max(1, round(0.5 * a["points"]))
        assert a["provenance"] == "invented"
    assert other.rows["tasks"] == tables.rows["tasks"]
    assert made.check(tables) == 75


def test_a_number_moves_whatever_the_order_of_rows_and_whichever_else_moves():
    tables = spellbloom()
    one, two = Generator(["spells.points"], 0.5, 3), Generator(["spells.amount", "spells.points"], 0.5, 3)
    points = [row["points"] for row in one.alternative(tables, 2).rows["spells"]]
    assert points == [row["points"] for row in two.alternative(tables, 2).rows["spells"]]
    assert points != [row["points"] for row in one.alternative(tables, 1).rows["spells"]]
    assert points != [row["points"] for row in Generator(["spells.points"], 0.5, 4).alternative(tables, 2).rows["spells"]]


def test_moved_numbers_stay_in_their_bounds_and_can_be_played(tmp_path):
    game = registry.game("spellbloom")
    made = Generator(["spells.points", "spells.amount"], 1.0, 1)
    for number in range(1, 6):
        folder = tmp_path / f"set-{number}"
        export(made.alternative(spellbloom(), number), folder)
        assert game.components.read(folder).rows["spells"] != spellbloom().rows["spells"]


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"columns": ["dice.side"]}, r"ensemble.columns: 'dice.side' is no column of numbers \(did you mean 'dice.sides'"),
        ({"columns": ["dice.id"]}, r"ensemble.columns: 'dice.id' is no column of numbers .*; there are dice.sides"),
        (
            {"provenance": ["invented"]},
            r"dice.sides has no number that is invented, all are printed; leave it out, or say provenance = \['printed'\]",
        ),
        ({"provenance": ["guessed"]}, "ensemble.provenance: 'guessed' is not known"),
        ({"sets": 1}, "ensemble.sets: 1 will not do"),
        ({"colums": []}, r"ensemble.colums: there is no such key \(did you mean 'columns'"),
    ],
)
def test_ensembles_that_will_not_do_are_refused(changes, message):
    with pytest.raises(Unknown, match=message):
        laboratory.check_asked(plan.resolve(spec.parse(RACE | {"ensemble": WISH | changes})))


def test_every_kind_has_an_ensemble():
    assert {*again.ENSEMBLES, *ensemble_answers.KINDS} == set(batch_kinds.KINDS)
    assert not again.ENSEMBLES.keys() & ensemble_answers.KINDS.keys()


def test_printed_spells_move_only_where_the_study_says_so():
    columns = {"columns": ["spells.points_3"]}
    with pytest.raises(Unknown, match=r"points_3 has no number that is invented, all are external; .* say provenance = \['external'\]"):
        laboratory.check_asked(plan.resolve(spec.parse(SETUPS | {"ensemble": columns})))
    laboratory.check_asked(plan.resolve(spec.parse(SETUPS | {"ensemble": columns | {"provenance": ["external"]}})))


def test_a_quick_run_may_go_without(tmp_path):
    file = tmp_path / "quick.toml"
    table = 'name = "x"\nkind = "league"\ngame = "dice_race"\nseed = 7\nblocks = 80\nstrategies = ["single", "double"]\n'
    table += '[ensemble]\ncolumns = ["dice.sides"]\nprovenance = ["printed"]\n[quick]\nblocks = 8\n'
    file.write_text(table)
    assert spec.load(file, quick=True).ensemble == spec.load(file).ensemble
    file.write_text(f"{table}ensemble = false\n")
    assert spec.load(file).ensemble is not None
    assert spec.load(file, quick=True).ensemble is None


def test_the_range_is_that_of_the_sets(run):
    other = ensemble.played(run)
    assert [version["name"] for version in other.manifest["variants"]] == ["as it is", "set 1", "set 2", "set 3", "set 4"]
    found = ensemble.ranges(other)
    assert found["label"].unique().to_list() == ["2 players, mixed table"]
    shares = other.estimate("share / 60", ("arm", "seat"))
    for row in found.iter_rows(named=True):
        means = shares.filter(shares["seat"] == row["seat"] - 1).sort("arm")["mean"].to_list()
        assert row["own"] == pytest.approx(means[0])
        assert (row["least"], row["most"]) == pytest.approx((min(means[1:]), max(means[1:])))
    assert found["noise"].is_between(0.03, 0.2).all()


def test_the_cards_as_they_are_play_the_first_deals_of_the_study(run):
    own = ensemble.played(run).rows.filter(pl.col("arm") == 0).collect()
    first = run.rows.filter((pl.col("arm") == 0) & (pl.col("block") < 60)).collect()
    assert own["total"].to_list() == first["total"].to_list()


def test_an_ensemble_changes_no_byte_of_the_study_and_is_the_same_again(run, tmp_path):
    plain = laboratory.run({k: v for k, v in RACE.items() if k != "ensemble"}, into=tmp_path / "plain")
    assert ensemble.played(plain) is None
    assert bytes_of(plain.folder) == bytes_of(run.folder)
    again = laboratory.run(RACE, into=tmp_path / "again", workers=1)
    assert bytes_of(again.folder / ENSEMBLE) == bytes_of(run.folder / ENSEMBLE)


def test_another_generator_plays_anew(run, tmp_path):
    folder = tmp_path / "out"
    first = ensemble.ranges(ensemble.played(laboratory.run(RACE, into=folder)))
    second = ensemble.ranges(ensemble.played(laboratory.run(RACE | {"ensemble": WISH | {"seed": 2, "sets": 3}}, into=folder)))
    assert second["sets"].to_list() == [3, 3]
    assert first["most"].to_list() != second["most"].to_list()


def test_pages_tell_three_uncertainties_apart(run, tmp_path):
    text = page.article(kinds.section(kinds.find(load(run.folder), "race"))).replace("\u202f", " ")
    titles = re.findall("<h4>(.*?)</h4>", text)
    assert titles[:3] == ["The luck of cards and dice", "Who plays", "Cards that are placeholders"]
    assert "In dice.sides each number that is printed (2 in all) moves by up to 25 % of itself, by 1 at least" in text
    assert "not an interval: nothing says how likely such a set is" in text
    cells = text.split("<h4>Cards that are placeholders</h4>")[1]
    assert re.search(r"seat 1 wins.*?[\d.]+ to [\d.]+ %", cells, re.DOTALL)


def test_solo_studies_have_a_range_of_success_and_points(tmp_path):
    study = laboratory.run(ALONE, into=tmp_path / "out")
    found = ensemble.ranges(ensemble.played(study))
    assert found["label"].unique(maintain_order=True).to_list() == ["Sprint, single", "Sprint, double"]
    assert found["measure"].to_list() == ["success", "points"] * 2
    assert (found["least"] <= found["most"]).all()
    text = page.article(kinds.section(kinds.find(study, "alone"))).replace("\u202f", " ")
    assert "Sprint is won in" in text


def test_a_study_without_an_ensemble_says_that_nobody_looked(tmp_path):
    from tests.analysis import synthetic as syn

    found = kinds.section(kinds.find(load(syn.write_seats(tmp_path / "run", 40, players=[2])), "x"))
    [(_, players, _), (_, cards, _)] = found.sureness
    assert "With 2 players seat" in players[0]
    assert "75 of 111 cards are placeholders of ours. Whether other numbers would change the answer was not looked at" in cards[0]


STARTS = RACE | {
    "name": "starts", "kind": "compensation", "resource": "head_start", "unit": "steps", "tables": {"mirror": ["single"]},
    "options": [{"name": "printed"}, {"name": "one", "seats": [0, 1]}],
}  # fmt: skip
CHANGED = RACE | {
    "name": "changed", "kind": "variant", "cards": False, "versions": [{"name": "own"}, {"name": "far", "rules": {"goal": 12}}],
}  # fmt: skip
GIVEN = {
    "name": "power", "kind": "cards", "game": "card_stall", "seed": 7, "blocks": 80, "strategies": ["leftmost"],
    "ensemble": {"columns": ["cards.points"], "sets": 3, "blocks": 40, "provenance": ["printed"], "spread": 1.0},
}  # fmt: skip


LEAGUE = {
    "name": "league", "kind": "league", "game": "dice_race", "seed": 7, "blocks": 80, "players": [2, 3],
    "strategies": ["single", "double", "switch(place=3)"], "ensemble": WISH,
}  # fmt: skip
COURSE = RACE | {"name": "course", "kind": "dynamics", "levels": ["single", "double"]}
CHANCE = RACE | {"name": "chance", "kind": "luck"}
GRID = RACE | {"name": "grid", "kind": "sweep", "values": {"goal": [8, 10, 12]}}
SCREEN = RACE | {
    "name": "screen", "kind": "sweep", "method": "morris", "trajectories": 2, "values": {"goal": [8, 12], "head_start": [0, 2]},
}  # fmt: skip
SETUPS = {
    "name": "setups", "kind": "setups", "game": "spellbook", "seed": 7, "blocks": 200, "again": 1, "tables": {"mixed": ["random"]},
    "ensemble": {"columns": ["spells.points_3"], "sets": 2, "blocks": 180, "provenance": ["external"], "spread": 1.0},
}  # fmt: skip
WHOLE = {
    raw["name"]: raw for raw in (STARTS, CHANGED, GIVEN, LEAGUE, COURSE, CHANCE, GRID, SCREEN, SETUPS)
}  # fmt: skip


@pytest.mark.parametrize("raw", WHOLE.values(), ids=WHOLE)
def test_answers_that_need_the_whole_study_have_a_range_too(raw, tmp_path):
    simkit.load_plugin("tests.card_stall")
    study = laboratory.run(raw, into=tmp_path / "out")
    played = ensemble_answers.sets(study.folder)
    assert len(played) == raw["ensemble"]["sets"] + 1
    assert {len(one.blocks) for one in played} == {raw["ensemble"]["blocks"]}
    own = played[0].rows.select("block", "arm", "total").collect()
    if raw["kind"] != "cards":  # of cards only one of three questions is asked again
        assert own.equals(study.rows.filter(pl.col("block") < raw["ensemble"]["blocks"]).select("block", "arm", "total").collect())
    found = ensemble_answers.answers(raw["kind"], played)
    assert found.height
    each = [{(a.label, a.what): a.value for a in ensemble_answers.KINDS[raw["kind"]](one)} for one in played]
    for row in found.iter_rows(named=True):
        first, *others = (values[row["label"], row["what"]] for values in each)
        assert (row["own"], row["least"], row["most"]) == (first, min(others), max(others))
    assert (found["most"] > found["least"]).any()
    text = page.article(kinds.section(kinds.find(study, "x"))).replace("\u202f", " ")
    cells = text.split("<h4>Cards that are placeholders</h4>")[1].split("</section>")[0]
    assert "not an interval: nothing says how likely such a set is" in cells
    assert re.search(r"[\d.]+ to [+\u2212]?[\d.]+", cells)
    assert not re.search(r"<svg", cells)  # a range is never drawn as an interval
    sets, deals = (raw["ensemble"][key] for key in ("sets", "blocks"))
    told = f"{sets} alternative sets of cards were played on the study's first {deals} deals."
    assert told in html.unescape(cells)
    screen = " ".join(text_screen.render(kinds.find(study, "x")).split())
    assert f"{told} Of {found.height} numbers this one moves most beside the luck of a set: " in screen


@pytest.mark.parametrize("raw", WHOLE.values(), ids=WHOLE)
def test_equal_sets_have_a_range_of_one_number(raw, tmp_path, monkeypatch):
    simkit.load_plugin("tests.card_stall")
    monkeypatch.setattr(Generator, "alternative", lambda self, tables, number: tables)
    small = raw | {"ensemble": raw["ensemble"] | {"sets": 2, "blocks": 10}}
    found = ensemble_answers.answers(raw["kind"], ensemble_answers.sets(laboratory.run(small, into=tmp_path / "out").folder))
    assert found.height
    assert found["own"].to_list() == found["least"].to_list() == found["most"].to_list()


def planted(raw, place, monkeypatch, sheet, changed):
    """Return the answers of a study whose second set has other numbers on some cards of a sheet, by table and number."""

    def alternative(self, tables, number):
        rows = [Row(row | (changed(row) if number == 2 else {}), "") for row in tables.rows[sheet]]
        return replace(tables, rows=tables.rows | {sheet: rows})

    monkeypatch.setattr(Generator, "alternative", alternative)
    study = laboratory.run(raw | {"ensemble": raw["ensemble"] | {"sets": 2}}, into=place / "out")
    found = ensemble_answers.answers(raw["kind"], ensemble_answers.sets(study.folder))
    assert ((found["least"] == found["own"]) | (found["most"] == found["own"])).all()  # the first set is the cards as they are
    return {(row["label"], row["what"]): row for row in found.iter_rows(named=True)}


def one_step(row):
    """Make the single die one of a single side: who rolls it walks a step a turn, and nothing is left to dice."""
    return {"sides": 1} if row["id"] == "single" else {}


def test_a_planted_change_shows_in_a_league(tmp_path, monkeypatch):
    found = planted(LEAGUE, tmp_path, monkeypatch, "dice", one_step)
    for size in ("2 players", "3 players"):
        slow, fast = found[size, "single"], found[size, "double"]
        assert slow["least"] < 0.1 < slow["most"] == slow["own"]
        assert slow["said"] == "place 3 in 2"
        assert fast["own"] == fast["least"] < fast["most"]


def test_a_planted_change_shows_in_the_course_of_games(tmp_path, monkeypatch):
    found = planted(COURSE, tmp_path, monkeypatch, "dice", one_step)
    turns = found["2 players, all single", "turns of a player"]
    assert turns["own"] == turns["least"] < 3
    assert turns["most"] == 9.5  # ten steps of the first, nine of the second
    better = found["single against double", "the better player finishes ahead"]
    assert better["most"] > 0.95 > better["own"]
    assert better["said"] == "double in 2"


def test_a_planted_change_shows_in_what_decides(tmp_path, monkeypatch):
    found = planted(CHANCE, tmp_path, monkeypatch, "dice", one_step)
    bonus, dice = (found["2 players, all single", f"who wins, by {name} alone"] for name in ("bonus dice", "dice"))
    assert dice["own"] == dice["most"] > 0.5
    assert dice["least"] < dice["noise"]
    assert bonus["own"] < 0.3 < bonus["most"] == pytest.approx(1)
    assert (dice["said"], bonus["said"]) == ("decides most in 1", "decides most in 1")


def test_a_planted_change_shows_in_a_sweep(tmp_path, monkeypatch):
    found = planted(GRID, tmp_path, monkeypatch, "dice", one_step)
    fewer, more = (found["2 players, all single", f"turns a player at {goal}"] for goal in (8, 12))
    assert (fewer["least"], more["most"]) == pytest.approx((-2, 2))
    assert -1 < fewer["own"] < 0 < more["own"] < 1
    assert not [what for _, what in found if "seat" in what or " 10" in what]  # neither single seats nor the default


def test_a_planted_change_shows_in_a_screening(tmp_path, monkeypatch):
    found = planted(SCREEN, tmp_path, monkeypatch, "dice", one_step)
    goal = found["2 players, all single", "turns a player, by goal"]
    start = found["2 players, all single", "turns a player, by head start"]
    assert (goal["most"], start["most"]) == pytest.approx((4, 2))
    assert goal["own"] < 2
    assert start["own"] < 1


def test_a_planted_change_shows_in_setups(tmp_path, monkeypatch):
    found = planted(SETUPS, tmp_path, monkeypatch, "spells", lambda row: {"points_3": 60} if row["id"] == "Sacrifice" else {})
    red = found["points", "red"]
    assert red["own"] == red["least"] < 0.1 < red["most"]
    assert red["said"].endswith("largest in 1")
    assert found["points", "white"]["most"] < 0.1


def test_fewer_sets_leave_none_behind(tmp_path):
    folder = tmp_path / "out"
    laboratory.run(STARTS, into=folder)
    laboratory.run(STARTS | {"ensemble": WISH | {"sets": 2}}, into=folder)
    assert sorted(place.name for place in (folder / ENSEMBLE).iterdir()) == ["set-0", "set-1", "set-2"]


def test_versions_with_cards_of_their_own_have_no_alternative_sets(tmp_path):
    export(registry.game("dice_race").components.read(None), tmp_path / "mine")
    raw = CHANGED | {"versions": [{"name": "own"}, {"name": "mine", "components": str(tmp_path / "mine")}]}
    with pytest.raises(Unknown, match=r"ensemble.columns: 'mine' has cards of its own, which no alternative set can replace"):
        laboratory.check_asked(plan.resolve(spec.parse(raw)))
