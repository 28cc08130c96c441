"""Rulebook, "4. Take Action": flowers off and on the watering can location, duplicates, several at once (BL-4 to BL-7)."""

import pytest

from tests.games.blume.position import COLOURS, Position, place

FAR = "c3"  # a location the flower at b2 is not on
ALL_UP = {(name, "up") for name in COLOURS}


def test_bl5_single_flower_off_the_location_stocks_or_moves():
    p = Position(2).location(FAR).play("red")
    assert p.kinds() == {"stock", "market"}
    assert p.moves() == ALL_UP  # any colour, not only the flower's
    p.apply(p.of("stock")[0])
    assert p.stocked() == {"red": 1}
    assert p["seat"] == 1
    p = Position(2).location(FAR).play("red").move("blue", "up")
    assert p.stocked() == {}
    assert p.pegs()["blue"] == 1
    assert p["seat"] == 1


def test_bl5_single_flower_on_the_location_does_both():
    p = Position(2).location("b2").play("red")
    assert p.kinds() == {"market"}
    p.move("red", "up")
    assert p.stocked() == {"red": 1}
    assert p.pegs()["red"] == 1
    assert p["seat"] == 1
    assert p.score()[0]["on_location"] == 1


HYBRID = ("red", "blue", "blue", "red")


def test_bl6_hybrid_off_the_location_stocks_both():
    p = Position(2).location(FAR).hybrids(("red", "blue")).play(*HYBRID)
    assert p.stocked() == {"red": 1, "blue": 1}
    assert p["seat"] == 1  # there was nothing to decide
    assert p.score()[0]["hybrids_left"] == 1


def test_bl6_hybrid_on_the_location_moves_the_market_too():
    p = Position(2).location("b2").hybrids(("red", "blue")).play(*HYBRID)
    assert p.kinds() == {"market"}
    p.move("purple", "up")
    assert p.stocked() == {"red": 1, "blue": 1}
    assert p.pegs()["purple"] == 1


def test_a_hybrid_that_is_not_revealed_is_nothing():
    p = Position(2).location("b2").hybrids(("red", "pink")).play(*HYBRID)
    assert p.stocked() == {}
    assert p["seat"] == 1
    assert p.score()[0]["hybrids_left"] == 0


@pytest.mark.parametrize(
    ("pattern", "colours", "acts"),
    [
        ("any", "RBBR", True), ("any", "RRBB", True), ("any", "RBRB", True), ("any", "RRRB", False),
        ("alternating", "RBBR", True), ("alternating", "RRBB", False), ("alternating", "RBRB", False),
        ("halves", "RBBR", False), ("halves", "RRBB", True), ("halves", "RBRB", True),
        ("mixed", "RRRB", True), ("mixed", "RBBR", True),
    ],
)  # fmt: skip
def test_patterns_in_a_garden(pattern, colours, acts):
    """Rulings BL-R1, R2."""
    p = Position(2, hybrid_pattern=pattern).location(FAR).hybrids(("red", "blue")).play(*colours)
    assert p.stocked() == ({"red": 1, "blue": 1} if acts else {})


def two_hybrids(p, acted):
    """Lay a red and blue pattern at b3 above the one at b2, whose tiles show red and blue at the top."""
    p.lay("a1", tr="red").lay("b1", tl="blue").lay("a2", br="blue", tr="red")
    tile, rotation = p.find(bl="red", tl="blue")
    p.place(tile, "b2", rotation)
    assert p.stocked() == {"red": 1, "blue": 1}
    p.turn_of(0).lay("a3", br="red")
    tile, rotation = p.find(bl="blue")
    p.place(tile, "b3", rotation)
    assert p.stocked() == ({"red": 2, "blue": 2} if acted else {"red": 1, "blue": 1})
    return p


def test_bl7_a_second_hybrid_of_a_type_does_nothing():
    p = two_hybrids(Position(2).location(FAR).hybrids(("red", "blue")), acted=False)
    assert p.score()[0]["hybrids_left"] == 1
    assert p.score()[0]["hybrids_1"] == 1


def test_another_players_hybrid_does_not_matter():
    p = Position(2).location(FAR).hybrids(("red", "blue")).play(*HYBRID)
    tile, rotation = p.ready(*HYBRID, seat=1)
    p.place(tile, "b2", rotation)
    assert p.stocked(1) == {"red": 1, "blue": 1}


def test_a_duplicate_stays_incomplete_when_the_first_is_pruned():
    """Ruling BL-R6: only a new completion acts."""
    p = two_hybrids(Position(2).location(FAR).hybrids(("red", "blue")), acted=False)
    p.fill(seat=1).fill("c3").finish("c3")
    assert p.prune_counts() == {2, 4}
    p.choose("from a1").choose("from b1").choose("no more")
    assert p.score()[0]["hybrids_left"] == 0


def test_a_hybrid_built_again_after_pruning_acts_again():
    """Ruling BL-R5."""
    p = Position(2).location(FAR).hybrids(("red", "blue")).play(*HYBRID)
    p.lift("b2").turn_of(0)
    tile, rotation = p.find(bl="red")
    p.place(tile, "b2", rotation)
    assert p.stocked() == {"red": 2, "blue": 2}


def test_a_pattern_that_lies_there_before_its_hybrid_is_revealed_is_nothing():
    """Ruling BL-R3."""
    for rule, standing in (("nothing", 0), ("stand", 1)):
        p = Position(2, late_hybrids=rule).location(FAR).hybrids(("red", "pink")).play(*HYBRID)
        p.next_hybrid("red", "blue").fill()
        p.fill("a3", seat=1)
        p.finish("a3", seat=1)
        assert p["stage"] == 0
        assert p.stocked() == {}
        assert p.score()[0]["hybrids_left"] == standing
        assert p.prune_counts() == ({2, 4} if standing else {3})


def several(**rules):
    """Let one tile complete a red flower at b2 and a blue one at b3."""
    p = Position(2, **rules).location(rules.get("at", FAR))
    p.lay("a1", tr="red").lay("b1", tl="red").lay("a2", br="red", tr="blue").lay("a3", br="blue").lay("b3", bl="blue")
    tile, rotation = p.find(bl="red", tl="blue")
    return p.place(tile, "b2", rotation)


def test_several_flowers_act_in_the_players_order():
    """Ruling BL-R4."""
    p = several()
    assert {"red flower: stock it", "blue flower: stock it"} <= set(p.texts())
    p.choose("blue flower: stock it")
    assert p.stocked() == {"blue": 1}
    assert p["seat"] == 0
    p.choose("red flower: move the pink peg up")
    assert p.pegs()["pink"] == 1
    assert p["seat"] == 1
    assert p.score()[0]["singles_1"] == 2


def test_two_hybrids_of_one_type_by_one_tile_count_once():
    """Ruling BL-R4: the player says which, and the location may make the difference."""
    p = Position(2).location("b3").hybrids(("red", "blue"))
    p.lay("a1", tr="red").lay("b1", tl="blue").lay("a2", br="blue", tr="red").lay("a3", br="blue").lay("b3", bl="red")
    tile, rotation = p.find(bl="red", tl="blue")
    p.place(tile, "b2", rotation)
    assert p.kinds() == {"grow", "market"}
    p.move("red", "up", which=next(i for i in range(2) if int(p["pending"][i]) >> 5 == place("b3")))
    assert p.stocked() == {"red": 1, "blue": 1}
    assert p["seat"] == 1
    assert p.score()[0]["hybrids_left"] == 1


def test_two_flowers_alike_are_listed_once():
    p = Position(2).location("c3")
    p.lay("a1", tr="red").lay("b1", tl="red").lay("a2", br="red", tr="red").lay("a3", br="red").lay("b3", bl="red")
    tile, rotation = p.find(bl="red", tl="red")
    p.place(tile, "b2", rotation)
    assert len(p.of("stock")) == 1
    p.apply(p.of("stock")[0]).apply(p.of("stock")[0])
    assert p.stocked() == {"red": 2}


@pytest.mark.parametrize("stands", ["b2", "b3"])
def test_of_two_hybrids_of_one_type_the_player_says_which_stands(stands):
    """Ruling BL-R4: off the location, too, as the place matters when tiles are pruned."""
    p = Position(2).location(FAR).hybrids(("red", "blue"))
    p.lay("a1", tr="red").lay("b1", tl="blue").lay("a2", br="blue", tr="red").lay("a3", br="blue").lay("b3", bl="red")
    tile, rotation = p.find(bl="red", tl="blue")
    p.place(tile, "b2", rotation)
    p.choose("from the left, 1 from the bottom: stock it" if stands == "b2" else "from the left, 2 from the bottom: stock it")
    assert p.stocked() == {"red": 1, "blue": 1}
    assert p["standing"][0] == (1 if stands == "b2" else 1 << 4)
    assert p["seat"] == 1
