"""Spells and their levels: which card a seat has, what may be used, what looks at whose marker."""

from simkit.core.events import USED, note
from simkit.core.jit import kernel
from simkit.games.spellbook.names import (
    COPY_EVENING,
    COPY_MIDDAY,
    COPY_MORNING,
    DRAW_ON_TAKING,
    EMPTY,
    MORNING_ACTION,
    NUM_COLOURS,
    PERMANENT,
    RUNE_WILDS,
    STORE_OR_TAKE,
    STORE_SPENT,
    SWAP_WITH_ALTAR,
)


@kernel
def card_at(s, colour, level):
    """Return the card of a colour's spell at a level."""
    return 3 * int(s.spell[colour]) + level - 3


@kernel
def card_of(s, seat, colour):
    """Return the card of a seat's learned spell of a colour, EMPTY if it is not learned."""
    level = int(s.level[seat, colour])
    return card_at(s, colour, level) if level > 0 else EMPTY


@kernel
def note_use(s, colour, effect_card, log):
    """Say that the active seat's spell of a colour acts: it counts for the level it lies at, whichever level's effect is carried out."""
    if len(log) > 0 and colour != EMPTY:
        seat = int(s.active)
        note(log, USED, seat, card_of(s, seat, colour), int(s.turns[seat]), effect_card)


@kernel
def is_usable(s, seat, colour):
    """Whether a seat has a spell and did not learn it today (ruling SB-R7)."""
    return s.level[seat, colour] > 0 and not (seat == s.active and (int(s.fresh) >> colour) & 1)


@kernel
def looks_at_marker(c, card):
    """Whether an action depends on the token that lies on its card."""
    effect = c.effect[card]
    return effect in (STORE_OR_TAKE, RUNE_WILDS)


@kernel
def permanent(c, s, seat, effect):
    """Return the colour of a seat's spell whose permanent effect is in force, EMPTY if it has none."""
    for colour in range(NUM_COLOURS):
        card = card_of(s, seat, colour)
        if card != EMPTY and c.effect_kind[card] == PERMANENT and c.effect[card] == effect:
            return colour
    return EMPTY


@kernel
def mirage(c, s, seat):
    """Return the colour of the spell that draws on taking, EMPTY if the seat has none."""
    return permanent(c, s, seat, DRAW_ON_TAKING)


@kernel
def copies(c, card):
    """Whether a card copies others."""
    return c.effect[card] in (COPY_MIDDAY, COPY_EVENING, COPY_MORNING)


@kernel
def clone_of(c, s, seat):
    """Return the colour of the spell with which a seat copies others."""
    for colour in range(NUM_COLOURS):
        level = int(s.level[seat, colour])
        if level > 0:
            for card in range(card_at(s, colour, 3), card_at(s, colour, level) + 1):
                if copies(c, card):
                    return colour
    return EMPTY


@kernel
def alike_rune(c, s, seat, effect):
    """Return the rune whose tokens may be swapped for equal ones, as Mirage draws for that (ruling SB-R21); EMPTY for none."""
    if not c.swap_is_taking or effect != SWAP_WITH_ALTAR:
        return EMPTY
    colour = mirage(c, s, seat)
    return int(s.marker[seat, colour]) if colour != EMPTY else EMPTY


@kernel
def swiftness(c, s, seat):
    """Whether a seat has a second morning action every day."""
    return permanent(c, s, seat, MORNING_ACTION) != EMPTY


@kernel
def communion(c, s, seat):
    """Return how many of the tokens a seat spends on learning are stored."""
    colour = permanent(c, s, seat, STORE_SPENT)
    return int(c.store[card_of(s, seat, colour)]) if colour != EMPTY else 0
