"""Solo: how hard the scenarios are."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import Field

from simkit.batch.arms import Arm, Layout, LineUp, named_rules, rules_of, with_own_cards
from simkit.batch.study import Study, Words
from simkit.core.game import Game, Unknown, near_miss


class Solo(Study):
    """How hard are the solo scenarios? Every strategy in every scenario; ``["all"]`` stands for all of the game's.

    Parameters
    ----------
    wanted : list of float
        Chances of success for which the report names targets, between 0 and 1.
    """

    kind: Literal["solo"]
    wanted: list[Annotated[float, Field(gt=0, lt=1)]] = Field(default=[])
    scenarios: Words = Field(default=["all"], min_length=1)
    strategies: Words = Field(min_length=1)


def lay_out(study: Solo, game: Game, line_up: LineUp) -> Layout:
    """Lay the study out."""
    return with_own_cards(study, game, arms(study, game, line_up))


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
