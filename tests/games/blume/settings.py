"""Settings of Blume that the tests of the engine play."""

from typing import Any

VARIANTS: dict[str, tuple[int, dict[str, Any]]] = {
    "tools": (2, {"tools": True}),
    "botanist": (3, {"botanist": True}),
    "field": (2, {"variant": "field"}),
}
HOUSE_RULES: list[dict[str, Any]] = [
    {"tools": True, "botanist": True},
    {"tools": True, "start_gloves": 9, "greenhouse_capacity": 2, "row_size": 5},
    {"hybrid_pattern": "alternating", "rotation": False, "tools": True},
    {"hybrid_pattern": "halves", "market_holes": "shared", "market_max": 4, "greenhouse_capacity": 1, "raise_after_lowering": True},
    {"hybrid_pattern": "mixed", "late_hybrids": "stand", "prune_counts": "this_round", "solo_hybrids": "all_revealed"},
    {"botanist": True, "botanist_moves_market": True, "late_hybrids": "stand", "water_drops": 1, "greenhouse_capacity": 1},
    {"variant": "field", "field_row_size": 1, "last_peg": 2},
    {"prune_1": 0, "prune_2": 9, "row_size": 1, "market_max": 1},
    {"solo_reveals": "round", "solo_row_slides": True, "solo_by_deck": True, "solo_trigger": 2},
    {"solo_reveals": "trigger", "solo_hybrids": "all_revealed", "late_hybrids": "stand"},
    {"solo": "none", "tools": True},
]
