"""Blume's dtypes and kernels, under the names every game uses."""

from simkit.games.blume.apply import apply
from simkit.games.blume.audit import audit
from simkit.games.blume.features import FEATURE_WEIGHTS, features
from simkit.games.blume.legal import legal
from simkit.games.blume.redeal import redeal
from simkit.games.blume.scoring import rank, score
from simkit.games.blume.setup import reset
from simkit.games.blume.state import CONFIG, STATE
from simkit.games.blume.stock import stock

__all__ = ["CONFIG", "FEATURE_WEIGHTS", "STATE", "apply", "audit", "features", "legal", "rank", "redeal", "reset", "score", "stock"]
