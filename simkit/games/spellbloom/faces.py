"""Payments where effects look at faces in more than one way at once: the faces themselves are enumerated.

The ways to turn k provision dice to a sum v are the compositions of v into k parts, here the numbers 1 to 63 with k
bits set, whose gaps are the parts and whose highest bit is the sum: with sums of at most six there are at most 20 to
a set of dice.
"""

import numpy as np

from simkit.core.bits import ONE, count, lowest
from simkit.core.jit import kernel
from simkit.core.subsets import face
from simkit.games.spellbloom.encoding import (
    BY_GUIDE,
    CHANGE_SLOTS,
    FACES,
    NO_WISH_DIE,
    PROVISION,
    WISH_DIE,
    activations,
    low_bit,
)
from simkit.games.spellbloom.turning import relief

# compositions in order of their number of parts; those into k parts stand at places FIRST_CUT[k] to FIRST_CUT[k + 1]
CUTS = np.array(sorted(range(1, 64), key=lambda cuts: (cuts.bit_count(), cuts)), np.int64)
FIRST_CUT = np.array([sum(cuts.bit_count() < k for cuts in range(1, 64)) for k in range(8)], np.int64)


@kernel
def seen_faces(c, way, look5, look7, look9, mask, value, finals, guide_final):
    """Return what active effects see of turned dice, as one number; payments that agree in it are one play."""
    seen = value if (look5 >> value) & 1 else 0
    if look7:
        for die in range(7):
            final = face(finals, die) if die < 6 and (mask >> die) & 1 else 0
            before = face(way.own, die) if die < 6 else way.guide_face
            if die == 6 and way.provides:
                final = guide_final
            if final and (look7 >> final) & 1 and (final != before or c.provision_must_change == 0):
                place = 3 * final
                had = (seen >> place) & 7
                seen += (1 << place) if (c.provision_each or had == 0) else 0
    if look9:
        for die in range(6):
            final = face(finals, die) if (mask >> die) & 1 else 0
            if die == way.difficulty:
                final = value
            if final and (look9 >> final) & 1:
                seen |= final << (21 + 3 * die)
    return seen


@kernel
def list_turned(c, s, way, actions, n, room, keys, sets, slots, look5, look7, look9):
    """Append payments where active effects look at faces: one for each thing they may see and each choice of change-die spells.

    Each is the cheapest of its kind. Returns n, or -1 when the buffer is full.
    """
    seat, mana = int(s.seat), way.mana
    by_guide = way.difficulty == BY_GUIDE
    while sets:
        mask = lowest(sets)
        sets &= sets - ONE
        dice = count(mask) + way.provides
        first = n
        useful = 0  # spells with a die in this payment
        steps = 0
        rest = slots
        while rest:
            slot = low_bit(rest)
            rest &= rest - 1
            die = int(c.what[s.book[seat, slot]])
            if (mask >> die) & 1 or die == way.difficulty or die == way.guide:
                useful |= 1 << slot
                steps += int(c.amount[s.book[seat, slot]])
        for i in range(FIRST_CUT[dice], FIRST_CUT[dice + 1]):
            parts = CUTS[i]
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
                    turned = abs(part - face(way.own, die))
                    changes |= turned << (3 * die)
                    cost += turned
            if way.provides:
                part = 1
                while parts & 1 == 0:
                    part += 1
                    parts >>= 1
                value += part
                guide_final = part
                guide_change = abs(part - way.guide_face)
                cost += guide_change
            turned = abs(value - way.needed)
            cost += turned
            if cost > mana + steps:
                continue
            if by_guide:
                guide_change = turned
                guide_final = value
            else:
                changes |= turned << (3 * way.difficulty)
                finals |= value << (3 * way.difficulty)
            seen = seen_faces(c, way, look5, look7, look9, mask, value, finals, guide_final)
            subset = useful
            while True:
                saved = relief(c, s, seat, subset, way.guide, changes | (guide_change << 18), 127, 0) if subset else 0
                if saved >= 0 and cost - saved <= mana and activations(subset, way.base) <= way.supply + cost - saved:
                    key = (seen << 17) | (subset << 7) | (cost - saved)
                    action = (
                        way.base
                        | (mask << PROVISION)
                        | (subset << CHANGE_SLOTS)
                        | (NO_WISH_DIE << WISH_DIE)
                        | ((finals | (guide_final << 18)) << FACES)
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
                subset = (subset - 1) & useful
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
