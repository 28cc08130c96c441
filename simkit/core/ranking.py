"""Who is first: the last lines of every game's score kernel. Rank and share stand behind the total, as `Game.columns` has them."""

from simkit.core.jit import kernel

WHOLE = 60  # a whole win, in the sixtieths of the column `share`: two to six seats share it evenly


@kernel
def compared(row, column):
    """Return a column as it counts: ``~column`` names one of which less is better."""
    return row[column] if column >= 0 else -row[~column]


@kernel
def is_ahead(a, b, total, first, second):
    """Say whether one seat's row beats another's: points, then two tie-breaks; a game without them names the total again."""
    if a[total] != b[total]:
        return a[total] > b[total]
    if compared(a, first) != compared(b, first):
        return compared(a, first) > compared(b, first)
    return compared(a, second) > compared(b, second)


@kernel
def rank_seats(result, players, total, first, second):
    """Write rank and share of every seat; seats that nothing tells apart share rank and win."""
    winners = 0
    for seat in range(players):
        rank = 1
        for other in range(players):
            if is_ahead(result[other], result[seat], total, first, second):
                rank += 1
        result[seat, total + 1] = rank
        winners += 1 if rank == 1 else 0
    for seat in range(players):
        result[seat, total + 2] = WHOLE // winners if result[seat, total + 1] == 1 else 0


@kernel
def rank_alone(result, total, won):
    """Write rank and share of who plays alone: 1 and a whole win for success, else 2 and nothing."""
    result[0, total + 1] = 1 if won else 2
    result[0, total + 2] = WHOLE if won else 0
