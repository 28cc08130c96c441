"""How a round goes on: stage by stage, seat by seat, to the next decision."""

from simkit.core.bits import NONE
from simkit.core.events import note
from simkit.core.jit import kernel
from simkit.games.spell_smashers.encoding import cards_of
from simkit.games.spell_smashers.fight import end_battle, gear_sum
from simkit.games.spell_smashers.monsters import enter
from simkit.games.spell_smashers.names import (
    ADDED_ALE,
    ARRIVAL_STAGE,
    BATTLE_STAGE,
    BEGAN,
    CHOOSE_GEAR,
    DRAW,
    EMPTY,
    GEAR_STAGE,
    INITIATIVE,
    LETTER_HAND,
    NEW_ROUND,
    NO_TARGET,
    NOTHING_ASKED,
    PASSED_MARKER,
    PLACES,
    QUEST_STAGE,
    REFILL_STAGE,
    SEATS,
    SPELL,
    TARGET_MONSTER,
    TONIC_POTION,
    TOWN_STAGE,
    USED_POTION,
    VISIT,
    WORD_STAGE,
)
from simkit.games.spell_smashers.reach import word_length
from simkit.games.spell_smashers.solo import begin_wave, next_arrival
from simkit.games.spell_smashers.supply import can_draw, draw_letter, draw_modifier, draw_tile
from simkit.games.spell_smashers.town import draw_quests, keep_quest

LAST_ROUND = 1  # `over`


@kernel
def clockwise(s, step):
    """Return the seat so many places from the marker."""
    return (int(s.marker) + step) % int(s.players)


@kernel
def ask(s, seat, phase, log):
    """Ask a seat for a decision; a turn begins where another seat or another stage is asked."""
    if s.asked_stage != s.stage or s.seat != seat:
        s.turn += 1
        s.turns[seat] += 1
        note(log, BEGAN, seat, int(s.stage), int(s.round_no), 0)
    s.asked_stage = s.stage
    s.seat = seat
    s.phase = phase


@kernel
def begin_round(s, log):
    """Begin a round: nobody is ready."""
    s.stage = GEAR_STAGE
    s.step = 0
    s.ready = 0
    s.skips = 0
    s.redrawn = 0
    s.forced = 0
    for place in range(PLACES):
        s.hit[place] = 0
    for i in range(SEATS):
        s.order[i] = EMPTY
    note(log, NEW_ROUND, -1, -1, int(s.round_no), 0)


@kernel
def next_unready(s):
    """Return the first seat from the marker that has not committed a word, or EMPTY."""
    for step in range(s.players):
        if (int(s.ready) >> clockwise(s, step)) & 1 == 0:
            return clockwise(s, step)
    return EMPTY


@kernel
def goes_before(c, s, a, b):
    """Whether a seat is before another in initiative: letters and gear, then gear that wins ties, then clockwise from the marker."""
    first, second = initiative(c, s, a), initiative(c, s, b)
    if first != second:
        return first > second
    first, second = gear_sum(s, a, c.gear_ties), gear_sum(s, b, c.gear_ties)
    if first != second:
        return first > second
    return (a - int(s.marker)) % int(s.players) < (b - int(s.marker)) % int(s.players)


@kernel
def initiative(c, s, seat):
    """Return a seat's initiative: letters, not cards, and what gear adds (ruling SS-R17)."""
    return word_length(c, s, seat, cards_of(s.word[seat])) + gear_sum(s, seat, c.gear_initiative)


@kernel
def reveal(c, s, log):
    """Reveal all words and put their seats in initiative order; tonics used for them are spent."""
    n = 0
    for seat in range(s.players):
        if s.word[seat] == 0:
            continue
        if s.tonic_card[seat] != EMPTY:
            s.potions[seat] &= ~(1 << TONIC_POTION)
            note(log, USED_POTION, seat, TONIC_POTION, 0, 0)
        j = n - 1
        while j >= 0 and goes_before(c, s, seat, int(s.order[j])):
            s.order[j + 1] = s.order[j]
            j -= 1
        s.order[j + 1] = seat
        n += 1
    for i in range(n):
        note(log, INITIATIVE, int(s.order[i]), i, initiative(c, s, int(s.order[i])), 0)


@kernel
def has_target(s):
    """Whether a monster is in play."""
    for place in range(PLACES):
        if s.tile[place] != EMPTY:
            return True
    return False


@kernel
def forgo(c, s, seat, log):
    """Discard a word without battle: there is no monster left (rulings SS-R8 and R27)."""
    s.seat = seat
    s.asked_stage = s.stage
    note(log, NO_TARGET, seat, -1, 0, 0)
    end_battle(c, s, log)
    s.phase = NOTHING_ASKED  # without a battle nothing heals


@kernel
def pass_marker(c, s, log):
    """Pass the marker to the last in initiative, or to one who could spell no word (rulings SS-R6 and R36)."""
    if s.players == 1:
        return
    to = int(s.marker)
    for i in range(SEATS):
        if s.order[i] != EMPTY:
            to = int(s.order[i])
    if c.marker_to_skipper:
        for step in range(s.players):
            if (int(s.skips) >> clockwise(s, step)) & 1:
                to = clockwise(s, step)
    s.marker = to
    note(log, PASSED_MARKER, to, -1, 0, 0)


@kernel
def hand_limit(c, s, seat):
    """Return how many cards a hand is refilled to; there is room for sixteen letters (ruling SS-R43)."""
    return min(int(c.hand) + gear_sum(s, seat, c.gear_hand), LETTER_HAND)


@kernel
def refill(c, s, seat, log):
    """Draw while there is no choice of decks; return True when a deck is to be chosen."""
    while int(s.hand_size[seat]) + int(s.wound_count[seat]) < hand_limit(c, s, seat):
        consonants, vowels = can_draw(c, s, 0), can_draw(c, s, 1)
        if consonants and vowels:
            return True
        if not (consonants or vowels):
            return False
        draw_letter(c, s, seat, 0 if consonants else 1, log)
    return False


@kernel
def end_round(c, s, log):
    """Add ale, replace defeated monsters, advance the marker of rounds; alone the next monsters arrive."""
    s.round_no += 1
    if s.players == 1:
        begin_wave(c, s, log)
        s.stage = ARRIVAL_STAGE
        return
    for place in range(s.players):
        if s.tile[place] != EMPTY:
            s.ale_on[place] += 1
            s.ale_bank -= 1
            note(log, ADDED_ALE, -1, int(s.tile[place]), 1, 0)
    for place in range(s.players):
        if s.tile[place] == EMPTY and s.stack_size > 0:
            modifier = draw_modifier(c, s)
            enter(c, s, place, draw_tile(c, s), modifier, log)
    begin_round(s, log)


@kernel
def leave_stage(c, s, log):
    """Go on to the next stage."""
    s.step = 0
    if s.stage == GEAR_STAGE:
        s.stage = WORD_STAGE
    elif s.stage == WORD_STAGE:
        reveal(c, s, log)
        s.stage = BATTLE_STAGE
    elif s.stage == BATTLE_STAGE:
        pass_marker(c, s, log)
        if s.players > 1 and s.round_no >= c.rounds:
            s.over = LAST_ROUND
        s.stage = QUEST_STAGE if s.players > 1 else TOWN_STAGE
    elif s.stage == QUEST_STAGE:
        s.stage = TOWN_STAGE
    elif s.stage == TOWN_STAGE:
        s.stage = REFILL_STAGE
    elif s.stage == REFILL_STAGE:
        end_round(c, s, log)
    else:
        begin_round(s, log)


@kernel
def take_step(c, s, log):
    """Let the next seat of a stage decide, or pass it over; return True when the stage is over."""
    if s.stage == WORD_STAGE:
        seat = next_unready(s)
        if seat == EMPTY:
            return True
        ask(s, seat, SPELL, log)
        return False
    if s.stage == ARRIVAL_STAGE:
        if s.to_come == 0:
            return True
        next_arrival(c, s, log)
        return False
    if s.step == s.players:
        return True
    seat = clockwise(s, int(s.step))
    if s.stage == GEAR_STAGE:
        if s.gear_held[seat] != NONE:
            ask(s, seat, CHOOSE_GEAR, log)
    elif s.stage == BATTLE_STAGE:
        seat = int(s.order[s.step])
        if seat == EMPTY:
            return True
        if has_target(s):
            ask(s, seat, TARGET_MONSTER, log)
        else:
            forgo(c, s, seat, log)
    elif s.stage == QUEST_STAGE:
        ask(s, seat, NOTHING_ASKED, log)
        draw_quests(s, log)
        if s.phase == NOTHING_ASKED:
            keep_quest(c, s, 0, log)
    elif s.stage == TOWN_STAGE:
        ask(s, seat, VISIT, log)
    elif refill(c, s, seat, log):
        ask(s, seat, DRAW, log)
    if s.phase == NOTHING_ASKED:
        s.step += 1
    return False


@kernel
def advance(c, s, log):
    """Go on to the next decision, or to the end of the game."""
    while s.over == 0 and s.phase == NOTHING_ASKED:
        if take_step(c, s, log):
            leave_stage(c, s, log)


@kernel
def finish_step(s):
    """Note that the seat to act is through with this stage."""
    s.step += 1
    s.phase = NOTHING_ASKED
