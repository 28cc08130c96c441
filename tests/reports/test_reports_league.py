"""The page and the screen of a league."""

import json

import numpy as np
import polars as pl
import pytest

from reports import index, kinds, text, words
from simkit.analysis import load
from tests.analysis import synthetic as syn


def write_league(folder, strategies=(0, 1, 2, 3), blocks=300, seed=1, pace=None):
    """Pairs of the synthetic players, whose skill is known, in both seatings."""
    rng = np.random.default_rng(seed)
    pairs = [(a, b) for k, a in enumerate(strategies) for b in strategies[k + 1 :]]
    arms = [syn.table_arm(f"{syn.STRATEGIES[a]} against {syn.STRATEGIES[b]}", 2, [a, b], 2, "league") for a, b in pairs]
    frame = pl.concat([syn.play_arm(k, arm, np.arange(blocks), rng) for k, arm in enumerate(arms)])
    number = {strategy: k for k, strategy in enumerate(strategies)}
    frame = frame.with_columns(pl.col("strategy").replace_strict(number, return_dtype=pl.UInt16))
    for arm in arms:
        arm["lineup"] = [number[strategy] for strategy in arm["lineup"]]
    study = {"kind": "league", "name": "league", "game": "spellbloom", "question": "Who wins?", "margin": 0.05, "rules": {}}
    syn.write(folder, syn.manifest(study, arms, [syn.STRATEGIES[s] for s in strategies], seed), frame)
    if pace:
        entry = {"event": "start", "blocks": blocks, "seconds_per_block": pace}
        (folder / "log.jsonl").write_text(json.dumps(entry) + "\n", encoding="utf-8")
    return folder


def findings(folder):
    return kinds.find(load(folder), "cup")


@pytest.fixture(scope="module")
def found(tmp_path_factory):
    return findings(write_league(tmp_path_factory.mktemp("league") / "run"))


def test_the_answer_names_the_winner_and_how_far_it_is_known(found):
    section = kinds.section(found)
    best = found.shown["standings"].row(0, named=True)
    assert section.answer.startswith(f"{best['strategy']} wins {words.percent(best['share'])}")
    assert "random" not in section.answer
    clear = found.shown["matchups"].filter((pl.col("strategy") == best["strategy"]) & (pl.col("verdict") == "beats"))
    assert f"beats {clear.height} of 3" in section.answer or "beats each of the 3 others" in section.answer


def test_a_winner_of_all_is_said_so(tmp_path):
    section = kinds.section(findings(write_league(tmp_path / "run", (0, 3))))
    assert "beats its one opponent" in section.answer
    assert section.tone == "good"


def test_the_heat_map_has_a_cell_for_every_pair_and_says_so_in_words(found):
    chart = kinds.section(found).chart
    for row in found.shown["matchups"].iter_rows(named=True):
        assert f"{row['strategy']} against {row['other']}: {words.percent(row['share'], 0)}, {row['verdict']}" in chart.alt
    assert chart.svg.count("fill-opacity") + chart.svg.count("opacity:") >= 12
    assert "var(--mark-0)" in chart.svg
    assert "var(--mark-1)" in chart.svg
    assert "points_now(" not in chart.svg


def test_the_table_has_the_speeds_of_the_log_if_there_is_one(found, tmp_path):
    assert "games a second" not in kinds.section(found).table.headers
    timed = kinds.section(findings(write_league(tmp_path / "run", (0, 1, 3), pace=[0.003, 0.005, 0.006])))
    speeds = {row[0]: row[-1] for row in timed.table.rows}
    assert timed.table.headers[-1] == "games a second"
    assert speeds["set_builder"] == "250"
    assert speeds["greedy"] == "500"


def test_upsets_against_the_order_are_named(tmp_path):
    folder = write_league(tmp_path / "run", blocks=300)
    tables = kinds.section(findings(folder))
    assert "None of them goes against the order of the table." in " ".join(tables.passages[0].sentences)


def test_the_screen_shows_standings_and_matrix(found):
    shown = text.render(found)
    assert "wins against" in shown
    assert all(name in shown for name in ("random", "greedy", "points_now", "set_builder"))
    assert max(map(len, shown.splitlines()[:-1])) <= text.COLUMNS


def test_faults_lead_the_answer(tmp_path):
    folder = write_league(tmp_path / "run", (1, 3), blocks=60)
    part = next((folder / "parts").glob("*.parquet"))
    first = pl.col("block") == 0
    pl.read_parquet(part).with_columns(
        fault=pl.when(first).then(1).otherwise(0).cast(pl.UInt8), share=pl.when(first).then(0).otherwise("share").cast(pl.UInt8)
    ).write_parquet(part)
    section = kinds.section(findings(folder))
    assert section.answer.startswith("Warning: 2 of 120 games stopped on a fault")
    assert section.tone == "off"
    assert section.steps[0].text.startswith("Mend the fault")


def test_the_page_is_written(found, tmp_path):
    page, written = index.write([found], tmp_path)
    assert "who beats whom?" in page.read_text(encoding="utf-8")
    assert written[0].tables == 4
    assert (tmp_path / "cup" / "matchups.png").stat().st_size > 10_000


def test_a_league_of_too_few_deals_names_nobody(tmp_path):
    answer = kinds.section(findings(write_league(tmp_path / "run", blocks=10))).answer
    assert answer.endswith("more than any other, but these deals do not tell it apart from any of them.")
