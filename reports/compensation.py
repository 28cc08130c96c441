"""The report on a compensation: which option makes the seats even, and how a rulebook would say it."""

from __future__ import annotations

from typing import Any

import polars as pl

from reports import doses, page, words
from reports.examples import examples
from reports.parts import Findings, Passage, Screen, Section, Step, Table, Tables
from reports.seats import ladder_said, ladder_table
from reports.traces import arms
from simkit.analysis import Study, seats
from simkit.analysis.compensation import DEPENDS, MIXED
from simkit.analysis.study import REPLAY
from simkit.analysis.variant import PLAYERS
from simkit.analysis.verdict import BALANCED, FAULTY, NOT_BALANCED, UNDECIDED

ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth")
DEFINITIONS = (
    ("deal, or block", "one shuffle and one set of dice, replayed with every option"),
    ("option", "what each seat starts with, in turn order; the first option is the game as printed"),
    ("skill level", "tables where all play alike; random players have no say, nor a stated level that does not beat the one below"),
    ("farthest seat", "the seat whose interval reaches farthest from a fair share, of all levels that have a say"),
    ("fair share", "1 divided by the number of players"),
    ("margin", "the smallest deviation from a fair share that we call a lack of balance"),
    (BALANCED, "every seat lies inside the margin at every skill level that has a say"),
    (NOT_BALANCED, "some seat lies outside the margin"),
    (DEPENDS, "balanced at one level, not balanced at another"),
    (UNDECIDED, "an interval crosses the edge of the margin, or there are under 30 deals"),
    ("change", "what is given differently from the printed game, added up over the seats"),
    ("fresh deals", "deals that were not looked at when the option was chosen"),
    ("fault", words.FAULT),
)


def section(findings: Findings) -> Section:
    """Return the report of a study of kind `compensation`."""
    study, tables, label = findings.study, findings.shown, findings.label
    margin = seats.margin(study)
    return Section(
        label=label,
        **page.titles(study, f"{study.game}: what makes up for the seat?", "Which compensation makes the seats even?"),
        answer=answer(study, tables),
        tone=_tone(tables),
        scope=(words.deals(study), words.players(study), words.cards(study), PLAYERS),
        chart=doses.options(_drawn(tables), margin, f"{label}-options"),
        table=_option_table(tables),
        passages=(
            *_fresh(study, tables),
            Passage("Where it holds, where it flips", [*ladder_said(tables.get("ladder")), *_flips(tables)], (), _level_tables(tables)),
            *_dose(study, tables, margin, label),
            Passage("What an option changes", [_changes_said(tables)], (), (_gap_table(tables), _difference_table(tables))),
            *page.metrics(findings),
        ),
        examples=examples(findings, _example_arm(tables)),
        steps=steps(study, tables),
        certainty=_certainty(study),
        definitions=DEFINITIONS,
        **page.run(findings),
    )


def screen(findings: Findings) -> Screen:
    """Return what a terminal shows of a study of kind `compensation`."""
    study, tables = findings.study, findings.shown
    grid: list[tuple[str, ...]] = [("players", "option (*: chosen)", "given", "farthest seat", "of fair", words.INTERVAL, "verdict")]
    grid += [
        (
            str(r["players"]),
            r["option"] + ("*" if r["chosen"] else ""),
            r["amounts"] or words.UNKNOWN,
            f"{r['seat']}, {_who(words.clipped(r['strategy'], 12))}",
            words.percent(r["index"], 0),
            words.span(r["low"], r["high"], 0),
            r["verdict"],
        )
        for r in tables["options"].iter_rows(named=True)
    ]
    return Screen(answer(study, tables), [grid], f"faults {seats.faults(study)}", steps(study, tables)[0])


def answer(study: Study, tables: Tables) -> str:
    """Return the answer, a line for each number of players, and the rule in a sentence; or the warning that there is none."""
    counts = seats.games(study)
    if spoilt := words.warning(int(counts["games"].sum()), int(counts["faults"].sum())):
        return f"{spoilt} Until then every verdict is “{FAULTY}”."
    picked = tables["options"].filter("chosen")
    known = picked.filter(pl.col("verdict") != UNDECIDED)
    said = [*(_sized(study, tables, row) for row in known.iter_rows(named=True)), *_open(study, tables, picked)]
    if set(picked["verdict"]) == {BALANCED}:
        begin = "For the rulebook"
    elif UNDECIDED in picked["verdict"]:
        begin = "Too early for a rule; what is nearest so far would read"
    else:
        begin = "What is nearest would read in a rulebook"
    return "\n".join([*said, f"{begin}: “{rule(study, tables)}”"])


def rule(study: Study, tables: Tables) -> str:
    """Return the chosen options as one sentence of a rulebook."""
    told = study.manifest["compensation"]
    amounts = {option["name"]: option["amounts"] for option in told["options"]}
    picked = dict(tables["options"].filter("chosen").select("players", "option").iter_rows())
    rows = {players: amounts[option].get(str(players)) for players, option in picked.items()}
    if any(row is None for row in rows.values()):
        changes = study.manifest.get("changes", [])
        said = {option: [str(c["text"]) for c in changes if c["version"] == option] for option in dict.fromkeys(picked.values())}
        return "; ".join(f"{option}: {words.listed(told) or 'as printed'}" for option, told in said.items()) + "."
    return sentence(rows, int(told["usual"]), str(told["unit"]))


def sentence(rows: dict[int, list[int]], usual: int, unit: str) -> str:
    """Say what each seat starts with, in one sentence for all numbers of players.

    Parameters
    ----------
    rows : dict
        By number of players what each seat starts with.
    usual : int
        What everybody starts with otherwise.
    unit : str
        What it is called, for many.

    Examples
    --------
    >>> sentence({2: [2, 3]}, 2, "mana")
    'The second player starts with 1 more mana.'
    >>> sentence({2: [0, 1], 3: [0, 1, 1], 4: [0, 1, 1, 2]}, 0, "coins")
    'Players start with 0, 1, 1, 2 coins in turn order.'
    >>> sentence({2: [0, 1], 3: [0, 0, 1]}, 0, "points")
    'The last player starts with 1 point.'
    >>> sentence({2: [3, 3], 3: [3, 3, 2]}, 3, "gloves")
    'The third player starts with 1 fewer glove.'
    >>> sentence({2: [0, 1], 3: [0, 2, 4]}, 0, "coins")
    'With 2 players the second player starts with 1 coin; with 3 players, players start with 0, 2, 4 coins in turn order.'
    """
    longest = max(rows.values(), key=len)
    if all(row == longest[: len(row)] for row in rows.values()):
        return _sentence(longest, usual, unit)
    if all(row[:-1] == [usual] * (len(row) - 1) and row[-1] == longest[-1] for row in rows.values()):
        return f"The last player starts with {_more(longest[-1], usual, unit)}."
    sizes: dict[str, list[str]] = {}
    for players, row in rows.items():
        said = _sentence(row, usual, unit)
        comma = "," if said.startswith("Players") else ""
        sizes.setdefault(f"players{comma} {said[0].lower()}{said[1:-1]}", []).append(str(players))
    parts = "; ".join(f"with {words.listed(found)} {said}" for said, found in sizes.items())
    return f"{parts[0].upper()}{parts[1:]}."


def _sentence(row: list[int], usual: int, unit: str) -> str:
    differing = [seat for seat, amount in enumerate(row) if amount != usual]
    if not differing:
        return "All players start alike."
    if len(differing) == 1:
        return f"The {ORDINALS[differing[0]]} player starts with {_more(row[differing[0]], usual, unit)}."
    return f"Players start with {', '.join(map(str, row))} {unit} in turn order."


def _more(amount: int, usual: int, unit: str) -> str:
    """Say an amount beside the usual one: 1 more mana, 2 fewer gloves; where nobody has any otherwise, the amount itself."""
    n = abs(amount - usual) if usual else amount
    noun = unit.removesuffix("s") if abs(n) == 1 else unit
    return f"{n} {noun}" if not usual else f"{n} {'more' if amount > usual else 'fewer'} {noun}"


def steps(study: Study, tables: Tables) -> list[Step]:
    """Return what to do next."""
    blocks, picked = len(study.blocks), tables["options"].filter("chosen")
    if not picked.height:
        return [Step("Mend the fault, then play the same deals again.", words.command(study), words.takes(study, blocks))]
    seed = (words.next_seed(study) + 1) % words.SEEDS  # the next one was played already, to confirm
    found = []
    undecided = picked.filter(pl.col("verdict") == UNDECIDED)
    if undecided.height:
        known = undecided["planned"].drop_nulls()
        planned = words.two_digits(max(int(known.to_numpy().max()), 2 * blocks)) if len(known) else max(10 * blocks, 1000)
        text = (
            f"Decide what is open by a fresh run of {words.number(planned)} deals with a new seed"
            + (": four chances in five for each seat, if the effect is as it looks." if len(known) else ": there are too few to plan with.")
            + " Do not add deals until the verdict pleases."
        )
        found.append(Step(text, words.command(study, seed, planned), words.takes(study, planned)))
    elif set(picked["verdict"]) - {BALANCED}:
        text = "No option is enough: add options to the study's file (the dose curve says where to look), then play it anew."
        found.append(Step(text, words.command(study, seed), words.takes(study, blocks)))
    else:
        found.append(Step("Once more on other deals, before printing the rule.", words.command(study, seed), words.takes(study, blocks)))
    return [*found, words.own_cards(study, "Ask the same of your own card list, on the same deals.")]


def _tone(tables: Tables) -> str:
    picked = tables["options"].filter("chosen")["verdict"]
    fresh = tables["again"].filter("chosen")["verdict"]
    if picked.is_empty() or NOT_BALANCED in picked or DEPENDS in picked or NOT_BALANCED in fresh:
        return "off"
    return "good" if set(picked) | set(fresh) == {BALANCED} and len(fresh) else "open"


def _sized(study: Study, tables: Tables, row: dict[str, Any]) -> str:
    """Say what was found with one number of players."""
    margin, players = words.percent(seats.margin(study), 0), row["players"]
    where = f"With {players} players"
    within = f"every seat within {margin} of a fair share"
    if row["verdict"] == BALANCED and row["printed"]:
        said = f"{where} the printed game keeps {within} at every skill level"
    elif row["verdict"] == BALANCED:
        printed = tables["options"].filter((pl.col("players") == players) & pl.col("printed")).row(0, named=True)
        said = f"{where} {_called(row)} keeps {within} at every skill level; as printed {_far(printed)}: {printed['verdict']}"
    else:
        said = f"{where} no option keeps {within} at every skill level. Nearest is {_called(row)}, where {_far(row)}: {row['verdict']}"
    fresh = tables["again"].filter((pl.col("players") == players) & pl.col("chosen"))
    if fresh.height:
        again = fresh.row(0, named=True)
        said += f". On {words.plural(again['blocks'], 'fresh deal')}: {again['verdict']}"
    return f"{said}."


def _open(study: Study, tables: Tables, picked: pl.DataFrame) -> list[str]:
    """Say with how many players it is open which option holds; none if it is known of all."""
    rows = picked.filter(pl.col("verdict") == UNDECIDED)
    if not rows.height:
        return []
    sizes = words.listed([str(p) for p in rows["players"]])
    margin = words.percent(seats.margin(study), 0)
    begin = (
        f"With {sizes} players it is open which option keeps every seat within {margin} of a fair share at every skill level: too few deals"
    )
    each = [f"with {row['players']} players {_called(row)}" for row in rows.iter_rows(named=True)]
    return [f"{begin}. Nearest so far: {'; '.join(each)}."]


def _called(row: dict[str, Any]) -> str:
    return f"“{row['option']}”" + (f" ({row['amounts']})" if row["amounts"] is not None else "")


def _far(row: dict[str, Any]) -> str:
    limits = f"{words.INTERVAL} {words.span(row['low'], row['high'], 0)}"
    return f"seat {row['seat']} wins {words.percent(row['index'], 0)} of a fair share ({limits}, {_who(row['strategy'])})"


def _who(strategy: str) -> str:
    return "mixed table" if strategy == MIXED else f"all {strategy}"


def _leading(tables: Tables) -> pl.DataFrame:
    """Return the level that charts show of each number of players: the last in the file that has a say."""
    return tables["levels"].filter("counts").unique("players", keep="last", maintain_order=True).select("players", "strategy")


def _drawn(tables: Tables) -> pl.DataFrame:
    picked = tables["options"].select("players", "option", "amounts", "chosen")
    verdicts = tables["levels"].select("arm", told="verdict")
    own = tables["seats"].join(_leading(tables), on=["players", "strategy"], maintain_order="left")
    own = own.join(picked, on=["players", "option"], maintain_order="left").join(verdicts, on="arm", maintain_order="left")
    called = pl.when(pl.col("amounts").is_null()).then("option").otherwise(pl.format("{}: {}", "option", "amounts"))
    return own.with_columns(called.alias("called"), _title().alias("title"))


def _title() -> pl.Expr:
    who = pl.when(pl.col("strategy") == MIXED).then(pl.lit("mixed table")).otherwise(pl.format("all {}", "strategy"))
    return pl.format("{} players, {}", "players", who)


def _option_table(tables: Tables) -> Table:
    rows = [
        (
            f"{r['players']} players",
            r["option"] + (" (chosen)" if r["chosen"] else ""),
            r["amounts"] or words.UNKNOWN,
            f"seat {r['seat']}, {_who(r['strategy'])}",
            words.percent(r["index"], 0),
            words.span(r["low"], r["high"], 0),
            r["verdict"],
        )
        for r in tables["options"].iter_rows(named=True)
    ]
    headers = ("table", "option", "given", "farthest seat", "of a fair share", words.INTERVAL, "at every level")
    caption = "Options by number of players, with the farthest seat of all skill levels that have a say."
    return Table(headers, rows, caption, words=4, arms=arms(tables["options"]))


def _level_tables(tables: Tables) -> tuple[Table, ...]:
    return (_level_table(tables), *([ladder_table(tables["ladder"])] if "ladder" in tables else []))


def _level_table(tables: Tables) -> Table:
    levels = tables["levels"]
    who = list(dict.fromkeys(levels["strategy"]))
    found = {(r["players"], r["option"], r["strategy"]): r for r in levels.iter_rows(named=True)}
    keys = list(dict.fromkeys(levels.select("players", "option").iter_rows()))
    rows = [(f"{p} players", option, *(_cell(found.get((p, option, w))) for w in who)) for p, option in keys]
    headers = ("table", "option", *map(_who, who))
    return Table(headers, rows, "The verdict by skill level, and how far the farthest seat lies from a fair share.", words=2)


def _cell(row: dict[str, Any] | None) -> str:
    if row is None:
        return words.UNKNOWN
    return f"{row['verdict']}, seat {row['seat']} {words.signed(100 * (row['index'] - 1), 0)}{words.THIN}%"


def _flips(tables: Tables) -> list[str]:
    """Say what the levels and the mixed table say of the chosen options."""
    levels, said = tables["levels"], []
    for row in tables["options"].filter("chosen").iter_rows(named=True):
        own = levels.filter((pl.col("players") == row["players"]) & (pl.col("option") == row["option"]))
        voting, rest = own.filter("counts"), own.filter(~pl.col("counts"))
        each = "; ".join(f"{v} {words.listed(_at(voting, v))}" for v in dict.fromkeys(voting["verdict"]))
        others = "; ".join(f"{v} {words.listed(_at(rest, v))}" for v in dict.fromkeys(rest["verdict"]))
        said.append(f"With {row['players']} players, {_called(row)}: {each}." + (f" Without a say: {others}." if others else ""))
    return said


def _at(levels: pl.DataFrame, verdict: str) -> list[str]:
    return [f"at the {_who(w)}" if w == MIXED else f"with {_who(w)}" for w in levels.filter(pl.col("verdict") == verdict)["strategy"]]


def _fresh(study: Study, tables: Tables) -> list[Passage]:
    again = tables["again"]
    if not again.height:
        return []
    told = again.filter(pl.col("chosen") | pl.col("printed"))
    rows = [
        (
            f"{r['players']} players",
            r["option"] + (" (chosen)" if r["chosen"] else ""),
            f"seat {r['seat']}, {_who(r['strategy'])}",
            words.percent(r["index"], 0),
            words.span(r["low"], r["high"], 0),
            r["verdict"],
        )
        for r in told.iter_rows(named=True)
    ]
    blocks = int(again["blocks"][0])
    said = (
        f"What was chosen by looking was played again on {words.plural(blocks, 'fresh deal')} (seed {words.next_seed(study)}), beside the "
        "printed game: these deals had no part in the choice."
    )
    headers = ("table", "option", "farthest seat", "of a fair share", words.INTERVAL, "at every level")
    table = Table(headers, rows, "The chosen options on fresh deals.", words=3, arms=arms(told), inside=REPLAY)
    return [Passage("On fresh deals", [said], (), (table,))]


def _dose(study: Study, tables: Tables, margin: float, label: str) -> list[Passage]:
    leading, unit = _leading(tables), str(study.manifest["compensation"]["unit"])
    even = tables["curves"].join(leading, on=["players", "strategy"], maintain_order="left").with_columns(_title().alias("title"))
    if not even.height:
        return []
    own = tables["doses"].join(leading, on=["players", "strategy"], maintain_order="left").with_columns(_title().alias("title"))
    told = [f"{r['title']}: {doses.even_at(r, unit)}." for r in even.iter_rows(named=True)]
    worst = max((v for v in even["misfit"] if v is not None), default=0.0)
    told.append(
        "The curve takes the logarithm of each seat's share as a line in the dose; it misses what was played by "
        f"{words.number(100 * worst, 1)} "
        "points of win share at most. Only options whose amounts are multiples of one row of numbers are on it; the file of tables has all "
        "levels."
    )
    rows = [
        (
            f"{r['players']} players",
            _who(r["strategy"]),
            *(words.number(r[name], 1) for name in ("value", "low", "high")),
            words.number(r["printed"]),
            f"{words.number(100 * r['misfit'], 1)} pp" if r["misfit"] is not None else words.UNKNOWN,
        )
        for r in tables["curves"].iter_rows(named=True)
    ]
    heads = ("table", "level", "even at", "from", "to", "printed", "curve off by")
    caption = f"{unit.capitalize()} of the best provided seat above the least provided that make seats even, with the {words.INTERVAL}."
    chart = doses.curves(own, even, margin, unit, f"{label}-doses")
    return [Passage("What a dose does", told, (chart,), (Table(heads, rows, caption, words=2, arms=arms(tables["curves"])),))]


def _difference_table(tables: Tables) -> Table:
    own = tables["differences"].join(_leading(tables), on=["players", "strategy"], maintain_order="left")
    rows = [
        (
            f"{r['players']} players, {_who(r['strategy'])}",
            r["option"],
            f"seat {r['seat']}",
            words.percent(r["printed"]),
            words.percent(r["share"]),
            f"{words.signed(100 * r['difference'])} pp",
            words.UNKNOWN if r["low"] is None else f"{words.signed(100 * r['low'])} to {words.signed(100 * r['high'])}",
            r["verdict"],
        )
        for r in own.iter_rows(named=True)
    ]
    headers = ("table", "option", "seat", "printed", "with it", "difference", words.INTERVAL, "verdict")
    return Table(headers, rows, "Wins of each seat with an option, and the paired difference to the printed game.", words=3, arms=arms(own))


def _gap_table(tables: Tables) -> Table:
    rows = [
        (
            f"{r['players']} players, {_who(r['strategy'])}",
            r["option"],
            words.percent(r["printed"]),
            words.percent(r["gap"]),
            f"{words.signed(100 * r['difference'])} pp",
            words.UNKNOWN if r["low"] is None else f"{words.signed(100 * r['low'])} to {words.signed(100 * r['high'])}",
            r["verdict"],
        )
        for r in tables["gaps"].iter_rows(named=True)
    ]
    headers = ("table", "option", "printed", "with it", "difference", words.INTERVAL, "verdict")
    caption = (
        "The gap between seats: the largest difference between the wins of two, above 0 by luck alone even where all are equal; so read "
        "its change, which is paired on the same deals, and not the gap."
    )
    return Table(headers, rows, caption, words=2, arms=arms(tables["gaps"]))


def _changes_said(tables: Tables) -> str:
    own = tables["differences"]
    if not own.height:
        return "There is no option beside the printed game."
    alike = (
        own.group_by("players", "option", maintain_order=True).agg((pl.col("verdict") == "identical").all().alias("alike")).filter("alike")
    )
    same = [f"“{option}” with {players} players" for players, option in alike.select("players", "option").iter_rows()]
    said = "Every option meets the same deals, so differences are taken inside a deal; the intervals of a table hold together."
    return said + (f" Identical with the printed game on every deal: {words.listed(same)}." if same else "")


def _example_arm(tables: Tables) -> int:
    """Return the arm of the chosen option with most players at the level of the charts; without one the first."""
    picked = tables["options"].filter("chosen").select("players", "option")
    own = tables["levels"].join(_leading(tables), on=["players", "strategy"], maintain_order="left")
    own = own.join(picked, on=["players", "option"], maintain_order="left")
    return int(own["arm"][-1]) if own.height else 0


def _certainty(study: Study) -> list[str]:
    margin = words.percent(seats.margin(study), 0)
    return [
        f"{words.plural(len(study.blocks), 'deal')}, each replayed with every option at every table. A deal is one observation.",
        "Every option is played anew: what is given changes what players do, so points are never simply added to finished games.",
        f"Intervals: Student's t on deals, {words.INTERVAL}s. That an option is balanced needs "
        "all levels at once, so it needs no further widening.",
        "The option was chosen by looking at these deals, so part of its lead is luck: what the fresh deals say is what counts.",
        "The dose that makes seats even: from leaving out one group of deals at a time; every dose at which the fitted line is not told "
        "from even lies inside (Fieller). It says nothing of how well the curve fits.",
        f"Margin: {margin} of a fair share: a convention, stated before the run.",
        PLAYERS,
    ]
