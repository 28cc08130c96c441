"""Playing one action and moving on to the next decision."""

from simkit.core.bits import part
from simkit.core.events import note
from simkit.core.jit import kernel
from simkit.core.table import GAME_FAULT
from simkit.games.spell_smashers.encoding import cards_of
from simkit.games.spell_smashers.fight import fight, heal, retype, strike
from simkit.games.spell_smashers.flow import advance, finish_step, refill
from simkit.games.spell_smashers.names import (
    ANTIDOTE,
    BUY_GEAR,
    BUY_POTIONS,
    CHANGED_LETTER,
    DISCARDED,
    DRAW,
    DRAW_FROM,
    DROP,
    EMPTY,
    FIGHT,
    GUILD,
    HEAL,
    KEEP,
    KEEP_QUEST,
    LOOK,
    NO_WORD,
    NOTHING_ASKED,
    ORDER,
    PASS,
    REDRAW,
    REPAIR,
    RETYPE,
    RUIN,
    SHAMAN,
    SHOP,
    SKIP,
    SKIPPED,
    SPELL,
    SPELLED,
    STRIKE,
    TAVERN,
    TONIC,
    VISITED,
    WEAR,
    WORD,
    WORD_STAGE,
    WORE,
)
from simkit.games.spell_smashers.reach import word_length
from simkit.games.spell_smashers.solo import redirect
from simkit.games.spell_smashers.supply import discard_letter, discard_wound, draw_letter, take_letter
from simkit.games.spell_smashers.town import (
    V_GUILD,
    draw_quests,
    drop_quest,
    keep_gear,
    keep_quest,
    order_tiles,
    use_antidote,
    visit_alchemist,
    visit_armory,
    visit_carpenter,
    visit_shaman,
    visit_tavern,
    visit_wizard,
)


@kernel
def wear(s, action, log):
    """Choose the active gear of this round."""
    seat = int(s.seat)
    s.weapon[seat] = part(action, 4, 7) - 1
    s.armor[seat] = part(action, 11, 7) - 1
    note(log, WORE, seat, int(s.weapon[seat]), int(s.armor[seat]), 0)
    finish_step(s)


@kernel
def commit(c, s, action, log):
    """Commit a word in secret."""
    seat = int(s.seat)
    s.word[seat] = action
    s.ready |= 1 << seat
    s.phase = NOTHING_ASKED
    note(log, SPELLED, seat, -1, word_length(c, s, seat, cards_of(action)), 0)


@kernel
def redraw(c, s, wound, log):
    """Without a legal word: discard all letter cards and a wound (EMPTY: none), and refill the hand."""
    seat = int(s.seat)
    note(log, NO_WORD, seat, -1, 0, 0)
    s.without_word[seat] += 1
    s.redrawn |= 1 << seat
    while s.hand_size[seat] > 0:
        discard_letter(s, take_letter(s, seat, int(s.hand_size[seat]) - 1))
    if wound != EMPTY:
        note(log, DISCARDED, seat, discard_wound(s, seat, wound), 1, 0)
    draw_on(c, s, log)


@kernel
def skip(s, log):
    """Still without a legal word: skip the battle."""
    seat = int(s.seat)
    note(log, SKIPPED, seat, -1, 0, 0)
    s.ready |= 1 << seat
    s.skips |= 1 << seat
    s.phase = NOTHING_ASKED


@kernel
def change_letter(s, action, log):
    """Change a letter by a tonic, for the word of this round."""
    seat = int(s.seat)
    s.tonic_card[seat] = part(action, 4, 6)
    s.tonic_at[seat] = part(action, 10, 4)
    s.tonic_letter[seat] = part(action, 14, 5)
    note(log, CHANGED_LETTER, seat, int(s.tonic_card[seat]), int(s.tonic_letter[seat]), int(s.tonic_at[seat]))


@kernel
def draw_on(c, s, log):
    """Go on refilling the hand of the seat to act: to a choice of decks, or to the end of it."""
    seat = int(s.seat)
    if refill(c, s, seat, log):
        s.phase = DRAW
    elif s.stage == WORD_STAGE:
        s.phase = SPELL
    else:
        finish_step(s)


@kernel
def shop(c, s, action, log):
    """Do what is done in town, and all with an antidote."""
    what = part(action, 4, 4)
    if what == BUY_GEAR:
        visit_armory(c, s, log)
    elif what == BUY_POTIONS:
        visit_alchemist(c, s, part(action, 8, 3), log)
        s.phase = NOTHING_ASKED
    elif what == REPAIR:
        visit_carpenter(c, s, part(action, 8, 3) - 1, part(action, 11, 4) - 1, log)
        s.phase = NOTHING_ASKED
    elif what == LOOK:
        visit_wizard(s, log)
    elif what == ORDER:
        order_tiles(s, part(action, 8, 6))
    elif what == PASS:
        note(log, VISITED, int(s.seat), EMPTY, 0, 0)
        s.phase = NOTHING_ASKED
    elif what == RUIN:
        s.phase = NOTHING_ASKED
        redirect(c, s, part(action, 8, 2), log)
        return
    elif what == ANTIDOTE:
        use_antidote(c, s, action, log)
        return
    if s.phase == NOTHING_ASKED:
        s.step += 1


def apply(c, s, action, log):
    """Play one action of the list and move on to the next decision, saying in the log what happened and why."""
    kind = action & 15
    if kind == WORD:
        commit(c, s, action, log)
    elif kind == DRAW_FROM:
        draw_letter(c, s, int(s.seat), part(action, 4, 1), log)
        draw_on(c, s, log)
    elif kind == FIGHT or kind == STRIKE:
        s.phase = NOTHING_ASKED
        healing = fight(c, s, action, log) if kind == FIGHT else strike(c, s, action, log)
        if not healing:
            finish_step(s)
    elif kind == RETYPE:
        retype(s, action, log)
    elif kind == WEAR:
        wear(s, action, log)
    elif kind == REDRAW:
        redraw(c, s, part(action, 4, 6) - 1, log)
    elif kind == SKIP:
        skip(s, log)
    elif kind == TONIC:
        change_letter(s, action, log)
    elif kind == HEAL:
        heal(c, s, part(action, 4, 6) - 1, log)
        finish_step(s)
    elif kind == KEEP:
        if s.phase == KEEP_QUEST:
            keep_quest(c, s, part(action, 4, 1), log)
        else:
            keep_gear(s, part(action, 4, 1), log)
        s.step += 1 if s.phase == NOTHING_ASKED else 0
    elif kind == DROP:
        drop_quest(s, part(action, 4, 2), log)
        s.step += 1
    elif kind == SHAMAN:
        visit_shaman(s, part(action, 4, 6) - 1, log)
        finish_step(s)
    elif kind == TAVERN:
        visit_tavern(c, s, log)
        finish_step(s)
    elif kind == GUILD:
        note(log, VISITED, int(s.seat), V_GUILD, 0, 0)
        draw_quests(s, log)
        if s.phase == NOTHING_ASKED:
            keep_quest(c, s, 0, log)
        s.step += 1 if s.phase == NOTHING_ASKED else 0
    elif kind == SHOP:
        shop(c, s, action, log)
    else:
        s.fault = GAME_FAULT
    advance(c, s, log)
