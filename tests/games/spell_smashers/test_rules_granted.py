"""What studies of cards give to a seat: gear and quests from the start (ruling SS-R47)."""

import numpy as np
import pytest

from simkit.core.conformance import check
from simkit.core.session import machine
from simkit.games.spell_smashers.names import EMPTY
from tests.games.spell_smashers.position import GAME, Position, gear, quest


def granted(players=2, **grants):
    """Deal a position under a config that grants cards to seats: `granted_gear=[...]`."""
    config = GAME.config()[0]
    for field, cards in grants.items():
        config[field][: len(cards)] = cards
    p = Position(players, deal=True)
    p.config = config
    for name in p.s.dtype.names:
        p.s[name] = p.blank[name]
    machine(GAME).begin(p.s, p.blank, np.ones(len(GAME.sources), np.uint64), 0, players)
    p.reset(config, p.s)
    return p


def test_a_granted_quest_is_an_incomplete_one_and_no_longer_in_the_deck():
    wanted = quest("Q05")
    p = granted(granted_quest=[EMPTY, wanted])
    assert p["quest"][1].tolist() == [wanted, EMPTY, EMPTY]
    assert p["quest_count"].tolist()[:2] == [0, 1]
    assert p["quest_size"] == 28
    assert wanted not in p["quest_deck"][:28]
    assert p._audit(p.config, p.s) == 0


def test_granted_gear_is_owned_and_no_longer_in_the_deck():
    axe = gear("Avaricious Axe")
    p = granted(granted_gear=[axe])
    assert p["gear_size"] == 23
    assert axe not in p["gear_deck"][:23]
    assert p._audit(p.config, p.s) == 0


@pytest.mark.parametrize("players", [2, 4])
def test_granted_cards_keep_the_laws(players, size):
    config = GAME.config()
    config["granted_gear"][0] = [3, 5, 7, 9, 11]
    config["granted_quest"][0] = [1, 2, 3, 4, 6]
    config["extra_points"][0, 0, 3] = 4
    report = check(machine(GAME), config[0], players, size(20, 1), seed=8, sample=size(50, 200))
    assert not report.breach, report.breach
