"""The report on seat balance."""

from __future__ import annotations

from typing import Any

import polars as pl

from reports import charts, families, page, words
from reports.examples import examples
from reports.parts import Findings, Grid, Passage, Screen, Section, Step, Table, Tables
from reports.traces import arms as behind
from simkit.analysis import Study, seats
from simkit.analysis.families import declared
from simkit.analysis.ladder import COUNTS, NO_LEVEL
from simkit.analysis.verdict import BALANCED, DEPENDS, FAULTY, NOT_BALANCED, UNDECIDED

TONES = {BALANCED: "good", NOT_BALANCED: "off", DEPENDS: "off", UNDECIDED: "open", FAULTY: "off"}
DEFINITIONS = (
    ("deal, or block", "one shuffle and one set of dice, replayed from every seat"),
    ("skill level, or tier", "how well a player plays; each simulated player stands for one"),
    ("joint interval", "with such intervals for all seats of a table, 95 runs in 100 have every true share inside its interval"),
    ("mixed table", "players of different styles sit together; each of them plays each deal from each seat"),
    ("mirror table", "all seats play alike, so a deal is one game"),
    ("share of wins", "games won; a win shared by two counts one half for each"),
    ("fair share", "1 divided by the number of players"),
    ("margin", "the smallest deviation from a fair share that we call a lack of balance"),
    ("counting level", "a skill level that wins its duels against the one below by the stated step, for certain; the others have no say"),
    ("balanced", "every seat's interval lies inside the margin; of a number of players: at the mixed table and at every counting level"),
    ("depends on skill", "balanced at some counting levels, or at the mixed table, and not balanced at others"),
    ("not balanced", "some seat's interval lies outside the margin"),
    ("undecided", "an interval crosses the edge of the margin, or there are under 30 deals"),
    ("cut off", "stopped at the limit of turns or decisions; counted with the score as it stood"),
    ("fault", words.FAULT),
)


def section(findings: Findings) -> Section:
    """Return the report of a study of kind `seats`."""
    study, tables, label = findings.study, findings.shown, findings.label
    leading = headline(tables)
    shares = shown_seats(tables, leading)
    return Section(
        label=label,
        **page.titles(study, f"{study.game}: does the seat matter?", "Does it matter where one sits?"),
        answer=answer(study, tables),
        tone=TONES[_joined(tables["sizes"])],
        scope=(words.deals(study), *together(study, leading), words.players(study), *_beginners(study), words.cards(study)),
        chart=charts.seats(shares, seats.margin(study), f"{label}-seats"),
        table=_seat_table(shares),
        passages=(
            _robustness(study, tables, leading, label),
            _points(tables, leading, label),
            *page.metrics(findings),
        ),
        examples=examples(findings, _largest(leading)["arm"]),
        appendix=(_oddities(tables),),
        steps=steps(study, tables),
        certainty=_certainty(study, shares),
        definitions=DEFINITIONS,
        **page.run(findings),
    )


def screen(findings: Findings) -> Screen:
    """Return what a terminal shows of a study of kind `seats`."""
    study, tables = findings.study, findings.shown
    leading = headline(tables)
    shares = shown_seats(tables, leading)
    rows: list[tuple[str, ...]] = [("table", "seat", "wins", words.INTERVAL, "of fair", "points", "verdict")]
    rows += [
        (
            r["label"],
            str(r["seat"]),
            words.percent(r["share"]),
            words.span(r["low"], r["high"]),
            words.percent(r["index"], 0),
            words.number(r["points"], 1),
            r["verdict"],
        )
        for r in shares.iter_rows(named=True)
    ]
    verdicts = verdict_table(tables)
    grids: list[Grid] = [rows, [verdicts.headers, *verdicts.rows]]
    counts = {n: int(tables["tables"][n].sum()) for n in ("shared_wins", "cut_off", "faults")}
    tail = f"shared wins {counts['shared_wins']}, cut off {counts['cut_off']}, faults {counts['faults']}"
    return Screen(" ".join([answer(study, tables), *together(study, leading)]), grids, tail, steps(study, tables)[0])


def headline(tables: Tables) -> pl.DataFrame:
    """Return the arms that the answer speaks of: mixed tables, else one that counts a size."""
    arms = tables["tables"]
    if arms["mixed"].any():
        return arms.filter("mixed")
    return (arms.filter("counts") if arms["counts"].any() else arms).unique("players", keep="last", maintain_order=True)


def shown_seats(tables: Tables, leading: pl.DataFrame) -> pl.DataFrame:
    """Return the seats of the chart and the first table: those of the answer, with the mirror tables of its only firm finding."""
    arms = leading
    if NOT_BALANCED not in leading["verdict"]:
        arms = pl.concat([leading, _dissent(tables, leading).filter(pl.col("verdict") == NOT_BALANCED)])
    own = tables["seats"].filter(pl.col("arm").is_in(arms["arm"].implode()))
    if arms.height == leading.height:
        return own
    called = pl.concat_str("title", pl.lit(", "), "table")
    return own.with_columns(called.alias("title"))


def together(study: Study, leading: pl.DataFrame) -> list[str]:
    """Say what several intervals promise together."""
    if leading.height < 2:
        return []
    if declared(study) != "table":
        return [f"The {words.INTERVAL}s hold at once for {families.of(study)}."]
    return [f"The {words.INTERVAL}s hold for all seats of one table together, not for several tables at once."]


def answer(study: Study, tables: Tables) -> str:
    """Return the answer in one sentence, or the warning that there is none."""
    arms, leading = tables["tables"], headline(tables)
    if spoilt := words.warning(int(arms["games"].sum()), int(arms["faults"].sum())):
        return f"{spoilt} Until then every verdict is “{FAULTY}”."
    shares, margin = tables["seats"], words.percent(seats.margin(study), 0)
    dissent = _dissent(tables, leading)
    against = dissent.filter(pl.col("verdict") == NOT_BALANCED)
    told = _tables_of(leading)
    parts = [f"{_finding(group, shares)} {told}" for group in _odd(leading)]
    if not parts:  # what is firm comes first, wherever it was found
        parts = [f"{_finding(group, shares)} {_tables_of(group)}" for group in _odd(against)]
        told = f"{told}, "
    else:
        told = ""
    if even := _sizes(tables["sizes"], BALANCED):
        parts.append(f"{told}with {even} players no seat is more than {margin} of a fair share away from it: balanced")
        told = ""
    if open_ := _sizes(leading, UNDECIDED):
        parts.append(f"{told}with {open_} players it is open whether every seat is within {margin} of a fair share: too few deals")
        told = ""
    parts += [f"{told}{part}" for part in _unsettled(tables, leading, margin)]
    if differing := _depends(leading, dissent):
        parts.append(f"the verdict depends on {'skill' if 'levels' in tables else 'who plays'}: {differing}")
    said = "; ".join(parts)
    return f"{said[0].upper()}{said[1:]}."


def _unsettled(tables: Tables, leading: pl.DataFrame, margin: str) -> list[str]:
    """Say where the table in the headline is balanced while a counting skill level is still open, so that the game is not yet balanced."""
    open_ = tables["sizes"].filter(pl.col("verdict") == UNDECIDED)["players"]
    told = []
    for arm in leading.filter((pl.col("verdict") == BALANCED) & pl.col("players").is_in(open_.implode())).iter_rows(named=True):
        others = tables["tables"].filter("counts", pl.col("players") == arm["players"], pl.col("verdict") == UNDECIDED)
        told.append(
            f"with {arm['players']} players no seat is more than {margin} of a fair share away from it here, but it is open with "
            f"{words.listed(others['table'].to_list())}: too few deals"
        )
    return told


def _tables_of(arms: pl.DataFrame) -> str:
    """Name the kind of table, for the end or the beginning of a clause."""
    if arms["mixed"].any():
        return "at a mixed table"
    kinds = list(dict.fromkeys(arms["table"]))
    return f"at a table of equal players ({' or '.join(kinds)})"


def _odd(arms: pl.DataFrame) -> list[pl.DataFrame]:
    """Return the tables that are not balanced, those of one kind of table together."""
    found = arms.filter(pl.col("verdict") == NOT_BALANCED)
    return found.partition_by("table", maintain_order=True) if found.height else []


def _finding(arms: pl.DataFrame, shares: pl.DataFrame) -> str:
    """Say for each size which seat is farthest from fair for certain, and how much it wins instead of what."""
    said: list[str] = []
    for arm in arms.sort("players", maintain_order=True).iter_rows(named=True):
        seat = _farthest(shares.filter(pl.col("arm") == arm["arm"]))
        again = "" if said else f"{words.INTERVAL} "
        said.append(
            f"seat {seat['seat']} {'' if said else 'wins '}{words.percent(seat['share'])} {'' if said else 'of the games '}instead of "
            f"{words.percent(1 / seat['players'])} with {seat['players']} players ({again}{words.span(seat['low'], seat['high'])})"
        )
    return words.listed(said)


def steps(study: Study, tables: Tables) -> list[Step]:
    """Return what to do next."""
    leading = headline(tables)
    if FAULTY in leading["verdict"]:
        return [Step("Mend the fault, then play the same deals again.", words.command(study), words.takes(study, len(study.blocks)))]
    seed, blocks = words.next_seed(study), len(study.blocks)
    found: list[Step] = []
    open_ = tables["sizes"].filter(pl.col("verdict") == UNDECIDED)["players"]
    undecided = pl.concat([leading, tables["tables"].filter("counts", pl.col("players").is_in(open_.implode()))]).filter(
        pl.col("verdict") == UNDECIDED
    )
    if undecided.height and undecided["planned"].null_count() == 0:
        planned = words.two_digits(int(undecided["planned"].to_numpy().max()))
        found.append(
            Step(
                f"Decide the open sizes by a fresh run of {words.number(planned)} deals with a "
                "new seed: four chances in five for each seat, if the effect is as it looks. "
                "Do not add deals until the verdict pleases.",
                words.command(study, seed, planned),
                words.takes(study, planned),
            )
        )
    elif undecided.height:
        larger = max(10 * blocks, 1000)
        found.append(
            Step(
                "At the open sizes a seat sits on the very edge of the margin, or there are too "
                "few deals to plan with. A larger fresh run tells which.",
                words.command(study, seed, larger),
                words.takes(study, larger),
            )
        )
    if NOT_BALANCED in [*leading["verdict"], *_dissent(tables, leading)["verdict"]]:
        found.append(
            Step(
                "Confirm the imbalance on fresh deals before changing a rule.",
                words.command(study, seed),
                words.takes(study, blocks),
            )
        )
    found.append(words.own_cards(study, "Ask the same of your own card list, on the same deals."))
    return found


def _beginners(study: Study) -> list[str]:
    seated = {study.strategies[s] for arm in study.tables if arm.is_mixed for s in arm.lineup}
    if "random" not in seated:
        return []
    return ["Random players, who do not try to win, sit at the mixed tables as well."]


def _dissent(tables: Tables, leading: pl.DataFrame) -> pl.DataFrame:
    """Return the mirror tables of competent players whose verdict differs from that of the table in the headline.

    An undecided mirror table contradicts nothing by itself; where levels are stated it keeps the game from being called balanced.
    """
    said = dict(leading.select("players", "verdict").iter_rows())
    own = pl.col("players").replace_strict(said, default=None, return_dtype=pl.String)
    differs = pl.col("verdict").is_in([BALANCED, NOT_BALANCED]) & (pl.col("verdict") != own)
    return tables["tables"].filter(pl.col("counts") & ~pl.col("mixed") & ~pl.col("arm").is_in(leading["arm"].implode()) & differs)


def _depends(leading: pl.DataFrame, dissent: pl.DataFrame) -> str:
    """Say for which sizes the verdict changes with the players, sizes of one story together."""
    sizes: dict[str, list[str]] = {}
    for arm in leading.unique("players", keep="last", maintain_order=True).iter_rows(named=True):
        others = dissent.filter(pl.col("players") == arm["players"])
        told = [
            f"{found} with {words.listed(others.filter(pl.col('verdict') == found)['table'].to_list())}"
            for found in dict.fromkeys(others["verdict"])
        ]
        if told:
            place = f"at the {arm['table']} table" if arm["mixed"] else f"with {arm['table']}"
            sizes.setdefault(f"{arm['verdict']} {place}, {', '.join(told)}", []).append(str(arm["players"]))
    return "; ".join(f"with {words.listed(found)} players {story}" for story, found in sizes.items())


def _joined(sizes: pl.DataFrame) -> str:
    found = sizes["verdict"].to_list()
    return next((v for v in (FAULTY, NOT_BALANCED, DEPENDS, UNDECIDED) if v in found), BALANCED)


def _farthest(shares: pl.DataFrame) -> dict[str, Any]:
    outside = shares.filter(pl.col("verdict") == NOT_BALANCED)
    return outside.sort((pl.col("index") - 1).abs(), descending=True).row(0, named=True)


def _sizes(leading: pl.DataFrame, verdict: str) -> str:
    sizes = leading.filter(pl.col("verdict") == verdict)["players"].unique().sort()
    return words.listed([str(p) for p in sizes])


def _seat_table(shares: pl.DataFrame) -> Table:
    rows = [
        (
            r["title"],
            f"seat {r['seat']}",
            words.percent(r["share"]),
            words.span(r["low"], r["high"]),
            r["verdict"],
            words.percent(r["index"], 0),
            words.signed(100 * r["distance"]),
            words.number(r["points"], 1),
        )
        for r in shares.iter_rows(named=True)
    ]
    headers = (
        *("table", "seat", "wins", words.INTERVAL, "verdict"),
        *("of a fair share", "above it by", "mean points"),
    )
    caption = "Seat 1 plays first. Intervals are joint for a table. “Above it by”: wins in a hundred games more than a fair share."
    return Table(headers, rows, caption, words=2, arms=behind(shares))


def _robustness(study: Study, tables: Tables, leading: pl.DataFrame, label: str) -> Passage:
    others = tables["tables"].filter("counts", ~pl.col("arm").is_in(leading["arm"].implode()))
    sentences = [*ladder_said(tables.get("levels")), *_agreement(leading, others)]
    if (silent := tables["tables"].filter(~pl.col("counts"))).height:
        kinds = words.listed(list(dict.fromkeys(silent["table"])))
        sentences.append(f"Tables that have no say are shown for scale: {kinds}.")
    shares = tables["seats"].filter(pl.col("arm").is_in(others["arm"].implode()))
    name = f"{label}-mirrors"
    drawn = (charts.mirrors(shares, seats.margin(study), name),) if shares.height else ()
    skill = tables["strategies"]
    ladder = [ladder_table(tables["levels"])] if "levels" in tables else []
    shown = (verdict_table(tables), *ladder, *([_strategy_table(skill)] if skill.height else []))
    return Passage("Where it holds, where it flips", sentences, drawn, shown)


def ladder_said(found: pl.DataFrame | None) -> list[str]:
    """Say which skill levels count; nothing where none are stated."""
    if found is None:
        return []
    step = words.percent(found["step"][0], 0)
    groups = {v: found.filter(pl.col("verdict") == v)["strategy"].to_list() for v in (COUNTS, NO_LEVEL, UNDECIDED)}
    told = [
        f"Of the stated skill levels {words.listed(groups[COUNTS]) or 'none'} {'counts' if len(groups[COUNTS]) < 2 else 'count'}: "
        f"more than {step} of the duels with the one below are won for certain."
    ]
    if groups[NO_LEVEL]:
        told.append(
            f"No level of {'its' if len(groups[NO_LEVEL]) == 1 else 'their'} own, so without a say: {words.listed(groups[NO_LEVEL])}."
        )
    if (spoilt := found.filter(pl.col("verdict") == FAULTY)).height:
        told.append(f"Without a say before the fault in their duels is mended: {words.listed(spoilt['strategy'].to_list())}.")
    if groups[UNDECIDED]:
        told.append(f"Not yet known whether it is a level, so without a say: {words.listed(groups[UNDECIDED])}.")
    return told


def ladder_table(ladder: pl.DataFrame) -> Table:
    """Return the stated skill levels with their duels."""
    rows = [
        (r["strategy"], r["other"], words.percent(r["share"]), words.span(r["low"], r["high"]), words.percent(r["step"], 0), r["verdict"])
        for r in ladder.iter_rows(named=True)
    ]
    headers = ("level", "against", "wins", words.INTERVAL, "step", "has a say")
    return Table(
        headers,
        rows,
        "The ladder of skill, the weakest first: duels of two in both seats, on the same deals.",
        words=2,
        arms=behind(ladder),
    )


def _agreement(leading: pl.DataFrame, others: pl.DataFrame) -> list[str]:
    """Say of each size whether the other tables agree with the one above, sizes of one story together."""
    sizes: dict[str, list[str]] = {}
    for arm in leading.iter_rows(named=True):
        story = _story(str(arm["verdict"]), others.filter(pl.col("players") == arm["players"]))
        sizes.setdefault(story, []).append(str(arm["players"]))
    return [f"With {words.listed(list(dict.fromkeys(found)))} players {story}" for story, found in sizes.items()]


def _story(own: str, others: pl.DataFrame) -> str:
    if own == FAULTY:
        return "nothing is decided before the fault is mended."
    if not others.height:
        return "no other kind of table was played."
    named = {found: " or ".join(others.filter(pl.col("verdict") == found)["table"]) for found in (own, BALANCED, NOT_BALANCED, UNDECIDED)}
    opposite = {BALANCED: NOT_BALANCED, NOT_BALANCED: BALANCED}.get(own)
    if set(others["verdict"]) == {own}:
        return f"every mirror table says the same: {own}."
    told = [f"{'it flips to ' if found == opposite else ''}{found} with {names}" for found, names in named.items() if names]
    return f"({own} above): {'; '.join(told)}."


def verdict_table(tables: Tables) -> Table:
    """Return the verdicts: a row a kind of table, a column a number of players."""
    arms = tables["tables"]
    sizes = sorted(set(arms["players"]))
    found = {(r["table"], r["players"]): r["verdict"] for r in arms.iter_rows(named=True)}
    rows = [(table, *(found.get((table, p), words.UNKNOWN) for p in sizes)) for table in dict.fromkeys(arms["table"])]
    headers = ("table", *(f"{p} players" for p in sizes))
    return Table(headers, rows, "The verdict by kind of table and number of players.")


def _strategy_table(skill: pl.DataFrame) -> Table:
    rows = [
        (
            r["title"],
            r["strategy"],
            words.percent(r["share"]),
            words.span(r["low"], r["high"]),
            words.percent(r["index"], 0),
            words.number(r["points"], 1),
        )
        for r in skill.iter_rows(named=True)
    ]
    headers = ("mixed table", "player", "wins a chair", words.INTERVAL, "of a fair share", "points")
    caption = "How the players of the mixed tables fare, over all seats."
    return Table(headers, rows, caption, words=2, arms=behind(skill))


def _largest(leading: pl.DataFrame) -> dict[str, Any]:
    """Return the table with most players."""
    return leading.sort("players", maintain_order=True).row(-1, named=True)


def _points(tables: Tables, leading: pl.DataFrame, label: str) -> Passage:
    arm = _largest(leading)
    table = tables["points"].filter(pl.col("arm") == arm["arm"])
    lead = table.drop_nulls("difference").sort("difference", descending=True)
    title = "Where points come from"
    if not lead.height:
        shown = page.points_table(table, arm["label"])
        return Passage(title, ["Winners and others cannot be told apart here."], (), (shown,))
    first = lead.row(0, named=True)
    sentences = [
        f"At the table “{arm['label']}” winners are ahead most on {first['text']}: "
        f"{words.number(first['winners'], 1)} points against "
        f"{words.number(first['others'], 1)}. Having more of it goes with winning; that does not "
        "make it the cause."
    ]
    caption = f"Mean points a seat, {arm['label']}. The other tables are in the CSV file."
    drawn = charts.points(table, f"{label}-points")
    return Passage(title, sentences, (drawn,), (page.points_table(table, caption),))


def _oddities(tables: Tables) -> Passage:
    arms = tables["tables"]
    total = {name: int(arms[name].sum()) for name in ("games", "shared_wins", "cut_off", "faults")}
    sentences = [
        f"Of {words.number(total['games'])} games, "
        f"{words.number(total['shared_wins'])} ended in a shared win, "
        f"{words.number(total['cut_off'])} were cut off at the turn or decision limit and "
        f"{words.number(total['faults'])} stopped on a fault. Shared wins and games cut off are in the numbers above; "
        "a faulty game counts for nobody."
    ]
    rows = [
        (
            r["label"],
            words.number(r["games"]),
            words.percent(r["shared_wins"] / r["games"], 2),
            words.number(r["cut_off"]),
            words.number(r["faults"]),
        )
        for r in arms.iter_rows(named=True)
    ]
    headers = ("table", "games", "shared wins", "cut off", "faults")
    return Passage(
        "Shared wins, cut-off games, faults",
        sentences,
        (),
        (Table(headers, rows, "Every table that was played.", arms=behind(tables["tables"])),),
    )


def _certainty(study: Study, shares: pl.DataFrame) -> list[str]:
    margin = seats.margin(study)
    half = shares.select(((pl.col("index_high") - pl.col("index_low")) / 2).max()).item()
    sizes = sorted({arm.players for arm in study.tables})
    meaning = words.listed([f"{words.number(100 * margin / p, 1)} games in a hundred with {p} players" for p in sizes])
    return [
        f"{words.plural(len(study.blocks), 'deal')}, each replayed from every seat, so that luck "
        "changes hands and skill does not. Such a deal is a block, the unit of all errors here: "
        "games of the same deal are not independent.",
        f"Intervals: 95{words.THIN}%, Wilson's with Student's t on deal means. The widest reaches {words.percent(half, 1)} "
        "of a fair share to each side.",
        f"Margin: {words.percent(margin, 0)} of a fair share, that is {meaning}. It is a "
        "convention, stated before the run. The verdict reads the printed interval only.",
        "The intervals know the luck of cards and dice, nothing else: not how people would play, nor what other cards would change.",
    ]
