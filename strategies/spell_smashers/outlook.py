"""What hand, gear and quests promise: simple counts for most players, best words for one who thinks."""

from simkit.core.jit import kernel
from simkit.games.spell_smashers.names import EMPTY, PER_BATTLE, PER_EARTH, PER_FIRE, PER_TROPHY, PER_VOWEL, PER_WATER, PER_WOUND, VOWEL
from simkit.games.spell_smashers.reach import card_at, count_of, damage_of, num_cards, symbol_of, type_of
from simkit.games.spell_smashers.supply import in_letter_discard
from simkit.games.spell_smashers.words.cards import TROPHY, VOWEL_SET, WOUND
from simkit.games.spell_smashers.words.graph import DOUBLED
from simkit.games.spell_smashers.words.lists import LONGEST
from simkit.games.spell_smashers.words.search import MASK_BITS, NOTHING, ROOM, best_word

SCALE = 16  # a point of damage, as the search has whole numbers
# where the row of numbers is used: cards' symbols, weights, worth by length, then room to search in
_SYMBOLS, _WEIGHTS, _LENGTHS, _ROOM = 0, 64, 128, 192
assert _ROOM + ROOM < 1 << 12


@kernel
def vowels_in_hand(c, s, seat):
    """Count the vowel cards of a hand."""
    vowels = 0
    for i in range(s.hand_size[seat]):
        vowels += 1 if c.letter_deck[s.hand[seat, i]] == VOWEL else 0
    return vowels


@kernel
def card_bonus(c, kind, symbol, typed, weapon):
    """Return the damage a weapon adds for one card, as if it had no limit."""
    if weapon == EMPTY:
        return 0
    per, damage = c.gear_per[weapon], int(c.gear_damage[weapon])
    counts = (
        (per == PER_FIRE and typed == 0)
        or (per == PER_EARTH and typed == 1)
        or (per == PER_WATER and typed == 2)
        or (per == PER_WOUND and kind == WOUND)
        or (per == PER_TROPHY and kind == TROPHY)
        or (per == PER_VOWEL and (VOWEL_SET >> symbol) & 1 == 1)
    )
    return damage if counts else 0


@kernel
def best_with(c, s, seat, weapon, extra, changed, letter, vocabulary, numbers):
    """Return the damage of the best word with a weapon, in sixteenths.

    Parameters
    ----------
    extra : int64
        Rank of a letter drawn in addition, at one damage; EMPTY: none.
    changed, letter : int64
        A card whose letter is another, and that letter; EMPTY: none.
    """
    symbols, weights, lengths, room = numbers[_SYMBOLS:], numbers[_WEIGHTS:], numbers[_LENGTHS:], numbers[_ROOM:]
    n = num_cards(s, seat)
    for card in range(n):
        kind, number = card_at(s, seat, card)
        symbols[card] = symbol_of(c, kind, number)
        if changed == card and count_of(c, kind, number) == 1:
            symbols[card] = letter
        bonus = card_bonus(c, kind, symbols[card], type_of(c, kind, number), weapon)
        # a wound used up is a point gained
        weights[card] = SCALE * (damage_of(c, kind, number) + bonus) + (SCALE // 2 if kind == WOUND else 0)
    if extra != EMPTY and n < 40:
        symbols[n], weights[n] = extra, SCALE
        n += 1
    for length in range(LONGEST + 1):
        bonus = 0
        if weapon == EMPTY:
            bonus = int(c.stick_damage) if length >= c.stick_letters else 0
        elif c.gear_per[weapon] == PER_BATTLE and not c.gear_doubled[weapon]:
            fits = c.gear_letters_min[weapon] <= length <= c.gear_letters_max[weapon]
            bonus = int(c.gear_damage[weapon]) if fits else 0
        elif c.gear_per[weapon] == PER_VOWEL:
            bonus = -int(c.gear_after[weapon])
        lengths[length] = SCALE * bonus + 2 * length
    known = 15
    if vocabulary > 0:
        while known >= 0 and c.steps[known] > vocabulary:
            known -= 1
    best = best_word(c, symbols, weights, n, lengths, known, room)
    return best >> MASK_BITS if best != NOTHING else 0


@kernel
def draw_worth(c, s, seat, deck, vocabulary, numbers):
    """Return the expected best word after a card from a deck: every letter as often as it is not seen."""
    total, cards = 0, 0
    for letter in range(26):
        unseen = 0
        for card in range(c.letters):
            if c.letter_deck[card] == deck and c.letter_symbol[card] == letter and not in_letter_discard(s, card):
                unseen += 1
        for i in range(s.hand_size[seat]):
            card = int(s.hand[seat, i])
            if c.letter_deck[card] == deck and c.letter_symbol[card] == letter:
                unseen -= 1
        if unseen > 0:
            total += unseen * best_with(c, s, seat, int(s.weapon[seat]), letter, EMPTY, EMPTY, vocabulary, numbers)
            cards += unseen
    return total / max(cards, 1)


@kernel
def gear_worth(c, gear):
    """Return what a gear card promises a battle, in coins or thereabouts."""
    if gear == EMPTY:
        return 1.0  # the Starting Stick, or nothing
    worth = float(c.gear_damage[gear])
    per = c.gear_per[gear]
    if per == PER_FIRE or per == PER_EARTH or per == PER_WATER:
        worth *= 1.6
    elif per == PER_WOUND or per == PER_TROPHY:
        worth *= 0.8
    elif per == PER_VOWEL or c.gear_letters_min[gear] > 6 or c.gear_doubled[gear]:
        worth *= 0.4
    elif c.gear_letters_max[gear] < LONGEST:
        worth *= 0.6
    worth += 0.6 * c.gear_coins_kill[gear] + c.gear_coins[gear] + 1.5 * c.gear_wounds[gear] + 0.8 * c.gear_initiative[gear]
    worth += 0.5 * c.gear_ties[gear] + 1.5 * c.gear_hand[gear] + 1.5 * c.gear_heals[gear]
    worth += 0.5 * c.gear_ale[gear] + 0.7 * c.gear_discount[gear]
    return worth + 0.8 * c.gear_wild[gear] + (0.6 if c.gear_ward[gear] != EMPTY else 0.0)


@kernel
def quest_ease(c, quest):
    """Return the chance, roughly, to complete a quest in a round."""
    ease = 0.6
    ease *= 0.45 ** max(int(c.quest_letters_min[quest]) - 5, 0)
    ease *= 0.7 if c.quest_letters_max[quest] < LONGEST else 1.0
    ease *= 0.6 ** max(int(c.quest_vowels_min[quest]) - 2, 0)
    ease *= 0.5 if c.quest_vowels_max[quest] < LONGEST else 1.0
    ease *= 0.3 if c.quest_shape[quest] >= DOUBLED // 2 else 0.9
    ease *= 0.55 ** int(c.quest_wounds[quest]) * 0.7 ** int(c.quest_trophies_min[quest])
    for typed in range(3):
        ease *= 0.85 ** int(c.quest_types[quest, typed])
    ease *= 0.85 ** max(int(c.quest_damage[quest]) - 7, 0)
    ease *= 0.4 if c.quest_attack[quest] > 2 else 1.0
    ease *= (0.6 if c.quest_kill[quest] else 1.0) * (0.3 if c.quest_exact[quest] else 1.0)
    return ease * (0.5 if c.quest_first[quest] else 1.0) * (0.7 if c.quest_alone[quest] else 1.0)
