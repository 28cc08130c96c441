"""The score sheet: six lines at a table of several, others alone; ranks and shares of the win."""

from simkit.core.bits import signed_bit
from simkit.core.events import POINTS, note
from simkit.core.jit import kernel
from simkit.core.ranking import rank_alone, rank_seats
from simkit.games.spell_smashers.fight import BOSS_FELL, add_points
from simkit.games.spell_smashers.names import (
    ADVANCED,
    EMPTY,
    EXTREME,
    GEAR_CAP,
    L_ALE,
    L_BUILDINGS,
    L_COINS,
    L_DIFFICULTY,
    L_GEAR,
    L_QUESTS,
    L_START,
    L_TROPHIES,
    L_WOUNDS,
    MONSTER_CAP,
    QUEST_CAP,
)
from simkit.games.spell_smashers.solo import difficulty, intact
from simkit.games.spell_smashers.supply import holds, members

FACTS = 9  # behind the lines
(F_TROPHIES, F_GEAR, F_QUESTS, F_COINS, F_WOUNDS, F_TAKEN, F_DAMAGE, F_LETTERS, F_BATTLES, F_WITHOUT, F_ROUNDS, F_RUINS, F_TROPHY_SET,
 F_GEAR_SET, F_QUEST_SET) = range(FACTS, FACTS + 15)  # fmt: skip
TOTAL, RANK, SHARE = range(FACTS + 15, FACTS + 18)


@kernel
def extra_gear_points(c, s, seat):
    """Return the points an experiment gives for gear cards held."""
    total = 0
    for gear in range(c.gear):
        if holds(s.gear_held[seat], gear):
            total += int(c.extra_points[seat, gear])
    return total


@kernel
def public_points(c, s, seat):
    """Return a seat's points as everybody can count them: all lines of a table of several."""
    total = int(c.trophy_points) * members(s.trophies[seat]) + members(s.gear_held[seat]) // int(c.gear_per_point)
    for quest in range(c.quests):
        if holds(s.done[seat], quest):
            total += int(c.quest_points[quest]) + int(c.extra_points[seat, GEAR_CAP + quest])
    total += int(s.ale[seat]) + int(s.coins[seat]) // int(c.coins_per_point) + int(c.wound_points) * int(s.wound_count[seat])
    return total + extra_gear_points(c, s, seat) + int(c.start_points[s.players, seat])


@kernel
def write_lines(c, s, seat, row, log):
    """Write the lines of a seat that both ways to play share, and those of its own way (spell_smashers.md, "End of the Game")."""
    row[L_TROPHIES] = c.trophy_points * members(s.trophies[seat])
    row[L_GEAR] = members(s.gear_held[seat]) // c.gear_per_point + extra_gear_points(c, s, seat)
    row[L_COINS] = s.coins[seat] // c.coins_per_point
    row[L_START] = c.start_points[s.players, seat]
    row[L_QUESTS] = add_points(c, s, seat, log)
    if s.players > 1:
        row[L_ALE] = s.ale[seat]
        row[L_WOUNDS] = c.wound_points * s.wound_count[seat]
        return
    row[L_TROPHIES] += c.trophy_points if c.boss_trophy else 0
    row[L_BUILDINGS] = c.building_points * intact(s)
    level = difficulty(c)
    row[L_DIFFICULTY] = c.extreme_points if level == EXTREME else c.advanced_points if level == ADVANCED else 0


@kernel
def write_facts(c, s, seat, row):
    """Write the facts of a seat."""
    row[F_TROPHIES] = members(s.trophies[seat])
    row[F_GEAR] = members(s.gear_held[seat])
    row[F_QUESTS] = members(s.done[seat])
    row[F_COINS] = s.coins[seat]
    row[F_WOUNDS] = s.wound_count[seat]
    row[F_TAKEN] = s.wounds_taken[seat]
    row[F_DAMAGE] = s.damage_dealt[seat]
    row[F_LETTERS] = s.letters_spelled[seat]
    row[F_BATTLES] = s.battles[seat]
    row[F_WITHOUT] = s.without_word[seat]
    row[F_ROUNDS] = s.round_no
    row[F_RUINS] = 4 - intact(s)
    row[F_TROPHY_SET] = 0
    row[F_GEAR_SET] = 0
    row[F_QUEST_SET] = 0
    for i in range(GEAR_CAP):
        row[F_TROPHY_SET] |= signed_bit(i) if i < MONSTER_CAP and holds(s.trophies[seat], i) else 0
        row[F_GEAR_SET] |= signed_bit(i) if holds(s.gear_held[seat], i) else 0
    for i in range(QUEST_CAP):
        row[F_QUEST_SET] |= signed_bit(i) if holds(s.done[seat], i) else 0


def score(c, s, result, log):
    """Write the score sheet: one row a seat, the columns of `GAME.columns`.

    Notes
    -----
    spell_smashers.md, "End of the Game" and "Scoring System". Alone a lost game has no points, and the share is 60 for a win.
    """
    won = s.players > 1 or s.over == BOSS_FELL
    for seat in range(s.players):
        row = result[seat]
        for column in range(FACTS):
            row[column] = 0
        if won:
            write_lines(c, s, seat, row, log)
        write_facts(c, s, seat, row)
        row[TOTAL] = 0
        for line in range(FACTS):
            row[TOTAL] += row[line]
            if row[line] != 0 and line != L_QUESTS:
                note(log, POINTS, seat, EMPTY, row[line], line)
    if s.players == 1:
        rank_alone(result, TOTAL, won)
        return
    _rank(c, s, result)


def rank(c, s, result):
    """Rank the seats: points, then most remaining wounds (ruling SS-R16)."""
    rank_seats(result, s.players, TOTAL, F_WOUNDS, TOTAL)


_rank = kernel(rank)
