"""How much of the game is left, and what may still come of it."""

from simkit.core.jit import kernel

LEARNING = 0.75  # share of turns on which a spell is learned; the others go by resting
SELDOM = 1e-9  # the least chance of failure


@kernel
def spells_to_come(c, s, seat, ahead):
    """Return how many spells a seat may learn after the one it thinks of, times `ahead`, as a whole number."""
    own = int(c.last_spell) - int(s.learned[seat]) - 1
    left = 0.0
    if s.players == 1:
        left = LEARNING * (c.timer - s.grid) + 0.3
    elif not s.last_round:
        lead = 0
        for other in range(s.players):
            lead = max(lead, int(s.learned[other]))
        left = float(c.last_spell - lead)
    return max(int(ahead * min(float(own), left)), 0)


@kernel
def chance(need, trials, success):
    """Return the chance of at least `need` successes in so many trials; nothing is certain."""
    if need <= 0:
        return 1.0
    if need > trials:
        return 0.0
    failure = max(1.0 - success, SELDOM)
    term = 1.0
    for _ in range(trials):
        term *= failure
    missed = term
    for i in range(1, need):
        term *= (trials - i + 1) / i * success / failure
        missed += term
    return 1.0 - missed
