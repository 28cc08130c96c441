"""Seven players of the table of several: what they want makes them different."""

from simkit.core.strategy import strategy
from strategies.spell_smashers.aims import GEAR, POTION, SECOND, THINKS, VOWELS, set_aims
from strategies.spell_smashers.decide import decide

# Each takes `vocabulary` and `recall`: see strategies.spell_smashers.vocabulary.


@strategy("spells the longest word", game="spell_smashers", vocabulary=0, recall=1)
def longest(kernels, config, s, actions, n, weights, scratch):
    """Want letters above all; battle for points."""
    aims = scratch[2][0]
    set_aims(aims, 0.2, 3.0, 20.0, 0.0, -0.3, 0.2, 0.8, 1.0)
    aims[VOWELS] = 0.5
    return decide(config, s, actions, n, aims, weights[0], weights[1], scratch)


@strategy("deals the most damage", game="spell_smashers", vocabulary=0, recall=1)
def brawler(kernels, config, s, actions, n, weights, scratch):
    """Want damage, overkill or not; buy weapons."""
    aims = scratch[2][0]
    set_aims(aims, 0.05, 0.5, 0.05, 1.0, 0.0, 0.0, 0.3, 0.3)
    aims[VOWELS], aims[GEAR] = 0.3, 3.0
    return decide(config, s, actions, n, aims, weights[0], weights[1], scratch)


@strategy("collects coins and keeps them", game="spell_smashers", vocabulary=0, recall=1)
def collector(kernels, config, s, actions, n, weights, scratch):
    """Want coins; spend none."""
    aims = scratch[2][0]
    set_aims(aims, 1.0, 0.5, 0.02, 0.0, -0.1, 0.1, 1.0, 0.5)
    aims[GEAR], aims[POTION] = 0.2, 0.1
    return decide(config, s, actions, n, aims, weights[0], weights[1], scratch)


@strategy("hunts trophies: the last hit is what counts", game="spell_smashers", vocabulary=0, recall=1)
def hunter(kernels, config, s, actions, n, weights, scratch):
    """Want kills, and initiative to make them."""
    aims = scratch[2][0]
    set_aims(aims, 0.15, 12.0, 0.25, 0.1, -0.1, 0.2, 0.5, 0.4)
    aims[VOWELS] = 0.4
    return decide(config, s, actions, n, aims, weights[0], weights[1], scratch)


@strategy("completes quests and asks for more", game="spell_smashers", vocabulary=0, recall=1)
def quester(kernels, config, s, actions, n, weights, scratch):
    """Want quests above all."""
    aims = scratch[2][0]
    set_aims(aims, 0.2, 2.0, 0.05, 0.0, -0.4, 0.3, 8.0, 0.8)
    aims[VOWELS] = 0.46
    return decide(config, s, actions, n, aims, weights[0], weights[1], scratch)


@strategy("spends wounds in words and boasts of the rest at the Tavern", game="spell_smashers", vocabulary=0, recall=1)
def veteran(kernels, config, s, actions, n, weights, scratch):
    """Want wounds used up, and ale for those that are left."""
    aims = scratch[2][0]
    set_aims(aims, 0.2, 2.5, 0.05, 0.0, -0.1, 4.0, 0.7, 1.5)
    aims[VOWELS] = 0.55
    return decide(config, s, actions, n, aims, weights[0], weights[1], scratch)


@strategy(
    "weighs coins, trophies, quests, wounds and initiative, and looks for the best words of tomorrow",
    game="spell_smashers", vocabulary=0, recall=1,
    coin=0.2, kill=3.2, letter=0.12, wound=-0.55, spent=0.6, quest=1.0, second=1.0,
)  # fmt: skip
def champion(kernels, config, s, actions, n, weights, scratch):
    """Want points, wherever they come from."""
    aims = scratch[2][0]
    set_aims(aims, weights[2], weights[3], weights[4], 0.02, weights[5], weights[6], weights[7], 1.0)
    aims[SECOND], aims[THINKS], aims[POTION], aims[GEAR] = weights[8], 1.0, 0.8, 1.2
    return decide(config, s, actions, n, aims, weights[0], weights[1], scratch)
