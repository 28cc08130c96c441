"""Rulebook, "Spell Descriptions": each of the 16 effects, for every variant on our cards."""

import pytest

from simkit.games.spellbloom.names import COLOURS, DICE, ELEMENTS, REGIONS, SIGILS
from tests.games.spellbloom.position import Position, find_spell, find_spells, tables

PLAIN = "S60"  # a spell without bottle; the tests below look for others where it matters


def variants(effect, column):
    """Return (spell id, what its effect is about) for every card of an effect."""
    return [(row["id"], row[column]) for row in tables().rows["spells"] if row["effect"] == effect]


def other(colour, *more):
    """Return a die colour that is none of these."""
    return next(c for c in DICE if c not in (colour, *more))


def region(colour):
    """Return the region of a die's colour."""
    return REGIONS[DICE.index(colour)]


def quiet(p, *colours):
    """Lay spells without bottle on the regions of these dice."""
    names = iter([n for e in ("colour_total", "element_total", "row_colour_total") for n in find_spells(effect=e)])
    for colour in colours:
        p.island(region(colour), next(n for n in names if n in p.deck()))
    return p


# change_die


@pytest.mark.parametrize(("name", "colour"), variants("change_die", "die"))
def test_change_die_turns_a_provision_die_by_one_or_two(name, colour):
    d = other(colour)
    for face, cost in ((2, 0), (3, None), (1, 0), (5, 0), (6, 1)):
        if face == 3:
            continue
        p = quiet(Position().dice(**{d: 3, colour: face}).guides().mana(cost).book(0, name), d)
        supply = int(p["supply"])
        p.learn(region(d), d, colour, change_slots=frozenset([0]))
        assert p["mana"][0] == 0
        assert p["bottled"][0] == 1
        assert p["supply"] == supply - 1 + cost
        assert p.face(colour) == p.face(d)
        assert p.face(d) == 3 or cost == 1


@pytest.mark.parametrize(("name", "colour"), variants("change_die", "die"))
def test_change_die_turns_the_difficulty_die(name, colour):
    d = other(colour)
    p = quiet(Position().dice(**{d: 4, colour: 2}).guides().mana(0).book(0, name), colour)
    p.learn(region(colour), colour, d, change_slots=frozenset([0]))
    assert p.face(colour) == 4
    p.place(1)
    assert p["difficulty"] == 4


@pytest.mark.parametrize(("name", "colour"), variants("change_die", "die"))
def test_change_die_turns_a_guide_die(name, colour):
    """Ruling SP-R25."""
    d = other(colour)
    p = quiet(Position().dice(**{d: 4}).guides(**{colour: 2}).mana(1).book(0, name), d)
    p.learn(region(d), d, guide=colour, change_slots=frozenset([0]))
    assert int(p["guide"][DICE.index(colour)]) == 4
    assert p["mana"][0] == 0


@pytest.mark.parametrize(("name", "colour"), variants("change_die", "die"))
def test_change_die_turns_no_other_colour_and_never_three(name, colour):
    d, e = other(colour), other(colour, other(colour))
    assert quiet(Position().dice(**{d: 3, e: 5}).guides().mana(0).book(0, name), d, e).payments() == []
    assert quiet(Position().dice(**{d: 3, colour: 6}).guides().mana(0).book(0, name), d, colour).payments() == []


def test_change_die_used_for_its_payment_is_used_up():
    p = quiet(Position().dice(white=3, blue=5).guides().mana(0).book(0, find_spell(effect="change_die", die="blue")), "white")
    p.learn("Snowlands", "white", "blue", change_slots=frozenset([0]), slot=1)
    assert not p.can_activate(0)


def test_change_die_with_mana_on_it_is_no_help():
    spell = find_spell(effect="change_die", die="blue")
    p = quiet(Position().dice(white=3, blue=5).guides().mana(0).book(0, spell, mana=True), "white", "blue")
    assert p.payments() == []


def test_change_die_that_saves_nothing_is_activated_afterwards():
    """Ruling SP-R37."""
    spell = find_spell(effect="change_die", die="blue")
    p = quiet(Position().dice(white=3, blue=3).guides().mana(0).book(0, spell), "white", "blue")
    assert all(not x.change_slots for x in p.payments())
    p.learn("Snowlands", "white", "blue", slot=1).activate(0)
    assert p.face("blue") == 3


def test_two_change_die_spells_add_up():
    blue, yellow = find_spell(effect="change_die", die="blue"), find_spell(effect="change_die", die="yellow")
    p = quiet(Position().dice(white=2, blue=4, yellow=4).guides().mana(2).book(0, blue).book(1, yellow), "white")
    assert p.costs(region="Snowlands", provision=frozenset(["blue", "yellow"]), change_slots=frozenset([0, 1])) == [2]
    p.learn("Snowlands", "white", "blue", "yellow", change_slots=frozenset([0, 1]))
    assert p.face("blue") + p.face("yellow") == p.face("white")


# region_points


@pytest.mark.parametrize(("name", "where"), variants("region_points", "region"))
def test_region_points(name, where):
    d = DICE[REGIONS.index(where)]
    e = other(d)
    for learned_from, points in ((d, 2), (e, 0)):
        p = quiet(Position().dice(**{d: 3, e: 3}).mana(0).book(0, name), d, e)
        p.learn(region(learned_from), learned_from, e if learned_from == d else d, slot=5).activate(0)
        assert p.points()["effects"] == points


# sigil_mana


@pytest.mark.parametrize(("name", "sigil"), variants("sigil_mana", "sigil"))
@pytest.mark.parametrize(
    ("slot", "side", "printed"), [(0, "left", "circle"), (4, "right", "triangle"), (5, "left", "square"), (9, "right", "circle")]
)
def test_sigil_mana(name, sigil, slot, side, printed):
    spell = next(row["id"] for row in tables().rows["spells"] if row[side] == printed and row["effect"] != "sigil_mana")
    p = Position().dice(white=3, blue=3).mana(0).book(2, name).island("Snowlands", spell).learn("Snowlands", "white", "blue", slot=slot)
    p.activate(2)
    assert p["mana"][0] == (2 if printed == sigil else 0)
    assert p.points()["effects"] == 0


def test_sigil_mana_once_for_two_sigils():
    """Ruling SP-R9."""
    name = find_spell(effect="sigil_mana", sigil="circle")
    circle = (
        find_spell(left="circle", right="circle", effect="colour_total")
        if find_spells(left="circle", right="circle", effect="colour_total")
        else next(n for n in find_spells(left="circle", right="circle") if n != name)
    )
    beside = next(n for n in find_spells(left="circle") if n not in (name, circle))
    p = Position().dice(white=3, blue=3).mana(0).book(9, name).book(1, beside).island("Snowlands", circle)
    p.learn("Snowlands", "white", "blue", slot=0).activate(9)
    assert p["mana"][0] == 2


def test_sigil_mana_only_for_a_sigil_completed_this_turn():
    name = find_spell(effect="sigil_mana", sigil="circle")
    old = next(n for n in find_spells(left="circle") if n != name)
    p = (
        quiet(Position().dice(white=3, blue=3).mana(0).book(0, old).book(7, name), "white")
        .learn("Snowlands", "white", "blue", slot=2)
        .activate(7)
    )
    assert p["mana"][0] == 0


def test_a_sigil_spell_completes_its_own_sigil():
    name = find_spell(effect="sigil_mana", sigil="square")
    row = next(r for r in tables().rows["spells"] if r["id"] == name)
    p = Position().dice(white=3, blue=3).mana(0).island("Snowlands", name)
    slot = 5 if row["left"] == "square" else 7
    if slot == 7:
        p.book(8, next(n for n in find_spells(left=row["right"]) if n != name))
    p.learn("Snowlands", "white", "blue", slot=slot).activate(slot)
    closed = row["left"] == "square" or row["right"] == "square"
    assert p["mana"][0] == (2 if closed else 0)


# reroll_colour


@pytest.mark.parametrize(("name", "colour"), variants("reroll_colour", "die"))
@pytest.mark.parametrize("used", [True, False])
def test_reroll_colour(name, colour, used):
    d, e = other(colour), other(colour, other(colour))
    faces = set()
    for game in range(30):
        p = quiet(Position(game=game).dice(**{d: 3, e: 3}).die(colour, 4, used=used).mana(0).book(0, name), d)
        p.learn(region(d), d, e, slot=5).activate(0, colour)
        assert colour in p.free()
        assert d not in p.free()
        assert p["bottled"][0] == 1
        faces.add(p.face(colour))
    assert len(faces) > 3


def test_reroll_colour_rerolls_no_other_die():
    name = find_spell(effect="reroll_colour", die="red")
    p = quiet(Position().dice(white=3, blue=3).book(0, name), "white").learn("Snowlands", "white", "blue", slot=5)
    assert [p.can_activate(0, colour) for colour in DICE] == [colour == "red" for colour in DICE]


# difficulty_points


@pytest.mark.parametrize(("name", "value"), variants("difficulty_points", "value"))
def test_difficulty_points(name, value):
    for face in range(1, 7):
        p = (
            quiet(Position().dice(white=face, blue=face).mana(0).book(0, name), "white")
            .learn("Snowlands", "white", "blue", slot=5)
            .activate(0)
        )
        assert p.points()["effects"] == (2 if face == value else 0)


@pytest.mark.parametrize(("name", "value"), variants("difficulty_points", "value"))
def test_difficulty_points_look_at_the_value_after_modification(name, value):
    p = quiet(Position().dice(white=value - 1, blue=value).guides().mana(1).book(0, name), "white")
    points = set()
    for x in p.payments(region="Snowlands"):
        q = quiet(Position().dice(white=value - 1, blue=value).guides().mana(1).book(0, name), "white").apply(x.action).place(5).activate(0)
        points.add(q.points()["effects"])
        assert q.points()["effects"] == (2 if q.face("white") == value else 0)
    assert 2 in points


@pytest.mark.parametrize(("name", "value"), variants("difficulty_points", "value"))
def test_difficulty_points_by_a_guide_die(name, value):
    p = quiet(Position().dice(blue=value).guides(white=value).mana(1).book(0, name), "white")
    p.learn("Snowlands", "guide", "blue", guide="white", slot=5).activate(0)
    assert p.points()["effects"] == 2


# any_region


@pytest.mark.parametrize(("name", "colour"), variants("any_region", "die"))
def test_any_region(name, colour):
    d = other(colour)
    p = Position().dice(**{colour: 4, d: 4}).mana(0).book(0, name)
    supply = int(p["supply"])
    assert {x.region for x in p.payments(difficulty=colour)} == set(REGIONS)
    assert {x.region for x in p.payments(difficulty=d)} == {region(d)}
    assert p.payments(region=region(colour), difficulty=colour)[0].any_slot is None
    p.learn(region(other(colour, d)), colour, d)
    assert p["bottled"][0] == 1
    assert p["supply"] == supply - 1
    p.place(5)


@pytest.mark.parametrize(("name", "colour"), variants("any_region", "die"))
def test_any_region_needs_an_available_own_die_and_a_free_bottle(name, colour):
    """Ruling SP-R11."""
    d, e = other(colour), other(colour, other(colour))
    p = Position().dice(**{d: 4, e: 4}).die(colour, 4, used=True).guides(**{colour: 4}).mana(1).book(0, name)
    assert all(x.any_slot is None for x in p.payments())
    p = Position().dice(**{colour: 4, d: 4}).mana(0).book(0, name, mana=True)
    assert {x.region for x in p.payments(difficulty=colour)} == {region(colour)}


# provision_points


@pytest.mark.parametrize(("name", "value"), variants("provision_points", "value"))
def test_provision_points_need_a_changed_die(name, value):
    """Ruling SP-R10: an unchanged die of the value scores nothing, unless the house rule says so."""
    for must_change, points in ((True, 0), (False, 1)):
        p = quiet(Position(provision_must_change=must_change).dice(white=value, blue=value).guides().mana(0).book(0, name), "white")
        p.learn("Snowlands", "white", "blue", slot=5).activate(0)
        assert p.points()["effects"] == points


@pytest.mark.parametrize(("name", "value"), variants("provision_points", "value"))
def test_provision_points(name, value):
    start = value - 1
    p = quiet(Position().dice(white=value, blue=start).guides().mana(1).book(0, name), "white")
    scored = []
    for x in p.payments(region="Snowlands"):
        q = quiet(Position().dice(white=value, blue=start).guides().mana(1).book(0, name), "white").apply(x.action).place(5).activate(0)
        assert q.points()["effects"] == (1 if q.face("blue") == value else 0)
        scored.append(q.points()["effects"])
    assert 1 in scored


@pytest.mark.parametrize(("each", "points"), [(False, 1), (True, 2)])
def test_provision_points_for_several_dice(each, points):
    """Ruling SP-R34."""
    name = find_spell(effect="provision_points", value=2)
    p = quiet(Position(provision_each=each).dice(white=4, blue=1, green=1).guides().mana(2).book(0, name), "white")
    best = 0
    for x in p.payments(region="Snowlands", provision=frozenset(["blue", "green"])):
        q = quiet(Position(provision_each=each).dice(white=4, blue=1, green=1).guides().mana(2).book(0, name), "white").apply(x.action)
        best = max(best, q.place(5).activate(0).points()["effects"])
    assert best == points


def test_provision_points_not_for_a_changed_difficulty_die():
    name = find_spell(effect="provision_points", value=4)
    p = quiet(Position().dice(white=3, blue=4).guides().mana(1).book(0, name), "white")
    for x in p.payments(region="Snowlands"):
        q = quiet(Position().dice(white=3, blue=4).guides().mana(1).book(0, name), "white").apply(x.action).place(5).activate(0)
        assert q.points()["effects"] == 0


# adjacent_points


@pytest.mark.parametrize(("name", "element"), variants("adjacent_points", "effect_element"))
@pytest.mark.parametrize(
    ("old", "new", "beside"),
    [(0, 1, True), (1, 0, True), (2, 7, True), (7, 2, True), (0, 6, False), (4, 5, False), (0, 2, False), (5, 4, False), (3, 9, False)],
)
def test_adjacent_points(name, element, old, new, beside):
    """Ruling SP-R13."""
    first, second = [n for n in find_spells(element=element) if n != name][:2]
    elsewhere = next(slot for slot in (8, 3, 6) if slot not in (old, new))
    p = Position().dice(white=3, blue=3).mana(0).book(old, first).book(elsewhere, name).island("Snowlands", second)
    own = next(r for r in tables().rows["spells"] if r["id"] == name)["element"] == element
    p.learn("Snowlands", "white", "blue", slot=new).activate(elsewhere)
    touches = abs(elsewhere - new) == 5 or (abs(elsewhere - new) == 1 and elsewhere // 5 == new // 5)
    assert p.points()["effects"] == (3 if beside or (own and touches) else 0)


def test_adjacent_points_need_both_spells_of_the_element():
    name = find_spell(effect="adjacent_points", effect_element="Forest")
    forest, fire = find_spell(element="Forest", effect="colour_total"), find_spell(element="Fire", effect="colour_total")
    for old, new in ((forest, fire), (fire, forest)):
        p = Position().dice(white=3, blue=3).mana(0).book(0, old).book(8, name).island("Snowlands", new)
        p.learn("Snowlands", "white", "blue", slot=1).activate(8)
        assert p.points()["effects"] == 0


# reroll_value


@pytest.mark.parametrize(("name", "value"), variants("reroll_value", "value"))
def test_reroll_value(name, value):
    different = value % 6 + 1
    p = quiet(Position().dice(white=different, blue=different).die("red", value, used=True).die("green", value).mana(0).guides(), "white")
    p.die("yellow", different, used=True).die("black", different, used=True).book(0, name)
    p.learn("Snowlands", "white", "blue", slot=5)
    assert [colour for colour in DICE if p.can_activate(0, colour)] == ["green", "red"]
    rolls = p["rolls"][0].tolist()
    p.activate(0, "red")
    assert p.free() == {"green", "red"}
    assert p["rolls"][0].tolist() == [n + (colour == "red") for n, colour in zip(rolls, DICE, strict=True)]


@pytest.mark.parametrize(("name", "value"), variants("reroll_value", "value"))
def test_reroll_value_sees_dice_turned_for_the_payment(name, value):
    p = quiet(Position().dice(white=value, blue=value - 1).guides().mana(1).book(0, name), "white")
    for colour in ("green", "yellow", "red", "black"):
        p.die(colour, value % 6 + 1, used=True)
    p.learn("Snowlands", "white", "blue", slot=5)
    assert any(p.can_activate(0, colour) for colour in DICE)


# colour_points


@pytest.mark.parametrize(("name", "colour"), variants("colour_points", "effect_colour"))
def test_colour_points_count_the_spell_itself(name, colour):
    """Ruling SP-R26."""
    others = [n for n in find_spells(colour=colour) if n != name][:3]
    p = quiet(Position().dice(white=3, blue=3).mana(0).book(0, name), "white")
    learned = next(r for r in tables().rows["spells"] if r["id"] == p.spell_at("Snowlands"))
    for slot, n in zip((1, 2, 3), [n for n in others if n != p.spell_at("Snowlands")], strict=False):
        p.book(slot, n)
    own = next(r for r in tables().rows["spells"] if r["id"] == name)["colour"] == colour
    there = sum(int(p["book"][0, slot]) >= 0 for slot in (1, 2, 3))
    p.learn("Snowlands", "white", "blue", slot=9).activate(0)
    assert p.points()["effects"] == there + own + (learned["colour"] == colour)


# effects at the end of the game


def ends(p, seat=0):
    return p.score()[seat]["end_effects"]


@pytest.mark.parametrize(("name", "colour"), variants("row_colour_total", "effect_colour"))
def test_row_colour_total(name, colour):
    quiet_ones = [n for n in find_spells(colour=colour) if n != name and tables().rows["spells"][int(n[1:]) - 1]["amount"] is not None]
    a, b, c = [n for n in quiet_ones if next(r for r in tables().rows["spells"] if r["id"] == n)["effect"] in BOTTLES][:3]
    own = next(r for r in tables().rows["spells"] if r["id"] == name)["colour"] == colour
    p = Position().book(0, name).book(3, a).book(4, b).book(5, c)
    assert ends(p) == 3 * (2 + own)


BOTTLES = (
    "change_die", "region_points", "sigil_mana", "difficulty_points", "provision_points", "adjacent_points", "colour_points",
    "reroll_colour", "any_region", "reroll_value",
)  # fmt: skip


def bottled(number, **wanted):
    """Return ids of spells without end effect."""
    found = [n for n in find_spells(**wanted) if next(r for r in tables().rows["spells"] if r["id"] == n)["effect"] in BOTTLES]
    return found[:number]


@pytest.mark.parametrize(("name", "colour"), variants("colour_total", "effect_colour"))
def test_colour_total(name, colour):
    own = next(r for r in tables().rows["spells"] if r["id"] == name)["colour"] == colour
    p = Position().book(0, name)
    for slot, n in zip((1, 6, 9), bottled(3, colour=colour), strict=True):
        p.book(slot, n)
    assert ends(p) == 2 * (3 + own)


@pytest.mark.parametrize(("name", "element"), variants("element_total", "effect_element"))
def test_element_total(name, element):
    own = next(r for r in tables().rows["spells"] if r["id"] == name)["element"] == element
    p = Position().book(0, name)
    for slot, n in zip((1, 6, 9), bottled(3, element=element), strict=True):
        p.book(slot, n)
    assert ends(p) == 2 * (3 + own)


@pytest.mark.parametrize(("name", "colour"), variants("colour_majority", "effect_colour"))
def test_colour_majority_is_strict_and_looks_at_every_other_player(name, colour):
    """Ruling SP-R14."""
    own = next(r for r in tables().rows["spells"] if r["id"] == name)["colour"] == colour
    mine, second, third = bottled(9, colour=colour)[:2], bottled(9, colour=colour)[2:5], bottled(9, colour=colour)[5:8]
    number = 2 + own
    for theirs in range(4):
        for owner in (1, 2):
            p = Position(3).book(0, name).book(1, mine[0]).book(2, mine[1])
            for slot, n in enumerate((second + third)[:theirs]):
                p.book(slot, n, seat=owner)
            assert ends(p) == (6 if number > theirs else 0)


@pytest.mark.parametrize("name", find_spells(effect="element_majority"))
def test_element_majority(name):
    row = next(r for r in tables().rows["spells"] if r["id"] == name)
    more, less = row["effect_element"], row["other_element"]
    for a, b in ((2, 1), (2, 2), (1, 2), (1, 0), (0, 0)):
        p = Position().book(0, name)
        for slot, n in zip((1, 2), bottled(a, element=more), strict=False):
            p.book(slot, n)
        for slot, n in zip((3, 4), bottled(b, element=less), strict=False):
            p.book(slot, n)
        a, b = a + (row["element"] == more), b + (row["element"] == less)
        assert ends(p) == (5 if a > b else 0)


@pytest.mark.parametrize("name", find_spells(effect="element_pairs"))
def test_element_pairs(name):
    row = next(r for r in tables().rows["spells"] if r["id"] == name)
    first, second = row["effect_element"], row["other_element"]
    for a, b in ((3, 2), (2, 2), (1, 3), (0, 3)):
        p = Position().book(0, name)
        for slot, n in zip((1, 2, 3), bottled(a, element=first), strict=False):
            p.book(slot, n)
        for slot, n in zip((6, 7, 8), bottled(b, element=second), strict=False):
            p.book(slot, n)
        a, b = a + (row["element"] == first), b + (row["element"] == second)
        assert ends(p) == 4 * min(a, b)


def test_each_pair_card_counts_for_itself():
    """Ruling SP-R34: spells are used once on each scoring card, not across cards."""
    both = find_spells(effect="element_pairs")[:2]
    p, q, r = Position(), Position(), Position()
    p.book(0, both[0]).book(1, both[1])
    others = bottled(2, element="Fire") + bottled(2, element="Water") + bottled(2, element="Wind")
    for slot, n in enumerate(others):
        p.book(slot + 2, n)
        q.book(slot + 2, n)
        r.book(slot + 2, n)
    q.book(0, both[0]).book(1, bottled(9, element=element_of(both[1]))[-1])
    r.book(1, both[1]).book(0, bottled(9, element=element_of(both[0]))[-1])
    assert ends(p) == ends(q) + ends(r)


def element_of(name):
    return next(r for r in tables().rows["spells"] if r["id"] == name)["element"]


def test_the_sheets_words_are_all_covered():
    """Every effect of the sheet has a test above."""
    tested = {*BOTTLES, "row_colour_total", "colour_total", "colour_majority", "element_majority", "element_total", "element_pairs"}
    assert {row["effect"] for row in tables().rows["spells"]} == tested
    assert len(COLOURS) == len(ELEMENTS) == 5
    assert len(SIGILS) == 3
