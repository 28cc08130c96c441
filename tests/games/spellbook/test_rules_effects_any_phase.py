"""Spells of no phase, at every level: instant, permanent and at the end; the effects are those of the printed cards."""

import pytest

from simkit.games.spellbook import names
from simkit.games.spellbook.names import LEVELS
from tests.games.spellbook.position import Position, read


@pytest.mark.parametrize("level", LEVELS)
def test_abundance_draws_when_learned(level):
    p = Position().pool(f"yellow:t*{level}").at("evening").learn("Abundance", level, f"yellow:t*{level}")
    assert p["pool_size"][0] == level - 1


@pytest.mark.parametrize("level", LEVELS)
def test_abundance_draws_what_there_is_room_for(level):
    p = Position(pool_limit=level + 1).pool(f"yellow:t*{level} red:t").at("evening")
    p.learn("Abundance", level, f"yellow:t*{level}")
    assert p["pool_size"][0] == min(level + 1, 1 + level - 1)
    p = (
        Position()
        .pool(f"yellow:t*{level} red:t*4 red:s*{5 - level}" if level < 5 else "yellow:t*5 red:t*4")
        .at("evening")
        .learn("Abundance", level, f"yellow:t*{level}")
    )
    assert p["pool_size"][0] == min(9, 9 - level + level - 1)


@pytest.mark.parametrize("level", [3, 4])
def test_swiftness_gives_a_morning_action_at_once(level):
    p = Position("Swiftness").pool(f"blue:t*{level}").altar("red:t").at("evening").learn("Swiftness", level, f"blue:t*{level}")
    assert p["phase"] == names.BONUS
    p.take("red:t")
    assert p["seat"] == 1
    assert p.tokens("pool", 0) == read("red:t")


@pytest.mark.parametrize("level", [3, 4])
def test_swiftness_may_be_declined(level):
    p = Position("Swiftness").pool(f"blue:t*{level}").at("evening").learn("Swiftness", level, f"blue:t*{level}").skip()
    assert p["seat"] == 1
    p.end_day()
    assert p["mornings"] == 1


def test_swiftness_level_5_one_morning_action_more_every_day():
    p = Position("Swiftness").pool("blue:t*5").at("evening").learn("Swiftness", 5, "blue:t*5")
    assert p["seat"] == 1
    p.end_day()
    assert p["phase"] == names.MORNING
    p.draw()
    assert p["phase"] == names.MORNING
    p.draw()
    assert p["phase"] == names.MIDDAY
    assert p["pool_size"][0] == 4


def test_swiftness_level_5_with_a_full_pool_has_nothing_to_do():
    p = Position("Swiftness").spell("Swiftness", 5).pool("red:t*5 green:t*4").altar("white:t").end_day().end_day()
    for _ in range(2):
        assert p["phase"] == names.MORNING
        assert p.legal() == [names.PASS]
        p.skip()
    assert p["phase"] == names.MIDDAY


def test_swiftness_level_5_either_action_may_be_skipped():
    p = Position("Swiftness").spell("Swiftness", 5).end_day().end_day()
    p.skip()
    assert p["phase"] == names.MORNING
    assert p.skip()["phase"] == names.MIDDAY


@pytest.mark.parametrize(("level", "points"), [(3, 3), (4, 5), (5, 6)])
def test_knowledge_scores_other_spells(level, points):
    p = Position("Knowledge").spell("Knowledge", level).spell("Sacrifice", 5).spell("Levitation", 4).spell("Purification", 3)
    assert p.score()[0]["effects"] == points


@pytest.mark.parametrize("level", LEVELS)
def test_knowledge_alone_scores_nothing(level):
    assert Position("Knowledge").spell("Knowledge", level).score()[0]["effects"] == 0


@pytest.mark.parametrize(("level", "drawn"), [(3, 1), (4, 2), (5, 2)])
def test_mirage_draws_when_its_rune_is_taken(level, drawn):
    p = Position("Mirage").spell("Mirage", level, "circle").altar("red:c red:t").take("red:c")
    assert p["pool_size"][0] == 1 + drawn
    p = Position("Mirage").spell("Mirage", level, "circle").altar("red:c red:t").take("red:t")
    assert p["pool_size"][0] == 1


@pytest.mark.parametrize(("level", "drawn"), [(3, 1), (4, 2), (5, 2)])
def test_mirage_draws_after_all_takes_and_what_fits(level, drawn):
    p = Position("Mirage", "Levitation").spell("Mirage", level, "circle").spell("Levitation", 3).altar("red:c green:c")
    p.pool("black:t*4 white:t*3").use("Levitation", 3, "red:c green:c")
    assert p["pool_size"][0] == 9  # both were taken: no draw came in between
    p = Position("Mirage", "Levitation").spell("Mirage", level, "circle").spell("Levitation", 3).altar("red:c green:c")
    p.use("Levitation", 3, "red:c green:c")
    assert p["pool_size"][0] == 2 + 2 * drawn


def test_mirage_does_not_work_on_others_days():
    p = Position("Mirage", "Blaze").spell("Blaze", 3).spell("Mirage", 5, "circle", seat=1).altar("red:c").use("Blaze", 3).pick("red:c")
    assert p["pool_size"][1] == 1


def test_mirage_and_swaps():
    for rules, size in (({}, 1), ({"swap_is_taking": True}, 3)):
        p = Position("Mirage", **rules).spell("Mirage", 5, "circle").spell("Purification", 3).pool("blue:t").altar("red:c").at("midday")
        p.use("Purification", 3, "red:c").pick("blue:t")
        assert p["pool_size"][0] == size


def test_where_a_swap_is_a_take_equal_tokens_may_be_swapped_for_mirage():
    p = Position("Mirage").spell("Mirage", 5, "circle").spell("Purification", 3).pool("red:c").altar("red:c").at("midday")
    assert not p.uses("Purification")
    p = (
        Position("Mirage", swap_is_taking=True)
        .spell("Mirage", 5, "circle")
        .spell("Purification", 4)
        .pool("red:c blue:t")
        .altar("red:c blue:t")
    )
    p.at("midday").use("Purification", 4, "red:c")
    assert p.picks() == {"done"}  # another triangle for the same one would change nothing
    p.done()
    assert p.picks() == {"red:c", "blue:t"}
    p.pick("red:c")
    assert p.tokens("altar") == read("red:c blue:t")
    assert p["pool_size"][0] == 4


def test_storing_from_the_altar_triggers_no_mirage():
    p = Position("Mirage", "Growth").spell("Mirage", 5, "circle").spell("Growth", 4).altar("red:c green:c").at("evening")
    p.use("Growth", 4, "red:c green:c")
    assert p["pool_size"][0] == 0


def test_communion_level_3_stores_three_from_the_altar():
    p = Position("Communion").pool("yellow:t*3").altar("red:t red:s red:c blue:t").at("evening")
    p.learn("Communion", 3, "yellow:t*3").pick("red:t").pick("red:s").pick("red:c")
    assert p["stored"][0] == 3
    assert p["seat"] == 1


def test_communion_level_3_stores_what_fits():
    p = Position("Communion").pool("yellow:t*3").altar("red:t red:s").at("evening").learn("Communion", 3, "yellow:t*3")
    p.pick("red:t").pick("red:s")
    assert (p["stored"][0], p["seat"]) == (2, 1)
    p = Position("Communion").fill_familiar(13).pool("yellow:t*3").altar("red:t red:s").at("evening").learn("Communion", 3, "yellow:t*3")
    p.pick("red:s")
    assert (p["stored"][0], p["seat"]) == (14, 1)


def test_communion_level_4_scores_tokens_of_its_rune():
    p = Position("Communion").spell("Communion", 4, "circle").familiar("red:c blue:c blue:t")
    assert p.score()[0]["effects"] == 2
    assert Position("Communion").spell("Communion", 4, "circle").familiar("red:t").score()[0]["effects"] == 0


def test_communion_level_5_stores_two_of_the_tokens_spent():
    p = Position("Communion").spell("Communion", 5).pool("red:t red:s red:c").at("evening")
    p.learn("Sacrifice", 3, "red:t red:s red:c", "circle")
    assert p["phase"] == names.STORING_SPENT
    assert p.picks() == {"red:t"}  # with the square after it; the circle stays on the card
    p.pick("red:t").pick("red:s")
    assert p.tokens("familiar", 0) == read("red:t red:s")
    assert p["discards_size"] == 0


def test_communion_level_5_works_for_itself():
    p = Position("Communion").pool("yellow:t*2 yellow:s*2 yellow:c").at("evening")
    p.learn("Communion", 5, "yellow:t*2 yellow:s*2 yellow:c", "circle").pick("yellow:t").pick("yellow:s")
    assert p.tokens("familiar", 0) == read("yellow:t yellow:s")
    assert p.tokens("discards") == read("yellow:t yellow:s")


def test_communion_level_5_stores_what_fits():
    p = Position("Communion").spell("Communion", 5).fill_familiar(13).pool("red:t red:s red:c").at("evening")
    p.learn("Sacrifice", 3, "red:t red:s red:c", "circle").pick("red:s")
    assert (p["stored"][0], p["seat"]) == (14, 1)
    full = Position("Communion").spell("Communion", 5).fill_familiar(14).pool("red:t red:s red:c").at("evening")
    full.learn("Sacrifice", 3, "red:t red:s red:c", "circle")
    assert full["seat"] == 1
