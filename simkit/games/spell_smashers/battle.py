"""What a word does to a monster: damage by card and type, gear, traits, attack strength, quests."""

from simkit.core.jit import kernel
from simkit.games.spell_smashers.encoding import all_differ, cards_of, shape_of, vowels_of
from simkit.games.spell_smashers.names import (
    EARTH,
    EMPTY,
    FIRE,
    FREE_WILDS,
    MODIFIER_CAP,
    MONSTER_CAP,
    PER_BATTLE,
    PER_EARTH,
    PER_FIRE,
    PER_TROPHY,
    PER_VOWEL,
    PER_WATER,
    PER_WOUND,
    WATER,
    WEAPON,
    WILD,
)
from simkit.games.spell_smashers.reach import card_at, damage_of, num_kind, type_of, word_length
from simkit.games.spell_smashers.words.cards import TROPHY, WOUND
from simkit.games.spell_smashers.words.graph import DOUBLED

BY_ELIXIR, BY_GEAR = 0, 1  # who changed a card's type


@kernel
def trait_of(s, place):
    """Return where the traits of a monster in play stand: those of its modifier, or of a boss; EMPTY without any."""
    tile = int(s.tile[place])
    if tile >= MONSTER_CAP:
        return MODIFIER_CAP + tile - MONSTER_CAP
    return int(s.modifier[place])


@kernel
def has_gear_trait(c, weapon, armor, ward):
    """Whether active gear wards off a type."""
    return (weapon != EMPTY and c.gear_ward[weapon] == ward) or (armor != EMPTY and c.gear_ward[armor] == ward)


@kernel
def multiplier(c, trait, weapon, armor, typed):
    """Return what a trait makes of a card of a type: 0, 1 or 2 times its damage."""
    if trait == EMPTY or typed == WILD:
        return 1
    if c.resistance[trait] == typed and not has_gear_trait(c, weapon, armor, typed):
        return 0
    return 2 if c.weakness[trait] == typed else 1


@kernel
def typed_card(c, s, seat, card, weapon):
    """Return kind, damage and type of a card in reach, as elixir and gear have changed it."""
    kind, number = card_at(s, seat, card)
    typed = type_of(c, kind, number)
    if s.retyped[BY_ELIXIR] == card:
        typed = int(s.retyped_to[BY_ELIXIR])
    elif s.retyped[BY_GEAR] == card and weapon != EMPTY and c.gear_wild[weapon]:
        typed = int(s.retyped_to[BY_GEAR])
    return kind, damage_of(c, kind, number), typed


@kernel
def num_wilds(c, s, seat, cards, weapon):
    """Return how many cards of a word are wild."""
    wilds, card, rest = 0, 0, cards
    while rest:
        if rest & 1:
            _, _, typed = typed_card(c, s, seat, card, weapon)
            wilds += 1 if typed == WILD else 0
        rest >>= 1
        card += 1
    return wilds


@kernel
def wild_type(pattern, wild):
    """Return the type chosen for a wild card; beyond the fourth all take the fourth's (ruling SS-R43)."""
    return (pattern >> (2 * min(wild, FREE_WILDS - 1))) & 3


@kernel
def num_patterns(wilds):
    """Return how many ways there are to choose the types of wild cards."""
    total = 1
    for _ in range(min(wilds, FREE_WILDS)):
        total *= 3
    return total


@kernel
def pattern_of(number):
    """Return the number-th choice of types, two bits a wild card."""
    pattern = 0
    for wild in range(FREE_WILDS):
        pattern |= number % 3 << (2 * wild)
        number //= 3
    return pattern


@kernel
def card_damage(c, s, seat, cards, trait, weapon, armor, pattern):
    """Return the damage of a word's cards against a trait, and its cards and trophies of each type, counted in eight bits each."""
    total, counts, tiles, wild, card, rest = 0, 0, 0, 0, 0, cards
    while rest:
        if rest & 1:
            kind, damage, typed = typed_card(c, s, seat, card, weapon)
            if typed == WILD:
                typed = wild_type(pattern, wild)
                wild += 1
            total += damage * multiplier(c, trait, weapon, armor, typed)
            counts += 1 << (8 * typed)
            tiles += 1 << (8 * typed) if kind == TROPHY else 0
        rest >>= 1
        card += 1
    return total, counts, tiles


@kernel
def of_type(counts, typed):
    """Return how many cards of a type were counted."""
    return (counts >> (8 * typed)) & 255


@kernel
def fits(c, gear, length, shape):
    """Whether a word meets the conditions of a gear card's damage."""
    return c.gear_letters_min[gear] <= length <= c.gear_letters_max[gear] and (not c.gear_doubled[gear] or shape & DOUBLED != 0)


@kernel
def one_gear_damage(c, s, seat, word, length, counts, trait, weapon, armor, gear):
    """Return the damage one active gear card adds to a word."""
    if gear == EMPTY or c.gear_damage[gear] == 0 or not fits(c, gear, length, shape_of(word)):
        return 0
    per, count, times = c.gear_per[gear], 1, 1
    typed = FIRE if per == PER_FIRE else EARTH if per == PER_EARTH else WATER if per == PER_WATER else WILD
    if typed != WILD:
        count = of_type(counts, typed)
        if c.weapon_doubled:
            times = multiplier(c, trait, weapon, armor, typed)
    elif per == PER_VOWEL:
        count = vowels_of(word)
    elif per == PER_WOUND:
        count = num_kind(s, seat, cards_of(word), WOUND)
    elif per == PER_TROPHY:
        count = num_kind(s, seat, cards_of(word), TROPHY)
    if per != PER_BATTLE:
        count = max(count - int(c.gear_after[gear]), 0)
    return times * min(int(c.gear_damage[gear]) * count, int(c.gear_limit[gear]))


@kernel
def gear_damage(c, s, seat, word, length, counts, trait, weapon, armor):
    """Return the damage that active gear adds; the Starting Stick is the weapon where none is active (ruling SS-R11)."""
    bonus = one_gear_damage(c, s, seat, word, length, counts, trait, weapon, armor, armor)
    if weapon == EMPTY:
        return bonus + (int(c.stick_damage) if length >= c.stick_letters else 0)
    return bonus + one_gear_damage(c, s, seat, word, length, counts, trait, weapon, armor, weapon)


@kernel
def strength(c, s, place, counts, weapon, armor):
    """Return a monster's attack strength in a battle: printed, and what its traits add."""
    attack, trait = int(c.attack[s.tile[place]]), trait_of(s, place)
    if trait == EMPTY:
        return attack
    bite = int(c.bite_back[trait])
    if bite != EMPTY and of_type(counts, bite) > 0 and not has_gear_trait(c, weapon, armor, bite):
        attack += 1
    return attack + int(c.vicious[trait])


@kernel
def after_disarm(c, s, place, lose, weapon, armor):
    """Return what is left of active gear when a monster is battled; `lose` is the slot given to Disarm (rulings SS-R10 and R35)."""
    trait = trait_of(s, place)
    if s.tile[place] == EMPTY or trait == EMPTY or not c.disarm[trait]:
        return weapon, armor
    if weapon != EMPTY and (armor == EMPTY or lose == WEAPON):
        return EMPTY, armor
    return weapon, EMPTY


@kernel
def gear_against(c, s, seat, place, lose):
    """Return the gear a seat battles a monster with."""
    return after_disarm(c, s, place, lose, int(s.weapon[seat]), int(s.armor[seat]))


@kernel
def assess(c, s, seat, word, place, lose, pattern):
    """Return what a word does to a monster: damage (overkill included), attack strength, cards and trophies of each type."""
    weapon, armor = gear_against(c, s, seat, place, lose)
    cards, trait = cards_of(word), trait_of(s, place)
    total, counts, tiles = card_damage(c, s, seat, cards, trait, weapon, armor, pattern)
    total += gear_damage(c, s, seat, word, word_length(c, s, seat, cards), counts, trait, weapon, armor)
    if trait != EMPTY and word_length(c, s, seat, cards) < c.halves_below[trait]:
        total //= 2
    return max(total, 0), strength(c, s, place, counts, weapon, armor), counts, tiles


@kernel
def best_pattern(c, s, seat, word, place, lose):
    """Return the choice of one type for all wild cards that deals most to a monster, and of these provokes least; damage and attack."""
    best, best_damage, best_attack = 0, -1, 0
    weapon, _ = gear_against(c, s, seat, place, lose)
    wilds = num_wilds(c, s, seat, cards_of(word), weapon)
    for typed in range(3 if wilds > 0 else 1):
        pattern = typed * 0b01010101
        damage, attack, _, _ = assess(c, s, seat, word, place, lose, pattern)
        if damage > best_damage or (damage == best_damage and attack < best_attack):
            best, best_damage, best_attack = pattern, damage, attack
    return best, best_damage, best_attack


@kernel
def is_met(c, s, seat, quest, word, place, damage, attack, counts, tiles):
    """Whether a battle completes a quest."""
    cards = cards_of(word)
    length, vowels, shape = word_length(c, s, seat, cards), vowels_of(word), int(c.quest_shape[quest])
    if not c.quest_letters_min[quest] <= length <= c.quest_letters_max[quest]:
        return False
    if not c.quest_vowels_min[quest] <= vowels <= c.quest_vowels_max[quest]:
        return False
    if shape_of(word) & shape != shape or (c.quest_different[quest] and not all_differ(word)):
        return False
    if num_kind(s, seat, cards, WOUND) < c.quest_wounds[quest] or num_kind(s, seat, cards, TROPHY) < c.quest_trophies_min[quest]:
        return False
    counted = counts if c.quest_trophies else counts - tiles
    for typed in range(3):
        if of_type(counted, typed) < c.quest_types[quest, typed]:
            return False
    if damage < c.quest_damage[quest] or attack < c.quest_attack[quest]:
        return False
    left = int(s.coins_on[place])
    if (c.quest_kill[quest] and damage < left) or (c.quest_exact[quest] and damage != left):
        return False
    if c.quest_first[quest] and s.order[0] != seat:
        return False
    return not (c.quest_alone[quest] and (damage == 0 or int(s.hit[place]) & ~(1 << seat)))


@kernel
def quests_met(c, s, seat, word, place, damage, attack, counts, tiles):
    """Return which of a seat's incomplete quests a battle completes, as a set of places."""
    met = 0
    for i in range(s.quest_count[seat]):
        if is_met(c, s, seat, int(s.quest[seat, i]), word, place, damage, attack, counts, tiles):
            met |= 1 << i
    return met
