"""How many pieces are in use: the columns of `GAME.pieces`."""


def stock(c, s, counts):
    """Count tokens out of bag and discard box, those on the altar, and those that mark learned spells."""
    markers = 0
    for seat in range(s.players):
        markers += int(s.learned[seat])
    counts[0] = c.tokens - s.bag_size - s.discards_size
    counts[1] = s.on_altar
    counts[2] = markers
