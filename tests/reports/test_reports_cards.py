"""The page and the screen of a study of cards, on a stall where a card is worth its points."""

from dataclasses import replace

import polars as pl
import pytest

from reports import card_charts, kinds
from reports import cards as cards_page
from simkit import laboratory, registry
from simkit.analysis import load
from tests.reports.pages import screen, section, write_page

HEAD = "id,family,points,boxed,provenance\n"
RAW = {"name": "power", "kind": "cards", "game": "card_stall", "seed": 7, "blocks": 60, "strategies": ["leftmost", "grabber"], "again": 40}


@pytest.fixture(scope="module")
def strong(tmp_path_factory):
    """Play a stall with a card three points too strong, one that stays in the box, and some that are compared with none."""
    registry.load_plugin("tests.card_stall")
    place = tmp_path_factory.mktemp("strong")
    plain = [(f"c{k:02d}", "plain", 5 if k == 3 else 2, "yes" if k == 9 else "no", "invented" if k == 3 else "printed") for k in range(12)]
    others = [(f"d{k}", f"alone {k}", 1 + 8 * (k % 2), "no", "printed") for k in range(4)]  # for who looks at points
    rows = [f"{','.join(map(str, row))}\n" for row in (*plain, *others)]
    (place / "cards").mkdir()
    (place / "cards" / "cards.csv").write_text(HEAD + "".join(rows), encoding="utf-8")
    return laboratory.run(RAW | {"components": str(place / "cards")}, into=place / "run").folder


@pytest.fixture(scope="module")
def told(strong):
    return section(load(strong), "power")


def passage(told, title):
    return next(passage for passage in told.passages if passage.title == title)


def test_the_answer_names_what_is_too_strong_and_counts_the_rest(told):
    first, second, *others = told.answer.split("\n")
    assert first == "Of 12 cards 1 is too strong (c03 +3.0) and none is shown to be too weak."
    assert second == "10 fine (within 1 point of their family) and 1 hardly seen."
    assert "By the strongest players alone, grabber, 1 would be too strong and 0 too weak." in others
    assert "1 card found no use at all." in others
    assert "1 of the 1 flagged are placeholders of ours, which says nothing of the printed ones." in others


def test_the_table_starts_with_what_is_flagged_and_greys_the_association(told):
    assert told.table.headers[5] == "\nassociation only"  # below the line: small and grey
    first = told.table.rows[0]
    assert first[0].startswith("c03\nfamily plain, points 5")
    assert first[1] == "over"
    assert first[2].startswith("+3.0\n")
    assert all(row[5].startswith("\n") for row in told.table.rows)


def test_the_proposed_value_is_told_with_what_it_came_to_on_fresh_deals(told):
    (row,) = passage(told, "What would make them fine").tables[0].rows
    assert row[:4] == ("c03", "over", "points: 5", "2")
    assert row[6] == "fine"
    assert "1 of 1 flagged card stand" in passage(told, "What would make them fine").sentences[1]


def test_questions_are_kept_apart_and_costs_are_said(told):
    said = " ".join(passage(told, "What is measured, and against what").sentences)
    assert "Card: If given, the card is held from the start and scores: it costs nothing. A step is one printed point more." in said
    assert "They are never mixed." in said
    titles = [p.title for p in told.passages]
    assert titles.index("If only you had it changed") < titles.index("If everybody had it changed")
    assert "win shares stay as they are by symmetry" in passage(told, "If everybody had it changed").sentences[0]


def test_the_ladder_says_who_has_a_say(told):
    said = passage(told, "Where it holds, where it flips").sentences
    assert said[0].startswith("One grabber among players of leftmost wins ")
    assert said[0].endswith("so it has a say.")


def test_dead_content_is_listed_with_its_bound(told):
    (row,) = passage(told, "Dead content").tables[0].rows
    assert row[:2] == ("c09", "never offered")
    assert row[2] == "240"
    assert row[3].startswith("under 1.2")


def test_every_chart_has_words_for_who_cannot_see_it(told):
    charts = [told.chart, *(chart for p in told.passages for chart in p.charts)]
    assert [chart.name for chart in charts] == ["worth if given", "skill levels", "proposed values"]
    assert all("c03" in chart.alt for chart in charts)
    assert "c09 " in charts[0].alt


def test_the_chart_says_the_flags_of_the_table_beside_it(strong):
    """The level drawn may say more than all levels together."""
    study = load(strong)
    found = kinds.find(study, "power")
    cards = found.shown["cards"].with_columns(flag=pl.when(pl.col("card") == "c03").then(pl.lit("depends on skill")).otherwise("flag"))
    told = cards_page.section(replace(found, shown={**found.shown, "cards": cards}))
    assert told.table.rows[0][1] == "depends on skill"
    assert "c03 +3.0, depends on skill;" in told.chart.alt


def test_association_is_drawn_against_the_experiment_and_named_as_such():
    rows = [("a", 3.0, 0.05, "over"), ("b", -1.0, 0.15, "fine"), ("c", 0.5, None, "undecided")]
    chart = card_charts.against(pl.DataFrame(rows, ["name", "worth", "association", "flag"], orient="row"), "x")
    assert "a association +5.0 pp, experiment +3.0" in chart.alt
    assert "c association" not in chart.alt


def test_the_screen_fits_a_terminal(strong):
    lines = screen(strong).splitlines()
    assert len(lines) <= 40
    assert max(map(len, lines)) <= 100 or any("simkit run" in line for line in lines if len(line) > 100)
    assert any(line.startswith("c03 ") and "points 5 -> 2" in line for line in lines)


def test_a_page_of_one_level_and_one_deal_makes_no_claim(tmp_path, no_pictures):
    registry.load_plugin("tests.card_stall")
    study = laboratory.run(RAW | {"strategies": ["leftmost"], "blocks": 1, "again": None}, into=tmp_path / "run")
    told = section(study, "one")
    assert told.answer == "Under 30 deals: too few to say anything of a card."
    html = write_page([study.folder], tmp_path / "out").read_text(encoding="utf-8")
    assert "One skill level has a say" in html


def test_cards_that_nobody_can_be_given_are_not_judged(tmp_path, no_pictures):
    registry.load_plugin("tests.dice_race")
    raw = {"name": "dice", "kind": "cards", "game": "dice_race", "seed": 7, "blocks": 40, "strategies": ["switch"]}
    study = laboratory.run(raw, into=tmp_path / "run")
    told = section(study, "dice")
    assert told.answer.startswith("No card could be given to anybody")
    assert told.chart.name == "a step up"
    said = " ".join(passage(told, "What is measured, and against what").sentences)
    assert "A dice is not given: dice lie on the table for all." in said
    assert {row["flag"] for row in kinds.find(study, "dice").tables["cards"].iter_rows(named=True)} == {"not judged"}
