"""One game by hand: list the actions, play one, look at what happened. The compiled kernels, one call at a time.

A session plays what the loop of `simkit.core.table` plays for the same seed, game number and choices, record for record. A decision
costs about a millisecond here and about a microsecond there.
"""

from __future__ import annotations

import copy
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from simkit.core.chance import MAX_GAME, check_seed
from simkit.core.events import WIDTH
from simkit.core.failing import shown, telling, where
from simkit.core.game import Game, Unknown
from simkit.core.jit import make_records
from simkit.core.sitting import Setting, Workspace
from simkit.core.strategy import Player
from simkit.core.table import BUFFER_FULL, CUT_OFF, FAULT, FAULTS, LOG_FULL, NO_ACTION, Machine

if TYPE_CHECKING:
    import pandas as pd

APPLY, LEGAL, RESET, SCORE = 2, 1, 0, 3  # places in `Machine.kernels`


@cache
def machine(game: Game) -> Machine:
    """Return the game's compiled kernels, shared by all sessions of the process."""
    return Machine(game)


@dataclass(frozen=True)
class Action:
    """One of the legal actions.

    Attributes
    ----------
    index : int
        Place in the list, what :meth:`Session.play` takes.
    code : int
        The action as the kernels number it.
    text : str
        The action in the rulebook's words.
    """

    index: int
    code: int
    _words: Callable[[int], str] = field(repr=False, compare=False)

    def __repr__(self) -> str:
        """Show the words, which the code does not tell."""
        return f"<Action {self.index}: {self.text}>"

    @property
    def text(self) -> str:
        """The action in the rulebook's words; worked out when it is asked for, as a list may hold thousands."""
        return self._words(self.code)


@dataclass(frozen=True)
class Event:
    """Something that happened; `text` says it in the rulebook's words, the numbers are those of `simkit.core.events`."""

    text: str
    event: int
    seat: int
    what: int
    amount: int
    detail: int

    @property
    def numbers(self) -> tuple[int, int, int, int, int]:
        """The row as the kernels wrote it."""
        return self.event, self.seat, self.what, self.amount, self.detail


class Session:
    """One game, played one decision at a time.

    Made by :func:`open_session`, or by `simkit.start` from the name of a game. Slower than a batch by a factor of about a thousand:
    for looking, for teaching, for players written in Python.

    Attributes
    ----------
    game : Game
    seed, number, players : int
    rules : dict
        Rule parameters that differ from the defaults: whole numbers, choices by name.
    tables : object
        Component tables.
    config : array of one config record
        By which the game is set up; a seat may play by another (`Setting.of`).
    apart : tuple of str
        What sets the game apart from one of these rules and tables, a sentence each.
    record : array of one state record
        The real one, which the kernels write. `state` is the safe way to look.
    made : int
        Decisions made so far.
    """

    def __init__(
        self, setting: Setting, number: int, tables: Sequence[Any], rules: dict[str, Any], apart: Sequence[str] = (), job: Any = None
    ) -> None:
        """Set up game `number`; `tables` has those of each config, `job` is what sets it up again where rules and tables do not."""
        self.setting, self.machine, self.game = setting, setting.machine, setting.machine.game
        self.seed, self.players, self.config = setting.seed, setting.players, setting.configs[:1]
        self.number, self.tables, self.rules, self.apart, self.job = number, tables[0], rules, tuple(apart), job
        self._versions = tuple(tables)
        game = self.game
        self.workspace = Workspace(game)
        self.record = make_records(1, game.kernels.STATE)
        self.made = 0
        self._listed: np.ndarray | None = None
        blank = make_records(1, game.kernels.STATE)
        self.machine.begin(self.record[0], blank[0], setting.seeds, number, self.players)
        self.machine.kernels[RESET](self.config[0], self.record[0])

    def __repr__(self) -> str:
        """Say in a line which game it is and how far."""
        stands = self.ending or f"turn {self.turn}, seat {self.seat + 1} to act"
        return f"<Session {self.game.title}, seed {self.seed}, game {self.number}, {self.players} players: {stands}>"

    @property
    def state(self) -> dict[str, Any]:
        """Every field of the state by name, as copies: whole numbers and numpy arrays, indexed by seat first where each has its own."""
        return fields(self.record)

    @property
    def seat(self) -> int:
        """The seat to act, counted from 0; seat 0 plays first."""
        return int(self.record["seat"][0])

    @property
    def turn(self) -> int:
        """Turns begun so far by all seats."""
        return int(self.record["turn"][0])

    @property
    def over(self) -> bool:
        """Whether the game has ended, was cut off or broke off with a fault."""
        self._list()
        return bool(self.record["over"][0] != 0)

    @property
    def ending(self) -> str:
        """Why the game ended; empty while it is played."""
        self._list()
        over = int(self.record["over"][0])
        if over == CUT_OFF:
            return "cut off at the turn limit"
        if over == FAULT:
            return f"fault: {FAULTS[int(self.record['fault'][0])]}"
        return self.game.endings[over - 1] if over else ""

    def codes(self) -> np.ndarray:
        """Return the legal actions as the kernels number them, in order; empty when the game is over."""
        return self._list().copy()

    def actions(self) -> list[Action]:
        """Return the legal actions; none when the game is over."""
        codes = self._list()
        before, (config, tables) = self.record.copy(), self._of(self.seat)

        def words(code: int) -> str:
            return str(self.game.text.describe_action(config, tables, before[0], code))

        return [Action(index, int(code), words) for index, code in enumerate(codes)]

    def play(self, index: int) -> list[Event]:
        """Play the action at a place of the list and return what happened.

        Raises
        ------
        Unknown
            If the game is over or there is no such place; the game stays as it was.
        """
        codes = self._list()
        if self.over:
            raise Unknown(f"the game is over ({self.ending}); nothing can be played")
        if isinstance(index, bool) or not isinstance(index, (int, np.integer)) or not 0 <= index < len(codes):
            raise Unknown(f"action {index!r}: there are {len(codes)} legal actions, numbered 0 to {len(codes) - 1}")
        self.record["decisions"][0, self.seat] += 1
        self.made += 1
        config, tables = self._of(self.seat)
        events = self._said(tables, lambda log: self.machine.kernels[APPLY](config, self.record[0], int(codes[index]), log))
        self._listed = None
        if self.record["fault"][0] != 0:
            self.record["over"][0] = FAULT
        if self.record["over"][0] == 0 and (self.turn >= self.game.turn_cap or self.made >= self.game.decision_cap):
            self.record["over"][0] = CUT_OFF
        return events

    def scores(self) -> np.ndarray:
        """Return the score sheet as whole numbers: one row a seat, the columns of `game.columns`; during play, as things stand."""
        return self._score()[0]

    def scoring(self) -> list[Event]:
        """Return what the final scoring says, point by point."""
        return self._score()[1]

    def result(self) -> pd.DataFrame:
        """Return the score sheet as a pandas frame: one row a seat, counted from 1; during play, as things stand."""
        import pandas as pd

        seats = pd.RangeIndex(1, self.players + 1, name="seat")
        return pd.DataFrame(self.scores(), index=seats, columns=[column.name for column in self.game.columns])

    def copy(self) -> Session:
        """Return a copy that is played on independently; it meets the same luck. One thread at a time may play a session and its copies."""
        twin = copy.copy(self)
        twin.record = self.record.copy()
        return twin

    def describe(self) -> str:
        """Return the position in the rulebook's words."""
        return "\n".join(self.game.text.describe_state(self.config[0], self.tables, self.record[0]))

    def choice(self, player: Player) -> int:
        """Return the index a strategy chooses here."""
        codes = self._list()
        buffer = self.workspace.actions
        buffer[: len(codes)] = codes  # a copy of this session may have used the buffer
        choose, (config, _) = self.machine.choose(player), self._of(self.seat)
        kernels, scratch = self.machine.kernels, self.workspace.scratch
        with telling(self.record[0], self.seed):
            return int(choose(kernels, config, self.record[0], buffer, len(codes), player.weights, scratch))

    def describe_turn(self, record: np.ndarray) -> list[str]:
        """Return what the seat to act of a position sees at the start of its turn; nothing if the game does not tell."""
        describe = getattr(self.game.text, "describe_turn", None)
        return [str(line) for line in describe(*self._of(int(record["seat"][0])), record[0])] if describe else []

    def _of(self, seat: int) -> tuple[Any, Any]:
        """Return the config and the tables that a seat plays by."""
        version = int(self.setting.of[seat])
        return self.setting.configs[version], self._versions[version]

    def _list(self) -> np.ndarray:
        """List the legal actions once a decision; a game without any breaks off, as in the loop."""
        if self._listed is None:
            count = 0
            if self.record["over"][0] == 0:
                count = int(self.machine.kernels[LEGAL](self._of(self.seat)[0], self.record[0], self.workspace.actions))
                if count <= 0:
                    self.record["over"][0] = FAULT
                    self.record["fault"][0] = NO_ACTION if count == 0 else BUFFER_FULL
            self._listed = self.workspace.actions[: max(count, 0)].copy()
        return self._listed

    def _score(self) -> tuple[np.ndarray, list[Event]]:
        rows = np.zeros((self.players, len(self.game.columns)), np.int64)
        if self.record["over"][0] == FAULT:
            return rows, []
        score, seats = self.machine.kernels[SCORE], range(self.players)
        if len({int(version) for version in self.setting.of[: self.players]}) == 1:
            config, tables = self._of(0)
            return rows, self._said(tables, lambda log: score(config, self.record[0], rows, log))
        sheet, events = rows.copy(), []
        for seat in seats:  # each by its own version, as in the loop
            config, tables = self._of(seat)
            said = self._said(tables, lambda log, config=config: score(config, self.record[0], sheet, log))  # type: ignore[misc]
            rows[seat] = sheet[seat]
            events += [event for event in said if event.seat == seat]
        self.machine.rank(self.config[0], self.record[0], rows)
        return rows, events

    def _said(self, tables: Any, call: Callable[[np.ndarray], None]) -> list[Event]:
        """Call a kernel with a log and return the log in words."""
        log = np.zeros((self.game.most_events, WIDTH), np.int64)
        call(log)
        if log[0, 1]:
            raise RuntimeError(f"{self.game.title}: {FAULTS[LOG_FULL]} ({log[0, 1]} too many)")
        rows = [tuple(map(int, row)) for row in log[1 : log[0, 0] + 1]]
        return [Event(str(self.game.text.describe_event(tables, row)), *row) for row in rows]


Chooser = Player | Callable[[Session], int]


def open_session(
    game: Game,
    *,
    seed: int,
    number: int = 0,
    players: int = 2,
    rules: Mapping[str, Any] | None = None,
    components: Path | str | None = None,
) -> Session:
    """Set up game `number` of a seed.

    Parameters
    ----------
    game : Game
    seed, number : int
        0 to 2**64 - 1, and 0 to 2**32 - 1.
    players : int
    rules : mapping
        Rule parameters by name; the others keep their defaults.
    components : path
        Folder or workbook with card tables of your own.

    Returns
    -------
    Session

    Raises
    ------
    Unknown
        For a value that is not known or out of range.
    """
    seed, number, players = whole(seed), whole(number), whole(players)
    try:
        check_seed(seed)
    except ValueError as error:
        raise Unknown(str(error)) from None
    if isinstance(number, bool) or not isinstance(number, int) or not 0 <= number <= MAX_GAME:
        raise Unknown(f"game number {number!r} is not a whole number from 0 to {MAX_GAME}")
    game.check_players(players)
    changed = {name: _written(game, name, value) for name, value in game.check_rules(rules or {}).items()}
    if players > 1 and game.mode_rule in changed:
        raise Unknown(f"rule {game.mode_rule}: {changed[game.mode_rule]} is for one player, not {players}")
    tables = game.components.read(Path(components)) if components else game.components.read()
    setting = Setting(machine(game), players, seed, [game.config(changed, tables)])
    return Session(setting, number, [tables], changed)


def whole(value: Any) -> Any:
    """Return a whole number of numpy, as rows hold it, as one of Python; anything else as it is."""
    return int(value) if isinstance(value, np.integer) else value


def _written(game: Game, name: str, value: Any) -> Any:
    """Write a checked rule value so that it can be given again: a choice by its name."""
    choices = game.rule(name).choices
    return choices[value] if choices else value


def fields(record: np.ndarray) -> dict[str, Any]:
    """Return the fields of an array of one record by name, as copies: whole numbers and arrays."""
    values = {name: record[name][0] for name in record.dtype.names or ()}
    return {name: np.array(value) if np.ndim(value) else int(value) for name, value in values.items()}


def seat_choosers(session: Session, players: Chooser | Sequence[Chooser]) -> list[Chooser]:
    """Return one chooser a seat; a single one plays every seat."""
    given = list(players) if isinstance(players, Sequence) else [players]
    for chooser in given:
        if not isinstance(chooser, Player) and not callable(chooser):
            raise Unknown(f"{chooser!r} is no player: expected a strategy or a function that takes the session and returns an index")
    if len(given) == 1:
        given *= session.players
    if len(given) != session.players:
        raise Unknown(f"{len(given)} strategies for {session.players} players; expected one, or one for each seat")
    return given


def choose(session: Session, chooser: Chooser) -> int:
    """Return the index that a compiled player or a Python callable chooses; raises Unknown, with its name, for one outside the list."""
    index = session.choice(chooser) if isinstance(chooser, Player) else chooser(session)
    count = len(session.codes())
    if isinstance(index, bool) or not isinstance(index, (int, np.integer)) or not 0 <= index < count:
        name = f"{shown(chooser.strategy.file)}:{chooser.strategy.name}" if isinstance(chooser, Player) else called(chooser)
        there = f"there are {count} actions: 0 to {count - 1}" if count > 1 else "there is 1 action: 0"
        raise Unknown(f"{name} returned {index!r}, {there} (seed {session.seed}, {where(session.record[0])})")
    return int(index)


def called(chooser: Callable[[Session], int]) -> str:
    """Name a player written as a function."""
    return getattr(chooser, "__name__", type(chooser).__name__)


def play_out(session: Session, players: Chooser | Sequence[Chooser]) -> Session:
    """Play a session to its end and return it.

    Parameters
    ----------
    session : Session
        Played on from where it stands.
    players : Player or callable, or a sequence of them
        One a seat, or one for all. A callable takes the session and returns the index of an action; it sees all of the session, so that
        not to peek at hidden cards is its own affair.

    Raises
    ------
    Unknown
        If a player returns an index outside the list.
    """
    choosers = seat_choosers(session, players)
    while not session.over:
        session.play(choose(session, choosers[session.seat]))
    return session
