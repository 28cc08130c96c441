"""The component tables hold what the rulebook prints (SP-14)."""

from collections import Counter

import pytest

from simkit.core.game import Unknown
from simkit.games.spellbloom import GAME, components
from simkit.games.spellbloom.names import COLOURS, DICE, ELEMENTS, REGIONS, SIGILS
from tests.games.spellbloom.position import tables

SPELLS, TASKS, BOOK = (tables().rows[name] for name in ("spells", "tasks", "spellbook"))


def test_75_spells_in_25_combinations_of_three():
    assert len(SPELLS) == 75
    assert Counter((s["element"], s["colour"]) for s in SPELLS) == {(e, c): 3 for e in ELEMENTS for c in COLOURS}


@pytest.mark.parametrize("side", ["left", "right"])
def test_25_halves_of_each_sigil_on_each_side(side):
    assert Counter(s[side] for s in SPELLS) == dict.fromkeys(SIGILS, 25)


def test_30_tasks_one_for_each_variant():
    assert len(TASKS) == 30
    assert Counter(t["task"] for t in TASKS) == {
        "isolated_elements": 5, "enough_of_colour": 5, "most_of_colour": 5, "element_sets": 1, "enough_of_element": 5, "few_of_element": 5,
        "colour_sets": 1, "enough_sigils": 3,
    }  # fmt: skip
    for column, words in (("element", ELEMENTS), ("colour", COLOURS), ("sigil", SIGILS)):
        for kind in {t["task"] for t in TASKS if t[column]}:
            assert sorted(t[column] for t in TASKS if t["task"] == kind) == sorted(words)


def test_task_points_as_printed():
    printed = {
        "isolated_elements": (None, None, 3), "enough_of_colour": (7, 3, None), "most_of_colour": (7, None, None),
        "element_sets": (None, None, 6),
        "enough_of_element": (7, 3, None), "few_of_element": (10, None, -2), "colour_sets": (None, None, 6), "enough_sigils": (6, 3, None),
    }  # fmt: skip
    for task in TASKS:
        assert (task["points"], task["count"], task["each"]) == printed[task["task"]], task["id"]


def test_effect_amounts_as_printed():
    printed = {
        "change_die": 2, "region_points": 2, "sigil_mana": 2, "difficulty_points": 2, "provision_points": 1, "adjacent_points": 3,
        "colour_points": 1, "row_colour_total": 3, "colour_total": 2, "colour_majority": 6, "element_majority": 5, "element_total": 2,
        "element_pairs": 4,
    }  # fmt: skip
    for spell in SPELLS:
        assert (spell["amount"] or None) == printed.get(spell["effect"]), spell["id"]


def test_every_printed_effect_example_exists():
    def there(**wanted):
        return any(all(s[column] == value for column, value in wanted.items()) for s in SPELLS)

    assert there(effect="change_die", die="black")
    assert there(effect="region_points", region="Reefs")
    assert there(effect="sigil_mana", sigil="circle")
    assert there(effect="reroll_colour", die="red")
    assert there(effect="difficulty_points", value=5)
    assert there(effect="any_region", die="red")
    assert there(effect="provision_points", value=6)
    assert there(effect="adjacent_points", effect_element="Forest")
    assert there(effect="reroll_value", value=5)
    assert there(effect="colour_points", effect_colour="purple")
    assert there(effect="row_colour_total", effect_colour="pink")
    assert there(effect="colour_total", effect_colour="purple")
    assert there(effect="colour_majority", effect_colour="brown")
    assert there(effect="element_majority", effect_element="Fire", other_element="Forest")
    assert there(effect="element_total", effect_element="Water")
    assert there(effect="element_pairs", effect_element="Water", other_element="Fire")


def test_spellbook_has_six_bonus_slots_in_the_centre_and_four_half_sigils():
    bonus = {(row["row"], row["column"]) for row in BOOK if row["bonus_colour"] or row["bonus_element"]}
    assert bonus == {(r, c) for r in (1, 2) for c in (2, 3, 4)}
    assert not any(row["bonus_colour"] and row["bonus_element"] for row in BOOK)
    assert {(row["row"], row["column"]) for row in BOOK if row["half_sigil"]} == {(r, c) for r in (1, 2) for c in (1, 5)}
    assert next(row for row in BOOK if (row["row"], row["column"]) == (1, 2))["bonus_colour"] == "orange"
    assert any(row["bonus_colour"] == "teal" for row in BOOK)


def test_regions_have_the_dice_of_their_border_colours():
    pairs = dict(zip(REGIONS, DICE, strict=True))
    assert pairs == {"Reefs": "blue", "Snowlands": "white", "Grove": "green", "Desert": "yellow", "Volcano": "red", "Gorge": "black"}


def test_our_tables_read_without_warning():
    assert tables().warnings == ()
    assert GAME.seats == (1, 4)


@pytest.mark.parametrize(
    ("name", "old", "new", "words"),
    [
        ("spells", "S01,Water", "S01,Watr", "column element: 'Watr' is not one of .*did you mean 'Water'"),
        ("spells", "S02,", "S01,", "column id: 'S01' stands in row"),
        ("spells", "change_die,blue", "change_die,", "column die: empty; change_die needs it"),
        ("tasks", "T06,enough_of_colour,,orange", "T06,enough_of_colour,,", "column colour: empty"),
        ("spellbook", "1,1,,,circle", "1,1,,,", r"spellbook\.csv, row 2, column half_sigil: empty; .* need one of circle"),
        ("spellbook", "2,5,,,circle,invented\n", "", "the spellbook lacks its slot in row 2, column 5"),
        ("spellbook", "2,5,", "2,4,", r"row 11: slot in row 2, column 4 stands in row 10 already"),
    ],
)
def test_faulty_sheets_are_refused(tmp_path, name, old, new, words):
    text = (components.DEFAULT / f"{name}.csv").read_text(encoding="utf-8")
    assert old in text
    (tmp_path / f"{name}.csv").write_text(text.replace(old, new, 1), encoding="utf-8")
    with pytest.raises(Unknown, match=words):
        components.read(tmp_path)
