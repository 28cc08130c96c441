"""Which spells can be used, and with what: one action for each way that makes a difference.

Where an effect begins with the choice of a token, the action holds the first one; the others follow one by one.
"""

from simkit.core.jit import kernel
from simkit.games.spellbook.cards import alike_rune, card_at, card_of, copies, is_usable, looks_at_marker
from simkit.games.spellbook.encoding import BY_CLONE, BY_RUNE, CHOICE, COLOUR, LEVEL, NO_RUNE, NO_TOKEN, RUNE, TOKEN
from simkit.games.spellbook.names import (
    ACTION,
    ADD_AND_TAKE,
    ADD_AND_TAKE_COLOUR,
    COPY_EVENING,
    COPY_MIDDAY,
    COPY_MORNING,
    DISCARD_AND_DRAW,
    DISCARD_AND_RAISE,
    DRAW,
    DRAW_AND_DISCARD,
    DRAW_AND_OFFER,
    DRAW_TOKENS,
    DRAW_UNTIL,
    EMPTY,
    ENDGAME,
    EVENING,
    KINDS,
    LEARN,
    MIDDAY,
    NUM_COLOURS,
    REPLACE_AND_TAKE,
    RUNE_WILDS,
    STORE_COLOUR,
    STORE_FROM_ALTAR,
    STORE_OR_TAKE,
    SWAP_WITH_ALTAR,
    SWAP_WITH_FAMILIAR,
    TAKE,
    TAKE_AND_SHARE,
    TAKE_RUNE,
    TAKE_STORED_COLOUR,
    USE,
)
from simkit.games.spellbook.payments import list_payments, list_rune_wilds
from simkit.games.spellbook.picks import ANY_COLOUR, available, list_picks, list_shared
from simkit.games.spellbook.supply import drawable, free_spaces, room


@kernel
def stored_colours(s, seat):
    """Return the colours on a Familiar, as a set."""
    colours = 0
    for kind in range(KINDS):
        if s.familiar[seat, kind] > 0:
            colours |= 1 << (kind // 3)
    return colours


@kernel
def can_rise(s, seat, colour, acting):
    """Whether a spell is another learned one below the highest level (ruling SB-R23)."""
    return colour != acting and 0 < s.level[seat, colour] < 5


@kernel
def may_rise(s, seat, acting):
    """Whether there is any."""
    for colour in range(NUM_COLOURS):
        if can_rise(s, seat, colour, acting):
            return True
    return False


@kernel
def stores_less(c, s, card, free):
    """Whether a lower level stores as many tokens as this one, since the Familiar has room for no more (ruling SB-R18)."""
    for lower in range(card - card % 3, card):
        if c.effect_kind[lower] == ACTION and c.effect[lower] == c.effect[card] and c.drop[lower] == c.drop[card]:
            if min(int(c.store[lower]), free) == min(int(c.store[card]), free):
                return True
    return False


@kernel
def takes_less(c, card):
    """Whether a lower level takes as many tokens as this one."""
    for lower in range(card - card % 3, card):
        if c.effect_kind[lower] == ACTION and c.effect[lower] == c.effect[card] and c.takes[lower] == c.takes[card]:
            return True
    return False


@kernel
def swaps_more(c, card, highest):
    """Whether another level that may be used allows all that this one does: swapping fewer tokens is part of swapping more."""
    for other in range(card - card % 3, highest + 1):
        if other != card and c.effect_kind[other] == ACTION and c.effect[other] == c.effect[card] and c.drop[other] == c.drop[card]:
            if c.swap[other] > c.swap[card] or (c.swap[other] == c.swap[card] and other < card):
                return True
    return False


@kernel
def list_store_colour(c, s, seat, card, free, base, actions, n):
    """List the first tokens of a set of one colour: the pool holds the full number, the Familiar may have room for fewer."""
    pool = s.pool[seat]
    number = int(c.store[card])
    for colour in range(NUM_COLOURS):
        if int(pool[3 * colour]) + int(pool[3 * colour + 1]) + int(pool[3 * colour + 2]) >= number:
            n = list_picks(pool, min(number, free), 3 * colour, EMPTY, 1 << colour, True, base, actions, n)
    return n


@kernel
def list_use(c, s, seat, card, highest, rune, acting, base, actions, n):
    """List the ways to use one level of a spell; those of full amounts need them (ruling SB-R23).

    Parameters
    ----------
    card : int64
        The spell at the level that is used.
    highest : int64
        The same spell at the highest level that may be used.
    rune : int64
        Of the marker it looks at.
    acting : int64
        Colour of the card that acts: the spell's own, or Clone's.
    base : int64
        The action without its first token.
    """
    effect = c.effect[card]
    pool, altar = s.pool[seat], s.altar
    space, free = room(c, s, seat), free_spaces(c, s, seat)
    if effect == DISCARD_AND_DRAW:
        n = list_picks(pool, int(c.pay[card]), 0, int(c.rune[card]), ANY_COLOUR, False, base, actions, n)
    elif effect == TAKE_RUNE:
        if space >= c.takes[card]:
            n = list_picks(altar, int(c.takes[card]), 0, int(c.rune[card]), ANY_COLOUR, False, base, actions, n)
    elif effect == SWAP_WITH_ALTAR:
        if not swaps_more(c, card, highest):
            n = list_shared(altar, pool, s.held, 0, 0, alike_rune(c, s, seat, effect), base, actions, n)
    elif effect == SWAP_WITH_FAMILIAR:
        if not swaps_more(c, card, highest):
            n = list_shared(s.familiar[seat], pool, s.held, 0, 0, EMPTY, base, actions, n)
    elif effect == STORE_COLOUR:
        if free >= (1 if c.store_what_fits else c.store[card]) and not stores_less(c, s, card, free):
            n = list_store_colour(c, s, seat, card, free, base, actions, n)
    elif effect == STORE_OR_TAKE:
        number = int(c.store[card])
        if free >= (1 if c.store_what_fits else number) and not stores_less(c, s, card, free):
            if available(pool, rune, ANY_COLOUR) >= number:
                n = list_picks(pool, min(number, free), 0, rune, ANY_COLOUR, False, base, actions, n)
        if c.takes[card] > 0 and space >= c.takes[card] and not takes_less(c, card):
            n = list_picks(altar, int(c.takes[card]), 0, rune, ANY_COLOUR, False, base | (1 << CHOICE), actions, n)
    elif effect == DISCARD_AND_RAISE:
        if may_rise(s, seat, acting):
            n = list_picks(pool, int(c.pay[card]), 0, int(c.rune[card]), ANY_COLOUR, False, base, actions, n)
    elif effect == TAKE_AND_SHARE:
        if space >= c.takes[card] + c.draw[card]:
            n = list_picks(altar, int(c.takes[card]), 0, EMPTY, ANY_COLOUR, False, base, actions, n)
    elif effect == REPLACE_AND_TAKE:
        if space > 0:
            n = list_picks(altar, 1, 0, EMPTY, ANY_COLOUR, False, base, actions, n)
    elif effect == STORE_FROM_ALTAR:
        if free >= c.store[card]:
            n = list_picks(altar, int(c.store[card]), 0, EMPTY, ANY_COLOUR, False, base, actions, n)
    elif effect == TAKE_STORED_COLOUR:
        if space >= c.takes[card]:
            n = list_picks(altar, int(c.takes[card]), 0, EMPTY, stored_colours(s, seat), False, base, actions, n)
    elif can_draw(c, s, seat, card, space):
        actions[n] = base | (NO_TOKEN << TOKEN)
        n += 1
    return n


@kernel
def can_draw(c, s, seat, card, space):
    """Whether an effect that begins with drawing can be used: there is room, and something to draw."""
    effect = c.effect[card]
    if space == 0 or drawable(s) == 0:
        return False
    if effect == DRAW_AND_DISCARD:
        return space >= c.draw[card]
    if effect == DRAW_UNTIL:
        return s.pool_size[seat] < c.draw[card]
    return effect in (DRAW, DRAW_AND_OFFER, ADD_AND_TAKE, ADD_AND_TAKE_COLOUR)


@kernel
def acting_level(c, s, seat, colour):
    """Return the level at which a seat's spell may act, 0 if it may not (ruling SB-R8)."""
    level = int(s.level[seat, colour])
    if level > 0 and not c.mixed_spells_act and c.effect_kind[card_at(s, colour, level)] == ENDGAME:
        return 0
    return level


@kernel
def list_levels(c, s, seat, colour, above, level, rune, acting, base, actions, n):
    """List the ways to use a spell at a level or a lower one (spellbook.fr.md, "Cartes Sort spécifiques à une phase"), but above one."""
    highest = card_at(s, colour, level)
    wilds = 0
    for card in range(card_at(s, colour, max(3, above + 1)), highest + 1):
        if c.effect_kind[card] != ACTION or c.same_as[card] != EMPTY:
            continue
        if c.effect[card] == RUNE_WILDS:
            wilds = max(wilds, int(c.wilds[card]))
        else:
            n = list_use(c, s, seat, card, highest, rune, acting, base | (colour << COLOUR) | ((card % 3) << LEVEL), actions, n)
    if wilds > 0:
        n = list_rune_wilds(c, s, seat, rune, wilds, LEARN | (1 << BY_RUNE) | (base & (1 << BY_CLONE)), actions, n)
    return n


@kernel
def copied_level(c, s, seat, colour, rune):
    """Return the highest level at which other players' spells of a colour may act; by the rune on them unless it is EMPTY."""
    best = 0
    for other in range(s.players):
        if other != seat and (rune == EMPTY or s.marker[other, colour] == rune):
            best = max(best, acting_level(c, s, other, colour))
    return best


@kernel
def list_copies(c, s, seat, phase, acting, actions, n):
    """List the uses of other players' spells of a phase (rulings SB-R14, R20), but for those the seat's own spell allows as well."""
    base = USE | (1 << BY_CLONE)
    for colour in range(NUM_COLOURS):
        spell = int(s.spell[colour])
        if c.spell_phase[spell] != phase or copies(c, 3 * spell) or copies(c, 3 * spell + 1) or copies(c, 3 * spell + 2):
            continue
        if looks_at_marker(c, 3 * spell) or looks_at_marker(c, 3 * spell + 1) or looks_at_marker(c, 3 * spell + 2):
            for rune in range(3):
                if c.clone_marker:
                    level = copied_level(c, s, seat, colour, EMPTY) if rune == s.marker[seat, acting] else 0
                else:
                    level = copied_level(c, s, seat, colour, rune)
                if level > 0:
                    n = list_levels(c, s, seat, colour, 0, level, rune, acting, base | (rune << RUNE), actions, n)
                    if n < 0:
                        return n
        else:
            level = copied_level(c, s, seat, colour, EMPTY)
            own = own_choice(c, s, seat, colour, phase)
            if level > own:
                n = list_levels(c, s, seat, colour, own, level, EMPTY, acting, base | (NO_RUNE << RUNE), actions, n)
    return n


@kernel
def own_choice(c, s, seat, colour, phase):
    """Return the level up to which the seat may use a spell itself at this moment, so that copying it changes nothing; 0 if it differs."""
    if s.phase != phase or not is_usable(s, seat, colour):
        return 0
    for card in range(card_at(s, colour, 3), card_at(s, colour, 6)):
        if c.drop[card] > 0 or c.effect[card] == DISCARD_AND_RAISE:
            return 0
    return acting_level(c, s, seat, colour)


@kernel
def list_clone(c, s, seat, colour, level, actions, n):
    """List what a spell that copies offers at its level and below."""
    for card in range(card_at(s, colour, 3), card_at(s, colour, level) + 1):
        if c.effect_kind[card] != ACTION or c.same_as[card] != EMPTY:
            continue
        if c.effect[card] == COPY_MIDDAY:
            n = list_copies(c, s, seat, MIDDAY, colour, actions, n)
        elif c.effect[card] == COPY_EVENING:
            n = list_payments(c, s, seat, LEARN | (1 << BY_CLONE), actions, n)
            if n >= 0:
                n = list_copies(c, s, seat, EVENING, colour, actions, n)
        elif c.effect[card] == COPY_MORNING:
            base = USE | (colour << COLOUR) | ((card % 3) << LEVEL) | (NO_RUNE << RUNE)
            n = list_picks(s.pool[seat], int(c.pay[card]), 0, int(s.marker[seat, colour]), ANY_COLOUR, False, base, actions, n)
        if n < 0:
            return n
    return n


@kernel
def list_spells(c, s, seat, phase, actions, n):
    """List the uses of a seat's own spells in a phase."""
    for colour in range(NUM_COLOURS):
        if c.spell_phase[s.spell[colour]] != phase or not is_usable(s, seat, colour):
            continue
        level = acting_level(c, s, seat, colour)
        if level == 0:
            continue
        if copies(c, card_of(s, seat, colour)):
            n = list_clone(c, s, seat, colour, level, actions, n)
        else:
            rune = int(s.marker[seat, colour])
            n = list_levels(c, s, seat, colour, 0, level, rune, colour, USE | (NO_RUNE << RUNE), actions, n)
        if n < 0:
            return n
    return n


@kernel
def list_basic_morning(c, s, seat, base, actions, n):
    """List taking a token from the altar and drawing (spellbook.fr.md, "Matin"; ruling SB-R12)."""
    if room(c, s, seat) > 0:
        n = list_picks(s.altar, 1, 0, EMPTY, ANY_COLOUR, False, TAKE | base, actions, n)
        if drawable(s) > 0:
            actions[n] = DRAW_TOKENS | base
            n += 1
    return n
