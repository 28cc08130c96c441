"""Which verdicts of a study are held together, in words."""

from __future__ import annotations

from simkit.analysis import Study
from simkit.analysis.families import FAMILIES, declared

COUNTED = {  # kinds that count false discoveries, and what their other verdicts read
    "cards": "“fine” reads a card's own interval. (The family that a card is compared with is another matter.)",
    "setups": "The intervals themselves hold each alone.",
}


def of(study: Study) -> str:
    """Return what a family is made of, in words; empty for a kind without families."""
    return FAMILIES.get(study.kind, {}).get(declared(study), "")


def said(study: Study) -> list[str]:
    """Say which verdicts are one family, and what is held over it; nothing of a kind without families."""
    if not (made := of(study)):
        return []
    how = "as the study declares" if "family" in study.spec else "as is usual where a study declares no other"
    begin = f"One family of verdicts: {made}, {how}."
    if study.kind in COUNTED:
        return [f"{begin} Of those in it that are said to stand out 5 in 100 may be false (Benjamini-Hochberg). {COUNTED[study.kind]}"]
    return [f"{begin} Their intervals are widened (Šidák) so that all of them hold at once."]
