"""What styles reckon with: chances of spells to come, and the least mana for which dice pay for more spells."""

from itertools import combinations, permutations
from pathlib import Path

import numpy as np
import pytest
from scipy import stats

from simkit.core.cache import Layer
from simkit.core.jit import compiled, int64, int64s, make_records, record, void
from simkit.core.session import machine
from simkit.games.spellbloom import GAME
from strategies.spellbloom import dice
from strategies.spellbloom.horizon import chance


@pytest.mark.parametrize("success", [0.1, 0.33, 0.9, 1.0])
def test_chances_are_binomial(success):
    for trials in range(11):
        for need in range(12):
            assert chance.py_func(need, trials, success) == pytest.approx(stats.binom.sf(need - 1, trials, success), abs=1e-7)


def cheapest(faces, guides, k, smallest=2):
    """Return the least mana for k spells from dice, each from a die and a guide die (1 mana) or from two or three dice; by trying all."""
    if k == 0:
        return 0
    best = dice.TOO_DEAR
    for size in (2, 3):
        for group in combinations(range(len(faces)), size) if size >= smallest else ():
            rest = [face for die, face in enumerate(faces) if die not in group]
            shown = [faces[die] for die in group]
            price = min(abs(difficulty - sum(provision)) for difficulty, *provision in permutations(shown))
            best = min(best, price + cheapest(rest, guides, k - 1, smallest))
    for die, face in enumerate(faces) if guides and smallest == 2 else ():
        price = 1 + min(abs(face - guide) for guide in guides)
        best = min(best, price + cheapest(faces[:die] + faces[die + 1 :], guides, k - 1, smallest))
    return best


@pytest.fixture(scope="module")
def list_prices():
    kernels = GAME.kernels
    layer = Layer("spellbloom.prices", (Path(dice.__file__), *machine(GAME).layer.files))
    return compiled(dice.list_prices, void(record(kernels.CONFIG), record(kernels.STATE), int64, int64s), layer)


@pytest.mark.parametrize(("mode", "smallest"), [("none", 2), ("dice", 3)])
def test_dice_left_over_pay_for_as_much_as_trying_all_finds(list_prices, mode, smallest):
    rng = np.random.default_rng(5)
    s = make_records(1, GAME.kernels.STATE)[0]
    s["players"] = 1
    config, prices = GAME.config({"scenario": mode}), np.zeros(1024, np.int64)
    for _ in range(6):
        s["die"][0] = rng.integers(1, 7, 6)
        s["guide"] = rng.integers(1, 7, 6)
        s["guide_free"], s["free"][0] = rng.integers(0, 64), 63
        guides = [int(s["guide"][g]) for g in range(6) if s["guide_free"] >> g & 1]
        list_prices(config[0], s, 0, prices)
        for mask in rng.integers(0, 64, 8):
            faces = [int(s["die"][0, die]) for die in range(6) if mask >> die & 1]
            for k in range(1, dice.MOST_SPELLS + 1):
                found, expected = prices[dice.SETS * k + mask], cheapest(faces, guides, k, smallest)
                assert min(found, dice.TOO_DEAR) == min(expected, dice.TOO_DEAR), (faces, guides, k)
