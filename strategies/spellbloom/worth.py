"""What a spell is worth to a player of some taste: what it counts for anywhere in the spellbook, and what a slot adds.

Both look at a copy of the table in which the spell may lie on trial, and at prospects as far as the taste looks ahead.
"""

from simkit.core.jit import kernel
from simkit.games.spellbloom.names import (
    ADJACENT_POINTS,
    ANY_REGION,
    CHANGE_DIE,
    COLOUR_MAJORITY,
    COLOUR_POINTS,
    COLOUR_SETS,
    COLOUR_TOTAL,
    DIFFICULTY_POINTS,
    ELEMENT_MAJORITY,
    ELEMENT_PAIRS,
    ELEMENT_SETS,
    ELEMENT_TOTAL,
    EMPTY,
    ENOUGH_OF_COLOUR,
    ENOUGH_OF_ELEMENT,
    ENOUGH_SIGILS,
    FEW_OF_ELEMENT,
    ISOLATED_ELEMENTS,
    LAST_BOTTLE,
    MANA,
    MOST_OF_COLOUR,
    PROVISION_POINTS,
    REGION_POINTS,
    REROLL_COLOUR,
    REROLL_VALUE,
    ROW,
    ROW_COLOUR_TOTAL,
    SIGIL_MANA,
    SIGILS_SCENARIO,
    SLOTS,
    SPELLS,
    TASKS_SCENARIO,
)
from simkit.games.spellbloom.scoring import most_of_others, task_points
from simkit.games.spellbloom.spellbook import (
    ANY_HALF,
    NO_HALF,
    beside_element,
    completed_sigils,
    count_colour,
    half,
    is_barred,
    is_face_down,
    is_open,
    matches_bonus,
    matches_neighbours,
    scenario,
)
from strategies.spellbloom.horizon import chance
from strategies.spellbloom.taste import (
    BONUS,
    BOTTLE,
    CLOSING,
    EFFECT,
    END,
    FULL_ROW,
    MATCHING,
    PRINTED,
    SIGIL,
    SPELL,
    TASK,
    WANTED,
)
from strategies.spellbloom.taste import MANA as A_MANA

GOAL_WORTH = 20.0  # what reaching the goal of The Tasks is worth: without it all is lost
GOAL = 4  # spells it takes
CYCLE = 3.0  # spells between two rests
HINDERED = 0.4  # uses left to a bottle in The Mana, where resting does not free it, and in The Spells, where its colour may be barred
# a kind nobody looks for comes up this much as often as a wanted one, a second of a pair this much
BY_CHANCE, PAIRED = 0.7, 0.35


@kernel
def count_kinds(c, s, seat, kinds):
    """Write how many spells of each colour (0 to 4) and element (5 to 9) a spellbook shows."""
    for kind in range(10):
        kinds[kind] = 0
    for slot in range(SLOTS):
        card = s.book[seat, slot]
        if card != EMPTY and not is_face_down(s, slot):
            kinds[int(c.colour[card])] += 1
            kinds[5 + int(c.element[card])] += 1


@kernel
def task_outlook(c, s, task, kinds, coming, wanted):
    """Return the points to expect of a task that asks for colours or elements; 0 for those that ask where spells lie.

    Parameters
    ----------
    kinds : (10,) int64
        From :func:`count_kinds`.
    coming : int64
        Spells still to come.
    wanted : float64
        Chance that one of them is of a wanted kind.
    """
    kind, what = c.task[task], int(c.task_what[task])
    points, number, each = float(c.task_points[task]), int(c.task_count[task]), float(c.task_each[task])
    if kind == ENOUGH_OF_COLOUR:
        return points * chance(number - kinds[what], coming, wanted)
    if kind == ENOUGH_OF_ELEMENT:
        return points * chance(number - kinds[5 + what], coming, wanted)
    if kind == MOST_OF_COLOUR:
        most = 0
        for colour in range(5):
            if colour != what:
                most = max(most, kinds[colour])
        return points * chance(most + 1 + coming // 4 - kinds[what], coming, wanted)
    if kind == FEW_OF_ELEMENT:
        return points + each * kinds[5 + what]
    if kind == ELEMENT_SETS or kind == COLOUR_SETS:
        first = 5 if kind == ELEMENT_SETS else 0
        sets = SLOTS
        for i in range(first, first + 5):
            sets = min(sets, kinds[i])
        lacking = 0
        for i in range(first, first + 5):
            lacking += 1 if kinds[i] == sets else 0
        return points + each * (sets + chance(lacking, coming, min(1.4 * wanted, 0.9)))
    return 0.0


@kernel
def end_outlook(c, s, seat, card, kinds, coming, wanted):
    """Return the points to expect of an end effect that counts colours or elements; 0 for the one that counts its row."""
    effect, what, amount = c.effect[card], int(c.what[card]), float(c.amount[card])
    if effect == COLOUR_TOTAL:
        return amount * (kinds[what] + BY_CHANCE * wanted * coming)
    if effect == ELEMENT_TOTAL:
        return amount * (kinds[5 + what] + BY_CHANCE * wanted * coming)
    if effect == COLOUR_MAJORITY:
        return amount * chance(most_of_others(c, s, seat, what) + 1 + coming // 4 - kinds[what], coming, wanted)
    if effect == ELEMENT_MAJORITY:
        return amount * chance(kinds[5 + int(c.other[card])] + 1 - kinds[5 + what], coming, wanted)
    if effect == ELEMENT_PAIRS:
        other = int(c.other[card])
        a, b = kinds[5 + what], kinds[5 + other]
        if other == what:
            return amount * (a // 2 + PAIRED * wanted * coming)
        if a == b:
            return amount * (a + PAIRED * wanted * coming)
        return amount * (min(a, b) + chance(1, coming, wanted) + 0.1 * wanted * coming)
    return 0.0


@kernel
def use_worth(c, card, kinds, coming, taste):
    """Return what one use of a bottle spell brings, by and large, in points."""
    effect, amount = c.effect[card], float(c.amount[card])
    if effect == COLOUR_POINTS:
        return amount * (kinds[int(c.what[card])] + PAIRED * taste[WANTED] * coming)
    if effect == REGION_POINTS or effect == DIFFICULTY_POINTS:
        return 0.4 * amount
    if effect == PROVISION_POINTS or effect == ADJACENT_POINTS:
        return 0.35 * amount
    if effect == SIGIL_MANA:
        return 0.45 * amount * taste[A_MANA]
    if effect == CHANGE_DIE:
        return 0.4 * amount * taste[A_MANA]
    if effect == REROLL_COLOUR or effect == REROLL_VALUE:
        return 1.2
    if effect == ANY_REGION:
        return 0.5
    return 0.0


@kernel
def bottle_outlook(c, s, seat, card, ready, kinds, coming, taste):
    """Return what a bottle spell will still bring: so many uses, each with a mana at the rest after it."""
    if is_barred(c, s, c.colour[card]):
        return 0.0
    uses = coming / CYCLE
    if scenario(c, s) == MANA or scenario(c, s) == SPELLS:
        uses *= HINDERED
    return taste[EFFECT] * use_worth(c, card, kinds, coming, taste) * (uses + ready) + taste[A_MANA] * uses


@kernel
def book_outlook(c, s, seat, extra, kinds, coming, taste):
    """Return what a spellbook's colours and elements are worth to its tasks, end effects and bottles, wherever the spells lie.

    Parameters
    ----------
    extra : int64
        A spell that will join them, counted in `kinds` already; EMPTY for none.
    """
    wanted = taste[WANTED]
    worth = 0.0
    if taste[TASK] != 0.0:
        for i in range(s.hand_size[seat]):
            worth += taste[TASK] * task_outlook(c, s, int(s.hand[seat, i]), kinds, coming, wanted)
        if scenario(c, s) == TASKS_SCENARIO:
            missed = 1.0 - chance(GOAL - kinds[5 + int(s.goal_element)], coming, wanted)
            missed *= 1.0 - chance(GOAL - kinds[int(s.goal_colour)], coming, wanted)
            worth += taste[TASK] * GOAL_WORTH * (1.0 - missed)
    for slot in range(SLOTS + 1):
        card = extra if slot == SLOTS else int(s.book[seat, slot])
        if card == EMPTY or (slot < SLOTS and is_face_down(s, slot)):
            continue
        if c.effect[card] > LAST_BOTTLE:
            worth += taste[END] * end_outlook(c, s, seat, card, kinds, coming, wanted)
        elif c.effect[card] > 0 and (coming > 0 or slot == SLOTS):
            ready = 1.0 if slot == SLOTS or (int(s.bottled[seat]) >> slot) & 1 == 0 else 0.0
            worth += bottle_outlook(c, s, seat, card, ready, kinds, coming, taste)
    return worth


@kernel
def share_filled(s, seat, coming):
    """Return the share of the slots left empty by the spell in question that spells to come will fill."""
    empty = -1
    for slot in range(SLOTS):
        empty += 1 if s.book[seat, slot] == EMPTY else 0
    return min(coming / max(empty, 1), 1.0)


@kernel
def seam_outlook(inner, outer, closing, share):
    """Return how much of a sigil a seam between two half sigils is: closed, broken, or open with a chance."""
    if inner == NO_HALF:
        return 0.8 * closing * share if outer == NO_HALF else closing * share
    if outer == NO_HALF:
        return closing * share
    return 1.0 if inner == outer or inner == ANY_HALF or outer == ANY_HALF else 0.0


@kernel
def sigil_gain(c, trial, seat, slot, left, right, closing, share):
    """Return how many sigils a spell with these halves adds to what its slot promised."""
    row, column = slot // ROW, slot % ROW
    before, after = half(c, trial, seat, row, column - 1, 1), half(c, trial, seat, row, column + 1, 0)
    gain = seam_outlook(before, left, closing, share) + seam_outlook(right, after, closing, share)
    return gain - seam_outlook(before, NO_HALF, closing, share) - seam_outlook(NO_HALF, after, closing, share)


@kernel
def row_gain(c, s, seat, slot):
    """Return how far a spell brings the first full row, from 0 to 1 in squares: the last spell counts most."""
    if s.row_done[seat] or scenario(c, s) == TASKS_SCENARIO:
        return 0.0
    most, here = 0, 0
    for row in range(2):
        filled = 0
        for column in range(ROW):
            filled += 1 if s.book[seat, row * ROW + column] != EMPTY else 0
        most = max(most, filled)
        if slot // ROW == row:
            here = filled + 1
    return (here * here - most * most) / 25.0 if here > most else 0.0


@kernel
def row_total_gain(c, s, seat, slot, card, wanted, share):
    """Return what the end effects that count their row gain by a spell in a slot, its own included."""
    row = slot // ROW * ROW
    empty = -1
    for other in range(row, row + ROW):
        empty += 1 if s.book[seat, other] == EMPTY else 0
    gain = 0.0
    for other in range(row, row + ROW):
        held = int(s.book[seat, other])
        if held != EMPTY and c.effect[held] == ROW_COLOUR_TOTAL:
            gain += c.amount[held] * ((1.0 if c.colour[card] == c.what[held] else 0.0) - BY_CHANCE * wanted * share)
    if c.effect[card] == ROW_COLOUR_TOTAL:
        matching = count_colour(c, s, seat, int(c.what[card]), row, row + ROW) + (1 if c.colour[card] == c.what[card] else 0)
        gain += c.amount[card] * (matching + BY_CHANCE * wanted * share * empty)
    return gain


@kernel
def place_tasks_gain(c, trial, seat, slot, card, coming, taste):
    """Return what the tasks that ask where spells lie gain by a spell in a slot."""
    gain = 0.0
    for i in range(trial.hand_size[seat]):
        task = int(trial.hand[seat, i])
        kind, what = c.task[task], int(c.task_what[task])
        if kind == ISOLATED_ELEMENTS and c.element[card] == what:
            gain -= task_points(c, trial, seat, task, 0)
            trial.book[seat, slot] = card
            gain += task_points(c, trial, seat, task, 0)
            trial.book[seat, slot] = EMPTY
        elif kind == ENOUGH_SIGILS and (c.left[card] == what or c.right[card] == what):
            have = (completed_sigils(c, trial, seat) >> (8 * what)) & 255
            trial.book[seat, slot] = card
            then = (completed_sigils(c, trial, seat) >> (8 * what)) & 255
            trial.book[seat, slot] = EMPTY
            number, closing = int(c.task_count[task]), 0.8 * taste[CLOSING]
            gain += c.task_points[task] * (chance(number - then, coming - 1, closing) - chance(number - have, coming, closing))
    return gain


@kernel
def scores_beside(c, s, seat, slot, card, holder):
    """Whether the effect of `holder` gives points for a spell in a slot beside one of its element."""
    what = int(c.what[holder])
    return c.effect[holder] == ADJACENT_POINTS and c.element[card] == what and beside_element(c, s, seat, slot, what)


@kernel
def placed_effects(c, s, seat, slot, card, taste):
    """Return what bottle spells that are ready can score by a spell in this slot."""
    gain = 0.0
    for other in range(SLOTS):
        held = int(s.book[seat, other])
        if held != EMPTY and (int(s.bottled[seat]) >> other) & 1 == 0 and scores_beside(c, s, seat, slot, card, held):
            gain += 0.7 * c.amount[held]
    if scores_beside(c, s, seat, slot, card, card):
        gain += 0.7 * c.amount[card]
    return taste[EFFECT] * gain


@kernel
def place_worth(c, s, trial, seat, slot, card, coming, taste):
    """Return what a slot adds to a spell: placement bonus, sigils, its row, and what looks at neighbours."""
    share = share_filled(s, seat, coming)
    sigils = taste[SIGIL] * c.sigil_points
    worth = sigils * sigil_gain(c, trial, seat, slot, int(c.left[card]), int(c.right[card]), taste[CLOSING], share)
    worth += taste[FULL_ROW] * row_gain(c, s, seat, slot)
    if c.bonus_kind[slot] != 0:
        worth += taste[BONUS] * c.placement_points * ((1.0 if matches_bonus(c, card, slot) else 0.0) - taste[MATCHING] * share)
    worth += taste[END] * row_total_gain(c, s, seat, slot, card, taste[WANTED], share)
    if taste[TASK] != 0.0:
        worth += taste[TASK] * place_tasks_gain(c, trial, seat, slot, card, coming, taste)
    return worth + placed_effects(c, s, seat, slot, card, taste)


@kernel
def face_down_worth(c, s, trial, seat, slot, card, coming, taste):
    """Return what a spell that is turned face down in a slot is worth (scenario The Sigils)."""
    share = share_filled(s, seat, coming)
    gain = sigil_gain(c, trial, seat, slot, ANY_HALF, ANY_HALF, taste[CLOSING], share)
    lost = taste[BONUS] * c.placement_points * taste[MATCHING] * share if c.bonus_kind[slot] != 0 else 0.0
    return taste[SIGIL] * c.sigil_points * gain + taste[FULL_ROW] * row_gain(c, s, seat, slot) - lost


@kernel
def is_turned_down(c, trial, seat, slot, card):
    """Whether a spell would be turned face down in a slot."""
    if scenario(c, trial) != SIGILS_SCENARIO:
        return False
    trial.book[seat, slot] = card
    turned = not matches_neighbours(c, trial, seat, slot)
    trial.book[seat, slot] = EMPTY
    return turned


@kernel
def whole_worth(c, s, seat, card, kinds, before, coming, taste):
    """Return what a spell counts for wherever it is placed: its points, and what its colour, element and effect do for the book.

    Parameters
    ----------
    kinds : (10,) int64
        Colours and elements of the book without it.
    before : float64
        The outlook of the book without it, one more spell to come.
    """
    kinds[int(c.colour[card])] += 1
    kinds[5 + int(c.element[card])] += 1
    after = book_outlook(c, s, seat, card, kinds, coming, taste)
    kinds[int(c.colour[card])] -= 1
    kinds[5 + int(c.element[card])] -= 1
    flat = taste[SPELL] + (taste[BOTTLE] if 0 < c.effect[card] <= LAST_BOTTLE else 0.0)
    return taste[PRINTED] * (int(c.points[card]) + int(c.extra_points[seat, card])) + after - before + flat


@kernel
def worth_in(c, s, trial, seat, slot, card, whole, coming, taste):
    """Return what a spell is worth in a slot, `whole` from :func:`whole_worth`."""
    if is_turned_down(c, trial, seat, slot, card):
        return taste[SPELL] + face_down_worth(c, s, trial, seat, slot, card, coming, taste)
    return whole + place_worth(c, s, trial, seat, slot, card, coming, taste)


@kernel
def spell_worth(c, s, trial, seat, card, kinds, before, coming, taste):
    """Return what learning a spell is worth, in its best slot."""
    whole = whole_worth(c, s, seat, card, kinds, before, coming, taste)
    best = -99.0
    for slot in range(SLOTS):
        if is_open(c, s, seat, card, slot):
            best = max(best, worth_in(c, s, trial, seat, slot, card, whole, coming, taste))
    return best
