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
REGION, DIFFICULTY, GUIDE_DIE, PROVISION, VALUE, ANY_SLOT, CHANGE_SLOTS, WISH_DIE, WISH, FACES = 4, 7, 10, 13, 19, 22, 26, 36, 39, 42
BY_GUIDE = np.int64(6)  # as difficulty: the guide die
NO_GUIDE = np.int64(7)
NO_SLOT = np.int64(15)
NO_WISH_DIE = np.int64(7)

_SCRATCH = 192  # sets by sum; sets within reach of a target from -5 to 6, without and with a guide die; sums by set
_REACH, _GUIDED = 48, 60
_KEYS = 4096
_LIMIT = 47

_WITHOUT = np.array(
    [sum(1 << mask for mask in range(64) if not mask >> die & 1) for die in range(6)], np.uint64
)  # subsets that leave out a die
_AT_MOST = np.array(
    [sum(1 << mask for mask in range(64) if mask.bit_count() <= dice) for dice in range(7)], np.uint64
)  # subsets of at most so many dice
_TWO = ~_AT_MOST[1]
# the compositions into k parts, as numbers with k bits set: places first[k] to first[k + 1] of the list
_CUTS = np.array(sorted(range(1, 64), key=lambda cuts: (cuts.bit_count(), cuts)), np.int64)
_FIRST_CUT = np.array([sum(cuts.bit_count() < k for cuts in range(1, 64)) for k in range(8)], np.int64)


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
def list_sums(faces, sum_of):
    """Write the sum of each of the 64 sets of dice."""
    sum_of[0] = 0
    for die in range(6):
        f = face(faces, die)
        for mask in range(1 << die):
            sum_of[(1 << die) | mask] = sum_of[mask] + f


@kernel
def within(sums, limit, low, high):
    """Return the union of the sets for sums low to high."""
    found = NONE
    for v in range(max(low, 0), min(high, limit) + 1):
        found |= sums[v]
    return found


@kernel
def list_sets(actions, n, sets, base):
    """Append one action for each set of provision dice; the caller has seen to the room."""
    while sets:
        actions[n] = base | (lowest(sets) << PROVISION)
        n += 1
        sets &= sets - ONE
    return n


@kernel
def activations(slots, base):
    """Return how many spells a payment activates: each takes a mana from the general supply."""
    return count(slots) + (1 if (base >> ANY_SLOT) & 15 != NO_SLOT else 0)


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
    either = 0
    rest = slots
    while rest:
        slot = low_bit(rest)
        rest &= rest - 1
        if int(c.what[s.book[seat, slot]]) == guide:
            either |= 1 << slot
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
def low_bit(mask):
    """Return the index of the lowest bit of a small mask."""
    return lowest(np.uint64(mask))


@kernel
def room_to_turn(f, up):
    """Return how far a die can be turned up or down."""
    return 6 - f if up else f - 1


@kernel
def part(action, shift, bits):
    """Return one part of an action."""
    return (action >> shift) & ((1 << bits) - 1)


@kernel
def turn_dice(c, s, action, own, guides, guide_first):
    """Return the final faces of a payment's dice, packed (place 6 the guide die), turning as few steps as its wishes leave.

    Wished faces come first; then change-die spells, each on its die; where a spell fits an own die and the guide die, `guide_first` says
    which is tried first. Then provision dice in their order, the guide die and the difficulty die are turned until the sum matches.
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
    for die in range(7):
        if (used >> die) & 1:
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
        what, left = int(c.what[card]), int(c.amount[card])
        for attempt in range(2):
            die = 6 if (attempt == 0) == guide_first else what
            if (die == 6 and guide != what) or (free >> die) & 1 == 0:
                continue
            up = lower if die == target else not lower
            steps = min(min(left, distance), room_to_turn(face(finals, die), up))
            finals += (steps if up else -steps) << (3 * die)
            left -= steps
            distance -= steps
    for die in range(7):
        if (free >> die) & 1 and die != target:
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
    finals = turn_dice(c, s, action, own, guides, False)
    if part(action, CHANGE_SLOTS, 10) and part(action, GUIDE_DIE, 3) != NO_GUIDE:
        other = turn_dice(c, s, action, own, guides, True)
        if turned_cost(c, s, action, own, guides, other) < turned_cost(c, s, action, own, guides, finals):
            return other
    return finals


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
def price(c, s, seat, own, mask, own_sum, difficulty, needed, guide, guide_face, value, wish_die, wish, slots):
    """Return the least mana for turning the dice of a payment, or -1 if it cannot be or a change-die spell would save nothing.

    Parameters
    ----------
    own_sum, needed : int64
        Sum of the own provision dice, face of the difficulty die.
    value : int64
        Face wished for the difficulty die, 0 for any.
    wish_die, wish : int64
        Face wished for one provision die; NO_WISH_DIE and 0 for none.
    slots : int64
        Change-die spells used.
    """
    provides = guide != NO_GUIDE and difficulty != BY_GUIDE
    dice = count(mask) + (1 if provides else 0)
    total = own_sum + (guide_face if provides else 0)
    wished_face = 0
    if wish_die != NO_WISH_DIE:
        wished_face = guide_face if wish_die == 6 else face(own, wish_die)
    bare = bare_price(total, dice, needed, value, wished_face, wish)
    if slots == 0 or bare < 0:
        return bare
    goal = value if value else needed
    total += wish - wished_face
    distance = abs(total - goal)
    lower = total > goal  # provision dice go down, the difficulty die up
    target = 6 if difficulty == BY_GUIDE else difficulty
    changes = 0
    fixed = 0
    for die in range(7):
        f = face(own, die) if die < 6 else guide_face
        turned = 0
        if die == target:
            turned = abs(value - needed) if value else min(room_to_turn(needed, lower), distance)
            fixed |= (1 << die) if value else 0
        elif die == wish_die:
            turned = abs(f - wish)
            fixed |= 1 << die
        elif (mask >> die) & 1 or (die == 6 and provides):
            turned = min(room_to_turn(f, not lower), distance)
        changes |= turned << (3 * die)
    saved = relief(c, s, seat, slots, guide, changes, fixed, distance)
    if saved <= 0:
        return -1
    rest = slots
    while slots & (slots - 1) and rest:
        fewer = slots & ~(rest & -rest)
        rest &= rest - 1
        if relief(c, s, seat, fewer, guide, changes, fixed, distance) >= saved:
            return -1
    return bare - saved


@kernel
def within_reach(sums, limit, own, allowed, needed, provided, guide_face, dice, reach, value, wish):
    """Return the sets of own dice in which some provision die can be turned to a wished face, or may be left showing it.

    Turning a die from f to the wished w takes |f - w| steps and moves the sum by w - f; the rest of the reach closes the rest.
    """
    goal = value if value else needed
    found = NONE
    for die in range(7):
        f = face(own, die) if die < 6 else guide_face
        if die == 6 and not dice:
            continue
        off = f - wish
        left = reach - abs(off)
        if left >= 0:
            near = within(sums, limit, goal - provided + off - left, goal - provided + off + left)
            found |= near & allowed & (~_WITHOUT[die] if die < 6 else ~NONE)
    most = (value if value else 6) - wish + 1 - dice
    return found & _AT_MOST[most] if most >= 0 else NONE


@kernel
def fulfils(c, s, action, own, guides, wish_die, changed):
    """Whether the cheapest way to turn a payment's dice fulfils a wish: a die shows its face; for `changed` any die turned to it."""
    finals = turn_payment(c, s, action, own, guides)
    wish = part(action, WISH, 3)
    if not changed:
        return face(finals, wish_die) == wish
    difficulty, guide = part(action, DIFFICULTY, 3), part(action, GUIDE_DIE, 3)
    for die in range(7):
        if die != (6 if difficulty == BY_GUIDE else difficulty) and face(finals, die) == wish:
            if (face(own, die) if die < 6 else face(guides, guide)) != wish:
                return True
    return False


@kernel
def list_wished(
    c, s, seat, own, guides, actions, n, room, sum_of, base, difficulty, needed, guide, guide_face, candidates, mana, value, wish, changed,
    slots,
):  # fmt: skip
    """Append the payments with wishes for faces and change-die spells among candidate sets of dice, where they can be paid.

    Parameters
    ----------
    value : int64
        Face wished for the difficulty die, 0 for any.
    wish : int64
        Face wished for one own provision die, each of them in turn; 0 for none.
    changed : bool
        The wish is for any one provision die turned to the face, the guide die included: only the cheapest is listed.

    Returns
    -------
    int64
        The number of actions, -1 when the buffer is full.

    Notes
    -----
    A wish that the payment without it fulfils anyway, at the same price, is the same play and left out.
    """
    extra = activations(slots, base) - int(s.supply)
    provides = guide != NO_GUIDE and difficulty != BY_GUIDE
    target = 6 if difficulty == BY_GUIDE else difficulty
    provided, more = (guide_face, 1) if provides else (0, 0)
    far = mana  # as far as mana and spells reach
    rest = slots
    while rest:
        far += int(c.amount[s.book[seat, low_bit(rest)]])
        rest &= rest - 1
    while candidates:
        mask = lowest(candidates)
        candidates &= candidates - ONE
        own_sum = sum_of[mask]
        total, dice = own_sum + provided, count(mask) + more
        plain = base | (mask << PROVISION) | (slots << CHANGE_SLOTS) | (value << VALUE) | (wish << WISH)
        wishing = mask if wish else 1 << 7  # dice to try, one by one; 7 for none
        if changed:
            best_spent = mana + 1
            cheapest = 0
            for die in range(7):
                f = face(own, die) if die < 6 else guide_face
                if f != wish and ((mask >> die) & 1 or (die == 6 and provides)):
                    spent = bare_price(total, dice, needed, value, f, wish)
                    if slots and 0 <= spent <= far:
                        spent = price(c, s, seat, own, mask, own_sum, difficulty, needed, guide, guide_face, value, die, wish, slots)
                    if 0 <= spent < best_spent:
                        best_spent = spent
                        cheapest = 1 << die
            wishing = cheapest
        while wishing:
            die = low_bit(wishing)
            wishing &= wishing - 1
            f = 0 if die == NO_WISH_DIE else (face(own, die) if die < 6 else guide_face)
            spent = bare_price(total, dice, needed, value, f, wish)
            if slots and 0 <= spent <= far:
                spent = price(c, s, seat, own, mask, own_sum, difficulty, needed, guide, guide_face, value, die, wish, slots)
            if spent < 0 or spent > mana or extra > spent:
                continue
            if wish and slots == 0 and not changed and f == wish and total == (value if value else max(needed, dice)):
                continue  # the die shows the face, and without the wish no provision die is turned
            action = plain | (die << WISH_DIE)
            if value:
                less = price(c, s, seat, own, mask, own_sum, difficulty, needed, guide, guide_face, 0, die, wish, slots)
                if less == spent and face(turn_payment(c, s, action & ~(7 << VALUE), own, guides), target) == value:
                    continue
            if wish:
                less = price(
                    c, s, seat, own, mask, own_sum, difficulty, needed, guide, guide_face, value, NO_WISH_DIE, 0, slots
                )
                if less == spent and fulfils(c, s, plain | (NO_WISH_DIE << WISH_DIE), own, guides, die, changed):
                    continue
            if n >= room:
                return -1
            actions[n] = action
            n += 1
    return n


@kernel
def list_value(actions, n, sums, limit, base, needed, provided, dice, allowed, mana, value):
    """Append the payments that turn the difficulty die to a face, where the cheapest way would leave it at another.

    At most as many provision dice as the value can sum to it. The cheapest way leaves the difficulty die alone unless there are more
    provision dice than its face; then it turns it up to their number. `dice` is 1 if the guide die is a provision die.
    """
    if value == needed or value < dice:
        return n
    left = mana - abs(value - needed)
    if left < 0:
        return n
    sets = within(sums, limit, value - provided - left, value - provided + left) & allowed & _AT_MOST[value - dice]
    if value > needed:
        sets &= _AT_MOST[value - dice - 1] if value > dice else NONE
    return list_sets(actions, n, sets, base | (value << VALUE))


@kernel
def list_changed(
    c, s, seat, own, guides, actions, n, sums, limit, base, difficulty, needed, guide, guide_face, allowed, mana, slots
):  # fmt: skip
    """Append the payments in which certain change-die spells save mana, each on a die of its own, and nothing else is wished.

    With room for r steps on each spell's die and R in all, every spell saves something when the distance between sum and difficulty is
    more than R less the smallest r, and the mana reaches R steps further.
    """
    extra = activations(slots, base) - int(s.supply)
    by_guide = difficulty == BY_GUIDE
    center = needed - (0 if by_guide else guide_face)
    found = NONE
    for side in range(2):
        lower = side == 0  # provision dice go down, the difficulty die up
        for choice in range(2):  # a spell of the guide die's colour: on the guide die, or on the own die
            steps = 0
            least = 7
            holding = allowed
            possible = choice == 0
            rest = slots
            while rest:
                slot = low_bit(rest)
                rest &= rest - 1
                card = s.book[seat, slot]
                die = int(c.what[card])
                if die == guide:
                    possible = True
                if die == guide and choice == 0:
                    space = room_to_turn(guide_face, lower if by_guide else not lower)
                elif die == difficulty:
                    space = room_to_turn(needed, lower)
                else:
                    holding &= ~_WITHOUT[die]
                    space = room_to_turn(face(own, die), not lower)
                space = min(space, int(c.amount[card]))
                steps += space
                least = min(least, space)
            if possible and least > 0:
                near = max(steps - least + 1, steps + extra if extra > 0 else 0)
                far = mana + steps
                if lower:
                    found |= within(sums, limit, center + near, center + far) & holding
                else:
                    found |= within(sums, limit, center - far, center - near) & holding
    return list_sets(actions, n, found, base | (slots << CHANGE_SLOTS))


@kernel
def sets_for_spells(c, s, seat, slots, difficulty, guide):
    """Return the sets of provision dice that hold a die for each of some change-die spells, where no other die may serve."""
    found = ~NONE
    rest = slots
    while rest:
        die = int(c.what[s.book[seat, low_bit(rest)]])
        rest &= rest - 1
        if die != difficulty and die != guide:
            found &= ~_WITHOUT[die]
    return found


@kernel
def has_own_dice(c, s, seat, slots, guide):
    """Whether change-die spells have a die each: all of different colours, and one of the guide die's colour only alone."""
    colours = 0
    rest = slots
    while rest:
        colour = int(c.what[s.book[seat, low_bit(rest)]])
        rest &= rest - 1
        if (colours >> colour) & 1 or (colour == guide and slots & (slots - 1)):
            return False
        colours |= 1 << colour
    return True


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
        useful = 0  # spells with a die in this payment
        steps = 0
        rest = slots
        while rest:
            slot = low_bit(rest)
            rest &= rest - 1
            die = int(c.what[s.book[seat, slot]])
            if (mask >> die) & 1 or die == difficulty or die == guide:
                useful |= 1 << slot
                steps += int(c.amount[s.book[seat, slot]])
        for i in range(_FIRST_CUT[dice], _FIRST_CUT[dice + 1]):
            parts = _CUTS[i]
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
            if cost > mana + steps:
                continue
            if by_guide:
                guide_change = turned
                guide_final = value
            else:
                changes |= turned << (3 * difficulty)
                finals |= value << (3 * difficulty)
            seen = seen_faces(c, look5, look7, look9, own, mask, difficulty, value, finals, guide_final, guide_face)
            subset = useful
            while True:
                saved = relief(c, s, seat, subset, guide, changes | (guide_change << 18), 127, 0) if subset else 0
                if saved >= 0 and cost - saved <= mana and activations(subset, base) <= s.supply + cost - saved:
                    key = (seen << 17) | (subset << 7) | (cost - saved)
                    action = (
                        base
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
    sums, sum_of = scratch[: _LIMIT + 1], actions[len(actions) - 64 :]
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

    looked_at = (look5 | look7 | look9 | change_slots) != 0 or island_looks(c, s)
    limit = min(6 + mana + change_steps + (5 if looked_at else 0), _LIMIT)
    subset_sums(own, free, limit, sums)
    if looked_at:
        list_sums(own, sum_of)
    guide_mana = mana - int(c.guide_cost)
    reach, guided = scratch[_REACH : _REACH + 12], scratch[_GUIDED : _GUIDED + 12]
    for f in range(1, 7):
        reach[f + 5] = within(sums, limit, f - mana, f + mana)
    if guide_mana >= 0 and guide_free:
        for target in range(-5, 7):
            guided[target + 5] = within(sums, limit, target - guide_mana, target + guide_mana)

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

        plain = (see5 | see7 | see9 | change_slots) == 0

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
                else:
                    if guide_mana < 0:
                        break
                    if not (guide_free >> guide) & 1:
                        continue
                    used = np.int64(guide)
                    spend = guide_mana
                allowed = _WITHOUT[difficulty]
                if c.scenario == DICE_SCENARIO:
                    allowed &= _TWO if guide < 0 else ~ONE
                elif guide < 0:
                    allowed &= ~ONE  # at least one provision die
                if plain:
                    sets = reach[f + 5] if guide < 0 else guided[f - face(guides, guide) + 5]
                    if n > room:
                        return -1
                    n = list_sets(actions, n, sets & allowed, start | (used << GUIDE_DIE) | (NO_WISH_DIE << WISH_DIE))
                    continue
                n = list_way(
                    c, s, seat, own, guides, actions, n, room, sums, sum_of, limit, start | (used << GUIDE_DIE), difficulty, used, allowed, spend,
                    change_slots, see5, see7, see9,
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
            if plain:
                if n > room:
                    return -1
                n = list_sets(actions, n, guided[f + 5] & allowed, start | (NO_WISH_DIE << WISH_DIE))
                continue
            n = list_way(
                c, s, seat, own, guides, actions, n, room, sums, sum_of, limit, start, BY_GUIDE, np.int64(region), allowed, guide_mana,
                change_slots, see5, see7, see9,
            )  # fmt: skip
            if n < 0:
                return n
    return n


@kernel
def list_way(
    c, s, seat, own, guides, actions, n, room, sums, sum_of, limit, base, difficulty, guide, allowed, mana, slots, look5, look7, look9
):  # fmt: skip
    """Append the payments of one spell by one difficulty die and one guide die (or none); return n, or -1 when full.

    Without change-die spells and effects that look at faces these are all sets of dice within reach. Each effect that looks at faces
    is a wish beside them; where wishes can combine beyond one face of one provision die, the faces are enumerated.
    """
    if n > room:
        return -1
    by_guide = difficulty == BY_GUIDE
    guide_face = face(guides, guide) if guide != NO_GUIDE else 0
    needed = guide_face if by_guide else face(own, difficulty)
    provided = guide_face if guide != NO_GUIDE and not by_guide else 0
    center = needed - provided
    steps = 0
    rest = slots
    while rest:
        steps += int(c.amount[s.book[seat, low_bit(rest)]])
        rest &= rest - 1
    sets = within(sums, limit, center - mana, center + mana) & allowed
    looks = count(look7) + count(look9)
    if looks > 1 or (look7 and c.provision_each) or (look7 and not c.provision_must_change):
        wide = within(sums, limit, center - mana - steps, center + mana + steps) & allowed
        return list_turned(c, s, seat, own, guides, actions, n, room, base, difficulty, guide, wide, mana, slots, look5, look7, look9)
    plain = base | (NO_WISH_DIE << WISH_DIE)
    n = list_sets(actions, n, sets, plain)
    values = look5 if by_guide else look5 | look9
    wish = low_bit(look7 | look9) if looks else 0
    provides = 0 if by_guide or guide == NO_GUIDE else 1
    subset = slots
    while True:
        holding = allowed & sets_for_spells(c, s, seat, subset, difficulty, guide)
        wished_values = values | 1  # 0 for none
        while wished_values:
            value = low_bit(wished_values)
            wished_values &= wished_values - 1
            if n < 0 or n > room:
                return -1
            reach = mana + (steps if subset else 0)
            goal = value if value else needed
            if value and not subset:
                n = list_value(actions, n, sums, limit, plain, needed, provided, provides, allowed, mana, value)
            elif subset and not value and has_own_dice(c, s, seat, subset, guide):
                n = list_changed(
                    c, s, seat, own, guides, actions, n, sums, limit, plain, difficulty, needed, guide, guide_face, allowed, mana, subset
                )
            elif subset and holding:
                near = within(sums, limit, goal - provided - reach, goal - provided + reach) & holding
                n = list_wished(
                    c, s, seat, own, guides, actions, n, room, sum_of, base, difficulty, needed, guide, guide_face, near, mana, value, 0,
                    False, subset,
                )  # fmt: skip
            if looks == 0 or n < 0 or holding == NONE:
                continue
            near = within_reach(sums, limit, own, holding, needed, provided, guide_face, provides, reach, value, wish)
            n = list_wished(
                c, s, seat, own, guides, actions, n, room, sum_of, base, difficulty, needed, guide, guide_face, near, mana, value, wish,
                look7 != 0, subset,
            )  # fmt: skip
        if subset == 0:
            return n
        subset = (subset - 1) & slots


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
def shows(faces, dice, value):
    """Whether one of the dice shows a value."""
    for die in range(6):
        if (dice >> die) & 1 and face(faces, die) == value:
            return True
    return False
