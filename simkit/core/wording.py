"""Words for a row of a sheet, from one template that also says which columns it uses.

A template holds columns in braces: ``{die}`` is the cell, ``{amount:points}`` a number with its noun ("1 point", "2 points"), and
``{effect:words}`` what the code in that column says of this row.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from string import Formatter
from typing import Any

WORDS = "words"  # the format of a column of codes


@dataclass(frozen=True)
class Effect:
    """What a code means: a template, and the columns it needs.

    Parameters
    ----------
    text : str
        The template. The columns it names are needed: a row with this code must fill them.
    needs : tuple of str
        Further columns that must be filled.
    may : tuple of str
        Columns that may be filled or empty.

    Examples
    --------
    >>> turn = Effect("change your {die} die by up to {amount:steps}")
    >>> turn.needed, turn.explained
    (('die', 'amount'), 'change your [die] die by up to [amount] steps')
    """

    text: str
    needs: tuple[str, ...] = ()
    may: tuple[str, ...] = ()

    @cached_property
    def needed(self) -> tuple[str, ...]:
        """Columns that must be filled."""
        named = (*(name for _, name, _ in _pieces(self.text) if name), *self.needs)
        return tuple(dict.fromkeys(name for name in named if name not in self.may))

    @property
    def columns(self) -> tuple[str, ...]:
        """All columns that it looks at."""
        return (*self.needed, *self.may)

    @property
    def explained(self) -> str:
        """The template as a designer reads it, columns in brackets."""
        nouns = ((f"[{name}]" if name else "", f" {spec}" if spec else "") for _, name, spec in _pieces(self.text))
        return "".join(text + name + noun for (text, _, _), (name, noun) in zip(_pieces(self.text), nouns, strict=True))


Codes = Mapping[str, Mapping[str, Effect]]  # column, code


def say(template: str, row: Mapping[str, Any], codes: Codes | None = None) -> str:
    """Fill a template with the cells of a row.

    >>> say("{gain:points} for a {die} die", {"gain": 1, "die": "red"})
    '1 point for a red die'
    """
    return "".join(text + (_cell(row[name], name, spec, row, codes or {}) if name else "") for text, name, spec in _pieces(template))


def counted(number: int, nouns: str) -> str:
    """Write a number with its noun, which is given as for many.

    >>> counted(1, "points"), counted(-1, "points"), counted(0, "points")
    ('1 point', '-1 point', '0 points')
    """
    return f"{number} {nouns.removesuffix('s') if abs(number) == 1 else nouns}"


def words_in(text: str) -> set[str]:
    """Return the words of a text, whatever stands between them.

    >>> sorted(words_in("hybrid: orange and blue"))
    ['and', 'blue', 'hybrid', 'orange']
    """
    return set(re.findall(r"\w+", text.casefold()))


def _pieces(template: str) -> Iterator[tuple[str, str, str]]:
    """Split a template into text, the column after it, and that column's format."""
    return ((text, name or "", spec or "") for text, name, spec, _ in Formatter().parse(template))


def _cell(value: Any, name: str, spec: str, row: Mapping[str, Any], codes: Codes) -> str:
    if spec == WORDS:
        effect = codes[name].get(value)
        return say(effect.text, row, codes) if effect else ""
    if spec:
        return counted(value or 0, spec)
    return "" if value is None else str(value)
