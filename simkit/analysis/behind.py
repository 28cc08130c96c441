"""Which arm of a study is behind a row of its tables, so that a reader can look at its games.

A row says what it is about: players, strategies, an option, a card. Of the arms that agree with all it says, the one with the fewest
different strategies is meant (a duel before a table of four), of several the first. A row over all arms has none.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import polars as pl

from simkit.analysis.study import ENSEMBLE, REPLAY, Arm, Study, load

INSIDE = {"ensemble": ENSEMBLE, "again": REPLAY, "standing_out": REPLAY}  # tables of what was played into a folder of its own
WHO = ("strategy", "other", "below")
SAY = (*WHO, "players", "scenario", "harder", "later", "version", "option", "table", "label", "card")  # columns that tell of an arm
MIXED = "mixed"  # what stands for the strategy of a mixed table
# what the tables of a study of cards are about, the first of these that was played
QUESTIONS = {"cards": ("given", "one", "all", "base"), "use": ("base",), "everybody": ("all",), "ladder": ("ladder",), "dead": ("base",)}
Row = dict[str, Any]


def behind(study: Study, tables: Mapping[str, pl.DataFrame]) -> dict[str, pl.DataFrame]:
    """Return tables with the column `arm`, where rows have one."""
    return {name: _with_arm(study, name, table, tables) for name, table in tables.items()}


def played_in(study: Study, name: str) -> Study | None:
    """Return the run whose arms a table is about: the study, or what it played into a folder of its own; None if it did not."""
    if name not in INSIDE:
        return study
    folder = study.folder / INSIDE[name]
    return load(folder) if any((folder / "parts").glob("part-*.parquet")) else None


def _with_arm(study: Study, name: str, table: pl.DataFrame, tables: Mapping[str, pl.DataFrame]) -> pl.DataFrame:
    played = played_in(study, name)
    if "arm" in table.columns or played is None or not table.height:
        return table
    own = table
    if study.kind == "cards":
        strongest = tables["ladder"].filter("counts")["level"][-1]  # the numbers of a card are those of this level
        own = table.with_columns(pl.lit(strongest).alias("level")) if "level" not in table.columns else table
    elif name == "standing_out":
        own = table.with_columns(version=pl.col("name"))
    said = [column for column in SAY if column in own.columns and column != "players"]
    if not said and study.kind != "cards":
        found: list[int | None] = (
            [0] * table.height if "deal" in table.columns else []
        )  # a study of one arm, whose rows differ in their deals
    else:
        asked = QUESTIONS.get(name, ("",)) if study.kind == "cards" else ("",)
        find = _Finder(played)
        found = [
            next((arm for question in asked if (arm := find.arm(row, question)) is not None), None) for row in own.iter_rows(named=True)
        ]
    if all(arm is None for arm in found):
        return table
    return table.with_columns(pl.Series("arm", found, pl.Int64))


class _Finder:
    """The arms of a study, asked for by rows; rows that say the same of them are answered once."""

    def __init__(self, study: Study) -> None:
        self.arms = study.arms
        self.names = study.strategies
        self.about = [dict(entry.get("about") or {}) for entry in study.manifest["arms"]]
        self.cards = [card["id"] for card in study.manifest.get("studied", [])]
        told = study.manifest.get("compensation", {}).get("options") or study.manifest.get("variants", [])
        self.versions = [str(version["name"]) for version in told]
        self.of_cards = study.kind == "cards"
        self.known: dict[tuple[Any, ...], int | None] = {}

    def arm(self, row: Row, question: str) -> int | None:
        """Return the arm that agrees with all that a row says."""
        question = str(row.get("question") or question)
        key = (question, *(row.get(name) for name in (*SAY, "level", "step", "value")))
        if key not in self.known:
            told = {name: row[name] for name in (*SAY, "level", "step", "value") if row.get(name) is not None}
            agreeing = [arm for arm in self.arms if self._agrees(arm, told, question)]
            best = min(agreeing, key=lambda arm: (len(set(arm.lineup)), "other" in row and not arm.is_rung), default=None)
            self.known[key] = None if best is None else best.index
        return self.known[key]

    def _agrees(self, arm: Arm, told: Row, question: str) -> bool:
        if told.get("players", arm.players) != arm.players:
            return False
        if self.of_cards:
            return self._is_experiment(arm, told, question)
        seated = {self.names[chair] for chair in arm.lineup}
        who = {told[name] for name in WHO[: 1 if arm.players == 1 else None] if name in told}  # alone one meets nobody
        if not (arm.is_mixed if who == {MIXED} else who <= seated):
            return False
        version = next((told[name] for name in ("version", "option") if name in told), None)
        if version is not None and self.versions[arm.version] != version:
            return False
        if any(arm.title != told[name] for name in ("scenario", "harder", "later") if name in told):
            return False
        return all(f"{arm.label}, ".startswith(f"{told[name]}, ") for name in ("table", "label") if name in told)

    def _is_experiment(self, arm: Arm, told: Row, question: str) -> bool:
        about = self.about[arm.index]
        if about.get("question") != question or arm.table != told["level"]:
            return False
        if "card" in about and self.cards[about["card"]] != told.get("card"):
            return False
        return all(about.get(name, told[name]) == told[name] for name in ("step", "value") if name in told)
