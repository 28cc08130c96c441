"""Playing one action and moving on to the next decision."""

from simkit.core.bits import part
from simkit.core.events import note
from simkit.core.jit import kernel
from simkit.core.table import GAME_FAULT
from simkit.games.spellbook.cards import card_at, card_of, clone_of, note_use
from simkit.games.spellbook.day import OPPONENT, end_day, finish_action, refill_alone
from simkit.games.spellbook.effects import ask, begin_effect, draw_by_mirage, end_effect, is_trigger, run
from simkit.games.spellbook.encoding import BY_CLONE, BY_RUNE, CHOICE, COLOUR, LEVEL, NO_RUNE, NO_TOKEN, RUNE, TOKEN
from simkit.games.spellbook.learn import finish_learning, learn
from simkit.games.spellbook.names import (
    ACCEPTING,
    BOARD,
    DISCARDING,
    DONE,
    DRAW_TOKENS,
    EMPTY,
    GIVING,
    GOT,
    KINDS,
    LEARN,
    PASS,
    PASSED,
    PICK,
    PUT_BACK,
    RAISE,
    RAISED,
    REPLACED,
    REPLACING,
    STORE,
    STORED,
    STORED_ALTAR,
    STORED_SPENT,
    STORING,
    STORING_ALTAR,
    STORING_SPENT,
    SWAP_GET,
    SWAP_GIVE,
    SWAP_WITH_ALTAR,
    TAKE,
    TAKING,
    TOOK,
    USE,
)
from simkit.games.spellbook.picks import ANY_COLOUR
from simkit.games.spellbook.supply import draw, from_altar, from_pool, to_altar, to_discards, to_pool


@kernel
def take(c, s, seat, kind, log):
    """Take a token from the altar into a pool."""
    from_altar(s, kind)
    to_pool(s, seat, kind)
    note(log, TOOK, seat, kind, 0, 0)


@kernel
def take_own(c, s, seat, kind, log):
    """Take a token on one's own day."""
    take(c, s, seat, kind, log)
    if is_trigger(c, s, seat, kind):
        s.triggers += 1


@kernel
def to_familiar(s, seat, kind, event, log):
    """Lay a token on the next space of a Familiar."""
    s.familiar[seat, kind] += 1
    s.stored[seat] += 1
    note(log, event, seat, kind, int(s.stored[seat]), 0)


@kernel
def hold(s, kind):
    """Put a token aside."""
    s.held[kind] += 1
    s.held_size += 1


@kernel
def release(s, kind):
    """Take up a token that was put aside."""
    s.held[kind] -= 1
    s.held_size -= 1


@kernel
def swap_get(c, s, seat, kind, log):
    """Take a token of a swap out of its place; it comes into the pool when the swap is complete."""
    if c.effect[s.effect_card] == SWAP_WITH_ALTAR:
        from_altar(s, kind)
        if c.swap_is_taking and is_trigger(c, s, seat, kind):
            s.triggers += 1
    else:
        s.familiar[seat, kind] -= 1
        s.stored[seat] -= 1
    hold(s, kind)
    note(log, GOT, seat, kind, 0, 0)


@kernel
def swap_give(c, s, seat, kind, log):
    """Lay a token of the pool where those of the swap come from."""
    from_pool(s, seat, kind)
    if c.effect[s.effect_card] == SWAP_WITH_ALTAR:
        to_altar(s, seat, kind, log)
    else:
        to_familiar(s, seat, kind, PUT_BACK, log)


@kernel
def pick(c, s, kind, log):
    """Take one token of a set; the last one completes it."""
    seat = int(s.seat)
    phase = s.phase
    if phase == TAKING:
        take_own(c, s, seat, kind, log)
    elif phase == ACCEPTING:
        take(c, s, seat, kind, log)
    elif phase == DISCARDING:
        from_pool(s, seat, kind)
        to_discards(s, seat, kind, log)
    elif phase == STORING:
        from_pool(s, seat, kind)
        to_familiar(s, seat, kind, STORED, log)
    elif phase == STORING_ALTAR:
        from_altar(s, kind)
        to_familiar(s, seat, kind, STORED_ALTAR, log)
    elif phase == STORING_SPENT:
        release(s, kind)
        to_familiar(s, seat, kind, STORED_SPENT, log)
    elif phase == REPLACING:
        from_altar(s, kind)
        hold(s, kind)
        note(log, REPLACED, seat, kind, 0, 0)
    elif phase == SWAP_GET:
        swap_get(c, s, seat, kind, log)
    elif phase == SWAP_GIVE:
        swap_give(c, s, seat, kind, log)
    s.left -= 1
    s.picked += 1
    s.lowest = kind
    if s.one_colour:
        s.colours = 1 << (kind // 3)
    if s.left == 0:
        complete(c, s, log)


@kernel
def complete(c, s, log):
    """Go on when a set is complete."""
    seat, phase = int(s.active), s.phase
    if phase == STORING_SPENT:
        finish_learning(c, s, log)
    elif phase == SWAP_GET:
        ask(s, SWAP_GIVE, int(s.picked), EMPTY, ANY_COLOUR, False)
    else:
        if phase == SWAP_GIVE:
            for kind in range(KINDS):
                while s.held[kind] > 0:
                    release(s, kind)
                    to_pool(s, seat, kind)
        run(c, s, log)


@kernel
def use(c, s, action, log):
    """Use a spell, one's own or a copied one."""
    seat, colour = int(s.seat), part(action, COLOUR, 3)
    card = card_at(s, colour, part(action, LEVEL, 2) + 3)
    acting, rune = colour, int(s.marker[seat, colour])
    if part(action, BY_CLONE, 1):
        acting = clone_of(c, s, seat)
        rune = part(action, RUNE, 2) if part(action, RUNE, 2) != NO_RUNE else EMPTY
    begin_effect(s, card, acting, rune, part(action, CHOICE, 1), log)
    run(c, s, log)
    kind = part(action, TOKEN, 5)
    if kind != NO_TOKEN:
        pick(c, s, kind, log)


@kernel
def raise_spell(c, s, colour, log):
    """Raise a spell; instant effects do not happen again, permanent ones are in force from now on."""
    seat = int(s.active)
    for _ in range(c.rise[s.effect_card]):
        if s.level[seat, colour] < 5:
            s.level[seat, colour] += 1
            note(log, RAISED, seat, card_of(s, seat, colour), int(s.level[seat, colour]), 0)
    run(c, s, log)


@kernel
def give_to_opponent(c, s, kind, log):
    """Alone: move a token from the altar to the opponent's board and end the day."""
    from_altar(s, kind)
    s.familiar[OPPONENT, kind] += 1
    s.stored[OPPONENT] += 1
    note(log, BOARD, 0, kind, int(s.stored[OPPONENT]), 0)
    refill_alone(c, s, True, log)
    end_day(c, s, log)


def apply(c, s, action, log):
    """Play one action of the list and move on to the next decision, saying in the log what happened and why."""
    kind_of_action, kind, seat = action & 15, part(action, TOKEN, 5), int(s.seat)
    if kind_of_action in (TAKE, DRAW_TOKENS, LEARN) and part(action, BY_CLONE, 1):
        if kind_of_action == LEARN and not part(action, BY_RUNE, 1):
            note_use(s, clone_of(c, s, seat), EMPTY, log)
        end_effect(s)
    if kind_of_action == PICK and s.phase == GIVING:
        give_to_opponent(c, s, kind, log)
    elif kind_of_action == PICK:
        pick(c, s, kind, log)
    elif kind_of_action == DONE:
        complete(c, s, log)
    elif kind_of_action == PASS:
        note(log, PASSED, seat, -1, int(s.phase), 0)
        finish_action(c, s, log)
    elif kind_of_action == TAKE:
        take_own(c, s, seat, kind, log)
        draw_by_mirage(c, s, log)
        finish_action(c, s, log)
    elif kind_of_action == DRAW_TOKENS:
        draw(c, s, seat, int(c.draw_tokens), log)
        finish_action(c, s, log)
    elif kind_of_action == STORE:
        from_pool(s, seat, kind)
        to_familiar(s, seat, kind, STORED, log)
        finish_action(c, s, log)
    elif kind_of_action == LEARN:
        learn(c, s, action, log)
    elif kind_of_action == USE:
        use(c, s, action, log)
    elif kind_of_action == RAISE:
        raise_spell(c, s, part(action, COLOUR, 3), log)
    else:
        s.fault = GAME_FAULT
