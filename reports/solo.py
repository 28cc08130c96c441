"""The report on solo scenarios."""

from __future__ import annotations

from typing import Any

import polars as pl

from reports import aims, bonus, charts, ladder, losses, order, page, tries, words
from reports.drawing import Chart
from reports.examples import examples
from reports.parts import Findings, Grid, Passage, Screen, Section, Step, Table, Tables
from reports.traces import arms
from simkit.analysis import Study, solo
from simkit.analysis.difficulty import PAIR_VERDICTS
from simkit.analysis.levels import counting
from simkit.analysis.verdict import FAULTY, FEWEST_BLOCKS

SIDES = ("won", "lost")  # games
DEFINITIONS = (
    ("deal, or block", "one shuffle and one set of dice, replayed in every scenario"),
    ("skill level, or tier", "how well a player plays; each simulated player stands for one"),
    ("success", "what the rules call a win; a scenario may ask for more than its target score"),
    ("a say", "only levels that beat the next below by a step count in verdicts; what is so for all of them holds at every level"),
    ("10 %, median, 90 %", "scores below which a tenth, half, nine tenths of the games end"),
    ("chance at T and T + 1", "scores are whole, so the wanted chance is seldom met exactly"),
    (
        "margin",
        "a difference of success, in wins in a hundred games (not a share of the success rate); less counts as equally hard",
    ),
    ("harder", "the interval of the difference lies beyond the margin"),
    ("equally hard", "the interval of the difference lies inside the margin"),
    ("undecided", "the interval crosses the margin, or there are under 30 deals"),
    ("cut off", "stopped at the limit of turns or decisions; counted as it stood"),
    ("fault", words.FAULT),
)
OF_AN_ORDER = ("margin", *PAIR_VERDICTS.values())  # of scenarios


def section(findings: Findings) -> Section:
    """Return the report of a study of kind `solo`."""
    study, tables, label = findings.study, findings.shown, findings.label
    best = strongest(tables)
    mine = tables["cells"].filter(pl.col("strategy") == best)
    rated = mine["success"].null_count() < mine.height
    more: list[Passage | None] = []
    if rated:
        more = [
            _skill(study, tables, best),
            order.passage(tables, best, solo.margin(study), label),
            ladder.passage(tables, label),
        ]
    more += [aims.real_players(tables), aims.passage(study, tables, mine, best, label)]
    if rated:
        more += [tries.passage(study, tables, best), bonus.passage(tables, best, label), losses.passage(tables, best, label)]
    return Section(
        label=label,
        **page.titles(study, f"{study.game}: how hard is it alone?", "How hard are the scenarios?"),
        answer=answer(study, tables, best),
        tone="off" if tables["cells"]["faults"].sum() else "open",
        scope=(words.deals(study), words.players(study), words.cards(study), *_placeholders(study)),
        chart=_main_chart(tables, mine, label),
        table=_scenario_table(tables, mine, best),
        passages=(*(passage for passage in more if passage is not None), *_points(tables, mine, label), *page.metrics(findings)),
        examples=examples(findings, _nearest_to_even(mine)["arm"]),
        appendix=(_levels(study, tables), *_pairs(tables, best), _oddities(tables, best)),
        steps=steps(study, tables, best),
        certainty=_certainty(study, tables, best),
        definitions=_definitions(study),
        **page.run(findings),
    )


def _definitions(study: Study) -> tuple[tuple[str, str], ...]:
    """Return the words of the page; those of an order of scenarios where there are several."""
    if len({arm.title for arm in study.arms}) > 1:
        return DEFINITIONS
    deal = (DEFINITIONS[0][0], "one shuffle and one set of dice, replayed by every player")
    return (deal, *(d for d in DEFINITIONS[1:] if d[0] not in OF_AN_ORDER))


def _placeholders(study: Study) -> list[str]:
    """Say what placeholder cards cannot show."""
    kinds = study.manifest.get("components", {}).get("provenance") or {}
    if not kinds.get("invented") or all(arm.target is None for arm in study.arms):
        return []
    compared = "scenarios and players" if len({arm.title for arm in study.arms}) > 1 else "players"
    return [
        f"Placeholder cards tuned to the printed targets may compare {compared}; they cannot judge the targets themselves.",
    ]


def screen(findings: Findings) -> Screen:
    """Return what a terminal shows of a study of kind `solo`."""
    tables = findings.shown
    best, cells = strongest(tables), tables["cells"]
    mine = cells.filter(pl.col("strategy") == best)
    rows: list[tuple[str, ...]] = [("scenario", "target", "success", words.INTERVAL, "10 %", "median", "90 %")]
    rows += [
        (
            r["scenario"],
            words.number(r["target"]),
            words.percent(r["success"]),
            words.span(r["low"], r["high"]),
            *(words.number(r[c]) for c in ("p10", "p50", "p90")),
        )
        for r in mine.iter_rows(named=True)
    ]
    who = list(dict.fromkeys(cells["strategy"]))
    measure = "p50" if mine["success"].null_count() == mine.height else "success"
    found = {(r["scenario"], r["strategy"]): r[measure] for r in cells.iter_rows(named=True)}
    told = words.number if measure == "p50" else words.percent
    others: list[tuple[str, ...]] = [("median score" if measure == "p50" else "success", *who)]
    others += [(s, *(told(found.get((s, w))) for w in who)) for s in mine["scenario"]]
    counts = f"cut off {int(cells['cut_off'].sum())}, faults {int(cells['faults'].sum())}"
    lines = [tries.line(tables, best)] if "tries" in tables else []
    if "order" in tables and tables["order"].height:
        lines.append(order.line(tables))
    if "bonus" in tables and tables["bonus"].height:
        lines.append(" ".join(["The bonus:", *bonus.sentences(tables)[1:]]))
    if (people := aims.real_players(tables)) is not None:
        lines.append(people.sentences[0])
    tail = " ".join([*_placeholders(findings.study), counts])
    grids: list[Grid] = [rows, others]
    return Screen(answer(findings.study, tables, best), grids, tail, steps(findings.study, tables, best)[0], tuple(filter(None, lines)))


def strongest(tables: Tables) -> str:
    """Return the strategy with the most successes, or with the best scores without targets."""
    return str(tables["levels"]["strategy"][0])


def answer(study: Study, tables: Tables, best: str) -> str:
    """Return the answer in one sentence, for the strongest player; a warning goes before it."""
    games, faults = (int(tables["cells"][name].sum()) for name in ("games", "faults"))
    if spoilt := words.warning(games, faults):
        return f"{spoilt} Until then every verdict is “{FAULTY}”."
    mine = tables["cells"].filter(pl.col("strategy") == best)
    alone = tables["cells"]["strategy"].n_unique() == 1
    name = best
    who = f"The player {name}" if alone else f"The strongest of these players, {name},"
    rated = mine.drop_nulls("success").sort("success", descending=True, maintain_order=True)
    if not rated.height:
        return f"{who} scores {words.listed([_scored(r) for r in mine.iter_rows(named=True)])}."
    easy, hard = rated.row(0, named=True), rated.row(-1, named=True)
    if rated.height == 1:
        return f"{who} wins {_won(easy)} of its games in {easy['scenario']}: it {_missed(easy)}."
    if len(study.blocks) < 2:
        won = int((rated["success"] > 0).sum())
        return f"{who} won {won} of {rated.height} scenarios, each played once: too few deals to say how often, or which is harder."
    if not _apart(tables, best, easy["scenario"], hard["scenario"]):
        return (
            f"{who} wins between {_won(hard)} and {_won(easy)} of its games, and these deals do "
            "not tell the easiest scenario from the hardest."
        )
    said = (
        f"{who} wins {_won(easy)} of its games in {easy['scenario']}, the easiest scenario, "
        f"and {_won(hard)} in {hard['scenario']}, the hardest."
    )
    return "\n".join(filter(None, [said, order.claim(tables), aims.claim(tables)]))


def steps(study: Study, tables: Tables, best: str) -> list[Step]:
    """Return what to do next."""
    found, blocks = [], len(study.blocks)
    if tables["cells"]["faults"].sum():
        return [Step("Mend the fault, then play the same deals again.", words.command(study), words.takes(study, blocks))]
    if blocks < FEWEST_BLOCKS:
        text = "So few deals say next to nothing. Play more."
        found.append(Step(text, words.command(study, words.next_seed(study), 1000), words.takes(study, 1000)))
    unclear = _neighbours(tables, best).filter(pl.col("planned").is_not_null())
    if unclear.height:
        pair = unclear.sort("planned").row(0, named=True)
        size = words.two_digits(pair["planned"])
        found.append(
            Step(
                f"Decide whether {pair['harder']} is harder than {pair['easier']}, by a fresh run "
                f"of {words.number(size)} deals: four chances in five, if the difference is as it "
                "looks.",
                words.command(study, words.next_seed(study), size),
                words.takes(study, size),
            )
        )
    found.append(words.own_cards(study, "Change a card in your own list and play the same deals again."))
    if "people" not in tables:
        text = "Let people play, write their games into a file with the columns scenario, score and won, and read the targets for them."
        found.append(Step(text, f"{words.command(study)} --playtests my_games.csv"))
    return found


def _main_chart(tables: Tables, mine: pl.DataFrame, label: str) -> Chart:
    cells = tables["cells"]
    if mine["success"].null_count() == mine.height:
        return charts.scores(cells, mine["scenario"].to_list(), f"{label}-scores")
    order = mine.sort("success", descending=True, maintain_order=True, nulls_last=True)
    rated = cells.drop_nulls("success")
    shown = [s for s in order["scenario"] if s in set(rated["scenario"])]
    return charts.success(rated, shown, f"{label}-success")


def _scenario_table(tables: Tables, mine: pl.DataFrame, best: str) -> Table:
    rated = mine["success"].null_count() < mine.height
    aimed = mine["target"].null_count() < mine.height
    even = {r["arm"]: r["target"] for r in tables["targets"].filter(pl.col("wanted") == aims.EVEN).iter_rows(named=True)}
    has_even = aimed and bool(even)
    rows = [
        (
            r["scenario"],
            *((words.number(r["target"]),) if aimed else ()),
            *((f"{words.percent(r['success'])}\n{words.span(r['low'], r['high'])}",) if rated else ()),
            f"{words.number(r['p50'])}\n{words.span(r['p50_low'], r['p50_high'], 0, 1)}",
            f"{words.number(r['p10'])}{words.DASH}{words.number(r['p90'])}" if r["p10"] is not None else words.UNKNOWN,
            *((_even(even[r["arm"]], r["target"]),) if has_even else ()),
        )
        for r in mine.iter_rows(named=True)
    ]
    headers = (
        *("scenario", *(("printed target",) if aimed else ()), *((f"success\n{words.INTERVAL}",) if rated else ())),
        *(f"median score\n{words.INTERVAL}", f"{words.percent(0.1, 0)} to {words.percent(0.9, 0)}"),
        *(("even odds at\nfrom printed",) if has_even else ()),
    )
    of_won = " Scores of games won: a lost one has none." if rated and not aimed else ""
    of_won += " Even odds at: the target reached in half of the games, and how far it is from the printed one." if has_even else ""
    return Table(headers, rows, f"Played by {best}, in the order of the study.{of_won}", arms=arms(mine))


def _even(target: int | None, printed: int | None) -> str:
    if target is None or printed is None:
        return words.number(target)
    return f"{words.number(target)}\n{words.signed(target - printed, 0)}"


def _skill(study: Study, tables: Tables, best: str) -> Passage:
    cells = tables["cells"].drop_nulls("success")
    who = list(dict.fromkeys(cells["strategy"]))
    rows = []
    for scenario in dict.fromkeys(cells["scenario"]):
        own = {r["strategy"]: r for r in cells.iter_rows(named=True) if r["scenario"] == scenario}
        rows.append((scenario, *(_rate(own.get(w)) for w in who)))
    neighbours = _neighbours(tables, best)
    by_player = Table(("scenario", *(w for w in who)), rows, f"Success, with {words.INTERVAL}.")
    levels = counting(tables["levels"])
    say = [f"Levels with a say, each a step above the next: {words.listed(levels)}."] if len(levels) > 1 else []
    return Passage(
        "Where it holds, where it flips",
        [*say, *_order(neighbours, best, solo.margin(study)), *_flips(tables, best, who, neighbours.height > 0)],
        (),
        (by_player,),
    )


def _order(neighbours: pl.DataFrame, best: str, limit: float) -> list[str]:
    if not neighbours.height:
        return []
    count = {v: int((neighbours["verdict"] == v).sum()) for v in PAIR_VERDICTS.values()}
    parts = [f"{n} {verdict}" for verdict, n in count.items() if n]
    sure = int(neighbours["told_apart"].sum())
    return [
        f"From the easiest to the hardest scenario for {best}, each compared with the one before "
        f"on the same deals: {words.listed(parts)}. Fewer than {words.number(100 * limit)} wins "
        "in a hundred apart counts as equally hard. Which of the two is harder, however little, is sure for "
        f"{sure} of {words.plural(neighbours.height, 'such pair')}."
    ]


def _pairs(tables: Tables, best: str) -> list[Passage]:
    """Return the scenarios from the easiest to the hardest, each beside the next."""
    neighbours = _neighbours(tables, best)
    return [Passage("From the easiest scenario to the hardest", [], (), (_order_table(neighbours),))] if neighbours.height else []


def _order_table(neighbours: pl.DataFrame) -> Table:
    rows = [
        (
            f"{r['easier']}\n{r['harder']}",
            words.signed(100 * r["difference"]),
            words.span(r["low"], r["high"]),
            r["verdict"],
        )
        for r in neighbours.iter_rows(named=True)
    ]
    headers = ("easier, then harder", "wins in a hundred", words.INTERVAL, "the second is")
    return Table(headers, rows, "How many more wins the easier of two neighbours gives.", arms=arms(neighbours))


def _flips(tables: Tables, best: str, who: list[str], has_order: bool) -> list[str]:
    apart = tables["pairs"].filter("told_apart")
    ours = set(apart.filter(pl.col("strategy") == best).select("easier", "harder").rows())
    said, agreeing = [], []
    for other in (w for w in who if w not in (best, "random")):
        theirs = apart.filter(pl.col("strategy") == other).select("easier", "harder").rows()
        turned = [f"{easy} is easier than {hard}" for easy, hard in theirs if (hard, easy) in ours]
        if turned:
            said.append(f"The order flips for {other}: {'; '.join(turned)}.")
        else:
            agreeing.append(other)
    if agreeing and has_order:
        said.append(f"Nothing in the games of {words.listed(agreeing)} contradicts this order.")
    if any(w == "random" for w in who):
        said.append("The random player is shown for scale; it has no say.")
    return said


def _nearest_to_even(mine: pl.DataFrame) -> dict[str, Any]:
    """Return the scenario whose success is nearest to one half."""
    return mine.sort((pl.col("success").fill_null(0) - 0.5).abs(), maintain_order=True).row(0, named=True)


def _points(tables: Tables, mine: pl.DataFrame, label: str) -> list[Passage]:
    title = "Where points come from"
    cell = _nearest_to_even(mine)
    table = tables["points"].filter(pl.col("arm") == cell["arm"])
    if not table.height:
        return []
    played = f"{cell['scenario']}, {cell['strategy']}"
    caption = f"Mean points a game, {played}. The others are in the CSV file."
    shown = page.points_table(table, caption, SIDES)
    lead = table.drop_nulls("difference").sort("difference", descending=True)
    if not lead.height:
        return [Passage(title, [f"{played}: no split into won and lost games."], (), (shown,))]
    first = lead.row(0, named=True)
    nearest = ", the scenario nearest to even odds," if mine.height > 1 else ""
    sentence = (
        f"In {cell['scenario']}{nearest} games won are ahead most on "
        f"{first['text']}: {words.number(first['winners'], 1)} points against "
        f"{words.number(first['others'], 1)} in games lost. That goes with winning; it need not "
        "be the cause."
    )
    drawn = charts.points(table, f"{label}-points", SIDES)
    return [Passage(title, [sentence], (drawn,), (shown,))]


def _levels(study: Study, tables: Tables) -> Passage:
    """Return the skill levels and why some have no say."""
    rated = tables["levels"]["success"].null_count() == 0 and "tries" in tables
    rows = [
        (
            r["strategy"],
            "yes" if r["counts"] else "no",
            *((words.percent(r["success"]),) if rated else ()),
            words.number(r["points"], 1),
            words.UNKNOWN if r["share"] is None else f"{words.percent(r['share'])}\n{words.span(r['low'], r['high'])}",
            r["other"] or words.UNKNOWN,
        )
        for r in tables["levels"].iter_rows(named=True)
    ]
    sentence = (
        "A level has a say in verdicts if the next one above it that has one does better than it on the same deals (a win before a loss, "
        f"then the score) in at least {words.percent(study.step, 0)} of the games that do not end alike. A random player has none."
    )
    headers = ("player", "a say", *(("success",) if rated else ()), "mean points", f"is beaten in\n{words.INTERVAL}", "by")
    return Passage(
        "Skill levels",
        [sentence],
        (),
        (Table(headers, rows, "From the strongest to the weakest, over all scenarios.", arms=arms(tables["levels"])),),
    )


def _oddities(tables: Tables, best: str) -> Passage:
    cells, endings = tables["cells"], tables["endings"]
    total = {name: int(cells[name].sum()) for name in ("games", "cut_off", "faults")}
    sentences = [
        f"Of {words.number(total['games'])} games, {words.number(total['cut_off'])} were cut off "
        f"at the turn or decision limit and {words.number(total['faults'])} stopped on a fault. Games cut off "
        "are in the numbers above; a faulty game counts for nobody. A win alone is never shared."
    ]
    mine = endings.filter(pl.col("strategy") == best)
    kinds = list(dict.fromkeys(endings.sort("ending")["ending"]))
    rows = []
    own_cells = cells.filter(pl.col("strategy") == best)
    for cell in own_cells.iter_rows(named=True):
        own = dict(mine.filter(pl.col("arm") == cell["arm"]).select("ending", "rate").rows())
        rates = [words.percent(own.get(kind, 0.0)) for kind in kinds]
        odd = (words.number(cell["cut_off"]), words.number(cell["faults"]))
        rows.append((cell["scenario"], *rates, *odd))
    return Passage(
        "How games ended",
        sentences,
        (),
        (Table(("scenario", *kinds, "cut off", "faults"), rows, f"Games of {best}.", arms=arms(own_cells)),),
    )


def _certainty(study: Study, tables: Tables, best: str) -> list[str]:
    gains = _neighbours(tables, best)["gain"].drop_nulls().to_list()
    several = len(set(tables["cells"]["scenario"])) > 1
    rates = "Success rates: Wilson intervals, 95 % each. " if tables["cells"]["success"].null_count() < tables["cells"].height else ""
    pairs = " Differences between scenarios: paired on common deals, 95 % for the pairs of a family together." if several else ""
    order = " Simulated players are not people: trust the order of scenarios and the size of gaps before the rates."
    sentences = [
        f"{words.plural(len(study.blocks), 'deal')}, each played once "
        + ("in every scenario by every player, so that scenarios meet the same luck." if several else "by every player."),
        f"{rates}Median scores: order statistics, 95 % each.{pairs if rates else ''}",
        f"Margin: {words.number(100 * solo.margin(study), 1)} wins in a hundred games, a plain difference between two success rates. "
        "It is a convention, stated before the run.",
        f"The intervals know the luck of cards and dice, nothing else.{order if several else ' Simulated players are not people.'}",
    ]
    if not several:
        del sentences[2]
    sentences += _skills(tables, best)
    if gains:
        sharp = [words.number(gain, 1) for gain in (min(gains), max(gains))]
        many = sharp[0] if len(gains) == 1 else f"{words.DASH.join(sharp)} (a range over the pairs of neighbours, not an interval)"
        sentences.insert(
            2, f"Playing the same deals made neighbouring differences as sharp as separate runs of {many} times as many deals."
        )
    return sentences


def _skills(tables: Tables, best: str) -> list[str]:
    """Say how far apart the skill levels are, beside what the intervals say."""
    levels, cells = counting(tables["levels"]), tables["cells"]
    cell = _nearest_to_even(cells.filter(pl.col("strategy") == best))
    own = cells.filter((pl.col("scenario") == cell["scenario"]) & pl.col("strategy").is_in(levels))
    rated = cell["success"] is not None
    values = own["success" if rated else "p50"].drop_nulls().to_list()
    if len(levels) < 2 or len(values) < 2:
        return []
    ends = [words.percent(end) if rated else words.number(end) for end in (min(values), max(values))]
    what = "success" if rated else "the median score"
    return [
        f"By skill, {what} in {cell['scenario']} runs from {ends[0]} to {ends[1]} over the levels with a say (a range, not an interval)."
    ]


def _apart(tables: Tables, best: str, easy: str, hard: str) -> bool:
    row = (pl.col("strategy") == best) & (pl.col("easier") == easy) & (pl.col("harder") == hard)
    return bool(tables["pairs"].filter(row)["told_apart"].any())


def _neighbours(tables: Tables, best: str) -> pl.DataFrame:
    return tables["pairs"].filter((pl.col("strategy") == best) & pl.col("neighbours"))


def _missed(cell: dict[str, Any]) -> str:
    """Say in round words how often the goal is missed, and how far the scores are from it."""
    aim = "" if cell["target"] is None else f", target {words.number(cell['target'])}"
    return f"misses in {words.of_games(1 - cell['success'])}, median {words.number(cell['p50'])}{aim}"


def _won(cell: dict[str, Any]) -> str:
    around = words.span(cell["low"], cell["high"])
    return f"{words.percent(cell['success'])} ({words.INTERVAL} {around})"


def _scored(cell: dict[str, Any]) -> str:
    around = words.span(cell["p50_low"], cell["p50_high"], 0, 1)
    limits = "" if around == words.UNKNOWN else f" ({around})"
    return f"a median of {words.number(cell['p50'])} points{limits} in {cell['scenario']}"


def _rate(cell: dict[str, Any] | None) -> str:
    if cell is None:
        return words.UNKNOWN
    return f"{words.percent(cell['success'])}\n{words.span(cell['low'], cell['high'])}"
