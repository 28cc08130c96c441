"""A tiny study of every kind, for what must hold for all of them; the dice race and the card stall compile in seconds."""

import csv

CARDS = {f"c{number:02d}": 9 if number == 3 else 2 for number in range(6)}  # one is too strong, so that it is played again
_RACE = {"game": "dice_race", "seed": 7, "blocks": 6, "players": [2]}
_MIXED = {"tables": {"mixed": ["single", "double"], "mirror": ["single"]}}
_MODES = {"kind": "solo", "game": "dice_race", "seed": 7, "blocks": 6, "strategies": ["single", "double"]}
_MORRIS = {"method": "morris", "trajectories": 2}
_OTHERS = {"columns": ["dice.sides"], "sets": 2, "blocks": 4, "provenance": ["printed"]}


def studies(place):
    """Return the studies by a name of their own; card tables of one's own are written into a folder."""
    dice, cards = place / "dice", place / "cards"
    for folder, heads, rows in (
        (dice, ("id", "sides", "provenance"), [("pair", 6, "printed"), ("single", 12, "own")]),
        (cards, ("id", "family", "points", "boxed", "provenance"), [(key, "plain", points, "no", "own") for key, points in CARDS.items()]),
    ):
        folder.mkdir(parents=True, exist_ok=True)
        with (folder / f"{folder.name}.csv").open("w", encoding="utf-8", newline="") as file:
            csv.writer(file, lineterminator="\n").writerows([heads, *rows])
    options = [{"name": "printed"}, {"name": "one", "seats": [0, 1]}, {"name": "three", "seats": [0, 3]}]
    raw = {
        "seats": _RACE | {"kind": "seats", "players": [2, 3], "levels": ["single", "double"], "ensemble": _OTHERS} | _MIXED,
        "own": _RACE | {"kind": "seats", "components": str(dice), "rules": {"head_start": {"2": [0, 2]}}} | _MIXED,
        "solo": _MODES | {"ensemble": _OTHERS},
        "league": _RACE | {"kind": "league", "players": [2, 3], "strategies": ["single", "double", "switch"]},
        "variant": _RACE | {"kind": "variant", "versions": [{"name": "a"}, {"name": "b", "components": str(dice)}]} | _MIXED,
        "compensation": _RACE | {"kind": "compensation", "resource": "head_start", "unit": "steps", "options": options} | _MIXED,
        "sweep": _RACE | {"kind": "sweep", "values": {"goal": [8, 12]}} | _MIXED,
        "screening": _RACE | {"kind": "sweep", "values": {"goal": [8, 12], "head_start": [0, 2]}, **_MORRIS} | _MIXED,
        "dynamics": _RACE | {"kind": "dynamics", "levels": ["single", "double"], "rounds": 4} | _MIXED,
        "luck": _RACE | {"kind": "luck", "levels": ["single", "random"]} | _MIXED,
        "cards": {
            "kind": "cards", "game": "card_stall", "seed": 7, "blocks": 30, "players": 3, "strategies": ["leftmost", "grabber"],
            "components": str(cards), "fixes": {"c01": 4}, "again": 6,
        },
        "extra": {"kind": "cards", "game": "blume", "seed": 7, "blocks": 2, "strategies": ["random", "greedy"], "only": ["H01"]},
        "setups": {"kind": "setups", "game": "spellbook", "seed": 7, "blocks": 12, "again": 2, "tables": {"mixed": ["random"]}},
    }  # fmt: skip
    return {name: {"name": name} | study for name, study in raw.items()}
