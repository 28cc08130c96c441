"""Numbers and recurring sentences in plain words."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from simkit.analysis import Study

THIN = "\u202f"  # narrow no-break space
MINUS = "\u2212"
DASH = "\u2013"
UNKNOWN = "\u2014"
INTERVAL = f"95{THIN}% interval"


def number(value: float | None, digits: int = 0) -> str:
    """Return a number with thousands set apart: 1 200, 61.4; a dash for None."""
    if value is None:
        return UNKNOWN
    text = f"{round(value, digits) + 0.0:,.{digits}f}".replace(",", THIN)
    return text.replace("-", MINUS)


def signed(value: float | None, digits: int = 1) -> str:
    """Return a number with its sign; a dash for None."""
    if value is None:
        return UNKNOWN
    return f"{'+' if round(value, digits) > 0 else ''}{number(value, digits)}"


def percent(value: float | None, digits: int = 1) -> str:
    """Return a fraction as a percentage."""
    return UNKNOWN if value is None else f"{number(100 * value, digits)}{THIN}%"


def span(low: float | None, high: float | None, digits: int = 1, scale: float = 100.0) -> str:
    """Return an interval of fractions in percent, without the sign: 32.6-38.9."""
    if low is None or high is None:
        return UNKNOWN
    join = f" to {signed(scale * high, digits)}" if low < 0 else DASH + number(scale * high, digits)
    return (signed if low < 0 else number)(scale * low, digits) + join


def listed(items: Sequence[str]) -> str:
    """Join words: a, b and c."""
    return " and ".join(filter(None, [", ".join(items[:-1]), items[-1]])) if items else ""


def plural(n: int, word: str) -> str:
    """Return a count with its noun."""
    return f"{number(n)} {word}{'' if n == 1 else 's'}"


def names(study: Study) -> dict[str, str]:
    """Return what to call each strategy: without its parameters, unless that is ambiguous."""
    short = [name.split("(")[0] for name in study.strategies]
    return {name: brief if short.count(brief) == 1 else name for name, brief in zip(study.strategies, short, strict=True)}


def clipped(text: str, width: int = 13) -> str:
    """Cut a name that a picture has no room for."""
    return text if len(text) <= width else f"{text[: width - 1]}…"


def two_digits(n: int) -> int:
    """Round a planned size up to two digits: 46 734 becomes 47 000."""
    unit: int = 10 ** max(len(str(n)) - 2, 0)
    return -(-n // unit) * unit


def cards(study: Study) -> str:
    """Say which cards were played, and plainly when they are placeholders."""
    components = study.manifest.get("components", {})
    kinds: dict[str, int] = components.get("provenance") or {}
    total, ours = sum(kinds.values()), kinds.get("invented", 0)
    if not ours:
        source = components.get("source", "default")
        return "Cards: the list that comes with the game." if source == "default" else (f"Cards: your own list ({source}).")
    size = "all" if ours == total else "most" if 2 * ours > total else "some"
    return (
        f"{size.capitalize()} of the cards are placeholders of ours ({number(ours)} of "
        f"{number(total)}): the rulebook does not print them. What is said here holds for these "
        "cards and these simulated players only."
    )


def players(study: Study) -> str:
    """Say who played."""
    seated = sorted({s for arm in study.arms for s in arm.lineup})
    called = names(study)
    return f"Simulated players: {listed([called[study.strategies[s]] for s in seated])}."


def progress(study: Study) -> str | None:
    """Say that a run holds fewer deals than its study plans; None if it does not."""
    planned, found = study.spec.get("blocks"), len(study.blocks)
    if not planned or found >= planned:
        return None
    return f"{plural(found, 'deal')} of the {number(planned)} that the study plans. The intervals are right for this number, only wider."


def command(study: Study, seed: int | None = None, blocks: int | None = None) -> str:
    """Return the command that plays the study."""
    seed = seed_of(study) if seed is None else seed
    return f"simkit run {study.name} --seed {seed} --blocks {blocks or len(study.blocks)}"


def seed_of(study: Study) -> int:
    """Return the run's seed."""
    return int(study.manifest.get("seed", study.spec.get("seed", 0)))


def hashes(study: Study) -> list[tuple[str, str]]:
    """Return file and shortened hash of each source, in order."""
    sources: dict[str, Any] = study.manifest.get("sources", {})
    return [(name, str(value)[:16]) for name, value in sorted(sources.items())]
