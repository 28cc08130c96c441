"""Payments in which change-die spells or wishes for faces take part, listed as sets of provision dice.

An effect that looks at a face makes a payment with that face a play of its own: the *wish* that the difficulty die,
or one provision die, ends on it.
"""

from simkit.core.bits import NONE, ONE, count, lowest, part
from simkit.core.jit import kernel
from simkit.core.subsets import AT_MOST, WITHOUT, face, within
from simkit.games.spellbloom.encoding import (
    BY_GUIDE,
    CHANGE_SLOTS,
    NO_WISH_DIE,
    PROVISION,
    VALUE,
    WISH,
    WISH_DIE,
    activations,
    low_bit,
)
from simkit.games.spellbloom.turning import bare_price, price, room_to_turn, turn_payment


@kernel
def list_sets(actions, n, sets, base):
    """Append one action for each set of provision dice; the caller has seen to the room."""
    while sets:
        actions[n] = base | (lowest(sets) << PROVISION)
        n += 1
        sets &= sets - ONE
    return n


@kernel
def list_value(way, actions, n, sums, limit, allowed, value):
    """Append the payments that turn the difficulty die to a face, where the cheapest way would leave it at another.

    At most as many provision dice as the value can sum to it. The cheapest way leaves the difficulty die alone unless there are more
    provision dice than its face; then it turns it up to their number.
    """
    needed, dice = way.needed, way.provides
    provided = dice * way.guide_face
    left = way.mana - abs(value - needed)
    if value == needed or value < dice:
        return n
    if left < 0:
        return n
    sets = within(sums, limit, value - provided - left, value - provided + left) & allowed & AT_MOST[value - dice]
    owed = activations(0, way.base) - way.supply - abs(value - needed)
    if owed > 0:
        sets &= ~within(sums, limit, value - provided - owed + 1, value - provided + owed - 1)
    if value > needed:
        sets &= AT_MOST[value - dice - 1] if value > dice else NONE
    return list_sets(actions, n, sets, way.base | (NO_WISH_DIE << WISH_DIE) | (value << VALUE))


@kernel
def list_changed(c, s, way, actions, n, sums, limit, allowed, slots):
    """Append the payments in which certain change-die spells save mana, each on a die of its own, and nothing else is wished.

    With room for r steps on each spell's die and R in all, every spell saves something when the distance between sum and difficulty is
    more than R less the smallest r, and the mana reaches R steps further.
    """
    seat = int(s.seat)
    extra = activations(slots, way.base) - way.supply
    by_guide = way.difficulty == BY_GUIDE
    center = way.needed - way.provides * way.guide_face
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
                if die == way.guide:
                    possible = True
                if die == way.guide and choice == 0:
                    space = room_to_turn(way.guide_face, lower if by_guide else not lower)
                elif die == way.difficulty:
                    space = room_to_turn(way.needed, lower)
                else:
                    holding &= ~WITHOUT[die]
                    space = room_to_turn(face(way.own, die), not lower)
                space = min(space, int(c.amount[card]))
                steps += space
                least = min(least, space)
            if possible and least > 0:
                near = max(steps - least + 1, steps + extra if extra > 0 else 0)
                far = way.mana + steps
                if lower:
                    found |= within(sums, limit, center + near, center + far) & holding
                else:
                    found |= within(sums, limit, center - far, center - near) & holding
    return list_sets(actions, n, found, way.base | (NO_WISH_DIE << WISH_DIE) | (slots << CHANGE_SLOTS))


@kernel
def sets_for_spells(c, s, way, slots):
    """Return the sets of provision dice that hold a die for each of some change-die spells, where no other die may serve."""
    found = ~NONE
    rest = slots
    while rest:
        die = int(c.what[s.book[s.seat, low_bit(rest)]])
        rest &= rest - 1
        if die != way.difficulty and die != way.guide:
            found &= ~WITHOUT[die]
    return found


@kernel
def has_own_dice(c, s, way, slots):
    """Whether change-die spells have a die each: all of different colours, and one of the guide die's colour only alone."""
    colours = 0
    rest = slots
    while rest:
        colour = int(c.what[s.book[s.seat, low_bit(rest)]])
        rest &= rest - 1
        if (colours >> colour) & 1 or (colour == way.guide and slots & (slots - 1)):
            return False
        colours |= 1 << colour
    return True


@kernel
def within_reach(way, sums, limit, allowed, reach, value, wish):
    """Return the sets of own dice in which some provision die can be turned to a wished face, or may be left showing it.

    Turning a die from f to the wished w takes |f - w| steps and moves the sum by w - f; the rest of the reach closes the rest.
    """
    goal = (value if value else way.needed) - way.provides * way.guide_face
    found = NONE
    for die in range(7):
        f = face(way.own, die) if die < 6 else way.guide_face
        if die == 6 and not way.provides:
            continue
        off = f - wish
        left = reach - abs(off)
        if left >= 0:
            near = within(sums, limit, goal + off - left, goal + off + left)
            found |= near & allowed & (~WITHOUT[die] if die < 6 else ~NONE)
    most = (value if value else 6) - wish + 1 - way.provides
    return found & AT_MOST[most] if most >= 0 else NONE


@kernel
def fulfils(c, s, action, way, wish_die, changed):
    """Whether the cheapest way to turn a payment's dice fulfils a wish: a die shows its face; for `changed` any die turned to it."""
    finals = turn_payment(c, s, action, way.own, way.guides)
    wish = part(action, WISH, 3)
    if not changed:
        return face(finals, wish_die) == wish
    target = 6 if way.difficulty == BY_GUIDE else way.difficulty
    for die in range(7):
        if die != target and face(finals, die) == wish:
            if (face(way.own, die) if die < 6 else way.guide_face) != wish:
                return True
    return False


@kernel
def is_listed_otherwise(c, s, action, way, values, earlier, die, changed):
    """Whether a payment with a wish for a provision die shows the same faces as one with another wish that is listed before it.

    The other wishes are the face its difficulty die ends on anyway, if an effect looks at that, and the same face for an earlier die.
    """
    target = 6 if way.difficulty == BY_GUIDE else way.difficulty
    finals = turn_payment(c, s, action, way.own, way.guides)
    value, wish = face(finals, target), part(action, WISH, 3)
    if part(action, VALUE, 3) == 0 and (values >> value) & 1:
        unwished = (action & ~(7 << WISH_DIE)) | (NO_WISH_DIE << WISH_DIE)
        if fulfils(c, s, unwished | (value << VALUE), way, die, changed):
            return True
    while earlier:
        before = low_bit(earlier)
        earlier &= earlier - 1
        if face(finals, before) == wish:
            other = turn_payment(c, s, (action & ~(7 << WISH_DIE)) | (before << WISH_DIE), way.own, way.guides)
            same_value = face(other, target) == value or (values >> value) & 1 == 0
            if face(other, die) == wish and same_value:
                return True
    return False


@kernel
def list_wished(c, s, way, actions, n, room, sum_of, candidates, values, value, wish, changed, slots):
    """Append the payments with wishes for faces and change-die spells among candidate sets of dice, where they can be paid.

    Parameters
    ----------
    values : int64
        Faces of the difficulty die that effects look at, a mask.
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
    own, needed = way.own, way.needed
    extra = activations(slots, way.base) - way.supply
    target = 6 if way.difficulty == BY_GUIDE else way.difficulty
    far = way.mana  # as far as mana and spells reach
    rest = slots
    while rest:
        far += int(c.amount[s.book[s.seat, low_bit(rest)]])
        rest &= rest - 1
    while candidates:
        mask = lowest(candidates)
        candidates &= candidates - ONE
        own_sum = sum_of[mask]
        total, dice = own_sum + way.provides * way.guide_face, count(mask) + way.provides
        plain = way.base | (mask << PROVISION) | (slots << CHANGE_SLOTS) | (value << VALUE) | (wish << WISH)
        wishing = mask if wish else 1 << 7  # dice to try, one by one; 7 for none
        if changed:
            best_spent = way.mana + 1
            cheapest = 0
            tried = mask | (way.provides << 6)
            while tried:
                die = low_bit(tried)
                tried &= tried - 1
                f = face(own, die) if die < 6 else way.guide_face
                if f != wish:
                    spent = bare_price(total, dice, needed, value, f, wish)
                    if slots and 0 <= spent <= far:
                        spent = price(c, s, way, mask, own_sum, value, die, wish, slots)
                    if 0 <= spent < best_spent:
                        best_spent = spent
                        cheapest = 1 << die
            wishing = cheapest
        while wishing:
            die = low_bit(wishing)
            wishing &= wishing - 1
            f = 0 if die == NO_WISH_DIE else (face(own, die) if die < 6 else way.guide_face)
            spent = bare_price(total, dice, needed, value, f, wish)
            if slots and 0 <= spent <= far:
                spent = price(c, s, way, mask, own_sum, value, die, wish, slots)
            if spent < 0 or spent > way.mana or extra > spent:
                continue
            if wish and slots == 0 and not changed and f == wish and total == (value if value else max(needed, dice)):
                continue  # the die shows the face, and without the wish no provision die is turned
            action = plain | (die << WISH_DIE)
            if value:
                less = price(c, s, way, mask, own_sum, 0, die, wish, slots)
                if less == spent and face(turn_payment(c, s, action & ~(7 << VALUE), own, way.guides), target) == value:
                    continue
            if wish:
                less = price(c, s, way, mask, own_sum, value, NO_WISH_DIE, 0, slots)
                if less == spent and fulfils(c, s, plain | (NO_WISH_DIE << WISH_DIE), way, die, changed):
                    continue
                earlier = 0 if changed else mask & ((1 << die) - 1)
                if ((values and value == 0) or earlier) and is_listed_otherwise(c, s, action, way, values, earlier, die, changed):
                    continue
            if n >= room:
                return -1
            actions[n] = action
            n += 1
    return n
