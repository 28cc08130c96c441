"""The search structure: a minimal graph of sorted letters for every way to spell a word with wounds and single letters.

A word can be covered by wound cards, whose letters stay together in their order, and single letters, which come from any card. Every such
covering is a set of wounds and a rest of letters; sorted with the rarest letter first, all rests for one set of wounds hang from one
root, and roots are found by a small tree of sorted wounds. Equal subtrees are one (a DAWG of alphagrams). What can be spelled with
given cards never depends on the order of the cards, so all words that need the same cards meet in one node, which says for each
spelling class (what quests and gear look at) how rare its easiest word is.

An edge is one int64, so that a search loads one number a step and moves on to a child by counting bits:

| bits | hold |
| --- | --- |
| 0 to 25 | the letters that may follow, by rank |
| 26 to 41 | what is spelled here: a place in `spellings`, 0 for nothing |
| 42 to 62 | place of the first child |
"""

from __future__ import annotations

import itertools
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from simkit.games.spell_smashers.words.lists import LONGEST

# Rarest first, so that a search meets the heavy letters early and its bounds are tight (17 visited nodes instead of 23 for seven cards).
ORDER = "jqxzwkvfybhmpgudclotnarise"
RANK = {letter: rank for rank, letter in enumerate(ORDER)}
LETTERS = len(ORDER)
VOWELS = "aeiou"
SPELLING, CHILD = 26, 42  # where the parts of an edge begin
MOST_SPELLINGS, MOST_EDGES, MOST_BRANCHES = 1 << 16, 1 << 20, 1 << 15  # room in the config record

STARTS_VOWEL, ENDS_VOWEL, SAME_ENDS, DOUBLED = 1, 2, 4, 8  # parts of a spelling class
CLASSES = 16
NO_WORD = 15  # as rarity


@dataclass(frozen=True)
class Graph:
    """A word list compiled for a list of wounds.

    Parameters
    ----------
    edges : int64
    spellings : uint64
        Four bits for each spelling class: 0 no word, else 1 and the rarity of its easiest word.
    branch_wounds, branch_child, branch_root : int64
        The tree of wounds: which may follow (by number of their text), place of the first child, the root edge (0: no word).
    """

    edges: NDArray[np.int64]
    spellings: NDArray[np.uint64]
    branch_wounds: NDArray[np.int64]
    branch_child: NDArray[np.int64]
    branch_root: NDArray[np.int64]


def spelling_class(word: str) -> int:
    """Return what quests and gear look at in a word's spelling."""
    return (
        (STARTS_VOWEL if word[0] in VOWELS else 0)
        | (ENDS_VOWEL if word[-1] in VOWELS else 0)
        | (SAME_ENDS if word[0] == word[-1] else 0)
        | (DOUBLED if any(a == b for a, b in itertools.pairwise(word)) else 0)
    )


def build(words: tuple[str, ...], rarities: bytes, wounds: tuple[str, ...]) -> Graph:
    """Compile a word list.

    Parameters
    ----------
    words : tuple of str
    rarities : bytes
        For each word 0 (easiest) to 13.
    wounds : tuple of str
        Texts of two letters or more, each once; their place is their number.
    """
    rows, sets, group, spelled = _coverings(words, rarities, wounds)
    ids, spellings = _number_spellings(spelled)
    edges, roots = _minimal_graph(rows, group, ids)
    if len(spellings) > MOST_SPELLINGS or len(edges) > MOST_EDGES or len(sets) > MOST_BRANCHES // 2:
        raise ValueError(f"{len(words)} words with {len(wounds)} wounds do not fit: {len(edges)} edges, {len(spellings)} spellings")
    return Graph(edges, spellings, *_wound_tree(sets, roots))


def _coverings(
    words: tuple[str, ...], rarities: bytes, wounds: tuple[str, ...]
) -> tuple[NDArray[np.uint8], list[tuple[int, ...]], NDArray[np.int64], NDArray[np.uint64]]:
    """List all coverings: sorted letters (rank + 1, then zeros), the sets of wounds, the set of each row, its spellings."""
    count = len(words)
    lengths = np.array([len(word) for word in words])
    letters = np.zeros((count, LONGEST), np.uint8)  # rank + 1 at each place of a word
    to_rank = np.zeros(128, np.uint8)
    for letter, rank in RANK.items():
        to_rank[ord(letter)] = rank + 1
    letters[np.arange(LONGEST) < lengths[:, None]] = to_rank[np.frombuffer("".join(words).encode(), np.uint8)]
    classes = _classes(letters, lengths)

    places = _wound_places(letters, wounds)
    numbers: dict[tuple[int, ...], int] = {(): 0}
    sets: list[tuple[int, ...]] = [()]
    origin, group, hidden = [], [], []  # of coverings with wounds: the word, the set's number, the places covered
    for number, found in places.items():
        for used, covered in _tilings(found):
            if used not in numbers:
                numbers[used] = len(sets)
                sets.append(used)
            origin.append(number)
            group.append(numbers[used])
            hidden.append(covered)
    origins = np.concatenate([np.arange(count), np.array(origin, np.int64)])
    groups = np.concatenate([np.zeros(count, np.int64), np.array(group, np.int64)])
    hides = np.concatenate([np.zeros(count, np.int64), np.array(hidden, np.int64)])
    rest = np.where((hides[:, None] >> np.arange(LONGEST)) & 1, 0, letters[origins])
    rest = np.where(rest == 0, 255, rest)
    rest.sort(axis=1)
    rest = np.where(rest == 255, 0, rest).astype(np.uint8)

    # One row for each set of wounds and rest of letters; its spellings are the easiest word of each class.
    keys = np.concatenate([groups.astype(">u2").view(np.uint8).reshape(-1, 2), rest], axis=1)
    packed, inverse = np.unique(np.ascontiguousarray(keys).view(f"V{keys.shape[1]}").ravel(), return_inverse=True)
    rows = packed.view(np.uint8).reshape(len(packed), -1)
    easiest = np.full((len(packed), CLASSES), NO_WORD, np.uint8)
    np.minimum.at(easiest, (inverse, classes[origins]), np.frombuffer(rarities, np.uint8)[origins])
    nibbles = np.where(easiest == NO_WORD, 0, easiest + 1).astype(np.uint64)
    spelled = np.bitwise_or.reduce(nibbles << (4 * np.arange(CLASSES, dtype=np.uint64)), axis=1)
    return rows[:, 2:], sets, rows[:, 0].astype(np.int64) << 8 | rows[:, 1], spelled


def _classes(letters: NDArray[np.uint8], lengths: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return the spelling class of every word: :func:`spelling_class`, for all at once."""
    vowels = [RANK[letter] + 1 for letter in VOWELS]
    first, last = letters[:, 0], letters[np.arange(len(letters)), lengths - 1]
    doubled = ((letters[:, 1:] == letters[:, :-1]) & (letters[:, 1:] > 0)).any(axis=1)
    parts = ((np.isin(first, vowels), STARTS_VOWEL), (np.isin(last, vowels), ENDS_VOWEL), (first == last, SAME_ENDS), (doubled, DOUBLED))
    return np.sum([np.where(found, part, 0) for found, part in parts], axis=0)


def _wound_places(letters: NDArray[np.uint8], wounds: tuple[str, ...]) -> dict[int, list[tuple[int, int, int]]]:
    """Return for each word that holds wounds where they stand: (first place, place behind, wound), in order."""
    found: dict[int, list[tuple[int, int, int]]] = {}
    for number, text in enumerate(wounds):
        wanted = [RANK[letter] + 1 for letter in text]
        for first in range(LONGEST - len(text) + 1):
            fits = np.ones(len(letters), bool)
            for offset, letter in enumerate(wanted):
                fits &= letters[:, first + offset] == letter
            for word in np.flatnonzero(fits).tolist():
                found.setdefault(word, []).append((first, first + len(text), number))
    for word in found:
        found[word].sort()
    return found


def _tilings(found: list[tuple[int, int, int]]) -> list[tuple[tuple[int, ...], int]]:
    """Return every choice of wounds that do not overlap: their numbers in order, and the set of places they cover."""
    chosen: list[tuple[tuple[int, ...], int, int]] = [((), 0, 0)]  # numbers, places, place behind
    for first, behind, number in found:
        chosen += [
            ((*numbers, number), covered | ((1 << behind) - (1 << first)), behind) for numbers, covered, end in chosen if first >= end
        ]
    return [(tuple(sorted(numbers)), covered) for numbers, covered, _ in chosen[1:]]


def _number_spellings(spelled: NDArray[np.uint64]) -> tuple[NDArray[np.int64], NDArray[np.uint64]]:
    """Give the different spellings numbers from 1; 0 is none."""
    different, numbers = np.unique(spelled, return_inverse=True)
    return numbers + 1, np.concatenate([np.zeros(1, np.uint64), different])


def _mixed(values: NDArray[np.uint64]) -> NDArray[np.uint64]:
    """Scramble 64-bit numbers (the finaliser of MurmurHash3)."""
    x = values ^ (values >> np.uint64(33))
    x = x * np.uint64(0xFF51AFD7ED558CCD)
    x = x ^ (x >> np.uint64(33))
    x = x * np.uint64(0xC4CEB9FE1A85EC53)
    return x ^ (x >> np.uint64(33))


def _minimal_graph(
    rows: NDArray[np.uint8], group: NDArray[np.int64], ids: NDArray[np.int64]
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return the edges of the minimal graph of sorted rows and the root edge of each group.

    Nodes of the tree are made depth by depth: a node is the first row with its prefix. Subtrees get a 64-bit hash from the leaves up,
    and nodes of one hash become one node.
    """
    count, depth = len(rows), rows.shape[1]
    length = (rows > 0).sum(axis=1)
    begins = np.ones(count, bool)
    begins[1:] = group[1:] != group[:-1]
    nodes = [np.flatnonzero(begins)]  # by depth: the first row of each node
    for place in range(depth):
        begins[1:] |= rows[1:, place] != rows[:-1, place]
        nodes.append(np.flatnonzero(begins & (length > place)))
    starts = np.cumsum([0, *map(len, nodes)])
    follow = [np.zeros(len(n), np.int64) for n in nodes]  # letters that may follow
    child = [np.full(len(n), -1, np.int64) for n in nodes]  # number of the first child among all nodes
    parent = [np.zeros(0, np.int64)]
    for place in range(depth):
        below = nodes[place + 1]
        parent.append(np.searchsorted(nodes[place], below, side="right") - 1)
        np.bitwise_or.at(follow[place], parent[-1], np.int64(1) << (rows[below, place].astype(np.int64) - 1))
        parents, first = np.unique(parent[-1], return_index=True)
        child[place][parents] = first + starts[place + 1]
    # a row that ends at a node comes first among the rows below it
    spelled = [np.where(length[n] == place, ids[n], 0) for place, n in enumerate(nodes)]
    hashes = [np.zeros(0, np.uint64)] * (depth + 1)
    for place in range(depth, -1, -1):
        own = _mixed((follow[place] | spelled[place] << SPELLING).astype(np.uint64) + np.uint64(0x9E3779B97F4A7C15))
        if place < depth:
            letter = rows[nodes[place + 1], place].astype(np.uint64)
            np.add.at(own, parent[place + 1], _mixed(hashes[place + 1] ^ (letter * np.uint64(0x9E3779B97F4A7C15))))
        hashes[place] = _mixed(own)
    all_hashes = np.concatenate(hashes)
    all_follow, all_spelled, all_child = (np.concatenate(column) for column in (follow, spelled, child))
    # Of equal nodes the first in depth-first order stands for all, and children lie in that order: what is searched together is near.
    row = np.concatenate(nodes)
    level = np.repeat(np.arange(depth + 1), list(map(len, nodes)))
    in_order = np.lexsort((level, row))
    distinct, first = np.unique(all_hashes[in_order], return_index=True)
    kept = in_order[first]
    inner = kept[all_follow[kept] > 0]
    inner = inner[np.lexsort((level[inner], row[inner]))]
    families = np.bitwise_count(all_follow[inner]).astype(np.int64)
    block = np.concatenate([[0], np.cumsum(families)])
    place_of = np.zeros(len(distinct), np.int64)
    place_of[np.searchsorted(distinct, all_hashes[inner])] = block[:-1]

    def edge(node: NDArray[np.int64]) -> NDArray[np.int64]:
        first_child = place_of[np.searchsorted(distinct, all_hashes[node])]
        found: NDArray[np.int64] = all_follow[node] | all_spelled[node] << SPELLING | first_child << CHILD
        return found

    children = np.repeat(all_child[inner] - block[:-1], families) + np.arange(block[-1])
    return edge(children), edge(np.arange(len(nodes[0])))


def _wound_tree(sets: list[tuple[int, ...]], roots: NDArray[np.int64]) -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.int64]]:
    """Return the tree whose paths are sets of wounds: wounds that may follow, place of the first child, root edge."""
    paths: dict[tuple[int, ...], dict[int, tuple[int, ...]]] = {(): {}}
    for numbers in sets:
        for end in range(1, len(numbers) + 1):
            if numbers[:end] not in paths:
                paths[numbers[:end]] = {}
                paths[numbers[: end - 1]][numbers[end - 1]] = numbers[:end]
    # breadth first, so that the children of a branch are neighbours
    ordered: list[tuple[int, ...]] = [()]
    for path in ordered:
        ordered += [paths[path][number] for number in sorted(paths[path])]
    number_of = {path: i for i, path in enumerate(ordered)}
    root_of = dict(zip(sets, roots.tolist(), strict=True))
    wounds = [sum(1 << number for number in paths[path]) for path in ordered]
    children = [number_of[paths[path][min(paths[path])]] if paths[path] else 0 for path in ordered]
    return np.array(wounds, np.int64), np.array(children, np.int64), np.array([root_of.get(path, 0) for path in ordered], np.int64)
