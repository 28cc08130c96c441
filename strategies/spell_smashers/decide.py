"""How a scripted player decides: every listed action gets a worth by the player's aims, the first of the best is taken."""

from simkit.core.bits import part
from simkit.core.jit import copy_record, kernel
from simkit.games.spell_smashers.encoding import cards_of, rarity_of
from simkit.games.spell_smashers.fight import retype
from simkit.games.spell_smashers.names import (
    ANTIDOTE,
    BUY_GEAR,
    BUY_POTIONS,
    DRAW_FROM,
    DROP,
    EMPTY,
    FIGHT,
    GUILD,
    HEAL,
    KEEP,
    KEEP_QUEST,
    REDRAW,
    RETYPE,
    SHAMAN,
    SHOP,
    SPELL,
    STRIKE,
    TAVERN,
    TONIC,
    VOWEL,
    WEAR,
    WORD,
)
from simkit.games.spell_smashers.reach import word_length
from simkit.games.spell_smashers.supply import members
from simkit.games.spell_smashers.town import potions_price, price
from strategies.spell_smashers.aims import ALE, COIN, GEAR, KILL, POTION, QUEST, SUFFERED, THINKS, VOWELS
from strategies.spell_smashers.battles import NOTHING, best_fight, fight_worth, strike_worth, word_worth
from strategies.spell_smashers.outlook import SCALE, best_with, draw_worth, gear_worth, quest_ease, vowels_in_hand
from strategies.spell_smashers.vocabulary import sees

UNSEEN = -1e6  # words the player does not think of come last: the easiest and shortest first


@kernel
def rounds_left(c, s):
    """Return how many battles are still to come."""
    return max(int(c.rounds) - int(s.round_no), 0) if s.players > 1 else 6


@kernel
def spelling_worth(c, s, action, aims, vocabulary, recall):
    """Return what committing a word is worth."""
    if sees(c, s, action, vocabulary, recall):
        return word_worth(c, s, action, aims)
    return UNSEEN - 100.0 * rarity_of(action) - word_length(c, s, int(s.seat), cards_of(action))


@kernel
def wear_worth(c, s, action, aims, vocabulary, numbers):
    """Return what a choice of active gear is worth."""
    weapon, armor = part(action, 4, 7) - 1, part(action, 11, 7) - 1
    worth = gear_worth(c, armor) if armor != EMPTY else 0.0
    if aims[THINKS] > 0:
        special = weapon != EMPTY and (c.gear_doubled[weapon] or c.gear_wild[weapon] or c.gear_coins_kill[weapon])
        bonus = 0.6 * gear_worth(c, weapon) if special else 0.0
        return worth + bonus + best_with(c, s, int(s.seat), weapon, EMPTY, EMPTY, EMPTY, vocabulary, numbers) / SCALE
    return worth + gear_worth(c, weapon)


@kernel
def tonic_worth(c, s, action, aims, vocabulary, numbers):
    """Return what changing a letter gains over the best word as it is, if it is enough; only a player who thinks finds it."""
    if aims[THINKS] == 0:
        return NOTHING
    seat, weapon = int(s.seat), int(s.weapon[s.seat])
    now = best_with(c, s, seat, weapon, EMPTY, EMPTY, EMPTY, vocabulary, numbers)
    changed = best_with(c, s, seat, weapon, EMPTY, part(action, 4, 6), part(action, 14, 5), vocabulary, numbers)
    late = rounds_left(c, s) == 0
    return (changed - now) * 1.0 if changed - now > (1 if late else 4) * SCALE else NOTHING


@kernel
def retype_worth(c, s, action, aims, trial, no_log):
    """Return what a changed type gains, if it is enough."""
    copy_record(trial, s)
    retype(trial, action, no_log)
    gain = best_fight(c, trial, aims) - best_fight(c, s, aims)
    enough = 0.0 if part(action, 4, 1) or rounds_left(c, s) == 0 else 3 * aims[COIN]
    return gain if gain > enough else NOTHING


@kernel
def antidote_worth(c, s, action):
    """Return what an antidote is worth: it avoids the Shaman, or gives a hand without vowels one."""
    seat, is_wound, deck = int(s.seat), part(action, 8, 1), part(action, 15, 1)
    if is_wound and s.phase != SPELL and s.wound_count[seat] == c.shaman_wounds and s.players > 1:
        return 4.0 + 0.1 * deck
    if not is_wound and s.phase == SPELL and deck == VOWEL and vowels_in_hand(c, s, seat) == 0:
        return 1e6  # before any word
    return NOTHING


@kernel
def shaman_worth(c, s, action, aims):
    """Return what losing all wounds is worth, and a trophy with them; the trophy that deals least goes first."""
    seat, tile = int(s.seat), part(action, 4, 6) - 1
    worth = -aims[SUFFERED] * int(s.wound_count[seat]) * 0.9
    return worth - (max(aims[KILL], 3.0) + 0.1 * c.monster_damage[tile] if tile != EMPTY else 0.0)


@kernel
def guild_worth(c, s, aims):
    """Return what another quest is worth: most while there is room and time for it."""
    left = rounds_left(c, s)
    room = 0.9 if s.quest_count[s.seat] < c.open_quests else 0.25
    return aims[QUEST] * room * min(0.25 * left, 0.8)


@kernel
def shop_worth(c, s, action, aims):
    """Return what an antidote, or a visit to the Armory or the Alchemist is worth."""
    seat, what, left = int(s.seat), part(action, 4, 4), rounds_left(c, s)
    if what == ANTIDOTE:
        return antidote_worth(c, s, action)
    if what == BUY_GEAR:
        more = 0.35 * left if members(s.gear_held[seat]) < 3 else 0.1 * left
        return aims[GEAR] * (0.5 + more) - aims[COIN] * price(c, s, seat, int(c.armory_price))
    if what == BUY_POTIONS:
        bought = part(action, 8, 3)
        worth = (
            0.0 if left == 0 else aims[POTION] * (0.6 * (bought & 1) + 0.7 * ((bought >> 1) & 1) + 2.4 * ((bought >> 2) & 1) * aims[THINKS])
        )
        return worth - aims[COIN] * price(c, s, seat, potions_price(c, bought))
    return 0.0


@kernel
def keep_worth(c, s, action):
    """Return what a card looked at is worth."""
    card = int(s.drawn[part(action, 4, 1)])
    return quest_ease(c, card) * c.quest_points[card] if s.phase == KEEP_QUEST else gear_worth(c, card)


@kernel
def draw_choice(c, s, action, aims, vocabulary, numbers):
    """Return what drawing from a deck is worth."""
    seat, deck = int(s.seat), part(action, 4, 1)
    if aims[THINKS] > 0 and s.hand_size[seat] >= 4:
        return draw_worth(c, s, seat, deck, vocabulary, numbers)
    wants_vowel = vowels_in_hand(c, s, seat) < aims[VOWELS] * (int(s.hand_size[seat]) + 1)
    return 1.0 if (deck == VOWEL) == wants_vowel else 0.0


@kernel
def worth(c, s, action, aims, vocabulary, recall, scratch):
    """Return what an action is worth to a player."""
    kind, seat, numbers = action & 15, int(s.seat), scratch[1][0]
    if kind == WORD:
        return spelling_worth(c, s, action, aims, vocabulary, recall)
    if kind == DRAW_FROM:
        return draw_choice(c, s, action, aims, vocabulary, numbers)
    if kind == FIGHT:
        return fight_worth(c, s, action, aims)
    if kind == STRIKE:
        return strike_worth(c, s, action, aims)
    if kind == RETYPE:
        return best_fight(c, s, aims) + retype_worth(c, s, action, aims, scratch[0][0], scratch[3]) if s.players > 1 else NOTHING
    if kind == KEEP:
        return keep_worth(c, s, action)
    if kind == DROP:
        card = int(s.quest[seat, part(action, 4, 2)])
        return -quest_ease(c, card) * c.quest_points[card]
    if kind == SHAMAN:
        return shaman_worth(c, s, action, aims)
    if kind == TAVERN:
        return aims[ALE] * int(s.wound_count[seat]) - aims[COIN] * price(c, s, seat, int(c.tavern_price))
    if kind == GUILD:
        return guild_worth(c, s, aims)
    if kind == SHOP:
        return shop_worth(c, s, action, aims)
    if kind == WEAR:
        return wear_worth(c, s, action, aims, vocabulary, numbers)
    if kind == TONIC:
        return tonic_worth(c, s, action, aims, vocabulary, numbers)
    if kind == HEAL or kind == REDRAW:
        place = part(action, 4, 6) - 1
        return -float(c.wound_damage[s.wound_hand[seat, place]]) if place != EMPTY else 0.0
    return 0.0


@kernel
def decide(c, s, actions, n, aims, vocabulary, recall, scratch):
    """Return the index of the action worth most; a tonic counts as more than any word where it gains enough."""
    best, best_worth = 0, -1e18
    for i in range(n):
        value = worth(c, s, actions[i], aims, vocabulary, recall, scratch)
        if actions[i] & 15 == TONIC and value > NOTHING:
            value += 1e5
        if value > best_worth:
            best, best_worth = i, value
    return best
