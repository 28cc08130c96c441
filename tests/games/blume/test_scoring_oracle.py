"""Final scoring equals the oracle's, on whole random games followed by their market and greenhouses."""

from fractions import Fraction

import numpy as np
import pytest

from simkit.core.jit import make_records
from simkit.core.table import seeds
from simkit.games.blume import GAME, names
from simkit.games.blume.names import COLOURS
from tests.games.blume.position import machine
from tests.games.playing import positions
from tests.oracles import blume_scoring as oracle

SETTINGS = [(2, {}), (5, {}), (1, {}), (3, {"tools": True, "botanist": True}), (4, {"start_points": 3, "market_max": 2})]


def held(s, seat):
    return {COLOURS[c]: int(n) for c, n in enumerate(s["greenhouse"][seat])}


def follow(players, games, seed, rules):
    """Play random games, keeping greenhouse and market at each scoring; compare the sheets. Return how many wins were shared."""
    config = GAME.config(rules)[0]
    states, random = make_records(2, GAME.kernels.STATE), np.random.default_rng(seed)
    s, actions, log = states[0], np.zeros(GAME.most_actions, np.int64), np.zeros((GAME.most_events, 5), np.int64)
    reset, legal, apply, score, *_ = machine().kernels
    columns = [column.name for column in GAME.columns]
    shared = 0
    for game in range(games):
        machine().begin(s, states[1], seeds(GAME, seed), game, players)
        reset(config, s)
        table = [oracle.Player(start=int(config["start_points"][players, seat])) for seat in range(players)]
        while not s["over"]:
            log[0] = 0
            apply(config, s, actions[random.integers(legal(config, s, actions))], log)
            events = [[int(v) for v in row] for row in log[1 : log[0, 0] + 1]]
            scored = [row for row in events if row[0] == 4 and row[4] <= names.L_ROUND_3]
            moved = [row for row in events[events.index(scored[-1]) :] if row[0] == names.MOVED] if scored else []
            for _, seat, _, _, _ in scored:  # nothing is stocked between the scoring and the next decision; the Tertill may move pegs
                market = {COLOURS[c]: int(n) for c, n in enumerate(s["market"])}
                for _, _, _, peg, spaces in reversed(moved):
                    market[COLOURS[peg]] = spaces // 16
                table[seat].rounds.append((held(s, seat), market))
            for row in events:
                if row[0] == 4 and row[4] in (names.L_BOTANIST, names.L_DROPS):
                    table[row[1]].bonus += row[3]
        for seat, player in enumerate(table):
            player.greenhouse = held(s, seat)
            player.hybrids = int(s["standing"][seat]).bit_count()
        result = np.zeros((players, len(columns)), np.int64)
        score(config, s, result, np.zeros((0, 5), np.int64))
        got = [dict(zip(columns, map(int, row), strict=True)) for row in result]
        assert [row["total"] for row in got] == [oracle.total(player) for player in table], f"game {game}"
        assert all(len(player.rounds) == 3 for player in table)
        if players > 1:
            assert [(row["rank"], Fraction(row["share"], 60)) for row in got] == oracle.ranking(table)
            shared += sum(0 < row["share"] < 60 for row in got)
    return shared


@pytest.mark.parametrize(("players", "rules"), SETTINGS)
def test_scoring_equals_the_oracle(players, rules, size):
    follow(players, size(15, 1), 81, rules)


@pytest.mark.slow
@pytest.mark.parametrize(("players", "rules"), SETTINGS)
def test_scoring_equals_the_oracle_at_full_size(players, rules, size):
    follow(players, size(1_000, 3), 82, rules)


def test_random_ends_equal_the_oracle(size):
    """Ends that play rarely reaches: ties after both breakers."""
    config, random = GAME.config()[0], np.random.default_rng(83)
    score, shared = machine().kernels[3], 0
    for s in positions(GAME, config, 4, size(300, 2), 84, np.zeros(size(300, 2), np.int64)):
        table = []
        for seat in range(4):
            points, flowers, hybrids = random.integers(0, 2), random.integers(0, 2), random.integers(0, 2)
            s["scored"][seat, 0] = points
            s["greenhouse"][seat, 3] = flowers
            s["standing"][seat] = hybrids
            table.append(oracle.Player(greenhouse={"red": int(flowers)}, hybrids=int(hybrids), bonus=int(points)))
        result = np.zeros((4, len(GAME.columns)), np.int64)
        score(config, s, result, np.zeros((0, 5), np.int64))
        assert [(int(row[-2]), Fraction(int(row[-1]), 60)) for row in result] == oracle.ranking(table)
        shared += int((result[:, -1] == 30).any())
    assert shared or size(0, 1)


@pytest.mark.parametrize("players", [2, 4])
def test_fields_equal_the_oracle(players, size):
    config = GAME.config({"variant": "field"})[0]
    score = machine().kernels[3]
    for s in positions(GAME, config, players, size(50, 1), 85):
        result = np.zeros((players, len(GAME.columns)), np.int64)
        score(config, s, result, np.zeros((0, 5), np.int64))
        expected = []
        for seat in range(players):
            pegs = [COLOURS[c] for c in range(6) if int(s["field_pegs"][seat]) >> c & 1]
            expected.append(oracle.field_points(pegs + pegs[:1] * int(s["field_flowers"][seat])))
        assert [int(row[-3]) for row in result] == [points for points, _ in expected]
        ranks = [1 + sum(other > own for other in expected) for own in expected]
        assert [int(row[-2]) for row in result] == ranks
