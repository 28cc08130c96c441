"""Families of verdicts, declared in the study: whose intervals hold all at once, or among which false discoveries are counted.

A study that asks one thing of many tables finds one that is off by luck alone sooner or later. Which verdicts are to be held together is
no question for statistics but for who asks, and has to be said before the run: the key `family` of the study's file, a word of the lists
below, the first unless said. Nothing narrower than one table is offered: who looks at its seats looks at all of them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Mapping, Sequence

from simkit.analysis.multiplicity import Found, bh
from simkit.analysis.study import Study

STUDY = "study"
FAMILIES: dict[str, dict[str, str]] = {
    "seats": {
        "table": "the seats of one table",
        "players": "the seats of all tables with one number of players",
        STUDY: "the seats of all tables",
    },
    "compensation": {
        "table": "the seats of one table with one option; of differences, those of one table with all options",
        "players": "the seats of all tables and options with one number of players",
        STUDY: "the seats of all tables and options",
    },
    "variant": {
        "table": "the measures of one table between two versions",
        "versions": "the measures of one table between the first and every other version",
        STUDY: "the measures of all tables and versions",
    },
    "sweep": {"table": "the measures of one table at all points", STUDY: "the measures of all tables at all points"},
    "solo": {"player": "the pairs of scenarios for one player", STUDY: "the pairs of scenarios for all players"},
    "league": {
        "players": "the pairs of strategies (and the strategies) at one number of players",
        STUDY: "the pairs of strategies (and the strategies) at all numbers of players",
    },
    "cards": {
        "level": "the cards at one skill level",
        "kind": "the cards of one sheet at one skill level",
        STUDY: "the cards at all skill levels",
    },
    "setups": {STUDY: "the choices for all measures", "measure": "the choices for one measure"},
}


def declared(study: Study) -> str:
    """Return the word that says what a family is; empty for a kind without verdicts on many things."""
    usual = next(iter(FAMILIES.get(study.kind, {"": ""})))
    return str(study.spec.get("family", usual))


def sizes(study: Study, members: Sequence[tuple[Mapping[str, Hashable], int]]) -> list[int]:
    """Return for each member how many comparisons its family has.

    Parameters
    ----------
    members : sequence of (mapping, int)
        What each belongs to by word of `FAMILIES` (`study` needs none), and how many comparisons it makes itself.

    Examples
    --------
    >>> from pathlib import Path
    >>> study = Study(Path(), {"study": {"kind": "seats", "family": "players"}}, (), ())
    >>> sizes(study, [({"table": 0, "players": 2}, 1), ({"table": 1, "players": 3}, 3), ({"table": 2, "players": 3}, 3)])
    [1, 6, 6]
    """
    word = declared(study)
    places = [where.get(word) for where, _ in members]
    total: Counter[Hashable] = Counter()
    for place, (_, own) in zip(places, members, strict=True):
        total[place] += own
    return [total[place] for place in places]


def groups(study: Study, many: int) -> int:
    """Return how many groups of verdicts that are alike hold together: all where the study is the family, else each by itself."""
    return many if declared(study) == STUDY else 1


def adjusted(study: Study, p: Sequence[float | None], members: Sequence[Mapping[str, Hashable]]) -> Found:
    """Return p values adjusted for false discoveries (Benjamini-Hochberg) inside the family of each.

    Parameters
    ----------
    p : sequence of float or None
        As for `multiplicity.bh`.
    members : sequence of mapping
        As for `sizes`.
    """
    word = declared(study)
    places: dict[Hashable, list[int]] = {}
    for at, where in enumerate(members):
        places.setdefault(where.get(word), []).append(at)
    found: Found = [None] * len(p)
    for family in places.values():
        for at, q in zip(family, bh([p[k] for k in family]), strict=True):
            found[at] = q
    return found
