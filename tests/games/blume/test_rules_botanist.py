"""Rulebook, "Botanist Module" (BL-9)."""

from simkit.games.blume.names import EMPTY
from tests.games.blume.position import Position, pair, place

FAR = "c3"
RED_BLUE = ("red", "blue", "blue", "red")


def card(p, first, second):
    return next(n for n in range(15) if p.config["botanist_pair"][n] == pair(first, second))


def hold(p, seat, first, second):
    """Let a seat's hidden card be this one; the one it held takes its place."""
    wanted, old = card(p, first, second), int(p["hidden"][seat])
    if wanted == old:
        return p
    for other in range(int(p["players"])):
        if p["hidden"][other] == wanted:
            p.s["hidden"][other] = old
    deck = p.s["botanist_deck"]
    deck[deck == wanted] = old
    p.s["hidden"][seat] = wanted
    return p


def botanist(players=2, **rules):
    p = Position(players, botanist=True, **rules).location(FAR)
    for seat, two in enumerate((("red", "blue"), ("yellow", "pink"), ("orange", "purple"))[:players]):
        hold(p, seat, *two)
    return p


def test_setup():
    p = Position(3, botanist=True)
    assert p["open_pairs"] == 0  # the hybrid tiles are out of the game
    assert (p["hybrid_deck"] == EMPTY).all()
    assert len({int(n) for n in p["hidden"][:3]}) == 3
    assert p["botanist_end"] - p["botanist_top"] == 12
    assert p["drops_left"] == 3


def test_bl9_angie_completes_her_card_and_keith_the_same_later():
    p = botanist()
    hidden, following = int(p["hidden"][0]), int(p["botanist_deck"][2])
    p.play(*RED_BLUE)
    assert p.stocked() == {"red": 1, "blue": 1}
    assert p.score()[0]["botanist"] == 4
    assert p["revealed"][0] == hidden
    assert p["drops"] == 1
    assert p["hidden"][0] == following
    tile, rotation = p.ready(*RED_BLUE, seat=1)
    p.place(tile, "b2", rotation)
    assert p.stocked(1) == {"red": 1, "blue": 1}
    assert (p.score()[1]["botanist"], p.score()[1]["drops"]) == (0, 2)
    assert p["drops"] == 0
    assert p["drops_left"] == 3
    assert p["revealed"][0] == hidden


def test_without_a_drop_it_is_an_ordinary_hybrid():
    p = botanist(3).play(*RED_BLUE)
    for seat in (1, 2):
        p.turn_of(seat)
        tile, rotation = p.ready(*RED_BLUE, seat=seat)
        p.place(tile, "b2", rotation)
    assert [row["drops"] for row in p.score()] == [0, 2, 0]
    assert p.stocked(2) == {"red": 1, "blue": 1}


def test_another_players_hidden_pair_is_no_hybrid():
    """Ruling BL-R28."""
    p = botanist().play("yellow", "pink", "pink", "yellow")
    assert p.stocked() == {}
    assert p["seat"] == 1


def test_on_the_location_the_market_moves():
    """Ruling BL-R16: C as a rule, E on the watering can location."""
    p = botanist().location("b2").play(*RED_BLUE)
    assert p.kinds() == {"market"}
    assert p.score()[0]["botanist"] == 0  # the action comes first
    p.move("red", "up")
    assert p.score()[0]["botanist"] == 4


def test_the_literal_reading_always_moves_the_market():
    """Ruling BL-R16, the other reading: "see D & E"."""
    p = botanist(botanist_moves_market=True).play(*RED_BLUE)
    assert p.kinds() == {"market"}
    p.move("red", "up")
    tile, rotation = p.ready(*RED_BLUE, seat=1)
    p.place(tile, "b2", rotation)
    assert p.kinds() == {"market"}  # for the drop, too
    p.move("red", "up")
    assert p.pegs()["red"] == 2


def reveal(p, first, second, seat=0):
    """Let a seat complete a card of this pair, wherever there is room."""
    hold(p, seat, first, second)
    for where in ("b2", "a2", "b1", "a1"):
        if p["garden"][seat, place(where)] != EMPTY:
            p.lift(where, seat)
    p.turn_of(seat)
    tile, rotation = p.ready(first, second, second, first, seat=seat)
    return p.place(tile, "b2", rotation)


def test_a_fourth_card_covers_the_first_and_its_drop_returns():
    """Rulings BL-R17, R28."""
    p = botanist()
    pairs = [("red", "blue"), ("red", "pink"), ("red", "yellow"), ("orange", "pink"), ("orange", "blue")]
    cards = [card(p, *two) for two in pairs]
    for two in pairs[:3]:
        reveal(p, *two)
    assert p["revealed"].tolist() == cards[:3]
    assert p["drops"] == 0b111
    assert p["drops_left"] == 0
    reveal(p, *pairs[3])
    assert p["revealed"].tolist() == [cards[3], cards[1], cards[2]]
    assert p["drops"] == 0b111
    reveal(p, *pairs[4])
    assert p["revealed"].tolist() == [cards[3], cards[4], cards[2]]
    assert p.score()[0]["botanist"] == 20
    p.turn_of(1)
    tile, rotation = p.ready(*RED_BLUE, seat=1)
    p.place(tile, "b2", rotation)
    assert p.stocked(1) == {}  # covered: it can no longer be grown


def test_with_an_empty_deck_no_card_is_drawn():
    p = botanist()
    p.s["covered"] = sum(1 << int(n) for n in p["botanist_deck"] if n != EMPTY)
    p.s["botanist_deck"][:] = EMPTY
    p.s["botanist_top"] = p["botanist_end"]
    p.play(*RED_BLUE)
    assert p["hidden"][0] == EMPTY
    assert p.score()[0]["botanist"] == 4


def test_botanist_hybrids_count_for_duplicates_and_pruning():
    """Ruling BL-R24."""
    p = botanist()
    p.lay("a1", tr="red").lay("b1", tl="blue").lay("a2", br="blue", tr="red")
    tile, rotation = p.find(bl="red", tl="blue")
    p.place(tile, "b2", rotation)
    p.turn_of(0).lay("a3", br="red")
    tile, rotation = p.find(bl="blue")
    p.place(tile, "b3", rotation)
    assert p.stocked() == {"red": 1, "blue": 1}  # the second of its type does nothing
    p.fill(seat=1).fill("c3").finish("c3")
    assert p.prune_counts() == {2, 4}


def test_without_drops_no_card_bears_one():
    p = botanist(water_drops=0).play(*RED_BLUE)
    assert p["drops"] == 0


def test_two_botanist_hybrids_by_one_tile_act_both():
    """Ruling BL-R4; a pattern whose action is to come is not one that lay there before (ruling BL-R3)."""
    for rule in ("nothing", "stand"):
        p = botanist(late_hybrids=rule)
        tile, rotation = p.turn_of(1).ready("yellow", "pink", "pink", "yellow", seat=1)
        p.place(tile, "b2", rotation).turn_of(0)
        p.lay("a1", tr="red").lay("b1", tl="blue").lay("a2", br="blue", tr="yellow").lay("a3", br="pink").lay("b3", bl="pink")
        tile, rotation = p.find(bl="red", tl="yellow")
        p.place(tile, "b2", rotation).choose("blue and red hybrid")
        assert p.stocked() == dict.fromkeys(("red", "blue", "yellow", "pink"), 1)
        assert (p.score()[0]["botanist"], p.score()[0]["drops"]) == (4, 2)


def test_a_hidden_card_is_not_revealed():
    """Ruling BL-R3: a pattern that lies there when its card is drawn stands for nobody, and the others learn nothing by it."""
    p = botanist(late_hybrids="stand")
    p.lay("a1", tr="red").lay("b1", tl="blue").lay("a2", br="blue", tr="orange").lay("a3", br="pink").lay("b3", bl="pink")
    tile, rotation = p.find(bl="red", tl="orange")
    following = card(p, "orange", "pink")
    deck, top = p.s["botanist_deck"], int(p["botanist_top"])
    if following not in deck.tolist():
        raise AssertionError("dealt to somebody")
    deck[deck.tolist().index(following)], deck[top] = deck[top], following
    p.put("b2", tile, rotation)  # orange and pink lie at b3, and nobody wants them yet
    p.turn_of(1).lift("a1").turn_of(0)
    tile, rotation = p.find(tr="red")
    p.place(tile, "a1", rotation)
    assert p["hidden"][0] == following
    assert p.score()[0]["hybrids_left"] == 1


def test_the_words_of_the_literal_reading():
    p = botanist(botanist_moves_market=True).play(*RED_BLUE)
    assert "blue and red hybrid: stock it and move the red peg up" in p.texts()


def test_another_players_pattern_stands_once_the_card_is_revealed():
    """Ruling BL-R3, even where one tile completes the card's hybrid twice."""
    p = botanist(late_hybrids="stand")
    tile, rotation = p.ready(*RED_BLUE, seat=1)
    p.put("b2", tile, rotation, seat=1)
    p.lay("a1", tr="red").lay("b1", tl="blue").lay("a2", br="blue", tr="red").lay("a3", br="blue").lay("b3", bl="red")
    tile, rotation = p.find(bl="red", tl="blue")
    p.place(tile, "b2", rotation)
    p.apply(p.legal()[0])
    assert [row["hybrids_left"] for row in p.score()] == [1, 1]
