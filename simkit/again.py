"""What a study plays after its own games are there, in a folder inside its own.

* On fresh deals, what was picked out of many: it needs games it was not picked from (`AGAIN`).
* With alternative sets of cards, what its [ensemble] asks for: the tables of its answer (`ENSEMBLES`), or the whole of it (all others).

A kind of study that does so has a function here, and an entry of the table.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from simkit.analysis.cards import flagged_cards
from simkit.analysis.compensation import chosen
from simkit.analysis.setups import extreme_rules
from simkit.analysis.study import Study as Played
from simkit.batch.kinds.cards import Cards
from simkit.batch.kinds.compensation import Compensation
from simkit.batch.kinds.seats import Seats
from simkit.batch.kinds.setups import Setups
from simkit.batch.kinds.solo import Solo
from simkit.batch.kinds.variant import Variant
from simkit.batch.study import Study, Tables, Version, made, next_seed


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
    same = {key: getattr(study, key) for key in ("players", "strategies", "sheets", "points_margin", "family")}
    return made(Cards, study, questions=["given"], only=list(flagged.family), fixes=flagged.fixes, **same, **fresh)


def compensation(study: Compensation, played: Played) -> Compensation | None:
    """Return the replay of the chosen options beside the printed one; None where a fault forbids a choice."""
    picked = chosen(played)
    if not picked:
        return None
    printed, *others = study.options
    options = [printed, *(option for option in others if option.name in picked)]
    fresh = {"seed": next_seed(study.seed), "blocks": study.again or len(played.blocks)}
    kept = {key: getattr(study, key) for key in ("resource", "unit", "players", "tables", "levels", "step", "family")}
    return made(Compensation, study, options=options, **kept, **fresh)


AGAIN: dict[str, Callable[[Any, Played], Study | None]] = {"cards": cards, "compensation": compensation, "setups": setups}


def seats_with(study: Seats, versions: list[Version], players: list[int]) -> Variant:
    """Return the tables that the answer on seats speaks of, with other cards."""
    mirror = [] if study.tables.mixed else [*study.tables.mirror, *study.levels]
    tables = Tables(mixed=study.tables.mixed, mirror=list(dict.fromkeys(mirror)))
    return made(Variant, study, players=study.players or players, tables=tables, versions=versions, cards=False)


def solo_with(study: Solo, versions: list[Version], players: list[int]) -> Variant:
    """Return every scenario and strategy, with other cards."""
    tables = Tables(mirror=study.strategies)
    return made(Variant, study, players=[1], tables=tables, scenarios=study.scenarios, versions=versions, cards=False)


ENSEMBLES: dict[str, Callable[[Any, list[Version], list[int]], Variant]] = {"seats": seats_with, "solo": solo_with}


def with_cards(study: Study, components: str | None, blocks: int) -> Study:
    """Return a study of another set of cards, on its first deals; of cards only what its flags are about."""
    changes: dict[str, Any] = {"components": components, "blocks": blocks, "ensemble": None, "quick": None, "decision": None}
    changes |= {"precision": None, "metrics": {}} | ({"questions": ["given"]} if isinstance(study, Cards) else {})
    found = study.model_copy(update=changes)
    found._file = study.file
    return found
