"""Flower detection equals the oracle's, which looks at the whole garden after every placement of random games."""

from functools import cache

import numpy as np
import pytest

from simkit.core.jit import make_records
from simkit.core.table import seeds
from simkit.games.blume import GAME, names
from simkit.games.blume.field import SLOTS, word_in
from simkit.games.blume.names import COLOURS, EMPTY, FIELD_WIDTH, PAIRS, PATTERNS, PLACES, WIDTH
from simkit.games.blume.text import field
from tests.games.blume.position import machine, tiles
from tests.games.playing import positions
from tests.oracles import blume_flowers as oracle


@cache
def lying(lies):
    """Return a tile as it lies, in the oracle's words."""
    corners = [COLOURS[number] for number in tiles()[lies >> 2]]
    turn = lies & 3
    return tuple(corners[4 - turn :] + corners[: 4 - turn])


def garden(s, seat):
    found = np.flatnonzero(s["garden"][seat] != EMPTY)
    return {(int(place) // WIDTH, int(place) % WIDTH): lying(int(s["garden"][seat, place])) for place in found}


def by_kind(number):
    return frozenset([COLOURS[number - 1]]) if number < 7 else frozenset(COLOURS[c] for c in PAIRS[number - 7])


def detected(config, s, seat):
    """All flowers the kernel's words say there are."""
    kinds = {place: int(config["kind"][s["points"][seat, place]]) for place in range(PLACES)}
    return {(place // WIDTH, place % WIDTH): by_kind(kind) for place, kind in kinds.items() if kind}


def revealed(s):
    return {frozenset(COLOURS[c] for c in two) for number, two in enumerate(PAIRS) if int(s["open_pairs"]) >> number & 1}


def standing(config, s, seat):
    """The hybrids that count, by meeting point."""
    points = [place for place in range(PLACES) if spot(place) and int(s["standing"][seat]) & spot(place)]
    return {(place // WIDTH, place % WIDTH): by_kind(int(config["kind"][s["points"][seat, place]])) for place in points}


def spot(place):
    row, column = place // WIDTH - 1, place % WIDTH - 1
    return 1 << (4 * row + column) if 0 <= row < 4 and 0 <= column < 4 else 0


def compare(players, games, seed, **rules):
    """Play random games; return how many flowers acted, single and hybrid."""
    config = GAME.config(rules)[0]
    pattern = PATTERNS[int(config["hybrid_pattern"])]
    states = make_records(2, GAME.kernels.STATE)
    s, actions, log = states[0], np.zeros(GAME.most_actions, np.int64), np.zeros((GAME.most_events, 5), np.int64)
    reset, legal, apply, *_ = machine().kernels
    seen, random = {1: 0, 2: 0}, np.random.default_rng(seed)
    for game in range(games):
        machine().begin(s, states[1], seeds(GAME, seed), game, players)
        reset(config, s)
        while not s["over"]:
            seat = int(s["seat"])
            n = legal(config, s, actions)
            draw = random.integers(n)
            before, known, stood = garden(s, seat), revealed(s), standing(config, s, seat)
            log[0] = 0
            action = int(actions[draw])
            apply(config, s, action, log)
            if action & 15 not in (names.TAKE, names.PLACE, names.TOOL):
                continue
            after = garden(s, seat)
            assert detected(config, s, seat) == oracle.flowers(after, pattern)
            stood = {point: kind for point, kind in stood.items() if oracle.corners_at(before, *point) == oracle.corners_at(after, *point)}
            acting = oracle.acting(before, after, pattern, known, set(stood.values()))
            pending = [int(flower) for flower in s["pending"][: int(s["waiting"])]]
            if pending:
                there = {(flower >> 5) // WIDTH * 100 + (flower >> 5) % WIDTH: by_kind(flower & 31) for flower in pending}
                assert there == {row * 100 + column: kind for (row, column), kind in acting.items()}
                assert standing(config, s, seat) == stood
            else:  # at most one, whose action began without a choice
                kinds = {names.GREW: lambda row: by_kind(7 + row[3]), names.COMPLETED: lambda row: by_kind(1 + row[3])}
                done = [kinds[int(row[0])](row) for row in log[1 : log[0, 0] + 1] if row[0] in kinds]
                assert done == list(acting.values())
                hybrids = {point: kind for point, kind in acting.items() if len(kind) == 2}
                assert standing(config, s, seat) == stood | hybrids
            for kind in acting.values():
                seen[len(kind)] += 1
    return seen


@pytest.mark.parametrize("pattern", PATTERNS)
def test_detection_equals_the_oracle(pattern, size):
    seen = compare(2, size(8, 1), 71, hybrid_pattern=pattern)
    if size(1, 0):
        assert seen[1]
        assert seen[2] or pattern == "alternating"


def test_detection_after_tools_equals_the_oracle(size):
    """Tools that turn, move, remove and swap tiles; full greenhouses and a market that cannot move make actions begin without a choice."""
    rules = {"tools": True, "start_gloves": 9, "greenhouse_capacity": 1, "market_max": 1}
    seen = compare(2, size(8, 1), 74, hybrid_pattern="mixed", **rules)
    assert seen[2] or size(0, 1)


def test_detection_in_a_field_equals_the_oracle(size):
    """Every flower, its kind and its place, and what is counted of them."""
    config = GAME.config({"variant": "field"})[0]
    for s in positions(GAME, config, 2, size(60, 1), 72):
        for seat in range(2):
            flowers = oracle.flowers({place: lying(lies) for place, lies in field(s, seat).items()}, "any")
            slots = [int(SLOTS[2]) * seat + slot for slot in range(int(SLOTS[2]))]
            kinds = {int(s["field"][slot]) >> 12: int(config["kind"][word_in(s, slot)]) for slot in slots if s["field"][slot]}
            assert {divmod(point, FIELD_WIDTH): by_kind(kind) for point, kind in kinds.items() if kind} == flowers
            singles = [kind for kind in flowers.values() if len(kind) == 1]
            colours = {next(iter(kind)) for kind in singles}
            assert {COLOURS[c] for c in range(6) if int(s["field_pegs"][seat]) >> c & 1} == colours
            assert int(s["field_flowers"][seat]) == len(singles) - len(colours)


@pytest.mark.slow
@pytest.mark.parametrize("pattern", PATTERNS)
def test_detection_equals_the_oracle_at_full_size(pattern, size):
    seen = compare(2, size(5_000, 2), 73, hybrid_pattern=pattern)  # 20,000 games over the four patterns
    if size(1, 0):
        assert seen[1] > 1000


@pytest.mark.slow
@pytest.mark.parametrize("pattern", PATTERNS)
def test_detection_after_tools_equals_the_oracle_at_full_size(pattern, size):
    compare(2, size(500, 1), 75, hybrid_pattern=pattern, tools=True, start_gloves=9, greenhouse_capacity=1, market_max=1)
