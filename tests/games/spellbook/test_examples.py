"""Every numbered example of the game's fact sheet, SB-1 to SB-14, by its number."""

import pytest

from simkit.games.spellbook.names import COLOURS, EMPTY, FULL_FAMILIAR, SPELLS
from tests.games.spellbook.position import Position, read

TRACK = (0, 1, 2, 3, 4, 5, 7, 8, 9, 11, 12, 13, 15, 16, 18)


def test_sb_1_learn_level_3_with_three_tokens_of_the_colour():
    p = Position().pool("red:c red:t red:s green:c").at("evening").learn("Sacrifice", 3, "red:c red:t red:s", "circle")
    assert p.level("Sacrifice") == 3
    assert p["marker"][0, 0] == 2
    assert p.tokens("discards") == read("red:t red:s")
    assert p.tokens("pool", 0) == read("green:c")


def test_sb_2_a_wild_of_three_equal_runes_makes_level_4():
    p = Position().pool("yellow:t yellow:s yellow:c green:t red:t black:t").at("evening")
    paid = "yellow:t yellow:s yellow:c green:t red:t black:t"
    assert p.can_learn("Abundance", 4, paid)
    assert not any(level == 5 for spell, level in p.learnable())
    assert not p.can_learn("Abundance", 5, paid)
    p.learn("Abundance", 4, paid, "triangle")
    assert p.level("Abundance") == 4
    assert p["marker"][0, COLOURS.index("yellow")] == 0
    assert p["pool_size"][0] == 3  # all six are gone, Abundance itself draws three


def test_sb_2_one_stays_on_the_card_and_five_are_discarded():
    p = Position("Knowledge").pool("yellow:t yellow:s yellow:c green:t red:t black:t").at("evening")
    p.learn("Knowledge", 4, "yellow:t yellow:s yellow:c green:t red:t black:t", "triangle")
    assert p.tokens("discards") == read("yellow:s yellow:c green:t red:t black:t")
    assert p.tokens("pool", 0) == {}


@pytest.mark.parametrize(("before", "after"), [(0, 5), (1, 5), (4, 5), (5, 6), (9, 10), (10, 5)])
def test_sb_3_refill_of_the_altar(before, after):
    tokens = ["red:c", "red:t", "red:s", "green:c", "green:t", "green:s", "blue:c", "blue:t", "blue:s", "white:c"]
    p = Position().altar(" ".join(tokens[:before])).end_day()
    assert p["on_altar"] == after
    assert p["discards_size"] == (10 if before == 10 else 0)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_sb_4_setup(players):
    p = Position(players=players, deal=True)
    assert p["on_altar"] == 5
    assert p["pool_size"][:players].tolist() == [2] * players
    assert p["bag_size"] == 105 - 5 - 2 * players


@pytest.mark.parametrize("stored", range(14))
def test_sb_5_store_on_the_next_space(stored):
    p = Position().fill_familiar(stored).pool("red:c").at("midday")
    assert p.score()[0]["familiar"] == TRACK[stored]
    p.store("red:c")
    assert p["stored"][0] == stored + 1
    assert p.score()[0]["familiar"] == TRACK[stored + 1]
    p.skip()
    assert p["last_round"] == (FULL_FAMILIAR if stored == 13 else 0)


def test_sb_6_what_does_not_fit_stays_in_the_pool():
    p = Position().spell("Offering", 3).fill_familiar(13).pool("red:c red:t").at("midday").use("Offering", 3, "red:c")
    assert p["stored"][0] == 14
    assert p.tokens("pool", 0) == read("red:t")


def test_sb_7_pool_of_eight_draws_one():
    p = Position().pool("red:c*4 green:c*4").draw()
    assert p["pool_size"][0] == 9


@pytest.mark.parametrize("level", [3, 4, 5])
def test_sb_8_a_phase_spell_is_usable_from_the_next_day_at_its_level_or_a_lower_one(level):
    p = Position(players=2).altar("blue:s*2 green:t*2 yellow:c*2").pool("violet:t*5").at("evening")
    p.learn("Levitation", level, f"violet:t*{level}")
    p.end_day()  # seat 1
    assert p["seat"] == 0
    assert p.levels("Levitation") == set(range(3, level + 1))


def test_sb_8_not_on_the_day_itself():
    """Through Swiftness a morning action comes on the evening of learning: the spell learned that day has to wait."""
    p = Position("Swiftness", "Clone").altar("blue:s*2 green:t*2 yellow:c*2").spell("Clone", 4).pool("violet:t*3 blue:t*3").at("midday")
    p.learn("Levitation", 3, "violet:t*3", by_clone=True).learn("Swiftness", 3, "blue:t*3")
    assert p["phase"] == 3
    assert p.levels("Levitation") == set()
    p.skip().end_day()
    assert p.levels("Levitation") == {3}


@pytest.mark.parametrize(("spell", "field"), [("Abundance", "pool_size"), ("Swiftness", "mornings"), ("Mirage", "pool_size")])
def test_sb_9_a_spell_without_phase_has_its_learned_level_alone(spell, field):
    p = Position(spell).spell(spell, 5).altar("red:t green:c")
    for phase in ("morning", "midday", "evening"):
        while p["phase"] != ("morning", "midday", "evening").index(phase):
            p.skip()
        assert not p.uses(spell)


def test_sb_10_the_round_is_played_to_its_end():
    p = Position(players=3).fill_familiar(13).pool("red:c").at("midday").store("red:c").end_day()
    assert p["seat"] == 1
    p.end_day()
    assert (p["seat"], p["over"]) == (2, 0)
    p.end_day()
    assert p["over"] == FULL_FAMILIAR


def test_sb_11_more_spells_win_a_tie_then_the_bigger_pool():
    p = Position(players=2)
    p.spell("Sacrifice", 5).spell("Transmutation", 3)  # 3 + 4 points
    p.spell("Levitation", 5, seat=1).fill_familiar(2, seat=1)  # 5 + 2
    p.pool("red:c*2", seat=1)
    assert [row["total"] for row in p.score()] == [7, 7]
    assert [row["rank"] for row in p.score()] == [1, 2]
    assert [row["share"] for row in p.score()] == [60, 0]


def test_sb_11_equal_spells_then_the_pool_then_shared():
    p = Position(players=2).spell("Sacrifice", 3).spell("Sacrifice", 3, seat=1).pool("red:c", seat=1)
    assert [row["rank"] for row in p.score()] == [2, 1]
    p.pool("blue:c")
    assert [row["share"] for row in p.score()] == [30, 30]


def test_sb_12_classic_setup_has_a_spell_of_each_colour():
    seen = set()
    for game in range(60):
        p = Position(setup="classic", game=game, deal=True)
        spells = [SPELLS[int(number)] for number in p["spell"]]
        assert [SPELLS.index(name) % 7 for name in spells] == list(range(7))
        seen.update(spells)
    assert seen == set(SPELLS)


def test_sb_13_knowledge_at_level_4():
    p = Position("Knowledge").spell("Knowledge", 4).spell("Sacrifice", 5).spell("Levitation", 4).spell("Purification", 3)
    assert p.score()[0]["effects"] == 5


def test_sb_14_all_spells_of_set_1_at_level_5():
    p = Position()
    for name in ("Sacrifice", "Levitation", "Purification", "Offering", "Time Travel", "Transmutation", "Abundance"):
        p.spell(name, 5)
    assert p.score()[0]["spells"] == 34
    assert p["effect_card"] == EMPTY
