"""How a spell can be paid: the hot kernel of Spellbloom.

A payment names a difficulty die, provision dice, at most one guide die among them, and how far dice are turned. Turning any one of them by
a step changes the difference between the provision sum and the difficulty by one, and there is always room for it (at most six
provision dice can be turned down to a sum of 6 at most, or up to the difficulty), so without effects that look at faces a payment costs
the absolute difference in mana, and all that matters is which dice take part: sets of dice by their sum.

`sums[v]` is the set of all subsets of the available dice with sum v, a bit for each of the 64 subsets: adding die i with face f takes
``sums[v + f] |= sums[v] << 2**i``, as dice i alone is subset 2**i. A guide die among the provision dice only shifts the target.
All payments within reach of the mana are then unions of a few such words, and each costs about 1.5 ns to list.

Effects that look at faces (difficulty value, changed provision value, rerolling a value) make payments differ that differ in them;
there the faces are enumerated: a provision sum of at most 6 leaves at most 20 ways to a set of dice.

Scratch: the end of the action buffer.
"""

import numpy as np

from simkit.core.bits import NONE, ONE, bit, count, lowest
from simkit.core.jit import kernel
from simkit.games.spellbloom.names import (
    ANY_REGION,
    CHANGE_DIE,
    DICE_SCENARIO,
    DIFFICULTY_POINTS,
    EMPTY,
    GUIDES,
    LEARN,
    MANA,
    PROVISION_POINTS,
    REROLL_VALUE,
    SLOTS,
)
from simkit.games.spellbloom.spellbook import can_activate, can_place, is_barred

# A LEARN action's parts, as shifts
REGION, DIFFICULTY, GUIDE_DIE, PROVISION, VALUE, ANY_SLOT, CHANGE_SLOTS, FACES = 4, 7, 10, 13, 19, 22, 26, 36
BY_GUIDE = np.int64(6)  # as difficulty: the guide die
NO_GUIDE = np.int64(7)
NO_SLOT = np.int64(15)

_SCRATCH = 128
_KEYS = 4096
_SUMS, _OWN, _GUIDE = 0, 48, 56  # places in the scratch: by sum, by own face, by target + 5
_LIMIT = 47

_WITHOUT = np.array(
    [sum(1 << mask for mask in range(64) if not mask >> die & 1) for die in range(6)], np.uint64
)  # subsets that leave out a die
_TWO = np.uint64(sum(1 << mask for mask in range(64) if mask.bit_count() >= 2))


@kernel
def face(faces, die):
    """Return one of the values packed three bits each."""
    return (faces >> (3 * die)) & 7


@kernel
def pack(values):
    """Pack six faces, three bits each."""
    return (
        int(values[0]) | int(values[1]) << 3 | int(values[2]) << 6 | int(values[3]) << 9 | int(values[4]) << 12 | int(values[5]) << 15
    )


@kernel
def subset_sums(faces, free, limit, sums):
    """Write the set of subsets of the available dice for every sum up to `limit`.

    Parameters
    ----------
    faces : int64
        Six faces, packed.
    free : int64
        Mask of available dice.
    limit : int64
        Largest sum of interest, at most 47.
    sums : (48,) uint64
        Written from 0 to `limit`: by sum, bit m set when the dice of mask m have that sum.
    """
    for v in range(1, limit + 1):
        sums[v] = NONE
    sums[0] = ONE
    top = 0
    for die in range(6):
        if (free >> die) & 1:
            f = face(faces, die)
            shift = np.uint64(1 << die)
            top = min(top + f, limit)
            for v in range(top, f - 1, -1):
                sums[v] |= sums[v - f] << shift


@kernel
def within(sums, limit, low, high):
    """Return the union of the sets for sums low to high."""
    found = NONE
    for v in range(max(low, 0), min(high, limit) + 1):
        found |= sums[v]
    return found


@kernel
def any_set(sums, limit):
    """Return all subsets with a sum within the limit."""
    return within(sums, limit, 0, limit)


@kernel
def list_sets(actions, n, sets, base):
    """Append one action for each set of provision dice; the caller has seen to the room."""
    while sets:
        actions[n] = base | (lowest(sets) << PROVISION)
        n += 1
        sets &= sets - ONE
    return n


@kernel
def relief(c, s, seat, slots, changes, guide, guide_change):
    """Return the steps that change-die spells in `slots` take off a payment, or -1 if one of them has nothing to change.

    Parameters
    ----------
    changes : int64
        Steps each own die is turned, packed.
    guide, guide_change : int64
        The guide die's colour and its steps; a spell of that colour may change either die.
    """
    either = 0
    for slot in range(SLOTS):
        if (slots >> slot) & 1 and int(c.what[s.book[seat, slot]]) == guide:
            either |= 1 << slot
    best = -1
    to_guide = either
    while True:
        total = 0
        possible = True
        for die in range(7):  # 6: the guide die
            number = 0
            steps = 0
            for slot in range(SLOTS):
                if (slots >> slot) & 1:
                    card = s.book[seat, slot]
                    target = 6 if (to_guide >> slot) & 1 else int(c.what[card])
                    if target == die:
                        number += 1
                        steps += int(c.amount[card])
            if number:
                turned = guide_change if die == 6 else face(changes, die)
                possible = possible and turned >= number
                total += min(steps, turned)
        if possible and total > best:
            best = total
        if to_guide == 0:
            return best
        to_guide = (to_guide - 1) & either


@kernel
def room_to_turn(f, up):
    """Return how far a die can be turned up or down."""
    return 6 - f if up else f - 1


@kernel
def activations(slots, base):
    """Return how many spells a payment activates: each takes a mana from the general supply."""
    return count(slots) + (1 if (base >> ANY_SLOT) & 15 != NO_SLOT else 0)


@kernel
def list_changed(c, s, seat, own, guides, actions, n, room, base, difficulty, guide, sets, mana, slots):
    """Append payments in which change-die spells save mana, where no effect looks at faces; return n, or -1 when full.

    With a difference d between provision sum and difficulty, a spell of a die in the payment saves up to its amount, as far as that die
    can be turned the way that is needed. A choice of spells is listed if each of them saves something.
    """
    while sets:
        mask = lowest(sets)
        sets &= sets - ONE
        total = 0
        for die in range(6):
            if (mask >> die) & 1:
                total += face(own, die)
        if guide != NO_GUIDE and difficulty != BY_GUIDE:
            total += face(guides, guide)
        needed = face(guides, guide) if difficulty == BY_GUIDE else face(own, difficulty)
        distance = abs(total - needed)
        if distance == 0:
            continue
        lower = total > needed  # provision dice go down, the difficulty die up
        rooms = 0
        used = mask | (0 if difficulty == BY_GUIDE else 1 << difficulty)
        for die in range(6):
            if (used >> die) & 1:
                up = (not lower) if (mask >> die) & 1 else lower
                rooms |= min(room_to_turn(face(own, die), up), distance) << (3 * die)
        guide_room = 0
        if guide != NO_GUIDE:
            up = lower if difficulty == BY_GUIDE else not lower
            guide_room = min(room_to_turn(face(guides, guide), up), distance)
        subset = slots
        while subset:
            saved = min(relief(c, s, seat, subset, rooms, guide, guide_room), distance)
            spent = distance - saved
            if saved > 0 and spent <= mana and activations(subset, base) <= s.supply + spent:
                useful = True
                for slot in range(SLOTS):
                    if (subset >> slot) & 1:
                        rest = subset & ~(1 << slot)
                        without = min(relief(c, s, seat, rest, rooms, guide, guide_room), distance) if rest else 0
                        useful = useful and saved > without
                if useful:
                    if n >= room:
                        return -1
                    actions[n] = base | (mask << PROVISION) | (subset << CHANGE_SLOTS)
                    n += 1
            subset = (subset - 1) & slots
    return n


@kernel
def seen_faces(c, look5, look7, look9, own, mask, difficulty, value, finals, guide_final, guide_face):
    """Return what active effects see of turned dice, as one number; payments that agree in it are one play."""
    seen = value if (look5 >> value) & 1 else 0
    if look7:
        for die in range(7):
            final = face(finals, die) if die < 6 and (mask >> die) & 1 else 0
            before = face(own, die) if die < 6 else guide_face
            if die == 6 and difficulty != BY_GUIDE:
                final = guide_final
            if final and (look7 >> final) & 1 and (final != before or c.provision_must_change == 0):
                place = 3 * final
                had = (seen >> place) & 7
                seen += (1 << place) if (c.provision_each or had == 0) else 0
    if look9:
        for die in range(6):
            final = face(finals, die) if (mask >> die) & 1 else 0
            if die == difficulty:
                final = value
            if final and (look9 >> final) & 1:
                seen |= final << (21 + 3 * die)
    return seen


@kernel
def list_turned(
    c, s, seat, own, guides, actions, n, room, base, difficulty, guide, sets, mana, slots, look5, look7, look9
):
    """Append payments where active effects look at faces: one for each thing they may see and each choice of change-die spells.

    The ways to turn k provision dice to a sum v are the compositions of v into k parts, here the numbers 1 to 63 with k bits set, whose gaps
    are the parts and whose highest bit is the sum. Each is the cheapest of its kind. Returns n, or -1 when the buffer is full.
    """
    keys = actions[len(actions) - _SCRATCH - _KEYS : len(actions) - _SCRATCH]
    by_guide = difficulty == BY_GUIDE
    guide_face = face(guides, guide) if guide != NO_GUIDE else 0
    needed = guide_face if by_guide else face(own, difficulty)
    guide_provides = guide != NO_GUIDE and not by_guide
    while sets:
        mask = lowest(sets)
        sets &= sets - ONE
        dice = count(mask) + (1 if guide_provides else 0)
        first = n
        for cuts in range(1, 64):
            if count(cuts) != dice:
                continue
            parts = cuts
            value = 0
            finals = 0
            changes = 0
            guide_final = 0
            guide_change = 0
            cost = 0
            for die in range(6):
                if (mask >> die) & 1:
                    part = 1
                    while parts & 1 == 0:
                        part += 1
                        parts >>= 1
                    parts >>= 1
                    value += part
                    finals |= part << (3 * die)
                    turned = abs(part - face(own, die))
                    changes |= turned << (3 * die)
                    cost += turned
            if guide_provides:
                part = 1
                while parts & 1 == 0:
                    part += 1
                    parts >>= 1
                value += part
                guide_final = part
                guide_change = abs(part - guide_face)
                cost += guide_change
            turned = abs(value - needed)
            cost += turned
            if by_guide:
                guide_change = turned
                guide_final = value
            else:
                changes |= turned << (3 * difficulty)
                finals |= value << (3 * difficulty)
            seen = seen_faces(c, look5, look7, look9, own, mask, difficulty, value, finals, guide_final, guide_face)
            subset = slots
            while True:
                saved = relief(c, s, seat, subset, changes, guide, guide_change) if subset else 0
                if saved >= 0 and cost - saved <= mana and activations(subset, base) <= s.supply + cost - saved:
                    key = (seen << 17) | (subset << 7) | (cost - saved)
                    action = (
                        base | (mask << PROVISION) | (value << VALUE) | (subset << CHANGE_SLOTS) | ((finals | (guide_final << 18)) << FACES)
                    )
                    at = first
                    while at < n and keys[at - first] >> 7 != key >> 7:
                        at += 1
                    if at == n:
                        if n >= room or n - first >= len(keys):
                            return -1
                        keys[at - first] = key
                        actions[at] = action
                        n += 1
                    elif key < keys[at - first]:
                        keys[at - first] = key
                        actions[at] = action
                if subset == 0:
                    break
                subset = (subset - 1) & slots
        # a choice of spells that saves nothing against a smaller one is the smaller one
        if slots:
            kept = first
            for i in range(first, n):
                key = keys[i - first]
                keep = True
                for j in range(first, n):
                    other = keys[j - first]
                    smaller = (other >> 7) & 1023
                    mine = (key >> 7) & 1023
                    same = other >> 17 == key >> 17
                    if j != i and same and smaller != mine and smaller & ~mine == 0 and other & 127 <= key & 127:
                        keep = False
                if keep:
                    actions[kept] = actions[i]
                    kept += 1
            n = kept
    return n


@kernel
def list_payments(c, s, own, free, guides, guide_free, matched, any_spell, actions, n):
    """Append every way to learn a spell from the island; return the number of actions, or -1 when the buffer is full.

    Parameters
    ----------
    own, guides : int64
        Faces of the seat's dice and of the guide dice, packed three bits each.
    free, guide_free : int64
        Masks of available dice.
    matched : bool
        Whether the scenario The Guides binds the difficulty die.
    any_spell : bool
        Whether spells count that cannot be placed now.
    actions : (most_actions,) int64
    n : int64
        Actions already in the buffer.

    Notes
    -----
    spellbloom.md, "Learn" and "Bonus actions"; rulings SP-R3, R4, R5, R8, R11, R25, R32, R37.
    """
    seat = int(s.seat)
    mana = int(s.mana[seat])
    scratch = actions[len(actions) - _SCRATCH :].view(np.uint64)
    sums = scratch[_SUMS : _SUMS + _LIMIT + 1]
    by_own, by_guide = scratch[_OWN : _OWN + 7], scratch[_GUIDE : _GUIDE + 12]
    room = len(actions) - _SCRATCH - _KEYS - 64

    change_slots = 0
    change_steps = 0
    any_slots = 0
    look5 = 0
    look7 = 0
    look9 = 0
    for slot in range(SLOTS):
        if can_activate(c, s, seat, slot):
            card = s.book[seat, slot]
            effect = c.effect[card]
            what = int(c.what[card])
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

    limit = min(6 + mana + change_steps, _LIMIT)
    subset_sums(own, free, limit, sums)
    guide_mana = mana - int(c.guide_cost)
    for f in range(1, 7):
        by_own[f] = within(sums, limit, f - mana, f + mana)
    if guide_mana >= 0 and guide_free:
        for target in range(-5, 7):
            by_guide[target + 5] = within(sums, limit, target - guide_mana, target + guide_mana)
    reachable = any_set(sums, limit) if change_slots else NONE

    for region in range(6):
        card = s.island[region]
        if card == EMPTY or not (any_spell or can_place(c, s, seat, card)):
            continue
        # what the spell to be learned will look at, if it can be activated this turn
        see5, see7, see9 = look5, look7, look9
        if c.scenario != MANA and not is_barred(c, s, c.colour[card]):
            what = int(c.what[card])
            if c.effect[card] == DIFFICULTY_POINTS:
                see5 |= 1 << what
            elif c.effect[card] == PROVISION_POINTS:
                see7 |= 1 << what
            elif c.effect[card] == REROLL_VALUE:
                see9 |= 1 << what

        # own difficulty dice: the region's colour, or any die with an any-region spell
        for source in range(-1, SLOTS):
            if source < 0:
                difficulty = region
            else:
                if not (any_slots >> source) & 1:
                    continue
                difficulty = int(c.what[s.book[seat, source]])
                if difficulty == region:
                    continue
            if not (free >> difficulty) & 1:
                continue
            f = face(own, difficulty)
            if matched and not shows(guides, guide_free, f):
                continue
            slot = NO_SLOT if source < 0 else np.int64(source)
            start = LEARN | (region << REGION) | (difficulty << DIFFICULTY) | (slot << ANY_SLOT)
            for guide in range(-1, 6):
                if guide < 0:
                    used = NO_GUIDE
                    spend = mana
                    target = f
                    sets = by_own[f] & ~ONE  # at least one provision die
                else:
                    if guide_mana < 0:
                        break
                    if not (guide_free >> guide) & 1:
                        continue
                    used = np.int64(guide)
                    spend = guide_mana
                    target = f - face(guides, guide)
                    sets = by_guide[target + 5]
                allowed = _WITHOUT[difficulty]
                if c.scenario == DICE_SCENARIO:
                    allowed &= _TWO if guide < 0 else ~ONE
                elif guide < 0:
                    allowed &= ~ONE
                n = list_way(
                    c, s, seat, own, guides, actions, n, room, start | (used << GUIDE_DIE), difficulty, used, sets & allowed,
                    reachable & allowed, spend, change_slots, see5, see7, see9,
                )  # fmt: skip
                if n < 0:
                    return n

        # the guide die of the region's colour as difficulty die
        if guide_mana >= 0 and (guide_free >> region) & 1:
            f = face(guides, region)
            if matched and not c.guide_matches_itself and not shows(guides, guide_free & ~(1 << region), f):
                continue
            allowed = _TWO if c.scenario == DICE_SCENARIO else ~ONE
            start = LEARN | (region << REGION) | (BY_GUIDE << DIFFICULTY) | (NO_SLOT << ANY_SLOT) | (region << GUIDE_DIE)
            n = list_way(
                c, s, seat, own, guides, actions, n, room, start, BY_GUIDE, np.int64(region), by_guide[f + 5] & allowed,
                reachable & allowed, guide_mana, change_slots, see5, see7, see9,
            )  # fmt: skip
            if n < 0:
                return n
    return n


@kernel
def list_way(
    c, s, seat, own, guides, actions, n, room, base, difficulty, guide, sets, reachable, mana, change_slots, look5, look7, look9
):  # fmt: skip
    """Append the payments of one spell by one difficulty die and one guide die (or none); return n, or -1 when full."""
    if n > room:
        return -1
    if (look5 | look7 | look9) == 0:
        n = list_sets(actions, n, sets, base)
        if change_slots:
            n = list_changed(
                c, s, seat, own, guides, actions, n, room, base, difficulty, guide, reachable, mana, change_slots
            )
        return n
    wide = reachable if change_slots else sets
    return list_turned(
        c, s, seat, own, guides, actions, n, room, base, difficulty, guide, wide, mana, change_slots, look5, look7, look9
    )


@kernel
def shows(faces, dice, value):
    """Whether one of the dice shows a value."""
    for die in range(6):
        if (dice >> die) & 1 and face(faces, die) == value:
            return True
    return False
