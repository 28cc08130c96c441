"""Small study folders made from numpy, with known truths, for the tests of analysis and reports."""

import json
from pathlib import Path

import numpy as np
import polars as pl

DTYPES = {
    "block": pl.UInt32,
    "arm": pl.UInt16,
    "rotation": pl.UInt8,
    "seat": pl.UInt8,
    "strategy": pl.UInt16,
    "spells": pl.Int16,
    "sigils_line": pl.Int16,
    "mana": pl.Int16,
    "total": pl.Int32,
    "sigils": pl.Int16,
    "held": pl.UInt64,
    "rank": pl.UInt8,
    "share": pl.UInt8,
    "shared_win": pl.Boolean,
    "turns": pl.UInt16,
    "decisions": pl.UInt32,
    "options": pl.UInt32,
    "ended": pl.UInt8,
    "cut_off": pl.Boolean,
    "fault": pl.UInt8,
}
STRATEGIES = ["random", "greedy", "points_now(three_dice=2.0)", "set_builder"]
SKILL = np.array([-12.0, 0.0, 1.0, 2.5])
SCENARIOS = [
    ("mana", "The Mana", 80, 4.0),
    ("garden", "The Locked Garden", 85, -6.0),
    ("storm", "Storm over the Tower", 80, 1.0),
    ("hourglass", "The Hourglass", 75, 0.0),
]


def manifest(study, arms, strategies=STRATEGIES, seed=1, part_blocks=500):
    return {
        "format": "simkit-run",
        "version": 1,
        "study": study,
        "seed": seed,
        "part_blocks": part_blocks,
        "game": {"name": "spellbloom", "title": "Spellbloom"},
        "strategies": strategies,
        "arms": arms,
        "lines": [
            {"name": "spells", "text": "points printed on spells", "unit": "points"},
            {"name": "sigils_line", "text": "completed sigils", "unit": "points"},
            {"name": "mana", "text": "mana left over", "unit": "points"},
        ],
        "facts": [
            {"name": "sigils", "text": "completed sigils", "unit": "sigils"},
            {"name": "held", "text": "cards held at the end, a bit each", "unit": "set"},
        ],
        "endings": ["tenth spell", "timer"],
        "components": {
            "source": "default",
            "sha256": "5e1f" * 16,
            "provenance": {"printed": 0, "derived": 36, "invented": 75},
            "note": "The 36 tasks are derived from the rulebook, the 75 spells are ours.",
        },
        "sources": {"simkit/core/table.py": "ab12" * 16, "simkit/games/x.py": "cd34" * 16},
        "versions": {"numba": "0.68.1", "numpy": "2.4.6", "polars": "2.1.0"},
    }


def table_arm(label, players, lineup, rotations, table):
    return {
        "label": label,
        "players": players,
        "table": table,
        "lineup": lineup,
        "rotations": rotations,
        "rules": {},
        "mode": None,
        "target": None,
    }


def seats_arms(players=(2, 3, 4), mirrors=(1, 2, 3)):
    arms = []
    for p in players:
        lineup = [1, 2, 3, 1][:p]
        arms.append(table_arm(f"{p} players, mixed table", p, lineup, p, "mixed"))
        for s in mirrors:
            label = f"{p} players, all {STRATEGIES[s]}"
            arms.append(table_arm(label, p, [s] * p, 1, STRATEGIES[s]))
    return arms


def play_arm(index, arm, blocks, rng, seat_bonus=(0.0, 0.0, 0.0, 0.0, 0.0)):
    """Rows of one arm: score = skill of the strategy + bonus of the seat + luck of the seat."""
    players, rotations = arm["players"], arm["rotations"]
    luck = rng.normal(60, 12, (len(blocks), players))
    frames = []
    for rotation in range(rotations):
        chairs = [(seat - rotation) % players for seat in range(players)]
        who = np.array([arm["lineup"][c] for c in chairs])
        score = luck + SKILL[who] + np.asarray(seat_bonus[:players])
        total = np.clip(np.rint(score), 0, None).astype(np.int64)
        best = total.max(axis=1, keepdims=True)
        wins = total == best
        share = 60 * wins // wins.sum(axis=1, keepdims=True)
        rank = 1 + (total[:, :, None] < total[:, None, :]).sum(axis=2)
        frames.append(rows(index, blocks, rotation, who, total, share, rank))
    return pl.concat(frames)


def rows(index, blocks, rotation, who, total, share, rank, **ends):
    n, players = total.shape
    zeros = np.zeros((n, players), np.int64)
    sigils = total // 12
    columns = {
        "block": np.repeat(blocks, players),
        "arm": zeros + index,
        "rotation": zeros + rotation,
        "seat": zeros + np.arange(players),
        "strategy": zeros + who,
        "spells": total - 3 * sigils - total % 3,
        "sigils_line": 3 * sigils,
        "mana": total % 3,
        "total": total,
        "sigils": sigils,
        "held": zeros + 7,
        "rank": rank,
        "share": share,
        "shared_win": (share > 0) & (share < 60) & (players > 1),
        "turns": zeros + 11,
        "decisions": zeros + 40,
        "options": zeros + 600,
        "ended": ends.get("ended", zeros + 1),
        "cut_off": ends.get("cut_off", zeros > 0),
        "fault": ends.get("fault", zeros),
    }
    return pl.DataFrame({k: np.ravel(v) for k, v in columns.items()}).cast(DTYPES)


def write(folder, what, frame, part_blocks=500):
    """Write manifest and parts as a run would, in the canonical order."""
    folder = Path(folder)
    (folder / "parts").mkdir(parents=True)
    (folder / "manifest.json").write_text(json.dumps(what, sort_keys=True))
    frame = frame.sort("block", "arm", "rotation", "seat")
    blocks = frame["block"].unique().sort()
    (folder / "log.jsonl").write_text(json.dumps({"event": "start", "blocks": len(blocks)}) + "\n")
    for part, first in enumerate(range(0, len(blocks), part_blocks)):
        inside = frame.filter(pl.col("block").is_in(blocks[first : first + part_blocks].implode()))
        inside.write_parquet(folder / "parts" / f"part-{part:05d}.parquet")
    return folder


def write_seats(folder, blocks=1200, bonus=(1.2, 0.0, 0.0, -0.5), seed=1, **spec):
    rng = np.random.default_rng(seed)
    players = spec.pop("players", [2, 3, 4])
    arms = seats_arms(players, spec.pop("mirrors", (1, 2, 3)))
    part_blocks = spec.pop("part_blocks", 500)
    numbers = np.arange(blocks)
    frame = pl.concat([play_arm(k, arm, numbers, rng, bonus) for k, arm in enumerate(arms)])
    study = {
        "kind": "seats",
        "name": "seats",
        "game": "spellbloom",
        "question": "Does it matter who plays first?",
        "players": players,
        "margin": 0.05,
        "rules": {},
    } | spec
    return write(folder, manifest(study, arms, seed=seed), frame, part_blocks)


def solo_arms(scenarios=SCENARIOS, strategies=(0, 1, 3)):
    return [
        {
            "label": f"{title}, {STRATEGIES[s]}",
            "players": 1,
            "table": STRATEGIES[s],
            "lineup": [s],
            "rotations": 1,
            "rules": {"scenario": mode},
            "mode": mode,
            "mode_title": title,
            "target": target,
        }
        for mode, title, target, _ in scenarios
        for s in strategies
    ]


def write_solo(folder, blocks=1200, seed=1, scenarios=SCENARIOS, strategies=(0, 1, 3), is_won_or_lost=False, **spec):
    """Scores on common deals: skill + ease of the scenario + luck of the deal and of the arm; lost without a target to reach."""
    rng = np.random.default_rng(seed)
    arms = solo_arms(scenarios, strategies)
    ease = {mode: e for mode, _, _, e in scenarios}
    numbers, deal = np.arange(blocks), rng.normal(0, 9, blocks)
    frames = []
    for k, arm in enumerate(arms):
        strategy, target = arm["lineup"][0], arm["target"]
        own = rng.normal(76 + 1.5 * SKILL[strategy] + ease[arm["mode"]], 7, blocks)
        total = np.clip(np.rint(own + deal), 0, None).astype(np.int64)[:, None]
        cut = (rng.random(blocks) < 0.002)[:, None]
        locked = (rng.random(blocks) < 0.05)[:, None] & (arm["mode"] == "hourglass")
        goal = 0 if target is None else target
        won = (total >= goal) & ~cut & ~locked & (target is not None)
        ended = np.where(cut, 0, np.where(rng.random(blocks)[:, None] < 0.3, 1, 2))
        frames.append(rows(k, numbers, 0, strategy, total, 60 * won, 2 - won, ended=ended, cut_off=cut))
    study = {
        "kind": "solo",
        "name": "solo",
        "game": "spellbloom",
        "question": "Are the printed targets right?",
        "scenarios": [s[0] for s in scenarios],
        "margin": 0.05,
        "rules": {},
    } | spec
    told = manifest(study, arms, seed=seed)
    if all(target is None for _, _, target, _ in scenarios) and not is_won_or_lost:
        told["game"]["scores_alone"] = True
    return write(folder, told, pl.concat(frames))


def no_nan(table):
    """Unknown is null; NaN and infinity never leave an analysis."""
    for column in table.select(pl.selectors.float()):
        assert not column.is_nan().any(), column.name
        assert not column.is_infinite().any(), column.name
