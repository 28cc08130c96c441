"""Settings of Spellbloom that the tests of the engine play."""

from typing import Any

VARIANTS: dict[str, tuple[int, dict[str, Any]]] = {}
HOUSE_RULES: list[dict[str, Any]] = [
    {"total_mana": 8},
    {"total_mana": 0},
    {"start_mana": 12, "total_mana": 60},
    {"idle_activation": False, "discard_after_learning": False},
    {"provision_each": True, "provision_must_change": False},
    {"guide_cost": 0, "discard_cost": 0},
    {"start_tasks": 0},
    {"start_tasks": 3},
    {"last_spell": 5},
    {"rest_mana": 5, "two_dice_mana": 6},
]
