"""Leagues with known truths: counts of a logit that holds exactly, and folders of made-up tables."""

import json
from itertools import combinations

import numpy as np
import polars as pl

from simkit.analysis.blocks import sufficient
from simkit.analysis.groups import group_of, sizes
from simkit.analysis.study import SHARE_UNITS, Arm
from simkit.analysis.tally import Tally, by_member, met_pairs
from tests.analysis import synthetic as syn


def arms_of(lineups):
    return tuple(Arm(k, str(lineup), len(lineup), "league", tuple(lineup), len(lineup)) for k, lineup in enumerate(lineups))


def pairs(players):
    return list(combinations(range(players), 2))


def counted(lineups, skill, seats, blocks, rng, own_luck=0.0):
    """Tally of tables at which who has most of skill + seat + luck wins.

    Luck follows Gumbel's law, so the conditional logit holds exactly; it belongs to the seat of a deal, as in a batch, so that all games
    of a deal share it. With `own_luck` each game draws its own instead.
    """
    arms, players = arms_of(lineups), len(lineups[0])
    members = tuple(range(len(skill)))
    seated = np.array([[arm.lineup[(seat - r) % players] for seat in range(players)] for arm in arms for r in range(players)])
    luck = rng.gumbel(size=(blocks, 1, players)) if not own_luck else rng.gumbel(size=(blocks, len(seated), players))
    score = np.asarray(skill)[seated] + np.asarray(seats) + luck
    ranks = 1 + (score[..., :, None] < score[..., None, :]).sum(axis=-1)
    shares = SHARE_UNITS * (ranks == 1).astype(np.int64)
    group = group_of(blocks)
    wins = np.zeros((group.max() + 1, *seated.shape), np.int64)
    np.add.at(wins, group, shares)
    own, over = by_member(seated, len(members), shares, ranks)
    ahead = np.zeros((len(wins), *over.shape[1:]), np.int64)
    np.add.at(ahead, group, over)
    met = np.zeros((len(members), len(members)), np.int64)
    for chairs in seated:
        for a in chairs:
            for b in chairs:
                met[a, b] += a != b
    at = tuple(np.array(met_pairs(met)).T)
    arm_of = np.repeat(np.arange(len(arms)), players)
    sits = np.bincount(seated.ravel())
    return Tally(arms, members, seated, arm_of, sizes(blocks), wins, ahead, met, sits, sufficient(own), sufficient(over[:, *at]))


def write(folder, names, lineups, play, blocks=200, seed=1, planned=None, **spec):
    """Write the folder of a league; `play(rng, who, blocks)` returns the points by deal and seat."""
    rng = np.random.default_rng(seed)
    arms = [syn.table_arm(", ".join(names[s] for s in lineup), len(lineup), list(lineup), len(lineup), "league") for lineup in lineups]
    frames, numbers = [], np.arange(blocks)
    for k, lineup in enumerate(lineups):
        for rotation in range(len(lineup)):
            who = np.array([lineup[(seat - rotation) % len(lineup)] for seat in range(len(lineup))])
            total = np.asarray(play(rng, who, blocks), np.int64)
            best = total == total.max(axis=1, keepdims=True)
            rank = 1 + (total[:, :, None] < total[:, None, :]).sum(axis=2)
            frames.append(syn.rows(k, numbers, rotation, who, total, SHARE_UNITS * best // best.sum(axis=1, keepdims=True), rank))
    study = {"kind": "league", "name": "league", "game": "spellbloom", "question": "Who wins?", "margin": 0.05, "rules": {}} | spec
    syn.write(folder, syn.manifest(study, arms, list(names), seed), pl.concat(frames))
    if planned:
        (folder / "log.jsonl").write_text(json.dumps({"event": "start", "blocks": planned}) + "\n")
    return folder


def by_skill(skill, spread=6.0):
    """Points around 60, more for skill."""
    return lambda rng, who, blocks: np.rint(rng.normal(60 + np.asarray(skill)[who], spread, (blocks, len(who))))


def in_a_circle(chance=0.75, size=3):
    """Pairs of whom each beats the next so often; those who are not next to each other are even."""

    def play(rng, who, blocks):
        up = (who[1] - who[0]) % size
        first = chance if up == 1 else 1 - chance if up == size - 1 else 0.5
        won = rng.random(blocks) < first
        return np.stack([50 + 5 * won, 55 - 5 * won], axis=1)

    return play
