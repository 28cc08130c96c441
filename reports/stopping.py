"""How the number of deals of a run came about, in words: its stopping rule, and whether it kept to it."""

from __future__ import annotations

from reports import words
from simkit.analysis import Study
from simkit.analysis.headline import FIRST_LOOK, headlines, looks, widest


def said(study: Study) -> list[str]:
    """Say by which rule a run stopped; nothing where it plays as many deals as its study says."""
    return _precision(study)


def _precision(study: Study) -> list[str]:
    wanted, cap = study.asked.get("precision"), study.asked.get("cap")
    if wanted is None or cap is None:
        return []
    deals, lead = len(study.blocks), widest(headlines(study))
    reached = f"{words.plural(deals, 'deal')}, where it reaches {words.number(100 * lead.half, 2)} ({lead.what})"
    first = ", ".join(words.number(n) for n in list(looks(8 * FIRST_LOOK))[:3])
    if deals not in looks(cap):
        end = f"It has not ended yet: it holds {reached}."
    elif 100 * lead.half <= wanted:
        end = f"It ended by this rule, after {reached}."
    else:
        end = f"It ended at the most that was allowed, {reached}."
    return [
        f"Stopping rule, stated before the run and blind to the answer: after {first} deals and so on the run ends once the widest "
        f"{words.INTERVAL} of the answer reaches at most {words.figures(wanted)} points of a hundred games to each side, and after "
        f"{words.number(cap)} deals at the latest. {end}"
    ]
