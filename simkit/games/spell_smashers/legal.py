"""The legal actions of the seat to act, each play listed once."""

from simkit.core.jit import kernel
from simkit.games.spell_smashers.battle import (
    BY_ELIXIR,
    BY_GEAR,
    assess,
    gear_against,
    num_patterns,
    num_wilds,
    pattern_of,
    quests_met,
    trait_of,
    typed_card,
)
from simkit.games.spell_smashers.encoding import cards_of
from simkit.games.spell_smashers.fight import INSIDE, LOSE, OUTSIDE, PATTERN, PLACE
from simkit.games.spell_smashers.names import (
    ALCHEMIST,
    ANTIDOTE,
    ANTIDOTE_POTION,
    ARMOR,
    ARMORY,
    BUY_GEAR,
    BUY_POTIONS,
    CARPENTER,
    CHOOSE_GEAR,
    CHOOSE_HEALED,
    DRAW,
    DRAW_FROM,
    DROP,
    DROP_QUEST,
    ELIXIR_POTION,
    EMPTY,
    FIGHT,
    GUILD,
    HEAL,
    KEEP,
    KEEP_GEAR,
    KEEP_QUEST,
    LETTER_HAND,
    LOOK,
    MONSTER_CAP,
    ORDER,
    ORDER_TILES,
    PASS,
    PLACES,
    POTIONS,
    REDIRECT,
    REDRAW,
    REPAIR,
    RETYPE,
    RUIN,
    SHAMAN,
    SHOP,
    SIGHT,
    SKIP,
    SPELL,
    STRIKE,
    TARGET_MONSTER,
    TAVERN,
    TONIC,
    TONIC_POTION,
    VISIT,
    WEAPON,
    WEAR,
    WILD,
    WORD,
    ZONES,
)
from simkit.games.spell_smashers.reach import describe_cards
from simkit.games.spell_smashers.solo import gear_in_zone, split, zone_strength
from simkit.games.spell_smashers.supply import can_draw, holds
from simkit.games.spell_smashers.town import must_heal, potions_price, price
from simkit.games.spell_smashers.words.cards import COUNT, SAME, SYMBOL, TEXT
from simkit.games.spell_smashers.words.listing import list_words
from simkit.games.spell_smashers.words.tonic import PAIR_LETTERS, PAIRS, TONIC_ROOM, letters_for, letters_for_wounds, list_with_wound

ROOM = TONIC_ROOM  # the end of the list of actions is room to work in


@kernel
def has_potion(s, seat, potion):
    """Whether a seat holds a potion."""
    return (int(s.potions[seat]) >> potion) & 1 == 1


@kernel
def list_gear(c, s, actions):
    """List every choice of active gear: at most a weapon and an armor."""
    seat, n = int(s.seat), 0
    for weapon in range(-1, c.gear):
        if weapon != EMPTY and (c.gear_slot[weapon] != WEAPON or not holds(s.gear_held[seat], weapon)):
            continue
        for armor in range(-1, c.gear):
            if armor == EMPTY or (c.gear_slot[armor] == ARMOR and holds(s.gear_held[seat], armor)):
                actions[n] = WEAR | (weapon + 1) << 4 | (armor + 1) << 11
                n += 1
    return n


@kernel
def same_wound(c, a, b):
    """Whether two wound cards are equal but for who they are."""
    return c.wound_text[a] == c.wound_text[b] and c.wound_damage[a] == c.wound_damage[b] and c.wound_type[a] == c.wound_type[b]


@kernel
def list_wounds(c, s, kind, actions, n):
    """Append an action for each different wound of the hand."""
    seat = int(s.seat)
    for i in range(s.wound_count[seat]):
        new = True
        for j in range(i):
            new = new and not same_wound(c, s.wound_hand[seat, i], s.wound_hand[seat, j])
        if new:
            actions[n] = kind | (i + 1) << 4
            n += 1
    return n


@kernel
def same_letter(c, a, b):
    """Whether two letter cards are equal but for who they are."""
    return (
        c.letter_symbol[a] == c.letter_symbol[b]
        and c.letter_damage[a] == c.letter_damage[b]
        and c.letter_type[a] == c.letter_type[b]
        and c.letter_deck[a] == c.letter_deck[b]
    )


@kernel
def list_antidotes(c, s, actions, n):
    """Append the uses of an antidote: each different card of the hand, and a deck to draw from."""
    seat = int(s.seat)
    if not has_potion(s, seat, ANTIDOTE_POTION) or s.tonic_card[seat] != EMPTY:
        return n
    for deck in range(2):
        deck_part = deck << 15
        for i in range(s.hand_size[seat]):
            new = can_draw(c, s, deck) or c.letter_deck[s.hand[seat, i]] == deck
            for j in range(i):
                new = new and not same_letter(c, s.hand[seat, i], s.hand[seat, j])
            if new:
                actions[n] = SHOP | ANTIDOTE << 4 | i << 9 | deck_part
                n += 1
        if not can_draw(c, s, deck) or s.hand_size[seat] == LETTER_HAND:  # ruling SS-R43
            continue
        for i in range(s.wound_count[seat]):
            new = True
            for j in range(i):
                new = new and not same_wound(c, s.wound_hand[seat, i], s.wound_hand[seat, j])
            if new:
                actions[n] = SHOP | ANTIDOTE << 4 | 1 << 8 | i << 9 | deck_part
                n += 1
    return n


@kernel
def add_tonic(card, at, own, letters, actions, n):
    """Append the letters that one letter of a card may become."""
    for letter in range(26):
        if letter != own and (letters >> letter) & 1:
            actions[n] = TONIC | card << 4 | at << 10 | letter << 14
            n += 1
    return n


@kernel
def list_tonics(c, s, cards, room, actions, n):
    """Append the letters a tonic may change, where a word with the changed letter exists (rulings SS-R3 and R44)."""
    for card in range(cards):
        new = room[COUNT + card] == 1
        for other in range(card):
            new = new and (room[SAME + other] != room[SAME + card] or room[TEXT + other] != room[TEXT + card])
        if new:
            n = add_tonic(card, 0, room[TEXT + card], letters_for(c, card, cards, room), actions, n)
    for pair in range(letters_for_wounds(c, cards, room)):
        card, at = room[PAIRS + pair] & 255, (room[PAIRS + pair] >> 8) & 255
        own = (room[TEXT + card] >> (8 * at)) & 255
        n = add_tonic(card, at, own, room[PAIR_LETTERS + pair], actions, n)
    return n


@kernel
def list_spellings(c, s, actions):
    """List every word; without any the redraw, or to skip (spell_smashers.md, "Prepare Words"; ruling SS-R6)."""
    seat, full = int(s.seat), len(actions) - ROOM
    room = actions[full:]
    cards = describe_cards(c, s, seat, room)
    tonic = int(s.tonic_card[seat])
    if tonic != EMPTY:
        if room[SYMBOL + tonic] < 0:
            return list_with_wound(c, WORD, tonic, cards, room, actions, 0, full)
        return list_words(c, WORD, 1 << tonic, cards, room, actions, 0, full)
    n = list_words(c, WORD, 0, cards, room, actions, 0, full)
    if n < 0:
        return n
    if n == 0:
        if (int(s.redrawn) >> seat) & 1:
            actions[n] = SKIP
            n += 1
        elif s.wound_count[seat] == 0:
            actions[n] = REDRAW
            n += 1
        else:
            n = list_wounds(c, s, REDRAW, actions, n)
    if has_potion(s, seat, TONIC_POTION):
        n = list_tonics(c, s, cards, room, actions, n)
    return n


@kernel
def list_retypes(c, s, actions, n):
    """Append the types that an elixir, or gear that makes a card wild, may give a card of the word; equal cards once."""
    seat, weapon = int(s.seat), int(s.weapon[s.seat])
    cards = cards_of(s.word[seat])
    by_gear = weapon != EMPTY and c.gear_wild[weapon] and s.retyped[BY_GEAR] == EMPTY
    by_elixir = has_potion(s, seat, ELIXIR_POTION) and s.retyped[BY_ELIXIR] == EMPTY
    for way in range(2):
        if not (by_elixir if way == BY_ELIXIR else by_gear):
            continue
        card, rest = 0, cards
        while rest:
            if rest & 1:
                kind, damage, typed = typed_card(c, s, seat, card, weapon)
                new = typed != WILD and s.retyped[1 - way] != card
                for other in range(card):
                    if new and (cards >> other) & 1 and s.retyped[1 - way] != other:
                        other_kind, other_damage, other_type = typed_card(c, s, seat, other, weapon)
                        new = kind != other_kind or damage != other_damage or typed != other_type
                for to in range(3):
                    if new and to != typed:
                        actions[n] = RETYPE | way << 4 | card << 8 | to << 16
                        n += 1
            rest >>= 1
            card += 1
    return n


@kernel
def num_losses(c, s, place, weapon, armor):
    """Return how many choices Disarm leaves: one where it can take one card or none."""
    trait = trait_of(s, place) if s.tile[place] != EMPTY else EMPTY
    return 2 if trait != EMPTY and c.disarm[trait] and weapon != EMPTY and armor != EMPTY else 1


@kernel
def list_fights(c, s, actions):
    """List the monsters to battle; types of wild cards and gear given to Disarm once for each different outcome."""
    seat, n, room = int(s.seat), 0, actions[len(actions) - ROOM :]
    word = s.word[seat]
    for place in range(PLACES):
        if s.tile[place] == EMPTY:
            continue
        begin = n
        for lose in range(num_losses(c, s, place, s.weapon[seat], s.armor[seat])):
            weapon, _ = gear_against(c, s, seat, place, lose)
            for number in range(num_patterns(num_wilds(c, s, seat, cards_of(word), weapon))):
                pattern = pattern_of(number)
                damage, attack, counts, tiles = assess(c, s, seat, word, place, lose, pattern)
                met = quests_met(c, s, seat, word, place, damage, attack, counts, tiles)
                outcome = damage << 20 | attack << 10 | met << 4 | lose
                if is_new(outcome, room, n - begin):
                    actions[n] = FIGHT | place << PLACE | lose << LOSE | pattern << PATTERN
                    n += 1
    return list_retypes(c, s, actions, n)


@kernel
def is_new(outcome, outcomes, n):
    """Whether an outcome is not among the first n; if so it is noted there."""
    for i in range(n):
        if outcomes[i] == outcome:
            return False
    outcomes[n] = outcome
    return True


@kernel
def list_strikes(c, s, actions):
    """List the zones to battle alone and every split of the damage, once for each different outcome."""
    seat, n, room = int(s.seat), 0, actions[len(actions) - ROOM :]
    word, splits = s.word[seat], room[2048:]
    for zone in range(ZONES):
        out, inn = 2 * zone, 2 * zone + 1
        if s.tile[out] == EMPTY and s.tile[inn] == EMPTY:
            continue
        begin = n
        losses = max(num_losses(c, s, out, s.weapon[seat], s.armor[seat]), num_losses(c, s, inn, s.weapon[seat], s.armor[seat]))
        for lose in range(losses):
            weapon, _ = gear_in_zone(c, s, seat, zone, lose)
            for number in range(num_patterns(num_wilds(c, s, seat, cards_of(word), weapon))):
                pattern = pattern_of(number)
                for i in range(split(c, s, seat, zone, lose, pattern, splits)):
                    attacks = zone_strength(c, s, seat, zone, lose, pattern, splits[i])
                    if is_new(splits[i] << 32 | attacks << 8 | lose, room, n - begin):
                        taken = (splits[i] >> 10) << OUTSIDE | (splits[i] & 1023) << INSIDE
                        actions[n] = STRIKE | zone << PLACE | lose << LOSE | pattern << PATTERN | taken
                        n += 1
    return list_retypes(c, s, actions, n)


@kernel
def list_potions(c, s, actions, n):
    """Append every set of potions that can be bought: at most one of each held."""
    seat = int(s.seat)
    for bought in range(1, 1 << len(POTIONS)):
        if not bought & int(s.potions[seat]) and price(c, s, seat, potions_price(c, bought)) <= s.coins[seat]:
            actions[n] = SHOP | BUY_POTIONS << 4 | bought << 8
            n += 1
    return n


@kernel
def list_visits(c, s, actions):
    """List the buildings a seat can visit (spell_smashers.md, "Visit Town"; ruling SS-R33)."""
    seat, n = int(s.seat), 0
    forced = must_heal(c, s, seat)
    if forced or c.shaman_healthy or s.wound_count[seat] > 0:
        for tile in range(-1, MONSTER_CAP):
            if holds(s.trophies[seat], tile) if tile != EMPTY else s.trophies[seat] == 0:
                actions[n] = SHAMAN | (tile + 1) << 4
                n += 1
    if forced:
        return n
    actions[n] = GUILD
    n += 1
    if price(c, s, seat, int(c.tavern_price)) <= s.coins[seat]:
        actions[n] = TAVERN
        n += 1
    if s.gear_size > 0 and price(c, s, seat, int(c.armory_price)) <= s.coins[seat]:
        actions[n] = SHOP | BUY_GEAR << 4
        n += 1
    return list_potions(c, s, actions, n)


@kernel
def list_solo_visits(c, s, actions):
    """List the buildings that stand and are not occupied, and what can be done there; or to do nothing (ruling SS-R34)."""
    seat = int(s.seat)
    actions[0] = SHOP | PASS << 4
    n = 1
    for zone in range(ZONES):
        if s.ruin[zone] != EMPTY or s.tile[2 * zone + 1] != EMPTY:
            continue
        building = c.building[zone]
        if building == ALCHEMIST:
            n = list_potions(c, s, actions, n)
        elif building == ARMORY:
            if s.gear_size > 0 and price(c, s, seat, int(c.armory_price)) <= s.coins[seat]:
                actions[n] = SHOP | BUY_GEAR << 4
                n += 1
        elif building == CARPENTER:
            n = list_carpentry(c, s, actions, n)
        elif s.stack_size > 0:
            actions[n] = SHOP | LOOK << 4
            n += 1
    return n


@kernel
def list_carpentry(c, s, actions, n):
    """Append the repairs, the monsters to discard, and both at once."""
    seat = int(s.seat)
    for zone in range(-1, ZONES):
        if zone != EMPTY and s.ruin[zone] == EMPTY:
            continue
        for place in range(-1, PLACES):
            if place != EMPTY and (s.tile[place] == EMPTY or s.tile[place] >= MONSTER_CAP):
                continue
            printed = (int(c.repair_price) if zone != EMPTY else 0) + (int(c.chase_price) if place != EMPTY else 0)
            if (zone != EMPTY or place != EMPTY) and price(c, s, seat, printed) <= s.coins[seat]:
                actions[n] = SHOP | REPAIR << 4 | (zone + 1) << 8 | (place + 1) << 11
                n += 1
    return n


@kernel
def num_orders(tiles):
    """Return how many orders tiles can be put back in."""
    total = 1
    for i in range(2, tiles + 1):
        total *= i
    return total


@kernel
def list_few(c, s, actions):
    """List the actions of the phases that ask for one of a few things."""
    seat, n = int(s.seat), 0
    if s.phase == DRAW:
        for deck in range(2):
            if can_draw(c, s, deck):  # an antidote may have taken the last card of a deck since the choice was due
                actions[n] = DRAW_FROM | deck << 4
                n += 1
    elif s.phase == KEEP_QUEST or s.phase == KEEP_GEAR:
        for i in range(2):
            actions[n] = KEEP | i << 4
            n += 1
    elif s.phase == DROP_QUEST:
        for i in range(s.quest_count[seat]):
            actions[n] = DROP | i << 4
            n += 1
    elif s.phase == CHOOSE_HEALED:
        n = list_wounds(c, s, HEAL, actions, n)
    elif s.phase == ORDER_TILES:
        for number in range(num_orders(min(int(s.stack_size), SIGHT))):
            actions[n] = SHOP | ORDER << 4 | number << 8
            n += 1
    elif s.phase == REDIRECT:
        for zone in range(ZONES):
            if s.ruin[zone] == EMPTY:
                actions[n] = SHOP | RUIN << 4 | zone << 8
                n += 1
    return n


def legal(c, s, actions):
    """Write the legal actions of `s.seat`, return how many; -1 when the buffer is full."""
    if s.phase == CHOOSE_GEAR:
        n = list_gear(c, s, actions)
    elif s.phase == SPELL:
        n = list_spellings(c, s, actions)
    elif s.phase == TARGET_MONSTER:
        return list_strikes(c, s, actions) if s.players == 1 else list_fights(c, s, actions)
    elif s.phase == VISIT:
        n = list_solo_visits(c, s, actions) if s.players == 1 else list_visits(c, s, actions)
    else:
        n = list_few(c, s, actions)
    if n < 0 or s.phase == CHOOSE_HEALED:
        return n
    return list_antidotes(c, s, actions, n)
