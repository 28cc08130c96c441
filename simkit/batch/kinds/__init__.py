"""The kinds of studies: what each asks for in its file, and which arms it plays.

A new kind `riddle` is a module here with a model `Riddle` (its keys) and `lay_out(study, game, line_up)` (its arms), an entry of `KINDS`,
and its report (`reports.kinds`). What a report must know of it beside its arms, its layout tells the manifest. What it plays again on
fresh deals stands in `simkit.again`. If it judges many things at once, a key `family` of the model says which verdicts hold together, by
the words that `simkit.analysis.families` explains, the first being the default.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from simkit.batch.arms import Layout, LineUp
from simkit.batch.kinds import cards, compensation, dynamics, league, luck, seats, setups, solo, sweep, variant
from simkit.batch.study import Study
from simkit.core.game import Game


@dataclass(frozen=True)
class Kind:
    """A kind of study.

    Parameters
    ----------
    model : type
        What its file says.
    lay_out : callable
        Takes the study, its game and a line-up to number strategies with.
    """

    model: type[Study]
    lay_out: Callable[[Any, Game, LineUp], Layout]


KINDS = {
    "seats": Kind(seats.Seats, seats.lay_out),
    "solo": Kind(solo.Solo, solo.lay_out),
    "cards": Kind(cards.Cards, cards.lay_out),
    "league": Kind(league.League, league.lay_out),
    "setups": Kind(setups.Setups, setups.lay_out),
    "variant": Kind(variant.Variant, variant.lay_out),
    "compensation": Kind(compensation.Compensation, compensation.lay_out),
    "sweep": Kind(sweep.Sweep, sweep.lay_out),
    "dynamics": Kind(dynamics.Dynamics, dynamics.lay_out),
    "luck": Kind(luck.Luck, luck.lay_out),
}
