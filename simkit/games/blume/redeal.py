"""A possible deal in place of the real one: all that a seat cannot see is dealt anew."""

import numpy as np

from simkit.core.chance import redealt_key
from simkit.core.decks import order
from simkit.core.jit import kernel
from simkit.core.table import coins
from simkit.games.blume.flowers import has_botanists
from simkit.games.blume.garden import is_field
from simkit.games.blume.names import BAG, BOTANIST_CAP, BOTANISTS, CANS, EMPTY, HYBRIDS, ROUNDS, TOOLS
from simkit.games.blume.setup import draw_can
from simkit.games.blume.tertill import has_tertill
from simkit.games.blume.tools import has_tools


@kernel(allocates=True)
def redeal_botanists(c, s, seat):
    """Deal anew the botanist deck and the others' hidden cards."""
    unseen = np.empty(BOTANIST_CAP, np.int8)
    size = 0
    for place in range(s.botanist_top, s.botanist_end):
        unseen[size] = s.botanist_deck[place]
        size += 1
    for other in range(s.players):
        if other != seat and s.hidden[other] != EMPTY:
            unseen[size] = s.hidden[other]
            size += 1
    order(unseen, 0, size, c.botanist_identity, s.luck[BOTANISTS], s.game, BOTANISTS, 0)
    size = 0
    for place in range(s.botanist_top, s.botanist_end):
        s.botanist_deck[place] = unseen[size]
        size += 1
    for other in range(s.players):
        if other != seat and s.hidden[other] != EMPTY:
            s.hidden[other] = unseen[size]
            size += 1


def redeal(c, s, seat, salt):
    """Give every source of luck but the seat's own coins a new key, and deal anew all that the seat cannot see.

    Unseen are the order of the bag, hybrids and cans face down, the tool deck, the others' botanist cards. The result depends only on
    what the seat sees and on `salt`.
    """
    own = coins(s, seat)
    for source in range(len(s.luck)):
        if source != own:
            s.luck[source] = redealt_key(salt, source)
    order(s.bag, int(s.bag_top), int(s.bag_end), c.identity, s.luck[BAG], s.game, BAG, 0)
    if is_field(c, s):
        return
    if s.hybrid_top < c.hybrids and not has_botanists(c, s):
        order(s.hybrid_deck, int(s.hybrid_top), int(c.hybrids), c.hybrid_identity, s.luck[HYBRIDS], s.game, HYBRIDS, 0)
    if has_tertill(c, s):
        order(s.can_stack, int(s.can_top), int(s.can_end), c.can_identity, s.luck[CANS], s.game, CANS, 0)
    else:
        for deck in range(s.can_top, ROUNDS):
            draw_can(c, s, deck)
    if has_tools(c, s):
        order(s.tool_deck, int(s.tool_top), int(c.tool_count), c.tool_identity, s.luck[TOOLS], s.game, TOOLS, 0)
    if has_botanists(c, s):
        redeal_botanists(c, s, seat)
