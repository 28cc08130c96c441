"""Positions of Spellbloom, built readably and played by the compiled kernels.

Names are the rulebook's: dice by colour, regions by name, spells and tasks by id. The rest of a position is what the set-up gives, except
that hands and spellbooks are empty and dice wait to be set; what is taken from a deck is taken out of it, so that every law still holds.
"""

from __future__ import annotations

from functools import partial
from typing import Any

import numpy as np

from simkit.core import session
from simkit.games.spellbloom import GAME, components
from simkit.games.spellbloom.encoding import ANY_SLOT, BY_GUIDE, CHANGE_SLOTS, DIFFICULTY, GUIDE_DIE, NO_GUIDE, NO_SLOT, PROVISION, REGION
from simkit.games.spellbloom.names import (
    ACTIVATE,
    COLOURS,
    DICE,
    DISCARD,
    DISCARD_TASK,
    ELEMENTS,
    EMPTY,
    END_TURN,
    ISLAND_LINES,
    LEARN,
    MOVE_GUIDE,
    PLACE_SPELL,
    REGIONS,
    REROLL_GUIDES,
    REST,
    SET_GOAL,
    SLOTS,
    SPELL_CAP,
    TAKE_MANA,
)
from tests.games.position import AnyPosition, own_tables

KINDS = {
    "rest": REST, "learn": LEARN, "discard": DISCARD, "reroll guides": REROLL_GUIDES, "activate": ACTIVATE, "place": PLACE_SPELL,
    "end turn": END_TURN, "discard task": DISCARD_TASK, "move guide": MOVE_GUIDE, "take mana": TAKE_MANA, "set goal": SET_GOAL,
}  # fmt: skip
NO_DIE = 7
machine, tables = partial(session.machine, GAME), partial(own_tables, GAME)


def spell_number(name: str) -> int:
    """Return the card number of a spell's id."""
    return components.card_ids(tables()).index(name)


def task_number(name: str) -> int:
    """Return the number of a task's id."""
    return components.card_ids(tables()).index(name) - SPELL_CAP


def spell_row(number: int) -> dict[str, Any]:
    """Return a spell's row of the sheet by its number (our sheet has one copy of each)."""
    return tables().rows["spells"][number]


def find_spell(**wanted: Any) -> str:
    """Return the id of the first spell whose row has these values."""
    return find_spells(**wanted)[0]


def find_spells(**wanted: Any) -> list[str]:
    """Return the ids of all spells whose row has these values."""
    return [row["id"] for row in tables().rows["spells"] if all(row[column] == value for column, value in wanted.items())]


class Position(AnyPosition):
    """A position on a new turn of seat 0, and what can be done with it."""

    game = GAME

    def __init__(self, players: int = 2, *, seed: int = 1, game: int = 0, deal: bool = False, **rules: Any) -> None:
        super().__init__(GAME.config(rules)[0], players, seed, game)
        if not deal:
            while self.s["phase"] in (0, 1):  # alone: goal and first guide die
                self.apply(self.legal()[0])
            for seat in range(players):
                self.hand(seat)

    # setting up

    def die(self, colour: str, face: int, *, seat: int = 0, used: bool = False) -> Position:
        """Set one of a seat's dice."""
        i = DICE.index(colour)
        self.s["die"][seat, i] = face
        mask = int(self.s["free"][seat])
        self.s["free"][seat] = mask & ~(1 << i) if used else mask | 1 << i
        return self

    def dice(self, *, seat: int = 0, **faces: int) -> Position:
        """Make exactly these dice available; the others are used."""
        self.s["free"][seat] = 0
        for colour, face in faces.items():
            self.die(colour, face, seat=seat)
        return self

    def guides(self, **faces: int) -> Position:
        """Make exactly these guide dice available; the others are used."""
        self.s["guide_free"] = 0
        for colour, face in faces.items():
            i = DICE.index(colour)
            self.s["guide"][i] = face
            self.s["guide_free"] = int(self.s["guide_free"]) | 1 << i
        return self

    def mana(self, amount: int, seat: int = 0) -> Position:
        """Give a seat so much mana, from the general supply."""
        self.s["supply"] += int(self.s["mana"][seat]) - amount
        self.s["mana"][seat] = amount
        return self

    def supply(self, amount: int) -> Position:
        """Leave so much mana in the general supply; the last seat holds the rest (alone: it leaves the game)."""
        last = int(self.s["players"]) - 1
        if last:
            self.s["mana"][last] += int(self.s["supply"]) - amount
        else:
            self.config["total_mana"] -= int(self.s["supply"]) - amount
        self.s["supply"] = amount
        return self

    def _take_from_deck(self, card: int) -> None:
        """Take a spell out of deck and island; a hole on the island is filled with the deck's last card."""
        s = self.s
        deck = [int(c) for c in s["deck"][s["deck_top"] : s["deck_end"]]]
        if card in deck:
            deck.remove(card)
        else:
            regions = [int(c) for c in s["island"]]
            assert card in regions, f"spell {card} is already in a spellbook"
            s["island"][regions.index(card)] = deck.pop()
        s["deck"][:] = EMPTY
        s["deck"][: len(deck)] = deck
        s["deck_top"], s["deck_end"], s["under"] = 0, len(deck), 0

    def island(self, region: str, name: str) -> Position:
        """Lay a spell on a region; the one that lay there goes on top of the deck."""
        card, place = spell_number(name), REGIONS.index(region)
        old = int(self.s["island"][place])
        if old != card:
            self._take_from_deck(card)
            old = int(self.s["island"][place])
            self.s["island"][place] = card
            if old != EMPTY:
                self.s["deck"][int(self.s["deck_end"])] = old
                self.s["deck_end"] += 1
        return self

    def book(self, slot: int, name: str, *, seat: int = 0, mana: bool = False, face_down: bool = False) -> Position:
        """Put a spell into a slot: 0 to 4 the top row, 5 to 9 the bottom row."""
        assert self.s["book"][seat, slot] == EMPTY
        card = spell_number(name)
        self._take_from_deck(card)
        self.s["book"][seat, slot] = card
        self.s["learned"][seat] += 1
        if mana:
            self.s["bottled"][seat] = int(self.s["bottled"][seat]) | 1 << slot
            self.s["supply"] -= 1
        if face_down:
            self.s["face_down"] = int(self.s["face_down"]) | 1 << slot
        return self

    def fill(self, count: int, *, seat: int = 0, slots: list[int] | None = None) -> Position:
        """Fill empty slots with spells without bottle."""
        names = (row["id"] for row in tables().rows["spells"] if row["effect"].endswith(("_total", "_majority", "_pairs")))
        empty = [slot for slot in (slots or range(SLOTS)) if self.s["book"][seat, slot] == EMPTY]
        held = {int(card) for card in self.s["book"].ravel()}
        for slot in empty[:count]:
            name = next(n for n in names if spell_number(n) not in held and spell_number(n) not in self.s["island"])
            self.book(slot, name, seat=seat)
        return self

    def hand(self, seat: int, *names: str) -> Position:
        """Give a seat exactly these tasks; its old ones go under the task deck."""
        s = self.s
        deck = [int(t) for t in s["task_deck"][s["task_top"] : s["task_end"]]]
        deck += [int(t) for t in s["hand"][seat, : s["hand_size"][seat]]]
        for i, name in enumerate(names):
            deck.remove(task_number(name))
            s["hand"][seat, i] = task_number(name)
        s["hand"][seat, len(names) :] = EMPTY
        s["hand_size"][seat] = len(names)
        s["task_deck"][:] = EMPTY
        s["task_deck"][: len(deck)] = deck
        s["task_top"], s["task_end"] = 0, len(deck)
        return self

    def discards(self, *names: str) -> Position:
        """Lay spells beside the island (alone)."""
        for name in names:
            card = spell_number(name)
            self._take_from_deck(card)
            self.s["grid"] += 1
            self.s["grid_colour"][int(self.config["colour"][card])] += 1
            self.s["grid_cards"][card // 64] |= np.uint64(1 << (card % 64))
        return self

    # playing

    def kinds(self) -> set[str]:
        """Name the kinds of action that are legal."""
        names = {number: name for name, number in KINDS.items()}
        return {names[action & 15] for action in self.legal()}

    def payments(self, **wanted: Any) -> list[Payment]:
        """List the payments, optionally only those with given parts."""
        listed = [Payment(action) for action in self.legal() if action & 15 == LEARN]
        return [p for p in listed if all(getattr(p, name) == value for name, value in wanted.items())]

    def learn(
        self, region: str, difficulty: str, *provision: str, guide: str | None = None, slot: int | None = None, **more: Any
    ) -> Position:
        """Learn from a region as cheaply as possible by a difficulty die (or "guide") and own provision dice; then place the spell."""
        found = self.payments(region=region, difficulty=difficulty, provision=frozenset(provision), guide=guide, **more)
        assert found, f"cannot learn from {region} with {difficulty} by {provision}, guide {guide}"
        best = min(found, key=lambda p: (len(p.change_slots), p.any_slot is not None, self.cost(p.action)))
        self.apply(best.action)
        if slot is not None:
            self.place(slot)
        return self

    def cost(self, action: int) -> int:
        """Return the mana a payment costs."""
        return int(machine().query("payment_mana")(self.config, self.s, action))

    def costs(self, **wanted: Any) -> list[int]:
        """Return the mana that the payments with given parts cost, sorted."""
        return sorted(self.cost(p.action) for p in self.payments(**wanted))

    def place(self, slot: int) -> Position:
        """Place the learned spell."""
        return self.apply(PLACE_SPELL | slot << 4)

    def activate(self, slot: int, die: str | None = None) -> Position:
        """Activate the spell in a slot; `die` for rerolls."""
        return self.apply(ACTIVATE | slot << 4 | (NO_DIE if die is None else DICE.index(die)) << 8)

    def can_activate(self, slot: int, die: str | None = None) -> bool:
        """Whether that is legal."""
        return ACTIVATE | slot << 4 | (NO_DIE if die is None else DICE.index(die)) << 8 in self.legal()

    def discard(self, line: str) -> Position:
        """Discard a row or column of the island."""
        return self.apply(DISCARD | ISLAND_LINES.index(line) << 4)

    def rest(self) -> Position:
        """Rest."""
        return self.apply(REST)

    def end_turn(self) -> Position:
        """End the turn."""
        return self.apply(END_TURN)

    def reroll_guides(self) -> Position:
        """Reroll the guide dice."""
        return self.apply(REROLL_GUIDES)

    # looking

    def points(self, seat: int = 0) -> dict[str, int]:
        """Return the points scored so far, by line."""
        return dict(zip(("spells", "placement", "provision", "effects"), map(int, self.s["scored"][seat]), strict=True))

    def free(self, seat: int = 0) -> set[str]:
        """Name a seat's available dice."""
        return {colour for i, colour in enumerate(DICE) if int(self.s["free"][seat]) >> i & 1}

    def guide_free(self) -> set[str]:
        """Name the available guide dice."""
        return {colour for i, colour in enumerate(DICE) if int(self.s["guide_free"]) >> i & 1}

    def face(self, colour: str, seat: int = 0) -> int:
        """Return the face of a seat's die."""
        return int(self.s["die"][seat, DICE.index(colour)])

    def spell_at(self, region: str) -> str:
        """Return the id of the spell in a region."""
        return components.card_ids(tables())[int(self.s["island"][REGIONS.index(region)])]

    def deck(self) -> list[str]:
        """List the spell deck from the top."""
        ids = components.card_ids(tables())
        return [ids[int(card)] for card in self.s["deck"][self.s["deck_top"] : self.s["deck_end"]]]

    def task_deck(self) -> list[str]:
        """List the task deck from the top."""
        ids = components.card_ids(tables())
        return [ids[SPELL_CAP + int(task)] for task in self.s["task_deck"][self.s["task_top"] : self.s["task_end"]]]

    def tasks(self, seat: int = 0) -> list[str]:
        """List a seat's tasks."""
        ids = components.card_ids(tables())
        return [ids[SPELL_CAP + int(task)] for task in self.s["hand"][seat, : self.s["hand_size"][seat]]]


class Payment:
    """The parts of a LEARN action in the rulebook's words."""

    def __init__(self, action: int) -> None:
        def part(shift: int, bits: int) -> int:
            return action >> shift & (1 << bits) - 1

        self.action = action
        self.region = REGIONS[part(REGION, 3)]
        difficulty, guide, any_slot = part(DIFFICULTY, 3), part(GUIDE_DIE, 3), part(ANY_SLOT, 4)
        self.difficulty = "guide" if difficulty == BY_GUIDE else DICE[difficulty]
        self.guide = None if guide == NO_GUIDE else DICE[guide]
        self.provision = frozenset(colour for i, colour in enumerate(DICE) if part(PROVISION, 6) >> i & 1)
        self.any_slot = None if any_slot == NO_SLOT else any_slot
        self.change_slots = frozenset(i for i in range(SLOTS) if part(CHANGE_SLOTS, 10) >> i & 1)

    def __repr__(self) -> str:
        """Say it in words."""
        parts = [f"{self.region}: {self.difficulty} by {'+'.join(sorted(self.provision))}"]
        parts += [f"guide {self.guide}"] if self.guide else []
        parts += [f"any region by slot {self.any_slot}"] if self.any_slot is not None else []
        parts += [f"changed by slots {sorted(self.change_slots)}"] if self.change_slots else []
        return ", ".join(parts)


def describe(action: int) -> str:
    """Say what an action is."""
    names = {number: name for name, number in KINDS.items()}
    kind = action & 15
    return repr(Payment(action)) if kind == LEARN else f"{names[kind]} {action >> 4 & 15} {action >> 8}"


def goal(element: str, colour: str) -> int:
    """Return the action that chooses a goal in The Tasks."""
    return SET_GOAL | (ELEMENTS.index(element) * 5 + COLOURS.index(colour)) << 4
