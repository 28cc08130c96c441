"""Tries until passed, and plays until all scenarios are: known answers of geometric waiting."""

import numpy as np
import polars as pl
import pytest

from simkit.analysis import load, solo
from simkit.analysis.tries import around, campaign, needed, tries, until_all
from tests.analysis import synthetic as syn


@pytest.mark.parametrize(("success", "share", "plays"), [(0.2, 0.5, 4), (0.2, 0.9, 11), (0.9, 0.9, 1), (0.5, 0.75, 2), (0.01, 0.9, 230)])
def test_plays_that_a_share_of_players_needs(success, share, plays):
    assert needed(success, share) == plays
    assert 1 - (1 - success) ** plays >= share - 1e-12
    assert plays == 1 or 1 - (1 - success) ** (plays - 1) < share


def passed(chances, plays):
    """The chance to have passed all in so many plays, by adding up one waiting time after another."""
    density = np.zeros(plays + 1)
    density[0] = 1.0
    for p in chances:
        wait = np.concatenate([[0.0], p * (1 - p) ** np.arange(plays)])
        density = np.convolve(density, wait)[: plays + 1]
    return density.sum()


@pytest.mark.parametrize("chances", [[0.3], [0.5, 0.5], [0.9, 0.2, 0.6], [0.05] * 8, [1.0, 0.4]])
def test_campaigns_agree_with_convolution(chances):
    plays = until_all(chances, 0.9)
    assert passed(chances, plays) >= 0.9 - 1e-9
    assert passed(chances, plays - 1) < 0.9


def test_rare_successes_are_no_trouble():
    assert until_all([1e-6]) == needed(1e-6, 0.9) == 2302584
    assert until_all([0.5, 0.0]) is None


def study(folder, chances, blocks=200, **asked):
    """Scenarios won in a fixed share of deals, in turn."""
    scenarios = [(f"s{k}", f"Scenario {k}", None, 0.0) for k in range(len(chances))]
    arms, numbers = syn.solo_arms(scenarios, (1,)), np.arange(blocks)
    frames = []
    for k, p in enumerate(chances):
        won = (np.floor((numbers + 1) * p) > np.floor(numbers * p))[:, None]
        frames.append(syn.rows(k, numbers, 0, 1, 10 * won, 60 * won, 2 - won))
    folder = syn.write(folder, syn.manifest({"kind": "solo", "name": "solo"}, arms), pl.concat(frames))
    if asked:
        with (folder / "log.jsonl").open("a") as log:
            log.write(syn.json.dumps({"event": "asked", **asked}) + "\n")
    return load(folder)


def test_tries_follow_from_success(tmp_path):
    found = study(tmp_path / "run", [0.25, 0.5])
    cells = solo.cells(found)
    table = tries(found, cells)
    syn.no_nan(table)
    first, cell = table.row(0, named=True), cells.row(0, named=True)
    assert (first["mean"], first["median"], first["p90"]) == (4.0, 3, 9)
    assert (first["mean_low"], first["mean_high"]) == (1 / cell["high"], 1 / cell["low"])
    assert (first["p90_low"], first["p90_high"]) == (needed(cell["high"], 0.9), needed(cell["low"], 0.9))
    assert table["minutes"].null_count() == 2
    whole = campaign(found, table).row(0, named=True)
    assert (whole["scenarios"], whole["mean"]) == (2, 6.0)
    assert whole["mean_low"] < 6 < whole["mean_high"]
    assert whole["p90"] == until_all([0.25, 0.5])


def test_minutes_need_a_word_from_the_study(tmp_path):
    found = study(tmp_path / "run", [0.25, 0.5], minutes_per_turn=2, minutes_per_game=5)
    table = tries(found, solo.cells(found))
    assert table["minutes"].to_list() == [5 + 2 * 11] * 2  # a game of the synthetic studies has 11 turns
    assert table["minutes_until_passed"].to_list() == [4 * 27, 2 * 27]
    assert campaign(found, table)["minutes"][0] == 6 * 27


def test_a_scenario_never_passed_has_a_lower_bound_only(tmp_path):
    found = study(tmp_path / "run", [0.0, 0.5])
    table = tries(found, solo.cells(found))
    syn.no_nan(table)
    never = table.row(0, named=True)
    assert (never["mean"], never["median"], never["p90"], never["mean_high"]) == (None,) * 4
    assert never["mean_low"] > 40
    whole = campaign(found, table).row(0, named=True)
    assert (whole["mean"], whole["mean_high"], whole["p90"]) == (None,) * 3
    assert whole["mean_low"] > 40


def test_the_interval_of_a_campaign_covers():
    """1,000 studies of 150 deals and three scenarios with common luck; the truth is the sum of waiting times."""
    rng = np.random.default_rng(17)
    edges = np.array([-0.4, 0.2, 0.7])

    def wins(blocks):
        return rng.normal(0, 1, (blocks, 1)) + rng.normal(0, 1, (blocks, 3)) > edges

    truth = (1 / wins(400_000).mean(axis=0)).sum()
    held = 0
    for _ in range(1000):
        won = wins(150).astype(np.int64)
        low, high = around(won, np.ones_like(won))
        held += low <= truth <= high
    assert 0.927 <= held / 1000 <= 0.973
