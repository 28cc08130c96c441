"""The Vortex bag, the discard box and the altar: where Materia come from and go to.

Nothing is hidden but the order of the bag: what it holds is what lies nowhere else. So the bag is a count of each kind, and its n-th
token is drawn when it leaves; who is to draw it, and when, does not change it.
"""

from simkit.core.chance import below
from simkit.core.decks import take_out
from simkit.core.events import note
from simkit.core.jit import kernel
from simkit.games.spellbook.names import (
    ADDED,
    BAG,
    BAG_REFILLED,
    DISCARDED,
    DREW,
    EMPTIED,
    EMPTY,
    KINDS,
)


@kernel
def room(c, s, seat):
    """Return how many tokens a pool has room for (spellbook.fr.md, "La réserve")."""
    return max(int(c.pool_limit) - int(s.pool_size[seat]), 0)


@kernel
def free_spaces(c, s, seat):
    """Return the free spaces of a Familiar."""
    return int(c.spaces) - int(s.stored[seat])


@kernel
def drawable(s):
    """Return how many tokens can be drawn at all (ruling SB-R5)."""
    return int(s.bag_size) + int(s.discards_size)


@kernel
def refill_bag(s, seat, log):
    """Put the discards back into the bag."""
    note(log, BAG_REFILLED, seat, -1, int(s.discards_size), 0)
    for kind in range(KINDS):
        s.bag[kind] += s.discards[kind]
        s.discards[kind] = 0
    s.bag_size += s.discards_size
    s.discards_size = 0


@kernel
def look_into_bag(c, s, number, seat, log):
    """Put the discards back if the bag is short of what is about to be drawn (spellbook.fr.md, "L'autel"; ruling SB-R19)."""
    if s.bag_size < number and s.discards_size > 0 and c.bag_refill != EMPTIED:
        refill_bag(s, seat, log)


@kernel
def draw_token(s, seat, log):
    """Take the next token out of the bag and return its kind; EMPTY if there is none anywhere."""
    if s.bag_size == 0:
        if s.discards_size == 0:
            return EMPTY
        refill_bag(s, seat, log)
    place = below(s.luck[BAG], s.game, BAG, s.drawn, s.bag_size)
    s.drawn += 1
    kind = 0
    while place >= s.bag[kind]:
        place -= s.bag[kind]
        kind += 1
    s.bag[kind] -= 1
    s.bag_size -= 1
    return kind


@kernel
def to_pool(s, seat, kind):
    """Lay a token into a pool."""
    s.pool[seat, kind] += 1
    s.pool_size[seat] += 1


@kernel
def from_pool(s, seat, kind):
    """Take a token out of a pool."""
    s.pool[seat, kind] -= 1
    s.pool_size[seat] -= 1


@kernel
def to_discards(s, seat, kind, log):
    """Lay a token into the discard box."""
    s.discards[kind] += 1
    s.discards_size += 1
    note(log, DISCARDED, seat, kind, 0, 0)


@kernel
def draw(c, s, seat, number, log):
    """Draw tokens into a pool, as many as it has room for and as there are; return how many (rulings SB-R5, R12)."""
    wanted = min(number, room(c, s, seat))
    look_into_bag(c, s, wanted, seat, log)
    for i in range(wanted):
        kind = draw_token(s, seat, log)
        if kind == EMPTY:
            return i
        to_pool(s, seat, kind)
        note(log, DREW, seat, kind, 0, 0)
    return wanted


@kernel
def to_altar(s, seat, kind, log):
    """Lay a token on the altar; alone, its place in the order of arrival is kept."""
    if s.players == 1:
        s.queue[s.on_altar] = kind
    s.altar[kind] += 1
    s.on_altar += 1
    note(log, ADDED, seat, kind, 0, 0)


@kernel
def from_altar(s, kind):
    """Take a token from the altar; alone, of equal ones the oldest."""
    s.altar[kind] -= 1
    s.on_altar -= 1
    if s.players == 1:
        place = 0
        while s.queue[place] != kind:
            place += 1
        take_out(s.queue, place, int(s.on_altar) + 1)


@kernel
def draw_to_altar(c, s, seat, number, log):
    """Draw tokens for the altar."""
    look_into_bag(c, s, number, seat, log)
    for _ in range(number):
        kind = draw_token(s, seat, log)
        if kind == EMPTY:
            return
        to_altar(s, seat, kind, log)


@kernel
def clear_altar(s, seat, log):
    """Discard all tokens of the altar."""
    for kind in range(KINDS):
        while s.altar[kind] > 0:
            from_altar(s, kind)
            to_discards(s, seat, kind, log)
