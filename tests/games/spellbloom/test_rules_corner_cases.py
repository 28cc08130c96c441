"""Corner cases of the rules in which supply, moment or scenario decides what may be done."""

import numpy as np
import pytest

from simkit.core.conformance import check
from simkit.core.game import Unknown
from simkit.core.session import open_session
from simkit.games.spellbloom import GAME
from simkit.games.spellbloom.names import DICE, LEARN
from tests.games.spellbloom.position import Position, find_spells, machine, tables

ROWS = {row["id"]: row for row in tables().rows["spells"]}


def test_every_payment_listed_can_be_paid_with_a_short_supply():
    """Ruling SP-R1: mana for an activated spell comes from the general supply, which what is paid for turning dice reaches first."""
    p = Position(2).dice(yellow=6, white=3, blue=1, green=1, red=1).guides(white=2, blue=1, yellow=1).mana(6)
    p.book(2, find_spells(effect="change_die", die="white")[0]).book(3, find_spells(effect="any_region", die="yellow")[0]).supply(0)
    start = np.frombuffer(p.s.tobytes(), p.s.dtype)[0]
    listed = [action for action in p.legal() if action & 15 == LEARN]
    assert listed
    for action in listed:
        p.apply(action)  # audits
        for name in start.dtype.names:
            p.s[name] = start[name]


@pytest.mark.parametrize(("players", "rules", "seed"), [(3, {"total_mana": 8, "guide_cost": 0}, 5), (4, {"total_mana": 10}, 6)])
def test_random_games_with_little_mana(players, rules, seed, size):
    report = check(machine(), GAME.config(rules)[0], players, size(150, 1), seed=seed, sample=size(50, 60))
    assert not report.breach, report.breach


def test_the_mana_sees_a_spell_that_this_learning_frees():
    """Scenario The Mana and ruling SP-R33: the spell whose mana moves can be activated again, so its value can be wished for."""
    wish = next(n for n in ROWS if ROWS[n]["effect"] == "difficulty_points" and ROWS[n]["value"] == 5)
    learned = next(n for n in find_spells(element=ROWS[wish]["element"]) if ROWS[n]["effect"] in ("region_points", "colour_points"))
    p = Position(1, scenario="mana").dice(green=4, yellow=4).guides().mana(3).island("Grove", learned).book(0, wish, mana=True)
    costs = sorted(p.cost(payment.action) for payment in p.payments(region="Grove", difficulty="green"))
    assert costs == [0, 2]


def test_two_used_dice_and_one_reroll_bring_no_match():
    """Ruling SP-R29: one spell rerolls one die, and one die alone matches nothing."""
    p = Position(2).dice().guides(blue=3, white=3).mana(0).book(0, find_spells(effect="reroll_value", value=5)[0])
    for colour in DICE:
        p.die(colour, 5 if colour in ("red", "black") else 1, used=True)
    assert p.kinds() == {"rest"}


def test_a_discard_that_fills_the_supply_may_bring_a_match():
    """Rulings SP-R1 and R29: with an empty supply the mana paid for the discard lets the change-die spell be activated."""
    p = Position(2).dice(black=5, white=3).guides().mana(1).book(0, find_spells(effect="change_die", die="white")[0]).supply(0)
    assert "learn" not in p.kinds()
    assert "discard" in p.kinds()


def test_after_a_discard_every_spell_may_be_activated_again_in_any_slot():
    """Bonus actions come in any order: mana from a sigil effect may pay for a discard before an effect in a lower slot."""
    closing = next(n for n in ROWS if ROWS[n]["left"] == "circle" and ROWS[n]["effect"] == "colour_total")
    p = Position(2).dice(green=4, yellow=4).guides().mana(0)
    p.book(1, find_spells(effect="region_points", region="Grove")[0]).book(7, find_spells(effect="sigil_mana", sigil="circle")[0])
    p.island("Grove", closing).learn("Grove", "green", "yellow", slot=0)
    p.activate(7).discard("top row")
    assert p.can_activate(1)


def test_scenarios_are_for_one_player(size):
    with pytest.raises(Unknown, match="for one player"):
        open_session(GAME, seed=1, players=2, rules={"scenario": "sigils"})
    report = check(machine(), GAME.config({"scenario": "sigils"})[0], 2, size(3, 1), seed=3, sample=100)
    assert not report.breach, report.breach


@pytest.mark.parametrize(("scenario", "players"), [("none", 1), ("tasks", 1), ("none", 2), ("none", 4)])
def test_granted_cards_keep_the_laws(players, scenario, size):
    """Experiments grant cards to seats, also to seats that do not play."""
    config = GAME.config({"scenario": scenario})
    config["granted_spell"][0] = [3, 5, 7, 9]
    config["granted_task"][0] = [1, 2, 3, 4]
    config["extra_points"][0, 0, 3] = 4
    report = check(machine(), config[0], players, size(20, 1), seed=8, sample=size(50, 200))
    assert not report.breach, report.breach


def test_a_granted_spell_scores_its_points_and_the_extra_ones():
    config = GAME.config()
    config["granted_spell"][0, 0] = 3
    config["extra_points"][0, 0, 3] = 4
    p = Position(2)
    p.reset(config[0], p.s)
    assert p["book"][0][9] == 3
    assert p["scored"][0][0] == config["points"][0, 3] + 4
