"""Studies of compensation: the dice race with head starts, where it is known which of them makes up for what."""

import re

import numpy as np
import polars as pl
import pytest

from reports import kinds, page, text
from reports.compensation import rule
from simkit import laboratory
from simkit.analysis import load
from simkit.analysis.compensation import Compensation, analyse
from simkit.analysis.ladder import COUNTS
from simkit.analysis.study import REPLAY
from simkit.analysis.variant import IDENTICAL
from simkit.analysis.verdict import BALANCED, NOT_BALANCED
from simkit.batch import plan, spec
from simkit.batch.folder import default_folder
from simkit.core.game import Unknown
from tests.batch import exact

GIVEN = [
    {"name": "printed"},
    {"name": "one", "seats": [1, 0]},
    {"name": "three", "seats": [3, 0]},
    {"name": "three again", "seats": [3, 0]},
]


def compensation(options=GIVEN, **changes):
    return {
        "name": "even", "kind": "compensation", "game": "dice_race", "seed": 11, "blocks": 60, "players": [2], "resource": "head_start",
        "unit": "steps", "options": options, "tables": {"mirror": ["double"]},
    } | changes  # fmt: skip


@pytest.fixture(scope="module")
def played(tmp_path_factory):
    """Races in which the first seat, favoured as it is, is given a head start on top."""
    place = tmp_path_factory.mktemp("even") / "run"
    return laboratory.run(compensation(blocks=3000, tables={"mirror": ["random", "single", "double"]}), into=place)


def test_a_planted_seat_bonus_is_recovered_and_its_compensation_found(tmp_path):
    given = {n: exact.win_shares(["single", "single"], starts=(n, 4)) for n in range(4)}  # four steps are planted for the second seat
    options = [{"name": "printed"}, *({"name": f"+{n}", "seats": [n, 4]} for n in range(1, 4))]
    planted = {"rules": {"head_start": {"2": [0, 4]}}, "blocks": 6000, "margin": 0.12, "tables": {"mirror": ["single"]}}
    study = laboratory.run(compensation(options, **planted), into=tmp_path / "run")
    tables = analyse(study)
    for row in tables["seats"].filter(pl.col("option") == "printed").iter_rows(named=True):
        assert abs(row["share"] - given[0][row["seat"] - 1]) < 5 * np.sqrt(0.25 / 6000)
    assert [n for n, shares in given.items() if abs(2 * shares[0] - 1) < 0.12] == [2]
    assert tables["options"].filter("printed")["verdict"].to_list() == [NOT_BALANCED]
    chosen = tables["options"].filter("chosen").row(0, named=True)
    assert (chosen["option"], chosen["amounts"], chosen["change"], chosen["verdict"]) == ("+2", "2, 4", 2, BALANCED)
    fresh = tables["again"]
    assert fresh["option"].to_list() == ["printed", "+2"]
    assert fresh["verdict"].to_list() == [NOT_BALANCED, BALANCED]
    assert fresh["blocks"].to_list() == [6000, 6000]
    assert "For the rulebook: “Players start with 2, 4 steps in turn order.”" in kinds.section(kinds.find(study, "x")).answer


def test_the_dose_curve_finds_where_exact_chances_are_even(tmp_path):
    options = [{"name": "printed"}, *({"name": f"{n}", "seats": [0, n]} for n in range(1, 4))]
    study = laboratory.run(compensation(options, blocks=3000, tables={"mirror": ["single"]}), into=tmp_path / "run")
    shares = {n: exact.win_shares(["single", "single"], starts=(0, n))[1] for n in range(4)}
    logits = [np.log(s / (1 - s)) for s in shares.values()]
    slope, level = np.polyfit(range(4), logits, 1)
    curve = analyse(study)["curves"].row(0, named=True)
    assert curve["low"] < -level / slope < curve["high"]
    assert curve["high"] - curve["low"] < 0.6
    assert (curve["from_seat"], curve["to_seat"], curve["printed"]) == (1, 2, 0)


def test_fresh_deals_are_others_and_identical_options_differ_by_exactly_nothing(played):
    replay = load(played.folder / REPLAY)
    assert replay.manifest["seed"] == played.manifest["seed"] + 1
    tables = analyse(played)
    again = tables["differences"].pivot(on="option", index=["strategy", "seat"], values="difference")
    assert again["three"].equals(again["three again"].rename("three"))
    same = analyse_again(played)
    assert set(same["verdict"]) == {IDENTICAL}
    for column in ("difference", "low", "high"):
        assert set(same[column]) == {0.0}


def analyse_again(study):
    """Compare two options that give the same."""
    twins = compensation([{"name": "a"}, {"name": "b", "seats": [0, 0]}], blocks=40)
    return analyse(laboratory.run(twins, into=study.folder.parent / "twins"))["differences"]


def test_random_players_and_mixed_tables_have_no_say(played):
    found = Compensation(played)
    says = found.levels.filter("counts")["strategy"].unique().to_list()
    assert sorted(says) == ["double", "single"]
    assert set(found.options["strategy"]) <= {"double", "single"}


def test_shares_of_options_are_the_exact_ones(played):
    shares = analyse(played)["seats"].filter(pl.col("strategy") != "random")
    for row in shares.iter_rows(named=True):
        start = {"printed": 0, "one": 1}.get(row["option"], 3)
        known = exact.win_shares([row["strategy"]] * 2, starts=(start, 0))[row["seat"] - 1]
        assert abs(row["share"] - known) < 5 * np.sqrt(0.25 / 3000), row


def test_the_screen_and_the_manifest_say_what_was_given(played):
    told = played.manifest["compensation"]
    assert told["unit"] == "steps"
    assert told["options"][1]["amounts"] == {"2": [1, 0]}
    said = text.render(kinds.find(played, "x")).replace("\n", " ")
    assert "With 2 players" in said
    assert "All players start alike." in said


def test_the_page_has_no_holes_and_every_chart_is_told(played, tmp_path):
    told = kinds.section(kinds.find(played, "x"))
    charts = [told.chart, *(chart for passage in told.passages for chart in passage.charts)]
    assert [chart.name for chart in charts] == ["options", "doses"]
    assert all(len(chart.alt) > 60 for chart in charts)
    html = re.sub(r"base64,[^\"]+", "", page.article(told))
    assert not re.search(r"(?<![\w-])(nan|None|inf|NaN|null)(?![\w-])", html)
    assert "seat 1" in told.chart.alt


def test_no_choice_is_made_while_a_game_has_a_fault(tmp_path):
    study = laboratory.run(compensation(tables={"mirror": ["broken"]}), into=tmp_path / "run")
    assert not (study.folder / REPLAY).exists()
    assert analyse(study)["options"]["chosen"].any() is False
    assert "stopped on a fault" in text.render(kinds.find(study, "x"))


def test_cards_and_other_rules_are_options_too(tmp_path):
    sheet = tmp_path / "cards"
    sheet.mkdir()
    (sheet / "dice.csv").write_text("id,sides,provenance\npair,6,printed\nsingle,12,own\n", encoding="utf-8")
    options = [{"name": "printed"}, {"name": "dice", "components": str(sheet)}, {"name": "far", "rules": {"goal": 12}}]
    study = laboratory.run(compensation(options, blocks=40), into=tmp_path / "run")
    amounts = {option["name"]: option["amounts"]["2"] for option in study.manifest["compensation"]["options"]}
    assert amounts == {"printed": [0, 0], "dice": None, "far": None}
    assert analyse(study)["curves"].height == 0
    for option, said in (("dice", "sides 6 -> 12"), ("far", "10 -> 12")):
        picked = {"options": pl.DataFrame({"players": [2], "option": [option], "chosen": [True]})}
        assert rule(study, picked).startswith(f"{option}: ")
        assert said in rule(study, picked)


def test_what_is_played_decides_the_folder_and_how_often_it_is_confirmed_does_not():
    first, second = (plan.resolve(spec.parse(compensation(again=again))) for again in (5, 6))
    assert default_folder(first) == default_folder(second)
    other = plan.resolve(spec.parse(compensation([{"name": "printed"}, {"name": "one", "seats": [2, 0]}])))
    assert default_folder(first) != default_folder(other)


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"resource": "head_strat"}, "head_start"),
        ({"resource": "goal"}, "the same for all seats"),
        ({"resource": ""}, "Name the rule parameter"),
        ({"options": [{"name": "a", "seats": [1]}]}, "2 players need 2 numbers"),
        ({"options": [{"name": "a", "seats": {"3": [1, 2, 3]}}]}, "2 players need 2 numbers"),
        ({"options": [{"name": "a", "seats": [1, 99]}]}, "options.a.rules"),
        ({"options": [{"name": "a"}, {"name": "a"}]}, "more than once"),
        ({"options": [{"name": "a", "seat": [1, 2]}]}, "seats"),
        ({"options": [{"name": "a", "seats": [1, 2], "rules": {"head_start": 1}}]}, "both set"),
        ({"options": []}, "options"),
        ({"players": [1]}, "players"),
        ({"tables": {}}, "nobody plays"),
    ],
)
def test_what_cannot_be_compared_is_said(changes, message):
    with pytest.raises(Unknown, match=message):
        plan.resolve(spec.parse(compensation(**changes)))


def test_only_levels_that_beat_the_one_below_have_a_say(tmp_path):
    """Of two stated levels not both win enough of their duels; who does not is shown, without a say."""
    levels = {"tables": {}, "levels": ["single", "double"], "blocks": 800}
    study = laboratory.run(compensation(GIVEN[:2], **levels), into=tmp_path / "run")
    assert [arm.label for arm in study.arms if arm.is_rung] == ["duel, single against random", "duel, double against single"]
    tables = analyse(study)
    said = dict(tables["ladder"].select("strategy", "verdict").iter_rows())
    heard = set(tables["levels"].filter("counts")["strategy"])
    assert heard == {who for who, verdict in said.items() if verdict == COUNTS} != set(said)
    assert set(tables["levels"]["strategy"]) == set(said)  # the others are shown
    assert set(tables["options"]["strategy"]) <= heard
    fresh = load(study.folder / REPLAY)
    assert [arm.label for arm in fresh.arms if arm.is_rung] == [arm.label for arm in study.arms if arm.is_rung]
    text = page.article(kinds.section(kinds.find(study, "x")))
    assert "The ladder of skill, the weakest first" in text
