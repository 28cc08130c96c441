"""What the page of a solo study says of levels, order, scale, tries, bonuses, losses and real players."""

import json
import re

import pytest

from reports import words
from reports.parts import Passage
from simkit.analysis import load
from tests.analysis import synthetic as syn
from tests.analysis.test_analysis_levels import grid
from tests.reports.pages import screen, section

pytestmark = pytest.mark.usefixtures("no_pictures")


def passages(page) -> dict[str, Passage]:
    return {passage.title: passage for passage in (*page.passages, *page.appendix)}


def said(passage):
    return " ".join(passage.sentences)


@pytest.fixture(scope="module")
def bosses(tmp_path_factory):
    """Two opponents at three difficulties: the last is easier than the second, and pays."""
    chances = [[0.7, 0.4, 0.55], [0.5, 0.2, 0.45]]
    return grid(tmp_path_factory.mktemp("bosses") / "run", chances, bonus=(0, 6, 30), blocks=900, strategies=(3, 1))


def test_bosses_and_difficulties(bosses):
    page = section(bosses, "x")
    found = passages(page)
    order = said(found["Does it get harder in the printed order?"])
    assert "for the 2 levels with a say (set_builder and greedy)" in order
    assert "Ogre: cruel is easier than hard; Imp: cruel is easier than hard; all together: cruel is easier than hard." in order
    scale = found["Scenarios and players on one scale"]
    assert "If a scenario's difficulty is that of its two parts added up" in said(scale)
    assert [row[0] for row in scale.tables[1].rows] == ["easy", "hard", "cruel"]
    bonus = said(found["Is the bonus worth it?"])
    assert "The bonus costs more than it is worth: Ogre (hard), Imp (hard) and all together (hard)." in bonus
    assert "The bonus is worth more than it costs: Ogre (cruel), Imp (cruel) and all together (cruel)." in bonus
    assert "To pass all 2 scenarios at cruel, one after another, set_builder needs" in said(found["How long until it is passed"])
    assert "shares of games won" in said(found["Which score is how rare"])
    assert found["Why games are lost"].sentences == ["Every lost game ended in the same way: timer."]
    answer = page.answer.split("\n")
    assert answer[1].startswith("Out of the printed order at every skill level, 3 of 9 pairs: Ogre: cruel is easier than hard")
    charts = [page.chart, *(chart for passage in page.passages for chart in passage.charts)]
    assert {chart.name for chart in charts} >= {"success", "order", "difficulty", "success by target", "bonus"}
    for chart in charts:
        assert len(chart.alt) > 60
        assert chart.caption


def test_terminal_says_it_in_a_line_each(bosses):
    told = screen(bosses.folder)
    assert re.search("Plays until passed one after another, set_builder: easy .*; hard .*; cruel ", told)
    assert "The printed order: Out of order at every level" in told
    assert len(told.split("\n")) <= 40


def test_players_of_playtests_have_targets_of_their_own(tmp_path):
    folder = syn.write_solo(tmp_path / "run", blocks=600, strategies=(1, 3))
    games = [{"scenario": mode, "won": k % 3 == 0, "group": who} for who in ("us", "them") for k, mode in enumerate(["mana", "storm"] * 10)]
    with (folder / "log.jsonl").open("a") as log:
        log.write(json.dumps({"event": "asked", "playtested": games, "medals": {"cup": 0.4}, "minutes_per_turn": 4}) + "\n")
    page = section(load(folder), "x")
    found = passages(page)
    titles = list(found)
    assert titles.index("For the players of your playtests") < titles.index("Which target gives which chance")
    assert f"order and difficulty agree to {words.MINUS}0.33 (Kendall's tau" in said(found["Does it get harder in the printed order?"])
    people = found["For the players of your playtests"]
    assert "40 playtests, 14 of them won, put their players" in said(people)
    assert [row[0] for row in people.tables[0].rows] == ["all playtests", "us", "them"]
    assert [row[0] for row in people.tables[1].rows] == [title for _, title, *_ in syn.SCENARIOS]
    assert "Targets for the players of the playtests" in people.tables[1].caption
    targets = found["Which target gives which chance"]
    assert said(targets).startswith("For these players: ")
    assert "cup\nfor 40" in targets.tables[0].headers[4]
    assert "minutes a game" in found["How long until it is passed"].tables[0].headers
    assert page.answer.split("\n")[-1].startswith("The players of 40 playtests stand ")
    assert not [step for step in page.steps if "--playtests" in step.command]
    assert "Triangles and the grey band: the real players." in found["Scenarios and players on one scale"].charts[0].caption


@pytest.mark.parametrize("blocks", [1, 12])
def test_pages_of_few_deals(tmp_path, blocks):
    study = load(syn.write_solo(tmp_path / "run", blocks=blocks, scenarios=syn.SCENARIOS[:2], strategies=(0, 3)))
    page = section(study, "x")
    assert page.steps[-1].command.endswith(" --playtests my_games.csv")
    assert "Real players need targets of their own" in said(passages(page)["Which target gives which chance"])
    cells = [cell for p in (*page.passages, *page.appendix) for table in p.tables for row in table.rows for cell in row]
    assert not [cell for cell in cells if re.search(r"\b(nan|inf|None|null)\b", cell)]
    assert len(screen(study.folder).split("\n")) <= 40


def test_hopeless_players_are_marked(tmp_path):
    study = grid(tmp_path / "run", [[0.7, 0.4, 0.0], [0.5, 0.2, 0.0]], blocks=80, strategies=(3, 1))
    found = passages(section(study, "x"))
    assert "4 pairings of a player with a scenario were never won, or never lost" in said(found["Scenarios and players on one scale"])
    assert "was never seen to pass all 2 scenarios at cruel: more than" in said(found["How long until it is passed"])
