"""One game as readable text and as JSON lines, and the check of such a trace against the kernels.

What a game's `text` module holds
---------------------------------
``describe_state(config, tables, state) -> list of str``
    The position, line by line; `config` and `state` are records, `tables` what `components.read` returned.
``describe_action(config, tables, state, action) -> str``
    A legal action as what the player does: "rest", "learn S12 ... with the white 5".
``describe_event(tables, row) -> str``
    A log row (event, seat, what, amount, detail) as a sentence; empty for what is not worth telling. Rows POINTS must be told with
    their points and the reason.
``card(tables, number) -> str``
    What a card is, by its number.
``describe_turn(config, tables, state) -> list of str``, optional
    What the seat to act sees at the start of its turn.
``TURN``, optional
    Number of the event that begins a turn: what an action causes from there on is told under the new turn.

The JSON lines, version 1
-------------------------
First line: ``format`` "simkit-trace", ``version`` 1, ``game``, ``seed``, ``number``, ``players``, ``rules`` (those that differ from the
defaults: whole numbers, choices by name), ``components`` (``source``, ``sha256``), ``strategies`` (one a seat). Version 2 has also ``job``:
by which cards each seat plays, what it starts with, which luck is drawn anew (`simkit.revisit`).
Then one line a decision: ``step`` from 1, ``turn``, ``seat`` from 0, ``state`` (every field before it by name: whole numbers, lists;
unsigned 64-bit fields as hexadecimal strings, which no reader rounds), ``options`` (number of legal actions), ``index`` and ``action``
(place in that list, number of the action), ``text``, ``events``: what followed, with what chance decided, each with ``event``,
``seat``, ``what``, ``amount``, ``detail`` and ``text``.
Last line: ``state`` at the end, ``ended`` (why), ``events`` of the final scoring, ``result``: one row a seat by column name.
"""

from __future__ import annotations

import itertools
import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from simkit.core.events import POINTS
from simkit.core.game import SET, Game, Unknown
from simkit.core.session import Chooser, Event, Session, called, choose, fields, open_session, seat_choosers
from simkit.core.strategy import Player

FORMAT, VERSION, APART = "simkit-trace", 1, 2  # the latter of a game that rules and card tables do not set up
WHOLE = 60  # a whole win in the column `share`


@dataclass(frozen=True)
class Step:
    """One decision: the record before it, how many actions there were, which was taken, what followed."""

    before: np.ndarray
    options: int
    index: int
    action: int
    text: str
    events: tuple[Event, ...]

    @property
    def turn(self) -> int:
        """Number of the turn."""
        return int(self.before["turn"][0])

    @property
    def seat(self) -> int:
        """The seat that decided."""
        return int(self.before["seat"][0])


@dataclass(frozen=True)
class Trace:
    """A whole game, decision by decision."""

    start: Session
    end: Session
    strategies: tuple[str, ...]
    steps: tuple[Step, ...]

    def text(self) -> str:
        """Return the game as readable text: setup, every decision with what followed, final scoring."""
        return "\n".join([*self._head(), *self._turns(), "", *self._sheet()]) + "\n"

    def json_lines(self) -> Iterator[str]:
        """Yield the game as JSON lines; the module's documentation has the schema."""
        start = self.start
        header = {
            "format": FORMAT, "version": APART if start.job else VERSION, "game": start.game.name, "seed": start.seed,
            "number": start.number, "players": start.players, "rules": start.rules,
            "components": {"source": start.tables.source, "sha256": start.tables.sha256}, "strategies": list(self.strategies),
            **({"job": start.job} if start.job else {}),
        }  # fmt: skip
        yield json.dumps(header)
        for number, step in enumerate(self.steps, start=1):
            yield json.dumps({"step": number, "turn": step.turn, "seat": step.seat, **_decision(step)})
        yield json.dumps(_ending(self.end))

    def _head(self) -> list[str]:
        start = self.start
        rules = [f"{name} = {start.game.rule(name).show(value)}" for name, value in start.rules.items()]
        seats = "1 player" if start.players == 1 else f"{start.players} players"
        return [
            f"{start.game.title}: game {start.number} of seed {start.seed}, {seats}",
            f"Rules changed: {', '.join(rules) or 'none'}",
            f"Components: {start.tables.source} ({', '.join(f'{n} {origin}' for origin, n in start.tables.provenance.items())})",
            *(f"Seat {seat}: {name}" for seat, name in enumerate(self.strategies, start=1)),
            *start.apart,
            "",
            "Setup",
            *(f"  {line}" for line in start.describe().splitlines()),
        ]

    def _turns(self) -> Iterator[str]:
        game = self.start.game
        begins = getattr(game.text, "TURN", None)
        titled = described = -1  # turns
        for step, after in itertools.zip_longest(self.steps, self.steps[1:]):
            if step.turn != titled:
                titled = step.turn
                yield from _turn_title(titled, step.seat)
            if step.turn != described:
                described = step.turn
                yield from (f"  {line}" for line in self.start.describe_turn(step.before))
            yield f"  {_options(step.options)}: {step.text}"
            for event in step.events:
                if event.event == begins and after is not None:
                    titled = after.turn
                    yield from _turn_title(titled, after.seat)
                elif event.text:
                    yield f"    {event.text}"

    def _sheet(self) -> Iterator[str]:
        end, game = self.end, self.end.game
        scores, scoring = end.scores(), end.scoring()
        names = [column.name for column in game.columns]
        # a fact that is 0 for everybody is of another mode or module, or never happened
        facts = [fact for fact in game.facts if fact.unit != SET and any(row[names.index(fact.name)] for row in scores)]
        yield f"The game is over: {end.ending}"
        yield "Final scoring"
        for seat, row in enumerate(scores):
            values = dict(zip(names, map(int, row), strict=True))
            yield f"  Seat {seat + 1}, {self.strategies[seat]}: {values['total']} points, {_place(values, end.players)}"
            for line, column in enumerate(game.lines):
                yield f"    {column.text}: {values[column.name]}"
                said = [e for e in scoring if (e.event, e.seat, e.detail) == (POINTS, seat, line)]
                yield from (f"      {event.text}" for event in said)
            yield from (f"    {fact.text}: {values[fact.name]}" for fact in facts)


@dataclass(frozen=True)
class Replayed:
    """What the check of a trace found: how many decisions agree, and the first difference, named by field."""

    steps: int
    difference: str = ""

    @property
    def agrees(self) -> bool:
        """Whether the whole trace is what the kernels play."""
        return not self.difference


def record(session: Session, players: Chooser | Sequence[Chooser]) -> Trace:
    """Play a session from its start to its end and keep everything.

    Parameters
    ----------
    session : Session
        At its first decision; it is played to the end.
    players : Player or callable, or a sequence of them
        As for `simkit.core.session.play_out`.
    """
    if session.made:
        raise Unknown("a trace begins with the first decision of a game; this session has been played already")
    choosers = seat_choosers(session, players)
    labels = tuple(c.label if isinstance(c, Player) else called(c) for c in choosers)
    start = session.copy()
    steps = []
    while not session.over:
        steps.append(_step(session, choose(session, choosers[session.seat])))
    return Trace(start, session, labels, tuple(steps))


def text(session: Session, players: Chooser | Sequence[Chooser]) -> str:
    """Play a session to its end and return the game as readable text."""
    return record(session, players).text()


def json_lines(session: Session, players: Chooser | Sequence[Chooser]) -> list[str]:
    """Play a session to its end and return the game as JSON lines."""
    return list(record(session, players).json_lines())


def header(lines: Iterable[str]) -> dict[str, Any]:
    """Return the first line of a trace, or raise Unknown if it is none of ours."""
    first = _parse(next(iter(lines), ""), 1)
    if first.get("format") != FORMAT:
        raise Unknown(f'line 1: not a trace; expected {{"format": "{FORMAT}", ...}}')
    if first.get("version") not in (VERSION, APART):
        raise Unknown(f"line 1: version {first.get('version')!r} of traces; this program reads {VERSION} and {APART}")
    if absent := [name for name in ("game", "seed", "number", "players", "rules", "components") if name not in first]:
        raise Unknown(f"line 1: lacks {', '.join(absent)}")
    if not isinstance(first["rules"], dict):
        raise Unknown("line 1: rules are no table of names and values")
    return first


def replay(lines: Sequence[str], game: Game, components: Path | str | None = None, session: Session | None = None) -> Replayed:
    """Play a trace again and compare every step: the state before it, the action, its events, the result.

    Words are not compared, only numbers: a trace stays good when a sentence is improved.

    Parameters
    ----------
    lines : sequence of str
    game : Game
        The game its header names.
    components : path
        The folder or workbook with card tables, if it was played with your own.
    session : Session
        The game at its first decision, where the header's rules and cards do not set it up (`simkit.revisit.replay`).

    Returns
    -------
    Replayed

    Raises
    ------
    Unknown
        If the lines cannot be read as a trace.
    """
    first = header(lines)
    if first["game"] != game.name:
        raise Unknown(f"the trace is of {first['game']!r}, not of {game.name!r}")
    if session is None:
        seats = {"seed": first["seed"], "number": first["number"], "players": first["players"]}
        session = open_session(game, **seats, rules=first["rules"], components=components)
    told = first["components"]
    cards = {"sha256": told.get("sha256")} if isinstance(told, dict) else told  # a workbook of the same cards does as well as their folder
    if difference := _differs("components", cards, {"sha256": session.tables.sha256}):
        return Replayed(0, f"{difference}; --components names the cards it was played with")
    for step, line in enumerate(lines[1:-1]):
        told = _parse(line, step + 2)
        if difference := _check_step(session, told):
            return Replayed(step, f"decision {step + 1}: {difference}")
    last = _parse(lines[-1], len(lines))
    if not session.over:
        return Replayed(session.made, f"the trace breaks off after {session.made} decisions")
    ending = json.loads(json.dumps(_ending(session)))
    for name in ("state", "ended", "events", "result"):
        if difference := _differs(name, _bare(name, last.get(name)), _bare(name, ending[name])):
            return Replayed(session.made, f"at the end: {difference}")
    return Replayed(session.made)


def _check_step(session: Session, told: dict[str, Any]) -> str:
    """Play one decision of a trace; return the first difference, or an empty string."""
    if session.over:
        return f"the game is over already ({session.ending})"
    codes = session.codes()
    now = {"turn": session.turn, "seat": session.seat, "state": _plain_state(session.record), "options": len(codes)}
    for name, value in now.items():
        if difference := _differs(name, told.get(name), value):
            return difference
    index = told.get("index")
    if not isinstance(index, int) or not 0 <= index < len(codes):
        return f"index is {index!r}, but there are {len(codes)} legal actions"
    if difference := _differs("action", told.get("action"), int(codes[index])):
        return difference
    played = json.loads(json.dumps(_decision(_step(session, index))))
    return _differs("events", _bare("events", told.get("events")), _bare("events", played["events"]))


def _step(session: Session, index: int) -> Step:
    """Play one action and keep what it did."""
    before = session.record.copy()
    actions = session.actions()
    events = session.play(index)  # before `index` is trusted
    action = actions[index]
    return Step(before, len(actions), index, action.code, action.text, tuple(events))


def _decision(step: Step) -> dict[str, Any]:
    return {
        "state": _plain_state(step.before), "options": step.options, "index": step.index, "action": step.action, "text": step.text,
        "events": [_plain_event(event) for event in step.events],
    }  # fmt: skip


def _ending(end: Session) -> dict[str, Any]:
    names = [column.name for column in end.game.columns]
    return {
        "state": _plain_state(end.record),
        "ended": end.ending,
        "events": [_plain_event(event) for event in end.scoring()],
        "result": [dict(zip(names, map(int, row), strict=True)) for row in end.scores()],
    }


def _plain_event(event: Event) -> dict[str, Any]:
    names = ("event", "seat", "what", "amount", "detail")
    return {**dict(zip(names, event.numbers, strict=True)), "text": event.text}


def _plain_state(record: np.ndarray) -> dict[str, Any]:
    """Return a record as what JSON can hold without loss."""
    return {name: _plain(value, record.dtype[name].base == np.uint64) for name, value in fields(record).items()}


def _plain(value: Any, is_wide: bool) -> Any:
    if isinstance(value, np.ndarray):
        return [_plain(entry, is_wide) for entry in value]
    return f"{int(value):#018x}" if is_wide else int(value)


def _bare(name: str, value: Any) -> Any:
    """Leave the words out of events."""
    if name != "events" or not isinstance(value, list):
        return value
    return [{k: v for k, v in event.items() if k != "text"} if isinstance(event, dict) else event for event in value]


def _differs(name: str, told: Any, found: Any) -> str:
    """Name the first difference between a trace and the kernels; an empty string if there is none."""
    if isinstance(told, dict) and isinstance(found, dict):
        for key in dict.fromkeys([*found, *told]):
            if key not in told:
                return f"{name}: field {key!r} is missing in the trace"
            if key not in found:
                return f"{name}: field {key!r} is not one of the kernels'"
            if difference := _differs(f"{name}.{key}", told[key], found[key]):
                return difference
        return ""
    if isinstance(told, list) and isinstance(found, list) and len(told) == len(found):
        return next(filter(None, (_differs(f"{name}[{i}]", a, b) for i, (a, b) in enumerate(zip(told, found, strict=True)))), "")
    return "" if type(told) is type(found) and told == found else f"{name} is {told!r} in the trace, {found!r} by the kernels"


def _parse(line: str, number: int) -> dict[str, Any]:
    try:
        value = json.loads(line)
    except ValueError:
        raise Unknown(f"line {number}: not JSON") from None
    if not isinstance(value, dict):
        raise Unknown(f"line {number}: expected a JSON object")
    return value


def _turn_title(turn: int, seat: int) -> Iterator[str]:
    yield ""
    yield f"Turn {turn}, seat {seat + 1}"


def _options(count: int) -> str:
    return "the only option" if count == 1 else f"chooses 1 of {count} options"


def _place(values: dict[str, int], players: int) -> str:
    if players == 1:
        return "success" if values["share"] == WHOLE else "no success"
    share = "wins" if values["share"] == WHOLE else "shares the win" if values["share"] else "does not win"
    return f"rank {values['rank']}, {share}"
