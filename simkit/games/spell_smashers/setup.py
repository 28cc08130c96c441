"""Setting up a game."""

import numpy as np

from simkit.core.bits import NONE, bit
from simkit.core.decks import order
from simkit.core.events import WIDTH
from simkit.core.jit import kernel
from simkit.games.spell_smashers.flow import advance, begin_round
from simkit.games.spell_smashers.monsters import clear, enter
from simkit.games.spell_smashers.names import (
    BOSS_CARDS,
    DIFFICULTIES,
    EMPTY,
    FROM_SETUP,
    GEAR_CAP,
    GEAR_DECK,
    GEAR_STAGE,
    LETTER_CAP,
    LETTER_HAND,
    MODIFIER_CAP,
    MODIFIER_DECK,
    MONSTER_CAP,
    MONSTER_STACK,
    OPEN_QUESTS,
    PLACES,
    QUEST_CAP,
    QUEST_DECK,
    SEATS,
    STANDARD,
    START_MODIFIERS,
    WOUND_CAP,
    WOUND_DECK,
    ZONES,
)
from simkit.games.spell_smashers.solo import difficulty, starting_monsters
from simkit.games.spell_smashers.supply import can_draw, draw_letter, draw_tile, gain_coins, hold_gear, shuffle_in_tiles


@kernel
def lay_out(s):
    """Mark everything as empty that is not empty when it is zero."""
    for seat in range(SEATS):
        for i in range(LETTER_HAND):
            s.hand[seat, i] = EMPTY
        for i in range(WOUND_CAP):
            s.wound_hand[seat, i] = EMPTY
        for i in range(OPEN_QUESTS):
            s.quest[seat, i] = EMPTY
        s.weapon[seat] = EMPTY
        s.armor[seat] = EMPTY
        s.tonic_card[seat] = EMPTY
    for place in range(PLACES):
        clear(s, place)
    for zone in range(ZONES):
        s.ruin[zone] = EMPTY
    for i in range(2):
        s.drawn[i] = EMPTY
        s.retyped[i] = EMPTY
    for i in range(LETTER_CAP):
        s.deck[0, i] = EMPTY
        s.deck[1, i] = EMPTY
    for i in range(WOUND_CAP):
        s.wound_deck[i] = EMPTY
    for i in range(MODIFIER_CAP):
        s.modifier_deck[i] = EMPTY
    for i in range(MONSTER_CAP):
        s.stack[i] = EMPTY
    for i in range(GEAR_CAP):
        s.gear_deck[i] = EMPTY
    for i in range(QUEST_CAP):
        s.quest_deck[i] = EMPTY
    s.boss = EMPTY
    s.arriving = EMPTY
    s.arriving_modifier = EMPTY
    s.asked_stage = EMPTY


@kernel
def shuffle_letters(c, s):
    """Shuffle both letter decks."""
    for card in range(c.letters):
        deck = int(c.letter_deck[card])
        s.deck[deck, s.deck_size[deck]] = card
        s.deck_size[deck] += 1
    for deck in range(2):
        order(s.deck[deck], 0, s.deck_size[deck], c.letter_identity, s.luck[deck], s.game, deck, 0)


@kernel
def shuffle_monsters(c, s):
    """Shuffle wounds, monsters and what modifiers are used."""
    for card in range(c.wounds):
        s.wound_deck[card] = card
    s.wound_size = c.wounds
    order(s.wound_deck, 0, c.wounds, c.wound_identity, s.luck[WOUND_DECK], s.game, WOUND_DECK, 0)
    for tile in range(c.monsters):
        s.stack[tile] = tile
    s.stack_size = c.monsters
    order(s.stack, 0, c.monsters, c.monster_identity, s.luck[MONSTER_STACK], s.game, MONSTER_STACK, 0)
    all_used = s.players == 1 and difficulty(c) > STANDARD
    for card in range(c.modifiers):
        if all_used or (s.players > 1 and not c.starred[card]):
            s.modifier_deck[s.modifier_size] = card
            s.modifier_size += 1
        else:
            s.gone_modifiers |= bit(card)
    order(s.modifier_deck, 0, s.modifier_size, c.modifier_identity, s.luck[MODIFIER_DECK], s.game, MODIFIER_DECK, 0)


@kernel
def shuffle_town(c, s):
    """Shuffle gear and quests: alone no quests, and no gear with the multiplayer symbol; what is granted is dealt already."""
    gear, quests = NONE, NONE
    for seat in range(s.players):
        if c.granted_gear[seat] != EMPTY:
            gear |= bit(c.granted_gear[seat])
        if c.granted_quest[seat] != EMPTY:
            quests |= bit(c.granted_quest[seat])
    for card in range(c.gear):
        if gear & bit(card) != NONE:
            continue
        if s.players == 1 and c.gear_multiplayer[card]:
            s.gone_gear |= bit(card)
        else:
            s.gear_deck[s.gear_size] = card
            s.gear_size += 1
    order(s.gear_deck, 0, s.gear_size, c.gear_identity, s.luck[GEAR_DECK], s.game, GEAR_DECK, 0)
    if s.players > 1:
        for card in range(c.quests):
            if quests & bit(card) == NONE:
                s.quest_deck[s.quest_size] = card
                s.quest_size += 1
        order(s.quest_deck, 0, s.quest_size, c.quest_identity, s.luck[QUEST_DECK], s.game, QUEST_DECK, 0)


@kernel(allocates=True)
def fill_row(c, s, log):
    """Fill the monster row: a starting modifier under each monster, the rest of them back to the box."""
    stars = np.empty(MODIFIER_CAP, np.int8)
    n = 0
    for card in range(c.modifiers):
        if c.starred[card]:
            stars[n] = card
            n += 1
    order(stars, 0, n, c.modifier_identity, s.luck[START_MODIFIERS], s.game, START_MODIFIERS, 0)
    for place in range(s.players):
        s.gone_modifiers &= ~bit(stars[place])
        enter(c, s, place, draw_tile(c, s), int(stars[place]), log)


@kernel(allocates=True)
def fill_zones(c, s, log):
    """Place the starting monsters, all in different zones, and lay the boss aside."""
    left = starting_monsters(c)
    while left > 0 and s.stack_size > 0:
        tile = draw_tile(c, s)
        if s.tile[2 * int(c.zone[tile])] != EMPTY:
            s.gone_tiles |= bit(tile)
        else:
            enter(c, s, 2 * int(c.zone[tile]), tile, EMPTY, log)
            left -= 1
    if c.tiles_return == FROM_SETUP:
        shuffle_in_tiles(c, s)
    bosses = np.empty(MONSTER_CAP, np.int8)
    for number in range(c.bosses):
        bosses[number] = MONSTER_CAP + number
    order(bosses, 0, c.bosses, c.monster_identity, s.luck[BOSS_CARDS], s.game, BOSS_CARDS, 0)
    s.boss = bosses[0]
    if c.scenario > 0:
        s.boss = MONSTER_CAP + min((int(c.scenario) - 1) // len(DIFFICULTIES), int(c.bosses) - 1)


@kernel
def deal(c, s, seat, log):
    """Deal a starting hand and coins, and what is granted."""
    for deck in range(2):
        for _ in range(int(c.start_vowels) if deck else int(c.start_consonants)):
            if can_draw(c, s, deck):
                draw_letter(c, s, seat, deck, log)
    coins = int(c.more_coins[s.players, seat]) + (int(c.seat_coins[seat]) if s.players > 1 else 0)
    gain_coins(s, seat, coins, log)
    if c.granted_gear[seat] != EMPTY:
        hold_gear(s, seat, int(c.granted_gear[seat]), log)
    if c.granted_quest[seat] != EMPTY and s.players > 1:
        s.quest[seat, 0] = c.granted_quest[seat]
        s.quest_count[seat] = 1


def reset(c, s):
    """Set up game number `s.game` for `s.players`; the header is set.

    Notes
    -----
    spell_smashers.md, "Game Setup" and "Solo Game Setup". Seat 1 starts with the tiebreaker marker.
    """
    log = np.zeros((0, WIDTH), np.int64)
    lay_out(s)
    shuffle_letters(c, s)
    shuffle_monsters(c, s)
    shuffle_town(c, s)
    if s.players > 1:
        fill_row(c, s, log)
    else:
        fill_zones(c, s, log)
    for seat in range(s.players):
        deal(c, s, seat, log)
    s.round_no = 1
    s.stage = GEAR_STAGE
    begin_round(s, log)
    advance(c, s, log)
