"""From Python: play deals of a line-up, run a study, play a row's game again."""

from __future__ import annotations

import json
import shutil
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, nullcontext
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

import numpy as np
import polars as pl

from simkit import stopping, written
from simkit.again import AGAIN, ENSEMBLES, with_cards
from simkit.analysis import looks
from simkit.analysis.ensemble_answers import FOLDER
from simkit.analysis.headline import NO_SHARES
from simkit.analysis.study import AS_IT_IS, ENSEMBLE, REPLAY, Study, StudyError, load
from simkit.batch import run as runner
from simkit.batch import spec
from simkit.batch.columns import row_columns
from simkit.batch.folder import MANIFEST, default_folder, holds_run
from simkit.batch.identity import canonical, difference, manifest
from simkit.batch.plan import Plan, resolve
from simkit.batch.study import Version, located
from simkit.core import session as sessions
from simkit.core.cache import Layer, listening
from simkit.core.ensemble import Generator
from simkit.core.export import export
from simkit.core.game import Game, Unknown
from simkit.core.session import Chooser, Session, whole
from simkit.core.strategy import split_players
from simkit.registry import game as find_game
from simkit.registry import player

if TYPE_CHECKING:
    import pandas as pd
    from rich.console import Console


def run(
    study: str | Path | Mapping[str, Any],
    *,
    quick: bool = False,
    blocks: int | None = None,
    seed: int | None = None,
    workers: int | None = None,
    into: str | Path | None = None,
    note: str = "",
) -> Study:
    """Play a study, or what is missing of it, and load it.

    Parameters
    ----------
    study : str, Path or mapping
        Its name ("spellbloom/seats"), its file, or the content of such a file, which is written as study.toml into the folder of the run
        for the command that repeats it.
    quick : bool
        As many deals as its [quick] says, of its seed.
    blocks, seed : int, optional
        Instead of the study's own; of a study with a `precision`, the most that is played.
    workers : int, optional
        Threads; all cores by default.
    into : path, optional
        The study folder; by default out/runs/NAME/ID.
    note : str
        A remark for `simkit history`.

    Returns
    -------
    Study
        ``.rows`` (polars), ``.to_pandas()``, ``.estimate(...)``.

    Raises
    ------
    Unknown
        For a study, strategy, rule or card table that is not known or does not fit; the message says where.
    Interrupted
        After Ctrl-C; the same call goes on from there.

    Examples
    --------
    >>> study = run("spellbloom/seats", quick=True)  # doctest: +SKIP
    >>> study.estimate("total", by=["arm", "seat"])  # doctest: +SKIP
    """
    if isinstance(study, Mapping):
        asked = spec.parse(dict(study) | {key: value for key, value in (("blocks", blocks), ("seed", seed)) if value is not None})
    else:
        asked = spec.load(spec.find(study), quick=quick, seed=seed, blocks=blocks)
    plan = resolve(asked)
    check_asked(plan)
    into = Path(into) if into is not None else default_folder(plan)
    named = str(into / written.STUDY if isinstance(study, Mapping) else study)
    if isinstance(study, Mapping) and not _is_other(plan, into):
        written.write(study, into)  # before the first deal: an interrupted run is repeated by its command, too
    stopping.run(plan, into, blocks, workers, asked={"note": note, "study": named})
    play_again(plan, into, workers)
    return load(into)


def play_again(plan: Plan, folder: Path, workers: int | None = None, console: Console | None = None) -> None:
    """Play what a study asks for after it, in folders inside its own: what stands out among its setups, other sets of cards."""
    again = AGAIN.get(plan.study.kind)
    played = load(folder)
    with looks.counted(played):  # picked as its page says
        asked = again(plan.study, played) if again else None
    if asked is not None:
        _play_after(resolve(asked), folder / REPLAY, workers, console)
    if plan.study.ensemble is not None:
        _play_ensemble(plan, folder, workers, console)


def _play_ensemble(plan: Plan, folder: Path, workers: int | None, console: Console | None) -> None:
    """Write the alternative sets of a study's cards and play them on its first deals."""
    wish = plan.study.ensemble
    assert wish is not None
    generator = Generator(wish.columns, wish.spread, wish.seed, wish.provenance)
    said = {"ensemble": wish.model_dump() | {"numbers": generator.check(plan.tables)}}
    blocks = min(wish.blocks, len(load(folder).blocks))
    if plan.study.kind not in ENSEMBLES:
        _play_whole(plan, folder / ENSEMBLE, generator, blocks, workers, console, said)
        return
    own = plan.versions[0].components
    versions = [Version(name=AS_IT_IS, components=str(own) if own else None)]
    with TemporaryDirectory() as place:
        for number in range(1, wish.sets + 1):
            target = Path(place) / f"set-{number}"
            export(generator.alternative(plan.tables, number), target)
            versions.append(Version(name=f"set {number}", components=str(target)))
        sizes = list(range(2, plan.game.seats[1] + 1))
        asked = ENSEMBLES[plan.study.kind](plan.study, versions, sizes)
        with located(plan.study.at("ensemble")):
            replay = resolve(asked.model_copy(update={"blocks": blocks}))
        _play_after(replay, folder / ENSEMBLE, workers, console, said)


def _play_whole(
    plan: Plan, place: Path, generator: Generator, blocks: int, workers: int | None, console: Console | None, said: Mapping[str, Any]
) -> None:
    """Play a study with every alternative set of its cards, each in a folder of its own, after the cards as they are."""
    assert plan.study.ensemble is not None
    wanted = [FOLDER.format(number) for number in range(plan.study.ensemble.sets + 1)]
    for stale in place.glob("*"):
        if stale.name not in wanted:
            shutil.rmtree(stale) if stale.is_dir() else stale.unlink()
    with TemporaryDirectory() as scratch:
        for number, name in enumerate(wanted):
            components = plan.study.components
            if number:
                components = str(Path(scratch) / name)
                export(generator.alternative(plan.tables, number), Path(components))
            with located(plan.study.at("ensemble")):
                replay = resolve(with_cards(plan.study, components, blocks))
            _play_after(replay, place / name, workers, console, said)


def _play_after(replay: Plan, target: Path, workers: int | None, console: Console | None, asked: Mapping[str, Any] | None = None) -> None:
    """Play into a folder inside a study's own, anew if something else was played there."""
    if _is_other(replay, target):
        shutil.rmtree(target)  # more deals, or another program, chose others
    runner.run(replay, target, workers=workers, console=console, asked=asked)


def _is_other(plan: Plan, folder: Path) -> bool:
    """Say whether a folder holds a run of something else."""
    new = json.loads(canonical(manifest(plan)))
    return holds_run(folder) and bool(difference(json.loads((folder / MANIFEST).read_text(encoding="utf-8")), new))


def play(
    game: str,
    strategies: Sequence[str] | str = "greedy",
    *,
    players: int | None = None,
    deals: int = 100,
    seed: int = 7,
    scenario: str | None = None,
    rules: Mapping[str, Any] | None = None,
    components: str | Path | None = None,
) -> pd.DataFrame:
    """Play deals of one line-up, each from every seat, and return the rows.

    Parameters
    ----------
    game : str
    strategies : str or sequence of str
        One for all seats, or one a chair: ``["scholar", "greedy"]``, ``"my_ideas.py:rush"``.
    players : int, optional
        By default as many as strategies, at least 2; 1 with a scenario.
    deals : int
        A deal is played once for each different way to seat the line-up.
    seed : int
    scenario : str, optional
        Solo scenario.
    rules : mapping, optional
        Rule parameters by name.
    components : path, optional
        Folder or workbook with card tables of one's own.

    Returns
    -------
    pandas.DataFrame
        One row a seat of a game: `block` is the deal, `strategy` a name, `seat` counts from 0; then score lines, facts, outcome.

    Raises
    ------
    Unknown
        For what is not known or out of range.

    Examples
    --------
    >>> rows = play("spellbloom", ["scholar", "greedy"], deals=2)
    >>> rows.groupby(["block", "rotation"])["share"].sum().unique().tolist()
    [60]
    """
    names = _names(strategies)
    deals, seed = whole(deals), whole(seed)
    if not isinstance(deals, int) or deals < 1:
        raise Unknown(f"deals: {deals!r} is not a whole number from 1")
    raw: dict[str, Any] = {"name": "play", "game": game, "seed": seed, "blocks": deals, "rules": dict(rules or {})}
    if components is not None:
        raw["components"] = str(Path(components).resolve())
    if scenario is not None:
        if players not in (None, 1):
            raise Unknown(f"scenario {scenario}: solo scenarios are for 1 player, not {players}")
        if len(names) > 1:
            raise Unknown(f"scenario {scenario}: one plays alone; name one strategy, not {len(names)}")
        raw |= {"kind": "solo", "scenarios": [scenario], "strategies": names}
    else:
        seats = max(2, len(names)) if players is None else whole(players)
        if seats == 1:
            raise Unknown("one player: name a scenario; without one, simkit.start plays a game alone")
        find_game(game).check_players(seats)
        if len(names) not in (1, seats):
            raise Unknown(f"{len(names)} strategies for {seats} players; expected one, or one for each seat")
        raw |= {"kind": "seats", "players": [seats], "tables": {"mixed": names}}
    with TemporaryDirectory() as place:
        plan = resolve(spec.parse(raw, "simkit.play"))
        with announcing(plan.game):
            runner.run(plan, Path(place) / "rows", progress=False)
        return load(Path(place) / "rows").to_pandas(labels=True)


def play_out(session: Session, players: Chooser | str | Sequence[Chooser | str]) -> Session:
    """Play a session to its end and return it.

    Parameters
    ----------
    session : Session
        Played on from where it stands.
    players : Player, name or callable, or a sequence of them
        One a seat, or one for all: ``"greedy"``, ``["scholar", my_function]``. A callable takes the session and returns the index of an
        action; it sees all of the session, so that not to peek at hidden cards is its own affair.

    Raises
    ------
    Unknown
        For a name that is not known, or if a player returns an index outside the list.
    """
    given = [players] if isinstance(players, str) or not isinstance(players, Sequence) else list(players)
    names = [part for one in given for part in (split_players(one) if isinstance(one, str) else [one])]
    return sessions.play_out(session, [player(one, session.game) if isinstance(one, str) else one for one in names])


def check_asked(plan: Plan) -> None:
    """Refuse goals, metrics and decisions of a study that cannot be judged or estimated, before anything is played."""
    from simkit.analysis.decision import decision
    from simkit.analysis.estimate import check_metrics
    from simkit.analysis.variant import check_goals, measures

    goals, metrics = getattr(plan.study, "goals", []), plan.study.metrics
    columns = {column.name: pl.Series(np.zeros(0, column.dtype)).dtype for column in row_columns(plan.game)}
    with located(str(plan.study.file)) if plan.study.file.is_file() else nullcontext():
        try:
            check_metrics(metrics, columns)
            if plan.study.kind == "cards" and plan.study.precision is not None:
                raise StudyError(f"precision: {NO_SHARES}")
            if plan.study.ensemble is not None:
                _check_ensemble(plan)
            nothing = Study(Path(), manifest(plan), (), ()) if goals or plan.study.decision else None
            if plan.study.decision and nothing:
                if plan.study.precision is not None:
                    raise StudyError("precision, decision: both say when the run ends; give one of them")
                decision(nothing)
            if goals and nothing:
                check_goals([(arm.players, measures(nothing, arm)) for arm in nothing.arms], goals)
        except StudyError as error:
            raise Unknown(str(error)) from None


def _check_ensemble(plan: Plan) -> None:
    wish = plan.study.ensemble
    assert wish is not None
    try:
        Generator(wish.columns, wish.spread, wish.seed, wish.provenance).check(plan.tables)
        if own := [part.name for key in ("versions", "options") for part in getattr(plan.study, key, []) if part.components]:
            raise Unknown(f"columns: {own[0]!r} has cards of its own, which no alternative set can replace")
    except Unknown as error:
        raise Unknown(f"ensemble.{error}") from None


@contextmanager
def announcing(game: Game) -> Iterator[None]:
    """Say on stderr, once, that the game is compiled, if it has to be."""
    told: list[Layer] = []

    def tell(layer: Layer) -> None:
        if not told:
            print(f"simkit: compiling {game.title} (once; about half a minute)", file=sys.stderr)
        told.append(layer)

    with listening(tell):
        yield


def _names(strategies: Sequence[str] | str) -> list[str]:
    given = [strategies] if isinstance(strategies, str) else strategies
    if not isinstance(given, Sequence) or not all(isinstance(name, str) for name in given):
        raise Unknown(f"strategies: {strategies!r} are no names; functions of your own play by simkit.play_out, one game at a time")
    return [part for name in given for part in split_players(name)]
