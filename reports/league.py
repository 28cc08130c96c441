"""The report on a league: which way to play wins, and against whom."""

from __future__ import annotations

from itertools import combinations
from typing import Any

import polars as pl

from reports import levels, page, standings, words
from reports.examples import examples
from reports.matchups import matchups as heat_map
from reports.parts import Findings, Grid, Passage, Screen, Section, Step, Table, Tables
from simkit.analysis import Study
from simkit.analysis.league import LOSES, OPEN
from simkit.analysis.verdict import FAULTY

DEFINITIONS = (
    (
        "deal, or block",
        "one shuffle and one set of dice, which every line-up plays from every seat: each player sits everywhere once",
    ),
    ("line-up", "who sits at a table together, and in which order"),
    ("wins", "share of games won; a win shared by several counts its fraction for each"),
    ("fair share", "1 divided by the number of players"),
    ("beats", "at a table of two, wins more than half; at larger ones, finishes ahead more than half the time; with its whole interval"),
    ("undecided", "the interval holds one half, or there are under 30 deals"),
    ("rating", f"what all games say of a player at once, the seat taken off: a conditional logit, in points; {standings.HUNDRED_POINTS}"),
    ("circle", "A beats B beats C beats A, each link for certain"),
    ("skill level, or tier", "how well a player plays; a level of its own beats the next below by the stated step"),
    ("logit", "173.7 rating points, or odds of 2.7 to 1"),
    ("mixture", "how often each player would be chosen if nobody could gain by choosing otherwise"),
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
        scope=(words.deals(study), *_designs(tables), words.players(study), words.cards(study)),
        chart=standings.ratings(tables["standings"], f"{label}-ratings"),
        table=standings.table(tables["standings"]),
        passages=(
            _against(tables, label),
            levels.ladder(study, tables),
            levels.described(study, tables),
            _lines(tables),
            *page.metrics(findings),
        ),
        examples=examples(findings, _closest(study, tables)),
        appendix=(levels.mixture(tables), _every_pair(tables), _oddities(tables)),
        steps=steps(study, tables),
        certainty=_certainty(study, tables),
        definitions=DEFINITIONS,
        **page.run(findings),
    )


def screen(findings: Findings) -> Screen:
    """Return what a terminal shows of a study of kind `league`."""
    study, tables = findings.study, findings.shown
    sizes = standings.by_size(tables["standings"])
    grids = [grid for own, found in zip(sizes, standings.by_size(tables["matchups"]), strict=True) for grid in _grids(own, found)]
    counts = {n: int(tables["games"][n].sum()) for n in ("shared_wins", "cut_off", "faults")}
    tail = f"shared wins {counts['shared_wins']}, cut off {counts['cut_off']}, faults {counts['faults']}"
    told = [
        f"Skill levels{_with(tables, own)}, the lowest first: {', '.join(own['strategy'])}." for own in standings.by_size(tables["ladder"])
    ]
    return Screen(answer(tables), grids, tail, steps(study, tables)[0], told)


def answer(tables: Tables) -> str:
    """Return the answer, a sentence for each number of players, or the warning that there is none."""
    games, faults = (int(tables["games"][name].sum()) for name in ("games", "faults"))
    if spoilt := words.warning(games, faults):
        return f"{spoilt} Until then every verdict is “{FAULTY}”."
    return "\n".join(_finding(tables, own) for own in standings.by_size(tables["standings"]))


def steps(study: Study, tables: Tables) -> list[Step]:
    """Return what to do next."""
    if tables["games"]["faults"].sum():
        return [Step("Mend the fault, then play the same deals again.", words.command(study), words.takes(study, len(study.blocks)))]
    found = []
    if tables["cycles"].height:
        text = "Confirm the circle on fresh deals before building on it."
        found.append(Step(text, words.command(study, words.next_seed(study)), words.takes(study, len(study.blocks))))
    if unclear := int(tables["standings"]["undecided"].sum()) // 2:
        more = max(4 * len(study.blocks), 1000)
        text = f"{words.plural(unclear, 'pair')} could not be told apart. Fresh deals, four times as many, halve the intervals."
        found.append(Step(text, words.command(study, words.next_seed(study), more), words.takes(study, more)))
    found.append(words.own_cards(study, "Play the same league with your own card list."))
    return found


def _finding(tables: Tables, own: pl.DataFrame) -> str:
    """Say who is best at one number of players, whom it beats, and whether an order says it all."""
    best, players = own.row(0, named=True), own["players"][0]
    others = own.height - 1
    verb = "beats" if players == 2 else "finishes ahead of"
    fair = "" if players == 2 else f" instead of {words.percent(1 / players)}"
    said = (
        f"{levels.place(tables, players)}{best['strategy']} wins {words.percent(best['share'])} of its games{fair} "
        f"({words.INTERVAL} {words.span(best['low'], best['high'])})"
    )
    circles = tables["cycles"].filter(pl.col("players") == players)
    turn = f" But no order says it all: {circles['text'][0]}." if circles.height else ""
    if best["beats"] == others:
        return f"{said} and {verb} {'its one opponent' if others == 1 else f'each of the {others} others'}.{turn}"
    most = ", more than any other" if best["share"] >= own.select(pl.col("share").max()).item() else ", and is rated highest"
    open_with, lost = (_names(tables, players, best["strategy"], verdict) for verdict in (OPEN, LOSES))
    if len(open_with) == others:
        who = "its opponent" if others == 1 else "any of them" if most.startswith(", more") else "any other"
        return f"{said}{most}, but these deals do not tell it apart from {who}.{turn}"
    some = f"{verb} {best['beats']} of {others}"
    rest = [f"{'loses to' if players == 2 else 'finishes behind'} {words.listed(lost)}"] if lost else []
    rest += [f"cannot be told apart from {words.listed(open_with)} by these deals"] if open_with else []
    return f"{said}{most}; it {words.listed([some, *rest])}.{turn}"


def _closest(study: Study, tables: Tables) -> int:
    """Return a line-up of the pair nearest to even: its games are the ones to look at."""
    first = standings.by_size(tables["matchups"])[0]
    pair = first.sort((pl.col("share") - 0.5).abs(), maintain_order=True).row(0, named=True)
    called = words.names(study)
    both = {pair["strategy"], pair["other"]}
    seated = ((arm, {called[study.strategies[s]] for s in arm.lineup}) for arm in study.arms if arm.players == pair["players"])
    return next(arm.index for arm, who in seated if both <= who)


def _is_best(tables: Tables) -> bool:
    """Whether at every number of players somebody beats everybody."""
    return all(own["beats"][0] == own.height - 1 for own in standings.by_size(tables["standings"]))


def _names(tables: Tables, players: int, strategy: str, verdict: str) -> list[str]:
    own = (pl.col("players") == players) & (pl.col("strategy") == strategy) & (pl.col("verdict") == verdict)
    return tables["matchups"].filter(own)["other"].to_list()


def _with(tables: Tables, own: pl.DataFrame) -> str:
    return f" with {own['players'][0]} players" if tables["sizes"].height > 1 else ""


def _grids(own: pl.DataFrame, found: pl.DataFrame) -> list[Grid]:
    return [standings.grid(own), _matrix(own, found)]


def _matrix(own: pl.DataFrame, found: pl.DataFrame) -> Grid:
    order, players = own["strategy"].to_list(), own["players"][0]
    shares = {(r["strategy"], r["other"]): f"{100 * r['share']:.0f}" for r in found.iter_rows(named=True)}
    letters = [chr(ord("A") + k % 26) for k in range(len(order))]
    matrix = [("wins against" if players == 2 else f"ahead of ({players})", *letters)]
    return matrix + [
        (f"{letter} {row}", *(shares.get((row, other), words.DASH) for other in order)) for letter, row in zip(letters, order, strict=True)
    ]


def _designs(tables: Tables) -> list[str]:
    """Say which line-ups were played."""
    return [_design(size) for size in tables["sizes"].iter_rows(named=True)]


def _design(size: dict[str, Any]) -> str:
    players, count = size["players"], size["line_ups"]
    if players == 2:
        return f"Tables of two: {'the one pair' if count == 1 else f'all {count} pairs'}, in both seatings."
    if size["strategies"] < players:
        return f"Tables of {players}: {words.plural(count, 'line-up')} with everybody at the table, from every seat."
    if count > size["possible"]:
        return f"Tables of {players}: everybody at one table, in {words.plural(count, 'order')}, from every seat."
    if count == size["possible"]:
        return f"Tables of {players}: all {count} line-ups of different players, from every seat."
    met = list(dict.fromkeys(words.number(size[name] // players) for name in ("least_met", "most_met")))
    return (
        f"Tables of {players}: {count} of the {words.number(size['possible'])} line-ups of different players, from every seat, such that "
        f"each player sits in {size['least_seats'] // players} and each pair in {' to '.join(met)}."
    )


def _against(tables: Tables, label: str) -> Passage:
    """Show who beats whom, and say what goes against the order."""
    sizes = zip(standings.by_size(tables["standings"]), standings.by_size(tables["matchups"]), strict=True)
    charts = [heat_map(own, found, f"{label}-matchups-{own['players'][0]}") for own, found in sizes]
    return Passage("Who beats whom", levels.pairs(tables), charts)


def _every_pair(tables: Tables) -> Passage:
    """Return all pairs, the players in the order of the standings."""
    headers = ("player", "opponent", "wins", words.INTERVAL, "verdict", "points", "points of the opponent")
    shown = []
    for own, found in zip(standings.by_size(tables["standings"]), standings.by_size(tables["matchups"]), strict=True):
        rows = {(r["strategy"], r["other"]): r for r in found.iter_rows(named=True)}
        told = [rows[pair] for pair in combinations(own["strategy"].to_list(), 2) if pair in rows]
        pairs, games = list(map(_pair, told)), [row["arm"] for row in told]
        players = own["players"][0]
        what = "Wins" if players == 2 else "How often it finishes ahead"
        caption = f"Tables of {players}, the better one of the standings first. {what}; intervals hold for all pairs together."
        heads = headers if players == 2 else ("player", "opponent", "ahead", *headers[3:])
        shown.append(Table(heads, pairs, caption, words=2, arms=games))
    return Passage("Every pair", [], (), shown)


def _pair(row: dict[str, Any]) -> tuple[str, ...]:
    share, around = words.percent(row["share"]), words.span(row["low"], row["high"])
    points = (words.number(row[name], 1) for name in ("points", "other_points"))
    return (row["strategy"], row["other"], share, around, row["verdict"], *points)


def _lines(tables: Tables) -> Passage:
    """Say what each player scores by."""
    sentences, shown = [], []
    for own, table in zip(standings.by_size(tables["standings"]), standings.by_size(tables["lines"]), strict=True):
        order, players = own["strategy"].to_list(), own["players"][0]
        found = {(r["strategy"], r["line"]): r["mean"] for r in table.iter_rows(named=True)}
        names = [name for name in dict.fromkeys(table["line"]) if any(found[who, name] for who in order)]
        rows = [(who, *(words.number(found[who, line], 1) for line in names)) for who in order]
        texts = dict(zip(table["line"], table["text"], strict=True))
        most = [
            f"{max(order, key=lambda who: found[who, line])} on {texts[line]}"
            for line in names
            if len({round(found[who, line], 1) for who in order}) > 1
        ]
        told = f"the most points by source: {'; '.join(most)}." if most else "all score alike by source."
        sentences.append(levels.begun(f"{levels.place(tables, players)}{told}"))
        headers = ("player", *(name.replace("_", " ") for name in names))
        shown.append(Table(headers, rows, f"Mean points of a game, at tables of {players}."))
    return Passage("Where points come from", sentences, (), shown)


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
        f"{words.plural(len(study.blocks), 'deal')}, each played by every line-up from every seat, so that nobody has the better seat or "
        "luck. Such a deal is a block, the unit of all errors here.",
        f"Intervals: 95{words.THIN}%, Student's t on deal means. The widest of a pair reaches {words.percent(half, 1)} to each side. A "
        "circle is named if each of its links holds "
        "by them: where all play equally well, under 5 leagues in 100 show one.",
        "Ratings: a conditional logit with a term for each seat, shared wins as fractions; errors by leaving out one group of deals at a "
        "time (jackknife). Whether ratings describe the league is judged by the spread over deals as well: games of one deal are not "
        "independent, so the deviance alone has no scale.",
        "Ratings and wins against all depend on who else is in the league. These are simulated players; people play otherwise.",
    ]
