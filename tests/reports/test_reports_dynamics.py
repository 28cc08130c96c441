"""The pages and screens of dynamics and luck, of the dice race played for them."""

import polars as pl
import pytest

from reports import kinds, text
from simkit import registry
from simkit.analysis import chance_to_win, load
from simkit.analysis.chance_to_win import CALIBRATED
from simkit.batch import plan, run, spec
from tests.reports.pages import find, section, write_page

RAW = {
    "game": "dice_race", "seed": 7, "players": [2, 3], "tables": {"mixed": ["double", "switch", "single"], "mirror": ["single"]},
    "levels": ["double", "random"], "name": "race",
}  # fmt: skip


@pytest.fixture(scope="module")
def folders(tmp_path_factory):
    registry.load_plugin("tests.dice_race")
    made = {}
    for kind, blocks in (("dynamics", 200), ("luck", 100), ("dynamics", 1), ("luck", 1)):
        what = plan.resolve(spec.parse(RAW | {"kind": kind, "blocks": blocks}))
        made[kind, blocks] = run.run(what, tmp_path_factory.mktemp(kind) / "run", progress=False).folder
    return made


def told(folder):
    return kinds.find(load(folder), "x")


def sentences(found):
    return " ".join(sentence for passage in found.passages for sentence in passage.sentences)


def test_a_single_deal_is_said_to_be_too_few(folders):
    assert section(load(folders["luck", 1]), "x").answer.startswith("Too few deals to say how much is luck")
    assert "Too few deals: a single one does not tell which of two players is the better" in sentences(
        section(load(folders["dynamics", 1]), "x")
    )
    assert {row[1].endswith(", too few deals") for row in section(load(folders["luck", 1]), "x").table.rows} == {True, False}


def test_the_answer_leads_with_the_lead_at_half_time(folders):
    found = section(load(folders["dynamics", 200]), "x")
    assert found.answer.startswith("2 players, mixed table: whoever leads on points at half-time wins ")
    assert "turns a player" in found.answer


def test_what_a_model_says_is_withheld_until_it_has_proved_itself(folders, monkeypatch):
    findings = told(folders["dynamics", 200])
    assert (findings.tables["models"]["verdict"] != CALIBRATED).any()
    said = sentences(kinds.section(findings))
    assert "withheld: too few deals to tell" in said
    assert "is not said: no model of the chance to win has proved itself here" in kinds.section(findings).answer
    monkeypatch.setattr(chance_to_win, "TOLERANCE", 0.9)
    believed = kinds.section(told(folders["dynamics", 200]))
    assert "the favourite changes" in sentences(believed)
    assert "It is decided, on average, with" in believed.answer


def test_pieces_say_how_many_are_enough_and_what_the_box_holds(folders):
    said = sentences(section(load(folders["dynamics", 200]), "x"))
    assert "spaces between first and last: " in said
    assert " of 14 in the box" in said
    assert "how many the box holds is not known" in said


def test_luck_leads_with_the_better_player_and_names_the_pool(folders):
    found = section(load(folders["luck", 100]), "x")
    assert found.answer.startswith("Of two players of this study's mixed table, the better one finishes ahead in ")
    assert "It depends on who plays. Simulated players: double, switch, single and random." in found.scope
    assert "there the outcome is luck to 100 %" in sentences(found)


@pytest.mark.parametrize("kind", ["dynamics", "luck"])
def test_charts_say_in_words_what_they_show(folders, kind):
    found = section(load(folders[kind, 200 if kind == "dynamics" else 100]), "x")
    charts = [found.chart, *(chart for passage in found.passages for chart in passage.charts)]
    assert len(charts) == 2
    for chart in charts:
        assert "%" in chart.alt
        assert "var(--mark-0)" in chart.svg


@pytest.mark.parametrize("blocks", [1, 100])
@pytest.mark.parametrize("kind", ["dynamics", "luck"])
def test_screen_and_page_are_whole_with_any_number_of_deals(folders, kind, blocks, tmp_path, monkeypatch, no_pictures):
    folder = folders[kind, 200 if (kind, blocks) == ("dynamics", 100) else blocks]
    shown = text.render(told(folder)).splitlines()
    assert len(shown) <= text.LINES
    assert max(map(len, shown[:-1])) <= text.COLUMNS
    html = write_page(folder, tmp_path).read_text(encoding="utf-8")
    for word in ("nan", "None", "inf %"):
        assert f">{word}<" not in html
    assert find(folder, tmp_path)


def test_every_table_is_offered_as_csv(folders):
    findings = told(folders["luck", 100])
    assert {name for name, _ in kinds.section(findings).downloads} == {name for name, table in findings.tables.items() if table.height}
    assert isinstance(findings.tables["shares"], pl.DataFrame)
