"""Final scoring: lines, facts, ranks."""

from simkit.core.bits import count, signed_bit
from simkit.core.events import POINTS, note
from simkit.core.jit import kernel
from simkit.core.ranking import rank_alone, rank_seats
from simkit.games.blume.field import lies_of, owner
from simkit.games.blume.garden import is_field
from simkit.games.blume.names import EMPTY, L_FLOWERS, L_PEGS, L_START, LINES, PLACES, ROUNDS

FACTS = len(LINES)
GREENHOUSE, HYBRIDS_LEFT, PEGS = FACTS, FACTS + 1, FACTS + 2
SETS = FACTS + 14
TOTAL, RANK, SHARE = SETS + 5, SETS + 6, SETS + 7


@kernel
def greenhouse_flowers(s, seat):
    """Return all flowers in a greenhouse."""
    flowers = 0
    for colour in range(6):
        flowers += int(s.greenhouse[seat, colour])
    return flowers


@kernel
def open_points(c, s, seat):
    """Return a seat's points so far, as everybody can count them."""
    points = int(c.start_points[s.players, seat])
    for line in range(FACTS):
        points += int(s.scored[seat, line])
    return points + int(c.peg_points) * count(s.field_pegs[seat]) + int(c.flower_points) * int(s.field_flowers[seat])


@kernel
def score_seat(c, s, seat, row, log):
    """Write the lines, facts and total of one seat."""
    for line in range(FACTS):
        row[line] = s.scored[seat, line]
    row[L_START] = c.start_points[s.players, seat]
    if row[L_START] != 0:
        note(log, POINTS, seat, -1, row[L_START], L_START)
    if is_field(c, s):
        row[L_PEGS] = int(c.peg_points) * count(s.field_pegs[seat])
        note(log, POINTS, seat, -1, row[L_PEGS], L_PEGS)
        row[L_FLOWERS] = int(c.flower_points) * int(s.field_flowers[seat])
        note(log, POINTS, seat, -1, row[L_FLOWERS], L_FLOWERS)
    row[GREENHOUSE] = greenhouse_flowers(s, seat)
    row[HYBRIDS_LEFT] = count(s.standing[seat])
    row[PEGS] = count(s.field_pegs[seat])
    for stage in range(ROUNDS):
        row[FACTS + 3 + stage] = s.singles_done[seat, stage]
        row[FACTS + 6 + stage] = s.hybrids_done[seat, stage]
    row[FACTS + 9] = s.on_location[seat]
    row[FACTS + 10] = s.moves[seat]
    row[FACTS + 11] = s.placed[seat]
    row[FACTS + 12] = s.blind[seat]
    row[FACTS + 13] = s.tools_used[seat]
    row[SETS] = int(s.grown[seat])
    row[SETS + 1] = int(s.used[seat])
    for part in range(3):
        row[SETS + 2 + part] = 0
    for place in range(PLACES):
        if s.garden[seat, place] != EMPTY:
            tile = int(s.garden[seat, place]) >> 2
            row[SETS + 2 + tile // 64] |= signed_bit(tile % 64)
    for i in range(s.field_size):
        if owner(int(s.field_tiles[i])) == seat:
            tile = lies_of(int(s.field_tiles[i])) >> 2
            row[SETS + 2 + tile // 64] |= signed_bit(tile % 64)
    total = 0
    for line in range(FACTS):
        total += row[line]
    row[TOTAL] = total


def score(c, s, result, log):
    """Write the score sheet: one row a seat, the columns of `GAME.columns`.

    Notes
    -----
    blume.md, "Final Scoring". Alone, the share is 60 when the goal of the rule `solo_goal` is reached (ruling BL-R38).
    """
    for seat in range(s.players):
        score_seat(c, s, seat, result[seat], log)
    if s.players == 1:
        won = c.solo_goal > 0 and result[0, TOTAL] >= c.solo_goal
        rank_alone(result, TOTAL, won)
        if c.solo_goal == 0:
            result[0, RANK] = 1  # nothing to miss: the score is the result
        return
    _rank(c, s, result)


def rank(c, s, result):
    """Rank the seats: points, then what the base game or the variant asks for."""
    if is_field(c, s):
        rank_seats(result, s.players, TOTAL, PEGS, TOTAL)
    else:
        rank_seats(result, s.players, TOTAL, GREENHOUSE, ~HYBRIDS_LEFT)  # fewer hybrids left (rulings BL-R18, R23)


_rank = kernel(rank)
