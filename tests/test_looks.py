"""Looks at a run that is then extended: every kind of study has wider intervals, and a false "balanced" keeps its stated rate."""

import json
import math
import shutil
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest

import simkit
from reports import kinds, page
from simkit import laboratory
from simkit.analysis import load, looks
from simkit.analysis.blocks import difference, sufficient
from simkit.analysis.card_flags import FINE, flag_of
from simkit.analysis.difficulty import judged
from simkit.analysis.intervals import at_level, critical_t, joint, stated
from simkit.analysis.levels import share_of
from simkit.analysis.multiplicity import allowed
from simkit.analysis.ratios import jackknifed, ratios
from simkit.analysis.solo import _successes as successes
from simkit.analysis.sweep import LITTLE, screen
from simkit.analysis.sweep import _matters as matters
from simkit.analysis.variant import SAME, change_verdict
from simkit.analysis.verdict import BALANCED, verdict
from tests.analysis import leagues
from tests.analysis import synthetic as syn

STUDIES = 400
MORE = pytest.param(1000, marks=pytest.mark.slow)
SIZES = 50 * 2 ** np.arange(6)  # deals at up to six looks


@pytest.fixture(scope="module", autouse=True)
def _plugins():
    simkit.load_plugin("tests.dice_race")
    simkit.load_plugin("tests.card_stall")


RACE = {"name": "x", "game": "dice_race", "seed": 7, "players": [2], "tables": {"mixed": ["single", "double"], "mirror": ["single"]}}
PLAYED = {
    "compensation": RACE | {
        "kind": "compensation", "resource": "head_start", "unit": "steps", "tables": {"mirror": ["single"]}, "blocks": 60,
        "options": [{"name": "printed"}, {"name": "one", "seats": [1, 0]}, {"name": "two", "seats": [2, 0]}],
    },
    "sweep": RACE | {"kind": "sweep", "values": {"goal": [8, 12]}, "blocks": 60},
    "screening": RACE | {
        "kind": "sweep", "method": "morris", "trajectories": 3, "blocks": 40,
        "values": {"goal": [6, 8, 10, 12], "head_start": [0, 1, 2, 3]},
    },
    "luck": RACE | {"kind": "luck", "levels": ["single", "random"], "blocks": 60},
    "dynamics": RACE | {"kind": "dynamics", "levels": ["single", "random"], "blocks": 300},
    "cards": {"name": "x", "kind": "cards", "game": "card_stall", "seed": 7, "blocks": 60, "strategies": ["leftmost"]},
}  # fmt: skip


def folder_of(kind, place):
    if kind == "seats":
        return syn.write_seats(place, 120, players=[2, 3])
    if kind == "solo":
        return syn.write_solo(place, 120)
    if kind == "league":
        return leagues.write(place, ["a", "b", "c"], [(0, 1), (0, 2), (1, 2)], leagues.by_skill([0.0, 2.0, 5.0]), 120)
    return laboratory.run(PLAYED[kind], into=place).folder


@pytest.mark.parametrize("kind", ["seats", "solo", "league", *PLAYED])
def test_every_interval_of_an_extended_run_is_wider(kind, tmp_path):
    plain = folder_of(kind, tmp_path / "plain")
    shutil.copytree(plain, tmp_path / "seen")
    with (tmp_path / "seen" / "log.jsonl").open("a") as log:
        log.write(json.dumps({"event": "look", "blocks": 30}) + "\n")
    a, b = (kinds.find(load(place), "x").tables for place in (plain, tmp_path / "seen"))
    wider = 0
    for name, table in a.items():
        for low in (c for c in table.columns if c.endswith("low") and table[c].dtype.is_numeric()):
            high = low.removesuffix("low") + "high"
            if high not in table.columns:
                continue
            before, after = (t[high] - t[low] for t in (table, b[name]))
            assert (after >= before - 1e-12).all(), (name, low)
            wider += int((after > before).sum())
    assert wider > 0
    assert stated() == 0.95  # nothing of it is left
    text = page.article(kinds.section(kinds.find(load(tmp_path / "seen"), "x"))).replace("\u202f", " ")
    assert "every interval of these deals is widened to 97.5 %, whatever its heading says" in text


def test_false_discoveries_are_allowed_less_often_after_a_look():
    assert allowed() == pytest.approx(0.05)
    with at_level(looks.after(1)):
        assert allowed() == pytest.approx(0.025)


def of_seats(values, deals):
    """Shares of a seat at 2 players, truly 0.5 + margin, judged as by a study of seats or compensation."""
    sums = sufficient(values[:deals, None])
    [[low, high]] = joint(sums.mean() / 60, sums.errors() / 60, sums.n, 1)
    return verdict(low - 0.5, high - 0.5, 0.1, sums.n) == BALANCED


def of_versions(values, deals):
    """Paired differences, truly the margin, judged as by changes, options and points of a sweep."""
    found = difference(sufficient(values[:deals]))
    return change_verdict(found.mean, found.low, found.high, 300.0, found.blocks) == SAME


def of_scenarios(values, deals):
    """Differences of success, truly the margin."""
    return judged(successes(sufficient(values[:deals]), 1), 0.1, 1)[5] == "equally hard"


def of_cards(values, deals):
    """Points a time held, truly the margin."""
    [found] = jackknifed(*ratios(values[:deals, :1].astype(float), values[:deals, 1:].astype(float)))
    return flag_of(found, found.value, 0.0, 1.0, deals) == FINE


def of_skill(values, deals):
    """How often one player does better, truly 0.6, called less for certain."""
    found = share_of(sufficient(values[:deals]))
    return found is not None and found[2] < 0.6


def of_screening(values, deals):
    """The size of an effect, truly the margin: two paths through one parameter."""
    sums = np.stack([values[:deals], np.ones_like(values[:deals])], axis=1).astype(float)
    found = screen(sums, np.array([[[0.0], [1.0]], [[1.0], [0.0]]]))
    low, high = float(found.star[0] - found.half[0]), float(found.star[0] + found.half[0])
    return matters(low, high, 1.0, deals) == LITTLE


def drawn(what, rng):
    """Return the values of one study of the largest size, by deal."""
    n = int(SIZES[-1])
    if what is of_seats:
        return 60 * rng.binomial(1, 0.6, n)
    if what is of_versions:
        common = rng.normal(0, 2000, n)
        return np.rint(np.stack([common + rng.normal(300, 700, n), common + rng.normal(0, 700, n)], axis=1)).astype(np.int64)
    if what is of_scenarios:
        luck = rng.random(n)
        return np.stack([luck < 0.6, luck < 0.5], axis=1).astype(np.int64)  # no deal is won in the harder one alone
    if what is of_cards:
        held = rng.poisson(1.5, n)
        return np.stack([rng.poisson(held), held], axis=1)
    if what is of_skill:
        better = rng.random(n) < 0.6
        return np.stack([better, ~better], axis=1).astype(np.int64)
    return rng.normal(0, 3, (n, 4)) + np.array([0.0, 1.0, 1.0, 0.0])


@pytest.mark.parametrize("studies", [STUDIES, MORE])
@pytest.mark.parametrize("what", [of_seats, of_versions, of_scenarios, of_cards, of_skill, of_screening])
def test_running_more_keeps_a_false_verdict_at_its_rate(what, studies):
    """A value on the very margin, up to six looks at a run that is doubled each time; at most 5 of 100 studies are told otherwise.

    The normal run leaves room for the luck of its fewer studies: up to 5 + 3.3 errors of a rate of 5 %.
    """
    rng = np.random.default_rng([9200, *map(ord, what.__name__)])
    false = naive = 0
    for _ in range(studies):
        values = drawn(what, rng)
        for number, deals in enumerate(SIZES):
            with at_level(looks.after(number)):
                if what(values, int(deals)):
                    false += 1
                    break
        naive += any(what(values, int(deals)) for deals in SIZES)
    room = 0 if studies >= 1000 else 3.29 * math.sqrt(0.05 * 0.95 / studies)
    assert false / studies <= 0.05 + room
    assert naive > false  # who looks without widening is wrong more often


def test_the_level_of_a_thread_is_its_own_and_ends():
    usual = critical_t(100)
    with at_level(0.99):
        assert critical_t(100) > usual
        with ThreadPoolExecutor(1) as pool:
            assert pool.submit(critical_t, 100).result() == usual
    assert critical_t(100) == usual
