"""What a study plays again, on fresh deals, once its own games are there: what was picked out of many needs games it was not picked from.

A kind of study that does so has a function here, and an entry of `AGAIN`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from simkit.analysis.compensation import chosen
from simkit.analysis.setups import extreme_rules
from simkit.analysis.study import Study as Played
from simkit.batch.kinds.compensation import Compensation
from simkit.batch.kinds.setups import Setups
from simkit.batch.kinds.variant import Variant
from simkit.batch.study import Study, Version, made, next_seed


def setups(study: Setups, played: Played) -> Variant:
    """Return the replay of the most extreme setups beside drawn ones."""
    versions = [Version(name="drawn"), *(Version(name=name, rules=dict(rules)) for name, rules in extreme_rules(played).items())]
    fresh = {"seed": next_seed(study.seed), "blocks": study.again}
    return made(Variant, study, players=[study.players], tables=study.tables, versions=versions, cards=False, **fresh)


def compensation(study: Compensation, played: Played) -> Compensation | None:
    """Return the replay of the chosen options beside the printed one; None where a fault forbids a choice."""
    picked = chosen(played)
    if not picked:
        return None
    printed, *others = study.options
    options = [printed, *(option for option in others if option.name in picked)]
    fresh = {"seed": next_seed(study.seed), "blocks": study.again or len(played.blocks)}
    kept = {key: getattr(study, key) for key in ("resource", "unit", "players", "tables")}
    return made(Compensation, study, options=options, **kept, **fresh)


AGAIN: dict[str, Callable[[Any, Played], Study | None]] = {"setups": setups, "compensation": compensation}
