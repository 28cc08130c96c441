"""The one place that says how kernels are compiled: options, first-class function values, record copies.

Decorating compiles nothing. A kernel called by other kernels compiles with them; a kernel that travels as a value is compiled
by :func:`compiled` for one explicit signature and kept in a cache directory of its layer (`simkit.core.cache`).
"""

import os
import warnings
from collections.abc import Callable
from typing import Any

import numpy as np
from llvmlite import ir
from numba import from_dtype, njit, types
from numba.core import cgutils
from numba.core import config as numba_config
from numba.core.errors import NumbaExperimentalFeatureWarning
from numba.extending import intrinsic

from simkit.core.cache import Layer, LayerCache

# Functions as values are called experimental at each use; every signature here is explicit, which is the tested path.
warnings.filterwarnings("ignore", category=NumbaExperimentalFeatureWarning)

INTERPRETED = bool(numba_config.DISABLE_JIT)
BOUNDS_CHECKED = bool(os.environ.get("NUMBA_BOUNDSCHECK", "0") not in ("", "0"))
OPTIONS: dict[str, Any] = {"nogil": True, "error_model": "numpy"}

int64 = types.int64
uint64 = types.uint64
float64 = types.float64
void = types.void
int64s = types.Array(types.int64, 1, "C")
int64s_2d = types.Array(types.int64, 2, "C")
int64s_3d = types.Array(types.int64, 3, "C")
int32s_4d = types.Array(types.int32, 4, "C")
float64s = types.Array(types.float64, 1, "C")
float64s_2d = types.Array(types.float64, 2, "C")


def kernel(function: Callable[..., Any]) -> Any:
    """Mark a function as a kernel: compiled when a compiled function calls it.

    Numba would compile it once for every literal and every width of integer it is called with (42 times for one helper that writes log
    rows); here narrow integers and literals are widened to int64 at the call, so it is compiled once. It is called by kernels only, which
    saves the wrappers; from Python, call `function.py_func`, or a kernel compiled by :func:`compiled`.
    """
    dispatcher = njit(no_cpython_wrapper=True, no_cfunc_wrapper=True, **OPTIONS)(function)
    if INTERPRETED:
        return dispatcher
    resolve = dispatcher.get_call_template

    def widened(arguments: Any, keywords: Any) -> Any:
        return resolve(tuple(map(_widen, arguments)), keywords)

    dispatcher.get_call_template = widened
    return dispatcher


def _widen(kind: Any) -> Any:
    kind = types.unliteral(kind)
    return types.int64 if isinstance(kind, types.Integer) and kind.bitwidth < 64 else kind


def value(signature: Any) -> Any:
    """Return the numba type of a function value with this signature."""
    return types.FunctionType(signature)


def record(dtype: np.dtype) -> Any:
    """Return the numba type of one record of a structured dtype."""
    return from_dtype(dtype)


def records(dtype: np.dtype) -> Any:
    """Return the numba type of a one-dimensional array of records."""
    return types.Array(from_dtype(dtype), 1, "C")


def make_records(count: int, dtype: np.dtype) -> np.ndarray:
    """Allocate zeroed records whose items have their fields as attributes, compiled and interpreted alike."""
    array = np.zeros(count, dtype)
    return array.view(np.recarray) if INTERPRETED else array


def compiled(function: Callable[..., Any], signature: Any, layer: Layer) -> Any:
    """Compile a plain function for one signature, or load it from its layer's cache directory.

    Parameters
    ----------
    function : function
        Plain Python, or a kernel (its plain function is taken).
    signature : numba signature
        Explicit and exact: a literal int is int64 and does not pass for uint64.
    layer : Layer
        Names the sources the machine code depends on.

    Returns
    -------
    dispatcher
        With exactly one compiled signature; the plain function when compilation is switched off.
    """
    plain = getattr(function, "py_func", function)
    if INTERPRETED:
        return plain
    dispatcher = njit(**OPTIONS)(plain)
    dispatcher._cache = LayerCache(plain, signature, layer)
    dispatcher.compile(signature.args)
    (overload,) = dispatcher.overloads.values()
    returned = overload.signature.return_type
    if types.unliteral(returned) != signature.return_type:
        raise TypeError(
            f"{plain.__module__}.{plain.__qualname__} returns {types.unliteral(returned)}, where {signature.return_type} is expected"
        )
    if returned != signature.return_type:  # a constant, typed as a literal: compile for the exact type
        dispatcher = njit(**OPTIONS)(plain)
        dispatcher._cache = LayerCache(plain, signature, layer)
        dispatcher.compile(signature)
    dispatcher.disable_compile()
    return dispatcher


if INTERPRETED:

    def copy_record(target, source):
        """Copy one record into another of the same dtype."""
        for name in source.dtype.names:
            target[name] = source[name]

else:

    @intrinsic
    def copy_record(typing_context, target, source):
        """Copy one record into another of the same dtype by memcpy (55 ns for 2 KB).

        Assigning within one array copies byte by byte above 1,024 bytes (820 ns) and compiles for seconds.
        """
        size = target.size

        def codegen(context, builder, signature, arguments):
            byte = ir.IntType(8).as_pointer()
            cgutils.raw_memcpy(
                builder,
                builder.bitcast(arguments[0], byte),
                builder.bitcast(arguments[1], byte),
                ir.Constant(ir.IntType(64), size),
                1,
            )
            return context.get_dummy_value()

        return void(target, source), codegen
