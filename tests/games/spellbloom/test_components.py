"""The component tables hold what the rulebook prints (SP-14)."""

from collections import Counter

import pytest

from simkit.core.game import Unknown
from simkit.games.spellbloom import GAME, components, text
from simkit.games.spellbloom.names import COLOURS, DICE, EFFECTS, ELEMENTS, REGIONS, SIGILS
from simkit.games.spellbloom.names import TASKS as TASK_CODES
from tests.games.sheets import changed, warnings
from tests.games.spellbloom.position import tables

SPELLS, TASKS, BOOK = (tables().rows[name] for name in ("spells", "tasks", "spellbook"))


def test_75_spells_in_25_combinations_of_three():
    assert len(SPELLS) == 75
    assert Counter((s["element"], s["colour"]) for s in SPELLS) == {(e, c): 3 for e in ELEMENTS for c in COLOURS}


@pytest.mark.parametrize(("column", "words"), [("element", ELEMENTS), ("colour", COLOURS)])
def test_15_spells_of_each_element_and_colour(column, words):
    assert Counter(s[column] for s in SPELLS) == dict.fromkeys(words, 15)


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
    assert tables().notes == ()
    assert "own" not in tables().provenance
    assert GAME.seats == (1, 4)


def test_every_code_has_words_and_every_card_is_said_by_them():
    effects, tasks = components.SHEETS[0].codes["effect"], components.SHEETS[1].codes["task"]
    assert tuple(effects) == EFFECTS
    assert tuple(tasks) == TASK_CODES
    ids = components.card_ids(tables())
    assert text.card(tables(), ids.index("S12")) == "S12 pink Wind spell: reroll your yellow die (2 points)"
    assert text.card(tables(), ids.index("T22")) == "T22 task: 10 points, and -2 points for each Water spell"
    for number, name in enumerate(ids):
        if name:
            sheet, row = text.row_of(tables(), number)
            assert text.card(tables(), number) == f"{name} {sheet.say(row)}"


@pytest.mark.parametrize(
    ("name", "old", "new", "expected"),
    [
        ("spells", "S01,Water,orange,circle", "S01,Water,orange,square",
         ["spells: as many as in the rulebook, but other counts: left circle 24 (25), left square 26 (25)"]),
        ("spells", "S01,Water,orange", "S01,Water,teal",
         ["spells: as many as in the rulebook, but other counts: orange 14 (15), teal 16 (15), orange Water 2 (3), teal Water 4 (3)"]),
        ("spells", ",2,1,invented", ",2,2,invented",
         ["1 card more than the rulebook: spells 76 (75), Water 16 (15), orange 16 (15), left circle 26 (25), right circle 26 (25),"
          " orange Water 4 (3)"]),
        ("tasks", "T30,enough_sigils,,,square,6,3,,1", "T30,enough_sigils,,,square,6,3,,0",
         ["1 card fewer than the rulebook: tasks 29 (30)"]),
        ("spellbook", "1,2,orange,,", "1,2,orange,Fire,",
         ["slot in row 1, column 2: asks for orange, so its bonus_element Fire is not used"]),
        ("spellbook", "1,2,orange,,", "1,2,orange,,square",
         ["slot in row 1, column 2: its half sigil is not used, as it is neither the first nor the last of its row"]),
    ],
)  # fmt: skip
def test_changed_counts_are_warnings_that_name_both_numbers(tmp_path, name, old, new, expected):
    found = changed(GAME, tmp_path, name, (old, new), most=1)
    assert warnings(found) == expected
    assert GAME.config({}, found)["spells"][0] == sum(row["copies"] for row in found.rows["spells"])


@pytest.mark.parametrize(
    ("name", "change", "times", "words"),
    [
        ("spells", (",1,invented\n", ",40,invented\n"), 2, "153 spells; a game can be set up with 7 to 125"),
        ("spells", (",1,invented\n", ",0,invented\n"), 69, "6 spells; a game can be set up with 7 to 125"),
        ("tasks", (",1,derived\n", ",32,derived\n"), 1, "61 tasks; a game can be set up with 0 to 60"),
    ],
)
def test_what_cannot_be_set_up_is_refused(tmp_path, name, change, times, words):
    with pytest.raises(Unknown, match=words):
        changed(GAME, tmp_path, name, *[change] * times, most=1)


def test_row_order_and_writing_change_no_byte_of_the_config(tmp_path):
    ours = GAME.config({}, tables()).tobytes()
    for sheet in components.SHEETS:
        head, *rows = (components.DEFAULT / f"{sheet.name}.csv").read_text(encoding="utf-8").splitlines()
        content = "\r\n".join([head.upper(), *rows[7:], *rows[:7]]).replace(",", ";").replace("Water", " WATER")
        (tmp_path / f"{sheet.name}.csv").write_bytes(content.encode("cp1252"))
    found = components.read(tmp_path)
    assert found.sha256 == tables().sha256
    assert components.card_ids(found) == components.card_ids(tables())
    assert GAME.config({}, found).tobytes() == ours


@pytest.mark.parametrize(
    ("name", "old", "new", "words"),
    [
        ("spells", "S01,Water", "S01,Watr", "column element: 'Watr' is not one of .*did you mean 'Water'"),
        ("spells", "S02,", "S01,", "row 3, column id: 'S01' stands in row 2 already"),
        ("spells", "change_die,blue", "change_die,", "column die: empty; change_die needs it"),
        ("tasks", "T06,enough_of_colour,,orange", "T06,enough_of_colour,,", "column colour: empty"),
        ("spellbook", "1,1,,,circle", "1,1,,,", r"spellbook\.csv, row 2, column half_sigil: empty; .* need one of circle"),
        ("spellbook", "2,5,,,circle,invented\n", "", "the spellbook lacks its slot in row 2, column 5"),
        ("spellbook", "2,5,", "2,4,", r"row 11, column row: 2, column column: 4 stands in row 10 already"),
    ],
)
def test_faulty_sheets_are_refused(tmp_path, name, old, new, words):
    with pytest.raises(Unknown, match=words):
        changed(GAME, tmp_path, name, (old, new), most=1)
