"""Arms: who plays which rules and cards, how often in a deal; and the strategies and versions that they number."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeVar

from simkit import registry
from simkit.batch.study import Study, located
from simkit.core.edits import Edit
from simkit.core.game import Game, Unknown
from simkit.core.sheets import Tables
from simkit.core.strategy import Player

Item = TypeVar("Item")


@dataclass(frozen=True)
class Arm:
    """One side of a comparison: who plays which rules, in how many rotations of a block.

    Parameters
    ----------
    lineup : tuple of int
        Strategy by chair; chair k sits at seat (k + rotation) % players.
    rotations : int
        Number of distinct cyclic rotations of the line-up.
    version : int
        Place in the plan's list of versions, which says whose cards are played.
    versions : tuple of int
        By chair, where not all play by the cards of `version`: a seat decides, acts and scores by its own.
    fresh : tuple of int
        Sources of luck that are drawn anew, apart from those of the other arms.
    watch : tuple of int
        Cards whose rows are kept in the long card table, where a study keeps one; None keeps all.
    grants : tuple of (str, int)
        By chair, where a seat starts with a card: the field of the config that grants it (empty: none), and the card.
    about : mapping
        What the arm is there for, for who analyses it.
    """

    label: str
    players: int
    table: str
    lineup: tuple[int, ...]
    rotations: int
    rules: dict[str, Any]
    mode: str | None = None
    mode_title: str | None = None
    target: int | None = None
    version: int = 0
    versions: tuple[int, ...] = ()
    fresh: tuple[int, ...] = ()
    watch: tuple[int, ...] | None = None
    grants: tuple[tuple[str, int], ...] = ()
    about: Mapping[str, Any] = field(default_factory=dict)

    @property
    def rows(self) -> int:
        """Rows of one block."""
        return self.players * self.rotations

    @property
    def job(self) -> dict[str, Any]:
        """What a worker needs to know of it, for JSON."""
        versions = list(dict.fromkeys([self.version, *self.versions]))  # the table's own comes first
        places = [versions.index(version) for version in self.versions or [self.version] * self.players]
        return {
            "rules": self.rules,
            "versions": versions,
            "seated": [self.seated(rotation) for rotation in range(self.rotations)],
            "of": [self.by_seat(places, rotation) for rotation in range(self.rotations)],
            "fresh": self.fresh,
            "watch": self.watch,
            "grants": [self.by_seat(self.grants, rotation) for rotation in range(self.rotations)] if self.grants else [],
        }

    def seated(self, rotation: int) -> list[int]:
        """Return the strategies by seat."""
        return self.by_seat(self.lineup, rotation)

    def by_seat(self, chairs: Sequence[Item], rotation: int) -> list[Item]:
        """Return by seat what is given by chair."""
        return [chairs[(seat - rotation) % self.players] for seat in range(self.players)]


def distinct_rotations(lineup: Sequence[Any]) -> int:
    """Return how many cyclic rotations of a line-up differ.

    >>> distinct_rotations((1, 2, 1, 2)), distinct_rotations((1, 1, 1)), distinct_rotations((1, 1, 2))
    (2, 1, 3)
    """
    return next(k for k in range(1, len(lineup) + 1) if [*lineup[k:], *lineup[:k]] == [*lineup])


@dataclass(frozen=True)
class Version:
    """A version of the game's cards; a study that compares nothing has one.

    Parameters
    ----------
    components : Path
        Where its tables are read from.
    edits : tuple of Edit
        Cells that are changed afterwards.
    extra : tuple of (int, int)
        Numbers of cards and the points they give beside what the tables say, each time they score.
    """

    name: str
    tables: Tables
    components: Path | None
    edits: tuple[Edit, ...] = ()
    extra: tuple[tuple[int, int], ...] = ()

    @property
    def is_changed(self) -> bool:
        """Whether it is another version with something changed."""
        return bool(self.edits or self.extra)

    @property
    def job(self) -> dict[str, Any]:
        """What a worker needs to know of it, for JSON."""
        place = str(self.components) if self.components else None
        return {"components": place, "edits": [edit.told for edit in self.edits], "extra": self.extra}


def read_version(study: Study, game: Game, name: str, components: str | None, key: str) -> Version:
    """Read the cards of a version; `key` is where the study names them."""
    with located(study.at(key)):
        place = study.file.parent.resolve() / components if components else None
        return Version(name, game.components.read(place), place)


@dataclass(frozen=True)
class Layout:
    """What a study plays: its arms, and the versions of the cards, of which the first is the study's own; what else its manifest tells."""

    arms: Sequence[Arm]
    versions: Sequence[Version]
    told: Mapping[str, Any] = field(default_factory=dict)


def with_own_cards(study: Study, game: Game, arms: Sequence[Arm], told: Mapping[str, Any] | None = None) -> Layout:
    """Return the layout of a study with one version of the cards."""
    return Layout(arms, [read_version(study, game, "", study.components, "components")], told or {})


def rules_of(study: Study, game: Game) -> dict[str, Any]:
    """Return the study's rules, checked, where they differ from the defaults."""
    with located(study.at("rules")):
        return named_rules(game, study.rules)


def named_rules(game: Game, values: dict[str, Any]) -> dict[str, Any]:
    """Return checked rule values that differ from the defaults, choices by name."""
    checked = game.check_rules(values)
    return {name: game.rule(name).choices[value] if game.rule(name).choices else value for name, value in checked.items()}


class LineUp:
    """The strategies of a study in order of first appearance."""

    def __init__(self, study: Study, game: Game) -> None:
        self.study = study
        self.game = game
        self.players: list[Player] = []
        self.labels: list[str] = []

    def index(self, text: str, key: str) -> int:
        """Return a strategy's number."""
        with located(self.study.at(key)):
            player = registry.player(text, self.game, self.study.file.parent)
        if player in self.players:
            return self.players.index(player)
        label = write_player(player)
        if label in self.labels:
            raise Unknown(f"{self.study.at(key)}: two files define {label}; rename one of them")
        self.players.append(player)
        self.labels.append(label)
        return len(self.players) - 1

    def indices(self, texts: list[str], key: str) -> list[int]:
        """Return the numbers of strategies of which each makes arms of its own, so none may be named twice."""
        found: list[int] = []
        for text in texts:
            number = self.index(text, key)
            if number in found:
                raise Unknown(f"{self.study.at(key)}: {self.labels[number]} is named more than once")
            found.append(number)
        return found


def write_player(player: Player, *, absolute: bool = False) -> str:
    """Write a player exactly; for one from a user's file with the file's name, or its whole path."""
    inside = ", ".join(f"{name}={value!r}" for name, value in player.changed)
    text = f"{player.strategy.name}({inside})" if inside else player.strategy.name
    if registry.strategies(player.game).get(player.strategy.name) is player.strategy:
        return text
    file = player.strategy.file.resolve()
    return f"{file if absolute else file.name}:{text}"
