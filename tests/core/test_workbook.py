"""Workbooks: written for a spreadsheet, read back to the same cards."""

from pathlib import Path
from zipfile import ZipFile

import pytest
from openpyxl import load_workbook
from openpyxl.worksheet.worksheet import Worksheet

from simkit.core.export import export
from simkit.core.game import Unknown
from simkit.core.sheets import PROVENANCE, Field, Problems, Sheet, Tables, read_tables
from simkit.registry import game

GAME = game("spellbloom")
OWN = GAME.components.read()
ODD = ("=1+1", "007", "1.50", "NA", "nan", "None", "null", "TRUE", "-", "é", '"quoted", and more', "'", "2026-01-02")


def read(folder: Path) -> Tables:
    return GAME.components.read(folder)


@pytest.fixture
def file(tmp_path: Path) -> Path:
    (written,) = export(OWN, tmp_path / "cards.xlsx")
    return written


def column(page: Worksheet, name: str) -> str:
    """Return the letter of a column."""
    return next(cell.column_letter for cell in page[1] if cell.value == name)


def test_csv_to_workbook_to_csv_gives_the_same_cards(tmp_path: Path, file: Path) -> None:
    once = read(file)
    assert (once.sha256, once.rows, once.notes) == (OWN.sha256, OWN.rows, ())
    assert [found.written for found in once.found] == ["XLSX"] * 3
    assert once.found[0].place == f"{file}, sheet spells"
    again = export(once, tmp_path / "csv")
    assert [path.name for path in again] == ["spells.csv", "tasks.csv", "spellbook.csv"]
    assert read(tmp_path / "csv").sha256 == OWN.sha256
    export(read(tmp_path / "csv"), tmp_path / "twice")
    for path in again:
        assert (tmp_path / "twice" / path.name).read_bytes() == path.read_bytes()


@pytest.mark.parametrize("name", ["cards.xlsx", "cards"])
def test_text_stays_text_and_notes_are_kept(tmp_path: Path, name: str) -> None:
    sheet = Sheet("odd", (Field("id", "identity"), Field("text", "free", optional=True), Field("provenance", "", PROVENANCE)), key="id")
    lines = "".join('"{0}","{0}",own,"{0}"\n'.format(word.replace('"', '""')) for word in ODD)
    (tmp_path / "odd.csv").write_text(f"id,text,provenance,notes\n{lines}", encoding="utf-8")
    before = read_tables(tmp_path, (sheet,), lambda rows, folder: [], tmp_path)
    assert {row["text"] for row in before.rows["odd"]} == set(ODD)
    export(before, tmp_path / name)
    after = read_tables(tmp_path, (sheet,), lambda rows, folder: [], tmp_path / name)
    assert (after.sha256, after.rows) == (before.sha256, before.rows)
    assert [row.notes for row in after.rows["odd"]] == [row["id"] for row in after.rows["odd"]]


def test_a_workbook_is_made_for_a_spreadsheet(file: Path) -> None:
    book = load_workbook(file)
    assert book.sheetnames == ["spells", "tasks", "spellbook", "effects", "columns", "lists"]
    assert book["lists"].sheet_state == "hidden"
    page = book["spells"]
    assert (page.freeze_panes, book["spellbook"].freeze_panes, book["effects"].freeze_panes) == ("B2", "C2", "A2")
    assert page[f"{column(page, 'points')}2"].value == 3
    assert (
        page[f"{column(page, 'words')}2"].value == "orange Water spell: change your blue Difficulty or Provision die by up to 2 (3 points)"
    )
    assert page.column_dimensions[column(page, "words")].width > 40 > page.column_dimensions[column(page, "points")].width
    checks = {str(check.sqref).split("2:")[0]: check for check in page.data_validations.dataValidation}
    effects = [cell.value for (cell,) in book["lists"][checks[column(page, "effect")].formula1.removeprefix("lists!").replace("$", "")]]
    assert effects == list(GAME.components.SHEETS[0].codes["effect"])
    assert (checks[column(page, "points")].formula1, checks[column(page, "points")].formula2) == ("-99", "99")
    assert checks[column(page, "die")].allowBlank
    assert not checks[column(page, "element")].allowBlank
    *words, end = checks[column(page, "effect")].error.removeprefix("Expected one of ").split(" ...: ")
    assert end == "see the sheet columns"
    assert set(words[0].removesuffix(",").split(", ")) < set(effects)  # no word is cut
    assert checks[column(page, "element")].error == "Expected one of Water, Fire, Wind, Mountain, Forest"


def test_every_code_and_column_is_explained(file: Path) -> None:
    book = load_workbook(file)
    effects = {row[:3]: row[3:] for row in book["effects"].iter_rows(min_row=2, values_only=True)}
    columns = {row[:2]: row[2:] for row in book["columns"].iter_rows(min_row=2, values_only=True)}
    assert effects["spells", "effect", "sigil_mana"] == ("[amount] Mana when you complete a [sigil] sigil", "amount, sigil")
    assert effects["tasks", "task", "element_sets"] == ("[each] points for each set of all 5 elements", "each")
    assert columns["spells", "sigil"][1:] == ("one of circle, triangle, square", "where the code does not need it", "sigil_mana")
    assert columns["spells", "provenance"][2] == "yes: it is then own"
    assert columns["spells", "copies"][2] == "yes: it is then 1"
    assert columns["spellbook", "half_sigil"][2] == "yes: it is then none"
    for sheet in OWN.sheets:
        assert {(sheet.name, name) for name in sheet.columns} <= columns.keys()
        assert {(sheet.name, name, code) for name, codes in sheet.codes.items() for code in codes} <= effects.keys()


def test_what_a_spreadsheet_does_to_cells_changes_nothing(file: Path) -> None:
    book = load_workbook(file)
    page = book["spells"]
    page.title = " Spells "
    page[f"{column(page, 'points')}2"] = 3.0
    page[f"{column(page, 'value')}6"] = "4"
    page[f"{column(page, 'element')}2"] = "water "
    page[f"{column(page, 'words')}2"] = "what I think it does"
    page[f"{column(page, 'points')}3"] = "=1+1"
    page["A90"].number_format = "@"
    book.save(file)
    with pytest.raises(Problems, match=r"cards\.xlsx, sheet Spells, row 3: cell F3 is a formula without a value"):
        read(file)
    page[f"{column(page, 'points')}3"] = 2
    book.save(file)
    assert read(file).sha256 == OWN.sha256


def test_errors_name_sheet_row_and_column(file: Path) -> None:
    book = load_workbook(file)
    page = book["spells"]
    page[f"{column(page, 'points')}5"] = 2.5
    page[f"{column(page, 'element')}7"] = "Watr"
    book.save(file)
    with pytest.raises(Problems) as error:
        read(file)
    assert error.value.problems == (
        f"{file}, sheet spells, row 5 (S04), column points: '2.5' is not a whole number from -99 to 99",
        f"{file}, sheet spells, row 7 (S06), column element: 'Watr' is not one of Water, Fire, Wind, Mountain, Forest"
        " (did you mean 'Water'?)",
    )


def test_a_missing_sheet_is_ours_and_a_strange_one_is_remarked(file: Path) -> None:
    book = load_workbook(file)
    book["tasks"].title = "task"
    book.save(file)
    with pytest.raises(Problems, match=r"sheet 'task' looks like tasks: rename it tasks$"):
        read(file)
    book.remove(book["task"])
    book.create_sheet("task").append(["what I think of"])
    book.save(file)
    found = read(file)
    assert found.warnings == ("cards.xlsx has no sheet tasks: our own tasks are used",)
    assert found.remarks == ("cards.xlsx: sheet task is not read (did you mean 'sheet tasks'?)",)
    assert found.sha256 == OWN.sha256


def test_what_is_no_workbook_is_refused(tmp_path: Path) -> None:
    with pytest.raises(Unknown, match="there is no workbook"):
        read(tmp_path / "cards.xlsx")
    (tmp_path / "cards.xlsx").write_text("id,points\n", encoding="utf-8")
    with pytest.raises(Unknown, match="not an XLSX workbook"):
        read(tmp_path / "cards.xlsx")
    with ZipFile(tmp_path / "cards.xlsx", "w") as archive:
        archive.writestr("a.txt", "a")
    with pytest.raises(Unknown, match="not an XLSX workbook"):
        read(tmp_path / "cards.xlsx")
    (tmp_path / "cards.ods").write_text("", encoding="utf-8")
    with pytest.raises(Unknown, match=r"neither a folder of CSV files nor an \.xlsx workbook"):
        read(tmp_path / "cards.ods")


def test_nothing_is_replaced_unless_it_is_asked_for(tmp_path: Path, file: Path) -> None:
    before = file.read_bytes()
    with pytest.raises(Unknown, match=r"cards\.xlsx: is there already; --force replaces"):
        export(OWN, file)
    assert file.read_bytes() == before
    (tmp_path / "tasks.csv").write_text("mine", encoding="utf-8")
    with pytest.raises(Unknown, match=r"tasks\.csv: is there already"):
        export(OWN, tmp_path)
    assert not (tmp_path / "spells.csv").exists()
    export(OWN, tmp_path, force=True)
    assert read(tmp_path).sha256 == OWN.sha256
    with pytest.raises(Unknown, match=r"give a folder for CSV files, or a name that ends in \.xlsx"):
        export(OWN, tmp_path / "cards.csv")
