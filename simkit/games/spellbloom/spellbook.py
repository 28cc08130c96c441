"""What a spellbook holds: neighbours, sigils, counts, and which of its spells can be activated."""

from simkit.core.jit import kernel
from simkit.games.spellbloom.names import (
    BONUSES,
    EMPTY,
    LAST_BOTTLE,
    NO_SCENARIO,
    PLACEMENT,
    ROW,
    SLOTS,
    SPELLS,
)

NO_HALF, ANY_HALF = -1, 3  # of a half sigil: none there; face-down spell, any type


@kernel
def scenario(c, s):
    """Return the solo scenario in force: at a table of several there is none."""
    return int(c.scenario) if s.players == 1 else NO_SCENARIO


@kernel
def is_face_down(s, slot):
    """Whether the spell in a slot was flipped (only in the solo scenario The Sigils)."""
    return (int(s.face_down) >> slot) & 1 == 1


@kernel
def has_colour(c, s, seat, slot, colour):
    """Whether a face-up spell of the colour lies in a slot."""
    card = s.book[seat, slot]
    return card != EMPTY and not is_face_down(s, slot) and c.colour[card] == colour


@kernel
def has_element(c, s, seat, slot, element):
    """Whether a face-up spell of the element lies in a slot."""
    card = s.book[seat, slot]
    return card != EMPTY and not is_face_down(s, slot) and c.element[card] == element


@kernel
def count_colour(c, s, seat, colour, first, last):
    """Count face-up spells of a colour in slots first to last - 1."""
    total = 0
    for slot in range(first, last):
        if has_colour(c, s, seat, slot, colour):
            total += 1
    return total


@kernel
def count_element(c, s, seat, element):
    """Count face-up spells of an element."""
    total = 0
    for slot in range(SLOTS):
        if has_element(c, s, seat, slot, element):
            total += 1
    return total


@kernel
def beside_element(c, s, seat, slot, element):
    """Whether a spell of the element lies orthogonally next to a slot (ruling SP-R13)."""
    column = slot % ROW
    return (
        (column > 0 and has_element(c, s, seat, slot - 1, element))
        or (column < ROW - 1 and has_element(c, s, seat, slot + 1, element))
        or has_element(c, s, seat, (slot + ROW) % SLOTS, element)
    )


@kernel
def half(c, s, seat, row, column, side):
    """Return the half sigil that faces a seam from one side.

    Parameters
    ----------
    column : int64
        -1 and 5 stand for the halves printed at the ends of the row.
    side : int64
        The spell's side: 0 left, 1 right.

    Returns
    -------
    int64
        Sigil type, ANY_HALF for a face-down spell, NO_HALF for an empty slot.
    """
    if column < 0:
        return int(c.printed[row, 0])
    if column >= ROW:
        return int(c.printed[row, 1])
    slot = row * ROW + column
    card = s.book[seat, slot]
    if card == EMPTY:
        return NO_HALF
    if is_face_down(s, slot):
        return ANY_HALF
    return int(c.left[card]) if side == 0 else int(c.right[card])


@kernel
def seam(c, s, seat, row, column):
    """Return the sigil completed left of a column (0 to 5): its type, ANY_HALF between two face-down spells, or NO_HALF."""
    a = half(c, s, seat, row, column - 1, 1)
    b = half(c, s, seat, row, column, 0)
    if a == NO_HALF or b == NO_HALF:
        return NO_HALF
    if a == ANY_HALF:
        return b
    if b == ANY_HALF or a == b:
        return a
    return NO_HALF


@kernel
def completed_sigils(c, s, seat):
    """Return completed sigils by type, a byte each: circles, triangles, squares, and those of any type."""
    found = 0
    for row in range(2):
        for column in range(ROW + 1):
            kind = seam(c, s, seat, row, column)
            if kind != NO_HALF:
                found += 1 << (8 * kind)
    return found


@kernel
def total_sigils(found):
    """Sum what :func:`completed_sigils` returned."""
    return (found & 255) + ((found >> 8) & 255) + ((found >> 16) & 255) + (found >> 24)


@kernel
def closed_at(c, s, seat, slot):
    """Return the sigils that the spell in a slot completes: bit t for type t, bit 3 for any type."""
    row, column = slot // ROW, slot % ROW
    closed = 0
    for side in range(2):
        kind = seam(c, s, seat, row, column + side)
        if kind != NO_HALF:
            closed |= 1 << kind
    return closed


@kernel
def would_close(c, s, seat, slot, card):
    """Count the sigils a spell would complete in an empty slot."""
    row, column = slot // ROW, slot % ROW
    before = half(c, s, seat, row, column - 1, 1)
    after = half(c, s, seat, row, column + 1, 0)
    return (1 if before == ANY_HALF or before == c.left[card] else 0) + (1 if after == ANY_HALF or after == c.right[card] else 0)


@kernel
def matches_neighbours(c, s, seat, slot):
    """Whether the spell in a slot matches every half sigil beside it (scenario The Sigils, ruling SP-R31)."""
    row, column = slot // ROW, slot % ROW
    for side in range(2):
        beside = half(c, s, seat, row, column - 1, 1) if side == 0 else half(c, s, seat, row, column + 1, 0)
        if beside != NO_HALF and seam(c, s, seat, row, column + side) == NO_HALF:
            return False
    return True


@kernel
def matches_bonus(c, card, slot):
    """Whether a spell has the colour or element that a slot asks for (ruling SP-R17)."""
    kind = c.bonus_kind[slot]
    return (kind == 1 and c.colour[card] == c.bonus_what[slot]) or (kind == 2 and c.element[card] == c.bonus_what[slot])


@kernel
def is_open(c, s, seat, card, slot):
    """Whether a spell may be placed in a slot: empty, and as the scenarios The Placement and The Bonuses allow."""
    if s.book[seat, slot] != EMPTY:
        return False
    if scenario(c, s) == PLACEMENT:
        for before in range(slot):
            if s.book[seat, before] == EMPTY:
                return False
    if scenario(c, s) == BONUSES and 0 < slot % ROW < ROW - 1:
        return matches_bonus(c, card, slot)
    return True


@kernel
def can_place(c, s, seat, card):
    """Whether some slot is open to a spell: one that cannot be placed cannot be learned."""
    if scenario(c, s) != BONUSES:
        return s.learned[seat] < SLOTS
    for slot in range(SLOTS):
        if is_open(c, s, seat, card, slot):
            return True
    return False


@kernel
def is_barred(c, s, colour):
    """Whether the scenario The Spells forbids activating spells of a colour: one of it lies in the timer grid."""
    return scenario(c, s) == SPELLS and s.grid_colour[colour] > 0


@kernel
def has_bottle(c, s, seat, slot):
    """Whether a slot holds a spell with a bottle icon, face up."""
    card = s.book[seat, slot]
    return card != EMPTY and not is_face_down(s, slot) and 0 < c.effect[card] <= LAST_BOTTLE


@kernel
def is_ready(c, s, seat, slot):
    """Whether the spell in a slot has a free bottle and its colour is not barred."""
    return has_bottle(c, s, seat, slot) and (int(s.bottled[seat]) >> slot) & 1 == 0 and not is_barred(c, s, c.colour[s.book[seat, slot]])


@kernel
def can_activate(c, s, seat, slot):
    """Whether the spell in a slot is ready and the general supply has a mana for it (ruling SP-R1)."""
    return s.supply > 0 and is_ready(c, s, seat, slot)
