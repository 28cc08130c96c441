"""Positions of Spell Smashers, built readably and played by the compiled kernels.

A position starts where the first seat prepares its word. Hands are empty and no monster is in play until they are set; what is set is
taken out of its deck, so that every law still holds. Cards are named as on the table: "P fire", "[CH]", the Centaur, Ember Blade.
"""

from __future__ import annotations

from functools import cache, partial
from typing import Any

import numpy as np

from simkit.core import session
from simkit.games.spell_smashers import GAME, components, names, text
from simkit.games.spell_smashers.names import BUILDINGS, EMPTY, GEAR_CAP, MODIFIER_CAP, MONSTER_CAP, TYPES
from simkit.games.spell_smashers.words.graph import ORDER, spelling_class
from tests.games.position import AnyPosition, own_tables

POTION_BITS = {"elixir": 1, "antidote": 2, "tonic": 4}
machine, tables = partial(session.machine, GAME), partial(own_tables, GAME)


@cache
def config_for(rules: tuple[tuple[str, Any], ...]) -> Any:
    """Return a config, made once for each set of rules."""
    return GAME.config(dict(rules))


def numbers(sheet: str, **wanted: Any) -> list[int]:
    """Return the numbers of all cards whose row has these values."""
    rows = components.cards(tables().rows[sheet])
    return [number for number, row, _ in rows if all(str(row[column]) == str(value) for column, value in wanted.items())]


def tile(name: str) -> int:
    """Return the number of a monster by name."""
    return numbers("monsters", name=name)[0]


def gear(name: str) -> int:
    """Return the number of a gear card by name."""
    return numbers("gear", name=name)[0]


def quest(card_id: str) -> int:
    """Return the number of a quest by id."""
    return numbers("quests", id=card_id)[0]


class Position(AnyPosition):
    """A position, and what can be done with it."""

    game = GAME

    def __init__(self, players: int = 2, *, seed: int = 1, game: int = 0, deal: bool = False, **rules: Any) -> None:
        super().__init__(config_for(tuple(sorted(rules.items())))[0], players, seed, game)
        if not deal:
            for seat in range(players):
                self.hand(seat)
            self.row()

    # setting up

    def hand(self, seat: int, *cards: str) -> Position:
        """Give a seat exactly these cards: "P fire", "P" for any such card, "[CH]" for a wound."""
        s = self.s
        for i in range(int(s["hand_size"][seat])):
            card = int(s["hand"][seat, i])
            deck = int(self.config["letter_deck"][card])
            s["deck"][deck, 1 : s["deck_size"][deck] + 1] = s["deck"][deck, : s["deck_size"][deck]].copy()
            s["deck"][deck, 0] = card
            s["deck_size"][deck] += 1
        s["hand"][seat] = EMPTY
        s["hand_size"][seat] = 0
        for i in range(int(s["wound_count"][seat])):
            s["wound_discard"] |= np.uint64(1) << np.uint64(s["wound_hand"][seat, i])
        s["wound_hand"][seat] = EMPTY
        s["wound_count"][seat] = 0
        for card in cards:
            self.wound(seat, card.strip("[]")) if card.startswith("[") else self._letter(seat, card)
        return self

    def _letter(self, seat: int, card: str) -> None:
        letter, _, kind = card.partition(" ")
        wanted = numbers("letters", letter=letter, type=kind) if kind else numbers("letters", letter=letter)
        for deck in range(2):
            there = self.s["deck"][deck, : self.s["deck_size"][deck]].tolist()
            for number in wanted:
                if number in there:
                    there.remove(number)
                    self.s["deck"][deck, : len(there)] = there
                    self.s["deck"][deck, len(there)] = EMPTY
                    self.s["deck_size"][deck] -= 1
                    self.s["hand"][seat, self.s["hand_size"][seat]] = number
                    self.s["hand_size"][seat] += 1
                    return
        raise LookupError(f"no {card} in the decks")

    def wound(self, seat: int, *texts: str) -> Position:
        """Give a seat wounds by their letters."""
        for letters in texts:
            number = numbers("wounds", letters=letters)[0]
            there = self.s["wound_deck"][: self.s["wound_size"]].tolist()
            if number in there:
                there.remove(number)
                self.s["wound_deck"][: len(there)] = there
                self.s["wound_deck"][len(there)] = EMPTY
                self.s["wound_size"] -= 1
            else:
                self.s["wound_discard"] &= ~(np.uint64(1) << np.uint64(number))
            self.s["wound_hand"][seat, self.s["wound_count"][seat]] = number
            self.s["wound_count"][seat] += 1
        return self

    def _take_tile(self, number: int) -> None:
        there = self.s["stack"][: self.s["stack_size"]].tolist()
        there.remove(number)
        self.s["stack"][: len(there)] = there
        self.s["stack"][len(there)] = EMPTY
        self.s["stack_size"] -= 1

    def trophies(self, seat: int, *monsters: str) -> Position:
        """Give a seat trophies by the monsters' names."""
        for name in monsters:
            self._take_tile(tile(name))
            self.s["trophies"][seat] |= np.uint64(1) << np.uint64(tile(name))
        return self

    def row(self, *monsters: tuple[str, str] | str) -> Position:
        """Put exactly these monsters into play, each with the id of its modifier or without one."""
        for place in range(names.PLACES):
            if self.s["tile"][place] != EMPTY:
                self._clear(place)
        for place, entry in enumerate(monsters):
            name, modifier = entry if isinstance(entry, tuple) else (entry, "")
            self.monster(place, name, modifier)
        return self

    def _clear(self, place: int) -> None:
        s, number, modifier = self.s, int(self.s["tile"][place]), int(self.s["modifier"][place])
        if number < MONSTER_CAP:
            s["stack"][1 : s["stack_size"] + 1] = s["stack"][: s["stack_size"]].copy()
            s["stack"][0] = number
            s["stack_size"] += 1
        if modifier != EMPTY:
            s["gone_modifiers"] |= np.uint64(1) << np.uint64(modifier)
        s["bank"] += int(s["coins_on"][place])
        s["ale_bank"] += int(s["ale_on"][place])
        s["coins_on"][place] = s["ale_on"][place] = s["hit"][place] = 0
        s["tile"][place] = s["modifier"][place] = EMPTY

    def monster(self, place: int, name: str, modifier: str = "", coins: int | None = None) -> Position:
        """Put a monster or the boss into play at a place, without what happens on entry."""
        s = self.s
        if name == "boss":
            number = int(s["boss"])
            s["boss_out"] = 1
        else:
            number = tile(name)
            self._take_tile(number)
        health = int(self.config["health"][number])
        s["tile"][place] = number
        if modifier:
            card = next(n for n in numbers("modifiers", id=modifier) if n not in s["modifier"].tolist())
            there = s["modifier_deck"][: s["modifier_size"]].tolist()
            if card in there:
                there.remove(card)
                s["modifier_deck"][: len(there)] = there
                s["modifier_deck"][len(there)] = EMPTY
                s["modifier_size"] -= 1
            s["gone_modifiers"] &= ~(np.uint64(1) << np.uint64(card))
            s["modifier"][place] = card
            health += int(self.config["modifier_health"][card])
        s["coins_on"][place] = health if coins is None else coins
        s["bank"] -= int(s["coins_on"][place])
        return self

    def coins(self, seat: int, amount: int) -> Position:
        """Give a seat exactly so many coins."""
        self.s["bank"] += int(self.s["coins"][seat]) - amount
        self.s["coins"][seat] = amount
        return self

    def ale(self, seat: int, amount: int) -> Position:
        """Give a seat exactly so much ale."""
        self.s["ale_bank"] += int(self.s["ale"][seat]) - amount
        self.s["ale"][seat] = amount
        return self

    def crest_ale(self, place: int, amount: int) -> Position:
        """Put ale on a crest."""
        self.s["ale_bank"] -= amount
        self.s["ale_on"][place] += amount
        return self

    def potions(self, seat: int, *kinds: str) -> Position:
        """Give a seat potions."""
        self.s["potions"][seat] = sum(POTION_BITS[kind] for kind in kinds)
        return self

    def gear(self, seat: int, *cards: str, active: bool = True) -> Position:
        """Give a seat gear cards, worn where the slot is free."""
        for name in cards:
            self._from_ring("gear", gear(name))
            self.s["gear_held"][seat] |= np.uint64(1) << np.uint64(gear(name))
            slot = "armor" if self.config["gear_slot"][gear(name)] else "weapon"
            if active and self.s[slot][seat] == EMPTY:
                self.s[slot][seat] = gear(name)
        return self

    def _from_ring(self, kind: str, number: int) -> None:
        s, cap = self.s, GEAR_CAP
        places = [(int(s[f"{kind}_head"]) + i) % cap for i in range(int(s[f"{kind}_size"]))]
        kept = [int(s[f"{kind}_deck"][place]) for place in places]
        if number in kept:
            kept.remove(number)
            s[f"{kind}_deck"][:] = EMPTY
            s[f"{kind}_known"][:] = 0
            s[f"{kind}_deck"][: len(kept)] = kept
            s[f"{kind}_head"], s[f"{kind}_size"] = 0, len(kept)

    def quests(self, seat: int, *ids: str) -> Position:
        """Give a seat incomplete quests."""
        for card_id in ids:
            self._from_ring("quest", quest(card_id))
            self.s["quest"][seat, self.s["quest_count"][seat]] = quest(card_id)
            self.s["quest_count"][seat] += 1
        return self

    def completed(self, seat: int, *ids: str) -> Position:
        """Give a seat completed quests."""
        for card_id in ids:
            self._from_ring("quest", quest(card_id))
            self.s["done"][seat] |= np.uint64(1) << np.uint64(quest(card_id))
        return self

    # playing

    def play(self, words: str) -> Position:
        """Play the one action whose text begins with these words."""
        found = [action for action in self.legal() if self.say(action).startswith(words)]
        assert len(found) == 1, (words, len(found), self.texts()[:20])
        return self.apply(found[0])

    def words(self) -> list[int]:
        """List the word actions."""
        return [action for action in self.legal() if action & 15 == names.WORD]

    def word_action(self, word: str) -> int | None:
        """Return the action that spells a word, the one with fewest wounds and trophies; None if there is none."""
        seat, found = int(self.s["seat"]), []
        reach = text.reach(self.config, tables(), self.s, seat)
        for action in self.words():
            used = tuple(entry for i, (entry, _) in enumerate(reach) if action >> 4 >> i & 1)
            if spelling_class(word) == action >> 44 & 15 and sorted("".join(used)) == sorted(word) and text._tiles(word, used):
                found.append(action)
        return min(found, key=lambda action: action >> 4 & (1 << 40) - 1, default=None)

    def spell(self, word: str) -> Position:
        """Commit a word."""
        action = self.word_action(word)
        assert action is not None, f"{word} cannot be spelled"
        return self.apply(action)

    def fights(self, place: int) -> list[int]:
        """List the ways to battle the monster at a place."""
        return [action for action in self.legal() if action & 15 == names.FIGHT and action >> 4 & 15 == place]

    def fight(self, place: int) -> Position:
        """Battle the monster at a place in the only way there is."""
        (action,) = self.fights(place)
        return self.apply(action)

    def town(self, seat: int = 0) -> Position:
        """Come to the moment where a seat visits town."""
        self.s["stage"], self.s["step"], self.s["phase"], self.s["seat"] = names.TOWN_STAGE, seat, names.VISIT, seat
        self.s["marker"] = 0
        return self

    # looking

    def hand_of(self, seat: int) -> tuple[int, int]:
        """Return how many letter cards and wounds a seat holds."""
        return int(self.s["hand_size"][seat]), int(self.s["wound_count"][seat])

    def trophies_of(self, seat: int) -> list[str]:
        """Return a seat's trophies by name."""
        return [text.monster(tables(), i) for i in text.members(self.s["trophies"][seat])]

    def row_names(self) -> list[str]:
        """Return the names of the monsters in play by place, empty where there is none."""
        return [text.monster(tables(), int(t)) if t != EMPTY else "" for t in self.s["tile"]]

    def told(self) -> list[str]:
        """Return what the last action said."""
        rows = [tuple(map(int, row)) for row in self.log[1 : self.log[0, 0] + 1]]
        return [said for said in (text.describe_event(tables(), row) for row in rows) if said]


__all__ = ["BUILDINGS", "GAME", "MODIFIER_CAP", "ORDER", "TYPES", "Position", "gear", "machine", "numbers", "quest", "tables", "tile"]
