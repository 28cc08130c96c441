"""Turning dice: what a payment costs in mana, and which faces its dice show in the end.

Turning any die of a payment by a step changes the difference between provision sum and difficulty by one, and there
is always room for it: at most six provision dice can be turned down to a sum of six, or up to the difficulty. So
without wishes a payment costs the absolute difference, less what change-die spells take off.
"""

from typing import NamedTuple

from simkit.core.bits import count, part
from simkit.core.jit import kernel
from simkit.core.subsets import face, pack
from simkit.games.spellbloom.encoding import (
    BY_GUIDE,
    CHANGE_SLOTS,
    DIFFICULTY,
    FACES,
    GUIDE_DIE,
    NO_GUIDE,
    NO_WISH_DIE,
    PROVISION,
    VALUE,
    WISH,
    WISH_DIE,
    low_bit,
)


class Way(NamedTuple):
    """A difficulty die and a guide die (or none): what all payments by them share."""

    base: int  # the action without provision dice
    own: int  # faces of the own dice, packed
    guides: int  # faces of the guide dice, packed
    difficulty: int
    guide: int
    needed: int  # face of the difficulty die
    guide_face: int  # 0 without one
    provides: int  # 1 if the guide die is a provision die
    mana: int  # to turn dice with
    supply: int  # mana in the general supply for activating spells, what the guide die costs included; mana for turning dice comes to it


@kernel
def guide_spells(c, s, slots, guide):
    """Return which change-die spells have the guide die's colour, a mask: they may turn it, or the own die of that colour."""
    found = 0
    rest = slots
    while rest:
        slot = low_bit(rest)
        rest &= rest - 1
        if int(c.what[s.book[s.seat, slot]]) == guide:
            found |= 1 << slot
    return found


@kernel
def relief(c, s, seat, slots, guide, changes, fixed, distance):
    """Return the steps that change-die spells in `slots` take off a payment, or -1 if one of them has nothing to change.

    Parameters
    ----------
    guide : int64
        The guide die's colour; a spell of that colour may change either die, whichever saves more.
    changes : int64
        How far each die can be turned to good use, packed, place 6 the guide die.
    fixed : int64
        Dice turned to a given face; the others share `distance` steps between them.
    """
    either = guide_spells(c, s, slots, guide)
    best = -1
    to_guide = either
    while True:
        numbers = 0
        steps = 0
        used = 0
        rest = slots
        while rest:
            slot = low_bit(rest)
            rest &= rest - 1
            card = s.book[seat, slot]
            die = 6 if (to_guide >> slot) & 1 else int(c.what[card])
            used |= 1 << die
            numbers += 1 << (4 * die)
            steps += int(c.amount[card]) << (8 * die)
        given, shared = 0, 0
        while used:
            die = low_bit(used)
            used &= used - 1
            turned = face(changes, die)
            if turned < (numbers >> (4 * die)) & 15:
                given = -1000
            elif (fixed >> die) & 1:
                given += min(turned, (steps >> (8 * die)) & 255)
            else:
                shared += min(turned, (steps >> (8 * die)) & 255)
        best = max(best, given + min(shared, distance))
        if to_guide == 0:
            return best
        to_guide = (to_guide - 1) & either


@kernel
def room_to_turn(f, up):
    """Return how far a die can be turned up or down."""
    return 6 - f if up else f - 1


@kernel
def turn_dice(c, s, action, own, guides, to_guide):
    """Return the final faces of a payment's dice, packed (place 6 the guide die), turning as few steps as its wishes leave.

    Wished faces come first; then change-die spells, each on the die of its colour, those in `to_guide` on the guide die. Then provision
    dice in their order, the guide die and the difficulty die are turned until the sum matches.
    """
    seat = int(s.seat)
    mask, guide, difficulty = part(action, PROVISION, 6), part(action, GUIDE_DIE, 3), part(action, DIFFICULTY, 3)
    slots, value = part(action, CHANGE_SLOTS, 10), part(action, VALUE, 3)
    wish_die, wish = part(action, WISH_DIE, 3), part(action, WISH, 3)
    target = 6 if difficulty == BY_GUIDE else difficulty
    used = mask | (1 << 6 if guide != NO_GUIDE else 0) | (1 << target)
    finals = 0
    total = 0
    needed = 0
    rest = used
    while rest:
        die = low_bit(rest)
        rest &= rest - 1
        f = face(own, die) if die < 6 else face(guides, guide)
        if die == wish_die:
            f = wish
        elif die == target and value:
            f = value
        finals |= f << (3 * die)
        if die == target:
            needed = f
        else:
            total += f
    distance = abs(total - needed)
    lower = total > needed
    free = used & ~(1 << wish_die)
    if value:
        free &= ~(1 << target)
    rest = slots
    while rest:
        slot = low_bit(rest)
        rest &= rest - 1
        card = s.book[seat, slot]
        die = 6 if (to_guide >> slot) & 1 else int(c.what[card])
        if (free >> die) & 1:
            up = lower if die == target else not lower
            steps = min(min(int(c.amount[card]), distance), room_to_turn(face(finals, die), up))
            finals += (steps if up else -steps) << (3 * die)
            distance -= steps
    rest = free & ~(1 << target)
    while rest and distance:
        die = low_bit(rest)
        rest &= rest - 1
        steps = min(distance, room_to_turn(face(finals, die), not lower))
        finals += (-steps if lower else steps) << (3 * die)
        distance -= steps
    if distance:
        finals += (distance if lower else -distance) << (3 * target)
    return finals


@kernel
def turned_cost(c, s, action, own, guides, finals):
    """Return the mana it takes to turn the dice of a payment to these faces."""
    guide = part(action, GUIDE_DIE, 3)
    slots = part(action, CHANGE_SLOTS, 10)
    changes = 0
    cost = 0
    for die in range(7):
        if face(finals, die):
            turned = abs(face(finals, die) - (face(own, die) if die < 6 else face(guides, guide)))
            changes |= turned << (3 * die)
            cost += turned
    if slots:
        cost -= relief(c, s, int(s.seat), slots, guide, changes, 127, 0)
    return cost


@kernel
def turn_payment(c, s, action, own, guides):
    """Return the final faces of a payment's dice, packed: those it names, or the cheapest way to turn them."""
    named = part(action, FACES, 21)
    if named:
        return named
    either = guide_spells(c, s, part(action, CHANGE_SLOTS, 10), part(action, GUIDE_DIE, 3))
    best = turn_dice(c, s, action, own, guides, either)
    to_guide = either
    while to_guide:
        to_guide = (to_guide - 1) & either
        finals = turn_dice(c, s, action, own, guides, to_guide)
        if turned_cost(c, s, action, own, guides, finals) < turned_cost(c, s, action, own, guides, best):
            best = finals
    return best


def payment_faces(c, s, action):
    """Return the final faces of a LEARN action's dice, three bits each, place 6 the guide die; 0 for dice that take no part."""
    return turn_payment(c, s, action, pack(s.die[s.seat]), pack(s.guide))


def payment_mana(c, s, action):
    """Return the mana a LEARN action costs, its guide die included."""
    own, guides = pack(s.die[s.seat]), pack(s.guide)
    cost = turned_cost(c, s, action, own, guides, turn_payment(c, s, action, own, guides))
    return cost + (int(c.guide_cost) if part(action, GUIDE_DIE, 3) != NO_GUIDE else 0)


payment_cost = kernel(payment_mana)


@kernel
def bare_price(total, dice, needed, value, wished_face, wish):
    """Return the least mana for turning the dice of a payment without change-die spells, or -1 if it cannot be.

    Parameters
    ----------
    total, dice : int64
        Sum and number of provision dice.
    needed, value : int64
        Face of the difficulty die, and the face wished for it, 0 for any.
    wished_face, wish : int64
        Face of the provision die that is to show another, and that other; both 0 for none.
    """
    most = value if value else 6
    if wish:
        if dice - 1 > most - wish or (value and dice == 1 and value != wish):
            return -1
    elif dice > most:
        return -1
    goal = value if value else needed
    return abs(goal - needed) + abs(wished_face - wish) + abs(total - wished_face + wish - goal)


@kernel
def price(c, s, way, mask, own_sum, value, wish_die, wish, slots):
    """Return the least mana for turning the dice of a payment, or -1 if it cannot be or a change-die spell would save nothing.

    Parameters
    ----------
    mask, own_sum : int64
        The own provision dice and their sum.
    value : int64
        Face wished for the difficulty die, 0 for any.
    wish_die, wish : int64
        Face wished for one provision die; NO_WISH_DIE and 0 for none.
    slots : int64
        Change-die spells used.
    """
    seat = int(s.seat)
    dice = count(mask) + way.provides
    total = own_sum + way.provides * way.guide_face
    wished_face = 0
    if wish_die != NO_WISH_DIE:
        wished_face = way.guide_face if wish_die == 6 else face(way.own, wish_die)
    bare = bare_price(total, dice, way.needed, value, wished_face, wish)
    if slots == 0 or bare < 0:
        return bare
    goal = value if value else way.needed
    total += wish - wished_face
    distance = abs(total - goal)
    lower = total > goal  # provision dice go down, the difficulty die up
    target = 6 if way.difficulty == BY_GUIDE else way.difficulty
    changes = (abs(value - way.needed) if value else min(room_to_turn(way.needed, lower), distance)) << (3 * target)
    fixed = (1 << target) if value else 0
    rest = mask | (way.provides << 6)
    while rest:
        die = low_bit(rest)
        rest &= rest - 1
        f = face(way.own, die) if die < 6 else way.guide_face
        if die == wish_die:
            changes |= abs(f - wish) << (3 * die)
            fixed |= 1 << die
        else:
            changes |= min(room_to_turn(f, not lower), distance) << (3 * die)
    saved = relief(c, s, seat, slots, way.guide, changes, fixed, distance)
    if saved <= 0:
        return -1
    rest = slots
    while slots & (slots - 1) and rest:
        fewer = slots & ~(rest & -rest)
        rest &= rest - 1
        if relief(c, s, seat, fewer, way.guide, changes, fixed, distance) >= saved:
            return -1
    return bare - saved
