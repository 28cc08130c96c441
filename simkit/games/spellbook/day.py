"""A player's day: its phases, the altar's refill, the end of the game (spellbook.fr.md, "Comment se déroule un tour de jeu ?")."""

from simkit.core.events import OFFERED, note
from simkit.core.jit import kernel
from simkit.games.spellbook.cards import card_at, card_of, note_use, permanent, swiftness
from simkit.games.spellbook.names import (
    ALTAR_CLEARED,
    BEGAN,
    BONUS,
    EVENING,
    FULL_BOARD,
    FULL_FAMILIAR,
    GIVING,
    GROWS,
    LAST_ROUND,
    MIDDAY,
    MORNING,
    MORNING_ACTION,
    NUM_COLOURS,
    OLDEST,
    SEVEN_SPELLS,
)
from simkit.games.spellbook.supply import clear_altar, draw_to_altar, from_altar, to_discards

OPPONENT = 1  # alone, the seat whose Familiar holds the opponent's board


@kernel
def begin_day(c, s, log):
    """Begin the day of `s.seat`; spells that are not learned yet are offered to it."""
    seat = int(s.seat)
    s.turn += 1
    s.turns[seat] += 1
    s.active = seat
    s.fresh = 0
    s.bonus = 0
    s.part_of_day = MORNING
    s.mornings = 2 if swiftness(c, s, seat) else 1
    s.phase = MORNING
    note(log, BEGAN, seat, -1, int(s.turns[seat]), 0)
    if len(log) > 0:
        for colour in range(NUM_COLOURS):
            if s.level[seat, colour] == 0:
                for level in range(3, 6):
                    note(log, OFFERED, seat, card_at(s, colour, level), level, 0)


@kernel
def finish_action(c, s, log):
    """Go on after an action: to a morning action that is to come at once, else to the next phase, else to the end of the day."""
    if s.bonus > 0:
        s.bonus -= 1
        s.phase = BONUS
    elif s.part_of_day == MORNING:
        s.mornings -= 1
        if s.mornings > 0:
            s.phase = MORNING
            giver = permanent(c, s, int(s.active), MORNING_ACTION)
            note_use(s, giver, card_of(s, int(s.active), giver), log)
        else:
            s.part_of_day = MIDDAY
            s.phase = MIDDAY
    elif s.part_of_day == MIDDAY:
        s.part_of_day = EVENING
        s.phase = EVENING
    elif s.players > 1:
        refill(c, s, log)
        end_day(c, s, log)
    elif s.on_altar > 0:
        s.phase = GIVING
    else:
        refill_alone(c, s, False, log)
        end_day(c, s, log)


@kernel
def refill(c, s, log):
    """Refill the altar; the count before drawing decides (spellbook.fr.md, "L'autel"; rulings SB-R1, R22)."""
    seat, size = int(s.active), int(c.altar_size)
    if s.on_altar >= c.altar_full:
        clear_altar(s, seat, log)
        note(log, ALTAR_CLEARED, seat, -1, 0, 0)
        draw_to_altar(c, s, seat, size, log)
    elif s.on_altar < size:
        draw_to_altar(c, s, seat, size - int(s.on_altar), log)
    elif s.on_altar > size or c.altar_at_five == GROWS:
        draw_to_altar(c, s, seat, 1, log)


@kernel
def refill_alone(c, s, was_given, log):
    """Bring the altar back to its size: draw, or discard the oldest; replace it when the opponent's board comes to certain counts.

    Notes
    -----
    Not in the rulebook; ruling SB-R29.
    """
    size = int(c.solo_altar)
    if was_given and s.stored[OPPONENT] in (4, 9, 14):
        clear_altar(s, 0, log)
        note(log, ALTAR_CLEARED, 0, -1, 0, 0)
    while s.on_altar > size:
        kind = int(s.queue[0])
        from_altar(s, kind)
        note(log, OLDEST, 0, kind, 0, 0)
        to_discards(s, 0, kind, log)
    draw_to_altar(c, s, 0, size - int(s.on_altar), log)


@kernel
def ending(c, s, seat):
    """Return why a seat has ended the game, 0 if it has not (spellbook.fr.md, "Fin de la partie")."""
    if s.learned[seat] >= c.last_spell:
        return SEVEN_SPELLS
    if s.stored[seat] >= c.spaces:
        return FULL_FAMILIAR
    return 0


@kernel
def end_day(c, s, log):
    """End the day: the next seat begins, or all have had equally many turns and the game is over (ruling SB-R4)."""
    seat = int(s.active)
    why = ending(c, s, seat)
    if s.players == 1:
        if why == 0 and s.stored[OPPONENT] >= c.solo_board:
            why = FULL_BOARD
        if why != 0:
            s.over = why
        else:
            begin_day(c, s, log)
        return
    if s.last_round == 0 and why != 0:
        s.last_round = why
        note(log, LAST_ROUND, seat, -1, why, 0)
    if s.last_round != 0 and seat == s.players - 1:
        s.over = s.last_round
    else:
        s.seat = (seat + 1) % s.players
        begin_day(c, s, log)
