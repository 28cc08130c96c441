"""Rulebook, "1. Refresh Tiles", "2. Select Tile", "3. Place a Tile"."""

import pytest

from simkit.games.blume import names
from simkit.games.blume.names import EMPTY, WIDTH
from tests.games.blume.position import KINDS, Position, place

THREE = {f"{column}{row}" for column in "abc" for row in (1, 2, 3)}


def where(actions):
    return {f"{chr(ord('a') + (a >> 10 & 255) % WIDTH)}{(a >> 10 & 255) // WIDTH + 1}" for a in actions}


def test_the_row_is_refreshed_at_the_start_of_a_turn():
    p = Position(2)
    row, following = p["row"].tolist(), p.in_bag()[0]
    p.apply(names.TAKE | 1 << 4 | place("b2") << 10)
    assert p["seat"] == 1
    assert p["row"].tolist() == [row[0], following, row[2], EMPTY, EMPTY]


def test_a_blind_draw_leaves_the_row_alone_and_shows_the_tile_after_the_choice():
    """Ruling BL-R10."""
    p = Position(2)
    row, top = p["row"].tolist(), p.in_bag()[0]
    p.apply(names.DRAW)
    assert p["row"].tolist() == row
    assert p["drawn"][0] == top
    assert p["seat"] == 0
    assert p.kinds() == {"place"}  # once touched it must be placed
    p.apply(p.legal()[0])
    assert p["garden"][0].max() >> 2 == top
    assert p["row"].tolist() == row
    assert p["seat"] == 1


def test_first_tile_anywhere_in_the_three_by_three():
    p = Position(2)
    assert where(p.of("take")) == THREE


def test_later_tiles_side_by_side():
    p = Position(2)
    p.lay("c1", tl="red")
    assert where(p.of("take")) == {"b1", "c2"}
    p.lay("c2", tl="red")
    assert where(p.of("take")) == {"b1", "b2", "c3"}


def test_the_square_grows_with_the_rounds():
    p = Position(2)
    p.lay("c3", tl="red")
    assert where(p.of("take")) == {"b3", "c2"}
    p.s["stage"] = 1
    assert where(p.of("take")) == {"b3", "c2", "d3", "c4"}
    p.s["stage"] = 2
    p.lay("d4", tl="red")
    assert {"e4", "d5"} <= where(p.of("take"))


@pytest.mark.parametrize("rotation", [True, False])
def test_tiles_may_be_turned(rotation):
    """Ruling BL-R34."""
    p = Position(2, rotation=rotation)
    tile, _ = p.find(tl="orange", tr="blue", br="yellow", bl="red")
    alternating, _ = p.find(tl="orange", tr="blue", br="orange", bl="blue")
    p.row(0, tile).row(1, alternating)
    found = {slot: {a >> 8 & 3 for a in p.of("take") if a >> 4 & 15 == slot} for slot in (0, 1)}
    assert found == ({0: {0, 1, 2, 3}, 1: {0, 1}} if rotation else {0: {0}, 1: {0}})


def test_a_tile_is_turned_clockwise():
    p = Position(2)
    tile, rotation = p.find(tl="orange", tr="blue", br="yellow", bl="red")
    assert rotation == 0
    p.place(tile, "b2", 1)
    from tests.games.blume.position import colour

    word = {corner: int(p["points"][0, point]) >> 3 * slot & 7 for corner, point, slot in (
        ("tl", place("b3"), 2), ("tr", place("c3"), 3), ("br", place("c2"), 0), ("bl", place("b2"), 1))}  # fmt: skip
    assert word == {"tl": colour("red"), "tr": colour("orange"), "br": colour("blue"), "bl": colour("yellow")}


def test_twins_in_the_row_are_listed_once_but_not_beside_the_tertill():
    for players, slots in ((2, {0, 2}), (1, {0, 1, 2})):
        p = Position(players)
        first, _ = p.find(tl="orange", tr="orange", br="blue", bl="blue")
        second, _ = p.find(tl="orange", tr="orange", br="blue", bl="blue")
        other, _ = p.find(tl="red", tr="orange", br="red", bl="orange")
        p.row(0, first).row(1, second).row(2, other)
        assert {a >> 4 & 15 for a in p.of("take")} == slots


def test_players_take_turns_clockwise():
    p = Position(4)
    seats = []
    for _ in range(8):
        seats.append(int(p["seat"]))
        p.apply(p.of("take")[0])
        p.end()
    assert seats == [0, 1, 2, 3, 0, 1, 2, 3]


def test_a_full_garden_is_skipped_until_all_are_full():
    """Ruling BL-R7."""
    p = Position(3)
    p.fill(seat=1)
    p.apply(p.of("take")[0])
    assert p["seat"] == 2
    p.apply(p.of("take")[0])
    assert p["seat"] == 0


def test_empty_bag_takes_the_pruned_tiles_back():
    """Ruling BL-R9."""
    p = Position(2)
    held = p.in_bag()
    for tile in held[1:]:
        p.s["discards"][tile >> 6] |= p.s["discards"].dtype.type(1 << (tile & 63))
    p.s["discard_size"] = len(held) - 1
    p.bag(held[:1])
    p.apply(p.of("take")[0])  # seat 1 reveals the last tile
    assert p.in_bag() == []
    p.apply(names.DRAW)
    assert p["discard_size"] == 0
    assert len(p.in_bag()) == len(held) - 2
    assert p["refills"] == 1


def leave_tiles(p, number):
    """Let so many tiles be in the bag; the others leave the game."""
    held = p.in_bag()
    p.bag(held[:number])
    gone = held[number:]
    for tile in gone:  # they wait in the Tertill's pool, which does not play
        p.s["pool"][tile >> 6] |= p.s["pool"].dtype.type(1 << (tile & 63))
        for corner in range(4):
            p.s["pool_corners"][int(p.config["corners"][tile]) >> 3 * corner & 7] += 1
    p.s["pool_size"] = len(gone)


def test_without_tiles_the_row_stays_short_and_nothing_is_drawn_blindly():
    """Ruling BL-R9."""
    p = Position(2)
    leave_tiles(p, 0)
    p.apply(p.of("take")[0])
    assert p["seat"] == 1
    assert p["row"].tolist().count(EMPTY) == 3
    assert p.kinds() == {"take"}
    p.apply(p.of("take")[0])
    p.apply(p.of("take")[0])
    assert p["over"] == 1  # nothing left at all, nor enough to prune: all rounds end as they stand


def test_actions_say_what_they_do():
    p = Position(2)
    assert all(p.texts())
    assert KINDS[p.legal()[-1] & 15] == "draw"
    assert p.texts()[-1] == "draw blindly from the bag"
