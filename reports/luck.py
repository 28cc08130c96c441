"""The report on luck: how often the better player wins, and what each source of chance decides."""

from __future__ import annotations

from typing import Any

import polars as pl

from reports import better as better_report
from reports import page, words
from reports.dots import Dot, Group, dots
from reports.drawing import Chart
from reports.examples import examples
from reports.parts import Findings, Grid, Passage, Screen, Section, Step, Table, Tables
from reports.traces import arms
from simkit.analysis import Study
from simkit.analysis.luck import ALL, FIRST, POINTS, TOTAL, WIN

OUTCOMES = {POINTS: "a seat's points", WIN: "who wins"}
DEFINITIONS = (
    ("deal, or block", "one shuffle and one set of dice, replayed from every seat"),
    ("better player", "of two, the one that finishes ahead more often in the long run; these deals may leave open which it is"),
    ("source of luck", "what is drawn apart from all else: a deck, a bag, the dice; those of the seats go together"),
    ("coins", "what players toss for themselves when they choose by chance"),
    ("decides alone, or first order", "how alike outcomes stay when this source is kept and all others are drawn anew"),
    ("has a hand in, or total", "how much outcomes change when this source alone is drawn anew"),
    ("deal", "what stays with a seat of a deal when the players change places"),
    ("rest", "how deal and players meet, and the players' own coins"),
    ("fault", words.FAULT),
)


def section(findings: Findings) -> Section:
    """Return the report of a study of kind `luck`."""
    study, tables, label = findings.study, findings.shown, findings.label
    has_pairs = tables["better"]["low"].drop_nulls().len() > 0
    pictures = [sources(tables["shares"], f"{label}-sources")] if tables["shares"]["low"].drop_nulls().len() else []
    first, *others = [better_report.chart(tables["better"], f"{label}-better")] * has_pairs + pictures or [_no_chart(label)]
    return Section(
        label=label,
        **page.titles(study, f"{study.game}: how much is luck?", "How often does the better player win?"),
        answer=answer(study, tables),
        tone="off" if tables["games"]["faults"].sum() else "open",
        scope=(words.deals(study), pool(study), words.cards(study)),
        chart=first,
        table=better_report.pairs_table(tables["better"]) if tables["better"].height else _sources_table(tables),
        passages=(_sources(study, tables, others), _components(tables), _spread(tables), *page.metrics(findings)),
        examples=examples(findings, 0),
        appendix=(_oddities(tables),),
        steps=steps(study, tables),
        certainty=_certainty(study),
        definitions=DEFINITIONS,
        **page.run(findings),
    )


def screen(findings: Findings) -> Screen:
    """Return what a terminal shows of a study of kind `luck`."""
    study, tables = findings.study, findings.shown
    pairs, own = better_report.pairs_table(tables["better"]), _sources_table(tables)
    grids: list[Grid] = [[table.headers, *table.rows] for table in (pairs, own) if table.rows]
    counts = {name: int(tables["games"][name].sum()) for name in ("shared_wins", "cut_off", "faults")}
    tail = f"shared wins {counts['shared_wins']}, cut off {counts['cut_off']}, faults {counts['faults']}"
    return Screen(answer(study, tables), grids, tail, steps(study, tables)[0])


def pool(study: Study) -> str:
    """Name the players that the answer depends on."""
    return f"It depends on who plays. {words.players(study)}"


def answer(study: Study, tables: Tables) -> str:
    """Return the answer in a few sentences, or the warning that there is none."""
    games, faults = (int(tables["games"][name].sum()) for name in ("games", "faults"))
    if spoilt := words.warning(games, faults):
        return spoilt
    if len(study.blocks) < 2:
        return "Too few deals to say how much is luck: a single one can be compared with no other."
    said = []
    every = tables["better"].filter((pl.col("strategy") == ALL) | (pl.len().over("arm") == 1))
    if every.height and every["share"][0] is not None:
        row = every.row(0, named=True)
        around = f" ({words.INTERVAL} {words.span(row['low'], row['high'])})" if row["low"] is not None else ""
        said.append(f"Of two players of this study's mixed table, the better one finishes ahead in {words.percent(row['share'])}{around}.")
    if strongest := better_report.strongest(tables["better"]):
        said.append(strongest)
    if not said:
        said.append("All seats were played alike: at such a table the outcome is luck alone, but for the seat.")
    if top := _most(tables):
        share = f"{words.percent(top['share'], 0)} ({words.INTERVAL} {words.span(top['low'], top['high'], 0)})"
        if top["low"] > 0:
            said.append(f"Of the luck in who wins, {top['group']} alone decides most: {share}.")
        else:
            said.append(
                f"No source of luck is seen to decide by itself who wins, {top['group']} at most {share}: it lies in how they meet."
            )
    return " ".join(said)


def _most(tables: Tables) -> dict[str, Any] | None:
    """Return the source that decides most of who wins alone, at the first table."""
    found = tables["shares"].filter(
        (pl.col("arm") == pl.col("arm").first())
        & (pl.col("outcome") == WIN)
        & (pl.col("order") == FIRST)
        & (pl.col("group") != ALL)
        & pl.col("low").is_not_null()
    )
    return found.sort("share", descending=True, maintain_order=True).row(0, named=True) if found.height else None


def steps(study: Study, tables: Tables) -> list[Step]:
    """Return what to do next."""
    if tables["games"]["faults"].sum():
        return [Step("Mend the fault, then play the same deals again.", words.command(study), words.takes(study, len(study.blocks)))]
    wide = tables["shares"].filter(pl.col("group") != ALL).select((pl.col("high") - pl.col("low")).max() / 2).item()
    found = []
    if wide is None or wide > 0.05:
        more = max(4 * len(study.blocks), 1000)
        text = "The shares of the sources are still wide. Fresh deals, four times as many, halve their intervals."
        found.append(Step(text, words.command(study, words.next_seed(study), more), words.takes(study, more)))
    found.append(words.own_cards(study, "Play the same deals with your own card list."))
    return found


def sources(shares: pl.DataFrame, name: str) -> Chart:
    """Draw what every source decides of who wins: alone, and at all."""
    known = shares.filter((pl.col("outcome") == WIN) & (pl.col("group") != ALL) & pl.col("low").is_not_null())
    groups = []
    for own in known.partition_by("arm", "group", maintain_order=True):
        marks = [
            Dot(
                "decides alone" if r["order"] == FIRST else "has a hand in",
                r["low"],
                r["share"],
                r["high"],
                words.percent(r["share"], 0),
                "",
                0 if r["order"] == FIRST else 1,
            )
            for r in own.iter_rows(named=True)
        ]
        many = known["arm"].n_unique() > 1
        groups.append(Group(f"{own['group'][0]}{', ' + own['label'][0] if many else ''}", marks))
    told = "; ".join(f"{r['label']}, {r['group']}, {r['order']}: {words.percent(r['share'], 0)}" for r in known.iter_rows(named=True))
    return Chart(
        "sources of luck",
        dots(groups, "share of the chance in who wins, in %", name, left=0.25, right=0.85),
        f"Dots with 95 % intervals: share of the outcome that each source of luck decides. {told}.",
        "Dot: what this source decides alone, all others drawn anew. Square: what changes when it alone is drawn anew. Lines: 95 % "
        "intervals; where one reaches below 0, nothing is a possible answer.",
    )


def _no_chart(label: str) -> Chart:
    """Return an empty chart, for a study of a single deal."""
    return Chart(
        "sources of luck", dots([], "share, in %", f"{label}-sources"), "Nothing is known from a single deal.", "Nothing to draw yet."
    )


def _sources_table(tables: Tables) -> Table:
    rows, games = [], []
    shares = tables["shares"]
    for own in shares.partition_by("arm", "outcome", "group", maintain_order=True):
        by_order = {r["order"]: r for r in own.iter_rows(named=True)}
        first, total = by_order[FIRST], by_order[TOTAL]
        games.append(first["arm"])
        rows.append(
            (
                first["label"],
                OUTCOMES[first["outcome"]],
                first["group"] or "sum of all",
                words.percent(first["share"], 0),
                words.span(first["low"], first["high"], 0),
                words.percent(total["share"], 0),
                words.span(total["low"], total["high"], 0),
            )
        )
    headers = ("table", "outcome", "source of luck", "decides alone", words.INTERVAL, "has a hand in", words.INTERVAL)
    caption = (
        "Shares of the variance of an outcome, for given seats of given players. What is decided alone adds up to 100 % at most, what a "
        "source has a hand in to 100 % at least, but for chance; what lies between comes from sources that work together. Estimates below "
        "0 are shown as 0."
    )
    return Table(headers, rows, caption, words=3, arms=games)


def _sources(study: Study, tables: Tables, charts: list[Chart]) -> Passage:
    groups: dict[str, dict[str, list[int]]] = study.manifest["luck"]
    named = list(dict.fromkeys(name for own in groups.values() for name in own))
    sentences = [f"Sources of luck: {words.listed(named)}. Each was kept alone, and drawn anew alone, on the same deals."]
    if "coins" in named and not _uses_coins(tables):
        sentences.append("The players of these tables toss no coins: given the deal, they always do the same.")
    mirrors = [arm.label for arm in study.arms if not arm.is_mixed and arm.table != "league" and not _fresh(study, arm.index)]
    if mirrors:
        sentences.append(
            f"Where all seats play alike ({words.listed(mirrors)}) nobody is better: there the outcome is luck to 100 %, but for the seat."
        )
    return Passage("What decides the rest?", sentences, charts, (_sources_table(tables),))


def _fresh(study: Study, arm: int) -> bool:
    return bool(study.manifest["arms"][arm].get("fresh"))


def _uses_coins(tables: Tables) -> bool:
    coins = tables["shares"].filter((pl.col("group") == "coins") & (pl.col("order") == TOTAL))
    return bool((coins["estimate"].fill_null(1.0).abs() > 1e-9).any())


def _components(tables: Tables) -> Passage:
    found = tables["components"]
    rows = [
        (
            r["label"],
            OUTCOMES[r["outcome"]],
            r["component"],
            words.percent(r["share"]),
            words.span(r["low"], r["high"]),
            words.number(r["spread"], 1) if r["outcome"] == POINTS else words.percent(r["spread"]),
        )
        for r in found.iter_rows(named=True)
    ]
    if not rows:
        said = "Who plays and where cannot be told from luck here: no table has different players that change places, on two deals or more."
        return Passage("Who plays, where, and the deal", [said])
    win = {r["component"]: r for r in found.filter(pl.col("outcome") == WIN).iter_rows(named=True)}
    said = f"Of all differences in who wins, who plays makes {words.percent(win['who plays']['share'])}; the rest is luck and seat."
    headers = ("table", "outcome", "comes from", "share", words.INTERVAL, "spread")
    caption = "Parts of the variance of an outcome at mixed tables. Spread: a standard deviation, in points or points of a win share."
    return Passage("Who plays, where, and the deal", [said], (), (Table(headers, rows, caption, words=3, arms=arms(found)),))


def _spread(tables: Tables) -> Passage:
    rows = [
        (r["label"], *(words.number(r[name], 1) for name in ("p5", "p50", "p95", "spread")), words.number(r["deals"]))
        for r in tables["spread"].iter_rows(named=True)
    ]
    headers = ("table", "5 % of deals", "50 %", "95 %", "spread", "deals")
    caption = "Mean points of a seat over all games of a deal: so many of the deals have this or less. Spread: a standard deviation."
    return Passage("How far apart are deals?", [], (), (Table(headers, rows, caption, arms=arms(tables["spread"])),))


def _oddities(tables: Tables) -> Passage:
    total = {name: int(tables["games"][name].sum()) for name in ("games", "shared_wins", "cut_off", "faults")}
    sentence = (
        f"Of {words.number(total['games'])} games, {words.number(total['shared_wins'])} ended in a shared win, "
        f"{words.number(total['cut_off'])} were cut off at the turn or decision limit and {words.number(total['faults'])} stopped on a "
        "fault. Shared wins and games cut off are in the numbers above; a faulty game counts for nobody."
    )
    return Passage("Shared wins, cut-off games, faults", [sentence])


def _certainty(study: Study) -> list[str]:
    return [
        f"{words.plural(len(study.blocks), 'deal')}, each played in all seatings, as it is and with sources drawn anew. A deal is a block, "
        "the unit of all errors here.",
        f"Intervals: 95{words.THIN}%, Student's t, leaving out one deal at a time; each holds by itself.",
        "How much is luck depends on who plays: among equals everything is, against a beginner next to nothing. The shares of sources are "
        "of the luck that these players leave; who plays is no part of them.",
    ]
