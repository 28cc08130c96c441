"""Setting up a game (spellbook.fr.md, "Mise en place")."""

import numpy as np

from simkit.core.chance import below
from simkit.core.events import WIDTH
from simkit.core.jit import kernel
from simkit.games.spellbook.day import begin_day
from simkit.games.spellbook.effects import end_effect
from simkit.games.spellbook.names import CLASSIC, EMPTY, KINDS, NUM_COLOURS, SEATS, SETUP_SOURCE
from simkit.games.spellbook.supply import draw, draw_to_altar

NO_HANDICAP = 1  # the first mode


@kernel
def named_spell(c, colour):
    """Return what a rule says of a colour's spell: 0 for nothing, else the number of its set."""
    named = (c.red, c.violet, c.green, c.black, c.white, c.blue, c.yellow)
    return int(named[colour])


@kernel
def choose_spells(c, s):
    """Choose the spell of each colour: by name, by set, or one of three as the seed has it (spellbook.fr.md, "Une partie classique")."""
    for colour in range(NUM_COLOURS):
        number = named_spell(c, colour)
        if number == 0:
            number = int(c.setup)
            if number == CLASSIC:
                number = 1 + below(s.luck[SETUP_SOURCE], s.game, SETUP_SOURCE, colour, 3)
        s.spell[colour] = (number - 1) * NUM_COLOURS + colour


@kernel
def grant(c, s, seat, card):
    """Give a seat a spell at the start, with a token of its colour on it; only a spell that the setup has can be granted."""
    colour = card // 3 % NUM_COLOURS
    if s.spell[colour] != card // 3:
        return
    for rune in range(3):
        kind = 3 * colour + rune
        if s.bag[kind] > 0:
            s.bag[kind] -= 1
            s.bag_size -= 1
            s.level[seat, colour] = card % 3 + 3
            s.marker[seat, colour] = rune
            s.learned[seat] += 1
            return


def reset(c, s):
    """Set up game number `s.game` for `s.players`; the header is set."""
    log = np.zeros((0, WIDTH), np.int64)
    choose_spells(c, s)
    for kind in range(KINDS):
        s.bag[kind] = c.copies[kind]
    s.bag_size = c.tokens
    for seat in range(SEATS):
        for colour in range(NUM_COLOURS):
            s.marker[seat, colour] = EMPTY
    for i in range(len(s.queue)):
        s.queue[i] = EMPTY
    end_effect(s)
    for seat in range(s.players):
        if c.granted_card[seat] != EMPTY:
            grant(c, s, seat, int(c.granted_card[seat]))
    draw_to_altar(c, s, 0, int(c.solo_altar) if s.players == 1 else int(c.altar_size), log)
    for seat in range(s.players):
        draw(c, s, seat, int(c.start_tokens[s.players, seat]), log)
    if s.players == 1:
        s.reserve = max(int(c.solo) - NO_HANDICAP, 0)
    s.seat = 0
    begin_day(c, s, log)
