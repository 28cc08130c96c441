"""Why numba did not compile a strategy, in a user's words: the line, a reason, and what to write instead."""

from __future__ import annotations

import ast
import inspect
import json
import re
import sys
import textwrap
from collections.abc import Callable
from dataclasses import asdict, dataclass
from functools import cache
from multiprocessing import parent_process
from pathlib import Path
from typing import Any

from simkit.core.cache import Layer
from simkit.core.failing import shown
from simkit.core.game import Unknown, near_misses

HELPER = "put @kernel before it (from simkit.core.jit import kernel)"
LOOP = "write it out as a loop over numbers"
KINDS = "keys and values of a dict must each be of one type; or use an array or a tuple"
NUMBERS = "keep numbers in a tuple or a numpy array, by place instead of by name"
# What numba says, what that means, what to do; groups of the pattern fill both.
REASONS = (
    (r"Untyped global name '(\w+)': Cannot determine Numba type of <class 'function'>", "{0} is a plain Python function", HELPER),
    (r"Untyped global name '(\w+)': Cannot determine Numba type of <class 'type'>", "{0} is a Python class", NUMBERS),
    (r"Untyped global name '(\w+)': Cannot determine Numba type of <class 'dict'>", "{0} is a dict made outside the function", NUMBERS),
    (r"Untyped global name '(\w+)': Cannot determine Numba type of <class '[\w.]*?(\w+)'>", "{0} is a Python object, a {1}", NUMBERS),
    (r"use of a reflected (list|set)\(.*assigned to variable '(\w+)' in globals", "{1} is a {0} made outside the function",
     "make it a tuple"),
    (r"Unknown attribute '(\w+)' of type Module\(<module '([\w.]+)'", "{1}.{0} is not among what numba knows",
     "draw by simkit.core.chance.below with the seat's coins if it is chance, or write it out"),
    (r"Unknown attribute '(\w+)' of type (\w+)", "numba does not know .{0} of {1}", LOOP),
    (r"Function\(<built-in function setitem>\) found for signature:\s+>>> \w+\(Dict", "numba cannot put this into the dict", KINDS),
    (r"Function\(<class 'dict'>\) found for signature", "numba does not make a dict by dict()", f"write {{{{key: value}}}}; {KINDS}"),
    (r"got an unexpected keyword argument '(\w+)'", "numba takes no `{0}=` here", LOOP),
    (r"No implementation of function Function\(<built-in function (\w+)>\) found for signature:\s+>>> \w+\((.*)\)",
     "numba does not know `{0}` of {1}", "use numbers of one kind"),
    (r"Cannot infer the type of variable '(\w+)'", "numba cannot tell what {0} will hold",
     "use a row of scratch instead of an empty list or dict"),
    (r"Cannot capture .* variable '(\w+)'", "a lambda uses {0}, which stands outside of it", LOOP),
    (r"Cannot unify (.+?) and (.+?) for '([\w]+)", "{2} is now {0}, now {1}", "keep one kind of thing for each name"),
    (r"Exception matching is limited", "numba catches no particular error", "test for the case before instead of catching the error"),
    (r"use of yield", "numba takes no generator here", LOOP),
    (r"format spec in f-strings", "numba makes no formatted text", "leave the text out; `simkit trace` tells what happened"),
    (r"with \(context manager\)", "numba takes no `with`", "leave it out; a strategy should neither read nor write files"),
    (r"Cannot cast (.+?) to (\w+)", "{0} and {1} are mixed in one container", "keep one kind of thing in it, best numbers"),
    (r"returns OptionalType", "what it returns may be None", "begin with a number, as in best = 0, instead of None"),
)  # fmt: skip
# What plain Python could not do either.
MISTAKES = (
    (r"NameError: name '(\w+)' is not defined", "the name {0} is not defined"),
    (r"Unknown attribute '(\w+)' of type Tuple\(FunctionType",
     "kernels has no {0} by name; unpack it: reset, legal, apply, score, features, redeal, audit = kernels"),
    (r"module '([\w.]+)' has no attribute '(\w+)'", "{0} has no {1}"),
    (r"mismatch of arguments number: (\d+) vs (\d+)",
     "a kernel gets {0} arguments and takes {1}; simkit/core/table.py lists them under Signatures"),
)  # fmt: skip
SIGNS = {
    "add": "+", "sub": "-", "mul": "*", "truediv": "/", "floordiv": "//", "mod": "%",
    "lt": "<", "gt": ">", "le": "<=", "ge": ">=", "eq": "==", "contains": "in", "getitem": "[ ]", "setitem": "[ ] =",
}  # fmt: skip
GIVEN_BACK = {"none": "nothing", "float64": "a number with a fraction", "unicode_type": "a text", "boolean": "true or false"}


@dataclass(frozen=True)
class Refusal:
    """What numba could not take.

    Attributes
    ----------
    file : str
    line : int
    source : str
        The line itself.
    why, change : str
        A reason in half a sentence, and what to write instead; `change` may be empty.
    """

    file: str
    line: int
    source: str
    why: str
    change: str

    def note(self, name: str) -> str:
        """Return what a user is told, once."""
        change = f" To have it compiled: {self.change}." if self.change else ""
        return (
            f"note: strategy {name} plays in plain Python, with the same results but slowly; numba could not take"
            f" {shown(self.file)}, line {self.line}: {self.source}\n      {self.why}.{change}"
        )

    def keep(self, name: str, layer: Layer) -> None:
        """Write it down beside the machine code of a layer, so that numba is not asked again."""
        if (file := _file(name, layer)) is not None:
            file.write_text(json.dumps(asdict(self)), encoding="utf-8")


def kept(name: str, layer: Layer) -> Refusal | None:
    """Return what was written down of a strategy, if it was."""
    file = _file(name, layer)
    try:
        return None if file is None else Refusal(**json.loads(file.read_text(encoding="utf-8")))
    except (OSError, ValueError, TypeError):
        return None


def _file(name: str, layer: Layer) -> Path | None:
    return layer.directory and layer.directory / f"{name}.refused.json"


@cache
def tell_once(note: str) -> None:
    """Print a note on stderr, unless the process is a worker: its parent has said it."""
    if parent_process() is None:
        print(note, file=sys.stderr)


def explain(function: Callable[..., Any], error: Exception, fields: tuple[str, ...]) -> Refusal:
    """Say why a function was not compiled.

    Parameters
    ----------
    function : function
    error : exception
        Numba raises anything on code it cannot type.
    fields : tuple of str
        All fields a strategy may read.

    Raises
    ------
    Unknown
        If plain Python could not run it either: a field or name that does not exist, no index returned.
    """
    file = inspect.getfile(function)
    said = str(error)
    line = _line(function, file, said)
    where = f"{shown(file)}, line {line}"
    for pattern, what in MISTAKES:
        if found := re.search(pattern, said):
            raise Unknown(f"{where}: {what.format(*found.groups())}")
    if isinstance(error, KeyError) and error.args[0] not in fields:
        name = str(error.args[0])
        line = _line_of_field(function, name) or line
        raise Unknown(f"{shown(file)}, line {line}: state and config have no field {name!r}{near_misses(name, fields)}")
    returned = re.search(r" returns (\w+)\b.*, where int64 is expected", said, re.DOTALL)
    if returned and returned.group(1) != "OptionalType":
        back = GIVEN_BACK.get(returned.group(1), "something else")
        raise Unknown(
            f"{where}: strategy {function.__name__} returns {back}; it must return the index of an action, a whole number from 0 to n - 1"
        )
    for pattern, why, change in REASONS:
        if found := re.search(pattern, said):
            words = [_plain_words(group) for group in found.groups()]
            return Refusal(file, line, _source(file, line), why.format(*words), change.format(*words))
    return Refusal(file, line, _source(file, line), f"numba says: {_first_line(said)}", "")


def _line(function: Callable[..., Any], file: str, said: str) -> int:
    """Return the line in the user's file that numba names: the innermost, which it names first."""
    name = re.escape(Path(file).name)
    match = re.search(rf'File "[^"\n]*{name}", line (\d+)', said) or re.search(rf"[^\s]*{name} \((\d+)\)", said)
    if match:
        return int(match.group(1))
    missing = re.search(r"name '(\w+)' is not defined", said) or re.search(r"has no attribute '(\w+)'", said)
    for node in ast.walk(_tree(function)):
        is_named = missing and missing.group(1) in (getattr(node, "id", ""), getattr(node, "attr", ""))
        is_with = isinstance(node, ast.With) and "context manager" in said
        is_none = isinstance(node, ast.Assign) and "OptionalType" in said and getattr(node.value, "value", 0) is None
        is_return = isinstance(node, ast.Return) and " returns " in said and "OptionalType" not in said
        is_call = isinstance(node, ast.Call) and f"number: {len(node.args)} vs" in said
        if is_named or is_with or is_none or is_return or is_call:
            return int(node.lineno)  # type: ignore[attr-defined] # all of these have lines
    return function.__code__.co_firstlineno


def _line_of_field(function: Callable[..., Any], name: str) -> int | None:
    return next((n.lineno for n in ast.walk(_tree(function)) if isinstance(n, ast.Attribute) and n.attr == name), None)


def _tree(function: Callable[..., Any]) -> ast.AST:
    """Return a function's code, with the line numbers of its file."""
    lines, first = inspect.getsourcelines(function)
    return ast.increment_lineno(ast.parse(textwrap.dedent("".join(lines))), first - 1)


def _source(file: str, line: int) -> str:
    lines = Path(file).read_text(encoding="utf-8").splitlines()
    return lines[line - 1].strip() if 0 < line <= len(lines) else ""


def _plain_words(kind: str) -> str:
    """Write numba's names of operators and kinds as a person would."""
    if kind in SIGNS:
        return SIGNS[kind]
    for pattern, word in (
        (r"Literal\[str\]\([^)]*\)|unicode_type", "a text"),
        (r"Literal\[int\]\([^)]*\)|u?int\d+", "a whole number"),
        (r"float\d+", "a number"),
        (r"^array\b.*", "an array"),
        (r"^(dict|list|set)\b.+|^(Dict|List|Set)Type.*", r"a \1\2"),
        (r"Record\(.*\)", "a record"),
    ):
        kind = re.sub(pattern, word, kind)
    return kind if len(kind) <= 80 else f"{kind[:77]}..."


def _first_line(said: str) -> str:
    lines = [line.strip() for line in said.splitlines() if line.strip() and not line.startswith("Failed in nopython")]
    return (lines[0] if lines else "nothing")[:160].rstrip(".")
