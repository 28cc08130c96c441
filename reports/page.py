"""What a report section is made of, and how it becomes one self-contained HTML page."""

from __future__ import annotations

import base64
import json
from collections.abc import Sequence
from dataclasses import dataclass, field
from importlib import resources

import polars as pl
from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup

from reports import words
from reports.drawing import Chart
from reports.tables import Tables, csv
from simkit.analysis import Study


@dataclass(frozen=True)
class Table:
    """A table to read: headers, rows of text, a caption.

    Attributes
    ----------
    headers : sequence of str
    rows : sequence of sequences of str
    caption : str
    words : int
        How many of the first columns are words, set to the left; the others are numbers.
    """

    headers: Sequence[str]
    rows: Sequence[Sequence[str]]
    caption: str
    words: int = 1


@dataclass(frozen=True)
class Passage:
    """A titled part of a section: sentences, then charts, then tables."""

    title: str
    sentences: Sequence[str]
    charts: Sequence[Chart] = ()
    tables: Sequence[Table] = ()


@dataclass(frozen=True)
class Step:
    """Something to do next, with its command."""

    text: str
    command: str


@dataclass(frozen=True)
class Section:
    """The report of one study, in the order in which it is read."""

    label: str
    title: str
    question: str
    answer: str
    tone: str
    scope: Sequence[str]
    chart: Chart
    table: Table
    passages: Sequence[Passage]
    steps: Sequence[Step]
    certainty: Sequence[str]
    definitions: Sequence[tuple[str, str]]
    facts: Sequence[tuple[str, str]]
    command: str
    notice: str | None = None
    note: str | None = None
    hashes: Sequence[tuple[str, str]] = ()
    downloads: Sequence[tuple[str, str]] = field(default=())


def facts(study: Study) -> list[tuple[str, str]]:
    """Return what identifies a run: spec, seed, sizes, versions, components."""
    manifest, spec = study.manifest, study.spec
    versions = manifest.get("versions", {})
    components = manifest.get("components", {})
    kinds: dict[str, int] = components.get("provenance") or {}
    order = sorted(kinds, key=[*words.PROVENANCE, *kinds].index)
    told = [f"{kinds[kind]} {words.PROVENANCE.get(kind, kind)}" for kind in order]
    said = ("kind", "name", "game", "question", "seed")
    return [
        ("study", f"{study.name} (kind {study.kind}) of {study.game}"),
        ("seed", str(words.seed_of(study))),
        ("deals", f"{words.number(len(study.blocks))} in {words.plural(len(study.parts), 'part')}"),
        ("arms", words.number(len(study.arms))),
        ("players", words.listed(list(study.strategies))),
        ("cards", ", ".join(told) or "not said"),
        (
            "card list",
            f"{components.get('source', 'default')} {str(components.get('sha256', ''))[:16]}".strip(),
        ),
        ("versions", ", ".join(f"{k} {v}" for k, v in sorted(versions.items())) or "not said"),
        ("spec", "; ".join(f"{k} {json.dumps(v)}" for k, v in spec.items() if k not in said)),
    ]


def downloads(tables: Tables) -> list[tuple[str, str]]:
    """Return name and data address of each table as CSV, carried inside the page."""
    return [(name, f"data:text/csv;base64,{base64.b64encode(csv(t).encode()).decode()}") for name, t in tables.items() if t.height]


def render(sections: Sequence[Section]) -> str:
    """Return the page of all sections: one HTML text, no address but its own."""
    environment = Environment(
        loader=PackageLoader("reports"),
        undefined=StrictUndefined,
        autoescape=True,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters["svg"] = Markup
    style = resources.files("reports").joinpath("style.css").read_text(encoding="utf-8")
    template = environment.get_template("page.html.j2")
    return template.render(sections=sections, style=Markup(style))


def points_table(points: pl.DataFrame, caption: str) -> Table:
    """Return the table of where points come from for one arm."""
    rows = [
        (
            r["text"],
            words.number(r["mean"], 1),
            words.number(r["winners"], 1),
            words.number(r["others"], 1),
            words.signed(r["difference"]),
            words.span(r["low"], r["high"], scale=1),
        )
        for r in points.iter_rows(named=True)
    ]
    headers = ("source", "all", "winners", "others", "difference", words.INTERVAL)
    return Table(headers, rows, caption)
