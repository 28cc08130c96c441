"""Monsters in play: entering with a modifier, growing, leaving."""

from simkit.core.bits import bit
from simkit.core.events import note
from simkit.core.jit import kernel
from simkit.games.spell_smashers.battle import trait_of
from simkit.games.spell_smashers.names import EMPTY, ENTERED, GREW, LEFT, MONSTER_CAP, PLACES
from simkit.games.spell_smashers.supply import draw_gear, put_gear_under


@kernel
def grow(s, place, amount, log):
    """Add coins to a monster."""
    if amount > 0:
        s.coins_on[place] += amount
        s.bank -= amount
        note(log, GREW, -1, place, amount, int(s.tile[place]))


@kernel
def enter(c, s, place, tile, modifier, log):
    """Place a monster with its modifier (EMPTY: none) and its coins; what its modifier does on entry happens (ruling SS-R12)."""
    s.tile[place] = tile
    s.modifier[place] = modifier
    note(log, ENTERED, modifier, tile, place, int(c.health[tile]) + (int(c.modifier_health[modifier]) if modifier != EMPTY else 0))
    coins = int(c.health[tile])
    trait = trait_of(s, place)
    if modifier != EMPTY:
        coins += int(c.modifier_health[modifier])
        s.ale_on[place] = c.entry_ale[trait]
        s.ale_bank -= int(c.entry_ale[trait])
        if c.entry_gear[trait]:
            s.gear_on[place] = draw_gear(s)
    s.coins_on[place] = coins
    s.bank -= coins
    if modifier != EMPTY and c.aura[trait] > 0:
        for other in range(PLACES):
            if other != place and s.tile[other] != EMPTY:
                grow(s, other, int(c.aura[trait]), log)


@kernel
def clear(s, place):
    """Leave a place empty; what lies there has been taken care of."""
    s.tile[place] = EMPTY
    s.modifier[place] = EMPTY
    s.gear_on[place] = EMPTY
    s.coins_on[place] = 0
    s.ale_on[place] = 0
    s.hit[place] = 0


@kernel
def discard_modifier(s, place):
    """Discard a monster's modifier."""
    if s.modifier[place] != EMPTY:
        s.modifier_discard |= bit(s.modifier[place])


@kernel
def leave(s, place, log):
    """Discard a monster with all that lies on it: coins and ale go back, unclaimed gear under its deck, unseen."""
    tile = int(s.tile[place])
    note(log, LEFT, -1, tile, place, int(s.coins_on[place]))
    s.bank += int(s.coins_on[place])
    s.ale_bank += int(s.ale_on[place])
    if s.gear_on[place] != EMPTY:
        put_gear_under(s, int(s.gear_on[place]), 0)
    discard_modifier(s, place)
    if tile < MONSTER_CAP:
        s.gone_tiles |= bit(tile)
    clear(s, place)


@kernel
def move(s, origin, target):
    """Move a monster with all that lies on it to an empty place."""
    s.tile[target] = s.tile[origin]
    s.modifier[target] = s.modifier[origin]
    s.gear_on[target] = s.gear_on[origin]
    s.coins_on[target] = s.coins_on[origin]
    s.ale_on[target] = s.ale_on[origin]
    s.hit[target] = s.hit[origin]
    clear(s, origin)
