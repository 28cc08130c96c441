"""Visiting town: prices, quests and gear drawn two and kept one, every building."""

from simkit.core.bits import bit, part
from simkit.core.decks import take_out
from simkit.core.events import OFFERED, TAKEN, note
from simkit.core.jit import kernel
from simkit.games.spell_smashers.fight import gear_sum
from simkit.games.spell_smashers.monsters import leave
from simkit.games.spell_smashers.names import (
    ANTIDOTE_POTION,
    CHASED,
    DISCARDED,
    DROP_QUEST,
    EMPTY,
    GAVE_TROPHY,
    GAVE_UP_LETTER,
    GEAR_CAP,
    GOT_POTION,
    KEEP_GEAR,
    KEEP_QUEST,
    NOTHING_ASKED,
    ORDER_TILES,
    POTIONS,
    REPAIRED,
    SAW_TILES,
    SIGHT,
    TOOK_ALE,
    USED_POTION,
    VISITED,
)
from simkit.games.spell_smashers.supply import (
    discard_letter,
    discard_wound,
    draw_gear,
    draw_letter,
    draw_quest,
    gain_ale,
    hold_gear,
    pay,
    put_gear_under,
    put_quest_under,
    take_letter,
)

V_SHAMAN, V_TAVERN, V_GUILD, V_ARMORY, V_ALCHEMIST, V_CARPENTER, V_WIZARD = range(7)  # buildings, as VISITED tells them


@kernel
def price(c, s, seat, printed):
    """Return what a visit costs a seat: printed, less what gear saves, once a visit (ruling SS-R38)."""
    return max(printed - gear_sum(s, seat, c.gear_discount), 0)


@kernel
def potions_price(c, bought):
    """Return the printed price of a set of potions."""
    total = 0
    for potion in range(len(POTIONS)):
        if (bought >> potion) & 1:
            total += int(c.elixir_price if potion == 0 else c.antidote_price if potion == 1 else c.tonic_price)
    return total


@kernel
def must_heal(c, s, seat):
    """Whether a seat has to visit the Shaman (ruling SS-R15)."""
    if c.forced_at_battle_end:
        return (int(s.forced) >> seat) & 1 == 1
    return s.wound_count[seat] >= c.shaman_wounds


@kernel
def draw_quests(s, log):
    """Draw two quests to keep one (ruling SS-R14); with one card left it is kept."""
    seat = int(s.seat)
    s.drawn_count = 0
    for _ in range(2):
        card = draw_quest(s)
        if card != EMPTY:
            s.drawn[s.drawn_count] = card
            s.drawn_count += 1
            note(log, OFFERED, seat, GEAR_CAP + card, 0, 0)
    s.phase = KEEP_QUEST if s.drawn_count == 2 else NOTHING_ASKED


@kernel
def clear_drawn(s):
    """Nothing is looked at any more."""
    s.drawn_count = 0
    s.drawn[0] = EMPTY
    s.drawn[1] = EMPTY


@kernel
def keep_quest(c, s, place, log):
    """Keep one of the drawn quests; too many incomplete ones ask for one to be dropped."""
    seat = int(s.seat)
    s.phase = NOTHING_ASKED
    if s.drawn_count == 0:
        return
    card = int(s.drawn[place])
    s.quest[seat, s.quest_count[seat]] = card
    s.quest_count[seat] += 1
    note(log, TAKEN, seat, GEAR_CAP + card, int(s.round_no), 0)
    if s.drawn_count == 2:
        put_quest_under(s, int(s.drawn[1 - place]), 1 << seat, seat, log)
    clear_drawn(s)
    if s.quest_count[seat] > c.open_quests:
        s.phase = DROP_QUEST


@kernel
def drop_quest(s, place, log):
    """Put an incomplete quest under its deck."""
    seat = int(s.seat)
    put_quest_under(s, take_out(s.quest[seat], place, int(s.quest_count[seat])), 1 << seat, seat, log)
    s.quest_count[seat] -= 1
    s.phase = NOTHING_ASKED


@kernel
def visit_shaman(s, trophy, log):
    """Discard all wounds; a trophy given up leaves the game (EMPTY: there is none)."""
    seat = int(s.seat)
    note(log, VISITED, seat, V_SHAMAN, int(s.wound_count[seat]), 0)
    while s.wound_count[seat] > 0:
        discard_wound(s, seat, int(s.wound_count[seat]) - 1)
    if trophy != EMPTY:
        s.trophies[seat] &= ~bit(trophy)
        s.gone_tiles |= bit(trophy)
        note(log, GAVE_TROPHY, seat, trophy, 0, 0)


@kernel
def visit_tavern(c, s, log):
    """Pay, then gain an ale for each wound in hand."""
    seat = int(s.seat)
    note(log, VISITED, seat, V_TAVERN, 0, 0)
    pay(s, seat, price(c, s, seat, int(c.tavern_price)), log)
    gain_ale(s, seat, int(s.wound_count[seat]))
    note(log, TOOK_ALE, seat, EMPTY, int(s.wound_count[seat]), 0)


@kernel
def visit_armory(c, s, log):
    """Pay, draw two gear cards to keep one (ruling SS-R14)."""
    seat = int(s.seat)
    note(log, VISITED, seat, V_ARMORY, 0, 0)
    pay(s, seat, price(c, s, seat, int(c.armory_price)), log)
    s.drawn_count = 0
    for _ in range(2):
        card = draw_gear(s)
        if card != EMPTY:
            s.drawn[s.drawn_count] = card
            s.drawn_count += 1
            note(log, OFFERED, seat, card, 0, 0)
    if s.drawn_count == 2:
        s.phase = KEEP_GEAR
    else:
        keep_gear(s, 0, log)


@kernel
def keep_gear(s, place, log):
    """Keep one of the drawn gear cards."""
    seat = int(s.seat)
    s.phase = NOTHING_ASKED
    hold_gear(s, seat, int(s.drawn[place]), log)
    if s.drawn_count == 2:
        put_gear_under(s, int(s.drawn[1 - place]), 1 << seat)
    clear_drawn(s)


@kernel
def visit_alchemist(c, s, bought, log):
    """Buy a set of potions."""
    seat = int(s.seat)
    note(log, VISITED, seat, V_ALCHEMIST, bought, 0)
    pay(s, seat, price(c, s, seat, potions_price(c, bought)), log)
    s.potions[seat] |= bought
    for potion in range(len(POTIONS)):
        if (bought >> potion) & 1:
            note(log, GOT_POTION, seat, potion, 0, 0)


@kernel
def use_antidote(c, s, action, log):
    """Discard a letter or wound card and draw a letter card from a deck (ruling SS-R4)."""
    seat, is_wound, place, deck = int(s.seat), part(action, 8, 1), part(action, 9, 6), part(action, 15, 1)
    s.potions[seat] &= ~(1 << ANTIDOTE_POTION)
    note(log, USED_POTION, seat, ANTIDOTE_POTION, 0, 0)
    if is_wound:
        note(log, DISCARDED, seat, discard_wound(s, seat, place), 1, 0)
    else:
        card = take_letter(s, seat, place)
        discard_letter(s, card)
        note(log, GAVE_UP_LETTER, seat, card, 0, 0)
    draw_letter(c, s, seat, deck, log)


@kernel
def visit_carpenter(c, s, building, place, log):
    """Repair a building, discard a monster, or both; EMPTY leaves one out."""
    seat = int(s.seat)
    note(log, VISITED, seat, V_CARPENTER, 0, 0)
    repair = int(c.repair_price) if building != EMPTY else 0
    chase = int(c.chase_price) if place != EMPTY else 0
    pay(s, seat, price(c, s, seat, repair + chase), log)
    if building != EMPTY:
        if s.ruin[building] < c.wounds:
            s.wound_discard |= bit(s.ruin[building])
        s.ruin[building] = EMPTY
        note(log, REPAIRED, seat, building, 0, 0)
    if place != EMPTY:
        note(log, CHASED, seat, int(s.tile[place]), 0, 0)
        leave(s, place, log)


@kernel
def visit_wizard(s, log):
    """Look at the next tiles."""
    seen = min(int(s.stack_size), SIGHT)
    note(log, VISITED, int(s.seat), V_WIZARD, seen, 0)
    s.known_top = max(int(s.known_top), seen)
    for i in range(seen):
        note(log, SAW_TILES, int(s.seat), int(s.stack[s.stack_size - 1 - i]), i, 0)
    s.phase = ORDER_TILES if seen > 1 else NOTHING_ASKED


@kernel
def order_tiles(s, number):
    """Put the tiles seen back in the number-th order of all: from the top each is the k-th of those left."""
    seen, top = min(int(s.stack_size), SIGHT), int(s.stack_size) - 1
    for i in range(seen):
        left = seen - i
        pick = number % left
        number //= left
        chosen = s.stack[top - i - pick]
        for j in range(pick, 0, -1):
            s.stack[top - i - j] = s.stack[top - i - j + 1]
        s.stack[top - i] = chosen
    s.phase = NOTHING_ASKED
