"""Two small studies, played by nobody, and their page; pictures are drawn only where they are looked at."""

import pytest

from reports import drawing
from tests.analysis import synthetic as syn
from tests.reports.pages import write_page


@pytest.fixture
def no_pictures(request, monkeypatch):
    """Draw PNG files in the tests that look at them only: they take a quarter of a second each."""
    if "pictures" not in request.node.name:
        monkeypatch.setattr(drawing.Picture, "png", lambda self: b"")


@pytest.fixture(scope="session")
def folders(tmp_path_factory):
    root = tmp_path_factory.mktemp("studies")
    return [
        syn.write_seats(root / "seats", blocks=300, mirrors=(0, 1, 2, 3)),
        syn.write_solo(root / "solo", blocks=300),
    ]


@pytest.fixture(scope="session")
def html(folders, tmp_path_factory):
    return write_page(folders, tmp_path_factory.mktemp("out")).read_text(encoding="utf-8")
