"""How rounds end and begin: revealing the next hybrid, pruning, scoring, the next watering can.

Source: blume.md, "Round End, Pruning & Scoring" and "Starting A New Round"; rulings BL-R7, R8.
"""

from simkit.core.bits import count
from simkit.core.events import note
from simkit.core.jit import kernel
from simkit.games.blume.experiments import score_points
from simkit.games.blume.flowers import has_botanists, note_late
from simkit.games.blume.garden import is_full, lift
from simkit.games.blume.market import worth
from simkit.games.blume.names import (
    CARD_CAN,
    CARD_HYBRID,
    CARD_TILE,
    EACH_ROUND,
    EMPTY,
    L_ROUND_1,
    NEXT_PRUNE,
    NEXT_TURN,
    PRUNE,
    PRUNED,
    ROUND_OVER,
    ROUNDS,
    SHOWED_CAN,
    SHOWED_HYBRID,
    TO_PRUNE,
)
from simkit.games.blume.tertill import has_tertill
from simkit.games.blume.tiles import discard

THREE_ROUNDS = 1  # `over`


@kernel
def show_next_hybrid(c, s, log):
    """Reveal the hybrid of a round; those before stay available."""
    s.hybrid = s.hybrid_deck[s.hybrid_top]
    s.hybrid_top += 1
    s.open_pairs |= 1 << int(c.hybrid_pair[s.hybrid])
    note(log, SHOWED_HYBRID, int(s.seat), CARD_HYBRID + int(s.hybrid), 0, 0)
    note_late(c, s)


@kernel
def show_next_can(c, s, log):
    """Reveal the watering can of a round."""
    s.can = s.can_stack[s.stage]
    s.can_top = s.stage + 1
    s.location = c.can_place[s.can]
    note(log, SHOWED_CAN, int(s.seat), CARD_CAN + int(s.can), 0, 0)


@kernel
def end_round(c, s, log):
    """End a round: reveal and prune, or after the last score and end the game."""
    note(log, ROUND_OVER, int(s.seat), -1, int(s.stage) + 1, 0)
    if s.stage == ROUNDS - 1:
        score_round(s, log)
        s.over = THREE_ROUNDS
        return
    if not has_tertill(c, s) and not has_botanists(c, s):
        show_next_hybrid(c, s, log)
    s.seat = -1
    s.phase = NEXT_PRUNE


@kernel
def totals(c, s, seat):
    """Return how many tiles a seat may prune, as a set: one more or less for each completed hybrid (ruling BL-R8)."""
    hybrids = int(s.hybrids_done[seat, s.stage]) if c.prune_counts else count(s.standing[seat])
    base = int(c.prune_1) if s.stage == 0 else int(c.prune_2)
    held = count(s.occupied[seat])
    allowed = 0
    for step in range(hybrids + 1):
        total = base - hybrids + 2 * step
        if 0 <= total <= held:
            allowed |= 1 << total
    return allowed


@kernel
def next_prune(c, s, log):
    """Come to the next seat that has tiles to prune, or score and begin the next round."""
    while s.seat + 1 < s.players:
        s.seat += 1
        s.prune_totals = totals(c, s, int(s.seat))
        s.pruned = 0
        s.last = EMPTY
        if s.prune_totals > 1:
            note(log, TO_PRUNE, int(s.seat), -1, int(s.prune_totals), 0)
            s.phase = PRUNE
            return
    s.prune_totals = 0
    score_round(s, log)
    s.stage += 1
    if has_tertill(c, s):
        if c.solo_reveals == EACH_ROUND:
            s.hybrid_due = 1
    else:
        show_next_can(c, s, log)
    s.seat = s.players - 1  # the player who started the game also starts the new round
    s.phase = NEXT_TURN


@kernel
def score_round(s, log):
    """Add greenhouse times market to every seat's points."""
    for seat in range(s.players):
        score_points(s, seat, L_ROUND_1 + int(s.stage), worth(s, seat), -1, log)


@kernel
def prune(c, s, place, log):
    """Remove a tile; the seat is done when it may not prune more."""
    seat = int(s.seat)
    tile = lift(c, s, seat, place)
    discard(s, tile)
    s.pruned += 1
    s.last = place
    note(log, PRUNED, seat, CARD_TILE + tile, place, 0)
    if int(s.prune_totals) >> (int(s.pruned) + 1) == 0:
        stop_pruning(s)


@kernel
def stop_pruning(s):
    """End a seat's pruning."""
    s.prune_totals = 0
    s.pruned = 0
    s.last = EMPTY
    s.phase = NEXT_PRUNE


@kernel
def next_open_seat(s):
    """Return the next seat whose garden is not full, or EMPTY (ruling BL-R7)."""
    for step in range(1, s.players + 1):
        seat = (int(s.seat) + step) % int(s.players)
        if not is_full(s, seat):
            return seat
    return EMPTY
