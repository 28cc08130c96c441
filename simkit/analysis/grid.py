"""Which scenarios belong together, by what they are called: "Titan, standard" and "Titan, extreme" are one opponent at two difficulties."""

from __future__ import annotations

from collections.abc import Sequence


def grid(titles: Sequence[str]) -> dict[str, tuple[str, str]] | None:
    """Split titles "A, B" where they name every A with every B, at least two of each; None if they do not.

    Examples
    --------
    >>> grid(["Ogre, easy", "Ogre, hard", "Imp, easy", "Imp, hard"])["Imp, hard"]
    ('Imp', 'hard')
    >>> grid(["The Mana", "The Garden"]) is grid(["Ogre, easy", "Imp, hard"]) is None
    True
    """
    split = {title: tuple(part.strip() for part in title.rpartition(",")[::2]) for title in titles}
    pairs = {title: (first, second) for title, (first, second) in split.items() if first and second}
    firsts, seconds = (dict.fromkeys(pair[k] for pair in pairs.values()) for k in (0, 1))
    is_full = len(pairs) == len(split) == len(set(pairs.values())) == len(firsts) * len(seconds)
    return pairs if is_full and min(len(firsts), len(seconds)) > 1 else None


def sequences(titles: Sequence[str]) -> dict[str, list[str]]:
    """Return the scenarios that stand in one order, by what they have in common: a list for each opponent of a grid, else one list.

    Examples
    --------
    >>> sequences(["Ogre, easy", "Imp, easy", "Ogre, hard", "Imp, hard"])["Ogre"]
    ['Ogre, easy', 'Ogre, hard']
    """
    pairs = grid(titles)
    found: dict[str, list[str]] = {}
    for title in titles:
        found.setdefault(pairs[title][0] if pairs else "", []).append(title)
    return found


def campaigns(titles: Sequence[str]) -> dict[str, list[str]]:
    """Return the scenarios that make a campaign, by what they have in common: all opponents at one difficulty of a grid, else all.

    Examples
    --------
    >>> campaigns(["Ogre, easy", "Imp, easy", "Ogre, hard", "Imp, hard"])["hard"]
    ['Ogre, hard', 'Imp, hard']
    """
    pairs = grid(titles)
    found: dict[str, list[str]] = {}
    for title in titles:
        found.setdefault(pairs[title][1] if pairs else "", []).append(title)
    return found
