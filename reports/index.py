"""One HTML page for any number of studies."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from reports import page, seats, solo, words
from reports.page import Section
from simkit.analysis import Study, StudyError, load

SECTIONS = {"seats": seats.section, "solo": solo.section}


def write(folders: Sequence[Path | str], out: Path | str) -> Path:
    """Write `out/index.html`, one section a study folder, and return its path.

    The same rows give the same bytes: the page knows no clock and no path.

    Raises
    ------
    StudyError
        If a folder cannot be read or its kind has no report.
    """
    studies = [load(folder) for folder in folders]
    sections = [section(study, label) for study, label in zip(studies, words.labels(studies), strict=True)]
    path = Path(out) / "index.html"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(page.render(sections), encoding="utf-8")
    return path


def section(study: Study, label: str) -> Section:
    """Return the section of a study by its kind; `label` names its pictures and tables."""
    if study.kind not in SECTIONS:
        raise StudyError(f"{study.folder}: no report for a study of kind '{study.kind}'")
    return SECTIONS[study.kind](study, label)
