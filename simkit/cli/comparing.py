"""What a change does: compare; and what was played so far: history."""

from __future__ import annotations

import re
import shlex
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from simkit.batch import RUNS
from simkit.cli.options import AsJson, Blocks, GameName, Goals, Into, Minutes, RunName, RunNote, Scenario, Workers, app, examples
from simkit.cli.running import affordable, play, read_sizes
from simkit.cli.screen import plural, print_json, say, say_cards, show_table
from simkit.core.game import Game, Unknown, near_miss, parse_rule

if TYPE_CHECKING:
    from simkit.analysis import Study

OWN = "own"  # the game as it comes with simkit
MINUTES = 0.5  # a comparison lasts so long, if nothing else is said
_COMMA = re.compile(r",(?![^\[{]*[\]}])")  # outside brackets
_RULE = re.compile(r"\s*\w+\s*=")


@app.command(
    epilog=examples(
        "simkit compare spellbloom own my_cards/",
        "simkit compare spellbloom own three_dice_points=5 --goal 'turns 10..14' --goal 'seat_gap < 2pp'",
        "simkit compare spellbloom cards-v1.xlsx cards-v2.xlsx --players 2,3,4 --minutes 5 --name sharper-fire --note 'after the playtest'",
        "simkit compare spellbloom own my_cards/,start_mana=4 --scenario mana --strategy scholar",
    )
)
def compare(  # noqa: PLR0913 - the options of a command
    game: GameName,
    old: Annotated[
        str,
        typer.Argument(metavar="OLD", help="A folder of cards, a workbook, rules as name=value, with commas between; 'own': as it comes."),
    ],
    new: Annotated[str, typer.Argument(metavar="NEW", help="The version to compare with it.")],
    players: Annotated[
        str | None, typer.Option("--players", "-p", metavar="N,N", help="Numbers of players; 2 by default.", show_default=False)
    ] = None,
    strategy: Annotated[
        str | None,
        typer.Option("--strategy", "-s", metavar="A,B", help="Who sits together; by default the game's mixed table.", show_default=False),
    ] = None,
    scenario: Scenario = None,
    blocks: Blocks = None,
    minutes: Minutes = None,
    goal: Goals = None,
    margin: Annotated[float, typer.Option("--margin", min=0.001, max=0.999, help="Smallest change that matters, as a share.")] = 0.05,
    seed: Annotated[int, typer.Option("--seed", help="0 to 2**64 - 1; both versions meet its luck.")] = 7,
    name: RunName = None,
    note: RunNote = "",
    workers: Workers = None,
    into: Into = None,
    as_json: AsJson = False,
) -> None:
    """Play two versions of a game on the same luck and say what the change did."""
    from simkit import registry
    from simkit.batch import folder as folders
    from simkit.batch.plan import resolve
    from simkit.batch.spec import parse
    from simkit.batch.study import NAME
    from simkit.laboratory import check_asked

    if blocks is not None and minutes is not None:
        raise Unknown("--blocks and --minutes both say how many deals; give one of them")
    found = registry.game(game)
    if scenario and players not in (None, "1"):
        raise Unknown(f"--scenario {scenario}: solo scenarios are for 1 player, not {players}")
    sizes = [1] if scenario else read_sizes(found, players or "2")
    versions = _versions(found, old, new)
    if name and not re.fullmatch(NAME, name):
        raise Unknown(f"--name {name!r}: a name holds letters, digits, - _ and . without blanks; put the rest into --note")
    keys = {"name": name or "compare", "seed": seed, "blocks": blocks or 1, "margin": margin, "players": sizes, "goals": goal or []}
    tables = {"mixed": _line_up(found, strategy, sizes)}
    question = f"What changes from {versions[0]['name']} to {versions[1]['name']}?"
    what = {"kind": "variant", "game": game, "versions": versions, "tables": tables, "question": question}
    asked = parse(keys | what | ({"scenarios": [scenario]} if scenario else {}), Path.cwd() / "compare")
    plan = resolve(asked)
    for version in plan.versions:
        say_cards(game, version.tables)
    check_asked(plan)
    if blocks is None:
        blocks = affordable(plan, MINUTES if minutes is None else minutes, workers)
    said = ["simkit", "compare", game, old, new, "--seed", str(seed), "--blocks", str(blocks), "--margin", f"{margin:g}"]
    given = {"--players": players, "--strategy": strategy, "--scenario": scenario, "--name": name, "--note": note}
    said += [word for option, value in given.items() if value for word in (option, value)]
    said += [word for text in goal or [] for word in ("--goal", text)]
    target = into or folders.default_folder(plan)
    play(plan, target, blocks, workers, {"note": note, "command": shlex.join(said)})
    _tell(target, as_json)


def _versions(game: Game, old: str, new: str) -> list[dict[str, Any]]:
    """Read both versions; their names differ."""
    versions = [_version(game, text) for text in (old, new)]
    if versions[0]["name"] == versions[1]["name"]:
        versions[1]["name"] += " (again)"
    return versions


def _line_up(game: Game, strategy: str | None, sizes: list[int]) -> list[str]:
    """Return who plays: as asked, or the mixed table of the game's seats study, alone the first of its solo study."""
    from simkit.batch.spec import experiments, load
    from simkit.core.strategy import split_players

    if strategy is not None:
        if not (names := split_players(strategy)):
            raise Unknown("--strategy: empty; expected names such as greedy,random")
        return names
    known = experiments()
    alone = sizes == [1]
    path = known.get(f"{game.name}/{'solo' if alone else 'seats'}")
    if path is None:
        return ["greedy"]
    usual = load(path)
    return list(usual.strategies[:1]) if alone else list(usual.tables.mixed)  # type: ignore[attr-defined]


def _version(game: Game, text: str) -> dict[str, Any]:
    """Read a version as the command line gives it: places of cards, rules, or both, with commas between."""
    rules: dict[str, Any] = {}
    place: Path | None = None
    for part in _COMMA.split(text):
        if part.strip() == OWN:
            continue
        if _RULE.match(part):
            rule, value = parse_rule(part)
            game.check_rules({rule: value})
            rules[rule] = value
            continue
        if place is not None:
            raise Unknown(f"{text!r}: names two places of cards, {place} and {part.strip()}; give one")
        place = Path(part.strip()).expanduser()
        if not place.exists():
            neighbours = [p.name for p in place.parent.glob("*")] if place.parent.is_dir() else []
            hint = near_miss(place.name, neighbours)
            raise Unknown(f"{text!r}: there is no {place}{hint}; expected a folder of cards, a workbook, name=value, or {OWN!r}")
    name = ", ".join([*([place.name] if place else []), *(f"{rule}={value}" for rule, value in rules.items())]) or OWN
    return {"name": name, "rules": rules, **({"components": str(place.resolve())} if place else {})}


def _tell(folder: Path, as_json: bool) -> None:
    """Print what a comparison found."""
    from reports import kinds, text
    from simkit.analysis import StudyError, load
    from simkit.batch.folder import Folder

    try:
        found = kinds.find(load(folder), "compare")
        Folder(folder).looked(len(found.study.blocks))
    except StudyError as error:
        raise Unknown(str(error)) from None
    if as_json:
        print_json({"folder": str(folder)} | {name: table.to_dicts() for name, table in found.tables.items()})
        return
    typer.echo(text.render(found))
    typer.echo(f"all of it as a page: simkit report {folder}")


@app.command(epilog=examples("simkit history", "simkit history spellbloom", "simkit history --json"))
def history(
    game: Annotated[str | None, typer.Argument(metavar="[GAME]", help="Only runs of one game.", show_default=False)] = None,
    runs: Annotated[Path, typer.Option("--runs", metavar="DIR", help="Where the runs lie.")] = RUNS,
    as_json: AsJson = False,
) -> None:
    """List the runs that were played, the latest last: when, what, how many deals, name and note, and the folder."""
    from simkit import registry
    from simkit.analysis import StudyError, load

    wanted = registry.game(game).name if game else None
    found: list[dict[str, Any]] = []
    for folder in sorted(file.parent for file in runs.glob("*/*/manifest.json")):
        try:
            study = load(folder)
        except StudyError as error:
            say(f"simkit: {error}")
            continue
        if wanted not in (None, study.manifest["game"]["name"]):
            continue
        times = [str(entry["time"]) for entry in study.log if "time" in entry and entry.get("event") != "look"]
        found.append(
            {
                "played": times[-1] if times else "", "game": study.manifest["game"]["name"], "name": study.name, "kind": study.kind,
                "what": _what(study), "deals": len(study.blocks), "seed": study.manifest["seed"], "note": str(study.asked.get("note", "")),
                "id": folder.name, "folder": str(folder),
            }
        )  # fmt: skip
    found.sort(key=lambda run: run["played"])
    if as_json:
        print_json(found)
        return
    if not found:
        typer.echo(f"no runs under {runs} yet; `simkit run spellbloom/seats --quick` plays one")
        return
    heads = ("played", "game", "name", "id", "what", "deals", "note")
    rows = [(r["played"][:16].replace("T", " "), *(r[h] for h in heads[1:5]), f"{r['deals']:,}", r["note"]) for r in found]
    show_table(heads, rows, f"{plural(len(rows), 'run')} under {runs}/NAME/ID; simkit report ID makes a page of one")


def _what(study: Study) -> str:
    """Say what was played: versions, players, scenarios."""
    names = [str(version["name"]) for version in study.manifest.get("variants", [])]
    versions = f"{names[0]} -> {', '.join(names[1:])}; " if names else ""
    modes = list(dict.fromkeys(arm.title for arm in study.arms if arm.mode))
    sizes = sorted({arm.players for arm in study.arms if not arm.mode})
    where = [*([f"{'-'.join(map(str, (sizes[0], sizes[-1]) if len(sizes) > 1 else sizes))} players"] if sizes else []), *modes[:2]]
    more = f" and {len(modes) - 2} more" if len(modes) > 2 else ""
    return f"{versions}{', '.join(where)}{more}"
