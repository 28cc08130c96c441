"""Every conservation law of the game."""

from simkit.core.bits import NONE, bit, count, lowest
from simkit.core.jit import kernel
from simkit.games.blume.field import SLOTS, field_touched, field_word, lies_of, owner, place_of_laid, word_in
from simkit.games.blume.flowers import has_botanists
from simkit.games.blume.garden import FIRST_HYBRID, is_field, spot_point, square, turned
from simkit.games.blume.names import (
    BOTANISTS_SHOWN,
    EMPTY,
    PLACES,
    ROW_CAP,
    SEATS,
    TOOLS_SHOWN,
)
from simkit.games.blume.patterns import BARE
from simkit.games.blume.tiles import ONE
from simkit.games.blume.tools import has_tools

TILE_LAW, GARDEN_LAW, MARKET_LAW, GREENHOUSE_LAW, HYBRID_LAW, GLOVE_LAW, BOTANIST_LAW, POOL_LAW, FIELD_LAW = range(1, 10)


@kernel
def members(bits):
    """Count the members of a set of 64."""
    total = 0
    while bits != NONE:
        bits &= bits - ONE
        total += 1
    return total


@kernel
def add(a, b, d, seen, tile):
    """Add a tile to a set of 192 and count it."""
    if tile == EMPTY:
        return a, b, d, seen
    if tile < 64:
        return a | bit(tile), b, d, seen + 1
    if tile < 128:
        return a, b | bit(tile - 64), d, seen + 1
    return a, b, d | bit(tile - 128), seen + 1


@kernel
def audit_tiles(c, s):
    """Whether every tile is in exactly one place: bag, row, drawn, gardens, discarded, pool."""
    a, b, d = s.pool[0] | s.discards[0], s.pool[1] | s.discards[1], s.pool[2] | s.discards[2]
    seen = 0
    for place in range(s.bag_top, s.bag_end):
        a, b, d, seen = add(a, b, d, seen, int(s.bag[place]))
    for place in range(ROW_CAP):
        a, b, d, seen = add(a, b, d, seen, int(s.row[place]))
        a, b, d, seen = add(a, b, d, seen, int(s.drawn[place]))
    for seat in range(s.players):
        for place in range(PLACES):
            lies = int(s.garden[seat, place])
            if lies != EMPTY:
                a, b, d, seen = add(a, b, d, seen, lies >> 2)
    for i in range(s.field_size):
        a, b, d, seen = add(a, b, d, seen, lies_of(int(s.field_tiles[i])) >> 2)
    away = int(s.pool_size) + int(s.discard_size)
    return seen + away == c.tiles and members(a) + members(b) + members(d) == c.tiles


@kernel
def petals(word):
    """Count the corners at a meeting point; -1 if what lies there is no colour."""
    found = 0
    for corner in range(4):
        petal = (word >> (3 * corner)) & 7
        if petal == 6 or word > BARE:
            return -1
        found += 1 if petal != 7 else 0
    return found


@kernel
def audit_gardens(c, s):
    """Whether meeting points and sets of places say what the tiles in the gardens say, and gardens keep to their square.

    A tile outside of the flower bed is missing among all tiles, so it need not be looked for.
    """
    for seat in range(s.players):
        occupied, corners, lying = 0, 0, 0
        for place in range(PLACES):
            if s.garden[seat, place] != EMPTY:
                occupied += 1
                lying |= 1 << place
            found = petals(int(s.points[seat, place]))
            if found < 0:
                return False
            corners += found
        if corners != 4 * occupied or lying != s.occupied[seat] or lying & ~square(s):
            return False
    return True


@kernel
def audit_fields(c, s):
    """Whether the meeting points of fields have the corners of the tiles that lie there, and no others."""
    if not is_field(c, s):
        return s.field_size == 0
    corners = 0
    for i in range(s.field_size):
        laid = int(s.field_tiles[i])
        turn = turned(int(c.corners[lies_of(laid) >> 2]), lies_of(laid) & 3)
        for corner in range(4):
            word = field_word(s, owner(laid), field_touched(place_of_laid(laid), corner))
            if (word >> ((3 * corner + 6) % 12)) & 7 != (turn >> (3 * corner)) & 7:
                return False
    for slot in range(int(SLOTS[s.players]) * int(s.players)):
        found = petals(word_in(s, slot))
        if found < 0:
            return False
        corners += found
    return corners == 4 * int(s.field_size)


@kernel
def audit_market(c, s):
    """Whether pegs stand on the track and, with shared holes, no two in one."""
    for colour in range(6):
        space = int(s.market[colour])
        if not 0 <= space <= c.market_max:
            return False
        if c.market_holes and space > 0:
            sharing = 0
            for other in range(6):
                sharing += 1 if s.market[other] == space else 0
            if sharing != 1:
                return False
    return True


@kernel
def audit_greenhouses(c, s):
    """Whether greenhouses hold no more than they can."""
    for seat in range(s.players):
        for colour in range(6):
            if not 0 <= s.greenhouse[seat, colour] <= c.greenhouse_capacity:
                return False
    return True


@kernel
def audit_hybrids(c, s):
    """Whether every hybrid that counts lies there, one of each type."""
    for seat in range(SEATS):
        pairs = 0
        for index in range(16):
            if (int(s.standing[seat]) >> index) & 1:
                kind = int(c.kind[s.points[seat, spot_point(index)]])
                if kind < FIRST_HYBRID or (pairs >> kind) & 1:
                    return False
                pairs |= 1 << kind
    return True


@kernel
def audit_gloves(c, s):
    """Whether all gloves are with the players, on tools or in the box."""
    if not has_tools(c, s):
        return True
    total, given = int(s.gloves_out), 0
    for seat in range(s.players):
        if s.gloves[seat] < 0:
            return False
        total += int(s.gloves[seat])
        given += int(c.start_gloves[s.players, seat])
    for slot in range(TOOLS_SHOWN):
        total += int(s.on_tool[slot])
    return total == given


@kernel
def audit_botanists(c, s):
    """Whether every botanist card is in one place, and every drop in the supply or on a revealed card."""
    if not has_botanists(c, s):
        return True
    cards = int(s.covered)
    seen = count(s.covered)
    for place in range(s.botanist_top, s.botanist_end):
        cards |= 1 << int(s.botanist_deck[place])
        seen += 1
    for seat in range(s.players):
        if s.hidden[seat] != EMPTY:
            cards |= 1 << int(s.hidden[seat])
            seen += 1
    for slot in range(BOTANISTS_SHOWN):
        if s.revealed[slot] != EMPTY:
            cards |= 1 << int(s.revealed[slot])
            seen += 1
        elif (int(s.drops) >> slot) & 1:
            return False
    return seen == c.botanists and count(cards) == seen and int(s.drops_left) + count(s.drops) == c.water_drops


@kernel
def audit_pool(c, s):
    """Whether the Tertill's corners are those of its tiles."""
    tiles = 0
    corners = 0
    for colour in range(6):
        corners += int(s.pool_corners[colour])
    for part in range(3):
        rest = s.pool[part]
        while rest != NONE:
            tile = 64 * part + lowest(rest)
            rest &= rest - ONE
            tiles += 1
            if tile >= c.tiles:
                return False
    return tiles == s.pool_size and corners == 4 * tiles


def audit(c, s):
    """Return 0 if every law holds, else the number of the first that is broken."""
    if not audit_tiles(c, s):
        return TILE_LAW
    if not audit_gardens(c, s):
        return GARDEN_LAW
    if not audit_market(c, s):
        return MARKET_LAW
    if not audit_greenhouses(c, s):
        return GREENHOUSE_LAW
    if not audit_hybrids(c, s):
        return HYBRID_LAW
    if not audit_gloves(c, s):
        return GLOVE_LAW
    if not audit_botanists(c, s):
        return BOTANIST_LAW
    if not audit_pool(c, s):
        return POOL_LAW
    if not audit_fields(c, s):
        return FIELD_LAW
    return 0
