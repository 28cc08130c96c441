"""Random numbers: published known answers, equality with plain integers, no bias."""

import numpy as np
import pytest
from numba import njit

from simkit.core import chance
from simkit.core.chance import MAX_SEED, below, block, check_seed, philox, philox_python, redealt_key, source_key, word

KNOWN = [  # Random123's kat_vectors, philox4x32 with 10 rounds
    ((0, 0, 0, 0), (0, 0), (0x6627E8D5, 0xE169C58D, 0xBC57AC4C, 0x9B00DBD8)),
    ((0xFFFFFFFF,) * 4, (0xFFFFFFFF,) * 2, (0x408F276D, 0x41C83B0E, 0xA20BC7C6, 0x6D5451FD)),
    (
        (0x243F6A88, 0x85A308D3, 0x13198A2E, 0x03707344),
        (0xA4093822, 0x299F31D0),
        (0xD16CFE09, 0x94FDCCEB, 0x5001E420, 0x24126EA1),
    ),
]
SEEDS = (0, 1, 2**31, 2**63, 2**64 - 1)


@njit
def call_philox(counter, key):
    return philox(counter[0], counter[1], counter[2], counter[3], key[0], key[1])


@njit
def call_word(key, game, source, draw):
    return word(key, game, source, draw)


@njit
def call_below(key, game, source, draw, n):
    return below(key, game, source, draw, n)


@njit
def fill_words(key, game, source, out):
    for draw in range(len(out)):
        out[draw] = word(key, game, source, draw)


@njit
def fill_below(key, game, source, n, out):
    for draw in range(len(out)):
        out[draw] = below(key, game, source, draw, n)


@njit
def call_keys(seed, source):
    return source_key(seed, source), redealt_key(seed, source)


@njit
def call_block(key, game, source, draw, attempt):
    return block(key, game, source, draw, attempt)


def word_python(key, game, source, draw):
    a, b, _, _ = philox_python((draw & 0xFFFFFFFF, draw >> 32, game, source), (key & 0xFFFFFFFF, key >> 32))
    return b << 32 | a


def below_python(key, game, source, draw, n):
    """Accept a word only below the largest multiple of n, by the definition of Lemire's method."""
    attempt = 0
    while True:
        for bits in philox_python((draw & 0xFFFFFFFF, draw >> 32, game, source + (attempt << 16)), (key & 0xFFFFFFFF, key >> 32)):
            product = bits * n
            if product % 2**32 >= 2**32 % n:
                return product // 2**32
        attempt += 1


@pytest.mark.parametrize(("counter", "key", "answer"), KNOWN)
def test_published_known_answers(counter, key, answer):
    assert philox_python(counter, key) == answer
    assert tuple(int(w) for w in call_philox(np.array(counter, np.uint64), np.array(key, np.uint64))) == answer


@pytest.mark.parametrize("seed", SEEDS)
def test_words_equal_plain_integers(seed, size):
    number = size(20_000, 200)
    out = np.zeros(number, np.uint64)
    for source, game in ((0, 0), (7, 123_456), (0xFFFD, 2**32 - 1)):
        fill_words(np.uint64(seed), np.int64(game), np.int64(source), out)
        some = range(number) if source == 0 else range(0, number, 97)
        assert all(int(out[draw]) == word_python(seed, game, source, draw) for draw in some)


@pytest.mark.parametrize("seed", SEEDS)
def test_keys_equal_plain_integers(seed):
    for source in (0, 1, 63):
        made, redealt = call_keys(np.uint64(seed), np.int64(source))
        assert int(made) == word_python(seed, 0, 0xFFFF, source)
        assert int(redealt) == word_python(seed, 0, 0xFFFE, source)
        assert int(made) != int(redealt)


def test_large_draw_numbers_and_second_attempts():
    for draw in (2**31, 2**32 - 1, 2**32, 2**40 + 5, 2**62):
        assert int(call_word(np.uint64(2**63 + 1), 5, 3, np.uint64(draw))) == word_python(2**63 + 1, 5, 3, draw)
    words = tuple(int(w) for w in call_block(np.uint64(9), 8, 7, 6, 5))
    assert words == philox_python((6, 0, 8, 7 + (5 << 16)), (9, 0))


@pytest.mark.parametrize("n", [1, 2, 3, 6, 7, 52, 75, 1000, 2**31 - 1, 2**31 + 1, 3 << 30, 2**32 - 1])
def test_below_equals_its_definition(n, size):
    """With n = 3 * 2**30 a quarter of the words is rejected, so second blocks are met, too."""
    out = np.zeros(size(3_000, 50), np.int64)
    fill_below(np.uint64(2**64 - 1), 1, 2, np.int64(n), out)
    assert out.tolist() == [below_python(2**64 - 1, 1, 2, draw, n) for draw in range(len(out))]
    assert out.min() >= 0
    assert out.max() < n


def test_rejection_reaches_a_second_block(size):
    """Some draw rejects all four words of its first block."""
    n = 2**31 + 1  # nearly half of the words is rejected
    draws = size(400, 100)
    second = 0
    for draw in range(draws):
        words = philox_python((draw, 0, 1, 2), (3, 0))
        second += all(bits * n % 2**32 < 2**32 % n for bits in words)
        assert int(call_below(np.uint64(3), 1, 2, np.int64(draw), np.int64(n))) == below_python(3, 1, 2, draw, n)
    assert second > 0


@pytest.mark.parametrize("n", [2, 3, 6, 75])
def test_below_is_unbiased(n, size):
    number = size(600_000, 3_000)
    out = np.zeros(number, np.int64)
    fill_below(np.uint64(77), 1, 2, np.int64(n), out)
    counts = np.bincount(out, minlength=n)
    z = (counts - number / n) / np.sqrt(number / n * (1 - 1 / n))
    assert np.abs(z).max() < 5
    chi = ((counts - number / n) ** 2 / (number / n)).sum()
    assert abs(chi - (n - 1)) < 5 * np.sqrt(2 * (n - 1)) + 5


def test_rejection_removes_the_bias(size):
    """Of 3 * 2**30 numbers, those that a plain multiplication would favour come up no oftener."""
    n, number = 3 << 30, size(200_000, 2_000)
    out = np.zeros(number, np.int64)
    fill_below(np.uint64(78), 1, 2, np.int64(n), out)
    residues = np.bincount(out % 3, minlength=3)  # without rejection one residue would have half of all
    assert np.abs((residues - number / 3) / np.sqrt(number * 2 / 9)).max() < 5


def test_neighbouring_seeds_games_sources_and_draws_differ(size):
    """A seed's neighbours share no words, nor do games, sources or draws: all are part of the counter or key."""
    number = size(500, 20)
    seen = set()
    for seed in range(3):
        key, _ = call_keys(np.uint64(seed), 0)
        for source in range(3):
            for game in range(3):
                out = np.zeros(number, np.uint64)
                fill_words(np.uint64(key), game, source, out)
                seen |= set(out.tolist())
    assert len(seen) == 27 * number


@pytest.mark.parametrize("seed", [*SEEDS])
def test_seeds_in_range_are_accepted(seed):
    assert check_seed(seed) == seed


@pytest.mark.parametrize("seed", [-1, 2**64, 1.0, "7", True, None, np.float64(3)])
def test_other_seeds_are_refused(seed):
    with pytest.raises(ValueError, match="whole number from 0 to 18446744073709551615"):
        check_seed(seed)
    assert MAX_SEED == 2**64 - 1
    assert chance.MAX_GAME == 2**32 - 1
