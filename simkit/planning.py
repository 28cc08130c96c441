"""How large a study must be, from a pilot of some of its deals that is played and thrown away."""

from __future__ import annotations

import math
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

import polars as pl
from rich.console import Console

from simkit.analysis.cards import GIVEN, analyse
from simkit.analysis.headline import NO_SHARES, Headline, headlines, widest
from simkit.analysis.study import Study, load
from simkit.analysis.verdict import FEWEST_BLOCKS, planned_blocks
from simkit.batch import run as runner
from simkit.batch.plan import Plan, resolve
from simkit.core.chance import MAX_SEED
from simkit.core.game import Unknown

SECONDS = 15.0  # a pilot plays about so long
FEWEST, MOST = 100, 1000  # deals of a pilot that is not told how many
PILOT_SEED = 1 << 63  # away from the seeds of the study and of its fresh runs, which count up by one
ONE_POINT = 0.01
UNJUDGED = ("dynamics", "luck", "setups")  # kinds of studies that call no game balanced


@dataclass(frozen=True)
class Size:
    """What a wish would cost.

    Attributes
    ----------
    wish : str
    deals : int or None
        None if no run of up to two million deals would do.
    """

    wish: str
    deals: int | None
    minutes: float | None
    megabytes: float | None


@dataclass(frozen=True)
class Forecast:
    """What a pilot says.

    Attributes
    ----------
    headline : Headline or None
        The number with the widest interval, which decides how many deals are needed; None of cards, whose numbers are points.
    pilot : int
        Deals that were played.
    games : int
        Games of a deal.
    """

    headline: Headline | None
    pilot: int
    games: int
    sizes: tuple[Size, ...]


def forecast(
    plan: Plan, margin: float | None = None, precision: float | None = None, pilot: int | None = None, workers: int | None = None
) -> Forecast:
    """Play a pilot of a study on deals of its own, throw it away, and say what the study would cost.

    Parameters
    ----------
    plan : Plan
    margin : float, optional
        Of par, instead of the study's.
    precision : float, optional
        Points of a hundred games to each side, instead of the study's.
    pilot : int, optional
        Deals of the pilot; by default about 15 seconds' worth, 100 to 1,000.

    Raises
    ------
    Unknown
        If margin, precision or pilot will not do, or nothing varies: a game alone that is never won, say.
    Interrupted
        After Ctrl-C.
    """
    study = plan.study
    margin, precision = study.margin if margin is None else margin, study.precision if precision is None else precision
    if not 0 < margin < 1:
        raise Unknown(f"--margin {margin:g}: expected a share of par between 0 and 1, such as 0.05")
    if precision is not None and not 0 < precision < 50:
        raise Unknown(f"--precision {precision:g}: expected points of a hundred games between 0 and 50, such as 0.5")
    if precision is not None and study.kind == "cards":
        raise Unknown(f"--precision {precision:g}: {NO_SHARES}")
    if pilot is not None and pilot < FEWEST_BLOCKS:
        raise Unknown(f"--pilot {pilot}: from fewer than {FEWEST_BLOCKS} deals nothing can be planned")
    deals = pilot or min(max(runner.blocks_in(plan, SECONDS / 60, workers), FEWEST), MOST)
    apart = resolve(study.model_copy(update={"seed": study.seed ^ PILOT_SEED & MAX_SEED}))
    with TemporaryDirectory() as place:
        done = runner.run(apart, Path(place) / "pilot", deals, workers, console=Console(stderr=True, quiet=True), progress=False)
        played = load(done.folder)
        found = headlines(played)
        of_cards = _fine_cards(played) if played.kind == "cards" else None
        size = sum(file.stat().st_size for file in done.folder.glob("*/*.parquet")) / deals
    if not any(headline.spread for headline in found):
        raise Unknown(
            f"{study.file}: every game of the pilot's {deals} deals is won, or none is, so nothing varies that could be planned for"
        )
    pace = done.seconds / deals
    widely = widest(found)
    needs = [headline.deciding(margin) for headline in found]
    decided = None if None in needs else max(filter(None, needs))
    share = "success" if all(arm.players == 1 for arm in plan.arms) else "win share"
    wishes: list[tuple[str, int | None]] = [(f"1 point of {share} to each side", max(headline.deals(ONE_POINT) for headline in found))]
    if of_cards:
        wishes = [of_cards]
    elif share != "success" and study.kind not in UNJUDGED:  # alone no game is fair or unfair
        wishes.append((f"to find a fair game balanced, margin {100 * margin:g} % of par (4 of 5 runs do)", decided))
    if precision is not None:
        wishes.append((f"{precision:g} points of {share} to each side", max(headline.deals(precision / 100) for headline in found)))
    wishes.append(("the study as it stands" if study.precision is None else "the most that the study plays", study.blocks))
    sizes = [Size(wish, n, *((None, None) if n is None else (n * pace / 60, n * size / 1e6))) for wish, n in wishes]
    return Forecast(None if of_cards else widely, deals, plan.games, tuple(sizes))


def _fine_cards(study: Study) -> tuple[str, int | None]:
    """Return the wish of a study of cards, whose margin is in points a time held, and the deals for a card of the middle error."""
    margin = float(study.spec.get("points_margin", 1.0))
    worth = analyse(study)["worth"].filter(pl.col("question") == GIVEN).drop_nulls("error")
    wish = f"to find a card as strong as its family fine, margin {margin:g} a time held (4 of 5 do)"
    if not worth.height:
        return wish, None
    middle = float(worth["error"].median())  # type: ignore[arg-type]
    return wish, planned_blocks(middle * math.sqrt(len(study.blocks)), margin)
