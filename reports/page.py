"""How the parts of a report become one self-contained HTML page."""

from __future__ import annotations

import base64
import json
import shlex
from collections.abc import Sequence
from dataclasses import replace
from importlib import resources
from typing import Any, TypedDict

import polars as pl
from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup

from reports import stopping, sureness, traces, words
from reports.parts import ARM, Findings, Passage, Section, Table, Tables
from reports.tables import csv
from simkit.analysis import Study, load
from simkit.analysis.estimate import SHARE
from simkit.analysis.study import ENSEMBLE, REPLAY

STEP = 12  # letters
LONG = 30  # letters of a cell from which on it is wrapped
SPELLED = ("no", "one", "two", "three")


def facts(study: Study) -> list[tuple[str, str]]:
    """Return what identifies a run: spec, seed, sizes, versions, components."""
    manifest, spec = study.manifest, study.spec
    versions = manifest.get("versions", {})
    said = ("kind", "name", "game", "question", "seed")
    return [
        ("study", f"{study.name} (kind {study.kind}) of {study.game}"),
        ("seed", str(words.seed_of(study))),
        ("deals", f"{words.number(len(study.blocks))} in {words.plural(len(study.parts), 'part')}"),
        ("arms", words.number(len(study.arms))),
        ("players", words.listed([study.strategies[s] for s in sorted({s for arm in study.arms for s in arm.lineup})])),
        *_card_facts(manifest),
        ("versions", ", ".join(f"{k} {v}" for k, v in sorted(versions.items())) or "not said"),
        ("spec", "; ".join(f"{k} {json.dumps(v)}" for k, v in spec.items() if k not in said)),
    ]


def _card_facts(manifest: dict[str, Any]) -> list[tuple[str, str]]:
    """Say which cards were played, version by version where there are several."""
    versions = manifest.get("variants") or [{"name": "", "components": manifest.get("components", {})}]
    if all(version["components"] == versions[0]["components"] for version in versions):
        versions = [{"name": "", "components": versions[0]["components"]}]  # rules alone differ
    found = []
    for version in versions:
        components, of = version["components"], f" of {version['name']}" if version["name"] else ""
        kinds: dict[str, int] = components.get("provenance") or {}
        order = sorted(kinds, key=[*words.PROVENANCE, *kinds].index)
        told = ", ".join(f"{kinds[kind]} {words.PROVENANCE.get(kind, kind)}" for kind in order)
        found += [
            (f"cards{of}", told or "not said"),
            (f"card list{of}", f"{components.get('source', 'default')} {str(components.get('sha256', ''))[:16]}".strip()),
        ]
    return found


def downloads(tables: Tables) -> list[tuple[str, str]]:
    """Return name and data address of each table as CSV, carried inside the page."""
    return [(name, f"data:text/csv;base64,{base64.b64encode(csv(t).encode()).decode()}") for name, t in tables.items() if t.height]


def article(section: Section) -> str:
    """Return a study's report as a piece of HTML that depends on nothing around it but the style."""
    return _environment().get_template("article.html.j2").render(s=section)


def page(title: str, articles: Sequence[str], games: Sequence[tuple[str, Sequence[Any]]] = (), small: Sequence[Any] = ()) -> str:
    """Return a whole page of articles: one HTML text that loads nothing.

    Parameters
    ----------
    title : str
    articles : sequence of str
        As `article` returns them.
    games : sequence of (str, entries)
        The contents by game, if the page has contents; an entry has label, title, answer, tone, size and later.
    small : entries
        Further runs, with pages of their own only.
    """
    style = resources.files("reports").joinpath("style.css").read_text(encoding="utf-8")
    template = _environment().get_template("page.html.j2")
    return template.render(title=title, articles=map(Markup, articles), games=games, small=small, style=Markup(style))


def _environment() -> Environment:
    environment = Environment(
        loader=PackageLoader("reports"),
        undefined=StrictUndefined,
        autoescape=True,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters["svg"] = Markup
    environment.filters["narrowed"] = narrowed
    environment.filters["wide"] = wide
    environment.filters["spelled"] = lambda n: SPELLED[n] if n < len(SPELLED) else str(n)
    return environment


def narrowed(table: Table) -> Table:
    """Return a table without its first column where that says the same in every row; the caption says it then."""
    if table.words < 2 or len(table.rows) < 2 or len({row[0] for row in table.rows}) > 1:
        return table
    caption = f"{table.headers[0].capitalize()}: {table.rows[0][0]}. {table.caption}"
    return replace(table, headers=table.headers[1:], rows=[row[1:] for row in table.rows], caption=caption, words=table.words - 1)


class Titles(TypedDict):
    """Title and subtitle of a page, as `Section` calls them."""

    title: str
    question: str


def titles(study: Study, title: str, question: str) -> Titles:
    """Return the title and subtitle of a study: its own question and the title of its kind, else the latter and its kind's question."""
    own = str(study.spec.get("question") or "")
    return Titles(title=own or title, question=title if own else question)


class Run(TypedDict):
    """What a section says of the run itself, whatever its kind."""

    facts: list[tuple[str, str]]
    command: str
    run: str
    inside: list[str]
    notice: str | None
    stopping: list[str]
    sureness: list[tuple[str, list[str], list[Table]]]
    remark: str
    note: str | None
    hashes: list[tuple[str, str]]
    downloads: list[tuple[str, str]]


def run(findings: Findings) -> Run:
    """Return what identifies the run, how to repeat it, what was noted, and its tables."""
    study = findings.study
    return Run(
        facts=facts(study),
        command=words.command(study),
        run=shlex.quote(traces.run_of(study)),
        inside=_inside(study),
        notice=words.progress(study),
        stopping=stopping.said(study),
        sureness=sureness.parts(findings),
        remark=str(study.asked.get("note", "")),
        note=study.manifest.get("components", {}).get("note"),
        hashes=words.hashes(study),
        downloads=downloads(findings.tables),
    )


def _inside(study: Study) -> list[str]:
    """Say what the command of a study plays besides, and where its games are."""
    told = {REPLAY: "what is said of fresh deals", ENSEMBLE: "what is said of alternative cards"}
    there = {name: study.folder / name for name in told if (study.folder / name / "manifest.json").is_file()}
    return [f"It also plays {told[name]}: that run is {traces.run_of(load(folder))}." for name, folder in there.items()]


def wide(table: Table) -> int:
    """Return about how many letters a row of a table needs, gaps counted in; in steps, so that tables of one kind are alike."""
    columns = zip(*(table.rows or [table.headers]), strict=True)
    needs = []
    for header, column in zip(table.headers, columns, strict=True):
        longest = max(len(line) for cell in column for line in cell.split("\n"))
        needs.append(max(min(longest, LONG), *map(len, header.split() or [""])))
    needs += [len(ARM)] if table.games == ARM else []
    return -(-(sum(needs) + 3 * len(needs)) // STEP) * STEP


def metrics(findings: Findings) -> list[Passage]:
    """Return the passage of the further measures a study asks for; none if it asks for none."""
    found = findings.shown.get("metrics")
    if found is None:
        return []
    rows = [row[:-1] for row in metric_rows(found)]
    headers = ("measure", "table", "mean", words.INTERVAL, "unit")
    caption = (
        "Means over the seats of all games, with intervals from deals. A measure that is true or false is a share of these seats, in %; "
        "the unit is that of its columns where they have one in common."
    )
    said = dict(found.select("metric", "expression").iter_rows())
    told = "; ".join(f"{name} is {expression}" for name, expression in said.items())
    return [Passage("Further measures", [f"Asked for by the study's [metrics]: {told}."], (), (Table(headers, rows, caption, words=2),))]


def metric_rows(found: pl.DataFrame) -> list[tuple[str, ...]]:
    """Return the further measures in words: name, table, mean, interval, unit, expression."""
    return [
        (r["metric"], r["label"], *_metric(r), "share of seats" if r["unit"] == SHARE else r["unit"] or "a seat", r["expression"])
        for r in found.iter_rows(named=True)
    ]


def _metric(row: dict[str, Any]) -> tuple[str, str]:
    if row["unit"] == SHARE:
        return words.percent(row["mean"]), words.span(row["low"], row["high"])
    return words.figures(row["mean"]), words.between(row["low"], row["high"])


def points_table(points: pl.DataFrame, caption: str, sides: tuple[str, str] = ("winners", "others")) -> Table:
    """Return the table of where points come from for one arm; sources that gave nothing, and sides that nobody is on, are left out."""
    numbers = ("mean", "winners", "others")
    gave = [r for r in points.iter_rows(named=True) if any(r[name] for name in numbers)] or list(points.iter_rows(named=True))
    is_split = any(r["difference"] is not None for r in gave)
    rows = [(r["text"], words.number(r["mean"], 1), *(_split(r) if is_split else ())) for r in gave]
    headers = ("source", "all", *((*sides, "difference", words.INTERVAL) if is_split else ()))
    left_out = " Sources that gave nothing are left out." if len(gave) < points.height else ""
    return Table(headers, rows, caption + left_out)


def _split(row: dict[str, Any]) -> tuple[str, ...]:
    sides = (words.number(row[name], 1) for name in ("winners", "others"))
    return (*sides, words.signed(row["difference"]), words.span(row["low"], row["high"], scale=1))
