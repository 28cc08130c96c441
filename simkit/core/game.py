"""What a game is: facts, rule parameters and the names of its kernels. Naming a game compiles nothing."""

from __future__ import annotations

import difflib
import importlib
import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from types import ModuleType
from typing import Any

KERNELS = ("reset", "legal", "apply", "score", "features", "redeal", "audit")
SET = "set"  # unit of a column whose bits stand for cards, 64 of them
PER_SEAT = "per player count and seat"


class Unknown(ValueError):
    """A name or value that is not known here; the message says what was wrong, where, and what would be right."""


def near_miss(word: str, known: Iterable[str]) -> str:
    """Return ' (did you mean ...?)' for the closest known word, or an empty string."""
    close = difflib.get_close_matches(str(word), list(known), n=1, cutoff=0.5)
    return f" (did you mean {close[0]!r}?)" if close else ""


def near_misses(word: str, known: Iterable[str]) -> str:
    """Return '; near it: ...' for the closest known words, or an empty string."""
    close = difflib.get_close_matches(str(word), list(known), n=5, cutoff=0.5)
    return f"; near it: {', '.join(close)}" if close else ""


@dataclass(frozen=True)
class Column:
    """A column of the score sheet, or another whole number kept of each seat."""

    name: str
    text: str
    unit: str = "points"


@dataclass(frozen=True)
class Piece:
    """A kind of piece in the box that a game may need more or fewer of.

    Parameters
    ----------
    name, text : str
    supply : int
        How many the rulebook prints; 0 where it does not say.
    rule : str
        Name of the rule that says how many there are, if one does.
    """

    name: str
    text: str
    supply: int = 0
    rule: str = ""


@dataclass(frozen=True)
class Rule:
    """A rule parameter: a ruling where another reading is plausible, or a house rule.

    Parameters
    ----------
    name, text, section : str
        `section` names the rulebook's section, `ruling` the entry of the game's RULES.md.
    default : int
        Switches are 0 or 1; a rule with `choices` holds the index of a choice.
    low, high : int
        Inclusive range.
    choices : tuple of str
        Names for the values 0, 1, ...
    per_seat : bool
        The value may differ by player count and seat: ``3``, ``{4 = [2, 2, 2, 3]}``.
    """

    name: str
    default: int
    text: str
    section: str = ""
    ruling: str = ""
    low: int = 0
    high: int = 1
    choices: tuple[str, ...] = ()
    per_seat: bool = False

    @property
    def is_switch(self) -> bool:
        """Say whether it is off or on."""
        return not self.choices and (self.low, self.high) == (0, 1)

    @property
    def kind(self) -> str:
        """Say what values look like."""
        if self.choices:
            return "one of " + ", ".join(self.choices)
        if self.is_switch:
            return "false or true"
        return f"{self.low} to {self.high}" + (", " + PER_SEAT if self.per_seat else "")

    @property
    def default_text(self) -> str:
        """The default as a person would write it."""
        return self.show(self.default)

    def show(self, value: Any) -> str:
        """Write a value as a person would."""
        if self.choices and isinstance(value, int):
            return self.choices[value]
        if self.is_switch and value in (0, 1):
            return "true" if value else "false"
        return str(value)

    def check(self, value: Any) -> int | dict[int, list[int]]:
        """Return the value as whole numbers, or raise Unknown."""
        if isinstance(value, str) and self.choices:
            if value not in self.choices:
                raise Unknown(f"rule {self.name}: {value!r} is not one of {', '.join(self.choices)}{near_miss(value, self.choices)}")
            return self.choices.index(value)
        if isinstance(value, Mapping) and self.per_seat:
            for players in value:
                if not str(players).isdecimal():
                    raise Unknown(f"rule {self.name}: {players!r} is not a number of players; expected for example {{2 = [2, 3]}}")
            return {int(players): self._check_seats(int(players), row) for players, row in value.items()}
        if isinstance(value, bool) and self.is_switch:
            value = int(value)
        high = len(self.choices) - 1 if self.choices else self.high
        if not isinstance(value, int) or isinstance(value, bool) or not self.low <= value <= high:
            raise Unknown(f"rule {self.name}: {value!r} is not {self.kind}")
        return value

    def _check_seats(self, players: int, row: Any) -> list[int]:
        if not isinstance(row, (list, tuple)) or len(row) != players:
            raise Unknown(f"rule {self.name}: for {players} players it takes a list of {players} numbers, not {row!r}")
        for value in row:
            if not isinstance(value, int) or isinstance(value, bool) or not self.low <= value <= self.high:
                raise Unknown(f"rule {self.name}: {value!r} (for {players} players) is not {self.low} to {self.high}")
        return list(row)


def parse_rule(text: str) -> tuple[str, Any]:
    """Split ``name=value``; the value is written as in TOML, and a bare word is a string."""
    name, found, value = text.partition("=")
    if not found or not name.strip() or not value.strip():
        raise Unknown(f"--rule {text!r}: expected name=value, for example --rule three_dice_points=4")
    try:
        return name.strip(), tomllib.loads(f"value = {value.strip()}")["value"]
    except tomllib.TOMLDecodeError:
        return name.strip(), value.strip()


@dataclass(frozen=True)
class Game:
    """A game: facts here, kernels in a module that is imported when something is played.

    Parameters
    ----------
    name, title, summary : str
    seats : (int, int)
        Smallest and largest number of players.
    package : str
        Dotted name of the game's package. Its `kernels` module holds the dtypes CONFIG and STATE and the kernels reset, legal,
        apply, score, features, redeal and audit; its `components` module reads and checks the card tables and fills a config;
        its `text` module puts states, actions and events into the rulebook's words.
    sources : tuple of str
        Named sources of luck. The last `seats[1]` are each seat's own coins.
    lines, facts : tuple of Column
        Score lines that add up to the total, and further whole numbers kept of each seat.
    endings : tuple of str
        Why a game ended; `over` holds the index plus 1.
    rules : tuple of Rule
    features : tuple of Column
        What a position is worth looking at, in the order the `features` kernel writes.
    pieces : tuple of Piece
        Kinds of pieces whose demand is of interest. A game with them has a kernel `stock(config, state, counts)`, which writes how many of
        each are in use.
    most_actions, most_events : int
        Size of the buffers for one decision.
    turn_cap : int
        Turns after which a game is cut off.
    mode_rule : str
        Name of the rule that chooses a solo mode or scenario, if there is one.
    mode_titles : tuple of str
        What the rulebook calls the modes, in the order of the rule's choices after the first.
    scores_alone : bool
        A game alone has a score and is neither won nor lost.
    setup_rules : tuple of str
        Rules whose choices after the first are what a drawn setup chooses from. A game with them has a fact `setup`, the number of what was
        drawn: a digit for each of these rules in order, the first counting most, 0 for the second choice of the rule.
    cards : int
        Numbers of cards run from 0 to cards - 1.
    uses : str
        What counts as a use of a card, and for which card, where that is not plain.
    """

    name: str
    title: str
    summary: str
    seats: tuple[int, int]
    package: str
    sources: tuple[str, ...]
    lines: tuple[Column, ...]
    endings: tuple[str, ...]
    rules: tuple[Rule, ...]
    features: tuple[Column, ...]
    facts: tuple[Column, ...] = ()
    pieces: tuple[Piece, ...] = ()
    most_actions: int = 1024
    most_events: int = 64
    turn_cap: int = 1000
    decision_cap: int = 100_000
    mode_rule: str = ""
    mode_titles: tuple[str, ...] = ()
    scores_alone: bool = False
    setup_rules: tuple[str, ...] = ()
    cards: int = 0
    uses: str = ""
    provenance: str = ""

    def __repr__(self) -> str:
        """Say in a line which game it is."""
        return f"<Game {self.name}: {self.title}, {self.seats[0]} to {self.seats[1]} players>"

    @cached_property
    def kernels(self) -> ModuleType:
        """The module of dtypes and kernels."""
        return importlib.import_module(f"{self.package}.kernels")

    @cached_property
    def components(self) -> ModuleType:
        """The module of card tables."""
        return importlib.import_module(f"{self.package}.components")

    @cached_property
    def text(self) -> ModuleType:
        """The module of words."""
        return importlib.import_module(f"{self.package}.text")

    @property
    def columns(self) -> tuple[Column, ...]:
        """All columns the score kernel writes, in order."""
        tail = (Column("total", "points in all"), Column("rank", "rank after every tie-break", "rank"))
        return (*self.lines, *self.facts, *tail, Column("share", "share of the win", "sixtieths"))

    @property
    def modes(self) -> tuple[str, ...]:
        """Names of the solo modes or scenarios."""
        return self.rule(self.mode_rule).choices[1:] if self.mode_rule else ()

    def rule(self, name: str) -> Rule:
        """Return a rule parameter by name, or raise Unknown."""
        for rule in self.rules:
            if rule.name == name:
                return rule
        known = [rule.name for rule in self.rules]
        raise Unknown(f"{self.title} has no rule {name!r}{near_miss(name, known)}; `simkit rules {self.name}` lists them")

    def check_rules(self, values: Mapping[str, Any]) -> dict[str, Any]:
        """Return rule values by name as whole numbers, sorted; those equal to the default are left out."""
        checked = {name: self.rule(name).check(value) for name, value in values.items()}
        return {name: checked[name] for name in sorted(checked) if checked[name] != self.rule(name).default}

    def check_players(self, players: int) -> int:
        """Return the number of players, or raise Unknown."""
        low, high = self.seats
        if not low <= players <= high:
            raise Unknown(f"{self.title} is for {low} to {high} players, not {players}")
        return players

    def rules_dtype(self) -> list[tuple[Any, ...]]:
        """Return the fields of a config record that hold rule parameters, for the game's CONFIG dtype."""
        most = self.seats[1]
        return [(r.name, "i4", (most + 1, most)) if r.per_seat else (r.name, "i4") for r in self.rules]

    def config(self, rules: Mapping[str, Any] | None = None, tables: Any = None) -> Any:
        """Return an array of one config record: rule parameters and card tables.

        Parameters
        ----------
        rules : mapping
            Values by rule name; the others keep their defaults.
        tables : object
            What `components.read` returned; the game's own tables by default.
        """
        from simkit.core.jit import make_records  # here: `simkit games` must not import numba

        config = make_records(1, self.kernels.CONFIG)
        chosen = self.check_rules(rules or {})
        for rule in self.rules:
            value = chosen.get(rule.name, rule.default)
            if isinstance(value, dict):
                config[rule.name] = rule.default
                for players, row in value.items():
                    self.check_players(players)
                    config[rule.name][0, players, :players] = row
            else:
                config[rule.name] = value
        self.components.fill(config[0], tables if tables is not None else self.components.read())
        return config
