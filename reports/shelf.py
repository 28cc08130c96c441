"""What has a page under an output folder: one folder a run, and a note in it that the index is made from.

So a report of one run leaves the pages of all others alone, and the index can speak of all of them without analysing them again.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass, fields
from pathlib import Path

from reports import words
from reports.parts import Section
from simkit.analysis import Study, StudyError

NOTE = "entry.json"
VERSION = 2  # of the notes; others are passed over, the next report of their run writes them anew


@dataclass(frozen=True)
class Entry:
    """A run's page, as the index knows it.

    Attributes
    ----------
    changes : str
        Changed rules and own card tables in words; empty for the defaults.
    blocks : int
    played : int
        When its last part was played, in nanoseconds: orders runs, is never shown.
    subtitle : str
        What the title leaves open: tells studies of one name and question apart.
    note : str
        The remark that was given with the run.
    article : str
        The report as a piece of HTML.
    """

    version: int
    label: str
    game: str
    game_name: str
    name: str
    seed: int
    changes: str
    blocks: int
    played: int
    title: str
    subtitle: str
    note: str
    answer: str
    tone: str
    article: str

    @property
    def size(self) -> str:
        """Name, size, seed, changes and the note of the run."""
        changed = f"; {self.changes}" if self.changes else ""
        note = f" Note: {self.note}" if self.note else ""
        return f"Study {self.name}: {words.plural(self.blocks, 'deal')}, seed {self.seed}{changed}.{note}"


@dataclass(frozen=True)
class Shelved:
    """A study on the index: its main run, and its other runs worth a line."""

    main: Entry
    others: tuple[Entry, ...]

    @property
    def later(self) -> tuple[Entry, ...]:
        """Those played after the main run, though smaller."""
        return tuple(entry for entry in self.others if entry.played > self.main.played)


def labels(studies: Sequence[Study], out: Path) -> list[str]:
    """Return the names of runs' pages and folders: by game, study and identity.

    A run of fewer deals does not take the place of a larger one of the same identity, on disk or in this company: its number of deals
    is added.
    """
    bases = [f"{study.manifest['game']['name']}-{study.name}-{study.identity[:6]}" for study in studies]
    largest: dict[str, int] = {}
    for study, base in zip(studies, bases, strict=True):
        there = _read(out / base / NOTE)
        largest[base] = max(largest.get(base, 0), len(study.blocks), there.blocks if there else 0)
    sizes = [len(study.blocks) for study in studies]
    return [base if size == largest[base] else f"{base}-{size}" for base, size in zip(bases, sizes, strict=True)]


def changes(study: Study) -> str:
    """Say what differs from the game's own rules and cards."""
    rules = words.rules_changed(study)
    source = study.manifest.get("components", {}).get("source", "default")
    changed = f"rules changed: {'; '.join(rules)}" if rules else ""
    return "; ".join(filter(None, (changed, "" if source == "default" else f"cards of {source}")))


def entry(study: Study, section: Section, article: str) -> Entry:
    """Return the note on a run's page."""
    played = max(part.stat().st_mtime_ns for part in study.parts)
    blocks, seed, game = len(study.blocks), words.seed_of(study), str(study.manifest["game"]["name"])
    told = (section.title, section.question, section.remark, section.answer, section.tone)
    return Entry(VERSION, section.label, study.game, game, study.name, seed, changes(study), blocks, played, *told, article)


def put(note: Entry, out: Path) -> None:
    """Write the note into the folder of its page."""
    (out / note.label / NOTE).write_text(json.dumps(asdict(note), ensure_ascii=False), encoding="utf-8")


def shelves(out: Path) -> list[Shelved]:
    """Return the studies that have a page, by game, name, title and subtitle: comparisons share a name.

    The main run of a study is the one with most deals, the last played among equals. Of the others those are worth a line that were
    played later, or with other rules or cards.
    """
    studies: dict[tuple[str, str, str, str], list[Entry]] = {}
    for path in sorted(out.glob(f"*/{NOTE}")):
        if note := _read(path):
            studies.setdefault((note.game, note.name, note.title, note.subtitle), []).append(note)
    return [_shelve(notes) for _, notes in sorted(studies.items())]


def _shelve(notes: Sequence[Entry]) -> Shelved:
    main, *rest = sorted(notes, key=lambda note: (note.blocks, note.played), reverse=True)
    return Shelved(main, tuple(note for note in rest if note.played > main.played or note.changes != main.changes))


def _read(path: Path) -> Entry | None:
    try:
        found = json.loads(path.read_text(encoding="utf-8"))
        return Entry(**found) if found["version"] == VERSION and found.keys() == {f.name for f in fields(Entry)} else None
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        return None  # somebody else's file, or half a file


def page_of(study: str, out: Path) -> str:
    """Return the label of a study's main page, by name, game and name, or label.

    Raises
    ------
    StudyError
        If there is none, or more than one.
    """
    notes = [shelved.main for shelved in shelves(out)]
    others = [note for shelved in shelves(out) for note in shelved.others]
    found = [note for note in notes if study in (note.name, f"{note.game_name}/{note.name}")] or [
        note for note in (*notes, *others) if note.label == study
    ]
    if len(found) == 1:
        return found[0].label
    known = ", ".join(f"{note.game_name}/{note.name}" for note in found or notes)
    raise StudyError(f"{'there are several studies' if found else 'no page of a study'} {study!r}; known are {known}")
