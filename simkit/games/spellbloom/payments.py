"""Every way to pay for a spell: the heart of what a turn may do, and the hot kernel of Spellbloom.

A payment names a difficulty die, provision dice, at most one guide die among them, and how far dice are turned.
Without effects that look at faces all that matters is which dice take part, and a guide die among the provision dice
only shifts the target: all payments are a few unions of sets of dice by their sum (`simkit.core.subsets`). Change-die
spells and effects that look at faces add payments of their own (`wishes`, `faces`).

Scratch: the end of the action buffer.
"""

import numpy as np

from simkit.core.bits import NONE, ONE, count
from simkit.core.jit import kernel
from simkit.core.subsets import AT_MOST, MOST, SUBSETS, WITHOUT, face, list_sums, subset_sums, within
from simkit.games.spellbloom.encoding import (
    ANY_SLOT,
    BY_GUIDE,
    DIFFICULTY,
    GUIDE_DIE,
    NO_GUIDE,
    NO_SLOT,
    NO_WISH_DIE,
    REGION,
    WISH_DIE,
    activations,
    low_bit,
)
from simkit.games.spellbloom.faces import list_turned
from simkit.games.spellbloom.names import (
    ANY_REGION,
    CHANGE_DIE,
    DICE_SCENARIO,
    DIFFICULTY_POINTS,
    EMPTY,
    LAST_BOTTLE,
    LEARN,
    MANA,
    PROVISION_POINTS,
    REROLL_VALUE,
    SLOTS,
)
from simkit.games.spellbloom.spellbook import can_place, is_barred, is_ready, scenario
from simkit.games.spellbloom.turning import Way, guide_spells
from simkit.games.spellbloom.wishes import (
    has_own_dice,
    list_changed,
    list_sets,
    list_value,
    list_wished,
    sets_for_spells,
    within_reach,
)

# the scratch: sets by sum; sets within reach of a target from -5 to 6, without and with a guide die; sums by set; keys of `list_turned`
_SCRATCH, _REACH, _GUIDED, _KEYS = 192, 48, 60, 4096
_TWO = ~AT_MOST[1]


@kernel
def shows(faces, dice, value):
    """Whether one of the dice shows a value."""
    for die in range(6):
        if (dice >> die) & 1 and face(faces, die) == value:
            return True
    return False


@kernel
def island_looks(c, s):
    """Whether a spell on the island would look at faces once it is learned."""
    for region in range(6):
        card = s.island[region]
        if card != EMPTY:
            effect = c.effect[card]
            if effect == DIFFICULTY_POINTS or effect == PROVISION_POINTS or effect == REROLL_VALUE:
                return True
    return False


@kernel
def is_supplied(c, s, way, slots):
    """Whether change-die spells find their mana in the general supply whichever die they turn.

    Where mana spent on the dice must come to the supply first, it matters which die of a colour a spell turns.
    """
    return activations(slots, way.base) <= way.supply or guide_spells(c, s, slots, way.guide) == 0


@kernel
def list_way(c, s, way, actions, n, room, sums, limit, allowed, slots, look5, look7, look9):
    """Append the payments of one spell by one difficulty die and one guide die (or none); return n, or -1 when full.

    Without change-die spells and effects that look at faces these are all sets of dice within reach. Each effect that looks at faces
    is a wish beside them; where wishes can combine beyond one face of one provision die, the faces are enumerated.
    """
    if n > room:
        return -1
    steps = 0
    rest = slots
    while rest:
        steps += int(c.amount[s.book[s.seat, low_bit(rest)]])
        rest &= rest - 1
    provided = way.provides * way.guide_face
    looks = count(look7) + count(look9)
    if looks > 1 or (look7 and (c.provision_each or not c.provision_must_change)):
        far = way.mana + steps
        wide = within(sums, limit, way.needed - provided - far, way.needed - provided + far) & allowed
        keys = actions[len(actions) - _SCRATCH - _KEYS : len(actions) - _SCRATCH]
        return list_turned(c, s, way, actions, n, room, keys, wide, slots, look5, look7, look9)
    near = within(sums, limit, way.needed - provided - way.mana, way.needed - provided + way.mana) & allowed
    owed = activations(0, way.base) - way.supply  # to be spent on turning dice before a spell can be activated
    if owed > 0:
        near &= ~within(sums, limit, way.needed - provided - owed + 1, way.needed - provided + owed - 1)
    n = list_sets(actions, n, near, way.base | (NO_WISH_DIE << WISH_DIE))
    sum_of = actions[len(actions) - SUBSETS :]
    values = look5 if way.difficulty == BY_GUIDE else look5 | look9
    wish = low_bit(look7 | look9) if looks else 0
    subset = slots
    while True:
        holding = allowed & sets_for_spells(c, s, way, subset)
        reach = way.mana + (steps if subset else 0)
        wished_values = values | 1  # 0 for none
        while wished_values:
            value = low_bit(wished_values)
            wished_values &= wished_values - 1
            for wishing in range(2):  # without and with a face wished for a provision die; one call, which numba would compile twice
                if n < 0 or n > room:
                    return -1
                near = NONE
                if wishing == 1:
                    if looks and holding:
                        near = within_reach(way, sums, limit, holding, reach, value, wish)
                elif value and not subset:
                    n = list_value(way, actions, n, sums, limit, allowed, value)
                elif subset and not value and has_own_dice(c, s, way, subset) and is_supplied(c, s, way, subset):
                    n = list_changed(c, s, way, actions, n, sums, limit, allowed, subset)
                elif subset and holding:
                    goal = (value if value else way.needed) - provided
                    near = within(sums, limit, goal - reach, goal + reach) & holding
                if near:
                    wished = wish if wishing else 0
                    changed = wishing == 1 and look7 != 0
                    n = list_wished(c, s, way, actions, n, room, sum_of, near, values, value, wished, changed, subset)
        if n < 0:
            return -1
        if subset == 0:
            return n
        subset = (subset - 1) & slots


@kernel
def list_payments(c, s, own, free, guides, guide_free, mana, supply, matched, any_spell, actions, n):
    """Append every way to learn a spell from the island; return the number of actions, or -1 when the buffer is full.

    Parameters
    ----------
    own, guides : int64
        Faces of the seat's dice and of the guide dice, packed three bits each.
    free, guide_free : int64
        Masks of available dice.
    mana, supply : int64
        What the seat can spend, and what the general supply holds.
    matched : bool
        Whether the scenario The Guides binds the difficulty die.
    any_spell : bool
        Whether spells count that cannot be placed now.
    actions : (most_actions,) int64
    n : int64
        Actions already in the buffer.

    Notes
    -----
    spellbloom.md, "Learn" and "Bonus actions"; rulings SP-R3, R4, R5, R8, R11, R25, R32, R37, R38.
    """
    seat = int(s.seat)
    guide_mana = mana - int(c.guide_cost)
    scratch = actions[len(actions) - _SCRATCH :].view(np.uint64)
    sums, reach, guided = scratch[: MOST + 1], scratch[_REACH : _REACH + 12], scratch[_GUIDED : _GUIDED + 12]
    room = len(actions) - _SCRATCH - _KEYS - SUBSETS

    change_slots, change_steps, any_slots = 0, 0, 0
    look5, look7, look9 = 0, 0, 0
    for slot in range(SLOTS):
        if is_ready(c, s, seat, slot):
            card = s.book[seat, slot]
            effect, what = c.effect[card], int(c.what[card])
            if effect == CHANGE_DIE:
                change_slots |= 1 << slot
                change_steps += int(c.amount[card])
            elif effect == ANY_REGION:
                any_slots |= 1 << slot
            elif effect == DIFFICULTY_POINTS:
                look5 |= 1 << what
            elif effect == PROVISION_POINTS:
                look7 |= 1 << what
            elif effect == REROLL_VALUE:
                look9 |= 1 << what

    # in The Mana a spell that this learning frees may look, too
    looked_at = (look5 | look7 | look9 | change_slots) != 0 or island_looks(c, s) or scenario(c, s) == MANA
    limit = min(6 + mana + change_steps + (5 if looked_at else 0), MOST)
    subset_sums(own, free, limit, sums)
    if looked_at:
        list_sums(own, actions[len(actions) - SUBSETS :])
    for f in range(1, 7):
        reach[f + 5] = within(sums, limit, f - mana, f + mana)
    if guide_mana >= 0 and guide_free:
        for target in range(-5, 7):
            guided[target + 5] = within(sums, limit, target - guide_mana, target + guide_mana)
    # at least one provision die, in The Dice two; a guide die among them counts
    least = _TWO if scenario(c, s) == DICE_SCENARIO else ~ONE
    least_guided = ~ONE if scenario(c, s) == DICE_SCENARIO else ~NONE

    for region in range(6):
        card = s.island[region]
        if card == EMPTY or not (any_spell or can_place(c, s, seat, card)):
            continue
        # what the spell to be learned will look at, if it can be activated this turn
        see5, see7, see9 = look5, look7, look9
        if scenario(c, s) != MANA and not is_barred(c, s, c.colour[card]):
            effect, what = c.effect[card], int(c.what[card])
            if effect == DIFFICULTY_POINTS:
                see5 |= 1 << what
            elif effect == PROVISION_POINTS:
                see7 |= 1 << what
            elif effect == REROLL_VALUE:
                see9 |= 1 << what
        elif scenario(c, s) == MANA and 0 < c.effect[card] <= LAST_BOTTLE:
            # the mana of a spell of its element moves to the player, and that spell can be activated again
            for slot in range(SLOTS):
                held = s.book[seat, slot]
                if (int(s.bottled[seat]) >> slot) & 1 and c.element[held] == c.element[card]:
                    effect, what = c.effect[held], int(c.what[held])
                    see5 |= (1 << what) if effect == DIFFICULTY_POINTS else 0
                    see7 |= (1 << what) if effect == PROVISION_POINTS else 0
                    see9 |= (1 << what) if effect == REROLL_VALUE else 0
        plain = (see5 | see7 | see9 | change_slots) == 0 and supply > 0

        # own difficulty dice: the region's colour, or any die with an any-region spell
        for slot in range(-1, SLOTS):
            difficulty = region
            if slot >= 0:
                if not (any_slots >> slot) & 1:
                    continue
                difficulty = int(c.what[s.book[seat, slot]])
                if difficulty == region:
                    continue
            f = face(own, difficulty)
            if not (free >> difficulty) & 1 or (matched and not shows(guides, guide_free, f)):
                continue
            start = LEARN | (region << REGION) | (difficulty << DIFFICULTY) | ((NO_SLOT if slot < 0 else np.int64(slot)) << ANY_SLOT)
            others = WITHOUT[difficulty]
            for guide in range(-1, 6 if guide_mana >= 0 else 0):
                if guide >= 0 and not (guide_free >> guide) & 1:
                    continue
                guide_face = 0 if guide < 0 else face(guides, guide)
                base = start | ((NO_GUIDE if guide < 0 else np.int64(guide)) << GUIDE_DIE)
                allowed = others & (least if guide < 0 else least_guided)
                if plain:
                    if n > room:
                        return -1
                    sets = reach[f + 5] if guide < 0 else guided[f - guide_face + 5]
                    n = list_sets(actions, n, sets & allowed, base | (NO_WISH_DIE << WISH_DIE))
                else:
                    way = Way(
                        base, own, guides, difficulty, NO_GUIDE if guide < 0 else np.int64(guide), f, guide_face, 0 if guide < 0 else 1,
                        mana if guide < 0 else guide_mana, supply + (0 if guide < 0 else int(c.guide_cost)),
                    )  # fmt: skip
                    n = list_way(c, s, way, actions, n, room, sums, limit, allowed, change_slots, see5, see7, see9)
                    if n < 0:
                        return -1

        # the guide die of the region's colour as difficulty die
        if guide_mana >= 0 and (guide_free >> region) & 1:
            f = face(guides, region)
            if matched and not c.guide_matches_itself and not shows(guides, guide_free & ~(1 << region), f):
                continue
            base = LEARN | (region << REGION) | (BY_GUIDE << DIFFICULTY) | (NO_SLOT << ANY_SLOT) | (region << GUIDE_DIE)
            if plain:
                if n > room:
                    return -1
                n = list_sets(actions, n, guided[f + 5] & least, base | (NO_WISH_DIE << WISH_DIE))
            else:
                way = Way(base, own, guides, BY_GUIDE, np.int64(region), f, f, 0, guide_mana, supply + int(c.guide_cost))
                n = list_way(c, s, way, actions, n, room, sums, limit, least, change_slots, see5, see7, see9)
                if n < 0:
                    return -1
    return n
