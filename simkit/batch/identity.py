"""What makes two runs the same run: the manifest. It holds no clock, no path, no worker and no number of blocks."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numba
import numpy as np
import polars as pl

from simkit.batch.arms import Arm, Version, named_rules
from simkit.batch.plan import Plan
from simkit.core import table
from simkit.core.cache import closure, fingerprints
from simkit.core.changes import CHANGED, SOURCE, Change
from simkit.core.changes import changes as card_changes
from simkit.core.game import Column, Game, Rule

FORMAT, VERSION = "simkit-run", 1
WIDEST = 80  # of a value in a sentence
# keys of a study that do not decide what is played, or that stand elsewhere in the manifest
NOT_PLAYED = {
    *("blocks", "part_blocks", "quick", "seed", "components", "versions", "options", "metrics", "goals", "wanted", "again", "precision"),
    *("ensemble", "medals", "step", "minutes_per_game", "minutes_per_turn", "playtests"),
}


def manifest(plan: Plan) -> dict[str, Any]:
    """Return what is played, as the content of manifest.json."""
    game = plan.game
    return {
        "format": FORMAT,
        "version": VERSION,
        "study": _study(plan),
        "seed": plan.seed,
        "part_blocks": plan.part_blocks,
        "game": {"name": game.name, "title": game.title} | ({"scores_alone": True} if game.scores_alone else {}),
        "strategies": list(plan.labels),
        "arms": [_arm(arm) for arm in plan.arms],
        "lines": [_column(column) for column in game.lines],
        "facts": [_column(column) for column in game.facts],
        "endings": list(game.endings),
        "components": _components(plan, plan.versions[0]),
        **_rule_texts(plan),
        **_versions(plan),
        **plan.told,
        "sources": sources(plan),
        "versions": {"numba": numba.__version__, "numpy": np.__version__, "polars": pl.__version__},
    }


def canonical(content: dict[str, Any]) -> str:
    """Write a manifest the one way it is written."""
    return json.dumps(content, sort_keys=True, indent=1, ensure_ascii=False) + "\n"


def identity(content: dict[str, Any]) -> str:
    """Return the SHA-256 of a manifest."""
    return hashlib.sha256(canonical(content).encode()).hexdigest()


def sources(plan: Plan) -> dict[str, str]:
    """Return the SHA-256 of every source that decides what is played: the loop, the game, the strategies, and what they import."""
    modules = (table, plan.game.kernels, plan.game.components)
    roots = [*(Path(module.__file__ or "") for module in modules), *(player.strategy.file for player in plan.players)]
    return fingerprints(closure(*roots))


def difference(old: dict[str, Any], new: dict[str, Any]) -> str:
    """Say in what two manifests differ, one thing a line; empty if they do not."""
    return "\n".join(_differences(old, new, ""))


def _differences(old: Any, new: Any, where: str) -> list[str]:
    if old == new:
        return []
    if isinstance(old, dict) and isinstance(new, dict):
        found = []
        for key in sorted(old.keys() | new.keys()):
            if where == "sources":
                found += _source(key, old.get(key), new.get(key))
            else:
                found += _differences(old.get(key), new.get(key), f"{where}.{key}" if where else key)
        return found
    if isinstance(old, list) and isinstance(new, list) and len(old) == len(new):
        return [line for i, (a, b) in enumerate(zip(old, new, strict=True)) for line in _differences(a, b, f"{where}[{i}]")]
    return [f"{where} {_short(old)} -> {_short(new)}"]


def _source(name: str, old: str | None, new: str | None) -> list[str]:
    if old == new:
        return []
    return [f"source {name} {'changed' if old and new else 'is new' if new else 'is gone'}"]


def _short(value: Any) -> str:
    text = "none" if value is None else json.dumps(value, ensure_ascii=False)
    return text if len(text) <= WIDEST else f"{text[: WIDEST - 3]}..."


def _components(plan: Plan, version: Version) -> dict[str, Any]:
    tables = version.tables
    said = {
        "source": tables.source,
        "sha256": tables.sha256,
        "provenance": tables.provenance,
        "note": " ".join(filter(None, (plan.game.provenance, *tables.warnings))),
    }
    card_ids = getattr(plan.game.components, "card_ids", None)
    return said | ({"cards": card_ids(tables)} if plan.study.cards and card_ids else {})


def _versions(plan: Plan) -> dict[str, Any]:
    """Return the versions that are compared, and what was changed from the first to each other, in words."""
    if len(plan.versions) == 1:
        return {}
    if any(version.is_changed for version in plan.versions):
        return {"changed": [_changed(version) for version in plan.versions]}
    said = [_version(plan, version) for version in plan.versions]
    changes = []
    for version, told in zip(plan.versions[1:], said[1:], strict=True):
        found = [
            *_rule_changes(plan.game, said[0]["rules"], told["rules"]),
            *(c for c in card_changes(plan.game, plan.tables, version.tables) if c.kind != SOURCE),
        ]
        cards = {*plan.tables.cards, *version.tables.cards}
        changes += [{"version": version.name, "sheet": c.sheet, "card": c.sheet in cards, "key": c.key, "text": c.text} for c in found]
    return {"variants": said, "changes": changes}


def _rule_texts(plan: Plan) -> dict[str, Any]:
    """Return what the changed rules say and what they are without the change: a report knows no game."""
    changed = sorted({name for arm in plan.arms for name in arm.rules if name != plan.game.mode_rule})
    rules = [plan.game.rule(name) for name in changed]
    # a default that follows a ruling is a reading of the rulebook, not print
    said = {rule.name: {"text": rule.text, "default": rule.default_text, "printed": not rule.ruling} for rule in rules}
    return {"rule_texts": said} if said else {}


def _rule_changes(game: Game, old: dict[str, Any], new: dict[str, Any]) -> Iterator[Change]:
    for name in sorted(old.keys() | new.keys()):
        rule = game.rule(name)
        before, after = (_shown(rule, rules.get(name, rule.default)) for rules in (old, new))
        if before != after:
            yield Change("rules", name, CHANGED, f"{rule.text}: {before} -> {after} (rule {name})")


def _shown(rule: Rule, value: Any) -> str:
    """Write a rule's value; one by seat in words."""
    if isinstance(value, dict):
        return "; ".join(f"{', '.join(map(str, row))} by seat with {players} players" for players, row in value.items())
    return rule.show(value)


def _version(plan: Plan, version: Version) -> dict[str, Any]:
    rules = next(arm.rules for arm in plan.arms if plan.versions[arm.version] is version)
    changed = {name: value for name, value in rules.items() if name != plan.game.mode_rule}
    return {"name": version.name, "rules": changed, "components": _components(plan, version)}


def _changed(version: Version) -> dict[str, Any]:
    return {"name": version.name, "edits": [edit.told for edit in version.edits], "extra": [list(extra) for extra in version.extra]}


def _study(plan: Plan) -> dict[str, Any]:
    """Return the study as it was asked for; what stands elsewhere in the manifest or does not decide what is played is left out."""
    study = plan.study.model_dump(mode="json", exclude=NOT_PLAYED)
    study["rules"] = named_rules(plan.game, plan.study.rules)
    study["players"] = sorted({arm.players for arm in plan.arms})
    if study["decision"] is None:
        study.pop("decision")
    usual = type(plan.study).model_fields.get("family")
    if usual and study["family"] == usual.default:
        study.pop("family")
    for key in ("tables", "strategies", "levels"):  # as they are written may hold a path
        study.pop(key, None)
    return study


def _arm(arm: Arm) -> dict[str, Any]:
    said = {
        "label": arm.label,
        "players": arm.players,
        "table": arm.table,
        "lineup": list(arm.lineup),
        "rotations": arm.rotations,
        "rules": arm.rules,
        "mode": arm.mode,
        "target": arm.target,
    }
    said |= {"mode_title": arm.mode_title} if arm.mode_title else {}
    said |= {name: getattr(arm, name) for name in ("versions", "fresh") if getattr(arm, name)}
    said |= {} if arm.watch is None else {"watch": arm.watch}
    said |= {"grants": arm.grants} if arm.grants else {}
    said |= {"about": dict(arm.about)} if arm.about else {}
    return said | ({"version": arm.version} if arm.version else {})


def _column(column: Column) -> dict[str, str]:
    return {"name": column.name, "text": column.text, "unit": column.unit}
