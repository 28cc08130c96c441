"""Learning a spell (spellbook.fr.md, "Soir")."""

from simkit.core.bits import count, part
from simkit.core.events import TAKEN, note
from simkit.core.jit import kernel
from simkit.games.spellbook.cards import card_at, card_of, clone_of, communion, note_use, permanent
from simkit.games.spellbook.day import finish_action
from simkit.games.spellbook.effects import ask, begin_effect, discard_held, forget_picks, run
from simkit.games.spellbook.encoding import BY_CLONE, BY_RUNE, COLOUR, LEVEL, PAID, RUNE
from simkit.games.spellbook.names import (
    EMPTY,
    INSTANT,
    KINDS,
    MARKED,
    MORNING_ACTION,
    NUM_COLOURS,
    POOL_CAP,
    RUNE_WILDS,
    STORE_SPENT,
    STORING_SPENT,
)
from simkit.games.spellbook.names import PAID as PAID_EVENT
from simkit.games.spellbook.picks import ANY_COLOUR
from simkit.games.spellbook.supply import free_spaces, from_pool


@kernel
def put_aside(s, seat, paid, log):
    """Take the paid tokens out of the pool: a set of its places, in rising order of kind."""
    place = 0
    for kind in range(KINDS):
        number = int(s.pool[seat, kind])
        tokens = count((paid >> place) & ((1 << number) - 1))
        place += number
        for _ in range(tokens):
            from_pool(s, seat, kind)
            s.held[kind] += 1
            s.held_size += 1
            note(log, PAID_EVENT, seat, kind, 0, 0)


@kernel
def note_rune_wilds(c, s, seat, colour, by_clone, log):
    """Say that Transmutation was used, or copied: at the lowest level that allows so many wilds."""
    wilds = 0
    for kind in range(KINDS):
        if kind // 3 != colour:
            wilds += int(s.held[kind])
    for own in range(NUM_COLOURS):
        first = card_at(s, own, 3)
        for card in range(first, first + 3):
            if c.effect[card] == RUNE_WILDS and c.wilds[card] >= wilds and (by_clone or s.level[seat, own] > 0):
                note_use(s, clone_of(c, s, seat) if by_clone else own, card, log)
                return


@kernel
def learn(c, s, action, log):
    """Pay for a spell and learn it: one of the tokens of its colour stays on the card, at its level; the others are spent."""
    seat, colour, level, rune = int(s.seat), part(action, COLOUR, 3), part(action, LEVEL, 2) + 3, part(action, RUNE, 2)
    put_aside(s, seat, part(action, PAID, POOL_CAP), log)
    if part(action, BY_RUNE, 1):
        note_rune_wilds(c, s, seat, colour, part(action, BY_CLONE, 1), log)
    kind = 3 * colour + rune
    s.held[kind] -= 1
    s.held_size -= 1
    s.marker[seat, colour] = rune
    s.level[seat, colour] = level
    s.learned[seat] += 1
    s.fresh |= 1 << colour
    note(log, TAKEN, seat, card_at(s, colour, level), int(s.turns[seat]), colour)
    note(log, MARKED, seat, kind, level, colour)
    s.source = colour
    number = min(communion(c, s, seat), free_spaces(c, s, seat), int(s.held_size))
    if number > 0:
        keeper = permanent(c, s, seat, STORE_SPENT)
        note_use(s, keeper, card_of(s, seat, keeper), log)
        ask(s, STORING_SPENT, number, EMPTY, ANY_COLOUR, False)
    else:
        finish_learning(c, s, log)


@kernel
def finish_learning(c, s, log):
    """Discard what is left of the payment; an instant effect is carried out (spellbook.fr.md, "Cartes Sort non spécifiques")."""
    seat, colour = int(s.active), int(s.source)
    discard_held(s, log)
    card = card_at(s, colour, int(s.level[seat, colour]))
    s.source = EMPTY
    forget_picks(s)
    if c.effect_kind[card] == INSTANT:
        if c.effect[card] == MORNING_ACTION:
            note_use(s, colour, card, log)
            s.bonus += 1
        else:
            begin_effect(s, card, colour, int(s.marker[seat, colour]), 0, log)
            run(c, s, log)
            return
    finish_action(c, s, log)
