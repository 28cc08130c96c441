"""What a position is worth to a seat with a certain taste: points, what tokens may become, what spells will still bring.

Every number of a card is read from the config, so a changed card changes what is done. A taste is a row of numbers, by the names below;
a strategy fills it in, and `best_action` tries every action on a possible deal and takes the one whose position is worth most.
"""

import numpy as np

from simkit.core.chance import below
from simkit.core.jit import copy_record, kernel
from simkit.core.table import coins
from simkit.games.spellbook.cards import card_at
from simkit.games.spellbook.names import (
    ACTION,
    ADD_AND_TAKE,
    ADD_AND_TAKE_COLOUR,
    COPY_EVENING,
    COPY_MIDDAY,
    COPY_MORNING,
    DISCARD_AND_DRAW,
    DISCARD_AND_RAISE,
    DISCARDING,
    DRAW,
    DRAW_AND_DISCARD,
    DRAW_AND_OFFER,
    DRAW_ON_TAKING,
    DRAW_UNTIL,
    ENDGAME,
    INSTANT,
    KINDS,
    MIDDAY,
    MORNING_ACTION,
    NOTHING,
    NUM_COLOURS,
    PASS,
    PERMANENT,
    POINTS_PER_COLOUR,
    POINTS_PER_RUNE,
    POINTS_PER_SPELL,
    RAISING,
    REPLACE_AND_TAKE,
    RUNE_WILDS,
    STORE_COLOUR,
    STORE_FROM_ALTAR,
    STORE_OR_TAKE,
    STORE_SPENT,
    STORING,
    STORING_ALTAR,
    STORING_SPENT,
    SWAP_GET,
    SWAP_GIVE,
    SWAP_WITH_ALTAR,
    SWAP_WITH_FAMILIAR,
    TAKE_AND_SHARE,
    TAKE_RUNE,
    TAKE_STORED_COLOUR,
    TAKING,
)
from simkit.games.spellbook.scoring import end_points, familiar_points, printed_points

# A taste, by what its numbers weigh.
(
    TOKEN,  # a token in the pool
    CROWD,  # less for each token that was there before
    NEAR,  # the share of a spell's surplus that tokens of its colour are worth while it is not learned
    STORE,  # a stored token, beyond its points
    SPELL,  # a learned spell, beyond its points
    LEVEL,  # a level above 3 of a learned spell, beyond its points
    ENGINE,  # a point that a spell is expected to bring in the days to come
    RUNES,  # three tokens of one rune
    DENY,  # a token on the altar that another player needs
    LEAD,  # a point ahead of the best other player when the end comes
    DEALS,  # deals tried where tokens are drawn
    TARGET,  # the lowest level that is aimed at
    EACH,  # the share that tokens for any spell count of what they bring near, the best and the second best apart
    SECOND,  # what is added of the second best
    SUPPORT,  # tokens of a colour that a wild stands for, while its spell is not learned
    HORIZON,  # days before the end from which tokens are worth less
) = range(16)
TASTES = 16
NO_LIMIT = -1e300


@kernel
def gain(c, card):
    """Return what one use of a card's effect brings in points, roughly: tokens beyond those of a basic action, tokens stored."""
    effect = c.effect[card]
    basic = float(c.draw_tokens)
    take, drawn, store = float(c.takes[card]), float(c.draw[card]), float(c.store[card])
    if effect == DISCARD_AND_DRAW:
        return 0.6 * (drawn - c.pay[card] - basic)
    if effect == TAKE_RUNE:
        return 0.35 * (1.5 * take - basic)
    if effect == SWAP_WITH_ALTAR:
        return 0.25 * c.swap[card]
    if effect == STORE_COLOUR:
        return 0.4 * (store - 1.0)
    if effect == DISCARD_AND_RAISE:
        return 0.5 * c.rise[card]
    if effect == RUNE_WILDS:
        return 0.25 * c.wilds[card]
    if effect == DRAW_UNTIL:
        return 0.6 * max(drawn - 2.5 - basic, 0.0)
    if effect == TAKE_AND_SHARE:
        return 0.6 * (1.4 * take + drawn - basic) - 0.4 * c.gift[card]
    if effect == DRAW_AND_DISCARD:
        return 0.2 * drawn
    if effect == STORE_OR_TAKE:
        return max(0.5 * store, 0.6 * take)
    if effect == REPLACE_AND_TAKE:
        return 0.25 * take
    if effect == MORNING_ACTION:
        return 0.7 * basic
    if effect == DRAW_AND_OFFER:
        return 0.7 * (drawn - basic) - 0.3 * c.gift[card]
    if effect == ADD_AND_TAKE or effect == ADD_AND_TAKE_COLOUR:
        return 0.5 * (1.4 * take - c.discard[card] - basic)
    if effect == SWAP_WITH_FAMILIAR:
        return 0.1 * c.swap[card]
    if effect == STORE_FROM_ALTAR:
        return 0.6 * store / (1.0 + c.drop[card])
    if effect == TAKE_STORED_COLOUR:
        return 0.3 * take
    if effect == COPY_MIDDAY or effect == COPY_EVENING or effect == COPY_MORNING:
        return 0.3
    if effect == DRAW_ON_TAKING:
        return 0.25 * drawn
    if effect == STORE_SPENT:
        return 0.3 * store
    return 0.0


@kernel
def promise(c, card, days):
    """Return what a card learned now is expected to bring beyond its printed points, in the days to come and at the end."""
    kind, effect = c.effect_kind[card], c.effect[card]
    if kind == ENDGAME:
        if effect == POINTS_PER_SPELL:
            return 2.0 * c.each[card] + 2.0 * c.high[card]
        if effect == POINTS_PER_COLOUR:
            return 5.0 * c.each[card]
        if effect == POINTS_PER_RUNE:
            return 4.0 * c.each[card]
    if kind == INSTANT:
        if effect == DRAW or effect == DRAW_UNTIL:
            return 0.8 * c.draw[card]
        if effect == STORE_FROM_ALTAR:
            return 1.2 * c.store[card]
        return 0.8 * c.draw_tokens
    best = 0.0
    if kind == PERMANENT:
        best = gain(c, card)
    else:
        for lower in range(card - card % 3, card + 1):
            if c.effect_kind[lower] == ACTION:
                best = max(best, gain(c, lower))
    return best * max(days - 1.0, 0.0)


@kernel
def days_left(c, s):
    """Return how many days everybody has still, roughly: until the first Familiar is full or the first player has all spells."""
    if s.last_round != 0:
        return 0.0
    days = 99.0
    for seat in range(s.players):
        days = min(days, float(c.spaces - s.stored[seat]))
        days = min(days, 1.6 * (c.last_spell - s.learned[seat]))
    return max(days, 0.0)


@kernel
def standing(c, s, seat):
    """Return a seat's points as things stand."""
    points = float(c.start_points[s.players, seat]) + familiar_points(c, s, seat)
    for colour in range(NUM_COLOURS):
        points += printed_points(c, s, seat, colour) + end_points(c, s, seat, colour)
    return points


@kernel
def held(s, seat, kind):
    """Return how many tokens of a kind a seat has, with those a swap brings."""
    number = int(s.pool[seat, kind])
    if s.active == seat and (s.phase == SWAP_GET or s.phase == SWAP_GIVE):
        number += int(s.held[kind])
    return number


@kernel
def spell_worth(c, s, seat, colour, level, days, taste):
    """Return what learning a spell at a level is worth, its tokens not yet taken off."""
    card = card_at(s, colour, level)
    worth = c.points[card] + c.extra_points[seat, card] + taste[SPELL] + taste[LEVEL] * (level - 3)
    return worth + taste[ENGINE] * promise(c, card, days)


@kernel
def colour_worth(c, s, seat, colour, number, wilds, days, taste):
    """Return what tokens of a colour are worth beyond their price, while its spell is not learned."""
    best = 0.0
    for level in range(max(3, int(taste[TARGET])), 6):
        cost = float(c.cost[card_at(s, colour, level)])
        surplus = spell_worth(c, s, seat, colour, level, days, taste) - cost * taste[TOKEN]
        have = min(number + taste[SUPPORT] * wilds, cost) / cost
        best = max(best, surplus * have * have)
    return taste[NEAR] * best


@kernel
def pool_worth(c, s, seat, days, taste):
    """Return what the tokens of a pool are worth."""
    if days <= 0.0 and s.active != seat:
        return 0.0
    total, wilds, runes = 0, 0.0, 0.0
    for rune in range(3):
        number = 0
        for kind in range(rune, KINDS, 3):
            number += held(s, seat, kind)
        total += number
        wilds += number // 3
        runes += number * number / 9.0
    worth = taste[RUNES] * runes
    for i in range(total):
        worth += max(taste[TOKEN] - taste[CROWD] * i, 0.05)
    best, second = 0.0, 0.0
    for colour in range(NUM_COLOURS):
        if s.level[seat, colour] == 0:
            number = held(s, seat, 3 * colour) + held(s, seat, 3 * colour + 1) + held(s, seat, 3 * colour + 2)
            if number > 0:
                found = colour_worth(c, s, seat, colour, number, wilds, days, taste)
                if found > best:
                    best, second = found, best
                else:
                    second = max(second, found)
                worth += taste[EACH] * found
    worth += 0.6 * best + taste[SECOND] * second
    return worth * min(1.0, (days + (1.0 if s.active == seat else 0.0)) / taste[HORIZON])


@kernel
def pending_worth(c, s, seat, taste):
    """Return what is sure to come of an action under way."""
    if s.active != seat:
        return 0.0
    left = float(s.left)
    if s.phase == TAKING or s.phase == SWAP_GET:
        return 0.7 * left * taste[TOKEN] if s.phase == TAKING else 0.0
    if s.phase == DISCARDING:
        return -0.5 * left * taste[TOKEN]
    if s.phase == STORING:
        return left * (1.3 + taste[STORE] - taste[TOKEN])
    if s.phase == STORING_ALTAR or s.phase == STORING_SPENT:
        return left * (1.3 + taste[STORE])
    if s.phase == RAISING:
        best = 0.0
        for colour in range(NUM_COLOURS):
            level = int(s.level[seat, colour])
            if colour != s.source and 0 < level < 5:
                card = card_at(s, colour, level)
                best = max(best, float(c.points[card + 1] - c.points[card]) + taste[LEVEL])
        return best
    return 0.0


@kernel
def altar_needs(c, s, seat, taste):
    """Return how much others want what lies on the altar: tokens of colours they gather, more for each they have."""
    wanted = 0.0
    for other in range(s.players):
        if other != seat:
            for colour in range(NUM_COLOURS):
                if s.level[other, colour] == 0:
                    have = int(s.pool[other, 3 * colour]) + int(s.pool[other, 3 * colour + 1]) + int(s.pool[other, 3 * colour + 2])
                    lies = int(s.altar[3 * colour]) + int(s.altar[3 * colour + 1]) + int(s.altar[3 * colour + 2])
                    wanted += have * min(lies, 2)
    return wanted


@kernel
def outlook(c, s, seat, days, taste):
    """Return what a position is worth to a seat with so many days before it.

    The days are those before the action that is judged: if they were counted anew, storing a token would seem to cost the future.
    """
    points = standing(c, s, seat)
    worth = points + taste[STORE] * s.stored[seat]
    for colour in range(NUM_COLOURS):
        level = int(s.level[seat, colour])
        if level > 0:
            card = card_at(s, colour, level)
            worth += taste[SPELL] + taste[LEVEL] * (level - 3)
            if c.effect_kind[card] == ENDGAME:
                worth += max(promise(c, card, days) - end_points(c, s, seat, colour), 0.0) * min(days / 8.0, 1.0) * taste[ENGINE]
            elif c.effect_kind[card] != NOTHING and c.effect_kind[card] != INSTANT:
                worth += taste[ENGINE] * promise(c, card, days)
    worth += pool_worth(c, s, seat, days, taste) + pending_worth(c, s, seat, taste)
    if taste[DENY] > 0.0:
        worth -= taste[DENY] * altar_needs(c, s, seat, taste)
    if taste[LEAD] > 0.0 and days < 2.0 and s.players > 1:
        best_other = NO_LIMIT
        for other in range(s.players):
            if other != seat:
                best_other = max(best_other, standing(c, s, other))
        worth += taste[LEAD] * (points - best_other) * (1.0 - days / 2.0)
    return worth


@kernel
def best_action(kernels, c, s, actions, n, taste, scratch):
    """Return the index of the action whose position is worth most; where tokens are drawn, on average over some deals."""
    _, _, apply, _, _, redeal, _ = kernels
    states, _, _, no_log = scratch
    seat = int(s.seat)
    if n == 1:
        return 0
    trial = states[0]
    source = coins(s, seat)
    best, best_worth = 0, NO_LIMIT
    deals, days = int(taste[DEALS]), days_left(c, s)
    spends = s.phase == MIDDAY and s.pool_size[seat] >= c.pool_limit  # a full pool that nothing leaves would end all play
    for i in range(n):
        if spends and actions[i] & 15 == PASS:
            continue
        worth, made = 0.0, 0
        while made < deals:
            copy_record(trial, s)
            redeal(c, trial, seat, below(s.luck[source], s.game, source, s.decisions[seat], 1 << 30) + np.int64(made))
            apply(c, trial, actions[i], no_log)
            worth += outlook(c, trial, seat, days, taste)
            made += 1
            if trial.drawn == s.drawn or trial.turn != s.turn:
                break  # nothing that was drawn is one's own
        worth /= made
        if worth > best_worth:
            best, best_worth = i, worth
    return best


@kernel
def even_taste(taste):
    """Fill in a taste that weighs points alone, tokens a little."""
    for i in range(TASTES):
        taste[i] = 0.0
    taste[TOKEN] = 0.7
    taste[CROWD] = 0.03
    taste[NEAR] = 0.6
    taste[ENGINE] = 0.5
    taste[DEALS] = 2.0
    taste[TARGET] = 3.0
    taste[EACH] = 0.4
    taste[SECOND] = 0.2
    taste[SUPPORT] = 0.5
    taste[HORIZON] = 3.0
