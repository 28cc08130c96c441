"""What a change does: versions of a game on the same deals, measure by measure and card by card.

Both versions of a table meet the same luck, so every difference is taken inside a deal and its error comes from the spread of these
differences. The differences of a family, declared before the run, have intervals widened (Šidák) to hold together.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
import polars as pl
from numpy.typing import NDArray

from simkit.analysis import families, seat_gap, seats
from simkit.analysis.blocks import GROUPS, MAX_DELETE_ONE, Cells, cell_sums, mean_of
from simkit.analysis.estimate import estimate
from simkit.analysis.goals import parse
from simkit.analysis.multiplicity import allowed
from simkit.analysis.study import SHARE_UNITS, Arm, Study
from simkit.analysis.verdict import FAULTY, FEWEST_BLOCKS, UNDECIDED

IDENTICAL = "identical"  # on every deal
SAME = "within margin"
HIGHER, LOWER = "higher", "lower"
OPEN = " (size open)"
HARDLY_SEEN, HARDLY_TAKEN = "hardly seen", "hardly taken"
TOO_FEW = "too few deals"
RARE = 0.1  # of games: below, a card is hardly seen or taken; above, there are too few deals
SEEN_GAMES = 30  # games in which a card must have been offered, or times taken, before anything is said of it
PLAYERS = "The same scripts played both versions; nobody relearned: what people would do once they know the change is not in these numbers."
SEAT_GAP = "seat_gap"
SHARE = "share"  # unit of a fraction of games
MEASURES: dict[str, Any] = {
    "title": pl.String, "table": pl.String, "players": pl.Int64, "version": pl.String,
    "measure": pl.String, "text": pl.String, "unit": pl.String, "main": pl.Boolean,
    "before": pl.Float64, "after": pl.Float64, "after_low": pl.Float64, "after_high": pl.Float64,
    "difference": pl.Float64, "low": pl.Float64, "high": pl.Float64, "margin": pl.Float64, "verdict": pl.String,
}  # fmt: skip
NO_MOVED: dict[str, Any] = {
    "title": pl.String, "table": pl.String, "players": pl.Int64, "version": pl.String, "card": pl.String, "changed": pl.Boolean,
    "seen_before": pl.Float64, "seen_after": pl.Float64, "taken_before": pl.Float64, "taken_after": pl.Float64,
    "used_before": pl.Float64, "used_after": pl.Float64, "points_before": pl.Float64, "points_after": pl.Float64,
    "difference": pl.Float64, "low": pl.Float64, "high": pl.Float64, "p": pl.Float64, "verdict": pl.String,
}  # fmt: skip
CARDS = NO_MOVED | {"moved": pl.Boolean}
NOT_KNOWN = (HARDLY_SEEN, HARDLY_TAKEN, TOO_FEW)
GOALS: dict[str, Any] = {
    "title": pl.String, "table": pl.String, "version": pl.String, "goal": pl.String, "unit": pl.String,
    "value": pl.Float64, "low": pl.Float64, "high": pl.Float64, "verdict": pl.String,
}  # fmt: skip


def analyse(study: Study) -> dict[str, pl.DataFrame]:
    """Return the tables of a study of kind `variant`: changes, measures, cards, seat_gaps, goals."""
    found = Comparison(study)
    schema = dict.fromkeys(("version", "sheet", "key", "text"), pl.String)
    return {
        "changes": pl.DataFrame(found.changes, schema),
        "measures": found.measures,
        "cards": found.cards,
        "seat_gaps": found.gaps,
        "goals": found.goals,
    }


@dataclass(frozen=True)
class Measure:
    """Something whose mean over rows is compared.

    Parameters
    ----------
    value : polars expression
        Whole numbers over the rows.
    scale : float
        What the mean is divided by to be in `unit`.
    where : polars expression or None
        Rows to keep.
    is_main : bool
        What a game is about; the others are told only where they changed.
    """

    name: str
    text: str
    unit: str
    value: pl.Expr
    scale: float = 1.0
    where: pl.Expr | None = None
    is_main: bool = False


@dataclass(frozen=True)
class Pair:
    """One table in two versions: the arm before and the arm after the change."""

    before: Arm
    after: Arm
    version: str
    is_only: bool  # the study has no third version

    @property
    def table(self) -> str:
        """What is played at the table, without the version."""
        return self.after.label.removesuffix(f", {self.version}")

    @property
    def title(self) -> str:
        """The table, with the version where there are several to tell apart."""
        return self.table if self.is_only else f"{self.table}, {self.version}"


@dataclass(frozen=True)
class Comparison:
    """A study of kind `variant`, analysed when it is asked."""

    study: Study

    @cached_property
    def versions(self) -> list[dict[str, Any]]:
        """The versions as the manifest tells them: name, rules, components."""
        return list(self.study.manifest["variants"])

    @cached_property
    def changes(self) -> list[dict[str, Any]]:
        """What was changed, in words: version, sheet, key, text."""
        return list(self.study.manifest.get("changes", []))

    @cached_property
    def pairs(self) -> tuple[Pair, ...]:
        """Every table with every version after the first, each against the first."""
        found, size = [], len(self.versions)
        for start in range(0, len(self.study.arms), size):
            base, *others = self.study.arms[start : start + size]
            found += [Pair(base, arm, str(self.versions[arm.version]["name"]), size == 2) for arm in others]
        return tuple(found)

    @cached_property
    def faults(self) -> int:
        """Number of faulty games."""
        return seats.faults(self.study)

    @cached_property
    def measures(self) -> pl.DataFrame:
        """Return every measure of every pair: before, after with its 95 % interval, the paired difference with a joint one, the verdict."""
        rows = [row for pair, held in zip(self.pairs, self.comparisons, strict=True) for row in self._measured(pair, held)]
        return pl.DataFrame(rows, MEASURES, orient="row")

    @cached_property
    def comparisons(self) -> list[int]:
        """How many differences hold together with those of each pair."""
        own = [len(measures(self.study, pair.after)) + (pair.after.players > 1) for pair in self.pairs]  # and the gap between seats
        members = [({"table": at, "versions": pair.table}, own[at]) for at, pair in enumerate(self.pairs)]
        return families.sizes(self.study, members)

    @cached_property
    def gaps(self) -> pl.DataFrame:
        """Return the largest difference between two seats' win shares by arm: its interval holds for all pairs of seats at once."""
        rows = []
        for arm in self.study.arms:
            if arm.players > 1:
                found = seat_gap.gap(self._shares.sums.of(self._shares.where("arm", arm.index)), SHARE_UNITS * arm.rotations)
                limits = (0.0, 1.0) if found.low is None else (found.low, found.high)
                rows.append((arm.index, found.value, *limits))
        return pl.DataFrame(rows, {"arm": pl.Int64, "gap": pl.Float64, "low": pl.Float64, "high": pl.Float64}, orient="row")

    @cached_property
    def _shares(self) -> Cells:
        return cell_sums(self.study, "share", ("arm", "seat"))

    @cached_property
    def goals(self) -> pl.DataFrame:
        """Judge the goals of the study by each table of each version after the first."""
        rows = []
        for text in self.study.asked.get("goals", []):
            for pair in self.pairs:
                names, called = vocabulary(pair.after.players, measures(self.study, pair.after))
                goal = parse(text, called=called)
                if goal.name not in names:
                    continue  # a measure of another table; `check_goals` refuses what no table has
                unit = SHARE if names[goal.name] else ""
                value, low, high = self._value(pair, goal.name)
                found = FAULTY if self.faults else goal.judge(low, high, len(self.study.blocks))
                rows.append((pair.title, pair.table, pair.version, text, unit, value, low, high, found))
        return pl.DataFrame(rows, GOALS, orient="row")

    @cached_property
    def cards(self) -> pl.DataFrame:
        """Return by pair and card how often it was seen, taken and used before and after; none if the study kept no cards.

        seen: share of games in which it lay before somebody; taken, used, points: mean a game over all seats; difference of taken
        with its 95 % interval, and p, the two-sided p value of no difference; moved: of a card that nobody changed, whether its taking
        did move, at a false-discovery rate of 5 % in its family (Benjamini-Hochberg).
        """
        if not list(self.study.folder.glob("cards/cards-*.parquet")):
            return pl.DataFrame(schema=CARDS)
        changed = {(str(c["version"]), str(c["key"])) for c in self.changes if c["card"]}
        ids = [list(version["components"].get("cards", [])) for version in self.versions]
        table = _CardSums(self.study, ids, {key for _, key in changed})
        rows = [row for pair in self.pairs for row in table.compared(pair, changed)]
        return self._moved(pl.DataFrame(rows, NO_MOVED, orient="row"))

    def _moved(self, cards: pl.DataFrame) -> pl.DataFrame:
        """Say which of the cards that nobody changed are taken more or less often, by false discoveries inside a family."""
        table = {(pair.title, pair.version): at for at, pair in enumerate(self.pairs)}
        rest = cards.with_row_index("at").filter(~pl.col("changed"))
        # one that is hardly seen is a test all the same
        p = [None if row["verdict"] in NOT_KNOWN else row["p"] for row in rest.iter_rows(named=True)]
        members = [{"table": table[r["title"], r["version"]], "versions": r["table"]} for r in rest.iter_rows(named=True)]
        q = dict(zip(rest["at"], families.adjusted(self.study, p, members), strict=True))
        found = [(each := q.get(at)) is not None and each <= allowed() for at in range(cards.height)]
        return cards.with_columns(moved=pl.Series(found, dtype=pl.Boolean)).select(*CARDS)

    def _value(self, pair: Pair, name: str) -> tuple[float, float | None, float | None]:
        """Return a measure of the later version with its interval."""
        key = (pl.col("table") == pair.table) & (pl.col("version") == pair.version) & (pl.col("measure") == name)
        row = self.measures.row(by_predicate=key, named=True)
        return row["after"], row["after_low"], row["after_high"]

    def _measured(self, pair: Pair, held: int) -> Iterator[tuple[Any, ...]]:
        wanted = measures(self.study, pair.after)
        blocks = len(self.study.blocks)
        arms = pl.col("arm").is_in([pair.before.index, pair.after.index])
        for m in wanted:
            where = arms if m.where is None else arms & m.where
            found = estimate(self.study, m.value, ("arm",), {"arm": pair.before.index}, where, held)
            old = found.row(by_predicate=pl.col("arm") == pair.before.index, named=True)
            new = found.row(by_predicate=pl.col("arm") == pair.after.index, named=True)
            limits = (new[name] for name in ("low", "high", "difference", "difference_low", "difference_high"))
            before, after, after_low, after_high, apart, low, high = (
                None if value is None else value / m.scale for value in (old["mean"], new["mean"], *limits)
            )
            assert before is not None
            assert apart is not None
            margin = self._margin(m, pair.after, before)
            found_here = FAULTY if self.faults else change_verdict(apart, low, high, margin, blocks)
            yield (
                *(pair.title, pair.table, pair.after.players, pair.version, m.name, m.text, m.unit, m.is_main),
                *(before, after, after_low, after_high, apart, low, high, margin, found_here),
            )

        if pair.after.players > 1:
            yield self._gap_changed(pair, held)

    def _gap_changed(self, pair: Pair, held: int) -> tuple[Any, ...]:
        """Return the row of the gap between seats."""
        arms = (pair.before, pair.after)
        cells = [cell for arm in arms for cell in self._shares.where("arm", arm.index)]
        found = seat_gap.change(self._shares.sums.of(cells), SHARE_UNITS * pair.after.rotations, held)
        before, after = (self.gaps.row(by_predicate=pl.col("arm") == arm.index) for arm in arms)
        margin = seats.margin(self.study) / pair.after.players
        verdict = FAULTY if self.faults else change_verdict(*found, margin, len(self.study.blocks))
        place = (pair.title, pair.table, pair.after.players, pair.version, SEAT_GAP, "gap between two seats", SHARE, True)
        return (*place, before[1], *after[1:], *found, margin, verdict)

    def _margin(self, measure: Measure, arm: Arm, before: float) -> float:
        """Return the smallest difference that matters: the study's margin of a fair share, of success, or of the value before."""
        share = seats.margin(self.study)
        if measure.unit == SHARE:
            return share / arm.players
        return share * abs(before)


def measures(study: Study, arm: Arm) -> tuple[Measure, ...]:
    """Return what is measured at a table, the main things first."""
    game = ["arm", "block", "rotation"]
    share = pl.col("share")
    first = pl.col("total").max().over(game)
    found = [
        Measure("turns", "turns a player", "turns", pl.col("turns"), is_main=True),
        Measure("points", "points a player", "points", pl.col("total"), is_main=True),
    ]
    if arm.players == 1:
        found.insert(0, Measure("success", "games won", SHARE, share, SHARE_UNITS, is_main=True))
    else:
        second = pl.col("total").top_k(2).min().over(game)
        found += [
            Measure("winning_points", "points of the first", "points", first, is_main=True),
            Measure("lead", "lead of the first over the second", "points", first - second, is_main=True),
            *(
                Measure(f"seat_{seat + 1}", f"wins of seat {seat + 1}", SHARE, share, SHARE_UNITS, pl.col("seat") == seat, is_main=True)
                for seat in range(arm.players)
            ),
        ]
        if arm.is_mixed:
            found += [
                Measure(study.strategies[s], f"wins a chair of {study.strategies[s]}", SHARE, share, SHARE_UNITS, pl.col("strategy") == s)
                for s in dict.fromkeys(arm.lineup)
            ]
        found.append(Measure("shared_wins", "games with a shared win", SHARE, pl.col("shared_win").any().over(game).cast(pl.Int64)))
    found += [
        Measure("decisions", "decisions a player", "decisions", pl.col("decisions")),
        Measure("cut_off", "games cut off", SHARE, pl.col("cut_off").cast(pl.Int64)),
    ]
    columns = [*study.manifest["lines"], *study.manifest.get("facts", [])]
    found += [Measure(c["name"], c["text"], c["unit"], pl.col(c["name"])) for c in columns if c["unit"] != "set"]
    return tuple(found)


def check_goals(found: list[tuple[int, tuple[Measure, ...]]], goals: list[str]) -> None:
    """Refuse a goal that cannot be read or whose measure no table has.

    Parameters
    ----------
    found : list of (int, tuple of Measure)
        Players and measures of each arm.
    """
    known: dict[str, bool] = {}
    called: dict[str, str] = {}
    for players, own in found:
        names, words = vocabulary(players, own)
        known |= names
        called |= words
    for text in goals:
        parse(text, known, called)


def vocabulary(players: int, found: tuple[Measure, ...]) -> tuple[dict[str, bool], dict[str, str]]:
    """Return the names that goals of a table may use, with whether they are shares, and what each is called."""
    names = {m.name: m.unit == SHARE for m in found} | ({SEAT_GAP: True} if players > 1 else {})
    return names, {m.text: m.name for m in found}


def change_verdict(apart: float, low: float | None, high: float | None, margin: float, blocks: int) -> str:
    """Judge a paired difference by its interval and the margin."""
    if low is None or high is None:
        return UNDECIDED
    if apart == low == high == 0:
        return IDENTICAL
    if blocks < FEWEST_BLOCKS:
        return UNDECIDED
    if -margin < low and high < margin:
        return SAME
    if low > 0:
        return HIGHER + ("" if low >= margin else OPEN)
    if high < 0:
        return LOWER + ("" if high <= -margin else OPEN)
    return UNDECIDED


class _CardSums:
    """Sums of the long card table by group of blocks, arm and card id."""

    def __init__(self, study: Study, ids: list[list[str]], changed: set[str]) -> None:
        self.study = study
        self.ids = sorted({name for version in ids for name in version if name} | changed)
        self.present = [set(version) for version in ids]
        place = {name: at for at, name in enumerate(self.ids)}
        many = len(study.blocks) > MAX_DELETE_ONE
        units = np.arange(GROUPS) if many else study.blocks
        # games seen, taken, used, points
        self.sums: NDArray[np.int64] = np.zeros((len(units), len(study.arms), len(self.ids), 4), np.int64)
        self.games = np.bincount(study.blocks % GROUPS, minlength=GROUPS) if many else np.ones(len(units), np.int64)
        numbered = pl.DataFrame(
            [(v, number, place[name]) for v, version in enumerate(ids) for number, name in enumerate(version) if name],
            {"version": pl.Int64, "card": pl.Int64, "at": pl.Int64},
            orient="row",
        )
        versions = pl.DataFrame([(arm.index, arm.version) for arm in study.arms], {"arm": pl.Int64, "version": pl.Int64}, orient="row")
        for file in sorted(study.folder.glob("cards/cards-*.parquet")):
            wide = pl.scan_parquet(file).with_columns(pl.all().cast(pl.Int64)).filter(pl.col("block").is_in(study.blocks.tolist()))
            named = wide.join(versions.lazy(), on="arm").join(numbered.lazy(), on=["version", "card"])
            games = named.group_by("block", "arm", "rotation", "at").agg(
                (pl.col("offered").sum() > 0).cast(pl.Int64).alias("seen"), pl.col("taken", "used", "points").sum()
            )
            unit = pl.col("block") % GROUPS if many else pl.col("block")
            found = games.group_by(unit.alias("unit"), "arm", "at").agg(pl.col("seen", "taken", "used", "points").sum()).collect()
            at = np.searchsorted(units, found["unit"].to_numpy()), found["arm"].to_numpy(), found["at"].to_numpy()
            np.add.at(self.sums, at, found.select("seen", "taken", "used", "points").to_numpy())

    def compared(self, pair: Pair, changed: set[tuple[str, str]]) -> Iterator[tuple[Any, ...]]:
        """Yield a row a card that was changed, or seen in one of the versions."""
        old, new = self.sums[:, pair.before.index], self.sums[:, pair.after.index]
        games = float(self.games.sum() * pair.after.rotations)
        groups = len(self.games)
        for at, name in enumerate(self.ids):
            is_changed = (pair.version, name) in changed
            before, after = old[:, at].sum(axis=0) / games, new[:, at].sum(axis=0) / games
            if not is_changed and not before.any() and not after.any():
                continue
            apart, low, high, p = float(after[1] - before[1]), None, None, None
            if found := mean_of(new[:, at, 1] - old[:, at, 1], self.games * pair.after.rotations):
                _, error, low, high = found
                p = _two_sided(apart, error, groups - 1)
            sides = [side for arm, side in ((pair.before, old), (pair.after, new)) if name in self.present[arm.version]]
            seen = min((int(side[:, at, 0].sum()) for side in sides), default=0)
            taken = max(int(side[:, at, 1].sum()) for side in (old, new))
            verdict = _rare(seen, taken, games) or _taken(apart, low, high)
            both = [value for b, a in zip(before, after, strict=True) for value in (float(b), float(a))]
            yield (pair.title, pair.table, pair.after.players, pair.version, name, is_changed, *both, apart, low, high, p, verdict)


def _rare(seen: int, taken: int, games: float) -> str:
    """Say why nothing can be said of a card; empty if it was offered and taken often enough."""
    for times, rare in ((seen, HARDLY_SEEN), (taken, HARDLY_TAKEN)):
        if times < SEEN_GAMES:
            return rare if times < RARE * games else TOO_FEW
    return ""


def _two_sided(apart: float, error: float, dof: int) -> float:
    from scipy import special

    if error == 0:
        return 1.0 if apart == 0 else 0.0
    return float(2 * special.stdtr(dof, -abs(apart / error)))


def _taken(apart: float, low: float | None, high: float | None) -> str:
    if low is None or high is None:
        return UNDECIDED
    if apart == low == high == 0:
        return IDENTICAL
    if low > 0:
        return "taken more"
    return "taken less" if high < 0 else "no difference seen"
