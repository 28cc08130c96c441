"""A trace tells everything; its JSON lines replay clean, and what was tampered with is named by its field."""

import json
import re
from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest

import simkit
from simkit.core.events import POINTS
from simkit.core.game import SET, Unknown
from simkit.core.jit import INTERPRETED
from simkit.core.session import Session, open_session
from simkit.core.trace import Trace, header, json_lines, record, replay, text
from simkit.registry import game, load_plugin, player

GAME = game("spellbloom")


def traced(names: list[str], rules: dict[str, Any] | None = None, number: int = 0) -> Trace:
    session = open_session(GAME, seed=7, number=number, players=len(names), rules=rules)
    return record(session, [player(name, GAME) for name in names])


@pytest.fixture(scope="module")
def played() -> Trace:
    return traced(["random", "random"])


@pytest.fixture(scope="module")
def lines(played: Trace) -> list[str]:
    return list(played.json_lines())


CASES: list[tuple[list[str], dict[str, Any]]] = [
    (["greedy", "random"], {}),
    (["random"] * 4, {"start_points": {4: [0, 1, 2, 3]}}),
    *((["random"], {"scenario": mode}) for mode in GAME.modes),
][2 if INTERPRETED else 0 : 4 if INTERPRETED else None]  # a game takes seconds without compilation


@pytest.mark.parametrize(("names", "rules"), CASES)
def test_the_text_mentions_every_point(names: list[str], rules: dict[str, Any]) -> None:
    trace = traced(names, rules)
    told: Counter[int] = Counter()
    for seat, points in re.findall(r"Seat (\d) scores (-?\d+) points?: ", trace.text()):
        told[int(seat)] += int(points)
    assert [told[seat + 1] for seat in range(len(names))] == list(trace.end.result()["total"])


@pytest.mark.parametrize(("names", "rules"), CASES)
def test_json_lines_replay_clean(names: list[str], rules: dict[str, Any]) -> None:
    trace = traced(names, rules)
    found = replay(list(trace.json_lines()), GAME)
    assert found.agrees
    assert found.steps == len(trace.steps)


def test_the_text_has_header_decisions_and_score_sheet(played: Trace) -> None:
    rows = played.text().splitlines()
    assert rows[0] == "Spellbloom: game 0 of seed 7, 2 players"
    assert rows[1] == "Rules changed: none"
    assert rows[3:5] == ["Seat 1: random", "Seat 2: random"]
    assert sum("options: " in row or "only option: " in row for row in rows) == len(played.steps)
    titles = [row for row in rows if re.fullmatch(r"Turn \d+, seat \d", row)]
    assert titles == [f"Turn {turn}, seat {2 - turn % 2}" for turn in range(1, played.end.turn + 1)]
    total = played.end.result()["total"]
    assert any(row.startswith(f"  Seat 1, random: {total[1]} points, rank ") for row in rows)
    assert all(any(column.text in row for row in rows) for column in GAME.lines)


def test_facts_that_are_0_for_all_are_left_out_of_the_score_sheet(played: Trace) -> None:
    said = played.text().split("Final scoring")[1]
    for column, values in zip(GAME.columns, played.end.scores().T, strict=True):
        if column in GAME.facts and column.unit != SET:
            assert (f"    {column.text}: " in said) == bool(values.any())


def test_the_text_names_changed_rules() -> None:
    rows = traced(["random"], {"scenario": "mana", "rest_mana": 2}).text().splitlines()
    assert rows[1] == "Rules changed: rest_mana = 2, scenario = mana"


def test_every_draw_and_roll_is_told() -> None:
    trace = traced(["random"], {"scenario": "placement"})
    told = trace.text()
    for step in trace.steps:
        for event in step.events:
            assert not event.text or event.event == GAME.text.TURN or event.text in told


def test_the_schema_of_the_lines(lines: list[str], played: Trace) -> None:
    first, *middle, last = map(json.loads, lines)
    assert {**first, "components": 0} == {
        "format": "simkit-trace", "version": 1, "game": "spellbloom", "seed": 7, "number": 0, "players": 2, "rules": {},
        "components": 0, "strategies": ["random", "random"],
    }  # fmt: skip
    assert [line["step"] for line in middle] == list(range(1, len(played.steps) + 1))
    for line in middle:
        assert list(line) == ["step", "turn", "seat", "state", "options", "index", "action", "text", "events"]
        assert set(line["state"]) == set(GAME.kernels.STATE.names)
        assert 0 <= line["index"] < line["options"]
    assert last["ended"] == played.end.ending
    assert [row["total"] for row in last["result"]] == list(played.end.result()["total"])
    assert sum(event["amount"] for event in last["events"] if event["event"] == POINTS and event["seat"] == 0) > 0
    assert all(isinstance(key, str) and int(key, 16) < 2**64 for key in middle[0]["state"]["luck"])


def change_state(line: dict[str, Any]) -> None:
    line["state"]["mana"][1] += 1


def change_luck(line: dict[str, Any]) -> None:
    line["state"]["luck"][0] = "0x0000000000000000"


def change_options(line: dict[str, Any]) -> None:
    line["options"] += 1


def change_action(line: dict[str, Any]) -> None:
    line["action"] += 1


def change_index(line: dict[str, Any]) -> None:
    line["index"] = line["options"]


def change_roll(line: dict[str, Any]) -> None:
    line["events"][0]["amount"] += 1


def drop_field(line: dict[str, Any]) -> None:
    del line["state"]["supply"]


def add_field(line: dict[str, Any]) -> None:
    line["state"]["luckier"] = 1


@pytest.mark.parametrize(
    ("tamper", "message"),
    [
        (change_state, r"decision 3: state\.mana\[1\] is \d+ in the trace, \d+ by the kernels"),
        (change_luck, r"decision 3: state\.luck\[0\] is '0x0000000000000000' in the trace"),
        (change_options, "decision 3: options is"),
        (change_action, "decision 3: action is"),
        (change_index, r"decision 3: index is \d+, but there are \d+ legal actions"),
        (change_roll, r"decision 3: events\[0\]\.amount is"),
        (drop_field, "decision 3: state: field 'supply' is missing in the trace"),
        (add_field, "decision 3: state: field 'luckier' is not one of the kernels'"),
    ],
)
def test_a_tampered_decision_is_named(lines: list[str], tamper: Callable[[dict[str, Any]], None], message: str) -> None:
    line = json.loads(lines[3])
    tamper(line)
    found = replay([*lines[:3], json.dumps(line), *lines[4:]], GAME)
    assert not found.agrees
    assert found.steps == 2
    assert re.match(message, found.difference)


def test_a_tampered_end_is_named(lines: list[str]) -> None:
    last = json.loads(lines[-1])
    last["result"][1]["sigils"] += 2
    found = replay([*lines[:-1], json.dumps(last)], GAME)
    assert re.match(r"at the end: result\[1\]\.sigils is \d+ in the trace", found.difference)


def test_other_cards_or_another_seed_are_named(lines: list[str]) -> None:
    first = json.loads(lines[0])
    cards = {**first, "components": {"source": "default", "sha256": "0"}}
    assert replay([json.dumps(cards), *lines[1:]], GAME).difference.startswith("components.sha256 is '0' in the trace")
    seed = {**first, "seed": 8}
    assert replay([json.dumps(seed), *lines[1:]], GAME).difference.startswith("decision 1: state.luck[0] is")


def test_a_trace_that_breaks_off_or_goes_on_too_long_is_named(lines: list[str]) -> None:
    assert "the trace breaks off after" in replay([*lines[:-3], lines[-1]], GAME).difference
    assert "the game is over already" in replay([*lines[:-1], lines[-2], lines[-1]], GAME).difference


def test_words_are_not_compared(lines: list[str]) -> None:
    line = json.loads(lines[1])
    line["text"] = line["events"][0]["text"] = "in better words"
    assert replay([lines[0], json.dumps(line), *lines[2:]], GAME).agrees


@pytest.mark.parametrize(
    ("broken", "message"),
    [
        ([], "line 1: not JSON"),
        (["[]"], "line 1: expected a JSON object"),
        (["{}"], "line 1: not a trace"),
        (['{"format": "simkit-trace", "version": 3}'], "version 3 of traces; this program reads 1 and 2"),
        (['{"format": "simkit-trace", "version": 1, "game": "spellbloom"}'], "lacks seed, number, players, rules, components"),
    ],
)
def test_what_is_no_trace_is_refused(broken: list[str], message: str) -> None:
    with pytest.raises(Unknown, match=message):
        header(broken)


def test_simkit_replay_finds_the_game_by_the_header(lines: list[str]) -> None:
    assert simkit.replay(lines).agrees
    with pytest.raises(Unknown, match="not of 'dice_race'"):
        replay(lines, load_plugin("tests.dice_race").GAME)


def test_a_trace_begins_with_the_first_decision() -> None:
    session = simkit.start("spellbloom", seed=7)
    session.play(0)
    with pytest.raises(Unknown, match="begins with the first decision"):
        record(session, player("random", GAME))


def test_a_python_callable_is_traced_by_its_name() -> None:
    def first(session: Session) -> int:
        return 0

    rows = json_lines(simkit.start("spellbloom", seed=7), [first, player("random", GAME)])
    assert json.loads(rows[0])["strategies"] == ["first", "random"]
    assert simkit.replay(rows).agrees


def test_a_tiny_plug_in_game_is_traced_by_four_functions() -> None:
    race = load_plugin("tests.dice_race").GAME
    told = text(open_session(race, seed=7, players=2), player("random", race))
    assert "Dice Race: game 0 of seed 7, 2 players" in told
    assert "chooses 1 of 2 options: roll" in told
    assert "Final scoring" in told
    assert replay(json_lines(open_session(race, seed=7, players=2), player("random", race)), race).agrees
