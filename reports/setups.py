"""The report on drawn setups: which choices matter, how far choices add up, and which setups stand out."""

from __future__ import annotations

from typing import Any

import polars as pl

from reports import charts, page, words
from reports.examples import examples
from reports.parts import Findings, Grid, Passage, Screen, Section, Step, Table, Tables
from reports.traces import arms
from simkit.analysis import Study, seats
from simkit.analysis.setups import CONFIRMED, OPEN, RESPONSES, VAGUE
from simkit.analysis.study import REPLAY
from simkit.analysis.verdict import FAULTY

LEADING = "points"  # the response of the first chart
SHARE = {"first"}  # responses that are fractions
DEFINITIONS = (
    ("deal, or block", "one draw of the setup and one shuffle, played from every seat"),
    ("effect of a choice", "mean with it, less the mean over all choices of its group, everything else being drawn"),
    (
        "open",
        "not told from no effect; false discoveries among the others are held to 5 % over the whole page (Benjamini-Hochberg)",
    ),
    ("interactions", "what setups do beyond the sum of their choices' effects"),
    ("luck", "what differs between deals of one setup"),
    ("stands out again", "on fresh deals its mean lies beyond that of drawn setups, by the interval of the paired difference"),
    ("fault", words.FAULT),
)


def section(findings: Findings) -> Section:
    """Return the report of a study of kind `setups`."""
    study, tables, label = findings.study, findings.tables, findings.label
    others = [r for r in RESPONSES if r != LEADING]
    return Section(
        label=label,
        **page.titles(study, f"{study.game}: which setup makes which game?", "Which choices of the setup matter?"),
        answer=answer(study, tables),
        tone="off" if seats.faults(study) else "open",
        scope=(words.deals(study), words.players(study), words.cards(study)),
        chart=_chart(tables, LEADING, label),
        table=_variance_table(tables),
        passages=(
            *(Passage(_title(r), [_summary(tables, r)], (_chart(tables, r, label),)) for r in others),
            _extremes(tables),
            *page.metrics(findings),
        ),
        examples=examples(findings, 0),
        appendix=(Passage("Every effect", ["All choices and all that was measured."], (), (_effect_table(tables),)),),
        steps=steps(study),
        certainty=_certainty(study),
        definitions=DEFINITIONS,
        **page.run(findings),
    )


def screen(findings: Findings) -> Screen:
    """Return what a terminal shows of a study of kind `setups`."""
    study, tables = findings.study, findings.tables
    grids: list[Grid] = []
    for response in RESPONSES:
        rows: list[tuple[str, ...]] = [(_title(response), "choice", "effect", words.INTERVAL)]
        rows += [(r["factor"], r["level"], *_effect(r)) for r in _strongest(tables, response).head(2).iter_rows(named=True)]
        grids.append(rows)
    found = {(r["response"], r["source"]): _share(r).split(" (")[0] for r in tables["variance"].iter_rows(named=True)}
    spread: list[tuple[str, ...]] = [("share of the spread", *(r for r in RESPONSES))]
    sources = dict.fromkeys(tables["variance"]["source"])
    grids.append([*spread, *((source, *(found[r, source] for r in RESPONSES)) for source in sources)])
    faults = seats.faults(study)
    return Screen(answer(study, tables), grids, f"faults {faults}", steps(study)[0])


def answer(study: Study, tables: Tables) -> str:
    """Return the answer in a few sentences, or the warning that there is none."""
    games = seats.games(study)
    if spoilt := words.warning(int(games["games"].sum()), int(games["faults"].sum())):
        return f"{spoilt} Until then every verdict is “{FAULTY}”."
    said = []
    for response in RESPONSES:
        found = _strongest(tables, response).filter(pl.col("found"))
        if found.height:
            first = found.row(0, named=True)
            effect, limits = _effect(first)
            title, unit = RESPONSES[response]
            unit = "" if response in SHARE else f" {unit}"
            said.append(f"{title} most by {first['level']} ({first['factor']}), {effect}{unit} ({limits})")
    if not said:
        return "No choice of the setup shows an effect in these deals."
    return f"What the setup changes: {'; '.join(said)}. {_split(tables, LEADING, 'spread of points')}"


def steps(study: Study) -> list[Step]:
    """Return what to do next."""
    blocks = 4 * len(study.blocks)
    text = "Four times as many fresh deals halve the intervals."
    return [Step(text, words.command(study, words.next_seed(study), blocks), words.takes(study, blocks))]


def _title(response: str) -> str:
    title, _ = RESPONSES[response]
    return title[:1].upper() + title[1:]


def _unit(response: str) -> str:
    return "share" if response in SHARE else RESPONSES[response][1]


def _chart(tables: Tables, response: str, label: str) -> Any:
    return charts.effects(tables["effects"].filter(pl.col("response") == response), _unit(response), f"{label}-{response}")


def _strongest(tables: Tables, response: str) -> pl.DataFrame:
    own = tables["effects"].filter(pl.col("response") == response)
    return own.sort(pl.col("effect").abs(), descending=True, maintain_order=True)


def _effect(row: dict[str, Any]) -> tuple[str, str]:
    share = row["response"] in SHARE
    scale, digits = (100.0, 1) if share else (1.0, 2)
    limits = f"{words.signed(scale * row['low'], digits)} to {words.signed(scale * row['high'], digits)}"
    return words.signed(scale * row["effect"], digits) + (" pp" if share else ""), limits


def _split(tables: Tables, response: str, of: str) -> str:
    """Say what setups make of the spread, if these deals can tell it from luck."""
    own = tables["variance"].filter(pl.col("response") == response)
    luck = own.row(by_predicate=pl.col("source") == "luck", named=True)
    if _is_vague(luck) or not 0 <= luck["share"] <= 1:
        return f"How much of the {of} setups make and how much luck makes is open: too few deals."
    return f"Setups make {words.percent(1 - luck['share'], 0)} of the {of}, the luck of the deal {words.percent(luck['share'], 0)}."


def _is_vague(row: dict[str, Any]) -> bool:
    return row["low"] is not None and row["high"] - row["low"] > VAGUE


def _summary(tables: Tables, response: str) -> str:
    found = _strongest(tables, response).filter(pl.col("found")).height
    return f"{words.plural(found, 'choice')} told from nothing. {_split(tables, response, 'spread between deals')}"


def _variance_table(tables: Tables) -> Table:
    variance = tables["variance"]
    sources = list(dict.fromkeys(variance["source"]))
    found = {(r["response"], r["source"]): r for r in variance.iter_rows(named=True)}
    rows = [(source, *(_share(found[r, source]) for r in RESPONSES)) for source in sources]
    caption = (
        "Share of the spread between deals, with its 95 % interval: each group's choices, what choices do together, the luck of the deal."
    )
    return Table(("source", *(_title(r) for r in RESPONSES)), rows, caption)


def _share(row: dict[str, Any]) -> str:
    if _is_vague(row):
        return "too few deals"
    limits = "" if row["low"] is None else f" ({words.span(row['low'], row['high'], 1)})"
    return f"{words.percent(row['share'], 1)}{limits}"


def _effect_table(tables: Tables) -> Table:
    rows = [
        (
            *(_title(r["response"]), r["factor"], r["level"], words.number(r["deals"]), *_effect(r), "yes" if r["found"] else "open"),
            words.number(r["deal"]),
        )
        for r in tables["effects"].iter_rows(named=True)
    ]
    headers = ("measure", "group", "choice", "deals", "effect", words.INTERVAL, "told from nothing", "a deal")
    caption = "Every effect. A deal: one in which the choice was drawn, for --block beside --arm."
    return Table(headers, rows, caption, words=3, arms=arms(tables["effects"]))


def _extremes(tables: Tables) -> Passage:
    table = tables["standing_out"]
    again = table.filter(pl.col("verdict") != OPEN)
    held = again.filter(pl.col("verdict") == CONFIRMED).height
    picked = "Picked by what the study expects of them"
    held_again = f"{picked}, then played again on fresh deals beside drawn setups: {held} of {again.height} stand out again."
    said = held_again if again.height else f"{picked}; they were not played again, so part of it is luck."
    rows = [
        (
            _title(r["response"]),
            r["end"],
            r["name"].replace("_", " "),
            *(_number(r, name) for name in ("expected", "again", "drawn")),
            r["verdict"],
        )
        for r in table.iter_rows(named=True)
    ]
    heads = ("measure", "end", "setup", "expected", "fresh deals", "drawn setups", "verdict")
    shown = Table(heads, rows, "The most extreme setups.", words=3, arms=arms(table), inside=REPLAY)
    return Passage("Setups that stand out", [said], (), (shown,))


def _number(row: dict[str, Any], name: str) -> str:
    if row[name] is None:
        return words.UNKNOWN
    return f"{words.signed(100 * row[name])} pp" if row["response"] in SHARE else words.number(row[name], 2)


def _certainty(study: Study) -> list[str]:
    return [
        f"{words.plural(len(study.blocks), 'deal')}, each with a setup of its own draw, played from every seat. A deal is one observation.",
        "Effects: least squares with all choices at once, errors that allow for unequal spread (HC2), Student's t.",
        "Shares of the spread: method of moments, with intervals from leaving out groups of deals; a share may come out slightly negative.",
        "Setups that stand out are chosen by looking at these deals, so only the fresh deals say how far they really lie apart.",
        "All this is true for these players; others may find another use for a choice.",
    ]
