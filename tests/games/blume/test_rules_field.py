"""Rulebook, "Field of Flowers" (BL-12)."""

import numpy as np
import pytest

from simkit.games.blume import GAME, names
from simkit.games.blume.field import SLOTS, field_touched, grow_field, word_in
from simkit.games.blume.names import EMPTY, FIELD_START, FIELD_WIDTH, SEATS, TILE_CAP
from simkit.games.blume.patterns import BARE
from simkit.games.blume.text import field as lying
from tests.games.blume.position import Position, colour, tiles
from tests.games.playing import positions

NO_LOG = np.zeros((0, 5), np.int64)


def field(players=2, **rules):
    return Position(players, variant="field", **rules)


def at(column, row):
    """Return a place so many columns right and rows up of the first tile."""
    return FIELD_START + row * FIELD_WIDTH + column


def first_tile(p, seat):
    """Return the first tile of a field."""
    return lying(p.s, seat)[divmod(FIELD_START, FIELD_WIDTH)] >> 2


def lay(p, column, row, seat=0, **corners):
    """Lay a tile so many columns right and rows up of the first one."""
    tile, rotation = p.find(**corners)
    grow_field(p.config, p.s, seat, at(column, row), tile, rotation, NO_LOG)
    return p


def complete(p, seat=0):
    """Complete a flower of the start tile's top right colour; return the colour."""
    start = first_tile(p, seat)
    name = names.COLOURS[tiles()[start][1]]
    lay(p, 1, 0, seat, tl=name)
    lay(p, 0, 1, seat, br=name)
    tile, rotation = p.find(bl=name)
    p.turn_of(seat).row(0, tile)
    p.apply(names.TAKE | rotation << 8 | at(1, 1) << 10)
    return name


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_setup(players):
    p = field(players)
    assert [len(lying(p.s, seat)) for seat in range(players)] == [1] * players  # step 3
    assert (p["row"] != EMPTY).sum() == 2  # step 4
    assert len(p.in_bag()) == 129 - players - 2
    assert p["open_pairs"] == 0
    assert p["field_pegs"].tolist() == [0] * 5


def test_a_tile_from_the_row_or_blindly_side_by_side():
    p = field()
    assert p.kinds() == {"take", "draw"}
    assert {a >> 10 for a in p.of("take")} == {at(1, 0), at(-1, 0), at(0, 1), at(0, -1)}
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
    start = names.COLOURS[tiles()[first_tile(p, 0)][1]]
    p.s["field_pegs"][0] = 1 << colour(start)
    complete(p)
    assert p["field_flowers"][0] == 1
    assert p.score()[0]["flowers"] == 1


def test_hybrids_are_nothing_in_a_field():
    p = field()
    start = names.COLOURS[tiles()[first_tile(p, 0)][1]]
    other = "red" if start != "red" else "blue"
    lay(p, 1, 0, 0, tl=other)
    lay(p, 0, 1, 0, br=other)
    tile, rotation = p.find(bl=start)
    p.row(0, tile).apply(names.TAKE | rotation << 8 | at(1, 1) << 10)
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
    start = tiles()[first_tile(p, 1)][1]
    p.s["field_pegs"][1] = 63 & ~(1 << start)
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


def places(p, seat=0):
    """List the places where a tile may be laid, by column and row from the first."""
    found = [a >> 10 for a in p.of("take") if not a >> 4 & 15 and not a >> 8 & 3]
    assert len(found) == len(set(found))
    return {(place % FIELD_WIDTH - 128, place // FIELD_WIDTH - 128) for place in found}


@pytest.mark.parametrize("players", range(2, SEATS + 1))
@pytest.mark.parametrize("steps", [[(1, 0)], [(0, -1)], [(-1, 0), (0, 1)]])
def test_a_field_has_no_end(players, steps):
    """Ruling BL-R31: all tiles of a sheet, in a line or in stairs, are laid and every place beside them is open; words are exact."""
    p = field(players)
    tile = first_tile(p, 0)
    p.s["field"][:] = 0  # all is laid anew
    p.s["field_size"] = 0
    own = [(0, 0)]
    while len(own) < -(-TILE_CAP // players):
        across, up = steps[len(own) % len(steps)]
        own.append((own[-1][0] + across, own[-1][1] + up))
    for column, row in own:
        grow_field(p.config, p.s, 0, at(column, row), tile, 0, NO_LOG)
    beside = {(column + x, row + y) for column, row in own for x, y in ((1, 0), (-1, 0), (0, 1), (0, -1))}
    assert places(p) == beside - set(own)
    words = {}
    for column, row in own:
        for corner in range(4):
            point = field_touched(at(column, row), corner)
            words[point] = words.get(point, BARE) ^ (7 ^ tiles()[tile][corner]) << (3 * corner + 6) % 12
    slots = int(SLOTS[players])
    kept = {int(p.s["field"][slot]) >> 12: word_in(p.s, slot) for slot in range(slots) if p.s["field"][slot]}
    assert kept == words
    assert len(words) == 2 * len(own) + 2 < slots  # as many as so many tiles can meet; an empty slot ends every search


def test_places_are_those_beside_own_tiles(size):
    for s in positions(GAME, GAME.config({"variant": "field"})[0], 3, size(40, 2), 62):
        if s["over"]:
            continue
        p = field(3)
        p.s[:] = s
        own = {(column - 128, row - 128) for row, column in lying(s, int(s["seat"]))}
        beside = {(column + x, row + y) for column, row in own for x, y in ((1, 0), (-1, 0), (0, 1), (0, -1))}
        assert places(p) == beside - own


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
