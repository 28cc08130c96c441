"""Studies as their authors write them, and get them wrong."""

from pathlib import Path

import pytest

from simkit.batch import arms, plan, spec
from simkit.batch.chunk import play_chunk
from simkit.batch.stop import Stop
from simkit.core.game import Unknown

ROOT = Path(__file__).resolve().parents[2]
ARMS = 12  # about so many of each study are played, the first among them: a study of cards has hundreds
GOOD = """
name = "race"
kind = "seats"
game = "dice_race"
seed = 7
blocks = 100
[tables]
mixed = ["single", "double"]
[quick]
blocks = 10
"""


@pytest.fixture
def write(tmp_path):
    def make(text):
        path = tmp_path / "race.toml"
        path.write_text(text)
        return path

    return make


def test_defaults(write):
    study = spec.load(write(GOOD))
    assert (study.margin, study.cards, study.part_blocks, study.rules) == (0.05, False, None, {})
    what = plan.resolve(study)
    assert [arm.players for arm in what.arms] == [2, 3]
    assert what.part_blocks == 200_000 // what.rows


def test_quick_and_changes(write):
    path = write(GOOD)
    assert spec.load(path, quick=True).blocks == 10
    assert spec.load(path, seed=3, blocks=None).seed == 3
    assert spec.load(path, seed=3, blocks=None).blocks == 100
    with pytest.raises(Unknown, match=r"race\.toml: has no \[quick\]"):
        spec.load(write(GOOD.replace("[quick]\nblocks = 10", "")), quick=True)


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("seed = 7", "sead = 7", r"race\.toml, sead: there is no such key \(did you mean 'seed'\?\)"),
        ("seed = 7", "", r"race\.toml, seed: is missing"),
        ("seed = 7", "seed = -7", r"race\.toml, seed: -7 will not do"),
        ("seed = 7", "seed = 7.5", r"race\.toml, seed: 7\.5 will not do"),
        ("blocks = 100", "blocks = 0", r"race\.toml, blocks: 0 will not do"),
        ("blocks = 100", 'blocks = "many"', r"race\.toml, blocks: 'many' will not do"),
        ("blocks = 100", "blocks = 100\nmargin = 2", r"race\.toml, margin: 2 will not do"),
        ("mixed", "mixt", r"race\.toml, tables\.mixt: there is no such key \(did you mean 'mixed'\?\); known are mixed, mirror"),
        ("[quick]\nblocks", "[quick]\nblock", r"race\.toml, quick\.block: there is no such key \(did you mean 'blocks'\?\)"),
        ('"seats"', '"seat"', r"race\.toml, kind: 'seat' is not known \(did you mean 'seats'\?\)"),
        ('"seats"', '["seats"]', r"race\.toml, kind: \['seats'\] is not known"),
        ('kind = "seats"', "", r"race\.toml, kind: is missing"),
        ('name = "race"', 'name = "../race"', r"race\.toml, name: '\.\./race' will not do"),
        ("seed = 7", "seed = ", r"race\.toml: not TOML"),
    ],
)
def test_wrong_keys_and_values(write, old, new, message):
    assert old in GOOD
    with pytest.raises(Unknown, match=message):
        spec.load(write(GOOD.replace(old, new, 1)))


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("dice_race", "dice_rase", r"race\.toml, game: no game 'dice_rase' \(did you mean 'dice_race'\?\)"),
        ('"single"', '"singel"', r"race\.toml, tables\.mixed: no strategy 'singel' for Dice Race \(did you mean 'single'\?\)"),
        ("blocks = 100", "blocks = 100\nplayers = [2, 4]", r"race\.toml, players: Dice Race is for 1 to 3 players, not 4"),
        ("[tables]", "[rules]\ngaol = 3\n[tables]", r"race\.toml, rules: Dice Race has no rule 'gaol' \(did you mean 'goal'\?\)"),
        ("[tables]", "[rules]\ngoal = 99\n[tables]", r"race\.toml, rules: rule goal: 99 is not 1 to 50"),
        ("[tables]", '[rules]\nchallenge = "sprint"\n[tables]', r"race\.toml, rules: challenge is for one player"),
        ("blocks = 100", 'blocks = 100\ncomponents = "nowhere"', r"race\.toml, components: .*there is no folder"),
        ("[tables]", "[rules]\ngoal = true\n[tables]", r"race\.toml, rules: rule goal: True is not 1 to 50"),
        (
            '["single", "double"]',
            '["single"]\nmirror = ["double", "double"]',
            r"race\.toml, tables\.mirror: double is named more than once",
        ),
        ('mixed = ["single", "double"]', "", r"race\.toml, tables: nobody plays"),
    ],
)
def test_what_does_not_fit(write, old, new, message):
    assert old in GOOD
    with pytest.raises(Unknown, match=message):
        plan.resolve(spec.load(write(GOOD.replace(old, new, 1))))


def test_solo(solo):
    what = solo()
    assert [(arm.mode, arm.target, arm.table, arm.rules) for arm in what.arms] == [
        ("sprint", 14, "single", {"challenge": "sprint"}),
        ("sprint", 14, "double", {"challenge": "sprint"}),
        ("marathon", 26, "single", {"challenge": "marathon"}),
        ("marathon", 26, "double", {"challenge": "marathon"}),
    ]
    with pytest.raises(Unknown, match=r"scenarios: Dice Race has no 'sprynt' \(did you mean 'sprint'\?\)"):
        solo(scenarios=["sprynt"])


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"scenarios": ["sprint", "marathon", "sprint"]}, "study, scenarios: sprint is named more than once"),
        ({"strategies": ["single", "greedy", "single"]}, "study, strategies: single is named more than once"),
        ({"strategies": ["greedy(place=1)", "greedy"]}, "study, strategies: greedy is named more than once"),
        ({"rules": {"challenge": "sprint"}}, "study, rules: challenge is what a solo study goes through"),
    ],
)
def test_what_does_not_fit_alone(solo, changes, message):
    with pytest.raises(Unknown, match=message):
        solo(**changes)


@pytest.mark.parametrize(
    ("lineup", "rotations"), [((0,), 1), ((0, 0), 1), ((0, 1), 2), ((0, 1, 0, 1), 2), ((0, 0, 1, 1), 4), ((0, 1, 2), 3)]
)
def test_distinct_rotations(lineup, rotations):
    assert arms.distinct_rotations(lineup) == rotations
    assert len({lineup[k:] + lineup[:k] for k in range(len(lineup))}) == rotations


def test_mixed_tables_cycle(study):
    what = study(players=[3], tables={"mixed": ["single", "double"]})
    assert what.arms[0].lineup == (0, 1, 0)
    assert what.labels == ("single", "double")


def test_components_of_ones_own(write, tmp_path):
    folder = tmp_path / "odd_dice"
    folder.mkdir()
    (folder / "dice.csv").write_text("id,sides,provenance\nsingle,4,own\npair,8,own\n")
    what = plan.resolve(spec.load(write(GOOD.replace("blocks = 100", 'blocks = 100\ncomponents = "odd_dice"'))))
    assert what.tables.source == "odd_dice"
    assert {row["sides"] for row in what.tables.rows["dice"]} == {4, 8}


def test_finding_studies(tmp_path, monkeypatch):
    for game in ("blume", "spellbook"):
        (tmp_path / "experiments" / game).mkdir(parents=True)
        (tmp_path / "experiments" / game / "luck.toml").write_text("")
    monkeypatch.chdir(tmp_path)
    assert spec.find("blume/luck").read_text() == ""
    assert spec.find("spellbloom/seats") == ROOT / "experiments" / "spellbloom" / "seats.toml"
    assert spec.find("experiments/blume/luck.toml") == Path("experiments/blume/luck.toml")
    with pytest.raises(Unknown, match="study 'luck': there are several; say blume/luck or spellbook/luck"):
        spec.find("luck")
    with pytest.raises(Unknown, match=r"no study 'luk' \(did you mean 'luck'\?\)"):
        spec.find("luk")


OURS = pytest.mark.parametrize("path", sorted((ROOT / "experiments").glob("*/*.toml")), ids=lambda path: f"{path.parent.name}/{path.stem}")


@OURS
def test_our_own_studies_resolve(path):
    study = spec.load(path)
    assert study.game == path.parent.name
    assert study.name == path.stem
    assert study.quick is not None
    assert plan.resolve(study).arms


@OURS
def test_our_own_quick_studies_play(path, tmp_path):
    what = plan.resolve(spec.load(path, quick=True))
    with Stop(tmp_path / "stop") as stop:
        for arm in range(0, len(what.arms), 1 + len(what.arms) // ARMS):
            played = play_chunk(what.job, arm, 0, 1, str(stop.path))
            assert played is not None
            assert not played.columns["fault"].any()
