"""The component tables hold what the rulebook prints (BL-13)."""

from collections import Counter
from itertools import combinations

import pytest

from simkit.core.game import Unknown
from simkit.games.blume import GAME, components
from simkit.games.blume.names import COLOURS, CORNERS, OPS, SEATS
from tests.games.blume.position import tables
from tests.games.sheets import changed, warnings

ROWS = tables().rows


def test_bl13_component_sums():
    assert {sheet: len(components.expanded(tables(), sheet)) for sheet in ROWS} == {
        "tiles": 129, "hybrids": 15, "cans": 23, "tools": 8, "botanists": 15,
    }  # fmt: skip
    assert SEATS * len(COLOURS) + len(COLOURS) == 36  # pegs
    assert len(list(combinations(COLOURS, 2))) == 15


@pytest.mark.parametrize(("sheet", "first", "second"), [("hybrids", "top_left", "top_right"), ("botanists", "first", "second")])
def test_every_pair_of_colours_once(sheet, first, second):
    assert {frozenset((row[first], row[second])) for row in ROWS[sheet]} == {frozenset(two) for two in combinations(COLOURS, 2)}


def test_86_corners_of_each_colour():
    corners = Counter(row[corner] for row in components.expanded(tables(), "tiles") for corner in CORNERS)
    assert corners == dict.fromkeys(COLOURS, 86)


def test_tiles_are_of_three_sorts():
    colours = Counter(len({row[corner] for corner in CORNERS}) for row in components.expanded(tables(), "tiles"))
    assert colours == {4: 90, 2: 39}
    turns = GAME.config()["turns"][0][:129]
    assert Counter(turns.tolist()) == {4: 114, 2: 15}  # an alternating tile has two rotations


def test_nine_tiles_lie_twice():
    looks = Counter(GAME.config()["look"][0][:129].tolist())
    assert Counter(looks.values()) == {1: 111, 2: 9}


def test_watering_cans_lie_in_the_gardens_of_their_round():
    cans = ROWS["cans"]
    assert Counter(can["deck"] for can in cans) == {1: 4, 2: 9, 3: 10}
    assert all(max(can["row"], can["column"]) <= can["deck"] for can in cans)
    assert Counter(can["number"] for can in cans) == {1: 8, 2: 8, 3: 7}


def test_every_tool_effect_is_in_the_deck_and_the_garden_fork_is_named():
    assert sorted(tool["op"] for tool in ROWS["tools"]) == sorted(OPS)
    assert next(tool["op"] for tool in ROWS["tools"] if tool["name"] == "Garden Fork") == "rotate_tile"
    assert {(tool["first_gloves"], tool["again_gloves"]) for tool in ROWS["tools"]} == {(1, 2)}


def test_botanist_points_as_printed():
    assert {(card["points"], card["drop_points"]) for card in ROWS["botanists"]} == {(4, 2)}


def test_our_tables_read_without_warning():
    assert tables().warnings == ()
    assert tables().remarks == ()


def test_card_ids_name_every_card_once():
    ids = [card for card in components.card_ids(tables()) if card]
    assert len(ids) == 129 + 15 + 23 + 8 + 15
    assert GAME.text.card(tables(), components.card_ids(tables()).index("G1")) == "Garden Fork: turn a tile of your garden"


@pytest.mark.parametrize(
    ("name", "old", "new", "words"),
    [
        ("tiles", "P001,orange", "P001,ornge", "column top_left: 'ornge' is not one of .*did you mean 'orange'"),
        ("tiles", "P002,", "P001,", "'P001'"),
        ("tiles", ",1,invented", ",0,invented", "18 tiles; a game can be set up with"),
        ("hybrids", "orange,blue", "orange,orange", "column top_right: 'orange' again"),
        ("cans", "1,0,0", "4,0,0", "column deck: 4"),
        ("cans", ",1,0,0,1,1,", ",1,0,0,1,0,", ""),
        ("tools", "draw_and_keep,3", "draw_and_keep,", "amount"),
        ("botanists", "orange,blue", "orange,orange", "column second: 'orange' again"),
    ],
)
def test_faulty_sheets_are_refused(tmp_path, name, old, new, words):
    if not words:
        assert "1 card fewer than the rulebook: cans 22 (23)" in changed(GAME, tmp_path, name, (old, new)).warnings
        return
    with pytest.raises(Unknown, match=words):
        changed(GAME, tmp_path, name, (old, new))


def test_changed_counts_are_warnings(tmp_path):
    (warning,) = warnings(changed(GAME, tmp_path, "tiles", ("P001,orange,blue,yellow,red,1,", "P001,orange,blue,yellow,red,2,")))
    assert warning == (
        "1 card more than the rulebook: tiles 130 (129); the colours have different numbers of corners"
        " (orange 87, blue 87, yellow 87, red 87, pink 86, purple 86)"
    )
