"""What `simkit check` finds out about a strategy."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from simkit.cli.screen import plural
from simkit.core.game import Game, Unknown

if TYPE_CHECKING:
    from simkit.core.conformance import Report
    from simkit.core.peeking import Peek
    from simkit.core.strategy import Player
    from simkit.core.table import Machine

SAMPLE = 3  # one decision in about so many is asked again
PROMISE_SECONDS, SPEED_SECONDS, AGAINST_SECONDS = 6.0, 0.4, 3.0  # after which no further games are begun
WHOLE = 60  # a whole win in the column `share`
SHOWN = 6  # places named at most
PLAIN_GAMES, PLAIN_SECONDS = 3, 3.0  # played in plain Python, too: in each setting, in all
ORDER = ("legal", "hands off", "steady", "no peeking")  # in which a decision is tested; a breach ends the test of a setting
NOT_TESTED = "not tested: failed before"
FAILS = "it fails"


def find_player(spec: str, game_name: str | None) -> Player:
    """Return the strategy a user means: one in a file, named or the only one there, or a known one of a game.

    Raises
    ------
    Unknown
        If there is none, or several, or its game cannot be told.
    """
    from simkit import registry

    file, call = registry.split_file(spec)
    if not file:
        if game_name is None:
            raise Unknown(f"check {spec}: --game says which game it is to play; a file of your own is written my.py or my.py:name")
        return registry.player(spec, game_name)
    defined = {found.name: found for found in registry.defined_in(file)}
    if not defined:
        raise Unknown(f"{file}: it defines no strategy; decorate a function with simkit.core.strategy.strategy")
    if not call:
        fitting = [name for name, found in defined.items() if game_name in (None, "", found.game) or not found.game]
        if len(fitting) != 1:
            raise Unknown(f"{file} defines {', '.join(defined)}; name one: simkit check {file}:{next(iter(defined))}")
        call = fitting[0]
    asked = defined.get(call.partition("(")[0].strip())
    own = asked.game if asked else ""
    if own and game_name not in (None, own):
        raise Unknown(f"{call} plays {own}, not {game_name}")
    chosen = own or game_name or next((found.game for found in defined.values() if found.game), "")
    if not chosen or (asked and not asked.game and game_name is None):
        raise Unknown(f"{call} plays every game; say one: --game {next(iter(registry.games()))}")
    return registry.player(f"{file}:{call}", chosen)


def check_player(player: Player, players: int | None, scenario: str | None, games: int, seed: int) -> dict[str, Any]:
    """Check every promise of a strategy and, if it keeps them, its speed and how it fares against `random`.

    Parameters
    ----------
    player : Player
    players, scenario : int, str or None
        What it plays; every number of players and every scenario if both are None.
    games, seed : int
        Games in each setting; fewer if they take long.

    Returns
    -------
    dict
        As `simkit check --json` prints it.
    """
    from simkit.core.chance import check_seed
    from simkit.core.session import machine

    game = player.game
    try:
        check_seed(seed)
    except ValueError as error:
        raise Unknown(str(error)) from None
    table = machine(game)
    settings = _settings(game, players, scenario)
    refused, asked = table.refusal(player), None
    broken, tested, peek, looked = _promises(table, player, settings, games, seed)
    first = settings[0] if players is not None or scenario is not None else (min(max(2, game.seats[0]), game.seats[1]), "")
    if "legal" not in broken and (difference := _played_twice(table, player, first, min(games, 50), seed)):
        broken.setdefault("steady", difference)
    texts = {
        "legal": f"every choice is in the list, {looked}",
        "hands off": "the table is as it was after a choice",
        "steady": "asked twice it chooses the same; played twice, games are the same",
        "no peeking": "it chooses the same when all that its seat cannot see is dealt anew",
        "plain Python": "it plays in plain Python only",
    }
    if "steady" in broken:  # it may choose anew for no reason at all
        broken.pop("no peeking", None)
        tested, peek = tested - {"no peeking"}, None
    elif refused is None and FAILS not in broken.get("legal", ""):
        differs, asked = _in_python(table, player, settings, seed)
        texts["plain Python"] = f"it chooses the same, {plural(asked, 'decision')}"
        if differs:
            broken["plain Python"] = f"not the same there, {differs}"
    if refused is not None or asked is not None:
        tested |= {"plain Python"}
    told = [
        {"name": name, "kept": False, "text": broken[name]} if name in broken
        else {"name": name, "kept": True, "text": text} if name in tested
        else {"name": name, "kept": None, "text": NOT_TESTED}
        for name, text in texts.items()
    ]  # fmt: skip
    rivals = [player, *(_known(name, game) for name in ("random", "greedy") if name != player.label)]
    return {
        "strategy": player.label, "file": str(player.strategy.file), "game": game.name, "title": game.title, "seed": seed,
        "settings": [_told_setting(game, setting) for setting in settings], "kept": not broken,
        "refused": asdict(refused) if refused else None, "promises": told, "peek": peek,
        "speed": [] if broken else [_speed(table, rival, first, seed) for rival in rivals],
        "against_random": None if broken else _against_random(table, player, first, games, seed),
    }  # fmt: skip


Setting = tuple[int, str]  # number of players, scenario or ""


def _settings(game: Game, players: int | None, scenario: str | None) -> list[Setting]:
    if scenario is not None:
        if not game.mode_rule:
            raise Unknown(f"{game.title} has no solo scenarios")
        if players not in (None, 1):
            raise Unknown(f"--scenario {scenario}: solo scenarios are for 1 player, not {players}")
        game.rule(game.mode_rule).check(scenario)
        return [(1, scenario)]
    if players is not None:
        return [(game.check_players(players), "")]
    low, high = game.seats
    several: list[Setting] = [(count, "") for count in range(max(2, low), high + 1)]
    alone: list[Setting] = [(1, mode) for mode in ("", *game.modes)] if low == 1 else []
    return several + alone


def _told_setting(game: Game, setting: Setting) -> str:
    players, scenario = setting
    return scenario or f"{players} player{'' if players == 1 else 's'}"


def _config(game: Game, setting: Setting) -> Any:
    return game.config({game.mode_rule: setting[1]} if setting[1] else {})


def _known(name: str, game: Game) -> Player:
    from simkit import registry

    return registry.player(name, game)


def _promises(
    table: Machine, player: Player, settings: Sequence[Setting], games: int, seed: int
) -> tuple[dict[str, str], set[str], dict[str, Any] | None, str]:
    """Ask at sampled decisions again; return what is broken by promise, what was tested, the peek if there is one, what was looked at."""
    from simkit.core import conformance
    from simkit.core.peeking import find_peek

    names = {
        conformance.BAD_INDEX: "legal", conformance.NO_ACTION: "legal", conformance.UNSTEADY: "steady",
        conformance.CHANGED_STATE: "hands off", conformance.CHOICE: "no peeking",
    }  # fmt: skip
    broken: dict[str, str] = {}
    tested: set[str] = set()
    peek, decisions, played = None, 0, 0
    for setting in settings:
        config, done, size = _config(player.game, setting)[0], 0, 1
        conformance.peeks(table, player, config, setting[0], 0, seed)  # compiles, which is not to count
        until = time.perf_counter() + PROMISE_SECONDS / len(settings)
        name = ""
        while not name and done < games and (done == 0 or time.perf_counter() < until):
            size = min(size, games - done)
            try:
                report = conformance.peeks(table, player, config, setting[0], size, seed, first=done, sample=SAMPLE)
            except Unknown as error:  # what it raised
                name = "legal"
                broken.setdefault(name, f"{FAILS} at {_told_setting(player.game, setting)}: {_flat(error)}")
                break
            decisions += report.decisions
            played += report.games + (1 if report.breach else 0)
            done += size
            size *= 2
            if not report.breach:
                continue
            name = names[report.found[0]]
            if name not in broken:
                where = _where(report, seed, _told_setting(player.game, setting))
                broken[name] = _what(report) if name == "no peeking" else f"it {_what(report)} ({where})"
                if name == "no peeking" and (found := find_peek(table, player, config, setting[0], seed, report)):
                    peek = _told_peek(player.game, found, setting)
                elif name == "no peeking":
                    broken[name] += f" ({where})"
        tested |= set(ORDER[: ORDER.index(name)] if name else ORDER)
    looked = f"{plural(decisions, 'decision')} asked again in {plural(played, 'game')} at {_span(player.game, settings)}"
    return broken, tested, peek, looked


def _span(game: Game, settings: Sequence[Setting]) -> str:
    counts = [players for players, scenario in settings if not scenario]
    modes = [scenario for _, scenario in settings if scenario]
    if len(settings) == 1:
        return _told_setting(game, settings[0])
    return f"{min(counts)} to {max(counts)} players" + (f" and {len(modes)} solo scenarios" if modes else "")


def _what(report: Report) -> str:
    from simkit.core.conformance import BREACHES, CHOICE

    if report.found[0] == CHOICE:
        return "its choice depends on what its seat cannot see"
    return BREACHES[report.found[0]].format(what=report.found[5], other=report.found[6])


def _where(report: Report, seed: int, setting: str) -> str:
    _, game, seat, turn, decision, *_ = report.found
    return f"{setting}, seed {seed}, game {game}, turn {turn}, seat {seat + 1}, its decision {decision + 1}"


def _told_peek(game: Game, peek: Peek, setting: Setting) -> dict[str, Any]:
    from simkit.core.state_words import field_words, place_words

    config, words = _config(game, setting), field_words(game)
    places = [place_words(game, field, index, words) for field, index in peek.places]
    if len(places) > SHOWN:
        places = [*places[: SHOWN - 1], f"and {len(places) - SHOWN + 1} more"]
    is_luck = all(field == "luck" for field, _ in peek.places)
    advice = "tries actions on the real table, whose future is fixed: copy it, `redeal` the copy and try them there" if is_luck else (
        "reads what it may not know: leave it out, or read it on a copy after `redeal`"
    )  # fmt: skip
    return {
        "setting": _told_setting(game, setting), "game": peek.game, "turn": peek.turn, "seat": peek.seat + 1,
        "decision": peek.decision + 1, "chosen": _action_words(game, config, peek.state, peek.chosen),
        "otherwise": _action_words(game, config, peek.state, peek.otherwise),
        "places": places, "fields": [[field, *index] for field, index in peek.places], "advice": f"it {advice}",
    }  # fmt: skip


class _Table:
    """Plays batches of games in one setting."""

    def __init__(self, table: Machine, setting: Setting, seed: int) -> None:
        from simkit.core.sitting import Workspace

        self.table, self.seed = table, seed
        self.config, self.space = _config(table.game, setting), Workspace(table.game)

    def play(self, seated: Sequence[Player], first: int, count: int) -> Any:
        """Return the loop's rows of games first .. first + count."""
        from simkit.core.sitting import Sitting

        return Sitting(self.table, seated, self.seed, [self.config]).play(self.space, first, count).results


def _played_twice(table: Machine, player: Player, setting: Setting, games: int, seed: int) -> str:
    """Play the same games again, in another order: a strategy that counts games would not notice otherwise; return the first difference."""
    from simkit.core.asking import Asker
    from simkit.core.failing import where

    config = _config(table.game, setting)
    asker, until = Asker(table, player, config[0], seed), time.perf_counter() + SPEED_SECONDS
    kept: list[list[int]] = []
    while len(kept) < games and (not kept or time.perf_counter() < until):
        kept.append([action for _, action in asker.game(len(kept), setting[0])])
    difference = ""
    for number in reversed(range(len(kept))):
        for (state, action), before in zip(asker.game(number, setting[0]), kept[number], strict=False):
            if action != before:
                words = [_action_words(table.game, config, state, code) for code in (before, action)]
                difference = (
                    f"the same games played twice differ: it remembers something, or draws its own luck; first it chooses {words[0]}, "
                    f"the second time {words[1]} ({_told_setting(table.game, setting)}, seed {seed}, {where(state[0])})"
                )
                break
    return difference


def _in_python(table: Machine, player: Player, settings: Sequence[Setting], seed: int) -> tuple[str, int]:
    """Ask at every decision of some games in plain Python, too; return the first difference or error, and how many were asked."""
    import numpy as np

    from simkit.core.asking import Asker
    from simkit.core.failing import where
    from simkit.core.jit import helpers_in_python

    choose, asked = table.in_python(player.strategy), 0
    for setting in settings:
        config = _config(table.game, setting)
        asker, until = Asker(table, player, config[0], seed), time.perf_counter() + PLAIN_SECONDS / len(settings)
        for number in range(PLAIN_GAMES):
            for state, action in asker.game(number, setting[0]):
                try:
                    with helpers_in_python(), np.errstate(all="ignore"):  # which is what compiled code does
                        other = asker.action(state.copy(), choose)
                except Unknown as error:
                    return f"at {_told_setting(table.game, setting)}: {_flat(error)}", asked
                asked += 1
                if other != action:
                    words = [_action_words(table.game, config, state, code) for code in (action, other)]
                    at = f"{_told_setting(table.game, setting)}, seed {seed}, {where(state[0])}"
                    return f"compiled it chooses {words[0]}, but {words[1]} ({at})", asked
                if time.perf_counter() > until:
                    break
            if time.perf_counter() > until:
                break
    return "", asked


def _flat(error: Unknown) -> str:
    """Write an error of a strategy in one line: what, where, and the source."""
    what, _, source = str(error).partition("\n")
    return f"{what}{': ' if source else ''}{source.strip()}"


def _action_words(game: Game, config: Any, state: Any, code: int) -> str:
    if code < 0:
        return "an index outside the list"
    return str(game.text.describe_action(config[0], game.components.read(), state[0], code))


def _speed(table: Machine, player: Player, setting: Setting, seed: int) -> dict[str, Any]:
    """Measure one strategy in every seat."""
    from simkit.core.table import DECISIONS, EXTRA

    at, seated = _Table(table, setting, seed), [player] * setting[0]
    at.play(seated, 0, 1)  # the first call of a kernel takes long
    count, seconds, rows = 1, 0.0, None
    while seconds < SPEED_SECONDS / 2:
        begun = time.perf_counter()
        rows = at.play(seated, 1, count)
        seconds = time.perf_counter() - begun
        count *= 2
    assert rows is not None
    decisions = int(rows[:, :, DECISIONS - EXTRA].sum())
    return {"strategy": player.label, "games_per_second": len(rows) / seconds, "decisions_per_second": decisions / seconds}


def _against_random(table: Machine, player: Player, setting: Setting, games: int, seed: int) -> dict[str, Any]:
    """Play every deal from every seat against `random`; alone, count successes of both."""
    import numpy as np

    from simkit.analysis.intervals import joint, wilson

    at, random, players = _Table(table, setting, seed), _known("random", player.game), setting[0]
    share = [column.name for column in player.game.columns].index("share")
    until, blocks = time.perf_counter() + AGAINST_SECONDS, np.zeros((0, players))
    size = 1
    while len(blocks) < games and (len(blocks) < 2 or time.perf_counter() < until):
        size = min(size, games - len(blocks))
        seats = [at.play([player if k == seat else random for k in range(players)], len(blocks), size) for seat in range(players)]
        blocks = np.vstack([blocks, np.column_stack([rows[:, seat, share] for seat, rows in enumerate(seats)]) / WHOLE])
        size *= 2
    count, means = len(blocks), blocks.mean(axis=1)
    found: dict[str, Any] = {"players": players, "scenario": setting[1], "blocks": count, "games": count * players}
    if players == 1:
        alone = at.play([random], 0, count)[:, 0, share].sum() // WHOLE
        successes = wilson(int(means.sum()), count)
        return found | {"share": float(means.mean()), "interval": list(map(float, successes)), "random_share": float(alone / count)}
    error = float(means.std(ddof=1)) / count**0.5 if count > 1 else 0.0
    (interval,) = joint([float(means.mean())], [error], count, comparisons=1)
    return found | {"share": float(means.mean()), "interval": list(map(float, interval))}
