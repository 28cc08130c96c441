"""Printed counts that a designer's cards change, in one line: every number beside the printed one."""

from __future__ import annotations

from collections.abc import Iterable

from simkit.core.wording import counted


def changed_counts(
    what: str, number: int, printed: int, others: Iterable[tuple[str, int, int]], *, cards: str = "cards", source: str = "rulebook"
) -> list[str]:
    """Compare a number of cards, and others that follow from it, with the printed ones: one warning, or none.

    Parameters
    ----------
    others : tuples of str, int, int
        What is counted, how many there are, how many are printed.
    cards : str
        What is counted by `number`, for many.
    source : str
        Where they are printed.

    Examples
    --------
    >>> changed_counts("spells", 76, 75, [("Wind", 16, 15), ("Fire", 15, 15)])
    ['1 card more than the rulebook: spells 76 (75), Wind 16 (15)']
    """
    said = [f"{name} {count} ({expected})" for name, count, expected in ((what, number, printed), *others) if count != expected]
    if not said:
        return []
    if number == printed:
        begin = f"{what}: as many as in the {source}, but other counts"
    else:
        begin = f"{counted(abs(number - printed), cards)} {'more' if number > printed else 'fewer'} than the {source}"
    return [f"{begin}: {', '.join(said)}"]
