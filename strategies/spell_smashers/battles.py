"""What a battle is worth to a player with certain aims."""

from simkit.core.bits import part
from simkit.core.jit import kernel
from simkit.games.spell_smashers.battle import assess, best_pattern, quests_met, trait_of
from simkit.games.spell_smashers.encoding import cards_of
from simkit.games.spell_smashers.fight import INSIDE as INSIDE_COINS
from simkit.games.spell_smashers.fight import LOSE, OUTSIDE, PATTERN, PLACE, gear_sum, wounds_of
from simkit.games.spell_smashers.names import EMPTY, MONSTER_CAP, PLACES, WEAPON
from simkit.games.spell_smashers.reach import num_kind, word_length
from simkit.games.spell_smashers.solo import zone_strength
from simkit.games.spell_smashers.words.cards import WOUND
from strategies.spell_smashers.aims import ALE, COIN, DAMAGE, KILL, LETTER, QUEST, SECOND, SPENT, SUFFERED

NOTHING = -1e9


@kernel
def battle_worth(c, s, seat, word, place, lose, pattern, aims):
    """Return what battling a monster with a word is worth."""
    damage, attack, counts, tiles = assess(c, s, seat, word, place, lose, pattern)
    left, trait = int(s.coins_on[place]), trait_of(s, place)
    taken = min(damage, left)
    worth = aims[DAMAGE] * damage + aims[COIN] * (taken + gear_sum(s, seat, c.gear_coins))
    gasp = 0
    if damage >= left:
        worth += aims[KILL] + aims[COIN] * gear_sum(s, seat, c.gear_coins_kill)
        gasp = int(c.last_gasp[trait]) if trait != EMPTY else 0
    if damage > 0:
        worth += aims[ALE] * (int(s.ale_on[place]) + (1 if s.gear_on[place] != EMPTY else 0))
    if damage > 0 or (s.players > 1 and c.zero_damage_wounds):
        worth += aims[SUFFERED] * wounds_of(c, s, seat, attack, gasp)
    if s.quest_count[seat] > 0:
        met = quests_met(c, s, seat, word, place, damage, attack, counts, tiles)
        for i in range(s.quest_count[seat]):
            if (met >> i) & 1:
                worth += aims[QUEST] * int(c.quest_points[s.quest[seat, i]])
    return worth


@kernel
def word_worth(c, s, word, aims):
    """Return what a word is worth: its best battle, some of its second-best, its letters and the wounds it uses up."""
    seat = int(s.seat)
    best, second = NOTHING, NOTHING
    for place in range(PLACES):
        if s.tile[place] != EMPTY:
            pattern, _, _ = best_pattern(c, s, seat, word, place, WEAPON)
            worth = battle_worth(c, s, seat, word, place, WEAPON, pattern, aims)
            if worth > best:
                best, second = worth, best
            elif worth > second:
                second = worth
    if best == NOTHING:
        best = 0.0
    if second == NOTHING:
        second = best
    length = word_length(c, s, seat, cards_of(word))
    # the longer the word, the earlier the choice of monsters
    late = aims[SECOND] * min(max(1.0 - 0.12 * length, 0.1), 0.9)
    spent = aims[SPENT] * num_kind(s, seat, cards_of(word), WOUND)
    return (1 - late) * best + late * second + aims[LETTER] * length + spent


@kernel
def fight_worth(c, s, action, aims):
    """Return what a listed battle of the row is worth."""
    seat, place = int(s.seat), part(action, PLACE, 4)
    return battle_worth(c, s, seat, s.word[seat], place, part(action, LOSE, 2), part(action, PATTERN, 8), aims)


@kernel
def strike_worth(c, s, action, aims):
    """Return what a listed split over a zone is worth."""
    seat, zone = int(s.seat), part(action, PLACE, 4)
    outcome = part(action, OUTSIDE, 10) << 10 | part(action, INSIDE_COINS, 10)
    attacks = zone_strength(c, s, seat, zone, part(action, LOSE, 2), part(action, PATTERN, 8), outcome)
    worth, gasp = 0.0, 0
    for side in range(2):
        place = 2 * zone + side
        taken = (outcome >> (10 * (1 - side))) & 1023
        if taken == 0:
            continue
        worth += (aims[DAMAGE] + aims[COIN]) * taken
        if taken == s.coins_on[place]:
            worth += aims[KILL] + (1000.0 if s.tile[place] >= MONSTER_CAP else 0.0)
            trait = trait_of(s, place)
            gasp += int(c.last_gasp[trait]) if trait != EMPTY else 0
    return worth + aims[SUFFERED] * wounds_of(c, s, seat, (attacks >> 10) + (attacks & 1023), gasp)


@kernel
def best_fight(c, s, aims):
    """Return what the best battle of the row with the committed word is worth, types as they are."""
    seat, best = int(s.seat), NOTHING
    for place in range(PLACES):
        if s.tile[place] != EMPTY:
            pattern, _, _ = best_pattern(c, s, seat, s.word[seat], place, WEAPON)
            best = max(best, battle_worth(c, s, seat, s.word[seat], place, WEAPON, pattern, aims))
    return best
