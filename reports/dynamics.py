"""The report on the course of games: how long, how close, who comes back, when it is decided, how many pieces it takes."""

from __future__ import annotations

from typing import Any

import polars as pl
from matplotlib.figure import Figure

from reports import page, words
from reports.better import pairs_table, strongest
from reports.dots import Dot, Group, dots
from reports.drawing import BAND, GRID, MUTED, WIDTH, Chart, drawn, styled
from reports.drawing import dot as mark
from reports.examples import examples
from reports.parts import Findings, Grid, Passage, Screen, Section, Step, Table, Tables
from reports.traces import arms
from simkit.analysis import Study
from simkit.analysis.chance_to_win import CALIBRATED, FEWEST, NOT_CALIBRATED, TOLERANCE
from simkit.analysis.dynamics import DECIDED, NUMBER, POINTS, SHARE

FORTUNE = ("lead_25", "lead_50", "lead_75", "last_50")
CALLED = {"lead_25": "led after 25 %", "lead_50": "led at half-time", "lead_75": "led after 75 %", "last_50": "was last at half-time"}
DEFINITIONS = (
    ("deal, or block", "one shuffle and one set of dice, replayed from every seat"),
    ("round", "as many turns as there are seats, as the game counts turns; how the seats stand is looked at whenever one begins"),
    ("half-time", "the last beginning of a round at which no more than half of the game's rounds were over"),
    ("leads, is last", "has the most, or the fewest, points as they stand; where several do, their wins are shared evenly among them"),
    ("forced decision", "one with a single option"),
    ("fair share", "1 divided by the number of players"),
    ("chance to win", "of a seat when a round begins: what a model makes of the features of the positions, learnt from other deals"),
    ("calibrated", f"of positions given about the same chance, the share won agrees within {100 * TOLERANCE:.0f} points, interval and all"),
    ("favourite", "the seat with the best chance to win"),
    ("decided", f"the winner's chance has passed {100 * DECIDED:.0f} % for good"),
    ("in use", "counted before the first decision of a game and after each; what comes and goes within a single action is not seen"),
    ("cut off", "stopped at the limit of turns or decisions; counted with the score as it stood"),
    ("fault", words.FAULT),
)


def section(findings: Findings) -> Section:
    """Return the report of a study of kind `dynamics`."""
    study, tables, label = findings.study, findings.shown, findings.label
    return Section(
        label=label,
        **page.titles(study, f"{study.game}: is it tense to the end?", "How long, how close, when decided?"),
        answer=answer(tables),
        tone="off" if tables["tables"]["faults"].sum() else "open",
        scope=(words.deals(study), words.players(study), words.cards(study)),
        chart=fortune(tables, f"{label}-fortune"),
        table=_overview(tables),
        passages=(
            _decided(tables, label),
            Passage("Does the better player win?", _better_said(tables), (), (pairs_table(tables["better"]),)),
            _pieces(study, tables),
            *page.metrics(findings),
        ),
        examples=examples(findings, leading(tables)),
        appendix=(_everything(tables), _calibration(tables), _oddities(study, tables)),
        steps=steps(study, tables),
        certainty=_certainty(study),
        definitions=DEFINITIONS,
        **page.run(findings),
    )


def screen(findings: Findings) -> Screen:
    """Return what a terminal shows of a study of kind `dynamics`."""
    study, tables = findings.study, findings.shown
    overview = _overview(tables)
    counts = {name: int(tables["tables"][name].sum()) for name in ("shared_wins", "cut_off", "longer", "faults")}
    tail = ", ".join(f"{'longer than is kept' if name == 'longer' else name.replace('_', ' ')} {n}" for name, n in counts.items())
    grids: list[Grid] = [[overview.headers, *overview.rows]]
    if pieces := _piece_rows(tables, 0.999):
        grids.append([("at most at once", *_tables(tables)), *pieces])
    return Screen(answer(tables), grids, tail, steps(study, tables)[0])


def leading(tables: Tables) -> int:
    """Return the table that is spoken of first: the first mixed one, else the first."""
    found = tables["tables"]
    mixed = found.filter(pl.col("label").str.contains("mixed"))
    return int((mixed if mixed.height else found)["arm"][0])


def value(tables: Tables, arm: int, measure: str) -> dict[str, Any] | None:
    """Return a measure of a table; None if there is none, or it is not known."""
    found = tables["measures"].filter((pl.col("arm") == arm) & (pl.col("measure") == measure) & pl.col("value").is_not_null())
    return found.row(0, named=True) if found.height else None


def answer(tables: Tables) -> str:
    """Return the answer in a few sentences, or the warning that there is none."""
    games, faults = (int(tables["tables"][name].sum()) for name in ("games", "faults"))
    if spoilt := words.warning(games, faults):
        return spoilt
    arm = leading(tables)
    lead, turns, margin, decided = (value(tables, arm, name) for name in ("lead_50", "turns", "margin", "decided"))
    said = []
    if lead:
        label = tables["tables"].filter(pl.col("arm") == arm)["label"][0]
        said.append(
            f"{label}: whoever leads on points at half-time wins {words.percent(lead['value'])} "
            f"({words.INTERVAL} {words.span(lead['low'], lead['high'])}; a fair share is {words.percent(1 / lead['players'], 0)})."
        )
    if turns and margin:
        said.append(
            f"A game takes {words.number(turns['value'], 1)} turns a player and is won by {words.number(margin['value'], 1)} points, "
            f"half of the games by {words.number(margin['p50'])} or less."
        )
    if decided:
        said.append(f"It is decided, on average, with {words.percent(decided['value'], 0)} of the game left.")
    else:
        said.append("When it is decided is not said: no model of the chance to win has proved itself here.")
    return " ".join(said) if lead else "No table was played long enough to be told of."


def steps(study: Study, tables: Tables) -> list[Step]:
    """Return what to do next."""
    if tables["tables"]["faults"].sum():
        return [Step("Mend the fault, then play the same deals again.", words.command(study), words.takes(study, len(study.blocks)))]
    found = []
    if (tables["models"]["verdict"] != CALIBRATED).any():
        more = max(4 * len(study.blocks), 2000)
        text = "A model of the chance to win needs more deals to prove itself, or to be refuted. Fresh deals, four times as many."
        found.append(Step(text, words.command(study, words.next_seed(study), more), words.takes(study, more)))
    if tables["pieces"].filter((pl.col("quantile") == 0.999) & pl.col("high").is_null()).height and len(study.blocks) < 4000:
        text = "Too few deals to bound what one game in a thousand takes: with 4 000 there would be a limit above."
        found.append(Step(text, words.command(study, words.next_seed(study), 4000), words.takes(study, 4000)))
    found.append(words.own_cards(study, "Play the same tables with your own card list."))
    return found


def fortune(tables: Tables, name: str) -> Chart:
    """Draw the wins of who leads, or is last, in the course of the game."""
    found = tables["measures"].filter(pl.col("measure").is_in(FORTUNE) & pl.col("low").is_not_null())
    groups = []
    for own in found.partition_by("arm", maintain_order=True):
        marks = [
            Dot(CALLED[r["measure"]], r["low"], r["value"], r["high"], words.percent(r["value"]), "", 0 if r["measure"] != "last_50" else 1)
            for r in own.iter_rows(named=True)
        ]
        groups.append(Group(own["label"][0], marks, 1 / own["players"][0]))
    told = "; ".join(f"{r['label']}, {CALLED[r['measure']]}: {words.percent(r['value'])}" for r in found.iter_rows(named=True))
    return Chart(
        "leaders",
        dots(groups, "wins, in %", name),
        f"Dots with 95 % intervals: how often who leads, or is last, wins. {told}.",
        "Dot: how often whoever led on points, or was last, when this part of the rounds was over, wins the game. Line: 95 % interval. "
        "Upright line: a fair share.",
    )


def _overview(tables: Tables) -> Table:
    """Return the table of the main numbers, a column a table."""
    found = tables["measures"]
    rows = []
    for own in found.partition_by("measure", maintain_order=True):
        if own["topic"][0] in ("length", "margin", "fortune") and own["measure"][0] not in ("lead_25", "lead_75", "options_a_turn"):
            by_arm = {r["arm"]: r for r in own.iter_rows(named=True)}
            cells = [_cell(by_arm.get(arm)) for arm in tables["tables"]["arm"]]
            rows.append((own["text"][0], *cells))
    return Table(("", *_tables(tables)), rows, "Means and shares over all games of a table; their intervals are in the appendix.")


def _tables(tables: Tables) -> list[str]:
    """Return what to call each table in a header."""
    return [label.replace(" players, ", "p ").replace(" table", "") for label in tables["tables"]["label"]]


def _cell(row: dict[str, Any] | None) -> str:
    if row is None:
        return words.UNKNOWN
    return words.percent(row["value"]) if row["unit"] == SHARE else words.figures(row["value"])


def _decided(tables: Tables, label: str) -> Passage:
    """Say what the chances to win tell, if they can be believed."""
    models, sentences = tables["models"], []
    for r in models.iter_rows(named=True):
        if r["verdict"] == CALIBRATED:
            sentences.append(f"{r['label']}: {_drama(tables, r['arm'])} {_proof(r)}")
        elif r["explained"] is None:
            sentences.append(f"{r['label']}: withheld; a model of the chance to win needs {FEWEST} deals or more.")
        else:
            why = (
                "its chances do not come true" if r["verdict"] == NOT_CALIBRATED else "too few deals to tell whether its chances come true"
            )
            sentences.append(
                f"{r['label']}: changes of the favourite, drama and when it is decided are withheld: {why} "
                f"(the largest gap is {words.number(100 * r['largest_gap'], 1)} points; {100 * TOLERANCE:.0f} would be allowed, interval "
                "and all)."
            )
    charts = [calibration(tables["calibration"], f"{label}-calibration")] if tables["calibration"].height else []
    return Passage("When is it decided?", sentences, charts)


def _drama(tables: Tables, arm: int) -> str:
    changes, drama, decided, upset = (value(tables, arm, name) for name in ("lead_changes", "drama", "decided", "upset"))
    assert changes  # they come together
    assert decided
    assert upset
    behind = f", by {words.number(100 * drama['value'])} points of chance while behind" if drama else ""
    return (
        f"the favourite changes {words.number(changes['value'], 1)} times a game ({words.between(changes['low'], changes['high'])}); "
        f"in {words.percent(upset['value'], 0)} of the games the winner was not the favourite at half-time{behind}; it is decided with "
        f"{words.percent(decided['value'], 0)} of the game left ({words.span(decided['low'], decided['high'])}; in one game of twenty with "
        f"{words.percent(decided['p95'], 0)} or more).{_moves(tables, arm)}"
    )


def _moves(tables: Tables, arm: int) -> str:
    """Say how far chances move from round to round; nothing where no game has two rounds."""
    surprise, killer = (value(tables, arm, name) for name in ("surprise", "killer_move"))
    if not surprise or not killer:
        return ""
    return (
        f" In a round {words.number(100 * surprise['value'], 1)} points of chance change hands; the largest gain in one round of a game is "
        f"{words.number(100 * killer['value'], 0)} points ({words.number(100 * killer['p95'], 0)} or more in one game of twenty)."
    )


def _proof(row: dict[str, Any]) -> str:
    return (
        f"The chances behind this are calibrated (largest gap {words.number(100 * row['largest_gap'], 1)} points) and explain "
        f"{words.percent(row['explained'], 0)} of the uncertainty about who wins."
    )


def calibration(found: pl.DataFrame, name: str) -> Chart:
    """Draw what came of the chances that were given, a panel a table."""
    groups = found.partition_by("arm", maintain_order=True)
    columns = min(2, len(groups))
    lines = -(-len(groups) // columns)
    with styled(name):
        height = 2.05 * lines + 0.5
        figure = Figure(figsize=(WIDTH, height))
        panels = figure.subplots(lines, columns, sharex=True, sharey=True, squeeze=False).ravel()
        figure.subplots_adjust(left=0.13, right=0.97, wspace=0.12, hspace=0.3, bottom=0.5 / height, top=1 - 0.28 / height)
        for axes, own in zip(panels, groups, strict=False):
            axes.fill_between([0, 1], [-TOLERANCE, 1 - TOLERANCE], [TOLERANCE, 1 + TOLERANCE], color=BAND, lw=0, zorder=0)
            axes.plot([0, 1], [0, 1], color=MUTED, lw=0.8, zorder=1)
            for r in own.iter_rows(named=True):
                if r["low"] is not None:
                    axes.plot([r["predicted"]] * 2, [r["predicted"] + r["low"], r["predicted"] + r["high"]], color="#0072b2", lw=1.3)
                mark(axes, r["predicted"], r["won"], 0, 5)
            axes.set_title(words.clipped(own["label"][0], 30), fontsize=8.5, loc="left", pad=4)
            axes.set_xlim(0, 1)
            axes.set_ylim(-0.03, 1.03)
            axes.set_xticks([0, 0.5, 1], ["0", "50", "100"])
            axes.set_yticks([0, 0.5, 1], ["0", "50", "100"])
            axes.tick_params(labelsize=8.5, labelbottom=True)
            axes.grid(color=GRID, lw=0.5)
            axes.set_axisbelow(True)
        for axes in panels[len(groups) :]:
            axes.set_visible(False)
        figure.text(0.55, 0.03 / height, "chance given, in %", color=MUTED, va="bottom", ha="center", fontsize=8.5)
        figure.text(0.015, 0.5, "won, in %", color=MUTED, va="center", ha="left", rotation=90, fontsize=8.5)
        picture = drawn(figure)
    told = "; ".join(
        f"{r['label']}: given {words.percent(r['predicted'], 0)}, won {words.percent(r['won'], 0)}" for r in found.iter_rows(named=True)
    )
    return Chart(
        "calibration",
        picture,
        f"Chance to win that was given, against the share that was won. {told}.",
        "Dot: positions given about this chance to win, by a model that has not seen their deals, and how many were won. Line: 95 % "
        f"interval, joint for a table. Grey band: within {100 * TOLERANCE:.0f} points. Calibrated: all lines inside the band.",
    )


def _better_said(tables: Tables) -> list[str]:
    found = strongest(tables["better"])
    if found is None:
        return ["All tables were of one kind of player, so this study cannot tell."]
    return [found, "It depends on who plays: see the study of luck for what decides the rest."]


def _pieces(study: Study, tables: Tables) -> Passage:
    """Say how many pieces a box needs."""
    found = tables["pieces"].filter(pl.col("quantile") == 0.999)
    used = found.filter(pl.col("pieces") > 0)
    if not used.height:
        return Passage("How many pieces does a box need?", ["This game does not say what pieces it has."])
    sentences = ["Counted is the most of each kind in use at once in a game. In 999 games of 1 000 so many are enough:"]
    for kind in used.partition_by("piece", maintain_order=True):
        top = kind.sort("pieces", "players", descending=True, maintain_order=True).row(0, named=True)
        sentences.append(f"{top['text']}: {_reach(top)} ({top['label']}){_against(top)}.")
    upper = tables["pieces"].filter(pl.col("piece").is_in(used["piece"].implode()) & (pl.col("quantile") > 0.5))
    rows = [
        (
            r["text"],
            r["label"],
            f"{100 * r['quantile']:g}{words.THIN}%",
            words.number(r["pieces"]),
            f"{words.number(r['low'])} to {words.number(r['high']) if r['high'] is not None else 'open'}",
            words.number(r["supply"]) if r["supply"] else words.UNKNOWN,
        )
        for r in upper.iter_rows(named=True)
    ]
    headers = ("pieces", "table", "share of games", "enough", words.INTERVAL, "in the box")
    caption = (
        "So many pieces are enough for this share of games. Intervals are order statistics, as if a deal were one game; “open”: the "
        "games do not reach far enough to bound it above."
    )
    return Passage("How many pieces does a box need?", sentences, (), (Table(headers, rows, caption, words=2, arms=arms(upper)),))


def _reach(row: dict[str, Any]) -> str:
    limits = f"{row['low']} to {row['high']}" if row["high"] is not None else f"{row['low']} or more"
    return f"{words.number(row['pieces'])} ({limits})"


def _against(row: dict[str, Any]) -> str:
    if not row["supply"]:
        return "; how many the box holds is not known"
    if not row["used_up"]:
        return f" of {words.number(row['supply'])} in the box"
    said = f" of {words.number(row['supply'])} in the box, which {words.of_games(row['used_up'])} use up"
    return said + (f"; more cannot be seen while the rule {row['rule']} stops at the supply" if row["rule"] else "")


def _piece_rows(tables: Tables, quantile: float) -> list[tuple[str, ...]]:
    found = tables["pieces"].filter((pl.col("quantile") == quantile) & (pl.col("pieces").max().over("piece") > 0))
    rows = []
    for kind in found.partition_by("piece", maintain_order=True):
        by_arm = {r["arm"]: r["pieces"] for r in kind.iter_rows(named=True)}
        rows.append((kind["text"][0], *(words.number(by_arm.get(arm)) for arm in tables["tables"]["arm"])))
    return rows


def _everything(tables: Tables) -> Passage:
    rows = [
        (
            r["text"],
            r["label"],
            _number(r, r["value"]),
            words.span(r["low"], r["high"]) if r["unit"] not in (NUMBER, POINTS) else words.between(r["low"], r["high"]),
            *(words.UNKNOWN if r[name] is None else _number(r, r[name]) for name in ("p5", "p50", "p95")),
            words.number(r["games"]),
        )
        for r in tables["measures"].iter_rows(named=True)
    ]
    headers = ("measure", "table", "mean", words.INTERVAL, "5 %", "50 %", "95 %", "games")
    caption = "Every measure. 5, 50 and 95 %: so many of the games have this or less. Intervals are for the mean, from deals."
    return Passage("Every measure", [], (), (Table(headers, rows, caption, words=2, arms=arms(tables["measures"])),))


def _number(row: dict[str, Any], number: float | None) -> str:
    return words.figures(number) if row["unit"] in (NUMBER, POINTS) else words.percent(number)


def _calibration(tables: Tables) -> Passage:
    rows = [
        (
            r["label"],
            words.number(r["positions"]),
            words.percent(r["predicted"]),
            words.percent(r["won"]),
            words.signed(100 * r["gap"]),
            words.span(r["low"], r["high"]),
        )
        for r in tables["calibration"].iter_rows(named=True)
    ]
    verdicts = [f"{r['label']}: {r['verdict']}." for r in tables["models"].iter_rows(named=True)]
    headers = ("table", "positions", "chance given", "won", "gap", words.INTERVAL)
    caption = "Positions of a seat when a round begins, in bins of about as many. Intervals of a table hold together."
    return Passage(
        "Do the chances come true?", verdicts, (), (Table(headers, rows, caption, arms=arms(tables["calibration"])),) if rows else ()
    )


def _oddities(study: Study, tables: Tables) -> Passage:
    total = {name: int(tables["tables"][name].sum()) for name in ("games", "shared_wins", "cut_off", "longer", "faults")}
    sentence = (
        f"Of {words.number(total['games'])} games, {words.number(total['shared_wins'])} ended in a shared win, "
        f"{words.number(total['cut_off'])} were cut off at the turn or decision limit and {words.number(total['faults'])} stopped on a "
        f"fault. {words.number(total['longer'])} had more rounds than the {study.spec['rounds']} that are kept (rounds in the study): they "
        "count for lengths and margins, but for nothing that looks at a later round. A faulty game counts for nobody."
    )
    return Passage("Shared wins, long games, faults", [sentence])


def _certainty(study: Study) -> list[str]:
    return [
        f"{words.plural(len(study.blocks), 'deal')}. A deal is a block, the unit of all errors here: games of the same deal are not "
        "independent.",
        f"Intervals: 95{words.THIN}%, Student's t, leaving out one deal at a time; each holds by itself, those of a calibration together.",
        "Points as they stand mislead where much is scored at the end: a seat that is behind on points may be ahead. The chance to win "
        "looks at more, but only at what the game's features tell, and knows nothing of how strong the players are.",
        "Lengths, margins and turns of fortune are those of these simulated players; people play otherwise.",
    ]
