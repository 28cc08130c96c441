"""Carrying out an effect, stage by stage; it stops where somebody has to choose and goes on when that is done.

Every effect is some of the same stages in the same order: discard, add to the altar, replace, swap, take, draw, discard, store, raise,
give to others, drop a level. Which they are, and how many tokens each moves, stands in the card table.
"""

from simkit.core.events import note
from simkit.core.jit import kernel
from simkit.games.spellbook.cards import card_of, mirage, note_use
from simkit.games.spellbook.day import finish_action
from simkit.games.spellbook.names import (
    ACCEPTING,
    ADD_AND_TAKE_COLOUR,
    COPIED,
    COPY_MORNING,
    COPYING,
    DISCARDING,
    DRAW_AND_DISCARD,
    DRAW_AND_OFFER,
    DRAW_UNTIL,
    EMPTY,
    KINDS,
    LOWERED,
    RAISING,
    REPLACING,
    RESERVE,
    STORE_COLOUR,
    STORE_FROM_ALTAR,
    STORE_OR_TAKE,
    STORING,
    STORING_ALTAR,
    SWAP_GET,
    TAKE_RUNE,
    TAKE_STORED_COLOUR,
    TAKING,
)
from simkit.games.spellbook.picks import ANY_COLOUR, available
from simkit.games.spellbook.supply import draw, draw_to_altar, free_spaces, room, to_discards
from simkit.games.spellbook.uses import stored_colours

(
    S_PAY, S_ADD, S_REPLACE, S_REPLACED, S_SWAP, S_TAKE, S_TAKEN, S_DRAW, S_DISCARD, S_STORE, S_RISE, S_GIFT, S_DROP, S_END,
) = range(14)  # fmt: skip


@kernel
def ask(s, phase, left, only_rune, colours, one_colour):
    """Come to the decision which tokens a set consists of."""
    s.phase = phase
    s.left = left
    s.picked = 0
    s.lowest = 0
    s.only_rune = only_rune
    s.colours = colours
    s.one_colour = 1 if one_colour else 0


@kernel
def begin_effect(s, card, acting, rune, choice, log):
    """Get ready to carry out an effect.

    Parameters
    ----------
    acting : int64
        Colour of the card that acts, which may drop a level: the spell's own, or Clone's.
    rune : int64
        Of the marker it looks at.
    choice : int64
        1 for the second of two effects.
    """
    s.effect_card = card
    s.source = acting
    s.rune = rune
    s.choice = choice
    s.stage = S_PAY
    s.triggers = 0
    s.came = 0
    s.gift_to = (s.active + 1) % s.players
    if s.phase == COPYING:  # Clone was used already, for this
        note(log, COPIED, int(s.active), card, 0, 0)
    else:
        note_use(s, acting, card, log)


@kernel
def is_trigger(c, s, seat, kind):
    """Whether taking a token from the altar makes Mirage draw."""
    colour = mirage(c, s, seat)
    return colour != EMPTY and kind % 3 == s.marker[seat, colour]


@kernel
def draw_by_mirage(c, s, log):
    """Draw for the tokens taken, after all takes of the action (ruling SB-R21)."""
    seat = int(s.active)
    if s.triggers > 0:
        card = card_of(s, seat, mirage(c, s, seat))
        note_use(s, mirage(c, s, seat), card, log)
        draw(c, s, seat, int(s.triggers) * int(c.draw[card]), log)
    s.triggers = 0


@kernel
def discard_held(s, log):
    """Lay what was put aside into the discard box; return how many tokens."""
    number = int(s.held_size)
    for kind in range(KINDS):
        while s.held[kind] > 0:
            s.held[kind] -= 1
            to_discards(s, int(s.active), kind, log)
    s.held_size = 0
    return number


@kernel
def ask_take(c, s, card):
    """Ask for tokens from the altar, as many as there are and the pool has room for; say whether there is anything to ask."""
    effect, seat = c.effect[card], int(s.active)
    only_rune, colours = EMPTY, ANY_COLOUR
    if effect == STORE_OR_TAKE:
        if s.choice == 0:
            return False
        only_rune = int(s.rune)
    elif effect == TAKE_RUNE:
        only_rune = int(c.rune[card])
    elif effect == TAKE_STORED_COLOUR:
        colours = stored_colours(s, seat)
    number = min(int(c.takes[card]), room(c, s, seat), available(s.altar, only_rune, colours))
    if number > 0:
        ask(s, TAKING, number, only_rune, colours, effect == ADD_AND_TAKE_COLOUR)
    return number > 0


@kernel
def ask_store(c, s, card):
    """Ask for tokens to store, as many as the Familiar has room for; say whether there is anything to ask."""
    effect, seat = c.effect[card], int(s.active)
    free = free_spaces(c, s, seat)
    if effect == STORE_FROM_ALTAR:
        number = min(int(c.store[card]), free, int(s.on_altar))
        if number > 0:
            ask(s, STORING_ALTAR, number, EMPTY, ANY_COLOUR, False)
        return number > 0
    if effect == STORE_OR_TAKE and s.choice == 1:
        return False
    number = min(int(c.store[card]), free)
    if number > 0:
        ask(s, STORING, number, int(s.rune) if effect == STORE_OR_TAKE else EMPTY, ANY_COLOUR, effect == STORE_COLOUR)
    return number > 0


@kernel
def give(c, s, card, log):
    """Give every other player something, in turn order from the left; say whether one of them has to choose (rulings SB-R11, R23)."""
    if s.players == 1:
        s.reserve += c.gift[card]
        note(log, RESERVE, 0, -1, int(s.reserve), 0)
        return False
    while s.gift_to != s.active:
        seat = int(s.gift_to)
        s.gift_to = (seat + 1) % s.players
        if c.effect[card] == DRAW_AND_OFFER:
            number = min(int(c.gift[card]), room(c, s, seat), int(s.on_altar))
            if number > 0:
                s.seat = seat
                ask(s, ACCEPTING, number, EMPTY, ANY_COLOUR, False)
                return True
        else:
            draw(c, s, seat, int(c.gift[card]), log)
    s.seat = s.active
    return False


@kernel
def drop_level(c, s, card, log):
    """Lower the acting card, not below its lowest level (ruling SB-R9); Clone may stay as it is (ruling SB-R20)."""
    seat, colour = int(s.active), int(s.source)
    if s.spell[colour] != card // 3 and not c.clone_drops:
        return
    for _ in range(c.drop[card]):
        if s.level[seat, colour] > 3:
            s.level[seat, colour] -= 1
            note(log, LOWERED, seat, card_of(s, seat, colour), int(s.level[seat, colour]), 0)


@kernel
def run(c, s, log):
    """Carry on with an effect until somebody has to choose, or to its end."""
    while True:
        card, seat, stage = int(s.effect_card), int(s.active), int(s.stage)
        effect = c.effect[card]
        s.stage = stage + 1
        if stage == S_PAY:
            if c.pay[card] > 0:
                rune = int(s.rune) if effect == COPY_MORNING else int(c.rune[card])
                ask(s, DISCARDING, int(c.pay[card]), rune, ANY_COLOUR, False)
                return
        elif stage == S_ADD:
            if effect == COPY_MORNING:
                s.phase = COPYING
                return
            draw_to_altar(c, s, seat, int(c.add[card]), log)
        elif stage == S_REPLACE:
            if c.replace[card] > 0:
                ask(s, REPLACING, min(int(c.replace[card]), int(s.on_altar)), EMPTY, ANY_COLOUR, False)
                return
        elif stage == S_REPLACED:
            if c.replace[card] > 0:
                draw_to_altar(c, s, seat, discard_held(s, log), log)
        elif stage == S_SWAP:
            if c.swap[card] > 0:
                ask(s, SWAP_GET, int(c.swap[card]), EMPTY, ANY_COLOUR, False)
                return
        elif stage == S_TAKE:
            if c.takes[card] > 0 and ask_take(c, s, card):
                return
        elif stage == S_TAKEN:
            draw_by_mirage(c, s, log)
        elif stage == S_DRAW:
            number = int(c.draw[card])
            if effect == DRAW_UNTIL:
                number -= int(s.pool_size[seat])
            if number > 0:
                s.came = draw(c, s, seat, number, log)
        elif stage == S_DISCARD:
            number = int(c.discard[card])
            if effect == DRAW_AND_DISCARD:
                number = min(number, int(s.came))
            number = min(number, int(s.pool_size[seat]))
            if number > 0:
                ask(s, DISCARDING, number, EMPTY, ANY_COLOUR, False)
                return
        elif stage == S_STORE:
            if c.store[card] > 0 and ask_store(c, s, card):
                return
        elif stage == S_RISE:
            if c.rise[card] > 0:
                s.phase = RAISING
                return
        elif stage == S_GIFT:
            if c.gift[card] > 0 and give(c, s, card, log):
                s.stage = stage
                return
        elif stage == S_DROP:
            drop_level(c, s, card, log)
        else:
            end_effect(s)
            finish_action(c, s, log)
            return


@kernel
def end_effect(s):
    """Forget the effect that was carried out."""
    s.effect_card = EMPTY
    s.source = EMPTY
    s.rune = EMPTY
    s.choice = 0
    s.stage = 0
    s.came = 0
    s.gift_to = 0
    forget_picks(s)


@kernel
def forget_picks(s):
    """Forget what was picked."""
    ask(s, int(s.phase), 0, EMPTY, 0, False)
