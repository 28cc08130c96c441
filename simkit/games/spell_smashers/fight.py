"""Battling: types changed for a battle, disarming, rewards, wounds, quests, the word discarded."""

from simkit.core.bits import bit, part
from simkit.core.events import POINTS, USED, note
from simkit.core.jit import kernel
from simkit.games.spell_smashers.battle import (
    BY_ELIXIR,
    after_disarm,
    assess,
    quests_met,
    strength,
    trait_of,
    typed_card,
    wild_type,
)
from simkit.games.spell_smashers.encoding import cards_of
from simkit.games.spell_smashers.monsters import clear, discard_modifier, grow
from simkit.games.spell_smashers.names import (
    ARMOR,
    ATTACKED,
    CHANGED_TYPE,
    CHOOSE_HEALED,
    DEFEATED,
    DISARMED,
    DISCARDED,
    ELIXIR_POTION,
    EMPTY,
    GEAR_CAP,
    HEALED,
    L_QUESTS,
    MONSTER_CAP,
    SEATS,
    TOOK_ALE,
    TOOK_COINS,
    WEAPON,
    WILD,
)
from simkit.games.spell_smashers.reach import discard_word, word_length
from simkit.games.spell_smashers.supply import discard_wound, gain_ale, gain_coins, hold_gear, put_gear_under, suffer

# parts of an action that fights: place or zone, slot given to Disarm, types of wild cards, coins taken outside and inside (solo)
PLACE, LOSE, PATTERN, OUTSIDE, INSIDE = 4, 8, 10, 18, 28
EVERYBODY = (1 << SEATS) - 1
BOSS_FELL = 2  # `over`


@kernel
def retype(s, action, log):
    """Change the type of a card for this battle, by elixir or by gear."""
    seat, way, card, typed = int(s.seat), part(action, 4, 1), part(action, 8, 6), part(action, 16, 2)
    s.retyped[way] = card
    s.retyped_to[way] = typed
    if way == BY_ELIXIR:
        s.potions[seat] &= ~(1 << ELIXIR_POTION)
    else:
        note(log, USED, seat, int(s.weapon[seat]), 0, 0)
    note(log, CHANGED_TYPE, seat, card, typed, way)


@kernel
def disarm(c, s, place, lose, log):
    """Discard an active gear card to a monster that disarms, face down under the deck; everybody saw which."""
    seat = int(s.seat)
    weapon, armor = after_disarm(c, s, place, lose, int(s.weapon[seat]), int(s.armor[seat]))
    for slot in (WEAPON, ARMOR):
        before, after = (int(s.weapon[seat]), weapon) if slot == WEAPON else (int(s.armor[seat]), armor)
        if before != after:
            s.gear_held[seat] &= ~bit(before)
            put_gear_under(s, before, EVERYBODY)
            note(log, DISARMED, seat, before, 0, 0)
    s.weapon[seat] = weapon
    s.armor[seat] = armor


@kernel
def gear_sum(s, seat, column):
    """Add up a column over the active gear."""
    total = 0
    if s.weapon[seat] != EMPTY:
        total += int(column[s.weapon[seat]])
    if s.armor[seat] != EMPTY:
        total += int(column[s.armor[seat]])
    return total


@kernel
def reward(c, s, place, coins, log):
    """Take coins from a monster, and with the first damage its ale and gear; return 1 if that defeats it."""
    seat = int(s.seat)
    s.coins_on[place] -= coins
    s.coins[seat] += coins
    note(log, TOOK_COINS, seat, int(s.tile[place]), coins, int(s.coins_on[place]))
    if coins > 0:
        s.hit[place] |= 1 << seat
        if s.ale_on[place] > 0:
            ale = int(s.ale_on[place])
            s.ale[seat] += ale
            s.ale_on[place] = 0
            gain_ale(s, seat, gear_sum(s, seat, c.gear_ale))
            note(log, TOOK_ALE, seat, int(s.tile[place]), ale + gear_sum(s, seat, c.gear_ale), 0)
        if s.gear_on[place] != EMPTY:
            hold_gear(s, seat, int(s.gear_on[place]), log)
            s.gear_on[place] = EMPTY
    return 1 if s.coins_on[place] == 0 else 0


@kernel
def defeat(c, s, place, log):
    """Clear the place of a defeated monster; return its tile, which becomes a trophy."""
    seat, tile = int(s.seat), int(s.tile[place])
    note(log, DEFEATED, seat, tile, 0, 0)
    gain_coins(s, seat, gear_sum(s, seat, c.gear_coins_kill), log)
    discard_modifier(s, place)
    clear(s, place)
    return tile


@kernel
def take_trophy(s, tile):
    """Collect a tile as a trophy; a boss is a card (ruling SS-R32)."""
    if tile < MONSTER_CAP:
        s.trophies[s.seat] |= bit(tile)
    else:
        s.boss_out = 0
        s.over = BOSS_FELL


@kernel
def complete(c, s, met, log):
    """Reveal completed quests."""
    seat, kept = int(s.seat), 0
    for i in range(s.quest_count[seat]):
        quest = int(s.quest[seat, i])
        if (met >> i) & 1:
            s.done[seat] |= bit(quest)
            points = int(c.quest_points[quest]) + int(c.extra_points[seat, GEAR_CAP + quest])
            note(log, USED, seat, GEAR_CAP + quest, points, 0)
        else:
            s.quest[seat, kept] = quest
            kept += 1
    for i in range(kept, int(s.quest_count[seat])):
        s.quest[seat, i] = EMPTY
    s.quest_count[seat] = kept


@kernel
def end_battle(c, s, log):
    """Discard the word and what belongs to this battle alone; return whether a wound has to be chosen for healing."""
    seat = int(s.seat)
    note(log, DISCARDED, seat, -1, 0, 0)
    discard_word(c, s, seat, cards_of(s.word[seat]))
    for way in range(2):
        s.retyped[way] = EMPTY
        s.retyped_to[way] = 0
    s.tonic_card[seat] = EMPTY
    s.tonic_at[seat] = 0
    s.tonic_letter[seat] = 0
    s.word[seat] = 0
    if s.wound_count[seat] >= c.shaman_wounds:
        s.forced |= 1 << seat
    if gear_sum(s, seat, c.gear_heals) > 0 and s.wound_count[seat] > 0:
        s.phase = CHOOSE_HEALED
        return True
    return False


@kernel
def heal(c, s, place, log):
    """Discard the wound that armor heals after a battle."""
    seat = int(s.seat)
    note(log, HEALED, seat, discard_wound(s, seat, place), int(s.armor[seat]), 0)
    if s.wound_count[seat] < c.shaman_wounds:
        s.forced &= ~(1 << seat)


@kernel
def count_battle(c, s, damage):
    """Keep what the facts of the score sheet tell."""
    seat = int(s.seat)
    s.battles[seat] += 1
    s.damage_dealt[seat] += damage
    s.letters_spelled[seat] += word_length(c, s, seat, cards_of(s.word[seat]))


@kernel
def wounds_of(c, s, seat, attack, gasp):
    """Return the wounds suffered: attack strength and a last gasp, less what gear keeps off."""
    return max(attack + gasp - gear_sum(s, seat, c.gear_wounds), 0)


@kernel
def fight(c, s, action, log):
    """Battle a monster of the row, all six steps; return whether a wound has to be chosen for healing.

    Notes
    -----
    spell_smashers.md, "Battle Monsters"; wounds are suffered also on a kill.
    """
    seat, place, lose, pattern = int(s.seat), part(action, PLACE, 4), part(action, LOSE, 2), part(action, PATTERN, 8)
    word, trait, left = s.word[seat], trait_of(s, place), int(s.coins_on[place])
    damage, attack, counts, tiles = assess(c, s, seat, word, place, lose, pattern)
    met = quests_met(c, s, seat, word, place, damage, attack, counts, tiles)
    note(log, ATTACKED, seat, int(s.tile[place]), damage, left)
    disarm(c, s, place, lose, log)
    count_battle(c, s, damage)
    gain_coins(s, seat, gear_sum(s, seat, c.gear_coins), log)
    tile = EMPTY
    gasp = 0
    if reward(c, s, place, min(damage, left), log):
        gasp = int(c.last_gasp[trait]) if trait != EMPTY else 0
        tile = defeat(c, s, place, log)
    if damage > 0 or c.zero_damage_wounds:
        suffer(c, s, seat, wounds_of(c, s, seat, attack, gasp), log)
    complete(c, s, met, log)
    healing = end_battle(c, s, log)
    if tile != EMPTY:
        take_trophy(s, tile)
    return healing


@kernel
def word_counts(c, s, seat, weapon, pattern):
    """Return the cards of a committed word by type, in eight bits each."""
    counts, wild, card, rest = 0, 0, 0, cards_of(s.word[seat])
    while rest:
        if rest & 1:
            _, _, typed = typed_card(c, s, seat, card, weapon)
            if typed == WILD:
                typed = wild_type(pattern, wild)
                wild += 1
            counts += 1 << (8 * typed)
        rest >>= 1
        card += 1
    return counts


@kernel
def strike(c, s, action, log):
    """Battle the monsters of a zone alone: damage split as chosen, wounds from those that were damaged; as :func:`fight`.

    Notes
    -----
    spell_smashers.md, "Solo How to Play"; rulings SS-R7, R23, R37.
    """
    seat, zone, lose, pattern = int(s.seat), part(action, PLACE, 4), part(action, LOSE, 2), part(action, PATTERN, 8)
    for place in (2 * zone, 2 * zone + 1):
        if s.tile[place] != EMPTY:
            disarm(c, s, place, lose, log)
    counts = word_counts(c, s, seat, int(s.weapon[seat]), pattern)
    taken = part(action, OUTSIDE, 10) + part(action, INSIDE, 10)
    count_battle(c, s, taken)
    gain_coins(s, seat, gear_sum(s, seat, c.gear_coins), log)
    attack, gasp, healed, first, second = 0, 0, EMPTY, EMPTY, EMPTY
    for side in range(2):
        place = 2 * zone + side
        coins = part(action, INSIDE if side else OUTSIDE, 10)
        if coins == 0:
            continue
        trait = trait_of(s, place)
        note(log, ATTACKED, seat, int(s.tile[place]), coins, int(s.coins_on[place]))
        attack += strength(c, s, place, counts, int(s.weapon[seat]), int(s.armor[seat]))
        if reward(c, s, place, coins, log):
            gasp += int(c.last_gasp[trait]) if trait != EMPTY else 0
            tile = defeat(c, s, place, log)
            first, second = (tile, first) if first == EMPTY else (first, tile)
        elif trait != EMPTY and c.wound_heal[trait] > 0:
            healed = place
    if taken > 0:
        suffered = suffer(c, s, seat, wounds_of(c, s, seat, attack, gasp), log)
        if healed != EMPTY:
            grow(s, healed, suffered * int(c.wound_heal[trait_of(s, healed)]), log)
    healing = end_battle(c, s, log)
    if first != EMPTY:
        take_trophy(s, first)
    if second != EMPTY:
        take_trophy(s, second)
    return healing


@kernel
def add_points(c, s, seat, log):
    """Tell the points of completed quests; return their sum."""
    total = 0
    for quest in range(c.quests):
        if s.done[seat] & bit(quest):
            points = int(c.quest_points[quest]) + int(c.extra_points[seat, GEAR_CAP + quest])
            total += points
            note(log, POINTS, seat, GEAR_CAP + quest, points, L_QUESTS)
    return total
