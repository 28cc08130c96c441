"""Batches from Python."""

import shlex
from pathlib import Path

import pytest

import simkit
from reports import words
from simkit import Unknown
from simkit.analysis import load
from simkit.cli import main


def test_play_returns_every_deal_from_every_seat() -> None:
    rows = simkit.play("spellbloom", ["scholar", "random"], deals=5, seed=3)
    assert len(rows) == 5 * 2 * 2
    assert set(rows["strategy"]) == {"scholar", "random"}
    assert (rows.groupby(["block", "rotation"])["share"].sum() == 60).all()
    again = simkit.play("spellbloom", ["scholar", "random"], deals=5, seed=3)
    assert rows.equals(again)


def test_play_alone_in_a_scenario() -> None:
    rows = simkit.play("spellbloom", "scholar", scenario="mana", deals=4)
    assert len(rows) == 4
    assert set(rows["share"]) <= {0, 60}


@pytest.mark.parametrize(
    ("strategies", "options", "message"),
    [
        (["scholar", "random"], {"players": 3}, "2 strategies for 3 players"),
        ("scholar", {"players": 2, "scenario": "mana"}, "for 1 player"),
        ("scolar", {}, "did you mean 'scholar'"),
        ("scholar", {"rules": {"start_manna": 3}}, "start_mana"),
    ],
)
def test_what_cannot_be_played_is_said(strategies, options, message) -> None:
    with pytest.raises(Unknown, match=message):
        simkit.play("spellbloom", strategies, deals=2, **options)


def test_run_plays_a_mapping_and_loads_it(tmp_path: Path) -> None:
    study = {
        "name": "tiny",
        "kind": "seats",
        "game": "spellbloom",
        "seed": 3,
        "blocks": 9,
        "players": [2],
        "tables": {"mirror": ["random"]},
    }
    found = simkit.run(study, blocks=4, into=tmp_path / "run", note="from a notebook")
    assert len(found.blocks) == 4
    assert found.asked["note"] == "from a notebook"
    assert found.estimate("total", by=["seat"], versus={"seat": 0})["rows"].to_list() == [4, 4]
    assert set(found.to_pandas(labels=True)["arm"]) == {"2 players, all random"}
    assert len(simkit.run(study, into=tmp_path / "run").blocks) == 9  # goes on


IDEA = """from simkit.core.strategy import strategy

@strategy("takes what is listed first", game="spellbloom")
def first(kernels, config, s, actions, n, weights, scratch):
    return 0
"""


def test_a_mapping_is_repeated_by_the_command_of_its_page(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Paths in it begin where it was played; in the file that is written beside the rows they lead to the same place."""
    monkeypatch.chdir(tmp_path)
    Path("idea.py").write_text(IDEA, encoding="utf-8")
    study = {"name": "mine", "kind": "seats", "game": "spellbloom", "seed": 3, "blocks": 2, "players": [2]}
    study |= {"tables": {"mirror": ["idea.py:first"]}, "rules": {"start_mana": 4}}
    found = simkit.run(study)
    program, *options = shlex.split(words.command(found))
    assert (program, options[:2]) == ("simkit", ["run", f"{found.folder}/study.toml"])
    with pytest.raises(SystemExit, match="0"):
        main([*options, "--into", "again"])
    assert load("again").rows.collect().equals(found.rows.collect())
    with pytest.raises(Unknown, match="holds another run"):
        simkit.run(study | {"seed": 4}, into=found.folder)
    assert '"seed" = 3' in (found.folder / "study.toml").read_text(encoding="utf-8")


def test_targets_for_the_chances_a_study_wants(tmp_path: Path) -> None:
    from simkit.analysis import solo

    study = {"name": "aim", "kind": "solo", "game": "spellbloom", "seed": 3, "blocks": 40, "scenarios": ["mana"], "strategies": ["scholar"]}
    found = solo.analyse(simkit.run(study | {"wanted": [0.33, 0.66]}, into=tmp_path / "run"))["targets"]
    assert found["wanted"].to_list() == [0.33, 0.66]
    assert found["target"][0] >= found["target"][1]
    simkit.run(study, into=tmp_path / "run")  # what is wanted decides nothing that is played
