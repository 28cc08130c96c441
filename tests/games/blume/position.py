"""Positions of Blume, built readably and played by the compiled kernels.

Colours and tools have the rulebook's names. A place is a letter and a number, columns from the left and rows from the bottom: "a1" is the
corner where a garden begins. A meeting point has the name of the place up and to the right of it: "b2" is the first inside the garden. A
tile is asked for by its colours, clockwise from the top left, and turned as it has to be; tiles come out of the bag, so that every law
still holds.
"""

from __future__ import annotations

from functools import cache, partial
from typing import Any

import numpy as np

from simkit.core import session
from simkit.games.blume import GAME, components, names, patterns
from simkit.games.blume.names import COLOURS, EMPTY, PAIRS, PLACES, WIDTH
from tests.games.position import AnyPosition, own_tables

KINDS = ("take", "draw", "place", "tool", "keep", "stock", "market", "lower", "grow", "prune", "stop")
LETTERS = {"O": "orange", "B": "blue", "Y": "yellow", "R": "red", "K": "pink", "U": "purple"}
# Four tiles of our table whose inner corners make a flower at b2, by its colours: (place, corners).
SQUARE = ("a1", "b1", "a2", "b2")
INNER = {"a1": 1, "b1": 0, "a2": 2, "b2": 3}  # which corner of the tile touches b2
machine, tables = partial(session.machine, GAME), partial(own_tables, GAME)


@cache
def tiles() -> list[list[int]]:
    """List the corners of all tiles, clockwise from the top left."""
    return [[COLOURS.index(row[corner]) for corner in names.CORNERS] for row in components.expanded(tables(), "tiles")]


def place(name: str) -> int:
    """Return a place's number."""
    return (int(name[1:]) - 1) * WIDTH + ord(name[0]) - ord("a")


def colour(name: str) -> int:
    """Return a colour's number by its name or letter."""
    return COLOURS.index(LETTERS.get(name, name))


def pair(first: str, second: str) -> int:
    """Return a pair's number."""
    return PAIRS.index(tuple(sorted((colour(first), colour(second)))))


class Position(AnyPosition):
    """A position on the first turn of seat 0, and what can be done with it."""

    game = GAME

    def __init__(self, players: int = 2, *, seed: int = 1, game: int = 0, **rules: Any) -> None:
        super().__init__(GAME.config(rules)[0], players, seed, game)

    # setting up

    def in_bag(self) -> list[int]:
        """List the tiles in the bag from the top."""
        return [int(tile) for tile in self.s["bag"][self.s["bag_top"] : self.s["bag_end"]]]

    def bag(self, held: list[int]) -> Position:
        """Put exactly these tiles into the bag, in this order."""
        self.s["bag"][:] = EMPTY
        self.s["bag"][: len(held)] = held
        self.s["bag_top"], self.s["bag_end"] = 0, len(held)
        return self

    def find(self, **at: str) -> tuple[int, int]:
        """Take a tile out of the bag that in some rotation has given colours at given corners (tl, tr, br, bl); tile and rotation."""
        wanted = {("tl", "tr", "br", "bl").index(corner): colour(name) for corner, name in at.items()}
        held = self.in_bag()
        for tile in sorted(held):
            for rotation in range(int(self.config["turns"][tile])):
                corners = tiles()[tile][4 - rotation :] + tiles()[tile][: 4 - rotation]
                if all(corners[corner] == number for corner, number in wanted.items()):
                    held.remove(tile)
                    self.bag(held)
                    return tile, rotation
        raise AssertionError(f"no tile {at} in the bag")

    def lay(self, where: str, *, seat: int = 0, **at: str) -> Position:
        """Lay a tile with given corners into a garden."""
        tile, rotation = self.find(**at)
        return self.put(where, tile, rotation, seat)

    def put(self, where: str, tile: int, rotation: int = 0, seat: int = 0) -> Position:
        """Lay a tile taken from the bag."""
        s, spot = self.s, place(where)
        assert s["garden"][seat, spot] == EMPTY
        s["garden"][seat, spot] = 4 * tile + rotation
        s["occupied"][seat] |= 1 << spot
        corners = tiles()[tile][4 - rotation :] + tiles()[tile][: 4 - rotation]
        for point, slot, number in (
            (spot + WIDTH, 2, corners[0]), (spot + WIDTH + 1, 3, corners[1]), (spot + 1, 0, corners[2]), (spot, 1, corners[3]),
        ):  # fmt: skip
            s["points"][seat, point] = int(s["points"][seat, point]) ^ (patterns.NO_TILE ^ number) << 3 * slot
        return self

    def ready(self, *colours: str, seat: int = 0, last: str = "b2") -> tuple[int, int]:
        """Lay three tiles around the meeting point b2 and take out the fourth, so that four corners have these colours.

        The colours are those of the tiles on a1, b1, a2, b2; the tile for `last` is returned with its rotation.
        """
        wanted = dict(zip(SQUARE, colours if len(colours) == 4 else colours * 4, strict=True))
        for where in SQUARE:
            if where != last:
                self.lay(where, seat=seat, **{("tl", "tr", "br", "bl")[INNER[where]]: wanted[where]})
        return self.find(**{("tl", "tr", "br", "bl")[INNER[last]]: wanted[last]})

    def row(self, slot: int, tile: int) -> Position:
        """Lay a tile that was taken out of the bag into the row; the one that lay there goes back."""
        self.bag([*self.in_bag(), int(self.s["row"][slot])])
        self.s["row"][slot] = tile
        return self

    def fill(self, *but: str, seat: int = 0, stage: int | None = None) -> Position:
        """Fill a garden's square, but some places, with tiles that complete no flower; patterns that arise do not act."""
        side = 3 + (int(self.s["stage"]) if stage is None else stage)
        for row in range(side):
            for column in range(side):
                where = f"{chr(ord('a') + column)}{row + 1}"
                if where not in but and self.s["garden"][seat, place(where)] == EMPTY:
                    self.put_quietly(where, seat)
        return self

    def put_quietly(self, where: str, seat: int) -> None:
        """Lay any tile that makes no flower there."""
        for tile in self.in_bag():
            for rotation in range(4):
                before = self.s["points"][seat].copy(), self.s["garden"][seat].copy(), int(self.s["occupied"][seat])
                self.put(where, tile, rotation, seat)
                kinds = self.config["kind"][self.s["points"][seat]]
                if int((kinds != 0).sum()) == int((self.config["kind"][before[0]] != 0).sum()):
                    held = self.in_bag()
                    held.remove(tile)
                    self.bag(held)
                    return
                self.s["points"][seat], self.s["garden"][seat], self.s["occupied"][seat] = before
        raise AssertionError(f"every tile makes a flower on {where}")

    def market(self, **spaces: int) -> Position:
        """Set pegs; the others stay."""
        for name, space in spaces.items():
            self.s["market"][colour(name)] = space
        return self

    def greenhouse(self, seat: int = 0, **flowers: int) -> Position:
        """Fill a greenhouse."""
        self.s["greenhouse"][seat] = 0
        for name, number in flowers.items():
            self.s["greenhouse"][seat, colour(name)] = number
        return self

    def location(self, point: str) -> Position:
        """Let the watering can show a meeting point."""
        wanted = [card for card in range(int(self.config["cans"])) if self.config["can_place"][card] == place(point)]
        self.s["can"] = wanted[0]
        self.s["can_stack"][int(self.s["stage"])] = wanted[0]
        self.s["location"] = place(point)
        return self

    def hybrids(self, *pairs: tuple[str, str]) -> Position:
        """Let exactly these hybrids be revealed."""
        self.s["open_pairs"] = sum(1 << pair(*two) for two in pairs)
        return self

    def stand(self, point: str, seat: int = 0) -> Position:
        """Let the pattern at a meeting point be a completed hybrid."""
        row, column = place(point) // WIDTH - 1, place(point) % WIDTH - 1
        self.s["standing"][seat] |= 1 << (4 * row + column)
        return self

    def next_hybrid(self, first: str, second: str) -> Position:
        """Let the hybrid of the next round be this one."""
        deck = self.s["hybrid_deck"]
        wanted = next(i for i in range(15) if self.config["hybrid_pair"][deck[i]] == pair(first, second))
        top = int(self.s["hybrid_top"])
        deck[wanted], deck[top] = int(deck[top]), int(deck[wanted])
        return self

    def lift(self, where: str, seat: int = 0) -> Position:
        """Discard a tile of a garden."""
        s, spot = self.s, place(where)
        lies = int(s["garden"][seat, spot])
        s["garden"][seat, spot] = EMPTY
        self.put(where, lies >> 2, lies & 3, seat)  # lays it once more: that takes its corners away
        s["garden"][seat, spot] = EMPTY
        s["occupied"][seat] &= ~(1 << spot)
        for point in (spot, spot + 1, spot + WIDTH, spot + WIDTH + 1):
            row, column = point // WIDTH - 1, point % WIDTH - 1
            if 0 <= row < 4 and 0 <= column < 4:
                s["standing"][seat] &= ~(1 << (4 * row + column))
        tile = lies >> 2
        s["discards"][tile >> 6] |= np.uint64(1 << (tile & 63))
        s["discard_size"] += 1
        return self

    def turn_of(self, seat: int) -> Position:
        """Let it be a seat's turn."""
        self.s["seat"], self.s["phase"] = seat, names.TURN
        return self

    def finish(self, where: str, seat: int = 0) -> Position:
        """Place the last tile of a garden, one that makes no flower."""
        self.turn_of(seat).put_quietly(where, seat)
        lies = int(self.s["garden"][seat, place(where)])
        self.lift(where, seat)
        tile = lies >> 2
        self.s["discards"][tile >> 6] &= ~np.uint64(1 << (tile & 63))
        self.s["discard_size"] -= 1
        return self.place(tile, where, lies & 3)

    # playing

    def kinds(self) -> set[str]:
        """Name the kinds of action that are legal."""
        return {KINDS[action & 15] for action in self.legal()}

    def of(self, kind: str) -> list[int]:
        """List the legal actions of a kind."""
        return [action for action in self.legal() if KINDS[action & 15] == kind]

    def choose(self, words: str) -> Position:
        """Play the one action whose words contain these."""
        found = [action for action, text in zip(self.legal(), self.texts(), strict=True) if words in text]
        assert len(found) == 1, f"{words!r}: {len(found)} of {self.texts()[:40]}"
        return self.apply(found[0])

    def place(self, tile: int, where: str, rotation: int = 0) -> Position:
        """Take a tile that was taken out of the bag from the row and place it."""
        self.row(0, tile)
        return self.apply(names.TAKE | rotation << 8 | place(where) << 10)

    def play(self, *colours: str, last: str = "b2") -> Position:
        """Complete a flower of these colours at b2."""
        tile, rotation = self.ready(*colours, last=last)
        return self.place(tile, last, rotation)

    def moves(self) -> set[tuple[str, str]]:
        """Name the market moves that are legal."""
        return {(COLOURS[a >> 26 & 7], "up" if a >> 29 & 1 else "down") for a in self.of("market")}

    def move(self, name: str, direction: str, which: int = 0) -> Position:
        """Move a peg for a flower."""
        return self.apply(names.MARKET | which << 4 | colour(name) << 26 | ("down", "up").index(direction) << 29)

    def end(self) -> Position:
        """Play the first legal action until the flowers are settled."""
        while int(self.s["phase"]) in (names.FLOWER, names.STEP):
            self.apply(self.legal()[0])
        return self

    # looking

    def stocked(self, seat: int = 0) -> dict[str, int]:
        """Return a greenhouse by colour, empty ones left out."""
        return {name: int(n) for name, n in zip(COLOURS, self.s["greenhouse"][seat], strict=True) if n}

    def pegs(self) -> dict[str, int]:
        """Return the market by colour."""
        return {name: int(n) for name, n in zip(COLOURS, self.s["market"], strict=True)}

    def events(self, kind: int) -> list[list[int]]:
        """List what the last action said of a kind: seat, what, amount, detail."""
        return [[int(v) for v in row[1:]] for row in self.log[1 : int(self.log[0, 0]) + 1] if row[0] == kind]

    def places(self, seat: int = 0) -> set[str]:
        """Name the places of a garden with a tile."""
        return {f"{chr(ord('a') + spot % WIDTH)}{spot // WIDTH + 1}" for spot in range(PLACES) if self.s["garden"][seat, spot] != EMPTY}

    def prune_counts(self) -> set[int]:
        """Return the numbers of tiles the seat may prune."""
        return {n for n in range(31) if int(self.s["prune_totals"]) >> n & 1}


def play_on(p: Position, until: Any, most: int = 2_000) -> Position:
    """Play the last legal action until something holds or the game is over."""
    for _ in range(most):
        if until(p) or p["over"]:
            return p
        p.apply(p.legal()[-1])
    raise AssertionError("never came to it")
