"""What is timed is right: the kernel and its twin agree, pairs take turns, and tiny measurements come out as tables."""

import numpy as np
import pytest
from rich.console import Console

from simkit import registry
from simkit.core.table import Machine
from tests.benchmarks import best_words, flowers, listing
from tests.benchmarks.rates import rate
from tests.benchmarks.subset_sums import all_rolls, compile_c, digests, every_payment
from tests.benchmarks.tables import rates_table, ratios_table
from tests.benchmarks.threads import two_to_one
from tests.benchmarks.timing import paired
from tests.benchmarks.twins import twins
from tests.dice_race import GAME


@pytest.mark.parametrize(("free", "mana"), [(63, 5), (63, 0), (63, 30), (0b101101, 3)])
def test_c_and_numba_agree(free, mana, size):
    twin = compile_c()
    if twin is None:
        pytest.skip("there is no gcc here, so nothing to compare with")
    rolls = all_rolls()[:: size(1, 2_000)]
    found = digests(every_payment, rolls, free, mana)
    assert np.array_equal(found, digests(twin, rolls, free, mana))
    assert len(np.unique(found)) > len(rolls) // 100


def test_c_and_numba_find_the_same_flowers(size):
    twin = flowers.compile_c()
    if twin is None:
        pytest.skip("there is no gcc here, so nothing to compare with")
    over = flowers.gardens(size(500, 3))
    found = flowers.digests(flowers.every_placement, over)
    assert np.array_equal(found, flowers.digests(twin, over))
    assert flowers.placements(over) > 10 * len(over.occupied)
    assert len(np.unique(found)) > 1 or size(0, 1)


def test_every_kernel_with_a_twin_is_found():
    assert {(game, twin.KERNEL) for game in registry.games() for twin in twins(game) if hasattr(twin, "KERNEL")} >= {
        ("spellbloom", "the subset-sum kernel"),
        ("blume", "the flower kernel"),
    }


@pytest.mark.parametrize("shape", best_words.SHAPES)
def test_word_search_in_c_and_numba_agree(shape, size):
    twin = best_words.compile_c()
    if twin is None:
        pytest.skip("there is no gcc here, so nothing to compare with")
    hands = best_words.random_hands(shape, size(300, 5))
    assert np.array_equal(best_words.in_numba(hands), twin(hands))


def test_notes_tell_every_shape():
    said = best_words.notes(0.002)
    assert [shape in line for shape, line in zip(best_words.SHAPES, said, strict=True)] == [True] * 4


def test_pairs_take_turns():
    calls = []
    ticks = iter([0, 2, 2, 3, 3, 9, 9, 11, 11, 15, 15, 17])
    ratio = paired(lambda: calls.append("A"), lambda: calls.append("B"), 3, lambda: next(ticks))
    assert "".join(calls) == "AB" * 4  # the first two warm up
    assert ratio == (2.0, 2.0, 3.0)  # 2:1, 6:2 and 4:2 seconds


def test_tiny_measurements_make_tables():
    machine, random = Machine(GAME), registry.player("random", GAME)
    measured = rate(random, machine, 2, 0.001, 3)
    assert len(measured.seconds) == 3
    assert 1 <= measured.options_mean <= measured.options_p99 <= GAME.most_actions
    ratio = two_to_one(random, machine, 2, 5, 1)
    console = Console(width=80, record=True)
    console.print(rates_table("Dice Race", [measured]), ratios_table("Pairs", {"two threads": ratio} if ratio else {}))
    text = console.export_text()
    assert all(word in text for word in ("Dice Race", "random", f"{measured.options_mean:.1f}", "Pairs"))
    assert "…" not in text


def test_listing_counts_what_legal_lists(size):
    states = listing.evenings(size(20, 2))
    speed, mean = listing.rate(states, 0.001)
    assert speed > 0
    assert mean > 1
