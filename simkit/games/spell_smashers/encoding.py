"""How a word is written into an action: which cards spell it and what quests and gear may look at, never its letters.

Two words that need the same cards and look alike to every quest and every piece of gear are one action (ruling SS-R41).
From the lowest bit: kind of action, cards in reach, spelling class, whether all letters differ, vowels, rarity of the easiest such word.
"""

from simkit.core.jit import kernel

CARDS, SHAPE, DIFFERENT, VOWEL_COUNT, RARITY = 4, 44, 48, 49, 53  # where the parts begin
CARD_BITS = (1 << 40) - 1


@kernel
def cards_of(word):
    """Return the set of cards in reach that spell a word."""
    return (word >> CARDS) & CARD_BITS


@kernel
def shape_of(word):
    """Return the spelling class of a word."""
    return (word >> SHAPE) & 15


@kernel
def all_differ(word):
    """Return 1 if no letter stands twice in a word."""
    return (word >> DIFFERENT) & 1


@kernel
def vowels_of(word):
    """Return the vowels of a word, Y never among them."""
    return (word >> VOWEL_COUNT) & 15


@kernel
def rarity_of(word):
    """Return how rare the easiest word of the action is, 0 for the most usual."""
    return (word >> RARITY) & 15
