"""Spells of the midday, at every level: used in full and where they cannot be; the effects are those of the printed cards."""

import pytest

from simkit.games.spellbook import names
from simkit.games.spellbook.names import LEVELS
from tests.games.spellbook.position import Position, read


@pytest.mark.parametrize("level", LEVELS)
def test_purification_swaps_up_to_its_number(level):
    number = level - 2
    got, given = ["blue:t", "blue:s", "blue:c"][:number], ["red:t", "red:s", "red:c"][:number]
    p = Position().spell("Purification", level).pool("red:t red:s red:c").altar("blue:t blue:s blue:c").at("midday")
    p.use("Purification", level, " ".join(got))
    assert p["phase"] == names.SWAP_GIVE
    for token in given:
        p.pick(token)
    assert all(token in p.tokens("pool", 0) for token in got)
    assert all(token in p.tokens("altar") for token in given)
    assert p["pool_size"][0] == 3
    assert p["on_altar"] == 3
    assert p["phase"] == names.EVENING


@pytest.mark.parametrize("level", LEVELS)
def test_purification_with_one_token_swaps_one_and_with_none_none(level):
    p = Position().spell("Purification", level).pool("red:t").altar("blue:t blue:s").at("midday")
    p.use("Purification", level, "blue:s")
    if level > 3:
        assert p.picks() == {"done"}
        p.done()
    p.pick("red:t")
    assert p.tokens("pool", 0) == read("blue:s")
    assert not Position().spell("Purification", level).altar("blue:t").at("midday").uses("Purification")
    # an equal token in exchange would change nothing
    assert not Position().spell("Purification", level).pool("blue:t").altar("blue:t").at("midday").uses("Purification")


@pytest.mark.parametrize("level", LEVELS)
def test_offering_stores_tokens_of_one_colour(level):
    number = level - 1
    p = Position().spell("Offering", level).pool("red:t*2 red:s*2 red:c green:t").at("midday")
    tokens = ["red:t", "red:t", "red:s", "red:s"][:number]
    p.use("Offering", level, " ".join(tokens))
    assert p["stored"][0] == number
    assert sum(p.tokens("familiar", 0).values()) == number
    assert p.tokens("pool", 0)["green:t"] == 1


@pytest.mark.parametrize("level", LEVELS)
def test_offering_needs_its_number_of_one_colour_and_stores_what_fits(level):
    number = level - 1
    p = Position().spell("Offering", level).pool(f"red:t*{number - 1} green:s*{number - 1}").at("midday")
    assert level not in p.levels("Offering")
    p = Position().spell("Offering", level).fill_familiar(13).pool("red:t*4").at("midday")
    assert p.levels("Offering") == {3}  # more levels would store the same one token
    p.use("Offering", 3, "red:t")
    assert p["stored"][0] == 14
    assert p.tokens("pool", 0) == read("red:t*3")
    p = Position(store_what_fits=False).spell("Offering", level).fill_familiar(13).pool("red:t*4").at("midday")
    assert not p.uses("Offering")


@pytest.mark.parametrize("level", LEVELS)
def test_cure_draws_and_discards_as_many(level):
    number = level - 2
    p = Position("Cure").spell("Cure", level).pool("red:t red:s red:c").at("midday").use("Cure", level)
    assert p["pool_size"][0] == 3 + number
    for token in ["red:t", "red:s", "red:c"][:number]:
        p.pick(token)
    assert p["pool_size"][0] == 3
    assert p["discards_size"] == number


@pytest.mark.parametrize("level", LEVELS)
def test_cure_needs_room_for_all_it_draws(level):
    number = level - 2
    tokens = ["red:t", "red:s", "red:c", "green:t", "green:s", "green:c", "blue:t", "blue:s", "blue:c"]
    p = Position("Cure").spell("Cure", level).pool(" ".join(tokens[: 10 - number])).at("midday")
    assert level not in p.levels("Cure")
    assert p.levels("Cure") == set(range(3, level))


def test_feast_level_3_takes_a_colour_that_is_on_the_familiar():
    p = Position("Feast").spell("Feast", 3).familiar("red:t").altar("red:c blue:c").at("midday")
    assert p.first_tokens("Feast", 3) == {"red:c"}
    p.use("Feast", 3, "red:c")
    assert p.tokens("pool", 0) == read("red:c")


def test_feast_level_4_stores_from_the_altar():
    p = Position("Feast").spell("Feast", 4).altar("red:c blue:c").at("midday").use("Feast", 4, "blue:c")
    assert p.tokens("familiar", 0) == read("blue:c")
    assert p.level("Feast") == 4


def test_feast_level_5_scores_colours_and_keeps_its_lower_actions():
    p = Position("Feast").spell("Feast", 5).familiar("red:t red:c blue:t").altar("red:s green:t").at("midday")
    assert p.score()[0]["effects"] == 2
    assert p.levels("Feast") == {3, 4}
    p = Position("Feast", mixed_spells_act=False).spell("Feast", 5).familiar("red:t").altar("red:s").at("midday")
    assert not p.uses("Feast")


@pytest.mark.parametrize("level", LEVELS)
def test_feast_without_a_fitting_token_or_space(level):
    p = Position("Feast").spell("Feast", level).familiar("red:t").altar("blue:c").at("midday")
    assert 3 not in p.levels("Feast")
    full = Position("Feast").spell("Feast", level).altar("blue:c").pool("green:t*5 black:s*4").fill_familiar(14).at("midday")
    assert not full.uses("Feast")
    if level == 5:
        assert Position("Feast").spell("Feast", 5).score()[0]["effects"] == 0


def test_clone_level_3_copies_midday_spells():
    p = Position("Clone").spell("Clone", 3).spell("Offering", 4, seat=1).pool("red:t*3").at("midday")
    assert p.levels("Offering") == {3, 4}
    p.use("Offering", 4, "red:t red:t red:t", by_clone=True)
    assert p["stored"][0] == 3
    assert p.level("Clone") == 3


def test_clone_level_4_copies_evening_spells_with_the_owners_marker():
    p = Position("Clone", "Focus").spell("Clone", 4, "square").spell("Focus", 4, "circle", seat=1)
    p.pool("red:c*2 blue:s*2").at("midday").use("Focus", 4, "red:c red:c", by_clone=True, rune="circle")
    assert p.tokens("familiar", 0) == read("red:c*2")
    p = Position("Clone", "Focus", clone_marker="clone").spell("Clone", 4, "square").spell("Focus", 4, "circle", seat=1)
    p.pool("red:c*2 blue:s*2").at("midday")
    assert p.first_tokens("Focus", 4) == {"blue:s"}


def test_clone_level_4_learns_a_second_spell_in_a_day():
    p = Position("Clone").spell("Clone", 4).pool("red:t*3 green:t*3").at("midday")
    p.learn("Sacrifice", 3, "red:t*3", by_clone=True).learn("Purification", 3, "green:t*3")
    assert p["learned"][0] == 3


def test_clone_copies_transmutation_with_the_owners_marker():
    p = Position("Clone").spell("Clone", 4, "square").spell("Transmutation", 4, "circle", seat=1).pool("red:t*2 green:c").at("midday")
    p.learn("Sacrifice", 3, "red:t*2 green:c", by_rune=True, by_clone=True)
    assert p.level("Sacrifice") == 3


def test_clone_level_5_discards_its_rune_and_copies_a_morning_action():
    p = Position("Clone", "Levitation").spell("Clone", 5, "circle").spell("Levitation", 3, seat=1)
    p.pool("red:c blue:t").altar("green:c black:c white:t").at("midday")
    assert p.first_tokens("Clone", 5) == {"red:c"}
    p.use("Clone", 5, "red:c")
    assert p["phase"] == names.COPYING
    assert p.tokens("discards") == read("red:c")
    p.use("Levitation", 3, "green:c black:c", by_clone=True)
    assert p.tokens("pool", 0) == read("blue:t green:c black:c")
    assert p["phase"] == names.EVENING


def test_clone_level_5_copies_the_basic_actions():
    p = Position("Clone").spell("Clone", 5, "circle").pool("red:c").altar("green:c").at("midday").use("Clone", 5, "red:c")
    p.take("green:c", by_clone=True)
    assert p.tokens("pool", 0) == read("green:c")
    p = Position("Clone").spell("Clone", 5, "circle").pool("red:c").at("midday").use("Clone", 5, "red:c").draw(by_clone=True)
    assert p["pool_size"][0] == 2


@pytest.mark.parametrize("level", LEVELS)
def test_clone_without_anything_to_copy(level):
    p = Position("Clone").spell("Clone", level, "circle").spell("Clone", 5, seat=1).pool("red:t").at("midday")
    assert [p.say(action) for action in p.legal()] == ["skip the midday", "store red △"]  # Clone cannot copy Clone


def test_clone_lists_what_the_seat_can_do_itself_once():
    p = Position("Clone").spell("Clone", 3).spell("Offering", 3).spell("Offering", 4, seat=1).pool("red:t*3").at("midday")
    assert len(p.uses("Offering", 3)) == 1
    assert len(p.uses("Offering", 4)) == 1


def test_clone_drops_where_the_copied_spell_would():
    for rules, level in (({}, 3), ({"clone_drops": False}, 4)):
        p = Position("Clone", "Growth", **rules).spell("Clone", 4).spell("Growth", 4, seat=1).altar("red:t red:s").at("midday")
        p.use("Growth", 4, "red:t red:s", by_clone=True)
        assert p.level("Clone") == level
        assert p.level("Growth", seat=1) == 4


def test_clone_copies_sharing_and_blaze_for_the_other_players():
    p = Position("Clone", "Blaze").spell("Clone", 5, "circle").spell("Blaze", 3, seat=1).pool("red:c").altar("green:t").at("midday")
    p.use("Clone", 5, "red:c").use("Blaze", 3, by_clone=True)
    assert (p["seat"], p["phase"]) == (1, names.ACCEPTING)
    p.pick("green:t")
    assert (p["seat"], p["phase"]) == (0, names.EVENING)


def test_no_game_has_two_of_clone_time_travel_and_storm():
    """So Clone never copies these two: all three are white."""
    assert {names.SPELLS.index(name) % 7 for name in ("clone", "time_travel", "storm")} == {names.COLOURS.index("white")}
