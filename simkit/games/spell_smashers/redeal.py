"""A possible deal in place of the real one: all that a seat cannot see is dealt anew."""

import numpy as np

from simkit.core.chance import redealt_key
from simkit.core.decks import order
from simkit.core.jit import kernel
from simkit.core.table import coins
from simkit.games.spell_smashers.encoding import cards_of
from simkit.games.spell_smashers.names import (
    BATTLE_STAGE,
    EMPTY,
    GEAR_CAP,
    GEAR_DECK,
    KEEP_GEAR,
    KEEP_QUEST,
    LETTER_CAP,
    MODIFIER_DECK,
    MONSTER_STACK,
    PLACES,
    QUEST_CAP,
    QUEST_DECK,
    WORD_STAGE,
    WOUND_CAP,
    WOUND_DECK,
)
from simkit.games.spell_smashers.reach import usable_trophies
from simkit.games.spell_smashers.supply import members


@kernel
def take_back_words(s, seat):
    """Let the other seats commit their words anew: nobody has seen them. Who could spell none has said so."""
    for other in range(s.players):
        if other != seat:
            s.word[other] = 0
            s.tonic_card[other] = EMPTY
            s.tonic_at[other] = 0
            s.tonic_letter[other] = 0
    s.ready &= s.skips | 1 << seat


@kernel
def is_shown(s, seat, place, wound):
    """Whether a card of a hand lies in a word that has been revealed."""
    if s.stage != BATTLE_STAGE or s.word[seat] == 0:
        return False
    card = place + (int(s.hand_size[seat]) + members(usable_trophies(s, seat)) if wound else 0)
    return (cards_of(s.word[seat]) >> card) & 1 == 1


@kernel(allocates=True)
def redeal_letters(c, s, seat, deck):
    """Deal anew a letter deck and the cards of it in other hands: how many there are everybody sees by their backs."""
    pool = np.empty(LETTER_CAP, np.int8)
    size = int(s.deck_size[deck])
    for i in range(size):
        pool[i] = s.deck[deck, i]
    for other in range(s.players):
        if other != seat:
            for i in range(s.hand_size[other]):
                if c.letter_deck[s.hand[other, i]] == deck and not is_shown(s, other, i, False):
                    pool[size] = s.hand[other, i]
                    size += 1
    order(pool, 0, size, c.letter_identity, s.luck[deck], s.game, deck, 0)
    for i in range(s.deck_size[deck]):
        s.deck[deck, i] = pool[i]
    size = int(s.deck_size[deck])
    for other in range(s.players):
        if other != seat:
            for i in range(s.hand_size[other]):
                if c.letter_deck[s.hand[other, i]] == deck and not is_shown(s, other, i, False):
                    s.hand[other, i] = pool[size]
                    size += 1


@kernel(allocates=True)
def redeal_wounds(c, s, seat):
    """Deal anew the wound deck and the wounds in other hands."""
    pool = np.empty(WOUND_CAP, np.int8)
    size = int(s.wound_size)
    for i in range(size):
        pool[i] = s.wound_deck[i]
    for other in range(s.players):
        if other != seat:
            for i in range(s.wound_count[other]):
                if not is_shown(s, other, i, True):
                    pool[size] = s.wound_hand[other, i]
                    size += 1
    order(pool, 0, size, c.wound_identity, s.luck[WOUND_DECK], s.game, WOUND_DECK, 0)
    for i in range(s.wound_size):
        s.wound_deck[i] = pool[i]
    size = int(s.wound_size)
    for other in range(s.players):
        if other != seat:
            for i in range(s.wound_count[other]):
                if not is_shown(s, other, i, True):
                    s.wound_hand[other, i] = pool[size]
                    size += 1


@kernel
def redeal_monsters(c, s):
    """Order anew modifiers and tiles; alone tiles seen at the Wizard's Shop stay, and the zone on the back of the top one."""
    order(s.modifier_deck, 0, s.modifier_size, c.modifier_identity, s.luck[MODIFIER_DECK], s.game, MODIFIER_DECK, 0)
    unseen = int(s.stack_size) - int(s.known_top)
    if unseen <= 0:
        return
    zone = c.zone[s.stack[unseen - 1]]
    order(s.stack, 0, unseen, c.monster_identity, s.luck[MONSTER_STACK], s.game, MONSTER_STACK, 0)
    if s.players > 1 or s.known_top > 0:
        return
    top = unseen - 1
    while c.zone[s.stack[top]] != zone:
        top -= 1
    tile = s.stack[top]
    for i in range(top, unseen - 1):
        s.stack[i] = s.stack[i + 1]
    s.stack[unseen - 1] = tile


@kernel(allocates=True)
def redeal_gear(c, s, seat):
    """Deal anew the gear deck but for what the seat put there itself, gear face down on monsters, gear another seat looks at."""
    pool = np.empty(GEAR_CAP, np.int8)
    looks = s.phase == KEEP_GEAR and s.seat != seat
    size = 0
    for i in range(s.gear_size):
        place = (int(s.gear_head) + i) % GEAR_CAP
        if not (int(s.gear_known[place]) >> seat) & 1:
            pool[size] = s.gear_deck[place]
            size += 1
    for place in range(PLACES):
        if s.gear_on[place] != EMPTY:
            pool[size] = s.gear_on[place]
            size += 1
    for i in range(s.drawn_count if looks else 0):
        pool[size] = s.drawn[i]
        size += 1
    order(pool, 0, size, c.gear_identity, s.luck[GEAR_DECK], s.game, GEAR_DECK, 0)
    size = 0
    for i in range(s.gear_size):
        place = (int(s.gear_head) + i) % GEAR_CAP
        if not (int(s.gear_known[place]) >> seat) & 1:
            s.gear_deck[place] = pool[size]
            size += 1
    for place in range(PLACES):
        if s.gear_on[place] != EMPTY:
            s.gear_on[place] = pool[size]
            size += 1
    for i in range(s.drawn_count if looks else 0):
        s.drawn[i] = pool[size]
        size += 1


@kernel(allocates=True)
def redeal_quests(c, s, seat):
    """Deal anew the quest deck but for what the seat put there itself, incomplete quests of others, quests another seat looks at."""
    pool = np.empty(QUEST_CAP, np.int8)
    looks = s.phase == KEEP_QUEST and s.seat != seat
    size = 0
    for i in range(s.quest_size):
        place = (int(s.quest_head) + i) % QUEST_CAP
        if not (int(s.quest_known[place]) >> seat) & 1:
            pool[size] = s.quest_deck[place]
            size += 1
    for other in range(s.players):
        for i in range(s.quest_count[other] if other != seat else 0):
            pool[size] = s.quest[other, i]
            size += 1
    for i in range(s.drawn_count if looks else 0):
        pool[size] = s.drawn[i]
        size += 1
    order(pool, 0, size, c.quest_identity, s.luck[QUEST_DECK], s.game, QUEST_DECK, 0)
    size = 0
    for i in range(s.quest_size):
        place = (int(s.quest_head) + i) % QUEST_CAP
        if not (int(s.quest_known[place]) >> seat) & 1:
            s.quest_deck[place] = pool[size]
            size += 1
    for other in range(s.players):
        for i in range(s.quest_count[other] if other != seat else 0):
            s.quest[other, i] = pool[size]
            size += 1
    for i in range(s.drawn_count if looks else 0):
        s.drawn[i] = pool[size]
        size += 1


def redeal(c, s, seat, salt):
    """Give every source of luck but the seat's own coins a new key, and deal anew all that the seat cannot see.

    The result depends only on what the seat sees and on `salt`. While words are prepared, those of others are taken back: they commit
    theirs after the seat has committed its own, which they do not see either.
    """
    own = coins(s, seat)
    for source in range(len(s.luck)):
        if source != own:
            s.luck[source] = redealt_key(salt, source)
    if s.stage == WORD_STAGE:
        take_back_words(s, seat)
    for deck in range(2):
        redeal_letters(c, s, seat, deck)
    redeal_wounds(c, s, seat)
    redeal_monsters(c, s)
    redeal_gear(c, s, seat)
    redeal_quests(c, s, seat)
