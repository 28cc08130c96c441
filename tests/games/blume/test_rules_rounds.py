"""Rulebook, "Round End, Pruning & Scoring", "New Round & Game End" (BL-1, BL-2, BL-3, BL-11)."""

import numpy as np
import pytest

from simkit.games.blume import GAME, names
from tests.games.blume.position import Position, pair, place
from tests.games.playing import positions

FAR = "c3"


def ended(stage=0, hybrids=0, **rules):
    """Bring a game of two to the end of a round, seat 0 with standing hybrids at b2, c3."""
    p = Position(2, **rules)
    p.s["stage"] = stage
    p.s["hybrid_top"] = stage + 1
    p.location("b2").hybrids(("red", "blue"), ("yellow", "pink"))
    if hybrids:
        tile, rotation = p.ready("red", "blue", "blue", "red")
        p.put("b2", tile, rotation).stand("b2")
    if hybrids > 1:
        p.lay("c4", br="yellow").lay("d4", bl="pink").lay("c3", tr="yellow").lay("d3", tl="pink").stand("d4")
    last = "c3" if stage == 0 else "d1"
    p.fill(seat=1).fill(last).finish(last)
    return p


def test_bl2_one_hybrid_in_round_one():
    p = ended(hybrids=1)
    assert p.prune_counts() == {2, 4}
    held = len(p.places())
    for where in ("from a1", "from b1", "from a3", "from c3"):
        p.choose(where)
    assert len(p.places()) == held - 4  # Angie prunes four
    assert p["seat"] == 1


@pytest.mark.parametrize(("hybrids", "counts"), [(0, {4}), (1, {3, 5}), (2, {2, 4, 6})])
def test_bl3_round_two(hybrids, counts):
    assert ended(1, hybrids).prune_counts() == counts


@pytest.mark.parametrize("base", [0, 1, 2])
def test_totals_below_zero_drop_out(base):
    """Ruling BL-R8."""
    p = ended(hybrids=1, prune_1=base)
    assert p.prune_counts() == {n for n in (base - 1, base + 1) if n >= 0}


def test_pruning_counts_standing_hybrids_or_those_of_the_round():
    """Ruling BL-R8."""
    p = ended(1, 1, prune_counts="this_round")
    assert p.prune_counts() == {4}


def test_tiles_are_pruned_in_rising_order_each_set_once():
    p = ended(hybrids=1)
    sets, waiting = [], [((), p._states.copy())]
    while waiting:
        chosen, states = waiting.pop()
        p._states[:] = states
        for action in p.legal():
            p._states[:] = states
            p.apply(action)
            pruned = (*chosen, action >> 10 & 255) if action & 15 == names.PRUNE_TILE else chosen
            if p["seat"] == 0:
                waiting.append((pruned, p._states.copy()))
            else:
                sets.append(pruned)
    assert len(sets) == len(set(sets)) == 9 * 8 // 2 + 9 * 8 * 7 * 6 // 24
    assert all(list(pruned) == sorted(pruned) for pruned in sets)


def test_pruned_tiles_are_discarded():
    p = ended()
    lies = {int(p["garden"][0, place(where)]) >> 2 for where in ("a1", "b1", "c1")}
    p.choose("from a1").choose("from b1").choose("from c1")
    assert p["discard_size"] == 3
    assert {64 * part + bit for part in range(3) for bit in range(64) if int(p["discards"][part]) >> bit & 1} == lies
    assert p["seat"] == 1


def test_the_next_hybrid_is_revealed_before_pruning_and_the_next_can_after_scoring():
    p = ended()
    assert p["hybrid_top"] == 2
    assert int(p["open_pairs"]) >> int(p.config["hybrid_pair"][p["hybrid"]]) & 1
    assert int(p["open_pairs"]) >> pair("red", "blue") & 1  # the first stays available
    assert p["can_top"] == 1
    prune_all(p)
    assert p["can_top"] == 2
    assert p["location"] == p.config["can_place"][p["can_stack"][1]]


def prune_all(p):
    while p["phase"] == names.PRUNE:
        p.apply(p.of("prune")[0])
    return p


def test_bl1_keith_scores_four():
    p = ended()
    p.greenhouse(0, red=1, yellow=1, orange=1, pink=1).market(red=1, yellow=0, orange=1, purple=0, blue=1, pink=2)
    prune_all(p)
    assert p.score()[0]["round_1"] == 4
    assert p.score()[0]["total"] == 4


def test_nothing_empties_a_greenhouse_between_rounds():
    p = ended()
    p.greenhouse(0, red=2).market(red=3)
    prune_all(p)
    assert p.stocked() == {"red": 2}
    assert p.pegs()["red"] == 3
    assert p.score()[0]["round_1"] == 6


def test_the_same_player_starts_every_round():
    p = ended()
    prune_all(p)
    assert p["seat"] == 0
    assert p["stage"] == 1


def test_the_second_round_is_scored_on_its_own_line():
    p = ended(1)
    p.greenhouse(0, red=2).market(red=2)
    prune_all(p)
    assert p.score()[0]["round_2"] == 4
    assert p.score()[0]["round_1"] == 0


def test_no_pruning_after_the_third_round():
    p = Position(2)
    p.s["stage"] = 2
    p.greenhouse(0, red=2).market(red=2).hybrids()
    p.fill(seat=1).fill("e5").finish("e5")
    assert p["over"] == 1
    assert p.score()[0]["round_3"] == 4
    assert len(p.places()) == 25


def totals(p, rows):
    """Give seats points, flowers in the greenhouse and hybrids; return ranks and shares."""
    for seat, (points, flowers, hybrids) in enumerate(rows):
        p.s["scored"][seat] = 0
        p.s["scored"][seat, 0] = points
        p.greenhouse(seat, red=flowers)
        p.s["standing"][seat] = (1 << hybrids) - 1
    return [row["rank"] for row in p.score()], [row["share"] for row in p.score()]


@pytest.mark.parametrize(
    ("rows", "ranks", "shares"),
    [
        (((5, 0, 0), (4, 5, 0), (4, 1, 0)), [1, 2, 3], [60, 0, 0]),
        (((5, 1, 0), (5, 2, 3), (0, 5, 0)), [2, 1, 3], [0, 60, 0]),  # most flowers in the greenhouse
        (((5, 2, 2), (5, 2, 1), (5, 1, 0)), [2, 1, 3], [0, 60, 0]),  # then fewest hybrids
        (((5, 2, 1), (5, 2, 1), (5, 2, 2)), [1, 1, 3], [30, 30, 0]),  # then shared: ruling BL-R23
        (((5, 2, 1), (5, 2, 1), (5, 2, 1)), [1, 1, 1], [20, 20, 20]),
    ],
)
def test_tie_breakers(rows, ranks, shares):
    assert totals(Position(3), rows) == (ranks, shares)


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_bl11_placements_without_hybrids(players, size):
    """9, 10 and 13 tiles a player when no hybrid can be grown."""
    config = GAME.config()[0]
    config["hybrid_pair"][:] = 0
    config["kind"][config["kind"] == 7] = 0  # no pattern makes the one hybrid there is
    for s in positions(GAME, config, players, size(50, 1), 5):
        assert s["over"] == 1
        assert s["placed"][:players].tolist() == [32] * players
        assert (np.asarray(s["standing"]) == 0).all()
