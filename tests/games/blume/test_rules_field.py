"""Rulebook, "Field of Flowers" (BL-12)."""

import numpy as np
import pytest

from simkit.games.blume import GAME, names
from simkit.games.blume.names import EMPTY, FIELD_START, PLACES, WIDTH
from tests.games.blume.position import Position, colour, tiles
from tests.games.playing import positions


def field(players=2, **rules):
    return Position(players, variant="field", **rules)


def lay(p, column, row, seat=0, **at):
    """Lay a tile so many columns right and rows up of the first one."""
    tile, rotation = p.find(**at)
    spot = (FIELD_START // WIDTH + row) * WIDTH + FIELD_START % WIDTH + column
    p.s["garden"][seat, spot] = 4 * tile + rotation
    corners = tiles()[tile][4 - rotation :] + tiles()[tile][: 4 - rotation]
    for point, slot, number in (
        (spot + WIDTH, 2, corners[0]), (spot + WIDTH + 1, 3, corners[1]), (spot + 1, 0, corners[2]), (spot, 1, corners[3]),
    ):  # fmt: skip
        p.s["points"][seat, point] = int(p["points"][seat, point]) ^ (7 ^ number) << 3 * slot
    ends = p.s["field_ends"][seat]
    ends[:] = [min(ends[0], row), max(ends[1], row), min(ends[2], column), max(ends[3], column)]
    return p


def complete(p, seat=0):
    """Complete a flower of the start tile's top right colour; return the colour."""
    start = int(p["garden"][seat, FIELD_START]) >> 2
    name = names.COLOURS[tiles()[start][1]]
    lay(p, 1, 0, seat, tl=name)
    lay(p, 0, 1, seat, br=name)
    tile, rotation = p.find(bl=name)
    p.turn_of(seat).row(0, tile)
    p.apply(names.TAKE | rotation << 8 | (FIELD_START + WIDTH + 1) << 10)
    return name


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_setup(players):
    p = field(players)
    assert [int((p["garden"][seat] != EMPTY).sum()) for seat in range(players)] == [1] * players  # step 3
    assert (p["row"] != EMPTY).sum() == 2  # step 4
    assert len(p.in_bag()) == 129 - players - 2
    assert p["open_pairs"] == 0
    assert p["field_pegs"].tolist() == [0] * 5


def test_a_tile_from_the_row_or_blindly_side_by_side():
    p = field()
    assert p.kinds() == {"take", "draw"}
    assert {a >> 10 & 255 for a in p.of("take")} == {FIELD_START + step for step in (1, -1, WIDTH, -WIDTH)}
    p.apply(names.DRAW)
    assert p.kinds() == {"place"}


def test_the_next_player_reveals_a_tile():
    p = field()
    following = p.in_bag()[0]
    p.apply(p.of("take")[0])
    assert p["seat"] == 1
    assert following in p["row"].tolist()


def test_a_flower_gets_its_peg_and_the_next_of_its_colour_none():
    p = field()
    name = complete(p)
    assert p["field_pegs"][0] == 1 << colour(name)
    assert p.score()[0]["pegs"] == 2
    assert p["field_flowers"][0] == 0
    assert p["seat"] == 1  # nothing to decide
    p.s["field_pegs"][1] = (1 << 6) - 1 - (1 << (colour(name) + 1) % 6)  # another player's pegs are the other player's
    p = field()
    start = names.COLOURS[tiles()[int(p["garden"][0, FIELD_START]) >> 2][1]]
    p.s["field_pegs"][0] = 1 << colour(start)
    complete(p)
    assert p["field_flowers"][0] == 1
    assert p.score()[0]["flowers"] == 1


def test_hybrids_are_nothing_in_a_field():
    p = field()
    start = names.COLOURS[tiles()[int(p["garden"][0, FIELD_START]) >> 2][1]]
    other = "red" if start != "red" else "blue"
    lay(p, 1, 0, 0, tl=other)
    lay(p, 0, 1, 0, br=other)
    tile, rotation = p.find(bl=start)
    p.row(0, tile).apply(names.TAKE | rotation << 8 | (FIELD_START + WIDTH + 1) << 10)
    assert [p.score()[0][line] for line in ("pegs", "flowers", "total")] == [0, 0, 0]


def test_bl12_three_with_pegs_two_without():
    p = field()
    p.s["field_pegs"][0] = 0b10101
    p.s["field_flowers"][0] = 2
    assert p.score()[0]["total"] == 8


@pytest.mark.parametrize("players", [2, 3, 5])
def test_the_last_peg_gives_the_others_one_turn(players):
    """Ruling BL-R18."""
    p = field(players)
    p.apply(p.of("take")[0])
    start = tiles()[int(p["garden"][1, FIELD_START]) >> 2][1]
    p.s["field_pegs"][1] = 63 & ~(1 << start)
    for spot in range(PLACES):  # make room
        if spot != FIELD_START:
            assert p["garden"][1, spot] == EMPTY
    complete(p, 1)
    assert p["closer"] == 1
    turns = []
    while not p["over"]:
        turns.append(int(p["seat"]))
        p.apply(p.of("take")[0])
    assert turns == [(1 + step) % players for step in range(1, players)]
    assert p["over"] == 2


def test_ties_are_broken_by_pegs_then_shared():
    p = field(3)
    p.s["field_pegs"][:3] = [0b1, 0b11, 0b11]
    p.s["field_flowers"][:3] = [2, 0, 0]
    assert [row["total"] for row in p.score()] == [4, 4, 4]
    assert [row["rank"] for row in p.score()] == [3, 1, 1]
    assert [row["share"] for row in p.score()] == [0, 30, 30]


def test_the_game_ends_when_the_bag_has_run_out():
    """Rulings BL-R18, R29."""
    p = field()
    for tile in p.in_bag()[1:]:  # they lie in the Tertill's pool, which does not play
        p.s["pool"][tile >> 6] |= np.uint64(1 << (tile & 63))
        for corner in range(4):
            p.s["pool_corners"][int(p.config["corners"][tile]) >> 3 * corner & 7] += 1
    p.s["pool_size"] = len(p.in_bag()) - 1
    p.bag(p.in_bag()[:1])
    p.apply(p.of("take")[0])  # the next player reveals the last tile and plays a turn
    assert not p["over"]
    assert p.kinds() == {"take"}
    p.apply(p.of("take")[0])
    assert p["over"] == 3


def test_a_field_is_at_most_eleven_long(size):
    """Ruling BL-R31: its ends never meet."""
    config = GAME.config({"variant": "field", "last_peg": 6})[0]
    longest = 0
    for s in positions(GAME, config, 2, size(300, 2), 61):
        for seat in range(2):
            ends = s["field_ends"][seat]
            longest = max(longest, int(ends[1] - ends[0]) + 1, int(ends[3] - ends[2]) + 1)
            rows = {int(spot) // WIDTH for spot in np.flatnonzero(s["garden"][seat] != EMPTY)}
            assert len(rows) == ends[1] - ends[0] + 1
    assert longest <= 11
    if size(1, 0):
        assert longest == 11  # random fields do meet the end of the table


def test_a_field_grows_across_the_edge_of_its_record():
    p = field()
    for row in range(1, 8):
        lay_wrapped(p, row)
    wanted = {(FIELD_START + 8 * WIDTH) % PLACES, (FIELD_START - WIDTH) % PLACES}
    assert wanted <= {a >> 10 & 255 for a in p.of("take")}


def lay_wrapped(p, row):
    tile = sorted(p.in_bag())[0]
    p.turn_of(0).row(0, p.find(tl=names.COLOURS[tiles()[tile][0]])[0])
    p.apply(names.TAKE | ((FIELD_START + row * WIDTH) % PLACES) << 10)
    p.s["seat"] = 0


def test_points_are_rules():
    p = field(peg_points=5, flower_points=3)
    p.s["field_pegs"][0], p.s["field_flowers"][0] = 0b11, 1
    assert p.score()[0]["total"] == 13
    assert field(field_row_size=4)["row"].tolist().count(EMPTY) == 1


def test_a_field_has_no_modules():
    """Ruling BL-R39."""
    p = field(3, tools=True, botanist=True)
    assert (p["hidden"] == EMPTY).all()
    assert p["drops_left"] == 0
    assert p["gloves"].tolist() == [0] * 5
