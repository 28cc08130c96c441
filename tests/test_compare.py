"""simkit compare and history, on Spellbloom's cards and rules."""

import csv
import json
import shlex
from pathlib import Path

import pytest

from simkit.registry import game

GAME = game("spellbloom")
PAIR = ("--strategy", "scholar,scholar(spell=5)")


@pytest.fixture
def cards(tmp_path: Path):
    """Write our spells with some cells changed, keyed by card and column; returns the folder."""

    def write(name: str, changes: dict[tuple[str, str], str], *, backwards: bool = False) -> Path:
        folder = tmp_path / name
        folder.mkdir(parents=True)
        own = Path(GAME.components.DEFAULT) / "spells.csv"
        with own.open(encoding="utf-8-sig", newline="") as file:
            rows = list(csv.DictReader(file))
        for (card, column), value in changes.items():
            (row,) = (row for row in rows if row["id"] == card)
            row[column] = value
        with (folder / "spells.csv").open("w", encoding="utf-8", newline="") as file:
            writer = csv.DictWriter(file, rows[0].keys())
            writer.writeheader()
            writer.writerows(reversed(rows) if backwards else rows)
        return folder

    return write


@pytest.fixture
def compare(simkit, tmp_path: Path):
    """Compare versions in a folder of the test's own; returns what --json says."""

    def run(*arguments: object, blocks: int = 150) -> dict:
        into = tmp_path / "runs" / "compare" / str(len(list(tmp_path.glob("runs/compare/*"))))
        code, out, err = simkit("compare", "spellbloom", *arguments, "--blocks", blocks, "--into", into, "--json")
        assert code == 0, err
        return json.loads(out)

    return run


def of(table: list[dict], **where: object) -> dict:
    (row,) = (row for row in table if all(row[name] == value for name, value in where.items()))
    return row


def test_a_planted_card_is_found_and_one_that_cannot_be_taken_is_hardly_seen(compare, cards) -> None:
    planted = cards("planted", {("S12", "points"): "5", ("S07", "points"): "9", ("S07", "copies"): "0"})
    base = cards("base", {("S07", "copies"): "0"})
    found = compare(base, planted, *PAIR, blocks=400)
    assert [change["text"] for change in found["changes"] if change["key"] == "S12"] == ["S12 pink Wind: points 2 -> 5"]
    strong = of(found["cards"], card="S12")
    assert (strong["changed"], strong["verdict"]) == (True, "taken more")
    assert strong["low"] > 0
    assert strong["points_after"] > strong["points_before"]
    assert strong["seen_before"] == strong["seen_after"]  # the same luck
    never = of(found["cards"], card="S07")
    assert (never["changed"], never["verdict"], never["seen_after"]) == (True, "hardly seen", 0)
    assert of(found["measures"], measure="spells")["low"] > 0
    # a card that was not changed is not said to be
    assert not of(found["cards"], card="S40")["changed"]


def test_identical_versions_differ_by_exactly_nothing(compare, cards) -> None:
    found = compare("own", cards("same", {}, backwards=True), *PAIR, "--players", "2,3", blocks=30)
    assert found["changes"] == []
    assert {row[name] for row in found["measures"] for name in ("difference", "low", "high")} == {0}
    assert {row["verdict"] for row in found["measures"]} == {"identical"}
    assert {row["difference"] for row in found["cards"]} == {0}


def test_the_screen_says_what_was_changed_and_how_goals_stand(simkit, tmp_path: Path) -> None:
    into = tmp_path / "run"
    goals = ("--goal", "turns 5..30", "--goal", "points < 10", "--goal", "seat_gap < 1pp")
    arguments = ("compare", "spellbloom", "own", "three_dice_points=5", *PAIR, *goals, "--blocks", 40, "--into", into)
    code, out, _ = simkit(*arguments)
    assert code == 0
    flat = " ".join(out.split())
    assert "Changed: points for three or more provision dice: 3 -> 5 (rule three_dice_points)" in flat
    assert "nobody relearned" in flat
    assert [line.split()[-1] for line in out.splitlines() if line.startswith(("turns 5", "points <", "seat_gap"))] == [
        "met",
        "missed",
        "undecided",
    ]
    assert len(out.splitlines()) <= 45
    (step,) = (line for line in out.splitlines() if line.startswith("next"))
    again = shlex.split(step.partition(": ")[2])
    assert again[:5] == ["simkit", "compare", "spellbloom", "own", "three_dice_points=5"]
    assert again[again.index("--seed") + 1] == "8"
    assert simkit(*again[1:], "--blocks", "4", "--into", tmp_path / "again")[0] == 0  # the command runs as it is printed


def test_a_scenario_is_compared_alone(compare) -> None:
    found = compare("own", "three_dice_points=5,start_mana=4", "--scenario", "mana", "--strategy", "scholar", blocks=200)
    success = of(found["measures"], measure="success")
    assert success["verdict"] == "higher"
    assert success["after"] > success["before"]


def test_history_lists_runs_with_name_and_note(simkit, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert "no runs" in simkit("history")[1]
    options = ("--strategy", "random", "--blocks", 2)
    assert simkit("compare", "spellbloom", "own", "start_mana=3", *options, "--name", "richer", "--note", "after the fair")[0] == 0
    (run,) = json.loads(simkit("history", "--json")[1])
    assert (run["name"], run["note"], run["kind"], run["deals"]) == ("richer", "after the fair", "variant", 2)
    assert "after the fair" in simkit("history", "spellbloom")[1]


def test_minutes_choose_the_deals_and_the_command_pins_them(simkit, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("simkit.batch.run.MINUTES_TRIAL", 0.1)
    code, out, _ = simkit("compare", "spellbloom", "own", "own", "--strategy", "random", "--minutes", "0.01", "--into", tmp_path / "run")
    assert code == 0
    (step,) = (line for line in out.splitlines() if line.startswith("next"))
    assert int(shlex.split(step)[shlex.split(step).index("--blocks") + 1]) >= 1


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["own", "three_dice_point=5"], "did you mean 'three_dice_points'"),
        (["own", "no_such_folder"], "there is no no_such_folder"),
        (["own", "own", "--players", "2,x"], "expected numbers such as 2 or 2,3,4"),
        (["own", "own", "--players", "9"], "is for 1 to 4 players"),
        (["own", "own", "--goal", "turnz < 3"], "did you mean 'turns'"),
        (["own", "own", "--goal", "success > 3%"], "there is no measure 'success'"),
        (["own", "own", "--blocks", "3", "--minutes", "1"], "give one of them"),
        (["own", "own", "--minutes", "0"], "expected a number above 0"),
        (["own", "own", "--strategy", "scolar"], "did you mean 'scholar'"),
        (["own", "own", "--scenario", "man"], "mana"),
        (["own", "own", "--seed", "-1"], "seed"),
    ],
)
def test_what_cannot_be_compared_gives_one_message(simkit, arguments: list[str], message: str) -> None:
    code, out, err = simkit("compare", "spellbloom", *arguments)
    assert code == 2
    assert out == ""
    assert message in " ".join(err.split())
