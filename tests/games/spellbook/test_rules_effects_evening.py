"""Spells of the evening, at every level: used in full and where they cannot be; the effects are those of the printed cards."""

import pytest

from simkit.games.spellbook import names
from simkit.games.spellbook.names import LEVELS, RUNES
from tests.games.spellbook.position import RUNE_AT, Position, letter, read


@pytest.mark.parametrize("level", LEVELS)
def test_time_travel_discards_its_rune_and_raises_another_spell(level):
    token = f"green:{letter(level)}"
    p = Position().spell("Time Travel", level).spell("Sacrifice", 3).spell("Offering", 5).pool(token).at("evening")
    p.use("Time Travel", level, token)
    assert [p.say(action) for action in p.legal()] == ["raise Sacrifice 3"]  # neither itself nor one at level 5
    p.raise_spell("Sacrifice")
    assert p.level("Sacrifice") == 4
    assert p.tokens("discards") == read(token)
    assert p["seat"] == 1


@pytest.mark.parametrize("level", LEVELS)
def test_time_travel_needs_its_rune_and_a_spell_below_level_5(level):
    token = f"green:{letter(level)}"
    wrong = next(f"green:{x[0]}" for x in RUNES if x != RUNE_AT[level])
    assert not Position().spell("Time Travel", level).spell("Offering", 5).pool(token).at("evening").uses("Time Travel")
    assert not Position().spell("Time Travel", level).spell("Offering", 4).pool(wrong).at("evening").uses("Time Travel", level)


def test_time_travel_fires_no_instant_but_starts_permanents():
    p = Position("Abundance").spell("Time Travel", 3).spell("Abundance", 3).pool("green:c").at("evening")
    p.use("Time Travel", 3, "green:c").raise_spell("Abundance")
    assert p["pool_size"][0] == 0
    p = Position("Swiftness").spell("Time Travel", 3).spell("Swiftness", 4).pool("green:c").at("evening")
    p.use("Time Travel", 3, "green:c").raise_spell("Swiftness")
    assert p["seat"] == 1
    p.end_day()
    assert p["mornings"] == 2


def test_transmutation_level_3_does_nothing():
    p = Position().spell("Transmutation", 3, "circle").pool("red:t*2 green:c").at("evening")
    assert not p.learnable()


def test_transmutation_level_4_one_token_of_its_rune_is_a_wild():
    p = Position().spell("Transmutation", 4, "circle").pool("red:t*2 green:c black:c").at("evening")
    assert p.learnable() == {("sacrifice", 3)}
    p.learn("Sacrifice", 3, "red:t*2 green:c", by_rune=True)
    assert p.level("Sacrifice") == 3
    assert p.tokens("discards") == read("red:t green:c")


def test_transmutation_level_5_up_to_two():
    p = Position().spell("Transmutation", 5, "circle").pool("red:t*2 green:c black:c").at("evening")
    assert p.learnable() == {("sacrifice", 3), ("sacrifice", 4)}
    p.learn("Sacrifice", 4, "red:t*2 green:c black:c", by_rune=True)
    assert p.level("Sacrifice") == 4


@pytest.mark.parametrize("level", [4, 5])
def test_transmutation_needs_tokens_of_its_rune_beside_one_of_the_colour(level):
    p = Position().spell("Transmutation", level, "circle").pool("red:t*2 green:s black:t").at("evening")
    assert not p.learnable()  # none of its rune
    p = Position().spell("Transmutation", level, "circle").pool("green:c black:c").at("evening")
    assert not p.learnable()  # too few tokens of any colour
    p = Position().spell("Transmutation", 5, "circle").pool("red:t green:c black:c white:c").at("evening")
    assert ("sacrifice", 3) in p.learnable()
    assert ("sacrifice", 4) not in p.learnable()


@pytest.mark.parametrize("level", [4, 5])
def test_transmutation_replaces_the_wild_of_three(level):
    p = Position().spell("Transmutation", level, "circle").pool("red:t green:c black:c white:c").at("evening")
    assert not p.can_learn("Sacrifice", 3, "red:t green:c black:c white:c", by_rune=True)
    other = Position().spell("Transmutation", level, "square").pool("red:t*2 green:c").at("evening")
    assert not other.learnable()  # not the rune of its marker


def test_focus_level_3_stores_one_of_its_rune():
    p = Position("Focus").spell("Focus", 3, "circle").pool("red:c blue:t").altar("green:c").at("evening")
    assert p.first_tokens("Focus", 3) == {"red:c"}
    p.use("Focus", 3, "red:c")
    assert p.tokens("familiar", 0) == read("red:c")


@pytest.mark.parametrize(("level", "stores", "takes"), [(4, 2, 1), (5, 3, 2)])
def test_focus_stores_or_takes(level, stores, takes):
    def start():
        return Position("Focus").spell("Focus", level, "circle").pool("red:c*3 blue:t").altar("green:c*2 green:t").at("evening")

    p = start().use("Focus", level, " ".join(["red:c"] * stores))
    assert p.tokens("familiar", 0) == read(f"red:c*{stores}")
    p = start().use("Focus", level, " ".join(["green:c"] * takes), choice=1)
    assert p.tokens("pool", 0) == read(f"red:c*3 blue:t green:c*{takes}")


@pytest.mark.parametrize(("level", "stores", "takes"), [(3, 1, 0), (4, 2, 1), (5, 3, 2)])
def test_focus_needs_its_number_and_stores_what_fits(level, stores, takes):
    p = Position("Focus").spell("Focus", level, "circle").pool(f"red:c*{stores - 1} blue:t" if stores > 1 else "blue:t").at("evening")
    assert level not in p.levels("Focus")
    if takes:
        p = Position("Focus").spell("Focus", level, "circle").altar(f"red:c*{takes - 1} blue:t" if takes > 1 else "blue:t").at("evening")
        assert level not in p.levels("Focus")
    p = Position("Focus").spell("Focus", level, "circle").fill_familiar(13).pool("red:c*3").at("evening").use("Focus", 3, "red:c")
    assert p["stored"][0] == 14
    assert p.tokens("pool", 0) == read("red:c*2")


def test_storm_level_3_does_nothing():
    assert not Position("Storm").spell("Storm", 3).altar("red:t red:s").at("evening").uses("Storm")


@pytest.mark.parametrize("level", [4, 5])
def test_storm_replaces_takes_three_and_drops(level):
    p = Position("Storm").spell("Storm", level).altar("red:t red:s green:t blue:t").bag("white:t white:s").at("evening")
    assert p.levels("Storm") == {4}  # level 5 does the same
    p.use("Storm", 4, "red:t blue:t").done()
    assert p.tokens("altar") == read("red:s green:t white:t white:s")
    assert p["bag_size"] == 0
    for token in ("green:t", "white:t", "white:s"):
        p.pick(token)
    assert p.tokens("pool", 0) == read("green:t white:t white:s")
    assert p.level("Storm") == level - 1
    assert p["seat"] == 1


@pytest.mark.parametrize("level", [4, 5])
def test_storm_takes_what_fits_and_needs_a_token_and_room(level):
    p = Position("Storm").spell("Storm", level).altar("red:t").pool("green:t*4 black:t*4").bag("white:t*4 white:s*5").at("evening")
    p.use("Storm", 4, "red:t")
    assert p["phase"] == names.TAKING
    p.apply(p.legal()[0])
    assert p["pool_size"][0] == 9
    assert p.level("Storm") == level - 1
    assert not Position("Storm").spell("Storm", level).at("evening").uses("Storm")
    full = Position("Storm").spell("Storm", level).altar("red:t").pool("green:t*5 black:t*4").at("evening")
    assert not full.uses("Storm")


def test_growth_level_3_swaps_with_the_familiar_and_stays():
    p = Position("Growth").spell("Growth", 3).pool("red:t blue:t").familiar("green:c black:c").at("evening")
    p.use("Growth", 3, "green:c").pick("blue:t")
    assert p.tokens("pool", 0) == read("red:t green:c")
    assert p.tokens("familiar", 0) == read("black:c blue:t")
    assert p.level("Growth") == 3


@pytest.mark.parametrize("level", [4, 5])
def test_growth_stores_from_the_altar_and_drops(level):
    number = level - 2
    p = Position("Growth").spell("Growth", level).altar("red:t red:s red:c").at("evening")
    p.use("Growth", level, " ".join(["red:t", "red:s", "red:c"][:number]))
    assert p["stored"][0] == number
    assert p.level("Growth") == level - 1
    assert p.score()[0]["spells"] == {4: 3, 5: 4}[level]


def test_growth_level_5_may_be_used_at_level_4():
    p = Position("Growth").spell("Growth", 5).altar("red:t red:s").at("evening").use("Growth", 4, "red:t red:s")
    assert p.level("Growth") == 4


@pytest.mark.parametrize("level", LEVELS)
def test_growth_needs_the_full_amount(level):
    number = level - 2
    tokens = ["red:t", "red:s", "red:c"]
    if level == 3:
        assert not Position("Growth").spell("Growth", 3).pool("red:t").at("evening").uses("Growth")
        assert not Position("Growth").spell("Growth", 3).familiar("red:t").at("evening").uses("Growth")
        return
    p = Position("Growth").spell("Growth", level).altar(" ".join(tokens[: number - 1])).at("evening")
    assert level not in p.levels("Growth")
    p = Position("Growth").spell("Growth", level).fill_familiar(15 - number).altar("red:t red:s red:c").at("evening")
    assert level not in p.levels("Growth")
