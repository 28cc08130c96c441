"""Declared decisions and looks at runs that are then extended: when a run ends, what is counted, what the pages say."""

import json
import re
import textwrap
import tomllib
from pathlib import Path

import numpy as np
import pytest

import simkit
from reports import kinds, page
from simkit import laboratory, stopping
from simkit.analysis import load, looks
from simkit.analysis.decision import FAILS, HOLDS, OPEN, decision
from simkit.batch import plan, run, spec
from simkit.batch.folder import Folder
from simkit.core.game import Unknown
from simkit.core.jit import INTERPRETED

pytestmark = pytest.mark.skipif(INTERPRETED, reason="about runs, not kernels")
RACE = {
    "name": "race", "kind": "seats", "game": "dice_race", "seed": 7, "blocks": 4000, "players": [2],
    "tables": {"mixed": ["single", "double"]},
}  # fmt: skip
ROOT = Path(__file__).resolve().parents[1]
TABLE = "2 players, mixed table"


@pytest.fixture(scope="module", autouse=True)
def _plugin():
    simkit.load_plugin("tests.dice_race")


def race(of="seat 1", above=0.5, **more):
    changes = {key: more.pop(key) for key in list(more) if key in RACE or key == "precision"}
    return plan.resolve(spec.parse(RACE | changes | {"decision": {"table": TABLE, "of": of, "above": above, **more}}))


@pytest.mark.parametrize(
    ("above", "more", "verdict"),
    [
        (0.2, {}, HOLDS),
        (0.9, {}, FAILS),
        (0.3, {"rule": "gsprt", "unless": 0.2}, HOLDS),
        (0.9, {"rule": "gsprt", "unless": 0.8}, FAILS),
    ],
)
def test_a_clear_claim_is_decided_at_the_first_look(tmp_path, above, more, verdict):
    done = stopping.run(race(above=above, **more), tmp_path / "out")
    study = load(done.folder)
    [look] = decision(study).looks()
    assert (done.blocks, look.deals, look.verdict) == (1000, 1000, verdict)
    assert looks.earlier(study) == []
    assert looks.level(study) == 0.95


def test_a_claim_on_the_edge_goes_on_to_the_cap_and_counts_its_looks(tmp_path):
    first = load(stopping.run(race(), tmp_path / "first").folder)
    edge = float(first.estimate("share / 60", ("seat",))["mean"][0])
    done = stopping.run(race(above=edge), tmp_path / "out")
    study = load(done.folder)
    taken = decision(study).looks()
    assert [look.deals for look in taken] == [1000, 2000, 4000]
    assert {look.verdict for look in taken} == {OPEN}
    assert looks.earlier(study) == [1000, 2000]
    assert looks.level(study) == 0.9875
    assert taken[0].low <= taken[1].low <= taken[2].low < edge < taken[2].high <= taken[1].high


def test_a_decision_goes_on_where_it_was_interrupted(tmp_path):
    straight = stopping.run(race(above=0.2), tmp_path / "straight")
    run.run(race(above=0.2), tmp_path / "cut", 700, progress=False)
    assert stopping.run(race(above=0.2), tmp_path / "cut").played == 300 * straight.games // 1000
    assert decision(load(tmp_path / "cut")).looks() == decision(load(straight.folder)).looks()


def test_strategies_versions_and_soloists_may_be_claimed_about(tmp_path):
    study = load(stopping.run(race(of="double", above=0.05), tmp_path / "who").folder)
    assert decision(study).looks()[-1].verdict == HOLDS
    alone = {"kind": "solo", "strategies": ["single"], "scenarios": ["sprint"], "tables": None, "players": None}
    raw = {k: v for k, v in (RACE | alone).items() if v is not None}
    asked = spec.parse(raw | {"decision": {"table": "Sprint, single", "of": "success", "above": 0.99}})
    study = load(stopping.run(plan.resolve(asked), tmp_path / "alone").folder)
    assert decision(study).is_binary
    assert decision(study).looks()[-1].verdict == FAILS
    versions = {"kind": "variant", "versions": [{"name": "own"}, {"name": "far", "rules": {"goal": 30}}], "players": [2]}
    asked = spec.parse(RACE | versions | {"decision": {"table": TABLE, "of": "seat 1", "above": -0.3}})
    study = load(stopping.run(plan.resolve(asked), tmp_path / "versions").folder)
    last = decision(study).looks()[-1]
    assert last.verdict == HOLDS
    both = study.estimate("share / 60", ("arm",), {"arm": 0}, "seat = 0")
    assert last.estimate == pytest.approx(both["difference"][1])


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"of": "seat 3"}, r"decision.of: 'seat 3' does not play at 2 players, mixed table \(did you mean 'seat "),
        ({"table": "2 players"}, r"decision.table: there is no table '2 players'"),
        ({"above": 26}, r"decision.above: 26 is not between 0 and 1: a fraction"),
        ({"unless": 0.4}, "decision.unless: only a gsprt has another"),
        ({"rule": "gsprt"}, "decision.unless: the other hypothesis of a gsprt is missing"),
        ({"rule": "gsprt", "unless": 0.6}, r"decision.unless: 0.6 is not between 0 and above, 0.5"),
        ({"precision": 1.0}, "precision, decision: both say when the run ends"),
    ],
)
def test_decisions_that_do_not_fit_are_refused_before_anything_is_played(changes, message):
    with pytest.raises(Unknown, match=message):
        laboratory.check_asked(race(**changes))


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        ({"rule": "guess"}, r"decision.rule: 'guess' will not do"),
        ({"errors": 0.1}, r"decision.errors: there is no such key \(did you mean 'error'"),
    ],
)
def test_keys_of_a_decision_are_checked(wrong, message):
    with pytest.raises(Unknown, match=message):
        race(**wrong)


def test_the_page_and_the_screen_say_what_was_decided(tmp_path):
    study = load(stopping.run(race(above=0.3, rule="gsprt", unless=0.2), tmp_path / "out").folder)
    found = kinds.find(study, "race")
    assert "It holds after 1 000 deals" in kinds.screen(found).lines[-1].replace("\u202f", " ")
    text = page.article(kinds.section(found)).replace("\u202f", " ")
    assert "sequential probability ratio test against 20.0 %; a wrong “holds” in at most 5 % of runs" in text
    assert "A run that stops when it has decided overstates" in text


def test_a_report_is_a_look_and_an_extended_run_has_wider_intervals(simkit, tmp_path):
    raw = RACE | {"blocks": 500}
    folder = tmp_path / "runs" / "race" / "one"
    laboratory.run(raw, into=folder)
    assert simkit("report", folder, "--out", tmp_path / "out", "--no-games")[0] == 0
    assert simkit("report", folder, "--out", tmp_path / "out", "--no-games")[0] == 0
    seen = [json.loads(line) for line in (folder / "log.jsonl").read_text().splitlines()]
    assert [entry["blocks"] for entry in seen if entry["event"] == "look"] == [500]
    assert looks.earlier(load(folder)) == []
    laboratory.run(raw, blocks=800, into=folder)
    assert looks.earlier(load(folder)) == [500]
    laboratory.run(raw, blocks=800, into=tmp_path / "fresh")
    wide, plain = (kinds.find(load(place), "race").tables["seats"] for place in (folder, tmp_path / "fresh"))
    ratio = ((wide["high"] - wide["low"]) / (plain["high"] - plain["low"])).to_numpy()
    assert ratio == pytest.approx(np.full(2, 2.2414 / 1.96), abs=0.002)
    text = page.article(kinds.section(kinds.find(load(folder), "race"))).replace("\u202f", " ")
    assert "This run was looked at before, after 500 deals" in text
    assert "widened to 97.5 %" in text
    assert "looked at before" not in page.article(kinds.section(kinds.find(load(tmp_path / "fresh"), "race")))


def test_differences_of_an_extended_comparison_are_wider(tmp_path):
    raw = RACE | {"kind": "variant", "versions": [{"name": "own"}, {"name": "far", "rules": {"goal": 12}}], "blocks": 400}
    for place in ("seen", "unseen"):
        laboratory.run(raw, blocks=200, into=tmp_path / place)
        if place == "seen":
            Folder(tmp_path / place).looked(200)
        laboratory.run(raw, into=tmp_path / place)
    wide, plain = (kinds.find(load(tmp_path / place), "x").tables["measures"] for place in ("seen", "unseen"))
    assert (wide["difference"] == plain["difference"]).all()
    apart = plain["high"] - plain["low"] > 0
    assert ((wide["high"] - wide["low"]) > (plain["high"] - plain["low"])).filter(apart).all()
    turns = wide["measure"] == "turns"
    assert ((wide["after_high"] - wide["after_low"]) > (plain["after_high"] - plain["after_low"])).filter(turns).all()


def test_the_example_of_the_readme_fits_a_study():
    told = re.search(r"```toml\n(.*?)```", (ROOT / "README.md").read_text(encoding="utf-8"), re.DOTALL)[1]
    raw = tomllib.loads((ROOT / "experiments" / "spellbloom" / "seats.toml").read_text(encoding="utf-8"))
    laboratory.check_asked(plan.resolve(spec.parse(raw | tomllib.loads(textwrap.dedent(told)))))
