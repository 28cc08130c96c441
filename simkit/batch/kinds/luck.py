"""Luck: how much of the outcome each source of chance decides."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Annotated, Any, Literal

from pydantic import Field

from simkit.batch.arms import Arm, Layout, LineUp, with_own_cards
from simkit.batch.kinds import seats
from simkit.batch.kinds.dynamics import levels
from simkit.batch.kinds.seats import Seats
from simkit.batch.study import Study, Tables, Words, made
from simkit.core.game import Game, Unknown, near_miss

OF_SEAT = re.compile(r" of seat \d+$")


class Luck(Study):
    """How much is luck? Every deal once as it is, and for each group of sources once with all others and once with it alone drawn anew.

    Parameters
    ----------
    levels : list of str
        Strategies of which every two also play at a table of two: how often does the better one win?
    groups : dict of list of str
        Sources of luck by group, by their names or those without "of seat 1"; a source that is named nowhere is a group of its own.
    """

    kind: Literal["luck"]
    players: list[Annotated[int, Field(ge=2, strict=True)]] = Field(default=[2])
    tables: Tables = Tables()
    levels: Words = Field(default=[])
    groups: dict[str, Words] = Field(default={})


def lay_out(study: Luck, game: Game, line_up: LineUp) -> Layout:
    """Lay the study out: every table with the base first, then what is drawn anew."""
    found: list[Arm] = []
    for arm in seats.arms(made(Seats, study, players=study.players, tables=study.tables), game, line_up):
        named = groups(study, game, arm.players)
        every = {source for sources in named.values() for source in sources}
        anew: dict[tuple[int, ...], Arm] = {(): arm}
        for name, sources in named.items():
            alone, others = tuple(sources), tuple(sorted(every - set(sources)))
            # with two groups, one drawn anew is the other kept
            anew.setdefault(others, replace(arm, label=f"{arm.label}, only {name} kept", fresh=others))
            anew.setdefault(alone, replace(arm, label=f"{arm.label}, only {name} drawn anew", fresh=alone))
        found += anew.values()
    return with_own_cards(study, game, [*found, *levels(study, study.levels, game, line_up)], _told(study, game))


def groups(study: Luck, game: Game, players: int) -> dict[str, list[int]]:
    """Return the numbers of the sources of luck by group, of the seats that play; those of all seats go together.

    Raises
    ------
    Unknown
        If the study names a source that there is not, or one twice.
    """
    of: dict[str, str] = {}
    known = {name for source in game.sources for name in (source, OF_SEAT.sub("", source))}
    for group, names in study.groups.items():
        for name in names:
            if name not in known:
                there = f"{near_miss(name, known)}; known are {', '.join(sorted(known))}"
                raise Unknown(f"{study.at(f'groups.{group}')}: no source {name!r}{there}")
            if name in of:
                raise Unknown(f"{study.at(f'groups.{group}')}: {name!r} is named in {of[name]}, too")
            of[name] = group
    found: dict[str, list[int]] = {}
    for number, source in enumerate(game.sources):
        if _seat(source) > players:
            continue
        bare = OF_SEAT.sub("", source)
        found.setdefault(of.get(source, of.get(bare, bare)), []).append(number)
    return found


def _seat(source: str) -> int:
    """Return the seat a source belongs to; 0 for one that belongs to the table."""
    return int(source.rsplit(" ", 1)[1]) if OF_SEAT.search(source) else 0


def _told(study: Luck, game: Game) -> dict[str, Any]:
    """Return the groups of sources by number of players, for the report."""
    sizes = study.players or range(2, game.seats[1] + 1)
    return {"luck": {str(players): groups(study, game, players) for players in sizes}}
