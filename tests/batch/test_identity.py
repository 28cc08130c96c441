"""The manifest: what makes two runs the same run."""

import json

from simkit.batch import identity, plan, spec
from tests.batch.conftest import ROOT


def test_what_it_holds(study):
    said = identity.manifest(study())
    assert (said["format"], said["version"]) == ("simkit-run", 1)
    assert said["strategies"] == ["single", "double", "switch"]
    assert said["arms"][0] == {
        "label": "2 players, mixed table",
        "players": 2,
        "table": "mixed",
        "lineup": [0, 1],
        "rotations": 2,
        "rules": {},
        "mode": None,
        "target": None,
    }
    assert said["components"]["provenance"] == {"printed": 2}
    played = {"tests/dice_race/kernels.py", "tests/dice_race/strategies.py", "simkit/core/table.py", "simkit/core/chance.py"}
    assert played <= said["sources"].keys()
    assert "strategies/greedy.py" not in said["sources"]
    assert set(said["versions"]) == {"numba", "numpy", "polars"}


def test_blocks_are_no_part_of_it(study):
    assert identity.manifest(study(blocks=60)) == identity.manifest(study(blocks=70, quick={"blocks": 3}))


def test_paths_are_no_part_of_it(study, tmp_path):
    (tmp_path / "idea.py").write_text((ROOT / "tests/batch/idea.py.txt").read_text())
    (tmp_path / "deep").mkdir()
    (tmp_path / "deep" / "idea.py").write_text((ROOT / "tests/batch/idea.py.txt").read_text())
    one, two = (identity.manifest(study(tables={"mixed": [f"{folder}/idea.py:rush(near=4)"]})) for folder in (tmp_path, tmp_path / "deep"))
    assert one == two
    assert one["strategies"] == ["idea.py:rush(near=4.0)"]
    assert str(tmp_path) not in identity.canonical(one)


def test_everything_that_matters_is(study, tmp_path):
    base = identity.identity(identity.manifest(study()))
    (tmp_path / "dice.csv").write_text("id,sides,provenance\nsingle,4,own\npair,8,own\n")
    own = {"components": str(tmp_path)}
    for changes in ({"seed": 8}, {"part_blocks": 21}, {"rules": {"goal": 11}}, {"cards": True}, {"players": [2]}, own):
        assert identity.identity(identity.manifest(study(**changes))) != base, changes


def test_changed_rules_are_kept_with_their_words(study):
    assert "rule_texts" not in identity.manifest(study())
    rule = study().game.rule("goal")
    said = identity.manifest(study(rules={"goal": 11}))
    assert said["study"]["rules"] == {"goal": 11}
    assert said["rule_texts"] == {"goal": {"text": rule.text, "default": rule.default_text, "printed": not rule.ruling}}


def test_canonical_form_reads_back(study):
    said = identity.manifest(study())
    assert json.loads(identity.canonical(said)) == said


def test_differences_in_words():
    old = {"seed": 1, "sources": {"a.py": "1", "b.py": "2"}, "versions": {"numba": "0.1"}, "arms": [{"rules": {}}]}
    new = {"seed": 2, "sources": {"a.py": "9", "c.py": "3"}, "versions": {"numba": "0.2"}, "arms": [{"rules": {}}, {"rules": {}}]}
    assert identity.difference(old, old) == ""
    assert identity.difference(old, new).splitlines() == [
        'arms [{"rules": {}}] -> [{"rules": {}}, {"rules": {}}]',
        "seed 1 -> 2",
        "source a.py changed",
        "source b.py is gone",
        "source c.py is new",
        'versions.numba "0.1" -> "0.2"',
    ]


def test_our_own_studies_have_one(tmp_path):
    what = plan.resolve(spec.load(ROOT / "experiments/spellbloom/seats.toml"))
    said = identity.manifest(what)
    assert "simkit/games/spellbloom/components.py" in said["sources"]
    assert not [name for name in said["sources"] if name.startswith("/")]
