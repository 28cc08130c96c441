"""Numbers and recurring sentences in plain words."""

from __future__ import annotations

import math
import re
import shlex
from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from reports.parts import Step
from reports.traces import is_inside
from simkit.analysis import Study, load
from simkit.analysis.toml import toml

THIN = "\u202f"  # narrow no-break space
MINUS = "\u2212"
DASH = "\u2013"
UNKNOWN = "\u2014"
INTERVAL = f"95{THIN}% interval"
SEEDS = 2**64
PROVENANCE = {
    "printed": "printed in the rulebook",
    "derived": "implied by the rulebook",
    "external": "from public sources",
    "invented": "placeholders of ours",
    "own": "of your own",
}
FAULT = "a game that stopped on an error; it counts for nobody; do not trust this study before the fault is mended"


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
    is_below = round(scale * low, digits) < 0
    join = f" to {signed(scale * high, digits)}" if is_below else DASH + number(scale * high, digits)
    return (signed if is_below else number)(scale * low, digits) + join


def figures(value: float | None) -> str:
    """Return a number of unknown size with about three figures that mean something: 0.0123, 1.23, 123, 1 234."""
    if value is None:
        return UNKNOWN
    digits = 2 - math.floor(math.log10(abs(value))) if value else 0
    return number(value, min(max(digits, 0), 6))


def between(low: float | None, high: float | None) -> str:
    """Return the limits of an interval as `figures` writes them."""
    return UNKNOWN if low is None or high is None else f"{figures(low)} to {figures(high)}"


def listed(items: Sequence[str]) -> str:
    """Join words: a, b and c."""
    return " and ".join(filter(None, [", ".join(items[:-1]), items[-1]])) if items else ""


def plural(n: int, word: str) -> str:
    """Return a count with its noun."""
    return f"{number(n)} {word}{'' if n == 1 else 's'}"


def names(study: Study) -> dict[str, str]:
    """Return what to call each strategy: without its file and its parameters, unless that is ambiguous."""
    without_file = [re.sub(r"^.*\.py:", "", name) for name in study.strategies]
    bare = [name.split("(")[0] for name in without_file]
    return {
        name: short if bare.count(short) == 1 else longer if without_file.count(longer) == 1 else name
        for name, longer, short in zip(study.strategies, without_file, bare, strict=True)
    }


def clipped(text: str, width: int = 13) -> str:
    """Cut a name that a picture has no room for."""
    return text if len(text) <= width else f"{text[: width - 1]}…"


def of_games(fraction: float) -> str:
    """Return a fraction of games in words one can picture: 3 of 4 games; in a hundred near none and all."""
    near = Fraction(fraction).limit_denominator(10)
    if near.numerator in (0, near.denominator):
        near_100 = round(100 * fraction)
        return "no game" if fraction == 0 else "every game" if fraction == 1 else f"{min(max(near_100, 1), 99)} of 100 games"
    return f"{near.numerator} of {near.denominator} games"


def duration(seconds: float) -> str:
    """Return a time in round words: about 40 seconds, about 12 minutes, about 3 hours."""
    for unit, length, enough in (("second", 1, 90), ("minute", 60, 90 * 60)):
        if seconds < enough:
            return f"about {plural(max(1, round(seconds / length)), unit)}"
    return f"about {plural(round(seconds / 3600), 'hour')}"


def takes(study: Study, blocks: int) -> str:
    """Say how long so many blocks of a study take, by its own log; empty if the log does not tell."""
    return duration(study.pace * blocks) if study.pace else ""


def two_digits(n: int) -> int:
    """Round a planned size up to two digits: 46 734 becomes 47 000."""
    unit: int = 10 ** max(len(str(n)) - 2, 0)
    return -(-n // unit) * unit


def cards(study: Study) -> str:
    """Say which rules were changed and which cards were played, and plainly when they are placeholders."""
    rules = rules_changed(study)
    changed = f"Rules changed: {'; '.join(rules)}. " if rules else ""
    source = study.manifest.get("components", {}).get("source", "default")
    folder = "" if source == "default" else f"Card tables from {source}. "
    return changed + folder + _whose_cards(study)


def rules_changed(study: Study) -> list[str]:
    """Return the changed rules in words, with what is printed: points for three dice: 5 (printed 3)."""
    told = study.manifest.get("rule_texts", {})
    return [_rule(name, value, told.get(name)) for name, value in (study.spec.get("rules") or {}).items()]


def _rule(name: str, value: Any, told: dict[str, Any] | None) -> str:
    if told is None:  # a run of before the manifest kept the texts of rules
        return f"{name} = {_rule_value(value, '')}"
    default = str(told["default"])
    usual = "printed" if told["printed"] else "otherwise"
    return f"{told['text']}: {_rule_value(value, default)} ({usual} {_rule_value(default, default)})"


def _rule_value(value: Any, default: str) -> str:
    """Write a rule's value: yes and no of a switch, numbers by seat, a choice by its name."""
    if isinstance(value, dict):
        rows = [f"{', '.join(map(str, row))} by seat with {players} players" for players, row in value.items()]
        return listed(rows)
    if default in ("true", "false"):
        return "yes" if value in (1, "true") else "no"
    return str(value).replace("_", " ")


def _whose_cards(study: Study) -> str:
    components = study.manifest.get("components", {})
    kinds: dict[str, int] = components.get("provenance") or {}
    total, ours = sum(kinds.values()), kinds.get("invented", 0)
    if not ours:
        default = components.get("source", "default") == "default"
        whose = "Cards: the list that comes with the game." if default else "None of them is a placeholder of ours."
        return f"{whose} What is said here holds for these simulated players only."
    size = "all" if ours == total else "most" if 2 * ours > total else "some"
    return (
        f"{size.capitalize()} of the cards are placeholders of ours ({number(ours)} of "
        f"{number(total)}): the rulebook does not print them. What is said here holds for these "
        "cards and these simulated players only."
    )


def players(study: Study) -> str:
    """Say who played."""
    seated = sorted({s for arm in study.tables for s in arm.lineup})
    called = names(study)
    return f"Simulated players: {listed([called[study.strategies[s]] for s in seated])}."


def deals(study: Study) -> str:
    """Say how many deals were played."""
    return f"From {plural(len(study.blocks), 'deal')}."


def warning(games: int, faults: int) -> str:
    """Say that faulty games spoil a study; empty if there are none."""
    if not faults:
        return ""
    return (
        f"Warning: {number(faults)} of {plural(games, 'game')} stopped on a fault and {'counts' if faults == 1 else 'count'} for nobody. "
        "Do not trust this study before the fault is mended."
    )


def progress(study: Study) -> str | None:
    """Say that a run holds fewer deals than were asked for; None if it does not."""
    planned, found = study.planned, len(study.blocks)
    if not planned or found >= planned:
        return None
    return f"{plural(found, 'deal')} of the {number(planned)} that were asked for. The intervals are right for this number, only wider."


def command(study: Study, seed: int | None = None, blocks: int | None = None, components: str | None = None) -> str:
    """Return the command that plays the study, for a POSIX shell; that of a comparison made without a file is in the log.

    What a study played after its own games is played again by the study's own command.
    """
    if is_inside(study):
        return command(load(study.folder.parent), seed, blocks, components)
    if told := study.asked.get("command"):
        return compared(str(told), seed, blocks)
    seed = seed_of(study) if seed is None else seed
    name = str(study.asked.get("study") or f"{study.manifest['game']['name']}/{study.name}")
    asked = [name, "--seed", str(seed), "--blocks", str(blocks or len(study.blocks))]
    kept = (study.asked.get("components") or [None])[0]  # the tables as they were played, whatever has become of the original
    source = components or (str(study.folder / kept) if kept else study.manifest.get("components", {}).get("source", "default"))
    return shlex.join(["simkit", "run", *asked, *study.asked.get("options", []), *_options(study.spec.get("rules", {}), source)])


def own_cards(study: Study, text: str) -> Step:
    """Return the step that plays the same deals with a changed card list: one's own, or the game's, written out first."""
    source = study.manifest.get("components", {}).get("source", "default")
    game = study.manifest["game"]["name"]
    first = shlex.join(["simkit", "components", "export", game, "my_cards/"]) if source == "default" else ""
    command_ = command(study, components="my_cards/" if source == "default" else source)
    return Step(text, command_, takes(study, len(study.blocks)), first)


def seated(study: Study, arm: int, rotation: int) -> list[int]:
    """Return the numbers of the strategies by seat."""
    lineup = study.arms[arm].lineup
    return [lineup[(seat - rotation) % len(lineup)] for seat in range(len(lineup))]


def _options(rules: dict[str, Any], source: str) -> list[str]:
    """Return changed rules and card tables as options of a command."""
    asked: list[str] = []
    for rule, value in rules.items():
        is_plain = isinstance(value, str) and value.isidentifier() and value not in ("true", "false", "inf", "nan")
        asked += ["--rule", f"{rule}={value if is_plain else toml(value)}"]
    return asked if source == "default" else [*asked, "--components", source]


def compared(command: str, seed: int | None, blocks: int | None) -> str:
    """Return a logged command with another seed or number of deals."""
    said = shlex.split(command)
    for option, value in (("--seed", seed), ("--blocks", blocks)):
        if value is not None:
            said[said.index(option) + 1] = str(value)
    return shlex.join(said)


def next_seed(study: Study) -> int:
    """Return a seed that the study has not used."""
    return (seed_of(study) + 1) % SEEDS


def seed_of(study: Study) -> int:
    """Return the run's seed."""
    return int(study.manifest.get("seed", study.spec.get("seed", 0)))


def hashes(study: Study) -> list[tuple[str, str]]:
    """Return file and shortened hash of each source, in order."""
    sources: dict[str, Any] = study.manifest.get("sources", {})
    return [(name, str(value)[:16]) for name, value in sorted(sources.items())]
