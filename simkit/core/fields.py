"""A column of a sheet: what its cells may hold, and how they are read."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from simkit.core.game import Unknown, near_miss

PROVENANCE = ("printed", "derived", "external", "invented", "own")
OWN = "own"  # provenance of a card whose author does not say, or whose values are not the game's
COPIES = "copies"  # the column of how many of a card there are; one where it is empty
_WHOLE = re.compile(r"([+-]?[0-9]+)(?:[.,]0{0,2})?")  # 3, 3.0 and 3,00 as spreadsheets write them; 1,000 is not 1


@dataclass(frozen=True)
class Field:
    """A column of a sheet.

    Parameters
    ----------
    name, text : str
    choices : tuple of str
        Allowed words, in capital or small letters; empty for free text or numbers.
    low, high : int or None
        Makes it a column of whole numbers.
    optional : bool
        A cell may be empty. So may a provenance, which is then `own`.
    blank : str
        What an empty cell means, in words, if not "none".
    """

    name: str
    text: str
    choices: tuple[str, ...] = ()
    low: int | None = None
    high: int | None = None
    optional: bool = False
    blank: str = ""

    def read(self, cell: str, where: str) -> Any:
        """Return the value of a cell: text, a whole number, or None where it is empty."""
        cell = cell.strip()
        if not cell:
            if self.may_be_empty:
                return self.empty
            raise Unknown(f"{where}, column {self.name}: empty; expected {self.expected}")
        if self.choices:
            if cell.casefold() not in self._folded:
                raise Unknown(f"{where}, column {self.name}: {cell!r} is not {self.expected}{near_miss(cell, self.choices)}")
            return self._folded[cell.casefold()]
        if self.low is None or self.high is None:
            return cell
        whole = _WHOLE.fullmatch(cell.replace("\N{MINUS SIGN}", "-"))
        if whole is None:
            raise Unknown(f"{where}, column {self.name}: {cell!r} is not {self.expected}")
        number = int(whole[1])
        if not self.low <= number <= self.high:
            raise Unknown(f"{where}, column {self.name}: {number} is not {self.expected}")
        return number

    @cached_property
    def _folded(self) -> dict[str, str]:
        return {word.casefold(): word for word in self.choices}

    @property
    def empty(self) -> str | None:
        """What an empty cell stands for."""
        return OWN if self.choices == PROVENANCE and not self.optional else None

    @property
    def meaning_of_empty(self) -> str:
        """Say what an empty cell means, where it may be empty."""
        return self.blank or self.empty or ("1" if self.name == COPIES else "none")

    @property
    def may_be_empty(self) -> bool:
        """Say whether a row need not fill it."""
        return self.optional or self.empty is not None

    @property
    def is_number(self) -> bool:
        """Say whether it holds whole numbers."""
        return not self.choices and self.low is not None and self.high is not None

    @property
    def expected(self) -> str:
        """Say what a cell may hold."""
        if self.choices:
            return "one of " + ", ".join(self.choices)
        return f"a whole number from {self.low} to {self.high}" if self.is_number else "text"
