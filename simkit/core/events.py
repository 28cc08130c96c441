"""What `apply` and `score` may say: rows (event, seat, what, amount, detail) of a log the caller hands in.

A log without rows says nothing and costs a comparison. Row 0 counts: column 0 the rows written, column 1 those that found no room.
Events below 16 mean the same in every game; a game numbers its own from 16.
"""

from simkit.core.jit import kernel

WIDTH = 5
OFFERED = 1  # a card lay before the seat on its turn: what = card
TAKEN = 2  # the seat took a card: what = card, amount = its turn
USED = 3  # the seat used a card's effect: what = card
POINTS = 4  # the seat scored: what = card or -1, amount = points, detail = score line
LOST = 5  # the seat gave a card back: what = card
OWN = 16  # a game's own events start here


@kernel
def note(log, event, seat, what, amount, detail):
    """Write one row, if there is a log."""
    if len(log) > 0:
        at = log[0, 0] + 1
        if at < len(log):
            log[0, 0] = at
            log[at, 0] = event
            log[at, 1] = seat
            log[at, 2] = what
            log[at, 3] = amount
            log[at, 4] = detail
        else:
            log[0, 1] += 1
