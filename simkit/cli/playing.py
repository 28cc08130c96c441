"""Play games and look at them: play, trace."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from simkit.cli.options import FAILED, AsJson, Components, GameName, Players, Rules, Scenario, Seed, Strategies, app, examples
from simkit.cli.screen import between, compiling, percent, plural, print_json, say, say_cards, show_table
from simkit.core.game import Game, Unknown, parse_rule

if TYPE_CHECKING:
    from simkit.core.session import Session
    from simkit.core.strategy import Player


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
    session, choosers = open_game(game, players, strategy, seed, rule, components, scenario, number)
    say_cards(session.game.name, session.tables)
    from simkit.core.trace import record

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


def _replay(file: Path, components: Path | None) -> None:
    from simkit import registry
    from simkit.core.trace import header, replay

    try:
        lines = file.read_text(encoding="utf-8").splitlines()
    except UnicodeDecodeError:
        raise Unknown(f"{file}: not a text file") from None
    try:
        game = registry.game(str(header(lines)["game"]))
        with compiling(game):
            found = replay(lines, game, components)
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
