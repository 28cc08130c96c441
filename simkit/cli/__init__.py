"""The command `simkit`. Each command imports what it needs when it runs: `simkit games` needs no numba."""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Sequence
from typing import Annotated, NoReturn

import typer
from typer.exceptions import Abort, TyperException

from simkit.batch import INTERRUPTED
from simkit.cli.options import BAD_INPUT, FAILED, app
from simkit.cli.screen import say
from simkit.core.game import Unknown

# isort: off
from simkit.cli import looking, playing, comparing, studies, components, authoring  # noqa: F401 - each adds its commands, in this order
# isort: on


@app.callback(invoke_without_command=True, help="A Monte Carlo laboratory for tabletop games.")
def begin(
    context: typer.Context,
    plugin: Annotated[
        list[str] | None,
        typer.Option("--plugin", metavar="NAME", help="Module, file or folder with a game or strategies; may be repeated."),
    ] = None,
    version: Annotated[bool, typer.Option("--version", help="Say which version this is.")] = False,
) -> None:
    """Load plug-ins; without a command, show the help."""
    if version:
        import importlib.metadata

        typer.echo(f"simkit {importlib.metadata.version('simkit')}")
        raise typer.Exit
    if plugin:
        from simkit.registry import load_plugin

        for name in plugin:
            load_plugin(name)
    if context.invoked_subcommand is None:
        typer.echo(context.get_help())


def main(arguments: Sequence[str] | None = None) -> NoReturn:
    """Run the command line; exit code 2 and one message on stderr for bad input, 1 for a game that fails, 130 after Ctrl-C."""
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")  # a sigil's shape must not end a run on a narrow terminal encoding
    try:
        code = app(args=arguments, prog_name="simkit", standalone_mode=False)
    except TyperException as error:
        _fail(error.format_message())
    except Unknown as error:
        _fail(str(error))
    except (OverflowError, RuntimeError) as error:  # a number that fits no column, a log that overflows: the game's author must know
        _fail(str(error) or type(error).__name__, FAILED)
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # the reader has seen enough
        sys.exit(0)
    except OSError as error:
        _fail(f"{error.filename}: {error.strerror}" if error.filename else str(error))
    except (KeyboardInterrupt, Abort):
        signal.signal(signal.SIGINT, signal.SIG_IGN)  # one more is no news
        code = INTERRUPTED
    if code == INTERRUPTED:  # typer turns Ctrl-C into this code and says nothing
        say("simkit: interrupted; nothing is kept, the same command starts again")
    sys.exit(code if isinstance(code, int) else 0)


def _fail(message: str, code: int = BAD_INPUT) -> NoReturn:
    say(f"simkit: {message}")
    sys.exit(code)
