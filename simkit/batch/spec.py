"""A study as its author writes it: a TOML file of a known kind, checked with errors that name the file and the key."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from pydantic import BaseModel, ValidationError

from simkit.batch.kinds import KINDS
from simkit.batch.kinds.compensation import Option
from simkit.batch.study import Decision, Ensemble, Quick, Study, Tables, Version
from simkit.core.game import Unknown, near_miss


def load(path: Path | str, *, quick: bool = False, **changes: Any) -> Study:
    """Read a study from its file.

    Parameters
    ----------
    path : Path or str
    quick : bool
        Take the number of blocks, and the seed if there is one, from ``[quick]``; leave out ``[ensemble]`` where it says so.
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
        raw["ensemble"] = raw.get("ensemble") if study.quick.ensemble else None
    return parse(raw | {key: value for key, value in changes.items() if value is not None}, path)


def parse(raw: Mapping[str, Any], file: Path | str = "study") -> Study:
    """Check a study given as a mapping; `file` is named in errors, and relative paths start in its folder."""
    kind = raw.get("kind")
    if not isinstance(kind, str) or kind not in KINDS:
        wrong = f"{kind!r} is not known{near_miss(str(kind), KINDS)}" if kind is not None else "is missing"
        raise Unknown(f"{file}, kind: {wrong}; known are {', '.join(KINDS)}")
    model = KINDS[kind].model
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
    words = re.findall("'([^']*)'", str(item.get("ctx", {}).get("expected", ""))) if item["type"] == "literal_error" else []
    return f"{file}, {key}: {item['input']!r} will not do: {item['msg']}{near_miss(str(item['input']), words)}"


def _keys(model: type[BaseModel], above: list[str]) -> list[str]:
    """List the keys a table may have."""
    tables: dict[str, type[BaseModel]] = {
        "quick": Quick, "decision": Decision, "ensemble": Ensemble, "tables": Tables, "versions": Version, "options": Option,
    }  # fmt: skip
    return list((tables[above[0]] if above else model).model_fields)


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
