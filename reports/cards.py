"""The report on cards: which are too strong or too weak, what use is made of them, and what would make them fine."""

from __future__ import annotations

import math
from typing import Any

import polars as pl

from reports import card_charts, page, words
from reports.card_words import (
    BIASES,
    DEFINITIONS,
    answer,
    brought,
    certainty,
    cost,
    interval_of,
    ladder,
    questions,
    strongest_of,
    why_not,
    yardstick,
)
from reports.drawing import Chart
from reports.examples import examples
from reports.parts import Findings, Passage, Screen, Section, Step, Table, Tables
from reports.traces import arms
from simkit.analysis import Study, seats
from simkit.analysis.card_flags import DEPENDS, FINE, NOT_JUDGED, OVER, UNDER
from simkit.analysis.cards import BASE, GIVEN, ONE
from simkit.analysis.verdict import MOST_BLOCKS, UNDECIDED, planned_blocks

FLAGGED = (OVER, UNDER, DEPENDS)
CARDS_SHOWN, LEVELS_SHOWN, MOVED_SHOWN, STEPS_SHOWN, SCREEN_ROWS = 20, 8, 20, 12, 8


def section(findings: Findings) -> Section:
    """Return the report of a study of kind `cards`."""
    study, tables, label = findings.study, findings.shown, findings.label
    strongest = strongest_of(tables)
    return Section(
        label=label,
        **page.titles(
            study, f"{study.game}: which cards are too strong or too weak?", "Which cards stand out, and what would make them fine?"
        ),
        answer=answer(study, tables),
        tone="off" if seats.faults(study) else "open",
        scope=(words.deals(study), words.players(study), words.cards(study)),
        chart=_main_chart(tables, _margin(study), label),
        table=main_table(tables, strongest) if tables["cards"]["worth"].count() else _most_gained(tables, strongest),
        passages=(
            Passage("What is measured, and against what", [*yardstick(tables), *cost(study), *questions(study), *why_not(study)]),
            *_levels_agree(study, tables, label),
            *_fixes(study, tables, label),
            *_association(tables, strongest, label),
            *_stepped(study, tables, strongest),
            *_everybody(study, tables),
            *_dead(tables),
            *page.metrics(findings),
        ),
        examples=examples(findings, _base(study, strongest)),
        appendix=(
            Passage(
                "Every card, if given", ["At each skill level."], (), (_worth_table(tables["worth"].filter(pl.col("question") == GIVEN)),)
            ),
            Passage("Every card, a step up for one seat", ["At each skill level."], (), (_step_table(tables["worth"]),)),
            Passage("What use is made of every card", ["At the table as it is."], (), (_use_table(tables["use"]),)),
        ),
        steps=steps(study, tables),
        certainty=certainty(study, tables),
        definitions=DEFINITIONS,
        **page.run(findings),
    )


def screen(findings: Findings) -> Screen:
    """Return what a terminal shows of a study of kind `cards`."""
    study, tables = findings.study, findings.shown
    cards = tables["cards"]
    told = cards.filter(pl.col("flag").is_in(FLAGGED)).sort(pl.col("worth").abs(), descending=True, nulls_last=True)
    rows = [
        (r["name"], r["flag"], words.signed(r["worth"]), interval_of(r), _value(r)) for r in told.head(SCREEN_ROWS).iter_rows(named=True)
    ]
    grids = [[("card", "flag", "worth", words.INTERVAL, "proposed"), *rows]] if rows else []
    counted = _counts(cards)
    if tables["dead"].height:
        counted += f"; {words.plural(tables['dead'].height, 'card')} nobody uses"
    return Screen(answer(study, tables), grids, f"{counted}; faults {seats.faults(study)}", steps(study, tables)[0])


def steps(study: Study, tables: Tables) -> list[Step]:
    """Return what to do next: a fresh run of the size that would settle most of what is open."""
    given = tables["worth"].filter((pl.col("question") == GIVEN) & (pl.col("flag") == UNDECIDED) & pl.col("error").is_not_null())
    blocks = max(4 * len(study.blocks), 1000)
    text = "Four times as many fresh deals halve the intervals."
    if given.height:
        error = float(given["error"].median())  # type: ignore[arg-type]
        planned = planned_blocks(error * len(study.blocks) ** 0.5, _margin(study))
        if planned and planned < MOST_BLOCKS:
            blocks = words.two_digits(planned)
            text = f"{given.height} verdicts of single levels are open. So many fresh deals settle most that are as strong as their family."
    step = Step(text, words.command(study, words.next_seed(study), blocks), words.takes(study, blocks))
    return [step, words.own_cards(study, "Change values in the sheets and play the same deals with them.")]


def main_table(tables: Tables, level: str) -> Table:
    """Return the flagged cards, then the others by worth, with what was made of them; associations stand below, in grey."""
    use = tables["use"].filter(pl.col("level") == level)
    worth = tables["worth"].filter((pl.col("level") == level) & (pl.col("question") == GIVEN))
    joined = (
        tables["cards"]
        .join(use.drop("name", "family", "level"), on=["card", "sheet"], how="left", maintain_order="left")
        .join(
            worth.select("card", "sheet", "share", "share_low", "share_high", "q"), on=["card", "sheet"], how="left", maintain_order="left"
        )
        .with_columns(rank=pl.col("flag").replace_strict({OVER: 0, UNDER: 1, DEPENDS: 2}, default=3))
        .sort("rank", pl.col("worth").abs(), descending=[False, True], nulls_last=True)
    )
    first = joined.head(max(CARDS_SHOWN, joined.filter(pl.col("rank") < 3).height))
    rows = [
        (
            f"{r['name']}\n{r['family'] if r['name'] != r['card'] else words.clipped(r['said'], 60)}",
            r["flag"],
            f"{words.signed(r['worth'])}\n{interval_of(r)}",
            f"{_pp(r['share'])}\n{_pp_span(r, 'share')}",
            words.percent(r["taken"], 0),
            f"\n{_pp(r['association'])}",
        )
        for r in first.iter_rows(named=True)
    ]
    heads = ("card", "flag", "worth if given\npoints ahead", "wins if given", "held\na seat", "\nassociation only")
    caption = (
        f"Flagged cards first, then by worth; {_left(joined.height, len(rows))}Numbers are those of the strongest level, {level}, with "
        "95 % intervals; the flag is over all levels. Worth and wins are against the other cards of the family. In grey: wins of who held "
        "it, less the others'; no measure of strength. Arm: the experiment with the card."
    )
    return Table(heads, rows, caption, arms=arms(first))


def _left(cards: int, shown: int) -> str:
    return f"the other {cards - shown} stand in the appendix. " if cards > shown else ""


def _most_gained(tables: Tables, level: str) -> Table:
    """Return the cards whose step gains most, for a study that gives none."""
    rows = tables["worth"].filter((pl.col("question") == ONE) & (pl.col("level") == level))
    return _step_table(rows.sort("a_game", descending=True, nulls_last=True).head(CARDS_SHOWN))


def _main_chart(tables: Tables, margin: float, label: str) -> Chart:
    level = strongest_of(tables)
    given = tables["worth"].filter((pl.col("question") == GIVEN) & (pl.col("level") == level)).drop_nulls("worth")
    if given.height:
        over_all = tables["cards"].select("card", "sheet", "flag")  # as in the table beside it, not this level's alone
        return card_charts.caterpillar(given.drop("flag").join(over_all, on=["card", "sheet"], maintain_order="left"), margin, label)
    stepped = tables["worth"].filter((pl.col("question") == ONE) & (pl.col("level") == level)).drop_nulls("worth")
    return card_charts.stepped(stepped, label)


def _levels_agree(study: Study, tables: Tables, label: str) -> list[Passage]:
    order = tables["ladder"].filter(pl.col("counts"))["level"].to_list()
    flagged = tables["cards"].filter(pl.col("flagged").is_in(FLAGGED)).sort(pl.col("worth").abs(), descending=True, nulls_last=True)
    if len(order) < 2:
        alone = "One skill level has a say: whether other players find the same is open. A second level makes flags firmer."
        return [Passage("Where it holds, where it flips", [*ladder(tables), alone])]
    given = tables["worth"].filter((pl.col("question") == GIVEN) & pl.col("level").is_in(order))
    counts = given.group_by("card", "sheet").agg(pl.col("flag").n_unique().alias("flags"))
    same = counts.filter(pl.col("flags") == 1).height
    said = [
        *ladder(tables),
        f"The {len(order)} levels say the same of {same} of {words.plural(counts.height, 'card')}.",
        "A card counts as over or under only if two levels say so and none says otherwise; as fine only if all do.",
    ]
    shown = flagged.head(LEVELS_SHOWN).select("card", "sheet")
    rows = given.join(shown, on=["card", "sheet"], how="semi", maintain_order="left").sort("card", maintain_order=True)
    chart = (card_charts.levels(rows, order, _margin(study), f"{label}-levels"),) if rows.height else ()
    return [Passage("Where it holds, where it flips", said, chart)]


def _fixes(study: Study, tables: Tables, label: str) -> list[Passage]:
    """Tell what values were proposed, and what they came to on fresh deals."""
    proposed = tables["cards"].filter(pl.col("proposed").is_not_null())
    flagged = tables["cards"].filter(pl.col("flagged").is_in([OVER, UNDER]))
    if not flagged.height:
        return []
    again = tables["cards"].filter(pl.col("again").is_not_null())
    said = ["The value at which a card's worth would equal that of the others of its family, as a whole number."]
    if again.height:
        held = flagged.filter(pl.col("flag").is_in([OVER, UNDER])).height
        said.append(f"On fresh deals {held} of {words.plural(flagged.height, 'flagged card')} stand on the same side again for certain.")
    else:
        said.append("Nothing was played again on fresh deals, so part of what is flagged is luck, and proposals go too far.")
    if proposed.filter((pl.col("proposed") < 0) & (pl.col("value") >= 0)).height:
        said.append("A proposal below 0 says that what the card does is too strong, not its number.")
    valued = flagged.filter(pl.col("value").is_not_null())
    rows = [
        (
            r["name"],
            r["flagged"],
            f"{r['column']}: {words.number(r['value'])}",
            words.number(r["proposed"]),
            f"{words.signed(r['again'])}\n{interval_of(r, 'again')}",
            f"{words.signed(r['fixed'])}\n{interval_of(r, 'fixed')}",
            _fixed_verdict(r, _margin(study)),
        )
        for r in valued.iter_rows(named=True)
    ]
    heads = ("card", "flagged", "as it is", "proposed", "worth as it is\nfresh deals", "worth as proposed\nfresh deals", "then")
    table = Table(heads, rows, "Proposed values of flagged cards.", arms=arms(valued))
    played = proposed.filter(pl.col("fixed_low").is_not_null() & pl.col("again_low").is_not_null())
    chart = (card_charts.doses(played, _margin(study), f"{label}-doses"),) if played.height else ()
    return [Passage("What would make them fine", said, chart, (table,))]


def _fixed_verdict(row: dict[str, Any], margin: float) -> str:
    low, high = row["fixed_low"], row["fixed_high"]
    if low is None:
        return "not played"
    if -margin < low and high < margin:
        return FINE
    return "still outside" if low >= margin or high <= -margin else UNDECIDED


def _association(tables: Tables, level: str, label: str) -> list[Passage]:
    worth = tables["worth"].filter((pl.col("level") == level) & (pl.col("question") == GIVEN))
    use = tables["use"].filter(pl.col("level") == level).select("card", "sheet", "association")
    both = worth.join(use, on=["card", "sheet"], maintain_order="left").drop_nulls(["worth", "association"])
    if both.height < 3:
        return []
    ranks = both.select(pl.corr("worth", "association", method="spearman")).item()
    said = f"Over {both.height} cards the rank correlation of both is {words.signed(ranks, 2)}." if math.isfinite(ranks) else ""
    return [Passage("Association is not strength", [BIASES, said], (card_charts.against(both, f"{label}-against"),))]


def _stepped(study: Study, tables: Tables, level: str) -> list[Passage]:
    rows = tables["worth"].filter((pl.col("question") == ONE) & (pl.col("level") == level))
    if not rows.height:
        return []
    price = tables["prices"].filter(pl.col("level") == level)
    said = [
        "If only one seat had a card a step up: points gained each time it held the card. A step worth its own number means that players "
        "use the card as before; more means that they come to use it better, less that the points do not reach them.",
        brought(study, tables, level),
    ]
    if price.height and price["low"][0] is not None:
        said.append(
            "At this level a point is worth "
            f"{_pp(price['price'][0])} of the wins ({words.span(price['low'][0], price['high'][0], 1)}), from all these changes together."
        )
    first = rows.filter(pl.col("flag") == "").sort(pl.col("a_game").abs(), descending=True, nulls_last=True).head(STEPS_SHOWN)
    table = _step_table(first) if first.height else None
    return [Passage("If only you had it changed", said, (), (table,) if table else ())]


def _everybody(study: Study, tables: Tables) -> list[Passage]:
    moved = tables["everybody"]
    if not moved.height:
        return []
    found = moved.filter(pl.col("moved")).sort("q", maintain_order=True)
    said = [
        "If everybody had it changed, win shares stay as they are by symmetry; what can move is the length of the game, the points, shared "
        f"wins, the first seat's edge and the lead. Of {words.number(moved.height)} such differences {found.height} are told from nothing "
        "at a false-discovery rate of 5 %."
    ]
    rows = [
        (r["name"], r["level"], r["text"], r["unit"], words.number(r["before"], 2), words.signed(r["difference"], 3), interval_of(r, "", 3))
        for r in found.head(MOVED_SHOWN).iter_rows(named=True)
    ]
    heads = ("card", "level", "what moves", "unit", "as it is", "difference", words.INTERVAL)
    tables_ = (Table(heads, rows, "What moves when everybody has a card a step up.", arms=arms(found.head(MOVED_SHOWN))),) if rows else ()
    return [Passage("If everybody had it changed", said, (), tables_)]


def _dead(tables: Tables) -> list[Passage]:
    dead = tables["dead"]
    if not dead.height:
        return [Passage("Dead content", ["None: every card was held by somebody and brought something."])]
    rows = [(r["name"], r["what"], words.number(r["seats"]), f"under {words.percent(r['bound'], 2)}") for r in dead.iter_rows(named=True)]
    said = f"{words.plural(dead.height, 'card')} of {tables['cards'].height} that these players have no use for."
    heads = ("card", "what", "seats", "so of all seats")
    caption = "Seats over all levels; the last column bounds how often it may yet happen (one-sided, 95 %)."
    return [Passage("Dead content", [said], (), (Table(heads, rows, caption),))]


def _worth_table(worth: pl.DataFrame) -> Table:
    rows = [
        (
            r["name"],
            r["family"],
            r["level"],
            words.number(r["times"]),
            words.signed(r["worth"], 2),
            interval_of(r, "", 2),
            words.signed(r["shrunken"], 2),
            words.signed(r["family_mean"], 2),
            f"{_pp(r['share'])}",
            _pp_span(r, "share"),
            r["flag"],
        )
        for r in worth.iter_rows(named=True)
    ]
    heads = ("card", "family", "level", "times given", "worth", words.INTERVAL, "shrunken", "family's mean", "wins", words.INTERVAL, "flag")
    caption = "Worth against the others of the family; the family's mean is against a seat without a grant."
    return Table(heads, rows, caption, arms=arms(worth))


def _step_table(worth: pl.DataFrame) -> Table:
    stepped = worth.filter(pl.col("question") == ONE)
    rows = [
        (
            r["name"],
            r["level"],
            f"{r['step']:+d}",
            words.number(r["times"]),
            words.signed(r["worth"], 2),
            interval_of(r, "", 2),
            _pp(r["share"]),
            _pp_span(r, "share"),
            words.signed(r["a_game"], 3),
            r["flag"],
        )
        for r in stepped.iter_rows(named=True)
    ]
    heads = ("card", "level", "step", "times held", "points a time", words.INTERVAL, "wins a time", words.INTERVAL, "points a game", "")
    caption = "A step up for one seat: points and wins gained each time it held the card, and points a game over all games."
    return Table(heads, rows, caption, arms=arms(stepped))


def _use_table(use: pl.DataFrame) -> Table:
    rows = [
        (
            r["name"],
            r["level"],
            words.percent(r["offered"], 1),
            words.percent(r["taken"], 1),
            words.number(r["when"], 1),
            words.number(r["used"], 2),
            words.percent(r["held"], 1),
            words.number(r["points"], 2),
            f"\n{_pp(r['association'])} ({_pp_span(r, 'association')})",
            words.number(r["deal"]),
        )
        for r in use.iter_rows(named=True)
    ]
    heads = ("card", "level", "offered", "held", "turn taken", "used", "at the end", "points a time", "\nassociation only", "deal")
    caption = (
        "Offered, held and at the end in % of seats; turn taken: mean; used: times a seat; points it brought each time it was held. "
        "Deal: one in which somebody held it, for --block beside --arm."
    )
    return Table(heads, rows, caption, arms=arms(use))


def _counts(cards: pl.DataFrame) -> str:
    counts = {flag: cards.filter(pl.col("flag") == flag).height for flag in (OVER, UNDER, FINE, UNDECIDED, NOT_JUDGED)}
    return ", ".join(f"{number} {flag}" for flag, number in counts.items() if number)


def _value(row: dict[str, Any]) -> str:
    return "" if row["proposed"] is None else f"{row['column']} {row['value']} -> {row['proposed']}"


def _pp(value: float | None) -> str:
    return words.UNKNOWN if value is None else f"{words.signed(100 * value)} pp"


def _pp_span(row: dict[str, Any], name: str) -> str:
    low, high = row[f"{name}_low"], row[f"{name}_high"]
    return words.UNKNOWN if low is None else f"{words.signed(100 * low)} to {words.signed(100 * high)}"


def _base(study: Study, level: str) -> int:
    """Return the arm of a level's table as it is."""
    return next(at for at, e in enumerate(study.manifest["arms"]) if e["about"]["question"] == BASE and e["table"] == level)


def _margin(study: Study) -> float:
    return float(study.spec.get("points_margin", 1.0))
