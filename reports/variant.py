"""The report on a change: two versions of a game on the same deals."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import polars as pl

from reports import charts, page, words
from reports.examples import examples
from reports.parts import Findings, Grid, Passage, Screen, Section, Step, Table, Tables
from reports.traces import arms
from simkit.analysis import Study, seats
from simkit.analysis.goals import MET, MISSED
from simkit.analysis.variant import HARDLY_SEEN, HARDLY_TAKEN, HIGHER, IDENTICAL, LOWER, NOT_KNOWN, PLAYERS, SAME, SEAT_GAP, SHARE, TOO_FEW
from simkit.analysis.verdict import FAULTY, FEWEST_BLOCKS, UNDECIDED

CHANGES_SHOWN, CARDS_SHOWN = 6, 6  # on a terminal; the page has all
CARDS_NAMED = 3  # in the answer
NAMED = 4  # decided measures in the answer, of each table
FEW_TABLES = 3  # with more of them the answer names one measure each
DEFINITIONS = (
    ("deal, or block", "one shuffle and one set of dice, replayed from every seat in every version"),
    ("before, after", "means of the first version and of the other"),
    ("margin", "the smallest change that matters: of a fair share for wins, of the value before for everything else"),
    (SAME, "the interval of the difference lies inside the margin"),
    (f"{HIGHER}, {LOWER}", "the interval lies beyond the margin; “size open”: it excludes 0 but reaches into the margin"),
    (UNDECIDED, "the interval holds 0 and crosses the margin, or there are under 30 deals"),
    (IDENTICAL, "the same on every single deal"),
    ("seen", "share of games in which the card lay before a player who could choose"),
    ("mixed table", "different simulated players sit together and change chairs"),
    ("wins a chair", "share of the games that one player of this kind wins at the table; par is 1 divided by the number of players"),
    ("gap between two seats", "the largest difference between the wins of two seats; above 0 by luck alone, so only its change is judged"),
    ("taken, used", "how often a game, over all seats, the card was taken, and its effect used"),
    (f"{HARDLY_SEEN}, {HARDLY_TAKEN}", "offered in fewer than 30 games, or taken fewer than 30 times, because that is rare"),
    (TOO_FEW, "offered or taken fewer than 30 times, only because few deals were played"),
    ("fault", words.FAULT),
)


def section(findings: Findings) -> Section:
    """Return the report of a study of kind `variant`."""
    study, tables, label = findings.study, findings.shown, findings.label
    margin = seats.margin(study)
    measures = tables["measures"]
    taken = moved_cards(tables["cards"])
    first, *others = measure_tables(measures.filter(pl.col("main")), "The main measures before and after.")
    passages = [Passage("What was changed", changes(tables) or ["Nothing: the versions are the same."])]
    if tables["goals"].height:
        passages.append(Passage("Goals", [_goals_said(tables)], (), (goal_table(tables["goals"]),)))
    if tables["cards"].height:
        said = [_cards_said(tables["cards"], taken)]
        passages.append(Passage("How the cards fared", said, (), card_tables(taken)))
    rest = measures.filter(~pl.col("main") & (pl.col("verdict") != IDENTICAL))
    alike = list(dict.fromkeys(measures.filter(~pl.col("main") & (pl.col("verdict") == IDENTICAL))["text"]))
    said = [*flips(measures), *([f"Identical on every deal: {words.listed(alike)}."] if alike else [])]
    shown = (*others, *measure_tables(rest, "The other measures, with the score lines."))
    passages.append(Passage("Where it holds, where it flips", said, (), shown))
    passages += page.metrics(findings)
    return Section(
        label=label,
        **page.titles(study, _title(study), "What does the change do?"),
        answer=answer(study, tables),
        tone="off" if FAULTY in measures["verdict"] else "open",
        scope=(words.deals(study), words.players(study), words.cards(study), PLAYERS),
        chart=charts.forest(measures.filter(pl.col("main")), margin, label),
        table=first,
        passages=passages,
        examples=examples(findings, len(tables["changes"]) and 1),
        steps=steps(study, tables),
        certainty=_certainty(study, measures),
        definitions=DEFINITIONS,
        **page.run(findings),
    )


def _title(study: Study) -> str:
    """Name the versions and the tables: a page of many comparisons must tell them apart."""
    names = [str(version["name"]) for version in study.manifest["variants"]]
    modes = dict.fromkeys(arm.title for arm in study.arms if arm.mode)
    sizes = sorted({arm.players for arm in study.arms if not arm.mode})
    where = [*([f"{words.listed(list(map(str, sizes)))} players"] if sizes else []), *modes]
    return f"{study.game}: {names[0]} against {words.listed(names[1:])} ({', '.join(where)})"


def screen(findings: Findings) -> Screen:
    """Return what a terminal shows of a study of kind `variant`."""
    study, tables = findings.study, findings.shown
    said = changes(tables)
    lines = ["", "Changed: " + ("; ".join(said[:CHANGES_SHOWN]) or "nothing.")]
    if len(said) > CHANGES_SHOWN:
        lines.append(f"... and {len(said) - CHANGES_SHOWN} more changes; all are on the page")
    grids: list[Grid] = []  # what must not be cut comes first
    if tables["goals"].height:
        grids.append([("goal", "table", "value", words.INTERVAL, "verdict"), *_goal_cells(tables["goals"])])
    pairs = tables["measures"].partition_by("table", "version", maintain_order=True)
    for measures in pairs:
        told = ~pl.col("verdict").is_in([SAME, IDENTICAL, UNDECIDED])
        chosen = measures.filter((pl.col("main") | told) if len(pairs) == 1 else pl.col("main"))
        rows: list[tuple[str, ...]] = [(measures["title"][0], "before", "after", "difference", words.INTERVAL, "verdict")]
        grids.append(rows + [(r["text"], *_numbers(r), r["verdict"]) for r in chosen.iter_rows(named=True)])
    for cards in moved_cards(tables["cards"]).partition_by("table", "version", maintain_order=True):
        title = "card (a game)" if len(pairs) == 1 else cards["title"][0]
        heads = (title, "seen", "taken before", "after", "used before", "after", words.INTERVAL, "verdict")
        first = cards.sort("changed", descending=True, maintain_order=True).head(CARDS_SHOWN)
        grids.append([heads, *(_card_cells(r) for r in first.iter_rows(named=True))])
    return Screen(answer(study, tables), grids, PLAYERS, steps(study, tables)[0], lines)


def changes(tables: Tables) -> list[str]:
    """Return what was changed, a sentence each; the version is named where there are several."""
    told = tables["changes"]
    several = told["version"].n_unique() > 1
    return [f"{r['version']}: {r['text']}" if several else r["text"] for r in told.iter_rows(named=True)]


def answer(study: Study, tables: Tables) -> str:
    """Return the answer, a line for each table and version."""
    measures = tables["measures"]
    if spoilt := words.warning(*_faulty(study)):
        return f"{spoilt} Until then every verdict is “{FAULTY}”."
    if not tables["changes"].height:
        return "Both versions are the same cards and rules: there is nothing to compare."
    if set(measures["verdict"]) == {IDENTICAL}:
        return "The versions play alike on every deal: what was changed made no difference at all, not even once."
    said, quiet = [], []
    pairs = measures.partition_by("title", maintain_order=True)
    named = NAMED if len(pairs) <= FEW_TABLES else 1
    for pair in pairs:
        cards = tables["cards"].filter((pl.col("title") == pair["title"][0]) & pl.col("changed"))
        goals = tables["goals"].filter(pl.col("title") == pair["title"][0])
        is_quiet = not (moved(pair).height or cards.height or goals.height) and len(pairs) > FEW_TABLES
        if is_quiet:
            quiet.append(str(pair["title"][0]))
        else:
            said.append(_answered(pair, cards, goals, named))
    if quiet:
        said.append(f"Nothing moved by as much as the margin at {'; '.join(quiet)}.")
    return "\n".join(said)


def moved(measures: pl.DataFrame) -> pl.DataFrame:
    """Return the measures that are higher or lower for certain."""
    return measures.filter(pl.col("verdict").str.starts_with(HIGHER) | pl.col("verdict").str.starts_with(LOWER))


def _fared(row: dict[str, Any]) -> str:
    """Say of a changed card whether it is taken more."""
    if row["verdict"] in NOT_KNOWN:
        return f"{row['card']} {row['verdict']}"
    taken = f"{words.number(row['taken_before'], 2)} to {words.number(row['taken_after'], 2)} times a game"
    return f"{row['card']} {row['verdict']} ({taken})"


def _faulty(study: Study) -> tuple[int, int]:
    counts = seats.games(study)
    return int(counts["games"].sum()), int(counts["faults"].sum())


def _answered(measures: pl.DataFrame, cards: pl.DataFrame, goals: pl.DataFrame, named: int) -> str:
    """Say what moved at one table: cards, decided measures, goals; then what is open and what is not."""
    main = measures.filter(pl.col("main"))
    weight = pl.when(pl.col("margin") > 0).then(pl.col("difference").abs() / pl.col("margin")).otherwise(0)
    found = moved(measures)
    first = found.sort(~pl.col("main"), -weight, maintain_order=True).head(named)
    parts = [f"{r['text']} {r['verdict']} ({_value(r, 'before')} to {_value(r, 'after')})" for r in first.iter_rows(named=True)]
    if found.height > named:
        parts.append(f"{found.height - named} more moved")
    if cards.height <= CARDS_NAMED:
        parts += [_fared(row) for row in cards.iter_rows(named=True)]
    parts += [f"goal {r['goal']} {r['verdict']}" for r in goals.iter_rows(named=True)]
    undecided = main.filter(pl.col("verdict") == UNDECIDED).height
    quiet = main.filter(pl.col("verdict").is_in([SAME, IDENTICAL])).height
    rest = [f"{quiet} within the margin"] if quiet else []
    rest += [f"{undecided} undecided: too few deals"] if undecided else []
    counted = f"Of the {main.height} main measures {words.listed(rest)}." if rest and named > 1 else ""
    said = "; ".join(parts) or "nothing moved by as much as the margin"
    return f"{measures['title'][0]}: {said}. {counted}".strip()


def moved_cards(cards: pl.DataFrame) -> pl.DataFrame:
    """Return the changed cards, then the others whose taking moved."""
    return pl.concat([cards.filter("changed"), cards.filter("moved").sort("p", maintain_order=True)])


def _cards_said(cards: pl.DataFrame, moved: pl.DataFrame) -> str:
    changed = moved.filter(pl.col("changed")).unique("card", maintain_order=True)
    other = moved.filter(~pl.col("changed"))["card"].n_unique()
    hardly = changed.filter(pl.col("verdict").is_in(NOT_KNOWN))["card"].to_list()
    if not changed.height + other:
        return f"No card was changed, and of {cards['card'].n_unique()} that were seen none is taken more or less often for certain."
    both = f"{words.plural(changed.height, 'changed card')} and {words.plural(other, 'other')} whose taking moved"
    said = f"{both}, of {cards['card'].n_unique()} that were seen."
    if hardly:
        said += f" Hardly seen or taken, so that nothing can be said of it: {words.listed(hardly)}."
    return said


def flips(measures: pl.DataFrame) -> list[str]:
    """Say for each main measure whether the tables agree; one sentence where there is one table."""
    main = measures.filter(pl.col("main"))
    if main.select("table", "version").n_unique() < 2:
        return ["One table was played; what holds at other numbers of players is another question (--players)."]
    said = []
    for rows in main.filter(pl.len().over("measure") > 1).partition_by("measure", maintain_order=True):
        found = dict.fromkeys(rows["verdict"])
        if len(found) > 1:
            each = "; ".join(f"{v} at {words.listed(rows.filter(pl.col('verdict') == v)['title'].to_list())}" for v in found)
            said.append(f"{rows['text'][0]}: {each}.")
    return said or ["Every table says the same of every main measure."]


def measure_tables(measures: pl.DataFrame, caption: str) -> tuple[Table, ...]:
    """Return measures before and after, a table for each table that was played."""
    headers = ("measure", "before", "after", "difference", words.INTERVAL, "verdict")
    return tuple(
        Table(
            headers,
            [(r["text"], *_numbers(r), r["verdict"]) for r in group.iter_rows(named=True)],
            f"{group['title'][0]}. {caption}",
            arms=arms(group),
        )
        for group in measures.partition_by("title", maintain_order=True)
    )


def card_tables(moved: pl.DataFrame) -> tuple[Table, ...]:
    """Return the cards that changed or moved, a table for each table that was played."""
    heads = ("card", "", "seen", "taken before", "after", "used before", "after", f"difference of taken, {words.INTERVAL}", "verdict")
    caption = "Means a game over all seats. All cards are in the file of tables."
    return tuple(
        Table(
            heads,
            [(r["card"], "changed" if r["changed"] else "", *_card_cells(r)[1:]) for r in group.iter_rows(named=True)],
            f"{group['title'][0]}. {caption}",
            words=2,
            arms=arms(group),
        )
        for group in moved.partition_by("title", maintain_order=True)
    )


def goal_table(goals: pl.DataFrame) -> Table:
    """Return the goals with their verdicts."""
    return Table(
        ("goal", "table", "value", words.INTERVAL, "verdict"),
        list(_goal_cells(goals)),
        "Goals, judged by the printed interval.",
        words=2,
        arms=arms(goals),
    )


def _goals_said(tables: Tables) -> str:
    goals = tables["goals"]
    counts = {v: goals.filter(pl.col("verdict") == v).height for v in (MET, MISSED, UNDECIDED)}
    return f"{words.listed([f'{n} {v}' for v, n in counts.items() if n])}."


def _goal_cells(goals: pl.DataFrame) -> Iterator[tuple[str, ...]]:
    for r in goals.iter_rows(named=True):
        is_share = r["unit"] == SHARE
        value = (
            f"{words.number(100 * r['value'], 1)} {'pp' if r['goal'].startswith('seat_gap') else '%'}"
            if is_share
            else words.number(r["value"], 2)
        )
        yield (
            r["goal"],
            r["title"],
            value,
            words.span(r["low"], r["high"], 1, 100.0 if is_share else 1.0),
            r["verdict"],
        )


def _value(row: dict[str, Any], name: str) -> str:
    return words.percent(row[name]) if row["unit"] == SHARE else words.number(row[name], 2)


def _numbers(row: dict[str, Any]) -> tuple[str, str, str, str]:
    is_share = row["unit"] == SHARE
    scale, digits = (100.0, 1) if is_share else (1.0, 2)
    apart = words.signed(scale * row["difference"], digits) + (" pp" if is_share else "")
    limits = (
        words.UNKNOWN
        if row["low"] is None
        else f"{words.signed(scale * row['low'], digits)} to {words.signed(scale * row['high'], digits)}"
    )
    return _value(row, "before"), _value(row, "after"), apart, limits


def _card_cells(row: dict[str, Any]) -> tuple[str, ...]:
    seen = words.percent(row["seen_after"] if row["seen_after"] else row["seen_before"], 0)
    counts = (words.number(row[name], 3) for name in ("taken_before", "taken_after", "used_before", "used_after"))
    limits = words.UNKNOWN if row["low"] is None else f"{words.signed(row['low'], 3)} to {words.signed(row['high'], 3)}"
    return row["card"], seen, *counts, limits, row["verdict"]


def steps(study: Study, tables: Tables) -> list[Step]:
    """Return what to do next."""
    measures, blocks, seed = tables["measures"], len(study.blocks), words.next_seed(study)
    if FAULTY in measures["verdict"]:
        return [Step("Mend the fault, then play the same deals again.", words.command(study), words.takes(study, blocks))]
    main = measures.filter(pl.col("main") & (pl.col("measure") != SEAT_GAP))  # whose interval is far wider than what makes it up
    found = []
    if main.filter((pl.col("verdict") == UNDECIDED) | pl.col("verdict").str.contains("(", literal=True)).height:
        # an interval shrinks with the root of the deals: the widest one must fit into its margin
        half = main.filter(pl.col("margin") > 0).select(((pl.col("high") - pl.col("low")) / 2 / pl.col("margin")).max()).item() or 1.0
        wanted = words.two_digits(max(2 * blocks, FEWEST_BLOCKS, int(blocks * min(float(half), 30.0) ** 2)))
        text = f"Decide what is open by a fresh run of about {words.number(wanted)} deals."
        found.append(Step(text, words.command(study, seed, wanted), words.takes(study, wanted)))
    found.append(Step("Confirm it on fresh deals before printing cards.", words.command(study, seed), words.takes(study, blocks)))
    return found


def _certainty(study: Study, measures: pl.DataFrame) -> list[str]:
    margin = words.percent(seats.margin(study), 0)
    sizes = [rows.height for rows in measures.partition_by("table", "version", maintain_order=True)]
    return [
        f"{words.plural(len(study.blocks), 'deal')}, each played in every version from every seat: both meet the same luck, so a "
        "difference is taken inside a deal. A changed card meets the same luck as before; when it leads to another choice, luck stays "
        "keyed to what it decides.",
        f"Intervals of differences: 95{words.THIN}%, Student's t on deals, for up to {max(sizes)} measures of a table.",
        f"Margin: {margin} of a fair share for wins, {margin} of the value before for the rest: a convention, stated before the run.",
        PLAYERS,
    ]
