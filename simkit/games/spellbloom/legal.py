"""The legal actions of the seat to act, each play listed once."""

from simkit.core.bits import count
from simkit.core.jit import kernel
from simkit.core.subsets import pack
from simkit.games.spellbloom.effects import list_activations, order_matters
from simkit.games.spellbloom.learn import mana_holders
from simkit.games.spellbloom.names import (
    AFTER,
    BONUSES,
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
    REROLL_COLOUR,
    REROLL_GUIDES,
    REROLL_VALUE,
    REST,
    SET_GOAL,
    SLOTS,
    TAKE_MANA,
    TASK,
)
from simkit.games.spellbloom.payments import list_payments
from simkit.games.spellbloom.spellbook import is_open, is_ready, scenario
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
def guides_may_help(c, s):
    """Whether the guide dice can be rerolled and a payment could use them: as dice, or in The Guides to match the difficulty."""
    return count(s.guide_free) <= 1 and (s.mana[s.seat] >= c.guide_cost or is_matched(c, s))


@kernel
def can_reroll(c, s, dice):
    """Whether reroll spells that are ready can reroll a set of own dice, one each."""
    seat = int(s.seat)
    left = dice
    for slot in range(SLOTS):
        if is_ready(c, s, seat, slot) and c.effect[s.book[seat, slot]] == REROLL_COLOUR:
            left &= ~(1 << int(c.what[s.book[seat, slot]]))
    for slot in range(SLOTS):
        if is_ready(c, s, seat, slot) and c.effect[s.book[seat, slot]] == REROLL_VALUE:
            for die in range(6):
                if (left >> die) & 1 and s.die[seat, die] == c.what[s.book[seat, slot]]:
                    left &= ~(1 << die)
                    break
    return left == 0


@kernel
def may_match(c, s, mana, supply, any_spell, actions, n):
    """Whether rerolls that are open now, one after the other, may bring a match where none is (ruling SP-R29).

    Rerolled dice may show anything; it is enough to look at one of them showing one value and all others another, and at guide dice
    that all show the same.
    """
    for dice in range(64):
        if count(dice) <= supply and can_reroll(c, s, dice) and may_match_by(c, s, dice, mana, supply, any_spell, actions, n):
            return True
    return False


@kernel
def may_match_by(c, s, rolled, mana, supply, any_spell, actions, n):
    """Whether a match may come from rerolling a set of own dice, and the guide dice where that is open."""
    seat = int(s.seat)
    guides_rolled = guides_may_help(c, s)
    own, free = pack(s.die[seat]), int(s.free[seat]) | rolled
    if count(free) + (1 if mana >= c.guide_cost else 0) < 2 or (rolled == 0 and not guides_rolled):
        return False
    # rolled guide dice may show each what is needed, so they match any difficulty die
    matched = is_matched(c, s) and not guides_rolled
    guide_free = 63 if guides_rolled else int(s.guide_free)
    for first in range(6):
        if not (rolled >> first) & 1 and (rolled or first):
            continue
        for a in range(1, 7 if rolled else 2):
            for b in range(1, 7 if rolled & (rolled - 1) else 2):
                faces = own
                for die in range(6):
                    if (rolled >> die) & 1:
                        faces = (faces & ~(7 << (3 * die))) | ((a if die == first else b) << (3 * die))
                for g in range(1, 7 if guides_rolled else 2):
                    guides = g * 0o111111 if guides_rolled else pack(s.guide)
                    left = supply - count(rolled)
                    if list_payments(c, s, faces, free, guides, guide_free, mana, left, matched, any_spell, actions, n) != n:
                        return True
    return False


@kernel
def discard_may_help(c, s):
    """Whether discarding can bring a match where none is: by spells that can be placed, into an empty region, or by its mana."""
    if scenario(c, s) == BONUSES or s.supply < SLOTS:
        return True
    for region in range(6):
        if s.island[region] == EMPTY:
            return True
    return False


@kernel
def is_matched(c, s):
    """Whether the scenario The Guides binds the difficulty die."""
    return scenario(c, s) == GUIDES


@kernel
def legal_choose(c, s, actions):
    """List what a turn may do before learning (spellbloom.md, "How to Play", "Bonus actions"; rulings SP-R6, R7, R29, R30)."""
    seat = int(s.seat)
    own, guides = pack(s.die[seat]), pack(s.guide)
    mana, supply, free, guide_free = int(s.mana[seat]), int(s.supply), int(s.free[seat]), int(s.guide_free)
    n = list_payments(c, s, own, free, guides, guide_free, mana, supply, is_matched(c, s), False, actions, 0)
    if n < 0:
        return n
    match = n > 0
    if not match or not s.acted:
        actions[n] = REST
        n += 1
    if match:
        n = list_discards(c, s, actions, n)
        n = list_activations(c, s, -1, order_matters(c, s), actions, n)
    elif mana >= c.discard_cost and discard_may_help(c, s):
        left, more = mana - int(c.discard_cost), supply + int(c.discard_cost)
        found = list_payments(c, s, own, free, guides, guide_free, left, more, False, True, actions, n) != n
        if found or may_match(c, s, left, more, True, actions, n):
            n = list_discards(c, s, actions, n)
    rerolls = match or may_match(c, s, mana, supply, False, actions, n)
    if rerolls and not match:
        n = list_activations(c, s, 63, False, actions, n)
    if count(s.guide_free) <= 1 and (match or (rerolls and guides_may_help(c, s))):
        actions[n] = REROLL_GUIDES
        n += 1
    return n


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
