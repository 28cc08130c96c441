"""Final scoring equals the oracle's, on the last positions of random games and on positions in between."""

from fractions import Fraction

import numpy as np
import pytest

from simkit.games.spellbloom import GAME
from simkit.games.spellbloom.names import COLOURS, ELEMENTS, EMPTY, SCENARIOS
from tests.games.playing import positions
from tests.games.spellbloom.position import machine, tables
from tests.oracles import spellbloom_scoring as oracle

SETTINGS = [(players, {}) for players in (1, 2, 3, 4)] + [(1, {"scenario": name}) for name in GAME.modes]
IDS = [f"{players}-{rules.get('scenario', '')}" for players, rules in SETTINGS]


def as_table(config, s) -> oracle.Table:
    """Say a record in the oracle's words."""
    spells, tasks = tables().rows["spells"], tables().rows["tasks"]
    books = []
    for seat in range(int(s["players"])):
        rows = [[None] * 5, [None] * 5]
        for slot in range(10):
            card = int(s["book"][seat, slot])
            if card != EMPTY:
                rows[slot // 5][slot % 5] = oracle.Place(spells[card], bool(int(s["face_down"]) >> slot & 1))
        hand = [tasks[int(task)] for task in s["hand"][seat, : s["hand_size"][seat]]]
        books.append(oracle.Book(rows, hand, int(s["mana"][seat]), int(s["scored"][seat].sum())))
    printed = {(row["row"], row["column"]): row["half_sigil"] for row in tables().rows["spellbook"]}
    discards = [spells[card] for card in range(len(spells)) if int(s["grid_cards"][card // 64]) >> (card % 64) & 1]
    scenario = SCENARIOS[int(config["scenario"])]
    target = int(config[f"target_{scenario}"]) if scenario != "none" else 0
    goal = (ELEMENTS[int(s["goal_element"])], COLOURS[int(s["goal_colour"])])
    rules = oracle.Rules(
        int(config["sigil_points"]), int(config["mana_per_point"]), scenario, target, goal, bool(config["goal_needs_both"])
    )
    return oracle.Table(books, [(printed[1, 1], printed[1, 5]), (printed[2, 1], printed[2, 5])], discards, rules)


def compare(config, states):
    """Compare every position's sheet; return how many of each thing were seen."""
    score = machine().kernels[3]
    names = [column.name for column in GAME.columns]
    no_log = np.zeros((0, 5), np.int64)
    seen = {"tasks": 0, "ends": 0, "shared": 0}
    for s in states:
        result = np.zeros((int(s["players"]), len(names)), np.int64)
        score(config, s, result, no_log)
        for row, expected in zip(result, oracle.sheet(as_table(config, s)), strict=True):
            got = dict(zip(names, map(int, row), strict=True))
            got["track"] = got["spells"] + got["placement"] + got["provision"] + got["effects"]
            got["share"] = Fraction(got["share"], 60)
            assert {key: got[key] for key in expected} == expected, f"game {s['game']}"
            seen["tasks"] += expected["tasks"] != 0
            seen["ends"] += expected["end_effects"] != 0
            seen["shared"] += 0 < expected["share"] < 1
    return seen


def run(players, rules, games, seed):
    config = GAME.config(rules)[0]
    seen = compare(config, positions(GAME, config, players, games, seed))
    stops = np.random.default_rng(seed).integers(0, 40 * players, games)
    compare(config, positions(GAME, config, players, games, seed + 1, stops))
    return seen


@pytest.mark.parametrize(("players", "rules"), SETTINGS, ids=IDS)
def test_scoring_equals_the_oracle(players, rules, size):
    games = size(500, 3)
    seen = run(players, rules, games, 31)
    if games > 100:
        assert seen["ends"] > games // 10
        assert seen["tasks"] > games // 10 or rules.get("scenario") == "tasks"


@pytest.mark.slow
@pytest.mark.parametrize(("players", "rules"), SETTINGS, ids=IDS)
def test_scoring_equals_the_oracle_at_full_size(players, rules, size):
    run(players, rules, size(5_000, 20), 32)


@pytest.mark.parametrize("rules", [{"mana_per_point": 3, "sigil_points": 5}, {"scenario": "tasks", "goal_needs_both": True}])
def test_scoring_with_house_rules(rules, size):
    run(1 if "scenario" in rules else 3, rules, size(200, 3), 33)


def test_random_spellbooks_equal_the_oracle(size):
    """Spellbooks that play rarely reaches: full, of few elements, with many tasks and, alone, with face-down spells."""
    random = np.random.default_rng(34)
    for players, rules in ((3, {}), (4, {}), (1, {"scenario": "sigils"})):
        config = GAME.config(rules)[0]
        states = positions(GAME, config, players, size(500, 5), 35, np.zeros(size(500, 5), np.int64))
        for s in states:
            wanted = random.choice(5, 2, replace=False)
            cards = [c for c in range(75) if config["element"][c] in wanted or config["colour"][c] == wanted[0]]
            cards = random.permutation(cards if random.random() < 0.7 else 75)
            for seat in range(players):
                slots = random.permutation(10)[: random.integers(2, 11)]
                own = cards[seat * 10 : seat * 10 + 10] if len(cards) >= 10 * players else cards[seat::players]
                for slot, card in zip(slots, own, strict=False):
                    s["book"][seat, slot] = card
                s["hand"][seat, :3] = random.choice(30, 3, replace=False)
                s["hand_size"][seat] = 3
                s["mana"][seat] = random.integers(0, 4)
                s["scored"][seat, 0] = random.integers(0, 2)
            if rules:
                s["face_down"] = int(random.integers(0, 1024))
        compare(config, states)


def test_ties_are_broken_by_sigils_then_mana_then_shared(size):
    """Rulebook, "Scoring": equal points, then most completed sigils, then most mana, then the victory is shared."""
    config = GAME.config()[0]
    (s,) = positions(GAME, config, 4, 1, 36, np.zeros(1, np.int64))
    s["hand_size"][:] = 0
    cases = [
        # track, mana -> rank, share in sixtieths; nobody has a sigil
        ([10, 10, 10, 10], [0, 0, 0, 0], [1, 1, 1, 1], [15, 15, 15, 15]),
        ([10, 10, 10, 10], [1, 0, 0, 0], [1, 2, 2, 2], [60, 0, 0, 0]),
        ([10, 10, 10, 9], [1, 1, 1, 1], [1, 1, 1, 4], [20, 20, 20, 0]),
        ([10, 10, 10, 9], [1, 1, 1, 3], [2, 2, 2, 1], [0, 0, 0, 60]),
        ([9, 10, 10, 0], [2, 0, 1, 1], [1, 3, 2, 4], [60, 0, 0, 0]),
        ([10, 12, 12, 0], [1, 1, 1, 1], [3, 1, 1, 4], [0, 30, 30, 0]),
    ]
    for track, mana, ranks, shares in cases:
        for seat in range(4):
            s["scored"][seat] = 0
            s["scored"][seat, 0] = track[seat]
            s["mana"][seat] = mana[seat]
        result = np.zeros((4, len(GAME.columns)), np.int64)
        machine().kernels[3](config, s, result, np.zeros((0, 5), np.int64))
        assert result[:, -2].tolist() == ranks
        assert result[:, -1].tolist() == shares


def test_sigils_break_a_tie_before_mana(size):
    """One completed sigil is worth 2 points: with 2 points less on the track, its owner wins a tie against more mana."""
    config = GAME.config()[0]
    (s,) = positions(GAME, config, 2, 1, 37, np.zeros(1, np.int64))
    s["hand_size"][:] = 0
    circle = next(
        c for c in range(75) if tables().rows["spells"][c]["left"] == "circle" and "_total" not in tables().rows["spells"][c]["effect"]
    )
    s["book"][0, 0] = circle  # the top row's printed half is a circle, too
    s["mana"][:2] = (0, 1)
    s["scored"][0, 0], s["scored"][1, 0] = 10, 12
    result = np.zeros((2, len(GAME.columns)), np.int64)
    machine().kernels[3](config, s, result, np.zeros((0, 5), np.int64))
    assert result[:, -3].tolist() == [12, 12]
    assert result[:, -2].tolist() == [1, 2]
