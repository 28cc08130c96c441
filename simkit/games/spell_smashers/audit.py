"""Every conservation law of the game: each card and tile in one place, coins and ale balanced, gear and trophies used by their owners."""

from simkit.core.bits import NONE, bit
from simkit.core.jit import kernel
from simkit.games.spell_smashers.names import (
    ARMOR,
    EMPTY,
    GEAR_CAP,
    KEEP_GEAR,
    KEEP_QUEST,
    MONSTER_CAP,
    PLACES,
    QUEST_CAP,
    WEAPON,
    ZONES,
)
from simkit.games.spell_smashers.supply import holds, in_letter_discard, members

LETTER_LAW, WOUND_LAW, MODIFIER_LAW, TILE_LAW, GEAR_LAW, QUEST_LAW, COIN_LAW, ALE_LAW, ACTIVE_LAW, STAGE_LAW = range(1, 11)
SEVERAL = -(1 << 20)  # added once a card is met twice: no count comes out right any more


@kernel
def add(seen, card):
    """Put a card into a set and return it with the change of a count: 1, or SEVERAL if it was there."""
    if holds(seen, card):
        return seen, SEVERAL
    return seen | bit(card), 1


@kernel
def audit_letters(c, s):
    """Whether every letter card is in its deck, on its discard pile or in one hand."""
    low, high, count, more = NONE, NONE, 0, 0
    for card in range(c.letters):
        if in_letter_discard(s, card):
            if card < 64:
                low, more = add(low, card)
            else:
                high, more = add(high, card - 64)
            count += more
    for deck in range(2):
        for i in range(s.deck_size[deck]):
            card = int(s.deck[deck, i])
            if c.letter_deck[card] != deck:
                return False
            if card < 64:
                low, more = add(low, card)
            else:
                high, more = add(high, card - 64)
            count += more
    for seat in range(s.players):
        for i in range(s.hand_size[seat]):
            card = int(s.hand[seat, i])
            if card < 64:
                low, more = add(low, card)
            else:
                high, more = add(high, card - 64)
            count += more
    return count == c.letters and members(low) + members(high) == c.letters


@kernel
def audit_wounds(c, s):
    """Whether every wound card is in the deck, discarded, in one hand or on a building."""
    seen, count = s.wound_discard, members(s.wound_discard)
    for i in range(s.wound_size):
        seen, more = add(seen, s.wound_deck[i])
        count += more
    for seat in range(s.players):
        for i in range(s.wound_count[seat]):
            seen, more = add(seen, s.wound_hand[seat, i])
            count += more
    for zone in range(ZONES):
        if s.ruin[zone] != EMPTY and s.ruin[zone] < c.wounds:
            seen, more = add(seen, s.ruin[zone])
            count += more
    return count == c.wounds


@kernel
def audit_modifiers(c, s):
    """Whether every modifier is in the deck, discarded, in the box, under one monster or waiting with one."""
    seen, count = s.modifier_discard | s.gone_modifiers, members(s.modifier_discard) + members(s.gone_modifiers)
    for i in range(s.modifier_size):
        seen, more = add(seen, s.modifier_deck[i])
        count += more
    for place in range(PLACES):
        if s.modifier[place] != EMPTY:
            seen, more = add(seen, s.modifier[place])
            count += more
    if s.arriving_modifier != EMPTY:
        seen, more = add(seen, s.arriving_modifier)
        count += more
    return count == c.modifiers and members(seen) == c.modifiers


@kernel
def audit_tiles(c, s):
    """Whether every tile is in the stack, in play, a trophy, waiting or out of the game; and places without one are empty."""
    seen, count = s.gone_tiles, members(s.gone_tiles)
    for i in range(s.stack_size):
        seen, more = add(seen, s.stack[i])
        count += more
    for place in range(PLACES):
        if s.tile[place] == EMPTY:
            if s.coins_on[place] != 0 or s.ale_on[place] != 0 or s.modifier[place] != EMPTY or s.gear_on[place] != EMPTY:
                return False
        elif s.coins_on[place] <= 0:
            return False
        elif s.tile[place] < MONSTER_CAP:
            seen, more = add(seen, s.tile[place])
            count += more
    if s.arriving != EMPTY and s.arriving < MONSTER_CAP:
        seen, more = add(seen, s.arriving)
        count += more
    for seat in range(s.players):
        if seen & s.trophies[seat] != NONE:
            return False
        seen |= s.trophies[seat]
        count += members(s.trophies[seat])
    return count == c.monsters and members(seen) == c.monsters


@kernel
def audit_gear(c, s):
    """Whether every gear card is in the deck, on a crest, held by one seat, being looked at or not used."""
    seen, count = s.gone_gear, members(s.gone_gear)
    for i in range(s.gear_size):
        seen, more = add(seen, s.gear_deck[(int(s.gear_head) + i) % GEAR_CAP])
        count += more
    for place in range(PLACES):
        if s.gear_on[place] != EMPTY:
            seen, more = add(seen, s.gear_on[place])
            count += more
    for i in range(s.drawn_count if s.phase == KEEP_GEAR else 0):
        seen, more = add(seen, s.drawn[i])
        count += more
    for seat in range(s.players):
        if seen & s.gear_held[seat] != NONE:
            return False
        seen |= s.gear_held[seat]
        count += members(s.gear_held[seat])
    return count == c.gear and members(seen) == c.gear


@kernel
def audit_quests(c, s):
    """Whether every quest is in the deck, incomplete at one seat, completed or being looked at; alone there are none."""
    seen, count = NONE, 0
    for i in range(s.quest_size):
        seen, more = add(seen, s.quest_deck[(int(s.quest_head) + i) % QUEST_CAP])
        count += more
    for i in range(s.drawn_count if s.phase == KEEP_QUEST else 0):
        seen, more = add(seen, s.drawn[i])
        count += more
    for seat in range(s.players):
        for i in range(s.quest_count[seat]):
            seen, more = add(seen, s.quest[seat, i])
            count += more
        if seen & s.done[seat] != NONE:
            return False
        seen |= s.done[seat]
        count += members(s.done[seat])
    return count == (c.quests if s.players > 1 else 0)


@kernel
def audit_money(s):
    """Whether coins and ale that came out of the supply are somewhere; the number of the law that is broken, or 0."""
    coins, ale = int(s.bank), int(s.ale_bank)
    for seat in range(s.players):
        coins += int(s.coins[seat])
        ale += int(s.ale[seat])
        if s.coins[seat] < 0 or s.ale[seat] < 0:
            return COIN_LAW
    for place in range(PLACES):
        coins += int(s.coins_on[place])
        ale += int(s.ale_on[place])
    if coins != 0:
        return COIN_LAW
    return ALE_LAW if ale != 0 else 0


@kernel
def audit_active(c, s):
    """Whether active gear is held and in its slot, flipped tiles are trophies, and there is at most one potion of each kind."""
    for seat in range(s.players):
        weapon, armor = int(s.weapon[seat]), int(s.armor[seat])
        if weapon != EMPTY and (c.gear_slot[weapon] != WEAPON or not holds(s.gear_held[seat], weapon)):
            return False
        if armor != EMPTY and (c.gear_slot[armor] != ARMOR or not holds(s.gear_held[seat], armor)):
            return False
        if not 0 <= s.potions[seat] <= 7:
            return False
    return s.flipped & ~s.trophies[0] == NONE


def audit(c, s):
    """Return 0 if every law holds, else the number of the first that is broken."""
    if not audit_letters(c, s):
        return LETTER_LAW
    if not audit_wounds(c, s):
        return WOUND_LAW
    if not audit_modifiers(c, s):
        return MODIFIER_LAW
    if not audit_tiles(c, s):
        return TILE_LAW
    if not audit_gear(c, s):
        return GEAR_LAW
    if not audit_quests(c, s):
        return QUEST_LAW
    money = audit_money(s)
    if money != 0:
        return money
    if not audit_active(c, s):
        return ACTIVE_LAW
    if s.drawn_count != 0 and s.phase != KEEP_GEAR and s.phase != KEEP_QUEST:
        return STAGE_LAW
    return 0
