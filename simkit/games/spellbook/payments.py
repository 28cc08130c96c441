"""What a spell can be paid with (spellbook.fr.md, "Soir").

Two payments are one play if they pay the same tokens for the same level and leave the same token on the card: which of several equal
tokens, and which of them make a wild together, is not told apart. A payment is a set of places in the pool, its tokens in rising order
of kind; of equal tokens the first are taken.
"""

from simkit.core.bits import count
from simkit.core.jit import kernel
from simkit.games.spellbook.encoding import COLOUR, LEVEL, PAID, RUNE
from simkit.games.spellbook.names import KINDS, NUM_COLOURS, POOL_CAP

FULL = -1  # the buffer is full
SPARE = 512  # places that payments leave to the actions listed after them, which are not counted one by one


@kernel
def rune_places(pool):
    """Return the places of the tokens of each rune, sixteen bits a rune."""
    found, place = 0, 0
    for kind in range(KINDS):
        number = int(pool[kind])
        found |= ((1 << number) - 1) << (place + 16 * (kind % 3))
        place += number
    return found


@kernel
def colour_places(pool, colour):
    """Return the places of the tokens of a colour, as a set."""
    before, number = 0, 0
    for kind in range(3 * colour):
        before += int(pool[kind])
    for kind in range(3 * colour, 3 * colour + 3):
        number += int(pool[kind])
    return ((1 << number) - 1) << before


@kernel
def repeated_places(pool):
    """Return the places of the tokens that equal the one before them, as a set."""
    found, place = 0, 0
    for kind in range(KINDS):
        number = int(pool[kind])
        if number > 1:
            found |= ((1 << (number - 1)) - 1) << (place + 1)
        place += number
    return found


@kernel
def next_set(paid, places, repeated):
    """Return the next lower set of places that takes of equal tokens the first; `paid` is such a set, and not empty.

    The lowest kind in it loses its last token, and all tokens of lower kinds come in. So the sets that take others of equal tokens are
    never looked at, and where a set has one way to be written, nothing has to be tested.
    """
    lowest = paid & -paid
    more = paid & repeated
    last = ((more + 2 * lowest) & ~more) >> 1  # the sum carries through the tokens that equal the lowest
    return (paid ^ last) | (places & (lowest - 1))


@kernel
def most_of_a_colour(pool, paid):
    """Return how many tokens of a payment the colour has that has most of them; they are all of one rune."""
    most, place = 0, 0
    for kind in range(KINDS):
        number = int(pool[kind])
        most = max(most, count((paid >> place) & ((1 << number) - 1)))
        place += number
    return most


@kernel
def wilds_of(c, pool, paid):
    """Return how many wilds tokens of one rune make, none of the spell's colour; -1 if they do not come out even (ruling SB-R2)."""
    if paid == 0:
        return 0
    tokens = count(paid)
    if tokens % c.wild_size != 0:
        return -1
    wilds = tokens // c.wild_size
    if c.wild_colours_differ and most_of_a_colour(pool, paid) > wilds:
        return -1
    return wilds


@kernel
def levels_by_worth(c, spell):
    """Return the levels that payments of each worth pay for, three bits a worth."""
    found = 0
    for level in range(3):
        cost = int(c.cost[3 * spell + level])
        if cost <= POOL_CAP:
            found |= 1 << (3 * cost + level)
    return found


@kernel
def list_with(levels, others, wilds, own, repeated, runes, base, actions, n):
    """List the payments that join `others`, worth so many wilds, to tokens of the spell's colour; one of these stays on the card."""
    first, second, third = runes & own, (runes >> 16) & own, (runes >> 32) & own
    base |= others << PAID
    paid = own
    while paid > 0:
        paid_for = (levels >> (3 * (count(paid) + wilds))) & 7
        if paid_for:
            if n + 9 + SPARE > len(actions):
                return FULL
            action = base | (paid << PAID)
            for level in range(3):
                if (paid_for >> level) & 1:
                    actions[n] = action | (level << LEVEL)
                    n += 1 if paid & first else 0
                    actions[n] = action | (level << LEVEL) | (1 << RUNE)
                    n += 1 if paid & second else 0
                    actions[n] = action | (level << LEVEL) | (2 << RUNE)
                    n += 1 if paid & third else 0
        paid = next_set(paid, own, repeated)
    return n


@kernel
def wild_places(c, runes, rune, own):
    """Return the places of a rune's tokens of other colours than the spell's; none if they are too few for a wild."""
    places = (runes >> (16 * rune)) & 0xFFFF & ~own
    return places if count(places) >= c.wild_size else 0


@kernel
def list_usual(c, s, pool, colour, own, repeated, runes, base, actions, n):
    """List the payments for one spell with wilds of exactly their size; sets that leave too few for the cheapest level are passed by."""
    spell = int(s.spell[colour])
    levels, least = levels_by_worth(c, spell), cheapest(c, spell) - count(own)  # wilds that are needed
    base |= colour << COLOUR
    first, second, third = wild_places(c, runes, 0, own), wild_places(c, runes, 1, own), wild_places(c, runes, 2, own)
    most_b, most_d = count(second) // c.wild_size, count(third) // c.wild_size
    if count(first) // c.wild_size + most_b + most_d < least:
        return n
    a = first
    while True:
        wilds_a = wilds_of(c, pool, a)
        b = second
        while wilds_a >= max(0, least - most_b - most_d):
            wilds_b = wilds_of(c, pool, b)
            d = third
            while wilds_b >= max(0, least - wilds_a - most_d):
                wilds_d = wilds_of(c, pool, d)
                if wilds_d >= max(0, least - wilds_a - wilds_b):
                    n = list_with(levels, a | b | d, wilds_a + wilds_b + wilds_d, own, repeated, runes, base, actions, n)
                    if n < 0:
                        return n
                if d == 0:
                    break
                d = next_set(d, third, repeated)
            if b == 0:
                break
            b = next_set(b, second, repeated)
        if a == 0:
            break
        a = next_set(a, first, repeated)
    return n


@kernel
def makes_wilds(c, others, own, wilds, most):
    """Whether tokens of one rune, `own` of them of the spell's colour, make so many wilds under the readings of SB-R3 and SB-R24."""
    tokens = others + own
    if wilds == 0:
        return tokens == 0
    if tokens < wilds * c.wild_size or (tokens > wilds * c.wild_size and not c.surplus_tokens):
        return False
    return not c.wild_colours_differ or max(most, own) <= wilds


@kernel
def levels_paid(c, spell, others, own, most):
    """Return what tokens pay for under the readings of SB-R3 and SB-R24: bit 3 * level + rune of the token that stays, level from 0.

    Parameters
    ----------
    others, own, most : int64
        Eight bits a rune: tokens of other colours, of the spell's colour, and of that other colour that has most.
    """
    found = 0
    for x0 in range((own & 255 if c.wild_own_colour else 0) + 1):
        for x1 in range(((own >> 8) & 255 if c.wild_own_colour else 0) + 1):
            for x2 in range(((own >> 16) & 255 if c.wild_own_colour else 0) + 1):
                for w0 in range(((others & 255) + x0) // c.wild_size + 1):
                    if not makes_wilds(c, others & 255, x0, w0, most & 255):
                        continue
                    for w1 in range((((others >> 8) & 255) + x1) // c.wild_size + 1):
                        if not makes_wilds(c, (others >> 8) & 255, x1, w1, (most >> 8) & 255):
                            continue
                        for w2 in range((((others >> 16) & 255) + x2) // c.wild_size + 1):
                            if not makes_wilds(c, (others >> 16) & 255, x2, w2, (most >> 16) & 255):
                                continue
                            real = (own & 255) + ((own >> 8) & 255) + ((own >> 16) & 255) - x0 - x1 - x2
                            for level in range(3):
                                if c.cost[3 * spell + level] == real + w0 + w1 + w2:
                                    found |= (1 if (own & 255) > x0 else 0) << (3 * level)
                                    found |= (1 if ((own >> 8) & 255) > x1 else 0) << (3 * level + 1)
                                    found |= (1 if ((own >> 16) & 255) > x2 else 0) << (3 * level + 2)
    return found


@kernel
def list_wide(c, s, pool, colour, own, repeated, runes, base, actions, n):
    """List the payments for one spell where a wild may hold the spell's colour or more tokens than it needs."""
    everything = (runes | (runes >> 16) | (runes >> 32)) & 0xFFFF
    spell = int(s.spell[colour])
    paid = everything
    while paid > 0:
        if paid & own:
            others, owns, most = 0, 0, 0
            for rune in range(3):
                of_rune = paid & (runes >> (16 * rune)) & 0xFFFF
                others |= count(of_rune & ~own) << (8 * rune)
                owns |= count(of_rune & own) << (8 * rune)
                most |= most_of_a_colour(pool, of_rune & ~own) << (8 * rune)
            found = levels_paid(c, spell, others, owns, most)
            for i in range(9):
                if (found >> i) & 1:
                    if n + 1 + SPARE > len(actions):
                        return FULL
                    actions[n] = base | (colour << COLOUR) | ((i // 3) << LEVEL) | ((i % 3) << RUNE) | (paid << PAID)
                    n += 1
        paid = next_set(paid, everything, repeated)
    return n


@kernel
def cheapest(c, spell):
    """Return the cost of a spell at its cheapest level."""
    return min(int(c.cost[3 * spell]), min(int(c.cost[3 * spell + 1]), int(c.cost[3 * spell + 2])))


@kernel
def within_reach(c, s, seat):
    """Return the colours of spells that a pool may pay for, as a set: a token is worth one, so many others a wild at most."""
    found, size = 0, int(s.pool_size[seat])
    pool = s.pool[seat]
    for colour in range(NUM_COLOURS):
        own = int(pool[3 * colour]) + int(pool[3 * colour + 1]) + int(pool[3 * colour + 2])
        if own > 0 and s.level[seat, colour] == 0 and size - own >= (cheapest(c, int(s.spell[colour])) - own) * c.wild_size:
            found |= 1 << colour
    return found


@kernel
def list_payments(c, s, seat, base, actions, n):
    """List every payment for every spell that is not learned; FULL when the buffer is full."""
    reach = within_reach(c, s, seat)
    if reach == 0:
        return n
    pool = s.pool[seat]
    repeated, runes = repeated_places(pool), rune_places(pool)
    wide = c.wild_own_colour or c.surplus_tokens
    for colour in range(NUM_COLOURS):
        if not (reach >> colour) & 1:
            continue
        own = colour_places(pool, colour)
        if wide:
            n = list_wide(c, s, pool, colour, own, repeated, runes, base, actions, n)
        else:
            n = list_usual(c, s, pool, colour, own, repeated, runes, base, actions, n)
        if n < 0:
            return n
    return n


@kernel
def list_rune_wilds(c, s, seat, rune, wilds, base, actions, n):
    """List every payment in which 1 to `wilds` tokens of a rune are a wild each (Transmutation)."""
    pool = s.pool[seat]
    repeated, runes = repeated_places(pool), rune_places(pool)
    for colour in range(NUM_COLOURS):
        if s.level[seat, colour] > 0:
            continue
        own = colour_places(pool, colour)
        if own == 0:
            continue
        levels = levels_by_worth(c, int(s.spell[colour]))
        all_others = (runes >> (16 * rune)) & 0xFFFF & ~own
        others = all_others
        while others > 0:
            if count(others) <= wilds:
                n = list_with(levels, others, count(others), own, repeated, runes, base | (colour << COLOUR), actions, n)
                if n < 0:
                    return n
            others = next_set(others, all_others, repeated)
    return n
