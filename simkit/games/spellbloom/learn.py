"""Learning a spell: paying, placing, scoring, refilling, and what follows from a full row."""

from simkit.core.bits import count, part
from simkit.core.events import TAKEN, note
from simkit.core.jit import kernel
from simkit.core.subsets import face, pack
from simkit.games.spellbloom.effects import fire, place_bottle
from simkit.games.spellbloom.encoding import ANY_SLOT, BY_GUIDE, CHANGE_SLOTS, DIFFICULTY, GUIDE_DIE, NO_GUIDE, REGION
from simkit.games.spellbloom.names import (
    AFTER,
    CLOSED_SIGIL,
    DREW_TASK,
    EMPTY,
    FLIPPED,
    FREE_MANA,
    FREED_MANA,
    HAND,
    L_PLACEMENT,
    L_PROVISION,
    L_SPELLS,
    MANA,
    PLACE,
    PLACED,
    ROW,
    SIGILS_SCENARIO,
    SLOTS,
    SPELL_CAP,
    TASK,
    TASKS_SCENARIO,
    TURNED,
    TURNED_GUIDE,
    USED_DIE,
    USED_GUIDE,
)
from simkit.games.spellbloom.spellbook import closed_at, has_bottle, matches_bonus, matches_neighbours, scenario
from simkit.games.spellbloom.supply import gain, offer, pay, refill, score_points
from simkit.games.spellbloom.turn import finish_book
from simkit.games.spellbloom.turning import payment_cost, turn_payment


@kernel
def learn(c, s, action, log):
    """Pay for a spell and take it; placing it is the next decision.

    Notes
    -----
    spellbloom.md, "Learn", steps 1 to 3, "Change die value", "Use a Guide die"; rulings SP-R3 to R5, R10, R25, R37.
    """
    seat = int(s.seat)
    own, guides = pack(s.die[seat]), pack(s.guide)
    region, difficulty, guide = part(action, REGION, 3), part(action, DIFFICULTY, 3), part(action, GUIDE_DIE, 3)
    slots, any_slot = part(action, CHANGE_SLOTS, 10), part(action, ANY_SLOT, 4)
    finals = turn_payment(c, s, action, own, guides)
    offer(s, log)
    pay(s, seat, payment_cost(c, s, action), log)
    for slot in range(SLOTS):
        if (slots >> slot) & 1 or slot == any_slot:
            place_bottle(s, seat, slot, log)
    changed = 0
    provision = 0
    for die in range(7):
        final = face(finals, die)
        if final == 0:
            continue
        before = face(guides, guide) if die == 6 else face(own, die)
        is_difficulty = die == (6 if difficulty == BY_GUIDE else difficulty)
        if die == 6:
            s.guide[guide] = final
            note(log, USED_GUIDE, seat, guide, before, 1 if is_difficulty else 0)
            if final != before:
                note(log, TURNED_GUIDE, seat, guide, final, before)
        else:
            s.die[seat, die] = final
            s.free[seat] &= ~(1 << die) & 63
            note(log, USED_DIE, seat, die, before, 1 if is_difficulty else 0)
            if final != before:
                note(log, TURNED, seat, die, final, before)
        if is_difficulty:
            s.difficulty = final
        else:
            provision += 1
            if final != before or c.provision_must_change == 0:
                changed += 1 << (3 * final)
    s.changed_provision = changed
    if guide != NO_GUIDE:
        s.guide_free &= ~(1 << guide) & 63
    if provision == 2:
        gain(s, seat, int(c.two_dice_mana), -1, log)
    elif provision > 2 and c.three_dice_points != 0:
        score_points(s, seat, L_PROVISION, int(c.three_dice_points), -1, log)
    s.card = s.island[region]
    s.region = region
    s.island[region] = EMPTY
    note(log, TAKEN, seat, int(s.card), int(s.turns[seat]), region)
    s.phase = PLACE


@kernel
def place_card(c, s, seat, slot, card):
    """Put a spell into a slot."""
    s.book[seat, slot] = card
    s.learned[seat] += 1


@kernel
def place(c, s, slot, log):
    """Place the learned spell, score it and what its place brings.

    Notes
    -----
    spellbloom.md, "Adding Spells to your Spellbook"; scenario The Sigils: rulings SP-R22, R31.
    """
    seat, card = int(s.seat), int(s.card)
    place_card(c, s, seat, slot, card)
    s.slot = slot
    note(log, PLACED, seat, card, slot, 0)
    if scenario(c, s) == SIGILS_SCENARIO and not matches_neighbours(c, s, seat, slot):
        s.face_down |= 1 << slot
        note(log, FLIPPED, seat, card, slot, 0)
    else:
        score_points(s, seat, L_SPELLS, int(c.points[card]) + int(c.extra_points[seat, card]), card, log)
        if c.placement_points and matches_bonus(c, card, slot):
            score_points(s, seat, L_PLACEMENT, int(c.placement_points), card, log)
    s.closed = closed_at(c, s, seat, slot)
    if s.closed:
        note(log, CLOSED_SIGIL, seat, card, int(s.closed), 0)
    for armed in range(SLOTS):
        if (int(s.armed) >> armed) & 1:
            fire(c, s, seat, armed, log)
    s.last_silent = -1
    finish_book(c, s, log)
    if is_first_full_row(c, s, seat):
        draw_tasks(s, seat, log)
    if s.phase != TASK:
        finish_learning(c, s, log)


@kernel
def is_first_full_row(c, s, seat):
    """Whether a row of five became full for the first time (The Tasks has no task cards)."""
    if s.row_done[seat] or (scenario(c, s) == TASKS_SCENARIO):
        return False
    for row in range(2):
        full = True
        for slot in range(row * ROW, row * ROW + ROW):
            full = full and s.book[seat, slot] != EMPTY
        if full:
            return True
    return False


@kernel
def draw_tasks(s, seat, log):
    """Draw two task cards; then one of the hand is put back (spellbloom.md, "Completing a row"; ruling SP-R16)."""
    s.row_done[seat] = 1
    for _ in range(2):
        if s.task_top < s.task_end and s.hand_size[seat] < HAND:
            task = int(s.task_deck[s.task_top])
            s.task_top += 1
            s.hand[seat, s.hand_size[seat]] = task
            s.hand_size[seat] += 1
            note(log, DREW_TASK, seat, SPELL_CAP + task, 0, 0)
            s.phase = TASK


@kernel
def finish_learning(c, s, log):
    """Refill the region; in The Mana, mana moves; then bonus actions may follow."""
    seat, slot = int(s.seat), int(s.slot)
    refill(s, int(s.region), log)
    s.phase = AFTER
    if scenario(c, s) == MANA and has_bottle(c, s, seat, slot):
        if s.supply > 0:
            place_bottle(s, seat, slot, log)
        holders = mana_holders(c, s, seat, slot)
        if count(holders) == 1:
            for other in range(SLOTS):
                if (holders >> other) & 1:
                    free_mana(s, other, log)
        elif holders:
            s.phase = FREE_MANA


@kernel
def mana_holders(c, s, seat, slot):
    """Return the slots with mana on another spell of the same element as the one in `slot`, a mask."""
    found = 0
    for other in range(SLOTS):
        if other != slot and (int(s.bottled[seat]) >> other) & 1:
            if c.element[s.book[seat, other]] == c.element[s.book[seat, slot]]:
                found |= 1 << other
    return found


@kernel
def free_mana(s, slot, log):
    """Move the mana on a spell to its owner (scenario The Mana; ruling SP-R33)."""
    seat = int(s.seat)
    s.bottled[seat] &= ~(1 << slot) & 1023
    s.mana[seat] += 1
    note(log, FREED_MANA, seat, int(s.book[seat, slot]), 1, 0)
    s.phase = AFTER
