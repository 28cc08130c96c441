"""Which compensation makes the seats even: options on the same deals, at every number of players and skill level.

An option holds if every seat of every level that has a say lies inside the margin, by intervals that are joint for a family, a table
unless the study says otherwise. Claims about
one option need no widening for the levels: all of them must hold at once. The option that is picked was picked by looking, so it is played
again on fresh deals, and those say whether it holds.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
import polars as pl

from simkit.analysis import families, ladder, seat_gap
from simkit.analysis import seats as by_seat
from simkit.analysis.blocks import Cells, Floats, cell_sums, group_sums
from simkit.analysis.dose import equalising, smooth
from simkit.analysis.estimate import estimate
from simkit.analysis.study import REPLAY, SHARE_UNITS, Arm, Study, load
from simkit.analysis.variant import change_verdict
from simkit.analysis.verdict import BALANCED, FAULTY, NOT_BALANCED, UNDECIDED, overall

DEPENDS = "depends on skill"
MIXED = "mixed"
PAIRED = ("mean", "difference", "difference_low", "difference_high")
WHERE: dict[str, Any] = {"players": pl.Int64, "strategy": pl.String, "option": pl.String}
OPTIONS: dict[str, Any] = {
    "players": pl.Int64, "option": pl.String, "amounts": pl.String, "change": pl.Int64, "strategy": pl.String, "seat": pl.Int64,
    "index": pl.Float64, "low": pl.Float64, "high": pl.Float64, "worst": pl.Float64, "verdict": pl.String, "planned": pl.Int64,
    "chosen": pl.Boolean, "printed": pl.Boolean,
}  # fmt: skip
LEVELS: dict[str, Any] = {
    **WHERE, "arm": pl.Int64, "counts": pl.Boolean, "seat": pl.Int64, "index": pl.Float64, "low": pl.Float64, "high": pl.Float64,
    "verdict": pl.String, "planned": pl.Int64,
}  # fmt: skip
DIFFERENCES: dict[str, Any] = {
    **WHERE, "seat": pl.Int64, "printed": pl.Float64, "share": pl.Float64, "difference": pl.Float64, "low": pl.Float64,
    "high": pl.Float64, "margin": pl.Float64, "verdict": pl.String,
}  # fmt: skip
GAPS: dict[str, Any] = {
    **WHERE, "printed": pl.Float64, "gap": pl.Float64, "difference": pl.Float64, "low": pl.Float64, "high": pl.Float64,
    "margin": pl.Float64, "verdict": pl.String,
}  # fmt: skip
DOSES: dict[str, Any] = {
    **WHERE, "dose": pl.Int64, "seat": pl.Int64, "index": pl.Float64, "low": pl.Float64, "high": pl.Float64, "fitted": pl.Float64,
}  # fmt: skip
CURVES: dict[str, Any] = {
    "players": pl.Int64, "strategy": pl.String, "from_seat": pl.Int64, "to_seat": pl.Int64, "printed": pl.Int64, "value": pl.Float64,
    "low": pl.Float64, "high": pl.Float64, "least": pl.Int64, "most": pl.Int64, "misfit": pl.Float64,
}  # fmt: skip
AGAIN: dict[str, Any] = {**OPTIONS, "blocks": pl.Int64}


def analyse(study: Study) -> dict[str, pl.DataFrame]:
    """Return the tables of a study of kind `compensation`: options, levels, seats, differences, gaps, doses, curves, again."""
    found = Compensation(study)
    doses, curves = found.doses
    return {
        "options": found.options,
        "levels": found.levels,
        "seats": found.seats,
        "differences": found.differences,
        "gaps": found.gaps,
        "doses": doses,
        "curves": curves,
        "again": again(study, found),
    } | ({"ladder": found.ladder} if found.ladder.height else {})


def chosen(study: Study) -> list[str]:
    """Return the options that are chosen, the printed one among them where it is; none if a game had a fault."""
    found = Compensation(study).options.filter("chosen")["option"].to_list()
    return list(dict.fromkeys(found))


def again(study: Study, found: Compensation) -> pl.DataFrame:
    """Return what became of the chosen options on fresh deals; none if they were not played again."""
    folder = study.folder / REPLAY
    if not (folder / "manifest.json").is_file():
        return pl.DataFrame(schema=AGAIN)
    replay = load(folder)
    fresh = Compensation(replay).options.drop("chosen").with_columns(blocks=pl.lit(len(replay.blocks), pl.Int64))
    picked = found.options.filter("chosen").select("players", "option", "chosen")
    joined = fresh.join(picked, on=["players", "option"], how="left", maintain_order="left")
    return joined.with_columns(pl.col("chosen").fill_null(False)).select(*AGAIN)


@dataclass(frozen=True)
class Compensation:
    """A study of kind `compensation`, analysed when it is asked."""

    study: Study

    @property
    def told(self) -> dict[str, Any]:
        """What the manifest says of the options: unit, usual amount, and the amounts of each."""
        return dict(self.study.manifest["compensation"])

    @cached_property
    def names(self) -> list[str]:
        """The options, the printed one first."""
        return [str(option["name"]) for option in self.told["options"]]

    @cached_property
    def tables(self) -> list[tuple[Arm, ...]]:
        """The arms of each table, one an option, in their order."""
        arms, size = self.study.tables, len(self.names)
        return [arms[start : start + size] for start in range(0, len(arms), size)]

    @cached_property
    def counting(self) -> set[int]:
        """The arms that have a say: mirror tables of levels that beat the one below, or of all who try to win where no ladder is stated.

        The mixed tables where there is none, and all mirror tables where nothing has a say yet.
        """
        fit = by_seat.counting(self.study, self.ladder)
        mirrors = {arm.index for arm in fit if not arm.is_mixed}
        return mirrors or {arm.index for arm in fit} or {arm.index for arm in self.study.tables}

    @cached_property
    def ladder(self) -> pl.DataFrame:
        """The stated skill levels with their duels; none if none are stated."""
        return ladder.levels(self.study)

    @cached_property
    def faults(self) -> int:
        """Number of faulty games."""
        return by_seat.faults(self.study)

    @cached_property
    def _cells(self) -> Cells:
        return cell_sums(self.study, "share", ("arm", "seat"))

    def amounts(self, option: int, players: int) -> list[int] | None:
        """Return what each seat is given, None where card tables say it."""
        row = self.told["options"][option]["amounts"].get(str(players))
        return None if row is None else [int(amount) for amount in row]

    def level(self, arm: Arm) -> str:
        """Return who plays at a table."""
        return MIXED if arm.is_mixed else self.study.strategies[arm.lineup[0]]

    @cached_property
    def seats(self) -> pl.DataFrame:
        """Return the win share of every seat of every table, as a study of seats does, with the option."""
        return by_seat.seats(self.study).with_columns(
            pl.col("arm").replace_strict({a.index: self.level(a) for a in self.study.tables}, return_dtype=pl.String).alias("strategy"),
            pl.col("arm").replace_strict({a.index: self.names[a.version] for a in self.study.tables}).alias("option"),
        )

    @cached_property
    def levels(self) -> pl.DataFrame:
        """Return for every table and option the seat that lies farthest from a fair share, with its interval, and the verdict of all."""
        rows = []
        for table in self.tables:
            for arm in table:
                own = self.seats.filter(pl.col("arm") == arm.index)
                reach = pl.max_horizontal((pl.col("index_low") - 1).abs(), (pl.col("index_high") - 1).abs())
                far = own.sort(reach, descending=True, maintain_order=True).row(0, named=True)
                open_ = own.filter(pl.col("verdict") == UNDECIDED)["planned"]
                plan = None if open_.is_empty() or open_.null_count() else int(open_.to_numpy().max())
                place = (arm.players, self.level(arm), self.names[arm.version], arm.index, arm.index in self.counting)
                limits = (far["seat"], far["index"], far["index_low"], far["index_high"])
                rows.append((*place, *limits, overall(own["verdict"]), plan))
        return pl.DataFrame(rows, LEVELS, orient="row")

    @cached_property
    def options(self) -> pl.DataFrame:
        """Return for every number of players each option: what it gives, how far it is from even, its verdict, and which is chosen.

        amounts by seat; change: what is given differently from the printed game, over all seats; strategy, seat, index, low, high: the
        farthest seat of all levels that have a say; worst: how far its interval reaches from a fair share, as a share of it.
        """
        rows = [row for players in dict.fromkeys(arm.players for arm in self.study.tables) for row in self._sized(players)]
        return pl.DataFrame(rows, OPTIONS, orient="row")

    def _sized(self, players: int) -> list[tuple[Any, ...]]:
        said = self.levels.filter((pl.col("players") == players) & pl.col("counts"))
        printed, found = self.amounts(0, players), []
        for number, name in enumerate(self.names):
            own = said.filter(pl.col("option") == name)
            reach = pl.max_horizontal((pl.col("low") - 1).abs(), (pl.col("high") - 1).abs())
            far = own.sort(reach, descending=True, maintain_order=True).row(0, named=True)
            worst = max(abs(far["low"] - 1), abs(far["high"] - 1))
            verdict = together(own["verdict"].to_list())
            plan = own.filter(pl.col("verdict") == UNDECIDED)["planned"]
            planned = None if verdict != UNDECIDED or plan.null_count() else int(plan.to_numpy().max())
            given = self.amounts(number, players)
            change = None if given is None or printed is None else sum(abs(a - b) for a, b in zip(given, printed, strict=True))
            found.append((name, given, change, far, worst, verdict, planned))
        best = None if self.faults else _best([(row[5], row[2], row[4]) for row in found])
        return [
            (
                *(players, name, None if given is None else ", ".join(map(str, given)), change, far["strategy"]),
                *(far["seat"], far["index"], far["low"], far["high"], worst, verdict, planned, number == best, number == 0),
            )
            for number, (name, given, change, far, worst, verdict, planned) in enumerate(found)
        ]

    @cached_property
    def differences(self) -> pl.DataFrame:
        """Return every seat's share under each option less that of the printed game, inside deals; a family holds together."""
        rows = []
        for (base, *others), held in zip(self.tables, self._comparisons, strict=True):
            margin = by_seat.margin(self.study) / base.players
            inside = pl.col("arm").is_in([base.index, *(arm.index for arm in others)])
            found = estimate(self.study, "share", ("arm", "seat"), {"arm": base.index}, inside, held)
            shares = {(row["arm"], row["seat"]): row for row in found.iter_rows(named=True)}
            for arm in others:
                for seat in range(base.players):
                    row = shares[arm.index, seat]
                    before, after, apart, low, high = (
                        None if value is None else value / SHARE_UNITS
                        for value in (shares[base.index, seat]["mean"], *(row[name] for name in PAIRED))
                    )
                    assert apart is not None
                    verdict = FAULTY if self.faults else change_verdict(apart, low, high, margin, len(self.study.blocks))
                    place = (base.players, self.level(base), self.names[arm.version], seat + 1)
                    rows.append((*place, before, after, apart, low, high, margin, verdict))
        return pl.DataFrame(rows, DIFFERENCES, orient="row")

    @cached_property
    def gaps(self) -> pl.DataFrame:
        """Return the gap between seats under each option less that of the printed game, inside deals; joint with `differences`."""
        rows = []
        for (base, *others), held in zip(self.tables, self._comparisons, strict=True):
            margin, unit = by_seat.margin(self.study) / base.players, base.rotations * SHARE_UNITS
            before = self._cells.where("arm", base.index)
            printed = seat_gap.gap(self._cells.sums.of(before), unit)
            for arm in others:
                both = self._cells.sums.of([*before, *self._cells.where("arm", arm.index)])
                own, apart = seat_gap.gap(self._cells.sums.of(self._cells.where("arm", arm.index)), unit), seat_gap.change(both, unit, held)
                verdict = FAULTY if self.faults else change_verdict(*apart, margin, both.n)
                place = (base.players, self.level(base), self.names[arm.version])
                rows.append((*place, printed.value, own.value, *apart, margin, verdict))
        return pl.DataFrame(rows, GAPS, orient="row")

    @cached_property
    def _comparisons(self) -> list[int]:
        """By table how many differences hold together: those of each seat under each other option, and of the gap between seats."""
        own = [({"table": at, "players": t[0].players}, (t[0].players + 1) * (len(t) - 1)) for at, t in enumerate(self.tables)]
        return families.sizes(self.study, own)

    @cached_property
    def doses(self) -> tuple[pl.DataFrame, pl.DataFrame]:
        """Return the options that give one thing in different doses, seat by seat, and for each table the dose that makes seats even.

        The dose is what the best provided seat is given more than the least provided. Options whose amounts, less their mean, are
        multiples of the same row of numbers make a curve; others stand aside.
        """
        groups = group_sums(self.study, "share", ("arm", "seat"))
        arm_of, seat_of = groups.keys["arm"].to_numpy(), groups.keys["seat"].to_numpy()
        drawn: list[tuple[Any, ...]] = []
        curves: list[tuple[Any, ...]] = []
        for table in self.tables:
            players = table[0].players
            line = family([self.amounts(arm.version, players) for arm in table])
            if line is None:
                continue
            direction, doses = line
            inside = [(arm, dose) for arm, dose in zip(table, doses, strict=True) if dose is not None]
            cells = [int(np.flatnonzero((arm_of == arm.index) & (seat_of == seat))[0]) for arm, _ in inside for seat in range(players)]
            wins = groups.totals[:, cells].reshape(-1, len(inside), players)
            dose = np.array([d for _, d in inside], dtype=np.float64)
            fitted = smooth(wins.sum(axis=0), dose)
            shares = wins.sum(axis=0) / wins.sum(axis=(0, 2))[:, None] if wins.sum() else np.full(fitted.shape, np.nan)
            for place, (arm, own_dose) in enumerate(inside):
                own = self.seats.filter(pl.col("arm") == arm.index)
                for row in own.iter_rows(named=True):
                    limits = (row["index"], row["index_low"], row["index_high"], players * float(fitted[place, row["seat"] - 1]))
                    drawn.append((players, self.level(arm), self.names[arm.version], own_dose, row["seat"], *limits))
            value, low, high = equalising(wins, dose, direction)
            place_of = (players, self.level(table[0]), int(direction.argmin()) + 1, int(direction.argmax()) + 1, doses[0])
            misfit = float(np.abs(shares - fitted).max()) if np.isfinite(shares).all() else None
            curves.append((*place_of, value, low, high, int(dose.min()), int(dose.max()), misfit))
        return pl.DataFrame(drawn, DOSES, orient="row"), pl.DataFrame(curves, CURVES, orient="row")


def together(verdicts: list[str]) -> str:
    """Join the verdicts of several levels: balanced holds only if it holds at every one."""
    if FAULTY not in verdicts and {BALANCED, NOT_BALANCED} <= set(verdicts):
        return DEPENDS
    return overall(verdicts)


def family(options: list[list[int] | None]) -> tuple[Floats, list[int | None]] | None:
    """Return the direction that most options share, largest less smallest entry 1, and the dose of each; None without two doses.

    Examples
    --------
    >>> family([[0, 1, 2], [0, 0, 0], [0, 2, 4], [0, 0, 1]])[1]
    [2, 0, 4, None]
    """
    rows = [None if row is None else np.array(row, dtype=np.float64) - np.mean(row) for row in options]
    best: tuple[Floats, list[int | None]] | None = None
    for row in rows:
        if row is None or not row.any():
            continue
        direction = row / (row.max() - row.min())
        if direction[np.flatnonzero(direction)[-1]] < 0:
            direction = -direction  # later seats are given more
        doses = [None if other is None else _dose(other, direction) for other in rows]
        if len({d for d in doses if d is not None}) > len({d for d in (best[1] if best else [None, None]) if d is not None}):
            best = direction, doses
    return best if best and len({d for d in best[1] if d is not None}) > 1 else None


def _dose(row: Floats, direction: Floats) -> int | None:
    """Return the multiple of a direction that a row is; None if it is none."""
    dose = round(float(row @ direction / (direction @ direction)))
    return dose if np.allclose(row, dose * direction) else None


def _best(options: list[tuple[str, int | None, float]]) -> int:
    """Choose among options, each with verdict, size of change and how far it reaches from even.

    The smallest change that holds; else what may still hold and reaches least far, and only then what does not hold. Of equals the first in
    the file.
    """
    holding = [k for k, (verdict, _, _) in enumerate(options) if verdict == BALANCED]
    if holding:
        return min(holding, key=lambda k: (k if options[k][1] is None else options[k][1], k))
    return min(range(len(options)), key=lambda k: (options[k][0] != UNDECIDED, options[k][2], k))
