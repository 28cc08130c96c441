"""Spellbook's dtypes and kernels, under the names every game uses."""

from simkit.games.spellbook.apply import apply
from simkit.games.spellbook.audit import audit
from simkit.games.spellbook.features import FEATURE_WEIGHTS, features
from simkit.games.spellbook.legal import legal
from simkit.games.spellbook.redeal import redeal
from simkit.games.spellbook.scoring import rank, score
from simkit.games.spellbook.setup import reset
from simkit.games.spellbook.state import CONFIG, STATE
from simkit.games.spellbook.stock import stock

__all__ = ["CONFIG", "FEATURE_WEIGHTS", "STATE", "apply", "audit", "features", "legal", "rank", "redeal", "reset", "score", "stock"]
