"""Dice, mana, decks and the island: what every part of a turn takes from and puts back."""

from simkit.core.bits import NONE, bit
from simkit.core.chance import below
from simkit.core.decks import order_few
from simkit.core.events import OFFERED, POINTS, note
from simkit.core.jit import kernel
from simkit.games.spellbloom.names import (
    DECK,
    DISCARDED,
    EMPTY,
    GAINED,
    GUIDE_DICE,
    LINE_REGIONS,
    REFILLED,
    ROLLED,
    ROLLED_GUIDE,
    SEAT_DICE,
    SPELL_CAP,
    SPENT,
)


@kernel
def roll_die(s, seat, die, log):
    """Roll one of a seat's dice: its k-th roll is the same number whatever else happened."""
    source = SEAT_DICE + seat
    s.die[seat, die] = 1 + below(s.luck[source], s.game, source, int(s.rolls[seat, die]) * 6 + die, 6)
    s.rolls[seat, die] += 1
    note(log, ROLLED, seat, die, int(s.die[seat, die]), 0)


@kernel
def roll_guides(s, log):
    """Roll all guide dice; all are available."""
    for die in range(6):
        s.guide[die] = 1 + below(s.luck[GUIDE_DICE], s.game, GUIDE_DICE, int(s.guide_rolls[die]) * 6 + die, 6)
        s.guide_rolls[die] += 1
        note(log, ROLLED_GUIDE, int(s.seat), die, int(s.guide[die]), 0)
    s.guide_free = 63


@kernel
def pay(s, seat, amount, log):
    """Move mana from a personal supply to the general one."""
    if amount > 0:
        s.mana[seat] -= amount
        s.supply += amount
        note(log, SPENT, seat, -1, amount, 0)


@kernel
def gain(s, seat, amount, card, log):
    """Move mana from the general supply to a personal one, as far as it reaches (ruling SP-R1)."""
    got = max(min(amount, int(s.supply)), 0)
    s.supply -= got
    s.mana[seat] += got
    note(log, GAINED, seat, card, got, amount)


@kernel
def score_points(s, seat, line, points, card, log):
    """Score points during the game."""
    s.scored[seat, line] += points
    note(log, POINTS, seat, card, points, line)


@kernel
def draw_spell(s):
    """Take the top card of the spell deck, or return EMPTY (never with our decks: ruling SP-R2)."""
    if s.deck_top == s.deck_end:
        return EMPTY
    card = int(s.deck[s.deck_top])
    s.deck_top += 1
    s.under = min(int(s.under), int(s.deck_end) - int(s.deck_top))
    return card


@kernel
def refill(s, region, log):
    """Lay the top card of the spell deck on an empty region."""
    s.island[region] = draw_spell(s)
    if s.island[region] != EMPTY:
        note(log, REFILLED, int(s.seat), int(s.island[region]), region, 0)


@kernel
def to_grid(c, s, card):
    """Lay a discarded spell beside the island (solo timer)."""
    s.grid += 1
    s.grid_colour[c.colour[card]] += 1
    s.grid_cards[card // 64] |= bit(card % 64)


@kernel
def begins_batch(s, place):
    """Whether cards put under the deck at one moment begin at a place."""
    return s.batches[place // 64] & bit(place % 64) != NONE


@kernel
def mark_batch(s, place):
    """Note that cards put under the deck at one moment begin at a place."""
    s.batches[place // 64] |= bit(place % 64)


@kernel
def move_to_front(s):
    """Move the deck to the front of its array."""
    top, size = int(s.deck_top), int(s.deck_end) - int(s.deck_top)
    low, high = s.batches[0], s.batches[1]
    s.batches[0] = NONE
    s.batches[1] = NONE
    for i in range(size):
        s.deck[i] = s.deck[top + i]
        place = top + i
        if (low if place < 64 else high) & bit(place % 64) != NONE:
            mark_batch(s, i)
    for i in range(size, SPELL_CAP):
        s.deck[i] = EMPTY
    s.deck_top = 0
    s.deck_end = size


@kernel
def put_under(s, region, count):
    """Put the spell of a region under the deck, unordered yet; return how many of this moment lie there now."""
    if s.deck_end == SPELL_CAP:
        move_to_front(s)
    if count == 0:
        mark_batch(s, int(s.deck_end))
    s.deck[s.deck_end] = s.island[region]
    s.deck_end += 1
    return count + 1


@kernel
def offer(s, log):
    """Note what lies on the island when the seat learns or rests; what it discards was offered, too."""
    for region in range(6):
        if s.island[region] != EMPTY:
            note(log, OFFERED, int(s.seat), int(s.island[region]), region, 0)


@kernel
def discard_line(c, s, line, log):
    """Discard a row or column of the island and fill it again, left to right or top to bottom.

    Notes
    -----
    spellbloom.md, "Discard Spells from the Island board"; alone the cards join the timer grid ("Solo Mode", 4).
    """
    regions = LINE_REGIONS[line]
    under = 0
    for region in range(6):
        card = s.island[region]
        if (regions >> region) & 1 and card != EMPTY:
            note(log, OFFERED, int(s.seat), int(card), region, 0)
            note(log, DISCARDED, int(s.seat), int(card), region, 0)
            if s.players == 1:
                to_grid(c, s, card)
            else:
                under = put_under(s, region, under)
            s.island[region] = EMPTY
    if under > 0:
        s.shuffles += 1
        end = int(s.deck_end)
        order_few(s.deck, end - under, end, c.identity, s.luck[DECK], s.game, DECK, int(s.shuffles))
        s.under += under
    for region in range(6):
        if (regions >> region) & 1:
            refill(s, region, log)
