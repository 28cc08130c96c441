"""What is to be played: a study resolved against the registry into arms, line-ups, strategies and card tables."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from simkit import registry
from simkit.batch.arms import Arm, LineUp, Version, write_player
from simkit.batch.columns import Long, check_names, long_cards, long_pieces, long_tracks
from simkit.batch.kinds import KINDS
from simkit.batch.study import Study, located
from simkit.core.game import Game
from simkit.core.sheets import Tables
from simkit.core.strategy import Player

NOTHING_KEPT = {"cards": False, "rounds": 0, "pieces": False}  # beside the rows
PART_ROWS, PART_ROWS_WITH_LONG = 200_000, 20_000  # a part has at most so many rows, if its study does not say


@dataclass(frozen=True)
class Plan:
    """A study, resolved. Blocks are numbered from 0; how many are played is not part of a plan."""

    study: Study
    game: Game
    players: tuple[Player, ...]
    labels: tuple[str, ...]
    arms: tuple[Arm, ...]
    versions: tuple[Version, ...]
    seed: int
    part_blocks: int
    told: Mapping[str, Any] = field(default_factory=dict)

    @property
    def tables(self) -> Tables:
        """The card tables of the first version."""
        return self.versions[0].tables

    @property
    def rows(self) -> int:
        """Rows of one block."""
        return sum(arm.rows for arm in self.arms)

    @property
    def games(self) -> int:
        """Games of one block."""
        return sum(arm.rotations for arm in self.arms)

    @property
    def rounds(self) -> int:
        """Rounds of which it is kept how the seats stand when they begin; 0 without tracks."""
        return int(getattr(self.study, "rounds", 0))

    @property
    def pieces(self) -> bool:
        """Whether the pieces in use are counted."""
        return self.rounds > 0 and bool(self.game.pieces)

    @cached_property
    def long(self) -> tuple[Long, ...]:
        """The long tables that are kept beside the rows."""
        kept = ((self.study.cards, long_cards()), (self.rounds > 0, long_tracks(self.game)), (self.pieces, long_pieces(self.game)))
        return tuple(table for is_kept, table in kept if is_kept)

    @cached_property
    def job(self) -> str:
        """What a worker needs to know, as JSON; holds paths, so it is no part of a run's identity."""
        who = [write_player(player, absolute=True) for player in self.players]
        kept = {"cards": self.study.cards, "rounds": self.rounds, "pieces": self.pieces}
        return write_job(self.game, who, [version.job for version in self.versions], self.seed, [arm.job for arm in self.arms], kept)


def write_job(
    game: Game,
    strategies: Sequence[str],
    versions: Sequence[Mapping[str, Any]],
    seed: int,
    arms: Sequence[Mapping[str, Any]],
    kept: Mapping[str, Any] = NOTHING_KEPT,
) -> str:
    """Return what a worker needs to know to play arms: strategies with their files, `Version.job`, `Arm.job`, what is kept beside rows."""
    by_version = {name: [version[name] for version in versions] for name in ("components", "edits", "extra")}
    told = {"game": game.name, "plugins": list(registry.plugins()), "strategies": list(strategies), "seed": seed, "arms": list(arms)}
    return json.dumps(told | by_version | dict(kept), sort_keys=True)


def resolve(study: Study) -> Plan:
    """Look up all that a study names.

    Raises
    ------
    Unknown
        With file and key, for what is not known or does not fit together.
    """
    with located(study.at("game")):
        game = registry.game(study.game)
        check_names(game)
    line_up = LineUp(study, game)
    layout = KINDS[study.kind].lay_out(study, game, line_up)
    arms, versions = tuple(layout.arms), tuple(layout.versions)
    most = PART_ROWS_WITH_LONG if study.cards or hasattr(study, "rounds") else PART_ROWS
    part_blocks = study.part_blocks or max(1, most // sum(arm.rows for arm in arms))
    return Plan(study, game, tuple(line_up.players), tuple(line_up.labels), arms, versions, study.seed, part_blocks, layout.told)
