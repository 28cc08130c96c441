"""Decks, discard piles, coins and ale: what every part of a round takes from and puts back."""

import numpy as np

from simkit.core.bits import NONE, bit
from simkit.core.decks import order, take_out
from simkit.core.events import LOST, TAKEN, note
from simkit.core.jit import kernel
from simkit.games.spell_smashers.names import (
    DREW,
    DREW_WOUND,
    EMPTY,
    GAINED_COINS,
    GEAR_CAP,
    MODIFIER_DECK,
    MONSTER_STACK,
    PAID,
    QUEST_CAP,
    SHUFFLED,
    WHEN_EMPTY,
    WOUND_DECK,
)


@kernel
def holds(bits, index):
    """Whether a set of up to 64 holds a member."""
    return bits & bit(index) != NONE


@kernel
def in_letter_discard(s, card):
    """Whether a letter card lies in a discard pile."""
    return holds(s.letter_discard[card // 64], card % 64)


@kernel
def discard_letter(s, card):
    """Put a letter card on its discard pile."""
    s.letter_discard[card // 64] |= bit(card % 64)


@kernel
def can_draw(c, s, deck):
    """Whether a letter deck or its discard pile holds a card."""
    if s.deck_size[deck] > 0:
        return True
    for card in range(c.letters):
        if c.letter_deck[card] == deck and in_letter_discard(s, card):
            return True
    return False


@kernel
def draw_letter(c, s, seat, deck, log):
    """Draw a letter card into a hand; an empty deck takes its discards, shuffled (ruling SS-R13)."""
    if s.deck_size[deck] == 0:
        size = 0
        for card in range(c.letters):
            if c.letter_deck[card] == deck and in_letter_discard(s, card):
                s.deck[deck, size] = card
                size += 1
                s.letter_discard[card // 64] &= ~bit(card % 64)
        s.shuffles[deck] += 1
        order(s.deck[deck], 0, size, c.letter_identity, s.luck[deck], s.game, deck, int(s.shuffles[deck]))
        s.deck_size[deck] = size
        note(log, SHUFFLED, seat, deck, size, 0)
    top = int(s.deck_size[deck]) - 1
    card = int(s.deck[deck, top])
    s.deck[deck, top] = EMPTY
    s.deck_size[deck] = top
    s.hand[seat, s.hand_size[seat]] = card
    s.hand_size[seat] += 1
    note(log, DREW, seat, card, deck, 0)


@kernel
def take_letter(s, seat, place):
    """Take a letter card out of a hand; the others move up."""
    card = take_out(s.hand[seat], place, int(s.hand_size[seat]))
    s.hand_size[seat] -= 1
    return card


@kernel(any_length=True)
def shuffle_back(s, source, deck, discard, cards, identities):
    """Make a deck of the discarded ones of `cards` cards, shuffled, and return how many there are (ruling SS-R13)."""
    size = 0
    for card in range(cards):
        if holds(discard, card):
            deck[size] = card
            size += 1
    if size > 0:
        s.shuffles[source] += 1
        order(deck, 0, size, identities, s.luck[source], s.game, source, int(s.shuffles[source]))
    return size


@kernel(any_length=True)
def take_top(deck, size):
    """Take the top card off a deck of `size` cards."""
    return take_out(deck, size - 1, size)


@kernel
def draw_wound_card(c, s):
    """Take the top wound card, or return EMPTY when none is left at all (ruling SS-R13)."""
    if s.wound_size == 0:
        s.wound_size = shuffle_back(s, WOUND_DECK, s.wound_deck, s.wound_discard, c.wounds, c.wound_identity)
        s.wound_discard = NONE
    if s.wound_size == 0:
        return EMPTY
    s.wound_size -= 1
    return take_top(s.wound_deck, int(s.wound_size) + 1)


@kernel
def suffer(c, s, seat, wounds, log):
    """Draw wounds into a hand; return how many there were."""
    for i in range(wounds):
        card = draw_wound_card(c, s)
        if card == EMPTY:
            return i
        s.wound_hand[seat, s.wound_count[seat]] = card
        s.wound_count[seat] += 1
        s.wounds_taken[seat] += 1
        note(log, DREW_WOUND, seat, card, 0, 0)
    return wounds


@kernel
def discard_wound(s, seat, place):
    """Discard a wound of a hand and return it; the others move up."""
    card = take_out(s.wound_hand[seat], place, int(s.wound_count[seat]))
    s.wound_count[seat] -= 1
    s.wound_discard |= bit(card)
    return card


@kernel
def draw_modifier(c, s):
    """Take the top modifier, or return EMPTY when there is none left at all; discards are shuffled (ruling SS-R13)."""
    if s.modifier_size == 0:
        s.modifier_size = shuffle_back(s, MODIFIER_DECK, s.modifier_deck, s.modifier_discard, c.modifiers, c.modifier_identity)
        s.modifier_discard = NONE
    if s.modifier_size == 0:
        return EMPTY
    s.modifier_size -= 1
    return take_top(s.modifier_deck, int(s.modifier_size) + 1)


@kernel
def draw_tile(c, s):
    """Take the top monster tile, or return EMPTY; discards are shuffled only by another reading of ruling SS-R30."""
    if s.stack_size == 0 and c.tiles_return == WHEN_EMPTY and s.players == 1:
        s.stack_size = shuffle_back(s, MONSTER_STACK, s.stack, s.gone_tiles, c.monsters, c.monster_identity)
        s.gone_tiles = NONE
    if s.stack_size == 0:
        return EMPTY
    s.stack_size -= 1
    s.known_top = max(int(s.known_top) - 1, 0)
    return take_top(s.stack, int(s.stack_size) + 1)


@kernel
def shuffle_in_tiles(c, s):
    """Shuffle the tiles discarded at setup back into the stack, by another reading of ruling SS-R30."""
    if s.gone_tiles == NONE:
        return
    for tile in range(c.monsters):
        if holds(s.gone_tiles, tile):
            s.stack[s.stack_size] = tile
            s.stack_size += 1
    s.gone_tiles = NONE
    s.shuffles[MONSTER_STACK] += 1
    order(s.stack, 0, s.stack_size, c.monster_identity, s.luck[MONSTER_STACK], s.game, MONSTER_STACK, int(s.shuffles[MONSTER_STACK]))


@kernel
def draw_gear(s):
    """Take the top gear card, or return EMPTY."""
    if s.gear_size == 0:
        return EMPTY
    head = int(s.gear_head)
    card = int(s.gear_deck[head])
    s.gear_deck[head] = EMPTY
    s.gear_known[head] = 0
    s.gear_head = (head + 1) % GEAR_CAP
    s.gear_size -= 1
    return card


@kernel
def put_gear_under(s, card, known):
    """Put a gear card under the deck, known to a set of seats."""
    place = (int(s.gear_head) + int(s.gear_size)) % GEAR_CAP
    s.gear_deck[place] = card
    s.gear_known[place] = known
    s.gear_size += 1


@kernel
def draw_quest(s):
    """Take the top quest card, or return EMPTY."""
    if s.quest_size == 0:
        return EMPTY
    head = int(s.quest_head)
    card = int(s.quest_deck[head])
    s.quest_deck[head] = EMPTY
    s.quest_known[head] = 0
    s.quest_head = (head + 1) % QUEST_CAP
    s.quest_size -= 1
    return card


@kernel
def put_quest_under(s, card, known, seat, log):
    """Put a quest card under the deck, known to a set of seats."""
    place = (int(s.quest_head) + int(s.quest_size)) % QUEST_CAP
    s.quest_deck[place] = card
    s.quest_known[place] = known
    s.quest_size += 1
    note(log, LOST, seat, GEAR_CAP + card, 0, 0)


@kernel
def hold_gear(s, seat, card, log):
    """Give a seat a gear card."""
    s.gear_held[seat] |= bit(card)
    note(log, TAKEN, seat, card, int(s.round_no), 0)


@kernel
def gain_coins(s, seat, amount, log):
    """Give a seat coins from the supply, which has no end."""
    if amount > 0:
        s.bank -= amount
        s.coins[seat] += amount
        note(log, GAINED_COINS, seat, -1, amount, 0)


@kernel
def pay(s, seat, amount, log):
    """Pay coins to the supply."""
    if amount > 0:
        s.bank += amount
        s.coins[seat] -= amount
        note(log, PAID, seat, -1, amount, 0)


@kernel
def gain_ale(s, seat, amount):
    """Give a seat ale from the Tavern, which has no end."""
    s.ale_bank -= amount
    s.ale[seat] += amount


@kernel
def members(bits):
    """Count the members of a set of 64."""
    total = 0
    rest = np.uint64(bits)
    while rest != NONE:
        rest &= rest - np.uint64(1)
        total += 1
    return total
