"""Chance as a pure function of (key, game, source, draw): Philox4x32-10.

J. K. Salmon, M. A. Moraes, R. O. Dror and D. E. Shaw, "Parallel random numbers: as easy as 1, 2, 3", SC11.

A draw's number carries meaning ("the third roll of this seat's red die"), never a running total of what happened elsewhere, so two
runs that differ in one rule, card or strategy meet the same luck wherever they ask the same question. Each named source of luck has a
64-bit key of its own, made from the seed: who knows one key knows no other.
"""

import numpy as np

from simkit.core.jit import INTERPRETED, kernel

MAX_SEED = 2**64 - 1
MAX_GAME = 2**32 - 1

_M0, _M1 = np.uint64(0xD2511F53), np.uint64(0xCD9E8D57)
_W0, _W1 = np.uint64(0x9E3779B9), np.uint64(0xBB67AE85)
_LOW, _S32, _2_32 = np.uint64(0xFFFFFFFF), np.uint64(32), np.uint64(1 << 32)
_ATTEMPT = np.uint64(1 << 16)  # the counter's last word: source below, attempt above
KEYS, REDEALT = np.int64(0xFFFF), np.int64(0xFFFE)  # sources that make keys; games number theirs from 0


def check_seed(seed: int) -> int:
    """Return the seed, or raise ValueError unless 0 <= seed < 2**64."""
    if not isinstance(seed, int) or isinstance(seed, bool) or not 0 <= seed <= MAX_SEED:
        raise ValueError(f"seed {seed!r} is not a whole number from 0 to {MAX_SEED} (2**64 - 1)")
    return seed


def philox_python(counter: tuple[int, int, int, int], key: tuple[int, int]) -> tuple[int, int, int, int]:
    """Return one Philox4x32-10 block on Python integers: the reference, and the generator of interpreted runs."""
    c0, c1, c2, c3 = counter
    k0, k1 = key
    for _ in range(10):
        p0, p1 = c0 * 0xD2511F53, c2 * 0xCD9E8D57
        c0, c1, c2, c3 = (p1 >> 32) ^ c1 ^ k0, p1 & 0xFFFFFFFF, (p0 >> 32) ^ c3 ^ k1, p0 & 0xFFFFFFFF
        k0, k1 = (k0 + 0x9E3779B9) & 0xFFFFFFFF, (k1 + 0xBB67AE85) & 0xFFFFFFFF
    return c0, c1, c2, c3


if INTERPRETED:
    # numpy scalars take 0.2 ms a block, Python integers 11 us

    def philox(c0, c1, c2, c3, k0, k1):
        """Return one block of four 32-bit words."""
        return philox_python((int(c0), int(c1), int(c2), int(c3)), (int(k0), int(k1)))

else:

    @kernel
    def philox(c0, c1, c2, c3, k0, k1):
        """Return one block of four 32-bit words, all as uint64: one type throughout, so nothing turns signed or float."""
        for _ in range(10):
            p0 = c0 * _M0
            p1 = c2 * _M1
            c0, c2 = (p1 >> _S32) ^ c1 ^ k0, (p0 >> _S32) ^ c3 ^ k1
            c1, c3 = p1 & _LOW, p0 & _LOW
            k0 = (k0 + _W0) & _LOW
            k1 = (k1 + _W1) & _LOW
        return c0, c1, c2, c3


@kernel
def block(key, game, source, draw, attempt):
    """Return the four 32-bit words of a draw; `attempt` counts blocks rejected before."""
    d, k = np.uint64(draw), np.uint64(key)
    return philox(
        d & _LOW,
        d >> _S32,
        np.uint64(game) & _LOW,
        np.uint64(source) + np.uint64(attempt) * _ATTEMPT,
        k & _LOW,
        k >> _S32,
    )


@kernel
def word(key, game, source, draw):
    """Return 64 random bits as uint64."""
    a, b, _, _ = block(key, game, source, draw, 0)
    return np.uint64((np.uint64(b) << _S32) | np.uint64(a))


@kernel
def source_key(seed, source):
    """Return the 64-bit key of one source of luck."""
    return word(seed, 0, KEYS, source)


@kernel
def redealt_key(salt, source):
    """Return the key a source gets in a redealt copy: made from another source of keys than those of seeds."""
    return word(salt, 0, REDEALT, source)


@kernel
def below(key, game, source, draw, n):
    """Return an integer in [0, n) as int64, without bias (Lemire 2019), for 1 <= n < 2**32."""
    bound = np.uint64(n)
    attempt = 0
    while True:
        a, b, c, d = block(key, game, source, draw, attempt)
        for bits in (np.uint64(a), np.uint64(b), np.uint64(c), np.uint64(d)):
            product = bits * bound
            low = product & _LOW
            # Only below `bound` can a product be one too many; so the division by `bound` is nearly never paid.
            if low >= bound or low >= (_2_32 - bound) % bound:
                return np.int64(product >> _S32)
        attempt += 1
