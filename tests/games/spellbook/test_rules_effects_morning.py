"""Spells of the morning, at every level: used in full and where they cannot be; the effects are those of the printed cards."""

import pytest

from simkit.games.spellbook import names
from simkit.games.spellbook.names import LEVELS, RUNES
from tests.games.spellbook.position import RUNE_AT, Position, letter, read


@pytest.mark.parametrize("level", LEVELS)
def test_sacrifice_discards_its_rune_and_draws_four(level):
    token = f"green:{letter(level)}"
    p = Position().spell("Sacrifice", level).pool(f"{token} blue:t blue:s blue:c")
    p.use("Sacrifice", level, token)
    assert p["pool_size"][0] == 3 + 4
    assert p.tokens("discards") == read(token)
    assert p["phase"] == names.MIDDAY


@pytest.mark.parametrize("level", LEVELS)
def test_sacrifice_without_its_rune_cannot_be_used_and_a_full_pool_draws_one(level):
    wrong = next(r[0] for r in RUNES if r != RUNE_AT[level])
    p = Position().spell("Sacrifice", level).pool(f"green:{wrong}*3")
    assert not p.uses("Sacrifice", level)
    p = Position().spell("Sacrifice", level).pool(f"red:{letter(level)}*4 green:{letter(level)}*5")
    p.use("Sacrifice", level, f"red:{letter(level)}")
    assert p["pool_size"][0] == 9


@pytest.mark.parametrize("level", LEVELS)
def test_levitation_takes_two_of_its_rune(level):
    r = letter(level)
    p = Position().spell("Levitation", level).altar(f"red:{r} green:{r} blue:{r}")
    p.use("Levitation", level, f"red:{r} blue:{r}")
    assert p.tokens("pool", 0) == read(f"red:{r} blue:{r}")
    assert p.tokens("altar") == read(f"green:{r}")


@pytest.mark.parametrize("level", LEVELS)
def test_levitation_needs_two_of_its_rune_and_room_for_both(level):
    r = letter(level)
    wrong = next(x[0] for x in RUNES if x != RUNE_AT[level])
    p = Position().spell("Levitation", level).altar(f"red:{r} green:{wrong} blue:{wrong}")
    assert not p.uses("Levitation", level)
    p = Position().spell("Levitation", level).altar(f"red:{r}*2").pool("black:c*4 white:c*4")
    assert not p.uses("Levitation", level)


@pytest.mark.parametrize("level", LEVELS)
def test_eruption_draws_up_to_its_number(level):
    p = Position("Eruption").spell("Eruption", level).pool("red:t").use("Eruption", level)
    assert p["pool_size"][0] == level + 1


@pytest.mark.parametrize("level", LEVELS)
def test_eruption_only_below_its_number(level):
    p = Position("Eruption").spell("Eruption", level).pool(" ".join(["red:t", "red:s", "red:c", "blue:t", "blue:s", "blue:c"][: level + 1]))
    assert not p.uses("Eruption")


@pytest.mark.parametrize(("level", "taken", "drawn"), [(3, 1, 1), (4, 2, 0), (5, 3, 0)])
def test_sharing_takes_and_every_other_player_draws(level, taken, drawn):
    p = Position("Sharing", players=3).spell("Sharing", level).altar("red:t red:s red:c blue:t")
    p.use("Sharing", level, " ".join(["red:t", "red:s", "red:c"][:taken]))
    assert p["pool_size"][:3].tolist() == [taken + drawn, 1, 1]
    assert (p["seat"], p["phase"]) == (0, names.MIDDAY)


@pytest.mark.parametrize("level", LEVELS)
def test_sharing_needs_the_full_amount_and_others_draw_what_fits(level):
    number = {3: 2, 4: 2, 5: 3}[level]
    altar = "red:t red:s red:c blue:t"
    full = "black:t*4 white:t*4 green:t"
    p = Position("Sharing").spell("Sharing", level).altar(altar).pool("black:t*4 white:t*4")
    assert not p.uses("Sharing")  # room for one
    few = {3: "", 4: "red:t", 5: "red:t red:s"}[level]
    assert not Position("Sharing").spell("Sharing", level).altar(few).uses("Sharing", level)
    p = Position("Sharing").spell("Sharing", level).altar(altar).pool(full, seat=1)
    p.use("Sharing", level, " ".join(["red:t", "red:s", "red:c"][: number if level > 3 else 1]))
    assert p["pool_size"][1] == 9


@pytest.mark.parametrize("level", LEVELS)
def test_blaze_draws_four_and_the_others_take_one_each(level):
    p = Position("Blaze", players=3).spell("Blaze", level).altar("red:t red:s red:c").use("Blaze", 3)
    assert p["pool_size"][0] == 4
    assert (p["seat"], p["phase"]) == (1, names.ACCEPTING)
    assert p.picks() == {"red:t", "red:s", "red:c"}
    p.pick("red:s")
    assert p["seat"] == 2
    p.pick("red:t")
    assert (p["seat"], p["phase"]) == (0, names.MIDDAY)
    assert p["pool_size"][:3].tolist() == [4, 1, 1]


@pytest.mark.parametrize("level", LEVELS)
def test_blaze_draws_what_fits_and_gives_what_there_is(level):
    p = Position("Blaze", players=4).spell("Blaze", level).altar("red:t").pool("green:t*4 black:t*4").pool("white:t*5 blue:t*4", seat=1)
    p.use("Blaze", 3)
    assert p["pool_size"][0] == 9
    assert p["seat"] == 2  # seat 1 has no room, and after seat 2 the altar is empty
    p.pick("red:t")
    assert (p["seat"], p["phase"]) == (0, names.MIDDAY)
    assert not Position("Blaze").spell("Blaze", level).pool("green:t*5 black:t*4").uses("Blaze")


def test_divination_level_3_takes_two_and_discards_one():
    p = Position("Divination").spell("Divination", 3).altar("red:t").pool("blue:t").bag("white:t white:s").use("Divination", 3)
    assert p.tokens("altar") == read("red:t white:t white:s")
    p.pick("red:t").pick("white:s").pick("blue:t")
    assert p.tokens("pool", 0) == read("red:t white:s")
    assert p["phase"] == names.MIDDAY


def test_divination_level_4_takes_up_to_two_of_one_colour():
    p = Position("Divination").spell("Divination", 4).altar("red:t").bag("white:t white:s").use("Divination", 4)
    assert p.picks() == {"done", "red:t", "white:t", "white:s"}
    p.pick("white:t")
    assert p.picks() == {"done", "white:s"}
    p.pick("white:s")
    assert p.tokens("pool", 0) == read("white:t white:s")


def test_divination_level_4_may_take_fewer():
    p = Position("Divination").spell("Divination", 4).altar("red:t").bag("white:t white:s").use("Divination", 4).pick("red:t").done()
    assert p.tokens("pool", 0) == read("red:t")


def test_divination_level_5_takes_two():
    p = Position("Divination").spell("Divination", 5).altar("red:t").bag("white:t white:s").use("Divination", 5)
    p.pick("red:t").pick("white:s")
    assert p.tokens("pool", 0) == read("red:t white:s")
    assert p["phase"] == names.MIDDAY


@pytest.mark.parametrize("level", LEVELS)
def test_divination_takes_what_fits_and_needs_room(level):
    p = Position("Divination").spell("Divination", level).pool("green:t*4 black:t*4").bag("white:t white:s").use("Divination", level)
    p.pick("white:t")
    if level == 3:
        assert p["pool_size"][0] == 9
        p.pick("green:t")
    assert p["phase"] == names.MIDDAY
    assert p["on_altar"] == 1
    assert not Position("Divination").spell("Divination", level).pool("green:t*5 black:t*4").uses("Divination")


def test_divination_may_bring_the_altar_above_ten():
    tokens = " ".join(f"{colour}:{rune}" for colour in ("red", "green", "blue", "white", "black") for rune in "ts")
    p = Position("Divination").spell("Divination", 4).altar(tokens).use("Divination", 4).done()
    assert p["on_altar"] == 12
    p.end_day()
    assert p["on_altar"] == 5
