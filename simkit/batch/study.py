"""What studies of every kind have: the keys of their files, and what a kind is."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated, Any, Literal, TypeVar

from pydantic import BaseModel, ConfigDict, Field, PrivateAttr

from simkit.core.chance import MAX_GAME, MAX_SEED
from simkit.core.game import Unknown

Blocks = Annotated[int, Field(ge=1, le=MAX_GAME + 1, strict=True)]
Words = list[str]
NAME = r"^[A-Za-z0-9][A-Za-z0-9_.-]*$"  # of a study: it names folders


class Part(BaseModel):
    """A table of a study; unknown keys are errors."""

    model_config = ConfigDict(extra="forbid", frozen=True)


class Quick(Part):
    """The same study, smaller, best on deals of its own: who extends it to the full size looks at the same deals twice.

    Parameters
    ----------
    blocks, seed : int
        Instead of the study's own.
    ensemble : bool
        Whether the study's alternative sets of cards are played, too.
    """

    blocks: Blocks
    seed: int | None = Field(default=None, ge=0, le=MAX_SEED, strict=True)
    ensemble: bool = Field(default=True, strict=True)


class Tables(Part):
    """Who sits together: strategies by chair, and strategies that also play among themselves."""

    mixed: Words = []
    mirror: Words = []


class Version(Part):
    """One version of a game: cards and rules as changed; what is left out is as the study says."""

    name: str = Field(min_length=1)
    components: str | None = None
    rules: dict[str, Any] = {}


class Decision(Part):
    """A claim that the run is to decide, declared before it: `of` wins more than `above` of the games at `table`.

    Parameters
    ----------
    table : str
        Label of an arm, without its version.
    of : str
        ``seat 1``, a strategy, or ``success`` for one player.
    above : float
        Fraction of games; between versions, the later share less the earlier.
    rule : str
        ``sequence``: a confidence sequence; ``gsprt``: a sequential test of `above` against `unless`.
    error, missed : float
        Chances of a wrong "holds", and of a gsprt's wrong "does not hold".
    """

    table: str
    of: str
    above: float
    rule: Literal["sequence", "gsprt"] = "sequence"
    unless: float | None = None
    error: float = Field(default=0.05, gt=0, lt=0.5)
    missed: float = Field(default=0.05, gt=0, lt=0.5)


class Ensemble(Part):
    """Alternative sets of cards, played after the study on its first deals: what hangs on numbers that nobody printed.

    Parameters
    ----------
    columns : list of str
        Columns of numbers that move: ``spells.points``.
    sets, blocks : int
        How many sets, and deals for each.
    spread : float
        Share of a number that it moves by at most; at least by 1.
    provenance : list of str
        Where the numbers come from that may move.
    """

    columns: Words = Field(min_length=1)
    sets: int = Field(default=8, ge=2, le=99, strict=True)
    blocks: Blocks = 200
    spread: float = Field(default=0.25, gt=0, le=1)
    seed: int = Field(default=1, ge=0, le=MAX_SEED, strict=True)
    provenance: Words = Field(default=["invented"], min_length=1)


class Study(Part):
    """What every kind of study has.

    Parameters
    ----------
    blocks : int
        Deals; each is played in every seating of every arm.
    part_blocks : int
        Blocks to a file of rows, which is also what an interruption can cost; chosen by the number of rows if left out.
    margin : float
        Smallest difference that matters, as a share of par.
    precision : float
        Stop once the widest interval of the headline reaches at most so many points of win share (games in a hundred) to each side;
        `blocks` is the most that is played then. Whether it is stated changes no row.
    decision : Decision
        End once a claim is decided; `blocks` is the most that is played then.
    ensemble : Ensemble
        Alternative sets of cards to be played after it.
    cards : bool
        Also keep the long table of cards.
    rules : dict
        Rule parameters that differ from the defaults.
    components : str
        Folder or workbook with card tables of one's own, relative to the study's file.
    metrics : dict
        Further measures by name: SQL expressions over the columns of the rows. They may be changed without playing anew.
    """

    name: str = Field(pattern=NAME)
    kind: str
    game: str
    question: str = ""
    seed: int = Field(ge=0, le=MAX_SEED, strict=True)
    blocks: Blocks
    part_blocks: Blocks | None = None
    margin: float = Field(default=0.05, gt=0, lt=1)
    precision: float | None = Field(default=None, gt=0, lt=50)
    decision: Decision | None = None
    ensemble: Ensemble | None = None
    cards: bool = False
    rules: dict[str, Any] = {}
    components: str | None = None
    metrics: dict[str, str] = {}
    quick: Quick | None = None
    _file: Path = PrivateAttr(default=Path("study"))

    @property
    def file(self) -> Path:
        """Where it was read from."""
        return self._file

    def at(self, key: str) -> str:
        """Name the place of a key for an error."""
        return f"{self._file}, {key}"


@contextmanager
def located(where: str) -> Iterator[None]:
    """Name file and key in front of what turns out to be unknown inside."""
    try:
        yield
    except Unknown as error:
        raise Unknown(f"{where}: {error}") from None


Kindred = TypeVar("Kindred", bound=Study)


def shared(study: Study, **changes: Any) -> dict[str, Any]:
    """Return the keys that a study made from another takes over, and what it says otherwise."""
    keys = ("name", "game", "seed", "blocks", "margin", "rules", "components")
    return {key: getattr(study, key) for key in keys} | changes


def made(model: type[Kindred], study: Study, **changes: Any) -> Kindred:
    """Return a study made from another, of another kind: what it shares with it, and what it says otherwise."""
    found = model(kind=model.__name__.lower(), **shared(study, **changes))
    found._file = study.file
    return found


def next_seed(seed: int) -> int:
    """Return the seed of fresh deals."""
    return (seed + 1) % (MAX_SEED + 1)
