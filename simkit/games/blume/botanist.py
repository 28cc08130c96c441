"""The Botanist module: hidden cards, the row of revealed ones, water drops.

Source: blume.md, "Botanist Module"; rulings BL-R16, R17, R24, R28.
"""

from simkit.core.bits import bit
from simkit.core.events import TAKEN, note
from simkit.core.jit import kernel
from simkit.games.blume.experiments import extra, score_points
from simkit.games.blume.garden import FIRST_HYBRID
from simkit.games.blume.names import (
    BOTANISTS_SHOWN,
    CARD_BOTANIST,
    DREW_BOTANIST,
    DROP_BACK,
    EMPTY,
    L_BOTANIST,
    L_DROPS,
    SHOWED_BOTANIST,
)

OWN_CARD, FIRST_DROP = 1, 2  # bonus of a flower: the own card; the drop in slot 0, 1, ...


@kernel
def own_pair(c, s, seat):
    """Return the pair of a seat's hidden card as a set, empty without a card."""
    card = s.hidden[seat]
    return 0 if card == EMPTY else 1 << int(c.botanist_pair[card])


@kernel
def shown_pairs(c, s):
    """Return the pairs of the revealed cards that are not covered, as a set."""
    pairs = 0
    for slot in range(BOTANISTS_SHOWN):
        card = s.revealed[slot]
        if card != EMPTY:
            pairs |= 1 << int(c.botanist_pair[card])
    return pairs


@kernel
def bonus_of(c, s, seat, kind):
    """Return what a hybrid brings beside its action: 0 nothing, the own card, or a drop."""
    pair = kind - FIRST_HYBRID
    if own_pair(c, s, seat) == 1 << pair:
        return OWN_CARD
    for slot in range(BOTANISTS_SHOWN):
        card = s.revealed[slot]
        if card != EMPTY and c.botanist_pair[card] == pair and (int(s.drops) >> slot) & 1:
            return FIRST_DROP + slot
    return 0


@kernel
def draw_botanist(s, seat, log):
    """Draw a hidden card, if there is one."""
    s.hidden[seat] = EMPTY
    if s.botanist_top < s.botanist_end:
        card = int(s.botanist_deck[s.botanist_top])
        s.botanist_deck[s.botanist_top] = EMPTY
        s.botanist_top += 1
        s.hidden[seat] = card
        note(log, DREW_BOTANIST, seat, CARD_BOTANIST + card, 0, 0)


@kernel
def reveal(c, s, seat, log):
    """Put the completed card into the row with a drop on it; a fourth covers the first, and so on."""
    card, slot = int(s.hidden[seat]), int(s.covers)
    if s.revealed[slot] != EMPTY:
        s.covered |= 1 << int(s.revealed[slot])
    if (int(s.drops) >> slot) & 1:
        s.drops &= ~(1 << slot)
        s.drops_left += 1
        note(log, DROP_BACK, seat, CARD_BOTANIST + int(s.revealed[slot]), 0, 0)
    s.revealed[slot] = card
    s.covers = (slot + 1) % BOTANISTS_SHOWN
    note(log, SHOWED_BOTANIST, seat, CARD_BOTANIST + card, slot, 1 if s.drops_left > 0 else 0)
    if s.drops_left > 0:
        s.drops_left -= 1
        s.drops |= 1 << slot


@kernel
def award(c, s, seat, log):
    """Score a completed botanist card and reveal it, or take the drop from a revealed one."""
    if s.flower_bonus == OWN_CARD:
        card = int(s.hidden[seat])
        note(log, TAKEN, seat, CARD_BOTANIST + card, int(s.turns[seat]), 0)
        score_points(s, seat, L_BOTANIST, int(c.botanist_points[card]), CARD_BOTANIST + card, log)
        s.grown[seat] |= bit(CARD_BOTANIST + card)
        extra(c, s, seat, CARD_BOTANIST + card, log)
        reveal(c, s, seat, log)
        draw_botanist(s, seat, log)
    else:
        slot = int(s.flower_bonus) - FIRST_DROP
        card = int(s.revealed[slot])
        s.drops &= ~(1 << slot)
        s.drops_left += 1
        score_points(s, seat, L_DROPS, int(c.botanist_drop[card]), CARD_BOTANIST + card, log)
