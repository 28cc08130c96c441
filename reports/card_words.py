"""What the page on cards says in sentences."""

from __future__ import annotations

from typing import Any

import polars as pl

from reports import words
from reports.parts import Tables
from simkit.analysis import Study, seats
from simkit.analysis.card_flags import DEPENDS, FINE, HARDLY_SEEN, NOT_JUDGED, OVER, UNDER
from simkit.analysis.cards import ALL, FEW, GIVEN, ONE, RUNG
from simkit.analysis.ladder import COUNTS, NO_LEVEL
from simkit.analysis.verdict import FAULTY, FEWEST_BLOCKS, UNDECIDED

NAMED = 5
YARDSTICK = (
    "A card is too strong (over) or too weak (under) against the other cards of its family: one seat starts with the card, on the same "
    "deals as without, and what that brings is compared with what the same gift of any other card of the family brings. Every free card "
    "helps, so nothing would be the wrong measure; what the gift costs is the same for all of a family and cancels. A seat that starts "
    "with a card holds it in every game, so rare cards are measured as well as common ones. Points are points ahead: those of the seat "
    "less the mean of the others'; a card that ends the game sooner takes points from everybody, and is not weak for that."
)
BIASES = (
    "Who holds a card wins more or less often for many reasons beside its strength: long games see more cards; a card that fits comes to "
    "who is ahead; good players choose well; taking it costs a turn and other cards; cards that are dropped on the way leave no trace. "
    "So this difference is an association, shown in grey, and no verdict looks at it."
)
DEFINITIONS = (
    ("deal, or block", "one shuffle and one set of dice, replayed with every card given and changed, from every seat"),
    ("worth if given", "points ahead of the seat that starts with a card, less the mean of the same for the other cards of its family"),
    ("points ahead", "points of a seat, less the mean of those of the other seats"),
    ("if only you had it changed", "one seat plays with the card a step up, all others with the card as it is"),
    ("if everybody had it changed", "all play with the card a step up"),
    (f"{OVER}, {UNDER}", "the shrunken worth lies beyond the margin, and false ones among all cards so called are held to 5 %"),
    (FINE, "the interval of the worth lies inside the margin"),
    (UNDECIDED, "neither; also a flag that fresh deals did not confirm, and all of a study of under 30 deals"),
    (DEPENDS, "skill levels contradict each other"),
    (HARDLY_SEEN, "at the table as it is fewer than 30 seats, and fewer than 1 in 100, had to do with it"),
    (NOT_JUDGED, "nobody can be given one, so there is no measure of its strength by experiment"),
    (FEW, "too seldom to say what a step is worth each time"),
    ("times held", "of one seat; if the change made it hold the card more or less often, the mean of with and without"),
    ("fault", words.FAULT),
)


def answer(study: Study, tables: Tables) -> str:
    """Return the answer in a few sentences, or the warning that there is none."""
    games = seats.games(study)
    if spoilt := words.warning(int(games["games"].sum()), int(games["faults"].sum())):
        return f"{spoilt} Until then every verdict is “{FAULTY}”."
    cards = tables["cards"]
    judged = cards.filter(pl.col("worth").is_not_null())
    if len(study.blocks) < FEWEST_BLOCKS:
        return f"Under {FEWEST_BLOCKS} deals: too few to say anything of a card."
    if not judged.height:
        return "No card could be given to anybody, so none is judged; what use is made of them and what a step is worth stands below."
    counts = {flag: judged.filter(pl.col("flag") == flag) for flag in (OVER, UNDER, FINE, DEPENDS, HARDLY_SEEN, UNDECIDED)}
    levels = int(tables["ladder"]["counts"].sum())
    at = "" if levels > 1 else " at one skill level"
    first = f"Of {words.plural(judged.height, 'card')} {_told(counts[OVER], 'too strong')} and {_told(counts[UNDER], 'too weak')}{at}."
    margin = _margin(study)
    rest = {
        f"{counts[FINE].height} fine (within {margin} of their family)": counts[FINE],
        f"{counts[DEPENDS].height} depend on skill": counts[DEPENDS],
        f"{counts[HARDLY_SEEN].height} hardly seen": counts[HARDLY_SEEN],
        f"{counts[UNDECIDED].height} undecided": counts[UNDECIDED],
    }
    said = words.listed([text for text, rows in rest.items() if rows.height])
    third = [f"{words.plural(tables['dead'].height, 'card')} found no use at all."] if tables["dead"].height else []
    ours = pl.concat([counts[OVER], counts[UNDER]])
    placed = ours.filter(pl.col("provenance") == "invented").height
    if placed:
        third.append(f"{placed} of the {ours.height} flagged are placeholders of ours, which says nothing of the printed ones.")
    if levels > 1 and (alone := _strongest(tables)):
        third.insert(0, alone)
    return "\n".join([first, f"{said[:1].upper()}{said[1:]}.", *third])


def _strongest(tables: Tables) -> str:
    """Say what the strongest level says alone: flags of one level need a second one."""
    level = strongest_of(tables)
    flags = tables["worth"].filter((pl.col("level") == level) & (pl.col("question") == GIVEN))["flag"].to_list()
    if not {OVER, UNDER} & set(flags):
        return ""
    return f"By the strongest players alone, {level}, {flags.count(OVER)} would be too strong and {flags.count(UNDER)} too weak."


def _margin(study: Study) -> str:
    margin = float(study.spec.get("points_margin", 1.0))
    return f"{margin:g} point{'' if margin == 1 else 's'}"


def _told(rows: pl.DataFrame, what: str) -> str:
    """Say how many cards are so, and name the first of them."""
    if not rows.height:
        return f"none is {what}"
    first = rows.sort(pl.col("worth").abs(), descending=True).head(NAMED)
    named = ", ".join(f"{r['name']} {words.signed(r['worth'])}" for r in first.iter_rows(named=True))
    more = " and others" if rows.height > NAMED else ""
    return f"{rows.height} {'is' if rows.height == 1 else 'are'} {what} ({named}{more})"


def yardstick(tables: Tables) -> list[str]:
    """Say what a card is measured against, where any is."""
    return [YARDSTICK] if tables["cards"]["worth"].count() else []


def strongest_of(tables: Tables) -> str:
    """Return the strongest level that has a say."""
    return str(tables["ladder"].filter(pl.col("counts"))["level"][-1])


def ladder(tables: Tables) -> list[str]:
    """Say of each level but the lowest whether it beats the one below, and so has a say."""
    said = []
    for r in tables["ladder"].drop_nulls("below").iter_rows(named=True):
        step = f"{RUNG:g} times a fair share"
        has = {
            COUNTS: f"over {step} for certain, so it has a say",
            NO_LEVEL: f"under {step} for certain, so it has no say in the flags",
            UNDECIDED: f"too few deals to tell whether that is over {step}, so it has no say in the flags yet",
        }.get(r["verdict"], "a duel had a fault, so it has no say before that is mended")
        said.append(
            f"One {r['level']} among players of {r['below']} wins {words.percent(r['share'])} ({words.span(r['low'], r['high'])}): {has}."
        )
    return said


def questions(study: Study) -> list[str]:
    """Name the questions that were asked."""
    asked = {about.get("question") for about in (entry.get("about") or {} for entry in study.manifest["arms"])}
    told = {
        GIVEN: "if you were given it (the chart above)",
        ONE: "if only you had it changed",
        ALL: "if everybody had it changed",
    }
    kept = [text for question, text in told.items() if question in asked]
    return [f"Questions asked, each by games of its own: {words.listed(kept)}. They are never mixed."]


def cost(study: Study) -> list[str]:
    """Say of each kind of card what a gift is and costs, and what a step is."""
    said = []
    for kind in study.manifest["card_kinds"]:
        given = f" If given, {kind['grant_text']}." if kind["grant"] else ""
        step = f" A step is {kind['step_text']}." if kind["step_text"] else ""
        said.append(f"{_title(kind)}:{given}{step}")
    return said


def why_not(study: Study) -> list[str]:
    """Say which questions make no sense for a kind of card, and why."""
    said = []
    for kind in study.manifest["card_kinds"]:
        reasons = [
            (kind["no_grant"], "is not given" if not kind["grant"] else "is given, but some are not"),
            (kind["no_one"], "is not changed for one seat"),
            (kind["no_step"], "is not changed"),
            ("" if kind["held"] else "nothing counts how often one is held, so a time is a game", "has no worth a time held"),
        ]
        said += [f"A {kind['name']} {what}: {why}." for why, what in reasons if why]
    return said


def brought(study: Study, tables: Tables, level: str) -> str:
    """Say what a step is worth a time over all cards of each kind."""
    rows = tables["worth"].filter((pl.col("question") == ONE) & (pl.col("level") == level) & (pl.col("times") > 0))
    said = []
    for kind in (kind for kind in study.manifest["card_kinds"] if kind["held"]):
        own = rows.filter((pl.col("sheet") == kind["sheet"]) & pl.col("worth").is_not_null())
        times = float((own["times"] * own["step"].abs()).sum())
        if times:
            points = float((own["worth"] * own["times"] * own["step"].sign()).sum())
            said.append(f"{words.signed(points / times, 2)} points for a {kind['name']}")
    return f"Over all cards a step is worth {words.listed(said)} each time one is {_held(study)}." if said else ""


def _held(study: Study) -> str:
    return " or ".join(dict.fromkeys(kind["held_text"] for kind in study.manifest["card_kinds"] if kind["held"]))


def certainty(study: Study, tables: Tables) -> list[str]:
    """Say how sure all this is: chance, skill, placeholders."""
    told = study.manifest.get("components", {}).get("provenance") or {}
    invented, total = told.get("invented", 0), sum(told.values())
    gain = tables["worth"].filter((pl.col("question") == GIVEN) & pl.col("error").is_not_null())["error"]
    found = [
        f"Chance: {words.plural(len(study.blocks), 'deal')}, each replayed with every card; a deal is one observation. "
        + (f"The middle error of a worth is {words.figures(float(gain.median()))} points." if gain.len() else ""),  # type: ignore[arg-type]
        "Intervals: ratios of sums over deals, errors by leaving out deals in turn, Student's t. They are each 95 %; flags are held to 5 % "
        "false ones over all cards of a level.",
        f"Skill: {words.plural(tables['use']['level'].n_unique(), 'level')}, all seats alike; those that beat the one below have a say.",
        "Players did not relearn: a script that takes no notice of a change gains its points and nothing more.",
    ]
    if invented:
        found.append(
            f"Cards: {words.number(invented)} of {words.number(total)} are placeholders of ours. A flag on one of them tells nothing of "
            "the printed card; no interval covers that."
        )
    return found


def interval_of(row: dict[str, Any], name: str = "", digits: int = 1) -> str:
    """Return the limits of an interval in points."""
    low, high = (row[f"{name}_low"], row[f"{name}_high"]) if name else (row["low"], row["high"])
    return words.UNKNOWN if low is None else f"{words.signed(low, digits)} to {words.signed(high, digits)}"


def _title(kind: dict[str, Any]) -> str:
    return f"{kind['name'][:1].upper()}{kind['name'][1:]}"
