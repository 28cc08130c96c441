"""All tests of a game on one worker: two of them would compile the same kernels at once."""

from pathlib import Path

import pytest


@pytest.hookimpl(tryfirst=True)  # before xdist looks for groups
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Make a group of the tests here that have the parameter `game`."""
    for item in items:
        if item.path.parent == Path(__file__).parent and (game := getattr(item, "callspec", None) and item.callspec.params.get("game")):
            item.add_marker(pytest.mark.xdist_group(f"conformance of {game.name}"))
