"""Card tables: what is refused, where it is said to stand, and what counts as a card."""

from pathlib import Path

import pytest

from simkit.core.game import Unknown
from simkit.core.sheets import PROVENANCE, Field, Sheet, read_tables
from simkit.registry import game

CARDS = Sheet(
    "cards",
    (
        Field("id", "identity"),
        Field("points", "points", low=0, high=9),
        Field("copies", "copies", low=0, high=9, optional=True),
        Field("provenance", "where from", PROVENANCE),
    ),
    key="id",
)
BOARD = Sheet("board", (Field("row", "row", low=1, high=2), Field("provenance", "where from", PROVENANCE)))
HEAD = "id,points,copies,provenance\n"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (f"{HEAD}a,1,,own\n\n\nb,x,,own\n", r"cards\.csv, row 5, column points: 'x' is not a whole number"),
        (f"\n{HEAD}a,x,,own\n", r"cards\.csv, row 3, column points"),
        (f"{HEAD}a,1,,own\n,,,\na,1,,own\n", r"cards\.csv, row 4, column id: 'a' stands in row 2 already"),
        (f"{HEAD}a,1,,own\nb,1,,own,7\n", r"cards\.csv, row 3: 5 cells, but the header has 4"),
        ("id,points,points,provenance\na,1,2,own\n", r"cards\.csv, row 1: column 'points' stands 2 times in the header"),
    ],
)
def test_what_is_wrong_is_named_where_it_stands(tmp_path: Path, text: str, message: str) -> None:
    (tmp_path / "cards.csv").write_text(text, encoding="utf-8")
    with pytest.raises(Unknown, match=message):
        CARDS.read(tmp_path)


def test_only_cards_are_counted(tmp_path: Path) -> None:
    (tmp_path / "cards.csv").write_text(f"{HEAD}a,1,,own\nb,1,0,printed\nc,1,3,derived\n", encoding="utf-8")
    (tmp_path / "board.csv").write_text("row,provenance\n1,own\n2,printed\n", encoding="utf-8")
    tables = read_tables(tmp_path, (CARDS, BOARD), lambda rows, folder: [])
    assert tables.provenance == {"derived": 3, "own": 1}


def test_spellbloom_has_105_cards() -> None:
    assert game("spellbloom").components.read().provenance == {"derived": 30, "invented": 75}
