"""Families of verdicts: declared in the study's file, followed by every interval and false-discovery rate, said on the page."""

from pathlib import Path

import numpy as np
import pytest

import simkit
from reports import kinds, page
from simkit.analysis import Study, families, seats
from simkit.analysis.blocks import sufficient
from simkit.analysis.families import FAMILIES, adjusted, declared
from simkit.analysis.headline import headlines
from simkit.analysis.intervals import critical_t, joint
from simkit.analysis.league import analyse as league
from simkit.analysis.multiplicity import bh
from simkit.analysis.solo import pairs
from simkit.analysis.study import load
from simkit.batch import identity, plan, spec
from simkit.batch.kinds import KINDS
from simkit.core.game import Unknown
from tests.analysis import leagues
from tests.analysis import synthetic as syn

RACE = {
    "name": "race", "kind": "seats", "game": "dice_race", "seed": 7, "blocks": 60, "players": [2, 3],
    "tables": {"mixed": ["single", "double"], "mirror": ["switch"]},
}  # fmt: skip


@pytest.fixture(scope="module", autouse=True)
def _plugin():
    simkit.load_plugin("tests.dice_race")


def unplayed(kind, **spec):
    arms = syn.seats_arms()
    return Study(Path(), syn.manifest({"kind": kind} | spec, arms), (), ())


def test_every_kind_offers_the_words_that_are_explained():
    offered = {name: kind.model.model_fields.get("family") for name, kind in KINDS.items()}
    words = {name: field.annotation.__args__ for name, field in offered.items() if field}
    assert words == {name: tuple(known) for name, known in FAMILIES.items()}
    assert {name: field.default for name, field in offered.items() if field} == {
        name: next(iter(known)) for name, known in FAMILIES.items()
    }


def test_a_wrong_word_is_refused_and_the_near_one_named():
    with pytest.raises(Unknown, match=r"family: 'tabel' will not do: .*'table', 'players' or 'study' \(did you mean 'table'\?\)"):
        spec.parse(RACE | {"family": "tabel"})
    with pytest.raises(Unknown, match=r"there is no such key \(did you mean 'family'\?\)"):
        spec.parse(RACE | {"familly": "study"})


def test_a_declared_family_is_part_of_what_was_asked_and_the_usual_one_is_not_repeated():
    said = [identity.manifest(plan.resolve(spec.parse(RACE | more))) for more in ({}, {"family": "table"}, {"family": "study"})]
    assert said[0] == said[1] != said[2]
    assert "family" not in said[0]["study"]
    assert said[2]["study"]["family"] == "study"


def test_a_family_counts_the_seats_of_its_tables():
    mixed_and_three = {2: 1, 3: 3, 4: 4}  # two shares that add up to one are one comparison; four tables of each size
    assert set(seats.comparisons(unplayed("seats")).values()) == {1, 3, 4}
    assert set(seats.comparisons(unplayed("seats", family="players")).values()) == {4 * own for own in mixed_and_three.values()}
    assert set(seats.comparisons(unplayed("seats", family="study")).values()) == {4 * sum(mixed_and_three.values())}


@pytest.mark.parametrize(("family", "held"), [("table", False), ("study", True)])
def test_all_tables_of_a_study_hold_at_once_where_it_is_the_family(family, held):
    """1,000 studies of twelve fair tables: with a family of one table each, about one of three studies finds something."""
    rng, deals = np.random.default_rng(9100), 200
    comparisons = seats.comparisons(study := unplayed("seats", family=family))
    missed = 0
    for _ in range(1000):
        wrong = False
        for arm in study.tables:
            winner = rng.integers(0, arm.players, deals)
            sums = sufficient(60 * (winner[:, None] == np.arange(arm.players)))
            limits = joint(sums.mean() / 60, sums.errors() / 60, deals, comparisons[arm.index])
            wrong |= bool(((limits[:, 0] > 1 / arm.players) | (limits[:, 1] < 1 / arm.players)).any())
        missed += wrong
    assert (missed / 1000 <= 0.073) == held  # the 99.9 % band of 1,000 studies


def test_intervals_plans_and_pages_follow_the_declared_family(tmp_path):
    usual, wide = (load(syn.write_seats(tmp_path / name, 200, **more)) for name, more in (("usual", {}), ("wide", {"family": "study"})))
    a, b = (seats.seats(study).filter(seats.pl.col("players") == 4) for study in (usual, wide))
    assert (a["share"] == b["share"]).all()
    ratio = ((b["high"] - b["low"]) / (a["high"] - a["low"])).to_numpy()
    assert ratio == pytest.approx(np.full(len(ratio), critical_t(199, 32) / critical_t(199, 4)), rel=0.02)
    assert {h.comparisons for h in headlines(usual)} == {1, 3, 4}
    assert {h.comparisons for h in headlines(wide)} == {32}
    told = {name: page.article(kinds.section(kinds.find(study, "x"))) for name, study in (("usual", usual), ("wide", wide))}
    assert "One family of verdicts: the seats of one table, as is usual where a study declares no other." in told["usual"]
    assert "hold for all seats of one table together, not for several tables at once" in told["usual"]
    assert "One family of verdicts: the seats of all tables, as the study declares. Their intervals are widened" in told["wide"]
    assert "intervals hold at once for the seats of all tables." in told["wide"]


def test_scenarios_and_leagues_follow_it_too(tmp_path):
    usual, wide = (pairs(load(syn.write_solo(tmp_path / f"solo{n}", 200, **more))) for n, more in enumerate(({}, {"family": "study"})))
    ratio = ((wide["high"] - wide["low"]) / (usual["high"] - usual["low"])).filter(usual["gain"].is_not_null()).to_numpy()
    assert ((ratio > 1.1) & (ratio < 1.3)).all()  # of the critical values, 1.14; a score interval grows more where it is skewed

    def cup(folder, **more):
        lineups = [(0, 1), (0, 2), (1, 2), (0, 1, 2)]
        return league(load(leagues.write(folder, ["a", "b", "c"], lineups, leagues.by_skill([0.0, 1.0, 2.0]), 100, **more)))

    narrow, broad = cup(tmp_path / "one"), cup(tmp_path / "two", family="study")
    for name in ("matchups", "standings"):
        assert (broad[name]["high"] > narrow[name]["high"]).all()
    assert (broad["standings"]["rating_high"] > narrow["standings"]["rating_high"]).all()


def test_false_discoveries_are_counted_inside_a_family():
    p = [0.001, 0.04, 0.5, 0.02, 0.03, None]
    members = [{"level": at // 3, "kind": (at // 3, at % 3 == 2)} for at in range(6)]
    by_level = adjusted(unplayed("cards"), p, members)
    assert by_level == [*bh(p[:3]), *bh(p[3:])]
    assert adjusted(unplayed("cards", family="study"), p, members) == bh(p)
    by_kind = adjusted(unplayed("cards", family="kind"), p, members)
    assert by_kind == [*bh(p[:2]), 0.5, *bh(p[3:5]), None]


def test_a_kind_without_families_has_none():
    assert declared(unplayed("luck")) == ""
    assert families.groups(unplayed("luck"), 5) == 1
