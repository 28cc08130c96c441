"""The command `simkit`. Each command imports what it needs when it runs: `simkit games` needs no numba."""

from __future__ import annotations

import itertools
import json
import os
import signal
import sys
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, NoReturn

import typer
from typer.exceptions import Abort, TyperException

from simkit.batch import INTERRUPTED, RUNS
from simkit.core.game import Game, Unknown, parse_rule

if TYPE_CHECKING:
    from rich.console import Console

    from simkit.core.session import Session
    from simkit.core.strategy import Player

BAD_INPUT, FAILED = 2, 1
COMPILER_LINES, COMPILER_DETAILS = 4, ("There are ", "During: ", "File ")  # of its message: shown at most, not shown
STEP_SECONDS = 0.25  # of play between two looks at the keyboard
SHARE_UNITS = 60  # a whole win in the column `share`
WIDTH = 120  # columns where the output is no terminal

app = typer.Typer(
    name="simkit",
    help="A Monte Carlo laboratory for tabletop games.",
    epilog="Start with [bold]simkit games[/bold], then [bold]simkit play spellbloom[/bold].",
    rich_markup_mode="rich",
    add_completion=False,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)

GameName = Annotated[str, typer.Argument(metavar="GAME", help="Name of a game; `simkit games` lists them.", show_default=False)]
Strategies = Annotated[
    str,
    typer.Option("--strategy", "-s", metavar="A,B", help="One strategy, or one a seat: 'greedy,random', 'greedy(points=2)', 'my.py:rush'."),
]
Players = Annotated[
    int | None, typer.Option("--players", "-p", help="Players; by default as many as strategies, or 2.", show_default=False)
]
Seed = Annotated[int, typer.Option("--seed", help="0 to 2**64 - 1; one seed, one set of games.")]
Rules = Annotated[
    list[str] | None, typer.Option("--rule", "-r", metavar="NAME=VALUE", help="Change a rule; may be repeated.", show_default=False)
]
Scenario = Annotated[str | None, typer.Option("--scenario", help="Solo scenario; one player.", show_default=False)]
Components = Annotated[Path | None, typer.Option("--components", metavar="DIR", help="Your own card tables.", show_default=False)]
AsJson = Annotated[bool, typer.Option("--json", help="Machine-readable output.")]


def examples(*lines: str) -> str:
    """Write the examples below a command's help."""
    return "[bold]Examples[/bold]\n\n" + "\n\n".join(f"[cyan]{line.replace('[', chr(92) + '[')}[/cyan]" for line in lines)


@app.callback(invoke_without_command=True, help="A Monte Carlo laboratory for tabletop games.")
def begin(
    context: typer.Context,
    plugin: Annotated[
        list[str] | None,
        typer.Option("--plugin", metavar="NAME", help="Module, file or folder with a game or strategies; may be repeated."),
    ] = None,
) -> None:
    """Load plug-ins; without a command, show the help."""
    if plugin:
        from simkit.registry import load_plugin

        for name in plugin:
            load_plugin(name)
    if context.invoked_subcommand is None:
        typer.echo(context.get_help())


@app.command(epilog=examples("simkit games", "simkit --plugin my_game/ games", "simkit games --json"))
def games(as_json: AsJson = False) -> None:
    """List the games."""
    from simkit import registry

    found = list(registry.games().values())
    if as_json:
        names = [{"name": g.name, "title": g.title, "players": list(g.seats), "summary": g.summary, "modes": list(g.modes)} for g in found]
        _print_json(names)
        return
    rows = [(g.name, g.title, _span(*g.seats), ", ".join(g.modes), g.summary) for g in found]
    _table(("game", "title", "players", "solo scenarios", "what it is"), rows)


@app.command(epilog=examples("simkit strategies", "simkit strategies spellbloom"))
def strategies(
    game: Annotated[str | None, typer.Argument(metavar="[GAME]", help="Only those of one game.", show_default=False)] = None,
    as_json: AsJson = False,
) -> None:
    """List strategies with their parameters."""
    from simkit import registry
    from simkit.core.strategy import Player

    chosen = [registry.game(game)] if game else list(registry.games().values())
    found: list[dict[str, Any]] = [
        {"game": g.name, "name": s.name, "summary": s.summary, "parameters": Player(s, g).parameters}
        for g in chosen
        for s in registry.strategies(g).values()
    ]
    if as_json:
        _print_json(found)
        return
    rows = [(s["game"], s["name"], s["summary"], ", ".join(f"{n}={v:g}" for n, v in s["parameters"].items())) for s in found]
    _table(("game", "strategy", "what it does", "parameters and defaults"), rows)


@app.command(
    epilog=examples("simkit rules spellbloom", "simkit play spellbloom --rule three_dice_points=4", "simkit rules spellbloom --json")
)
def rules(game: GameName, as_json: AsJson = False) -> None:
    """List what can be changed in a game: its rule parameters."""
    from simkit import registry

    found = registry.game(game)
    if as_json:
        names = ("name", "default", "kind", "section", "ruling", "text")
        _print_json([{name: getattr(rule, name) for name in names} for rule in found.rules])
        return
    rows = [(r.name, r.default_text, r.kind, r.section, r.ruling, r.text) for r in found.rules]
    _table(("rule", "default", "values", "rulebook", "ruling", "what it is"), rows)


@app.command(
    epilog=examples(
        "simkit play spellbloom",
        "simkit play spellbloom --players 3 --strategy greedy --games 5000",
        "simkit play spellbloom --strategy greedy,random --rule three_dice_points=4",
        "simkit play spellbloom --scenario mana --components my_cards/",
        "simkit play spellbloom --rule 'start_mana={2 = [2, 3]}' --json",
    )
)
def play(  # noqa: PLR0913 - the options of a command
    game: GameName,
    players: Players = None,
    count: Annotated[int, typer.Option("--games", "-n", min=1, help="Games to play.")] = 1000,
    strategy: Strategies = "greedy",
    seed: Seed = 7,
    rule: Rules = None,
    components: Components = None,
    scenario: Scenario = None,
    number: Annotated[int, typer.Option("--number", help="Number of the first game.")] = 0,
    as_json: AsJson = False,
) -> None:
    """Play a quick batch and show who wins. Seats stay as given; `simkit run` plays every deal from every seat."""
    session, choosers = _open(game, players, strategy, seed, rule, components, scenario, number)
    from simkit.core.chance import MAX_GAME

    if number + count - 1 > MAX_GAME:
        raise Unknown(f"--games {count} from --number {number}: game numbers end at {MAX_GAME}")
    summary = play_games(session, choosers, count)
    if as_json:
        _print_json(summary)
        return
    one = session.players == 1
    heads = ("seat", "strategy", "success" if one else "wins", "95 % interval", "points", "95 % interval", "turns")
    rows = [
        (str(r["seat"]), r["strategy"], _percent(r["share"]), _between(r["share_interval"], _percent), f"{r['points']:.1f}",
         _between(r["points_interval"], "{:.1f}".format), f"{r['turns']:.1f}")
        for r in summary["seats"]
    ]  # fmt: skip
    scenario_text = f", {session.rules[session.game.mode_rule]}" if session.game.mode_rule in session.rules else ""
    title = f"{session.game.title}, {_plural(session.players, 'player')}{scenario_text}: {_plural(count, 'game')} of seed {seed}"
    _table(heads, rows, title)
    ended = ", ".join(f"{text} {n}" for text, n in summary["ended"].items() if n)
    typer.echo(f"ended: {ended}")
    typer.echo(f"{summary['games_per_second']:,.0f} games/s, {summary['decisions_per_second']:,.0f} decisions/s on one core")
    for note in session.tables.warnings:
        typer.echo(f"cards: {note}")


def play_games(session: Session, choosers: Sequence[Player], count: int) -> dict[str, Any]:
    """Play `count` games from the session's number on, one core, and sum them up by seat.

    Returns
    -------
    dict
        As `simkit play --json` prints it. Games with a fault are counted under `ended` and left out of all means.
    """
    import numpy as np

    from simkit.core import table

    game, machine, space = session.game, session.machine, session.workspace
    order = [*choosers, *[choosers[0]] * (game.seats[1] - len(choosers))]  # unused seats hold any
    weights = np.zeros((len(order), max(len(player.weights) for player in order)))
    for seat, player in enumerate(order):
        weights[seat, : len(player.weights)] = player.weights
    with _compiling():
        kernels, loop, line_up = machine.kernels, machine.play, tuple(machine.choose(player) for player in order)
    nothing, histogram = np.zeros((0, 0, 0, 0), np.int32), np.zeros(1, np.int64)
    caps, stop = np.array([game.turn_cap, game.decision_cap]), np.zeros(1, np.int64)
    sums = _Sums(game, session.players)
    begun = time.perf_counter()
    done, size = 0, 1
    with _interrupt_sets(stop), _progress("games", count) as advance:
        while done < count:
            since = time.perf_counter()
            size = min(size, count - done)
            rows = np.zeros((size, session.players, len(game.columns) + table.EXTRA), np.int64)
            loop(
                session.config[0], space.states, space.actions, space.scratch, rows, histogram, nothing, space.no_log,
                stop, np.uint64(session.seed), session.number + done, size, session.players, caps, kernels, line_up, weights,
            )  # fmt: skip
            if stop[0]:
                raise KeyboardInterrupt
            sums.add(rows)
            done += size
            advance(done)
            if time.perf_counter() - since < STEP_SECONDS / 2:
                size *= 2
    return _summary(session, choosers, sums, time.perf_counter() - begun)


@contextmanager
def _interrupt_sets(stop: Any) -> Iterator[None]:
    """Let Ctrl-C set a flag that the loop reads before every game, so that it is never raised inside compiled code."""

    def note(signum: int, frame: Any) -> None:
        stop[0] = 1

    before = signal.signal(signal.SIGINT, note)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


class _Sums:
    """What a batch comes to: whole numbers, so that memory stays flat and no order of adding matters."""

    def __init__(self, game: Game, players: int) -> None:
        names = [column.name for column in game.columns]
        self._share, self._total = names.index("share"), names.index("total")
        self.games = self.whole = self.decisions = 0  # `whole`: without a fault
        self.shares, self.totals, self.turns = [_Moments() for _ in range(players)], [_Moments() for _ in range(players)], [0] * players
        self.ended: Counter[int] = Counter()
        self.faults: Counter[int] = Counter()

    def add(self, rows: Any) -> None:
        """Add what the loop wrote."""
        from simkit.core import table

        over, fault = rows[:, 0, table.OVER - table.EXTRA], rows[:, 0, table.FAULT_CODE - table.EXTRA]
        whole = rows[over != table.FAULT]
        self.games += len(rows)
        self.whole += len(whole)
        self.decisions += int(rows[:, :, table.DECISIONS - table.EXTRA].sum())
        self.ended.update(over.tolist())
        self.faults.update(fault.tolist())
        for seat in range(rows.shape[1]):
            self.shares[seat].add(whole[:, seat, self._share])
            self.totals[seat].add(whole[:, seat, self._total])
            self.turns[seat] += int(whole[:, seat, table.TURNS - table.EXTRA].sum())


@dataclass
class _Moments:
    """Number, sum and sum of squares of whole numbers."""

    count: int = 0
    sum: int = 0
    squares: int = 0

    def add(self, values: Any) -> None:
        """Add an array of int64."""
        self.count += len(values)
        self.sum += int(values.sum())
        self.squares += int((values * values).sum())

    @property
    def mean(self) -> float:
        """Their mean; 0 of nothing."""
        return self.sum / self.count if self.count else 0.0

    @property
    def error(self) -> float:
        """Standard error of the mean; 0 below two."""
        if self.count < 2:
            return 0.0
        return float(((self.count * self.squares - self.sum**2) / (self.count - 1)) ** 0.5 / self.count)


def _summary(session: Session, choosers: Sequence[Player], sums: _Sums, seconds: float) -> dict[str, Any]:
    from simkit.core import table

    game = session.game
    share_intervals, point_intervals = _share_intervals(sums.shares), [_mean_interval(points) for points in sums.totals]
    seats = [
        {
            "seat": seat + 1, "strategy": player.label,
            "share": sums.shares[seat].mean / SHARE_UNITS, "share_interval": share_intervals[seat],
            "points": sums.totals[seat].mean, "points_interval": point_intervals[seat], "turns": sums.turns[seat] / max(1, sums.whole),
        }
        for seat, player in enumerate(choosers)
    ]  # fmt: skip
    ended = {text: sums.ended[place] for place, text in enumerate(game.endings, start=1)} | {"cut off": sums.ended[table.CUT_OFF]}
    ended |= {f"fault: {table.FAULTS[code]}": sums.faults[code] for code in sorted(sums.faults.keys() - {0})}
    return {
        "game": game.name, "players": session.players, "rules": session.rules, "components": session.tables.source, "seed": session.seed,
        "number": session.number, "games": sums.games, "seats": seats, "ended": ended, "seconds": round(seconds, 3),
        "games_per_second": sums.games / seconds, "decisions_per_second": sums.decisions / seconds,
    }  # fmt: skip


def _share_intervals(shares: Sequence[_Moments]) -> list[list[float]]:
    """Return joint 95 % intervals of the shares of all seats; alone, that of a proportion."""
    from simkit.analysis.intervals import joint, wilson

    games, seats = shares[0].count, len(shares)
    if seats == 1:
        return [list(wilson(shares[0].sum // SHARE_UNITS, games))]
    means, errors = [share.mean / SHARE_UNITS for share in shares], [share.error / SHARE_UNITS for share in shares]
    return [list(map(float, row)) for row in joint(means, errors, games, comparisons=1 if seats == 2 else seats)]


def _mean_interval(points: _Moments) -> list[float] | None:
    """Return the 95 % interval of mean points; none below two games."""
    from simkit.analysis.intervals import critical_t

    if points.count < 2:
        return None
    half = critical_t(points.count - 1) * points.error
    return [points.mean - half, points.mean + half]


@app.command(
    epilog=examples(
        "simkit trace spellbloom",
        "simkit trace spellbloom --seed 7 --number 12 --players 3 --strategy greedy,random,greedy",
        "simkit trace spellbloom --scenario mana --json game.jsonl",
        "simkit trace --replay game.jsonl",
    )
)
def trace(  # noqa: PLR0913 - the options of a command
    game: Annotated[
        str | None, typer.Argument(metavar="[GAME]", help="Name of a game; not needed with --replay.", show_default=False)
    ] = None,
    players: Players = None,
    strategy: Strategies = "greedy",
    seed: Seed = 7,
    number: Annotated[int, typer.Option("--number", help="Number of the game.")] = 0,
    rule: Rules = None,
    components: Components = None,
    scenario: Scenario = None,
    json_file: Annotated[
        Path | None,
        typer.Option("--json", metavar="FILE", help="Write JSON lines to a file (- for the screen) instead.", show_default=False),
    ] = None,
    replay_file: Annotated[
        Path | None,
        typer.Option("--replay", metavar="FILE", help="Verify a trace step by step; exit code 1 if it differs.", show_default=False),
    ] = None,
) -> None:
    """Show one game of a seed as readable text, write it as JSON lines, or verify such a trace."""
    if replay_file is not None:
        _replay(replay_file, components)
        return
    if game is None:
        raise Unknown("trace needs a game, or --replay FILE; `simkit games` lists the games")
    session, choosers = _open(game, players, strategy, seed, rule, components, scenario, number)
    from simkit.core.trace import record

    with _compiling():
        played = record(session, choosers)
    if json_file is None:
        typer.echo(played.text(), nl=False)
    elif str(json_file) == "-":
        for line in played.json_lines():
            typer.echo(line)
    else:
        json_file.write_text("\n".join(played.json_lines()) + "\n", encoding="utf-8")
        _say(f"{json_file}: {_plural(len(played.steps), 'decision')}; verify it with: simkit trace --replay {json_file}")


@app.command(
    epilog=examples(
        "simkit run seats --quick",
        "simkit run spellbloom/solo --blocks 2000 --workers 2",
        "simkit run my_study.toml --rule three_dice_points=4 --into out/three_dice",
        "simkit run seats --fresh",
    )
)
def run(  # noqa: PLR0913 - the options of a command
    study: Annotated[str, typer.Argument(metavar="STUDY", help="Name of a study under experiments/, or a .toml file.", show_default=False)],
    blocks: Annotated[
        int | None, typer.Option("--blocks", help="Deals in all; each is played from every seat.", show_default=False)
    ] = None,
    quick: Annotated[bool, typer.Option("--quick", help="As many deals as the study's \\[quick] says, of its seed.")] = False,
    seed: Annotated[int | None, typer.Option("--seed", help="Instead of the study's.", show_default=False)] = None,
    workers: Annotated[
        int | None, typer.Option("--workers", "-w", help="Threads or processes; all cores by default.", show_default=False)
    ] = None,
    backend: Annotated[str, typer.Option("--backend", help="threading, loky or dask.")] = "threading",
    rule: Rules = None,
    components: Components = None,
    into: Annotated[Path | None, typer.Option("--into", metavar="DIR", help=f"The study folder; by default {RUNS}/NAME/ID.")] = None,
    fresh: Annotated[bool, typer.Option("--fresh", help="Play anew what is there already.")] = False,
) -> None:
    """Play a study into a folder. What is there is kept: an interrupted run goes on, a finished one is extended."""
    if quick and blocks is not None:
        raise Unknown("--quick and --blocks both say how many deals; give one of them")
    from simkit.batch import folder as folders
    from simkit.batch import run as runner
    from simkit.batch.plan import resolve
    from simkit.batch.spec import find, load

    path = find(study)
    own_cards = str(components.resolve()) if components else None
    asked = load(path, quick=quick, seed=seed, components=own_cards)
    if rule:
        rules = asked.rules | dict(map(parse_rule, rule))
        asked = load(path, quick=quick, seed=seed, components=own_cards, rules=rules)
    plan = resolve(asked)
    target = into or folders.default_folder(plan)
    if fresh:
        _empty(target)
    try:
        done = runner.run(plan, target, blocks, workers, backend, console=_screen(error=True))
    except runner.Interrupted as stopped:
        _say(f"simkit: {stopped}")
        sys.exit(stopped.exit_code)
    rate = f" ({done.rate:,.0f} games/s)" if done.played else ""
    typer.echo(f"{done.folder}: {_plural(done.blocks, 'deal')}, {_plural(done.games, 'game')}; {done.played:,} of them played now{rate}")
    typer.echo(f"next: simkit report {done.folder}")


def _empty(folder: Path) -> None:
    """Remove the files of a run, and nothing else, from its folder."""
    from simkit.batch.folder import CARDS, COLUMNS, LOG, MANIFEST, PARTS, Folder, holds_run

    if not folder.exists():
        return
    if any(folder.iterdir()) and not holds_run(folder):
        raise Unknown(f"--fresh: {folder} holds no run (no {MANIFEST} of one), so nothing in it is removed")
    with Folder(folder).locked():
        for pattern in (PARTS, CARDS, LOG, COLUMNS, MANIFEST):
            for file in folder.glob(pattern):
                file.unlink()


@app.command(epilog=examples("simkit report", f"simkit report {RUNS}/seats/3f2a91c07d1e --out out/page"))
def report(
    folders: Annotated[
        list[Path] | None,
        typer.Argument(
            metavar="[FOLDER...]", help="Study folders, as `simkit run` names them; by default each study's latest.", show_default=False
        ),
    ] = None,
    out: Annotated[Path, typer.Option("--out", "-o", metavar="DIR", help="Where the page and the tables go.")] = Path("out"),
) -> None:
    """Show the answers of studies, and write them as one HTML page and as CSV tables."""
    from reports import index, tables, text
    from simkit.analysis import StudyError
    from simkit.batch.folder import latest

    if not folders:
        folders, empty = latest()
        for folder in empty:
            _say(f"simkit: {folder} is left out: nothing was played into it yet")
    if not folders:
        raise Unknown(f"nothing to report: no study was played into {RUNS} yet; `simkit run seats --quick` plays one")
    try:
        for folder in folders:
            typer.echo(text.render(folder) + "\n")
        files = [index.write(folders, out), *tables.write(folders, out)]
    except StudyError as error:
        raise Unknown(str(error)) from None
    typer.echo(f"wrote {files[0]} and {_plural(len(files) - 1, 'table')} beside it")


@app.command(epilog=examples("simkit warm", "simkit warm spellbloom"))
def warm(
    games: Annotated[list[str] | None, typer.Argument(metavar="[GAME...]", help="All games by default.", show_default=False)] = None,
    processes: Annotated[int, typer.Option("--processes", min=1, help="How many compile at once.")] = 1,
) -> None:
    """Compile games and strategies ahead, so that the first run starts at once."""
    from simkit.batch.warm import warm as compile_ahead

    for name, seconds in compile_ahead(games or None, processes=processes).items():
        typer.echo(f"{name}: ready ({seconds:.1f} s)")


def _replay(file: Path, components: Path | None) -> None:
    import simkit

    try:
        lines = file.read_text(encoding="utf-8").splitlines()
    except UnicodeDecodeError:
        raise Unknown(f"{file}: not a text file") from None
    try:
        with _compiling():
            found = simkit.replay(lines, components)
    except Unknown as error:
        raise Unknown(f"{file}: {error}") from None
    typer.echo(f"{file}: {found.difference or f'agrees, {found.steps} decisions and the result'}")
    if not found.agrees:
        raise typer.Exit(FAILED)


def _open(
    game: str,
    players: int | None,
    strategy: str,
    seed: int,
    rule: Sequence[str] | None,
    components: Path | None,
    scenario: str | None,
    number: int,
) -> tuple[Session, list[Player]]:
    """Check what a command was given and set up its first game."""
    from simkit import registry

    found = registry.game(game)
    changed = dict(map(parse_rule, rule or ()))
    if scenario is not None:
        changed |= _scenario(found, scenario, players, changed)
        players = 1
    from simkit.core.strategy import split_players

    names = split_players(strategy)
    if not names:
        raise Unknown("--strategy: empty; expected names such as greedy,random")
    usual = len(names) if len(names) > 1 else max(found.seats[0], min(2, found.seats[1]))
    seats = usual if players is None else players
    found.check_players(seats)
    if len(names) not in (1, seats):
        raise Unknown(f"--strategy names {len(names)} strategies for {_plural(seats, 'player')}; name one, or one for each seat")
    choosers = [registry.player(name, found) for name in names] * (seats if len(names) == 1 else 1)
    from simkit.core.session import open_session

    with _compiling():
        return open_session(found, seed=seed, number=number, players=seats, rules=changed, components=components), choosers


def _scenario(game: Game, scenario: str, players: int | None, changed: dict[str, Any]) -> dict[str, Any]:
    if not game.mode_rule:
        raise Unknown(f"{game.title} has no solo scenarios")
    if players not in (None, 1):
        raise Unknown(f"--scenario {scenario}: solo scenarios are for 1 player, not {players}")
    if game.mode_rule in changed:
        raise Unknown(f"--scenario and --rule {game.mode_rule} say the same; give one of them")
    game.rule(game.mode_rule).check(scenario)
    return {game.mode_rule: scenario}


@contextmanager
def _compiling() -> Iterator[None]:
    """Show that something happens while kernels are compiled or loaded."""
    with _screen(error=True).status("loading kernels (the first time they are compiled: about half a minute)"):
        yield


@contextmanager
def _progress(what: str, total: int) -> Iterator[Any]:
    """Show progress on stderr, if that is a terminal; yields what takes the number done so far."""
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    screen = _screen(error=True)
    columns = (TextColumn(what), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=screen, transient=True, disable=not screen.is_terminal) as bar:
        task = bar.add_task(what, total=total)
        yield lambda done: bar.update(task, completed=done)


def _screen(*, error: bool = False) -> Console:
    from rich.console import Console

    stream = sys.stderr if error else sys.stdout
    return Console(stderr=error, width=None if stream.isatty() or "COLUMNS" in os.environ else WIDTH, highlight=False)


def _table(heads: Sequence[str], rows: Sequence[Sequence[str]], title: str | None = None) -> None:
    """Print a table; columns of numbers to the right, empty columns left out."""
    from rich import box
    from rich.table import Table
    from rich.text import Text

    kept = [i for i in range(len(heads)) if any(row[i] for row in rows)]
    grid = Table(box=box.SIMPLE_HEAD, title=title, title_justify="left", title_style="bold", pad_edge=False)
    for i in kept:
        is_number = all(row[i][:1].isdigit() and len(row[i]) < WIDTH // 6 for row in rows)
        grid.add_column(heads[i], justify="right" if is_number else "left", overflow="fold")
    for row in rows:
        grid.add_row(*(Text(row[i]) for i in kept))
    _screen().print(grid)


def _print_json(value: Any) -> None:
    typer.echo(json.dumps(value, indent=1, ensure_ascii=False))


def _say(text: str) -> None:
    typer.echo(text, err=True)


def _percent(share: float) -> str:
    return f"{100 * share:.1f} %"


def _between(interval: Sequence[float] | None, show: Any) -> str:
    return f"{show(interval[0])} to {show(interval[1])}" if interval else ""


def _plural(count: int, noun: str) -> str:
    return f"{count:,} {noun}" + ("" if count == 1 else "s")


def _span(low: int, high: int) -> str:
    return str(low) if low == high else f"{low} to {high}"


def main(arguments: Sequence[str] | None = None) -> NoReturn:
    """Run the command line; exit code 2 and one message on stderr for bad input, 1 for a game that fails, 130 after Ctrl-C."""
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")  # a sigil's shape must not end a run on a narrow terminal encoding
    try:
        code = app(args=arguments, prog_name="simkit", standalone_mode=False)
    except TyperException as error:
        _fail(error.format_message())
    except Unknown as error:
        _fail(_brief(error))
    except (OverflowError, RuntimeError) as error:  # a number that fits no column, a log that overflows: the game's author must know
        _fail(str(error) or type(error).__name__, FAILED)
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # the reader has seen enough
        sys.exit(0)
    except OSError as error:
        _fail(f"{error.filename}: {error.strerror}" if error.filename else str(error))
    except (KeyboardInterrupt, Abort):
        code = INTERRUPTED
    if code == INTERRUPTED:  # typer turns Ctrl-C into this code and says nothing
        _say("simkit: interrupted; nothing is kept, the same command starts again")
    sys.exit(code if isinstance(code, int) else 0)


def _brief(error: Unknown) -> str:
    """Return an error's message; of what a compiler said, which is long, only what is wrong and where in the file."""
    if error.__cause__ is None:
        return str(error)
    lines = [line.strip() for line in str(error).splitlines() if line.strip()]
    places = [line.rstrip(":") for line in lines if line.startswith("File ")]
    said = itertools.takewhile(lambda line: not line.startswith(COMPILER_DETAILS), lines)
    return "\n".join([*itertools.islice(said, COMPILER_LINES), *places[-1:]])


def _fail(message: str, code: int = BAD_INPUT) -> NoReturn:
    _say(f"simkit: {message}")
    sys.exit(code)
