"""Runs that stop at a precision: when, where they are looked at, what interruptions and threads change (nothing), what the page says."""

import re

import polars as pl
import pytest

import simkit
from reports import kinds, page
from simkit import laboratory, planning, stopping
from simkit.analysis import headline, load
from simkit.analysis.verdict import planned_blocks
from simkit.batch import plan, run, spec
from simkit.core.game import Unknown
from simkit.core.jit import INTERPRETED
from tests.batch.test_run import bytes_of

pytestmark = pytest.mark.skipif(INTERPRETED, reason="about runs, not kernels")
RACE = {
    "name": "race", "kind": "seats", "game": "dice_race", "seed": 7, "blocks": 6000, "part_blocks": 700, "players": [2],
    "tables": {"mixed": ["single", "double"]},
}  # fmt: skip


@pytest.fixture(scope="module", autouse=True)
def _plugin():
    simkit.load_plugin("tests.dice_race")


def race(**changes):
    return plan.resolve(spec.parse(RACE | changes))


def half(study, blocks):
    return 100 * headline.widest(headline.headlines(study, blocks)).half


@pytest.fixture(scope="module")
def whole(tmp_path_factory):
    folder = run.run(race(), tmp_path_factory.mktemp("whole") / "out", progress=False).folder
    return load(folder)


@pytest.mark.parametrize("stop", [1000, 2000, 4000])
def test_a_run_ends_at_the_first_look_that_is_precise_enough(whole, tmp_path, stop):
    what = race(precision=half(whole, stop) + 1e-9)
    done = stopping.run(what, tmp_path / "out", workers=1)
    assert done.blocks == stop == len(load(done.folder).blocks)
    assert done.played == stop * what.games
    assert half(load(done.folder), stop) == half(whole, stop)


def test_threads_and_interruptions_change_no_byte(whole, tmp_path):
    what = race(precision=half(whole, 4000) + 1e-9)
    straight = stopping.run(what, tmp_path / "straight", workers=2).folder
    run.run(what, tmp_path / "cut", 2900, progress=False)  # as far as a run came that was stopped
    assert stopping.run(what, tmp_path / "cut", workers=1).played == 1100 * what.games
    assert bytes_of(straight) == bytes_of(tmp_path / "cut")
    assert stopping.run(what, straight).played == 0


def test_the_cap_ends_a_run_that_is_not_precise_enough(whole, tmp_path):
    done = stopping.run(race(precision=0.01, blocks=1500), tmp_path / "out")
    assert done.blocks == 1500
    [said] = page.run(kinds.find(load(done.folder), "race"))["stopping"]
    assert "It ended at the most that was allowed, 1 500 deals" in said.replace("\u202f", " ")


def test_the_precision_is_not_part_of_what_is_played(whole, tmp_path):
    done = stopping.run(race(precision=30.0), tmp_path / "out")
    assert done.blocks == 1000
    more = stopping.run(race(precision=half(whole, 2000) + 1e-9), tmp_path / "out")
    assert (more.blocks, more.played) == (2000, 1000 * race().games)


def test_the_page_says_the_rule_and_that_the_run_stopped_by_it(tmp_path):
    done = stopping.run(race(precision=30.0), tmp_path / "out")
    found = kinds.find(load(done.folder), "race")
    text = page.article(kinds.section(found)).replace("\u202f", " ")
    assert "reaches at most 30.0 points of a hundred games to each side, and after 6 000 deals at the latest" in text
    assert "It ended by this rule, after 1 000 deals" in text


@pytest.mark.parametrize("wrong", [0, -1, 50, "narrow"])
def test_a_precision_that_will_not_do_is_refused(wrong):
    with pytest.raises(Unknown, match="study, precision: "):
        race(precision=wrong)


def test_every_headline_has_the_width_that_is_printed(whole):
    from simkit.analysis.seats import seats

    printed = seats(whole)
    widths = [100 * h.half for h in headline.headlines(whole)]
    assert widths == pytest.approx([50 * (high - low) for low, high in printed.select("low", "high").iter_rows()], rel=1e-3)


def test_a_forecast_is_what_the_run_then_needs(whole, tmp_path):
    said = planning.forecast(race(precision=2.0), pilot=1000, workers=1)
    sizes = {size.wish: size for size in said.sizes}
    deals = sizes["2 points of win share to each side"].deals
    exact = max(h.deals(0.02) for h in headline.headlines(whole))
    assert deals == pytest.approx(exact, rel=0.15)
    assert half(whole, exact) == pytest.approx(2.0, rel=0.05)
    assert sizes["1 point of win share to each side"].deals == pytest.approx(4 * deals, rel=0.01)
    size = sum(file.stat().st_size for file in whole.folder.glob("parts/*.parquet")) / 1e6
    assert sizes["the most that the study plays"].megabytes == pytest.approx(size, rel=0.3)
    assert all(size.minutes > 0 for size in said.sizes)


def test_a_pilot_plays_other_deals_than_the_study_and_its_fresh_runs(monkeypatch, tmp_path):
    seeds = []
    played = run.run
    monkeypatch.setattr(run, "run", lambda plan, *args, **keys: seeds.append(plan.seed) or played(plan, *args, **keys))
    planning.forecast(race(), pilot=40)
    assert seeds == [7 + 2**63]


@pytest.mark.parametrize(
    ("asked", "message"),
    [({"margin": 1.5}, "--margin 1.5: expected"), ({"precision": 0.0}, "--precision 0: expected"), ({"pilot": 5}, "--pilot 5: from fewer")],
)
def test_plans_that_cannot_be_made_are_refused(asked, message):
    with pytest.raises(Unknown, match=re.escape(message)):
        planning.forecast(race(), **asked)


def test_a_game_that_is_never_won_cannot_be_planned():
    raw = {key: value for key, value in RACE.items() if key not in ("players", "tables")}
    alone = spec.parse(raw | {"kind": "solo", "strategies": ["single"], "scenarios": ["sprint"], "rules": {"target_sprint": 200}})
    with pytest.raises(Unknown, match="every game of the pilot's 30 deals is won, or none is"):
        planning.forecast(plan.resolve(alone), pilot=30)


def test_the_command_tells_deals_minutes_and_megabytes(simkit, tmp_path):
    toml = tmp_path / "race.toml"
    keys = 'name = "race"\nkind = "seats"\ngame = "dice_race"\nseed = 7\nblocks = 6000\nplayers = [2]\n'
    toml.write_text(keys + '[tables]\nmixed = ["single", "double"]\n')
    code, out, _ = simkit("plan", toml, "--pilot", "100", "--precision", "2.5")
    assert code == 0
    assert "2.5 points of win share to each side" in out
    assert re.search(r"megabytes", out)
    assert "plain games" in out


def test_a_study_of_cards_is_planned_by_its_own_margin(monkeypatch):
    """Points a time held, of a card whose error is the middle one, and no fair game."""
    simkit.load_plugin("tests.card_stall")
    raw = {"name": "power", "kind": "cards", "game": "card_stall", "seed": 7, "blocks": 40, "strategies": ["leftmost"]}
    worth = pl.DataFrame({"question": ["given", "given", "given", "one"], "error": [0.1, 0.2, 0.5, 9.0]})
    monkeypatch.setattr(planning, "analyse", lambda study: {"worth": worth})
    said = planning.forecast(plan.resolve(spec.parse(raw | {"points_margin": 0.5})), pilot=100, workers=1)
    sizes = {size.wish: size.deals for size in said.sizes}
    assert sizes["to find a card as strong as its family fine, margin 0.5 a time held (4 of 5 do)"] == planned_blocks(0.2 * 10, 0.5)
    assert not [wish for wish in sizes if "fair game" in wish]
    assert said.headline is None
    with pytest.raises(Unknown, match="--precision 1: a study of cards is about points a time held"):
        planning.forecast(plan.resolve(spec.parse(raw)), precision=1.0, pilot=100, workers=1)
    with pytest.raises(Unknown, match="precision: a study of cards is about points"):
        laboratory.check_asked(plan.resolve(spec.parse(raw | {"precision": 1.0})))
