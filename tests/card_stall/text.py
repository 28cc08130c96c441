"""The stall in words."""

from __future__ import annotations

from typing import Any

from simkit.core import events

EVENTS = {
    events.OFFERED: "seat {seat} sees {card}",
    events.TAKEN: "seat {seat} takes {card}",
    events.POINTS: "seat {seat} scores {amount} for {card}",
}


def describe_action(config: Any, tables: Any, state: Any, action: int) -> str:
    """Say what an action does."""
    return f"take the {('left', 'right')[action]} card"


def describe_state(config: Any, tables: Any, state: Any) -> list[str]:
    """Say how the game stands, a line a seat."""
    return [f"seat {seat + 1}: {state['scored'][seat]} points" for seat in range(int(state["players"]))]


def describe_event(tables: Any, row: tuple[int, ...]) -> str:
    """Say what happened."""
    event, seat, what, amount, _ = row
    return EVENTS[event].format(seat=seat + 1, card=tables.rows["cards"][what]["id"], amount=amount)
