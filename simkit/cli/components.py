"""Card tables: export, check, show, diff."""

from __future__ import annotations

import shlex
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from simkit.cli.options import BAD_INPUT, AsJson, Components, GameName, app, examples
from simkit.cli.screen import plural, print_json, say, say_cards, show_table

if TYPE_CHECKING:
    from simkit.core.sheets import Found, Tables

components = typer.Typer(rich_markup_mode="rich", context_settings={"help_option_names": ["-h", "--help"]})
app.add_typer(components, name="components")

_CARDS = "a folder of CSV files, or an .xlsx workbook"
Cards = Annotated[Path, typer.Argument(metavar="PATH", help=f"Card tables: {_CARDS}.", show_default=False)]


@components.callback(
    invoke_without_command=True,
    epilog=examples("simkit components export spellbloom my_cards.xlsx", "simkit components check spellbloom my_cards.xlsx"),
)
def begin(context: typer.Context) -> None:
    """Your own cards: write a game's tables to edit, check them, show them in words, say what was changed."""
    if context.invoked_subcommand is None:
        typer.echo(context.get_help())


@components.command(
    epilog=examples(
        "simkit components export spellbloom my_cards.xlsx",
        "simkit components export spellbloom my_cards/",
        "simkit components export spellbloom my_cards.xlsx --components my_cards/ --force",
    )
)
def export(
    game: GameName,
    target: Annotated[Path, typer.Argument(metavar="DIR|FILE.xlsx", help=f"What to write: {_CARDS}.", show_default=False)],
    components: Components = None,
    force: Annotated[bool, typer.Option("--force", help="Replace files that are there already.")] = False,
) -> None:
    """Write a game's card tables to edit: numbers to change, and a column that says in words what each card does."""
    from simkit import registry
    from simkit.core.export import export as write

    found = registry.game(game)
    tables: Tables = found.components.read(components)
    files = write(tables, target, force=force)
    sizes = ", ".join(f"{sheet.name} {len(tables.rows[sheet.name])}" for sheet in tables.sheets)
    typer.echo(f"wrote {', '.join(map(str, files))} ({sizes})")
    path = shlex.quote(str(target))
    say(f"next: edit, then simkit components check {game} {path}; simkit play {game} --components {path}")


@components.command(
    epilog=examples("simkit components check spellbloom my_cards/", "simkit components check spellbloom my_cards.xlsx --json")
)
def check(game: GameName, path: Cards, as_json: AsJson = False) -> None:
    """Check card tables: what was found, what is wrong (exit code 2), and which printed counts changed."""
    from simkit import registry
    from simkit.core.sheets import Problems

    found = registry.game(game)
    try:
        tables: Tables = found.components.read(path)
    except Problems as error:
        if as_json:
            print_json({"usable": False, "errors": list(error.problems), "files": _files(error.found)})
            sys.exit(BAD_INPUT)
        _show_files(error.found)
        raise
    if as_json:
        print_json(
            {
                "usable": True, "source": tables.source, "sha256": tables.sha256, "files": _files(tables.found),
                "provenance": tables.provenance, "warnings": list(tables.warnings), "remarks": list(tables.remarks),
            }
        )  # fmt: skip
        return
    _show_files(tables.found)
    for note in tables.notes:
        typer.echo(f"cards: {note}")
    kinds = ", ".join(f"{number} {origin}" for origin, number in tables.provenance.items())
    typer.echo(f"{path}: can be played; {plural(len(tables.notes), 'warning')}; cards by where their numbers come from: {kinds or 'none'}")


@components.command(
    epilog=examples(
        "simkit components show spellbloom",
        "simkit components show spellbloom my_cards/ --sheet tasks",
        "simkit components show spellbloom --json",
    )
)
def show(
    game: GameName,
    path: Annotated[Path | None, typer.Argument(metavar="[PATH]", help=f"{_CARDS.capitalize()}; by default the game's own.")] = None,
    sheet: Annotated[str | None, typer.Option("--sheet", metavar="NAME", help="Only this table.", show_default=False)] = None,
    as_json: AsJson = False,
) -> None:
    """Say in words what every card does."""
    from simkit import registry
    from simkit.core.sheets import copies_of, origin_of

    found = registry.game(game)
    tables: Tables = found.components.read(path)
    chosen = [tables.sheet(sheet)] if sheet else tables.sheets
    if as_json:
        rows = {
            one.name: [{**row, "words": one.say(row), "numbers_are": origin_of(row)} for row in tables.rows[one.name]] for one in chosen
        }
        print_json({"source": tables.source, "sha256": tables.sha256, "sheets": rows})
        return
    for one in chosen:
        lines = [(one.card_of(row), one.say(row), _copies(row), origin_of(row)) for row in tables.rows[one.name]]
        size = plural(sum(map(copies_of, tables.rows[one.name])), "card") if one.key else plural(len(lines), "row")
        show_table(("card" if one.key else "place", "what it does", "copies", "numbers are"), lines, f"{one.name}: {size}")
    say_cards(found.name, tables)


@components.command(
    epilog=examples(
        "simkit components diff spellbloom my_cards/",
        "simkit components diff spellbloom my_cards/ my_cards_v2.xlsx",
        "simkit components diff spellbloom my_cards/ --json",
    )
)
def diff(
    game: GameName,
    old: Cards,
    new: Annotated[
        Path | None,
        typer.Argument(metavar="[NEW]", help="The later tables. With one path, the game's own are the earlier ones.", show_default=False),
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Say in card words what was changed: from the game's own tables to PATH, or from PATH to NEW."""
    from simkit import registry
    from simkit.core.changes import changes

    found = registry.game(game)
    differing = changes(found, None, old) if new is None else changes(found, old, new)
    if as_json:
        print_json([vars(change) for change in differing])
        return
    for change in differing:
        typer.echo(change.text)
    kinds = {kind: sum(change.kind == kind for change in differing) for kind in dict.fromkeys(change.kind for change in differing)}
    before, after = (f"{found.title}'s own cards", old) if new is None else (old, new)
    typer.echo(f"{before} -> {after}: {', '.join(f'{number} {kind}' for kind, number in kinds.items()) or 'no difference'}")


def _copies(row: dict[str, Any]) -> str:
    return "" if row.get("copies") in (None, 1) else str(row["copies"])


def _files(found: tuple[Found, ...]) -> list[dict[str, Any]]:
    return [vars(one) for one in found]


def _show_files(found: tuple[Found, ...]) -> None:
    if found:
        rows = [(one.place, one.written, str(one.rows), str(one.cards) if one.cards else "") for one in found]
        show_table(("found", "written as", "rows", "cards"), rows)
