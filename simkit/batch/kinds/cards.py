"""Cards: which are too strong or too weak, by experiments that keep three questions apart.

*given*: chair 0 starts with the card. *one*: chair 0 alone plays with the card changed by a step. *all*: everybody does. Each is an arm
beside the table as it is, on the same deals; *fix* is *given* with a proposed value on the card of all seats. *ladder*: one player of a
skill level among those of the level below, as only levels that beat the one below have a say.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Annotated, Any, Literal

from pydantic import Field

from simkit.batch.arms import Arm, Layout, LineUp, Version, read_version, rules_of
from simkit.batch.study import Blocks, Study, Words, located
from simkit.core.card_kinds import Card, CardKind, cards_of
from simkit.core.edits import Edit, edited
from simkit.core.game import Game, Unknown, near_miss

GIVEN, ONE, ALL, FIX, BASE, LADDER = "given", "one", "all", "fix", "base", "ladder"
Question = Literal["given", "one", "all"]
NO_GRANT = ("", -1)


class Cards(Study):
    """Which cards are too strong or too weak? One table a skill level, where all play alike; one card at a time changed or given.

    Parameters
    ----------
    players : int
    strategies : list of str
        The skill levels, weakest first.
    sheets : list of str
        Sheets whose cards are studied; all that the game tells of if left out.
    only : list of str
        Cards by id; all of the sheets if left out.
    questions : list of str
        given, one, all.
    steps : list of int
        Steps that a card is changed by; the first is that of everybody's.
    points_margin : float
        Smallest difference that matters, in points per time held.
    fixes : dict of int
        New values of cards by id, whose worth if given is measured, too.
    again : int
        Fresh deals on which flagged cards and proposed values are played again, at most as many as there were; none if left out.
    """

    kind: Literal["cards"]
    family: Literal["level", "kind", "study"] = "level"
    players: Annotated[int, Field(ge=2, strict=True)] = 2
    strategies: Words = Field(min_length=1)
    sheets: Words = Field(default=[])
    only: Words = Field(default=[])
    questions: list[Question] = Field(default=["given", "one", "all"], min_length=1)
    steps: list[Annotated[int, Field(strict=True)]] = Field(default=[1], min_length=1)
    points_margin: float = Field(default=1.0, gt=0)
    fixes: dict[str, Annotated[int, Field(strict=True)]] = Field(default={})
    again: Blocks | None = None
    cards: bool = True


@dataclass
class _Versions:
    """Versions of the cards with one thing changed, numbered as they are asked for."""

    game: Game
    found: list[Version]

    def stepped(self, card: Card, steps: int) -> int:
        """Return the number of the version in which a card is so many steps up."""
        if card.cell is not None:
            return self.valued(card, (card.value or 0) + steps)
        own = self.found[0]
        extra = tuple((number, steps) for number in card.numbers)
        return self._add(Version(f"{card.id} {steps:+d}", own.tables, own.components, (), extra))

    def valued(self, card: Card, value: int) -> int:
        """Return the number of the version in which a card has a value."""
        assert card.cell is not None
        own, edit = self.found[0], Edit(card.cell, value)
        tables = edited(own.tables, [edit], self.game.components.check)
        return self._add(Version(f"{card.id} {card.cell.column} {value}", tables, own.components, (edit,)))

    def _add(self, version: Version) -> int:
        self.found.append(version)
        return len(self.found) - 1


def lay_out(study: Cards, game: Game, line_up: LineUp) -> Layout:
    """Lay out a table as it is for each level, and beside it every experiment with every card."""
    rules = rules_of(study, game)
    with located(study.at("players")):
        game.check_players(study.players)
    if not rules.keys().isdisjoint({game.mode_rule} - {""}):
        raise Unknown(f"{study.at('rules')}: {game.mode_rule} is for one player; a study of cards has several")
    versions = _Versions(game, [read_version(study, game, "", study.components, "components")])
    with located(str(study.file)):
        cards = _chosen(study, game, versions.found[0])
    arms = []
    below: int | None = None
    for place in line_up.indices(study.strategies, "strategies"):
        label = line_up.labels[place]
        chairs = (place,) * study.players
        arms.append(Arm(f"{label}: as it is", study.players, label, chairs, 1, rules, about={"question": BASE}))
        if below is not None:
            among, said = (place, *(below,) * (study.players - 1)), f"{label}: against {line_up.labels[below]}"
            arms.append(Arm(said, study.players, label, among, study.players, rules, watch=(), about={"question": LADDER}))
        below = place
        for number, card in enumerate(cards):
            with located(f"{study.file}, {card.id}"):
                arms += _experiments(study, versions, Arm("", study.players, label, chairs, 1, rules), number, card)
    return Layout(arms, versions.found, _told(cards))


def _chosen(study: Cards, game: Game, own: Version) -> list[Card]:
    """Return the cards to study."""
    found = cards_of(game, own.tables)
    sheets = list(dict.fromkeys(card.kind.sheet for card in found))
    for name in study.sheets:
        if name not in sheets:
            raise Unknown(f"sheets: {game.title} has no cards in {name!r}{near_miss(name, sheets)}; there are {', '.join(sheets)}")
    found = [card for card in found if not study.sheets or card.kind.sheet in study.sheets]
    ids = [card.id for card in found]
    for key, names in (("only", study.only), ("fixes", list(study.fixes))):
        for name in names:
            if name not in ids:
                raise Unknown(f"{key}: there is no card {name!r}{near_miss(name, ids)} in {', '.join(study.sheets or sheets)}")
    for card in found:
        if card.id in study.fixes and (card.cell is None or not card.can_grant):
            why = card.kind.no_grant if card.cell else card.kind.no_step or "it has no number of its own"
            raise Unknown(f"fixes: {card.id} cannot be given another value and be granted: {why}")
    return [card for card in found if not study.only or card.id in study.only]


def _experiments(study: Cards, versions: _Versions, like: Arm, number: int, card: Card) -> Iterator[Arm]:
    """Yield the arms of one card at one level."""
    kind, others = card.kind, study.players - 1
    grants = ((kind.grant, card.numbers[0] - kind.first), *(NO_GRANT,) * others)

    def arm(question: str, said: str, rotations: int, **more: Any) -> Arm:
        told = {"question": question, "card": number} | more.pop("about", {})
        return replace(like, **({"label": f"{like.table}: {card.id} {said}", "rotations": rotations, "watch": (), "about": told} | more))

    if GIVEN in study.questions and card.can_grant:
        yield arm(GIVEN, "given", study.players, grants=grants)
    if ONE in study.questions and card.can_step and not kind.no_one:
        for step in study.steps:
            own = versions.stepped(card, step)
            watch = card.numbers if kind.logged else ()
            more = {"versions": (own, *(0,) * others), "watch": watch, "about": {"step": step}}
            yield arm(ONE, f"{step:+d} for one", study.players, **more)
    if ALL in study.questions and card.can_step:
        yield arm(ALL, f"{study.steps[0]:+d} for all", 1, version=versions.stepped(card, study.steps[0]), about={"step": study.steps[0]})
    if card.id in study.fixes:
        value = study.fixes[card.id]
        yield arm(FIX, f"at {value}, given", study.players, version=versions.valued(card, value), grants=grants, about={"value": value})


def _told(cards: Sequence[Card]) -> dict[str, Any]:
    """Return what the manifest tells of the cards: an analysis knows no game."""
    kinds = list(dict.fromkeys(card.kind for card in cards))
    return {
        "card_kinds": [_kind(kind) for kind in kinds],
        "studied": [
            {
                "id": card.id,
                "name": card.name,
                "words": card.words,
                "kind": kinds.index(card.kind),
                "family": card.family,
                "numbers": list(card.numbers),
                "column": card.cell.column if card.cell else "",
                "value": card.value,
                "low": card.limits[0],
                "high": card.limits[1],
                "provenance": str(card.row.get("provenance") or ""),
            }
            for card in cards
        ],
    }


def _kind(kind: CardKind) -> dict[str, Any]:
    names = (
        "name",
        "sheet",
        "logged",
        "tells_use",
        "step_text",
        "held",
        "held_text",
        "grant_text",
        "drawn",
        "no_step",
        "no_one",
        "no_grant",
    )
    return {name: getattr(kind, name) for name in names} | {"sets": [list(one) for one in kind.sets], "grant": bool(kind.grant)}
