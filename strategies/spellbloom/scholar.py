"""Points now: learn the spell that scores most at once, place it where it scores most, use every effect, rest when nothing pays.

Looks at actions alone and plays none of them out, so it cannot see what it should not and takes about a microsecond.
"""

from simkit.core.bits import count
from simkit.core.jit import copy_record, kernel
from simkit.core.strategy import strategy
from simkit.games.spellbloom.effects import effect_amount, is_reroll
from simkit.games.spellbloom.encoding import BY_GUIDE, DIFFICULTY, GUIDE_DIE, NO_GUIDE, PROVISION, REGION, part
from simkit.games.spellbloom.names import (
    ACTIVATE,
    AFTER,
    CHOOSE,
    DISCARD_TASK,
    EMPTY,
    END_TURN,
    LAST_BOTTLE,
    LEARN,
    MOVE_GUIDE,
    PLACE_SPELL,
    REST,
    SET_GOAL,
    SIGIL_MANA,
    SLOTS,
    TAKE_MANA,
)
from simkit.games.spellbloom.scoring import end_effect, task_points
from simkit.games.spellbloom.spellbook import closed_at, completed_sigils, is_open, matches_bonus
from simkit.games.spellbloom.turning import payment_cost


@kernel
def place_worth(c, s, trial, seat, slot, card):
    """Return the points a spell brings in a slot: placement bonus, sigils closed, its own end effect and those it feeds."""
    before = 0
    for other in range(SLOTS):
        before += end_effect(c, trial, seat, other)
    trial.book[seat, slot] = card
    after = 0
    for other in range(SLOTS):
        after += end_effect(c, trial, seat, other)
    worth = after - before + c.sigil_points * count(closed_at(c, trial, seat, slot))
    trial.book[seat, slot] = EMPTY
    return worth + (c.placement_points if matches_bonus(c, card, slot) else 0)


@kernel
def spell_worth(c, s, trial, seat, card):
    """Return the points of learning a spell now, in its best slot."""
    best = -99
    for slot in range(SLOTS):
        if is_open(c, s, seat, card, slot):
            best = max(best, place_worth(c, s, trial, seat, slot, card))
    return int(c.points[card]) + int(c.extra_points[seat, card]) + best


@strategy("takes the points within reach now, rests when nothing pays", game="spellbloom", mana=0.7, dice=0.35, spell=2.0, bottle=0.6)
def scholar(kernels, config, s, actions, n, weights, scratch):
    """Return the action worth most in points; `mana`, `dice`, `spell` and `bottle` are what one of each is worth."""
    states, _, floats, _ = scratch
    trial, worths = states[0], floats[0]
    copy_record(trial, s)
    seat = int(s.seat)
    mana, dice, spell, bottle = weights[0], weights[1], weights[2], weights[3]
    if s.phase == CHOOSE:
        for region in range(6):
            card = int(s.island[region])
            worths[region] = -99.0
            if card != EMPTY:
                worths[region] = (
                    spell_worth(config, s, trial, seat, card) + spell + (bottle if 0 < config.effect[card] <= LAST_BOTTLE else 0.0)
                )
    best, best_worth = 0, -1e9
    for i in range(n):
        action = actions[i]
        kind, detail = action & 15, part(action, 4, 4)
        worth = -1.0
        if kind == LEARN:
            used = count(part(action, PROVISION, 6)) + (1 if part(action, DIFFICULTY, 3) != BY_GUIDE else 0)
            guide = part(action, GUIDE_DIE, 3) != NO_GUIDE
            provision = count(part(action, PROVISION, 6)) + (1 if guide and part(action, DIFFICULTY, 3) != BY_GUIDE else 0)
            worth = worths[part(action, REGION, 3)] - dice * used - mana * payment_cost(config, s, action)
            if provision == 2:
                worth += mana * config.two_dice_mana
            elif provision > 2:
                worth += config.three_dice_points
        elif kind == REST:
            # a turn spent, for dice and mana: better the fewer dice are left
            worth = dice * (6 - count(s.free[seat])) + mana * (config.rest_mana + 0.5 * count(s.bottled[seat]))
        elif kind == PLACE_SPELL:
            worth = place_worth(config, s, trial, seat, detail, int(s.card))
        elif kind == ACTIVATE and s.phase == AFTER:
            effect = config.effect[s.book[seat, detail]]
            die = part(action, 8, 3)
            amount = effect_amount(config, s, seat, detail)
            if is_reroll(effect):
                worth = 0.5 if die < 6 and (s.free[seat] >> die) & 1 == 0 else -1.0
            elif effect == SIGIL_MANA:
                worth = 0.1 + mana * amount
            else:
                # an effect that does nothing now still earns a mana at the next rest, if none is left to wait for
                worth = amount if amount > 0 else (0.1 if count(s.free[seat]) < 2 else -1.0)
        elif kind == DISCARD_TASK:
            worth = -task_points(config, s, seat, int(s.hand[seat, detail]), completed_sigils(config, s, seat) & 0xFFFFFF)
        elif kind == MOVE_GUIDE:
            card = int(s.island[detail])
            worth = 0.0 if card == EMPTY else -float(spell_worth(config, s, trial, seat, card))
        elif kind == SET_GOAL:
            goal = part(action, 4, 5)
            worth = 0.0
            for region in range(6):
                card = s.island[region]
                if card != EMPTY:
                    worth += (1.0 if config.element[card] == goal // 5 else 0.0) + (1.0 if config.colour[card] == goal % 5 else 0.0)
        elif kind == TAKE_MANA or kind == END_TURN:
            worth = 0.0
        if worth > best_worth:
            best, best_worth = i, worth
    return best
