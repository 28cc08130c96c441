"""A blend of all ideas: what spells and places promise to the end of the game, and what dice and mana are still good for."""

from simkit.core.strategy import strategy
from strategies.spellbloom.choosing import choose
from strategies.spellbloom.taste import (
    AHEAD,
    ANOTHER,
    BONUS,
    BOTTLE,
    CLOSING,
    DIE,
    EFFECT,
    END,
    FULL_ROW,
    MANA,
    MATCHING,
    REST,
    SIGIL,
    SPELL,
    TASK,
    THREE,
    WANTED,
    plain,
)

STYLE = (SPELL, SIGIL, BONUS, END, EFFECT, TASK, THREE, FULL_ROW, MANA, DIE, ANOTHER, REST, AHEAD, WANTED, CLOSING, MATCHING)


@strategy(
    "blends all ideas and weighs what may still come of each",
    game="spellbloom",
    spell=1.7,
    sigil=1.2,
    bonus=1.2,
    end=1.25,
    effect=1.05,
    task=1.05,
    three=1.0,
    row=2.5,
    mana=0.82,
    die=0.15,
    another=1.5,
    rest=3.5,
    ahead=1.25,
    wanted=0.33,
    closing=0.58,
    matching=0.52,
)
def sage(kernels, config, s, actions, n, weights, scratch):
    """Return the action worth most; the defaults were found by playing against the other styles and alone in all scenarios."""
    taste = plain(scratch)
    taste[BOTTLE] = 0.0
    for i in range(len(STYLE)):
        taste[STYLE[i]] = weights[i]
    return choose(config, s, actions, n, taste, scratch)
