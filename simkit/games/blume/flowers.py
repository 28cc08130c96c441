"""Which completed flowers act, and their actions: stock, move the market, or what a full greenhouse allows instead.

Source: blume.md, "4. Take Action" and "Full Greenhouse"; rulings BL-R3 to R6, R11 to R13, R25, R32.
"""

from simkit.core.bits import bit
from simkit.core.decks import take_out
from simkit.core.events import note
from simkit.core.jit import kernel
from simkit.games.blume.botanist import award, bonus_of, own_pair, shown_pairs
from simkit.games.blume.experiments import extra
from simkit.games.blume.garden import FIRST_HYBRID, spot, spot_point, standing_pairs
from simkit.games.blume.market import (
    DOWN,
    UP,
    full_colours,
    move_peg,
    next_space,
    stock,
)
from simkit.games.blume.names import (
    CARD_CAN,
    CARD_HYBRID,
    COMPLETED,
    EMPTY,
    FLOWER,
    GREW,
    NO_MOVE,
    PAIRS,
    STEP,
)

FIRST = tuple(a for a, _ in PAIRS)
SECOND = tuple(b for _, b in PAIRS)


@kernel
def pairs_for(c, s, seat):
    """Return the pairs a seat can grow, as a set."""
    pairs = int(s.open_pairs)
    if has_botanists(c, s):
        pairs |= shown_pairs(c, s) | own_pair(c, s, seat)
    return pairs


@kernel
def has_botanists(c, s):
    """Whether the Botanist module is played; alone the Tertill needs the hybrid tiles, a field grows none (ruling BL-R39)."""
    return c.botanist != 0 and c.variant == 0 and s.players > 1


@kernel
def kinds_for(c, s, seat):
    """Return the kinds of flower that act for a seat now, as a set: single flowers and hybrids not standing yet."""
    return 0b1111110 | ((pairs_for(c, s, seat) & ~standing_pairs(c, s, seat)) << FIRST_HYBRID)


@kernel
def colours_of(kind):
    """Return the colours a flower stocks, as a set."""
    if kind < FIRST_HYBRID:
        return 1 << (kind - 1)
    return (1 << FIRST[kind - FIRST_HYBRID]) | (1 << SECOND[kind - FIRST_HYBRID])


@kernel
def wait(s, point, kind):
    """Put a completed flower among those whose action is to come."""
    s.pending[s.waiting] = 32 * point + kind
    s.waiting += 1


@kernel
def drop_duplicates(c, s, seat):
    """Forget pending hybrids of a type that stands by now (rulings BL-R4, R6)."""
    if s.waiting == 0:
        return
    pairs = standing_pairs(c, s, seat)
    kept = 0
    for i in range(s.waiting):
        kind = int(s.pending[i]) & 31
        if kind < FIRST_HYBRID or not (pairs >> (kind - FIRST_HYBRID)) & 1:
            s.pending[kept] = s.pending[i]
            kept += 1
    for i in range(kept, s.waiting):
        s.pending[i] = EMPTY
    s.waiting = kept


@kernel
def has_market_too(c, s, seat, flower):
    """Whether a flower stocks and moves the market: on the watering can location (ruling BL-R16 for botanist cards)."""
    kind = flower & 31
    if flower >> 5 == s.location:
        return True
    return bool(c.botanist_moves_market and kind >= FIRST_HYBRID and has_botanists(c, s) and bonus_of(c, s, seat, kind) != 0)


@kernel
def can_move(c, s, full, but):
    """Whether any peg but one can move; those of the colours `full` not up."""
    for colour in range(6):
        if colour != but:
            if next_space(c, s, colour, DOWN) != EMPTY:
                return True
            if not (full >> colour) & 1 and next_space(c, s, colour, UP) != EMPTY:
                return True
    return False


@kernel
def settle(c, s, log):
    """Come to the next decision about completed flowers; say whether there is one. What leaves no choice is done."""
    seat = int(s.seat)
    while True:
        drop_duplicates(c, s, seat)
        if s.waiting == 0:
            return False
        if s.waiting > 1 or not is_forced(c, s, seat, int(s.pending[0])):
            s.phase = FLOWER
            return True
        grow(c, s, 0, log)
        if s.phase == STEP:
            return True


@kernel
def is_forced(c, s, seat, flower):
    """Whether a lone flower's action begins without a choice: a hybrid off the location, or one that meets a full colour."""
    colours = colours_of(flower & 31)
    full = full_colours(c, s, seat, 0)
    both = has_market_too(c, s, seat, flower)
    if colours & full:
        return both or flower & 31 >= FIRST_HYBRID
    if both:
        return not can_move(c, s, full_colours(c, s, seat, colours), -1)
    return flower & 31 >= FIRST_HYBRID


@kernel
def begin_flower(c, s, place, log):
    """Take a flower from those pending: its action begins, and a hybrid counts from now on."""
    seat = int(s.seat)
    flower = take_out(s.pending, place, int(s.waiting))
    kind, point = flower & 31, flower >> 5
    s.waiting -= 1
    on_location = 1 if point == s.location else 0
    if on_location:
        s.on_location[seat] += 1
        if point == c.can_place[s.can]:  # a tool may have chosen another place
            s.used[seat] |= bit(CARD_CAN - 64 + int(s.can))
            extra(c, s, seat, CARD_CAN + int(s.can), log)
    if kind < FIRST_HYBRID:
        s.singles_done[seat, s.stage] += 1
        note(log, COMPLETED, seat, -1, kind - 1, on_location)
        return kind
    note(log, GREW, seat, -1, kind - FIRST_HYBRID, on_location)
    if has_botanists(c, s):
        s.flower_bonus = bonus_of(c, s, seat, kind)
    s.standing[seat] |= spot(point)
    s.hybrids_done[seat, s.stage] += 1
    mark_grown(c, s, seat, kind - FIRST_HYBRID, log)
    return kind


@kernel
def mark_grown(c, s, seat, pair, log):
    """Keep which hybrid tile was grown."""
    if (int(s.open_pairs) >> pair) & 1:
        for card in range(c.hybrids):
            if c.hybrid_pair[card] == pair:
                s.grown[seat] |= bit(CARD_HYBRID + card)
                extra(c, s, seat, CARD_HYBRID + card, log)
                return


@kernel
def pending_pairs(s):
    """Return the pairs of the hybrids whose action is to come, as a set."""
    pairs = 0
    for i in range(s.waiting):
        kind = int(s.pending[i]) & 31
        pairs |= 1 << (kind - FIRST_HYBRID) if kind >= FIRST_HYBRID else 0
    return pairs


@kernel
def note_late(c, s):
    """Let patterns that lie there when their hybrid is revealed stand from now on, under the rule `late_hybrids`.

    A hidden card is not revealed, and a hybrid whose action is to come was completed after its own was.
    """
    if not c.late_hybrids:
        return
    shown = int(s.open_pairs) | (shown_pairs(c, s) if has_botanists(c, s) else 0)
    for seat in range(s.players):
        pairs = shown & ~standing_pairs(c, s, seat)
        if seat == s.seat:
            pairs &= ~pending_pairs(s)
        for index in range(16):
            kind = int(c.kind[s.points[seat, spot_point(index)]])
            if kind >= FIRST_HYBRID and (pairs >> (kind - FIRST_HYBRID)) & 1:
                s.standing[seat] |= 1 << index
                pairs &= ~(1 << (kind - FIRST_HYBRID))


@kernel
def barred(c, s, seat):
    """Return the colours a flower may not raise now, as a set: full ones, and those of its own that were (ruling BL-R12)."""
    return full_colours(c, s, seat, 0) | (0 if c.raise_after_lowering else int(s.replaced))


@kernel
def finish_flower(c, s, log):
    """End a flower's action: a completed botanist card or its drop scores now."""
    if s.flower_bonus != 0:
        award(c, s, int(s.seat), log)
        note_late(c, s)
    s.flower = 0
    s.flower_bonus = 0
    s.replaced = 0


@kernel
def stock_all(s, seat, colours, log):
    """Stock one flower of each colour of a set."""
    for colour in range(6):
        if (colours >> colour) & 1:
            stock(s, seat, colour, log)


@kernel
def grow(c, s, place, log):
    """Begin a flower that stocks: at once, or step by step where a colour is full."""
    seat = int(s.seat)
    both = has_market_too(c, s, seat, int(s.pending[place]))
    kind = begin_flower(c, s, place, log)
    colours = colours_of(kind)
    full = full_colours(c, s, seat, 0)
    s.flower = kind
    s.to_stock = colours & ~full
    s.instead = colours & full
    s.replaced = colours & full
    s.to_move = 1 if both else 0
    take_steps(c, s, log)


@kernel
def take_steps(c, s, log):
    """Do what is left of a flower's action without a choice; phase STEP where there is one (ruling BL-R25)."""
    seat = int(s.seat)
    if s.instead == 0:
        stock_all(s, seat, int(s.to_stock), log)
        s.to_stock = 0
        if s.to_move and not can_move(c, s, barred(c, s, seat), -1):
            note(log, NO_MOVE, seat, -1, 0, 0)
            s.to_move = 0
        if not s.to_move:
            s.phase = FLOWER
            finish_flower(c, s, log)
            return
    s.phase = STEP


@kernel
def stock_single(c, s, place, log):
    """Stock a single flower."""
    kind = begin_flower(c, s, place, log)
    stock(s, int(s.seat), kind - 1, log)
    finish_flower(c, s, log)


@kernel
def flower_moves_peg(c, s, place, colour, direction, log):
    """Move a peg for a flower: instead of stocking, or on the location after it."""
    seat = int(s.seat)
    both = has_market_too(c, s, seat, int(s.pending[place]))
    kind = begin_flower(c, s, place, log)
    if both:
        stock_all(s, seat, colours_of(kind), log)
    s.moves[seat] += 1
    move_peg(c, s, seat, colour, direction, log)
    finish_flower(c, s, log)
