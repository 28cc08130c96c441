"""Where machine code is kept: one directory a layer, named by a hash of all it was made from.

Numba keys its disk cache by the file that holds a kernel, and does not notice edits to callees in other files. Here a
*layer* is a root file with everything it imports from the same tree, transitively; its directory is named by a hash of those
sources, the versions of Python, numba and numpy, and the compile flags. So edited sources mean another directory: stale code
cannot be found, and a strategy's edit leaves the game's directory as it was.
"""

import ast
import contextlib
import hashlib
import os
import shutil
import sys
import sysconfig
import time
import warnings
from collections.abc import Callable, Iterator
from contextvars import ContextVar
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path
from typing import Any

import numba
import numpy as np
import platformdirs
from numba.core.caching import CompileResultCacheImpl, FunctionCache, _CacheLocator
from numba.core.errors import NumbaWarning

UNUSED_DAYS = 30  # a layer's older directories go once they have not been used for so long
KEPT = 3  # and at most so many stay per layer


def root() -> Path:
    """Return the folder of all cache directories (`SIMKIT_CACHE`, or the user's cache folder)."""
    chosen = os.environ.get("SIMKIT_CACHE")
    return Path(chosen) if chosen else Path(platformdirs.user_cache_dir("simkit")) / "kernels"


OWN = ("simkit", "strategies")  # packages of ours, wherever they are installed


def _module_file(name: str, near: Path) -> Path | None:
    """Find the source of a module of ours: a package of this project, a file beside the importing one, a plug-in on the path."""
    parts = name.split(".")
    above = near.parents[len(_package_of(near))]  # the folder that holds the file's package
    bases = (_home(),) if parts[0] in OWN else (near.parent, above, *_source_folders())
    for base in bases:
        for candidate in (base.joinpath(*parts).with_suffix(".py"), base.joinpath(*parts, "__init__.py")):
            if candidate.is_file():
                return candidate.resolve()
    return None


@cache
def _home() -> Path:
    """Return the folder that holds the package simkit."""
    return Path(__file__).resolve().parents[2]


def _source_folders() -> tuple[Path, ...]:
    """Return the path entries that may hold a plug-in's sources: neither the standard library nor installed packages."""
    library = {Path(sysconfig.get_path(name)).resolve() for name in ("stdlib", "platstdlib")}
    folders = (Path(entry or ".").resolve() for entry in sys.path)
    return tuple(
        folder
        for folder in folders
        if folder.is_dir() and not library & {folder, *folder.parents} and not {"site-packages", "dist-packages"} & set(folder.parts)
    )


@cache
def _imports(file: Path, stamp: int) -> tuple[Path, ...]:
    """List the files of ours that a file imports; `stamp` is its time of change."""
    found = []
    package = _package_of(file)
    tree = ast.parse(file.read_text(encoding="utf-8"), str(file))
    for_types = {id(node) for test in ast.walk(tree) if _is_for_types(test) for node in ast.walk(test)}
    for node in ast.walk(tree):
        if id(node) in for_types:
            continue
        names: list[str] = []
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            base = node.module or ""
            if node.level:
                up = package[: len(package) - node.level + 1]
                base = ".".join([*up, base] if base else up)
            names = [base, *(f"{base}.{alias.name}" for alias in node.names)]
        found += [path for name in names if name and (path := _module_file(name, file))]
    return tuple(dict.fromkeys(found))


def _is_for_types(node: ast.AST) -> bool:
    """Whether a statement is ``if TYPE_CHECKING:``: what it imports never runs."""
    return isinstance(node, ast.If) and isinstance(node.test, ast.Name) and node.test.id == "TYPE_CHECKING" and not node.orelse


def _package_of(file: Path) -> list[str]:
    """Return the dotted package of a file, from the folders above it that hold an __init__.py."""
    names: list[str] = []
    folder = file.parent
    while (folder / "__init__.py").is_file():
        names.insert(0, folder.name)
        folder = folder.parent
    return names


def closure(*files: Path) -> tuple[Path, ...]:
    """List files and all they import from our own tree, transitively, sorted."""
    seen: set[Path] = set()
    waiting = [file.resolve() for file in files]
    while waiting:
        file = waiting.pop()
        if file not in seen:
            seen.add(file)
            waiting += _imports(file, file.stat().st_mtime_ns)
    return tuple(sorted(seen))


def _display_name(file: Path) -> str:
    """Name a source without the folders of this machine."""
    return file.relative_to(_home()).as_posix() if _home() in file.parents else file.name


def fingerprints(files: tuple[Path, ...]) -> dict[str, str]:
    """Return the SHA-256 of each source by name; two files of one name are told apart by a number."""
    result: dict[str, str] = {}
    for file in files:
        name = _display_name(file)
        while name in result:
            name += "+"
        result[name] = hashlib.sha256(file.read_bytes()).hexdigest()
    return result


@dataclass(frozen=True)
class Layer:
    """Machine code that stands or falls with a set of sources.

    Parameters
    ----------
    label : str
        Readable part of the directory's name, e.g. ``spellbloom`` or ``spellbloom.greedy``.
    files : tuple of Path
        Roots; everything they import from our tree counts too.
    """

    label: str
    files: tuple[Path, ...]

    @cached_property
    def fingerprint(self) -> str:
        """Sixteen hex digits over sources, versions and flags."""
        digest = hashlib.sha256()
        flags = (sys.version_info[:2], numba.__version__, np.__version__, os.environ.get("NUMBA_BOUNDSCHECK", ""))
        digest.update(repr(flags).encode())
        for name, sha in fingerprints(closure(*self.files)).items():
            digest.update(f"{name}={sha}\n".encode())
        return digest.hexdigest()[:16]

    @cached_property
    def directory(self) -> Path | None:
        """The layer's folder, made and marked as used now; None where nothing can be written."""
        folder = root() / f"{self.label}-{self.fingerprint}"
        try:
            folder.mkdir(parents=True, exist_ok=True)
            os.utime(folder)
        except OSError as error:
            _say_once(f"no kernel cache: cannot write {folder} ({error.strerror}); compiling anew in every process")
            return None
        self._clean()
        return folder

    def _clean(self) -> None:
        """Remove this layer's directories that are old or too many; another process may do the same."""
        with contextlib.suppress(OSError):
            others = [p for p in root().glob(f"{self.label}-{'[0-9a-f]' * 16}") if p.name != f"{self.label}-{self.fingerprint}"]
            others.sort(key=lambda p: p.stat().st_mtime, reverse=True)
            oldest = time.time() - UNUSED_DAYS * 86_400
            for i, folder in enumerate(others):
                # A directory used within the hour may belong to a running process.
                used = folder.stat().st_mtime
                if used < oldest or (i >= KEPT - 1 and used < time.time() - 3_600):
                    shutil.rmtree(folder, ignore_errors=True)


@cache
def _say_once(message: str) -> None:
    warnings.warn(message, RuntimeWarning, stacklevel=3)


_listener: ContextVar[Callable[[Layer], None] | None] = ContextVar("listener", default=None)


@contextlib.contextmanager
def listening(listener: Callable[[Layer], None]) -> Iterator[None]:
    """Have a function called with the layer of all that must be compiled meanwhile, before it is."""
    token = _listener.set(listener)
    try:
        yield
    finally:
        _listener.reset(token)


def announce(layer: Layer) -> None:
    """Tell the listener that something of a layer is about to be compiled."""
    if (listener := _listener.get()) is not None:
        listener(layer)


class LayerCache(FunctionCache):
    """Numba's per-function disk cache, put into a layer's directory, one file a signature.

    One file a signature leaves nothing to race for: two processes that compile the same thing write the same file, and each
    write is a rename. A truncated or foreign file is removed and compiled anew.
    """

    def __init__(self, function: Any, signature: Any, layer: Layer) -> None:
        self._layer = layer
        directory = layer.directory
        tag = hashlib.sha256(repr((function.__module__, signature)).encode()).hexdigest()[:12]
        py_file = function.__code__.co_filename

        class Locator(_CacheLocator):
            """Everything of a layer lies in its directory, whose name already holds the source's hash."""

            _py_file = py_file  # numba reads it for functions made inside others, such as the `key` of sorted

            def get_cache_path(self) -> str:
                return str(directory)

            def get_source_stamp(self) -> str:
                return layer.fingerprint

            def get_disambiguator(self) -> str:
                return tag

            @classmethod
            def from_function(cls, py_func: Any, py_file: str) -> "Locator":
                return cls()

        class Impl(CompileResultCacheImpl):
            _locator_classes = [Locator]  # noqa: RUF012 - what numba declares

        self._impl_class = Impl
        super().__init__(function)
        if directory is None:
            self.disable()

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        """Load machine code, or return None to have it compiled, which the listener hears."""
        found = self._load(sig, target_context)
        if found is None:
            announce(self._layer)
        return found

    def _load(self, sig: Any, target_context: Any) -> Any:
        try:
            return super().load_overload(sig, target_context)
        except Exception as error:  # pickle raises almost anything on a damaged file
            _say_once(f"damaged kernel cache file for {self._name} removed ({type(error).__name__}); compiling it anew")
            for file in Path(self._cache_path).glob(f"{self._impl.filename_base}.*"):
                file.unlink(missing_ok=True)
            return None

    def save_overload(self, sig: Any, data: Any) -> None:
        """Keep machine code; a full or vanished disk costs the cache, never the run."""
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore", NumbaWarning)  # of code that holds addresses, which is compiled anew in every process
                super().save_overload(sig, data)
        except OSError as error:
            _say_once(f"kernel cache not written ({error.strerror}); compiling anew next time")
