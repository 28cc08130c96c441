"""Two players of the solo mode."""

from simkit.core.bits import part
from simkit.core.jit import copy_record, kernel
from simkit.core.strategy import strategy
from simkit.games.spell_smashers.encoding import cards_of, rarity_of
from simkit.games.spell_smashers.names import (
    ANTIDOTE,
    BUY_GEAR,
    BUY_POTIONS,
    CARPENTER,
    EMPTY,
    LOOK,
    ORDER,
    REPAIR,
    RUIN,
    SHOP,
    SPELL,
    STRIKE,
    TONIC,
    VOWEL,
    WORD,
    ZONES,
)
from simkit.games.spell_smashers.reach import word_length
from simkit.games.spell_smashers.solo import intact
from simkit.games.spell_smashers.town import order_tiles, potions_price, price
from strategies.spell_smashers.battles import NOTHING
from strategies.spell_smashers.decide import UNSEEN, decide, worth
from strategies.spell_smashers.outlook import vowels_in_hand
from strategies.spell_smashers.siege import (
    ALL,
    COIN,
    CURE,
    GEAR,
    SECOND,
    SPARED,
    THIRD,
    danger,
    forecast,
    relief,
    set_wants,
    siege_strike,
    siege_word,
    who,
)
from strategies.spell_smashers.vocabulary import sees


@kernel
def carpentry_worth(c, s, action, aims, chances):
    """Return what a building repaired, a monster discarded, or both are worth."""
    seat, building, place, left = int(s.seat), part(action, 8, 3) - 1, part(action, 11, 4) - 1, intact(s)
    gain, printed = 0.0, 0
    if building != EMPTY:
        gain += aims[THIRD] if left == 3 else aims[SECOND] if left == 2 else aims[ALL] / 2
        printed += int(c.repair_price)
    if place != EMPTY:
        gain += relief(c, s, place, aims, chances) + aims[SPARED] * int(c.attack[s.tile[place]])
        printed += int(c.chase_price)
    return gain - aims[COIN] * price(c, s, seat, printed)


@kernel
def cure_worth(c, s, aims):
    """Return what it is worth to swap a wound for a letter."""
    return aims[CURE] * max(int(s.wound_count[s.seat]) - 2, 0)


@kernel
def shopping_worth(c, s, action, aims, chances, trial):
    """Return what a visit on the solo side is worth."""
    seat, what = int(s.seat), part(action, 4, 4)
    if what == REPAIR:
        return carpentry_worth(c, s, action, aims, chances)
    if what == BUY_GEAR:
        return aims[GEAR] - aims[COIN] * price(c, s, seat, int(c.armory_price))
    if what == BUY_POTIONS:
        bought = part(action, 8, 3)
        gain = (cure_worth(c, s, aims) + 0.1 if (bought >> 1) & 1 else 0.0) + (2.0 if (bought >> 2) & 1 else 0.0)
        return gain - aims[COIN] * price(c, s, seat, potions_price(c, bought))
    if what == ANTIDOTE:
        is_wound, place, deck = part(action, 8, 1), part(action, 9, 6), part(action, 15, 1)
        if is_wound:
            gain = cure_worth(c, s, aims)
            wants = 1 if vowels_in_hand(c, s, seat) < 2 else 0
            # before a word, and better a wound that deals little
            return (1e4 if s.phase == SPELL and gain > 0 else NOTHING) + (deck == wants) - 0.1 * c.wound_damage[s.wound_hand[seat, place]]
        return 1e6 if s.phase == SPELL and deck == VOWEL and vowels_in_hand(c, s, seat) == 0 else NOTHING
    if what == LOOK:
        return 0.05
    if what == ORDER:
        copy_record(trial, s)
        order_tiles(trial, part(action, 8, 6))
        forecast(c, trial, chances)
        total = 0.0
        for zone in range(ZONES):
            total -= danger(c, s, zone, who(s, 2 * zone), who(s, 2 * zone + 1), aims, chances)
        return total
    if what == RUIN:
        # the Carpenter's Guild last; of the others one that is occupied is the smaller loss
        zone = part(action, 8, 2)
        return (0.5 if s.tile[2 * zone + 1] != EMPTY else 0.0) - (1.0 if c.building[zone] == CARPENTER else 0.0)
    return 0.0


@kernel
def defend(c, s, actions, n, aims, vocabulary, recall, scratch):
    """Return the index of the action worth most to a player alone; at a table of several there is no town to defend."""
    if s.players > 1:
        return decide(c, s, actions, n, aims, vocabulary, recall, scratch)
    best, best_worth, chances = 0, -1e18, scratch[2][1]
    forecast(c, s, chances)
    for i in range(n):
        action = actions[i]
        kind = action & 15
        if kind == WORD:
            if sees(c, s, action, vocabulary, recall):
                value = siege_word(c, s, action, aims, chances)
            else:
                value = UNSEEN - 100.0 * rarity_of(action) - word_length(c, s, int(s.seat), cards_of(action))
        elif kind == STRIKE:
            value = siege_strike(c, s, action, aims, chances)
        elif kind == SHOP:
            value = shopping_worth(c, s, action, aims, chances, scratch[0][0])
        else:
            value = worth(c, s, action, aims, vocabulary, recall, scratch)
            if kind == TONIC and value > NOTHING:
                value += 1e5
        if value > best_worth:
            best, best_worth = i, value
    return best


@strategy(
    "keeps the Carpenter's Guild open and clears the zones that the next wave would push on", game="spell_smashers", vocabulary=0, recall=1,
    boss=0.5, wounds=0.4, guild=20,
)  # fmt: skip
def defender(kernels, config, s, actions, n, weights, scratch):
    """Want no building lost; the boss when nothing presses."""
    aims = scratch[2][0]
    set_wants(aims, weights[2], weights[3], weights[4])
    return defend(config, s, actions, n, aims, weights[0], weights[1], scratch)


@strategy(
    "strikes the boss as soon as it is there and arms itself before", game="spell_smashers", vocabulary=0, recall=1, boss=1.2, wounds=0.4
)
def slayer(kernels, config, s, actions, n, weights, scratch):
    """Want the boss, gear before, the town meanwhile as well as may be."""
    aims = scratch[2][0]
    set_wants(aims, weights[2], weights[3], 10.0)
    aims[GEAR] = 6.0
    return defend(config, s, actions, n, aims, weights[0], weights[1], scratch)
