"""What numba cannot compile plays in plain Python, at the same loop, and does the same."""

import io
import sys
from pathlib import Path

import numpy as np
import pytest
from rich.console import Console

from simkit import registry
from simkit.batch import plan, run, spec
from simkit.batch.chunk import playable
from simkit.core import plain, refusal, session
from simkit.core.bits import lowest
from simkit.core.chance import below, philox_python
from simkit.core.game import Unknown
from simkit.core.jit import INTERPRETED, copy_record, make_records
from simkit.core.session import open_session, play_out
from simkit.core.table import Machine
from simkit.core.trace import record
from tests.dice_race import GAME
from tests.dice_race import plain as twins

compiled_only = pytest.mark.skipif(INTERPRETED, reason="nothing is compiled, so nothing is refused")
FILE = Path(twins.__file__)


@pytest.fixture(scope="module", autouse=True)
def _plugin():
    registry.load_plugin("tests.dice_race")


def own(name):
    return registry.player(f"{FILE}:{name}", GAME)


def seats(strategy, **changes):
    """Make a plan of a small study of seats in which a strategy sits at mixed tables."""
    raw = {
        "name": "twins", "kind": "seats", "game": "dice_race", "seed": 5, "blocks": 40, "part_blocks": 20, "players": [2, 3],
        "tables": {"mixed": [f"{FILE}:{strategy}", "random"]},
    }  # fmt: skip
    return plan.resolve(spec.parse(raw | changes))


def parts(folder):
    return [file.read_bytes() for file in sorted(folder.glob("parts/*.parquet"))]


@compiled_only
def test_which_is_compiled():
    machine = Machine(GAME)
    assert machine.refusal(own("fast")) is None
    assert machine.refusal(own("slow")).file == str(FILE)


@compiled_only
@pytest.mark.parametrize("number", range(6))
def test_a_game_is_the_same_compiled_and_in_plain_python(number):
    games = [play_out(open_session(GAME, seed=3, number=number, players=3), own(name)) for name in ("fast", "slow")]
    assert games[0].record.tobytes() == games[1].record.tobytes()


@compiled_only
def test_a_trace_is_the_same_compiled_and_in_plain_python():
    lines = [list(record(open_session(GAME, seed=3, players=2), own(name)).json_lines()) for name in ("fast", "slow")]
    assert lines[0][1:] == lines[1][1:]


@compiled_only
@pytest.mark.parametrize(("backend", "workers"), [("threading", 1), ("threading", 2), ("loky", 2)])
def test_a_run_has_the_same_bytes_compiled_and_in_plain_python(tmp_path, backend, workers):
    fast = run.run(seats("fast"), tmp_path / "fast", workers=1, progress=False)
    slow = run.run(seats("slow"), tmp_path / "slow", workers=workers, backend=backend, progress=False, chunk_blocks=7)
    assert parts(slow.folder) == parts(fast.folder)


@compiled_only
def test_parameters_reach_the_function():
    games = [play_out(open_session(GAME, seed=3, players=2), own(f"{name}(boldness=9)")) for name in ("fast", "slow")]
    assert games[0].record.tobytes() == games[1].record.tobytes()


@compiled_only
def test_an_index_outside_the_list_is_a_fault_as_of_compiled_players(tmp_path):
    slow = run.run(seats("outside"), tmp_path / "slow", progress=False)
    fast = run.run(seats("", tables={"mixed": ["broken", "random"]}), tmp_path / "fast", progress=False)
    assert slow.faults == fast.faults
    assert set(slow.faults) == {"a strategy returned an index outside the list of actions"}
    assert parts(slow.folder) == parts(fast.folder)


@compiled_only
@pytest.mark.parametrize("backend", ["threading", "loky"])
def test_an_error_ends_a_run_and_names_the_line(tmp_path, backend):
    line = (
        FILE.read_text(encoding="utf-8").splitlines().index("    return 0 if s.game != 3 or s.turn != 2 else 1 // (memory.worth - 2)") + 1
    )
    with pytest.raises(Unknown, match=rf"plain\.py, line {line}: ZeroDivisionError: integer") as caught:
        run.run(seats("failing"), tmp_path / "out", workers=2, backend=backend, progress=False)
    assert "(seed 5, game 3, turn 2, seat 2, its decision 1)\n      return 0 if" in str(caught.value)
    assert not (tmp_path / "out").exists()


@compiled_only
@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("halves", r"halves: it returned 0\.5, not the index of an action"),
        ("misspelt", r"AttributeError: there is no field 'plase'; near it: [^;]*\bplace\b[^;]* \(seed 3, game 0"),
    ],
)
def test_what_a_function_does_wrong_is_said(name, message):
    with pytest.raises(Unknown, match=message):
        play_out(open_session(GAME, seed=3, players=2), own(name))
    assert play_out(open_session(GAME, seed=3, players=2), own("slow")).over  # the failure is over with its message


def test_rows_read_whole_numbers_that_never_wrap():
    memory = np.zeros(1, GAME.kernels.STATE)
    row = memory.view(np.dtype((plain.Row, GAME.kernels.STATE)))[0]
    row.place[1] = 30_000
    row.seat = 1
    assert memory["place"][0, 1] == 30_000
    assert row.place[row.seat] * 30_000 == 900_000_000
    assert type(row.place[1]) is type(row.seat) is int
    assert [type(value) for value in row.place[:2]] == [int, int]
    assert isinstance(row.luck[0], np.uint64)


@compiled_only
@pytest.mark.parametrize("number", [0, 1, 77])
def test_kernels_can_be_called_from_python(number):
    for draw in range(20):
        words = philox_python((draw, 0, number, 3), (9, 0))
        assert below(np.uint64(9), number, 3, draw, 1000) == words[0] * 1000 >> 32
    assert lowest(np.uint64(1 << 40)) == 40
    states = make_records(2, GAME.kernels.STATE)
    states["place"][0] = 7
    copy_record(states[1], states[0])
    assert states["place"][1].tolist() == [7, 7, 7]
    states["players"], states["place"][0] = 2, [7, 3, 0]
    assert twins.is_far(states[0], 0)  # numba cannot take it, so it runs in plain Python
    assert not twins.is_far(states[0], 1)


@compiled_only
def test_it_is_said_once_and_numba_is_not_asked_again(capsys, monkeypatch):
    refusal.tell_once.cache_clear()
    for _ in range(2):
        Machine(GAME).choose(own("slow"))
    said = capsys.readouterr().err
    assert said.count("note: ") == 1
    assert "strategy plain.py:slow plays in plain Python" in said
    monkeypatch.setattr("simkit.core.table.compiled", lambda *arguments: pytest.fail("numba was asked"))
    machine = Machine(GAME)
    monkeypatch.setitem(machine.__dict__, "kernels", ())
    assert machine.refusal(own("slow")) is not None


@compiled_only
def test_a_run_says_it_once_whatever_plays_it(tmp_path, capfd):
    refusal.tell_once.cache_clear()
    playable.cache_clear()
    session.machine.cache_clear()  # as in a process that begins
    screen = io.StringIO()
    run.run(seats("slow"), tmp_path / "out", workers=2, backend="loky", console=Console(file=screen))
    sys.stderr.flush()
    assert capfd.readouterr().err.count("note: ") == 1
