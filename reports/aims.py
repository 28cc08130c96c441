"""Targets and medals: which score gives which chance, to simulated players and to the real ones of the playtests."""

from __future__ import annotations

from typing import Any

import polars as pl

from reports import charts, words
from reports.parts import Passage, Table, Tables
from simkit.analysis import Study
from simkit.analysis.levels import counting
from simkit.analysis.people import BY_WINS, EVERYBODY
from simkit.analysis.solo import medal_chances

SHOWN = {0.25, 0.5, 0.75}  # wanted chances on the page, unless the study asks for others; more are in the files
EVEN = 0.5
FEWEST = 10  # games that a score is told from


def passage(study: Study, tables: Tables, mine: pl.DataFrame, best: str, label: str) -> Passage:
    """Return the targets and medals for one simulated player, and the target for even odds for each level with a say."""
    aimed = mine["target"].null_count() < mine.height
    of_won = bool(tables["targets"]["of_won"].all())
    what, whose = "target" if aimed else "score", "games won" if of_won else "games"
    sentences = [
        f"For these players: the highest {what} that {best} still reaches in the wanted share of {whose}; below it its {words.INTERVAL}, "
        "and the share at it and at one point more. Other shares are in the tables “targets” and “curves”.",
    ]
    if of_won:
        sentences.append("A lost game has no score, so these are shares of games won: what a win is worth, not how often there is one.")
    if "people" not in tables:
        sentences.append("Real players need targets of their own: games of theirs in a CSV file give them (key “playtests” of the study).")
    if more := _conditions(mine):
        sentences.append(more)
    if tables["curves"].is_empty():
        return Passage("Which target gives which chance", ["No game was won, so there is no score to set a target by."])
    drawn = charts.curves(tables["curves"], tables["cells"], f"{label}-curves", of_won)
    title = "Which target gives which chance" if aimed else "Which score is how rare"
    return Passage(title, sentences, (drawn,), (_by_chance(study, tables, mine, best, aimed), *_by_level(tables, mine)))


def _by_chance(study: Study, tables: Tables, mine: pl.DataFrame, best: str, aimed: bool) -> Table:
    """Return the scores for wanted chances and medals; a medal names its chance where both are wanted."""
    medals = {chance: medal for medal, chance in medal_chances(study).items()}
    found = {
        (row["arm"], row["wanted"]): row
        for name in ("targets", "medals")
        for row in tables[name].filter(pl.col("strategy") == best).iter_rows(named=True)
    }
    wanted = sorted({*(study.asked.get("wanted") or SHOWN.intersection(tables["targets"]["wanted"])), *medals}, reverse=True)
    rows = [
        (cell["scenario"], *((words.number(cell["target"]),) if aimed else ()), *(_target(found[cell["arm"], p]) for p in wanted))
        for cell in mine.iter_rows(named=True)
    ]
    chances = [f"{medals[p]}\nfor {words.percent(p, 0)}" if p in medals else f"for {words.percent(p, 0)}" for p in wanted]
    return Table(("scenario", *(("printed",) if aimed else ()), *chances), rows, f"Scores by wanted chance, and medals, for {best}.")


def real_players(tables: Tables) -> Passage | None:
    """Return where the groups of the playtests stand, and the targets for them; None without playtests."""
    if "people" not in tables or not tables["people"].height:
        return None
    people, aims = tables["people"], tables["people_targets"].filter(pl.col("group") == EVERYBODY)
    levels = _ladder(tables)
    first = people.row(0, named=True)
    sentences = [_placed(first, levels), *_unlike(first)]
    what = "success" if first["by"] == BY_WINS else "mean score"
    headers = ("group", "games", *(("won",) if people["won"].null_count() < people.height else ()), "plays like", f"by its {what}")
    rows = [
        (
            r["group"],
            words.number(r["games"]),
            *((words.number(r["won"]),) if len(headers) == 5 else ()),
            f"{_rung(r['rung'], levels)}\n{_range(r, levels)}",
            _value(r),
        )
        for r in people.iter_rows(named=True)
    ]
    wanted = [p for p in dict.fromkeys(aims["wanted"]) if p in SHOWN] or list(dict.fromkeys(aims["wanted"]))
    wanted.sort(reverse=True)
    goals = []
    for key, own in aims.partition_by("scenario", "printed", as_dict=True, maintain_order=True).items():
        found = {r["wanted"]: r for r in own.iter_rows(named=True)}
        goals.append((str(key[0]), words.number(key[1]), *(_target(found[p]) for p in wanted)))
    caption = (
        "Targets for the players of the playtests: between those of the two levels about them; below, the targets at the ends of the "
        "interval of their place, and the chance at the target and at one point more."
    )
    tables_shown = (
        Table(
            headers,
            rows,
            f"Where the groups stand; below, their {words.INTERVAL}. A level with a share after it: so much of the way to the next one.",
        ),
        Table(("scenario", "printed", *(f"for {words.percent(p, 0)}" for p in wanted)), goals, caption),
    )
    return Passage("For the players of your playtests", sentences, (), tables_shown)


def claim(tables: Tables) -> str:
    """Return where the real players stand, for the answer; empty without playtests."""
    if "people" not in tables or not tables["people"].height:
        return ""
    first = tables["people"].row(0, named=True)
    return f"The players of {words.plural(first['games'], 'playtest')} stand {_between(first['rung'], _ladder(tables))}."


def _placed(row: dict[str, Any], levels: list[str]) -> str:
    games = words.plural(row["games"], "playtest")
    wins = f", {words.number(row['won'])} of them won," if row["won"] is not None else ""
    return (
        f"{games}{wins} put their players {_between(row['rung'], levels)}. So few games would also suit anything from "
        f"{_way(row['rung_low'], levels)} to {_way(row['rung_high'], levels)} ({words.INTERVAL})."
    )


def _unlike(row: dict[str, Any]) -> list[str]:
    said = ["This takes it that what is hard for simulated players is hard for people; only games of people can tell."]
    if row["turns"] is not None:
        said.append(
            f"Their games took {words.number(row['turns'], 1)} turns, those of the simulated players in the same scenarios "
            f"{words.number(row['turns_simulated'], 1)}."
        )
    return said


def _between(rung: float, levels: list[str]) -> str:
    if len(levels) == 1:
        return f"beside {levels[0]}, the only level there is to compare with"
    if rung <= 0:
        return f"at or below {levels[0]}, the weakest level with a say"
    if rung >= len(levels) - 1:
        return f"at or above {levels[-1]}, the strongest level"
    low = int(rung)
    share = rung - low
    if share in (0.0,):
        return f"at {levels[low]}"
    nearer = levels[low] if share < 0.5 else levels[low + 1]
    return f"between {levels[low]} and {levels[low + 1]}, nearer to {nearer}"


def _rung(rung: float, levels: list[str]) -> str:
    """Name a place on the ladder: a level, or one and how far it is to the next."""
    low = min(int(rung), len(levels) - 1)
    share = round(100 * (rung - low))
    if not share:
        return levels[low] if 0 < rung < len(levels) - 1 else f"{levels[low]} or {'below' if low == 0 else 'above'}"
    if share == 100:
        return levels[low + 1]
    return f"{levels[low]} +{share}{words.THIN}%"


def _way(rung: float, levels: list[str]) -> str:
    """Name a place on the ladder in a sentence."""
    low = min(int(rung), len(levels) - 1)
    share = round(100 * (rung - low))
    return f"{share}{words.THIN}% of the way from {levels[low]} to {levels[low + 1]}" if 0 < share < 100 else _rung(rung, levels)


def _range(row: dict[str, Any], levels: list[str]) -> str:
    return f"{_rung(row['rung_low'], levels)} to\n{_rung(row['rung_high'], levels)}"


def _value(row: dict[str, Any]) -> str:
    low, high = row["low"], row["high"]
    around = words.UNKNOWN if low is None and high is None else f"{words.number(low, 1)} to {words.number(high, 1)}"
    return f"{words.number(row['value'], 1)}\n{around}"


def _ladder(tables: Tables) -> list[str]:
    """Return the levels with a say from the weakest to the strongest, as the groups are placed among them."""
    names = counting(tables["levels"])[::-1]
    if "scale" not in tables:
        return names
    ability = dict(tables["scale"].filter(pl.col("kind") == "level").select("label", "logit").iter_rows())
    return sorted(names, key=lambda name: ability[name])


def _by_level(tables: Tables, mine: pl.DataFrame) -> list[Table]:
    levels = counting(tables["levels"])
    found = {(r["strategy"], r["scenario"]): r for r in tables["targets"].filter(pl.col("wanted") == EVEN).iter_rows(named=True)}
    if len(levels) < 2 or not found:
        return []
    rows = [(scenario, *(_target(found[level, scenario]) for level in levels)) for scenario in mine["scenario"]]
    return [Table(("scenario", *levels), rows, "The score reached in half of the games, by skill level.")]


def _target(found: dict[str, Any]) -> str:
    if found["target"] is None:
        return words.UNKNOWN
    if (games := found.get("games", FEWEST)) < FEWEST:
        return f"{words.UNKNOWN}\n{words.plural(games, 'game')} only"
    chances = (words.percent(found[c], 0) for c in ("achieved", "achieved_above"))
    low, high = (words.UNKNOWN if found[end] is None else words.number(found[end]) for end in ("low", "high"))
    around = f"{low}{words.DASH}{high}"
    return f"{words.number(found['target'])}\n{around}\n{', '.join(chances)}"


def _conditions(mine: pl.DataFrame) -> str:
    more = mine.filter(pl.col("reached_but_lost") > 0)
    told = [f"{r['scenario']} {words.number(r['reached_but_lost'])}" for r in more.iter_rows(named=True)]
    return (
        "Games that reached the target score and were still not won, cut off or for want of "
        f"another condition: {', '.join(told)}. Curves and targets speak of the score alone."
        if told
        else ""
    )
