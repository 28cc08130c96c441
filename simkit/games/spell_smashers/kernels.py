"""Spell Smashers' dtypes and kernels, under the names every game uses."""

from simkit.games.spell_smashers.apply import apply
from simkit.games.spell_smashers.audit import audit
from simkit.games.spell_smashers.features import FEATURE_WEIGHTS, features
from simkit.games.spell_smashers.legal import legal
from simkit.games.spell_smashers.redeal import redeal
from simkit.games.spell_smashers.scoring import rank, score
from simkit.games.spell_smashers.setup import reset
from simkit.games.spell_smashers.state import CONFIG, STATE
from simkit.games.spell_smashers.stock import stock

__all__ = ["CONFIG", "FEATURE_WEIGHTS", "STATE", "apply", "audit", "features", "legal", "rank", "redeal", "reset", "score", "stock"]
