"""simkit compare, on Blume's tiles, watering cans and rules."""

import json

import pytest

from simkit.core.jit import INTERPRETED
from simkit.games.blume import components

pytestmark = pytest.mark.skipif(INTERPRETED, reason="hundreds of games")


@pytest.fixture
def compared(simkit, tmp_path):
    """Compare our own game with a changed one; returns what --json says."""

    def run(changed):
        code, out, err = simkit(
            "compare", "blume", "own", changed, "--strategy", "florist,random", "--blocks", 20, "--into", tmp_path / "run", "--json"
        )
        assert code == 0, err
        return json.loads(out)

    return run


@pytest.mark.parametrize(
    ("sheet", "old", "new", "words"),
    [
        ("tiles", "P001,orange,blue,yellow,red,1", "P001,orange,orange,orange,orange,1", "top_right blue -> orange"),
        ("tiles", "P002,orange,blue,yellow,pink,1", "P002,orange,blue,yellow,pink,3", "copies 1 -> 3"),
        ("cans", "W04,1,1,1,1", "W04,1,0,1,2", "row 1 -> 0"),
    ],
)
def test_changed_sheets_are_compared(compared, tmp_path, sheet, old, new, words):
    text = (components.DEFAULT / f"{sheet}.csv").read_text(encoding="utf-8")
    assert text.count(old) == 1
    folder = tmp_path / "changed"
    folder.mkdir()
    (folder / f"{sheet}.csv").write_text(text.replace(old, new), encoding="utf-8")
    changes = [change["text"] for change in compared(folder)["changes"]]
    assert len(changes) == 1
    assert changes[0].startswith(old.partition(",")[0])
    assert words in changes[0]


def test_a_changed_rule_is_compared(compared):
    found = compared("rotation=false")
    (change,) = found["changes"]
    assert "rotation" in change["text"]
