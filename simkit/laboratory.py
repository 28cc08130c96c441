"""Batches from Python: play deals of a line-up, or run a study, and have the rows."""

from __future__ import annotations

import json
import shutil
from collections.abc import Mapping, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

from simkit.analysis.study import Study, load
from simkit.batch import run as runner
from simkit.batch import spec
from simkit.batch.folder import MANIFEST, holds_run
from simkit.batch.identity import canonical, difference, manifest
from simkit.batch.plan import Plan, again, resolve
from simkit.core.game import Unknown

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
        Its name ("spellbloom/seats"), its file, or the content of such a file.
    quick : bool
        As many deals as its [quick] says, of its seed.
    blocks, seed : int, optional
        Instead of the study's own.
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
    folder = runner.run(plan, into, blocks, workers, asked={"note": note}).folder
    play_again(plan, folder, workers)
    return load(folder)


def play_again(plan: Plan, folder: Path, workers: int | None = None, console: Console | None = None) -> None:
    """Play what a study asks for after it: of a study of setups those that stand out, on fresh deals, in a folder inside its own."""
    from simkit.analysis.setups import EXTREMES, extreme_rules

    if not isinstance(plan.study, spec.Setups):
        return
    replay = resolve(again(plan.study, extreme_rules(load(folder))))
    target = folder / EXTREMES
    new = json.loads(canonical(manifest(replay)))
    if holds_run(target) and difference(json.loads((target / MANIFEST).read_text(encoding="utf-8")), new):
        shutil.rmtree(target)  # more deals, or another program, chose other setups
    runner.run(replay, target, workers=workers, console=console)


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
    names = [strategies] if isinstance(strategies, str) else list(strategies)
    raw: dict[str, Any] = {"name": "play", "game": game, "seed": seed, "blocks": deals, "rules": dict(rules or {})}
    if components is not None:
        raw["components"] = str(Path(components).resolve())
    if scenario is not None:
        if players not in (None, 1):
            raise Unknown(f"scenario {scenario}: solo scenarios are for 1 player, not {players}")
        raw |= {"kind": "solo", "scenarios": [scenario], "strategies": names}
    else:
        seats = players or max(2, len(names))
        if len(names) not in (1, seats):
            raise Unknown(f"{len(names)} strategies for {seats} players; expected one, or one for each seat")
        raw |= {"kind": "seats", "players": [seats], "tables": {"mixed": names}}
    with TemporaryDirectory() as place:
        plan = resolve(spec.parse(raw, Path.cwd() / "play"))
        runner.run(plan, Path(place) / "rows", progress=False)
        return load(Path(place) / "rows").to_pandas(labels=True)
