"""From rows to estimates and verdicts: numpy, scipy, polars; no game, no picture.

Examples
--------
>>> from simkit.analysis import load, seats
>>> study = load("out/runs/seats/3f2a91c07d1e")  # doctest: +SKIP
>>> seats.seats(study).to_pandas()  # doctest: +SKIP
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from simkit.analysis.study import Arm, Study, StudyError, load

__all__ = ["Arm", "Study", "StudyError", "load"]


def __getattr__(name: str) -> Any:
    """Import when first asked: `simkit play` takes an interval from here and needs no polars."""
    if name in __all__:
        return getattr(import_module("simkit.analysis.study"), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
