"""Activating spells: what each of the ten bottle effects does."""

from simkit.core.events import USED, note
from simkit.core.jit import kernel
from simkit.games.spellbloom.names import (
    ACTIVATE,
    ADJACENT_POINTS,
    AFTER,
    COLOUR_POINTS,
    DIFFICULTY_POINTS,
    EMPTY,
    L_EFFECTS,
    MANA,
    PROVISION_POINTS,
    REGION_POINTS,
    REROLL_COLOUR,
    REROLL_VALUE,
    SIGIL_MANA,
    SLOTS,
    SPELLS,
)
from simkit.games.spellbloom.spellbook import beside_element, can_activate, count_colour, has_bottle, has_element, scenario
from simkit.games.spellbloom.supply import gain, roll_die, score_points

NO_DIE = 7


@kernel
def is_reroll(effect):
    """Whether an effect asks luck: what it brings may matter to what comes next."""
    return effect == REROLL_COLOUR or effect == REROLL_VALUE


@kernel
def effect_amount(c, s, seat, slot):
    """Return the points or mana that a spell's effect brings for what was learned this turn (rulings SP-R8, R9, R26, R34)."""
    card = s.book[seat, slot]
    effect, what, amount = c.effect[card], int(c.what[card]), int(c.amount[card])
    if effect == COLOUR_POINTS:
        return amount * count_colour(c, s, seat, what, 0, SLOTS)
    if s.slot == EMPTY:  # nothing learned yet
        return 0
    if effect == REGION_POINTS:
        return amount if s.region == what else 0
    if effect == SIGIL_MANA:
        return amount if (int(s.closed) >> what) & 1 or (int(s.closed) >> 3) & 1 else 0
    if effect == DIFFICULTY_POINTS:
        return amount if s.difficulty == what else 0
    if effect == PROVISION_POINTS:
        fitting = (int(s.changed_provision) >> (3 * what)) & 7
        return amount * (fitting if c.provision_each else min(fitting, 1))
    if effect == ADJACENT_POINTS:
        placed = int(s.slot)
        return amount if has_element(c, s, seat, placed, what) and beside_element(c, s, seat, placed, what) else 0
    return 0


@kernel
def fire(c, s, seat, slot, log):
    """Let a spell's effect happen for what was learned this turn."""
    card = int(s.book[seat, slot])
    amount = effect_amount(c, s, seat, slot)
    if amount > 0:
        if c.effect[card] == SIGIL_MANA:
            gain(s, seat, amount, card, log)
        else:
            score_points(s, seat, L_EFFECTS, amount, card, log)


@kernel
def place_bottle(s, seat, slot, log):
    """Put a mana from the general supply on a spell."""
    s.supply -= 1
    s.bottled[seat] |= 1 << slot
    note(log, USED, seat, int(s.book[seat, slot]), slot, 0)


@kernel
def activate(c, s, slot, die, log):
    """Activate a spell: at once, or armed for the learning still to come this turn."""
    seat = int(s.seat)
    card = s.book[seat, slot]
    effect = c.effect[card]
    place_bottle(s, seat, slot, log)
    s.acted = 1
    if is_reroll(effect):
        if die != NO_DIE:
            roll_die(s, seat, die, log)
            s.free[seat] |= 1 << die
        return
    s.last_silent = slot
    if s.phase == AFTER or effect == COLOUR_POINTS:
        fire(c, s, seat, slot, log)
    else:
        s.armed |= 1 << slot


@kernel
def order_matters(c, s):
    """Whether the moment of an activation can matter beyond what it looks at.

    It can in The Spells and The Mana, and when the general supply may not reach for all that this turn can still take from it. Otherwise
    effects that ask nothing of luck are listed after learning only, in rising order of slots: the same plays, listed once.
    """
    if scenario(c, s) == SPELLS or scenario(c, s) == MANA:
        return True
    seat = int(s.seat)
    most = 1 + int(c.two_dice_mana)  # the spell to be learned may be activated, too
    sigil_mana = 0
    for region in range(6):
        card = s.island[region]
        if card != EMPTY and c.effect[card] == SIGIL_MANA:
            sigil_mana = max(sigil_mana, int(c.amount[card]))
    for slot in range(SLOTS):
        if has_bottle(c, s, seat, slot) and (int(s.bottled[seat]) >> slot) & 1 == 0:
            card = s.book[seat, slot]
            most += 1 + (int(c.amount[card]) if c.effect[card] == SIGIL_MANA else 0)
    return s.supply < most + sigil_mana


@kernel
def list_activations(c, s, rerolls, silent, actions, n):
    """Append activations; return the number of actions.

    Parameters
    ----------
    rerolls : int64
        Own dice whose reroll is offered, a mask; -1 for all and for activations without effect.
    silent : bool
        Whether effects that ask nothing of luck are offered.
    """
    seat = int(s.seat)
    after = s.phase == AFTER
    rising = not order_matters(c, s)
    for slot in range(SLOTS):
        if not can_activate(c, s, seat, slot):
            continue
        card = s.book[seat, slot]
        effect, what = c.effect[card], int(c.what[card])
        base = ACTIVATE | (slot << 4)
        if effect == REROLL_COLOUR:
            if rerolls == -1 or (rerolls >> what) & 1:
                actions[n] = base | (what << 8)
                n += 1
        elif effect == REROLL_VALUE:
            listed = n
            shown = False
            for die in range(6):
                if s.die[seat, die] == what:
                    shown = True
                    if rerolls == -1 or (rerolls >> die) & 1:
                        actions[n] = base | (die << 8)
                        n += 1
            if n == listed and not shown and rerolls == -1 and c.idle_activation:
                actions[n] = base | (NO_DIE << 8)
                n += 1
        elif silent and (not rising or slot > s.last_silent):
            if c.idle_activation or not after or effect_amount(c, s, seat, slot) > 0:
                actions[n] = base | (NO_DIE << 8)
                n += 1
    return n
