"""The legal actions of every decision."""

from simkit.core.jit import kernel
from simkit.games.spellbook.cards import alike_rune
from simkit.games.spellbook.encoding import BY_CLONE, COLOUR
from simkit.games.spellbook.names import (
    ACCEPTING,
    BONUS,
    COPYING,
    DISCARDING,
    DONE,
    EMPTY,
    EVENING,
    GIVING,
    LEARN,
    MIDDAY,
    MORNING,
    NUM_COLOURS,
    PASS,
    PICK,
    RAISE,
    REPLACING,
    STORE,
    STORING,
    STORING_ALTAR,
    STORING_SPENT,
    SWAP_GET,
    SWAP_GIVE,
    SWAP_WITH_ALTAR,
    TAKING,
)
from simkit.games.spellbook.payments import list_payments
from simkit.games.spellbook.picks import ANY_COLOUR, list_given, list_picks, list_shared
from simkit.games.spellbook.supply import free_spaces
from simkit.games.spellbook.uses import can_rise, list_basic_morning, list_copies, list_spells


@kernel
def list_phase(c, s, seat, actions):
    """List what a phase offers: nothing, its basic actions, the spells of this phase (spellbook.fr.md, "Les 3 phases d'une Journée")."""
    actions[0] = PASS
    n = 1
    if s.phase == MORNING or s.phase == BONUS:
        n = list_basic_morning(c, s, seat, 0, actions, n)
        return list_spells(c, s, seat, MORNING, actions, n)
    if s.phase == MIDDAY:
        if free_spaces(c, s, seat) > 0:
            n = list_picks(s.pool[seat], 1, 0, EMPTY, ANY_COLOUR, False, STORE, actions, n)
        return list_spells(c, s, seat, MIDDAY, actions, n)
    n = list_payments(c, s, seat, LEARN, actions, n)
    return n if n < 0 else list_spells(c, s, seat, EVENING, actions, n)


@kernel
def list_copied_morning(c, s, seat, actions):
    """List the morning actions that Clone can copy: the basic ones, and other players' spells."""
    n = list_basic_morning(c, s, seat, 1 << BY_CLONE, actions, 0)
    return list_copies(c, s, seat, MORNING, int(s.source), actions, n)


@kernel
def list_swap_get(c, s, seat, actions):
    """List what may come into the pool by a swap."""
    n = 0
    if s.picked > 0:
        actions[0] = DONE
        n = 1
    picked, lowest = int(s.picked), int(s.lowest)
    if c.effect[s.effect_card] == SWAP_WITH_ALTAR:
        alike = alike_rune(c, s, seat, SWAP_WITH_ALTAR)
        return list_shared(s.altar, s.pool[seat], s.held, lowest, picked, alike, PICK, actions, n)
    return list_shared(s.familiar[seat], s.pool[seat], s.held, lowest, picked, EMPTY, PICK, actions, n)


@kernel
def list_set(c, s, seat, actions):
    """List the next token of a set."""
    left, lowest, rune, colours, one = int(s.left), int(s.lowest), int(s.only_rune), int(s.colours), s.one_colour != 0
    phase = s.phase
    n = 0
    if phase == DISCARDING or phase == STORING:
        return list_picks(s.pool[seat], left, lowest, rune, colours, one, PICK, actions, n)
    if phase == STORING_SPENT:
        return list_picks(s.held, left, lowest, rune, colours, one, PICK, actions, n)
    if phase == TAKING and one:
        # up to so many of one colour
        actions[0] = DONE
        return list_picks(s.altar, 1, lowest, rune, colours, False, PICK, actions, 1)
    if phase == REPLACING:
        if s.picked > 0:
            actions[0] = DONE
            n = 1
        return list_picks(s.altar, 1, lowest, rune, colours, False, PICK, actions, n)
    return list_picks(s.altar, left, lowest, rune, colours, one, PICK, actions, n)


def legal(c, s, actions):
    """Write the legal actions of `s.seat`, return how many; -1 when the buffer is full."""
    seat, phase = int(s.seat), s.phase
    if phase <= EVENING or phase == BONUS:
        return list_phase(c, s, seat, actions)
    if phase == COPYING:
        return list_copied_morning(c, s, seat, actions)
    if phase in (TAKING, ACCEPTING, DISCARDING, STORING, STORING_ALTAR, STORING_SPENT, REPLACING):
        return list_set(c, s, seat, actions)
    if phase == SWAP_GET:
        return list_swap_get(c, s, seat, actions)
    if phase == SWAP_GIVE:
        return list_given(
            s.pool[seat], s.held, int(s.left), int(s.lowest), alike_rune(c, s, seat, c.effect[s.effect_card]), PICK, actions, 0
        )
    if phase == GIVING:
        return list_picks(s.altar, 1, 0, EMPTY, ANY_COLOUR, False, PICK, actions, 0)
    n = 0
    for colour in range(NUM_COLOURS):
        if can_rise(s, seat, colour, int(s.source)):
            actions[n] = RAISE | (colour << COLOUR)
            n += 1
    return n
