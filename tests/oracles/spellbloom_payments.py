"""How a spell can be paid, by brute force over dice and faces; written from the rulebook's text, shares nothing with the kernels.

Rulebook, "Learn" (steps 1 and 2), "Change die value", "Use a Guide die", and of the spell descriptions: changing a die, any region, and
the three that look at faces (difficulty value, changed provision value, rerolling a value).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache
from itertools import chain, combinations, product
from typing import NamedTuple

REGION_OF = {"blue": "Reefs", "white": "Snowlands", "green": "Grove", "yellow": "Desert", "red": "Volcano", "black": "Gorge"}
Slots = frozenset[int]


@dataclass
class Looks:
    """Values that active effects look at: of the difficulty die, of changed provision dice, of own dice that can be rerolled."""

    difficulty: set[int] = field(default_factory=set)
    provision: set[int] = field(default_factory=set)
    reroll: set[int] = field(default_factory=set)


@dataclass
class Problem:
    """What a player may pay with. Colours map to faces; only available dice are named."""

    own: dict[str, int]
    guides: dict[str, int]
    mana: int
    supply: int
    looks: dict[str, Looks]  # by region from which a spell may be learned
    change: dict[int, tuple[str, int]] = field(default_factory=dict)  # slot of a change-die spell: colour, most steps
    any_region: dict[int, str] = field(default_factory=dict)  # slot of an any-region spell: colour
    guide_cost: int = 1
    least_provision: int = 1
    must_match_guide: bool = False
    guide_matches_itself: bool = True
    must_change: bool = True
    each: bool = False


class Play(NamedTuple):
    """Which dice learn a spell from where."""

    region: str
    difficulty: str  # colour, or "guide"
    any_slot: int | None
    guide: str | None
    provision: frozenset[str]


class Seen(NamedTuple):
    """What active effects see of a payment's final faces."""

    difficulty: int  # its value if an effect looks at it, else 0
    provision: tuple[tuple[int, int], ...]  # value looked at: how many changed dice (or that there is one)
    reroll: frozenset[tuple[str, int]]  # own dice that can be rerolled, with their faces


Prices = dict[tuple[Play, Slots], dict[Seen, int]]


def subsets(things: list) -> Iterator[tuple]:
    """Yield all subsets."""
    return chain.from_iterable(combinations(things, k) for k in range(len(things) + 1))


@cache
def faces_with_a_valid_sum(dice: int) -> list[tuple[int, ...]]:
    """List the faces that so many provision dice may end on: their sum is the value of a die."""
    return [faces for faces in product(range(1, 7), repeat=dice) if sum(faces) <= 6]


def whole_plays(problem: Problem) -> Iterator[Play]:
    """Yield every choice of region, difficulty die, guide die and provision dice."""
    for region in problem.looks:
        sources: list[tuple[str, int | None]] = [(colour, None) for colour in problem.own if REGION_OF[colour] == region]
        # an any-region spell for the die's own region would do nothing
        sources += [(colour, slot) for slot, colour in problem.any_region.items() if colour in problem.own and REGION_OF[colour] != region]
        sources += [("guide", None)]
        for difficulty, slot in sources:
            if difficulty == "guide":
                guides: list[str | None] = [colour for colour in problem.guides if REGION_OF[colour] == region]
            else:
                guides = [None, *problem.guides]
            others = [colour for colour in problem.own if colour != difficulty]
            for guide in guides:
                for chosen in subsets(others):
                    number = len(chosen) + (guide is not None and difficulty != "guide")
                    if number >= problem.least_provision and is_matched(problem, difficulty, guide):
                        yield Play(region, difficulty, slot, guide, frozenset(chosen))


def is_matched(problem: Problem, difficulty: str, guide: str | None) -> bool:
    """Whether The Guides allows this difficulty die: its value before modification is that of an available guide die."""
    if not problem.must_match_guide:
        return True
    if difficulty != "guide":
        return problem.own[difficulty] in problem.guides.values()
    return problem.guide_matches_itself or any(face == problem.guides[guide] for colour, face in problem.guides.items() if colour != guide)


def relief(problem: Problem, slots: tuple[int, ...], turned: dict[tuple[str, str], int]) -> int | None:
    """Return the most steps that change-die spells can do; None if one of them cannot do any.

    `turned` has the steps of each die, by ("own" or "guide", colour). A spell changes one die of its colour.
    """
    best = None
    targets = [[die for die in turned if die[1] == problem.change[slot][0]] for slot in slots]
    for chosen in product(*targets):
        total = 0
        fits = True
        for die in set(chosen):
            spells = [slot for slot, target in zip(slots, chosen, strict=True) if target == die]
            fits = fits and turned[die] >= len(spells)
            total += min(turned[die], sum(problem.change[slot][1] for slot in spells))
        if fits and (best is None or total > best):
            best = total
    return best


def prices(problem: Problem) -> Prices:
    """Return the least mana for each play, each set of change-die spells and each thing effects may see."""
    found: Prices = {}
    for play in whole_plays(problem):
        for faces, value, turned, seen in endings(problem, play):
            del faces, value
            for slots in subsets([slot for slot in problem.change if any(die[1] == problem.change[slot][0] for die in turned)]):
                saved = relief(problem, slots, turned)
                if saved is None:
                    continue
                cost = sum(turned.values()) - saved + (problem.guide_cost if play.guide else 0)
                known = found.setdefault((play, frozenset(slots)), {})
                known[seen] = min(cost, known.get(seen, cost))
    return {key: kept for key, by_seen in found.items() if (kept := affordable(problem, key, by_seen))}


def affordable(problem: Problem, key: tuple[Play, Slots], by_seen: dict[Seen, int]) -> dict[Seen, int]:
    """Keep what can be paid: what is spent goes to the general supply, and each activated spell takes a mana from there."""
    play, slots = key
    activated = len(slots) + (play.any_slot is not None)
    return {seen: cost for seen, cost in by_seen.items() if cost <= problem.mana and activated <= problem.supply + cost}


def endings(problem: Problem, play: Play) -> Iterator[tuple[tuple[int, ...], int, dict[tuple[str, str], int], Seen]]:
    """Yield all final faces: of the provision dice, of the difficulty die, the steps of each die and what effects see."""
    dice = [("own", colour) for colour in sorted(play.provision)]
    if play.guide and play.difficulty != "guide":
        dice.append(("guide", play.guide))
    shown = [problem.own[colour] if kind == "own" else problem.guides[colour] for kind, colour in dice]
    target = ("guide", play.guide) if play.difficulty == "guide" else ("own", play.difficulty)
    before = problem.guides[play.guide] if play.difficulty == "guide" else problem.own[play.difficulty]
    for faces in faces_with_a_valid_sum(len(dice)):
        value = sum(faces)
        turned = {die: abs(a - b) for die, a, b in zip(dice, faces, shown, strict=True)}
        turned[target] = abs(value - before)
        yield faces, value, turned, what_is_seen(problem, play, dict(zip(dice, faces, strict=True)), value)


def what_is_seen(problem: Problem, play: Play, provision: dict[tuple[str, str], int], value: int) -> Seen:
    """Return what active effects see of final faces."""
    looks = problem.looks[play.region]
    counts: dict[int, int] = {}
    rerolls = set()
    for (kind, colour), face in provision.items():
        before = problem.own[colour] if kind == "own" else problem.guides[colour]
        if face in looks.provision and (face != before or not problem.must_change):
            counts[face] = counts.get(face, 0) + 1 if problem.each else 1
        if kind == "own" and face in looks.reroll:
            rerolls.add((colour, face))
    if play.difficulty != "guide" and value in looks.reroll:
        rerolls.add((play.difficulty, value))
    return Seen(value if value in looks.difficulty else 0, tuple(sorted(counts.items())), frozenset(rerolls))
