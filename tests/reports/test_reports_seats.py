"""Pages of studies of seats."""

import re
import shlex

import polars as pl
import pytest

from simkit.analysis import load, seats
from tests.analysis import synthetic as syn
from tests.reports.pages import changed, screen, section, write_page, write_tables

pytestmark = pytest.mark.usefixtures("no_pictures")


def test_page_of_a_not_balanced_game(tmp_path):
    folder = syn.write_seats(tmp_path / "run", 2000, (5, 0, 0, 0), players=[3], mirrors=(1,))
    html = write_page([folder], tmp_path).read_text(encoding="utf-8")
    claim = html.split('<p class="claim">')[1].split("</p>")[0]
    claim = claim.replace("\u202f", " ")
    assert re.match(r"Seat 1 wins [\d.]+ % of the games instead of 33.3 % with 3 players \(95 % interval .*\) at a mixed table", claim)
    assert "From 2\u202f000 deals." in html.split('<p class="scope">')[1]
    assert "Confirm the imbalance on fresh deals" in html
    assert "--seed 2" in html


def test_mirrors_only_and_five_players(tmp_path):
    arms = [syn.table_arm("5 players, all greedy", 5, [1] * 5, 1, "greedy")]
    rng = syn.np.random.default_rng(1)
    frame = syn.play_arm(0, arms[0], syn.np.arange(200), rng)
    spec = {"kind": "seats", "name": "mirrors", "margin": 0.1}
    folder = syn.write(tmp_path / "run", syn.manifest(spec, arms), frame)
    html = write_page([folder], tmp_path).read_text(encoding="utf-8")
    assert "At a table of equal players" in html


def test_csv_of_seats_reads_back(folders, tmp_path):
    paths = write_tables(folders[0], tmp_path)
    assert set(paths) == {"seats", "tables", "sizes", "strategies", "points"}
    back = pl.read_csv(paths["seats"], schema_overrides=seats.SEATS)
    assert back.drop("example").equals(seats.seats(load(folders[0])))


def test_two_mixed_tables_of_a_size_go_by_their_labels(tmp_path):
    arms = [
        syn.table_arm("experts", 3, [1, 2, 3], 3, "experts"),
        syn.table_arm("with a beginner", 3, [0, 1, 2], 3, "family"),
    ]
    rng = syn.np.random.default_rng(2)
    frame = pl.concat([syn.play_arm(k, a, syn.np.arange(60), rng) for k, a in enumerate(arms)])
    folder = syn.write(tmp_path / "run", syn.manifest({"kind": "seats", "name": "s"}, arms), frame)
    html = write_page([folder], tmp_path).read_text(encoding="utf-8")
    assert html.count(">with a beginner<") >= 3


def test_fresh_seed_after_the_last_one(tmp_path):
    folder = syn.write_seats(tmp_path / "run", 2000, (5, 0, 0, 0), players=[3], mirrors=())
    study = load(changed(folder, lambda manifest: manifest.update(seed=2**64 - 1)))
    steps = [shlex.split(step.command) for step in section(study, "run").steps]
    assert [step[step.index("--seed") + 1] for step in steps] == ["0", str(2**64 - 1)]


def mixed_against_mirror(tmp_path, mirror_bonus):
    """A mixed table of 3 with no seat effect, and two mirror tables with one."""
    arms = syn.seats_arms([3], (0, 1, 3))
    rng = syn.np.random.default_rng(5)
    bonus = [(0, 0, 0), (0, 9, 0), mirror_bonus, (0, 0, 0)]
    frame = pl.concat([syn.play_arm(k, a, syn.np.arange(600), rng, b) for k, (a, b) in enumerate(zip(arms, bonus, strict=True))])
    study = {"kind": "seats", "name": "s", "margin": 0.05}
    return syn.write(tmp_path / "run", syn.manifest(study, arms), frame)


def test_the_only_firm_finding_leads_and_is_drawn_though_at_mirror_tables(tmp_path):
    study = load(mixed_against_mirror(tmp_path, (9, 0, 0)))
    found = section(study, "s")
    assert re.match("Seat 1 wins .* instead of 33.3.* at a table of equal players \\(all greedy\\); at a mixed table, with 3", found.answer)
    assert {row[0] for row in found.table.rows} == {"3 players, mixed", "3 players, all greedy"}
    assert "3 players, all greedy, seat 1" in found.chart.alt
    assert "3 players, all greedy" not in section(load(mixed_against_mirror(tmp_path / "b", (0, 0, 0))), "s").chart.alt


def test_a_study_without_a_question_goes_by_its_kind(tmp_path):
    asks, asks_not = (
        section(load(syn.write_seats(tmp_path / str(k), 40, players=[2], mirrors=(), question=question)), "x")
        for k, question in enumerate(("Is it fair?", ""))
    )
    assert (asks.title, asks.question) == ("Is it fair?", "Spellbloom: does the seat matter?")
    assert (asks_not.title, asks_not.question) == ("Spellbloom: does the seat matter?", "Does it matter where one sits?")


def test_answer_hears_mirror_tables_of_competent_players(tmp_path):
    found = section(load(mixed_against_mirror(tmp_path, (9, 0, 0))), "s")
    assert "the verdict depends on who plays: with 3 players undecided at the mixed table, not balanced with all greedy." in found.answer
    assert "random" not in found.answer
    assert found.tone == "off"
    assert any(step.text.startswith("Confirm the imbalance") for step in found.steps)


def test_answer_does_not_hear_random_players(tmp_path):
    found = section(load(mixed_against_mirror(tmp_path, (0, 0, 0))), "s")
    assert "depends on who plays" not in found.answer


def test_what_intervals_and_plans_promise(folders, tmp_path):
    (several, alone) = (section(load(folders[0]), "a"), section(load(syn.write_seats(tmp_path / "r", 60, players=[2])), "b"))
    together = "hold for all seats of one table together, not for several tables at once."
    assert together in several.scope[1]
    assert together in screen(folders[0]).replace("\n", " ")
    assert not any(together in sentence for sentence in alone.scope)
    assert "four chances in five for each seat" in alone.steps[0].text
