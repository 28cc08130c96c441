"""Settings of Spellbook that the tests of the engine play."""

from typing import Any

HOUSE_RULES: list[dict[str, Any]] = [
    {"wild_own_colour": True, "wild_colours_differ": True, "bag_refill": "empty"},
    {"surplus_tokens": True, "altar_at_five": "stays", "altar_size": 1, "altar_full": 20, "solo_altar": 1},
    {"mixed_spells_act": False, "store_what_fits": False, "swap_is_taking": True, "setup": "set_3"},
    {"clone_drops": False, "clone_marker": "clone", "setup": "set_3", "black": "focus", "altar_size": 10, "altar_full": 10},
    {"pool_limit": 12, "draw_tokens": 4, "start_tokens": 9, "last_spell": 2, "solo_board": 3},
    {"pool_limit": 3, "wild_size": 2},
]
VARIANTS: dict[str, tuple[int, dict[str, Any]]] = {f"set_{number}": (2, {"setup": f"set_{number}"}) for number in (1, 2, 3)}
