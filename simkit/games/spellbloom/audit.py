"""Every conservation law of the game."""

from simkit.core.bits import NONE, bit, count
from simkit.core.jit import kernel
from simkit.games.spellbloom.names import EMPTY, LAST_BOTTLE, PLACE, SEATS, SLOTS, TASKS_SCENARIO
from simkit.games.spellbloom.spellbook import scenario

MANA_LAW, SPELL_LAW, TASK_LAW, DICE_LAW, BOOK_LAW, BOTTLE_LAW = 1, 2, 3, 4, 5, 6


@kernel
def audit_mana(c, s):
    """Whether all mana is in the general supply, in personal supplies and on spells, and none is owed."""
    total = int(s.supply)
    good = s.supply >= 0
    for seat in range(s.players):
        total += int(s.mana[seat]) + count(s.bottled[seat])
        good = good and s.mana[seat] >= 0
    return good and total == c.total_mana


@kernel
def audit_spells(c, s):
    """Whether every spell is in exactly one place."""
    low, high = s.grid_cards[0], s.grid_cards[1]
    seen = 0
    for place in range(s.deck_top, s.deck_end):
        low, high, seen = add(low, high, seen, s.deck[place])
    for region in range(6):
        low, high, seen = add(low, high, seen, s.island[region])
    for seat in range(s.players):
        for slot in range(SLOTS):
            low, high, seen = add(low, high, seen, s.book[seat, slot])
    if s.phase == PLACE:
        low, high, seen = add(low, high, seen, s.card)
    return seen + s.grid == c.spells and members(low, high) == c.spells


@kernel
def add(low, high, seen, card):
    """Add a card to a set of 128 and count it."""
    if card == EMPTY:
        return low, high, seen
    if card < 64:
        return low | bit(card), high, seen + 1
    return low, high | bit(card - 64), seen + 1


@kernel
def members(low, high):
    """Count the members of a set of 128."""
    total = 0
    for card in range(64):
        total += 1 if low & bit(card) else 0
        total += 1 if high & bit(card) else 0
    return total


@kernel
def audit_tasks(c, s):
    """Whether every task is in the deck or in one hand."""
    tasks, nothing = NONE, NONE
    seen = 0
    for place in range(s.task_top, s.task_end):
        tasks, nothing, seen = add(tasks, nothing, seen, s.task_deck[place])
    for seat in range(s.players):
        for i in range(s.hand_size[seat]):
            tasks, nothing, seen = add(tasks, nothing, seen, s.hand[seat, i])
    if scenario(c, s) == TASKS_SCENARIO:
        return seen == c.tasks
    return seen == c.tasks and members(tasks, nothing) == c.tasks


@kernel
def audit_dice(s):
    """Whether all dice show 1 to 6 and the masks hold six dice."""
    for die in range(6):
        if not 1 <= s.guide[die] <= 6:
            return False
        for seat in range(s.players):
            if not 1 <= s.die[seat, die] <= 6:
                return False
    for seat in range(SEATS):
        if s.free[seat] > 63:
            return False
    return s.guide_free <= 63


@kernel
def audit_books(s):
    """Whether spellbooks hold as many spells as were counted."""
    for seat in range(s.players):
        held = 0
        for slot in range(SLOTS):
            if s.book[seat, slot] != EMPTY:
                held += 1
        if held != s.learned[seat]:
            return False
    return True


@kernel
def audit_bottles(c, s):
    """Whether mana lies only on face-up spells with a bottle."""
    for seat in range(s.players):
        for slot in range(SLOTS):
            if (int(s.bottled[seat]) >> slot) & 1:
                card = s.book[seat, slot]
                if card == EMPTY or (int(s.face_down) >> slot) & 1 or not 0 < c.effect[card] <= LAST_BOTTLE:
                    return False
    return True


def audit(c, s):
    """Return 0 if every law holds, else the number of the first that is broken."""
    if not audit_mana(c, s):
        return MANA_LAW
    if not audit_spells(c, s):
        return SPELL_LAW
    if not audit_tasks(c, s):
        return TASK_LAW
    if not audit_dice(s):
        return DICE_LAW
    if not audit_books(s):
        return BOOK_LAW
    if not audit_bottles(c, s):
        return BOTTLE_LAW
    return 0
