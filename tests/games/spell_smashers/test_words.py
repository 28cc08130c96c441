"""The word engine against a brute force over spelled words: search, listing, tonics."""

import string

import numpy as np
import pytest

from simkit.games.spell_smashers.words.lists import dictionary
from simkit.games.spell_smashers.words.search import MASK_BITS, NOTHING
from tests.games.spell_smashers.queries import WIDE, compiled_query, config_with, read_play, room_with, symbol, tables_with
from tests.oracles.spell_smashers_words import Card, Words, kinds, look

OURS = None
LONGER = ("ing", "tch", "ous", "st", "th", "e", "ght", "ed", "er", "ou")  # with letters of three, and a single one
OFTEN = "eeeeeeeaaaaaaaiiiiiioooooouuunnnrrrtttlllsssdddggbbccmmppffhhvvwwyykjxqz"


def wound_texts(wounds):
    return sorted({row["letters"].lower() for row in tables_with(wounds).rows["wounds"]})


def random_hand(random, wounds, most_letters=8):
    """Letters, wounds (two equal ones among them) and trophies; equal letters differ in worth or kind, worths may be negative."""
    lowest = int(random.choice([0, -6, -15]))
    letters = [str(x) for x in random.choice(list(OFTEN), random.integers(2, most_letters + 1))]
    chosen = [str(x) for x in random.choice(wound_texts(wounds), random.integers(0, 4))]
    if len(chosen) > 1 and random.random() < 0.4:
        chosen[1] = chosen[0]
    trophies = [str(x) for x in random.choice(list(string.ascii_lowercase), random.integers(0, 3), replace=False)]
    cards = [(text, str(random.choice(["", "'"]))) for text in letters + chosen] + [(text, "*") for text in trophies]
    worth = {card: int(random.integers(lowest, 12)) for card in sorted(set(cards))}
    hand = [Card(text, worth[text, sort], sort) for text, sort in cards]
    random.shuffle(hand)
    by_length = [0] * 16
    if random.random() < 0.5:
        by_length[5:] = [8] * 11
    elif random.random() < 0.5:
        by_length = [int(x) for x in random.integers(-10, 10, 16)]
    return hand, by_length


def ask_best(config, hands, wounds, known=15):
    symbols, weights = np.zeros((len(hands), WIDE), np.int64), np.zeros((len(hands), WIDE), np.int64)
    for i, (hand, _) in enumerate(hands):
        symbols[i, : len(hand)] = [symbol(card.text, wounds) for card in hand]
        weights[i, : len(hand)] = [card.worth for card in hand]
    counts = np.array([len(hand) for hand, _ in hands], np.int64)
    found = np.zeros(len(hands), np.int64)
    compiled_query("best_words")(config[0], symbols, weights, counts, np.array([b for _, b in hands], np.int64), known, found)
    return found


def compare(wounds, level, number, seed, most_letters=8):
    random = np.random.default_rng(seed)
    config, oracle = config_with(wounds, level), Words(list(dictionary(level, False).words))
    hands = [random_hand(random, wounds, most_letters) for _ in range(number)]
    seen = {"none": 0, "negative": 0, "wound": 0}
    actions = np.zeros(1 << 16, np.int64)
    for (hand, by_length), packed in zip(hands, ask_best(config, hands, wounds), strict=True):
        wanted = oracle.best(hand, by_length)
        if wanted is None:
            assert packed == NOTHING, hand
            seen["none"] += 1
        else:
            used = [i for i in range(len(hand)) if int(packed) >> i & 1]
            assert int(packed) >> int(MASK_BITS) == wanted, hand
            # the cards named spell a word of that worth
            assert oracle.best([hand[i] for i in used], by_length) is not None
            length = len("".join(hand[i].text for i in used))
            assert sum(hand[i].worth for i in used) + by_length[length] == wanted
            seen["negative"] += wanted < 0
            seen["wound"] += any(len(hand[i].text) > 1 for i in used)
        n = compiled_query("list_hand")(config[0], 0, len(hand), room_with(hand, wounds), actions)
        plays = [read_play(int(action)) for action in actions[:n]]
        listed = [(kinds(hand, used), how) for used, how in plays]
        assert len(set(listed)) == len(listed), "a play is listed twice"
        assert set(listed) == oracle.plays(hand), hand
    return seen


def test_search_and_listing_equal_brute_force(size):
    seen = compare(OURS, size(60, 20), size(150, 6), 1, size(8, 5))
    if size(1, 0):
        assert min(seen.values()) > 2, seen


def test_wounds_of_three_letters_and_of_one(size):
    compare(LONGER, size(50, 20), size(75, 4), 2, size(7, 5))


@pytest.mark.slow
def test_search_and_listing_equal_brute_force_at_full_size(size):
    seen = compare(OURS, 60, size(2_000, 10), 3)
    assert min(seen.values()) > size(20, 0)
    compare(LONGER, 70, size(1_000, 10), 4)


def test_a_small_vocabulary_finds_the_best_of_the_words_it_knows(size):
    """Known up to SCOWL level 20 is the search in that list alone."""
    random = np.random.default_rng(5)
    config, small = config_with(OURS, size(60, 35)), Words(list(dictionary(20, False).words))
    hands = [random_hand(random, OURS, 6) for _ in range(size(150, 5))]
    for (hand, by_length), packed in zip(hands, ask_best(config, hands, OURS, known=1), strict=True):
        wanted = small.best(hand, by_length)
        assert (packed == NOTHING) if wanted is None else int(packed) >> int(MASK_BITS) == wanted


def test_the_rarity_of_a_play_is_that_of_its_easiest_word():
    config = config_with(OURS, 60)
    actions = np.zeros(1 << 12, np.int64)
    levels = dict(zip(dictionary(60, False).words, dictionary(60, False).levels, strict=True))
    hand = [Card(letter) for letter in "aelst"]
    n = compiled_query("list_hand")(config[0], 31, 5, room_with(hand, OURS), actions)
    found = {read_play(int(a))[1]: int(a) >> 53 & 15 for a in actions[:n]}
    words = [word for word in ("least", "slate", "stale", "steal", "tales", "teals", "stael") if word in levels]
    for how in {look(word) for word in words}:
        assert found[how] == min(levels[word] for word in words if look(word) == how)


def test_letters_a_tonic_may_change_to(size):
    """By brute force: replace the letter, and see whether a word uses the changed card."""
    random = np.random.default_rng(6)
    level = size(35, 10)
    config, oracle = config_with(OURS, level), Words(list(dictionary(level, False).words))
    actions = np.zeros(1 << 14, np.int64)
    for _ in range(size(12, 1)):
        hand, _ = random_hand(random, OURS, 4)
        card = int(random.integers(len(hand)))
        card = next(
            i for i in range(len(hand)) if (hand[i].text, hand[i].sort) == (hand[card].text, hand[card].sort)
        )  # the first of equals
        at = int(random.integers(len(hand[card].text)))
        found = compiled_query("tonic_letters")(config[0], card, at, len(hand), room_with(hand, OURS))
        for letter in string.ascii_lowercase:
            text = hand[card].text[:at] + letter + hand[card].text[at + 1 :]
            changed = [*hand[:card], Card(text, 0, "~"), *hand[card + 1 :]]
            plays = {(kinds(changed, used), look(word)) for word, used in oracle.uses(changed) if card in used}
            rank = symbol(letter, OURS)
            if text != hand[card].text:
                assert bool(found >> rank & 1) == bool(plays), (hand, card, at, letter)
            if not plays or text == hand[card].text:
                continue
            room = room_with(changed, OURS, card)
            if len(text) == 1:
                n = compiled_query("list_hand")(config[0], 1 << card, len(hand), room, actions)
            else:
                n = compiled_query("list_changed_wound")(config[0], card, len(hand), room, actions)
            listed = [(kinds(changed, used), how) for used, how in (read_play(int(a)) for a in actions[:n])]
            assert len(set(listed)) == len(listed)
            assert set(listed) == plays
