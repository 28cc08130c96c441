"""The town under siege: what the monsters of each zone threaten, and what it is worth alone to have them gone."""

from simkit.core.bits import part
from simkit.core.jit import kernel
from simkit.games.spell_smashers.battle import assess, best_pattern, trait_of
from simkit.games.spell_smashers.encoding import cards_of
from simkit.games.spell_smashers.fight import INSIDE as INSIDE_COINS
from simkit.games.spell_smashers.fight import LOSE, OUTSIDE, PATTERN, PLACE, gear_sum, wounds_of
from simkit.games.spell_smashers.names import CARPENTER, EMPTY, MONSTER_CAP, WEAPON, ZONES
from simkit.games.spell_smashers.reach import num_kind
from simkit.games.spell_smashers.solo import intact, zone_strength
from simkit.games.spell_smashers.words.cards import TROPHY, WOUND
from strategies.spell_smashers.aims import NUM_AIMS, THINKS, set_aims

# what a player alone wants, in a row of numbers behind the aims
(
    COIN,
    KILL,  # a trophy, as a letter of later words
    BOSS,  # a coin taken from the boss
    WOUND_EACH,  # a wound in hand after the battle
    WOUND_MANY,  # and the square of those beyond two
    TROPHY_USED,
    FOURTH,  # the loss of a building: with four, three, two standing
    THIRD,
    SECOND,
    ALL,  # the loss of the town
    GUILD,  # the Carpenter's Guild free to be visited
    SOON,  # what threatens later than with the next wave, as a share: three in a zone, two in it
    LATER,
    SPARED,  # a point of attack that need not be suffered as a monster is discarded
    GEAR,
    CURE,  # an antidote for each wound beyond two
) = range(NUM_AIMS, NUM_AIMS + 16)
# the forecast, in the second row: chance of the first and the second arrival of the next wave to come to a zone, arrivals a later round
FIRST, NEXT, RATE = 0, 4, 8
NOBODY, MONSTER, BOSS_CARD = 0, 1, 2


@kernel
def set_wants(aims, boss, wounds, guild):
    """Write what a player alone wants; found by trying, on games of their own, what wins most."""
    set_aims(aims, 0.4, 1.5, 0.0, 0.0, -0.3, 0.8, 0.5, 0.3)
    aims[THINKS] = 1.0
    aims[COIN], aims[KILL], aims[BOSS], aims[WOUND_EACH], aims[WOUND_MANY], aims[TROPHY_USED] = 0.3, 1.2, boss, 0.6, wounds, 0.6
    aims[FOURTH], aims[THIRD], aims[SECOND], aims[ALL], aims[GUILD] = 5.0, 7.5, 11.0, 50.0, guild
    aims[SOON], aims[LATER], aims[SPARED], aims[GEAR], aims[CURE] = 0.4, 0.15, 1.2, 3.0, 1.1


@kernel
def forecast(c, s, chances):
    """Write where monsters will arrive, as far as a player can know it: the back of the top tile, tiles seen, and what is left."""
    size = int(s.stack_size)
    for zone in range(ZONES):
        chances[FIRST + zone], chances[NEXT + zone], chances[RATE + zone] = 0.0, 0.0, 0.0
    for i in range(size):
        chances[RATE + int(c.zone[s.stack[i]])] += 1.0
    if s.round_no + 1 == c.boss_round:
        chances[FIRST + int(c.zone[s.boss])] = 1.0
    elif size > 0:
        top = int(c.zone[s.stack[size - 1]])
        chances[FIRST + top] = 1.0
        if size > 1 and s.known_top > 1:
            chances[NEXT + int(c.zone[s.stack[size - 2]])] = 1.0
        elif size > 1:
            for zone in range(ZONES):
                chances[NEXT + zone] = (chances[RATE + zone] - (1.0 if zone == top else 0.0)) / (size - 1)
    for zone in range(ZONES):
        chances[RATE + zone] *= 2.0 / max(size, 2)


@kernel
def who(s, place):
    """Return whether a place holds nobody, a monster or the boss."""
    return NOBODY if s.tile[place] == EMPTY else BOSS_CARD if s.tile[place] >= MONSTER_CAP else MONSTER


@kernel
def loss(c, s, zone, attacker, aims):
    """Return what is lost when a zone's building is attacked, or another one where it lies in ruins already."""
    left = intact(s)
    if attacker == BOSS_CARD or left <= 1:
        return aims[ALL]
    lost = aims[FOURTH] if left == 4 else aims[THIRD] if left == 3 else aims[SECOND]
    return lost + (aims[GUILD] if s.ruin[zone] == EMPTY and c.building[zone] == CARPENTER else 0.0)


@kernel
def danger(c, s, zone, outside, inside, aims, chances):
    """Return what a zone threatens with these two in it: in the next wave, later, and as an occupied Carpenter's Guild."""
    one = 1 - (1 - chances[FIRST + zone]) * (1 - chances[NEXT + zone])
    two = chances[FIRST + zone] * chances[NEXT + zone]
    rate, total = chances[RATE + zone], 0.0
    if outside != NOBODY and inside != NOBODY:
        first, second = loss(c, s, zone, inside, aims), loss(c, s, zone, outside, aims)
        total = one * first + two * second + rate * (aims[SOON] * first + aims[LATER] * second)
    elif outside != NOBODY or inside != NOBODY:
        lost = loss(c, s, zone, max(outside, inside), aims)
        total = two * lost + rate * aims[LATER] * lost
    if c.building[zone] == CARPENTER and s.ruin[zone] == EMPTY and (outside != NOBODY or inside != NOBODY):
        total += aims[GUILD] * (1.0 if inside != NOBODY else 0.5 * one)
    return total


@kernel
def relief(c, s, place, aims, chances):
    """Return what is won when a monster is gone."""
    zone = place // 2
    outside, inside = who(s, 2 * zone), who(s, 2 * zone + 1)
    before = danger(c, s, zone, outside, inside, aims, chances)
    if place % 2 == 0:
        return before - danger(c, s, zone, NOBODY, inside, aims, chances)
    return before - danger(c, s, zone, outside, NOBODY, aims, chances)


@kernel
def hurt(s, wounds, word, aims):
    """Return what a battle costs: wounds in hand behind it, trophies used up."""
    seat, cards = int(s.seat), cards_of(word)
    left = int(s.wound_count[seat]) - num_kind(s, seat, cards, WOUND) + wounds
    many = max(left - 2, 0)
    return aims[WOUND_EACH] * left + aims[WOUND_MANY] * many * many + aims[TROPHY_USED] * num_kind(s, seat, cards, TROPHY)


@kernel
def outcome_worth(c, s, zone, outside, inside, attacks, word, aims, chances):
    """Return what a battle is worth that takes so many coins from the monsters of a zone; attack strengths in ten bits each."""
    seat, out, inn = int(s.seat), 2 * zone, 2 * zone + 1
    worth, gasp, gone = aims[COIN] * (outside + inside), 0, 0
    for side in range(2):
        place, taken = (inn, inside) if side else (out, outside)
        if taken == 0:
            continue
        is_boss = who(s, place) == BOSS_CARD
        worth += aims[BOSS] * taken if is_boss else 0.0
        if taken >= s.coins_on[place]:
            worth += 1e4 if is_boss else aims[KILL]
            worth += aims[COIN] * gear_sum(s, seat, c.gear_coins_kill)
            trait = trait_of(s, place)
            gasp += int(c.last_gasp[trait]) if trait != EMPTY else 0
            gone |= 1 << side
    if gone:
        first, second = who(s, out), who(s, inn)
        worth += danger(c, s, zone, first, second, aims, chances)
        worth -= danger(c, s, zone, NOBODY if gone & 1 else first, NOBODY if gone & 2 else second, aims, chances)
    attack = (attacks >> 10) + (attacks & 1023)
    return worth - hurt(s, wounds_of(c, s, seat, attack, gasp), word, aims)


@kernel
def siege_strike(c, s, action, aims, chances):
    """Return what a listed split over a zone is worth."""
    seat, zone = int(s.seat), part(action, PLACE, 4)
    outside, inside = part(action, OUTSIDE, 10), part(action, INSIDE_COINS, 10)
    attacks = zone_strength(c, s, seat, zone, part(action, LOSE, 2), part(action, PATTERN, 8), outside << 10 | inside)
    return outcome_worth(c, s, zone, outside, inside, attacks, s.word[seat], aims, chances)


@kernel
def siege_word(c, s, word, aims, chances):
    """Return what a word is worth: its best battle of a zone, all damage first to one of the two monsters."""
    seat, best = int(s.seat), -1e9
    for place in range(2 * ZONES):
        if s.tile[place] == EMPTY:
            continue
        pattern, damage, attack = best_pattern(c, s, seat, word, place, WEAPON)
        other, side = place ^ 1, place % 2
        taken, rest, attacks = min(damage, int(s.coins_on[place])), 0, attack << (0 if side else 10)
        if damage > taken and s.tile[other] != EMPTY:
            reached, strong, _, _ = assess(c, s, seat, word, other, WEAPON, pattern)
            rest = max(min(damage - taken, reached, int(s.coins_on[other])), 0)
            attacks += strong << (10 if side else 0) if rest > 0 else 0
        if taken == 0:
            attacks = 0
        outside, inside = (rest, taken) if side else (taken, rest)
        best = max(best, outcome_worth(c, s, place // 2, outside, inside, attacks, word, aims, chances))
    return best if best > -1e9 else -hurt(s, 0, word, aims)
