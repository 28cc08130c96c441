"""Spellbloom's dtypes and kernels, under the names every game uses."""

from simkit.games.spellbloom.apply import apply
from simkit.games.spellbloom.audit import audit
from simkit.games.spellbloom.features import FEATURE_WEIGHTS, features
from simkit.games.spellbloom.legal import legal
from simkit.games.spellbloom.redeal import redeal
from simkit.games.spellbloom.scoring import score
from simkit.games.spellbloom.setup import reset
from simkit.games.spellbloom.state import CONFIG, STATE

__all__ = ["CONFIG", "FEATURE_WEIGHTS", "STATE", "apply", "audit", "features", "legal", "redeal", "reset", "score"]
