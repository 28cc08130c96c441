"""What a league says beyond its standings: skill levels, how far ratings describe it, circles, and which players are worth playing."""

from __future__ import annotations

import math
from typing import Any

import polars as pl

from reports import standings as standing
from reports import words
from reports.parts import Passage, Table, Tables
from simkit.analysis import Study, league
from simkit.analysis.league import BEATS
from simkit.analysis.ratings import AT_LEAST, SURE
from simkit.analysis.verdict import FEWEST_BLOCKS

MOST_CIRCLES = 3  # named in a sentence; all are in the file of tables
SMALL = 0.005  # of the mixture; below, a player is not named


def place(tables: Tables, players: int) -> str:
    """Say at which tables something holds; nothing where there is one size."""
    return f"With {players} players " if tables["sizes"].height > 1 else ""


def begun(sentence: str) -> str:
    """Return a sentence with a capital."""
    return sentence[:1].upper() + sentence[1:]


def ladder(study: Study, tables: Tables) -> Passage:
    """Say which players are skill levels of their own, and how deep the game is."""
    step = study.step
    sentences, rows = [], []
    for size, levels in zip(tables["sizes"].iter_rows(named=True), standing.by_size(tables["ladder"]), strict=True):
        sentences.append(begun(f"{place(tables, size['players'])}{_levels(levels, size, len(study.blocks))}"))
        rows += [_level(r, tables["sizes"].height > 1) for r in levels.iter_rows(named=True)]
    sentences.append(
        f"A level must win {words.percent(step, 0)} of the games against the next below at a table of two, by the ratings, with its whole "
        "interval; the strongest player comes first, and each next level is the best that the one above beats by so much. More deals may "
        "show more levels. Only such levels should have a say when another study asks whether something is balanced, and random play "
        "never has."
    )
    several = tables["sizes"].height > 1
    headers = (*(("table",) if several else ()), "level", "player", "wins against the level below", words.INTERVAL, "has a say")
    caption = "The lowest level first. Intervals hold for all pairs of players together."
    return Passage("Skill levels", sentences, (), (Table(headers, rows, caption, words=3 if several else 2),))


def described(study: Study, tables: Tables) -> Passage:
    """Say how far ratings describe the league, and what the seat is worth."""
    sentences = []
    for size in tables["sizes"].iter_rows(named=True):
        sentences.append(begun(f"{place(tables, size['players'])}{_fit(size, league.margin(study))}"))
        own = tables["standings"].filter(pl.col("players") == size["players"])
        if size["padded"]:
            sentences.append(_bounded(own))
    for seats in standing.by_size(tables["seats"]):
        first = seats.row(0, named=True)
        share = words.percent(first["share"])
        limits = "" if first["rating_low"] is None else f" ({words.span(first['rating_low'], first['rating_high'], 0, 1)})"
        what = f"seat 1 wins {share} of the games, whoever sits there: {words.signed(first['rating'], 0)} points{limits} above a mean seat."
        sentences.append(begun(f"{place(tables, first['players'])}{what}"))
    return Passage("How far ratings describe it", sentences)


def pairs(tables: Tables) -> list[str]:
    """Say how many pairs are decided, which go against the order, in which circles players beat each other, and who is dominated."""
    sentences = []
    for own, found in zip(standing.by_size(tables["standings"]), standing.by_size(tables["matchups"]), strict=True):
        order, players = own["strategy"].to_list(), own["players"][0]
        beaten = {(r["strategy"], r["other"]) for r in found.iter_rows(named=True) if r["verdict"] == BEATS}
        told = [f"{begun(f'{place(tables, players)}of')} {words.plural(found.height // 2, 'pair')} {len(beaten)} are decided."]
        against = [f"{low} beats {high}" for k, high in enumerate(order) for low in order[k + 1 :] if (low, high) in beaten]
        if against:
            told.append(f"Some go against the order of the table: {words.listed(against)}.")
        elif beaten:
            told.append("None of them goes against the order of the table.")
        circles = tables["cycles"].filter(pl.col("players") == players)
        if circles.height:
            told.append(_circles(circles))
        sentences.append(" ".join([*told, *_dominated(own)]))
    return sentences


def mixture(tables: Tables) -> Passage:
    """Say which mixture of players nobody beats."""
    sentences = []
    for size in tables["sizes"].iter_rows(named=True):
        own = tables["standings"].filter((pl.col("players") == size["players"]) & (pl.col("mass") >= SMALL)).sort("mass", descending=True)
        masses = [f"{r['strategy']} ({words.percent(r['mass'], 0)})" for r in own.iter_rows(named=True)]
        made = f"{own['strategy'][0]} alone" if own.height == 1 else words.listed(masses)
        around = "" if size["effective_low"] is None else f" ({words.between(size['effective_low'], size['effective_high'])})"
        many = "" if own.height == 1 else f": as many as {words.figures(size['effective'])} equally good players{around}"
        turning = words.percent(size["cyclic_share"], 0)
        circling = (
            "" if size["cyclic_share"] is None else f" Of the differences between pairs {turning} are such that no order explains them."
        )
        sentences.append(begun(f"{place(tables, size['players'])}the mixture that nobody beats is {made}{many}.{circling}"))
    sentences.append(
        "If everybody could choose how to play, and knew these shares, this is where it would settle: the equilibrium of the matrix, of "
        "several the one that is spread most evenly, so that a copy of a player takes a part of its mass and nobody else's. It takes the "
        "shares as they are; the range comes from leaving out deals (jackknife) and promises little, as a mixture may jump. Above two "
        "players it goes by who finishes ahead of whom."
    )
    return Passage("Which players are worth playing", sentences, (), (standing.details(tables["standings"]),))


def _levels(levels: pl.DataFrame, size: dict[str, Any], blocks: int) -> str:
    if blocks < FEWEST_BLOCKS:
        return f"there are too few deals to tell skill levels apart: under {FEWEST_BLOCKS}."
    names = levels["strategy"].to_list()
    if len(names) == 1:
        return f"all stand on one level with {names[0]}: it beats nobody by the step for certain."
    deep = f"{words.number(size['depth'], 1)} logits ({words.span(size['depth_low'], size['depth_high'], 1, 1)})"
    often = words.of_games(1 / (1 + math.exp(-size["depth"])))
    silent = "" if levels["counts"].all() else " Random play is the floor and has no say."
    return (
        f"there are {len(names)} skill levels, from the lowest: {', '.join(names)}. The highest wins {often} against the lowest at a table "
        f"of two, by the ratings: {deep}. That is a lower bound of the game's depth; a better player than these would add to it.{silent}"
    )


def _level(row: dict[str, Any], several: bool) -> tuple[str, ...]:
    first = (f"{row['players']} players",) if several else ()
    is_lowest = row["other"] is None
    against = words.UNKNOWN if is_lowest else words.percent(row["chance"])
    around = words.UNKNOWN if is_lowest else words.span(row["low"], row["high"])
    return (*first, str(row["level"]), row["strategy"], against, around, "yes" if row["counts"] else "no")


def _fit(size: dict[str, Any], margin: float) -> str:
    """Say whether what line-ups did differs from what ratings say, and whether by enough to matter."""
    if not size["dof"]:
        return "there are as many ratings as results: they describe whatever happened."
    each = words.number(size["deviance"] / size["dof"], 2)
    told = f"deviance {words.number(size['deviance'], 1)} on {words.plural(size['dof'], 'degree')} of freedom, a ratio of {each}"
    if size["miss_by_luck"] is None:
        return f"it cannot be told from so few deals how well ratings describe the league ({told})."
    if size["miss_by_luck"] >= SURE:
        return f"ratings describe the league: line-ups differ from what ratings say by no more than luck ({told})."
    typical = f"typically by {words.number(100 * size['typical_miss'], 1)} wins in a hundred games ({told})"
    most = words.number(100 * margin / size["players"], 1)
    if size["typical_miss"] < margin / size["players"]:
        return f"ratings describe the league nearly: line-ups differ by more than luck, but little, {typical}."
    return f"ratings do not describe the league: line-ups differ from what they say {typical}; the margin is {most}. Go by who beats whom."


def _bounded(own: pl.DataFrame) -> str:
    high = own.filter(pl.col("bound") == AT_LEAST)["strategy"].to_list()
    low = own.filter((pl.col("bound") != AT_LEAST) & (pl.col("bound") != ""))["strategy"].to_list()
    told = [f"{words.listed(high)} lost nothing to the others"] if high else []
    told += [f"{words.listed(low)} took nothing from the others"] if low else []
    what = f"{' and '.join(told)}, so" if told else "A player, or a seat, won too seldom or too often:"
    return (
        f"{what} no finite rating fits. A shared game was added to each line-up, and ratings that rest on it are marked “at least” "
        "or “at most”."
    )


def _circles(circles: pl.DataFrame) -> str:
    named = [f"{r['text']} (the weakest link {words.percent(r['weakest'], 0)})" for r in circles.head(MOST_CIRCLES).iter_rows(named=True)]
    left = circles.height - len(named)
    more = f"; {left} more in the file of tables" if left else ""
    links = "each link holds by the intervals of all pairs together"
    return f"There {'is a circle' if circles.height == 1 else 'are circles'}: {'; '.join(named)}{more}. No order can say this; {links}."


def _dominated(own: pl.DataFrame) -> list[str]:
    below = own.filter(pl.col("dominated_by").is_not_null())
    if not below.height or own.height == 2:
        return []
    if below["dominated_by"].n_unique() == 1 and below.height == own.height - 1:
        return [f"{below['dominated_by'][0]} dominates every other: it beats it, and does at least as well against the rest."]
    by = {above: below.filter(pl.col("dominated_by") == above)["strategy"].to_list() for above in dict.fromkeys(below["dominated_by"])}
    told = [f"{words.listed(names)} by {above}" for above, names in by.items()]
    return [f"Dominated, that is beaten by another that does at least as well against all others: {'; '.join(told)}."]
