"""Conformance finds what it looks for: each faulty kernel is reported with its own message."""

from pathlib import Path

import pytest

from simkit.core import conformance
from simkit.core.cache import Layer
from simkit.core.game import KERNELS
from simkit.core.jit import compiled
from simkit.core.table import Machine
from simkit.games.spellbloom import GAME
from tests.conformance import faulty

FAULTS = [
    ("legal_repeats", "is listed twice"),
    ("legal_stops", "no legal action"),
    ("legal_sees_the_deck", "changes the legal actions"),
    ("legal_notes", "changes the original"),
    ("apply_loses_mana", "conservation law is broken: audit returns 1"),
    ("apply_ignores_rest", "changes nothing"),
    ("apply_refuses_rest", "fault"),
    ("redeal_forgets_dice", "leaves the luck of source 3 as it is"),
    ("redeal_by_deck", "depends on more than what the seat sees"),
    ("redeal_loses_a_card", "audit returns 2"),
    ("redeal_touches_coins", "changes its own coins"),
    ("redeal_deals_own_hand", "depends on "),
    ("score_adds_one", "do not add up"),
    ("score_shares_nothing", "sixtieths"),
]


@pytest.mark.parametrize(("name", "words"), FAULTS)
def test_fault_is_found(name, words, size):
    machine = Machine(GAME)
    replaced = name.partition("_")[0]
    layer = Layer("spellbloom.faulty", (Path(faulty.__file__), *machine.layer.files))
    wrong = compiled(getattr(faulty, name), getattr(machine.signatures, replaced), layer)
    machine.kernels = tuple(wrong if kernel == replaced else right for kernel, right in zip(KERNELS, machine.kernels, strict=True))
    report = conformance.check(machine, GAME.config()[0], 2, size(50, 1), seed=1, sample=5)
    assert words in report.breach
    assert report.games < size(50, 1)
