"""Write a strategy of one's own: new, check."""

from __future__ import annotations

import textwrap
from pathlib import Path
from typing import Annotated, Any

import typer

from simkit.cli.options import FAILED, AsJson, GameName, Scenario, Seed, app, examples
from simkit.cli.screen import WIDTH, between, compiling, percent, plural, print_json
from simkit.core.game import Unknown

HEAD = 17  # columns of the heads of `check`

new = typer.Typer(
    help="Write a file to begin with.",
    no_args_is_help=True,
    epilog=examples("simkit new strategy spellbloom"),
    context_settings={"help_option_names": ["-h", "--help"]},
)
app.add_typer(new, name="new")


@new.command(epilog=examples("simkit new strategy spellbloom", "simkit new strategy spellbloom rush.py"))
def strategy(
    game: GameName,
    file: Annotated[Path | None, typer.Argument(metavar="[FILE]", help="By default my_GAME.py.", show_default=False)] = None,
    force: Annotated[bool, typer.Option("--force", help="Overwrite the file if it is there.")] = False,
) -> None:
    """Write a commented strategy that runs at once: what it is given, the game's fields and actions, how to look ahead honestly."""
    from simkit import registry

    found = registry.game(game)
    target = file or Path(f"my_{found.name}.py")
    if target.suffix != ".py":
        raise Unknown(f"{target}: a strategy's file ends in .py")
    if target.exists() and not force:
        raise Unknown(f"{target} is there already; --force overwrites it")
    from simkit.cli.drafting import draft, strategy_name

    with compiling(found):
        text = draft(found, target)
    target.write_text(text, encoding="utf-8")
    name = strategy_name(target)
    typer.echo(f"wrote {target} with the strategy {name}")
    typer.echo(f"next: simkit check {target}\n      simkit play {found.name} --strategy {target}:{name},random")


@app.command(
    epilog=examples(
        "simkit check my_ideas.py",
        "simkit check my_ideas.py:rush --players 2 --games 500",
        "simkit check 'my_ideas.py:rush(weight=2)' --scenario mana",
        "simkit check greedy --game spellbloom --json",
    )
)
def check(
    strategy: Annotated[
        str, typer.Argument(metavar="STRATEGY", help="A file, a strategy in it (my.py:name), or a known one.", show_default=False)
    ],
    game: Annotated[
        str | None, typer.Option("--game", help="Needed for a strategy that does not name its game.", show_default=False)
    ] = None,
    players: Annotated[
        int | None, typer.Option("--players", "-p", help="By default every number and every solo scenario.", show_default=False)
    ] = None,
    scenario: Scenario = None,
    games: Annotated[int, typer.Option("--games", "-n", min=1, help="Games at each number of players, at most.")] = 200,
    seed: Seed = 7,
    as_json: AsJson = False,
) -> None:
    """Check a strategy: legal, steady, does not peek, fast? Exit code 1 if it breaks a promise. A slow strategy is asked less often."""
    from simkit.cli.checking import check_player, find_player

    player = find_player(strategy, game)
    with compiling(player.game):
        found = check_player(player, players, scenario, games, seed)
    if as_json:
        print_json(found)
    else:
        _show(found)
    if not found["kept"]:
        raise typer.Exit(FAILED)


def _show(found: dict[str, Any]) -> None:
    """Print what a check found: a screen of lines with heads."""
    typer.echo(f"{found['strategy']} at {found['title']}: {'keeps its promises' if found['kept'] else 'BREAKS A PROMISE'}\n")
    refused = found["refused"]
    if refused:
        _line("compiled", f"no: line {refused['line']}, {refused['source']}")
        _line("", refused["why"] + (f"; to change it: {refused['change']}" if refused["change"] else ""))
    else:
        _line("compiled", "yes")
    for promise in found["promises"]:
        _line(promise["name"], promise["text"] if promise["kept"] is None else f"{'yes' if promise['kept'] else 'NO'}: {promise['text']}")
    peek = found["peek"]
    if peek:
        where = f"seed {found['seed']}, game {peek['game']}, turn {peek['turn']}, seat {peek['seat']}, its decision {peek['decision']}"
        _line("", f"{where}{', ' + peek['setting'] if peek['setting'] else ''}")
        _line("", f"it chooses: {peek['chosen']}")
        _line("", f"but: {peek['otherwise']}")
        for place in peek["places"]:
            _line("", f"if this alone is dealt anew: {place}" if len(peek["places"]) == 1 else f"if dealt anew together: {place}")
        _line("", peek["advice"])
    for speed in found["speed"]:
        head = "speed" if speed is found["speed"][0] else ""
        rates = f"{speed['games_per_second']:>12,.0f} games/s {speed['decisions_per_second']:>14,.0f} decisions/s"
        typer.echo(f"{head:<{HEAD}}{rates}   {speed['strategy']}")
    if (against := found["against_random"]) is not None:
        _show_wins(against)


def _show_wins(against: dict[str, Any]) -> None:
    one = against["players"] == 1
    rate = f"{percent(against['share'])} ({between(against['interval'], percent)})"
    if one:
        _line("success", f"{rate} of {plural(against['games'], 'game')} alone; random {percent(against['random_share'])}")
    else:
        par = percent(1 / against["players"])
        deals = plural(against["blocks"], "deal")
        _line("wins", f"{rate} against random at {against['players']} players, {deals} from every seat; par is {par}")


def _line(head: str, text: str) -> None:
    lines = textwrap.wrap(text, WIDTH - HEAD, drop_whitespace=True, break_on_hyphens=False) or [""]
    for place, line in enumerate(lines):
        typer.echo(f"{head if place == 0 else '':<{HEAD}}{line}")
