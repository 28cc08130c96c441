"""Playing one action and moving on to the next decision."""

from simkit.core.decks import take_out
from simkit.core.events import LOST, note
from simkit.core.jit import kernel
from simkit.core.table import GAME_FAULT
from simkit.games.spellbloom.effects import activate
from simkit.games.spellbloom.learn import finish_learning, free_mana, learn, place
from simkit.games.spellbloom.names import (
    ACTIVATE,
    CHOSE_GOAL,
    DISCARD,
    DISCARD_TASK,
    END_TURN,
    LEARN,
    MOVE_GUIDE,
    PLACE_SPELL,
    REROLL_GUIDES,
    REST,
    SET_GOAL,
    SPELL_CAP,
    TAKE_MANA,
)
from simkit.games.spellbloom.supply import discard_line, pay, roll_guides
from simkit.games.spellbloom.turn import begin_turn, end_turn, move_guide, rest


@kernel
def return_task(s, place, log):
    """Put a task card of the hand under the task deck."""
    seat = int(s.seat)
    task = take_out(s.hand[seat], place, int(s.hand_size[seat]))
    s.hand_size[seat] -= 1
    s.task_deck[s.task_end] = task
    s.returned_task[seat] = s.task_end
    s.task_end += 1
    note(log, LOST, seat, SPELL_CAP + task, 0, 0)


def apply(c, s, action, log):
    """Play one action of the list and move on to the next decision, saying in the log what happened and why."""
    kind, detail = action & 15, (action >> 4) & 15
    if kind == LEARN:
        learn(c, s, action, log)
    elif kind == PLACE_SPELL:
        place(c, s, detail, log)
    elif kind == END_TURN:
        end_turn(c, s, log)
    elif kind == REST:
        rest(c, s, log)
    elif kind == ACTIVATE:
        activate(c, s, detail, (action >> 8) & 7, log)
    elif kind == DISCARD:
        s.acted = 1
        s.discarded = 1
        s.last_silent = -1  # new spells may change what is worth activating
        pay(s, int(s.seat), int(c.discard_cost), log)
        discard_line(c, s, int((action >> 4) & 7), log)
    elif kind == REROLL_GUIDES:
        s.acted = 1
        roll_guides(s, log)
    elif kind == DISCARD_TASK:
        return_task(s, detail, log)
        finish_learning(c, s, log)
    elif kind == TAKE_MANA:
        free_mana(s, detail, log)
    elif kind == MOVE_GUIDE:
        move_guide(c, s, detail, log)
    elif kind == SET_GOAL:
        goal = (action >> 4) & 31
        s.goal_element = goal // 5
        s.goal_colour = goal % 5
        note(log, CHOSE_GOAL, 0, -1, int(s.goal_element), int(s.goal_colour))
        begin_turn(c, s, log)
    else:
        s.fault = GAME_FAULT
