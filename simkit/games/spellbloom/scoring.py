"""Final scoring: end effects, tasks, sigils, mana, ranks."""

from simkit.core.bits import signed_bit
from simkit.core.events import POINTS, note
from simkit.core.jit import kernel
from simkit.core.ranking import rank_alone, rank_seats
from simkit.games.spellbloom.names import (
    COLOUR_MAJORITY,
    COLOUR_SETS,
    COLOUR_TOTAL,
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
    L_END,
    L_MANA,
    L_SIGILS,
    L_START,
    L_TASKS,
    LINES,
    MOST_OF_COLOUR,
    NO_SCENARIO,
    ROW,
    ROW_COLOUR_TOTAL,
    SLOTS,
    SPELL_CAP,
    TASKS_SCENARIO,
    TRACK_LINES,
)
from simkit.games.spellbloom.spellbook import (
    beside_element,
    completed_sigils,
    count_colour,
    count_element,
    has_element,
    is_face_down,
    scenario,
    total_sigils,
)

FACTS = len(LINES)
TOTAL, RANK, SHARE = FACTS + 9, FACTS + 10, FACTS + 11


@kernel
def most_of_others(c, s, seat, colour):
    """Return the most spells of a colour another player has; alone, those in the timer grid (rulings SP-R14, R27)."""
    if s.players == 1:
        return int(s.grid_colour[colour])
    most = 0
    for other in range(s.players):
        if other != seat:
            most = max(most, count_colour(c, s, other, colour, 0, SLOTS))
    return most


@kernel
def end_effect(c, s, seat, slot):
    """Return the points of the end effect in a slot, 0 if there is none (rulings SP-R26, R34)."""
    card = s.book[seat, slot]
    if card == EMPTY or is_face_down(s, slot):
        return 0
    effect, what, amount = c.effect[card], int(c.what[card]), int(c.amount[card])
    if effect == ROW_COLOUR_TOTAL:
        row = slot // ROW
        return amount * count_colour(c, s, seat, what, row * ROW, row * ROW + ROW)
    if effect == COLOUR_TOTAL:
        return amount * count_colour(c, s, seat, what, 0, SLOTS)
    if effect == COLOUR_MAJORITY:
        return amount if count_colour(c, s, seat, what, 0, SLOTS) > most_of_others(c, s, seat, what) else 0
    if effect == ELEMENT_MAJORITY:
        return amount if count_element(c, s, seat, what) > count_element(c, s, seat, int(c.other[card])) else 0
    if effect == ELEMENT_TOTAL:
        return amount * count_element(c, s, seat, what)
    if effect == ELEMENT_PAIRS:
        other = int(c.other[card])
        if other == what:
            return amount * (count_element(c, s, seat, what) // 2)
        return amount * min(count_element(c, s, seat, what), count_element(c, s, seat, other))
    return 0


@kernel
def task_points(c, s, seat, task, sigils):
    """Return the points of one task card; `sigils` as from :func:`completed_sigils`, none of any type left (ruling SP-R15)."""
    kind, what = c.task[task], int(c.task_what[task])
    points, number, each = int(c.task_points[task]), int(c.task_count[task]), int(c.task_each[task])
    if kind == ISOLATED_ELEMENTS:
        alone = 0
        for slot in range(SLOTS):
            if has_element(c, s, seat, slot, what) and not beside_element(c, s, seat, slot, what):
                alone += 1
        return points + each * alone
    if kind == ENOUGH_OF_COLOUR:
        return points if count_colour(c, s, seat, what, 0, SLOTS) >= number else 0
    if kind == MOST_OF_COLOUR:
        own = count_colour(c, s, seat, what, 0, SLOTS)
        for colour in range(5):
            if colour != what and count_colour(c, s, seat, colour, 0, SLOTS) >= own:
                return 0
        return points
    if kind == ELEMENT_SETS:
        sets = SLOTS
        for element in range(5):
            sets = min(sets, count_element(c, s, seat, element))
        return points + each * sets
    if kind == ENOUGH_OF_ELEMENT:
        return points if count_element(c, s, seat, what) >= number else 0
    if kind == FEW_OF_ELEMENT:
        return points + each * count_element(c, s, seat, what)
    if kind == COLOUR_SETS:
        sets = SLOTS
        for colour in range(5):
            sets = min(sets, count_colour(c, s, seat, colour, 0, SLOTS))
        return points + each * sets
    if kind == ENOUGH_SIGILS:
        return points if (sigils >> (8 * what)) & 255 >= number else 0
    return 0


@kernel
def best_assignment(c, s, seat, sigils):
    """Give sigils of any type (between two face-down spells) to the types that score best; return sigils by type (ruling SP-R31)."""
    free = sigils >> 24
    fixed = sigils & 0xFFFFFF
    best, best_points = fixed + free, -1_000_000
    for circles in range(free + 1):
        for triangles in range(free + 1 - circles):
            given = fixed + circles + (triangles << 8) + ((free - circles - triangles) << 16)
            points = 0
            for i in range(s.hand_size[seat]):
                points += task_points(c, s, seat, s.hand[seat, i], given)
            if points > best_points:
                best, best_points = given, points
    return best


@kernel
def goal_missed(c, s):
    """Whether the scenario The Tasks is lost by its second condition (ruling SP-R24)."""
    if scenario(c, s) != TASKS_SCENARIO:
        return False
    elements = count_element(c, s, 0, int(s.goal_element)) >= 4
    colours = count_colour(c, s, 0, int(s.goal_colour), 0, SLOTS) >= 4
    if c.goal_needs_both:
        return not (elements and colours)
    return not (elements or colours)


@kernel
def target(c):
    """Return the score that completes the scenario, 0 without one."""
    if c.scenario == NO_SCENARIO:
        return 0
    if c.scenario == 1:
        return int(c.target_placement)
    if c.scenario == 2:
        return int(c.target_spells)
    if c.scenario == 3:
        return int(c.target_mana)
    if c.scenario == 4:
        return int(c.target_guides)
    if c.scenario == 5:
        return int(c.target_bonuses)
    if c.scenario == 6:
        return int(c.target_sigils)
    if c.scenario == 7:
        return int(c.target_dice)
    return int(c.target_tasks)


@kernel
def score_seat(c, s, seat, row, log):
    """Write the lines, facts and total of one seat."""
    for line in range(TRACK_LINES):
        row[line] = s.scored[seat, line]
    row[L_END] = 0
    for slot in range(SLOTS):
        points = end_effect(c, s, seat, slot)
        row[L_END] += points
        if points != 0:
            note(log, POINTS, seat, int(s.book[seat, slot]), points, L_END)
    sigils = completed_sigils(c, s, seat)
    count = total_sigils(sigils)
    given = best_assignment(c, s, seat, sigils)
    row[L_TASKS] = 0
    for i in range(s.hand_size[seat]):
        task = int(s.hand[seat, i])
        points = task_points(c, s, seat, task, given) + int(c.extra_points[seat, SPELL_CAP + task])
        row[L_TASKS] += points
        note(log, POINTS, seat, SPELL_CAP + task, points, L_TASKS)
    row[L_SIGILS] = c.sigil_points * count
    note(log, POINTS, seat, -1, row[L_SIGILS], L_SIGILS)
    row[L_MANA] = s.mana[seat] // c.mana_per_point
    note(log, POINTS, seat, -1, row[L_MANA], L_MANA)
    row[L_START] = c.start_points[s.players, seat]
    if row[L_START] != 0:
        note(log, POINTS, seat, -1, row[L_START], L_START)
    row[FACTS] = s.learned[seat]
    row[FACTS + 1] = count
    row[FACTS + 2] = s.mana[seat]
    row[FACTS + 3] = s.rests[seat]
    row[FACTS + 4] = s.grid
    row[FACTS + 5] = 1 if goal_missed(c, s) else 0
    for place in range(FACTS + 6, FACTS + 9):
        row[place] = 0
    for slot in range(SLOTS):
        card = int(s.book[seat, slot])
        if card != EMPTY:
            row[FACTS + 6 + card // 64] |= signed_bit(card % 64)
    for i in range(s.hand_size[seat]):
        row[FACTS + 8] |= signed_bit(int(s.hand[seat, i]))
    total = 0
    for line in range(FACTS):
        total += row[line]
    row[TOTAL] = total


def score(c, s, result, log):
    """Write the score sheet: one row a seat, the columns of `GAME.columns`.

    Notes
    -----
    spellbloom.md, "Scoring". Alone, the share is 60 when the scenario's target is reached; without a scenario always.
    """
    for seat in range(s.players):
        score_seat(c, s, seat, result[seat], log)
    if s.players == 1:
        won = result[0, TOTAL] >= target(c) and not goal_missed(c, s)
        rank_alone(result, TOTAL, won)
        return
    _rank(c, s, result)


def rank(c, s, result):
    """Rank the seats: points, then sigils, then mana."""
    rank_seats(result, s.players, TOTAL, FACTS + 1, FACTS + 2)


_rank = kernel(rank)
