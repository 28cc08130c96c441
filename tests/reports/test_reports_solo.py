"""Pages of solo studies, and their tables where words look like numbers or like nothing."""

import csv
import io
import re

import openpyxl
import pandas as pd
import polars as pl
import pytest

from reports import words
from simkit.analysis import load, solo
from tests.analysis import synthetic as syn
from tests.reports.pages import changed, screen, section, write_page, write_tables

pytestmark = pytest.mark.usefixtures("no_pictures")


def test_solo_without_targets(tmp_path):
    scenarios = [("solo", "The Garden", None, 0.0)]
    folder = syn.write_solo(tmp_path / "run", 200, scenarios=scenarios)
    html = write_page([folder], tmp_path).read_text(encoding="utf-8")
    assert "a median of" in html
    assert "median" in screen(folder)


def test_a_single_deal_is_said_to_be_too_few(tmp_path):
    found = section(load(syn.write_solo(tmp_path / "run", 1)), "x")
    assert found.answer.endswith("scenarios, each played once: too few deals to say how often, or which is harder.")


def test_names_are_escaped(tmp_path):
    scenarios = [("x", "<b>Fire & Ice</b>", 80, 0.0)]
    folder = syn.write_solo(tmp_path / "run", 50, scenarios=scenarios)
    html = write_page([folder], tmp_path).read_text(encoding="utf-8")
    assert "<b>" not in html
    assert "&lt;b&gt;Fire &amp; Ice&lt;/b&gt;" in html


def test_csv_and_parquet_keep_words_that_look_like_nothing(tmp_path):
    odd = ["NA", "nan", "null", "None"]
    scenarios = [(w, w, 80, 0.0) for w in odd]
    folder = syn.write_solo(tmp_path / "run", 20, scenarios=scenarios, strategies=(1,))
    paths = write_tables(folder, tmp_path / "out")
    back = pl.read_csv(paths["cells"])
    assert back["scenario"].to_list() == odd
    assert back.drop("example").equals(solo.cells(load(folder)))
    frame = pd.read_csv(paths["cells"], keep_default_na=False)
    assert frame["scenario"].tolist() == odd
    kept = pl.read_parquet(paths["cells"].with_suffix(".parquet"))
    assert kept["scenario"].to_list() == odd
    assert kept.drop("example").equals(solo.cells(load(folder)))
    reader = csv.DictReader(io.StringIO(paths["endings"].read_text()))
    assert {row["scenario"] for row in reader} == set(odd)


def read_workbook(folder):
    """Return sheets as lists of rows."""
    (file,) = folder.glob("*.xlsx")
    return {sheet.title: [list(row) for row in sheet.iter_rows(values_only=True)] for sheet in openpyxl.load_workbook(file)}


def test_workbook_keeps_words_and_numbers(tmp_path):
    odd = ["NA", "nan", "null", "None", "#N/A", "=1+1", "TRUE", "007"]
    folder = syn.write_solo(tmp_path / "run", 20, scenarios=[(w, w, 80, 0.0) for w in odd], strategies=(1,))
    place = write_tables(folder, tmp_path / "out")["cells"].parent
    sheets = read_workbook(place)
    found = solo.cells(load(folder))
    assert set(sheets) >= {"study", "cells", "targets", "medals", "pairs", "endings", "curves", "points", "scale", "tries"}
    assert sheets["cells"][0] == [*found.columns, "example"]
    assert [row[1] for row in sheets["cells"][1:]] == odd
    assert [row[6] for row in sheets["cells"][1:]] == found["success"].to_list()
    assert ["answer", section(load(folder), "x").answer.replace(words.THIN, " ")] in sheets["study"]
    frame = pd.read_excel(next(place.glob("*.xlsx")), sheet_name="cells", keep_default_na=False)
    assert frame["scenario"].tolist() == odd
    assert frame["low"].dtype.kind == "f"


def test_wins_without_a_target_score(tmp_path):
    """A boss is beaten or not; there is no score to reach."""
    scenarios = [("ogre", "The Ogre", None, 0.0), ("hydra", "The Hydra", None, 0.0)]
    arms = syn.solo_arms(scenarios, (1,))
    rng = syn.np.random.default_rng(3)
    frames = []
    for k, chance in enumerate((0.7, 0.2)):
        won = rng.random((200, 1)) < chance
        total = 10 + 3 * won
        frames.append(syn.rows(k, syn.np.arange(200), 0, 1, total, 60 * won, 2 - won))
    spec = {"kind": "solo", "name": "bosses"}
    folder = syn.write(tmp_path / "run", syn.manifest(spec, arms), pl.concat(frames))
    html = write_page([folder], tmp_path).read_text(encoding="utf-8")
    assert "of its games in The Ogre, the easiest scenario" in html
    assert "Which target gives which chance" not in html
    assert "The Hydra" in screen(folder)


def test_one_scenario_is_in_no_order(tmp_path):
    folder = syn.write_solo(tmp_path / "run", 400, scenarios=syn.SCENARIOS[:1])
    found = section(load(folder), "x")
    assert re.search(r": it misses in \d+ of \d+ games, median \d+, target \d+\.$", found.answer)
    said = [found.answer, *found.scope, *found.certainty, *(s for p in found.passages for s in p.sentences)]
    said += [f"{word} {meaning}" for word, meaning in found.definitions]
    assert not re.search("easiest|easier|harder|this order|order of scenarios|nearest to even|between scenarios", " ".join(said))
    assert "the order of scenarios" in " ".join(section(load(syn.write_solo(tmp_path / "two", 400)), "y").certainty)


def test_own_cards_are_exported_before_they_are_played(tmp_path):
    folder = syn.write_solo(tmp_path / "run", 400, scenarios=syn.SCENARIOS[:1])
    step, people = section(load(folder), "x").steps[-2:]
    assert people.command.endswith("--playtests my_games.csv")
    assert step.first == "simkit components export spellbloom my_cards/"
    assert step.command.endswith("--components my_cards/")
    assert screen(folder).split("\n")[-2:] == [f"next: {step.first}", f"change it, then: {step.command}"]

    def change(manifest):
        manifest["components"]["source"] = "mine.xlsx"

    own = section(load(changed(folder, change)), "x").steps[-2]
    assert (own.first, own.command.split()[-1]) == ("", "mine.xlsx")


def test_words_of_solo_pages(folders):
    found = section(load(folders[1]), "solo")
    assert "difference of success" in dict(found.definitions)["margin"]
    said = " ".join(found.certainty)
    assert "Margin: 5.0 wins in a hundred games" in said
    assert "(a range over the pairs of neighbours, not an interval) times as many deals" in said


def test_placeholder_cards_judge_no_targets(folders, html):
    said = "Placeholder cards tuned to the printed targets may compare scenarios and players; they cannot judge the targets themselves."
    assert html.count(said) == 1
    assert said in screen(folders[1]).replace("\n", " ")
    assert "cannot judge" not in screen(folders[0])
