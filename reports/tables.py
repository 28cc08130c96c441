"""The tables of a study, by name, and as CSV and Parquet files."""

from __future__ import annotations

from pathlib import Path

import polars as pl
import polars.selectors as cs

from reports import words
from reports.parts import Tables
from simkit.analysis import Study

SENTENCES = ("label", "title", "table", "text", "what", "said")  # columns of words that may hold the names of strategies


def shown(study: Study, tables: Tables) -> Tables:
    """Return the tables with the names that a page uses.

    Strategies go without their files and parameters; a mirror table is called after its strategy; the
    column `title` names a table by its size, or by its label where a size has several.
    """
    called = words.names(study)
    sizes = [arm.players for arm in study.tables if arm.is_mixed]
    titles, kinds = {}, {}
    for arm in study.arms:
        size = f"{arm.players} players"
        titles[arm.index] = arm.label if arm.is_mixed and sizes.count(arm.players) > 1 else size
        alone = called[study.strategies[arm.lineup[0]]]
        kinds[arm.index] = (arm.table or "mixed") if arm.is_mixed else f"all {alone}"
    named = {}
    longest = sorted(called, key=len, reverse=True)
    for name, table in tables.items():
        inside = cs.by_name(*SENTENCES, require_all=False) & cs.string()
        named[name] = table.with_columns(
            cs.by_name("strategy", "other", require_all=False).replace(called),
            inside.str.replace_many(longest, [called[name] for name in longest], leftmost=True),
        )
        if "arm" in table.columns and "title" not in table.columns and ("table" in table.columns or "chairs" in table.columns):
            named[name] = named[name].with_columns(
                pl.col("arm").replace_strict(titles).alias("title"),
                pl.col("arm").replace_strict(kinds).alias("table"),
            )
    return named


def csv(table: pl.DataFrame) -> str:
    """Return a table as CSV: words in quotes (NA and null stay words), nothing for unknown."""
    return table.write_csv(quote_style="non_numeric", null_value="")


def write(tables: Tables, folder: Path) -> None:
    """Write each table to `TABLE.csv` for people, and `TABLE.parquet`, which keeps the kinds of columns, for programs."""
    for name, table in tables.items():
        (folder / f"{name}.csv").write_text(csv(table), encoding="utf-8")
        table.write_parquet(folder / f"{name}.parquet")
