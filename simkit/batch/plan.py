"""What is to be played: a study resolved against the registry into arms, line-ups, strategies and card tables."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import combinations
from pathlib import Path
from typing import Any

from simkit import registry
from simkit.batch import spec
from simkit.batch.columns import check_names
from simkit.batch.spec import League, Seats, Setups, Solo, Study, Variant, located
from simkit.core.chance import MAX_SEED
from simkit.core.game import Game, Unknown, near_miss
from simkit.core.sheets import Tables
from simkit.core.strategy import Player

PART_ROWS, PART_ROWS_WITH_CARDS = 200_000, 20_000  # a part has at most so many rows, if its study does not say


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

    @property
    def rows(self) -> int:
        """Rows of one block."""
        return self.players * self.rotations

    def seated(self, rotation: int) -> list[int]:
        """Return the strategies by seat."""
        return [self.lineup[(seat - rotation) % self.players] for seat in range(self.players)]


def distinct_rotations(lineup: tuple[int, ...]) -> int:
    """Return how many cyclic rotations of a line-up differ.

    >>> distinct_rotations((1, 2, 1, 2)), distinct_rotations((1, 1, 1)), distinct_rotations((1, 1, 2))
    (2, 1, 3)
    """
    return next(k for k in range(1, len(lineup) + 1) if lineup[k:] + lineup[:k] == lineup)


@dataclass(frozen=True)
class Version:
    """A version of the game's cards; a study that compares nothing has one."""

    name: str
    tables: Tables
    components: Path | None


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

    @cached_property
    def job(self) -> str:
        """What a worker needs to know, as JSON; holds paths, so it is no part of a run's identity."""
        return json.dumps(
            {
                "game": self.game.name,
                "plugins": list(registry.plugins()),
                "strategies": [_spec(player, absolute=True) for player in self.players],
                "components": [str(version.components) if version.components else None for version in self.versions],
                "seed": self.seed,
                "cards": self.study.cards,
                "arms": [
                    {"players": a.players, "rules": a.rules, "version": a.version, "seated": [a.seated(r) for r in range(a.rotations)]}
                    for a in self.arms
                ],
            },
            sort_keys=True,
        )


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
    with located(study.at("rules")):
        rules = named_rules(game, study.rules)
    versions = [_version(study, game, "", study.components, "components")]
    line_up = _LineUp(study, game)
    if isinstance(study, Seats):
        arms = _seats(study, game, rules, line_up)
    elif isinstance(study, Solo):
        arms = _solo(study, game, rules, line_up)
    elif isinstance(study, League):
        arms = _league(study, game, rules, line_up)
    elif isinstance(study, Setups):
        arms = _setups(study, game, rules, line_up)
    elif isinstance(study, Variant):
        versions = [_version(study, game, v.name, v.components or study.components, f"versions.{v.name}") for v in study.versions]
        arms = _variant(study, game, line_up)
    else:
        raise TypeError(f"studies of kind {study.kind} have no plan")
    most = PART_ROWS_WITH_CARDS if study.cards else PART_ROWS
    part_blocks = study.part_blocks or max(1, most // sum(arm.rows for arm in arms))
    return Plan(study, game, tuple(line_up.players), tuple(line_up.labels), tuple(arms), tuple(versions), study.seed, part_blocks)


def _version(study: Study, game: Game, name: str, components: str | None, key: str) -> Version:
    with located(study.at(key)):
        place = study.file.parent.resolve() / components if components else None
        return Version(name, game.components.read(place), place)


def named_rules(game: Game, values: dict[str, Any]) -> dict[str, Any]:
    """Return checked rule values that differ from the defaults, choices by name."""
    checked = game.check_rules(values)
    return {name: game.rule(name).choices[value] if game.rule(name).choices else value for name, value in checked.items()}


class _LineUp:
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
        label = _spec(player)
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


def _spec(player: Player, *, absolute: bool = False) -> str:
    """Write a player exactly; for one from a user's file with the file's name, or its whole path."""
    inside = ", ".join(f"{name}={value!r}" for name, value in player.changed)
    text = f"{player.strategy.name}({inside})" if inside else player.strategy.name
    if registry.strategies(player.game).get(player.strategy.name) is player.strategy:
        return text
    file = player.strategy.file.resolve()
    return f"{file if absolute else file.name}:{text}"


def _seats(study: Seats, game: Game, rules: dict[str, Any], line_up: _LineUp) -> list[Arm]:
    """Make the arms: for each number of players a mixed table, and each mirrored strategy among itself."""
    if not study.tables.mixed and not study.tables.mirror:
        raise Unknown(f"{study.at('tables')}: nobody plays; name strategies as mixed or mirror")
    if not rules.keys().isdisjoint({game.mode_rule} - {""}):
        raise Unknown(f"{study.at('rules')}: {game.mode_rule} is for one player; a study of seats has several")
    arms = []
    for players in study.players or range(2, game.seats[1] + 1):
        with located(study.at("players")):
            game.check_players(players)
        if mixed := [line_up.index(text, "tables.mixed") for text in study.tables.mixed]:
            chairs = tuple(mixed[chair % len(mixed)] for chair in range(players))
            arms.append(Arm(f"{players} players, mixed table", players, "mixed", chairs, distinct_rotations(chairs), rules))
        for alone in line_up.indices(study.tables.mirror, "tables.mirror"):
            label = line_up.labels[alone]
            arms.append(Arm(f"{players} players, all {label}", players, label, (alone,) * players, 1, rules))
    return arms


def _setups(study: Setups, game: Game, rules: dict[str, Any], line_up: _LineUp) -> list[Arm]:
    """Make the one arm: a table whose setup is drawn anew for every deal."""
    if not game.setup_rules:
        raise Unknown(f"{study.at('game')}: {game.title} draws no setups")
    if fixed := [name for name in game.setup_rules if name in rules]:
        raise Unknown(f"{study.at('rules')}: {fixed[0]} is what a study of setups draws; leave it out")
    seats = Seats(kind="seats", players=[study.players], **_shared(study, study.rules), tables=study.tables)
    seats._file = study.file
    return _seats(seats, game, rules, line_up)


def again(study: Setups, extremes: Mapping[str, Mapping[str, Any]]) -> Variant:
    """Return the replay of a study's most extreme setups beside drawn ones, on fresh deals.

    Parameters
    ----------
    extremes : mapping
        Rules by name of setup, as `simkit.analysis.setups.extreme_rules` returns them.
    """
    shared = _shared(study, study.rules) | {"seed": (study.seed + 1) % (MAX_SEED + 1), "blocks": study.again}
    versions = [spec.Version(name="drawn"), *(spec.Version(name=name, rules=dict(rules)) for name, rules in extremes.items())]
    found = Variant(kind="variant", players=[study.players], tables=study.tables, versions=versions, cards=False, **shared)
    found._file = study.file
    return found


def _shared(study: Study, rules: dict[str, Any]) -> dict[str, Any]:
    """Return the keys that a study made from another takes over."""
    keys = {"name": study.name, "game": study.game, "seed": study.seed, "blocks": study.blocks, "margin": study.margin}
    return keys | {"rules": rules, "components": study.components}


def _variant(study: Variant, game: Game, line_up: _LineUp) -> list[Arm]:
    """Make the arms: every table of every version, the versions of one table side by side."""
    names = [version.name for version in study.versions]
    if twice := [name for name in names if names.count(name) > 1]:
        raise Unknown(f"{study.at('versions')}: {twice[0]!r} is named more than once")
    if not study.tables.mixed and not study.tables.mirror:
        raise Unknown(f"{study.at('tables')}: nobody plays; name strategies as mixed or mirror")
    if study.scenarios and 1 not in study.players:
        raise Unknown(f"{study.at('scenarios')}: scenarios are for 1 player; players are {study.players}")
    per_version: list[list[Arm]] = []
    for number, version in enumerate(study.versions):
        with located(study.at(f"versions.{version.name}.rules")):
            changed = study.rules | version.rules
            rules = named_rules(game, changed)
        several = [players for players in study.players if players > 1]
        shared = _shared(study, changed)
        arms: list[Arm] = []
        if several:
            seats = Seats(kind="seats", players=several, tables=study.tables, **shared)
            seats._file = study.file
            arms += _seats(seats, game, rules, line_up)
        if 1 in study.players:
            alone = list(dict.fromkeys([*study.tables.mixed, *study.tables.mirror]))
            if game.modes and study.scenarios:
                solo = Solo(kind="solo", scenarios=study.scenarios, strategies=alone, **shared)
                solo._file = study.file
                arms += _solo(solo, game, rules, line_up)
            else:
                with located(study.at("players")):
                    game.check_players(1)
                labels = {line_up.labels[i]: i for i in line_up.indices(alone, "tables")}
                arms += [Arm(f"1 player, {label}", 1, label, (i,), 1, rules) for label, i in labels.items()]
        per_version.append([replace(arm, label=f"{arm.label}, {version.name}", version=number) for arm in arms])
    return [arm for side_by_side in zip(*per_version, strict=True) for arm in side_by_side]


def _solo(study: Solo, game: Game, rules: dict[str, Any], line_up: _LineUp) -> list[Arm]:
    """Make the arms: every scenario with every strategy."""
    if not game.modes:
        raise Unknown(f"{study.at('game')}: {game.title} has no solo scenarios")
    if game.mode_rule in study.rules:
        raise Unknown(f"{study.at('rules')}: {game.mode_rule} is what a solo study goes through; name its scenarios as `scenarios`")
    if twice := [mode for mode in study.scenarios if study.scenarios.count(mode) > 1]:
        raise Unknown(f"{study.at('scenarios')}: {twice[0]} is named more than once")
    strategies = line_up.indices(study.strategies, "strategies")
    titles = dict(zip(game.modes, getattr(game, "mode_titles", ()), strict=False))
    arms = []
    for mode in game.modes if study.scenarios == ["all"] else study.scenarios:
        if mode not in game.modes:
            known = ", ".join(game.modes)
            raise Unknown(f"{study.at('scenarios')}: {game.title} has no {mode!r}{near_miss(mode, game.modes)}; known are {known}")
        title = titles.get(mode, mode.replace("_", " ").capitalize())
        chosen = named_rules(game, rules | {game.mode_rule: mode})
        for alone in strategies:
            label = line_up.labels[alone]
            arms.append(Arm(f"{title}, {label}", 1, label, (alone,), 1, chosen, mode, title, _target(game, mode, rules)))
    return arms


def _league(study: League, game: Game, rules: dict[str, Any], line_up: _LineUp) -> list[Arm]:
    """Make the arms: every pair of strategies, in both seatings."""
    with located(study.at("game")):
        game.check_players(2)
    if not rules.keys().isdisjoint({game.mode_rule} - {""}):
        raise Unknown(f"{study.at('rules')}: {game.mode_rule} is for one player; a league has tables of two")
    labels = {number: line_up.labels[number] for number in line_up.indices(study.strategies, "strategies")}
    return [Arm(f"{labels[a]} against {labels[b]}", 2, "league", (a, b), 2, rules) for a, b in combinations(labels, 2)]


def _target(game: Game, mode: str, rules: dict[str, Any]) -> int | None:
    """Return the score that completes a scenario, where a rule ``target_<scenario>`` says it."""
    name = f"target_{mode}"
    rule = next((rule for rule in game.rules if rule.name == name), None)
    return None if rule is None else int(rules.get(name, rule.default))
