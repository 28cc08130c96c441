"""A possible future in place of the real one: all lies open but the order of the bag, which is nothing but its key."""

from simkit.core.chance import redealt_key
from simkit.core.table import coins


def redeal(c, s, seat, salt):
    """Give every source of luck but the seat's own coins a new key: what the bag holds is known, what comes next is not."""
    own = coins(s, seat)
    for source in range(len(s.luck)):
        if source != own:
            s.luck[source] = redealt_key(salt, source)
