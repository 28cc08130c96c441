"""How many pieces are in use: the columns of `GAME.pieces`."""


def stock(c, s, counts):
    """Count mana out of the general supply, spells that have left their deck, and tasks in hands."""
    counts[0] = c.total_mana - s.supply
    counts[1] = c.spells - (s.deck_end - s.deck_top)
    counts[2] = c.tasks - (s.task_end - s.task_top)
