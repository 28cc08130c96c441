"""The component tables hold what is known of the printed game, and faulty sheets are refused."""

from collections import Counter

import pytest

from simkit.core.game import Unknown
from simkit.games.spellbook import GAME, components
from simkit.games.spellbook.names import COLOURS, LEVELS, RUNES, SPELLS
from tests.games.sheets import changed
from tests.games.spellbook.position import Position, machine, tables

SHEETS = tables().rows
POINTS = {
    "Sacrifice": (1, 2, 3), "Levitation": (3, 4, 5), "Purification": (1, 2, 3), "Offering": (2, 4, 6), "Time Travel": (2, 4, 6),
    "Transmutation": (4, 4, 4), "Abundance": (3, 5, 7), "Eruption": (2, 3, 4), "Sharing": (4, 4, 4), "Cure": (3, 4, 5),
    "Focus": (3, 4, 5), "Storm": (4, 6, 8), "Swiftness": (3, 6, 0), "Knowledge": (0, 0, 0), "Blaze": (0, 2, 5), "Divination": (2, 3, 4),
    "Growth": (3, 4, 6), "Feast": (2, 2, 0), "Clone": (4, 5, 6), "Mirage": (2, 3, 6), "Communion": (0, 0, 0),
}  # fmt: skip
KINDS = {
    "Transmutation": "-AA", "Storm": "-AA", "Abundance": "III", "Swiftness": "IIP", "Knowledge": "EEE", "Feast": "AAE", "Mirage": "PPP",
    "Communion": "IEP",
}  # fmt: skip
LETTERS = {"none": "-", "action": "A", "instant": "I", "permanent": "P", "endgame": "E"}


def test_105_tokens_five_of_each_colour_and_rune():
    assert Counter({(row["colour"], row["rune"]): row["copies"] for row in SHEETS["tokens"]}) == {(c, r): 5 for c in COLOURS for r in RUNES}
    assert GAME.config()[0]["tokens"] == 105


def test_the_familiar_has_14_spaces_and_18_points_when_full():
    track = {row["stored"]: row["points"] for row in SHEETS["familiar"]}
    assert [track[i] for i in range(15)] == [0, 1, 2, 3, 4, 5, 7, 8, 9, 11, 12, 13, 15, 16, 18]


def test_21_spells_one_of_each_colour_in_each_set():
    assert len(SHEETS["spells"]) == 21
    assert Counter((row["set"], row["colour"]) for row in SHEETS["spells"]) == {(s, c): 1 for s in (1, 2, 3) for c in COLOURS}
    assert Counter(row["phase"] for row in SHEETS["spells"]) == {"morning": 6, "midday": 5, "evening": 5, None: 5}
    named = {components.spell_number(row): row["id"].lower().replace(" ", "_") for row in SHEETS["spells"]}
    assert tuple(named[number] for number in range(21)) == SPELLS


@pytest.mark.parametrize("spell", POINTS)
def test_points_and_kinds(spell):
    row = next(row for row in SHEETS["spells"] if row["id"] == spell)
    assert tuple(row[f"points_{level}"] for level in LEVELS) == POINTS[spell]
    effects = {row["level"]: row for row in SHEETS["effects"] if row["spell"] == spell}
    assert "".join(LETTERS[effects[level]["kind"]] for level in LEVELS) == KINDS.get(spell, "AAA")
    assert [effects[level]["cost"] for level in LEVELS] == [3, 4, 5]


def test_our_tables_read_without_warning():
    assert tables().warnings == ()
    assert tables().provenance == {"external": 84}


def test_card_ids_name_63_cards():
    ids = components.card_ids(tables())
    assert len(ids) == len(set(ids)) == GAME.cards == 63
    assert ids[0] == "Sacrifice 3"
    assert ids[-1] == "Communion 5"


def test_a_changed_number_changes_play(tmp_path):
    line = "Eruption 3,Eruption,3,3,action,draw_until,,,,,,,"
    own = changed(GAME, tmp_path, "effects", (f"{line}4", f"{line}7"), most=1)
    p = Position("Eruption").spell("Eruption", 3)
    p.config = GAME.config(p.rules, own)[0]
    assert p.use("Eruption", 3)["pool_size"][0] == 7


def test_a_number_that_an_effect_does_not_use_does_nothing(tmp_path):
    own = changed(GAME, tmp_path, "effects", ("instant,draw,,,,,,,2", "instant,draw,,,,,,3,2"), most=1)
    assert any("takes" in note for note in own.notes)
    assert GAME.config({}, own).tobytes() == GAME.config().tobytes()


def test_a_changed_cost_changes_payments(tmp_path):
    own = changed(GAME, tmp_path, "effects", ("Sacrifice 3,Sacrifice,3,3,", "Sacrifice 3,Sacrifice,3,2,"), most=1)
    assert "cost of Sacrifice 3: 2, the game has 3" in own.warnings
    p = Position().pool("red:t*2").at("evening")
    p.config = GAME.config(p.rules, own)[0]
    assert p.learnable() == {("sacrifice", 3)}


def test_row_order_means_nothing(tmp_path):
    for name in ("spells", "effects", "tokens", "familiar"):
        head, *rows = (components.DEFAULT / f"{name}.csv").read_text(encoding="utf-8").splitlines()
        (tmp_path / f"{name}.csv").write_text("\n".join([head, *reversed(rows)]) + "\n", encoding="utf-8")
    assert GAME.config({}, components.read(tmp_path)).tobytes() == GAME.config().tobytes()


@pytest.mark.parametrize(
    ("name", "old", "new", "words"),
    [
        ("spells", "Sacrifice,1,red", "Sacrifice,1,rad", "column colour: 'rad' is not one of .*did you mean 'red'"),
        ("spells", "Sacrifice,1,red", "Sacrifice,2,red", "red spells of set 1; expected one"),
        ("spells", "Levitation,1,violet,morning", "Levitation,1,violet,", "kind: action, but Levitation has no phase"),
        ("effects", "Sacrifice 3,Sacrifice,3", "Sacrifice 3,Sacrifise,3", "'Sacrifise' is no spell"),
        ("effects", "Sacrifice 3,Sacrifice,3", "Sacrifice 3,Sacrifice,4", "rows for Sacrifice at level 3; expected one"),
        ("effects", "discard_and_draw,circle", "discard_and_draw,", "column rune: empty; discard_and_draw needs it"),
        ("effects", "instant,draw,,,,,,,2", "instant,draw,,,,,,,", "column draw: empty; draw needs it"),
        ("effects", "instant,draw,,,,,,,2", "instant,draw,,,,,,,0", "column draw: 0; draw needs one or more"),
        ("effects", "instant,draw,", "permanent,draw,", "column kind: permanent; draw can be action or instant"),
        ("tokens", "red,triangle", "red,square", "'square' stands in row 2 already"),
        ("tokens", "red,triangle,5,external\n", "", "expected each of the 21 kinds"),
        ("familiar", "13,16", "15,16", "column stored: expected 0, 1, 2"),
    ],
)
def test_faulty_sheets_are_refused(tmp_path, name, old, new, words):
    with pytest.raises(Unknown, match=words):
        changed(GAME, tmp_path, name, (old, new), most=1)


def test_other_counts_are_warnings(tmp_path):
    own = changed(GAME, tmp_path, "tokens", ("red,triangle,5", "red,triangle,6"), most=1)
    assert own.warnings[-1] == "1 token more than the game: tokens 106 (105), red triangle 6 (5)"


def test_every_card_can_be_told_in_words():
    said = [GAME.text.card(tables(), number) for number in range(GAME.cards)]
    assert len(set(said)) == 63
    assert said[3] == "Levitation 3, violet, morning: take 2 circle tokens from the altar (3 points)"
    assert machine()
