"""The legal actions of the seat to act, each play listed once."""

from simkit.core.bits import count
from simkit.core.jit import kernel
from simkit.core.subsets import pack
from simkit.games.spellbloom.effects import list_activations, order_matters
from simkit.games.spellbloom.learn import mana_holders
from simkit.games.spellbloom.names import (
    AFTER,
    CHOOSE,
    DISCARD,
    DISCARD_TASK,
    EMPTY,
    END_TURN,
    FREE_MANA,
    GOAL,
    GUIDE,
    GUIDES,
    LINE_REGIONS,
    MOVE_GUIDE,
    PLACE,
    PLACE_SPELL,
    REROLL_GUIDES,
    REST,
    SET_GOAL,
    SLOTS,
    TAKE_MANA,
    TASK,
)
from simkit.games.spellbloom.payments import list_payments
from simkit.games.spellbloom.spellbook import is_open
from simkit.games.spellbloom.turn import lowest_guides


@kernel
def list_discards(c, s, actions, n):
    """Append the rows and columns that can be discarded; once a turn."""
    if s.discarded or s.mana[s.seat] < c.discard_cost:
        return n
    for line in range(5):
        for region in range(6):
            if (LINE_REGIONS[line] >> region) & 1 and s.island[region] != EMPTY:
                actions[n] = DISCARD | (line << 4)
                n += 1
                break
    return n


@kernel
def rerolls_that_may_match(c, s, own, guides, actions, n):
    """Return the own dice whose reroll may bring a match, a mask; nothing matches now (ruling SP-R29)."""
    seat = int(s.seat)
    dice = 0
    for die in range(6):
        for f in range(1, 7):
            tried = (own & ~(7 << (3 * die))) | (f << (3 * die))
            if list_payments(c, s, tried, int(s.free[seat]) | (1 << die), guides, int(s.guide_free), is_matched(c), False, actions, n) != n:
                dice |= 1 << die
                break
    return dice


@kernel
def guides_may_match(c, s, own, actions, n):
    """Whether rerolling the guide dice may bring a match (ruling SP-R29): each of them may show any value."""
    for f in range(1, 7):
        same = f * 0o111111
        if list_payments(c, s, own, int(s.free[s.seat]), same, 63, False, False, actions, n) != n:
            return True
    return False


@kernel
def is_matched(c):
    """Whether the scenario The Guides binds the difficulty die."""
    return c.scenario == GUIDES


@kernel
def legal_choose(c, s, actions):
    """List what a turn may do before learning (spellbloom.md, "How to Play", "Bonus actions"; rulings SP-R6, R7, R29, R30)."""
    seat = int(s.seat)
    own, guides = pack(s.die[seat]), pack(s.guide)
    n = list_payments(c, s, own, int(s.free[seat]), guides, int(s.guide_free), is_matched(c), False, actions, 0)
    if n < 0:
        return n
    match = n > 0
    if not match or not s.acted:
        actions[n] = REST
        n += 1
    if match:
        n = list_discards(c, s, actions, n)
        n = list_activations(c, s, -1, order_matters(c, s), actions, n)
    else:
        if not s.discarded and s.mana[seat] > c.discard_cost:
            # a fresh island may hold a spell that can be placed (The Bonuses)
            if list_payments(c, s, own, int(s.free[seat]), guides, int(s.guide_free), is_matched(c), True, actions, n) != n:
                n = list_discards(c, s, actions, n)
        if s.bottled[seat] != 1023:
            n = list_rerolls_for_match(c, s, own, guides, actions, n)
    if count(s.guide_free) <= 1 and (match or guides_may_match(c, s, own, actions, n)):
        actions[n] = REROLL_GUIDES
        n += 1
    return n


@kernel
def list_rerolls_for_match(c, s, own, guides, actions, n):
    """Append the activations that reroll an own die and may so bring a match."""
    if list_activations(c, s, 63, False, actions, n) == n:  # no such spell: nothing to look into
        return n
    dice = rerolls_that_may_match(c, s, own, guides, actions, n)
    return list_activations(c, s, dice, False, actions, n) if dice else n


@kernel
def legal_after(c, s, actions):
    """List what a turn may still do after learning."""
    actions[0] = END_TURN
    n = list_activations(c, s, -1, True, actions, 1)
    if c.discard_after_learning:
        n = list_discards(c, s, actions, n)
    if count(s.guide_free) <= 1:
        actions[n] = REROLL_GUIDES
        n += 1
    return n


def legal(c, s, actions):
    """Write the legal actions of `s.seat`, return how many; -1 when the buffer is full."""
    seat = int(s.seat)
    n = 0
    if s.phase == CHOOSE:
        n = legal_choose(c, s, actions)
    elif s.phase == PLACE:
        for slot in range(SLOTS):
            if is_open(c, s, seat, int(s.card), slot):
                actions[n] = PLACE_SPELL | (slot << 4)
                n += 1
    elif s.phase == AFTER:
        n = legal_after(c, s, actions)
    elif s.phase == TASK:
        for i in range(s.hand_size[seat]):
            actions[n] = DISCARD_TASK | (i << 4)
            n += 1
    elif s.phase == FREE_MANA:
        holders = mana_holders(c, s, seat, int(s.slot))
        for slot in range(SLOTS):
            if (holders >> slot) & 1:
                actions[n] = TAKE_MANA | (slot << 4)
                n += 1
    elif s.phase == GUIDE:
        dice = lowest_guides(s)
        for die in range(6):
            if (dice >> die) & 1:
                actions[n] = MOVE_GUIDE | (die << 4)
                n += 1
    elif s.phase == GOAL:
        for goal in range(25):
            actions[n] = SET_GOAL | (goal << 4)
            n += 1
    return n
