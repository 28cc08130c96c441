"""What studies of cards add up over deals: points and wins of the seat that differs, times a card was held, what use was made of it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
import polars as pl
from numpy.typing import NDArray

from simkit.analysis.study import SHARE_UNITS, SMALL, Study

Floats = NDArray[np.float64]
GAME = ("turns", "points", "ties", "first", "lead")
COUNTS = ("offered", "taken", "when", "used", "points")


@dataclass(frozen=True)
class CardArm:
    """An experiment: which arm, at which level, with which card (by place) changed how."""

    index: int
    level: str
    question: str
    card: int
    step: int
    value: int | None


@dataclass(frozen=True)
class Used:
    """What use was made of cards at a level.

    Attributes
    ----------
    rows : list of dict
        By card: seats it lay before (offered), seats that took it (taken), sum of the turns when, times used, points; times held and
        seats that had it at the end; the first deal in which it was held, None without one.
    association : ndarray, shape (4, groups, cards)
        Win share and number of seats that held the card, and of those that could have and did not.
    """

    rows: list[dict[str, Any]]
    association: Floats


class CardSums:
    """Sums by group of deals; each deal is a group of its own where `groups` is 0."""

    def __init__(self, study: Study, groups: int) -> None:
        self.study = study
        self.cards: list[dict[str, Any]] = list(study.manifest["studied"])
        self.kinds: list[dict[str, Any]] = list(study.manifest["card_kinds"])
        numbers = np.unique(study.blocks % groups) if groups else study.blocks
        self.group = pl.col("block") % groups if groups else pl.col("block")
        self.place = {int(number): at for at, number in enumerate(numbers)}
        counts = np.bincount(np.searchsorted(numbers, study.blocks % groups if groups else study.blocks), minlength=len(numbers))
        self.blocks: Floats = counts.astype(np.float64)
        told = [dict(entry.get("about") or {}) for entry in study.manifest["arms"]]
        self._arms = [
            CardArm(at, arm.table, str(about["question"]), int(about.get("card", -1)), int(about.get("step", 0)), about.get("value"))
            for at, (arm, about) in enumerate(zip(study.arms, told, strict=True))
        ]
        self.levels: list[str] = list(dict.fromkeys(arm.level for arm in self._arms))

    def arms(self, level: str, question: str) -> list[CardArm]:
        """Return the arms of a question at a level."""
        return [arm for arm in self._arms if arm.level == level and arm.question == question]

    def base(self, level: str) -> CardArm:
        """Return the table as it is."""
        return self.arms(level, "base")[0]

    def points(self, arm: CardArm) -> Floats:
        """Return by how many points the chair that differs is ahead of the mean of the others, by group: all seatings added up.

        At the table as it is every seat is the first chair of a seating, and who is ahead there adds up to nothing.
        """
        seats = self.study.arms[arm.index].players
        return (seats * self._own["total"][arm.index] - self._all["total"][arm.index]) / (seats - 1)

    def own_points(self, arm: CardArm) -> Floats:
        """Return the points of the chair that differs, less those it has at the table as it is, by group: all seatings added up."""
        return self._own["total"][arm.index] - self._all["total"][self.base(arm.level).index]

    def share(self, arm: CardArm) -> Floats:
        """Return the same of its wins."""
        return (self._own["share"][arm.index] - self._all["share"][self.base(arm.level).index]) / SHARE_UNITS

    def times(self, arm: CardArm) -> Floats:
        """Return the times the chair held the card, by group: the mean of those with and without the change.

        Where nothing counts them, a time is a game.
        """
        kind = self.kinds[self.cards[arm.card]["kind"]]
        if not kind["held"]:
            return self.blocks * self.study.arms[arm.index].players
        base = self.base(arm.level).index
        if kind["held"] == "set":
            return (self._own_sets[arm.index] + self._held_sets[base][:, arm.card]) / 2
        return (self._own_counts[kind["held"]][arm.index] + self._counts[base][kind["held"]][:, arm.card]) / 2

    def grants(self, arm: CardArm) -> Floats:
        """Return how often the card was given, by group: once in every game that it is in."""
        seatings = self.study.arms[arm.index].rotations
        if not self.kinds[self.cards[arm.card]["kind"]]["drawn"]:
            return self.blocks * seatings
        return self._present[self.base(arm.level).index][:, arm.card] * seatings

    def game(self, arm: CardArm) -> dict[str, Floats]:
        """Return sums over games by group: turns and points a seat, shared wins, win share of the first seat, lead."""
        return {name: self._games[name][arm.index] for name in GAME}

    def seen(self, level: str, card: int) -> float:
        """Return how many seats had to do with a card at the table as it is."""
        row = self.used(level).rows[card]
        return float(max(row["offered"], row["held"], row["end"]))

    def used(self, level: str) -> Used:
        """Return what use was made of every card at a level."""
        return self._used[level]

    @cached_property
    def _used(self) -> dict[str, Used]:
        return {level: self._use(self.base(level).index) for level in self.levels}

    # --- rows of the seats

    def _spread(self, table: pl.DataFrame, names: Sequence[str]) -> dict[str, dict[int, Floats]]:
        """Return columns of a table by name and arm as arrays over groups."""
        found: dict[str, dict[int, Floats]] = {name: {} for name in names}
        for (arm,), rows in table.group_by("arm", maintain_order=True):
            at = [self.place[group] for group in rows["group"].to_list()]
            for name in names:
                values = np.zeros(len(self.blocks))
                values[at] = rows[name].to_numpy()
                found[name][int(arm)] = values
        return found

    def _summed(self, rows: pl.LazyFrame, *values: pl.Expr) -> pl.LazyFrame:
        return rows.group_by("arm", self.group.alias("group")).agg(*values)

    def _reduced(self, query: Any) -> pl.DataFrame:
        """Apply a query to each part and add up what the parts say of the same arm and group."""
        return self.study.reduce(query).group_by("arm", "group").sum().sort("arm", "group")

    def _of(self, *questions: str) -> list[int]:
        return [arm.index for arm in self._arms if arm.question in questions]

    @cached_property
    def _own(self) -> dict[str, dict[int, Floats]]:
        """Points and share of the first chair: it sits at the seat whose number is that of the rotation."""
        arms = self._of("given", "one", "fix")
        own = (pl.col("seat") == pl.col("rotation")) & pl.col("arm").is_in(arms)
        return self._spread(self._reduced(lambda rows: self._summed(rows.filter(own), pl.col("total", "share").sum())), ("total", "share"))

    @cached_property
    def _all(self) -> dict[str, dict[int, Floats]]:
        """Points and share of all seats; at the tables as they are each is the first chair of a seating."""
        arms = pl.col("arm").is_in(self._of("base", "given", "one", "fix"))
        return self._spread(self._reduced(lambda rows: self._summed(rows.filter(arms), pl.col("total", "share").sum())), ("total", "share"))

    @cached_property
    def _games(self) -> dict[str, dict[int, Floats]]:
        first = pl.col("share").filter(pl.col("seat") == 0).sum()
        ahead = pl.col("total").top_k(2)
        chosen = pl.col("arm").is_in(self._of("base", "all"))
        table = self._reduced(
            lambda rows: self._summed(
                rows.filter(chosen)
                .group_by("arm", "block")
                .agg(
                    pl.col("turns").mean(),
                    pl.col("total").mean().alias("points"),
                    pl.col("shared_win").any().cast(pl.Float64).alias("ties"),
                    first.cast(pl.Float64).alias("first"),
                    (ahead.max() - ahead.min()).cast(pl.Float64).alias("lead"),
                ),
                pl.col(*GAME).sum(),
            )
        )
        return self._spread(table, GAME)

    # --- sets of cards at the end

    def _masks(self, card: int) -> dict[str, int]:
        """Return by fact the bits that stand for a card."""
        found: dict[str, int] = {}
        for fact, low in self.kinds[self.cards[card]["kind"]]["sets"]:
            for number in self.cards[card]["numbers"]:
                if 0 <= number - low < 64:
                    found[fact] = found.get(fact, 0) | 1 << (number - low)
        return found

    def _has(self, card: int) -> pl.Expr:
        """Return how many copies of a card a row has at the end."""
        parts = [(pl.col(fact) & pl.lit(mask, pl.UInt64)).bitwise_count_ones().cast(pl.Int64) for fact, mask in self._masks(card).items()]
        return pl.sum_horizontal(parts) if parts else pl.lit(0, pl.Int64)

    @cached_property
    def _with_sets(self) -> list[int]:
        """The cards that the sets of the rows tell of."""
        return [card for card in range(len(self.cards)) if self._masks(card)]

    @cached_property
    def _held_sets(self) -> dict[int, Floats]:
        """By table as it is: how many seats have each card at the end, shape (groups, cards)."""
        return {arm: np.stack(sums, axis=1) for arm, sums in self._sets_of_base(lambda card: self._has(card)).items()}

    def _sets_of_base(self, value: Any) -> dict[int, list[Floats]]:
        base = pl.col("arm").is_in(self._of("base"))
        cards = self._with_sets
        sums = [value(card).sum().alias(str(card)) for card in cards]
        zero = np.zeros(len(self.blocks))
        if not sums:
            return {arm: [zero] * len(self.cards) for arm in self._of("base")}
        table = self._spread(self._reduced(lambda rows: self._summed(rows.filter(base), *sums)), [str(card) for card in cards])
        return {arm: [table[str(card)][arm] if str(card) in table else zero for card in range(len(self.cards))] for arm in self._of("base")}

    @cached_property
    def _own_sets(self) -> dict[int, Floats]:
        """By arm of *one*: how often the first chair has the card at the end."""
        masks = [(arm.index, self._masks(arm.card)) for arm in self._arms if arm.question == "one"]
        facts = sorted({fact for _, mask in masks for fact in mask})
        if not facts:
            return {index: np.zeros(len(self.blocks)) for index, _ in masks}
        table = pl.DataFrame(
            {"arm": [index for index, _ in masks]} | {f"{fact} of": [mask.get(fact, 0) for _, mask in masks] for fact in facts},
            {"arm": pl.Int64} | {f"{fact} of": pl.UInt64 for fact in facts},
        ).lazy()
        ones = [(pl.col(fact) & pl.col(f"{fact} of")).bitwise_count_ones().cast(pl.Int64) for fact in facts]
        own = pl.col("seat") == pl.col("rotation")
        held = pl.sum_horizontal(ones).sum().alias("held")
        found = self._spread(self._reduced(lambda rows: self._summed(rows.filter(own).join(table, on="arm"), held)), ("held",))
        return found["held"]

    # --- the card table

    @property
    def _card_rows(self) -> pl.LazyFrame:
        """Rows of the card table with the place of the card studied; none where no card is counted."""
        files = sorted(self.study.folder.glob("cards/cards-*.parquet"))
        places = [(number, at) for at, card in enumerate(self.cards) if self.kinds[card["kind"]]["logged"] for number in card["numbers"]]
        known = pl.DataFrame(places, {"card": pl.Int64, "place": pl.Int64}, orient="row").lazy()
        rows = pl.scan_parquet(files).with_columns(SMALL.cast(pl.Int64))
        return rows.join(known, on="card").filter(pl.col("block").is_in(self.study.blocks.tolist()))

    @cached_property
    def _own_counts(self) -> dict[str, dict[int, Floats]]:
        """By arm of *one*: how often the first chair took and used the card."""
        own = (pl.col("seat") == pl.col("rotation")) & pl.col("arm").is_in(self._of("one"))
        table = self._summed(self._card_rows.filter(own), pl.col("taken", "used").sum()).collect()
        found = self._spread(table, ("taken", "used"))
        zero = np.zeros(len(self.blocks))  # a card that nothing happened to has no rows
        return {name: {arm: found[name].get(arm, zero) for arm in self._of("one")} for name in found}

    def _by_card(self, table: pl.DataFrame, name: str) -> Floats:
        """Return a column of a table by group and card, shape (groups, cards)."""
        values = np.zeros((len(self.blocks), len(self.cards)))
        values[[self.place[group] for group in table["group"].to_list()], table["place"].to_numpy()] = table[name].to_numpy()
        return values

    @cached_property
    def _counts(self) -> dict[int, dict[str, Floats]]:
        """By table as it is: times each card was taken and used, by group."""
        base = self._card_rows.filter(pl.col("arm").is_in(self._of("base")))
        table = base.group_by("arm", self.group.alias("group"), "place").agg(pl.col("taken", "used").sum()).collect()
        return {
            arm: {name: self._by_card(table.filter(pl.col("arm") == arm), name) for name in ("taken", "used")} for arm in self._of("base")
        }

    @cached_property
    def _present(self) -> dict[int, Floats]:
        """By table as it is: deals in which each card lay before somebody or was held, by group."""
        base = self._card_rows.filter(pl.col("arm").is_in(self._of("base")))
        deals = base.group_by("arm", "block", "place").agg(pl.len().alias("any"))
        table = deals.group_by("arm", self.group.alias("group"), "place").agg(pl.len().alias("deals")).collect()
        return {arm: self._by_card(table.filter(pl.col("arm") == arm), "deals") for arm in self._of("base")}

    def _use(self, arm: int) -> Used:
        """Add up what happened to every card at a table as it is."""
        seated = self.study.rows.filter(pl.col("arm") == arm).with_columns(SMALL.cast(pl.Int64))
        shares = seated.select("block", "rotation", "seat", "share")
        log = self._card_rows.filter(pl.col("arm") == arm)
        seats = (
            log.group_by("block", "rotation", "seat", "place")
            .agg(pl.col("offered", "taken", "used", "points").sum(), pl.col("when").max())
            .join(shares, on=["block", "rotation", "seat"])
        )
        was = pl.col("taken") > 0
        sums = (
            seats.group_by("place")
            .agg(
                (pl.col("offered") > 0).sum().alias("offered"),
                was.sum().alias("taken"),
                pl.col("taken").sum().alias("times taken"),
                pl.col("when").filter(was).sum(),
                pl.col("used").sum(),
                pl.col("points").sum(),
                pl.col("block").filter(was).min().alias("deal"),
            )
            .collect()
        )
        by_card = {row["place"]: row for row in sums.iter_rows(named=True)}
        ends = self._held_sets[arm].sum(axis=0)
        rows = []
        for place, card in enumerate(self.cards):
            held = self.kinds[card["kind"]]["held"]
            own = by_card.get(place, dict.fromkeys(("offered", "taken", "times taken", "when", "used", "points"), 0) | {"deal": None})
            counted = {"taken": own["times taken"], "used": own["used"], "set": ends[place], "": 0}[held]
            rows.append({**own, "held": float(counted), "end": float(ends[place])})
        return Used(rows, self._association(arm, seats, shares))

    def _association(self, arm: int, seats: pl.LazyFrame, shares: pl.LazyFrame) -> Floats:
        """Return wins and numbers of seats that held each card, and of the others it was offered to; by sets, of all others."""
        found = np.zeros((4, len(self.blocks), len(self.cards)))
        for column, at in (("taken", 0), ("used", 0)):
            did = pl.col(column) > 0
            could = pl.col("offered") > 0 if column == "taken" else pl.lit(True)
            table = (
                seats.group_by(self.group.alias("group"), "place")
                .agg(
                    pl.col("share").filter(did).sum().alias("0"),
                    did.sum().alias("1"),
                    pl.col("share").filter(could & ~did).sum().alias("2"),
                    (could & ~did).sum().alias("3"),
                )
                .collect()
            )
            mine = [place for place, card in enumerate(self.cards) if self.kinds[card["kind"]]["held"] == column]
            for at in range(4):
                found[at][:, mine] = self._by_card(table, str(at))[:, mine]
        total = shares.group_by(self.group.alias("group")).agg(pl.col("share").sum(), pl.len().alias("seats")).collect()
        places = [self.place[group] for group in total["group"].to_list()]
        won, many = np.zeros(len(self.blocks)), np.zeros(len(self.blocks))
        won[places], many[places] = total["share"].to_numpy(), total["seats"].to_numpy()
        # those that sets or uses tell of might have been anybody's
        with_share = self._sets_of_base(lambda card: (self._has(card) > 0).cast(pl.Int64) * pl.col("share"))[arm]
        with_many = self._sets_of_base(lambda card: (self._has(card) > 0).cast(pl.Int64))[arm]
        for place, card in enumerate(self.cards):
            held = self.kinds[card["kind"]]["held"]
            if held == "set":
                found[0][:, place], found[1][:, place] = with_share[place], with_many[place]
            if held in ("set", "used"):
                found[2][:, place], found[3][:, place] = won - found[0][:, place], many - found[1][:, place]
        found[[0, 2]] /= SHARE_UNITS
        return found
