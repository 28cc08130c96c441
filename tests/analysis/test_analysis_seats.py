"""Seat balance: known truths, permutations, edges."""

import numpy as np
import polars as pl
import pytest

from simkit.analysis import load, seats
from simkit.analysis.verdict import BALANCED, FAULTY, NOT_BALANCED, UNDECIDED
from tests.analysis import synthetic as syn


@pytest.fixture(scope="module")
def study(tmp_path_factory):
    return load(syn.write_seats(tmp_path_factory.mktemp("seats") / "run", blocks=600))


def one_arm(folder, totals, rotations=1, lineup=None, **ends):
    """A study of one table from points given by block and seat."""
    blocks, players = totals.shape
    wins = totals == totals.max(axis=1, keepdims=True)
    share = 60 * wins // wins.sum(axis=1, keepdims=True)
    rank = 1 + (totals[:, :, None] < totals[:, None, :]).sum(axis=2)
    who = np.zeros(players, int) if lineup is None else np.array(lineup)
    frame = syn.rows(0, np.arange(blocks), 0, who, totals, share, rank, **ends)
    arm = syn.table_arm("the table", players, [int(w) for w in who], rotations, "mirror")
    study = {"kind": "seats", "name": "s", "margin": 0.05}
    return load(syn.write(folder, syn.manifest(study, [arm]), frame))


def test_shares_of_an_arm_add_up(study):
    table = seats.seats(study)
    sums = table.group_by("arm").agg(pl.col("share").sum())["share"].to_numpy()
    assert sums == pytest.approx(np.ones(len(study.arms)))
    syn.no_nan(table)
    assert table["index"].to_numpy() == pytest.approx(table["share"] * table["players"])


def test_seats_of_a_mixed_table_average_over_rotations(study):
    found = seats.seats(study).filter((pl.col("arm") == 8) & (pl.col("seat") == 2)).row(0, named=True)
    rows = study.rows.filter((pl.col("arm") == 8) & (pl.col("seat") == 1)).collect()
    assert found["share"] == pytest.approx(rows["share"].cast(pl.Int64).sum() / 60 / rows.height)
    assert found["points"] == pytest.approx(rows["total"].mean())
    by_block = rows.group_by("block").agg(pl.col("share").cast(pl.Int64).mean() / 60)["share"]
    error = by_block.std() / np.sqrt(600)
    # About 2.5 errors for four seats together.
    assert (found["high"] - found["low"]) / 2 / error == pytest.approx(2.5, abs=0.02)


def test_planted_seat_effect_is_found(tmp_path):
    study = load(syn.write_seats(tmp_path / "run", 3000, (6, 0, 0, 0), players=[3], mirrors=(1,)))
    tables = seats.tables(study, seats.seats(study))
    assert tables["verdict"].to_list() == [NOT_BALANCED, NOT_BALANCED]
    assert tables["planned"].to_list() == [None, None]


def test_no_seat_effect_is_balanced(tmp_path):
    rng = np.random.default_rng(8)
    study = one_arm(tmp_path / "run", rng.integers(0, 1000, (40_000, 2)))
    assert seats.seats(study)["verdict"].to_list() == [BALANCED, BALANCED]


def test_permuting_seats_permutes_the_result(tmp_path):
    rng = np.random.default_rng(9)
    totals = rng.integers(0, 20, (200, 3)) + np.array([3, 0, 1])
    order = [2, 0, 1]
    plain = seats.seats(one_arm(tmp_path / "a", totals))
    turned = seats.seats(one_arm(tmp_path / "b", totals[:, order]))
    columns = ["share", "low", "high", "points"]
    assert turned.select(columns).equals(plain[order].select(columns))


def test_two_seats_are_one_comparison(tmp_path):
    rng = np.random.default_rng(10)
    table = seats.seats(one_arm(tmp_path / "run", rng.integers(0, 50, (400, 2))))
    widths = (table["high"] - table["low"]).to_list()
    assert widths[0] == pytest.approx(widths[1])
    share = table["share"][0]
    assert widths[0] / 2 == pytest.approx(1.966 * np.sqrt(share * (1 - share) / 400), rel=0.02)


@pytest.mark.parametrize("blocks", [1, 2, 29])
def test_few_deals_leave_it_open(tmp_path, blocks):
    study = one_arm(tmp_path / "run", np.tile([9, 1, 1], (blocks, 1)))
    table = seats.seats(study)
    assert set(table["verdict"]) == {UNDECIDED}
    assert ((table["low"] >= 0) & (table["high"] <= 1)).all()
    syn.no_nan(table)
    syn.no_nan(seats.tables(study, table))


def test_always_shared_wins_are_par_and_counted(tmp_path):
    study = one_arm(tmp_path / "run", np.full((500, 4), 7))
    table = seats.seats(study)
    assert table["share"].to_list() == [0.25] * 4
    assert set(table["verdict"]) == {BALANCED}
    assert seats.games(study).row(0) == (0, 500, 500, 0, 0)


def test_cut_off_and_faulty_games_are_counted_once(tmp_path):
    totals = np.tile([3, 2], (100, 1))
    cut, fault = np.zeros((100, 2), bool), np.zeros((100, 2), int)
    cut[:7], fault[90:, 1] = True, 2
    study = one_arm(tmp_path / "run", totals, cut_off=cut, fault=fault)
    counts = seats.games(study).row(0, named=True)
    assert (counts["cut_off"], counts["faults"], counts["games"]) == (7, 10, 100)


def test_a_faulty_game_counts_for_nobody(tmp_path):
    frames, arms = [], []
    for k in range(2):
        totals = np.tile([3, 2], (100, 1))
        share, fault = np.tile([60, 0], (100, 1)), np.zeros((100, 2), int)
        if k == 0:
            share[90:], fault[90:] = 0, 2
        frames.append(syn.rows(k, np.arange(100), 0, np.array([1, 1]), totals, share, np.tile([1, 2], (100, 1)), fault=fault))
        arms.append(syn.table_arm(f"table {k}", 2, [1, 1], 1, "mirror"))
    what = syn.manifest({"kind": "seats", "name": "s"}, arms)
    study = load(syn.write(tmp_path / "run", what, pl.concat(frames)))
    table = seats.seats(study)
    assert table["share"].to_list() == [0.9, 0.0, 1.0, 0.0]
    assert set(table["verdict"]) == set(seats.tables(study, table)["verdict"]) == {FAULTY}
    assert table["planned"].null_count() == 4


def test_strategies_of_mixed_tables(study):
    table = seats.strategies(study)
    assert set(table["arm"]) == {0, 4, 8}
    totals = table.group_by("arm").agg((pl.col("share") * pl.col("chairs")).sum())["share"]
    assert totals.to_numpy() == pytest.approx(np.ones(3))
    four = table.filter(pl.col("arm") == 8)
    assert dict(four.select("strategy", "chairs").iter_rows())["greedy"] == 2
    assert four.sort("share")["strategy"].to_list()[-1] == "set_builder"


def test_random_tables_have_no_say(tmp_path):
    study = load(syn.write_seats(tmp_path / "r", 40, players=[2], mirrors=(0, 1)))
    assert [arm.table for arm in seats.counting(study)] == ["mixed", "greedy"]


def test_planned_run_is_for_undecided_only(study):
    table = seats.seats(study)
    decided = table.filter(pl.col("verdict") != UNDECIDED)
    assert decided["planned"].null_count() == decided.height
    plans = table["planned"].drop_nulls()
    assert (plans >= 30).all()
