"""Every conservation law of the game."""

from simkit.core.jit import kernel
from simkit.games.spellbook.names import COPYING, EMPTY, KINDS, NUM_COLOURS, REPLACING, SEATS, STORING_SPENT, SWAP_GET, SWAP_GIVE

TOKEN_LAW, COUNT_LAW, LIMIT_LAW, SPELL_LAW, HELD_LAW, QUEUE_LAW, SETUP_LAW = range(1, 8)


@kernel
def audit_tokens(c, s):
    """Whether every token is in exactly one place: all 105 of them, kind by kind."""
    for kind in range(KINDS):
        total = int(s.bag[kind]) + int(s.discards[kind]) + int(s.altar[kind]) + int(s.held[kind])
        if s.bag[kind] < 0 or s.discards[kind] < 0 or s.altar[kind] < 0 or s.held[kind] < 0:
            return False
        for seat in range(SEATS):
            if s.pool[seat, kind] < 0 or s.familiar[seat, kind] < 0:
                return False
            total += int(s.pool[seat, kind]) + int(s.familiar[seat, kind])
            if s.marker[seat, kind // 3] == kind % 3:
                total += 1
        if total != c.copies[kind]:
            return False
    return True


@kernel
def total(place):
    """Return the tokens of a place."""
    tokens = 0
    for kind in range(KINDS):
        tokens += int(place[kind])
    return tokens


@kernel
def audit_counts(s):
    """Whether the tokens of every place are counted right."""
    good = total(s.bag) == s.bag_size and total(s.discards) == s.discards_size
    good = good and total(s.altar) == s.on_altar and total(s.held) == s.held_size
    for seat in range(SEATS):
        good = good and total(s.pool[seat]) == s.pool_size[seat] and total(s.familiar[seat]) == s.stored[seat]
    return good


@kernel
def audit_limits(c, s):
    """Whether no pool holds more tokens than it may, and no Familiar."""
    for seat in range(s.players):
        if s.pool_size[seat] > c.pool_limit or s.stored[seat] > c.spaces:
            return False
    return True


@kernel
def audit_spells(s):
    """Whether learned spells, and they alone, have a level and a token on them."""
    for seat in range(SEATS):
        learned = 0
        for colour in range(NUM_COLOURS):
            level = s.level[seat, colour]
            if level != 0 and not 3 <= level <= 5:
                return False
            if (level > 0) != (0 <= s.marker[seat, colour] < 3):
                return False
            learned += 1 if level > 0 else 0
        if learned != s.learned[seat]:
            return False
    return True


@kernel
def audit_queue(s):
    """Whether the altar's order of arrival holds what lies there, alone."""
    if s.players > 1:
        return True
    for kind in range(KINDS):
        here = 0
        for place in range(s.on_altar):
            here += 1 if s.queue[place] == kind else 0
        if here != s.altar[kind]:
            return False
    return s.queue[s.on_altar] == EMPTY


def audit(c, s):
    """Return 0 if every law holds, else the number of the first that is broken."""
    if not audit_tokens(c, s):
        return TOKEN_LAW
    if not audit_counts(s):
        return COUNT_LAW
    if not audit_limits(c, s):
        return LIMIT_LAW
    if not audit_spells(s):
        return SPELL_LAW
    if s.held_size > 0 and s.phase not in (STORING_SPENT, REPLACING, SWAP_GET, SWAP_GIVE):
        return HELD_LAW
    if s.phase < COPYING and s.effect_card != EMPTY:
        return HELD_LAW
    if not audit_queue(s):
        return QUEUE_LAW
    for colour in range(NUM_COLOURS):
        if s.spell[colour] % NUM_COLOURS != colour:
            return SETUP_LAW
    return 0
