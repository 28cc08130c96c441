"""What counts as the use of a spell in the long card table, and for which of its levels: the one at which it lies there."""

import pytest

from simkit.batch.columns import dictionary, long_cards
from simkit.core.events import USED
from simkit.games.spellbook import GAME
from simkit.games.spellbook.components import card_ids
from simkit.games.spellbook.text import describe_event
from tests.games.spellbook.position import Position, tables


class Counting(Position):
    """A position that keeps which cards were used, and by whom."""

    def __init__(self, *spells, **more):
        self.used = []
        super().__init__(*spells, **more)

    def apply(self, action):
        """Play an action and keep what it used."""
        super().apply(action)
        ids = card_ids(tables())
        self.used += [(int(seat), ids[card]) for event, seat, card, _, _ in self.log[1 : self.log[0, 0] + 1] if event == USED]
        return self


def test_a_lower_level_that_is_chosen_counts_for_the_level_that_was_learned():
    p = Counting().spell("Sacrifice", 5).pool("green:c")
    p.use("Sacrifice", 3, "green:c")
    assert p.used == [(0, "Sacrifice 5")]
    assert describe_event(tables(), p.log[1]) == "Seat 1 uses Sacrifice 5 as Sacrifice 3"


def test_a_level_that_is_listed_as_a_lower_one_counts_for_itself():
    p = Counting("Blaze", players=3).spell("Blaze", 5).altar("green:c*2")
    p.use("Blaze", 3)
    assert p.used == [(0, "Blaze 5")]


def test_storm_counts_before_it_drops_a_level():
    p = Counting("Storm").spell("Storm", 5).altar("red:t red:s red:c").at("evening")
    p.use("Storm", 4, "red:t").done().pick("red:s").pick("red:c")
    while p["seat"] == 0:
        p.pick(min(p.picks()))
    assert p.level("Storm") == 4
    assert p.used == [(0, "Storm 5")]


@pytest.mark.parametrize("level", [4, 5])
def test_growth_counts_before_it_drops_a_level(level):
    p = Counting("Growth").spell("Growth", 5).altar("red:t red:s red:c").at("evening")
    p.use("Growth", level, "red:t red:s" + " red:c" * (level - 4))
    assert p.level("Growth") == 4
    assert p.used == [(0, "Growth 5")]


def test_growth_that_only_swaps_counts_for_its_level():
    p = Counting("Growth").spell("Growth", 5).pool("red:t").familiar("red:s").at("evening")
    p.use("Growth", 3, "red:s").pick("red:t")
    assert p.level("Growth") == 5
    assert p.used == [(0, "Growth 5")]


def test_a_spell_that_was_raised_counts_for_its_new_level():
    p = Counting().spell("Time Travel", 4).spell("Sacrifice", 3).pool("green:c*2").at("evening")
    p.use("Time Travel", 3, "green:c").raise_spell("Sacrifice").end_day()
    p.use("Sacrifice", 3, "green:c")
    assert p.used == [(0, "Time Travel 4"), (0, "Sacrifice 4")]


def test_a_copy_counts_for_clone_once():
    p = Counting("Clone").spell("Clone", 3).spell("Offering", 4, seat=1).pool("red:t red:s").at("midday")
    p.use("Offering", 3, "red:t red:s", by_clone=True)
    assert p.used == [(0, "Clone 3")]
    p = Counting("Clone").spell("Clone", 4).pool("red:t*3").at("midday").learn("Sacrifice", 3, "red:t*3", by_clone=True)
    assert p.used == [(0, "Clone 4")]
    p = Counting("Clone").spell("Clone", 5).spell("Transmutation", 5, "circle", seat=1).pool("red:t*2 green:c").at("midday")
    p.learn("Sacrifice", 3, "red:t*2 green:c", by_rune=True, by_clone=True)
    assert p.used == [(0, "Clone 5")]


@pytest.mark.parametrize("basic", [True, False])
def test_a_copied_morning_counts_once(basic):
    p = Counting("Clone").spell("Clone", 5, "circle").spell("Sacrifice", 5, seat=1).pool("green:c*2").altar("red:t").at("midday")
    p.use("Clone", 5, "green:c")
    if basic:
        p.take("red:t", by_clone=True)
    else:
        p.use("Sacrifice", 3, "green:c", by_clone=True)
    assert p.used == [(0, "Clone 5")]


def test_transmutation_counts_for_the_level_that_was_learned():
    p = Counting().spell("Transmutation", 5, "circle").pool("red:t*2 green:c").at("evening")
    p.learn("Sacrifice", 3, "red:t*2 green:c", by_rune=True)
    assert p.used == [(0, "Transmutation 5")]


def test_instants_and_permanent_effects_count_when_they_do_something():
    p = Counting("Abundance").pool("yellow:t*3").at("evening").learn("Abundance", 3, "yellow:t*3")
    assert p.used == [(0, "Abundance 3")]
    p = Counting("Mirage").spell("Mirage", 4, "circle").altar("red:c red:t").take("red:t")
    assert not p.used
    p = Counting("Mirage").spell("Mirage", 4, "circle").altar("red:c red:t").take("red:c")
    assert p.used == [(0, "Mirage 4")]
    p = Counting("Communion").spell("Communion", 5).pool("red:t*3").at("evening").learn("Sacrifice", 3, "red:t*3")
    assert p.used == [(0, "Communion 5")]
    p = Counting("Swiftness").spell("Swiftness", 5).end_day().end_day()
    assert not p.used
    p.skip()
    assert p["mornings"] == 1
    assert p.used == [(0, "Swiftness 5")]


def test_the_data_dictionary_says_so():
    assert GAME.uses in dictionary(GAME, (long_cards(),), tables())
