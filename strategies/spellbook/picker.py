"""Runes from the altar: take tokens of one rune, three of which stand in for any colour."""

from simkit.core.bits import part
from simkit.core.jit import kernel
from simkit.core.strategy import strategy
from simkit.games.spellbook.encoding import TOKEN as TOKEN_PLACE
from simkit.games.spellbook.names import KINDS, MORNING, TAKE
from strategies.spellbook.outlook import CROWD, ENGINE, NEAR, RUNES, STORE, TOKEN, best_action, even_taste


@kernel
def of_rune(s, seat, rune):
    """Return how many tokens of a rune a pool holds."""
    number = 0
    for kind in range(rune, KINDS, 3):
        number += int(s.pool[seat, kind])
    return number


@strategy("takes from the altar by rune, to make wilds", game="spellbook", runes=0.2, far=1)
def picker(kernels, config, s, actions, n, weights, scratch):
    """Take the altar's token that brings three of a rune together; `runes` is what three are worth, `far` the most that may be lacking."""
    seat = int(s.seat)
    taste = scratch[2][0]
    even_taste(taste)
    taste[RUNES] = weights[0]
    taste[TOKEN] = 0.6
    taste[NEAR] = 0.3
    taste[CROWD] = 0.03
    taste[STORE] = 0.1
    taste[ENGINE] = 0.3
    best, most = -1, -1.0
    if s.phase == MORNING:
        for i in range(n):
            kind = part(actions[i], TOKEN_PLACE, 5)
            if actions[i] & 15 == TAKE and 3 - of_rune(s, seat, kind % 3) % 3 <= weights[1]:
                worth = of_rune(s, seat, kind % 3) + 0.5 * s.pool[seat, kind]
                colour = 3 * (kind // 3)
                if s.level[seat, kind // 3] == 0:
                    worth += 0.6 * (s.pool[seat, colour] + s.pool[seat, colour + 1] + s.pool[seat, colour + 2])
                if worth > most:
                    best, most = i, worth
    if best >= 0:
        return best
    return best_action(kernels, config, s, actions, n, taste, scratch)
