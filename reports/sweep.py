"""The report on a sweep: how a game changes over a range of rule parameters."""

from __future__ import annotations

from typing import Any

import polars as pl

from reports import grids, page, words
from reports.drawing import Chart
from reports.examples import examples
from reports.parts import Findings, Grid, Passage, Screen, Section, Step, Table, Tables
from reports.traces import arms
from simkit.analysis import Study, seats
from simkit.analysis.sweep import DEFAULT, LITTLE, MATTERS, MORRIS
from simkit.analysis.variant import HIGHER, LOWER, PLAYERS, SEAT_GAP, SHARE
from simkit.analysis.verdict import FAULTY, FEWEST_BLOCKS, UNDECIDED

NAMED = 3  # measures in the answer, of each table
MOST_PANELS = 8
SHARED = "shared_wins"
NOISY = 0.5  # share of noise from which on an effect is called so
DEFINITIONS = (
    ("deal, or block", "one shuffle and one set of dice, replayed at every point"),
    ("default", "the value that the game, or the study's own [rules], has"),
    ("margin", "the smallest change that matters: of a fair share for wins, of the value at the default for everything else"),
    ("within margin", "the interval of the difference to the default lies inside the margin"),
    (f"{HIGHER}, {LOWER}", "the interval lies beyond the margin; “size open”: it excludes 0 but reaches into the margin"),
    (UNDECIDED, "the interval holds 0 and crosses the margin, or there are under 30 deals"),
    ("gap between two seats", "the largest difference of two seats' win shares; it is above 0 under perfect balance, too"),
    ("fault", words.FAULT),
)
SCREENED = (
    ("path", "a row of points of which each changes one parameter of the one before"),
    ("effect", "what one such change does, as if the parameter went through its whole range"),
    ("mean size (mu*)", "mean of the effects' sizes over the paths: how much the parameter can move the measure at all"),
    ("mean (mu)", "the same with its direction; near 0 beside a large size: up here, down there"),
    ("spread (sigma)", "how the effect differs from path to path: it depends on the other parameters, or is no straight line"),
    ("noise", "share of the mean squared effect that is luck of these deals; a size made mostly of noise says little"),
    (MATTERS, "the interval of the mean size lies above the margin"),
    (LITTLE, "it lies below"),
)


def section(findings: Findings) -> Section:
    """Return the report of a study of kind `sweep`."""
    study, tables, label = findings.study, findings.shown, findings.label
    first, *others = _parts(study, tables, label)
    called = words.listed([p["name"].replace("_", " ") for p in _parameters(study)])
    return Section(
        label=label,
        **page.titles(study, f"{study.game}: over a range of {called}", "How does the game change over a range of rules?"),
        answer=answer(study, tables),
        tone="off" if seats.faults(study) else "open",
        scope=(words.deals(study), words.players(study), words.cards(study), PLAYERS),
        chart=first.charts[0],
        table=first.tables[0],
        passages=others,
        examples=examples(findings, 0),
        appendix=(Passage("What was varied", [], (), (_parameter_table(study),)), *_details(study, tables)),
        steps=steps(study, tables),
        certainty=_certainty(study),
        definitions=(*SCREENED, *DEFINITIONS[:3]) if _is_screening(study) else DEFINITIONS,
        **page.run(findings),
    )


def screen(findings: Findings) -> Screen:
    """Return what a terminal shows of a study of kind `sweep`."""
    study, tables = findings.study, findings.shown
    table = tables["effects" if _is_screening(study) else "points"]
    grid = _effect_grid if _is_screening(study) else _point_grid
    told = [grid(study, own) for own in table.partition_by("title", maintain_order=True)]
    return Screen(answer(study, tables), told, f"faults {seats.faults(study)}", steps(study, tables)[0])


def _point_grid(study: Study, own: pl.DataFrame) -> Grid:
    """Return a row a point, a column a measure; ▲ and ▼: higher or lower than the default for certain."""
    shown = _main(own)
    names = list(dict.fromkeys(shown["measure"]))
    found = {(r["x"], r["y"], r["measure"]): r for r in shown.iter_rows(named=True)}
    points = dict.fromkeys((r["x"], r["y"]) for r in _sorted(shown.filter(pl.col("measure") == names[0])))
    rows = []
    for x, y in points:
        own_rows = [found[x, y, name] for name in names]
        here = " and ".join(filter(None, (x, y))) + (" (default)" if own_rows[0]["verdict"] == DEFAULT else "")
        rows.append((here, *(grids.value(r, "value") + _mark(r) for r in own_rows)))
    return [(own["title"][0], *(name.replace("_", " ") for name in names)), *rows]


def _effect_grid(study: Study, own: pl.DataFrame) -> Grid:
    """Return a row a parameter, a column a measure: the mean effect; * where its size matters."""
    shown = _main(own)
    names = list(dict.fromkeys(shown["measure"]))
    found = {(r["parameter"], r["measure"]): r for r in shown.iter_rows(named=True)}
    rows = [
        (p, *(grids.effect(found[p, name]) + ("*" if found[p, name]["verdict"] == MATTERS else "") for name in names))
        for p in dict.fromkeys(shown["parameter"])
    ]
    return [(f"{own['title'][0]} (*: matters)", *(name.replace("_", " ") for name in names)), *rows]


def _mark(row: dict[str, Any]) -> str:
    return "▲" if row["verdict"].startswith(HIGHER) else "▼" if row["verdict"].startswith(LOWER) else ""


def answer(study: Study, tables: Tables) -> str:
    """Return the answer, a line for each table; or the warning that there is none."""
    counts = seats.games(study)
    if spoilt := words.warning(int(counts["games"].sum()), int(counts["faults"].sum())):
        return f"{spoilt} Until then every verdict is “{FAULTY}”."
    said = _screened if _is_screening(study) else _swept
    table = tables["effects" if _is_screening(study) else "points"]
    return "\n".join(f"{own['title'][0]}: {said(own)}." for own in table.partition_by("title", maintain_order=True))


def steps(study: Study, tables: Tables) -> list[Step]:
    """Return what to do next."""
    blocks, seed = len(study.blocks), words.next_seed(study)
    if seats.faults(study):
        return [Step("Mend the fault, then play the same deals again.", words.command(study), words.takes(study, blocks))]
    table = tables["effects" if _is_screening(study) else "points"].filter(pl.col("main"))
    found = []
    if table.filter((pl.col("verdict") == UNDECIDED) | pl.col("verdict").str.contains("(", literal=True)).height:
        half = table.filter(pl.col("margin") > 0).select(((pl.col("high") - pl.col("low")) / 2 / pl.col("margin")).max()).item() or 1.0
        wanted = words.two_digits(max(2 * blocks, FEWEST_BLOCKS, int(blocks * min(float(half), 30.0) ** 2)))
        text = f"Decide what is open by a fresh run of about {words.number(wanted)} deals."
        found.append(Step(text, words.command(study, seed, wanted), words.takes(study, wanted)))
    text = "A point that was picked because it looks best was picked out of many: play it on fresh deals before it becomes a rule."
    found.append(Step(text, words.command(study, seed), words.takes(study, blocks)))
    return found


def _is_screening(study: Study) -> bool:
    return str(study.manifest["sweep"]["method"]) == MORRIS


def _parameters(study: Study) -> list[dict[str, Any]]:
    return list(study.manifest["sweep"]["parameters"])


def _parts(study: Study, tables: Tables, label: str) -> list[Passage]:
    """Return a passage for each table that was played: its chart, its first table, the other measures."""
    found = []
    for k, own in enumerate(tables["effects" if _is_screening(study) else "points"].partition_by("title", maintain_order=True)):
        name = f"{label}-{k}"
        if _is_screening(study):
            chart, shown = grids.screening(_main(own), seats.margin(study), name), [_effect_table(own)]
        else:
            chart, shown = _chart(study, own, name), [_point_summary(study, own)]
        found.append(Passage(own["title"][0], [], (_renamed(chart, k + 1),), shown))
    return found


def _renamed(chart: Chart, place: int) -> Chart:
    """Give the charts of all tables but the first files of their own."""
    return Chart(chart.name if place == 1 else f"{chart.name} {place}", chart.picture, chart.alt, chart.caption)


def _main(own: pl.DataFrame) -> pl.DataFrame:
    """Return the measures that charts show: the main ones but single seats, with shared wins, at most eight."""
    fit = own.filter((pl.col("main") & ~pl.col("measure").str.contains(r"^seat_\d")) | (pl.col("measure") == SHARED))
    names = list(dict.fromkeys(fit["measure"]))
    if SEAT_GAP in names:  # never cut
        names = [*[n for n in names if n != SEAT_GAP][: MOST_PANELS - 1], SEAT_GAP]
    return fit.filter(pl.col("measure").is_in(names[:MOST_PANELS]))


def _chart(study: Study, own: pl.DataFrame, name: str) -> Chart:
    parameters = _parameters(study)
    if len(parameters) == 1:
        return grids.curves(_main(own), parameters[0]["text"], name)
    orders = (_order(parameters[0]), _order(parameters[1]))
    return grids.heats(_main(own), (parameters[0]["text"], parameters[1]["text"]), orders, name)


def _order(parameter: dict[str, Any]) -> list[str]:
    return sorted(parameter["values"], key=lambda value: parameter["places"][parameter["values"].index(value)])


def _swept(own: pl.DataFrame) -> str:
    """Say which measures move most over the grid, and where seats are nearest to even."""
    told = []
    paired = _main(own).filter(pl.col("measure") != SEAT_GAP)
    for group in paired.partition_by("measure", maintain_order=True):
        moved = group.filter(pl.col("verdict").str.starts_with(HIGHER) | pl.col("verdict").str.starts_with(LOWER))
        if not moved.height:
            continue
        low, high = (group.sort("value", descending=d, maintain_order=True).row(0, named=True) for d in (False, True))
        size = max(abs(r["difference"]) / r["margin"] for r in moved.iter_rows(named=True)) if moved["margin"][0] else 0.0
        before = grids.value(low, "before")
        range_ = f"{grids.value(low, 'value')} (at {_at(low)}) to {grids.value(high, 'value')} (at {_at(high)}), {before} at the default"
        told.append((size, f"{group['text'][0]} {range_}"))
    said = [text for _, text in sorted(told, key=lambda pair: -pair[0])[:NAMED]]
    if len(told) > NAMED:
        said.append(f"{len(told) - NAMED} more moved")
    gaps = own.filter(pl.col("measure") == SEAT_GAP)
    if gaps.height > 1:
        usual = gaps.filter(pl.col("verdict") == DEFAULT).row(0, named=True)
        values = [float(value) for value in gaps["value"]]
        usually, least, most = (words.number(100 * value, 1) for value in (usual["value"], min(values), max(values)))
        said.append(f"the gap between two seats is {usually} pp at the default, from {least} to {most} pp over the points")
    return "; ".join(said) or "nothing moves by as much as the margin"


def _at(row: dict[str, Any]) -> str:
    return row["x"] if row["y"] is None else f"{row['x']} and {row['y']}"


def _screened(own: pl.DataFrame) -> str:
    """Say which parameters matter for what."""
    said = []
    for group in _main(own).partition_by("measure", maintain_order=True):
        strong = group.filter(pl.col("verdict") == MATTERS).sort("mu_star", descending=True, maintain_order=True)
        if strong.height:
            by = [f"{r['parameter'].replace('_', ' ')} ({grids.effect(r)})" for r in strong.iter_rows(named=True)]
            said.append(f"{group['text'][0]} by {words.listed(by)}")
    little = own.group_by("parameter", maintain_order=True).agg((pl.col("verdict") == LITTLE).all().alias("all")).filter("all")["parameter"]
    parts = ["; ".join(said)] if said else ["no parameter is shown to move anything by as much as the margin"]
    if len(little):
        quiet = words.listed([name.replace("_", " ") for name in little])
        parts.append(f"{quiet} {'matters' if len(little) == 1 else 'matter'} little for everything that was measured")
    return "; ".join(parts)


def _point_summary(study: Study, own: pl.DataFrame) -> Table:
    """Return the points, a row each, with the measures that the chart shows."""
    heads, *rows = _point_grid(study, own)
    said = list(dict.fromkeys(_main(own)["text"]))
    caption = f"{own['title'][0]}. ▲ and ▼: higher or lower than the default for certain. The columns: {words.listed(said)}."
    called = " and ".join(p["name"].replace("_", " ") for p in _parameters(study))
    main = _main(own)
    games = [r["arm"] for r in _sorted(main.filter(pl.col("measure") == main["measure"][0]))]
    return Table((called, *heads[1:]), rows, caption, arms=games)


def _details(study: Study, tables: Tables) -> list[Passage]:
    """Return every measure at every point, for the appendix; a screening has said it all."""
    if _is_screening(study):
        return []
    shown = [table for own in tables["points"].partition_by("title", maintain_order=True) for table in _point_tables(study, own)]
    return [Passage("Every measure at every point", [], (), shown)]


def _point_tables(study: Study, own: pl.DataFrame) -> list[Table]:
    """Return the main measures at every point, then the others that move anywhere."""
    main = own.filter(pl.col("main") | (pl.col("measure") == SHARED))
    moved = pl.col("verdict").str.starts_with(HIGHER) | pl.col("verdict").str.starts_with(LOWER)
    others = own.filter(~pl.col("main") & (pl.col("measure") != SHARED))
    names = others.group_by("measure", maintain_order=True).agg(moved.any().alias("moved")).filter("moved")["measure"]
    tables = [_point_table(study, main, f"{own['title'][0]}. The main measures at every point.")]
    if len(names):
        rest = others.filter(pl.col("measure").is_in(names.implode()))
        tables.append(_point_table(study, rest, f"{own['title'][0]}. The other measures, with the score lines, that move anywhere."))
    return tables


def _point_table(study: Study, points: pl.DataFrame, caption: str) -> Table:
    names = [p["name"].replace("_", " ") for p in _parameters(study)]
    rows = [
        (
            r["text"],
            r["x"].replace("_", " "),
            *([] if len(names) == 1 else [r["y"].replace("_", " ")]),
            grids.value(r, "value"),
            *_apart(r),
            r["verdict"] or ("may be within margin" if r["low"] < r["margin"] else "above margin"),
        )
        for r in _sorted(points)
    ]
    headers = ("measure", *names, "mean", "difference", words.INTERVAL, "verdict")
    games = [r["arm"] for r in _sorted(points)]
    return Table(headers, rows, f"{caption} Of the gap the interval is that of the gap itself.", arms=games)


def _sorted(points: pl.DataFrame) -> list[dict[str, Any]]:
    """Return points by measure, and by the values of the first parameter where those are numbers."""
    found: list[dict[str, Any]] = []
    for group in points.partition_by("measure", maintain_order=True):
        found += grids.ordered(group) if group["y"].null_count() else list(group.iter_rows(named=True))
    return found


def _apart(row: dict[str, Any]) -> tuple[str, str]:
    scale, digits = (100.0, 1) if row["unit"] == SHARE else (1.0, 2)
    unit = " pp" if row["unit"] == SHARE else ""
    difference = words.UNKNOWN if row["difference"] is None else f"{words.signed(scale * row['difference'], digits)}{unit}"
    if row["low"] is None or (row["verdict"] == DEFAULT and row["difference"] is not None):
        return difference, words.UNKNOWN
    if row["measure"] == SEAT_GAP:
        return difference, words.span(row["low"], row["high"])
    return difference, f"{words.signed(scale * row['low'], digits)} to {words.signed(scale * row['high'], digits)}"


def _effect_table(own: pl.DataFrame) -> Table:
    rows = []
    own = own.sort(pl.col("measure").rle_id(), -pl.col("mu_star"), maintain_order=True)
    for r in own.iter_rows(named=True):
        share = r["unit"] == SHARE
        scale, unit = (100.0, " pp") if share else (1.0, "")
        numbers = [words.UNKNOWN if r[c] is None else f"{words.figures(scale * r[c])}{unit}" for c in ("mu_star", "mu", "sigma")]
        interval = words.between(None if r["low"] is None else scale * r["low"], None if r["high"] is None else scale * r["high"])
        noise = words.percent(r["noise"], 0) + (" (!)" if (r["noise"] or 0) > NOISY else "")
        rows.append((r["text"], r["parameter"], numbers[0], interval, *numbers[1:], noise, r["verdict"]))
    headers = ("measure", "parameter", "mean size (mu*)", words.INTERVAL, "mean (mu)", "spread (sigma)", "noise", "verdict")
    caption = f"{own['title'][0]}. Effects of going through the whole range. (!): mostly noise."
    return Table(headers, rows, caption, words=2, arms=arms(own))


def _parameter_table(study: Study) -> Table:
    rows = [(p["name"], p["text"], ", ".join(p["values"]), p["default"]) for p in _parameters(study)]
    return Table(("parameter", "what it says", "values", "default"), rows, "The parameters and their values.", words=4)


def _certainty(study: Study) -> list[str]:
    margin = words.percent(seats.margin(study), 0)
    points = len(study.manifest["sweep"]["points"])
    said = [f"{words.plural(len(study.blocks), 'deal')}, each replayed at every one of {points} points. A deal is one observation."]
    if _is_screening(study):
        paths = len(study.manifest["sweep"]["paths"]) // (len(_parameters(study)) + 1)
        said += [
            f"{paths} paths through the ranges (Morris), in the order of the design. Intervals come from leaving out groups of deals; they "
            "say what other deals would show, not what other paths would.",
            "A size is never below 0, so luck makes it larger: read it beside its share of noise.",
        ]
    else:
        said.append("Differences are taken inside a deal, so that luck the points have in common cancels.")
    return [
        *said,
        f"Margin: {margin} of a fair share for wins, {margin} of the default value for the rest: a convention, stated before the run.",
        PLAYERS,
    ]
