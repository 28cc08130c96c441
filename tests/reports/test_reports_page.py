"""The HTML page, its charts, the tables and the terminal screen."""

import csv
import io
import itertools
import json
import re
import shlex
import time
from html.parser import HTMLParser

import openpyxl
import pandas as pd
import polars as pl
import pytest

from reports import charts, drawing, index, kinds, page, shelf, text, words
from reports.parts import Table
from simkit import registry
from simkit.analysis import StudyError, load, seats, solo
from simkit.analysis.verdict import FAULTY
from simkit.batch import plan, run, spec
from simkit.core.game import parse_rule
from simkit.core.sheets import PROVENANCE
from tests.analysis import synthetic as syn

VOID = {"meta", "br", "hr", "img", "link", "input"}


@pytest.fixture(autouse=True)
def _no_pictures(request, monkeypatch):
    """Draw PNG files in the tests that look at them only: they take a quarter of a second each."""
    if "pictures" not in request.node.name:
        monkeypatch.setattr(drawing.Picture, "png", lambda self: b"")


def find(folders, out, record=None):
    """Analyse one folder or several."""
    return index.find([load(folder) for folder in (folders if isinstance(folders, list) else [folders])], out, record)


def write_page(folders, out):
    return index.write(find(folders, out), out)[0]


def write_tables(folders, out):
    """Write the files of studies; returns the CSV files by name of the table."""
    _, written = index.write(find(folders, out), out)
    return {path.stem: path for done in written for path in done.page.parent.glob("*.csv")}


def screen(folder):
    return text.render(kinds.find(load(folder), "x"))


def section(study, label):
    return kinds.section(kinds.find(study, label))


@pytest.fixture(scope="module")
def folders(tmp_path_factory):
    root = tmp_path_factory.mktemp("studies")
    return [
        syn.write_seats(root / "seats", blocks=300, mirrors=(0, 1, 2, 3)),
        syn.write_solo(root / "solo", blocks=300),
    ]


@pytest.fixture(scope="module")
def html(folders, tmp_path_factory):
    return write_page(folders, tmp_path_factory.mktemp("out")).read_text(encoding="utf-8")


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


def test_page_of_a_not_balanced_game(tmp_path):
    folder = syn.write_seats(tmp_path / "run", 2000, (5, 0, 0, 0), players=[3], mirrors=(1,))
    html = write_page([folder], tmp_path).read_text(encoding="utf-8")
    claim = html.split('<p class="claim">')[1].split("</p>")[0]
    claim = claim.replace("\u202f", " ")
    assert re.match(r"Seat 1 wins [\d.]+ % of the games instead of 33.3 % with 3 players \(95 % interval .*\) at a mixed table", claim)
    assert "From 2\u202f000 deals." in html.split('<p class="scope">')[1]
    assert "Confirm the imbalance on fresh deals" in html
    assert "--seed 2" in html


@pytest.mark.parametrize("blocks", [1, 2, 40])
@pytest.mark.parametrize("write", [syn.write_seats, syn.write_solo])
def test_small_studies_have_pages(tmp_path, write, blocks):
    folder = write(tmp_path / "run", blocks=blocks)
    html = write_page([folder], tmp_path).read_text(encoding="utf-8")
    assert "nan" not in re.sub(r"base64,[^\"]+", "", html).split()
    assert len(screen(folder).split("\n")) <= 40


def test_mirrors_only_and_five_players(tmp_path):
    arms = [syn.table_arm("5 players, all greedy", 5, [1] * 5, 1, "greedy")]
    rng = syn.np.random.default_rng(1)
    frame = syn.play_arm(0, arms[0], syn.np.arange(200), rng)
    spec = {"kind": "seats", "name": "mirrors", "margin": 0.1}
    folder = syn.write(tmp_path / "run", syn.manifest(spec, arms), frame)
    html = write_page([folder], tmp_path).read_text(encoding="utf-8")
    assert "At a table of equal players" in html


def test_solo_without_targets(tmp_path):
    scenarios = [("solo", "The Garden", None, 0.0)]
    folder = syn.write_solo(tmp_path / "run", 200, scenarios=scenarios)
    html = write_page([folder], tmp_path).read_text(encoding="utf-8")
    assert "a median of" in html
    assert "median" in screen(folder)


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


def test_own_cards_are_not_called_placeholders(tmp_path):
    folder = syn.write_seats(tmp_path / "run", 5, players=[2], mirrors=())
    path = folder / "manifest.json"
    manifest = json.loads(path.read_text())
    manifest["components"] = {"source": "my_cards", "provenance": {"own": 111}}
    path.write_text(json.dumps(manifest))
    assert words.cards(load(folder)) == "Card tables from my_cards. None of them is a placeholder of ours."


def test_names_are_escaped(tmp_path):
    scenarios = [("x", "<b>Fire & Ice</b>", 80, 0.0)]
    folder = syn.write_solo(tmp_path / "run", 50, scenarios=scenarios)
    html = write_page([folder], tmp_path).read_text(encoding="utf-8")
    assert "<b>" not in html
    assert "&lt;b&gt;Fire &amp; Ice&lt;/b&gt;" in html


def test_csv_keeps_words_that_look_like_nothing(tmp_path):
    odd = ["NA", "nan", "null", "None"]
    scenarios = [(w, w, 80, 0.0) for w in odd]
    folder = syn.write_solo(tmp_path / "run", 20, scenarios=scenarios, strategies=(1,))
    paths = write_tables(folder, tmp_path / "out")
    back = pl.read_csv(paths["cells"])
    assert back["scenario"].to_list() == odd
    assert back.equals(solo.cells(load(folder)))
    frame = pd.read_csv(paths["cells"], keep_default_na=False)
    assert frame["scenario"].tolist() == odd
    reader = csv.DictReader(io.StringIO(paths["endings"].read_text()))
    assert {row["scenario"] for row in reader} == set(odd)


def read_workbook(folder):
    """Return sheets as lists of rows."""
    (file,) = folder.glob("*.xlsx")
    return {sheet.title: [list(row) for row in sheet.iter_rows(values_only=True)] for sheet in openpyxl.load_workbook(file)}


def test_workbook_keeps_words_and_numbers(tmp_path):
    odd = ["NA", "nan", "null", "None", "#N/A", "=1+1", "TRUE", "007"]
    folder = syn.write_solo(tmp_path / "run", 20, scenarios=[(w, w, 80, 0.0) for w in odd], strategies=(1,))
    place = write_tables(folder, tmp_path / "out")["cells"].parent
    sheets = read_workbook(place)
    found = solo.cells(load(folder))
    assert set(sheets) == {"study", "cells", "targets", "pairs", "endings", "curves", "points"}
    assert sheets["cells"][0] == found.columns
    assert [row[1] for row in sheets["cells"][1:]] == odd
    assert [row[6] for row in sheets["cells"][1:]] == found["success"].to_list()
    assert ["answer", section(load(folder), "x").answer.replace(words.THIN, " ")] in sheets["study"]
    frame = pd.read_excel(next(place.glob("*.xlsx")), sheet_name="cells", keep_default_na=False)
    assert frame["scenario"].tolist() == odd
    assert frame["low"].dtype.kind == "f"


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


def test_csv_of_seats_reads_back(folders, tmp_path):
    paths = write_tables(folders[0], tmp_path)
    assert set(paths) == {"seats", "tables", "strategies", "points"}
    back = pl.read_csv(paths["seats"], schema_overrides=seats.SEATS)
    assert back.equals(seats.seats(load(folders[0])))


@pytest.mark.parametrize(
    ("made", "expected"),
    [
        (words.number(1234567.0), "1\u202f234\u202f567"),
        (words.number(-0.04, 1), "0.0"),
        (words.number(None), words.UNKNOWN),
        (words.signed(1.25), "+1.2"),
        (words.signed(-1.26), f"{words.MINUS}1.3"),
        (words.signed(0.0), "0.0"),
        (words.percent(0.2793), "27.9\u202f%"),
        (words.span(0.275, 0.283), f"27.5{words.DASH}28.3"),
        (words.span(-0.00001, 0.00002), f"0.0{words.DASH}0.0"),
        (words.duration(0.2), "about 1 second"),
        (words.duration(89), "about 89 seconds"),
        (words.duration(600), "about 10 minutes"),
        (words.duration(10_000), "about 3 hours"),
        (words.figures(0.012345), "0.0123"),
        (words.figures(-123.4), f"{words.MINUS}123"),
        (words.figures(0.0), "0"),
        (words.figures(None), words.UNKNOWN),
        (words.between(1.0, 1234.5), f"1.00 to 1{words.THIN}234"),
        (words.between(None, 1.0), words.UNKNOWN),
        (words.span(-0.6, 1.4, scale=1), f"{words.MINUS}0.6 to +1.4"),
        (words.span(None, None), words.UNKNOWN),
        (words.listed([]), ""),
        (words.listed(["a"]), "a"),
        (words.listed(["a", "b", "c"]), "a, b and c"),
        (words.plural(1, "deal"), "1 deal"),
        (words.two_digits(46_734), 47_000),
        (words.two_digits(30), 30),
    ],
)
def test_words(made, expected):
    assert made == expected


def test_names_keep_their_parameters_where_they_differ_in_them(tmp_path):
    folder = syn.write_solo(tmp_path / "run", blocks=40, strategies=(1, 2))
    path = folder / "manifest.json"
    manifest = json.loads(path.read_text())
    manifest["strategies"] = ["random", "plan(depth=1)", "plan(depth=2)", "greedy(points=1.0)"]
    path.write_text(json.dumps(manifest))
    names = words.names(load(folder))
    assert list(names.values()) == ["random", "plan(depth=1)", "plan(depth=2)", "greedy"]
    html = write_page([folder], tmp_path).read_text(encoding="utf-8")
    assert "Simulated players: plan(depth=1) and plan(depth=2)." in html


def test_two_mixed_tables_of_a_size_go_by_their_labels(tmp_path):
    arms = [
        syn.table_arm("experts", 3, [1, 2, 3], 3, "experts"),
        syn.table_arm("with a beginner", 3, [0, 1, 2], 3, "family"),
    ]
    rng = syn.np.random.default_rng(2)
    frame = pl.concat([syn.play_arm(k, a, syn.np.arange(60), rng) for k, a in enumerate(arms)])
    folder = syn.write(tmp_path / "run", syn.manifest({"kind": "seats", "name": "s"}, arms), frame)
    html = write_page([folder], tmp_path).read_text(encoding="utf-8")
    assert html.count(">with a beginner<") >= 3


def test_same_answer_however_the_run_was_cut_into_parts(tmp_path):
    pages = [write_page([syn.write_seats(tmp_path / f"{n}", 100, part_blocks=n)], tmp_path / f"out{n}") for n in (7, 100)]
    texts = [re.sub(r"in \d+ parts?", "", page.read_text(encoding="utf-8")) for page in pages]
    assert texts[0] == texts[1]


def test_wins_without_a_target_score(tmp_path):
    """A boss is beaten or not; there is no score to reach."""
    scenarios = [("ogre", "The Ogre", None, 0.0), ("hydra", "The Hydra", None, 0.0)]
    arms = syn.solo_arms(scenarios, (1,))
    rng = syn.np.random.default_rng(3)
    frames = []
    for k, chance in enumerate((0.7, 0.2)):
        won = rng.random((200, 1)) < chance
        total = 10 + 3 * won
        frames.append(syn.rows(k, syn.np.arange(200), 0, 1, total, 60 * won, 2 - won))
    spec = {"kind": "solo", "name": "bosses"}
    folder = syn.write(tmp_path / "run", syn.manifest(spec, arms), pl.concat(frames))
    html = write_page([folder], tmp_path).read_text(encoding="utf-8")
    assert "of its games in The Ogre, the easiest scenario" in html
    assert "Which target gives which chance" not in html
    assert "The Hydra" in screen(folder)


def changed(folder, change):
    """Rewrite the manifest of a folder."""
    path = folder / "manifest.json"
    manifest = json.loads(path.read_text())
    change(manifest)
    path.write_text(json.dumps(manifest))
    return folder


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


@pytest.mark.parametrize("source", ["default", "my cards/blue"])
def test_printed_command_says_all_that_was_asked_for(tmp_path, source):
    rules = {"three_dice_points": 4, "first": "youngest", "order": "true", "open": True, "start_mana": {"2": [2, 3]}}

    def change(manifest):
        manifest["study"] |= {"name": "tiny", "rules": rules}
        manifest["components"]["source"] = source

    study = load(changed(syn.write_seats(tmp_path / "run", 40, players=[2], mirrors=()), change))
    asked = shlex.split(words.command(study))
    assert asked[:7] == ["simkit", "run", "spellbloom/tiny", "--seed", "1", "--blocks", "40"]
    given = [value for option, value in itertools.pairwise(asked) if option == "--rule"]
    assert dict(map(parse_rule, given)) == rules
    assert asked.count("--components") == (source != "default")
    assert (asked[-1] == source) == (source != "default")
    html = write_page([study.folder], tmp_path).read_text(encoding="utf-8")
    assert "--rule three_dice_points=4 --rule first=youngest" in html


def test_fresh_seed_after_the_last_one(tmp_path):
    folder = syn.write_seats(tmp_path / "run", 2000, (5, 0, 0, 0), players=[3], mirrors=())
    study = load(changed(folder, lambda manifest: manifest.update(seed=2**64 - 1)))
    steps = [shlex.split(step.command) for step in section(study, "run").steps]
    assert [step[step.index("--seed") + 1] for step in steps] == ["0", str(2**64 - 1)]


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


def test_every_provenance_has_words():
    assert set(PROVENANCE) == set(words.PROVENANCE)


def mixed_against_mirror(tmp_path, mirror_bonus):
    """A mixed table of 3 with no seat effect, and two mirror tables with one."""
    arms = syn.seats_arms([3], (0, 1, 3))
    rng = syn.np.random.default_rng(5)
    bonus = [(0, 0, 0), (0, 9, 0), mirror_bonus, (0, 0, 0)]
    frame = pl.concat([syn.play_arm(k, a, syn.np.arange(600), rng, b) for k, (a, b) in enumerate(zip(arms, bonus, strict=True))])
    study = {"kind": "seats", "name": "s", "margin": 0.05}
    return syn.write(tmp_path / "run", syn.manifest(study, arms), frame)


def test_the_only_firm_finding_leads_and_is_drawn_though_at_mirror_tables(tmp_path):
    study = load(mixed_against_mirror(tmp_path, (9, 0, 0)))
    found = section(study, "s")
    assert re.match("Seat 1 wins .* instead of 33.3.* at a table of equal players \\(all greedy\\); at a mixed table, with 3", found.answer)
    assert {row[0] for row in found.table.rows} == {"3 players, mixed", "3 players, all greedy"}
    assert "3 players, all greedy, seat 1" in found.chart.alt
    assert "3 players, all greedy" not in section(load(mixed_against_mirror(tmp_path / "b", (0, 0, 0))), "s").chart.alt


def test_rules_are_told_in_words(tmp_path):
    def change(manifest):
        manifest["study"]["rules"] = {"dice": 5, "turn": 1, "mana": {"2": [2, 3]}, "gone": 3}
        text = {"dice": ("points for three dice", "3", True), "turn": ("a tile may be turned", "false", False), "mana": ("mana", "2", True)}
        manifest["rule_texts"] = {name: dict(zip(("text", "default", "printed"), said, strict=True)) for name, said in text.items()}

    study = load(changed(syn.write_seats(tmp_path / "run", 40, players=[2], mirrors=()), change))
    told = "points for three dice: 5 (printed 3); a tile may be turned: yes (otherwise no); mana: 2, 3 by seat with 2 players (printed 2)"
    assert words.cards(study).startswith(f"Rules changed: {told}; gone = 3. ")
    assert shelf.changes(study) == f"rules changed: {told}; gone = 3"


def test_players_of_files_go_by_their_names(tmp_path):
    def change(manifest):
        manifest["strategies"] = ["a/my.py:bold(x=1.0)", "greedy", "b.py:greedy", "my.py:bold(x=2.0)"]
        manifest["arms"][1]["label"] = "2 players, all b.py:greedy"

    study = load(changed(syn.write_seats(tmp_path / "run", 40, players=[2], mirrors=(2,)), change))
    assert list(words.names(study).values()) == ["bold(x=1.0)", "greedy", "b.py:greedy", "bold(x=2.0)"]
    study.manifest["strategies"][1:] = ["other", "b.py:greedy", "last"]
    assert list(words.names(study).values()) == ["bold", "other", "greedy", "last"]
    assert "2 players, all greedy" in kinds.find(study, "x").shown["tables"]["label"]


def test_one_scenario_is_in_no_order(tmp_path):
    folder = syn.write_solo(tmp_path / "run", 400, scenarios=syn.SCENARIOS[:1])
    found = section(load(folder), "x")
    assert re.search(r": it misses in \d+ of \d+ games, median \d+, target \d+\.$", found.answer)
    said = [found.answer, *found.scope, *found.certainty, *(s for p in found.passages for s in p.sentences)]
    said += [f"{word} {meaning}" for word, meaning in found.definitions]
    assert not re.search("easiest|easier|harder|this order|order of scenarios|nearest to even|between scenarios", " ".join(said))
    assert "the order of scenarios" in " ".join(section(load(syn.write_solo(tmp_path / "two", 400)), "y").certainty)


def test_a_study_without_a_question_goes_by_its_kind(tmp_path):
    asks, asks_not = (
        section(load(syn.write_seats(tmp_path / str(k), 40, players=[2], mirrors=(), question=question)), "x")
        for k, question in enumerate(("Is it fair?", ""))
    )
    assert (asks.title, asks.question) == ("Is it fair?", "Spellbloom: does the seat matter?")
    assert (asks_not.title, asks_not.question) == ("Spellbloom: does the seat matter?", "Does it matter where one sits?")


def test_the_note_of_a_run_is_shown(tmp_path):
    folder = syn.write_seats(tmp_path / "run", 40, players=[2], mirrors=())
    assert "Note of this run" not in write_page(folder, tmp_path / "a").read_text(encoding="utf-8")
    with (folder / "log.jsonl").open("a") as file:
        file.write(json.dumps({"event": "asked", "note": "after the playtest"}) + "\n")
    assert "Note of this run: after the playtest" in write_page(folder, tmp_path / "b").read_text(encoding="utf-8")


def test_own_cards_are_exported_before_they_are_played(tmp_path):
    folder = syn.write_solo(tmp_path / "run", 400, scenarios=syn.SCENARIOS[:1])
    step = section(load(folder), "x").steps[-1]
    assert step.first == "simkit components export spellbloom my_cards/"
    assert step.command.endswith("--components my_cards/")
    assert screen(folder).split("\n")[-2:] == [f"next: {step.first}", f"change it, then: {step.command}"]

    def change(manifest):
        manifest["components"]["source"] = "mine.xlsx"

    own = section(load(changed(folder, change)), "x").steps[-1]
    assert (own.first, own.command.split()[-1]) == ("", "mine.xlsx")


FRACTIONS = [(0.74, "3 of 4"), (0.5, "1 of 2"), (0.98, "98 of 100"), (0.001, "1 of 100"), (0.999, "99 of 100")]


@pytest.mark.parametrize(("fraction", "said"), FRACTIONS)
def test_fractions_of_games(fraction, said):
    assert words.of_games(fraction) == f"{said} games"


def test_answer_hears_mirror_tables_of_competent_players(tmp_path):
    found = section(load(mixed_against_mirror(tmp_path, (9, 0, 0))), "s")
    assert "the verdict depends on who plays: with 3 players undecided at the mixed table, not balanced with all greedy." in found.answer
    assert "random" not in found.answer
    assert found.tone == "off"
    assert any(step.text.startswith("Confirm the imbalance") for step in found.steps)


def test_answer_does_not_hear_random_players(tmp_path):
    found = section(load(mixed_against_mirror(tmp_path, (0, 0, 0))), "s")
    assert "depends on who plays" not in found.answer


def test_what_intervals_and_plans_promise(folders, tmp_path):
    (several, alone) = (section(load(folders[0]), "a"), section(load(syn.write_seats(tmp_path / "r", 60, players=[2])), "b"))
    together = "hold for all seats of one table together, not for several tables at once."
    assert together in several.scope[1]
    assert together in screen(folders[0]).replace("\n", " ")
    assert not any(together in sentence for sentence in alone.scope)
    assert "four chances in five for each seat" in alone.steps[0].text


def test_words_of_solo_pages(folders):
    found = section(load(folders[1]), "solo")
    assert "difference of success" in dict(found.definitions)["margin"]
    said = " ".join(found.certainty)
    assert "Margin: 5.0 wins in a hundred games" in said
    assert "(a range over the pairs of neighbours, not an interval) times as many deals" in said


def test_a_limit_is_one_of_turns_or_decisions(html):
    assert html.count("cut off at the turn or decision limit") == 2
    assert "cut off at the turn limit" not in html


def test_sets_of_cards_are_not_shown(html, folders, tmp_path):
    assert "a bit each" not in html
    assert all("held" not in path.read_text() for path in write_tables(folders, tmp_path).values())


def test_placeholder_cards_judge_no_targets(folders, html):
    said = "Placeholder cards tuned to the printed targets may compare scenarios and players; they cannot judge the targets themselves."
    assert html.count(said) == 1
    assert said in screen(folders[1]).replace("\n", " ")
    assert "cannot judge" not in screen(folders[0])


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
