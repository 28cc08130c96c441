"""Positions of Spellbook, built readably and played by the compiled kernels.

Tokens are written as ``red:c`` (circle), ``green:t*2`` (two triangles), ``blue:s`` (square), several with blanks between. A position begins
with empty pools and an empty altar on the first morning of seat 0; what is laid somewhere comes out of the bag, so that every law holds.
"""

from __future__ import annotations

from collections import Counter
from functools import partial
from typing import Any

import numpy as np

from simkit.core import session
from simkit.games.spellbook import GAME, names
from simkit.games.spellbook.encoding import BY_CLONE, BY_RUNE, CHOICE, COLOUR, LEVEL, NO_RUNE, NO_TOKEN, PAID, RUNE, TOKEN
from simkit.games.spellbook.names import COLOURS, DONE, EMPTY, KINDS, LEARN, PASS, PICK, RAISE, RUNES, SPELLS, STORE, TAKE, USE
from tests.games.position import AnyPosition, own_tables

LETTERS = {rune[0]: rune for rune in RUNES}
RUNE_AT = {3: "circle", 4: "triangle", 5: "square"}  # the rune that Sacrifice, Levitation and Time Travel ask for at a level
PHASES = {"morning": names.MORNING, "midday": names.MIDDAY, "evening": names.EVENING}
machine, tables = partial(session.machine, GAME), partial(own_tables, GAME)


def kind(name: str) -> int:
    """Return the number of a kind of token: ``red:c``."""
    colour, letter = name.split(":")
    return 3 * COLOURS.index(colour) + RUNES.index(LETTERS[letter])


def kinds(text: str) -> list[int]:
    """Return the kinds of several tokens, in the order in which they stand there."""
    found = []
    for part in text.split():
        name, _, number = part.partition("*")
        found += [kind(name)] * int(number or 1)
    return found


def counted(place: Any) -> dict[str, int]:
    """Return the tokens of a place by name."""
    return {f"{COLOURS[k // 3]}:{RUNES[k % 3][0]}": int(place[k]) for k in range(KINDS) if place[k]}


def read(text: str) -> dict[str, int]:
    """Return tokens by name."""
    return {f"{COLOURS[k // 3]}:{RUNES[k % 3][0]}": number for k, number in sorted(Counter(kinds(text)).items())}


def letter(level: int) -> str:
    """Return the letter of the rune that Sacrifice, Levitation and Time Travel ask for at a level."""
    return RUNE_AT[level][0]


def number_of(spell: str) -> int:
    """Return the number of a spell by its printed name."""
    return SPELLS.index(spell.lower().replace(" ", "_"))


def rules_for(*spells: str) -> dict[str, str]:
    """Return the rules that name spells: one for the colour of each."""
    return {COLOURS[number_of(spell) % 7]: SPELLS[number_of(spell)] for spell in spells}


class Position(AnyPosition):
    """A position on a morning of seat 0, and what can be done with it."""

    game = GAME

    def __init__(self, *spells: str, players: int = 2, seed: int = 1, game: int = 0, deal: bool = False, **rules: Any) -> None:
        self.rules = {"setup": "set_1", **rules_for(*spells), **rules}
        super().__init__(GAME.config(self.rules, tables())[0], players, seed, game)
        if not deal:
            for seat in range(players):
                self._move_all(self.s["pool"][seat], "pool_size", seat)
            self._move_all(self.s["altar"], "on_altar")
            self.s["queue"][:] = EMPTY

    # setting up

    def _move_all(self, place: Any, size: str, seat: int | None = None) -> None:
        self.s["bag"] += place
        self.s["bag_size"] += int(place.sum())
        place[:] = 0
        if seat is None:
            self.s[size] = 0
        else:
            self.s[size][seat] = 0

    def _from_bag(self, token: int) -> None:
        assert self.s["bag"][token] > 0, f"the bag has no {COLOURS[token // 3]} {RUNES[token % 3]} left"
        self.s["bag"][token] -= 1
        self.s["bag_size"] -= 1

    def pool(self, text: str, *, seat: int = 0) -> Position:
        """Lay tokens into a pool."""
        for token in kinds(text):
            self._from_bag(token)
            self.s["pool"][seat, token] += 1
            self.s["pool_size"][seat] += 1
        return self

    def altar(self, text: str) -> Position:
        """Lay tokens on the altar."""
        for token in kinds(text):
            self._from_bag(token)
            if self.s["players"] == 1:
                self.s["queue"][int(self.s["on_altar"])] = token
            self.s["altar"][token] += 1
            self.s["on_altar"] += 1
        return self

    def familiar(self, text: str, *, seat: int = 0) -> Position:
        """Lay tokens on a Familiar."""
        for token in kinds(text):
            self._from_bag(token)
            self.s["familiar"][seat, token] += 1
            self.s["stored"][seat] += 1
        return self

    def fill_familiar(self, number: int, *, seat: int = 0) -> Position:
        """Lay any tokens on a Familiar until it holds so many."""
        while self.s["stored"][seat] < number:
            token = int(np.argmax(self.s["bag"]))
            self.familiar(f"{COLOURS[token // 3]}:{RUNES[token % 3][0]}", seat=seat)
        return self

    def discards(self, text: str) -> Position:
        """Lay tokens into the discard box."""
        for token in kinds(text):
            self._from_bag(token)
            self.s["discards"][token] += 1
            self.s["discards_size"] += 1
        return self

    def bag(self, text: str) -> Position:
        """Leave exactly these tokens in the bag, so that they are drawn; the others go to the discard box."""
        wanted = Counter(kinds(text))
        for token in range(KINDS):
            moved = int(self.s["bag"][token]) - wanted[token]
            assert moved >= 0
            self.s["bag"][token] = wanted[token]
            self.s["discards"][token] += moved
            self.s["bag_size"] -= moved
            self.s["discards_size"] += moved
        return self

    def spell(self, name: str, level: int, rune: str = "triangle", *, seat: int = 0) -> Position:
        """Let a seat have learned a spell of this game on an earlier day."""
        number = number_of(name)
        colour = number % 7
        assert self.s["spell"][colour] == number, f"{name} is not a spell of this game"
        self._from_bag(3 * colour + RUNES.index(rune))
        self.s["level"][seat, colour] = level
        self.s["marker"][seat, colour] = RUNES.index(rune)
        self.s["learned"][seat] += 1
        return self

    def at(self, phase: str) -> Position:
        """Skip to a phase of the day."""
        while self.s["phase"] != PHASES[phase]:
            self.skip()
        return self

    # playing

    def skip(self) -> Position:
        """Skip a phase."""
        return self.apply(PASS)

    def end_day(self) -> Position:
        """Skip what is left of the day."""
        turn = int(self.s["turn"])
        while self.s["turn"] == turn and not self.s["over"]:
            self.skip()
        return self

    def take(self, token: str, by_clone: bool = False) -> Position:
        """Take a token from the altar."""
        return self.apply(TAKE | kind(token) << TOKEN | by_clone << BY_CLONE)

    def draw(self, by_clone: bool = False) -> Position:
        """Draw by the basic action."""
        return self.apply(names.DRAW_TOKENS | by_clone << BY_CLONE)

    def store(self, token: str) -> Position:
        """Store a token by the basic action."""
        return self.apply(STORE | kind(token) << TOKEN)

    def use_code(self, name: str, level: int, token: str = "", *, choice: int = 0, by_clone: bool = False, rune: str = "") -> int:
        """Return the action that uses a spell at a level, with its first token."""
        colour = number_of(name) % 7
        first = kind(token) if token else int(NO_TOKEN)
        marker = RUNES.index(rune) if rune else int(NO_RUNE)
        action = USE | first << TOKEN | colour << COLOUR | (level - 3) << LEVEL | marker << RUNE
        return action | choice << CHOICE | by_clone << BY_CLONE

    def use(self, name: str, level: int, tokens: str = "", **more: Any) -> Position:
        """Use a spell at a level; its first token and those that follow."""
        first, *rest = [*tokens.split(), ""] if tokens else [""]
        self.apply(self.use_code(name, level, first, **more))
        for token in filter(None, rest):
            self.pick(token)
        return self

    def uses(self, name: str, level: int | None = None) -> list[int]:
        """List the legal uses of a spell, optionally at one level."""
        colour = number_of(name) % 7
        found = [a for a in self.legal() if a & 15 == USE and a >> COLOUR & 7 == colour]
        return [a for a in found if level is None or (a >> LEVEL & 3) + 3 == level]

    def levels(self, name: str) -> set[int]:
        """Return the levels at which a spell can be used now."""
        return {(action >> LEVEL & 3) + 3 for action in self.uses(name)}

    def first_tokens(self, name: str, level: int) -> set[str]:
        """Return what the uses of a spell at a level may begin with."""
        return {f"{COLOURS[k // 3]}:{RUNES[k % 3][0]}" for k in ((a >> TOKEN) & 31 for a in self.uses(name, level)) if k < KINDS}

    def pick(self, token: str) -> Position:
        """Pick the next token of a set."""
        return self.apply(PICK | kind(token) << TOKEN)

    def picks(self) -> set[str]:
        """Return what may be picked next; "done" for that is all."""
        listed = self.legal()
        found = {f"{COLOURS[k // 3]}:{RUNES[k % 3][0]}" for k in (a >> TOKEN & 31 for a in listed if a & 15 == PICK)}
        return found | ({"done"} if DONE in listed else set())

    def done(self) -> Position:
        """Say that is all."""
        return self.apply(DONE)

    def raise_spell(self, name: str) -> Position:
        """Raise a spell."""
        return self.apply(RAISE | number_of(name) % 7 << COLOUR)

    def learn_code(self, name: str, level: int, paid: str, marker: str = "", *, by_rune: bool = False, by_clone: bool = False) -> int:
        """Return the action that learns a spell; without a marker's rune, that of the first token paid of its colour stays."""
        colour = number_of(name) % 7
        wanted = Counter(kinds(paid))
        place, mask = 0, 0
        for token in range(KINDS):
            mask |= ((1 << wanted[token]) - 1) << place
            place += int(self.s["pool"][self.s["seat"], token])
        rune = RUNES.index(marker) if marker else min(token % 3 for token in wanted if token // 3 == colour)
        action = LEARN | colour << COLOUR | (level - 3) << LEVEL | rune << RUNE | mask << PAID
        return action | by_rune << BY_RUNE | by_clone << BY_CLONE

    def learn(self, name: str, level: int, paid: str, marker: str = "", **more: bool) -> Position:
        """Learn a spell."""
        return self.apply(self.learn_code(name, level, paid, marker, **more))

    def can_learn(self, name: str, level: int, paid: str, marker: str = "", **more: bool) -> bool:
        """Whether that is legal."""
        return self.learn_code(name, level, paid, marker, **more) in self.legal()

    def learnable(self) -> set[tuple[str, int]]:
        """Return the spells and levels that can be learned now."""
        found = set()
        for action in self.legal():
            if action & 15 == LEARN:
                spell = int(self.s["spell"][action >> COLOUR & 7])
                found.add((SPELLS[spell], (action >> LEVEL & 3) + 3))
        return found

    # looking

    def tokens(self, place: str, seat: int | None = None) -> dict[str, int]:
        """Return the tokens of a place by name."""
        return counted(self.s[place] if seat is None else self.s[place][seat])

    def level(self, name: str, seat: int = 0) -> int:
        """Return the level of a seat's spell, 0 if it is not learned."""
        return int(self.s["level"][seat, number_of(name) % 7])
