"""Rulebook, "Solo Variant" (BL-10)."""

import numpy as np
import pytest

from simkit.games.blume import GAME, names
from simkit.games.blume.names import EMPTY
from tests.games.blume.position import Position, colour, pair, place, tables, tiles


def alone(**rules):
    return Position(1, **rules)


def next_can(p, number):
    """Let the next watering can name this tile."""
    stack, top = p.s["can_stack"], int(p["can_top"])
    wanted = next(i for i in range(top, 23) if p.config["can_number"][stack[i]] == number)
    stack[wanted], stack[top] = int(stack[top]), int(stack[wanted])
    return p


def next_hybrid(p, left, right):
    """Let the next hybrid tile show these colours."""
    deck, top = p.s["hybrid_deck"], int(p["hybrid_top"])
    wanted = next(i for i in range(15) if p.config["hybrid_pair"][deck[i]] == pair(left, right))
    card = int(deck[wanted])
    p.config["hybrid_left"][card], p.config["hybrid_right"][card] = colour(left), colour(right)
    if wanted < top:
        p.s["hybrid_top"] = top = wanted
    deck[wanted], deck[top] = int(deck[top]), card
    return p


def pool(p, *wanted):
    """Give the Tertill's pool exactly these tiles."""
    p.bag([*p.in_bag(), *held(p)])
    p.s["pool"][:], p.s["pool_corners"][:], p.s["pool_size"] = 0, 0, 0
    for at in wanted:
        tile, _ = p.find(**at)
        p.s["pool"][tile >> 6] |= np.uint64(1 << (tile & 63))
        p.s["pool_size"] += 1
        for number in tiles()[tile]:
            p.s["pool_corners"][number] += 1
    return p


def held(p):
    return [64 * part + bit for part in range(3) for bit in range(64) if int(p["pool"][part]) >> bit & 1]


def take_blindly(p, where="a1"):
    """Play a turn that leaves the row alone."""
    p.apply(names.DRAW)
    return p.apply(next(a for a in p.legal() if a >> 10 & 255 == place(where)))


def test_setup_and_the_first_turn_of_the_tertill():
    p = alone()
    assert (p["can_top"], p["hybrid_top"]) == (1, 1)
    assert p["can_end"] == 23
    assert sorted(p["can_stack"][:23].tolist()) == list(range(23))
    assert p["pool_size"] == 1
    assert (p["row"][:3] != EMPTY).all()  # step d
    assert p["location"] == p.config["can_place"][p["can"]]
    assert p["turn"] == 1


@pytest.mark.parametrize("number", [1, 2, 3])
def test_the_can_names_the_tile_and_the_refill_takes_its_place(number):
    """Rulings BL-R22, R27."""
    p = next_can(alone(), number)
    row, following = p["row"][:3].tolist(), p.in_bag()[1]
    take_blindly(p)
    assert row[number - 1] in held(p)
    assert p["row"][:3].tolist() == [following if i == number - 1 else row[i] for i in range(3)]


def test_with_sliding_the_refill_comes_last():
    """Ruling BL-R27."""
    p = next_can(alone(solo_row_slides=True), 1)
    row, following = p["row"][:3].tolist(), p.in_bag()[1]
    take_blindly(p)
    assert p["row"][:3].tolist() == [row[1], row[2], following]


def test_the_number_of_the_deck_may_name_the_tile():
    """Ruling BL-R37."""
    p = alone(solo_by_deck=True)
    deck = int(p.config["can_deck"][p["can_stack"][1]])
    row = p["row"][:3].tolist()
    take_blindly(p)
    assert row[deck] in held(p)


def purple_pool():
    """Bring the pool to three purple tiles, with a fourth on the third place of the row (BL-10)."""
    p = pool(alone().market(red=3, purple=3), *[{"tl": "purple", "tr": "orange"}] * 2, {"tl": "purple", "tr": "yellow"})
    p.s["hybrid_top"] = 1
    next_can(next_hybrid(p, "red", "purple"), 3)
    p.row(2, p.find(tl="purple", tr="blue")[0])
    return p


def test_bl10_four_purple_corners():
    p = purple_pool()
    corners = p["pool_corners"].copy() + np.bincount(tiles()[int(p["row"][2])], minlength=6)
    assert corners[colour("purple")] == 4
    assert corners[colour("red")] < 4
    take_blindly(p)
    assert held(p) == []
    assert p["discard_size"] == 4
    assert (p.pegs()["red"], p.pegs()["purple"]) == (2, 4)  # ruling BL-R21: the positive move goes right


def test_tiles_without_a_triggering_colour_stay():
    """Ruling BL-R20."""
    p = purple_pool()
    extra, _ = p.find(tl="orange", tr="blue", br="yellow", bl="red")
    p.s["pool"][extra >> 6] |= np.uint64(1 << (extra & 63))
    p.s["pool_size"] += 1
    for number in tiles()[extra]:
        p.s["pool_corners"][number] += 1
    take_blindly(p)
    assert held(p) == [extra]


def test_three_corners_do_not_trigger():
    p = purple_pool()
    p.row(2, p.find(tl="orange", tr="blue", br="yellow", bl="pink")[0])
    take_blindly(p)
    assert len(held(p)) == 4
    assert (p.pegs()["red"], p.pegs()["purple"]) == (3, 3)


def test_colours_that_are_not_on_the_hybrid_do_not_trigger():
    p = next_hybrid(purple_pool(), "red", "pink")
    if p["hybrid_deck"][p["hybrid_top"]] != EMPTY:
        take_blindly(p)
    assert len(held(p)) == 4


def test_a_peg_that_cannot_move_stays():
    """Ruling BL-R20."""
    p = purple_pool().market(red=1, purple=5)
    take_blindly(p)
    assert (p.pegs()["red"], p.pegs()["purple"]) == (1, 5)
    p = purple_pool().market(red=0, purple=0)
    take_blindly(p)
    assert (p.pegs()["red"], p.pegs()["purple"]) == (0, 1)


def turn(p):
    """Play a turn that completes no flower if it can."""
    p.apply(p.of("take")[-1] if p.of("take") else p.legal()[-1])
    return p.end()


@pytest.mark.parametrize("reveals", ["turn", "round", "trigger"])
def test_when_hybrids_are_revealed(reveals):
    """Ruling BL-R19."""
    p = alone(solo_reveals=reveals)
    seen, stages, triggered = [int(p["hybrid"])], [0], [False]
    for _ in range(25):
        turn(p)
        while p["phase"] == names.PRUNE:
            p.apply(p.of("prune")[0])
        if p["over"]:
            break
        cleared = bool(p.events(names.TERTILL_CLEARED))
        seen.append(int(p["hybrid"]))
        stages.append(int(p["stage"]))
        triggered.append(cleared)
    for i in range(1, len(seen)):
        if reveals == "turn":
            assert seen[i] != seen[i - 1] or i == 15  # the stack was shuffled again
        elif reveals == "round":
            assert (seen[i] != seen[i - 1]) == (stages[i] != stages[i - 1])
        else:
            assert (seen[i] != seen[i - 1]) == triggered[i - 1]


def test_only_the_current_hybrid_can_be_grown():
    """Ruling BL-R26."""
    p = alone()
    assert p["open_pairs"] == 1 << int(p.config["hybrid_pair"][p["hybrid"]])
    turn(p)
    assert p["open_pairs"] == 1 << int(p.config["hybrid_pair"][p["hybrid"]])
    p = alone(solo_hybrids="all_revealed")
    turn(p)
    assert int(p["open_pairs"]).bit_count() == 2


def test_a_hybrid_grown_stands_when_another_is_current():
    p = alone()
    current = [names.COLOURS[n] for n in names.PAIRS[int(p.config["hybrid_pair"][p["hybrid"]])]]
    p.s["location"] = place("c3")
    tile, rotation = p.ready(current[0], current[1], current[1], current[0])
    p.place(tile, "b2", rotation)
    assert p.score()[0]["hybrids_left"] == 1
    p.fill("c3").finish("c3")
    assert p.prune_counts() == {2, 4}
    assert p.events(names.SHOWED_HYBRID) == []  # ruling BL-R26: no extra hybrid before pruning


def test_spent_stacks_are_shuffled_again():
    """Ruling BL-R19: 32 Tertill turns meet 15 hybrids and 23 cans."""
    p = alone()
    hybrids, cans = [], []
    while not p["over"]:
        before = int(p["turn"])
        turn(p)
        while p["phase"] == names.PRUNE:
            p.apply(p.of("prune")[0])
        if p["turn"] != before and not p["over"]:
            hybrids.append(int(p["hybrid"]))
            cans.append(int(p["can"]))
    assert p["hybrid_shuffles"] >= 1
    assert p["can_shuffles"] == 1
    assert len(set(hybrids[:14])) == 14
    assert len(set(cans[:22])) == 22


def test_a_game_of_three_rounds_with_a_personal_high_score():
    """Ruling BL-R38."""
    p = alone()
    while not p["over"]:
        p.apply(p.legal()[0])
    assert p["over"] == 1
    assert p["stage"] == 2
    row = p.score()[0]
    assert (row["rank"], row["share"]) == (1, 0)
    p.config["solo_goal"] = max(row["total"], 1)
    assert p.score()[0]["share"] == (60 if row["total"] else 0)


def test_without_the_tertill_the_base_game_is_played_alone():
    p = alone(solo="none")
    assert p["pool_size"] == 0
    assert p["can_end"] == 3
    turn(p)
    assert p["pool_size"] == 0


def test_variant_and_botanist_are_for_several():
    """Ruling BL-R39."""
    p = alone(variant="field", botanist=True)
    assert p["pool_size"] == 1
    assert p["hidden"][0] == EMPTY
    assert p["open_pairs"] != 0


def test_the_position_says_which_way_the_hybrid_lies():
    """blume.md, "DO NOT rotate the tile": which colour falls and which rises is open."""
    p = next_hybrid(alone(), "purple", "red")
    take_blindly(p)
    assert "The Tertill's hybrid: purple goes down, red up" in GAME.text.describe_state(p.config, tables(), p.s)
