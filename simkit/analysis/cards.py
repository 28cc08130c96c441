"""Which cards are too strong or too weak: three experiments kept apart, what use is made of each card, and what would make one fine.

* *given*: the seat that starts with the card, less the mean of the same for the other cards of its family. Every free card helps, so
  nothing is the wrong reference; what a grant costs is the same for all of a family and cancels.
* *one*: one seat plays with the card a step up. Points gained, divided by the times it held the card: the mean of the times with and
  without the step, which for a player who adapts well is what a step is worth on the way.
* *all*: everybody does. Win shares cannot move at a table of equals; length, ties, points and the first seat's edge can.

Points are points ahead: those of the seat, less the mean of the others'. A card that ends the game sooner takes points from everybody;
by its own points alone a seat that wins more by it would look as if the card did harm.

All are sums over deals divided by sums over deals, so errors are those of a jackknife over deals. What a card takes part in without an
experiment (`use`: win share of who took it, less that of who did not) is an association.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import Any

import numpy as np
import polars as pl
from numpy.typing import NDArray

from simkit.analysis import families, seats
from simkit.analysis import ladder as skill
from simkit.analysis.blocks import GROUPS, MAX_DELETE_ONE
from simkit.analysis.card_flags import HARDLY_SEEN, NOT_JUDGED, OVER, UNDER, agreed, flag_of, proposed
from simkit.analysis.card_sums import CardArm, CardSums, Floats
from simkit.analysis.intervals import never_seen
from simkit.analysis.multiplicity import allowed, shrink
from simkit.analysis.ratios import Estimate, beyond, jackknifed, ratios
from simkit.analysis.study import REPLAY, SHARE_UNITS, Study, load
from simkit.analysis.verdict import FAULTY, FEWEST_BLOCKS, UNDECIDED
from simkit.analysis.wins import is_random

Fact = dict[str, Any]
GIVEN, ONE, ALL, FIX, BASE, LADDER = "given", "one", "all", "fix", "base", "ladder"
FEW = "held under 30 times"
SEEN = 30  # seats that must have had to do with a card before anything is said of it
RUNG = 1.2  # of a fair share: what a skill level wins for certain among players of the one below, or it has no say (60 % of two)
RARE = 0.01  # of all seats: below, fewer than SEEN is for the rarity of the card; above, for the number of deals
MEASURES = {
    "turns": ("length", "turns a seat"), "points": ("points", "points a seat"), "ties": ("shared wins", "share of games"),
    "first": ("first seat's share of wins", "share of games"), "lead": ("lead of the first over the second", "points"),
}  # fmt: skip
WORTH: dict[str, Any] = {
    "level": pl.String, "card": pl.String, "name": pl.String, "sheet": pl.String, "family": pl.String, "question": pl.String,
    "step": pl.Int64, "value": pl.Int64, "times": pl.Float64, "worth": pl.Float64, "error": pl.Float64, "low": pl.Float64,
    "high": pl.Float64, "family_mean": pl.Float64, "own": pl.Float64, "share": pl.Float64, "share_low": pl.Float64,
    "share_high": pl.Float64, "a_game": pl.Float64, "p": pl.Float64, "q": pl.Float64, "shrunken": pl.Float64, "flag": pl.String,
}  # fmt: skip
USE: dict[str, Any] = {
    "level": pl.String, "card": pl.String, "name": pl.String, "sheet": pl.String, "family": pl.String, "seats": pl.Int64,
    "offered": pl.Float64, "taken": pl.Float64, "when": pl.Float64, "used": pl.Float64, "held": pl.Float64, "points": pl.Float64,
    "association": pl.Float64, "association_low": pl.Float64, "association_high": pl.Float64, "deal": pl.Int64,
}  # fmt: skip
MOVED: dict[str, Any] = {
    "level": pl.String, "card": pl.String, "name": pl.String, "step": pl.Int64, "measure": pl.String, "text": pl.String,
    "unit": pl.String, "before": pl.Float64, "difference": pl.Float64, "low": pl.Float64, "high": pl.Float64, "p": pl.Float64,
    "q": pl.Float64, "moved": pl.Boolean,
}  # fmt: skip
JUDGED: dict[str, Any] = {
    "card": pl.String, "name": pl.String, "sheet": pl.String, "family": pl.String, "provenance": pl.String, "flag": pl.String,
    "flagged": pl.String, "worth": pl.Float64, "low": pl.Float64, "high": pl.Float64, "shrunken": pl.Float64, "column": pl.String,
    "value": pl.Int64, "proposed": pl.Int64, "again": pl.Float64, "again_low": pl.Float64, "again_high": pl.Float64,
    "fixed": pl.Float64, "fixed_low": pl.Float64, "fixed_high": pl.Float64, "said": pl.String,
}  # fmt: skip
LADDER_ROWS: dict[str, Any] = {
    "level": pl.String, "below": pl.String, "share": pl.Float64, "low": pl.Float64, "high": pl.Float64, "verdict": pl.String,
    "counts": pl.Boolean,
}  # fmt: skip
PRICES = {"level": pl.String} | dict.fromkeys(("price", "low", "high"), pl.Float64)
DEAD: dict[str, Any] = {"card": pl.String, "name": pl.String, "sheet": pl.String, "what": pl.String, "seats": pl.Int64, "bound": pl.Float64}


def analyse(study: Study) -> dict[str, pl.DataFrame]:
    """Return the tables of a study of kind `cards`: cards, worth, use, everybody, prices, ladder, dead."""
    found = Power(study)
    return {
        "cards": found.judged,
        "worth": found.worth,
        "use": found.use,
        "everybody": found.everybody,
        "prices": found.prices,
        "ladder": found.ladder,
        "dead": found.dead,
    }


@dataclass(frozen=True)
class Flagged:
    """What is to be looked at again: all cards of the families with a flagged one, and new values of those by id."""

    family: tuple[str, ...]
    fixes: dict[str, int]


def flagged_cards(study: Study) -> Flagged | None:
    """Return what a study of cards flags; None if nothing."""
    judged = Power(study).judged
    flagged = judged.filter(pl.col("flagged").is_in([OVER, UNDER]))
    if not flagged.height:
        return None
    family = judged.join(flagged.select("sheet", "family").unique(), on=["sheet", "family"], how="semi", maintain_order="left")
    fixes = flagged.filter(pl.col("proposed").is_not_null())
    return Flagged(tuple(dict.fromkeys(family["card"])), dict(fixes.select("card", "proposed").iter_rows()))


def against_others(values: Floats, places: Sequence[int]) -> Floats:
    """Return some columns less the mean of the others of them: what a card is above its family."""
    own = values[..., list(places)]
    known = np.isfinite(own)
    count = known.sum(axis=-1, keepdims=True)
    filled = np.where(known, own, 0.0)
    with np.errstate(divide="ignore", invalid="ignore"):
        others = (filled.sum(axis=-1, keepdims=True) - filled) / np.where(count > 1, count - 1, np.nan)
    return np.where(known, own - others, np.nan)


@dataclass(frozen=True)
class Power:
    """A study of kind `cards`, analysed when it is asked."""

    study: Study

    @cached_property
    def sums(self) -> CardSums:
        """What is added up over deals."""
        return CardSums(self.study, GROUPS if len(self.study.blocks) > MAX_DELETE_ONE else 0)

    @cached_property
    def cards(self) -> list[dict[str, Any]]:
        """The cards studied, as the manifest tells them."""
        return list(self.study.manifest["studied"])

    @cached_property
    def margin(self) -> float:
        """Smallest difference that matters, in points per time held."""
        return float(self.study.spec.get("points_margin", 1.0))

    @cached_property
    def faults(self) -> int:
        """Number of faulty games."""
        return seats.faults(self.study)

    def kind(self, card: int) -> dict[str, Any]:
        """Return what the manifest tells of a card's kind."""
        return dict(self.study.manifest["card_kinds"][self.cards[card]["kind"]])

    @cached_property
    def families(self) -> list[list[int]]:
        """Cards that are compared with each other, by place."""
        found: dict[tuple[int, str], list[int]] = {}
        for place, card in enumerate(self.cards):
            found.setdefault((card["kind"], card["family"]), []).append(place)
        return list(found.values())

    @cached_property
    def worth(self) -> pl.DataFrame:
        """Return a row a level, card and experiment: worth in points per time held, with everything that goes with it."""
        rows: list[Fact] = []
        for level in self.sums.levels:
            rows += [*self._given(level), *self._one(level)]
        judged = [row for row in rows if row["question"] == GIVEN]
        members = [{"level": row["level"], "kind": (row["level"], row["sheet"])} for row in judged]
        for row, q in zip(judged, families.adjusted(self.study, [row["p"] for row in judged], members), strict=True):
            row["q"] = q
            row["flag"] = self._flag(row)
        return pl.DataFrame([[row[name] for name in WORTH] for row in rows], WORTH, orient="row").sort("question", maintain_order=True)

    @cached_property
    def prices(self) -> pl.DataFrame:
        """Return by level what share of the wins a point is worth, from all that changed one seat's cards."""
        rows = []
        for level in self.sums.levels:
            arms = self.sums.arms(level, ONE)
            if not arms:
                continue
            points = sum(np.sign(arm.step) * self.sums.points(arm) for arm in arms)
            share = sum(np.sign(arm.step) * self.sums.share(arm) for arm in arms)
            found = jackknifed(*ratios(np.asarray(share)[:, None], np.asarray(points)[:, None]))[0]
            rows.append((level, found.value, found.low, found.high))
        return pl.DataFrame(rows, PRICES, orient="row")

    @cached_property
    def ladder(self) -> pl.DataFrame:
        """Return by level what one of its players wins among those of the level below, and whether it has a say.

        As on every ladder, a level has a say if the interval lies above the step, 1.2 times a fair share. The lowest has one unless it
        plays blindly; where none has, the strongest is heard alone.
        """
        duels = [self.study.arms[arm.index] for level in self.sums.levels[1:] for arm in self.sums.arms(level, LADDER)]
        step = RUNG / self.study.arms[0].players
        names = self.sums.levels
        rows: list[tuple[Any, ...]] = [(names[0], None, None, None, None, None, not is_random(names[0]))]
        won = skill.won(self.study, duels, step).select("share", "low", "high", "verdict")
        for (below, level), found in zip(pairwise(names), won.iter_rows(), strict=True):
            rows.append((level, below, *found, found[-1] == skill.COUNTS))
        table = pl.DataFrame(rows, LADDER_ROWS, orient="row")
        return table if table["counts"].any() else table.with_columns(counts=pl.col("level") == names[-1])

    @cached_property
    def counting(self) -> list[str]:
        """The levels that have a say, weakest first."""
        return self.ladder.filter(pl.col("counts"))["level"].to_list()

    @cached_property
    def use(self) -> pl.DataFrame:
        """Return a row a level and card: offered, taken, when, used, held, points brought; and the association with winning."""
        rows = [row for level in self.sums.levels for row in self._used(level)]
        return pl.DataFrame(rows, USE, orient="row")

    @cached_property
    def everybody(self) -> pl.DataFrame:
        """Return what moves in the game when everybody has a card changed: a row a level, card and measure."""
        rows = [row for level in self.sums.levels for row in self._moved(level)]
        sheets = {(card["id"], card["name"]): self.kind(place)["sheet"] for place, card in enumerate(self.cards)}
        members = [{"level": row[0], "kind": (row[0], sheets[row[1], row[2]])} for row in rows]
        adjusted = families.adjusted(self.study, [row[-1] for row in rows], members)
        full = [(*row, q, q is not None and q <= allowed() and not self.faults) for row, q in zip(rows, adjusted, strict=True)]
        return pl.DataFrame(full, MOVED, orient="row")

    @cached_property
    def dead(self) -> pl.DataFrame:
        """Return the cards that nobody took or that brought nothing at any level, with what may have stayed unseen (one-sided, 95 %)."""
        rows = []
        for place, card in enumerate(self.cards):
            kind = self.kind(place)
            own = self.use.filter((pl.col("card") == card["id"]) & (pl.col("sheet") == kind["sheet"]))
            if what := _dead(kind, own):
                number = int(own["seats"].sum())
                rows.append((card["id"], card["name"], kind["sheet"], what, number, never_seen(number)))
        return pl.DataFrame(rows, DEAD, orient="row")

    @cached_property
    def again(self) -> pl.DataFrame | None:
        """What was played again on fresh deals: worth of flagged cards and of proposed values; None if nothing was."""
        folder = self.study.folder / REPLAY
        return Power(load(folder)).worth if (folder / "manifest.json").is_file() and list(folder.glob("parts/part-*.parquet")) else None

    @cached_property
    def judged(self) -> pl.DataFrame:
        """Return a row a card: its flag over all levels, its worth if given at the strongest level, and what would make it fine."""
        strongest = self.counting[-1]
        rows = []
        for place, card in enumerate(self.cards):
            kind = self.kind(place)
            mine = (pl.col("card") == card["id"]) & (pl.col("sheet") == kind["sheet"])
            given = self.worth.filter(mine & (pl.col("question") == GIVEN) & pl.col("level").is_in(self.counting))
            flag = agreed(given["flag"].to_list()) if given.height else NOT_JUDGED
            if not given.height and self._is_rare(place):
                flag = HARDLY_SEEN
            best = given.filter(pl.col("level") == strongest)
            row = best.row(0, named=True) if best.height else dict.fromkeys(WORTH)
            new = self._proposal(card, row, flag)
            again, fixed = self._again(card, kind, strongest)
            final = UNDECIDED if flag in (OVER, UNDER) and again and not _holds(flag, again) else flag
            rows.append(
                (
                    *(card["id"], card["name"], kind["sheet"], card["family"], card["provenance"], final, flag),
                    *(row[name] for name in ("worth", "low", "high", "shrunken")),
                    *(card["column"], card["value"], new),
                    *(again[name] if again else None for name in ("worth", "low", "high")),
                    *(fixed[name] if fixed else None for name in ("worth", "low", "high")),
                    card["words"],
                )
            )
        return pl.DataFrame(rows, JUDGED, orient="row")

    def _again(self, card: dict[str, Any], kind: dict[str, Any], level: str) -> tuple[dict[str, Any] | None, dict[str, Any] | None]:
        if self.again is None:
            return None, None
        mine = self.again.filter((pl.col("card") == card["id"]) & (pl.col("sheet") == kind["sheet"]) & (pl.col("level") == level))
        pair = (mine.filter(pl.col("question") == question) for question in (GIVEN, FIX))
        given, fixed = (rows.row(0, named=True) if rows.height else None for rows in pair)
        return given, fixed

    def _proposal(self, card: dict[str, Any], row: dict[str, Any], flag: str) -> int | None:
        """Return the whole number at which a flagged card's excess would be gone."""
        if flag not in (OVER, UNDER) or card["value"] is None or row["shrunken"] is None:
            return None
        new = proposed(int(card["value"]), float(row["shrunken"]), self.slopes.get(card["kind"], 1.0))
        new = None if new is None else min(max(new, card["low"]), card["high"])
        return None if new == card["value"] else new

    @cached_property
    def slopes(self) -> dict[int, float]:
        """Return by kind of card what a step is worth per time held, over all its cards at the strongest level: one card's is too vague."""
        found: dict[int, list[Floats]] = {}
        for arm in self.sums.arms(self.counting[-1], ONE):
            points, times = found.setdefault(self.cards[arm.card]["kind"], [np.zeros(1), np.zeros(1)])
            points += np.sign(arm.step) * self.sums.points(arm).sum()
            times += abs(arm.step) * self.sums.times(arm).sum()
        return {kind: float(points[0] / times[0]) for kind, (points, times) in found.items() if times[0] >= SEEN and points[0] > 0}

    def _is_rare(self, place: int) -> bool:
        """Whether hardly a seat had to do with a card, because that is rare."""
        if len(self.study.blocks) < FEWEST_BLOCKS or not self.kind(place)["held"]:
            return False
        return all(self.sums.seen(level, place) < min(SEEN, RARE * self._seats) for level in self.sums.levels)

    @property
    def _seats(self) -> int:
        return len(self.study.blocks) * self.study.arms[0].players

    def _given(self, level: str) -> Iterator[Fact]:
        """Yield the rows of *given* and *fix* at a level."""
        arms = {arm.card: arm for arm in self.sums.arms(level, GIVEN)}
        fixes = {arm.card: arm for arm in self.sums.arms(level, FIX)}
        fixed: list[Fact] = []
        for family in self.families:
            places = [place for place in family if place in arms]
            own = [arms[place] for place in places]
            yield from self._compared(own)
            for at, place in enumerate(places):
                if place in fixes:  # in place of the card as it is, against the same others
                    fixed.append(self._compared([*own[:at], fixes[place], *own[at + 1 :]])[at])
        yield from fixed

    def _flag(self, row: Fact) -> str:
        """Judge a card that was given."""
        if self.faults:
            return FAULTY
        if self._is_rare(row["place"]):
            return HARDLY_SEEN
        return flag_of(row["estimate"], row["shrunken"], row["q"], self.margin, len(self.study.blocks))

    def _compared(self, arms: Sequence[CardArm]) -> list[Fact]:
        """Return the rows of the arms of one family, each card against the others."""
        if not arms:
            return []
        points, own, share, times = (np.stack([of(arm) for arm in arms], axis=1) for of in (*self._measured, self.sums.grants))
        every = range(len(arms))
        raw = ratios(points, times)
        worth = jackknifed(*(against_others(part, every) for part in raw))
        own_worth = against_others(ratios(own, times)[0], every)
        shares = jackknifed(*(against_others(part, every) for part in ratios(share, times)))
        _, _, shrunken = shrink([e.value for e in worth], [e.error for e in worth])
        mean = float(np.nanmean(raw[0])) if np.isfinite(raw[0]).any() else None
        found = []
        for at, arm in enumerate(arms):
            row = self._row(arm, worth[at], shares[at], float(times[:, at].sum()))
            row |= {"family_mean": mean, "p": beyond(worth[at], self.margin, len(points)), "shrunken": shrunken[at]}
            row["value"] = self.cards[arm.card]["value"] if arm.value is None else arm.value
            row["a_game"] = float(raw[0][at]) if np.isfinite(raw[0][at]) else None
            row["own"] = float(own_worth[at]) if np.isfinite(own_worth[at]) else None
            found.append(row)
        return found

    def _one(self, level: str) -> Iterator[Fact]:
        """Yield the rows of *one* at a level."""
        arms = self.sums.arms(level, ONE)
        if not arms:
            return
        points, own, share, times = (np.stack([of(arm) for arm in arms], axis=1) for of in (*self._measured, self.sums.times))
        games = np.repeat((self.sums.blocks * self.study.arms[0].players)[:, None], len(arms), axis=1)
        worth, shares = jackknifed(*ratios(points, times)), jackknifed(*ratios(share, times))
        own_worth, a_game = jackknifed(*ratios(own, times)), jackknifed(*ratios(points, games))
        for at, arm in enumerate(arms):
            row = self._row(arm, worth[at], shares[at], float(times[:, at].sum()))
            value = self.cards[arm.card]["value"]
            row |= {
                "step": arm.step,
                "own": own_worth[at].value,
                "a_game": a_game[at].value,
                "value": None if value is None else value + arm.step,
            }
            if self.faults or (row["times"] < SEEN and self.kind(arm.card)["held"]):
                row["flag"] = FAULTY if self.faults else HARDLY_SEEN if self._is_rare(arm.card) else FEW
            yield row

    @property
    def _measured(self) -> tuple[Callable[[CardArm], Floats], ...]:
        return self.sums.points, self.sums.own_points, self.sums.share

    def _row(self, arm: CardArm, worth: Estimate, share: Estimate, times: float) -> Fact:
        """Return what every experiment has."""
        card, limits = self.cards[arm.card], ("low", "high")
        return {
            **dict.fromkeys(WORTH),
            **{
                "level": arm.level,
                "card": card["id"],
                "name": card["name"],
                "sheet": self.kind(arm.card)["sheet"],
                "family": card["family"],
            },
            **{"question": arm.question, "times": times, "worth": worth.value, "error": worth.error, "share": share.value, "flag": ""},
            **{name: getattr(worth, name) for name in limits},
            **{f"share_{name}": getattr(share, name) for name in limits},
            **{"place": arm.card, "estimate": worth},
        }

    def _used(self, level: str) -> Iterator[tuple[Any, ...]]:
        found = self.sums.used(level)
        apart = jackknifed(*_association(found.association))
        many = found.association[[1, 3]].sum(axis=1).min(axis=0)  # of seats that held it, or of those that did not
        apart = [estimate if number >= SEEN else Estimate(None) for estimate, number in zip(apart, many, strict=True)]
        for place, card in enumerate(self.cards):
            kind = self.kind(place)
            seats_ = self._seats
            row = found.rows[place]
            held = row["held"]
            is_logged = kind["logged"]
            yield (
                *(level, card["id"], card["name"], kind["sheet"], card["family"], seats_),
                row["offered"] / seats_ if is_logged and row["offered"] else (0.0 if is_logged and kind["held"] != "set" else None),
                held / seats_ if kind["held"] else None,
                row["when"] / row["taken"] if row["taken"] else None,
                row["used"] / seats_ if is_logged else None,
                row["end"] / seats_ if kind["sets"] else None,
                row["points"] / held if is_logged and held else None,
                *(apart[place].value, apart[place].low, apart[place].high),
                row["deal"],
            )

    def _moved(self, level: str) -> Iterator[tuple[Any, ...]]:
        arms = self.sums.arms(level, ALL)
        if not arms:
            return
        blocks = self.sums.blocks
        base = self.sums.game(self.sums.base(level))
        for name, (text, unit) in MEASURES.items():
            scale = SHARE_UNITS if name == "first" else 1
            before = base[name].sum() / blocks.sum() / scale
            apart = np.stack([self.sums.game(arm)[name] - base[name] for arm in arms], axis=1) / scale
            games = np.repeat(blocks[:, None], len(arms), axis=1)
            for arm, found in zip(arms, jackknifed(*ratios(apart, games)), strict=True):
                card = self.cards[arm.card]
                p = beyond(found, 0.0, len(blocks))
                yield (
                    *(level, card["id"], card["name"], arm.step, name, text, unit, float(before)),
                    *(found.value, found.low, found.high, p),
                )


def _dead(kind: dict[str, Any], use: pl.DataFrame) -> str:
    """Say what never happened to a card; empty if it was held and brought something, or if nothing tells."""
    seen, held, used, points = (bool(use[name].fill_null(0).ne(0).any()) for name in ("offered", "taken", "used", "points"))
    if kind["logged"] and kind["held"] == "taken" and not seen and not held:
        return "never offered"
    if kind["held"] and not held:
        return f"never {kind['held_text']}"
    if kind["logged"] and kind["tells_use"] and kind["held"] == "taken" and not used and not points:
        return "never used, and never scored"
    return ""


def _holds(flag: str, again: Fact) -> bool:
    """Say whether a card that was flagged lies on the same side of its family on fresh deals, for certain."""
    low, high = again["low"], again["high"]
    return low is not None and (low > 0 if flag == OVER else high < 0)


def _association(sums: NDArray[np.float64]) -> tuple[Floats, Floats]:
    """Return win share of those who held a card less that of the others, and the same without each group.

    Parameters
    ----------
    sums : ndarray, shape (4, groups, cards)
        Win share and number of those who did, win share and number of those who did not.
    """
    with_, without = ratios(sums[0], sums[1]), ratios(sums[2], sums[3])
    return with_[0] - without[0], with_[1] - without[1]
