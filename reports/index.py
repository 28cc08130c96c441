"""The files of a report: a page, tables and pictures a study, and one page of all studies that have one."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from reports import kinds, page, shelf, tables, words
from reports.parts import Findings, Recorder, Section
from reports.workbook import workbook
from simkit.analysis import Study

TITLE = "What the simulated games say"
PAGE = "index.html"
BRIEF = 3  # lines of an answer


@dataclass(frozen=True)
class Written:
    """What was written for one study."""

    page: Path
    tables: int
    charts: int
    is_main: bool


def find(studies: Sequence[Study], out: Path | str, record: Recorder | None = None) -> list[Findings]:
    """Analyse studies under the names that their files have below `out`."""
    return [kinds.find(study, label, record) for study, label in zip(studies, shelf.labels(studies, Path(out)), strict=True)]


def write(findings: Sequence[Findings], out: Path | str) -> tuple[Path, list[Written]]:
    """Write `out/LABEL/` for each study (page, tables as CSV, Parquet and XLSX, charts as PNG), and `out/index.html`.

    The index holds the reports of all main runs that have a page below `out`, and names the others (`reports.shelf`).
    The same folders give the same pages: none knows a clock, or a path but that of a run whose folder is not called after its id.
    """
    for found in findings:
        write_study(found, Path(out))
    return write_index([found.label for found in findings], Path(out))


def write_index(labels: Sequence[str], out: Path) -> tuple[Path, list[Written]]:
    """Write `out/index.html` from what has a page below `out`; return it, and what was written for the studies of these labels."""
    studies = shelf.shelves(out)
    path = out / PAGE
    path.write_text(_index(studies), encoding="utf-8")
    main = {study.main.label for study in studies}
    return path, [_written(out / label, label in main) for label in labels]


def write_study(findings: Findings, out: Path) -> None:
    """Write `out/LABEL/` for a study."""
    section, folder = kinds.section(findings), out / findings.label
    folder.mkdir(parents=True, exist_ok=True)
    for left in (*folder.glob("*.csv"), *folder.glob("*.parquet"), *folder.glob("*.png")):  # of fewer deals, or by older code
        left.unlink()
    article = page.article(section)
    (folder / PAGE).write_text(page.page(section.title, [article]), encoding="utf-8")
    tables.write(findings.tables, folder)
    (folder / f"{findings.label}.xlsx").write_bytes(workbook(findings.tables, _front(section)))
    for chart in (section.chart, *(chart for passage in (*section.passages, *section.appendix) for chart in passage.charts)):
        (folder / f"{chart.name.replace(' ', '-')}.png").write_bytes(chart.picture.png())
    shelf.put(shelf.entry(findings.study, section, article), out)


def _front(section: Section) -> list[tuple[str, str]]:
    """Return what the first sheet of a workbook says."""
    said = [("study", section.title), ("what it is", section.question), ("answer", section.answer)]
    said += [("what it holds for", sentence) for sentence in section.scope]
    said += [*section.facts, ("to repeat it", section.command), *section.definitions]
    return [(what, text.replace(words.THIN, " ")) for what, text in said]


def _index(studies: Sequence[shelf.Shelved]) -> str:
    mains = [study.main for study in studies]
    games: dict[str, list[dict[str, object]]] = {}
    for study in studies:
        games.setdefault(study.main.game, []).append(_line(study.main) | {"later": [_line(note) for note in study.later]})
    others = [_line(note) for study in studies for note in study.others]
    title = mains[0].title if len(mains) == 1 and not others else TITLE
    contents = list(games.items()) if title == TITLE else []
    return page.page(title, [note.article for note in mains], contents, others)


def _line(note: shelf.Entry) -> dict[str, object]:
    return {
        "label": note.label,
        "title": note.title,
        "subtitle": note.subtitle,
        "answer": _brief(note.answer),
        "tone": note.tone,
        "size": note.size,
    }


def _brief(answer: str) -> str:
    """Keep the first lines of a long answer."""
    lines = answer.split("\n")
    more = ["The page says more."] if len(lines) > BRIEF else []
    return " ".join([*lines[:BRIEF], *more])


def _written(folder: Path, is_main: bool) -> Written:
    return Written(folder / PAGE, len(list(folder.glob("*.csv"))), len(list(folder.glob("*.png"))), is_main)
