"""The page and the screen of a league."""

import json

import numpy as np
import polars as pl
import pytest

from reports import index, kinds, text, words
from simkit.analysis import load
from tests.analysis import leagues
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


def passage(found, title):
    section = kinds.section(found)
    return next(part for part in (*section.passages, *section.appendix) if part.title == title)


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
    (chart,) = passage(found, "Who beats whom").charts
    for row in found.shown["matchups"].iter_rows(named=True):
        assert f"{row['strategy']} against {row['other']}: {words.percent(row['share'], 0)}, {row['verdict']}" in chart.alt
    assert chart.svg.count("fill-opacity") + chart.svg.count("opacity:") >= 12
    assert "var(--mark-0)" in chart.svg
    assert "var(--mark-1)" in chart.svg
    assert "points_now(" not in chart.svg


def test_the_first_chart_has_every_rating_and_says_it_in_words(found):
    chart = kinds.section(found).chart
    for row in found.shown["standings"].iter_rows(named=True):
        assert f"{row['strategy']}: {words.signed(row['rating'], 0)} (" in chart.alt
        assert f">{words.signed(row['rating'], 0)}<" in chart.svg
    assert "players" not in chart.alt  # one size needs no heading


def test_the_appendix_has_the_speeds_of_the_log_if_there_is_one(found, tmp_path):
    def table(of):
        return next(part for part in kinds.section(of).appendix if part.title == "Which players are worth playing").tables[0]

    assert "games a second" not in table(found).headers
    timed = table(findings(write_league(tmp_path / "run", (0, 1, 3), pace=[0.003, 0.005, 0.006])))
    speeds = {row[0]: row[-1] for row in timed.rows}
    assert timed.headers[-1] == "games a second"
    assert speeds["set_builder"] == "250"
    assert speeds["greedy"] == "500"


def test_upsets_against_the_order_are_named(tmp_path):
    folder = write_league(tmp_path / "run", blocks=300)
    assert "None of them goes against the order of the table." in passage(findings(folder), "Who beats whom").sentences[0]


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
    assert written[0].tables == 8
    assert (tmp_path / "cup" / "ratings.png").is_file()
    assert (tmp_path / "cup" / "matchups-2.png").stat().st_size > 10_000


def test_a_league_of_too_few_deals_names_nobody(tmp_path):
    answer = kinds.section(findings(write_league(tmp_path / "run", blocks=10))).answer
    assert answer.endswith("more than any other, but these deals do not tell it apart from any of them.")


def test_a_circle_is_told_in_words_and_ratings_are_doubted(tmp_path):
    folder = leagues.write(tmp_path / "run", ["rock", "paper", "scissors"], leagues.pairs(3), leagues.in_a_circle())
    found = findings(folder)
    section = kinds.section(found)
    assert "But no order says it all: rock beats paper beats scissors beats rock." in section.answer
    assert section.tone == "open"
    assert section.steps[0].text.startswith("Confirm the circle on fresh deals")
    assert "There is a circle: rock beats paper" in passage(found, "Who beats whom").sentences[0]
    assert passage(found, "How far ratings describe it").sentences[0].startswith("Ratings do not describe the league")
    (told, _) = passage(found, "Which players are worth playing").sentences
    assert all(f"{name} (" in told for name in ("rock", "paper", "scissors"))
    assert found.tables["sizes"]["cyclic_share"][0] > 0.9
    assert found.tables["sizes"]["effective"][0] > 2.5
    assert "on one level" in passage(found, "Skill levels").sentences[0]


def test_noise_tells_of_no_circle(tmp_path):
    folder = leagues.write(tmp_path / "run", list("abcde"), leagues.pairs(5), leagues.by_skill([0] * 5))
    found = findings(folder)
    assert "circle" not in kinds.section(found).answer + " ".join(passage(found, "Who beats whom").sentences)
    assert passage(found, "How far ratings describe it").sentences[0].startswith("Ratings describe the league:")


def test_several_table_sizes_have_a_sentence_a_chart_and_a_design_each(tmp_path):
    fours = [(0, 1, 2, 3), (1, 2, 3, 4), (2, 3, 4, 0), (3, 4, 0, 1), (4, 0, 1, 2)]
    folder = leagues.write(tmp_path / "run", list("abcde"), [*leagues.pairs(5), *fours], leagues.by_skill([0, 3, 6, 9, 12]), blocks=100)
    found = findings(folder)
    section = kinds.section(found)
    two, four = section.answer.split("\n")
    assert two.startswith("With 2 players e wins")
    assert two.endswith("and beats each of the 4 others.")
    assert four.startswith("With 4 players e wins")
    assert "instead of 25.0" in four
    assert four.endswith("and finishes ahead of each of the 4 others.")
    assert "Tables of two: all 10 pairs, in both seatings." in section.scope
    assert "Tables of 4: all 5 line-ups of different players, from every seat." in section.scope
    assert [chart.name for chart in passage(found, "Who beats whom").charts] == ["matchups-2", "matchups-4"]
    assert "e dominates every other" in passage(found, "Who beats whom").sentences[1]
    assert "4 players, e: +" in section.chart.alt
    levels = passage(found, "Skill levels")
    assert levels.sentences[0].startswith("With 2 players there are")
    assert "lower bound" in levels.sentences[0]
    assert levels.tables[0].rows[-1][:1] == ("4 players",)
    shown = text.render(found)
    assert "ahead of" in shown or "more lines on the page" in shown
    assert "Skill levels with 4 players, the lowest first: " in shown


def test_a_part_of_the_line_ups_is_said_to_be_one(tmp_path):
    triples = [(0, 1, 3), (1, 2, 4), (2, 3, 0), (3, 4, 1), (4, 0, 2)]
    found = findings(leagues.write(tmp_path / "run", list("abcde"), triples, leagues.by_skill([0, 3, 6, 9, 12]), blocks=40))
    assert (
        "Tables of 3: 5 of the 10 line-ups of different players, from every seat, such that each player sits in 3 and each pair in 1 to 2."
        in kinds.section(found).scope
    )


def test_random_play_is_the_floor_and_has_no_say(tmp_path):
    folder = leagues.write(tmp_path / "run", ["random", "sage"], [(0, 1)], leagues.by_skill([0, 12]))
    levels = passage(findings(folder), "Skill levels")
    assert "Random play is the floor and has no say." in levels.sentences[0]
    assert [row[-1] for row in levels.tables[0].rows] == ["no", "yes"]


def test_who_always_wins_is_marked(tmp_path):
    folder = leagues.write(tmp_path / "run", ["king", "one", "two"], leagues.pairs(3), leagues.by_skill([500, 1, 0]))
    found = findings(folder)
    section = kinds.section(found)
    assert "at least +" in section.table.rows[0][3]
    assert ">at least<" in section.chart.svg
    assert any(sentence.startswith("king lost nothing") for sentence in passage(found, "How far ratings describe it").sentences)
    assert "nan" not in section.answer


def test_a_single_deal_and_a_broken_off_league_are_reported(tmp_path):
    alone = findings(leagues.write(tmp_path / "alone", list("abc"), leagues.pairs(3), leagues.by_skill([0, 1, 2]), blocks=1))
    assert "do not tell it apart from any" in kinds.section(alone).answer
    assert "too few deals" in passage(alone, "Skill levels").sentences[0]
    assert "cannot be told from so few deals" in passage(alone, "How far ratings describe it").sentences[0]
    text.render(alone)
    part = findings(leagues.write(tmp_path / "part", list("abc"), leagues.pairs(3), leagues.by_skill([0, 1, 2]), blocks=40, planned=80))
    assert kinds.section(part).notice.startswith("40 deals of the 80")
