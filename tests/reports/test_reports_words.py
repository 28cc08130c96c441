"""What is told in words: numbers, names of players, rules, cards and commands."""

import itertools
import json
import shlex

import pytest

from reports import kinds, shelf, words
from simkit.analysis import load
from simkit.core.game import parse_rule
from simkit.core.sheets import PROVENANCE
from tests.analysis import synthetic as syn
from tests.reports.pages import changed, write_page

pytestmark = pytest.mark.usefixtures("no_pictures")


def test_own_cards_are_not_called_placeholders(tmp_path):
    folder = syn.write_seats(tmp_path / "run", 5, players=[2], mirrors=())
    path = folder / "manifest.json"
    manifest = json.loads(path.read_text())
    manifest["components"] = {"source": "my_cards", "provenance": {"own": 111}}
    path.write_text(json.dumps(manifest))
    said = "Card tables from my_cards. None of them is a placeholder of ours. What is said here holds for these simulated players only."
    assert words.cards(load(folder)) == said


@pytest.mark.parametrize(
    ("made", "expected"),
    [
        (words.number(1234567.0), "1\u202f234\u202f567"),
        (words.number(-0.04, 1), "0.0"),
        (words.number(None), words.UNKNOWN),
        (words.signed(1.25), "+1.2"),
        (words.signed(-1.26), f"{words.MINUS}1.3"),
        (words.signed(0.0), "0.0"),
        (words.percent(0.2793), "27.9\u202f%"),
        (words.span(0.275, 0.283), f"27.5{words.DASH}28.3"),
        (words.span(-0.00001, 0.00002), f"0.0{words.DASH}0.0"),
        (words.duration(0.2), "about 1 second"),
        (words.duration(89), "about 89 seconds"),
        (words.duration(600), "about 10 minutes"),
        (words.duration(10_000), "about 3 hours"),
        (words.figures(0.012345), "0.0123"),
        (words.figures(-123.4), f"{words.MINUS}123"),
        (words.figures(0.0), "0"),
        (words.figures(None), words.UNKNOWN),
        (words.between(1.0, 1234.5), f"1.00 to 1{words.THIN}234"),
        (words.between(None, 1.0), words.UNKNOWN),
        (words.span(-0.6, 1.4, scale=1), f"{words.MINUS}0.6 to +1.4"),
        (words.span(None, None), words.UNKNOWN),
        (words.listed([]), ""),
        (words.listed(["a"]), "a"),
        (words.listed(["a", "b", "c"]), "a, b and c"),
        (words.plural(1, "deal"), "1 deal"),
        (words.two_digits(46_734), 47_000),
        (words.two_digits(30), 30),
    ],
)
def test_words(made, expected):
    assert made == expected


def test_names_keep_their_parameters_where_they_differ_in_them(tmp_path):
    folder = syn.write_solo(tmp_path / "run", blocks=40, strategies=(1, 2))
    path = folder / "manifest.json"
    manifest = json.loads(path.read_text())
    manifest["strategies"] = ["random", "plan(depth=1)", "plan(depth=2)", "greedy(points=1.0)"]
    path.write_text(json.dumps(manifest))
    names = words.names(load(folder))
    assert list(names.values()) == ["random", "plan(depth=1)", "plan(depth=2)", "greedy"]
    html = write_page([folder], tmp_path).read_text(encoding="utf-8")
    assert "Simulated players: plan(depth=1) and plan(depth=2)." in html


@pytest.mark.parametrize("source", ["default", "my cards/blue"])
def test_printed_command_says_all_that_was_asked_for(tmp_path, source):
    rules = {"three_dice_points": 4, "first": "youngest", "order": "true", "open": True, "start_mana": {"2": [2, 3]}}

    def change(manifest):
        manifest["study"] |= {"name": "tiny", "rules": rules}
        manifest["components"]["source"] = source

    study = load(changed(syn.write_seats(tmp_path / "run", 40, players=[2], mirrors=()), change))
    asked = shlex.split(words.command(study))
    assert asked[:7] == ["simkit", "run", "spellbloom/tiny", "--seed", "1", "--blocks", "40"]
    given = [value for option, value in itertools.pairwise(asked) if option == "--rule"]
    assert dict(map(parse_rule, given)) == rules
    assert asked.count("--components") == (source != "default")
    assert (asked[-1] == source) == (source != "default")
    html = write_page([study.folder], tmp_path).read_text(encoding="utf-8")
    assert "--rule three_dice_points=4 --rule first=youngest" in html


def test_every_provenance_has_words():
    assert set(PROVENANCE) == set(words.PROVENANCE)


def test_rules_are_told_in_words(tmp_path):
    def change(manifest):
        manifest["study"]["rules"] = {"dice": 5, "turn": 1, "mana": {"2": [2, 3]}, "gone": 3}
        text = {"dice": ("points for three dice", "3", True), "turn": ("a tile may be turned", "false", False), "mana": ("mana", "2", True)}
        manifest["rule_texts"] = {name: dict(zip(("text", "default", "printed"), said, strict=True)) for name, said in text.items()}

    study = load(changed(syn.write_seats(tmp_path / "run", 40, players=[2], mirrors=()), change))
    told = "points for three dice: 5 (printed 3); a tile may be turned: yes (otherwise no); mana: 2, 3 by seat with 2 players (printed 2)"
    assert words.cards(study).startswith(f"Rules changed: {told}; gone = 3. ")
    assert shelf.changes(study) == f"rules changed: {told}; gone = 3"


def test_players_of_files_go_by_their_names(tmp_path):
    def change(manifest):
        manifest["strategies"] = ["a/my.py:bold(x=1.0)", "greedy", "b.py:greedy", "my.py:bold(x=2.0)"]
        manifest["arms"][1]["label"] = "2 players, all b.py:greedy"

    study = load(changed(syn.write_seats(tmp_path / "run", 40, players=[2], mirrors=(2,)), change))
    assert list(words.names(study).values()) == ["bold(x=1.0)", "greedy", "b.py:greedy", "bold(x=2.0)"]
    study.manifest["strategies"][1:] = ["other", "b.py:greedy", "last"]
    assert list(words.names(study).values()) == ["bold", "other", "greedy", "last"]
    assert "2 players, all greedy" in kinds.find(study, "x").shown["tables"]["label"]


FRACTIONS = [(0.74, "3 of 4"), (0.5, "1 of 2"), (0.98, "98 of 100"), (0.001, "1 of 100"), (0.999, "99 of 100")]


@pytest.mark.parametrize(("fraction", "said"), FRACTIONS)
def test_fractions_of_games(fraction, said):
    assert words.of_games(fraction) == f"{said} games"
