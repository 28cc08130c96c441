"""`simkit components`: a designer's way from our cards to their own."""

import json
import re
from pathlib import Path

import pytest

from simkit.cli.components import components
from simkit.registry import game

OWN = game("spellbloom").components.read()
FAST = ["--games", "5", "--strategy", "random", "--players", "2"]
SUB_COMMANDS = [str(command.callback.__name__) for command in components.registered_commands if command.callback]


STUDY = """
name = "tiny"
kind = "seats"
game = "spellbloom"
seed = 3
blocks = 3
players = [2]
tables.mirror = ["random"]
"""


@pytest.fixture
def cards(simkit, tmp_path: Path) -> Path:
    """Export our own cards as CSV files."""
    folder = tmp_path / "my cards"
    code, out, err = simkit("components", "export", "spellbloom", folder)
    assert code == 0
    files = [str(folder / name) for name in ("spells.csv", "tasks.csv", "spellbook.csv")]
    assert out == f"wrote {', '.join(files)} (spells 75, tasks 30, spellbook 10)\n"
    assert err == f"next: edit, then simkit components check spellbloom '{folder}'; simkit play spellbloom --components '{folder}'\n"
    return folder


def edit(file: Path, *replacements: tuple[str, str]) -> None:
    text = file.read_text(encoding="utf-8")
    for old, new in replacements:
        assert old in text
        text = text.replace(old, new)
    file.write_text(text, encoding="utf-8")


def test_what_is_exported_can_be_played_and_differs_in_nothing(simkit, cards: Path) -> None:
    code, out, err = simkit("components", "check", "spellbloom", cards)
    assert (code, err) == (0, "")
    assert re.search(r"spells\.csv +UTF-8, comma +75 +75", out)
    assert out.splitlines()[-1] == f"{cards}: can be played; 0 warnings; cards by where their numbers come from: 30 derived, 75 invented"
    assert simkit("components", "diff", "spellbloom", cards)[1] == f"Spellbloom's own cards -> {cards}: no difference\n"


def test_a_workbook_does_wherever_a_folder_does(simkit, cards: Path, tmp_path: Path) -> None:
    edit(cards / "spells.csv", ("S01,Water,orange,circle,circle,3", "S01,Water,orange,circle,circle,90"))
    book = tmp_path / "cards.xlsx"
    assert simkit("components", "export", "spellbloom", book, "--components", cards)[0] == 0
    assert simkit("components", "diff", "spellbloom", cards, book)[1] == f"{cards} -> {book}: no difference\n"
    seats = [
        json.loads(simkit("play", "spellbloom", *FAST, "--json", *own)[1])["seats"]
        for own in (("--components", book), ("--components", cards), ())
    ]
    assert seats[0] == seats[1] != seats[2]
    trace = tmp_path / "game.jsonl"
    assert simkit("trace", "spellbloom", "--strategy", "random", "--components", cards, "--json", trace)[0] == 0
    assert "agrees" in simkit("trace", "--replay", trace, "--components", book)[1]
    code, out, _ = simkit("trace", "--replay", trace)
    assert code == 1
    assert "components.sha256 is" in out
    (tmp_path / "study.toml").write_text(STUDY + 'components = "cards.xlsx"', encoding="utf-8")
    assert simkit("run", tmp_path / "study.toml", "--into", tmp_path / "run")[0] == 0
    assert json.loads((tmp_path / "run/manifest.json").read_text(encoding="utf-8"))["components"]["source"] == "cards.xlsx"


def test_sorting_a_sheet_changes_no_byte_of_a_run(simkit, cards: Path, tmp_path: Path) -> None:
    other = tmp_path / "sorted" / cards.name
    assert simkit("components", "export", "spellbloom", other)[0] == 0
    for file in other.iterdir():
        head, *rows = file.read_text(encoding="utf-8").splitlines()
        file.write_bytes("\r\n".join([head, *reversed(rows)]).replace(",", ";").encode("utf-16"))
    (tmp_path / "tiny.toml").write_text(STUDY, encoding="utf-8")
    for name, folder in (("one", cards), ("two", other)):
        assert simkit("run", tmp_path / "tiny.toml", "--components", folder, "--into", tmp_path / name)[0] == 0
    for name in ("manifest.json", "columns.md", "parts/part-00000.parquet"):
        assert (tmp_path / "one" / name).read_bytes() == (tmp_path / "two" / name).read_bytes()


def test_errors_are_told_together_with_what_was_found(simkit, cards: Path) -> None:
    edit(cards / "spells.csv", ("S03,Water", "S03,Watr"), ("S05,", "S04,"))
    code, out, err = simkit("components", "check", "spellbloom", cards)
    assert code == 2
    assert re.search(r"spells\.csv +UTF-8, comma +75 *$", out, re.MULTILINE)
    elements = "Water, Fire, Wind, Mountain, Forest"
    assert err.splitlines() == [
        f"simkit: {cards}/spells.csv, row 4 (S03), column element: 'Watr' is not one of {elements} (did you mean 'Water'?)",
        f"{cards}/spells.csv, row 6, column id: 'S04' stands in row 5 already",
        "2 errors",
    ]
    code, out, _ = simkit("components", "check", "spellbloom", cards, "--json")
    assert code == 2
    found = json.loads(out)
    assert not found["usable"]
    assert len(found["errors"]) == 2
    assert found["files"][0]["rows"] == 75


def test_changed_counts_are_warnings_wherever_the_cards_are_used(simkit, cards: Path, tmp_path: Path) -> None:
    lines = (cards / "spells.csv").read_text(encoding="utf-8").splitlines()
    extra = lines[1].replace("S01,Water,orange", "S80,Fire,orange").replace(",blue,,", ",blue,Reefs,")
    (cards / "spells.csv").write_text("\n".join([*lines, extra]), encoding="utf-8")
    said = [
        "cards: 1 card more than the rulebook: spells 76 (75), Fire 16 (15), orange 16 (15), left circle 26 (25), right circle 26 (25),"
        " orange Fire 4 (3)",
        f"cards: {cards}/spells.csv, row 77 (S80), column region: 'Reefs' is not used; change_die uses die, amount",
    ]
    code, out, err = simkit("components", "check", "spellbloom", cards)
    assert code == 0
    assert err == ""
    assert [line for line in out.splitlines() if line.startswith("cards: ")] == said
    found = json.loads(simkit("components", "check", "spellbloom", cards, "--json")[1])
    assert [f"cards: {note}" for note in found["warnings"] + found["remarks"]] == said
    assert found["provenance"] == {"derived": 30, "invented": 75, "own": 1}
    study = tmp_path / "tiny.toml"
    study.write_text(STUDY, encoding="utf-8")
    for command in (
        ["play", "spellbloom", *FAST],
        ["play", "spellbloom", *FAST, "--json"],
        ["trace", "spellbloom", "--strategy", "random"],
        ["run", study, "--into", tmp_path / "run"],
    ):
        code, out, err = simkit(*command, "--components", cards)
        assert code == 0
        assert [line for line in err.splitlines() if line.startswith("cards: ")] == said
        assert not [line for line in out.splitlines() if line.startswith("cards: ")]
    note = json.loads((tmp_path / "run/manifest.json").read_text(encoding="utf-8"))["components"]["note"]
    assert "1 card more than the rulebook: spells 76 (75)" in note
    assert "row 77" not in note  # where a row stands is no property of a run


def test_many_warnings_end_with_where_to_see_them_all(simkit, cards: Path) -> None:
    edit(cards / "spells.csv", (",reroll_colour,", ",none,"), (",region_points,", ",none,"), ("S01,Water,orange", "S01,Fire,teal"))
    code, _, err = simkit("play", "spellbloom", *FAST, "--components", cards)
    assert code == 0
    lines = [line for line in err.splitlines() if line.startswith("cards: ")]
    assert len(lines) == 11
    number = len(game("spellbloom").components.read(cards).notes) - 10
    assert lines[-1] == f"cards: ... and {number} more: simkit components check spellbloom '{cards}'"


def test_show_says_what_cards_do(simkit) -> None:
    code, out, _ = simkit("components", "show", "spellbloom")
    assert code == 0
    assert re.search(r"^ S12 +pink Wind spell: reroll your yellow die \(2 points\) +invented", out, re.MULTILINE)
    assert "spells: 75 cards" in out
    assert "slot in row 1, column 2   bonus for orange spells" in out
    out = simkit("components", "show", "spellbloom", "--sheet", "tasks")[1]
    assert "T16" in out
    assert "S12" not in out
    found = json.loads(simkit("components", "show", "spellbloom", "--json")[1])
    assert found["sha256"] == OWN.sha256
    assert found["sheets"]["tasks"][0]["words"] == "task: 3 points for each Water spell not next to another Water spell"
    assert [len(rows) for rows in found["sheets"].values()] == [75, 30, 10]


def test_diff_speaks_of_cards(simkit, cards: Path) -> None:
    edit(cards / "spells.csv", ("S12,Wind,pink,circle,circle,2", "S12,Wind,pink,circle,circle,6"))
    code, out, _ = simkit("components", "diff", "spellbloom", cards)
    assert (code, out) == (0, f"S12 pink Wind: points 2 -> 6\nSpellbloom's own cards -> {cards}: 1 changed\n")
    assert json.loads(simkit("components", "diff", "spellbloom", cards, "--json")[1]) == [
        {"sheet": "spells", "key": "S12", "kind": "changed", "text": "S12 pink Wind: points 2 -> 6"}
    ]


def test_a_game_from_outside_has_sheets_too(simkit, tmp_path: Path) -> None:
    plugin = ("--plugin", "tests.dice_race", "components")
    assert re.search(r"pair +sides 6 +printed", simkit(*plugin, "show", "dice_race")[1])
    assert simkit(*plugin, "export", "dice_race", tmp_path / "dice.xlsx")[0] == 0
    assert "no difference" in simkit(*plugin, "diff", "dice_race", tmp_path / "dice.xlsx")[1]


BAD = [
    (["components", "export", "spelbloom", "x"], "did you mean 'spellbloom'"),
    (["components", "check", "spellbloom"], "Missing argument 'PATH'"),
    (["components", "check", "spellbloom", "nowhere"], "there is no folder nowhere"),
    (["components", "check", "spellbloom", "nowhere.xlsx"], "there is no workbook nowhere.xlsx"),
    (["components", "check", "spellbloom", "simkit/games/spellbloom/components/spells.csv"], "give the folder it is in: simkit/games"),
    (["components", "check", "spellbloom", "tests"], "tests holds none of spells.csv, tasks.csv, spellbook.csv"),
    (
        ["components", "show", "spellbloom", "--sheet", "spels"],
        "no sheet 'spels' (did you mean 'spells'?); there are spells, tasks, spellbook",
    ),
    (["components", "export", "spellbloom", "cards.xls"], "give a folder for CSV files, or a name that ends in .xlsx"),
    (["components", "export", "spellbloom", "README.md/cards"], "README.md/cards: Not a directory"),
    (["components", "chekc"], "chekc"),
]


@pytest.mark.parametrize(("arguments", "message"), BAD, ids=lambda value: " ".join(value) if isinstance(value, list) else "")
def test_bad_input_gives_one_message_and_exit_code_2(simkit, monkeypatch, arguments: list[str], message: str) -> None:
    monkeypatch.chdir(Path(__file__).parents[1])
    code, out, err = simkit(*arguments)
    assert (code, out) == (2, "")
    assert err.startswith("simkit: ")
    assert message in err
    assert len(err.splitlines()) == 1


@pytest.mark.parametrize("command", SUB_COMMANDS)
def test_help_has_examples(simkit, command: str) -> None:
    code, out, _ = simkit("components", command, "--help")
    assert code == 0
    assert f"simkit components {command}" in out
    assert re.search(rf"^. {command} ", simkit("components")[1], re.MULTILINE)
