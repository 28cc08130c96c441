"""Any action, each as likely as the others."""

from simkit.core.chance import below
from simkit.core.strategy import strategy
from simkit.core.table import coins


@strategy("takes any action, each as likely as the others")
def random(kernels, config, s, actions, n, weights, scratch):
    """Return an index by the seat's own coins."""
    source = coins(s, s.seat)
    return below(s.luck[source], s.game, source, s.decisions[s.seat], n)
