"""The HTML page, its charts, the tables and the terminal screen: what holds of studies of every kind."""

import json
import re
import shlex
import time
from html.parser import HTMLParser

import polars as pl
import pytest

from reports import charts, index, kinds, page, words
from reports.parts import Table
from simkit import registry
from simkit.analysis import StudyError, load
from simkit.analysis.verdict import FAULTY
from simkit.batch import plan, run, spec
from tests.analysis import synthetic as syn
from tests.reports.pages import changed, find, screen, section, write_page, write_tables

pytestmark = pytest.mark.usefixtures("no_pictures")
VOID = {"meta", "br", "hr", "img", "link", "input"}


class Outline(HTMLParser):
    """Checks that tags close in order; collects figures, ids and links."""

    def __init__(self):
        super().__init__()
        self.open, self.figures, self.links, self.ids, self.headings = [], [], [], [], []

    def handle_starttag(self, tag, attrs):
        attributes = dict(attrs)
        if tag not in VOID:
            self.open.append(tag)
        if tag == "figure":
            self.figures.append(attributes)
        self.ids += [attributes["id"]] if "id" in attributes else []
        self.links += [attributes[k] for k in ("href", "src") if k in attributes]

    def handle_endtag(self, tag):
        assert self.open.pop() == tag

    def handle_startendtag(self, tag, attrs):
        self.handle_starttag(tag, attrs)
        if tag not in VOID:
            self.open.pop()

    def handle_data(self, data):
        if self.open and self.open[-1] in ("h2", "h3"):
            self.headings.append(data)


@pytest.fixture(scope="module")
def outline(html):
    parser = Outline()
    parser.feed(html)
    assert not parser.open
    return parser


def test_same_rows_same_bytes(folders, html, tmp_path):
    again = write_page(folders, tmp_path / "again").read_text(encoding="utf-8")
    assert again == html


def test_other_settings_of_matplotlib_change_nothing(folders, html, tmp_path):
    with charts.styled("other"):
        assert write_page(folders, tmp_path / "x").read_text(encoding="utf-8") == html


def test_self_contained(html, outline):
    assert not re.search(r"(?:https?:)?//[a-z]", html.replace("text/csv;base64,", ""), re.I)
    assert not re.search(r"<(script|link|iframe|img)\b|@import|url\((?!#)", html)
    beside = [link for link in outline.links if not link.startswith(("#", "data:text/csv"))]
    assert all(re.fullmatch(r"spellbloom-\w+-[0-9a-f]{6}/index\.html", link) for link in beside)  # every study's own page
    assert len(beside) == 2


def test_links_inside_the_page_lead_somewhere(html, outline):
    wanted = {link[1:] for link in outline.links if link.startswith("#")}
    wanted |= set(re.findall(r"url\(#([^)]+)\)", html))
    assert wanted <= set(outline.ids)


def test_every_figure_has_alternative_text(outline):
    assert len(outline.figures) >= 6
    for figure in outline.figures:
        assert figure["role"] == "img"
        assert len(figure["aria-label"]) > 60


def test_order_of_a_section(outline):
    wanted = [
        "Does it matter who plays first?",
        "Where it holds, where it flips",
        "Where points come from",
        "What to do next",
        "How sure we are",
        "Appendix",
        "Are the printed targets right?",
    ]
    assert [h for h in outline.headings if h in wanted][:7] == wanted


@pytest.mark.parametrize("word", ["nan", "None", "inf", "NaN", "null"])
def test_no_hole_in_the_numbers(html, word):
    assert not re.search(rf"(?<![\w-]){word}(?![\w-])", re.sub(r"base64,[^\"]+", "", html))


def test_says_that_cards_are_placeholders(html, folders):
    said = "Most of the cards are placeholders of ours (75 of 111)"
    assert html.count(said) == 2
    assert all(said in screen(folder).replace("\n", " ") for folder in folders)


def test_command_that_repeats_it(html):
    assert "simkit run spellbloom/seats --seed 1 --blocks 300" in html
    assert "simkit run spellbloom/solo --seed 1 --blocks 300" in html


def test_colours_are_variables(html):
    style, body = html.split("</style>")
    assert not re.search(r"#[0-9a-f]{6}", body)
    used = set(re.findall(r"var\((--[\w-]+)\)", html))
    assert used <= set(re.findall(r"(--[\w-]+):", style)) | {"--letters"}  # of each table, beside it


@pytest.mark.parametrize("scheme", [0, 1])
def test_text_has_contrast(html, scheme):
    blocks = re.findall(r":root \{(.*?)\}", html, re.S)
    colours = dict(re.findall(r"(--[\w-]+): (#[0-9a-f]{6})", blocks[scheme]))
    for ground in ("--paper", "--card", "--band"):
        for ink in ("--ink", "--muted", "--good", "--off", "--open", "--link"):
            assert contrast(colours[ink], colours[ground]) >= 4.5, (ink, ground)


def contrast(one, two):
    def light(colour):
        parts = [int(colour[k : k + 2], 16) / 255 for k in (1, 3, 5)]
        linear = [p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts]
        return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]

    high, low = sorted((light(one), light(two)), reverse=True)
    return (high + 0.05) / (low + 0.05)


def test_screen_fits(folders):
    for folder in folders:
        lines = screen(folder).split("\n")
        assert len(lines) <= 40
        assert max(map(len, lines)) <= 100


@pytest.mark.parametrize("blocks", [1, 2, 40])
@pytest.mark.parametrize("write", [syn.write_seats, syn.write_solo])
def test_small_studies_have_pages(tmp_path, write, blocks):
    folder = write(tmp_path / "run", blocks=blocks)
    html = write_page([folder], tmp_path).read_text(encoding="utf-8")
    assert "nan" not in re.sub(r"base64,[^\"]+", "", html).split()
    assert len(screen(folder).split("\n")) <= 40


def test_unfinished_run_says_so(tmp_path):
    folder = syn.write_seats(tmp_path / "run", 1200, players=[2], mirrors=())
    (folder / "parts" / "part-00001.parquet").unlink()
    html = write_page([folder], tmp_path).read_text(encoding="utf-8")
    assert f"700 deals of the 1{words.THIN}200 that were asked for" in html
    assert "700 deals of the 1 200" in screen(folder)


def test_unknown_kind_is_refused(tmp_path):
    folder = syn.write_seats(tmp_path / "run", 5, kind="riddle", players=[2], mirrors=())
    for make in (write_page, write_tables):
        with pytest.raises(StudyError, match="kind 'riddle'"):
            make([folder], tmp_path)
    with pytest.raises(StudyError, match="kind 'riddle'"):
        screen(folder)


def test_workbook_and_pictures_know_no_clock(folders, tmp_path, monkeypatch):
    def files(out):
        index.write(find(folders[0], out), out)
        return {path.name: path.read_bytes() for path in out.glob("*/*") if path.suffix in (".xlsx", ".png")}

    first = files(tmp_path / "a")
    monkeypatch.setattr(time, "time", lambda: 2_000_000_000.0)
    second = files(tmp_path / "b")
    assert len(first) == 4
    assert first == second
    assert all(data.startswith(b"\x89PNG") for name, data in first.items() if name.endswith(".png"))


def test_same_answer_however_the_run_was_cut_into_parts(tmp_path):
    pages = [write_page([syn.write_seats(tmp_path / f"{n}", 100, part_blocks=n)], tmp_path / f"out{n}") for n in (7, 100)]
    texts = [re.sub(r"in \d+ parts?|trace \S+", "", page.read_text(encoding="utf-8")) for page in pages]
    assert re.sub(r"base64,\S+", "", texts[0]) == re.sub(r"base64,\S+", "", texts[1])  # commands name the folder, in the files as well


def with_fault(folder, arm=0):
    """Turn the first game of an arm into a faulty one, as a run writes it: nobody has a share."""
    part = folder / "parts" / "part-00000.parquet"
    frame = pl.read_parquet(part)
    game = (pl.col("arm") == arm) & (pl.col("block") == 0) & (pl.col("rotation") == 0)
    spoilt = {"fault": 2, "share": 0, "rank": 0, "total": 0, "ended": 0}
    columns = [pl.when(game).then(v).otherwise(pl.col(c)).cast(frame.schema[c]).alias(c) for c, v in spoilt.items()]
    frame.with_columns(columns).write_parquet(part)
    return folder


@pytest.mark.parametrize("write", [syn.write_seats, syn.write_solo])
def test_one_faulty_game_spoils_a_study(tmp_path, write):
    folder = with_fault(write(tmp_path / "run", 200))
    found = section(load(folder), "run")
    said = "stopped on a fault and counts for nobody. Do not trust this study before the fault is mended."
    assert found.answer.startswith("Warning: 1 of ")
    assert said in found.answer
    assert found.tone == "off"
    assert dict(found.definitions)["fault"] == words.FAULT
    assert [step.text.split(",")[0] for step in found.steps] == ["Mend the fault"]
    html = write_page([folder], tmp_path).read_text(encoding="utf-8")
    verdicts = set(re.findall(r'<td class="verdict [\w-]+">([^<]+)<', html))
    assert verdicts <= {FAULTY}
    assert "All of them are in the numbers" not in html
    assert "says the same: undecided" not in html
    shown = screen(folder)
    assert shown.split("\n\n")[1].startswith("Warning: 1 of ")
    assert not re.search(r"(?<!every verdict is “)undecided(?!: faults)|balanced|equally hard", shown)


@pytest.fixture(scope="module")
def played(tmp_path_factory):
    """A folder that a run of 60 deals wrote."""
    registry.load_plugin("tests.dice_race")
    raw = {"name": "race", "kind": "seats", "game": "dice_race", "seed": 7, "blocks": 60, "part_blocks": 20, "players": [2]}
    asked = plan.resolve(spec.parse(raw | {"tables": {"mixed": ["single", "double"]}}))
    return run.run(asked, tmp_path_factory.mktemp("race") / "run", workers=1, progress=False).folder


def test_notice_of_an_unfinished_run_on_disk(played):
    assert words.progress(load(played)) is None
    with (played / "log.jsonl").open("a") as file:
        file.write('{"event": "part", "blo')  # stopped while writing
    (played / "parts" / "part-00002.parquet").unlink()
    assert words.progress(load(played)).startswith("40 deals of the 60 that were asked for.")
    (played / "log.jsonl").unlink()
    assert words.progress(load(played)) is None


def test_identity_is_the_name_of_a_folder_not_named_by_hand(played):
    from simkit.batch.identity import identity

    study = load(played)
    assert study.identity == identity(study.manifest)


def test_two_runs_of_one_study_side_by_side(tmp_path):
    folders = [syn.write_seats(tmp_path / f"{seed}", 60, seed=seed, players=[2]) for seed in (1, 2)]
    folders.append(syn.write_solo(tmp_path / "solo", 60))
    html = write_page(folders[:1] + folders[2:], tmp_path).read_text(encoding="utf-8")
    assert "Other runs" not in html
    html = write_page(folders[1], tmp_path).read_text(encoding="utf-8")
    assert len(list(tmp_path.glob("*/index.html"))) == 3
    first = f"spellbloom-seats-{load(folders[0]).identity[:6]}"
    assert f'download="{first}-points.csv"' not in html  # of equal size: the one played last
    assert "how hard is it alone?" in html  # though not reported this time
    ids = re.findall(r'\sid="([^"]+)"', html)
    assert len(ids) == len(set(ids))


def test_the_note_of_a_run_is_shown(tmp_path):
    folder = syn.write_seats(tmp_path / "run", 40, players=[2], mirrors=())
    assert "Note of this run" not in write_page(folder, tmp_path / "a").read_text(encoding="utf-8")
    with (folder / "log.jsonl").open("a") as file:
        file.write(json.dumps({"event": "asked", "note": "after the playtest"}) + "\n")
    assert "Note of this run: after the playtest" in write_page(folder, tmp_path / "b").read_text(encoding="utf-8")


def test_a_limit_is_one_of_turns_or_decisions(html):
    assert html.count("cut off at the turn or decision limit") == 2
    assert "cut off at the turn limit" not in html


def test_sets_of_cards_are_not_shown(html, folders, tmp_path):
    assert "a bit each" not in html
    assert all("held" not in path.read_text() for path in write_tables(folders, tmp_path).values())


def test_steps_say_how_long_they_take(tmp_path):
    folder = syn.write_seats(tmp_path / "run", 60, players=[2], mirrors=())
    assert "It takes" not in write_page(folder, tmp_path / "a").read_text(encoding="utf-8")
    with (folder / "log.jsonl").open("a") as file:
        file.write(json.dumps({"event": "part", "games": 120, "seconds": 6.0}) + "\n")  # ten deals a second
    steps = section(load(folder), "x").steps
    planned = int(shlex.split(steps[0].command)[-1])
    assert steps[0].time == words.duration(planned / 10)
    assert f"It takes {steps[0].time}." in write_page(folder, tmp_path / "b").read_text(encoding="utf-8")
    assert f"next, {steps[0].time}: simkit run" in screen(folder)


def test_a_first_column_that_never_changes_goes_into_the_caption():
    table = Table(("table", "measure", "mean"), [("2 players", "turns", "1"), ("2 players", "points", "2")], "Means.", words=2)
    assert page.narrowed(table) == Table(("measure", "mean"), [("turns", "1"), ("points", "2")], "Table: 2 players. Means.", words=1)
    several = Table(table.headers, [*table.rows, ("3 players", "turns", "3")], "Means.", words=2)
    assert page.narrowed(several) is several
    assert page.narrowed(Table(("a", "b"), [("x", "1"), ("x", "2")], "One word column.")).words == 1


def test_command_on_the_screen_is_one_line(tmp_path):
    def change(manifest):
        manifest["study"]["rules"] = {"three_dice_points": 4, "start_mana": {"2": [2, 3]}}

    folder = changed(syn.write_seats(tmp_path / "run", 40, players=[2], mirrors=()), change)
    assert screen(folder).split("\n")[-1].endswith(section(load(folder), "x").steps[0].command)


def test_width_of_a_table_follows_its_letters():
    narrow, broad = (Table(("a", "what it is"), [("x", "y" * n)], "") for n in (5, 28))
    assert page.wide(narrow) == 12  # 1 and 5 letters, and gaps
    assert page.wide(broad) == 36
    assert page.wide(Table(("a",), [("x" * 500,)], "")) == page.wide(Table(("a",), [("x" * 30,)], ""))


def test_sources_that_gave_nothing_and_sides_nobody_is_on_are_left_out():
    columns = ("text", "mean", "winners", "others", "difference", "low", "high")
    both = pl.DataFrame([("spells", 3.0, 4.0, 2.0, 2.0, 1.0, 3.0), ("pegs", 0.0, 0.0, 0.0, 0.0, 0.0, 0.0)], columns, orient="row")
    shown = page.points_table(both, "Means.")
    assert [row[0] for row in shown.rows] == ["spells"]
    assert shown.caption == "Means. Sources that gave nothing are left out."
    alone = pl.DataFrame([("spells", 3.0, None, 3.0, None, None, None)], columns, orient="row")
    assert page.points_table(alone, "Means.") == Table(("source", "all"), [("spells", "3.0")], "Means.")
    drawn = charts.points(both.with_columns(arm=0), "x")
    assert "pegs" not in drawn.alt


def test_tables_lead_to_games(tmp_path):
    study = load(syn.write_seats(tmp_path / "run", 60))
    found = kinds.find(study, "x")
    html = page.article(kinds.section(found))
    assert f"A game of a row: <code>simkit trace {study.folder} --arm ARM</code>" in html
    assert re.search(r'<td class="arm">4</td>', html)
    alone = kinds.section(kinds.find(load(syn.write_seats(tmp_path / "one", 60, players=[2], mirrors=())), "x"))
    said = page.article(alone)
    assert f"A game of these: <code>simkit trace {tmp_path / 'one'} --arm 0</code>" in said
    assert 'class="arm"' not in said  # all rows have the same
    assert "Every game can then be read" in said


def test_a_command_of_a_folder_with_a_blank_is_one_for_a_shell(tmp_path):
    study = load(syn.write_seats(tmp_path / "my run", 40, players=[2], mirrors=()))
    told = kinds.find(study, "x").tables["seats"]["example"][0]
    assert shlex.split(told) == ["simkit", "trace", str(study.folder), "--arm", "0"]
    assert f"simkit trace &#39;{study.folder}&#39; --arm 0" in page.article(kinds.section(kinds.find(study, "x")))
