"""Differences between two card tables, in card words."""

from collections.abc import Callable
from pathlib import Path

import pytest

from simkit.core.changes import Change, changes
from simkit.core.export import export
from simkit.registry import game

GAME = game("spellbloom")
OWN = GAME.components.read()


@pytest.fixture
def edited(tmp_path: Path) -> Callable[..., Path]:
    """Write our own tables and replace text in one of them."""

    def edit(sheet: str, *replacements: tuple[str, str]) -> Path:
        export(OWN, tmp_path, force=True)
        file = tmp_path / f"{sheet}.csv"
        text = file.read_text(encoding="utf-8")
        for old, new in replacements:
            assert text.count(old) == 1
            text = text.replace(old, new)
        file.write_text(text, encoding="utf-8")
        return tmp_path

    return edit


def test_a_changed_number_names_card_and_column(edited) -> None:
    folder = edited("spells", ("S12,Wind,pink,circle,circle,2", "S12,Wind,pink,circle,circle,6"))
    change = Change("spells", "S12", "changed", "S12 pink Wind: points 2 -> 6")
    assert changes(GAME, None, folder) == [change]
    assert changes(GAME, OWN, GAME.components.read(folder)) == [change]
    assert changes(GAME, folder, None)[0].text == "S12 pink Wind: points 6 -> 2"


def test_another_effect_is_said_in_words(edited) -> None:
    folder = edited("spells", ("2,reroll_colour,yellow,,,,,,,,1,invented", "4,region_points,,Reefs,,,,,,3,1,own"))
    (change,) = changes(GAME, None, folder)
    assert change.text == (
        'S12 pink Wind: effect "reroll your yellow die" -> "3 points after learning from the Reefs", points 2 -> 4,'
        " provenance invented -> own"
    )


def test_added_and_removed_cards(edited) -> None:
    folder = edited("spells", ("S07,Fire,pink,square,circle,3", "S80,Fire,pink,square,circle,1"))
    assert [(change.kind, change.text) for change in changes(GAME, None, folder)] == [
        ("removed", "S07 pink Fire removed"),
        ("added", "S80 added: pink Fire spell: change your yellow Difficulty or Provision die by up to 2 (1 point)"),
    ]


def test_a_slot_is_named_by_its_place_and_a_new_source_is_a_kind_of_its_own(edited) -> None:
    folder = edited("spellbook", ("1,2,orange,,,printed", "1,2,teal,,,printed"), ("1,1,,,circle,invented", "1,1,,,circle,own"))
    assert changes(GAME, None, folder) == [
        Change("spellbook", "1,1", "provenance", "slot in row 1, column 1: provenance invented -> own"),
        Change("spellbook", "1,2", "changed", "slot in row 1, column 2: bonus_colour orange -> teal"),
    ]


def test_a_sorted_sheet_has_no_changes(edited) -> None:
    folder = edited("spells")
    file = folder / "spells.csv"
    head, *rows = file.read_text(encoding="utf-8").splitlines()
    file.write_text("\n".join([head, *reversed(rows)]), encoding="utf-8")
    assert changes(GAME, None, folder) == []
    assert GAME.components.read(folder).sha256 == OWN.sha256
