"""What is measured of one game: modules of this package with `OF`, the game.

Those of a hot kernel with a twin in C have `KERNEL` (what it is) and `against_c`; any may have `notes`, what else it measures in words.
"""

import importlib
import pkgutil
from types import ModuleType

from tests import benchmarks

NO_GCC = "There is no gcc here: no kernel is compared with C."


def twins(game: str) -> list[ModuleType]:
    """Return the modules that measure something of a game."""
    modules = [importlib.import_module(f"{benchmarks.__name__}.{found.name}") for found in pkgutil.iter_modules(benchmarks.__path__)
               if not found.name.startswith(("__", "test_"))]  # fmt: skip
    return [module for module in modules if getattr(module, "OF", "") == game]
