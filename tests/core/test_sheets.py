"""Card tables: what is refused, where it is said to stand, and what counts as a card."""

from pathlib import Path

import pytest

from simkit.core.game import Unknown
from simkit.core.sheets import PROVENANCE, Effect, Field, Problems, Sheet, Tables, read_tables, where_of
from simkit.registry import game

CARDS = Sheet(
    "cards",
    (
        Field("id", "identity"),
        Field("points", "points", low=0, high=9),
        Field("copies", "copies", low=0, high=9, optional=True),
        Field("provenance", "where from", PROVENANCE),
    ),
    key="id",
)
BOARD = Sheet("board", (Field("row", "row", low=1, high=2), Field("provenance", "where from", PROVENANCE)))
HEAD = "id,points,copies,provenance\n"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (f"{HEAD}a,1,,own\n\n\nb,x,,own\n", r"cards\.csv, row 5 \(b\), column points: 'x' is not a whole number"),
        (f"\n{HEAD}a,x,,own\n", r"cards\.csv, row 3 \(a\), column points"),
        (f"{HEAD}a,1,,own\n,,,\na,1,,own\n", r"cards\.csv, row 4, column id: 'a' stands in row 2 already"),
        (f"{HEAD}a,1,,own\nb,1,,own,7\n", r"cards\.csv, row 3: 5 cells, but the header has 4"),
        ("id,points,points,provenance\na,1,2,own\n", r"cards\.csv, row 1: column 'points' stands 2 times in the header"),
    ],
)
def test_what_is_wrong_is_named_where_it_stands(tmp_path: Path, text: str, message: str) -> None:
    (tmp_path / "cards.csv").write_text(text, encoding="utf-8")
    with pytest.raises(Unknown, match=message):
        CARDS.read(tmp_path)


def test_only_cards_are_counted(tmp_path: Path) -> None:
    (tmp_path / "cards.csv").write_text(f"{HEAD}a,1,,own\nb,1,0,printed\nc,1,3,derived\n", encoding="utf-8")
    (tmp_path / "board.csv").write_text("row,provenance\n1,own\n2,printed\n", encoding="utf-8")
    tables = read_tables(tmp_path, (CARDS, BOARD), lambda rows, folder: [])
    assert tables.provenance == {"derived": 3, "own": 1}


def test_spellbloom_has_105_cards() -> None:
    assert game("spellbloom").components.read().provenance == {"derived": 30, "invented": 75}


DICE = ("blue", "red")
TOOLS = Sheet(
    "tools",
    (
        Field("id", "identity"),
        Field("effect", "what it does", ("turn", "gain", "none")),
        Field("die", "die it speaks of", DICE, optional=True),
        Field("amount", "points or steps", low=-9, high=9, optional=True),
        Field("text", "free", optional=True),
        Field("provenance", "where from", PROVENANCE),
    ),
    key="id",
    words="a tool: {effect:words}",
    codes={
        "effect": {"turn": Effect("turn your {die} die by {amount:steps}"), "gain": Effect("{amount:points}"), "none": Effect("no effect")}
    },
)
PLAIN = "id,effect,die,amount,text,provenance\na,turn,blue,1,Zoë,own\nb,gain,,3,,invented\nc,none,,,,own\n"


def tools(folder: Path, content: str | bytes, name: str = "tools.csv") -> Tables:
    folder.mkdir(exist_ok=True)
    (folder / name).write_bytes(content if isinstance(content, bytes) else content.encode())
    return read_tables(folder, (TOOLS,), lambda rows, folder: [], folder)


@pytest.fixture
def plain(tmp_path: Path) -> Tables:
    return tools(tmp_path / "plain", PLAIN)


@pytest.mark.parametrize(
    ("content", "written"),
    [
        (PLAIN.encode("utf-8-sig"), "UTF-8 with a byte order mark, comma"),
        (PLAIN.encode("cp1252"), "Windows-1252, comma"),
        (PLAIN.encode("utf-16"), "UTF-16, comma"),
        (PLAIN.replace(",", ";"), "UTF-8, semicolon"),
        (PLAIN.replace(",", "\t").encode("cp1252"), "Windows-1252, tab"),
        ("sep=;\r\n" + PLAIN.replace(",", ";"), "UTF-8, semicolon"),
        (PLAIN.replace("\n", "\r\n"), "UTF-8, comma"),
        (PLAIN.replace("Zoë", "Zoe\u0308"), "UTF-8, comma"),
        (PLAIN.replace("\n", ",,,\n\n"), "UTF-8, comma"),
        (PLAIN.replace("id,effect", " ID , Effect\u00a0").replace("turn,blue", "TURN , Blue"), "UTF-8, comma"),
        (PLAIN.replace(",1,", ",1.0,").replace(",3,", ',"3,00",'), "UTF-8, comma"),
        (PLAIN.replace("provenance\n", "provenance,Notes,words\n").replace("own\n", "own,mine,old words\n"), "UTF-8, comma"),
        ("\n".join([*PLAIN.splitlines()[:1], *PLAIN.splitlines()[:0:-1]]), "UTF-8, comma"),
    ],
)
def test_how_a_sheet_is_written_changes_nothing_but_what_is_reported(
    tmp_path: Path, plain: Tables, content: str | bytes, written: str
) -> None:
    found = tools(tmp_path / "other", content)
    assert found.rows == plain.rows
    assert found.sha256 == plain.sha256
    assert (found.found[0].written, found.found[0].rows, found.found[0].cards) == (written, 3, 3)
    assert found.notes == ()


def test_names_of_files_may_have_capital_letters(tmp_path: Path, plain: Tables) -> None:
    assert tools(tmp_path / "other", PLAIN, "Tools.CSV").sha256 == plain.sha256


def test_a_minus_sign_is_a_minus(tmp_path: Path) -> None:
    assert tools(tmp_path, PLAIN.replace(",3,", ",\N{MINUS SIGN}3,")).rows["tools"][1]["amount"] == -3


def test_a_row_of_notes_alone_is_no_card(tmp_path: Path, plain: Tables) -> None:
    text = PLAIN.replace("provenance\n", "provenance,notes\n") + ",,,,,,tools of the second box below\nd,none,,,,,mine\n"
    found = tools(tmp_path, text)
    assert [row["id"] for row in found.rows["tools"]] == ["a", "b", "c", "d"]
    assert found.rows["tools"][3]["provenance"] == "own"


@pytest.mark.parametrize("number", ["1.5", "1,000", "1.000", "0x1", "1e0", "\u0661", "- 1", "one"])
def test_what_is_no_whole_number_is_refused(tmp_path: Path, number: str) -> None:
    with pytest.raises(Unknown, match=r"row 3 \(b\), column amount: .* is not a whole number from -9 to 9"):
        tools(tmp_path, PLAIN.replace(",3,", f',"{number}",'))


def test_filled_cells_that_nothing_uses_are_remarked(tmp_path: Path, plain: Tables) -> None:
    found = tools(tmp_path, PLAIN.replace("b,gain,,", "b,gain,red,").replace("c,none,,,", "c,none,,7,"))
    assert found.remarks == (
        f"{tmp_path / 'tools.csv'}, row 3 (b), column die: 'red' is not used; gain uses amount",
        f"{tmp_path / 'tools.csv'}, row 4 (c), column amount: 7 is not used; none uses none of these columns",
    )
    assert found.warnings == ()  # a remark is no property of what is played


def test_all_errors_of_a_sheet_are_told_at_once(tmp_path: Path) -> None:
    text = "id,effect,dye,amount,provenance\na,turn,,x,own\nz,turn,,1,own\na,trun,,1,own\nb,gain,,,own,,,1\nc,gain,,,lent\n"
    with pytest.raises(Problems) as error:
        tools(tmp_path, text)
    file = tmp_path / "tools.csv"
    assert str(error.value).splitlines() == [
        f"{file}, row 1: unknown column 'dye' (did you mean 'die'?); known are id, effect, die, amount, text, provenance, words, notes",
        f"{file}, row 2 (a), column amount: 'x' is not a whole number from -9 to 9",
        f"{file}, row 1: column 'die' is missing, which turn needs (die it speaks of)",
        f"{file}, row 4 (a), column effect: 'trun' is not one of turn, gain, none (did you mean 'turn'?)",
        f"{file}, row 4, column id: 'a' stands in row 2 already",
        f"{file}, row 5: 8 cells, but the header has 5; put text with a separator into quotes",
        f"{file}, row 6 (c), column provenance: 'lent' is not one of printed, derived, external, invented, own (did you mean 'invented'?)",
        f"{file}, row 6 (c), column amount: empty; gain needs it, a whole number from -9 to 9",
        "8 errors",
    ]
    assert error.value.found[0].rows == 5


def test_twenty_errors_are_enough(tmp_path: Path) -> None:
    with pytest.raises(Problems) as error:
        tools(tmp_path, PLAIN + "".join(f"x{number},twist,,,,\n" for number in range(25)))
    lines = str(error.value).splitlines()
    assert len(lines) == 21
    assert lines[-1] == "... and 5 more: 25 errors"
    assert len(error.value.problems) == 25


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", r"tools\.csv: empty; expected a header with id, effect"),
        ("die,amount,provenance\nblue,1,own\n", r"row 1: column 'id' is missing \(identity\)\n.*column 'effect' is missing"),
        ("id,effect,,provenance\na,none,lost,own\n", r"row 2: 'lost' stands in a column without a name"),
        (PLAIN + 'd,none,,,"open,own\n', r"row 5: quotes that do not match"),
    ],
)
def test_what_cannot_be_a_sheet_is_named(tmp_path: Path, text: str, message: str) -> None:
    with pytest.raises(Problems, match=message):
        tools(tmp_path, text)


def test_files_that_are_not_read_are_remarked_and_missing_ones_are_ours(tmp_path: Path, plain: Tables) -> None:
    (tmp_path / "tool.csv").write_text("ideas,of mine\n", encoding="utf-8")
    (tmp_path / "cards.csv").write_text(f"{HEAD}a,1,,own\n", encoding="utf-8")
    found = read_tables(plain.folder, (CARDS, TOOLS), lambda rows, folder: [], tmp_path)
    assert found.warnings == (f"{tmp_path.name} has no tools.csv: our own tools are used",)
    assert found.remarks == (f"{tmp_path.name}: tool.csv is not read (did you mean 'tools.csv'?)",)
    assert found.rows["tools"] == plain.rows["tools"]


def test_a_game_may_refuse_several_things(tmp_path: Path) -> None:
    def check(rows: object, folder: Path) -> list[str]:
        raise Unknown("too few\ntoo many")

    (tmp_path / "tools.csv").write_text(PLAIN, encoding="utf-8")
    with pytest.raises(Problems) as error:
        read_tables(tmp_path, (TOOLS,), check, tmp_path)
    assert error.value.problems == ("too few", "too many")
    assert error.value.found[0].cards == 3


def test_slots_are_known_by_their_place(tmp_path: Path) -> None:
    slots = Sheet("slots", (Field("row", "row", low=1, high=20), Field("wants", "colour")), place=("row",))
    (tmp_path / "slots.csv").write_text("row,wants\n10,red\n2,blue\n", encoding="utf-8")
    rows = slots.read(tmp_path)
    assert [row["row"] for row in rows] == [2, 10]
    assert [(slots.name_of(row), slots.say(row), where_of(row)[-5:]) for row in rows] == [
        ("row 2", "wants blue", "row 3"),
        ("row 10", "wants red", "row 2"),
    ]
    (tmp_path / "slots.csv").write_text("row,wants\n2,red\n2,blue\n", encoding="utf-8")
    with pytest.raises(Unknown, match=r"row 3, column row: 2 stands in row 2 already"):
        slots.read(tmp_path)


@pytest.mark.parametrize(
    ("codes", "message"),
    [
        ({"effect": {"twist": Effect("")}}, "twist is not a choice of column effect"),
        ({"efect": {"turn": Effect("")}}, "turn is not a choice of column efect"),
        ({"effect": {"turn": Effect("turn {dye}")}}, "turn uses dye, which is no column"),
    ],
)
def test_codes_that_a_sheet_does_not_have_are_its_authors_mistake(codes: dict[str, dict[str, Effect]], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        Sheet("tools", TOOLS.fields, codes=codes)


def test_other_values_than_the_games_own_are_own_and_where_they_come_from_is_not_played(tmp_path: Path, plain: Tables) -> None:
    def read(content: str) -> Tables:
        tools(tmp_path / "mine", content)
        return read_tables(plain.folder, (TOOLS,), lambda rows, folder: [], tmp_path / "mine")

    text = PLAIN.replace("own", "printed")
    plain = tools(tmp_path / "plain", text)
    assert read(text).provenance == {"invented": 1, "printed": 2}
    spelled = read(text.replace("invented", "derived"))  # a cell alone
    assert (spelled.provenance, spelled.sha256) == ({"derived": 1, "printed": 2}, plain.sha256)
    changed = read(text.replace(",3,", ",4,") + "d,none,,,,printed\n")
    assert changed.provenance == {"own": 2, "printed": 2}
    assert [row["provenance"] for row in changed.rows["tools"]] == ["printed", "invented", "printed", "printed"]
    assert changed.sha256 not in {plain.sha256, read(text).sha256}


def test_an_empty_number_of_copies_is_one(tmp_path: Path) -> None:
    found = []
    for name, copies in (("one", "1"), ("two", "")):
        (tmp_path / name).mkdir()
        (tmp_path / name / "cards.csv").write_text(f"{HEAD}a,1,{copies},printed\n", encoding="utf-8")
        found.append(read_tables(tmp_path / "one", (CARDS,), lambda rows, folder: [], tmp_path / name))
    assert found[0].sha256 == found[1].sha256
    assert found[1].provenance == {"printed": 1}


@pytest.mark.parametrize(
    ("name", "content", "message"),
    [
        ("my - tools.csv", PLAIN, "'my - tools.csv' looks like tools: rename it tools.csv"),
        ("gear.csv", "id;Effect;amount;mine;yours\n", "'gear.csv' looks like tools: rename it tools.csv"),
        ("my great prototype - tools.csv", "a,b\n", r"holds none of tools.csv; there is .* \(did you mean 'tools.csv'\?\)"),
        ("ideas.csv", "id,name,cost\n", r"holds none of tools.csv$"),
    ],
)
def test_a_misnamed_sheet_is_known_by_its_columns(tmp_path: Path, plain: Tables, name: str, content: str, message: str) -> None:
    (tmp_path / name).write_text(content, encoding="utf-8")
    with pytest.raises(Unknown, match=message):
        read_tables(plain.folder, (TOOLS,), lambda rows, folder: [], tmp_path)


def test_two_sheets_of_one_kind_are_one_too_many(tmp_path: Path) -> None:
    (tmp_path / "tools old.csv").write_text(PLAIN, encoding="utf-8")
    with pytest.raises(Problems, match=r"'tools old.csv' looks like tools: tools is there too: keep one of them here$"):
        tools(tmp_path, PLAIN)


def test_a_column_of_ones_own_is_not_read(tmp_path: Path, plain: Tables) -> None:
    text = PLAIN.replace("provenance\n", "provenance,Meine Notizen\n").replace("own\n", "own,gut\n") + ",,,,,,for later\n"
    found = tools(tmp_path, text)
    assert found.sha256 == plain.sha256
    assert found.remarks == (f"{tmp_path / 'tools.csv'}, row 1: column 'Meine Notizen' is not read; call it notes to silence this",)
    found = tools(tmp_path, text.replace("Notizen\n", "Notizen,amount of fun\n"))  # amount is there: it is no slip
    assert [remark.partition(": ")[2] for remark in found.remarks] == [
        "column 'Meine Notizen' is not read; put it into a column notes to silence this",
        "column 'amount of fun' is not read; put it into a column notes to silence this",
    ]


MANY = "".join(f"a{number:02d},gain,,{number},x,own\n" for number in range(1, 9))
TITLES = "id,effect,die,amount,text,provenance\n"


@pytest.mark.parametrize(
    ("text", "messages"),
    [
        (TITLES.replace("effect,", "") + MANY, ["row 1: a column title is missing; it seems to be effect (what it does)"]),
        (TITLES.replace("effect,", "") + MANY.replace(",own\n", ",own,\n"), ["row 1: a column title is missing; it seems to be effect"]),
        (TITLES.replace("die", "") + MANY.replace("gain,,", "turn,red,"), ["row 1: a column title is missing; it seems to be die"]),
        (TITLES + MANY.replace(",own", ",own,mine"), ["row 1: a column title is missing; every row has more cells (row 2: 7) than the"]),
        (TITLES + MANY.replace("5,x,own", "5,x,y,own").replace("7,x,own", "7,x,y,own"),
         ["row 6: 7 cells, but the header has 6 (so does row 8); put text with a separator into quotes, or give the last column a title"]),
        (TITLES + MANY + "Total,,,36,,\n", ["row 10: a total is no card"]),
        (TITLES + MANY + ",,,36,,\n", ["row 10: a total is no card"]),
        (TITLES + MANY + ",,red,2,,\n", ["row 10: no card: id, effect are empty; leave the row out, or fill it in (id: any text not used"]),
        (TITLES + MANY.replace("a03", "").replace("a05", ""),
         ["row 4, column id: empty; any text not used yet, such as a09", "row 6, column id: empty; any text not used yet, such as a10"]),
    ],
)  # fmt: skip
def test_one_cause_is_one_message(tmp_path: Path, text: str, messages: list[str]) -> None:
    with pytest.raises(Problems) as error:
        tools(tmp_path, text)
    told = [problem.removeprefix(f"{tmp_path / 'tools.csv'}, ") for problem in error.value.problems]
    assert [problem[: len(message)] for problem, message in zip(told, messages, strict=True)] == messages


def test_words_that_say_the_name_stand_beside_the_id_alone() -> None:
    sheets = {sheet.name: sheet for sheet in (*game("spellbloom").components.SHEETS, *game("blume").components.SHEETS)}
    spell, slot = (game("spellbloom").components.read().rows[name][0] for name in ("spells", "spellbook"))
    tool = game("blume").components.read().rows["tools"][0]
    assert sheets["spells"].card_of(spell) == "S01"
    assert sheets["tools"].card_of(tool) == "G1"
    assert sheets["spellbook"].card_of(slot) == "slot in row 1, column 1"
    assert TOOLS.card_of({"id": "a", "effect": "none"}) == "a"
