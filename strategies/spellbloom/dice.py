"""What dice left over are good for: the least mana for which they pay for one, two or three more spells."""

from simkit.core.bits import count
from simkit.core.jit import kernel
from simkit.games.spellbloom.names import DICE_SCENARIO
from simkit.games.spellbloom.spellbook import scenario

MOST_SPELLS, SETS, TOO_DEAR = 3, 64, 99


@kernel
def price_of(s, seat, mask, guide_cost):
    """Return the least mana for one spell paid with all dice of a set and nothing else, or with one die and a guide die."""
    best = TOO_DEAR
    total = 0
    for die in range(6):
        if (mask >> die) & 1:
            total += int(s.die[seat, die])
    for die in range(6):
        if (mask >> die) & 1:
            face = int(s.die[seat, die])
            if total == face:
                for guide in range(6):
                    if (int(s.guide_free) >> guide) & 1:
                        best = min(best, guide_cost + abs(int(s.guide[guide]) - face))
            else:
                best = min(best, abs(total - 2 * face))
    return best


@kernel
def list_prices(c, s, seat, prices):
    """Write the least mana for k more spells with the dice of every set, at ``prices[64 * k + set]``; TOO_DEAR where it cannot be.

    A spell takes one die and a guide die, two own dice, or three; in The Dice three.
    """
    least = 3 if scenario(c, s) == DICE_SCENARIO else 1
    free = int(s.free[seat])
    alone = prices[SETS * (MOST_SPELLS + 1) :]
    for mask in range(1, SETS):
        size = count(mask)
        fits = mask & ~free == 0 and least <= size <= 3
        alone[mask] = price_of(s, seat, mask, int(c.guide_cost)) if fits else TOO_DEAR
    for mask in range(SETS):
        prices[mask] = 0
    for k in range(1, MOST_SPELLS + 1):
        for mask in range(SETS):
            best = TOO_DEAR
            part = mask
            while part:
                if alone[part] < TOO_DEAR:
                    best = min(best, alone[part] + int(prices[SETS * (k - 1) + (mask & ~part)]))
                part = (part - 1) & mask
            prices[SETS * k + mask] = best


@kernel
def another_worth(prices, dice, mana, left, another, mana_worth):
    """Return what a set of dice and some mana are worth for learning on, before resting."""
    best = 0.0
    for k in range(1, min(MOST_SPELLS, left) + 1):
        price = int(prices[SETS * k + dice])
        if price <= mana:
            best = max(best, k * another - price * mana_worth)
    return best
