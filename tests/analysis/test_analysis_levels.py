"""Skill levels with a say, the printed order, and the bonus of harder modes."""

from dataclasses import replace

import numpy as np
import polars as pl
import pytest

from simkit.analysis import load, solo
from simkit.analysis.blocks import ratio, sufficient
from simkit.analysis.bonus import bonus, bonuses
from simkit.analysis.difficulty import TOGETHER, across, order, scale
from simkit.analysis.levels import DEPENDS, HOLDS, counting, joined, levels, share_of
from simkit.analysis.verdict import FAULTY, UNDECIDED
from tests.analysis import synthetic as syn

# P((u + v) / 2 < x) of two uniform numbers is 1 - 2 (1 - x)**2 above one half and 2 x**2 below
FAIR = (30 * (1 - 2 * (1 - 0.553) ** 2) - 20 * 2 * 0.474**2) / (2 * 0.474**2)
GRID = [(f"{boss}_{kind}", f"{boss.title()}, {kind}", None, 0.0) for boss in ("ogre", "imp") for kind in ("easy", "hard", "cruel")]


def grid(folder, chances, points=(30, 24, 20), bonus=(0, 6, 12), blocks=800, seed=2, strategies=(1,)):
    """Two opponents at three difficulties: chance to win by difficulty (a row a strategy), points by difficulty, a printed bonus."""
    rng = np.random.default_rng(seed)
    arms, numbers, luck = syn.solo_arms(GRID, strategies), np.arange(blocks), rng.random((blocks, 1))
    frames = []
    for k, arm in enumerate(arms):
        kind, who = [mode for mode, *_ in GRID].index(arm["mode"]) % 3, strategies.index(arm["lineup"][0])
        won = (luck + rng.random((blocks, 1))) / 2 < np.atleast_2d(chances)[who, kind]
        own = rng.integers(points[kind] - 3, points[kind] + 4, (blocks, 1)) * won
        paid = bonus[kind] * won
        frame = syn.rows(k, numbers, 0, arm["lineup"][0], own + paid, 60 * won, 2 - won, ended=2 - won)
        lines = {"spells": own.ravel(), "sigils_line": paid.ravel(), "mana": 0}
        frames.append(frame.with_columns(*(pl.lit(v).cast(pl.Int16).alias(n) for n, v in lines.items())))
    return load(syn.write(folder, syn.manifest({"kind": "solo", "name": "solo", "margin": 0.05}, arms), pl.concat(frames)))


def test_levels_a_step_apart_have_a_say(tmp_path):
    """Skill 0 and 1 are one vote, and a random player has none: the synthetic skills are -12, 0, 1 and 2.5 points, each times 1.5."""
    study = load(syn.write_solo(tmp_path / "run", blocks=600, strategies=(0, 1, 2, 3)))
    table = levels(study)
    syn.no_nan(table)
    assert table["strategy"].to_list() == ["set_builder", "points_now(three_dice=2.0)", "greedy", "random"]
    assert table["other"].to_list() == [None, "set_builder", "set_builder", "greedy"]
    assert counting(table) == ["set_builder", "greedy"]
    shares = table["share"].to_list()
    assert shares[1] < 0.6 <= shares[2] < shares[3]
    steep = replace(study, manifest=study.manifest | {"study": study.spec | {"step": 0.95}})
    assert counting(levels(steep)) == ["set_builder"]


def test_a_share_is_of_games_that_do_not_end_alike(tmp_path):
    """Both win or both lose alike in most games: the stronger is ahead in nearly all others."""
    study = grid(tmp_path / "run", [[0.3, 0.3, 0.3], [0.2, 0.2, 0.2]], points=(3, 3, 3), strategies=(1, 2))
    row = levels(study).row(1, named=True)
    assert row["other"] == "greedy"
    assert row["low"] < row["share"] < row["high"]


@pytest.mark.parametrize(("first", "differ"), [(0.6, 0.4), (0.9, 0.4), (0.85, 0.1)])
def test_the_share_of_a_level_covers(first, differ):
    """1,000 studies of 80 deals of three scenarios with common luck: of the games that do not end alike the first wins so many."""
    rng = np.random.default_rng([6, int(100 * first)])
    held = 0
    for _ in range(1000):
        tilt = rng.choice([-0.1, 0.1], (80, 1))
        ahead, apart = rng.random((80, 3)) < first + tilt, rng.random((80, 3)) < differ
        _, low, high = share_of(sufficient(np.stack([(ahead & apart).sum(axis=1), (~ahead & apart).sum(axis=1)], axis=1)))
        held += low <= first <= high
    assert 0.927 <= held / 1000 <= 0.973


def test_a_level_that_is_always_ahead_is_not_sure_to_be():
    share, low, high = share_of(sufficient(np.array([[3, 0]] * 50)))
    assert (share, high) == (1.0, 1.0)
    assert low == pytest.approx(0.025 ** (1 / 50))
    assert share_of(sufficient(np.zeros((50, 2), np.int64))) is None


def test_who_is_alone_has_a_say_and_so_has_the_best_of_random_players(tmp_path):
    for who in (0, 3):
        study = load(syn.write_solo(tmp_path / str(who), blocks=40, strategies=(who,)))
        assert counting(levels(study)) == [syn.STRATEGIES[who]]


def test_levels_of_one_deal(tmp_path):
    study = load(syn.write_solo(tmp_path / "run", blocks=1, strategies=(0, 1, 3)))
    table = levels(study)
    syn.no_nan(table)
    assert len(counting(table)) == 1


def test_verdicts_of_levels_are_joined():
    decided = ("in order", "out of order")
    assert joined(["in order", "in order"], decided) == HOLDS
    assert joined(["in order", "out of order", "undecided"], decided) == DEPENDS
    assert joined(["in order", "undecided"], decided) == UNDECIDED
    assert joined([], decided) == UNDECIDED
    assert joined(["in order", FAULTY], decided) == FAULTY


def test_order_is_that_of_the_study(tmp_path):
    """Of the synthetic scenarios The Mana comes first and The Locked Garden, the hardest, second; all is found from paired differences."""
    study = load(syn.write_solo(tmp_path / "run", blocks=4000, strategies=(1, 3)))
    pairs = solo.pairs(study)
    table = order(study, pairs, 0.05)
    assert table.height == pairs.height == 12
    found = {(r["earlier"], r["later"]): r for r in table.filter(pl.col("strategy") == "greedy").iter_rows(named=True)}
    first = found["The Mana", "The Locked Garden"]
    assert (first["verdict"], first["neighbours"], first["sequence"]) == ("in order", True, "")
    out = found["The Locked Garden", "Storm over the Tower"]
    assert out["verdict"] == "out of order"
    assert out["low"] < out["difference"] < out["high"] < -0.05
    over_all = across(table, ["greedy", "set_builder"])
    assert over_all.height == 6
    assert set(over_all.filter(pl.col("earlier") == "The Locked Garden")["joined"]) == {HOLDS}
    assert over_all.filter(pl.col("earlier") == "The Locked Garden")["out_of_order"].to_list() == [2, 2]


def test_difficulties_are_compared_within_an_opponent_and_over_all(tmp_path):
    study = grid(tmp_path / "run", [0.7, 0.5, 0.6], blocks=600)
    table = order(study, solo.pairs(study), 0.05)
    assert table["sequence"].to_list() == ["Ogre"] * 3 + ["Imp"] * 3 + [TOGETHER] * 3
    together = table.filter(pl.col("sequence") == TOGETHER)
    assert together["verdict"].to_list() == ["in order", "in order", "out of order"]
    alone = table.filter(pl.col("sequence") == "Imp")
    assert (together["high"] - together["low"]).sum() < (alone["high"] - alone["low"]).sum()


def test_scale_of_a_grid_has_its_parts(tmp_path):
    tables = scale(grid(tmp_path / "run", [[0.7, 0.5, 0.3], [0.5, 0.3, 0.1]], strategies=(1, 2)), 0.05)
    for table in tables.values():
        syn.no_nan(table)
    assert tables["scale"]["kind"].unique(maintain_order=True).to_list() == ["level", "scenario", "first part", "second part"]
    parts = tables["scale"].filter(pl.col("kind") == "second part")
    assert parts["label"].to_list() == ["easy", "hard", "cruel"]
    assert parts["logit"].is_sorted()
    assert tables["fit"]["freedom"].to_list() == [12 - 2 - 5, 12 - 2 - 1 - 2]
    assert (tables["scale"]["marked"] == 0).all()


def test_misfits_are_named(tmp_path):
    """The second player is worse but for one difficulty, where it is better: no single number says that."""
    tables = scale(grid(tmp_path / "run", [[0.7, 0.7, 0.3], [0.3, 0.3, 0.7]], strategies=(1, 2)), 0.05)
    assert tables["misfits"].filter("named").height >= 8
    assert tables["fit"]["ratio"][0] > 20
    fine = scale(grid(tmp_path / "fine", [[0.6, 0.5, 0.4], [0.5, 0.4, 0.3]], strategies=(1, 2)), 0.05)
    assert not fine["misfits"]["named"].any()


def test_a_cell_never_won_is_marked(tmp_path):
    tables = scale(grid(tmp_path / "run", [0.6, 0.4, 0.0], blocks=60), 0.05)
    syn.no_nan(tables["scale"])
    hopeless = tables["scale"].filter(pl.col("label").str.ends_with("cruel") & (pl.col("kind") == "scenario"))
    assert hopeless.select("marked", "cells").rows() == [(1, 1), (1, 1)]
    assert hopeless["logit"].min() > tables["scale"].filter(pl.col("label") == "Ogre, hard")["logit"][0]


def test_printed_bonuses_are_found(tmp_path):
    assert list(bonuses(grid(tmp_path / "run", [0.7, 0.5, 0.3])).values()) == [0, 6, 12] * 2
    assert bonuses(grid(tmp_path / "none", [0.7, 0.5, 0.3], bonus=(0, 0, 0))) == {}
    assert bonuses(load(syn.write_solo(tmp_path / "targets", blocks=100))) == {}
    assert len(bonuses(grid(tmp_path / "rare", [0.7, 0.5, 0.0]))) == 4  # too few wins to tell what the last pays


def test_a_bonus_is_weighed_against_its_cost(tmp_path):
    """A win is worth 30, 24 + 6, 20 + 24 points: at chances of 0.6, 0.4 and 0.55 the second costs, and the third pays."""
    study = grid(tmp_path / "run", [0.6, 0.45, 0.55], bonus=(0, 6, 24), blocks=1500)
    table = bonus(study)
    syn.no_nan(table)
    rows = {(r["sequence"], r["harder"]): r for r in table.iter_rows(named=True)}
    bosses = [(boss, f"{boss}, {kind}") for boss in ("Ogre", "Imp") for kind in ("hard", "cruel")]
    assert list(rows) == [*bosses, (TOGETHER, "hard"), (TOGETHER, "cruel")]
    assert [r["verdict"] for r in rows.values()] == ["not worth it", "worth it"] * 3
    cruel = rows[TOGETHER, "cruel"]
    assert (cruel["bonus"], round(cruel["points_easier"]), round(cruel["points_harder"])) == (24, 30, 20)
    assert cruel["difference"] == pytest.approx(cruel["expected_harder"] - cruel["expected_easier"])
    even = 30 * cruel["success_easier"] / cruel["success_harder"] - 20
    assert cruel["fair_low"] < even < cruel["fair_high"]
    assert cruel["fair"] == pytest.approx(even, abs=0.5)
    assert cruel["gain"] > 1.1


def test_the_fair_bonus_covers():
    """1,000 studies of 150 deals: a win in 0.6 of games worth 30 and one in 0.45 worth 20 are even at a bonus of 20."""
    rng = np.random.default_rng(12)
    held = 0
    for _ in range(1000):
        luck = rng.random((150, 1))
        won = ((luck + rng.random((150, 2))) / 2 < np.array([0.553, 0.474])).astype(np.int64)
        points = won * rng.integers([25, 15], [36, 26], (150, 2))
        _, _, low, high = ratio(np.hstack([points, won]), lambda s: (s[..., 0] - s[..., 1]) / s[..., 3])
        held += low <= FAIR <= high
    assert 0.927 <= held / 1000 <= 0.973


def test_bonuses_of_few_games_decide_nothing(tmp_path):
    table = bonus(grid(tmp_path / "run", [0.6, 0.5, 0.4], blocks=25))
    syn.no_nan(table)
    assert set(table["verdict"]) == {"undecided"}
    one = grid(tmp_path / "one", [0.6, 0.5, 0.4], blocks=1)
    assert bonus(one).height == 0
    assert [solo.analyse(one)[name].height for name in ("levels", "campaign")] == [1, 3]


def test_losses_are_told_by_how_they_ended(tmp_path):
    study = grid(tmp_path / "run", [0.6, 0.5, 0.4], blocks=200)
    table = solo.endings(study)
    assert (table.filter(pl.col("ending") == "tenth spell")["lost"] == 0).all()
    timer = table.filter(pl.col("ending") == "timer")
    assert (timer["lost"] == timer["games"]).all()
    assert (timer["lost_low"] < timer["lost_rate"]).all()


def test_scores_of_lost_games_mean_nothing_without_a_target(tmp_path):
    study = grid(tmp_path / "run", [0.6, 0.5, 0.0], blocks=300)
    medals = solo.medals(study)
    assert medals["medal"].to_list()[:3] == ["bronze", "silver", "gold"]
    assert medals["of_won"].all()
    first = medals.row(0, named=True)
    assert 27 <= first["target"] <= 29  # three of four winners have it: points from 27 to 33
    assert first["achieved"] >= 0.75 > first["achieved_above"]
    assert medals.filter(pl.col("scenario") == "Ogre, cruel")["target"].null_count() == 3


def test_what_is_easier_by_less_than_the_margin_is_told_apart(tmp_path):
    """Two or five wins in a hundred: no difference of more than the margin of ten, and yet none by luck."""
    study = grid(tmp_path / "run", [0.15, 0.1, 0.16], blocks=3000)
    table = across(order(study, solo.pairs(study), 0.1), ["greedy"])
    row = table.filter((pl.col("sequence") == TOGETHER) & (pl.col("earlier") == "hard")).row(0, named=True)
    assert (row["out_of_order"], row["surely_easier"], row["joined"]) == (0, 1, HOLDS)
