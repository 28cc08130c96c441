"""Rulebook, "Tools Module" (BL-8)."""

import pytest

from simkit.games.blume import components, names
from simkit.games.blume.names import EMPTY
from tests.games.blume.position import Position, place, tables

FAR = "c3"
TOOLS = {row["name"]: number for number, row in enumerate(components.expanded(tables(), "tools"))}


def with_tools(*shown, players=2, **rules):
    """Begin a game with these tools in play."""
    p = Position(players, tools=True, **rules).location(FAR).hybrids()
    wanted = [TOOLS[name] for name in shown]
    rest = [tool for tool in range(8) if tool not in wanted]
    deck = [*wanted, *rest[: 3 - len(wanted)], *rest[3 - len(wanted) :]]
    p.s["tool_deck"][:8] = deck
    p.s["shown"][:] = deck[:3]
    return p


def uses(p, tool):
    return [action for action in p.of("tool") if p["shown"][action >> 4 & 15] == TOOLS[tool]]


def test_setup():
    p = Position(3, tools=True)
    assert p["gloves"][:3].tolist() == [3, 3, 3]
    assert len(set(p["shown"].tolist())) == 3
    assert p["tool_top"] == 3
    assert Position(3)["gloves"].tolist() == [0] * 5


def test_bl8_gloves_on_the_garden_fork():
    p = with_tools("Garden Fork")
    p.lay("a1", tl="orange", tr="blue", br="yellow", bl="red").lay("a1", seat=1, tl="orange", tr="blue", br="yellow", bl="pink")
    p.apply(uses(p, "Garden Fork")[0])
    assert p["gloves"][:2].tolist() == [2, 3]
    p.apply(uses(p, "Garden Fork")[0])
    assert p["gloves"][:2].tolist() == [0, 3]
    assert p["on_tool"][0] == 3
    assert not uses(p, "Garden Fork")  # no glove left
    p.apply(p.of("take")[0])
    p.apply(uses(p, "Garden Fork")[0])
    assert p["gloves"][:2].tolist() == [1, 3]  # 3 - 1, then both take one back
    assert p["gloves_out"] == 2
    assert p["on_tool"][0] == 0
    assert p["shown"][0] == p["tool_deck"][3]
    assert p["users"][0] == 0


def test_a_third_use_costs_two_again():
    """Ruling BL-R15."""
    p = with_tools("Price Tag", start_gloves=9)
    for left in (8, 6, 4, 2, 0):
        p.apply(uses(p, "Price Tag")[0])
        assert p["gloves"][0] == left


def test_tools_are_used_before_the_tile_is_selected():
    p = with_tools("Price Tag")
    p.apply(names.DRAW)
    assert p.kinds() == {"place"}


def test_start_gloves_per_seat():
    assert Position(2, tools=True, start_gloves={2: [2, 5]})["gloves"][:2].tolist() == [2, 5]


def test_the_deck_runs_out():
    p = with_tools("Price Tag", players=1)
    for _ in range(60):
        if p["stage"]:
            break
        p.apply((p.of("tool") or p.legal())[0])
    assert p["tools_used"][0] == 8  # alone, every first use is everybody's: the glove comes back
    assert p["shown"].tolist() == [EMPTY] * 3
    assert p["gloves"][0] == 3


# effects


def ready_to_turn(p):
    """Lay four tiles so that turning the one on b2 completes a red flower at b2; return the rotation that does."""
    tile, rotation = p.ready("red")
    turns = int(p.config["turns"][tile])
    p.put("b2", tile, (rotation + 1) % turns)
    assert p.config["kind"][p["points"][0, place("b2")]] == 0
    return rotation


def test_garden_fork_turns_a_tile_and_its_flowers_act_at_once():
    p = with_tools("Garden Fork")
    rotation = ready_to_turn(p)
    p.apply(next(a for a in uses(p, "Garden Fork") if a >> 10 & 255 == place("b2") and a >> 8 & 3 == rotation))
    assert p["phase"] == names.FLOWER
    p.choose("red flower: stock it")
    assert p["seat"] == 0  # a tile is still to be selected
    assert "take" in p.kinds()
    assert p.stocked() == {"red": 1}


def test_a_flower_that_looks_as_before_does_not_act_again():
    """Ruling BL-R32: turning an adjacent tile about a petal of the same colour leaves the flower as it was."""
    p = with_tools("Garden Fork")
    unused, _ = p.ready("red")
    p.bag([*p.in_bag(), unused])
    tile, rotation = p.find(bl="red", br="red")
    p.put("b2", tile, rotation)
    again = (rotation + 1) % 4  # the right petal comes to the bottom left
    p.apply(next(a for a in uses(p, "Garden Fork") if a >> 10 & 255 == place("b2") and a >> 8 & 3 == again))
    assert p["phase"] == names.TURN
    assert p["garden"][0, place("b2")] == 4 * tile + again
    assert p.stocked() == {}


def test_a_hybrid_that_is_turned_away_stands_no_longer():
    p = with_tools("Garden Fork").hybrids(("red", "blue"))
    tile, rotation = p.ready("red", "blue", "blue", "red")
    p.put("b2", tile, rotation).stand("b2")
    p.apply(next(a for a in uses(p, "Garden Fork") if a >> 10 & 255 == place("b2")))
    assert p["standing"][0] == 0


def test_trowel_moves_a_tile_beside_another():
    p = with_tools("Trowel")
    p.lay("a1", tl="red").lay("b1", tl="red").lay("b2", tl="red")
    moved = [a for a in uses(p, "Trowel") if a >> 10 & 255 == place("b2")]
    assert {a >> 30 & 255 for a in moved} == {place("c1"), place("a2")}
    p.apply(moved[0])
    assert len(p.places()) == 3
    assert "b2" not in p.places()


def test_trowel_needs_another_tile_to_lie_beside():
    p = with_tools("Trowel")
    p.lay("b2", tl="red")
    assert not uses(p, "Trowel")


def test_trowel_completes_a_flower():
    p = with_tools("Trowel")
    tile, rotation = p.ready("red")
    p.put("b3", tile, rotation)
    p.apply(next(a for a in uses(p, "Trowel") if a >> 10 & 255 == place("b3") and a >> 30 & 255 == place("b2") and a >> 8 & 3 == rotation))
    p.choose("red flower: stock it")
    assert p.stocked() == {"red": 1}


def test_shears_may_empty_a_garden():
    """Ruling BL-R30: its tiles go with the pruned ones."""
    p = with_tools("Shears")
    p.lay("b2", tl="red")
    p.apply(uses(p, "Shears")[0])
    assert p.places() == set()
    assert p["discard_size"] == 1
    assert len({a >> 10 & 255 for a in p.of("take")}) == 9


def test_rake_swaps_two_tiles_and_several_flowers_may_form():
    p = with_tools("Rake")
    tile, rotation = p.ready("red")
    p.lay("a3", br="blue", bl="pink", tr="pink")
    other = int(p["garden"][0, place("a3")])
    p.put("c1", tile, rotation).lay("b2", bl="yellow")
    swap = next(a for a in uses(p, "Rake") if {a >> 10 & 255, a >> 30 & 255} == {place("c1"), place("b2")})
    p.apply(swap)
    p.choose("red flower: stock it")
    assert p["garden"][0, place("b2")] == 4 * tile + rotation
    assert p["garden"][0, place("a3")] == other


def test_wheelbarrow_replaces_the_face_up_tiles():
    p = with_tools("Wheelbarrow")
    old, following = p["row"][:3].tolist(), p.in_bag()[:3]
    p.apply(uses(p, "Wheelbarrow")[0])
    assert p["row"][:3].tolist() == following
    assert p["discard_size"] == 3
    assert not set(old) & set(p.in_bag())


def test_hose_chooses_the_location_for_this_turn():
    p = with_tools("Hose")
    tile, rotation = p.ready("red")
    p.row(0, tile)
    assert {a >> 10 & 255 for a in uses(p, "Hose")} == {place(point) for point in ("b2", "b3", "c2")}
    p.apply(next(a for a in uses(p, "Hose") if a >> 10 & 255 == place("b2")))
    p.apply(names.TAKE | rotation << 8 | place("b2") << 10)
    assert p.kinds() == {"market"}
    p.move("red", "up")
    assert p.stocked() == {"red": 1}
    assert p["location"] == place(FAR)


def test_seed_bag_draws_three_and_keeps_one():
    """Ruling BL-R33."""
    p = with_tools("Seed Bag")
    top = p.in_bag()[:3]
    p.apply(uses(p, "Seed Bag")[0])
    assert p.kinds() == {"keep"}
    assert p["drawn"][:3].tolist() == top
    p.apply(p.of("keep")[1])
    assert p.kinds() == {"place"}
    assert p["discard_size"] == 2
    p.apply(p.legal()[0])
    assert p["seat"] == 1
    assert int(p["garden"][0].max()) >> 2 == top[1]


def test_price_tag_moves_a_peg_but_raises_no_full_colour():
    """Ruling BL-R30."""
    p = with_tools("Price Tag").greenhouse(red=5).market(red=2)
    moves = {(a >> 26 & 7, a >> 29 & 1) for a in uses(p, "Price Tag")}
    assert (3, 1) not in moves
    assert (3, 0) in moves
    p.apply(next(a for a in uses(p, "Price Tag") if (a >> 26 & 7, a >> 29 & 1) == (3, 0)))
    assert p.pegs()["red"] == 1


@pytest.mark.parametrize("players", [2, 3])
def test_a_tool_leaves_its_place_when_all_players_have_used_it(players):
    p = with_tools("Price Tag", players=players)
    for seat in range(players):
        assert p["shown"][0] == TOOLS["Price Tag"]
        assert p["seat"] == seat
        p.apply(uses(p, "Price Tag")[0])
        p.apply(p.of("take")[0])
    assert p["shown"][0] != TOOLS["Price Tag"]
    assert p["gloves"][:players].tolist() == [3] * players


def test_of_tiles_alike_one_is_offered_to_keep():
    p = with_tools("Seed Bag")
    alike = [p.find(tl="orange", tr="orange", br="blue", bl="blue")[0] for _ in range(2)]
    p.bag([*alike, *p.in_bag()])
    p.apply(uses(p, "Seed Bag")[0])
    assert len(p.of("keep")) == 2
