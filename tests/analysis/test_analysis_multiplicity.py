"""False discoveries, several contrasts, shrinkage: known answers and what happens to missing results."""

import numpy as np
import pytest
from scipy import stats

from simkit.analysis.multiplicity import bh, holm, shrink

P = [0.001, 0.008, 0.039, 0.041, 0.27]


def test_bh_and_holm_give_the_known_answers_in_any_order():
    order = [3, 0, 4, 1, 2]
    shuffled = [P[i] for i in order]
    assert bh(shuffled) == pytest.approx([[0.005, 0.02, 0.05125, 0.05125, 0.27][i] for i in order], abs=1e-12)
    assert holm(shuffled) == pytest.approx([[0.005, 0.032, 0.117, 0.117, 0.27][i] for i in order], abs=1e-12)


def test_bh_agrees_with_scipy_on_many_families():
    rng = np.random.default_rng(31)
    for size in (1, 2, 7, 75):
        p = np.round(rng.random(size) ** 3, 3)  # with ties
        assert bh(p) == pytest.approx(stats.false_discovery_control(p), abs=1e-12)


def test_a_missing_result_still_counts_as_a_planned_test():
    with_hole = [0.001, None, 0.008, float("nan"), 0.039, 0.041, 0.27]
    assert bh(with_hole)[1] is None
    assert bh(with_hole)[3] is None
    as_one = stats.false_discovery_control([0.001, 1, 0.008, 1, 0.039, 0.041, 0.27])
    assert [q for q in bh(with_hole) if q is not None] == pytest.approx([as_one[i] for i in (0, 2, 4, 5, 6)])
    assert holm([0.01, None]) == [0.02, None]
    assert bh([]) == holm([]) == []


def test_adjusted_values_never_pass_one():
    assert bh([0.9, 0.95, 1.0]) == pytest.approx([1.0, 1.0, 1.0])
    assert holm([0.5, 0.6]) == pytest.approx([1.0, 1.0])


@pytest.mark.parametrize("wrong", [-0.1, 1.2])
def test_what_is_no_p_value_is_refused(wrong):
    with pytest.raises(ValueError, match="expected 0 to 1"):
        bh([0.1, wrong])
    with pytest.raises(ValueError, match="expected 0 to 1"):
        holm([wrong])


def test_holm_and_bh_keep_their_promises_on_families_without_effects():
    rng = np.random.default_rng(32)
    families = rng.random((2000, 20))
    any_holm = np.mean([min(holm(p)) <= 0.05 for p in families])
    any_bh = np.mean([min(bh(p)) <= 0.05 for p in families])
    limit = 0.05 + 3.29 * np.sqrt(0.05 * 0.95 / 2000)
    assert 0.01 < any_holm < limit
    assert 0.01 < any_bh < limit


def test_shrinkage_gives_the_known_answer():
    mu, tau2, shrunken = shrink([3, 1, -0.5, -2, 0.2], [1, 0.5, 0.5, 1, 0.2])
    assert (mu, tau2) == pytest.approx((0.302283, 0.814488), abs=1e-6)
    assert shrunken == pytest.approx([1.51323, 0.83614, -0.31158, -0.73117, 0.20479], abs=1e-5)


def test_estimates_that_differ_by_their_errors_alone_are_drawn_all_the_way():
    mu, tau2, shrunken = shrink([0.1, -0.1, 0.05], [1.0, 1.0, 1.0])
    assert tau2 == 0.0
    assert shrunken == pytest.approx([mu] * 3)


def test_what_is_missing_or_known_takes_no_part():
    whole = shrink([3, 1, -0.5], [1, 0.5, 0.5])
    mu, tau2, shrunken = shrink([3, None, 1, 0.0, -0.5, 9], [1, 1, 0.5, 0.0, 0.5, None])
    assert (mu, tau2) == pytest.approx(whole[:2])
    assert [shrunken[i] for i in (0, 2, 4)] == pytest.approx(whole[2])
    assert [shrunken[i] for i in (1, 3, 5)] == [None, 0.0, None]
    assert shrink([], []) == (0.0, 0.0, [])
    assert shrink([2.0], [1.0]) == (2.0, 0.0, [2.0])


def test_shrinkage_comes_nearer_the_truth_than_the_estimates():
    rng = np.random.default_rng(33)
    truth = rng.normal(0, 1, 75)
    errors = rng.uniform(0.5, 2, 75)
    seen = truth + rng.normal(0, errors)
    shrunken = np.array(shrink(list(seen), list(errors))[2])
    assert np.mean((shrunken - truth) ** 2) < 0.6 * np.mean((seen - truth) ** 2)


def test_estimates_without_their_errors_are_refused():
    with pytest.raises(ValueError, match="one error each"):
        shrink([1.0, 2.0], [0.1])
    with pytest.raises(ValueError, match="below 0"):
        shrink([1.0], [-0.1])
