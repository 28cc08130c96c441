"""Studies: run, report, warm."""

from __future__ import annotations

import shlex
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from simkit.batch import RUNS
from simkit.cli.options import AsJson, Blocks, Components, Into, Minutes, Rules, RunName, RunNote, Workers, app, examples
from simkit.cli.running import affordable, play, read_sizes
from simkit.cli.screen import plural, print_json, say, say_cards, show_table
from simkit.core.game import Unknown, parse_rule

if TYPE_CHECKING:
    from simkit.planning import Size

OUT = RUNS.parent


@app.command(
    epilog=examples(
        "simkit run spellbloom/seats --quick",
        "simkit run all --quick",
        "simkit run spellbloom/solo --blocks 2000 --workers 2",
        "simkit run spellbloom/seats --minutes 5 --name evening --note 'before the new cards'",
        "simkit run my_study.toml --rule three_dice_points=4 --into out/three_dice",
        "simkit run spellbloom/seats --fresh",
        "simkit run spellbloom/solo --playtests my_games.csv",
    )
)
def run(  # noqa: PLR0913 - the options of a command
    studies: Annotated[
        list[str],
        typer.Argument(metavar="STUDY...", help="Names of studies under experiments/, or .toml files; all: every one.", show_default=False),
    ],
    blocks: Blocks = None,
    minutes: Minutes = None,
    quick: Annotated[bool, typer.Option("--quick", help="As many deals as the study's \\[quick] says, of its seed.")] = False,
    seed: Annotated[int | None, typer.Option("--seed", help="Instead of the study's.", show_default=False)] = None,
    workers: Workers = None,
    backend: Annotated[str, typer.Option("--backend", help="threading, loky or dask.")] = "threading",
    rule: Rules = None,
    components: Components = None,
    into: Into = None,
    players: Annotated[
        str | None, typer.Option("--players", "-p", metavar="N,N", help="Only these numbers of players.", show_default=False)
    ] = None,
    scenario: Annotated[
        list[str] | None, typer.Option("--scenario", help="Only this solo scenario; may be repeated.", show_default=False)
    ] = None,
    playtests: Annotated[
        Path | None,
        typer.Option(
            "--playtests",
            metavar="FILE",
            help="CSV of games of real people, for a solo study: scenario, score, won, turns.",
            show_default=False,
        ),
    ] = None,
    name: RunName = None,
    note: RunNote = "",
    fresh: Annotated[bool, typer.Option("--fresh", help="Play anew what is there already.")] = False,
) -> None:
    """Play studies, each into a folder. What is there is kept: an interrupted run goes on, a finished one is extended."""
    if sum((quick, blocks is not None, minutes is not None)) > 1:
        raise Unknown("--quick, --blocks and --minutes all say how many deals; give one of them")
    from simkit import registry
    from simkit.batch import folder as folders
    from simkit.batch.plan import resolve
    from simkit.batch.spec import experiments, find, load
    from simkit.laboratory import check_asked

    names = list(experiments()) if studies == ["all"] else studies
    if len(names) > 1 and (into or name):
        raise Unknown(f"--into and --name are for one study, not {len(names)}")
    own_cards = str(components.resolve()) if components else None
    only = [("--players", players), *(("--scenario", one) for one in scenario or []), ("--playtests", playtests), ("--name", name)]
    options = [str(word) for option, value in only if value for word in (option, value)]  # for the command that repeats the run
    plans = []
    for study in names:  # all are looked at before the first is played
        path = find(study)
        changes: dict[str, Any] = {"seed": seed, "components": own_cards, "name": name, "scenarios": scenario}
        changes["playtests"] = str(playtests.resolve()) if playtests else None
        asked = load(path, quick=quick, **changes)
        if players:
            sizes = read_sizes(registry.game(asked.game), players)
            changes["players"] = sizes[0] if asked.kind in ("cards", "setups") else sizes
        if rule:
            changes["rules"] = asked.rules | dict(map(parse_rule, rule))
        plan = resolve(load(path, quick=quick, **changes))
        for version in {version.components: version for version in plan.versions if not version.is_changed}.values():  # the same cards once
            say_cards(plan.game.name, version.tables)
        check_asked(plan)
        plans.append(plan)
    for study, plan in zip(names, plans, strict=True):
        deals = blocks
        if minutes is not None:
            deals = affordable(plan, minutes, workers)
            say(f"{plural(deals, 'deal')} take about {minutes:g} minutes; the same again: --blocks {deals}")
        target = into or folders.default_folder(plan)
        if fresh:
            _empty(target)
        done = play(plan, target, deals, workers, {"note": note, "study": study, "options": options}, backend)
        rate = f" ({done.rate:,.0f} games/s)" if done.played else ""
        typer.echo(f"{done.folder}: {plural(done.blocks, 'deal')}, {plural(done.games, 'game')}; {done.played:,} of them played now{rate}")
        typer.echo(f"next: simkit report {done.folder}")


def _empty(folder: Path) -> None:
    """Remove the files of a run, and nothing else, from its folder."""
    from simkit.batch.folder import COLUMNS, KEPT, LOG, LONG, MANIFEST, PARTS, Folder, holds_run

    if not folder.exists():
        return
    if any(folder.iterdir()) and not holds_run(folder):
        raise Unknown(f"--fresh: {folder} holds no run (no {MANIFEST} of one), so nothing in it is removed")
    with Folder(folder).locked():
        for pattern in (PARTS, *(f"{kept}/{kept}-*.parquet" for kept in LONG), f"{KEPT}/*/*.csv", LOG, COLUMNS, MANIFEST):
            for file in folder.glob(pattern):
                file.unlink()


@app.command(
    epilog=examples(
        "simkit plan spellbloom/seats",
        "simkit plan spellbloom/seats --precision 0.5 --margin 0.02",
        "simkit plan my_study.toml --pilot 200 --json",
    )
)
def plan(
    study: Annotated[str, typer.Argument(metavar="STUDY", help="Name of a study under experiments/, or a .toml file.", show_default=False)],
    margin: Annotated[
        float | None, typer.Option("--margin", help="Share of par that matters, instead of the study's.", show_default=False)
    ] = None,
    precision: Annotated[
        float | None,
        typer.Option("--precision", help="Points of win share to each side, instead of the study's.", show_default=False),
    ] = None,
    pilot: Annotated[
        int | None, typer.Option("--pilot", help="Deals to play; about 15 seconds' worth by default.", show_default=False)
    ] = None,
    workers: Workers = None,
    rule: Rules = None,
    components: Components = None,
    as_json: AsJson = False,
) -> None:
    """Say how many deals a study needs, how long they take and how much disk, from a pilot that is thrown away."""
    from dataclasses import asdict

    from simkit.batch.plan import resolve
    from simkit.batch.spec import find, load
    from simkit.cli.running import piloted

    path = find(study)
    own_cards = str(components.resolve()) if components else None
    rules = load(path).rules | dict(map(parse_rule, rule)) if rule else None
    found = piloted(resolve(load(path, components=own_cards, rules=rules)), margin, precision, pilot, workers)
    if as_json:
        print_json(asdict(found))
        return
    lead = found.headline
    typer.echo(f"{study}, from {plural(found.pilot, 'deal')} of a fresh seed, {plural(found.games, 'game')} each, thrown away")
    if lead:
        typer.echo(f"widest interval: {lead.what}; a deal's value has a standard deviation of {100 * lead.spread:.1f} points")
    if lead and lead.gain is not None:
        typer.echo(f"each game is worth {lead.gain:.1f} plain games with luck of their own (realised variance reduction)")
    rows = [(size.wish, *_cost(size)) for size in found.sizes]
    show_table(("wish", "deals, about", "minutes", "megabytes"), rows)


def _cost(size: Size) -> tuple[str, str, str]:
    if size.deals is None or size.minutes is None or size.megabytes is None:
        return "over 2,000,000", "-", "-"
    unit: int = 10 ** max(len(str(size.deals)) - 2, 0)
    minutes = f"{size.minutes:.2g}" if size.minutes < 10 else f"{size.minutes:,.0f}"
    return f"{-(-size.deals // unit) * unit:,}", minutes, f"{size.megabytes:,.1f}"


@app.command(
    epilog=examples(
        "simkit report",
        "simkit report spellbook/seats blume/solo --out out/gallery",
        f"simkit report {RUNS}/seats/3f2a91c07d1e --out out",
        "simkit report --no-games",
    )
)
def report(
    folders: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="[RUN...]",
            help="Folders, names or ids of runs, as `simkit history` lists them, or studies as GAME/STUDY: the largest run of each; "
            "by default each study's largest run, and its latest.",
            show_default=False,
        ),
    ] = None,
    out: Annotated[Path, typer.Option("--out", "-o", metavar="DIR", help="Where the pages and the tables go.")] = OUT,
    games: Annotated[bool, typer.Option("--games/--no-games", help="Play three example games again for each page.")] = True,
) -> None:
    """Show the answers of studies, and write a page, tables and pictures of each, and one page of all."""
    from reports import index, kinds
    from simkit.analysis import StudyError, load
    from simkit.batch.folder import Folder, find_run, latest
    from simkit.cli.reporting import written as write

    chosen = [find_run(text) for text in folders or []]
    if not folders:
        chosen, empty = latest()
        for folder in empty:
            say(f"simkit: {folder} is left out: nothing was played into it yet")
    studies = []
    for folder in chosen:
        try:
            studies.append(kinds.check(load(folder)))
        except StudyError as error:
            if folders:
                raise Unknown(str(error)) from None
            say(f"simkit: {folder} is left out: {error}")  # the others have their report all the same
    if not studies:
        raise Unknown(f"nothing to report: no study was played into {RUNS} yet; `simkit run spellbloom/seats --quick` plays one")
    labels = []
    try:
        for study, (label, screen) in zip(studies, write(studies, out, games), strict=True):
            typer.echo(screen + "\n")
            Folder(study.folder).looked(len(study.blocks))
            labels.append(label)
    except StudyError as error:
        raise Unknown(str(error)) from None
    path, written = index.write_index(labels, out)
    for done in written:
        small = "" if done.is_main else " (a larger run of this study leads the index)"
        files = f"{plural(done.tables, 'table')} as CSV, Parquet and XLSX, {plural(done.charts, 'chart')} as PNG"
        typer.echo(f"wrote {done.page}{small}; beside it {files}")
    elsewhere = "" if out == OUT else f" --out {shlex.quote(str(out))}"
    typer.echo(f"wrote {path}, which lists all studies; look at it with: simkit open{elsewhere}")


@app.command("open", epilog=examples("simkit open", "simkit open spellbloom/seats", "simkit open solo --out out"))
def open_page(
    study: Annotated[
        str | None, typer.Argument(metavar="[STUDY]", help="A study's own page; by default that of all studies.", show_default=False)
    ] = None,
    out: Annotated[Path, typer.Option("--out", "-o", metavar="DIR", help="Where `simkit report` wrote it.")] = OUT,
) -> None:
    """Open the report in the browser, and print where it lies."""
    page = out / "index.html"
    if not page.is_file():
        raise Unknown(f"nothing to open: there is no {page}; `simkit run spellbloom/seats --quick` and then `simkit report` write it")
    if study is not None:
        from reports import shelf
        from simkit.analysis import StudyError

        try:
            page = out / shelf.page_of(study, out) / "index.html"
        except StudyError as error:
            raise Unknown(str(error)) from None
    typer.echo(str(page))
    if typer.launch(page.resolve().as_uri()):
        say("simkit: no browser could be started; open the file by hand")


@app.command(epilog=examples("simkit warm", "simkit warm spellbloom"))
def warm(
    games: Annotated[list[str] | None, typer.Argument(metavar="[GAME...]", help="All games by default.", show_default=False)] = None,
    processes: Annotated[
        int | None, typer.Option(min=1, help="How many compile at once; all cores by default.", show_default=False)
    ] = None,
) -> None:
    """Compile games and strategies ahead, so that the first run starts at once."""
    from simkit.batch.warm import warm as compile_ahead

    for name, seconds in compile_ahead(games or None, processes=processes).items():
        typer.echo(f"{name}: ready ({seconds:.1f} s)")
