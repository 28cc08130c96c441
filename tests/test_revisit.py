"""Every game of every kind of study can be begun again, and ends as its rows say."""

import pytest

import simkit
from simkit import laboratory
from simkit.analysis.study import ENSEMBLE, REPLAY, load
from simkit.core.jit import INTERPRETED
from simkit.core.session import play_out
from tests import tiny

pytestmark = pytest.mark.skipif(INTERPRETED, reason="about runs, not kernels")
KINDS = (
    *("seats", "own", "solo", "league", "variant", "compensation", "sweep", "screening", "dynamics", "luck", "cards", "extra", "setups"),
)
INSIDE = {"seats": ENSEMBLE, "solo": ENSEMBLE, "cards": REPLAY, "compensation": REPLAY, "setups": REPLAY}


@pytest.fixture(scope="module")
def played(tmp_path_factory):
    """Play a tiny study by its name, once."""
    place = tmp_path_factory.mktemp("tiny")
    for plugin in ("tests.dice_race", "tests.card_stall"):
        simkit.load_plugin(plugin)
    raw, found = tiny.studies(place), {}

    def play(name):
        if name not in found:
            found[name] = laboratory.run(raw[name], into=place / name)
        return found[name]

    return play


def ends_as_its_rows_say(study):
    """Play the last deal of every arm in every rotation; return how many games that were."""
    games = 0
    columns = [column["name"] for column in study.manifest["lines"]] + ["total", "rank", "share"]
    rows = study.rows.collect()
    for arm in study.arms:
        for rotation in range(arm.rotations):
            block = int(study.blocks[-1])
            told = rows.filter(arm=arm.index, rotation=rotation, block=block).sort("seat")
            session, players = simkit.game_of(study, block, arm.index, rotation)
            ended = play_out(session, players)
            result = ended.result()
            for column in columns:
                assert result[column].to_list() == told[column].to_list(), (study.name, arm.label, rotation, column)
            assert ended.state["turns"][: arm.players].tolist() == told["turns"].to_list()
            games += 1
    return games


@pytest.mark.parametrize("name", KINDS)
def test_every_arm_of_every_kind_ends_as_its_rows_say(played, name):
    study = played(name)
    assert ends_as_its_rows_say(study) >= 2
    inside = [load(study.folder / folder) for folder in (ENSEMBLE, REPLAY) if (study.folder / folder).is_dir()]
    assert [study.folder.name for study in inside] == ([INSIDE[name]] if name in INSIDE else [])
    for other in inside:
        assert ends_as_its_rows_say(other) >= 2
