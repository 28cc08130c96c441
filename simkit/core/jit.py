"""The one place that says how kernels are compiled: options, first-class function values, record copies.

Decorating compiles nothing. A kernel called by other kernels compiles with them; a kernel that travels as a value is compiled
by :func:`compiled` for one explicit signature and kept in a cache directory of its layer (`simkit.core.cache`).
"""

import gc
import inspect
import os
import threading
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache, cached_property, partial
from pathlib import Path
from typing import Any

import numpy as np
from llvmlite import binding as llvm
from llvmlite import ir
from numba import from_dtype, njit, types
from numba.core import cgutils
from numba.core import config as numba_config
from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import Compiler
from numba.core.errors import NumbaError, NumbaExperimentalFeatureWarning
from numba.core.registry import CPUDispatcher
from numba.extending import intrinsic, lower_cast

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
float64s_4d = types.Array(types.float64, 4, "C")
uint64s = types.Array(types.uint64, 1, "C")


HOUSE = "simkit."  # modules whose kernels are tested for themselves
_by_hand = threading.local()  # `.on`: helpers of strategies run in plain Python


@contextmanager
def helpers_in_python() -> Iterator[None]:
    """Have kernels that Python calls run uncompiled, but for our own: what compiled code does not check is then an error."""
    _by_hand.on = True
    try:
        yield
    finally:
        _by_hand.on = False


# Numba writes out the arguments' types at each of its passes and many look-ups; all fields of two records each time are a fifth of the
# compile time. The name, made once, says the same.
types.Record.__repr__ = types.Type.__repr__  # type: ignore[method-assign]


class _Part(JITCodeLibrary):
    """Code of a kernel that others call: it only goes into theirs, so it is neither optimised nor made machine code by itself.

    Numba does both for every function with all that it calls, so code deep down is compiled a dozen times.
    """

    def _optimize_final_module(self) -> None:
        pass

    def _finalize_final_module(self) -> None:
        engine = self._codegen._engine
        names = (one.name for one in self._final_module.global_variables if one.name.startswith("_ZN08NumbaEnv"))
        if new := [name for name in names if not engine.get_global_value_address(name)]:  # where numba writes a function's constants
            self._codegen._add_module(llvm.parse_assembly("\n".join(f'@"{name}" = common global ptr null' for name in new)))
            engine.finalize_object()
        self._finalized = True


class _Whole(JITCodeLibrary):
    """Code of a function value: optimised once to take in what it calls, and once as a whole.

    Once alone, 23 rather than 26 s of Spell Smashers' `legal` and `apply` remain of 33, and its random player is 2 to 6 % slower.
    """

    def _optimize_final_module(self) -> None:
        super()._optimize_final_module()
        super()._optimize_final_module()


class _PartCompiler(Compiler):
    """Numba's own passes, into a :class:`_Part`."""

    def define_pipelines(self) -> Any:
        """Name the library the passes write to, then take them."""
        self.state.library = _Part(self.state.targetctx.codegen(), self.state.func_id.func_qualname)
        return super().define_pipelines()


class _WholeCompiler(Compiler):
    """Numba's own passes, into a :class:`_Whole` that can be cached."""

    def define_pipelines(self) -> Any:
        """Name the library the passes write to, then take them."""
        self.state.library = _Whole(self.state.targetctx.codegen(), self.state.func_id.func_qualname)
        self.state.library.enable_object_caching()
        return super().define_pipelines()


class Kernel(CPUDispatcher):
    """What :func:`kernel` makes: for compiled functions a kernel, and from Python a function that takes the same arguments."""

    def __call__(self, *arguments: Any) -> Any:
        """Run a version compiled for these arguments, with a wrapper for Python; in plain Python what numba cannot take."""
        if self._is_plain or (getattr(_by_hand, "on", False) and not self.py_func.__module__.startswith(HOUSE)):
            return self.py_func(*arguments)
        try:
            return self._from_python(*arguments)
        except NumbaError:
            self._is_plain = True
            return self.py_func(*arguments)

    _is_plain = False

    @cached_property
    def _from_python(self) -> Any:
        dispatcher = njit(pipeline_class=_WholeCompiler, **OPTIONS)(self.py_func)
        file = Path(inspect.getfile(self.py_func))
        if file.is_file():  # not typed into a notebook
            dispatcher._cache = _PerSignature(self.py_func, Layer(f"{self.py_func.__module__}.python", (file,)))
        return dispatcher


class _Value(CPUDispatcher):
    """A function value: its one type and address are looked up once, not at each call that it is handed to.

    A call of the loop takes a dozen of them and took 2.6 to 4.6 ms before the first game, as long as a game or two; now a quarter of that.
    """

    @cached_property
    def _only(self) -> Any:
        (result,) = self.overloads.values()
        result.library.get_pointer_to_function = cache(result.library.get_pointer_to_function)
        return result

    @cached_property
    def _function_type(self) -> Any:
        return super().get_function_type()

    def get_function_type(self) -> Any:
        """Return the type of the one signature."""
        return self._function_type

    def get_compile_result(self, sig: Any) -> Any:
        """Return what was compiled for the one signature; numba refuses any other."""
        return self._only if sig == self._only.signature else super().get_compile_result(sig)


class _PerSignature:
    """The cache of a kernel that Python calls with whatever it has: one `LayerCache` a signature."""

    def __init__(self, function: Callable[..., Any], layer: Layer) -> None:
        self.function, self.layer = function, layer

    def load_overload(self, signature: Any, context: Any) -> Any:
        """Load machine code, or return None to have it compiled."""
        return LayerCache(self.function, signature, self.layer).load_overload(signature, context)

    def save_overload(self, signature: Any, data: Any) -> None:
        """Keep machine code."""
        LayerCache(self.function, signature, self.layer).save_overload(signature, data)


def kernel(function: Callable[..., Any] | None = None, *, any_length: bool = False, allocates: bool = False) -> Any:
    """Mark a function as a kernel: compiled when a compiled function calls it.

    Numba would compile it once for every literal and every width of integer it is called with (42 times for one helper that writes log
    rows); here narrow integers and literals are widened to int64 at the call, so it is compiled once. It is made for calls by kernels,
    which saves the wrappers; called from Python, it is compiled once more with them.

    Our own kernels count no references: they are given arrays and make none, or say so. Counting, up at each call with an array and down
    at its end, atomically, took more than half of the time of listing Spellbook's actions.

    Parameters
    ----------
    any_length : bool
        Compile it once for arrays in records of all lengths, which numba takes for types of their own. Not for what is hot: a length
        that is known when compiling is worth 3 % of Blume's random games.
    allocates : bool
        It makes arrays. One of ours that does not say so does not compile; those of strategies may.
    """
    if function is None:
        return partial(kernel, any_length=any_length, allocates=allocates)
    options = OPTIONS | {"_nrt": allocates or not function.__module__.startswith(HOUSE)}
    dispatcher = njit(no_cpython_wrapper=True, no_cfunc_wrapper=True, pipeline_class=_PartCompiler, **options)(function)
    if INTERPRETED:
        return dispatcher
    dispatcher.__class__ = Kernel
    resolve = dispatcher.get_call_template

    def widened(arguments: Any, keywords: Any) -> Any:
        return resolve(tuple(_widen(kind, any_length) for kind in arguments), keywords)

    dispatcher.get_call_template = widened
    return dispatcher


def _widen(kind: Any, any_length: bool) -> Any:
    kind = types.unliteral(kind)
    if any_length and isinstance(kind, types.NestedArray):
        return types.Array(kind.dtype, kind.ndim, "C")
    return types.int64 if isinstance(kind, types.Integer) and kind.bitwidth < 64 else kind


@lower_cast(types.NestedArray, types.Array)
def _any_length(context, builder, source, target, array):
    """Take an array in a record as an array: it is one already, but for its type."""
    return array


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


@contextmanager
def _without_collection() -> Iterator[None]:
    """Do not look for garbage meanwhile: 8 % of what a kernel takes to compile, for a tenth of the memory."""
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()


@_without_collection()
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
    dispatcher = njit(pipeline_class=_WholeCompiler, **OPTIONS)(plain)
    dispatcher._cache = LayerCache(plain, signature, layer)
    dispatcher.compile(signature.args)
    (overload,) = dispatcher.overloads.values()
    returned = overload.signature.return_type
    if types.unliteral(returned) != signature.return_type:
        raise TypeError(
            f"{plain.__module__}.{plain.__qualname__} returns {types.unliteral(returned)}, where {signature.return_type} is expected"
        )
    if returned != signature.return_type:  # a constant, typed as a literal: compile for the exact type
        dispatcher = njit(pipeline_class=_WholeCompiler, **OPTIONS)(plain)
        dispatcher._cache = LayerCache(plain, signature, layer)
        dispatcher.compile(signature)
    dispatcher.disable_compile()
    dispatcher.__class__ = _Value
    return dispatcher


if INTERPRETED:

    def copy_record(target, source):
        """Copy one record into another of the same dtype."""
        for name in source.dtype.names:
            target[name] = source[name]

else:

    @intrinsic
    def _copy_bytes(typing_context, target, source):
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

    @kernel
    def copy_record(target, source):
        """Copy one record into another of the same dtype by memcpy (55 ns for 2 KB).

        Assigning within one array copies byte by byte above 1,024 bytes (820 ns) and compiles for seconds.
        """
        _copy_bytes(target, source)


@intrinsic
def address(typing_context, record):
    """Return where a record lies in memory; for compiled functions."""

    def codegen(context, builder, signature, arguments):
        return builder.ptrtoint(arguments[0], ir.IntType(64))

    return int64(record), codegen
