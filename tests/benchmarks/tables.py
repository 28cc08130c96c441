"""What was measured, as tables for people: at most 80 characters wide."""

from collections.abc import Iterable, Mapping

from rich.box import SIMPLE_HEAD
from rich.table import Table

from tests.benchmarks.rates import Rate
from tests.benchmarks.timing import Ratio


def _table(title: str, first: str, *numbers: str) -> Table:
    table = Table(first, title=title, title_justify="left", box=SIMPLE_HEAD, pad_edge=False, collapse_padding=True)
    for heading in numbers:
        table.add_column(heading, justify="right")
    return table


def rates_table(title: str, rates: Iterable[Rate]) -> Table:
    """One row for each strategy and number of seats."""
    per_second = [f"{what}\na second" for what in ("games", "decisions", "million\noptions")]
    table = _table(title, "strategy", "seats", *per_second, "options a\ndecision", "p99", "decisions\na turn")
    for r in rates:
        speeds = [*(f"{speed:,.0f}" for speed in (r.games_per_second, r.decisions_per_second)), f"{r.options_per_second / 1e6:,.1f}"]
        table.add_row(r.strategy, str(r.players), *speeds, f"{r.options_mean:.1f}", f"{r.options_p99:,}", f"{r.decisions_per_turn:.2f}")
    return table


def ratios_table(title: str, ratios: Mapping[str, Ratio]) -> Table:
    """One row for each pair of jobs."""
    table = _table(title, "speed of", "ratio", "lowest", "highest")
    for name, ratio in ratios.items():
        table.add_row(name, *(f"{number:.2f}" for number in ratio))
    return table
