"""Three example games on a page: chosen by rule, played again, cut to a length that is read."""

from __future__ import annotations

from collections.abc import Sequence

from reports import words
from reports.parts import Example, Findings, Table
from simkit.analysis import examples as choice
from simkit.analysis.study import SHARE_UNITS, Study

OPENING, CLOSING = 26, 16  # lines of turns kept from the beginning and from the end
Turns = Sequence[tuple[str, Sequence[str]]]


def examples(findings: Findings, arm: int) -> list[Example]:
    """Return the example games of an arm; none if nobody can play them again."""
    if findings.record is None:
        return []
    return [_example(findings, chosen) for chosen in choice.examples(findings.study, arm)]


def cut(turns: Turns, opening: int = OPENING, closing: int = CLOSING) -> list[tuple[str, Sequence[str]]]:
    """Keep whole turns at both ends, and say between them how many were left out.

    Parameters
    ----------
    opening, closing : int
        Lines to keep; at least one turn stays at each end.
    """
    first = _fitting(turns, opening)
    last = _fitting(turns[::-1], closing)
    left = len(turns) - first - last
    if left <= 1:
        return list(turns)
    return [*turns[:first], (f"{words.plural(left, 'turn')} left out", ()), *turns[-last:]]


def _fitting(turns: Turns, lines: int) -> int:
    used = 0
    for count, (_, told) in enumerate(turns):
        used += 1 + len(told)
        if used > lines:
            return max(count, 1)
    return len(turns)


def _example(findings: Findings, chosen: choice.Example) -> Example:
    study = findings.study
    assert findings.record is not None
    found = findings.record(study, chosen.arm, chosen.block, chosen.rotation)
    totals = chosen.rows["total"].to_list()
    turns: Turns = []
    if isinstance(found, str):
        problem = f"It cannot be played again here: {found}."
    elif list(found.points) != totals:
        problem = "Played again it ends otherwise: game or players have changed since. A fresh run shows what they do now."
    else:
        turns, problem = cut(found.turns), ""
    return Example(
        chosen.title,
        _summary(study, chosen),
        chosen.rule,
        turns,
        _points(study, chosen),
        words.trace_command(study, chosen.arm, chosen.block, chosen.rotation),
        problem,
    )


def _summary(study: Study, chosen: choice.Example) -> str:
    arm, called = study.arms[chosen.arm], words.names(study)
    totals, shares = chosen.rows["total"].to_list(), chosen.rows["share"].to_list()
    who = [called[study.strategies[s]] for s in words.seated(study, chosen.arm, chosen.rotation)]
    if arm.players == 1:
        aim = "" if arm.target is None else f", target {arm.target}"
        ended = ": success" if shares[0] == SHARE_UNITS else "" if arm.target is None else ": no success"
        return f"{arm.title}, {who[0]}: {words.plural(totals[0], 'point')}{aim}{ended}"
    winners = [f"seat {seat + 1} ({who[seat]})" for seat, share in enumerate(shares) if share]
    verb = "wins" if len(winners) == 1 else "share the win"
    return f"{words.listed(winners)} {verb}, points by seat {', '.join(map(str, totals))}"


def _points(study: Study, chosen: choice.Example) -> Table:
    """Return the score sheet; sources that gave nothing to anybody are left out."""
    called = words.names(study)
    who = [called[study.strategies[s]] for s in words.seated(study, chosen.arm, chosen.rotation)]
    heads = [f"seat {seat}\n{name}" for seat, name in enumerate(who, start=1)] if len(who) > 1 else who
    lines = [(line.get("text") or line["name"], chosen.rows[line["name"]].to_list()) for line in study.manifest["lines"]]
    rows = [(text, *map(words.number, values)) for text, values in lines if any(values)]
    total = ("total", *map(words.number, chosen.rows["total"].to_list()))
    return Table(("points from", *heads), [*rows, total], f"{chosen.title}: the score sheet.")
