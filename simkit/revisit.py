"""Games of a run once more: what the rows say was played is set up again, by the code that the batch plays it with."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from simkit import registry
from simkit.analysis.card_sums import deals_with_card
from simkit.analysis.study import Study
from simkit.batch.arms import Arm
from simkit.batch.chunk import Playable, playable
from simkit.batch.plan import write_job
from simkit.core import trace
from simkit.core.chance import MAX_GAME
from simkit.core.game import Game, Unknown
from simkit.core.session import Session, whole
from simkit.core.strategy import Player

BESIDE = ("versions", "of", "grants", "fresh")  # of an arm's job: what rules and card tables do not tell


def game_of(study: Study, block: int, arm: int = 0, rotation: int = 0) -> tuple[Session, list[Player]]:
    """Set up the game behind rows of a study, ready to be played again.

    Parameters
    ----------
    study : Study
    block, arm, rotation : int
        As the columns of the rows.

    Returns
    -------
    Session, list of Player
        The game before its first decision, and who sits at it in seat order: ``play_out(*game_of(study, 12))``.

    Raises
    ------
    Unknown
        If the study has no such arm, or its cards or strategies are not at hand as they were.
    """
    block, arm, rotation = whole(block), whole(arm), whole(rotation)
    if not 0 <= arm < len(study.arms) or not 0 <= rotation < study.arms[arm].rotations or not 0 <= block <= MAX_GAME:
        raise Unknown(f"arm {arm}, rotation {rotation}, deal {block}: {study!r} has no such game")
    asked = Arm(**study.manifest["arms"][arm])
    used = list(dict.fromkeys([asked.version, *asked.versions, *([0] if "changed" in study.manifest else [])]))
    who = sorted(set(asked.lineup))
    alone = replace(
        asked,
        lineup=tuple(who.index(number) for number in asked.lineup),
        version=0,
        versions=tuple(used.index(version) for version in asked.versions),
    )
    named = study.asked.get("strategies", study.strategies)  # with the files they come from
    versions = [_version(study, number) for number in used]
    game = registry.game(study.manifest["game"]["name"])
    ready = playable(write_job(game, [named[number] for number in who], versions, int(study.manifest["seed"]), [alone.job]))
    told = study.manifest.get("variants")
    for number, version, tables in zip(used, versions, ready.tables, strict=True):
        cards = told[number]["components"] if told else study.manifest.get("components", {})
        if not version["edits"] and tables.sha256 != cards.get("sha256"):
            raise Unknown("the card tables have changed since")
    deals = deals_with_card(study, arm)
    has_card = deals is None or block in deals
    return _opened(ready, rotation, block, tuple(_apart(study, asked, game, rotation, has_card)))


def differs(study: Study, arm: int, block: int, rotation: int, end: Session) -> bool:
    """Say whether a game that was played again ends otherwise than its rows; not of a deal without rows."""
    told = study.game_rows(arm, block, rotation)
    return bool(told.height) and told["total"].to_list() != end.result()["total"].to_list()


def replay(lines: Sequence[str], components: Path | str | None = None) -> trace.Replayed:
    """Play a trace again and compare every step (`simkit.core.trace.replay`), whatever sets its game apart.

    Parameters
    ----------
    lines : sequence of str
    components : path
        The folder or workbook with card tables, if it was played with your own.
    """
    first = trace.header(lines)
    game = registry.game(str(first["game"]))
    if not (told := first.get("job")):
        return trace.replay(lines, game, components)
    arm = {"rules": first["rules"], "seated": [[0] * first["players"]], "watch": None, **told["arm"]}  # who sits there is not asked
    place = str(components) if components else None
    versions = [{"components": place, "edits": edits, "extra": extra} for edits, extra in zip(told["edits"], told["extra"], strict=True)]
    ready = playable(write_job(game, ["random"], versions, first["seed"], [arm]))
    return trace.replay(lines, game, components, _opened(ready, 0, first["number"], ())[0])


def _version(study: Study, number: int) -> dict[str, Any]:
    """Return where the cards of a version are kept, and what was changed in them afterwards."""
    changed = study.manifest.get("changed")
    places = study.asked.get("components", [])
    at = 0 if changed else number  # changed cards are the first version's but for a cell
    place = str(study.folder / places[at]) if at < len(places) and places[at] else None
    told = changed[number] if changed else {"edits": [], "extra": []}
    return {"components": place, "edits": told["edits"], "extra": told["extra"]}


def _opened(ready: Playable, rotation: int, block: int, apart: Sequence[str]) -> tuple[Session, list[Player]]:
    """Return a game of a job's one arm, and who plays it."""
    arm, sitting = ready.arms[0], ready.side(0).sittings[rotation]
    told = {name: arm[name] for name in BESIDE}
    told |= {"of": [arm["of"][rotation]], "grants": arm["grants"][rotation : rotation + 1]}
    is_plain = len(arm["versions"]) == 1 and not (arm["grants"] or arm["fresh"] or any(ready.edits) or any(ready.extra))
    job = None if is_plain else {"arm": told, "edits": ready.edits, "extra": ready.extra}
    tables = [ready.tables[version] for version in arm["versions"]]
    return Session(sitting, block, tables, arm["rules"], apart, job), list(sitting.who)


def _apart(study: Study, arm: Arm, game: Game, rotation: int, has_card: bool) -> Iterator[str]:
    """Say in words which arm it is, and what sets its games apart from others of their rules and cards, by seat."""
    yield f"Study {study.name}: {arm.label}; line-up turned by {rotation}"
    names = {card["id"]: card["name"] for card in study.manifest.get("studied", [])}
    ids = study.manifest.get("components", {}).get("cards", [])
    for seat, (field, _) in enumerate(arm.by_seat(arm.grants, rotation) if arm.grants else [], start=1):
        if field:
            name = study.manifest["studied"][arm.about["card"]]["name"]
            yield f"Seat {seat} starts with {name}" if has_card else f"Seat {seat} would start with {name}, which is not in this deal"
    if "changed" in study.manifest:
        versions = arm.by_seat(arm.versions, rotation) if arm.versions else [arm.version]
        for seat, version in enumerate(versions, start=1):
            told = study.manifest["changed"][version]
            who = f"Seat {seat} plays" if arm.versions else "All seats play"
            for _, key, column, value in told["edits"]:
                yield f"{who} with {names.get(key, key)} changed: {column} {value}"
            for key, points in dict.fromkeys((ids[number] if number < len(ids) else "", points) for number, points in told["extra"]):
                yield f"{who} with {names.get(key, key)} changed: {points:+d} points each time it scores"
    if arm.fresh:
        yield f"Drawn anew, apart from the luck of the deal: {', '.join(game.sources[number] for number in arm.fresh)}"
