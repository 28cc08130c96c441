"""A session plays what the loop plays; it checks what it is given; copies are independent."""

from typing import Any

import numpy as np
import pytest

import simkit
from simkit.core import table
from simkit.core.game import Unknown
from simkit.core.jit import INTERPRETED
from simkit.core.session import Session, open_session, play_out
from simkit.core.sitting import Sitting, Workspace
from simkit.games.spellbloom.names import REST
from simkit.registry import game, player

GAME = game("spellbloom")


def loop(session: Session, names: list[str]) -> tuple[np.ndarray, np.ndarray, int]:
    """Play the session's game by the loop; return result rows, the final record and how many options were counted."""
    space = Workspace(GAME)
    sitting = Sitting(session.machine, [player(name, GAME) for name in names], session.seed, [session.config])
    rows = sitting.play(space, session.number, 1).results
    return rows[0], space.states[:1], int(rows[0, :, table.OPTIONS - table.EXTRA].sum())


CASES: list[tuple[list[str], dict[str, Any]]] = [
    (["random", "random"], {}),
    (["greedy", "random"], {"three_dice_points": 4}),
    (["random", "greedy", "random"], {}),
    (["greedy", "random", "random", "greedy"], {"start_mana": {4: [2, 3, 4, 5]}}),
    *((["random"], {"scenario": mode}) for mode in GAME.modes),
][4 if INTERPRETED else 0 :]  # a game of several players takes half a minute without compilation


@pytest.mark.parametrize(("names", "rules"), CASES)
def test_session_equals_the_loop(names: list[str], rules: dict[str, Any], size: Any) -> None:
    for number in range(size(3, 1)):
        session = open_session(GAME, seed=11, number=number, players=len(names), rules=rules)
        rows, final, options = loop(session, names)
        players, counted = [player(name, GAME) for name in names], 0
        while not session.over:
            counted += len(session.codes())
            session.play(session.choice(players[session.seat]))
        assert session.record.tobytes() == final.tobytes()
        assert np.array_equal(session.scores(), rows[:, : len(GAME.columns)])
        assert counted == options


def test_the_turn_limit_cuts_off_as_in_the_loop() -> None:
    def idle(session: Session) -> int:
        codes = list(session.codes())
        return codes.index(REST) if REST in codes else 0

    session = play_out(open_session(GAME, seed=1, players=2), idle)
    assert session.turn == GAME.turn_cap
    assert session.ending == "cut off at the turn limit"
    assert session.actions() == []


def test_a_callable_and_a_player_sit_at_one_table() -> None:
    seen = []

    def last(session: Session) -> int:
        seen.append(session.seat)
        return len(session.actions()) - 1

    session = play_out(simkit.start("spellbloom", seed=3), [last, player("random", GAME)])
    assert set(seen) == {0}
    assert session.over
    assert session.ending == GAME.endings[0]
    result = session.result()
    assert list(result.columns) == [column.name for column in GAME.columns]
    assert list(result.index) == [1, 2]
    assert result["share"].sum() == 60
    assert (result[[line.name for line in GAME.lines]].sum(axis=1) == result["total"]).all()


def test_actions_say_what_they_said_when_they_were_listed() -> None:
    session = simkit.start("spellbloom", seed=7)
    actions = session.actions()
    before = [action.text for action in actions[:20]]
    session.play(0)
    assert [action.text for action in actions[:20]] == before
    assert [action.index for action in actions] == list(range(len(actions)))


def test_copies_are_independent_and_meet_the_same_luck() -> None:
    session = simkit.start("spellbloom", seed=7)
    session.actions()
    twin = session.copy()
    before = session.record.tobytes()
    play_out(twin, player("random", GAME))
    assert session.record.tobytes() == before
    assert play_out(session, player("random", GAME)).record.tobytes() == twin.record.tobytes()


def test_state_is_a_copy() -> None:
    session = simkit.start("spellbloom", seed=7, players=3)
    state = session.state
    assert state["players"] == 3
    assert state["die"].shape == (4, 6)
    state["mana"][:] = 30
    assert list(session.state["mana"]) == [2, 2, 2, 0]


def test_describe_names_the_island_and_every_seat() -> None:
    text = simkit.start("spellbloom", seed=7, players=4).describe()
    for word in ("Island: Reefs S", "Guide dice: blue", "General supply: 27 Mana", "Seat 4: 0 points, 2 Mana", " task: "):
        assert word in text


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"seed": -1}, "seed -1 is not a whole number from 0"),
        ({"seed": 2**64}, "seed 18446744073709551616"),
        ({"seed": True}, "seed True"),
        ({"seed": 1, "number": 2**32}, "game number 4294967296"),
        ({"seed": 1, "players": 5}, "Spellbloom is for 1 to 4 players, not 5"),
        ({"seed": 1, "rules": {"three_dice_point": 4}}, "did you mean 'three_dice_points'"),
        ({"seed": 1, "rules": {"scenario": "manna"}}, "did you mean 'mana'"),
        ({"seed": 1, "components": "nowhere"}, "there is no folder nowhere"),
    ],
)
def test_bad_input_is_refused(given: dict[str, Any], message: str) -> None:
    with pytest.raises(Unknown, match=message):
        simkit.start("spellbloom", **given)


def test_an_unknown_game_is_refused() -> None:
    with pytest.raises(Unknown, match="did you mean 'spellbloom'"):
        simkit.start("spelbloom", seed=1)


@pytest.mark.parametrize("index", [-1, 10**6, 1.0, True, None])
def test_an_index_outside_the_list_is_refused_and_changes_nothing(index: Any) -> None:
    session = simkit.start("spellbloom", seed=7)
    before = session.record.tobytes()
    with pytest.raises(Unknown, match="legal actions, numbered 0 to"):
        session.play(index)
    assert session.record.tobytes() == before


def test_a_game_that_is_over_cannot_be_played() -> None:
    session = play_out(simkit.start("spellbloom", seed=7), player("random", GAME))
    with pytest.raises(Unknown, match="the game is over"):
        session.play(0)


def test_players_must_fit_the_seats() -> None:
    with pytest.raises(Unknown, match="3 strategies for 2 players"):
        play_out(simkit.start("spellbloom", seed=7), [player("random", GAME)] * 3)
