"""What a position is worth looking at, in numbers: the columns of `GAME.features`."""

from simkit.core.bits import count
from simkit.core.jit import kernel
from simkit.games.spellbloom.names import LAST_BOTTLE, PLACE, SLOTS, SPELL_CAP, TRACK_LINES
from simkit.games.spellbloom.scoring import best_assignment, end_effect, task_points
from simkit.games.spellbloom.spellbook import completed_sigils, has_bottle, is_open, matches_bonus, total_sigils, would_close

# What `greedy` gives for each unless told otherwise: points count in full, mana for what it will still buy.
FEATURE_WEIGHTS = (1.0, 0.8, 0.8, 1.0, 0.5, 0.5, 0.6, 4.0, 0.3, 0.0)


@kernel
def open_points(c, s, seat):
    """Return a seat's points as everybody can count them: scored, end effects, sigils."""
    points = int(c.start_points[s.players, seat])
    for line in range(TRACK_LINES):
        points += int(s.scored[seat, line])
    for slot in range(SLOTS):
        points += end_effect(c, s, seat, slot)
    return points + c.sigil_points * total_sigils(completed_sigils(c, s, seat))


@kernel
def best_place(c, s, seat, card):
    """Return what the best slot brings a spell at once: points of its bonus, and of the sigils it completes there."""
    best, best_bonus, best_sigils = -1, 0, 0
    for slot in range(SLOTS):
        if is_open(c, s, seat, card, slot):
            bonus = int(c.placement_points) if matches_bonus(c, card, slot) else 0
            sigils = c.sigil_points * would_close(c, s, seat, slot, card)
            if bonus + sigils > best:
                best, best_bonus, best_sigils = bonus + sigils, bonus, sigils
    return best_bonus, best_sigils


def features(c, s, seat, out):
    """Write the features of a position for one seat.

    A spell that is paid for and waits for its place counts as placed where it is best, so that a player who looks one action ahead
    sees what a payment buys.
    """
    points = int(c.start_points[s.players, seat])
    for line in range(TRACK_LINES):
        points += int(s.scored[seat, line])
    ends = 0
    bottles = 0
    for slot in range(SLOTS):
        ends += end_effect(c, s, seat, slot)
        if has_bottle(c, s, seat, slot) and (int(s.bottled[seat]) >> slot) & 1 == 0:
            bottles += 1
    sigils = completed_sigils(c, s, seat)
    sigil_points = c.sigil_points * total_sigils(sigils)
    spells = int(s.learned[seat])
    if s.phase == PLACE and s.seat == seat:
        card = int(s.card)
        bonus, closed = best_place(c, s, seat, card)
        points += int(c.points[card]) + int(c.extra_points[seat, card]) + bonus
        sigil_points += closed
        spells += 1
        bottles += 1 if 0 < c.effect[card] <= LAST_BOTTLE else 0
    given = best_assignment(c, s, seat, sigils)
    tasks = 0
    for i in range(s.hand_size[seat]):
        task = int(s.hand[seat, i])
        tasks += task_points(c, s, seat, task, given) + int(c.extra_points[seat, SPELL_CAP + task])
    best_other = 0
    for other in range(s.players):
        if other != seat:
            best_other = max(best_other, open_points(c, s, other))
    out[0] = points
    out[1] = ends
    out[2] = tasks
    out[3] = sigil_points
    out[4] = s.mana[seat]
    out[5] = count(s.bottled[seat])
    out[6] = count(s.free[seat])
    out[7] = spells
    out[8] = bottles
    out[9] = best_other
