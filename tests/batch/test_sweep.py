"""Sweeps over the rules of the dice race against exact chances, and screenings with known effects."""

import numpy as np
import polars as pl
import pytest

from reports import kinds, text
from simkit import laboratory
from simkit.analysis.sweep import Sweep, analyse, screen
from simkit.batch import plan, spec
from simkit.core.game import Unknown
from tests.batch import exact

LEVELS = 4


def sweep(values, **changes):
    return {
        "name": "range", "kind": "sweep", "game": "dice_race", "seed": 5, "blocks": 60, "values": values, "tables": {"mirror": ["single"]},
    } | changes  # fmt: skip


@pytest.fixture(scope="module")
def goals(tmp_path_factory):
    place = tmp_path_factory.mktemp("goals") / "run"
    asked = sweep({"goal": {"from": 4, "to": 14, "step": 5}}, blocks=3000, metrics={"far": "total >= 12"})
    return laboratory.run(asked, into=place)


def test_a_sweep_finds_the_exact_shares_and_lengths(goals):
    points = analyse(goals)["points"]
    assert points["x"].unique().sort().to_list() == ["10", "14", "4", "9"]  # with the default
    for row in points.filter(pl.col("measure") == "seat_1").iter_rows(named=True):
        known = exact.win_shares(["single", "single"], int(row["x"]))[0]
        assert abs(row["value"] - known) < 5 * np.sqrt(0.25 / 3000)
        apart = known - exact.win_shares(["single", "single"])[0]
        assert row["verdict"] == "default" or row["low"] < apart < row["high"]
    for row in points.filter(pl.col("measure") == "points").iter_rows(named=True):
        known = sum(chance * sum(places) for places, chance in exact.finals(["single", "single"], int(row["x"])).items()) / 2 + 1
        assert abs(row["value"] - known) < 0.25


def test_the_default_differs_from_itself_by_exactly_nothing(goals):
    own = analyse(goals)["points"].filter((pl.col("verdict") == "default") & (pl.col("measure") != "seat_gap"))
    assert own.height > 10
    for column in ("difference", "low", "high"):
        assert set(own[column]) == {0.0}
    assert (own["value"] == own["before"]).all()


def test_the_gap_between_seats_holds_the_exact_one(goals):
    for row in analyse(goals)["points"].filter(pl.col("measure") == "seat_gap").iter_rows(named=True):
        first, second = exact.win_shares(["single", "single"], int(row["x"]))
        assert row["low"] <= abs(first - second) <= row["high"]
        assert row["difference"] is None


def test_page_and_screen_of_a_curve(goals):
    found = kinds.find(goals, "x")
    page = kinds.section(found)
    assert page.chart.name == "curves"
    assert "turns a player" in page.answer
    assert "14 at" not in page.answer
    said = text.render(found)
    assert "10 (default)" in said
    assert [row[0] for row in page.table.rows] == ["4", "9", "10 (default)", "14"]


def test_two_rules_make_a_heat_map(tmp_path):
    study = laboratory.run(sweep({"goal": [8, 12], "head_start": [0, 2]}, blocks=40), into=tmp_path / "run")
    points = analyse(study)["points"]
    assert points.select("x", "y").n_unique() == 5  # the default lies outside the grid
    page = kinds.section(kinds.find(study, "x"))
    assert page.chart.name == "heat maps"
    assert "goal and head start" in page.title


def test_a_single_point_and_choices_are_ranges_too(tmp_path):
    alone = laboratory.run(sweep({"goal": [10]}, blocks=30), into=tmp_path / "one")
    assert set(analyse(alone)["points"]["verdict"]) == {"default"}
    assert "nothing moves" in kinds.section(kinds.find(alone, "x")).answer
    solo = sweep({"target_sprint": [10, 14]}, players=[1], scenarios=["sprint"], tables={"mirror": ["single"]}, blocks=400)
    rows = analyse(laboratory.run(solo, into=tmp_path / "solo"))["points"].filter(pl.col("measure") == "success")
    for row in rows.iter_rows(named=True):
        known = exact.success("single", 2, int(row["x"]))
        assert abs(row["value"] - known) < 5 * np.sqrt(known * (1 - known) / 400) + 1e-9


def test_a_screening_of_a_real_design_orders_what_is_known(tmp_path):
    values = {"goal": {"from": 6, "to": 15, "step": 3}, "head_start": [0, 3], "target_sprint": [1, 9, 17, 25]}
    study = laboratory.run(sweep(values, method="morris", trajectories=4, blocks=60), into=tmp_path / "run")
    effects = Sweep(study).effects.filter(pl.col("measure") == "turns")
    by = {row["parameter"]: row for row in effects.iter_rows(named=True)}
    assert by["goal"]["mu"] > 0 > by["head_start"]["mu"]  # a longer way takes longer, a head start shortens it
    assert by["goal"]["verdict"] == "matters"
    assert by["target_sprint"]["mu_star"] == by["target_sprint"]["noise"] == 0.0  # two players know no sprint
    found, paths = Sweep(study), study.manifest["sweep"]["paths"]
    for name, row in by.items():  # its example is a point of a path at which it has just changed
        arm = found.values(study.arms[row["arm"]].version)
        before = [found.values(paths[at - 1]) for at in range(len(paths)) if at % 4 and found.values(paths[at]) == arm]
        names = [parameter["name"] for parameter in found.parameters]
        assert [name] in [[n for n, a, b in zip(names, arm, old, strict=True) if a != b] for old in before]
    design = Sweep(study)._design()
    assert design.shape == (4, 4, 3)
    assert (np.abs(np.diff(design, axis=1)) > 0).sum(axis=2).tolist() == [[1, 1, 1]] * 4
    assert kinds.section(kinds.find(study, "x")).chart.name == "screening"
    again = plan.resolve(spec.parse(sweep(values, method="morris", trajectories=4)))
    assert [arm.rules for arm in again.arms] == [arm["rules"] for arm in study.manifest["arms"]]


def designed(parameters, paths=10):
    """Return a design as the library makes it, and its paths."""
    morris = pytest.importorskip("SALib.sample.morris")
    problem = {"num_vars": parameters, "names": [f"p{k}" for k in range(parameters)], "bounds": [[0, 1]] * parameters}
    rows = morris.sample(problem, paths, num_levels=LEVELS, seed=4)
    return problem, rows, rows.reshape(paths, parameters + 1, parameters)


def sums_of(values, groups=12, spread=0.0, seed=1):
    """Return sums by group of deals whose means are these values."""
    noise = np.random.default_rng(seed).normal(0, spread, (groups, len(values)))
    rows = 50.0
    return np.stack([(values + noise) * rows, np.full((groups, len(values)), rows)], axis=1)


def test_an_additive_screening_has_its_coefficients_as_effects():
    _, rows, design = designed(4)
    found = screen(sums_of(5 + rows @ [3.0, -2.0, 0.0, 0.5]), design)
    np.testing.assert_allclose(found.mu, [3, -2, 0, 0.5], atol=1e-12)
    np.testing.assert_allclose(found.star, [3, 2, 0, 0.5], atol=1e-12)
    np.testing.assert_allclose(found.sigma, 0, atol=1e-12)
    np.testing.assert_allclose(found.half, 0, atol=1e-9)


def test_screening_of_ishigami_agrees_with_the_library():
    problem, rows, design = designed(3, paths=40)
    x = np.pi * (2 * rows - 1)
    values = np.sin(x[:, 0]) + 7 * np.sin(x[:, 1]) ** 2 + 0.1 * x[:, 2] ** 4 * np.sin(x[:, 0])
    analyze = pytest.importorskip("SALib.analyze.morris")
    theirs = analyze.analyze(problem, rows, values, num_levels=LEVELS, seed=1)
    ours = screen(sums_of(values), design)
    for name, mine in (("mu", ours.mu), ("mu_star", ours.star), ("sigma", ours.sigma)):
        np.testing.assert_allclose(mine, np.asarray(theirs[name]), rtol=1e-9)
    assert ours.star[2] > 0 < ours.sigma[2]  # the third parameter acts through the first alone


def test_noise_is_told_and_the_interval_covers():
    _, rows, design = designed(3)
    values = rows @ [3.0, 0.0, 1.0]
    inside = np.zeros(3)
    for seed in range(1000):
        found = screen(sums_of(values, 20, 0.2, seed), design)
        inside += np.abs(found.star - [3, 0, 1]) <= found.half
    assert (inside[[0, 2]] / 1000 >= 0.927).all()
    assert (inside[[0, 2]] / 1000 <= 0.973).all()
    assert found.noise[1] > 0.5  # where there is no effect all of it is noise
    assert found.noise[0] < 0.01


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"values": {"gaol": [1, 2]}}, "goal"),
        ({"values": {"goal": [1, 99]}}, "99"),
        ({"values": {"goal": {"from": 40, "to": 60, "step": 10}}}, "60"),
        ({"values": {"goal": {"from": 9, "to": 3}}}, "no values"),
        ({"values": {"goal": [4, 4]}}, "more than once"),
        ({"values": {"head_start": [{"2": [0, 1]}]}}, "one number for all seats"),
        ({"values": {"challenge": ["sprint"]}}, "scenarios"),
        ({"values": {"goal": [1], "head_start": [1], "target_sprint": [1]}}, "one or two"),
        ({"values": {}}, "values"),
        ({"values": {"goal": [8]}, "method": "morris"}, "two values"),
        ({"values": {"goal": [8, 9]}, "method": "morris", "levels": 3}, "levels"),
        ({"values": {"goal": [8, 9]}, "method": "moriss"}, "morris"),
        ({"values": {"goal": {"from": 1, "to": 50}, "head_start": {"from": 0, "to": 9}}}, "500 combinations"),
    ],
)
def test_what_cannot_be_swept_is_said(changes, message):
    with pytest.raises(Unknown, match=message):
        plan.resolve(spec.parse(sweep(**{"values": {"goal": [8]}} | changes)))
