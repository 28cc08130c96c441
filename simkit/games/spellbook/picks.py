"""Sets of tokens, chosen one at a time in rising order of kind, so that every set is listed once."""

from simkit.core.jit import kernel
from simkit.games.spellbook.encoding import TOKEN
from simkit.games.spellbook.names import EMPTY, KINDS

ANY_COLOUR = 127


@kernel
def fits(kind, only_rune, colours):
    """Whether a token is of the rune and of one of the colours that are asked for."""
    return (only_rune == EMPTY or kind % 3 == only_rune) and (colours >> (kind // 3)) & 1


@kernel
def available(place, only_rune, colours):
    """Return how many tokens of a place are of the rune and the colours that are asked for."""
    total = 0
    for kind in range(KINDS):
        if fits(kind, only_rune, colours):
            total += int(place[kind])
    return total


@kernel
def list_picks(place, left, lowest, only_rune, colours, one_colour, base, actions, n):
    """List the kinds that may come next so that `left` tokens can still be picked; return the number of actions.

    Parameters
    ----------
    place : (21,) counts
        Where tokens are picked from.
    left : int64
        Tokens to pick, this one included.
    lowest : int64
        Kind that the last one had.
    only_rune : int64
        EMPTY for any.
    colours : int64
        As a set.
    one_colour : bool
        All must be of the colour of the first.
    base : int64
        The action without the kind.
    """
    behind = 0  # tokens of this kind or higher ones; of this colour alone if all must be of one
    for i in range(KINDS - lowest):
        kind = KINDS - 1 - i
        if one_colour and kind % 3 == 2:
            behind = 0
        here = int(place[kind]) if fits(kind, only_rune, colours) else 0
        behind += here
        actions[n] = base | (kind << TOKEN)  # the next is written over it unless it counts: a store costs less than a branch
        n += (here > 0) & (behind >= left)
    return n


@kernel
def list_shared(place, other, picked, lowest, rest, alike, base, actions, n):
    """List the kinds to swap for next: of kinds not in `picked`, `other` must hold one token more than were picked.

    Swapping a token for an equal one changes nothing, so what comes and what goes have no kind in common, but of the rune `alike`.

    Parameters
    ----------
    place : (21,) counts
        Where the tokens come from.
    other : (21,) counts
        Where tokens go from.
    picked : (21,) counts
        What was picked before.
    rest : int64
        Tokens picked before.
    alike : int64
        Rune of which a token may be swapped for an equal one, EMPTY for none.
    """
    remaining = 0
    for kind in range(KINDS):
        if picked[kind] == 0 or kind % 3 == alike:
            remaining += int(other[kind])
    for kind in range(lowest, KINDS):
        if place[kind] > 0:
            lost = int(other[kind]) if picked[kind] == 0 and kind % 3 != alike else 0
            if remaining - lost >= rest + 1:
                actions[n] = base | (kind << TOKEN)
                n += 1
    return n


@kernel
def list_given(place, got, left, lowest, alike, base, actions, n):
    """List the kinds to give for what a swap brought, `left` more of them, in rising order and of no kind that came but of `alike`."""
    behind = 0
    for i in range(KINDS - lowest):
        kind = KINDS - 1 - i
        if place[kind] > 0 and (got[kind] == 0 or kind % 3 == alike):
            behind += int(place[kind])
            if behind >= left:
                actions[n] = base | (kind << TOKEN)
                n += 1
    return n
