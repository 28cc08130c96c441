"""The kept playthroughs say what the rules say now; after a wanted change, write them anew by ``python -m tests.playthroughs``."""

import itertools

import pytest

from simkit.core.jit import INTERPRETED
from tests.playthroughs.golden import FOLDER, Playthrough, playthroughs

ALL = list(playthroughs())


def test_every_game_and_scenario_and_number_of_players_has_one() -> None:
    assert {path.name for path in FOLDER.glob("*.txt")} == {playthrough.file.name for playthrough in ALL}


@pytest.mark.skipif(INTERPRETED, reason="minutes a game without compilation")
@pytest.mark.parametrize("playthrough", ALL, ids=lambda playthrough: playthrough.file.stem)
def test_playthrough_is_as_it_was(playthrough: Playthrough) -> None:
    kept = playthrough.file.read_text(encoding="utf-8").splitlines()
    for number, (then, now) in enumerate(itertools.zip_longest(kept, playthrough.play().splitlines()), start=1):
        assert now == then, f"{playthrough.file.name}, line {number}"
