"""The kinds of studies that have a report: one table, and the one place where a study is analysed.

A new kind `riddle` is an entry of `KINDS` with three functions, by custom in these places:

* ``simkit.analysis.riddle.analyse(study)`` returns its tables by name. All of them go into CSV files and the workbook; a table with the
  columns `strategy`, `other`, or `table` or `chairs` beside `arm`, is also shown with the short names of a page (`reports.tables.shown`).
* ``reports.riddle.section(findings)`` returns the parts of its page (`reports.parts.Section`).
* ``reports.riddle.screen(findings)`` returns what a terminal shows (`reports.parts.Screen`).

The further measures that a study's [metrics] ask for are added to the tables of every kind (`reports.page.metrics` shows them), and
every table whose rows are about an arm has it, with the command that shows a game of it (`reports.traces`).
example games come from `reports.examples.examples(findings, arm)`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from reports import cards, compensation, dynamics, families, league, luck, seats, setups, solo, stopping, sureness, sweep, traces, variant
from reports.parts import Findings, Recorder, Screen, Section, Tables
from reports.tables import shown
from simkit.analysis import Study, StudyError, ensemble, ensemble_answers, looks
from simkit.analysis import cards as cards_analysis
from simkit.analysis import compensation as compensation_analysis
from simkit.analysis import dynamics as dynamics_analysis
from simkit.analysis import league as league_analysis
from simkit.analysis import luck as luck_analysis
from simkit.analysis import seats as seats_analysis
from simkit.analysis import setups as setups_analysis
from simkit.analysis import solo as solo_analysis
from simkit.analysis import sweep as sweep_analysis
from simkit.analysis import variant as variant_analysis
from simkit.analysis.estimate import metrics


@dataclass(frozen=True)
class Kind:
    """How studies of one kind are analysed and told."""

    analyse: Callable[[Study], Tables]
    section: Callable[[Findings], Section]
    screen: Callable[[Findings], Screen]


KINDS = {
    "seats": Kind(seats_analysis.analyse, seats.section, seats.screen),
    "solo": Kind(solo_analysis.analyse, solo.section, solo.screen),
    "cards": Kind(cards_analysis.analyse, cards.section, cards.screen),
    "league": Kind(league_analysis.analyse, league.section, league.screen),
    "setups": Kind(setups_analysis.analyse, setups.section, setups.screen),
    "variant": Kind(variant_analysis.analyse, variant.section, variant.screen),
    "compensation": Kind(compensation_analysis.analyse, compensation.section, compensation.screen),
    "sweep": Kind(sweep_analysis.analyse, sweep.section, sweep.screen),
    "dynamics": Kind(dynamics_analysis.analyse, dynamics.section, dynamics.screen),
    "luck": Kind(luck_analysis.analyse, luck.section, luck.screen),
}


def check(study: Study) -> Study:
    """Return the study, or raise StudyError if there is no report for its kind."""
    _kind(study)
    return study


def find(study: Study, label: str, record: Recorder | None = None) -> Findings:
    """Analyse a study, once for everything that is told of it; a run that was looked at before has wider intervals.

    Raises
    ------
    StudyError
        If there is no report for this kind of study.
    """
    with looks.counted(study):
        tables = _kind(study).analyse(study)
        if study.asked.get("metrics"):
            tables = {**tables, "metrics": metrics(study)}
    if whole := ensemble_answers.sets(study.folder):
        tables = {**tables, "ensemble": ensemble_answers.answers(study.kind, whole)}
    elif other := ensemble.played(study):
        tables = {**tables, "ensemble": ensemble.ranges(other)}
    tables = traces.traced(study, tables)
    return Findings(study, label, tables, shown(study, tables), record)


def section(findings: Findings) -> Section:
    """Return the parts of a study's page."""
    found = _kind(findings.study).section(findings)
    first, *rest = found.certainty
    found = replace(found, certainty=[first, *families.said(findings.study), *rest])
    declared = stopping.decided(findings.study)
    return replace(found, scope=[declared, *found.scope]) if declared else found


def screen(findings: Findings) -> Screen:
    """Return what a terminal shows of a study."""
    found = _kind(findings.study).screen(findings)
    declared = stopping.decided(findings.study)
    return replace(found, lines=[*found.lines, *([declared] if declared else []), *sureness.screen(findings)])


def _kind(study: Study) -> Kind:
    if study.kind not in KINDS:
        raise StudyError(f"{study.folder}: no report for a study of kind '{study.kind}'; known are {', '.join(KINDS)}")
    return KINDS[study.kind]
