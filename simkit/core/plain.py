"""Strategies that numba cannot compile, played in plain Python at the table of the compiled ones.

The loop asks such a strategy through a small compiled function that hands the addresses of the records and buffers to Python; there
they become views of the same memory, nothing is copied. Whole numbers read from a view are Python's, which never wrap, as compiled
arithmetic on them is in 64 bits.
"""

from __future__ import annotations

import ctypes
import operator
from collections.abc import Callable
from functools import lru_cache
from typing import TYPE_CHECKING, Any

import numpy as np
from numba import njit

from simkit.core.events import WIDTH
from simkit.core.failing import Failure, failure, has_failed, keep, shown, where
from simkit.core.game import Game, near_misses
from simkit.core.jit import OPTIONS, address

if TYPE_CHECKING:
    from simkit.core.strategy import Strategy

PLACES = 17  # numbers handed over at a decision
FAILED = -1  # the index returned once a strategy has failed: the loop ends the game


class Whole(np.ndarray):
    """A view whose whole numbers are Python's; unsigned 64-bit ones, which are keys and bit sets, stay as they are."""

    def __getitem__(self, place: Any) -> Any:
        """Return an element or a part."""
        return _whole(super().__getitem__(place))


class Row(np.record):  # type: ignore[misc] # numpy's stubs forbid what numpy allows
    """A record that knows its fields as attributes."""

    def __getattribute__(self, name: str) -> Any:
        """Return a field as compiled code would see it."""
        try:
            return _whole(super().__getattribute__(name))
        except AttributeError:
            if name.startswith("_"):
                raise
            fields = object.__getattribute__(self, "dtype").names
            raise AttributeError(f"there is no field {name!r}{near_misses(name, fields)}") from None

    def __getitem__(self, name: Any) -> Any:
        """Return a field by name."""
        return _whole(super().__getitem__(name))


def _whole(value: Any) -> Any:
    if isinstance(value, np.ndarray):
        return value.view(Whole)
    return int(value) if isinstance(value, np.integer) and not isinstance(value, np.uint64) else value


def in_python(strategy: Strategy, game: Game, kernels: tuple[Any, ...], signature: Any) -> Any:
    """Return a compiled `choose` that asks the strategy's Python function.

    Parameters
    ----------
    strategy : Strategy
    game : Game
    kernels : tuple
        What the function gets as `kernels`.
    signature : numba signature
        That of every `choose`.
    """
    ask = ctypes.CFUNCTYPE(ctypes.c_int64, *[ctypes.c_int64] * PLACES)(_asker(strategy, game, kernels))

    def choose(kernels, config, s, actions, n, weights, scratch):
        states, lists, floats, no_log = scratch
        return ask(
            address(config), address(s), actions.ctypes.data, len(actions), n, weights.ctypes.data, len(weights),
            states.ctypes.data, len(states), lists.ctypes.data, lists.shape[0], lists.shape[1],
            floats.ctypes.data, floats.shape[0], floats.shape[1], no_log.ctypes.data, len(no_log),
        )  # fmt: skip

    dispatcher = njit(**OPTIONS)(choose)  # kept in no cache: it holds the address of `ask`
    dispatcher.compile(signature.args)
    dispatcher.disable_compile()
    return dispatcher


def _asker(strategy: Strategy, game: Game, kernels: tuple[Any, ...]) -> Callable[..., int]:
    """Return the function behind the compiled one: it takes addresses and sizes."""
    function = strategy.function
    config_row, state_row = np.dtype((Row, game.kernels.CONFIG)), np.dtype((Row, game.kernels.STATE))

    @lru_cache(maxsize=256)
    def view(where: int, kind: Any, *shape: int) -> Any:
        dtype = {"config": config_row, "state": state_row}.get(kind) or np.dtype(kind)
        size = dtype.itemsize * int(np.prod(shape))
        memory: Any = (ctypes.c_char * size).from_address(where)
        return np.frombuffer(memory, dtype).reshape(shape).view(Whole) if size else np.zeros(shape, dtype)

    def ask(
        config, state, actions, room, n, weights, parameters, states, copies, lists, list_count, list_length,
        floats, float_rows, float_length, log, log_rows,
    ):  # fmt: skip
        if has_failed():
            return FAILED
        s = view(state, "state", 1)[0]
        try:
            scratch = (
                view(states, "state", copies), view(lists, "i8", list_count, list_length), view(floats, "f8", float_rows, float_length),
                view(log, "i8", log_rows, WIDTH),
            )  # fmt: skip
            index = function(
                kernels, view(config, "config", 1)[0], s, view(actions, "i8", room), n, view(weights, "f8", parameters), scratch
            )
            return _index(index)
        except Exception as error:
            keep(failure(error, s) or _unplaced(strategy, error, s))
        except BaseException as error:  # Ctrl-C
            keep(error)
        return FAILED

    return ask


def _index(value: Any) -> int:
    try:
        return max(min(operator.index(value), 2**62), -(2**62))  # what is outside the list is for the loop to say
    except TypeError:
        raise TypeError(f"it returned {value!r}, not the index of an action, a whole number from 0 to n - 1") from None


def _unplaced(strategy: Strategy, error: Exception, s: Any) -> Failure:
    """Tell an error that no line of a strategy raised: it is in what it returned."""
    line = strategy.function.__code__.co_firstlineno
    return Failure(f"{shown(strategy.file)}, line {line}: {strategy.name}: {error}", "", where(s))
