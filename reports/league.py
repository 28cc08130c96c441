"""The report on a league: which way to play wins, and against whom."""

from __future__ import annotations

from itertools import combinations
from typing import Any

import polars as pl

from reports import page, words
from reports.examples import examples
from reports.matchups import matchups as heat_map
from reports.parts import Findings, Grid, Passage, Screen, Section, Step, Table, Tables
from simkit.analysis import Study
from simkit.analysis.league import BEATS, LOSES, OPEN
from simkit.analysis.verdict import FAULTY

DEFINITIONS = (
    ("deal, or block", "one shuffle and one set of dice, which a pair plays twice: each of the two sits first once"),
    ("wins", "share of games won; a win shared by two counts one half for each"),
    ("beats", "the interval of its wins lies above one half"),
    ("undecided", "the interval holds one half, or there are under 30 deals"),
    ("against all", "the mean over its opponents, each counting alike"),
    ("cut off", "stopped at the limit of turns or decisions; counted with the score as it stood"),
    ("fault", words.FAULT),
)


def section(findings: Findings) -> Section:
    """Return the report of a study of kind `league`."""
    study, tables, label = findings.study, findings.shown, findings.label
    return Section(
        label=label,
        **page.titles(study, f"{study.game}: who beats whom?", "Which way to play wins?"),
        answer=answer(tables),
        tone="off" if tables["games"]["faults"].sum() else "good" if _is_best(tables) else "open",
        scope=(words.deals(study), "Tables of two.", words.players(study), words.cards(study)),
        chart=heat_map(tables["standings"], tables["matchups"], f"{label}-matchups"),
        table=_standings(tables),
        passages=(_upsets(tables), _lines(tables), *page.metrics(findings)),
        examples=examples(findings, _closest(tables)),
        appendix=(_every_pair(tables), _oddities(tables)),
        steps=steps(study, tables),
        certainty=_certainty(study, tables),
        definitions=DEFINITIONS,
        **page.run(findings),
    )


def screen(findings: Findings) -> Screen:
    """Return what a terminal shows of a study of kind `league`."""
    study, tables = findings.study, findings.shown
    order = tables["standings"]["strategy"].to_list()
    shares = {(r["strategy"], r["other"]): f"{100 * r['share']:.0f}" for r in tables["matchups"].iter_rows(named=True)}
    letters = [chr(ord("A") + k % 26) for k in range(len(order))]
    matrix = [("wins against", *letters)]
    matrix += [
        (f"{letter} {row}", *(shares.get((row, other), words.DASH) for other in order)) for letter, row in zip(letters, order, strict=True)
    ]
    standing = _standings(tables)
    grids: list[Grid] = [[standing.headers, *standing.rows], matrix]
    counts = {n: int(tables["games"][n].sum()) for n in ("shared_wins", "cut_off", "faults")}
    tail = f"shared wins {counts['shared_wins']}, cut off {counts['cut_off']}, faults {counts['faults']}"
    return Screen(answer(tables), grids, tail, steps(study, tables)[0])


def answer(tables: Tables) -> str:
    """Return the answer in a sentence, or the warning that there is none."""
    games, faults = (int(tables["games"][name].sum()) for name in ("games", "faults"))
    if spoilt := words.warning(games, faults):
        return f"{spoilt} Until then every verdict is “{FAULTY}”."
    best = tables["standings"].row(0, named=True)
    others = tables["standings"].height - 1
    said = f"{best['strategy']} wins {words.percent(best['share'])} of its games ({words.INTERVAL} {words.span(best['low'], best['high'])})"
    if best["beats"] == others:
        return f"{said} and beats {'its one opponent' if others == 1 else f'each of the {others} others'}."
    open_with = _names(tables, best["strategy"], OPEN)
    lost = _names(tables, best["strategy"], LOSES)
    if len(open_with) == others:
        return f"{said}, more than any other, but these deals do not tell it apart from {'its opponent' if others == 1 else 'any of them'}."
    rest = [f"loses to {words.listed(lost)}"] if lost else []
    rest += [f"cannot be told apart from {words.listed(open_with)} by these deals"] if open_with else []
    return f"{said}, more than any other; it beats {best['beats']} of {others}, {' and '.join(rest)}."


def steps(study: Study, tables: Tables) -> list[Step]:
    """Return what to do next."""
    if tables["games"]["faults"].sum():
        return [Step("Mend the fault, then play the same deals again.", words.command(study), words.takes(study, len(study.blocks)))]
    found = []
    if unclear := int(tables["standings"]["undecided"].sum()) // 2:
        more = max(4 * len(study.blocks), 1000)
        text = f"{words.plural(unclear, 'pair')} could not be told apart. Fresh deals, four times as many, halve the intervals."
        found.append(Step(text, words.command(study, words.next_seed(study), more), words.takes(study, more)))
    found.append(words.own_cards(study, "Play the same league with your own card list."))
    return found


def _closest(tables: Tables) -> int:
    """Return the pair nearest to even: its games are the ones to look at."""
    return int(tables["matchups"].sort((pl.col("share") - 0.5).abs(), maintain_order=True)["arm"][0])


def _is_best(tables: Tables) -> bool:
    return bool(tables["standings"]["beats"][0] == tables["standings"].height - 1)


def _names(tables: Tables, strategy: str, verdict: str) -> list[str]:
    own = tables["matchups"].filter((pl.col("strategy") == strategy) & (pl.col("verdict") == verdict))
    return own["other"].to_list()


def _standings(tables: Tables) -> Table:
    speeds = tables["standings"]["games_per_second"]
    told = speeds.null_count() < len(speeds)
    rows = [
        (
            r["strategy"],
            words.percent(r["share"]),
            words.span(r["low"], r["high"]),
            str(r["beats"]),
            str(r["loses_to"]),
            str(r["undecided"]),
            words.number(r["points"], 1),
            *((words.number(r["games_per_second"]),) if told else ()),
        )
        for r in tables["standings"].iter_rows(named=True)
    ]
    headers = ("player", "wins", words.INTERVAL, BEATS, LOSES, OPEN, "mean points", *(("games a second",) if told else ()))
    caption = "Against all others, each opponent counting alike. Intervals hold for all players together."
    return Table(
        headers,
        rows,
        caption
        + (" Games a second: on one core, with this player in both seats, from a short trial at the start of the run." if told else ""),
    )


def _upsets(tables: Tables) -> Passage:
    """Say where the order of the pairs differs from the order of the standings."""
    order = tables["standings"]["strategy"].to_list()
    beaten = {(r["strategy"], r["other"]) for r in tables["matchups"].iter_rows(named=True) if r["verdict"] == BEATS}
    against = [f"{low} beats {high}" for k, high in enumerate(order) for low in order[k + 1 :] if (low, high) in beaten]
    pairs = tables["matchups"].height // 2
    sentences = [f"Of {words.plural(pairs, 'pair')} {words.number(len(beaten))} are decided."]
    if against:
        sentences.append(f"Some go against the order of the table: {words.listed(against)}.")
    elif beaten:
        sentences.append("None of them goes against the order of the table.")
    return Passage("Where it holds, where it flips", sentences)


def _every_pair(tables: Tables) -> Passage:
    """Return all pairs, the players in the order of the standings."""
    order = tables["standings"]["strategy"].to_list()
    found = {(r["strategy"], r["other"]): r for r in tables["matchups"].iter_rows(named=True)}
    rows = [_pair(found[pair]) for pair in combinations(order, 2)]
    headers = ("player", "opponent", "wins", words.INTERVAL, "verdict", "points", "points of the opponent")
    table = Table(headers, rows, "Every pair, the better one of the standings first. Intervals hold for all pairs together.", words=2)
    return Passage("Every pair", [], (), (table,))


def _pair(row: dict[str, Any]) -> tuple[str, ...]:
    share, around = words.percent(row["share"]), words.span(row["low"], row["high"])
    points = (words.number(row[name], 1) for name in ("points", "other_points"))
    return (row["strategy"], row["other"], share, around, row["verdict"], *points)


def _lines(tables: Tables) -> Passage:
    """Say what each player scores by."""
    table, order = tables["lines"], tables["standings"]["strategy"].to_list()
    found = {(r["strategy"], r["line"]): r["mean"] for r in table.iter_rows(named=True)}
    names = list(dict.fromkeys(table["line"]))
    rows = [(who, *(words.number(found[who, line], 1) for line in names)) for who in order]
    most = [
        f"{max(order, key=lambda who: found[who, line])} on {text}"
        for line, text in dict(zip(table["line"], table["text"], strict=True)).items()
        if len({round(found[who, line], 1) for who in order}) > 1
    ]
    sentences = [f"The most points by source: {'; '.join(most)}."] if most else ["All score alike by source."]
    headers = ("player", *(name.replace("_", " ") for name in names))
    return Passage("Where points come from", sentences, (), (Table(headers, rows, "Mean points of a game, over all opponents."),))


def _oddities(tables: Tables) -> Passage:
    total = {name: int(tables["games"][name].sum()) for name in ("games", "shared_wins", "cut_off", "faults")}
    sentence = (
        f"Of {words.number(total['games'])} games, {words.number(total['shared_wins'])} ended in a shared win, "
        f"{words.number(total['cut_off'])} were cut off at the turn or decision limit and {words.number(total['faults'])} stopped on a "
        "fault. Shared wins and games cut off are in the numbers above; a faulty game counts for nobody."
    )
    return Passage("Shared wins, cut-off games, faults", [sentence])


def _certainty(study: Study, tables: Tables) -> list[str]:
    half = tables["matchups"].select(((pl.col("high") - pl.col("low")) / 2).max()).item()
    return [
        f"{words.plural(len(study.blocks), 'deal')}, each played by every pair in both seatings, so that neither has the better seat or "
        "luck. Such a deal is a block, the unit of all errors here.",
        f"Intervals: 95{words.THIN}%, Student's t on deal means, widened (Šidák) so that all pairs, or all players, hold together. The "
        f"widest of a pair reaches {words.percent(half, 1)} to each side.",
        "Wins against all depend on who else is in the league. These are simulated players; people play otherwise.",
    ]
