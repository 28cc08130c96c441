"""Solo: how hard the scenarios are."""

from __future__ import annotations

from functools import cached_property
from typing import Annotated, Any, Literal

from pydantic import Field, field_validator

from simkit import registry
from simkit.batch import playtests
from simkit.batch.arms import Arm, Layout, LineUp, named_rules, rules_of, with_own_cards
from simkit.batch.study import Study, Words, located
from simkit.core.game import Game, Unknown, near_miss

Chance = Annotated[float, Field(gt=0, lt=1)]


class Solo(Study):
    """How hard are the solo scenarios? Every strategy in every scenario; ``["all"]`` stands for all of the game's.

    Parameters
    ----------
    wanted : list of float
        Chances of success for which the report names targets, between 0 and 1.
    medals : dict
        Medals with the chance to earn each, the easiest first: ``{bronze = 0.75, silver = 0.5, gold = 0.25}`` if left out.
    step : float
        How often a skill level must do better than the next below, on the same deals, to have a say.
    minutes_per_game, minutes_per_turn : float
        What people need to set up and put away, and for a turn; without both the report names no times.
    playtests : str
        CSV file with games of real people, relative to the study's file.
    """

    kind: Literal["solo"]
    family: Literal["player", "study"] = "player"
    wanted: list[Chance] = Field(default=[])
    medals: dict[str, Chance] = Field(default={})
    step: float = Field(default=0.6, gt=0.5, lt=1)
    minutes_per_game: float | None = Field(default=None, ge=0)
    minutes_per_turn: float | None = Field(default=None, gt=0)
    playtests: str | None = None
    scenarios: Words = Field(default=["all"], min_length=1)
    strategies: Words = Field(min_length=1)

    @field_validator("medals")
    @classmethod
    def _rarer(cls, medals: dict[str, float]) -> dict[str, float]:
        chances = list(medals.values())
        if chances != sorted(set(chances), reverse=True):
            raise ValueError("a medal must be rarer than the one before it; name the easiest first")
        return medals

    @cached_property
    def playtested(self) -> list[dict[str, Any]]:
        """The games of real people, checked."""
        if self.playtests is None:
            return []
        game = registry.game(self.game)
        rules = rules_of(self, game)
        chosen = list(game.modes) if self.scenarios == ["all"] else self.scenarios
        path = self.file.parent / self.playtests
        with located(self.at("playtests")):
            return playtests.read_solo(path, game, {mode: _target(game, mode, rules) for mode in chosen})


def lay_out(study: Solo, game: Game, line_up: LineUp) -> Layout:
    """Lay the study out."""
    layout = with_own_cards(study, game, arms(study, game, line_up))
    _ = study.playtested  # what is wrong with them is said before anything is played
    return layout


def arms(study: Solo, game: Game, line_up: LineUp) -> list[Arm]:
    """Make the arms: every scenario with every strategy."""
    rules = rules_of(study, game)
    if not game.modes:
        raise Unknown(f"{study.at('game')}: {game.title} has no solo scenarios")
    if game.mode_rule in study.rules:
        raise Unknown(f"{study.at('rules')}: {game.mode_rule} is what a solo study goes through; name its scenarios as `scenarios`")
    if twice := [mode for mode in study.scenarios if study.scenarios.count(mode) > 1]:
        raise Unknown(f"{study.at('scenarios')}: {twice[0]} is named more than once")
    strategies = line_up.indices(study.strategies, "strategies")
    titles = dict(zip(game.modes, getattr(game, "mode_titles", ()), strict=False))
    found = []
    for mode in game.modes if study.scenarios == ["all"] else study.scenarios:
        if mode not in game.modes:
            known = ", ".join(game.modes)
            raise Unknown(f"{study.at('scenarios')}: {game.title} has no {mode!r}{near_miss(mode, game.modes)}; known are {known}")
        title = titles.get(mode, mode.replace("_", " ").capitalize())
        chosen = named_rules(game, rules | {game.mode_rule: mode})
        for alone in strategies:
            label = line_up.labels[alone]
            found.append(Arm(f"{title}, {label}", 1, label, (alone,), 1, chosen, mode, title, _target(game, mode, rules)))
    return found


def _target(game: Game, mode: str, rules: dict[str, Any]) -> int | None:
    """Return the score that completes a scenario, where a rule ``target_<scenario>`` says it."""
    name = f"target_{mode}"
    rule = next((rule for rule in game.rules if rule.name == name), None)
    return None if rule is None else int(rules.get(name, rule.default))
