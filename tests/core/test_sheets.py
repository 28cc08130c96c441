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
        (f"{HEAD}a,1,,own\n\n\nb,x,,own\n", r"cards\.csv, row 5, column points: 'x' is not a whole number"),
        (f"\n{HEAD}a,x,,own\n", r"cards\.csv, row 3, column points"),
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
    with pytest.raises(Unknown, match=r"row 3, column amount: .* is not a whole number from -9 to 9"):
        tools(tmp_path, PLAIN.replace(",3,", f',"{number}",'))


def test_filled_cells_that_nothing_uses_are_remarked(tmp_path: Path, plain: Tables) -> None:
    found = tools(tmp_path, PLAIN.replace("b,gain,,", "b,gain,red,").replace("c,none,,,", "c,none,,7,"))
    assert found.remarks == (
        f"{tmp_path / 'tools.csv'}, row 3, column die: 'red' is not used; gain uses amount",
        f"{tmp_path / 'tools.csv'}, row 4, column amount: 7 is not used; none uses none of these columns",
    )
    assert found.warnings == ()  # a remark is no property of what is played


def test_all_errors_of_a_sheet_are_told_at_once(tmp_path: Path) -> None:
    text = "id,effect,dye,amount,provenance\na,turn,,x,own\nz,turn,,1,own\na,trun,,1,own\nb,gain,,,own,,,1\nc,gain,,,lent\n"
    with pytest.raises(Problems) as error:
        tools(tmp_path, text)
    file = tmp_path / "tools.csv"
    assert str(error.value).splitlines() == [
        f"{file}, row 1: unknown column 'dye' (did you mean 'die'?); known are id, effect, die, amount, text, provenance, words, notes",
        f"{file}, row 2, column amount: 'x' is not a whole number from -9 to 9",
        f"{file}, row 1: column 'die' is missing, which turn needs (die it speaks of)",
        f"{file}, row 4, column effect: 'trun' is not one of turn, gain, none (did you mean 'turn'?)",
        f"{file}, row 4, column id: 'a' stands in row 2 already",
        f"{file}, row 5: 8 cells, but the header has 5; put text with a separator into quotes",
        f"{file}, row 6, column provenance: 'lent' is not one of printed, derived, external, invented, own (did you mean 'invented'?)",
        f"{file}, row 6, column amount: empty; gain needs it, a whole number from -9 to 9",
    ]
    assert error.value.found[0].rows == 5


def test_twenty_errors_are_enough(tmp_path: Path) -> None:
    with pytest.raises(Problems) as error:
        tools(tmp_path, PLAIN + "".join(f"x{number},twist,,,,\n" for number in range(25)))
    lines = str(error.value).splitlines()
    assert len(lines) == 21
    assert lines[-1] == "... and 5 more"
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
    (tmp_path / "tool.csv").write_text(PLAIN, encoding="utf-8")
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
