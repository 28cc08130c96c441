"""Three games of an arm worth reading, chosen from the rows by stated rules: never by how well they fit the answer."""

from __future__ import annotations

from dataclasses import dataclass

import polars as pl

from simkit.analysis.card_sums import deals_with_card
from simkit.analysis.study import Study


@dataclass(frozen=True)
class Example:
    """A game to look at.

    Attributes
    ----------
    title, rule : str
        What it is an example of, and how it was chosen.
    arm, block, rotation : int
        Which game.
    rows : DataFrame
        Its rows, one a seat.
    """

    title: str
    rule: str
    arm: int
    block: int
    rotation: int
    rows: pl.DataFrame


def examples(study: Study, arm: int) -> list[Example]:
    """Choose three games of an arm, fewer if it has fewer whole games; ties go to the lowest deal.

    Where the arm gives a seat a card that only some deals have, of those deals.

    Several players: a typical, a close and a lopsided one. One player: a typical, a close (if there is a target) and a record one.
    """
    is_alone = study.arms[arm].players == 1
    games = (_alone if is_alone else _together)(study, arm)
    found: list[Example] = []
    for title, rule, order, descending in _rules(study.arms[arm].target) if is_alone else TOGETHER:
        ranked = games.sort(*order, "block", "rotation", descending=[*descending, False, False]).select("block", "rotation")
        taken = {(example.block, example.rotation) for example in found}
        if game := next((key for key in ranked.iter_rows() if key not in taken), None):
            block, rotation = game
            found.append(Example(title, rule, arm, block, rotation, study.game_rows(arm, block, rotation)))
    return found


def _middle(column: str) -> pl.Expr:
    """Return how far a value stands from the middle of all, 0 to 1/2, by rank."""
    return ((pl.col(column).rank() - 0.5) / pl.len() - 0.5).abs()


_Rule = tuple[str, str, tuple[pl.Expr, ...], tuple[bool, ...]]
TOGETHER: tuple[_Rule, ...] = (
    (
        "A typical game",
        "the points of the leader and the lead over the next are both as near to the middle of all games as in any",
        (_middle("most") + _middle("lead"),),
        (False,),
    ),
    ("A close game", "the smallest lead; of several, the one with the most points", (pl.col("lead"), pl.col("most")), (False, True)),
    ("A lopsided game", "the largest lead", (pl.col("lead"),), (True,)),
)


def _rules(target: int | None) -> list[_Rule]:
    typical: _Rule = ("A typical game", "the score is the median of all", (_middle("most"),), (False,))
    record: _Rule = ("A record game", "the highest score", (pl.col("most"),), (True,))
    if target is None:
        return [typical, record]
    near = (pl.col("most") - target).abs()
    return [typical, ("A close game", f"the score nearest to the target of {target}", (near,), (False,)), record]


def _whole(rows: pl.LazyFrame, arm: int, deals: list[int] | None = None) -> pl.LazyFrame:
    rows = rows if deals is None else rows.filter(pl.col("block").is_in(deals))
    return rows.filter((pl.col("arm") == arm) & (pl.col("fault") == 0) & ~pl.col("cut_off"))


def _alone(study: Study, arm: int) -> pl.DataFrame:
    return study.reduce(lambda rows: _whole(rows, arm).select("block", "rotation", most="total"))


def _together(study: Study, arm: int) -> pl.DataFrame:
    total = pl.col("total").sort(descending=True)
    deals = deals_with_card(study, arm)
    return study.reduce(
        lambda rows: (
            _whole(rows, arm, deals)
            .group_by("block", "rotation", maintain_order=True)
            .agg(most=total.first(), lead=total.first() - total.get(1))
            .filter(pl.col("lead").is_not_null())
        )
    )
