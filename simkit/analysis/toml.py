"""Values as TOML writes them: of a command's options, and of a study that was given as a mapping."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any


def toml(value: Any) -> str:
    """Return a value in TOML, on one line.

    >>> toml({"moves": [1, 2.5], "name": "a b"})
    '{"moves" = [1, 2.5], "name" = "a b"}'
    """
    if isinstance(value, Mapping):
        return f"{{{', '.join(f'{json.dumps(str(key))} = {toml(v)}' for key, v in value.items() if v is not None)}}}"
    if isinstance(value, list | tuple):
        return f"[{', '.join(map(toml, value))}]"
    return json.dumps(value, ensure_ascii=False, default=lambda other: other.item() if hasattr(other, "item") else str(other))
