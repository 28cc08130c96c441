"""A strategy that peeks is told what it looked at."""

from pathlib import Path

import pytest

from simkit import registry
from simkit.core import conformance
from simkit.core.peeking import find_peek
from simkit.core.state_words import field_words, place_words
from simkit.core.strategy import REGISTERED, Player
from simkit.core.table import Machine
from simkit.games.spellbloom import GAME as SPELLBLOOM
from tests.conformance import cheaters
from tests.dice_race import GAME as RACE
from tests.dice_race import plain


@pytest.fixture(scope="module", autouse=True)
def _plugin():
    registry.load_plugin("tests.dice_race")


def peek(game, player, players, size):
    machine, config = Machine(game), game.config()[0]
    report = conformance.peeks(machine, player, config, players, size(50, 1), seed=24, sample=1)
    assert report.found[0] == conformance.CHOICE
    return find_peek(machine, player, config, players, 24, report)


def cheater(name):
    return Player(next(found for found in REGISTERED[cheaters.__name__] if found.name == name), SPELLBLOOM)


def test_the_card_that_was_read(size):
    found = peek(SPELLBLOOM, cheater("deck_reader"), 2, size)
    assert found.places == (("deck", (int(found.state["deck_top"][0]),)),)
    assert found.chosen != found.otherwise
    words = place_words(SPELLBLOOM, *found.places[0], field_words(SPELLBLOOM))
    assert words.startswith(f"deck[{found.state['deck_top'][0]}] (")


def test_the_secret_die_that_was_read(size):
    found = peek(RACE, registry.player(f"{Path(plain.__file__)}:spy", RACE), 3, lambda compiled, interpreted: 50)
    other = (found.seat + 1) % 3
    assert found.places == (("bonus", (other,)),)
    assert place_words(RACE, "bonus", (other,), field_words(RACE)) == f"bonus[{other}], of seat {other + 1} (bonus)"


def test_the_luck_that_was_foreseen():
    found = peek(RACE, registry.player(f"{Path(plain.__file__)}:prophet", RACE), 2, lambda compiled, interpreted: 50)
    assert found.places == (("luck", (1 + found.seat,)),)
    words = place_words(RACE, *found.places[0], field_words(RACE))
    assert words == f"luck[{1 + found.seat}], the coming luck of the dice of seat {found.seat + 1}"


@pytest.mark.parametrize(("name", "code"), [("diary", conformance.UNSTEADY), ("cheat", conformance.CHANGED_STATE)])
def test_other_breaches_name_no_place(name, code):
    machine, player, config = Machine(RACE), registry.player(f"{Path(plain.__file__)}:{name}", RACE), RACE.config()[0]
    report = conformance.peeks(machine, player, config, 2, 20, seed=24, sample=1)
    assert report.found[0] == code
    assert find_peek(machine, player, config, 2, 24, report) is None


def test_every_field_has_words():
    words = field_words(SPELLBLOOM)
    assert tuple(words) == SPELLBLOOM.kernels.STATE.names
    assert words["supply"] == "mana in the general supply"
    assert words["seat"].startswith("seat to act")
    assert field_words(RACE)["place"] == "place"
