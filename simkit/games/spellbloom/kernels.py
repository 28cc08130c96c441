"""Spellbloom's dtypes and kernels, under the names every game uses."""

from simkit.games.spellbloom.apply import apply
from simkit.games.spellbloom.audit import audit
from simkit.games.spellbloom.features import FEATURE_WEIGHTS, features
from simkit.games.spellbloom.legal import legal
from simkit.games.spellbloom.redeal import redeal
from simkit.games.spellbloom.scoring import rank, score
from simkit.games.spellbloom.setup import reset
from simkit.games.spellbloom.state import CONFIG, STATE
from simkit.games.spellbloom.stock import stock
from simkit.games.spellbloom.turning import payment_faces, payment_mana

QUERIES = {"payment_faces": payment_faces, "payment_mana": payment_mana}  # int64(config, state, action), for words

__all__ = [
    "CONFIG",
    "FEATURE_WEIGHTS",
    "QUERIES",
    "STATE",
    "apply",
    "audit",
    "features",
    "legal",
    "rank",
    "redeal",
    "reset",
    "score",
    "stock",
]
