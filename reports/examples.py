"""Three example games on a page: chosen by rule, played again, cut to a length that is read."""

from __future__ import annotations

from collections.abc import Sequence

from reports import traces, words
from reports.parts import Example, Findings, Table, Turn
from simkit.analysis import examples as choice
from simkit.analysis.study import SHARE_UNITS, Study

OPENING, CLOSING = 26, 16  # lines of turns kept from the beginning and from the end


def examples(findings: Findings, arm: int) -> list[Example]:
    """Return the example games of an arm; none if nobody can play them again."""
    if findings.record is None:
        return []
    return [_example(findings, chosen) for chosen in choice.examples(findings.study, arm)]


def cut(turns: Sequence[Turn], opening: int = OPENING, closing: int = CLOSING) -> list[Turn]:
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
    return [*turns[:first], Turn(f"{words.plural(left, 'turn')} left out"), *turns[-last:]]


def _fitting(turns: Sequence[Turn], lines: int) -> int:
    used = 0
    for count, turn in enumerate(turns):
        used += turn.lines
        if used > lines:
            return max(count, 1)
    return len(turns)


def _example(findings: Findings, chosen: choice.Example) -> Example:
    study = findings.study
    assert findings.record is not None
    found = findings.record(study, chosen.arm, chosen.block, chosen.rotation)
    totals = chosen.rows["total"].to_list()
    turns: list[Turn] = []
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
        traces.command(traces.run_of(study), chosen.arm, chosen.block, chosen.rotation),
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
    lines = [(line.get("text") or line["name"], chosen.rows[line["name"]].to_list()) for line in study.manifest["lines"]]
    rows = [(text, *map(words.number, values)) for text, values in lines if any(values)]
    total = ("total", *map(words.number, chosen.rows["total"].to_list()))
    seats = [f"seat {seat}" for seat in range(1, len(who) + 1)]
    caption = words.listed([f"{seat}: {name}" for seat, name in zip(seats, who, strict=True)]) if len(who) > 1 else who[0]
    return Table(
        ("points from", *(seats if len(who) > 1 else ("points",))), [*rows, total], f"The score sheet. {caption[0].upper()}{caption[1:]}."
    )
