"""Settings of Spell Smashers that the tests of the engine play."""

from typing import Any

HOUSE_RULES: list[dict[str, Any]] = [
    {"dictionary": 20, "hand": 9, "rounds": 3},
    {"more_coins": 30, "tavern_price": 0, "armory_price": 0, "rounds": 4},
    {"start_vowels": 0, "start_consonants": 7, "rounds": 3},
    {"forced_at_battle_end": True, "zero_damage_wounds": False, "weapon_doubled": True},
    {"tiles_return": "empty", "chase_price": 0, "repair_price": 0},
    {"shaman_healthy": False, "quest_trophies": False, "open_quests": 1, "marker_to_skipper": False},
]
SHORT: dict[str, Any] = {"dictionary": 10, "rounds": 1, "boss_round": 3}
