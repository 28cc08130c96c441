"""Games of real people in a CSV file, and the keys of a solo study that decide nothing that is played."""

import pytest

from simkit.batch import identity, playtests, spec
from simkit.batch.plan import resolve
from simkit.core.game import Unknown
from simkit.registry import game

TARGETS = {"sprint": 14, "marathon": None}
RAW = {"name": "alone", "kind": "solo", "game": "dice_race", "seed": 7, "blocks": 50, "strategies": ["single", "double"]}


@pytest.fixture
def read(tmp_path):
    def make(text, targets=TARGETS):
        path = tmp_path / "people.csv"
        path.write_text(text)
        return playtests.read_solo(path, game("dice_race"), targets)

    return make


def test_rows_are_games(read):
    text = "group;Scenario;score;won;turns;seat\nus;Sprint;15;;8;1\n;marathon;;yes;;\nthem;MARATHON;30;No;12;\n"
    assert read(text) == [
        {"scenario": "sprint", "group": "us", "score": 15, "won": True, "turns": 8},
        {"scenario": "marathon", "won": True},
        {"scenario": "marathon", "group": "them", "score": 30, "won": False, "turns": 12},
    ]


def test_a_single_scenario_need_not_be_named(read):
    assert read("score\n12\n14\n", {"sprint": 14}) == [
        {"scenario": "sprint", "score": 12, "won": False},
        {"scenario": "sprint", "score": 14, "won": True},
    ]
    assert read("score\n12\n", {"marathon": None}) == [{"scenario": "marathon", "score": 12}]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (
            "scenario,score\nsprynt,12\n",
            r"people\.csv, row 2, column scenario: the study has no 'sprynt' \(did you mean 'sprint'\?\)",
        ),
        ("scenario,score\nsprint,a lot\n", r"row 2, column score: 'a lot' is not a whole number"),
        ("scenario,won\nsprint,maybe\n", r"row 2, column won: 'maybe' is not one of yes, no, true, false, 1, 0"),
        ("scenario,scor\nsprint,12\n", r"row 1: unknown column 'scor' \(did you mean 'score'\?\); known are scenario, seat, group, score"),
        ("scenario,turns\nsprint,7\n", r"row 2: neither score nor won"),
        ("score\n12\n", r"row 2, column scenario: empty; expected one of"),
        ("scenario,score,won\nsprint,12,yes\n", r"row 2, column won: yes, but the score of 12 is below the target of 14"),
        ("scenario,seat,score\nsprint,2,12\n", r"row 2, column seat: 2; alone there is one seat"),
        ("scenario,score\n", r"people\.csv: no game in it"),
        ("", r"people\.csv: empty; expected a header"),
    ],
)
def test_what_is_wrong_is_said(read, text, message):
    with pytest.raises(Unknown, match=message):
        read(text)


def test_all_that_is_wrong_is_said_at_once(read):
    with pytest.raises(Unknown, match=r"(?s)row 3, column score.*row 2, column scenario.*2 errors"):
        read("scenario,score\nsprynt,1\nsprint,x\n")


def test_a_path_is_seen_from_the_study(tmp_path):
    (tmp_path / "people.csv").write_text("scenario,score\nsprint,15\n")
    plan = resolve(spec.parse(RAW | {"playtests": "people.csv"}, tmp_path / "study.toml"))
    assert [row["won"] for row in plan.study.playtested] == [True]
    with pytest.raises(Unknown, match=r"study\.toml, playtests: .*nobody\.csv: cannot be read"):
        resolve(spec.parse(RAW | {"playtests": "nobody.csv"}, tmp_path / "study.toml"))
    with pytest.raises(Unknown, match="the study has no 'sprint'"):
        resolve(spec.parse(RAW | {"playtests": "people.csv", "scenarios": ["marathon"]}, tmp_path / "study.toml"))


def test_what_decides_nothing_is_not_part_of_a_run(tmp_path):
    (tmp_path / "people.csv").write_text("scenario,score\nsprint,15\n")
    keys = {"medals": {"cup": 0.4}, "step": 0.7, "minutes_per_turn": 2.5, "minutes_per_game": 10, "playtests": "people.csv"}
    plain, told = (identity.manifest(resolve(spec.parse(raw, tmp_path / "study.toml"))) for raw in (RAW, RAW | keys))
    assert plain == told


def test_it_is_kept_in_the_log(tmp_path):
    from simkit.analysis import load
    from simkit.batch import run

    (tmp_path / "people.csv").write_text("scenario,score\nsprint,15\n")
    keys = {"medals": {"cup": 0.4}, "minutes_per_turn": 2.5, "playtests": "people.csv"}
    folder = run.run(resolve(spec.parse(RAW | keys, tmp_path / "study.toml")), tmp_path / "run", blocks=4, progress=False).folder
    asked = load(folder).asked
    assert (asked["medals"], asked["minutes_per_turn"], asked["step"]) == ({"cup": 0.4}, 2.5, 0.6)
    assert asked["playtested"] == [{"scenario": "sprint", "score": 15, "won": True}]


@pytest.mark.parametrize(
    ("keys", "message"),
    [
        ({"medals": {"gold": 0.2, "bronze": 0.6}}, "medals: .*a medal must be rarer than the one before it"),
        ({"medals": {"gold": 0.2, "platinum": 0.2}}, "medals: .*rarer"),
        ({"medals": {"gold": 1.5}}, r"medals\.gold: 1\.5 will not do"),
        ({"step": 0.4}, r"step: 0\.4 will not do"),
        ({"minutes_per_turn": -1}, "minutes_per_turn: -1 will not do"),
        ({"playtest": "x.csv"}, r"playtest: there is no such key \(did you mean 'playtests'\?\)"),
    ],
)
def test_wrong_keys(keys, message):
    with pytest.raises(Unknown, match=message):
        spec.parse(RAW | keys)
