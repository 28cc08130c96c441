"""What a player wants, in victory points or thereabouts: the numbers in which the scripted players differ.

A row of numbers by place; every player writes its own before it looks at its actions.
"""

from simkit.core.jit import kernel

(
    COIN,  # a coin taken
    KILL,  # a trophy
    LETTER,  # a letter of the word: initiative
    DAMAGE,  # a point of damage, overkill included
    SUFFERED,  # a wound suffered
    SPENT,  # a wound used up in the word
    QUEST,  # a point of a quest
    ALE,  # an ale token
    GEAR,  # a gear card
    POTION,  # a potion
    SECOND,  # how much the second-best monster counts, as the best may be gone
    VOWELS,  # share of vowels wanted in hand
    THINKS,  # 1: draws, gear and tonics are judged by the best word they would give
) = range(13)
NUM_AIMS = 13


@kernel
def set_aims(aims, coin, kill, letter, damage, suffered, spent, quest, ale):
    """Write what battles are about; the rest as a sensible player has it."""
    aims[COIN], aims[KILL], aims[LETTER], aims[DAMAGE] = coin, kill, letter, damage
    aims[SUFFERED], aims[SPENT], aims[QUEST], aims[ALE] = suffered, spent, quest, ale
    aims[GEAR], aims[POTION], aims[SECOND], aims[VOWELS] = 1.0, 0.6, 0.0, 0.43
    aims[THINKS] = 0.0
