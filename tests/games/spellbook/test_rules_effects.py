"""Every spell at every level, used in full and where it cannot be; the effects are those of the printed cards."""

import pytest

from simkit.games.spellbook import names
from simkit.games.spellbook.names import RUNES
from tests.games.spellbook.position import Position, read

LEVELS = [3, 4, 5]
RUNE_AT = {3: "circle", 4: "triangle", 5: "square"}  # of Sacrifice, Levitation, Time Travel


def letter(level):
    return RUNE_AT[level][0]


def total(tokens):
    return sum(tokens.values())


# Set 1


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
    assert total(p.tokens("familiar", 0)) == number
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
def test_transmutation_replaces_the_wild_of_three(level):
    p = Position().spell("Transmutation", level, "circle").pool("red:t green:c black:c white:c").at("evening")
    assert not p.can_learn("Sacrifice", 3, "red:t green:c black:c white:c", by_rune=True)
    other = Position().spell("Transmutation", level, "square").pool("red:t*2 green:c").at("evening")
    assert not other.learnable()  # not the rune of its marker


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


# Set 2


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


# Set 3


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
