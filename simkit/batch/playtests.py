"""Games of real people, as somebody wrote them down: a CSV file, a row a player of a game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from simkit.core.fields import Field
from simkit.core.game import Game, Unknown, near_miss
from simkit.core.grid import read_csv
from simkit.core.parsing import Problems, parse
from simkit.core.sheets import Sheet

MOST = 1_000_000  # points or turns of a game
YES_NO = ("yes", "no", "true", "false", "1", "0")
SHEET = Sheet(
    "playtests",
    (
        Field("scenario", "solo scenario that was played", optional=True),
        Field("seat", "seat at a table of several, 1 plays first", low=1, high=99, optional=True),
        Field("group", "who played; all rows are one group without it", optional=True),
        Field("score", "points at the end", low=-MOST, high=MOST, optional=True),
        Field("won", "whether the game was won", YES_NO, optional=True),
        Field("turns", "turns of the player", low=1, high=MOST, optional=True),
    ),
)


def read_solo(path: Path, game: Game, targets: Mapping[str, int | None]) -> list[dict[str, Any]]:
    """Read games that people played alone.

    Parameters
    ----------
    path : Path
        Comma, semicolon or tab; columns in any order; `scenario` as the rules or the rulebook call it, empty where there is one only.
    game : Game
    targets : mapping
        Target score by scenario of the study, None where none is printed.

    Returns
    -------
    list of dict
        scenario (its name in the rules), and of group, score, won and turns those that are known. An empty `won` follows from score and
        target where there is one.

    Raises
    ------
    Unknown
        With file, row and column of all that is wrong.
    """
    parsed = parse(SHEET, read_csv(path, SHEET.columns))
    problems = list(parsed.problems)
    titles = dict(zip(game.modes, game.mode_titles or game.modes, strict=True))
    called = {text.casefold(): mode for mode in targets for text in (mode, titles[mode])}
    found = []
    for row in parsed.rows:
        try:
            found.append(_game(row, row.where, called, [titles[mode] for mode in targets], targets))
        except Unknown as error:
            problems.append(str(error))
    if problems:
        raise Problems(problems)
    if not found:
        raise Unknown(f"{path}: no game in it; a row a game, with the columns {', '.join(field.name for field in SHEET.fields)}")
    return found


def _game(
    row: Mapping[str, Any], where: str, called: Mapping[str, str], titles: Sequence[str], targets: Mapping[str, int | None]
) -> dict[str, Any]:
    """Return one game, checked."""
    if row["seat"] not in (None, 1):
        raise Unknown(f"{where}, column seat: {row['seat']}; alone there is one seat, leave it empty")
    written = row["scenario"]
    if written is None and len(targets) > 1:
        raise Unknown(f"{where}, column scenario: empty; expected one of {', '.join(titles)}")
    if written is not None and written.casefold() not in called:
        raise Unknown(
            f"{where}, column scenario: the study has no {written!r}{near_miss(written, [*titles, *targets])}; it has {', '.join(titles)}"
        )
    mode = next(iter(targets)) if written is None else called[written.casefold()]
    won, score, target = row["won"], row["score"], targets[mode]
    if won is None and score is None:
        raise Unknown(f"{where}: neither score nor won; at least one of them says how the game ended")
    success = None if won is None else won in ("yes", "true", "1")
    if success and target is not None and score is not None and score < target:
        raise Unknown(f"{where}, column won: {won}, but the score of {score} is below the target of {target}")
    if success is None and target is not None and score is not None:
        success = score >= target
    known = {"scenario": mode, "group": row["group"], "score": score, "won": success, "turns": row["turns"]}
    return {name: value for name, value in known.items() if value is not None}
