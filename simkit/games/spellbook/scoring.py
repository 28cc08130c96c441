"""Final scoring: spells, their end effects, the Familiar, ranks (spellbook.fr.md, "Le décompte", "Gagner la partie")."""

from simkit.core.bits import signed_bit
from simkit.core.events import POINTS, note
from simkit.core.jit import kernel
from simkit.core.ranking import rank_alone, rank_seats
from simkit.games.spellbook.cards import card_of
from simkit.games.spellbook.names import (
    EMPTY,
    ENDGAME,
    L_EFFECTS,
    L_FAMILIAR,
    L_SPELLS,
    L_START,
    LINES,
    NUM_COLOURS,
    POINTS_PER_COLOUR,
    POINTS_PER_RUNE,
    POINTS_PER_SPELL,
)

FACTS = len(LINES)
LEARNED, POOL, STORED, OPPONENT_POINTS, SETUP, CARD_SET, TOTAL, RANK, SHARE = range(FACTS, FACTS + 9)
OPPONENT = 1  # alone, the seat whose Familiar holds the opponent's board


@kernel
def end_points(c, s, seat, colour):
    """Return the points of an end-of-game effect, 0 if the spell has none (rulings SB-R8, R10)."""
    card = card_of(s, seat, colour)
    if card == EMPTY or c.effect_kind[card] != ENDGAME:
        return 0
    effect, each = c.effect[card], int(c.each[card])
    points = 0
    if effect == POINTS_PER_SPELL:
        for other in range(NUM_COLOURS):
            if other != colour and s.level[seat, other] > 0:
                points += int(c.high[card]) if s.level[seat, other] >= c.high_from[card] else each
    elif effect == POINTS_PER_COLOUR:
        for other in range(NUM_COLOURS):
            if s.familiar[seat, 3 * other] + s.familiar[seat, 3 * other + 1] + s.familiar[seat, 3 * other + 2] > 0:
                points += each
    elif effect == POINTS_PER_RUNE:
        for other in range(NUM_COLOURS):
            points += each * int(s.familiar[seat, 3 * other + s.marker[seat, colour]])
    return points


@kernel
def printed_points(c, s, seat, colour):
    """Return the points of a spell at its level, 0 if it is not learned (ruling SB-R9)."""
    card = card_of(s, seat, colour)
    return int(c.points[card]) + int(c.extra_points[seat, card]) if card != EMPTY else 0


@kernel
def familiar_points(c, s, seat):
    """Return the points of a Familiar: the number of the lowest uncovered space (ruling SB-R16)."""
    return int(c.track[s.stored[seat]])


@kernel
def opponent_points(s):
    """Return the opponent's points, alone; not in the rulebook, ruling SB-R29."""
    board = int(s.stored[OPPONENT])
    return int(s.reserve) + (14 + 2 * (board - 4) if board > 3 else 0)


@kernel
def setup_number(s):
    """Return the number of the setup: a digit to base 3 for each colour, red first."""
    number = 0
    for colour in range(NUM_COLOURS):
        number = 3 * number + int(s.spell[colour]) // NUM_COLOURS
    return number


@kernel
def score_seat(c, s, seat, row, log):
    """Write the lines, facts and total of one seat."""
    row[L_SPELLS] = 0
    row[L_EFFECTS] = 0
    row[CARD_SET] = 0
    for colour in range(NUM_COLOURS):
        card = card_of(s, seat, colour)
        if card == EMPTY:
            continue
        row[CARD_SET] |= signed_bit(card)
        points = printed_points(c, s, seat, colour)
        row[L_SPELLS] += points
        note(log, POINTS, seat, card, points, L_SPELLS)
        points = end_points(c, s, seat, colour)
        row[L_EFFECTS] += points
        if points != 0:
            note(log, POINTS, seat, card, points, L_EFFECTS)
    row[L_FAMILIAR] = familiar_points(c, s, seat)
    note(log, POINTS, seat, -1, row[L_FAMILIAR], L_FAMILIAR)
    row[L_START] = c.start_points[s.players, seat]
    if row[L_START] != 0:
        note(log, POINTS, seat, -1, row[L_START], L_START)
    row[LEARNED] = s.learned[seat]
    row[POOL] = s.pool_size[seat]
    row[STORED] = s.stored[seat]
    row[OPPONENT_POINTS] = opponent_points(s) if s.players == 1 else 0
    row[SETUP] = setup_number(s)
    row[TOTAL] = row[L_SPELLS] + row[L_EFFECTS] + row[L_FAMILIAR] + row[L_START]


def score(c, s, result, log):
    """Write the score sheet: one row a seat, the columns of `GAME.columns`. Alone, the opponent's points must be beaten."""
    for seat in range(s.players):
        score_seat(c, s, seat, result[seat], log)
    if s.players == 1:
        won = result[0, TOTAL] > result[0, OPPONENT_POINTS]
        rank_alone(result, TOTAL, won)
        return
    _rank(c, s, result)


def rank(c, s, result):
    """Rank the seats: points, then spells, then tokens in the pool (ruling SB-R15)."""
    rank_seats(result, s.players, TOTAL, LEARNED, POOL)


_rank = kernel(rank)
