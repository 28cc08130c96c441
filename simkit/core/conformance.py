"""What every game and every strategy promises, checked over random play.

A game promises conserved pieces, distinct actions that can be played until the end, positions that are nothing but their record, and a
redeal that depends on what a seat sees alone. A strategy promises that it does not peek: it chooses the same before and after a redeal.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from simkit.core import table
from simkit.core.cache import Layer
from simkit.core.chance import below
from simkit.core.events import WIDTH
from simkit.core.failing import telling
from simkit.core.game import Game
from simkit.core.jit import (
    compiled,
    copy_record,
    float64s,
    float64s_2d,
    int64,
    int64s,
    int64s_2d,
    kernel,
    make_records,
    record,
    records,
    uint64s,
    value,
)
from simkit.core.sitting import Workspace
from simkit.core.strategy import Player
from simkit.core.table import Machine, begin, coins

# what may be wrong, in the order in which it is looked for
(
    KEPT, AUDIT, NO_ACTION, TOO_MANY, REPEATED, FAULTY, COPY, SHARED, REFUSED, BROKEN, IDLE, STUCK, REDEAL, REDEAL_AUDIT, REDEAL_LEGAL,
    REDEAL_FEATURES, REDEAL_COINS, REDEAL_LUCK, SHEET, SHARES, REPLAY, CHOICE, CHANGED_STATE, BAD_INDEX, UNSTEADY,
) = range(25)  # fmt: skip
BREACHES = {
    AUDIT: "a conservation law is broken: audit returns {what}",
    NO_ACTION: "no legal action, yet the game is not over",
    TOO_MANY: "the actions do not fit the game's buffer",
    REPEATED: "action {what} is listed twice",
    FAULTY: "the game reports a fault: {what}",
    COPY: "a copy differs from its original",
    SHARED: "playing action {what} on a copy changes the original",
    REFUSED: "listed action {what} is refused: fault {other}",
    BROKEN: "listed action {what} breaks a conservation law: audit returns {other}",
    IDLE: "listed action {what} changes nothing",
    STUCK: "after listed action {what} no legal action exists, yet the game is not over",
    REDEAL: "for seat {what}, a redeal depends on more than what the seat sees",
    REDEAL_AUDIT: "a redeal for seat {what} breaks a conservation law: audit returns {other}",
    REDEAL_LEGAL: "a redeal of its own seat changes the legal actions (at number {what})",
    REDEAL_FEATURES: "for seat {what}, feature {other} depends on what the seat cannot see",
    REDEAL_COINS: "a redeal for seat {what} changes its own coins",
    REDEAL_LUCK: "a redeal for seat {what} leaves the luck of source {other} as it is",
    SHEET: "the score lines of seat {what} do not add up to its total",
    SHARES: "the win shares add up to {what} sixtieths",
    REPLAY: "the same seed gives another game",
    CHOICE: "chooses action {what}, but {other} once its unseen cards and dice are dealt anew",
    CHANGED_STATE: "changes the position it looks at",
    BAD_INDEX: "returns {what}, outside the list of {other} actions",
    UNSTEADY: "asked again, it chooses action {what}, then {other}: it remembers something, draws its own luck or reads unset scratch",
}
MADE, DECISIONS, OPTIONS, MOST, CUT = range(5)  # places in the counts
CODE, GAME, SEAT, TURN, DECISION, WHAT, OTHER = range(7)  # places in what was found
REAL, TWIN, COPY_OF, FIRST, SECOND, BLANK = range(6)  # states
SALT = 1 << 30
JUNK = 64
REDEALS = 3  # for each decision that is looked into


@kernel
def same(words, a, b):
    """Whether two records are equal, word for word."""
    for i in range(words.shape[1]):  # noqa: SIM110 (a kernel)
        if words[a, i] != words[b, i]:
            return False
    return True


@kernel
def found_here(found, s, code, what, other):
    """Keep where and what a breach is; return its code."""
    found[CODE] = code
    found[GAME] = s.game
    found[SEAT] = s.seat
    found[TURN] = s.turn
    found[DECISION] = s.decisions[s.seat]
    found[WHAT] = what
    found[OTHER] = other
    return code


@kernel
def check_listed(kernels, config, states, words, lists, k, no_log, found):
    """Play every listed action on a copy; return a breach or 0."""
    reset, legal, apply, score, features, redeal, audit = kernels
    s, trial = states[REAL], states[FIRST]
    for i in range(k):
        copy_record(trial, s)
        apply(config, trial, lists[0, i], no_log)
        if trial.fault != 0:
            return found_here(found, s, REFUSED, lists[0, i], trial.fault)
        broken = audit(config, trial)
        if broken != 0:
            return found_here(found, s, BROKEN, lists[0, i], broken)
        if same(words, REAL, FIRST):
            return found_here(found, s, IDLE, lists[0, i], 0)
        if trial.over == 0:
            copy_record(states[SECOND], trial)
            if legal(config, states[SECOND], lists[1]) <= 0:
                return found_here(found, s, STUCK, lists[0, i], 0)
    return 0


@kernel
def check_redeals(kernels, config, states, words, lists, k, numbers, found, salt):
    """Redeal for every seat; return a breach or 0."""
    reset, legal, apply, score, features, redeal, audit = kernels
    s, once, twice = states[REAL], states[FIRST], states[SECOND]
    for seat in range(s.players):
        copy_record(once, s)
        redeal(config, once, seat, salt + 1)
        broken = audit(config, once)
        if broken != 0:
            return found_here(found, s, REDEAL_AUDIT, seat, broken)
        for source in range(len(s.luck)):
            if source == coins(s, seat):
                if once.luck[source] != s.luck[source]:
                    return found_here(found, s, REDEAL_COINS, seat, 0)
            elif once.luck[source] == s.luck[source]:
                return found_here(found, s, REDEAL_LUCK, seat, source)
        features(config, s, seat, numbers[0])
        features(config, once, seat, numbers[1])
        for i in range(numbers.shape[1]):
            if numbers[0, i] != numbers[1, i]:
                return found_here(found, s, REDEAL_FEATURES, seat, i)
        copy_record(twice, s)
        redeal(config, twice, seat, salt)
        redeal(config, twice, seat, salt + 1)
        if not same(words, FIRST, SECOND):
            return found_here(found, s, REDEAL, seat, 0)
        if seat == s.seat:
            m = legal(config, once, lists[1])
            if m != k:
                return found_here(found, s, REDEAL_LEGAL, min(m, k), 0)
            for i in range(k):
                if lists[0, i] != lists[1, i]:
                    return found_here(found, s, REDEAL_LEGAL, i, 0)
    return 0


@kernel
def check_sheet(s, sheet, lines, found):
    """Check the score sheet of a finished game: its columns end with total, rank and share."""
    shares = 0
    width = sheet.shape[1]
    for seat in range(s.players):
        total = 0
        for line in range(lines):
            total += sheet[seat, line]
        if total != sheet[seat, width - 3]:
            return found_here(found, s, SHEET, seat, 0)
        shares += sheet[seat, width - 1]
    if shares != 60 and not (s.players == 1 and shares == 0):
        return found_here(found, s, SHARES, shares, 0)
    return 0


_begin = kernel(begin)


@kernel
def check_position(kernels, config, states, words, lists, k, numbers, found, salt, all_actions, no_log):
    """Check copies, redeals and, if asked, every listed action of one position; return a breach or 0."""
    reset, legal, apply, score, features, redeal, audit = kernels
    s = states[REAL]
    copy_record(states[COPY_OF], s)
    if not same(words, REAL, COPY_OF):
        return found_here(found, s, COPY, 0, 0)
    copy_record(states[FIRST], s)
    apply(config, states[FIRST], lists[0, salt % k], no_log)
    if not same(words, REAL, COPY_OF):
        return found_here(found, s, SHARED, lists[0, salt % k], 0)
    breach = check_redeals(kernels, config, states, words, lists, k, numbers, found, salt)
    if breach != 0 or not all_actions:
        return breach
    return check_listed(kernels, config, states, words, lists, k, no_log, found)


def walk(config, states, words, lists, numbers, sheet, no_log, found, counts, seeds, first, n, players, caps, lines, sample, kernels):
    """Play random games and look at everything on the way; return how many games passed before the first breach.

    Parameters
    ----------
    states : (6,) records
    words : (6, words) int64
        The same memory as `states`.
    lists : (3, most_actions) int64
    numbers : (2, features) float64
    sheet : (players, columns) int64
    found : (7,) int64
        Written: what is wrong and where.
    counts : (5,) int64
        Added to: games, decisions, options, the most options, games cut off.
    caps : (2,) int64
        Turns and decisions after which a game is cut off.
    sample : int64
        One decision in so many has every listed action played.
    """
    reset, legal, apply, score, features, redeal, audit = kernels
    s, twin = states[REAL], states[TWIN]
    for g in range(n):
        _begin(s, states[BLANK], seeds, first + g, players)
        _begin(twin, states[BLANK], seeds, first + g, players)
        reset(config, s)
        reset(config, twin)
        made = 0
        while True:
            broken = audit(config, s)
            if broken != 0:
                found_here(found, s, AUDIT, broken, 0)
                return g
            if s.fault != 0:
                found_here(found, s, FAULTY, s.fault, 0)
                return g
            if not same(words, REAL, TWIN):
                found_here(found, s, REPLAY, 0, 0)
                return g
            if s.over != 0:
                break
            if s.turn >= caps[0] or made >= caps[1]:
                counts[CUT] += 1
                break
            k = legal(config, s, lists[0])
            if not same(words, REAL, TWIN):
                found_here(found, s, SHARED, 0, 0)
                return g
            if k <= 0:
                found_here(found, s, NO_ACTION if k == 0 else TOO_MANY, 0, 0)
                return g
            counts[DECISIONS] += 1
            counts[OPTIONS] += k
            counts[MOST] = max(counts[MOST], k)
            for i in range(k):
                lists[2, i] = lists[0, i]
            lists[2, :k].sort()
            for i in range(1, k):
                if lists[2, i] == lists[2, i - 1]:
                    found_here(found, s, REPEATED, lists[2, i], 0)
                    return g
            seat = int(s.seat)
            own = coins(s, seat)
            salt = below(s.luck[own], s.game, own, int(s.decisions[seat]) + SALT, SALT)
            looked = salt % sample == 0
            if check_position(kernels, config, states, words, lists, k, numbers, found, salt, looked, no_log) != 0:
                return g
            i = below(s.luck[own], s.game, own, s.decisions[seat], k)
            action = lists[0, i]
            s.decisions[seat] += 1
            twin.decisions[seat] += 1
            made += 1
            apply(config, s, action, no_log)
            apply(config, twin, action, no_log)
        for seat in range(players):
            for column in range(sheet.shape[1]):
                sheet[seat, column] = 0
        score(config, s, sheet, no_log)
        if check_sheet(s, sheet, lines, found) != 0:
            return g
        counts[MADE] += 1
    return n


@kernel
def scramble(scratch, junk):
    """Leave in scratch what a strategy may find there: anything."""
    states, lists, floats, _ = scratch
    for i in range(len(states)):
        copy_record(states[i], junk)
    for i in range(lists.shape[0]):
        for j in range(min(JUNK, lists.shape[1])):
            lists[i, j] = JUNK
    for i in range(floats.shape[0]):
        for j in range(floats.shape[1]):
            floats[i, j] = JUNK


def watch(config, states, words, lists, scratch, found, counts, seeds, first, n, players, caps, sample, kernels, choose, weights):
    """Play games of one strategy and ask it again on redealt copies; return how many games passed before it was seen to peek.

    Parameters
    ----------
    sample : int64
        One decision in so many is looked into.
    choose : function value
    weights : (parameters,) float64

    The others as for :func:`walk`.
    """
    reset, legal, apply, score, features, redeal, audit = kernels
    s, copy = states[REAL], states[COPY_OF]
    for g in range(n):
        _begin(s, states[BLANK], seeds, first + g, players)
        reset(config, s)
        copy_record(states[FIRST], s)
        made = 0
        while s.over == 0 and s.turn < caps[0] and made < caps[1]:
            seat = int(s.seat)
            own = coins(s, seat)
            k = legal(config, s, lists[0])
            if k <= 0:
                found_here(found, s, NO_ACTION, 0, 0)
                return g
            looked = below(s.luck[own], s.game, own, int(s.decisions[seat]) + SALT, SALT) % sample == 0
            if looked:
                copy_record(copy, s)
            i = choose(kernels, config, s, lists[0], k, weights, scratch)
            if i < 0 or i >= k:
                found_here(found, s, BAD_INDEX, i, k)
                return g
            if looked:
                if not same(words, REAL, COPY_OF):
                    found_here(found, s, CHANGED_STATE, 0, 0)
                    return g
                counts[DECISIONS] += 1
                counts[OPTIONS] += k
                scramble(scratch, states[FIRST])
                for _ in range(2):  # the second time scratch is as its own last call left it
                    j = choose(kernels, config, s, lists[0], k, weights, scratch)
                    if j != i:
                        found_here(found, s, UNSTEADY, lists[0, i], lists[0, j] if 0 <= j < k else j)
                        return g
                for salt in range(1, REDEALS + 1):
                    copy_record(copy, s)
                    redeal(config, copy, seat, salt)
                    m = legal(config, copy, lists[1])
                    j = choose(kernels, config, copy, lists[1], m, weights, scratch)
                    if j < 0 or j >= m:
                        found_here(found, s, BAD_INDEX, j, m)
                        return g
                    if lists[1, j] != lists[0, i]:
                        found_here(found, s, CHOICE, lists[0, i], lists[1, j])
                        return g
            s.decisions[seat] += 1
            made += 1
            apply(config, s, lists[0, i], scratch[3])
        counts[MADE] += 1
    return n


@dataclass(frozen=True)
class Report:
    """What a check looked at, and the first breach of a promise; an empty breach means that all held."""

    subject: str
    games: int
    decisions: int
    options: int
    most_options: int
    cut_off: int
    breach: str
    found: tuple[int, ...] = ()  # code, game, seat, turn, decision of that seat, and what the message fills in

    def __str__(self) -> str:
        """One line, or the breach."""
        if self.breach:
            return self.breach
        cut = f", {self.cut_off} games cut off" if self.cut_off else ""
        return f"{self.subject}: {self.games} games, {self.decisions} decisions, up to {self.most_options} actions{cut}"


def check(machine: Machine, config: Any, players: int, games: int, seed: int, *, first: int = 0, sample: int = 50) -> Report:
    """Play random games and check every promise of a game on the way.

    Parameters
    ----------
    machine : Machine
    config : record
        From `game.config(...)[0]`.
    players, games, seed : int
    first : int
        Number of the first game.
    sample : int
        One decision in about so many has every listed action played on a copy.
    """
    game = machine.game
    subject = f"{game.title}, {players} player{'s' if players > 1 else ''}"
    types_ = machine.signatures
    signature = int64(
        record(game.kernels.CONFIG), records(game.kernels.STATE), int64s_2d, int64s_2d, float64s_2d, int64s_2d,
        int64s_2d, int64s, int64s, uint64s, int64, int64, int64, int64s, int64, int64, types_.kernels,
    )  # fmt: skip
    play = compiled(walk, signature, _layer(machine))
    states, words = _states(game)
    found, counts = np.zeros(7, np.int64), np.zeros(5, np.int64)
    play(
        config, states, words, np.zeros((3, game.most_actions), np.int64), np.zeros((2, len(game.features)), np.float64),
        np.zeros((players, len(game.columns)), np.int64), np.zeros((0, WIDTH), np.int64),
            found, counts, table.seeds(game, seed), first, games,
        players, _caps(game), len(game.lines), sample, machine.kernels,
    )  # fmt: skip
    return _report(subject, seed, found, counts)


def peeks(
    machine: Machine, player: Player, config: Any, players: int, games: int, seed: int, *, first: int = 0, sample: int = 10
) -> Report:
    """Play games of one strategy in every seat and see whether its choices depend on what its seat cannot see.

    At sampled decisions it is asked again after three redeals of its own seat (its coins unchanged): an honest strategy chooses the same.
    """
    game = machine.game
    subject = f"strategy {player.label} at {game.title}, {players} player{'s' if players > 1 else ''}"
    types_ = machine.signatures
    signature = int64(
        record(game.kernels.CONFIG), records(game.kernels.STATE), int64s_2d, int64s_2d, types_.scratch, int64s, int64s, uint64s, int64,
        int64, int64, int64s, int64, types_.kernels, value(types_.choose), float64s,
    )  # fmt: skip
    play = compiled(watch, signature, _layer(machine))
    states, words = _states(game)
    found, counts = np.zeros(7, np.int64), np.zeros(5, np.int64)
    choose = machine.choose(player)
    with telling(states[REAL], seed):
        play(
            config, states, words, np.zeros((2, game.most_actions), np.int64), Workspace(game).scratch,
            found, counts, table.seeds(game, seed),
            first, games, players, _caps(game), sample, machine.kernels, choose, player.weights,
        )  # fmt: skip
    return _report(subject, seed, found, counts)


def _layer(machine: Machine) -> Layer:
    return Layer(f"{machine.game.name}.conformance", (Path(__file__), Path(table.__file__ or ""), *machine.layer.files))


def _states(game: Game) -> tuple[np.ndarray, np.ndarray]:
    """Return the records and the same memory as words."""
    states = make_records(6, game.kernels.STATE)
    words = np.asarray(states).view(np.ndarray).view(np.int64).reshape(len(states), -1)
    return states, words


def _caps(game: Game) -> np.ndarray:
    return np.array([game.turn_cap, game.decision_cap], np.int64)


def _report(subject: str, seed: int, found: np.ndarray, counts: np.ndarray) -> Report:
    breach = ""
    if found[CODE]:
        what = BREACHES[int(found[CODE])].format(what=int(found[WHAT]), other=int(found[OTHER]))
        where = f"seed {seed}, game {found[GAME]}, turn {found[TURN]}, seat {found[SEAT] + 1}, its decision {found[DECISION] + 1}"
        breach = f"{subject}: {what} ({where})"
    made, decisions, options, most, cut = map(int, counts)
    return Report(subject, made, decisions, options, most, cut, breach, tuple(map(int, found)))
