"""Alone: monsters arrive zone by zone, advance, attack buildings; the boss; damage split within a zone."""

from simkit.core.events import note
from simkit.core.jit import kernel
from simkit.games.spell_smashers.battle import (
    after_disarm,
    gear_damage,
    multiplier,
    strength,
    trait_of,
    typed_card,
    wild_type,
)
from simkit.games.spell_smashers.encoding import cards_of
from simkit.games.spell_smashers.fight import word_counts
from simkit.games.spell_smashers.monsters import enter, leave, move
from simkit.games.spell_smashers.names import (
    ADVANCED,
    BOSS_CAME,
    DIFFICULTIES,
    EMPTY,
    EXTREME,
    MONSTER_CAP,
    MOVED_IN,
    REDIRECT,
    RUINED,
    STANDARD,
    WILD,
    ZONES,
)
from simkit.games.spell_smashers.reach import word_length
from simkit.games.spell_smashers.supply import draw_modifier, draw_tile, draw_wound_card

TOWN_FELL, LEVELLED = 3, 4  # `over`
MOST_SPLIT = 12  # cards that count differently for two monsters and are given to one of them one by one


@kernel
def difficulty(c):
    """Return the difficulty: standard without a scenario."""
    return STANDARD if c.scenario == 0 else (int(c.scenario) - 1) % len(DIFFICULTIES)


@kernel
def intact(s):
    """Count the intact buildings."""
    total = 0
    for zone in range(ZONES):
        total += 1 if s.ruin[zone] == EMPTY else 0
    return total


@kernel
def ruin(c, s, zone, log):
    """Destroy a building: a wound card covers it."""
    card = draw_wound_card(c, s)
    # with no wound card left anywhere the building is marked by a number beyond them
    s.ruin[zone] = card if card != EMPTY else c.wounds
    note(log, RUINED, 0, zone, 0, 0)
    if intact(s) == 0:
        s.over = TOWN_FELL


@kernel
def settle(c, s, tile, modifier, zone, log):
    """Let the monster outside move in if inside is free, and place a new one outside."""
    if s.tile[2 * zone] != EMPTY:
        move(s, 2 * zone, 2 * zone + 1)
        note(log, MOVED_IN, 0, int(s.tile[2 * zone + 1]), zone, 0)
    enter(c, s, 2 * zone, tile, modifier, log)


@kernel
def attack_building(c, s, zone, building, log):
    """Let the monster inside a zone destroy a building and leave; a boss levels the town."""
    ruin(c, s, building, log)
    if s.tile[2 * zone + 1] >= MONSTER_CAP:
        s.over = LEVELLED
        return
    leave(s, 2 * zone + 1, log)


@kernel
def arrive(c, s, tile, modifier, log):
    """Add a monster: the third of its zone makes the one inside attack (rulings SS-R20 to R22 and R31).

    Where the building lies in ruins already the player chooses another; then the new monster waits.
    """
    zone = int(c.zone[tile])
    if s.tile[2 * zone] != EMPTY and s.tile[2 * zone + 1] != EMPTY:
        if s.ruin[zone] == EMPTY:
            attack_building(c, s, zone, zone, log)
        elif intact(s) == 1:
            attack_building(c, s, zone, last_intact(s), log)
        else:
            s.phase = REDIRECT
    if s.over == 0 and s.phase != REDIRECT:
        settle(c, s, tile, modifier, zone, log)
    else:
        s.arriving = tile
        s.arriving_modifier = modifier


@kernel
def last_intact(s):
    """Return the one intact building."""
    found = 0
    for zone in range(ZONES):
        if s.ruin[zone] == EMPTY:
            found = zone
    return found


@kernel
def redirect(c, s, building, log):
    """Destroy a chosen building in place of a ruin, and go on with the monster that waits."""
    tile, modifier = int(s.arriving), int(s.arriving_modifier)
    zone = int(c.zone[tile])
    attack_building(c, s, zone, building, log)
    if s.over == 0:
        s.arriving = EMPTY
        s.arriving_modifier = EMPTY
        settle(c, s, tile, modifier, zone, log)


@kernel
def begin_wave(c, s, log):
    """Decide what arrives at the end of a round, when the marker has moved: the boss for its round, else two monsters."""
    if s.round_no == c.boss_round:
        s.to_come = 1
        note(log, BOSS_CAME, 0, int(s.boss), 0, 0)
    else:
        s.to_come = 2


@kernel
def next_arrival(c, s, log):
    """Add the next monster of a wave, with a modifier for the first one of even rounds at the higher difficulties (ruling SS-R28)."""
    first = s.to_come == 2
    s.to_come -= 1
    if s.round_no == c.boss_round:
        s.boss_out = 1
        arrive(c, s, int(s.boss), EMPTY, log)
        return
    tile = draw_tile(c, s)
    if tile == EMPTY:  # ruling SS-R30
        return
    modifier = EMPTY
    if first and difficulty(c) >= ADVANCED and s.round_no < c.boss_round and s.round_no % 2 == 0:
        modifier = draw_modifier(c, s)
    arrive(c, s, tile, modifier, log)


@kernel
def starting_monsters(c):
    """Return how many monsters stand in different zones at the start."""
    return 4 if difficulty(c) == EXTREME else 2


@kernel
def gear_in_zone(c, s, seat, zone, lose):
    """Return the gear a seat battles a zone with: each monster there may disarm."""
    weapon, armor = after_disarm(c, s, 2 * zone, lose, int(s.weapon[seat]), int(s.armor[seat]))
    return after_disarm(c, s, 2 * zone + 1, lose, weapon, armor)


@kernel
def split(c, s, seat, zone, lose, pattern, outcomes):
    """Write every way to split a word's damage over a zone as coins outside and inside, ``outside << 10 | inside``; return how many.

    All damage is assigned if possible, so only outcomes are written that no other one betters. A card that counts differently for the
    two monsters goes to one of them whole; the others and what gear adds are split freely (rulings SS-R23 and R37).

    Notes
    -----
    `outcomes` is also where the cards that count differently are noted, behind the first 1,024 places.
    """
    word, cards = s.word[seat], cards_of(s.word[seat])
    out, inn = 2 * zone, 2 * zone + 1
    weapon, armor = gear_in_zone(c, s, seat, zone, lose)
    out_trait = trait_of(s, out) if s.tile[out] != EMPTY else EMPTY
    inn_trait = trait_of(s, inn) if s.tile[inn] != EMPTY else EMPTY
    free, counts, wild, differing, card, rest = 0, 0, 0, 0, 0, cards
    while rest:
        if rest & 1:
            _, damage, typed = typed_card(c, s, seat, card, weapon)
            if typed == WILD:
                typed = wild_type(pattern, wild)
                wild += 1
            counts += 1 << (8 * typed)
            outside = damage * multiplier(c, out_trait, weapon, armor, typed) if s.tile[out] != EMPTY else 0
            inside = damage * multiplier(c, inn_trait, weapon, armor, typed) if s.tile[inn] != EMPTY else 0
            if s.tile[out] == EMPTY or s.tile[inn] == EMPTY:
                free += max(outside, inside)
            elif outside == inside:
                free += outside
            else:
                outcomes[1024 + differing] = outside << 10 | inside
                differing += 1
        rest >>= 1
        card += 1
    length = word_length(c, s, seat, cards)
    trait = out_trait if s.tile[out] != EMPTY else inn_trait
    free += gear_damage(c, s, seat, word, length, counts, trait, weapon, armor)
    choices = min(differing, MOST_SPLIT)
    n = 0
    for chosen in range(1 << choices):
        outside, inside = 0, 0
        for i in range(differing):
            both = outcomes[1024 + i]
            if (chosen >> min(i, MOST_SPLIT - 1)) & 1:
                inside += both & 1023
            else:
                outside += both >> 10
        for more in range(max(free, 0) + 1):
            first = _coins(c, s, out, out_trait, length, outside + more)
            second = _coins(c, s, inn, inn_trait, length, inside + max(free, 0) - more)
            n = _add_outcome(first, second, outcomes, n)
    return n


@kernel
def _coins(c, s, place, trait, length, damage):
    """Return the coins that damage takes from a monster; what halves damage halves its own share."""
    if s.tile[place] == EMPTY:
        return 0
    if trait != EMPTY and length < c.halves_below[trait]:
        damage //= 2
    return min(damage, int(s.coins_on[place]))


@kernel
def _add_outcome(outside, inside, outcomes, n):
    """Add an outcome unless another is as good for both monsters; drop those it betters."""
    kept = 0
    for i in range(n):
        a, b = outcomes[i] >> 10, outcomes[i] & 1023
        if a >= outside and b >= inside:
            return n
    for i in range(n):
        a, b = outcomes[i] >> 10, outcomes[i] & 1023
        if not (outside >= a and inside >= b):
            outcomes[kept] = outcomes[i]
            kept += 1
    outcomes[kept] = outside << 10 | inside
    return kept + 1


@kernel
def zone_strength(c, s, seat, zone, lose, pattern, outcome):
    """Return the attack strengths a split provokes, those of damaged monsters, in ten bits each."""
    out, inn = 2 * zone, 2 * zone + 1
    weapon, armor = gear_in_zone(c, s, seat, zone, lose)
    counts = word_counts(c, s, seat, weapon, pattern)
    outside = strength(c, s, out, counts, weapon, armor) if outcome >> 10 else 0
    inside = strength(c, s, inn, counts, weapon, armor) if outcome & 1023 else 0
    return outside << 10 | inside
