"""A study that was given as a mapping, written as a file that plays it again."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from simkit.analysis.toml import toml

STUDY = "study.toml"  # beside the rows of such a run
_PATHS = ("components", "playtests")  # keys whose values are paths
_OWN = re.compile(r"\s*(\S+\.py)(:.*)?", re.DOTALL)  # a strategy of a file of one's own


def write(raw: Mapping[str, Any], folder: Path) -> Path:
    """Write a study into the folder of its run and return the file; paths that began here begin in that folder then."""
    folder.mkdir(parents=True, exist_ok=True)
    file = folder / STUDY
    lines = [f"{json.dumps(str(key))} = {toml(_moved(value, str(key), folder))}" for key, value in raw.items() if value is not None]
    file.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return file


def _moved(value: Any, key: str, folder: Path) -> Any:
    """Return a value whose paths begin in another folder."""
    if isinstance(value, Mapping):
        return {inner: _moved(v, str(inner), folder) for inner, v in value.items()}
    if isinstance(value, list | tuple):
        return [_moved(v, key, folder) for v in value]
    if isinstance(value, str | Path) and key in _PATHS:
        return _from(folder, str(value))
    if isinstance(value, str) and (own := _OWN.fullmatch(value)):
        return f"{_from(folder, own[1])}{own[2] or ''}"
    return value


def _from(folder: Path, path: str) -> str:
    return path if Path(path).is_absolute() else Path(os.path.relpath(path, folder)).as_posix()
