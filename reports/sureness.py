"""How sure a study is, in three parts that must not be mixed: the luck of the games, who plays, and cards that nobody printed."""

from __future__ import annotations

from typing import Any, NamedTuple

import polars as pl

from reports import words
from reports.parts import Findings, Table
from reports.traces import arms
from simkit.analysis import Study, ensemble, ensemble_answers
from simkit.analysis.study import ENSEMBLE
from simkit.analysis.sweep import Sweep
from simkit.analysis.variant import SHARE

DIFFERENCE, SIZE, VALUE = "difference", "size of a difference", "value"
WHAT = "what"  # the heading where each row says itself what its number is


class Told(NamedTuple):
    """What the numbers of a kind of study are called, and what they are: differences, their sizes, or values, of tables or what else."""

    name: str
    are: str
    of: str = "table"


OF = {
    "variant": Told("difference", DIFFERENCE),
    "compensation": Told("farthest seat off a fair share by", VALUE),
    "cards": Told("worth if given, points", DIFFERENCE),
    "league": Told("wins, of a fair share", VALUE),
    "setups": Told("share of the spread between deals", VALUE, "measure"),
    "dynamics": Told(WHAT, VALUE),
    "luck": Told(WHAT, VALUE),
    "sweep": Told("difference to the default", DIFFERENCE),
}
SCREENING = Told("mu*, mean size of an effect", SIZE)
PLAYERS, CARDS = "Who plays", "Cards that are placeholders"


def players(findings: Findings) -> list[str]:
    """Say how far the answer moves with the skill of who plays, where tables of several players were played."""
    shown = findings.shown
    if findings.study.kind == "seats":
        told = _by_seat(shown["seats"].filter(pl.col("arm").is_in(shown["tables"].filter("counts")["arm"].implode())))
    elif findings.study.kind == "solo":
        told = _by_scenario(shown["cells"].filter(pl.col("strategy") != "random"))
    else:
        told = []
    ranges = "A range over simulated players, not an interval: how" if told else "How"
    return [*told, f"{ranges} people would play is not in these numbers."]


def _by_seat(shares: pl.DataFrame) -> list[str]:
    """Name for each size the seat whose wins move most from one table that has a say to another."""
    told = []
    for size in shares.partition_by("players", maintain_order=True):
        kinds = list(dict.fromkeys(size["table"]))
        if len(kinds) < 2:
            continue
        spread = size.group_by("seat", maintain_order=True).agg(pl.col("share").min().alias("least"), pl.col("share").max().alias("most"))
        most = spread.sort(pl.col("most") - pl.col("least"), descending=True, maintain_order=True).row(0, named=True)
        told.append(
            f"With {size['players'][0]} players seat {most['seat']} wins {_range(most['least'], most['most'])} of the games, "
            f"by which table with a say one looks at ({words.listed(kinds)}); no other seat moves more."
        )
    return told


def _by_scenario(cells: pl.DataFrame) -> list[str]:
    rated = cells.drop_nulls("success")
    if rated["strategy"].n_unique() < 2:
        return []
    spread = rated.group_by("scenario", maintain_order=True).agg(
        pl.col("success").min().alias("least"), pl.col("success").max().alias("most")
    )
    most = spread.sort(pl.col("most") - pl.col("least"), descending=True, maintain_order=True).row(0, named=True)
    return [
        f"{most['scenario']} is won in {_range(most['least'], most['most'])} of the games, by who plays "
        f"({words.listed(list(dict.fromkeys(rated['strategy'])))}); no other scenario moves more."
    ]


def placeholders(findings: Findings) -> tuple[list[str], list[Table]]:
    """Say what hangs on cards that nobody printed: the range over alternative sets, or that it was not looked at."""
    study = findings.study
    whole = ensemble_answers.sets(study.folder)
    other = whole[0] if whole else ensemble.played(study)
    if other is None:
        kinds = study.manifest.get("components", {}).get("provenance") or {}
        if not kinds.get("invented"):
            return ["No card is a placeholder of ours."], []
        cards = f"{words.number(kinds['invented'])} of {words.number(sum(kinds.values()))} cards are placeholders of ours."
        return [f"{cards} Whether other numbers would change the answer was not looked at (a run with an [ensemble] does)."], []
    wish, found = other.asked["ensemble"], findings.shown["ensemble"]
    numbers = f"each number that is {' or '.join(wish['provenance'])} ({words.number(wish['numbers'])} in all)"
    moves = f"moves by up to {words.percent(wish['spread'], 0)} of itself, by 1 at least, each whole step as likely as the others"
    sentences = [
        f"{_played(found)}. In {words.listed(wish['columns'])} {numbers} {moves} (seed {wish['seed']}).",
        "The range below is one over our generator, not an interval: nothing says how likely such a set is. A part of it is the luck of "
        "few deals; “luck of a set” says how far one set's own number may be off.",
    ]
    sentences += _farthest(findings)
    rows = _rows(findings)
    if whole:
        told = _told(study)
        heads = (told.of, told.name, "cards as they are", "over the sets", "luck of a set", "verdicts")
        is_judged = any(row[-1] for row in rows)
        width, caption = len(heads) - (not is_judged), "Alternative sets of cards, each played as the whole study."
        caption += " Verdicts: each with the number of sets that have it." if is_judged else ""
        return sentences, [Table(heads[:width], [row[:width] for row in rows], caption, words=2)]
    headers = ("table", WHAT, "cards as they are", "over the sets", "luck of a set")
    return sentences, [Table(headers, rows, "Alternative sets of cards.", words=2, arms=arms(found), inside=ENSEMBLE)]


def screen(findings: Findings) -> list[str]:
    """Say in a line of a terminal what alternative sets of cards do; nothing where none were played."""
    found = findings.shown.get("ensemble")
    return [] if found is None or found.is_empty() else [" ".join([f"{_played(found)}.", *_farthest(findings)])]


def _played(found: pl.DataFrame) -> str:
    sets, deals = max(found["sets"].to_list()), words.plural(found["deals"][0], "deal")
    return f"{sets} alternative sets of cards were played on the study's first {deals}"


def _farthest(findings: Findings) -> list[str]:
    """Name the number whose range is widest beside the luck of a set; nothing where no range or no luck is known."""
    found = findings.shown["ensemble"].with_row_index("at").filter(pl.col("noise") > 0, pl.col("most") > pl.col("least"))
    if found.is_empty():
        return []
    at = found.sort((pl.col("most") - pl.col("least")) / pl.col("noise"), descending=True, maintain_order=True)["at"][0]
    label, what, own, over, noise = _rows(findings)[at][:5]
    name = _told(findings.study).name if "measure" not in found.columns else WHAT
    said = f"{label}, {what}{'' if name == WHAT else f' ({name})'}"
    of = f"Of {words.plural(findings.shown['ensemble'].height, 'number')} this one moves most beside the luck of a set"
    return [f"{of}: {said}, {over}; {own} with the cards as they are, luck of a set {noise}."]


def _rows(findings: Findings) -> list[tuple[str, ...]]:
    found = findings.shown["ensemble"]
    if "measure" in found.columns:  # win shares and successes
        return [_row(r) for r in found.iter_rows(named=True)]
    sets = max(found["sets"].to_list(), default=0)
    return [_answer(r, _told(findings.study).are, sets) for r in found.iter_rows(named=True)]


def _told(study: Study) -> Told:
    return SCREENING if study.kind == "sweep" and Sweep(study).is_screening else OF[study.kind]


def _row(r: dict[str, Any]) -> tuple[str, ...]:
    what = f"seat {r['seat']} wins" if r["measure"] == ensemble.WINS else r["measure"]
    if r["measure"] == ensemble.POINTS:
        span = f"{words.number(r['least'], 1)} to {words.number(r['most'], 1)}"
        return r["label"], what, words.number(r["own"], 1), span, f"±{words.number(r['noise'], 1)}"
    return r["label"], what, words.percent(r["own"]), _range(r["least"], r["most"]), f"±{words.number(100 * r['noise'], 1)}"


def _answer(r: dict[str, Any], are: str, sets: int) -> tuple[str, ...]:
    scale, unit, digits = (100, f"{words.THIN}%" if are == VALUE else " pp", 1) if r["unit"] == SHARE else (1, "", 2)
    own, least, most = ((words.signed if are == DIFFERENCE else words.number)(scale * r[name], digits) for name in ("own", "least", "most"))
    noise = words.UNKNOWN if r["noise"] is None else f"±{words.number(scale * r['noise'], digits)}{unit}"
    span = f"{least}{unit}" if least == most else f"{least} to {most}{unit}"
    known = "" if r["sets"] == sets else f" ({words.plural(r['sets'], 'set')})"
    return r["label"], r["what"], f"{own}{unit}", f"{span}{known}", noise, r["said"].replace(", ", "\n")


def _range(least: float, most: float) -> str:
    """Write a range, which is no interval: in words, never with a dash."""
    return f"{words.number(100 * least, 1)} to {words.percent(most)}"


def parts(findings: Findings) -> list[tuple[str, list[str], list[Table]]]:
    """Return what is to be said beside the luck of the games: title, sentences, tables."""
    said, tables = placeholders(findings)
    return [(PLAYERS, players(findings), []), (CARDS, said, tables)]
