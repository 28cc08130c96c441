"""What numba refuses is said in a user's words, with the line."""

import textwrap

import pytest

from simkit import registry
from simkit.core.game import Unknown
from simkit.core.jit import INTERPRETED
from simkit.core.table import Machine
from tests.dice_race import GAME

pytestmark = pytest.mark.skipif(INTERPRETED, reason="nothing is compiled, so nothing is refused")

FILE = """
import random
import numpy as np
from simkit.core.jit import kernel
from simkit.core.strategy import strategy

VALUES = {"near": 1}
ORDER = [1, 0]


class Memory:
    pass


def helper(x):
    return x


@kernel
def reader(x):
    return VALUES["near"]


@strategy("tries something", game="dice_race")
def rush(kernels, config, s, actions, n, weights, scratch):
"""
REFUSED = {
    'return VALUES["near"]': ("VALUES is a dict made outside the function", "numbers in a tuple"),
    "return ORDER[0]": ("ORDER is a list made outside the function", "make it a tuple"),
    "m = Memory()\nreturn 0": ("Memory is a Python class", "numbers"),
    "return helper(0)": ("helper is a plain Python function", "put @kernel before it"),
    "return max(range(n), key=lambda i: -i)": ("numba takes no `key=` here", "loop"),
    'print(f"{n:>3}")\nreturn 0': ("numba makes no formatted text", "simkit trace"),
    'with open("x") as f:\n    return 0': ("numba takes no `with`", "leave it out"),
    "best = None\nif n > 1:\n    best = 1\nreturn best": ("what it returns may be None", "best = 0"),
    "return sum(i for i in range(n)) * 0": ("numba takes no generator here", "loop"),
    'return int(n + "x")': ("numba does not know `+` of a whole number, a text", "one kind"),
    'seen = {"a": 1, 2: 3}\nreturn 0': ("numba cannot put this into the dict", "keys and values of a dict must each be of one type"),
    "seen = dict(a=1)\nreturn 0": ("numba does not make a dict by dict()", "write {key: value}"),
    "seen = []\nreturn len(seen)": ("numba cannot tell what seen will hold", "scratch"),
    "return actions.index(3)": ("numba does not know .index of an array", "loop"),
    "return random.choice([0, 1])": ("random.choice is not among what numba knows", "coins"),
    "try:\n    return 1 // s.phase\nexcept ZeroDivisionError:\n    return 0": ("numba catches no particular error", "test for the case"),
    "if n > 1:\n    return ''.join(['a']).zfill(3, 4)\nreturn 0": ("numba says: ", ""),
}
WRONG = {
    "return n / 2": "rush returns a number with a fraction",
    "x = n": "rush returns nothing",
    "return s.plase[0]": "have no field 'plase'; near it: place",
    "return nowhere": "the name nowhere is not defined",
    "return int(np.nowhere(n))": "numpy has no nowhere",
    "kernels.apply(config, s, 0, scratch[3])\nreturn 0": "kernels has no apply by name",
    "kernels[2](config, s)\nreturn 0": "a kernel gets 2 arguments and takes 4",
}


@pytest.fixture
def refuse(tmp_path):
    """Have a strategy with some lines compiled; returns the refusal."""

    def ask(lines):
        file = tmp_path / "ideas.py"
        file.write_text(FILE + textwrap.indent(lines, "    ") + "\n", encoding="utf-8")
        return Machine(GAME).refusal(registry.player(f"{file}:rush", GAME))

    return ask


def line_of(code):
    return len((FILE + code).splitlines())


@pytest.mark.parametrize("code", REFUSED)
def test_reason_line_and_advice(refuse, code):
    refused = refuse(code)
    why, change = REFUSED[code]
    assert why in refused.why
    assert change in refused.change
    first = line_of("    x")
    assert first <= refused.line < first + len(code.splitlines()) or why == "numba says: "


def test_the_line_of_a_helper_is_named(refuse):
    refused = refuse("return reader(0)")
    assert refused.source == 'return VALUES["near"]'
    assert refused.line == FILE.splitlines().index('    return VALUES["near"]') + 1


@pytest.mark.parametrize("code", WRONG)
def test_what_python_could_not_do_either_is_an_error(refuse, code):
    with pytest.raises(Unknown) as caught:
        refuse(code)
    assert WRONG[code] in str(caught.value)
    assert f"ideas.py, line {line_of('    x') if code != 'x = n' else line_of('') - 1}" in str(caught.value)


def test_what_it_takes_is_not_refused(refuse):
    assert refuse("return sorted([i for i in range(n)])[0]") is None
