"""How the number of deals of a run came about, in words: its stopping rule, and whether it kept to it."""

from __future__ import annotations

from reports import words
from simkit.analysis import Study
from simkit.analysis.decision import FAILS, GSPRT, HOLDS, OPEN, decision
from simkit.analysis.headline import FIRST_LOOK, headlines, looks, widest
from simkit.analysis.looks import earlier as looks_taken
from simkit.analysis.looks import level


def said(study: Study) -> list[str]:
    """Say by which rule a run stopped, what it decided, and that it was looked at before; nothing of a run that simply ended."""
    return [*_precision(study), *_decision(study), *_looks(study)]


def decided(study: Study) -> str:
    """Say what became of the decision that a study declares; empty if it declares none."""
    declared = decision(study)
    if declared is None:
        return ""
    taken = declared.looks()
    if not taken:
        return f"Declared before the run: {declared.claim}. Open: nothing is looked at before the first look."
    last = taken[-1]
    told = {HOLDS: "It holds", FAILS: "It does not hold", OPEN: "It is open"}[last.verdict]
    scale = words.span(last.low, last.high)
    return (
        f"Declared before the run: {declared.claim}. {told} after {words.plural(last.deals, 'deal')}: {words.percent(last.estimate)}, "
        f"after {words.plural(len(taken), 'look')} {scale}."
    )


def _decision(study: Study) -> list[str]:
    declared = decision(study)
    if declared is None:
        return []
    taken = declared.looks()
    errors = f"a wrong “holds” in at most {words.percent(declared.error, 0)} of runs"
    if declared.rule == GSPRT:
        rule = f"sequential probability ratio test against {words.percent(declared.unless)}"
        errors += f", a wrong “does not hold” in at most {words.percent(declared.missed, 0)}"
    else:
        rule = "confidence sequence, " + ("beta-binomial" if declared.is_binary else "empirical Bernstein on deals")
        errors = f"a wrong answer in at most {words.percent(declared.error, 0)} of runs"
    said = [f"Declared decision: {declared.claim}. Rule: {rule}; {errors}, however often it is looked at."]
    path = [
        f"{words.number(look.deals)} deals: {words.percent(look.estimate)}"
        + (f", log-likelihood ratio {words.signed(look.ratio, 2)}" if look.ratio is not None else "")
        + f", {look.verdict}"
        for look in taken
    ]
    if taken:
        last = taken[-1]
        said.append(
            f"Looks: {'; '.join(path)}. A run that stops when it has decided overstates: after stopping the value lies in "
            f"{words.span(last.low, last.high)} (confidence sequence, holds at all looks); the intervals elsewhere are those of a fixed "
            "number of deals."
        )
    return said


def _looks(study: Study) -> list[str]:
    before = looks_taken(study)
    if not before:
        return []
    deals = words.listed([words.number(n) for n in before])
    wide = f"{100 * level(study):.5g}{words.THIN}%"
    return [
        f"This run was looked at before, after {deals} deals, and then went on with the same ones. Who adds deals until a verdict pleases "
        f"is wrong more often than an interval says, so every interval of these deals is widened to {wide}, whatever its heading says: all "
        "looks together then call what lies on the margin balanced, fine or within it in at most 5 of 100 studies. False discoveries are "
        f"allowed {2 ** len(before)} times less often. A fresh run of the planned size needs no widening."
    ]


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
