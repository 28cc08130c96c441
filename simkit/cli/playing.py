"""Play games and look at them: play, trace."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from simkit.cli.options import FAILED, AsJson, Components, GameName, Players, Rules, Scenario, Seed, Strategies, app, examples
from simkit.cli.screen import between, compiling, percent, plural, print_json, say, say_cards, show_table
from simkit.core.game import Game, Unknown, parse_rule

if TYPE_CHECKING:
    from simkit.core.session import Session
    from simkit.core.strategy import Player
    from simkit.core.trace import Trace

OF_GAME = ("players", "strategy", "seed", "number", "rule", "components", "scenario")  # options that say nothing of a run
OF_RUN = ("arm", "block", "rotation")


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
    session, choosers = open_game(game, players, strategy, seed, rule, components, scenario, number)
    say_cards(session.game.name, session.tables)
    from simkit.cli.quick import play_games
    from simkit.core.chance import MAX_GAME

    if number + count - 1 > MAX_GAME:
        raise Unknown(f"--games {count} from --number {number}: game numbers end at {MAX_GAME}")
    summary = play_games(session, choosers, count)
    if as_json:
        print_json(summary)
    else:
        _show(session, summary)
    if summary["stopped"]:
        total = sum(stop["games"] for stop in summary["stopped"])
        reasons = [f"{stop['reason']}{f' ({name})' if (name := stop['strategy']) else ''}" for stop in summary["stopped"]]
        if len(reasons) > 1:
            reasons = [f"{stop['games']:,}: {reason}" for stop, reason in zip(summary["stopped"], reasons, strict=True)]
        say(f"simkit: {total:,} of {plural(count, 'game')} stopped and count for nobody: {'; '.join(reasons)}")
        raise typer.Exit(FAILED)


def _show(session: Session, summary: dict[str, Any]) -> None:
    """Print a batch by seat."""
    one = session.players == 1
    heads = ("seat", "strategy", "success" if one else "wins", "95 % interval", "points", "95 % interval", "turns")
    rows = [
        (str(r["seat"]), r["strategy"], percent(r["share"]), between(r["share_interval"], percent), f"{r['points']:.1f}",
         between(r["points_interval"], "{:.1f}".format), f"{r['turns']:.1f}")
        for r in summary["seats"]
    ]  # fmt: skip
    scenario_text = f", {session.rules[session.game.mode_rule]}" if session.game.mode_rule in session.rules else ""
    games = f"{plural(summary['games'], 'game')} of seed {session.seed}"
    title = f"{session.game.title}, {plural(session.players, 'player')}{scenario_text}: {games}"
    show_table(heads, rows, title)
    ended = ", ".join(f"{text} {n}" for text, n in summary["ended"].items() if n)
    typer.echo(f"ended: {ended}")
    typer.echo(f"{summary['games_per_second']:,.0f} games/s, {summary['decisions_per_second']:,.0f} decisions/s on one core")


@app.command(
    epilog=examples(
        "simkit trace spellbloom",
        "simkit trace spellbloom --seed 7 --number 12 --players 3 --strategy greedy,random,greedy",
        "simkit trace spellbloom --scenario mana --json game.jsonl",
        "simkit trace --replay game.jsonl",
        "simkit trace 3f2a91c07d1e --arm 5",
        "simkit trace out/runs/cards/3f2a91c07d1e --arm 5 --block 12 --rotation 1",
    )
)
def trace(  # noqa: PLR0913 - the options of a command
    context: typer.Context,
    game: Annotated[
        str | None,
        typer.Argument(
            metavar="[GAME|RUN]",
            help="Name of a game, or folder, name or id of a run as `simkit history` lists them; not needed with --replay.",
            show_default=False,
        ),
    ] = None,
    arm: Annotated[int, typer.Option("--arm", help="Of a run: the arm, as its rows and tables number it.")] = 0,
    block: Annotated[
        int | None, typer.Option("--block", help="Of a run: the deal; by default that of a typical game of the arm.", show_default=False)
    ] = None,
    rotation: Annotated[
        int | None, typer.Option("--rotation", help="Of a run: by how many seats the line-up is turned.", show_default=False)
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
    """Show one game of a seed, or of a run, as readable text, write it as JSON lines, or verify such a trace."""
    if replay_file is not None:
        _replay(replay_file, components)
        return
    if game is None:
        raise Unknown("trace needs a game, a run, or --replay FILE; `simkit games` and `simkit history` list them")
    from simkit import registry
    from simkit.core.trace import record

    of_run = game not in registry.games()
    _only(context, OF_GAME if of_run else OF_RUN, "a run says that itself" if of_run else "is for a run")
    if of_run:
        played = _of_run(game, arm, block, rotation)
    else:
        session, choosers = open_game(game, players, strategy, seed, rule, components, scenario, number)
        say_cards(session.game.name, session.tables)
        with compiling(session.game):
            played = record(session, choosers)
    if json_file is None:
        typer.echo(played.text(), nl=False)
    elif str(json_file) == "-":
        for line in played.json_lines():
            typer.echo(line)
    else:
        json_file.write_text("\n".join(played.json_lines()) + "\n", encoding="utf-8")
        say(f"{json_file}: {plural(len(played.steps), 'decision')}; verify it with: simkit trace --replay {json_file}")


def _only(context: typer.Context, others: Sequence[str], why: str) -> None:
    """Refuse options that were given and say nothing here."""
    for name in others:
        source = context.get_parameter_source(name)
        if source is not None and source.name == "COMMANDLINE":
            raise Unknown(f"--{name}: {why}")


def _of_run(run: str, arm: int, block: int | None, rotation: int | None) -> Trace:
    """Play a game of a run again: the one asked for, or a typical one."""
    from simkit import registry
    from simkit.analysis import StudyError, examples, load
    from simkit.batch.folder import find_run
    from simkit.core.trace import record
    from simkit.revisit import differs, game_of

    try:
        study = load(_run_or_game(run, find_run))
    except StudyError as error:
        raise Unknown(str(error)) from None
    if not 0 <= arm < len(study.arms):
        raise Unknown(f"--arm {arm}: {run} has the arms 0 to {len(study.arms) - 1}; columns.md of its folder names them")
    if block is None:
        chosen = next(iter(examples.examples(study, arm)), None)
        if chosen is None:
            raise Unknown(f"--arm {arm}: no game of it came to its end; --block names one all the same")
        say(f"{chosen.title.lower()} of arm {arm}, {study.arms[arm].label}: {chosen.rule}")
        block, rotation = chosen.block, chosen.rotation if rotation is None else rotation
    with compiling(registry.game(study.manifest["game"]["name"])):
        session, players = game_of(study, block, arm, rotation or 0)
        played = record(session, players)
    if differs(study, arm, block, rotation or 0, played.end):
        say("simkit: it does not end as the rows of the run say: the game or its players have changed since")
    return played


def _run_or_game(text: str, find_run: Callable[[str], Path]) -> Path:
    """Return the folder of a run; a name that is neither of a run nor of a game is said to be neither."""
    from simkit import registry

    try:
        return find_run(text)
    except Unknown as error:
        try:
            registry.game(text)
        except Unknown as other:
            raise Unknown(f"{error}\n{other}") from None
        raise


def _replay(file: Path, components: Path | None) -> None:
    from simkit import registry, revisit
    from simkit.core.trace import header

    try:
        lines = file.read_text(encoding="utf-8").splitlines()
    except UnicodeDecodeError:
        raise Unknown(f"{file}: not a text file") from None
    try:
        game = registry.game(str(header(lines)["game"]))
        with compiling(game):
            found = revisit.replay(lines, components)
    except Unknown as error:
        raise Unknown(f"{file}: {error}") from None
    typer.echo(f"{file}: {found.difference or f'agrees, {found.steps} decisions and the result'}")
    if not found.agrees:
        raise typer.Exit(FAILED)


def open_game(
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
        raise Unknown(f"--strategy names {len(names)} strategies for {plural(seats, 'player')}; name one, or one for each seat")
    choosers = [registry.player(name, found) for name in names] * (seats if len(names) == 1 else 1)
    from simkit.batch.warm import ahead
    from simkit.core.session import open_session

    with compiling(found):
        ahead(found, choosers)
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
