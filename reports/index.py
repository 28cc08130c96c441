"""One HTML page for any number of studies."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from reports import kinds, page
from reports.parts import Findings


def write(findings: Sequence[Findings], out: Path | str) -> Path:
    """Write `out/index.html`, one section a study, and return its path.

    The same rows give the same bytes: the page knows no clock and no path.
    """
    path = Path(out) / "index.html"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(page.render([kinds.section(found) for found in findings]), encoding="utf-8")
    return path
