"""Play games of a study again, for the example games of its page."""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from simkit.cli.screen import compiling
from simkit.core.game import Unknown

if TYPE_CHECKING:
    from reports.parts import Replay, Turn
    from simkit.analysis import Study
    from simkit.core.trace import Step, Trace


def record(study: Study, arm: int, block: int, rotation: int) -> Replay | str:
    """Play one game of a study again; a `reports.parts.Recorder`.

    Returns
    -------
    Replay or str
        The game, or in words why it cannot be played again: a strategy or card table that is not at hand.
    """
    from reports.parts import Replay
    from reports.words import names, seated
    from simkit import registry
    from simkit.core import trace
    from simkit.revisit import game_of

    try:
        game = registry.game(study.manifest["game"]["name"])
        who = [study.strategies[number] for number in seated(study, arm, rotation)]
        with compiling(game):
            session, players = game_of(study, block, arm, rotation)
            played = trace.record(session, players)
    except Unknown as error:
        return str(error).splitlines()[0]
    totals = [column.name for column in game.columns].index("total")
    called = names(study)
    return Replay(_turns(played, [called[name] for name in who]), [int(row[totals]) for row in played.end.scores()])


def _turns(played: Trace, who: Sequence[str]) -> list[Turn]:
    """Return each turn with what was decided in it and what scored.

    Left out are forced decisions without effect, and the words by which most turns are ended.
    """
    from reports.parts import Turn
    from simkit.core.events import POINTS

    turns = []
    last = Counter(steps[-1].text for _, steps in _by_turn(played))
    passing = {text for text, times in last.items() if 2 * times > last.total()}
    for number, steps in _by_turn(played):
        told = []
        for step in steps:
            scored = [event.text for event in step.events if event.event == POINTS and event.text]
            if scored or (step.options > 1 and not (step is steps[-1] and step.text in passing)):
                told.append((step.text, scored))
        seat = f", seat {steps[0].seat + 1} ({who[steps[0].seat]})" if len(who) > 1 else ""
        turns.append(Turn(f"Turn {number}{seat}", told or [(steps[-1].text, [])]))
    return turns


def _by_turn(played: Trace) -> Iterator[tuple[int, list[Step]]]:
    for number, steps in itertools.groupby(played.steps, key=lambda step: step.turn):
        yield number, list(steps)
