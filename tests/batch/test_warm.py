"""Compiling ahead."""

import pytest

from simkit import registry
from simkit.batch import warm
from simkit.core import cache
from simkit.core.jit import INTERPRETED

pytestmark = pytest.mark.skipif(INTERPRETED, reason="nothing is compiled")


@pytest.mark.parametrize("processes", [1, 2])
def test_everything_is_in_the_cache_afterwards(tmp_path, monkeypatch, processes):
    monkeypatch.setenv("SIMKIT_CACHE", str(tmp_path))
    took = warm.warm(["dice_race"], ["single"], processes=processes)
    assert took["dice_race"] > 0
    race = registry.game("dice_race")
    assert warm.is_warm(race, [registry.player("single", race)])
    before = sorted(path.name for path in tmp_path.rglob("*.nbc"))
    assert len(before) == 7 + 3 + 1  # kernels; begin, rank and the loop; the strategy
    again = warm.warm(["dice_race"], ["single"])
    assert again["dice_race"] < took["dice_race"] / 3
    assert sorted(path.name for path in tmp_path.rglob("*.nbc")) == before


def test_one_missing_item_is_not_warm(tmp_path, monkeypatch):
    monkeypatch.setenv("SIMKIT_CACHE", str(tmp_path))
    race = registry.game("dice_race")
    warm.warm([race], ["single"])
    assert warm.is_warm(race, [registry.player("single", race)])
    assert not warm.is_warm(race, [registry.player("double", race)])
    assert not warm.is_warm(race)
    for file in sorted(tmp_path.rglob("*.nbc")):
        if "begin" not in file.name:  # which no run needs
            away = file.rename(tmp_path / "away")
            assert not warm.is_warm(race, [registry.player("single", race)]), file.name
            away.rename(file)


def test_a_cold_cache_is_cold(tmp_path, monkeypatch):
    monkeypatch.setenv("SIMKIT_CACHE", str(tmp_path))
    assert not warm.is_warm(registry.game("dice_race"))


def test_all_cores_compile_what_players_need(tmp_path, monkeypatch):
    monkeypatch.setenv("SIMKIT_CACHE", str(tmp_path))
    race = registry.game("dice_race")
    players = [registry.player("single", race)]
    told = []
    with cache.listening(lambda layer: told.append(layer.label)):
        warm.ahead(race, players, processes=2)
    assert warm.is_warm(race, players)
    assert set(warm.missing(race)) >= {"begin", "choose double"}
    assert {"dice_race", "dice_race.table", "dice_race.single"} == set(told)


def test_no_pool_on_one_core_nor_for_little(tmp_path, monkeypatch):
    monkeypatch.setenv("SIMKIT_CACHE", str(tmp_path))
    monkeypatch.setattr(warm, "_compile_all", lambda tasks, processes: pytest.fail(f"{processes} processes for {tasks}"))
    race = registry.game("dice_race")
    warm.ahead(race, [registry.player("single", race)], processes=1)
    monkeypatch.setattr(warm, "missing", lambda game, players: {"apply": None, "choose single": None})
    warm.ahead(race, [registry.player("single", race)], processes=2)


def test_what_there_is_to_compile():
    listed = warm.items(registry.game("dice_race"))
    assert {"legal", "apply", "play", "begin", "choose single", "choose greedy"} <= set(listed)
    assert len(set(listed)) == len(listed)
