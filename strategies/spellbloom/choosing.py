"""The choice all styles share: value every action by a taste, take the best.

Actions are looked at, not played out, so nothing can be seen that the seat does not see, and a choice takes microseconds.
"""

import math

from simkit.core.bits import count, part
from simkit.core.jit import copy_record, kernel
from simkit.games.spellbloom.effects import effect_amount, is_reroll
from simkit.games.spellbloom.encoding import BY_GUIDE, DIFFICULTY, GUIDE_DIE, NO_GUIDE, PROVISION, REGION, VALUE, WISH
from simkit.games.spellbloom.names import (
    ACTIVATE,
    AFTER,
    CHOOSE,
    DIFFICULTY_POINTS,
    DISCARD,
    DISCARD_TASK,
    EMPTY,
    GUIDE,
    LEARN,
    LINE_REGIONS,
    MOVE_GUIDE,
    PLACE,
    PLACE_SPELL,
    PROVISION_POINTS,
    REGION_POINTS,
    REROLL_GUIDES,
    REST,
    SET_GOAL,
    SIGIL_MANA,
    SLOTS,
)
from simkit.games.spellbloom.scoring import task_points
from simkit.games.spellbloom.spellbook import completed_sigils, is_ready
from simkit.games.spellbloom.turning import payment_cost
from strategies.spellbloom.dice import SETS, another_worth, list_prices
from strategies.spellbloom.horizon import spells_to_come
from strategies.spellbloom.taste import AHEAD, ANOTHER, DIE, EFFECT, MANA, THREE, WANTED
from strategies.spellbloom.taste import REST as A_REST
from strategies.spellbloom.worth import book_outlook, count_kinds, spell_worth, task_outlook, whole_worth, worth_in

NEVER = -1e9
FRESH = 2.6  # spells six fresh dice pay for
LUCK = 3.5  # standard deviation of what spells are worth
EXTRA = 0.1  # what costs nothing and may help is worth this more than what can be done without it
NOW = 0.6  # of an effect's points: used for this spell it cannot be used for the next
LOOKS = 20  # regions, values of the difficulty die, values of a provision die; 0 for none


@kernel
def provision_dice(action):
    """Return how many provision dice a payment has, a guide die among them."""
    guide = part(action, GUIDE_DIE, 3) != NO_GUIDE
    return count(part(action, PROVISION, 6)) + (1 if guide and part(action, DIFFICULTY, 3) != BY_GUIDE else 0)


@kernel
def own_dice(action):
    """Return the own dice a payment uses, a mask."""
    difficulty = part(action, DIFFICULTY, 3)
    return part(action, PROVISION, 6) | (0 if difficulty == BY_GUIDE else 1 << difficulty)


@kernel
def list_looks(c, s, seat, looks):
    """Write what ready bottle spells give for a region (0 to 5), a difficulty value (6 + value) and a provision value (13 + value)."""
    for i in range(LOOKS):
        looks[i] = 0.0
    for slot in range(SLOTS):
        if is_ready(c, s, seat, slot):
            card = s.book[seat, slot]
            effect, what = c.effect[card], int(c.what[card])
            if effect == REGION_POINTS:
                looks[what] += c.amount[card]
            elif effect == DIFFICULTY_POINTS:
                looks[6 + what] += c.amount[card]
            elif effect == PROVISION_POINTS:
                looks[13 + what] += c.amount[card]


@kernel
def look_worth(c, s, seat, action, card, looks):
    """Return what bottle spells give for a way to learn a spell, that spell included if it can be activated this turn."""
    region, difficulty, value, wish = part(action, REGION, 3), part(action, DIFFICULTY, 3), part(action, VALUE, 3), part(action, WISH, 3)
    if value == 0:
        value = int(s.guide[part(action, GUIDE_DIE, 3)]) if difficulty == BY_GUIDE else int(s.die[seat, difficulty])
    worth = looks[region] + looks[6 + value] + looks[13 + wish]
    effect, what = c.effect[card], int(c.what[card])
    if (
        (effect == REGION_POINTS and what == region)
        or (effect == DIFFICULTY_POINTS and what == value)
        or (effect == PROVISION_POINTS and what == wish)
    ):
        worth += c.amount[card]
    return worth


@kernel
def payment_worth(c, s, seat, action, cost, prices, left, mana_worth, taste):
    """Return what a way to pay is worth if it takes so much mana: dice, mana, bonuses, and what the dice left over can still pay for."""
    used, provision = own_dice(action), provision_dice(action)
    mana = int(s.mana[seat]) - cost
    worth = -taste[DIE] * count(used) - mana_worth * cost
    if provision == 2:
        worth += mana_worth * c.two_dice_mana
        mana += int(c.two_dice_mana)
    elif provision > 2:
        worth += taste[THREE] * c.three_dice_points
    if taste[ANOTHER] != 0.0:
        worth += another_worth(prices, int(s.free[seat]) & ~used, mana, left, taste[ANOTHER], mana_worth)
    return worth


@kernel
def rest_worth(c, s, seat, left, mana_worth, taste):
    """Return what a turn of rest is worth: dice and mana, for a turn."""
    dice = taste[DIE] * (6 - count(s.free[seat])) + taste[ANOTHER] * min(FRESH, left + 1)
    return dice + mana_worth * (c.rest_mana + 0.5 * count(s.bottled[seat])) - taste[A_REST]


@kernel
def discard_worth(c, s, line, worths, payable, mana_worth):
    """Return what replacing a line of the island is worth: the best of what stays and of fresh spells, as good as these by and large.

    Parameters
    ----------
    worths, payable : (6,) float64
        What the spell of a region is worth, and what learning it is worth with its best payment; NEVER where there is none.
    """
    mean, spells, payment, fresh, kept = 0.0, 0, 0.0, 0, NEVER
    for region in range(6):
        if s.island[region] == EMPTY:
            continue
        mean += worths[region]
        spells += 1
        if payable[region] > NEVER:
            if (LINE_REGIONS[line] >> region) & 1:
                fresh += 1
                payment += payable[region] - worths[region]
            else:
                kept = max(kept, payable[region])
    if fresh == 0:
        return NEVER
    hoped = mean / spells + payment / fresh + LUCK * (0.56 if fresh == 2 else 0.85 if fresh == 3 else 0.0)
    cost = mana_worth * c.discard_cost
    if kept == NEVER:
        return hoped - cost
    # the mean of the larger of a number and a normal one, within a few hundredths
    return 0.5 * (hoped + kept + math.sqrt((hoped - kept) ** 2 + 0.64 * LUCK * LUCK)) - cost


@kernel
def activation_worth(c, s, seat, slot, die, is_last, mana_worth):
    """Return what activating a spell after learning is worth; `is_last` if nothing more will be learned before resting."""
    card = s.book[seat, slot]
    if is_reroll(c.effect[card]):
        return 0.5 if die < 6 and (int(s.free[seat]) >> die) & 1 == 0 else (EXTRA if is_last else -1.0)
    amount = effect_amount(c, s, seat, slot)
    if c.effect[card] == SIGIL_MANA and amount > 0:
        return EXTRA + mana_worth * amount
    if amount > 0:
        return float(amount)
    # an effect that does nothing now still earns a mana at the next rest, if none is left to wait for
    return EXTRA if is_last else -1.0


@kernel
def goal_worth(c, s, goal):
    """Return how many spells of the island fit a goal of The Tasks."""
    fitting = 0
    for region in range(6):
        card = s.island[region]
        if card != EMPTY:
            fitting += (1 if c.element[card] == goal // 5 else 0) + (1 if c.colour[card] == goal % 5 else 0)
    return float(fitting)


@kernel
def kept_task_worth(c, s, seat, place, kinds, coming, taste):
    """Return what a task card of the hand is worth, as things stand or as far ahead as the taste looks."""
    task = int(s.hand[seat, place])
    now = float(task_points(c, s, seat, task, completed_sigils(c, s, seat) & 0xFFFFFF))
    return max(now, task_outlook(c, s, task, kinds, coming, taste[WANTED])) if coming > 0 else now


@kernel
def choose(c, s, actions, n, taste, scratch):
    """Return the index of the action worth most; the first of equals.

    Parameters
    ----------
    taste : (TASTES,) float64
        As :func:`strategies.spellbloom.taste.plain` returns it, in the scratch.
    """
    states, lists, floats, _ = scratch
    trial, kinds, prices = states[0], lists[0], lists[1]
    worths, payable, looks = floats[0][0:6], floats[0][8:14], floats[0][16 : 16 + LOOKS]
    seat, looks_ahead = int(s.seat), taste[AHEAD] != 0.0
    copy_record(trial, s)
    left = spells_to_come(c, s, seat, 1.0)
    coming = spells_to_come(c, s, seat, taste[AHEAD])
    mana_worth = min(taste[MANA], 1.0 / c.mana_per_point) if looks_ahead and left == 0 else taste[MANA]
    count_kinds(c, s, seat, kinds)
    before, whole = 0.0, 0.0
    if s.phase == CHOOSE or s.phase == GUIDE:
        before = book_outlook(c, s, seat, EMPTY, kinds, coming + 1 if coming > 0 else 0, taste)
    if s.phase == CHOOSE:
        list_looks(c, s, seat, looks)
        for region in range(6):
            card = int(s.island[region])
            worths[region] = NEVER if card == EMPTY else spell_worth(c, s, trial, seat, card, kinds, before, coming, taste)
            payable[region] = NEVER
    elif s.phase == PLACE:
        whole = whole_worth(c, s, seat, int(s.card), kinds, before, coming, taste)
    is_last = count(s.free[seat]) < 2
    if taste[ANOTHER] != 0.0 and (s.phase == CHOOSE or s.phase == AFTER):
        list_prices(c, s, seat, prices)
        is_last = prices[SETS + int(s.free[seat])] > s.mana[seat] or left == 0
    # alone a discarded line brings the end nearer, but for the last turn
    discards = looks_ahead and (s.players > 1 or s.grid >= c.timer)
    learns = False  # whether the best so far is to learn a spell
    best, best_worth = 0, NEVER
    for i in range(n):
        action = actions[i]
        kind, detail = action & 15, part(action, 4, 4)
        worth = -1.0
        if kind == LEARN:
            region = part(action, REGION, 3)
            base = worths[region] + NOW * taste[EFFECT] * look_worth(c, s, seat, action, int(s.island[region]), looks)
            least = int(c.guide_cost) if part(action, GUIDE_DIE, 3) != NO_GUIDE else 0
            # pricing turned dice takes long: only where it could matter
            if base + payment_worth(c, s, seat, action, least, prices, left, mana_worth, taste) <= payable[region]:
                continue
            worth = base + payment_worth(c, s, seat, action, payment_cost(c, s, action), prices, left, mana_worth, taste)
            payable[region] = max(payable[region], worth)
            learns = learns or worth > best_worth
        elif kind == REST:
            worth = rest_worth(c, s, seat, left, mana_worth, taste)
            learns = learns and worth <= best_worth
        elif kind == PLACE_SPELL:
            worth = worth_in(c, s, trial, seat, detail, int(s.card), whole, coming, taste)
        elif kind == ACTIVATE:
            die = part(action, 8, 3)
            if s.phase == AFTER:
                worth = activation_worth(c, s, seat, detail, die, is_last, mana_worth)
            elif looks_ahead and learns and die < 6 and (int(s.free[seat]) >> die) & 1 == 0:
                worth = best_worth + EXTRA  # one die more to choose from
        elif kind == DISCARD:
            if discards and learns:
                worth = discard_worth(c, s, part(action, 4, 3), worths, payable, mana_worth)
        elif kind == REROLL_GUIDES:
            if looks_ahead and s.phase == AFTER and s.players == 1:
                worth = EXTRA  # for the next turn, where nobody else uses them
            elif looks_ahead and learns and s.mana[seat] > c.guide_cost:
                worth = best_worth + EXTRA
        elif kind == DISCARD_TASK:
            worth = -kept_task_worth(c, s, seat, detail, kinds, coming, taste)
        elif kind == MOVE_GUIDE:
            card = int(s.island[detail])
            worth = 0.0 if card == EMPTY else -spell_worth(c, s, trial, seat, card, kinds, before, coming, taste)
        elif kind == SET_GOAL:
            worth = goal_worth(c, s, part(action, 4, 5))
        else:  # taking mana back, ending the turn
            worth = 0.0
        if worth > best_worth:
            best, best_worth = i, worth
    return best
