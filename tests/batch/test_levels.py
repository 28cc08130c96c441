"""A study of seats that states its skill levels plays their duels on the same deals."""

import pytest

from simkit.analysis import load
from simkit.analysis.ladder import levels
from simkit.batch import run
from simkit.core.game import Unknown


def test_each_level_mirrors_and_duels_with_the_one_below(study):
    what = study(levels=["single", "double"], tables={"mixed": ["single", "double"], "mirror": ["switch", "double"]}, players=[3])
    assert [(arm.label, arm.lineup, arm.rotations) for arm in what.arms] == [
        ("3 players, mixed table", (0, 1, 0), 3),
        ("3 players, all switch", (2, 2, 2), 1),
        ("3 players, all double", (1, 1, 1), 1),
        ("3 players, all single", (0, 0, 0), 1),
        ("duel, single against random", (0, 3), 2),
        ("duel, double against single", (1, 0), 2),
    ]


def test_levels_alone_make_a_study(study, tmp_path):
    folder = run.run(study(levels=["single", "double"], tables={}, players=[2]), tmp_path / "out", progress=False).folder
    found = levels(load(folder))
    assert found["strategy"].to_list() == ["single", "double"]
    assert found["other"].to_list() == ["random", "single"]
    both = load(folder).estimate("share / 60", ("arm", "strategy"))
    assert found["share"].to_list() == pytest.approx(
        both.filter((both["arm"] >= 2) & (both["strategy"] == both["arm"] - 2))["mean"].to_list()
    )


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"levels": ["random", "single"]}, "levels: random is what the first level is measured against; leave it out"),
        ({"levels": ["single", "single"]}, "levels: single is named more than once"),
        ({"levels": ["singel"]}, "levels: .*did you mean 'single'"),
        ({"levels": ["single"], "step": 0.5}, "step: 0.5 will not do"),
    ],
)
def test_ladders_that_will_not_do_are_refused(study, changes, message):
    with pytest.raises(Unknown, match=message):
        study(**changes)
