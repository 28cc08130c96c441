"""The ladder of skill: which levels have a say, and what they make of a verdict."""

import numpy as np
import polars as pl
import pytest

from reports import kinds, page
from simkit.analysis import load, seats
from simkit.analysis.ladder import COUNTS, NO_LEVEL, levels
from simkit.analysis.verdict import BALANCED, DEPENDS, NOT_BALANCED, UNDECIDED, at_all_levels
from tests.analysis import synthetic as syn

RANDOM, GREEDY, POINTS, BUILDER = range(4)
FAIR, UNFAIR = (0.0, 0.0), (9.0, 0.0)


def study(tmp_path, bonus=(FAIR, FAIR, FAIR, FAIR), blocks=1500, margin=0.2, step=0.55, mirrors=(GREEDY, POINTS, BUILDER), mixed=True):
    """Two players: a mixed table, a mirror table of each level, and duels; a bonus for seat 1 by table."""
    arms = [syn.table_arm("2 players, mixed table", 2, [GREEDY, BUILDER], 2, "mixed")] if mixed else []
    arms += [syn.table_arm(f"2 players, all {syn.STRATEGIES[s]}", 2, [s, s], 1, syn.STRATEGIES[s]) for s in mirrors]
    tables = len(arms)
    arms += [syn.table_arm(f"duel {a}", 2, [a, b], 2, "rung") for a, b in ((GREEDY, RANDOM), (POINTS, GREEDY), (BUILDER, POINTS))]
    rng = np.random.default_rng(3)
    numbers = np.arange(blocks)
    frame = pl.concat([syn.play_arm(k, arm, numbers, rng, bonus[k] if k < tables else FAIR) for k, arm in enumerate(arms)])
    spec = {"kind": "seats", "name": "s", "margin": margin, "step": step}
    return load(syn.write(tmp_path / "run", syn.manifest(spec, arms), frame))


def test_levels_count_if_they_beat_the_one_below_by_the_step(tmp_path):
    found = levels(study(tmp_path))
    assert found["strategy"].to_list() == syn.STRATEGIES[1:]
    assert found["other"].to_list() == syn.STRATEGIES[:3]
    # skills -12, 0, 1 and 2.5 with luck of 12 a seat: chances of 0.760, 0.523 and 0.535
    assert found["share"].to_numpy() == pytest.approx([0.760, 0.523, 0.535], abs=0.03)
    assert found["verdict"].to_list() == [COUNTS, NO_LEVEL, NO_LEVEL]
    assert levels(study(tmp_path / "low", step=0.505))["verdict"][0] == COUNTS


def test_a_step_that_lies_in_the_interval_gives_no_say_yet(tmp_path):
    share = levels(study(tmp_path))["share"][2]
    found = study(tmp_path / "again", step=share)
    assert levels(found)["verdict"][2] == UNDECIDED
    assert syn.STRATEGIES[BUILDER] not in [arm.table for arm in seats.counting(found)]


def test_only_counting_levels_have_a_say(tmp_path):
    found = study(tmp_path, bonus=(FAIR, FAIR, FAIR, UNFAIR))  # the table of set_builder, which is no level of its own
    assert [arm.table for arm in seats.counting(found)] == ["mixed", "greedy"]
    tables = seats.analyse(found)
    assert tables["tables"].filter("counts")["table"].to_list() == ["mixed", "greedy"]
    assert tables["tables"]["verdict"][3] == NOT_BALANCED
    assert tables["sizes"].rows() == [(2, BALANCED)]


def test_the_duels_are_no_tables_of_the_answer(tmp_path):
    tables = seats.analyse(study(tmp_path))
    assert set(tables["seats"]["arm"]) == set(tables["tables"]["arm"]) == {0, 1, 2, 3}
    assert set(tables["strategies"]["arm"]) == {0}


@pytest.mark.parametrize(
    ("bonus", "verdict", "answer"),
    [
        ((FAIR, FAIR), BALANCED, "no seat is more than 20 % of a fair share away from it: balanced"),
        ((FAIR, UNFAIR), DEPENDS, "the verdict depends on skill: with 2 players balanced at the mixed table, not balanced with all greedy"),
        ((UNFAIR, UNFAIR), NOT_BALANCED, "Seat 2 wins 29.1 % of the games instead of 50.0 %"),
    ],
)
def test_balanced_needs_every_counting_level(tmp_path, bonus, verdict, answer):
    found = kinds.find(study(tmp_path, bonus=(*bonus, FAIR, FAIR)), "s")
    assert found.tables["sizes"].rows() == [(2, verdict)]
    section = kinds.section(found)
    assert answer in section.answer.replace("\u202f", " ")
    assert section.tone == ("good" if verdict == BALANCED else "off")
    assert (": balanced" in section.answer) == (verdict == BALANCED)


def test_a_level_that_is_still_open_keeps_a_game_from_being_called_balanced(tmp_path):
    found = kinds.find(study(tmp_path, bonus=(FAIR, (2.0, 0.0), FAIR, FAIR), margin=0.1), "s")
    assert found.tables["tables"]["verdict"].to_list()[:2] == [BALANCED, UNDECIDED]
    assert found.tables["sizes"].rows() == [(2, UNDECIDED)]
    section = kinds.section(found)
    assert "but it is open with all greedy: too few deals" in section.answer
    assert ": balanced" not in section.answer
    assert "fresh run" in section.steps[0].text


def test_the_page_says_who_has_a_say_and_why(tmp_path):
    text = page.article(kinds.section(kinds.find(study(tmp_path), "s"))).replace("\u202f", " ")
    assert "Of the stated skill levels greedy counts: more than 55 % of the duels with the one below are won for certain." in text
    assert "Tables that have no say are shown for scale: all points_now and all set_builder." in text
    assert "The ladder of skill, the weakest first" in text
    players = text.split("Simulated players: ")[1].split(".")[0]
    assert "random" not in players


def test_a_fault_in_a_duel_takes_the_say_from_its_level_alone(tmp_path):
    found = study(tmp_path)
    [part, *_] = found.parts
    hurt = (pl.col("block") == 5) & (pl.col("arm") == 4) & (pl.col("rotation") == 0)
    rows = pl.read_parquet(part).with_columns(
        fault=pl.when(hurt).then(3).otherwise("fault").cast(pl.UInt8), share=pl.when(hurt).then(0).otherwise("share").cast(pl.UInt8)
    )
    rows.write_parquet(part)
    assert levels(found)["verdict"].to_list() == ["undecided: faults", NO_LEVEL, NO_LEVEL]
    section = kinds.section(kinds.find(found, "s"))
    assert "at a mixed table, with 2 players no seat" in section.answer.lower()
    assert "Without a say before the fault in their duels is mended: greedy." in section.passages[0].sentences


def test_a_ladder_without_a_mixed_table_speaks_of_the_highest_counting_level(tmp_path):
    found = study(tmp_path, mixed=False)
    assert [arm.table for arm in seats.leading(found)] == ["greedy"]


def test_verdicts_of_levels_are_joined():
    assert at_all_levels([BALANCED, BALANCED]) == BALANCED
    assert at_all_levels([NOT_BALANCED, UNDECIDED]) == NOT_BALANCED
    assert at_all_levels([BALANCED, NOT_BALANCED, UNDECIDED]) == DEPENDS
    assert at_all_levels([BALANCED, "undecided: faults", NOT_BALANCED]) == "undecided: faults"
