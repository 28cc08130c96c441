"""What a study plays again, on fresh deals, once its own games are there: what was picked out of many needs games it was not picked from.

A kind of study that does so has a function here, and an entry of `AGAIN`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from simkit.analysis.cards import flagged_cards
from simkit.analysis.setups import extreme_rules
from simkit.analysis.study import Study as Played
from simkit.batch.kinds.cards import Cards
from simkit.batch.kinds.setups import Setups
from simkit.batch.kinds.variant import Variant
from simkit.batch.study import Study, Version, made, next_seed


def setups(study: Setups, played: Played) -> Variant:
    """Return the replay of the most extreme setups beside drawn ones."""
    versions = [Version(name="drawn"), *(Version(name=name, rules=dict(rules)) for name, rules in extreme_rules(played).items())]
    fresh = {"seed": next_seed(study.seed), "blocks": study.again}
    return made(Variant, study, players=[study.players], tables=study.tables, versions=versions, cards=False, **fresh)


def cards(study: Cards, played: Played) -> Cards | None:
    """Return the replay of the cards that are flagged, with the values that would make them fine; None if none is, or none is wanted.

    Whole families are given again, as a card is measured against the others of its own.
    """
    flagged = flagged_cards(played) if study.again else None
    if not study.again or not flagged:
        return None
    fresh = {"seed": next_seed(study.seed), "blocks": min(study.again, len(played.blocks))}
    same = {key: getattr(study, key) for key in ("players", "strategies", "sheets", "points_margin")}
    return made(Cards, study, questions=["given"], only=list(flagged.family), fixes=flagged.fixes, **same, **fresh)


AGAIN: dict[str, Callable[[Any, Played], Study | None]] = {"cards": cards, "setups": setups}
