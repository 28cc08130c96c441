"""From rows to estimates and verdicts: numpy, scipy, polars; no game, no picture.

Examples
--------
>>> from simkit.analysis import load, seats
>>> study = load("out/runs/seats/3f2a91c07d1e")  # doctest: +SKIP
>>> seats.seats(study).to_pandas()  # doctest: +SKIP
"""

from simkit.analysis.study import Arm, Study, StudyError, load

__all__ = ["Arm", "Study", "StudyError", "load"]
