"""Play games of a study again, for the example games of its page."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from simkit.cli.screen import compiling
from simkit.core.game import Unknown

if TYPE_CHECKING:
    from reports.parts import Replay
    from simkit.analysis import Study
    from simkit.core.trace import Trace


def record(study: Study, arm: int, block: int, rotation: int) -> Replay | str:
    """Play one game of a study again; a `reports.parts.Recorder`.

    Returns
    -------
    Replay or str
        The game, or in words why it cannot be played again: a strategy or card table that is not at hand.
    """
    from reports.parts import Replay
    from reports.words import seated, seed_of
    from simkit import registry
    from simkit.core import trace
    from simkit.core.session import open_session

    entry, version = study.manifest["arms"][arm], study.arms[arm].version
    cards = study.manifest["variants"][version]["components"] if "variants" in study.manifest else study.manifest.get("components", {})
    places = study.asked.get("components", [])  # the manifest names no place
    place = places[version] if version < len(places) else None
    try:
        game = registry.game(study.manifest["game"]["name"])
        players = [registry.player(study.strategies[number], game) for number in seated(study, arm, rotation)]
        components = Path(place) if place else None
        with compiling():
            session = open_session(
                game, seed=seed_of(study), number=block, players=entry["players"], rules=entry.get("rules") or {}, components=components
            )
            if session.tables.sha256 != cards.get("sha256"):
                return "the card tables have changed since"
            played = trace.record(session, players)
    except Unknown as error:
        return str(error).splitlines()[0]
    totals = [column.name for column in game.columns].index("total")
    return Replay(list(_turns(played)), [int(row[totals]) for row in played.end.scores()])


def _turns(played: Trace) -> list[tuple[str, list[str]]]:
    """Return each turn with what was decided in it and what scored; forced decisions without effect are left out."""
    from simkit.core.events import POINTS

    turns: list[tuple[str, list[str]]] = []
    now = -1
    for step in played.steps:
        if step.turn != now:
            now = step.turn
            seat = f", seat {step.seat + 1} ({played.strategies[step.seat]})" if len(played.strategies) > 1 else ""
            turns.append((f"Turn {now}{seat}", []))
        scored = [event.text for event in step.events if event.event == POINTS and event.text]
        if step.options > 1 or scored:
            turns[-1][1].extend([step.text, *scored])
    return [(title, lines) for title, lines in turns if lines]
