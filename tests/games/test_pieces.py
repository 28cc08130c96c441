"""Pieces in use, of every game: counted by the loop as they are counted by hand after every action, and never more than there are."""

import numpy as np
import pytest

from simkit.core.session import machine, open_session
from simkit.core.sitting import Sitting, Workspace
from simkit.registry import game, player

RULES = {"blume": {"tools": True, "botanist": True}}


@pytest.mark.parametrize("name", ["spellbloom", "blume", "spellbook", "spell_smashers"])
def test_the_most_pieces_in_use(name):
    found, rules = game(name), RULES.get(name, {})
    config, random = found.config(rules), player("random", found)
    sitting = Sitting(machine(found), [random] * 2, 5, [config])
    peaks = sitting.play(Workspace(found), 0, 2, pieces=True).peaks
    count = machine(found).stock
    for number in range(2):
        session = open_session(found, players=2, seed=5, number=number, rules=rules)
        counts, most = np.zeros(len(found.pieces), np.int64), np.zeros(len(found.pieces), np.int64)
        count(config[0], session.record[0], counts)
        most = np.maximum(most, counts)
        while not session.over:
            session.play(session.choice(random))
            count(config[0], session.record[0], counts)
            most = np.maximum(most, counts)
        np.testing.assert_array_equal(peaks[number], most)
    defaults = {rule.name: rule.default for rule in found.rules}
    for piece, most in zip(found.pieces, peaks.max(axis=0), strict=True):
        supply = defaults[piece.rule] if piece.rule else piece.supply
        assert most >= 0
        assert most <= supply or not supply, piece.name
    assert (peaks.max(axis=0) > 0).any()
