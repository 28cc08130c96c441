"""A study as its author writes it: a TOML file of a known kind, checked with errors that name the file and the key."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, PrivateAttr, ValidationError

from simkit.core.chance import MAX_GAME, MAX_SEED
from simkit.core.game import Unknown, near_miss

Blocks = Annotated[int, Field(ge=1, le=MAX_GAME + 1, strict=True)]
Words = list[str]
NAME = r"^[A-Za-z0-9][A-Za-z0-9_.-]*$"  # of a study: it names folders


class Part(BaseModel):
    """A table of a study; unknown keys are errors."""

    model_config = ConfigDict(extra="forbid", frozen=True)


class Quick(Part):
    """The same study, smaller, best on deals of its own: who extends it to the full size looks at the same deals twice."""

    blocks: Blocks
    seed: int | None = Field(default=None, ge=0, le=MAX_SEED, strict=True)


class Tables(Part):
    """Who sits together: strategies by chair, and strategies that also play among themselves."""

    mixed: Words = []
    mirror: Words = []


class Version(Part):
    """One version of a game: cards and rules as changed; what is left out is as the study says."""

    name: str = Field(min_length=1)
    components: str | None = None
    rules: dict[str, Any] = {}


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


class Seats(Study):
    """Is a seat favoured? Tables of several players, in every distinct seating; every number of players if none is named."""

    kind: Literal["seats"]
    players: list[Annotated[int, Field(ge=2, strict=True)]] = []
    tables: Tables = Tables()


class Solo(Study):
    """How hard are the solo scenarios? Every strategy in every scenario; ``["all"]`` stands for all of the game's.

    Parameters
    ----------
    wanted : list of float
        Chances of success for which the report names targets, between 0 and 1.
    """

    kind: Literal["solo"]
    wanted: list[Annotated[float, Field(gt=0, lt=1)]] = []
    scenarios: Words = Field(default=["all"], min_length=1)
    strategies: Words = Field(min_length=1)


class League(Study):
    """Who beats whom? Every pair of strategies at a table of two, in both seats on the same deals."""

    kind: Literal["league"]
    strategies: Words = Field(min_length=2)


class Setups(Study):
    """Which choices of a drawn setup matter? One table, a setup drawn for every deal; the most extreme are played again on fresh deals.

    Parameters
    ----------
    again : int
        Fresh deals for each of the setups that stand out.
    """

    kind: Literal["setups"]
    players: Annotated[int, Field(ge=2, strict=True)] = 2
    tables: Tables = Tables()
    again: Blocks = 500


class Variant(Study):
    """What does a change do? Versions of a game on the same deals; the first is what the others are compared with.

    Parameters
    ----------
    players : list of int
        1 stands for the solo game: `scenarios` say which, and every strategy of the tables plays it.
    goals : list of str
        What the last version is to reach: ``turns 18..24``, ``seat_gap < 2pp``.
    """

    kind: Literal["variant"]
    versions: list[Version] = Field(min_length=2)
    players: list[Annotated[int, Field(ge=1, strict=True)]] = Field(default=[2], min_length=1)
    tables: Tables = Tables()
    scenarios: Words = []
    goals: Words = []
    cards: bool = True


KINDS: dict[str, type[Study]] = {"seats": Seats, "solo": Solo, "league": League, "setups": Setups, "variant": Variant}


def load(path: Path | str, *, quick: bool = False, **changes: Any) -> Study:
    """Read a study from its file.

    Parameters
    ----------
    path : Path or str
    quick : bool
        Take the number of blocks, and the seed if there is one, from ``[quick]``.
    **changes : Any
        Keys to be replaced, such as ``seed=3``; None changes nothing.

    Raises
    ------
    Unknown
        With the file and the key.
    """
    path = Path(path)
    try:
        raw = tomllib.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise Unknown(f"{path}: cannot be read ({error.strerror})") from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise Unknown(f"{path}: not TOML ({error})") from None
    if quick:
        study = parse(raw, path)
        if study.quick is None:
            raise Unknown(f"{path}: has no [quick] with its number of blocks")
        raw["blocks"] = study.quick.blocks
        raw["seed"] = study.seed if study.quick.seed is None else study.quick.seed
    return parse(raw | {key: value for key, value in changes.items() if value is not None}, path)


def parse(raw: Mapping[str, Any], file: Path | str = "study") -> Study:
    """Check a study given as a mapping; `file` is named in errors, and relative paths start in its folder."""
    kind = raw.get("kind")
    if not isinstance(kind, str) or kind not in KINDS:
        wrong = f"{kind!r} is not known{near_miss(str(kind), KINDS)}" if kind is not None else "is missing"
        raise Unknown(f"{file}, kind: {wrong}; known are {', '.join(KINDS)}")
    model = KINDS[kind]
    try:
        study = model.model_validate(dict(raw))
    except ValidationError as error:
        raise Unknown("\n".join(_explain(model, item, file) for item in error.errors(include_url=False))) from None
    study._file = Path(file)
    return study


def _explain(model: type[BaseModel], item: Mapping[str, Any], file: Path | str) -> str:
    """Put one of pydantic's errors into words: file, key, what is wrong, what would be right."""
    *above, last = (str(step) for step in item["loc"])
    key = ".".join([*above, last])
    if item["type"] == "extra_forbidden":
        known = _keys(model, above)
        return f"{file}, {key}: there is no such key{near_miss(last, known)}; known are {', '.join(known)}"
    if item["type"] == "missing":
        return f"{file}, {key}: is missing"
    return f"{file}, {key}: {item['input']!r} will not do: {item['msg']}"


def _keys(model: type[BaseModel], above: list[str]) -> list[str]:
    """List the keys a table may have."""
    tables: dict[str, type[BaseModel]] = {"quick": Quick, "tables": Tables, "versions": Version}
    return list((tables[above[0]] if above else model).model_fields)


@contextmanager
def located(where: str) -> Iterator[None]:
    """Name file and key in front of what turns out to be unknown inside."""
    try:
        yield
    except Unknown as error:
        raise Unknown(f"{where}: {error}") from None


def experiments() -> dict[str, Path]:
    """Return the studies that are at hand by ``game/name``: those under the current folder, and those beside the package."""
    found: dict[str, Path] = {}
    for base in dict.fromkeys((Path.cwd(), Path(__file__).resolve().parents[2])):
        for path in sorted((base / "experiments").glob("*/*.toml")):
            found.setdefault(f"{path.parent.name}/{path.stem}", path)
    return found


def find(name: str | Path) -> Path:
    """Return the file of a study given by path, by ``game/name``, or by its name alone.

    Raises
    ------
    Unknown
        If there is none or more than one; the message names the closest.
    """
    text = str(name)
    if Path(text).is_file():
        return Path(text)
    known = experiments()
    fitting = [full for full in known if text in (full, full.split("/")[1])]
    if len(fitting) == 1:
        return known[fitting[0]]
    if fitting:
        raise Unknown(f"study {text!r}: there are several; say {' or '.join(fitting)}")
    words = [*known, *(full.split("/")[1] for full in known)]
    raise Unknown(f"no study {text!r}{near_miss(text, words)}; known are {', '.join(known) or 'none'}, or a path to a .toml file")
