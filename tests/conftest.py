"""What all tests share: markers, and sizes that fit how kernels run."""

from collections.abc import Callable

import pytest

from simkit.batch import warm
from simkit.cli import main
from simkit.core.jit import INTERPRETED


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add `--slow`: without it, tests that need full sizes are left out."""
    parser.addoption("--slow", action="store_true", help="run tests at full size, too")


def pytest_configure(config: pytest.Config) -> None:
    """Declare our markers, also where no pyproject.toml is read."""
    config.addinivalue_line("markers", "slow: more than some seconds; run by --slow")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out what is slow, unless it is asked for."""
    if not config.getoption("--slow"):
        leave = pytest.mark.skip(reason="full size: run with --slow")
        for item in items:
            if "slow" in item.keywords:
                item.add_marker(leave)


@pytest.fixture(scope="session")
def size() -> Callable[[int, int], int]:
    """Choose a size: the first number compiled, the second interpreted."""
    return lambda compiled, interpreted: interpreted if INTERPRETED else compiled


@pytest.fixture(autouse=True)
def one_compiler(monkeypatch: pytest.MonkeyPatch) -> None:
    """Have nothing compiled by further processes, unless a test asks for them: tests fill the cores themselves."""
    monkeypatch.setattr(warm, "default_workers", lambda: 1)


@pytest.fixture
def simkit(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch):
    """Run a command in this process; returns exit code, stdout, stderr."""
    monkeypatch.setenv("COLUMNS", "160")

    def run(*arguments: object) -> tuple[int, str, str]:
        with pytest.raises(SystemExit) as exit_:
            main([str(argument) for argument in arguments])
        said = capsys.readouterr()
        return int(exit_.value.code or 0), said.out, said.err

    return run
