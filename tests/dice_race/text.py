"""The race in words."""

from __future__ import annotations

from typing import Any

from simkit.core import events

EVENTS = {
    events.OFFERED: "seat {seat} may roll {what}",
    events.TAKEN: "seat {seat} rolls {what}",
    events.USED: "seat {seat} walks by {what}",
    events.POINTS: "seat {seat} walks {amount} steps",
    events.OWN: "seat {seat} rolls a {amount}",
}
DICE = ("one die", "two dice")


def describe_action(config: Any, tables: Any, state: Any, action: int) -> str:
    """Say what an action does."""
    return f"roll {DICE[action]}"


def describe_state(config: Any, tables: Any, state: Any) -> list[str]:
    """Say how the race stands, a line a seat."""
    return [f"seat {seat + 1}: {state['place'][seat]} of {config['goal']} steps" for seat in range(int(state["players"]))]


def describe_event(tables: Any, row: tuple[int, ...]) -> str:
    """Say what happened."""
    event, seat, what, amount, _ = row
    return EVENTS[event].format(seat=seat + 1, what=DICE[what], amount=amount)
