"""What can be played: games, strategies, rules."""

from __future__ import annotations

from typing import Annotated, Any

import typer

from simkit.cli.options import AsJson, GameName, app, examples
from simkit.cli.screen import print_json, show_table, span


@app.command(epilog=examples("simkit games", "simkit --plugin my_game/ games", "simkit games --json"))
def games(as_json: AsJson = False) -> None:
    """List the games."""
    from simkit import registry

    found = list(registry.games().values())
    if as_json:
        names = [{"name": g.name, "title": g.title, "players": list(g.seats), "summary": g.summary, "modes": list(g.modes)} for g in found]
        print_json(names)
        return
    rows = [(g.name, g.title, span(*g.seats), ", ".join(g.modes), g.summary) for g in found]
    show_table(("game", "title", "players", "solo scenarios", "what it is"), rows)


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
        print_json(found)
        return
    rows = [(s["game"], s["name"], s["summary"], ", ".join(f"{n}={v:g}" for n, v in s["parameters"].items())) for s in found]
    show_table(("game", "strategy", "what it does", "parameters and defaults"), rows)


@app.command(
    epilog=examples("simkit rules spellbloom", "simkit play spellbloom --rule three_dice_points=4", "simkit rules spellbloom --json")
)
def rules(game: GameName, as_json: AsJson = False) -> None:
    """List what can be changed in a game: its rule parameters."""
    from simkit import registry

    found = registry.game(game)
    if as_json:
        names = ("name", "default", "kind", "section", "ruling", "text")
        print_json([{name: getattr(rule, name) for name in names} for rule in found.rules])
        return
    rows = [(r.name, r.default_text, r.kind, r.section, r.ruling, r.text) for r in found.rules]
    show_table(("rule", "default", "values", "rulebook", "ruling", "what it is"), rows)
